import { describe, expect, it } from "vitest";
import { chanceOf, goalOf, points, totalLosses, turnSpans, verdict, wholeOrder } from "./figures";
import { ANALYSIS } from "./testAnalysis";

const [first, second] = ANALYSIS.turning_points;

describe("figures of an analysis", () => {
  it("gives the second side the rest of the chance", () => {
    expect(chanceOf(ANALYSIS, "red", 0.7)).toBe(0.7);
    expect(chanceOf(ANALYSIS, "blue", 0.7)).toBeCloseTo(0.3);
  });
  it("writes points with their sign", () => {
    expect([points(0.204), points(-0.05), points(0.001)]).toEqual(["+20", "−5", "0"]);
  });
  it("separates the order from the dice", () => {
    expect(verdict(ANALYSIS, first!)).toEqual({ order: -9, dice: 20 });
    expect(verdict(ANALYSIS, second!)).toEqual({ order: null, dice: null });
  });
  it("divides the chart into turns", () => {
    expect(turnSpans(ANALYSIS)).toEqual([{ turn: 1, from: 0, to: 0.5 }, { turn: 2, from: 0.5, to: 1 }]);
  });
  it("adds up losses and finds the goal", () => {
    expect(totalLosses(ANALYSIS)).toEqual({ red: 3, blue: 5 });
    expect(goalOf(ANALYSIS, "held")).toMatchObject({ title: "Towns", side: "red", target: 2, values: [1, 2] });
    expect(goalOf({ ...ANALYSIS, series: [] }, "held")).toMatchObject({ title: "held", values: [1, 2], target: null });
  });
  it("fills in the fields that the server leaves out", () => {
    expect(wholeOrder({ verb: "end" })).toEqual({ verb: "end", target: "", units: [], path: [], words: [] });
  });
});
