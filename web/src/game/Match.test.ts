import { screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { api, type MatchState, type Player } from "../api";
import { savedGames } from "../state/savedGames.svelte";
import Clocks from "./Clocks.svelte";
import EndGame from "./dialogs/EndGame.svelte";
import ResultDialog from "./dialogs/ResultDialog.svelte";
import MatchNotices from "./MatchNotices.svelte";
import RulesTab from "./panel/RulesTab.svelte";
import { NO_MATCH, renderIn, snapshot, testGame } from "./testGame";

const human: Player = { kind: "human", level: "", name: "", present: true };
const players = { red: human, blue: human };
const match = (change: Partial<MatchState>): MatchState => ({ ...NO_MATCH, ...change });

function atTable() {
  const game = testGame();
  Object.assign(game.context.table!, { side: "red", secret: "secret", isOwn: (side: string) => side === "red" });
  return game;
}

beforeEach(() => {
  vi.restoreAllMocks();
  location.hash = "";
});

it("asks once before resigning, with the safe choice first", async () => {
  const resign = vi.spyOn(api, "resign").mockResolvedValue({ done: true });
  const game = atTable();
  renderIn(game, EndGame, { now: snapshot({ players }), table: game.context.table!, onclose: () => undefined });
  await userEvent.click(screen.getByRole("button", { name: "Resign" }));
  expect(screen.getByRole("alert").textContent).toContain("Your opponent wins");
  expect(resign).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: "Cancel" }).className).toContain("main");
  await userEvent.click(screen.getByRole("button", { name: "Resign" }));
  expect(resign).toHaveBeenCalledWith("g", "secret");
});

it("offers neither a draw nor to leave against the computer", () => {
  const game = atTable();
  renderIn(game, EndGame, { now: snapshot({ players: { red: human, blue: { ...human, kind: "computer" } } }), table: game.context.table!, onclose: () => undefined });
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(["Resign"]);
});

it("answers the other player's draw offer", async () => {
  const draw = vi.spyOn(api, "draw").mockResolvedValue({ done: true });
  renderIn(atTable(), MatchNotices, { now: snapshot({ match: match({ draw: "blue" }) }) });
  expect(screen.getByText("The Blue player offers a draw.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Accept" }));
  expect(draw).toHaveBeenCalledWith("g", "secret", true);
});

it("withdraws the player's own draw offer", async () => {
  const draw = vi.spyOn(api, "draw").mockResolvedValue({ done: true });
  renderIn(atTable(), MatchNotices, { now: snapshot({ match: match({ draw: "red" }) }) });
  expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Withdraw offer" }));
  expect(draw).toHaveBeenCalledWith("g", "secret", false);
});

it("names the side that waits for a player", () => {
  renderIn(atTable(), MatchNotices, { now: snapshot({ match: match({ open: ["blue"] }) }) });
  expect(screen.getByRole("status").textContent).toContain("Waiting for a player to join as Blue");
});

it("shows the time of both players", () => {
  const clock = { kind: "live", start: 600, increment: 0 } as const;
  renderIn(atTable(), Clocks, { match: match({ clock, left: { red: 3_725, blue: 65.4 }, running: [] }) });
  expect(screen.getAllByRole("listitem").map((item) => item.textContent?.trim())).toEqual(["Red 1:02:05", "Blue 1:05"]);
});

it("shows days where there are any", () => {
  const clock = { kind: "days", start: 259_200, increment: 0 } as const;
  renderIn(atTable(), Clocks, { match: match({ clock, left: { red: 180_000 }, running: ["red"] }) });
  expect(screen.getByRole("listitem").textContent).toContain("2 d 2 h");
});

it("shows a resignation as the result, and begins a rematch with sides exchanged", async () => {
  const rematch = vi.spyOn(api, "rematch").mockResolvedValue({ game: "g2", scenario: "duel/meeting", seats: { blue: "next" } });
  const ended = { how: "resigned", winner: "red", side: "blue" } as const;
  renderIn(atTable(), ResultDialog, { now: snapshot({ over: true, match: match({ ended }) }), onclose: () => undefined });
  expect(screen.getByText("Red wins")).toBeTruthy();
  expect(screen.getByText("The Blue player resigned")).toBeTruthy();
  expect(screen.getByText("You won.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Rematch, sides exchanged" }));
  expect(rematch).toHaveBeenCalledWith("g", "secret");
  expect(savedGames.find("g2")?.seats).toEqual({ blue: "next" });
  expect(location.hash).toBe("#/game/g2");
});

it("lists rules by chapter, and finds them by their words", async () => {
  renderIn(atTable(), RulesTab, { options: {} });
  expect(screen.getByText("8").closest("details")?.open).toBe(false);
  await userEvent.type(screen.getByRole("searchbox", { name: "Search rules" }), "die");
  expect(screen.getByText("Roll a die.")).toBeTruthy();
});

it("lists the rules of the scenario's level and of the options in play, and others on request", async () => {
  const game = atTable();
  const data = game.context.layout.data!;
  const rule = data.rules.rules[0]!;
  const rules = [rule, { ...rule, id: "8.2", title: "Tanks", levels: ["expert"] }, { ...rule, id: "8.3", title: "Fog", option: "fog" }];
  game.context.layout.data = {
    ...data, game: { ...data.game, levels: { basic: "Basic", expert: "Expert" } }, scenario: { ...data.scenario, level: "basic" }, rules: { ...data.rules, rules },
  };
  renderIn(game, RulesTab, { options: { fog: false } });
  const search = screen.getByRole("searchbox", { name: "Search rules" });
  const listed = (): string[] => screen.getAllByRole("listitem").map((one) => one.querySelector("h3")!.firstChild!.textContent!.trim());
  await userEvent.type(search, "8");
  expect(listed()).toEqual(["Combat"]);
  await userEvent.click(screen.getByRole("button", { name: "Expert" }));
  expect(listed()).toEqual(["Combat", "Tanks"]);
  await userEvent.click(screen.getByRole("checkbox", { name: "Only optional rules in play" }));
  expect(listed()).toEqual(["Combat", "Tanks", "Fog"]);
  await userEvent.click(screen.getByRole("button", { name: "Basic" }));
  expect(listed()).toEqual(["Combat", "Fog"]);
});

it("tells the result of a game once, by the title that the game gives it", () => {
  const now = snapshot({ over: true, players });
  const result = { winner: "red", title: "Red marginal victory", reason: "holds the town", rule: "" };
  renderIn(atTable(), ResultDialog, { now: { ...now, view: { ...now.view, result } }, onclose: () => undefined });
  expect(screen.getByRole("heading").textContent).toBe("Game over");
  expect(screen.getByText("Red marginal victory")).toBeTruthy();
  expect(screen.queryByText("Red wins")).toBeNull();
});
