import { describe, expect, it } from "vitest";
import { arrowOutline } from "./arrows";

describe("arrows", () => {
  it("start and end short of the hex centres", () => {
    const outline = arrowOutline([0, 0], [3, 0], 0.2);
    expect(Math.min(...outline.map((p) => p[0]))).toBeGreaterThan(0.2);
    expect(Math.max(...outline.map((p) => p[0]))).toBeLessThan(3);
    expect(arrowOutline([1, 1], [1, 1], 0.2)).toEqual([]);
  });
});
