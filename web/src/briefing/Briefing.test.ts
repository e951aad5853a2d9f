import { fireEvent, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import { renderIn, snapshot, testGame } from "../game/testGame";
import Briefing from "./Briefing.svelte";

function brief(number = 0): { closed: ReturnType<typeof vi.fn> } {
  const game = testGame();
  const { data } = game.context.layout;
  const briefing = { situation: "Two columns meet.", mission: { red: "Take Hof.", blue: "Hold Hof." }, win: { red: "You win with 2 towns.", blue: "You win otherwise." }, special: [] };
  const special = [{ title: "Support is secret.", text: "Both reveal together.", rule: "8.1" }];
  game.context.layout.data = data && { ...data, scenario: { ...data.scenario, briefing }, game: { ...data.game, special, phase_notes: { movement: "Move first." } } };
  const closed = vi.fn();
  const now = snapshot({ number });
  const view = { ...now.view, standings: [{ kind: "goal" as const, label: "towns", side: "red", value: 1, target: 2, met: false }], objectives: [{ hex: "0303", name: "Hof", held_by: "blue", worth: "" }] };
  renderIn(game, Briefing, { now: { ...now, view }, onclose: closed });
  return { closed };
}

it("states the situation, the player's own mission, and how to win with the current figures", () => {
  brief();
  expect(screen.getByRole("dialog", { name: "Meeting" })).toBeTruthy();
  expect(screen.getByText("Two columns meet.")).toBeTruthy();
  expect(screen.getByText("Take Hof.")).toBeTruthy();
  expect(screen.queryByText("Hold Hof.")).toBeNull();
  expect(screen.getByText("1 of 2 needed")).toBeTruthy();
});

it("names objectives with their hex below, special rules, and the first phase", () => {
  brief();
  expect(screen.getByRole("button", { name: /Hof\s*0303/ })).toBeTruthy();
  expect(screen.getByText("Support is secret.")).toBeTruthy();
  expect(screen.getByText("Move first.")).toBeTruthy();
});

it("starts the game, or returns to it", async () => {
  const { closed } = brief();
  await fireEvent.click(screen.getByRole("button", { name: /^Start game/ }));
  expect(closed).toHaveBeenCalled();
});
