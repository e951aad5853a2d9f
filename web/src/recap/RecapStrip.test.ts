import { fireEvent, screen } from "@testing-library/svelte";
import { expect, it, vi } from "vitest";
import type { UnitView } from "../api";
import { renderIn, testGame, UNITS } from "../game/testGame";
import type { Recap } from "./recap";
import { RecapState } from "./recap.svelte";
import RecapStrip from "./RecapStrip.svelte";

const bead = { to: 5, turn: 1, phase: "blue movement", flows: [], battles: [], captures: [], arrivals: [], moved: 0, barrages: 0 };
const RECAP: Recap = {
  from: 1, to: 9, sides: ["blue"], losses: { red: { units: 1, steps: 0 } },
  beads: [
    { ...bead, moved: 2, flows: [{ side: "blue", from: "0303", to: "0202", units: ["E"], strength: 4 }] },
    { ...bead, to: 9, phase: "blue combat", battles: [{ number: 1, hex: "0101", side: "blue", outcome: "gone", parts: [{ kind: "words", text: "E attacks 0101" }], dice: [6], lost: ["A"] }] },
  ],
};

function shown(): { state: RecapState; closed: ReturnType<typeof vi.fn> } {
  const game = testGame();
  const closed = vi.fn();
  const moved = async (number: number): Promise<UnitView[]> => UNITS.map((unit) => ({ ...unit, at: `after ${number}` }));
  const state = new RecapState(() => game.context.layout.sides, moved, closed);
  state.show(RECAP);
  state.go(0);
  renderIn(game, RecapStrip, { state });
  return { state, closed };
}

it("tells the turn in three sentences", () => {
  shown();
  expect(screen.getByText("The Blue player moved 1 unit, most strongly towards 0202, and attacked 0101.")).toBeTruthy();
  expect(screen.getByText("You lost 1 unit.")).toBeTruthy();
});

it("steps from bead to bead, back, and is done after the last", async () => {
  const { state, closed } = shown();
  expect(screen.queryByRole("list", { name: "Battles" })).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: /^Next/ }));
  expect(screen.getByRole("button", { name: /Combat/ }).getAttribute("aria-current")).toBe("step");
  expect(screen.getByRole("list", { name: "Battles" }).textContent).toContain("units eliminated");
  await fireEvent.click(screen.getByRole("button", { name: /^Back/ }));
  expect(state.at).toBe(0);
  await fireEvent.click(screen.getByRole("button", { name: "Now you" }));
  await fireEvent.click(screen.getByRole("button", { name: /^Done/ }));
  expect(closed).toHaveBeenCalledWith(9);
  expect(screen.queryByRole("region", { name: "What happened" })).toBeNull();
});

it("draws the arrows of the bead, and flags up to it", () => {
  const { state } = shown();
  expect(state.overlay.flows).toHaveLength(1);
  expect(state.overlay.flags).toHaveLength(0);
  state.go(1);
  expect(state.overlay.flows).toHaveLength(0);
  expect(state.overlay.flags).toEqual([{ hex: "0101", text: "1", colour: "#0000a0", ink: "#ffffff", outcome: "gone" }]);
  state.go(2);
  expect(state.overlay.flows).toHaveLength(1);
});

it("shows the units as they stood at the end of each phase, and the present at its end", async () => {
  const { state } = shown();
  await vi.waitFor(() => expect(state.units?.map(({ at }) => at)).toEqual(UNITS.map(() => "after 5")));
  state.go(1);
  await vi.waitFor(() => expect(state.units?.[0]?.at).toBe("after 9"));
  state.go(2);
  expect(state.units).toBeNull();
});
