import { describe, expect, it } from "vitest";
import { grid } from "../testing";
import { clipLine, hatchLines } from "./hatch";
import { HexLayout } from "./hexLayout";

const layout = new HexLayout(grid(9, 8));

describe("hatchings", () => {
  it("rise to the right for the player's side and fall for the enemy", () => {
    for (const [style, sign] of [["own", -1], ["enemy", 1]] as const) {
      for (const [a, b] of hatchLines([0, 0], style)) expect(Math.sign((b[1] - a[1]) * (b[0] - a[0]))).toBe(sign);
    }
  });
  it("stay inside the hex and continue in the next", () => {
    const here = layout.centre(layout.find("0403")), there = layout.centre(layout.find("0503"));
    const [a = [], b = []] = [here, there].map((c) => hatchLines(c, "own").flat());
    for (const [x, y] of a) expect(Math.hypot(x - here[0], y - here[1])).toBeLessThanOrEqual(1 + 1e-9);
    const shared = a.filter(([x, y]) => b.some(([u, v]) => Math.hypot(u - x, v - y) < 1e-6));
    expect(shared.length).toBeGreaterThan(1);
  });
  it("miss a hex that the line does not cross", () => {
    expect(clipLine([0, 0], [0, 1], 2)).toBeNull();
    expect(clipLine([0, 0], [0, 1], 0)?.map(([x]) => Math.abs(x))).toEqual([1, 1]);
  });
});
