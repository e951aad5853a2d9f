import { screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { order } from "../../selection/testTable";
import { ATTACK, END, MOVE, renderIn, snapshot, testGame } from "../testGame";
import ActionBar from "./ActionBar.svelte";
import OrdersTab from "./OrdersTab.svelte";

const DECISION = { sentence: "Move A or attack", parts: [{ kind: "words" as const, text: "Move " }, { kind: "units" as const, ids: ["A"] }, { kind: "words" as const, text: " or attack" }], actors: ["A", "B"], free: [END] };
const TEST = { decision: DECISION, orders: { A: [MOVE, ATTACK] }, costs: { "0102": 1 } };
const EVENT = { kind: "moved", role: "move" as const, text: "B moves", parts: [{ kind: "units" as const, ids: ["B"] }, { kind: "words" as const, text: " moves" }], details: {}, side: "red", units: ["B"], hexes: [], dice: [], rule: "" };

it("shows the decision, the units that can act and the latest events", () => {
  renderIn(testGame(TEST), OrdersTab, { now: snapshot(), log: [{ number: 1, side: "red", order: "", events: [EVENT], turn: 1, phase: "movement" }] });
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Move 1st Company or attack");
  expect(screen.getByRole("list", { name: "Units that can act" }).children).toHaveLength(2);
  expect(screen.getByText("2nd Company moves")).toBeTruthy();
});

it("gives an order that names no unit", async () => {
  const game = testGame({ ...TEST, decision: { ...DECISION, free: [END, order("roll")] } });
  renderIn(game, OrdersTab, { now: snapshot(), log: [] });
  await userEvent.click(screen.getByRole("button", { name: "Roll" }));
  expect(game.given).toEqual(["roll"]);
});

it("leaves the end of the phase to the action bar, whatever is selected", async () => {
  const game = testGame(TEST);
  renderIn(game, OrdersTab, { now: snapshot(), log: [] });
  expect(screen.queryByRole("button", { name: "End phase" })).toBeNull();
  renderIn(game, ActionBar, { now: snapshot() });
  const buttons = (): string[] => within(screen.getByRole("group", { name: "Actions" })).getAllByRole("button").map((one) => one.className);
  const before = buttons();
  await game.context.selection.select(["A"]);
  await game.context.selection.aim("0303");
  expect(buttons()).toEqual(before);
  await game.context.selection.cancel();
  await userEvent.click(screen.getByRole("button", { name: "End phase" }));
  expect(game.given).toEqual(["end"]);
});

it("sets apart orders that change the war, never first and not on the map until chosen", async () => {
  const bombs = ["0102", "0202", "0303"].map((hex) => order(`bomb ${hex}`, { target: hex }));
  const game = testGame({ decision: { ...DECISION, actors: [], free: [END, order("roll"), ...bombs] } });
  renderIn(game, OrdersTab, { now: snapshot(), log: [] });
  expect(game.context.selection.overlay.choices ?? []).toEqual([]);
  expect(game.context.selection.hexVerb).toBe("");
  const drastic = screen.getByRole("heading", { name: "Changes the war" });
  expect(screen.getByRole("button", { name: "Roll" }).compareDocumentPosition(drastic) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Atomic attack 0303…" }));
  expect(game.given).toEqual([]);
  expect(game.context.selection.unconfirmed).toHaveLength(1);
});

it("groups orders that differ only in their unit", async () => {
  const units = ["A", "B", "E"].map((id) => order(`unload ${id}`, { units: [id] }));
  const game = testGame({ decision: { actors: ["A", "B", "E"] }, orders: { A: [units[0]!], B: [units[1]!], E: [units[2]!] } });
  await game.context.selection.refresh();
  renderIn(game, OrdersTab, { now: snapshot(), log: [] });
  await vi.waitFor(() => expect(within(screen.getByRole("group", { name: "Unload" })).getAllByRole("button").map((one) => one.textContent)).toEqual(["0101", "0202", "0303"]));
});

it("selects a unit and says how to move and attack", async () => {
  const game = testGame(TEST);
  renderIn(game, OrdersTab, { now: snapshot(), log: [] });
  await userEvent.click(screen.getByRole("button", { name: /1st Company/ }));
  expect(game.context.selection.selected).toEqual(["A"]);
  expect(await screen.findByText("Click a highlighted hex to move there. Numbers are MP costs.")).toBeTruthy();
  expect(screen.getByText("Click a red-ringed hex to see the odds.")).toBeTruthy();
});

it("orders the orders of a selected unit as buttons", async () => {
  const dig = order("dig A", { units: ["A"] });
  const game = testGame({ decision: { actors: ["A", "B"] }, orders: { A: [dig] } });
  await game.context.selection.select(["A"]);
  renderIn(game, OrdersTab, { now: snapshot(), log: [] });
  await userEvent.click(screen.getByRole("button", { name: "Dig 1st Company" }));
  expect(game.given).toEqual(["dig A"]);
});

it("says that a decision is optional", () => {
  renderIn(testGame({ decision: { ...DECISION, must: false } }), OrdersTab, { now: snapshot(), log: [] });
  expect(screen.getByText("Optional. Play continues if you do nothing.")).toBeTruthy();
});

it("says whose move it is, and that it is not yours", () => {
  const game = testGame();
  Object.assign(game.context.table!, { decision: null });
  const now = snapshot();
  renderIn(game, OrdersTab, { now: { ...now, view: { ...now.view, to_act: ["blue"] } }, log: [] });
  expect(screen.getByText(/Blue to move/)).toBeTruthy();
  expect(screen.getByText(/^Not your move\./)).toBeTruthy();
});

it("shows how the game ended", async () => {
  const game = testGame();
  const now = snapshot({ over: true });
  renderIn(game, OrdersTab, { now: { ...now, view: { ...now.view, result: { winner: "red", title: "Red victory", reason: "holds the town", rule: "" } } }, log: [] });
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("Red victory");
  await userEvent.click(screen.getByRole("button", { name: "Show result" }));
  expect(game.context.layout.dialog).toBe("result");
});

it("shows the chances of answers that dice decide", async () => {
  const stand = order("attack A", { units: ["A"] }), yield_ = order("stay");
  const chances = {
    "attack A": [{ result: "the enemy aborts", probability: 7 / 12, effect: "" }],
    "stay": [{ result: "AL", probability: 0.25, effect: "", verdict: "worst" as const }, { result: "DR", probability: 0.75, effect: "", verdict: "good" as const }],
  };
  const game = testGame({ decision: { kind: "defend", actors: ["A"], free: [yield_] }, orders: { A: [stand] }, chances });
  await game.context.selection.select(["A"]);
  renderIn(game, OrdersTab, { now: snapshot(), log: [] });
  expect((await screen.findByText("58.3% the enemy aborts")).closest("button")?.textContent).toContain("Attack 1st Company");
  const stay = await screen.findByRole("button", { name: /^Stay/ });
  await vi.waitFor(() => expect(within(stay).getByText("75%")).toBeTruthy());
  expect(within(stay).getByRole("img", { name: "75% good, 25% worst" })).toBeTruthy();
  await userEvent.click(stay);
  expect(game.given).toEqual([]); // its odds are shown first
  expect(game.context.selection.attack?.verb).toBe("stay");
});

it("names the stages of what is under way where there is no room below the map", () => {
  const stages = [{ title: "Flak", text: "", side: "", chances: [], rule: "", hex: "" }];
  const now = snapshot();
  now.view.procedure = { title: "air barrage of 0303", side: "blue", stages, current: 0, units: [], hex: "0303" };
  const game = testGame(TEST);
  Object.assign(game.context.layout, { narrow: { current: true } });
  renderIn(game, OrdersTab, { now, log: [] });
  expect(screen.getByRole("region", { name: "Air barrage of 0303" }).textContent).toContain("Flak");
});

it("names the whole order on its button", async () => {
  const game = testGame(TEST);
  game.context.layout.data!.game.verbs.attack = { ...game.context.layout.data!.game.verbs.attack!, takes: { words: [{ name: "supply", kind: "choice", optional: true, choices: { unsupplied: "without supply" } }] } as never };
  renderIn(game, ActionBar, { now: snapshot() });
  await game.context.selection.select(["A"]);
  await game.context.selection.aimWith({ ...ATTACK, words: ["unsupplied"] });
  expect(await screen.findByRole("button", { name: /^Attack 0303 without supply/ })).toBeTruthy();
});
