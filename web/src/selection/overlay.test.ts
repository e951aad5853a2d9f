import { describe, expect, it } from "vitest";
import type { Order } from "../api";
import { overlayFor } from "./overlay";

const order = (verb: string, parts: Partial<Order>): Order => ({ verb, target: "", units: [], path: [], words: [], ...parts });
const move = (unit: string, ...path: string[]): Order => order("move", { units: [unit], path });
const attackOn = (target: string, ...units: string[]): Order => order("attack", { target, units });

const A = move("A", "0101", "0102");
const A2 = move("A", "0101", "0102", "0103");
const B = move("B", "0202", "0102");

describe("overlay", () => {
  const base = { actors: ["A", "B"], selected: [] as string[], orders: [A, A2, B], costs: {}, enemyZoc: new Set<string>(), attack: null, positions: new Map([["A", "0101"]]) };
  it("shows who can act before anything is selected", () => {
    expect(overlayFor(base)).toMatchObject({ ready: ["A", "B"], reach: [], choices: [] });
  });
  it("shows reach with its bands where there are costs", () => {
    const shown = overlayFor({ ...base, selected: ["A"], costs: { "0102": 1, "0103": 4, "0909": 9 }, enemyZoc: new Set(["0103"]) });
    expect(shown.reach).toEqual([{ hex: "0102", cost: 1 }, { hex: "0103", cost: 4, stop: true, last: true }]);
    expect(shown.choices).toEqual([]);
  });
  it("shows choices without costs", () => {
    expect(overlayFor({ ...base, selected: ["A"] }).choices).toEqual(["0102", "0103"]);
  });
  it("draws arrows to the target of an attack", () => {
    const shown = overlayFor({ ...base, attack: attackOn("0506", "A"), orders: [attackOn("0506", "A")] });
    expect(shown.arrows).toEqual([{ from: "0101", to: "0506", kind: "attack" }]);
    expect(shown.targets).toEqual(["0506"]);
  });
});

describe("while costs are loading", () => {
  const input = { actors: ["A"], selected: ["A"], orders: [A, A2], costs: {}, enemyZoc: new Set<string>(), attack: null, positions: new Map([["A", "0101"]]) };
  it("does not show destinations as choices yet", () => {
    expect(overlayFor({ ...input, loading: true }).choices).toEqual([]);
    expect(overlayFor(input).choices).toEqual(["0102", "0103"]);
  });
});
