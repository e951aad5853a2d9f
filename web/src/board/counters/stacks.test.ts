import { describe, expect, it } from "vitest";
import { COUNTER, fanHit, fanLayout, spotHit, spotsOf, stackHit, stackLayout, visiblePart } from "./stacks";

describe("stacks", () => {
  it("lie in the middle when alone and stay near it when many", () => {
    expect(stackLayout(1)).toEqual([[0, 0]]);
    for (const count of [2, 3, 6, 12]) {
      for (const [x, y] of stackLayout(count)) {
        expect(Math.abs(x)).toBeLessThan(0.2);
        // never lower than where the name of the place begins
        expect(y).toBeLessThan(0.05);
      }
    }
  });
  it("hit the top counter in the middle and each lower one on its strip", () => {
    for (const count of [2, 4, 9]) {
      const offsets = stackLayout(count);
      expect(stackHit(offsets, ...(offsets[0] ?? [0, 0]))).toBe(0);
      for (let depth = 0; depth < count; depth++) {
        const part = visiblePart(offsets, depth);
        expect(stackHit(offsets, (part.left + part.right) / 2 + 1e-6, (part.top + part.bottom) / 2), `${depth} of ${count}`).toBe(depth);
      }
    }
    expect(stackHit(stackLayout(3), 0.9, 0)).toBe(-1);
  });
  it("show all of the top counter", () => {
    const part = visiblePart(stackLayout(3), 0);
    expect(part.right - part.left).toBeCloseTo(COUNTER);
  });
});

describe("markers on units", () => {
  const NONE: ReadonlySet<string> = new Set();
  const stack = [{ id: "air", marker: true }, { id: "ew", marker: true }, { id: "A" }, { id: "B" }, { id: "port", marker: true, under: true }];
  it("lie beside them and leave the unit in the middle", () => {
    const spots = spotsOf(stack, NONE);
    expect(spots.map(({ above }) => above)).toEqual([true, true, false, false, false]);
    expect(spotHit(spots, 0, 0)).toBe(2);
    expect(spotHit(spots, ...spots[0]!.at)).toBe(0);
    expect(spotHit(spots, ...spots[1]!.at)).toBe(1);
    for (const { part, above } of spots) if (above) expect(part.left).toBeGreaterThan(0.25); // over the right edge of the unit alone
  });
  it("lie on top when selected or alone", () => {
    expect(spotHit(spotsOf(stack, new Set(["air"])), 0, 0)).toBe(0);
    expect(spotsOf([{ id: "air", marker: true }], NONE)[0]).toMatchObject({ at: [0, 0], above: false });
  });
});

describe("fans", () => {
  const window = { width: 1000, height: 700 };
  const hex = { left: 400, right: 480, top: 300, bottom: 370 };
  it("stand on the right, or on the left where there is no room, inside the window", () => {
    expect(fanLayout(4, hex, window, 40).panel.left).toBeGreaterThan(hex.right);
    const left = fanLayout(4, { ...hex, left: 900, right: 980 }, window, 40);
    expect(left.panel.right).toBeLessThan(900);
    const low = fanLayout(12, { ...hex, top: 650, bottom: 700 }, window, 40);
    expect(low.panel.bottom).toBeLessThanOrEqual(window.height);
    expect(low.panel.top).toBeGreaterThanOrEqual(0);
  });
  it("show every counter apart and large enough to touch", () => {
    const fan = fanLayout(7, hex, window, 20);
    expect(fan.size).toBeGreaterThanOrEqual(44);
    fan.spots.forEach(([x, y], i) => {
      expect(fanHit(fan, x, y)).toBe(i);
      expect(x - fan.size / 2).toBeGreaterThan(fan.panel.left);
      expect(y + fan.size / 2).toBeLessThan(fan.panel.bottom);
    });
    expect(fanHit(fan, fan.panel.left - 50, 0)).toBe(-1);
  });
});
