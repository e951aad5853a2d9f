import { screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Explanation, Outcome } from "../../api";
import { plainText } from "../../api";
import ActionBar from "../panel/ActionBar.svelte";
import { ATTACK, ATTACK_BOTH, renderIn, snapshot, testGame } from "../testGame";
import Odds from "./Odds.svelte";

const outcome = (result: string, probability: number, verdict: Outcome["verdict"], says: Outcome["says"]) => ({ result, probability, effect: "", verdict, says });
const CHANCES = {
  "attack 0303 A": [
    outcome("AR", 1 / 6, "bad", plainText("your units retreat")),
    outcome("DE", 5 / 6, "best", [{ kind: "units", ids: ["E"] }, { kind: "words", text: " is eliminated and you can take " }, { kind: "hexes", labels: ["0303"] }]),
  ],
  "attack 0303 A,B": [outcome("DE", 1, "best", plainText("the garrison is eliminated"))],
};
const PREVIEWS: Record<string, Partial<Explanation>> = {
  "attack 0303 A": {
    odds: { ratio: "2:1", attack: 6, defence: 2, start: "3:1", shifts: [{ label: "city", value: "-1", rule: "8.1", favours: "defender" }] },
    lines: [{ label: "total attack", value: "6", rule: "8.1" }], cost: plainText("1 unit cannot attack again"), risk: plainText("your units retreat"),
  },
};

async function aiming() {
  const game = testGame({ decision: { actors: ["A", "B"] }, orders: { A: [ATTACK, ATTACK_BOTH], B: [ATTACK_BOTH] }, chances: CHANCES, previews: PREVIEWS });
  await game.context.selection.select(["A"]);
  await game.context.selection.aim("0303");
  renderIn(game, Odds, {});
  return game;
}

it("shows ratio, shifts, a bar and every outcome in words, best first", async () => {
  await aiming();
  expect(screen.getByText("2:1")).toBeTruthy();
  expect(screen.getByRole("button", { name: /City −1/ })).toBeTruthy();
  expect(screen.getByRole("img", { name: "5 in 6 best, 1 in 6 bad" })).toBeTruthy();
  const rows = screen.getByRole("list", { name: "Outcomes" }).children;
  expect([...rows].map((row) => row.textContent.trim())).toEqual(["5 in 6Garrison is eliminated and you can take 0303.", "1 in 6Your units retreat."]);
  expect(screen.getByText("1 unit cannot attack again.")).toBeTruthy();
});

it("has the odds above the units and the folded ledger", async () => {
  await aiming();
  const order = [screen.getByText("2:1"), screen.getByRole("list", { name: "Units in the attack" }), screen.getByText("Every number, 1 line")];
  for (const [one, next] of [[order[0], order[1]], [order[1], order[2]]]) expect(one!.compareDocumentPosition(next!) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect((screen.getByText("Every number, 1 line").closest("details") as HTMLDetailsElement).open).toBe(false);
});

it("shows attackers and defenders", async () => {
  await aiming();
  expect(screen.getByRole("button", { name: "1st Company" }).getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByRole("button", { name: "2nd Company" }).getAttribute("aria-pressed")).toBe("false");
  expect(screen.getByText("Garrison")).toBeTruthy();
});

it("changes with the attackers", async () => {
  const { context } = await aiming();
  await userEvent.click(screen.getByRole("button", { name: "2nd Company" }));
  expect(await screen.findByText("certain")).toBeTruthy();
  expect(context.selection.attack?.units).toEqual(["A", "B"]);
});

it("says when an attacker can be left out, and leaves it out", async () => {
  const game = testGame({ decision: { actors: ["A", "B"] }, orders: { A: [ATTACK, ATTACK_BOTH], B: [ATTACK_BOTH] }, chances: CHANCES, without: { order: ATTACK, units: ["B"], better: true, total: "3:1" } });
  await game.context.selection.select(["A", "B"]);
  await game.context.selection.aim("0303");
  renderIn(game, Odds, {});
  await userEvent.click(await screen.findByRole("button", { name: "Leave out" }));
  expect(screen.queryByText("Better without 2nd Company: 3:1.")).toBeNull();
  expect(game.context.selection.attack?.units).toEqual(["A"]);
});

it("gives the attack from the action bar", async () => {
  const game = await aiming();
  renderIn(game, ActionBar, { now: snapshot() });
  await userEvent.click(screen.getByRole("button", { name: /^Attack 0303/ }));
  expect(game.given).toEqual(["attack 0303 A"]);
});

it("returns to the selection when cancelled", async () => {
  const game = await aiming();
  renderIn(game, ActionBar, { now: snapshot() });
  await userEvent.click(screen.getByRole("button", { name: /^Cancel/ }));
  expect(game.context.selection.mode.kind).toBe("selected");
  expect(game.given).toEqual([]);
});
