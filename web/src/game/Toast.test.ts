import { screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Refusal } from "../api";
import { renderIn, testGame } from "./testGame";
import Toast from "./Toast.svelte";

const pointer = { x: 100, y: 100 };
const REFUSAL: Refusal = {
  rule: "8.1", reason: "A cannot attack 0303", says: "Roll a die.", instead: [],
  parts: [{ kind: "units", ids: ["A"] }, { kind: "words", text: " cannot attack " }, { kind: "hexes", labels: ["0303"] }],
};

it("is empty without a message", () => {
  renderIn(testGame(), Toast, { pointer });
  expect(screen.getByRole("status").textContent?.trim()).toBe("");
});

it("explains a refusal, names its units and cites its rule", () => {
  const game = testGame();
  game.context.toast.refuse(REFUSAL, "0303");
  renderIn(game, Toast, { pointer });
  expect(screen.getByRole("status").textContent).toContain("Illegal order: 1st Company cannot attack 0303");
  expect(screen.getByText("Roll a die.")).toBeTruthy();
});

it("opens the rule that it cites", async () => {
  const game = testGame();
  game.context.toast.refuse(REFUSAL);
  renderIn(game, Toast, { pointer });
  await userEvent.click(screen.getByRole("button", { name: "8.1" }));
  expect([game.context.layout.tab, game.context.layout.rule]).toEqual(["rules", "8.1"]);
});

it("shows an error without a prefix, and closes", async () => {
  const game = testGame();
  game.context.toast.tell(new Error("Connection lost."));
  renderIn(game, Toast, { pointer });
  expect(screen.getByRole("status").textContent).toMatch(/^\s*Connection lost\./);
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(game.context.toast.message).toBeNull();
});
