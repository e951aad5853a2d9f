import { fireEvent, screen, within } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import type { GameEvent } from "../../api";
import { plainText } from "../../api";
import { type Card, Director } from "../../play/director.svelte";
import { scenesOf } from "../../play/scenes";
import { settings } from "../../state/settings.svelte";
import { order } from "../../selection/testTable";
import { renderIn, snapshot, testGame, UNITS } from "../testGame";
import BattleCard from "./BattleCard.svelte";

const event = (kind: string, role: GameEvent["role"], says: string, parts: Partial<GameEvent> = {}): GameEvent =>
  ({ kind, role, text: "", parts: plainText(says), details: {}, side: "red", units: [], hexes: ["0303"], dice: [], rule: "8.1", ...parts });
const BATTLE = event("battle", "battle", "the garrison is eliminated", {
  dice: [2], battle: { target: "0303", origins: ["0101"], attackers: ["A"], defenders: ["E"], verdict: "best", faces: ["best", "best", "even", "even", "bad", "worst"],
    odds: { ratio: "2:1", attack: 6, defence: 2, start: "3:1", shifts: [{ label: "city", value: "-1", rule: "8.1", favours: "defender" }] } },
});
const EVENTS = [BATTLE, event("lost", "loss", "Garrison is lost"), event("advanced", "advance", "1st Company advances", { units: ["A"], hexes: ["0101", "0303"] })];

const card = (act: Card["act"], events = EVENTS): Card => ({ number: 1, turn: 1, scene: scenesOf(events)[0]!, act, units: new Map(UNITS.map((unit) => [unit.id, unit])), shown: act === "result" ? 2 : 0 });
const asking = (one: Card): HTMLElement => (renderIn(testGame({ decision: { kind: "advance", parts: plainText("Advance into 0303?"), free: [order("stay")] } }), BattleCard, { card: one, asks: true, onclose: () => undefined }), screen.getByRole("region"));
const show = (one: Card): HTMLElement => (renderIn(testGame(), BattleCard, { card: one, onclose: () => undefined }), screen.getByRole("region"));

it("shows both sides with odds and shifts before the result", () => {
  const region = show(card("facing"));
  expect(region.getAttribute("aria-label")).toBe("Attack on 0303");
  expect(within(region).getByText("2:1")).toBeTruthy();
  expect(within(region).getByText(/City/)).toBeTruthy();
  expect(region.textContent).not.toContain("eliminated");
  expect(within(region).queryByRole("img", { name: "dice: 2" })).toBeNull();
});

it("shows the die and what each face means, then the result and what follows in order", () => {
  const region = show(card("result"));
  expect(within(region).getByRole("img", { name: "dice: 2" })).toBeTruthy();
  expect(within(region).getByRole("list", { name: "What each face of the die means" }).children).toHaveLength(6);
  expect(within(region).getByText("Victory")).toBeTruthy();
  expect(region.textContent).toContain("The garrison is eliminated.");
  expect([...within(region).getByRole("list", { name: "What happened" }).children].map((one) => one.textContent)).toEqual(["Garrison is lost", "1st Company advances"]);
});

it("is small for other events", () => {
  const region = show(card("result", [event("barrage", "barrage", "barrage of 0303: 1 step", { dice: [4, 4] })]));
  expect(region.className).toContain("small");
  expect(region.textContent).toContain("Barrage of 0303: 1 step.");
});

it("plays a battle act by act, can be skipped, and folds into a numbered flag", async () => {
  vi.useFakeTimers();
  const game = testGame();
  const director = new Director(game.context.layout);
  const moved: string[] = [];
  const shown = director.show(EVENTS, snapshot(), async (trail) => void moved.push(...trail.map(({ unit }) => unit)));
  expect(director.card?.act).toBe("facing");
  await vi.advanceTimersByTimeAsync(850);
  expect(director.card?.act).toBe("rolling");
  expect(moved).toEqual([]); // no unit moves before the dice are rolled
  director.skip();
  await shown;
  expect(director.card?.act).toBe("result");
  director.fold();
  expect(director.flags.map(({ number, scene }) => [number, scene.hex])).toEqual([[1, "0303"]]);
  director.forget(2);
  expect(director.flags).toEqual([]);
  vi.useRealTimers();
});

it("shows the end at once without motion, and nothing when switched off", async () => {
  const game = testGame();
  const director = new Director(game.context.layout);
  settings.set("speed", "off");
  await director.show(EVENTS, snapshot(), async () => { throw new Error("moved"); });
  expect(director.card).toMatchObject({ act: "result", shown: 2 });
  settings.set("battles", false);
  expect(director.shows(EVENTS)).toBe(false);
  settings.set("battles", true);
  settings.set("speed", "normal");
});

it("asks what follows from the battle in the card, once the result stands", () => {
  expect(within(asking(card("rolling"))).queryByRole("button", { name: "Stay" })).toBeNull();
  document.body.innerHTML = "";
  const region = asking(card("result"));
  expect(region.textContent).toContain("Advance into 0303?");
  expect(within(region).getByRole("button", { name: "Stay" })).toBeTruthy();
});

it("says what a code of a combat table means, and calls an overrun by its name", () => {
  const result = event("battle", "battle", "result in 0303: AL1/Do2", { battle: { target: "0303", overrun: true, defenders: ["E"], effects: [{ kind: "step-loss", own: true, count: 1 }, { kind: "option", count: 2 }] } });
  const region = show(card("result", [result]));
  expect(region.getAttribute("aria-label")).toBe("Overrun of 0303");
  expect(within(region).getAllByRole("listitem").map((one) => one.textContent)).toEqual(expect.arrayContaining(["Red loses 1 step", "Blue retreats 2 hexes or loses 2 steps"]));
});

it("offers units to choose from where they have too many orders for a row each", async () => {
  const many = Array.from({ length: 13 }, (_, index) => order(`advance A ${index}`, { units: ["A"], words: [String(index)] }));
  const game = testGame({ decision: { kind: "advance", actors: ["A", "B"], free: [order("stay")] }, orders: { A: many, B: [order("advance B", { units: ["B"] })] } });
  await game.context.selection.refresh();
  renderIn(game, BattleCard, { card: card("result"), asks: true, onclose: () => undefined });
  const units = screen.getByRole("group", { name: "Units" });
  expect(within(units).getAllByRole("button").map((one) => one.title)).toEqual(["1st Company", "2nd Company"]);
  await fireEvent.click(within(units).getByRole("button", { name: "2nd Company" }));
  await vi.waitFor(() => expect(game.given).toEqual(["advance B"]));
});
