import { describe, expect, it, vi } from "vitest";

const addSeat = vi.hoisted(() => vi.fn());
const tieSeat = vi.hoisted(() => vi.fn());
vi.mock("./savedGames.svelte", () => ({ savedGames: { games: [], addSeat } }));
vi.mock("../api", () => ({ api: { tieSeat } }));
const { otherGames, signedIn, unsavedSeats } = await import("./account.svelte");
import type { GameSummary } from "../api";
import type { SavedGame } from "./savedGames.svelte";

const known = (game: string, seats: Record<string, string>, rest: Partial<SavedGame> = {}): SavedGame =>
  ({ game, scenario: "", title: "", name: "", seats, turn: "", over: false, touched: 0, ...rest });
const tied = (game: string, side: string, rest: Partial<GameSummary> = {}): GameSummary =>
  ({ game, scenario: "", name: "", side, number: 0, waiting: [], over: false, updated: 0, ...rest });

describe("seats and accounts", () => {
  it("keeps the new secret of a seat that was saved to the account", async () => {
    tieSeat.mockResolvedValue({ name: "Anna", games: [tied("g1", "us")], side: "us", secret: "new" });
    expect(await signedIn.saveSeat("g1", "old")).toEqual({ side: "us", secret: "new" });
    expect(tieSeat).toHaveBeenCalledWith("g1", "old");
    expect(addSeat).toHaveBeenCalledWith("g1", "us", "new");
    expect(signedIn.account).toEqual({ name: "Anna", games: [tied("g1", "us")] });
  });
  it("lists the seats of this browser that no account holds yet", () => {
    const games = [known("g1", { us: "a", soviet: "b" }), known("g2", { us: "c" }, { over: true }), known("g3", { us: "d" }, { lesson: "basic" })];
    expect(unsavedSeats(games, [tied("g1", "us")])).toEqual([{ game: "g1", secret: "b" }]);
  });
  it("lists games only the account knows once each, those that wait first", () => {
    const account = [tied("g1", "us"), tied("g2", "us", { updated: 9 }), tied("g3", "us"), tied("g3", "soviet", { waiting: ["soviet"] }), tied("g4", "us", { over: true })];
    const found = otherGames([known("g1", {})], account);
    expect(found.map((one) => `${one.game} ${one.side}`)).toEqual(["g3 soviet", "g2 us", "g4 us"]);
  });
});
