import { describe, expect, it } from "vitest";
import type { PlayedOrder } from "../api";
import { turnsOf, turnStarts } from "./trails";

const played = (number: number, turn: number): PlayedOrder => ({ number, side: "us", order: "", events: [], turn, phase: "" });
const LOG = [played(1, 3), played(2, 4), played(3, 4), played(4, 5)];

describe("the turn of each order", () => {
  it("is the one before it, which the server tells with the order before", () => {
    expect(turnsOf(LOG)).toEqual([3, 3, 4, 4]);
    expect(turnsOf([])).toEqual([]);
  });
  it("begins after the order that ended the one before", () => {
    expect(turnStarts(LOG)).toEqual([{ number: 0, title: "3" }, { number: 2, title: "4" }, { number: 4, title: "5" }]);
    expect(turnStarts([])).toEqual([{ number: 0, title: "1" }]);
  });
});
