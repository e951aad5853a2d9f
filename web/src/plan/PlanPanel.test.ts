import { screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { PlayedOrder } from "../api";
import { renderIn, testGame } from "../game/testGame";
import { loadPlan, movesOf, Plan } from "./plan.svelte";
import PlanPanel from "./PlanPanel.svelte";

afterEach(() => localStorage.clear());

it("draws arrows and notes by clicks, and removes them again", () => {
  const plan = new Plan("g", () => "red");
  plan.toggle();
  for (const hex of ["0101", "0202", "0303", "0303"]) plan.pick(hex);
  expect(plan.noting).toBe("0303");
  plan.write("0303", " hold ");
  expect(plan.sheet).toEqual({ arrows: [{ from: "0101", to: "0202" }], notes: [{ hex: "0303", text: "hold" }] });
  expect(plan.overlay("#a00").plan).toMatchObject({ arrows: [{ from: "0101", to: "0202" }], colour: "#a00" });
  plan.pick("0101");
  plan.pick("0202");
  plan.write("0303", "");
  expect(plan.empty).toBe(true);
  expect(plan.overlay("#a00")).toEqual({});
});

it("keeps a plan per game and side, in this browser only", () => {
  const sent = vi.spyOn(globalThis, "fetch");
  const socket = vi.fn();
  vi.stubGlobal("WebSocket", socket);
  let side = "red";
  const plan = new Plan("g", () => side);
  plan.pick("0101");
  plan.pick("0202");
  side = "blue";
  expect(plan.empty).toBe(true);
  plan.pick("0303");
  plan.pick("0404");
  expect(loadPlan("g", "red").arrows).toEqual([{ from: "0101", to: "0202" }]);
  expect(new Plan("g", () => "blue").sheet.arrows).toEqual([{ from: "0303", to: "0404" }]);
  expect(new Plan("other", () => "red").empty).toBe(true);
  expect(sent).not.toHaveBeenCalled();
  expect(socket).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

it("turns the moves of one side into arrows", () => {
  const event = (side: string, hexes: string[]) => ({ kind: "moved", text: "", parts: [], details: {}, side, units: ["A"], hexes, dice: [], rule: "", role: "" }) as unknown as PlayedOrder["events"][number];
  const log = [
    { number: 1, side: "red", order: "", turn: 1, phase: "", events: [event("red", ["0101", "0102", "0103"]), event("red", ["0505"])] },
    { number: 2, side: "blue", order: "", turn: 1, phase: "", events: [event("blue", ["0303", "0302"])] },
  ];
  expect(movesOf(log, "red")).toEqual([{ from: "0101", to: "0103" }]);
});

it("lists the plan with buttons that remove each part", async () => {
  const plan = new Plan("g", () => "red");
  plan.toggle();
  plan.pick("0101");
  plan.pick("0202");
  const onwhatif = vi.fn();
  renderIn(testGame(), PlanPanel, { plan, busy: false, onwhatif });
  await userEvent.click(screen.getByRole("button", { name: "What if…" }));
  expect(onwhatif).toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Remove 0101 → 0202" }));
  expect(plan.empty).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(plan.drawing).toBe(false);
});
