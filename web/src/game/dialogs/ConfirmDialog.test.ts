import { screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { TestTable } from "../../selection/testTable";
import { order } from "../../selection/testTable";
import { END, renderIn, testGame } from "../testGame";
import ConfirmDialog from "./ConfirmDialog.svelte";
import Dialogs from "./Dialogs.svelte";
import { snapshot } from "../testGame";

const BOMB = order("bomb 0303", { target: "0303" });

async function confirming(test: TestTable = {}) {
  const game = testGame(test);
  const { selection } = game.context;
  await selection.give([BOMB]);
  renderIn(game, ConfirmDialog, { selection });
  return { ...game, selection };
}

it("says what the order does before it is given, with the safe choice as main button", async () => {
  const { given } = await confirming();
  expect(screen.getByRole("heading").textContent).toBe("Atomic attack 0303?");
  expect(screen.getByRole("dialog").textContent).toContain("Destroy a hex.");
  expect(screen.getByRole("dialog").textContent).toContain("You can't undo this.");
  expect(screen.getByRole("button", { name: /Choose something else/ }).className).toContain("main");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: /Choose something else/ }));
  expect(given).toEqual([]);
});

it("states the consequence that the game gives", async () => {
  await confirming({ previews: { "bomb 0303": { consequence: { title: "Bomb 0303?", says: ["One unit is lost."], do: "Bomb it", units: ["E"], rule: "13.1" } } } });
  expect(screen.getByRole("heading").textContent).toBe("Bomb 0303?");
  expect(screen.getByText("One unit is lost.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Bomb it" })).toBeTruthy();
});

it("gives the order", async () => {
  const { given } = await confirming();
  await userEvent.click(screen.getByRole("button", { name: "Atomic attack" }));
  expect(given).toEqual(["bomb 0303"]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("cancels it", async () => {
  const { given, selection } = await confirming();
  await userEvent.click(screen.getByRole("button", { name: /Choose something else/ }));
  expect(selection.mode.kind).toBe("idle");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(given).toEqual([]);
});

it("lists what is left before a phase ends, the worst first, and goes there", async () => {
  const left = [
    { title: "Units that can still attack", count: "2", note: "", units: ["A", "B"], lost: false, rule: "" },
    { title: "Supply not delivered", count: "8 SP", note: "It is lost.", units: [], lost: true, rule: "" },
  ];
  const game = testGame({ decision: { actors: ["A", "B"], free: [END] }, previews: { end: { left } } });
  const { selection } = game.context;
  renderIn(game, Dialogs, { now: snapshot(), log: [] });
  await selection.give([END]);
  expect((await screen.findByRole("heading", { name: "2 things are left to do" })).textContent).toBeTruthy();
  expect(screen.getAllByRole("listitem").map((one) => one.querySelector("b")?.textContent)).toEqual(["Supply not delivered", "Units that can still attack"]);
  expect(screen.getByRole("button", { name: "End phase, lose 8 SP" })).toBeTruthy();
  await userEvent.click(screen.getAllByRole("button", { name: "Go there" })[1]!);
  expect(selection.selected).toEqual(["A"]);
  expect(game.given).toEqual([]);
});

it("ends the phase at once when nothing is left, and after confirmation otherwise", async () => {
  const plain = testGame({ decision: { free: [END] } });
  await plain.context.selection.give([END]);
  expect(plain.given).toEqual(["end"]);
  const game = testGame({ decision: { free: [END] }, previews: { end: { left: [{ title: "Attacks", count: "1", note: "", units: [], lost: false, rule: "" }] } } });
  renderIn(game, Dialogs, { now: snapshot(), log: [] });
  await game.context.selection.give([END]);
  await userEvent.click(await screen.findByRole("button", { name: "End phase anyway" }));
  expect(game.given).toEqual(["end"]);
});
