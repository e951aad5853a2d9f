import { describe, expect, it } from "vitest";
import type { Happening, Played } from "../src/api";
import { turnsOf } from "../src/state/trails";

const event = (kind: string, text: string): Happening => ({ kind, text, side: "", units: [], hexes: [], dice: [], rule: "" });
const played = (number: number, events: Happening[] = [], turn?: number): Played => ({ number, side: "us", order: "", events, ...(turn === undefined ? {} : { turn }) });

describe("the turn of each order", () => {
  it("is the one before it, which the server tells with the order before", () => {
    expect(turnsOf([played(1, [], 1), played(2, [], 2), played(3, [], 2)])).toEqual([1, 1, 2]);
  });
  it("is counted where it is not said: the order that ends a turn belongs to it", () => {
    expect(turnsOf([played(1), played(2, [event("turn", "Turn 2 begins")]), played(3)])).toEqual([1, 1, 2]);
  });
});
