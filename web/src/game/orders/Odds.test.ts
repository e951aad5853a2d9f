import { screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { ATTACK, ATTACK_BOTH, renderIn, testGame } from "../testGame";
import Odds from "./Odds.svelte";

const CHANCES = { "attack 0303 A": [{ result: "DR", probability: 1 / 6, effect: "defender retreats" }], "attack 0303 A,B": [{ result: "DE", probability: 0.5, effect: "defender eliminated" }] };

async function aiming() {
  const game = testGame({ decision: { actors: ["A", "B"] }, orders: { A: [ATTACK, ATTACK_BOTH], B: [ATTACK_BOTH] }, chances: CHANCES });
  await game.context.selection.select(["A"]);
  await game.context.selection.aim("0303");
  renderIn(game, Odds, {});
  return game;
}

it("shows attackers, defenders and the chance of each result", async () => {
  await aiming();
  expect(screen.getByRole("button", { name: "1st Company" }).getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByRole("button", { name: "2nd Company" }).getAttribute("aria-pressed")).toBe("false");
  expect(screen.getByText("Garrison")).toBeTruthy();
  expect(screen.getByText("16.7%")).toBeTruthy();
  expect(screen.getByText("Defender retreats")).toBeTruthy();
  expect(screen.getByText("Cannot be undone")).toBeTruthy();
});

it("changes with the attackers", async () => {
  const { context } = await aiming();
  await userEvent.click(screen.getByRole("button", { name: "2nd Company" }));
  expect(await screen.findByText("50%")).toBeTruthy();
  expect(context.selection.attack?.units).toEqual(["A", "B"]);
});

it("gives the attack", async () => {
  const { given } = await aiming();
  await userEvent.click(screen.getByRole("button", { name: /^Attack/ }));
  expect(given).toEqual(["attack 0303 A"]);
});

it("returns to the selection when cancelled", async () => {
  const { context, given } = await aiming();
  await userEvent.click(screen.getByRole("button", { name: /^Cancel/ }));
  expect(context.selection.mode.kind).toBe("selected");
  expect(given).toEqual([]);
});
