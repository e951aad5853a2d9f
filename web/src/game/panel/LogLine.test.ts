import { screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { GameEvent } from "../../api";
import { renderIn, testGame } from "../testGame";
import LogLine from "./LogLine.svelte";

const EVENT: GameEvent = { kind: "battle", role: "battle", text: "A attacks 0303", parts: [{ kind: "units", ids: ["A"] }, { kind: "words", text: " attacks " }, { kind: "hexes", labels: ["0303"] }], details: {}, side: "red", units: ["A"], hexes: ["0303"], dice: [4, 2], rule: "8.1" };

it("names units, shows the dice and the rule", () => {
  renderIn(testGame(), LogLine, { event: EVENT, side: "red" });
  expect(screen.getByRole("button", { name: "1st Company attacks 0303" })).toBeTruthy();
  expect(screen.getByRole("img", { name: "dice: 4, 2" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Rule 8.1, Combat" })).toBeTruthy();
});

it("shows the hex it speaks of", async () => {
  const game = testGame();
  renderIn(game, LogLine, { event: EVENT, side: "red" });
  await userEvent.click(screen.getByRole("button", { name: /attacks/ }));
  expect(game.context.layout.hex).toBe("0303");
});

it("is plain text without a hex, dice or rule", () => {
  renderIn(testGame(), LogLine, { event: { ...EVENT, parts: [{ kind: "words", text: "weather is mud" }], hexes: [], dice: [], rule: "" }, side: "red" });
  expect(screen.getByText("Weather is mud")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("img")).toBeNull();
});

it("has the colour of its side, or of the side that gave the order", () => {
  const { container } = renderIn(testGame(), LogLine, { event: { ...EVENT, side: "" }, side: "blue" });
  expect(container.querySelector("i")?.title).toBe("Blue");
});
