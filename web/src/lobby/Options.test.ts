import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { GAME } from "../game/testGame";
import Options from "./Options.svelte";

const fog = GAME.options["fog"]!;

/** A game with a number of options, all on or off. */
function many(count: number) {
  const ids = Array.from({ length: count }, (_, n) => `21.${n + 1}`);
  const game = { ...GAME, options: Object.fromEntries(ids.map((id) => [id, { ...fog, title: `Rule ${id}` }])) };
  return { game, scenario: { ...GAME.scenarios[0]!, options: ids }, options: {} };
}

it("folds a long list of options and counts those that are changed", async () => {
  render(Options, many(20));
  const summary = screen.getByText("20 optional rules");
  await userEvent.click(summary);
  await userEvent.click(screen.getByRole("checkbox", { name: "Rule 21.9" }));
  expect(screen.getByText("1 of 20 changed")).toBeTruthy();
});

it("shows a short list of options at once", () => {
  render(Options, many(3));
  expect(screen.getAllByRole("checkbox")).toHaveLength(3);
  expect(screen.queryByText(/optional rules/)).toBeNull();
});

it("keeps the options of the scenario itself outside the fold", () => {
  const { game, scenario, options } = many(20);
  const air = { ...fog, title: "Air forces", listed: true };
  render(Options, { game: { ...game, options: { ...game.options, air } }, scenario: { ...scenario, options: [...scenario.options, "air"] }, options });
  expect(screen.getByRole("checkbox", { name: "Air forces" }).closest("details")).toBeNull();
  expect(screen.getByText("20 optional rules")).toBeTruthy();
});
