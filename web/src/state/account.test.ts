import { describe, expect, it, vi } from "vitest";

vi.mock("./savedGames.svelte", () => ({ savedGames: { games: [] } }));
const { otherGames, unsavedSeats } = await import("./account.svelte");
import type { GameSummary } from "../api";
import type { SavedGame } from "./savedGames.svelte";

const known = (game: string, seats: Record<string, string>, rest: Partial<SavedGame> = {}): SavedGame =>
  ({ game, scenario: "", title: "", name: "", seats, turn: "", over: false, touched: 0, ...rest });
const tied = (game: string, side: string, rest: Partial<GameSummary> = {}): GameSummary =>
  ({ game, scenario: "", name: "", side, number: 0, waiting: [], over: false, updated: 0, ...rest });

describe("seats and accounts", () => {
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
