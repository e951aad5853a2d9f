import { screen, within } from "@testing-library/svelte";
import { expect, it } from "vitest";
import type { Stage } from "../api";
import Stages from "./Stages.svelte";
import { renderIn, testGame } from "./testGame";

const stage = (title: string, more: Partial<Stage> = {}): Stage => ({ title, text: "", side: "", chances: [], rule: "", hex: "", ...more });

it("shows each stage with its letter, note, chances and rule, and who else decides", () => {
  const flak = stage("Flak 2", { text: "9 or more on 2d6", chances: [{ result: "1 step lost", probability: 5 / 18, effect: "", at_most: 5 / 12, effects: [], says: [], verdict: null }], rule: "8.1" });
  renderIn(testGame(), Stages, { title: "air barrage of 0303", stages: [stage("Take off"), stage("Intercept?", { side: "blue" }), flak], current: 1 });
  expect(screen.getByText("dashed: the Blue player decides")).toBeTruthy();
  const [first, second, third] = screen.getAllByRole("listitem");
  expect(first?.textContent).toMatch(/A\s*Take off/);
  expect(second?.getAttribute("aria-current")).toBe("step");
  expect(within(third!).getByText("27.8–41.7%")).toBeTruthy();
  expect(within(third!).getByRole("button", { name: "Rule 8.1, Combat" })).toBeTruthy();
});
