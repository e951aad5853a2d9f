import { expect, it } from "vitest";
import type { Side } from "../api";
import { shadedHexes } from "./shading";

const SIDES: Side[] = [{ id: "red", title: "Red", colour: "#a00000", ink: "#fff" }, { id: "blue", title: "Blue", colour: "#0000a0", ink: "#fff" }];
const asking = { ask: async (_: string, { side }: { side: string }) => ({ what: "overlay", hexes: side === "red" ? ["0101"] : ["0202"] }) } as unknown as Parameters<typeof shadedHexes>[0];

it.each(["red", "blue"])("a side keeps its colour whoever looks; one's own lines rise: %s", async (mine) => {
  for (const layer of ["zoc", "control"]) {
    const found = await shadedHexes(asking, layer, mine, SIDES);
    expect(found.map(({ colour }) => colour)).toEqual(["#a00000", "#0000a0"]);
    expect(found.map(({ style }) => style)).toEqual(mine === "red" ? ["own", "enemy"] : ["enemy", "own"]);
  }
});

it("shows the enemy's reach in the enemy's colour and the player's supply in their own", async () => {
  expect(await shadedHexes(asking, "threat", "red", SIDES)).toEqual([{ hexes: ["0202"], style: "enemy", colour: "#0000a0", title: "Blue" }]);
  expect(await shadedHexes(asking, "supply", "red", SIDES)).toEqual([{ hexes: ["0101"], style: "own", colour: "#a00000", title: "Red (you)" }]);
});

it("keeps the legend of a layer without hexes", async () => {
  const empty = { ask: async () => ({ what: "overlay", hexes: [] }) } as unknown as Parameters<typeof shadedHexes>[0];
  expect((await shadedHexes(empty, "supply", "red", SIDES)).map(({ title }) => title)).toEqual(["Red (you): none"]);
});
