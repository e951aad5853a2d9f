import { screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import Handover from "./Handover.svelte";
import { renderIn, snapshot, testGame } from "./testGame";

function handOver() {
  const game = testGame();
  const confirmHandover = vi.fn();
  const table = Object.assign(game.context.table!, { handover: "blue", confirmHandover });
  renderIn(game, Handover, { table, now: snapshot() });
  return confirmHandover;
}

it("names the next player and shows nothing of the game", () => {
  handOver();
  expect(screen.getByRole("heading").textContent).toBe("Blue");
  const dialog = screen.getByRole("alertdialog");
  expect(dialog.textContent).toContain("Pass the screen to the Blue player.");
  expect(dialog.textContent).toContain("turn 1");
  expect(dialog.textContent).not.toContain("Company");
});

it("gives the heading the keyboard, so that a key held down presses nothing", () => {
  const confirmHandover = handOver();
  expect(document.activeElement).toBe(screen.getByRole("heading"));
  expect(confirmHandover).not.toHaveBeenCalled();
});

it("shows the board when the next player says so", async () => {
  const confirmHandover = handOver();
  await userEvent.click(screen.getByRole("button", { name: "Show board" }));
  expect(confirmHandover).toHaveBeenCalledOnce();
});
