import { screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { order } from "../../selection/testTable";
import { renderIn, testGame } from "../testGame";
import ConfirmDialog from "./ConfirmDialog.svelte";

const BOMB = order("bomb 0303", { target: "0303" });

async function confirming() {
  const game = testGame();
  const { selection } = game.context;
  await selection.give([BOMB]);
  renderIn(game, ConfirmDialog, { selection });
  return { ...game, selection };
}

it("says what the order does before it is given", async () => {
  const { given } = await confirming();
  expect(screen.getByRole("heading").textContent).toBe("Atomic attack 0303?");
  expect(screen.getByRole("dialog").textContent).toContain("Destroy a hex. This cannot be undone.");
  expect(given).toEqual([]);
});

it("gives the order", async () => {
  const { given } = await confirming();
  await userEvent.click(screen.getByRole("button", { name: "Atomic attack" }));
  expect(given).toEqual(["bomb 0303"]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("cancels it", async () => {
  const { given, selection } = await confirming();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(selection.mode.kind).toBe("idle");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(given).toEqual([]);
});
