import { describe, expect, it } from "vitest";
import { format, fromPath, parse, type Route } from "./routes";

const ROUTES: Route[] = [
  { page: "lobby" },
  { page: "new", game: "some-game", scenario: "one" },
  { page: "game", game: "k3v9" },
  { page: "seat", game: "k3v9", secret: "Ab-_9/x y" },
  { page: "watch", game: "k3v9" },
  { page: "at", game: "k3v9", number: 12 },
  { page: "replay", game: "k3v9", number: 0 },
  { page: "replay", game: "k3v9", number: -1 },
  { page: "learn", lesson: "first-steps" },
];

describe("addresses", () => {
  it.each(ROUTES)("are read back as they are written: %o", (route) => {
    expect(parse(format(route))).toEqual(route);
  });
  it("of nothing known are lost", () => {
    expect(parse("#/nonsense/1").page).toBe("lost");
    expect(parse("#/game/k3v9/at/x").page).toBe("lost");
    expect(parse("#/game/%E0%A4%A").page).toBe("game");
  });
  it("are the lobby when empty", () => {
    expect(parse("").page).toBe("lobby");
    expect(parse("#/").page).toBe("lobby");
  });
  it("of positions carry no secret", () => {
    expect(format({ page: "at", game: "k3v9", number: 3 })).toBe("#/game/k3v9/at/3");
  });
  it("with a plain path mean the same", () => {
    expect(fromPath("/analysis/k3v9", "")).toBe("#/analysis/k3v9");
    expect(fromPath("/games/k3v9", "")).toBe("#/game/k3v9");
    expect(fromPath("/games/k3v9/at/7", "")).toBe("#/game/k3v9/at/7");
    expect(fromPath("/games/k3v9", "#secret")).toBe("#/seat/k3v9/secret");
    expect(fromPath("/", "#/x")).toBeNull();
  });
});
