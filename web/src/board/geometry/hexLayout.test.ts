import { describe, expect, it } from "vitest";
import { HALF_HIGH, inHex, HexLayout, ROOT3, spot, spotX, spotY } from "./hexLayout";
import { grid } from "../testing";

describe("spots", () => {
  it("keep both numbers, also below zero, and add up", () => {
    for (const [x, y] of [[0, 0], [3, -1], [-5, 7], [400, -399]] as const) {
      expect([spotX(spot(x, y)), spotY(spot(x, y))]).toEqual([x, y]);
    }
    expect(spot(2, -3) + spot(-5, 4)).toBe(spot(-3, 1));
  });
});

describe("layout", () => {
  const layout = new HexLayout(grid(9, 8));
  const next = (id: string, d: number) => layout.id(layout.next(layout.find(id), d));

  it("knows the neighbours of high and low columns", () => {
    expect([0, 1, 2, 3, 4, 5].map((d) => next("0302", d))).toEqual(["0301", "0401", "0402", "0303", "0202", "0201"]);
    expect([0, 1, 2, 3, 4, 5].map((d) => next("0402", d))).toEqual(["0401", "0502", "0503", "0403", "0303", "0302"]);
    expect(next("0101", 0)).toBe("");
  });

  it("finds the hex under its middle, near its corners, and none outside", () => {
    layout.hexes.forEach((hex, i) => {
      expect(layout.hexAt(hex.x, hex.y)).toBe(i);
      for (let k = 0; k < 6; k++) {
        const turn = (k * Math.PI) / 3;
        expect(layout.hexAt(hex.x + 0.97 * Math.cos(turn), hex.y + 0.97 * Math.sin(turn))).toBe(i);
      }
    });
    expect(layout.hexAt(-1.2, 0)).toBe(-1);
    expect(layout.hexAt(1.5, -0.5)).toBe(-1);
  });

  it("does not find hexes that are not on the board", () => {
    const holed = new HexLayout(grid(3, 3, ["0202"]));
    expect(holed.size).toBe(8);
    expect(holed.hexAt(1.5, ROOT3 * 1.5)).toBe(-1);
    expect(holed.next(holed.find("0201"), 3)).toBe(-1);
  });

  it("knows the parts of a board that do not touch", () => {
    expect(layout.parts().map((part) => part.length)).toEqual([72]);
    const two = new HexLayout(grid(5, 2, ["0301", "0302"]));
    expect(two.parts().map((part) => part.map((i) => two.id(i)).sort())).toEqual([["0101", "0102", "0201", "0202"], ["0401", "0402", "0501", "0502"]]);
  });

  it("shares a hexside with the neighbour, corner by corner", () => {
    for (let d = 0; d < 6; d++) {
      const hex = layout.find("0503"), [a, b] = layout.side(hex, d);
      expect(layout.side(layout.next(hex, d), (d + 3) % 6)).toEqual([b, a]);
    }
  });

  it("outlines one hex in six sides, clockwise, and two in ten", () => {
    const [loop] = layout.loops([layout.find("0404")]);
    expect(loop).toHaveLength(7);
    expect(loop?.[0]).toBe(loop?.at(-1));
    expect(layout.loops([layout.find("0404"), layout.find("0405")])[0]).toHaveLength(11);
  });

  it("outlines a ring of hexes with its hole", () => {
    const middle = layout.find("0404");
    const ring = [0, 1, 2, 3, 4, 5].map((d) => layout.next(middle, d));
    expect(layout.loops(ring).map((l) => l.length).sort((a, b) => a - b)).toEqual([7, 19]);
  });

  it("runs terrain on beyond the board's edge, but not zones", () => {
    const corner = [layout.find("0101")];
    expect(layout.loops(corner)[0]).toHaveLength(7);
    expect(layout.loops(corner, true)[0]?.length).toBeGreaterThan(7);
  });

  it("lists every hex that reaches into a rectangle", () => {
    const area = { left: 3, top: 2, right: 5, bottom: 5 };
    const found = new Set(layout.within(area));
    layout.hexes.forEach((hex, i) => {
      const meets = hex.x + 1 > area.left && hex.x - 1 < area.right && hex.y + HALF_HIGH > area.top && hex.y - HALF_HIGH < area.bottom;
      if (meets) expect(found.has(i), hex.id).toBe(true);
    });
    expect(found.size).toBeLessThan(layout.size / 2);
  });

  it("lays points without wobble exactly, with it nearly, always the same", () => {
    const [a] = layout.side(layout.find("0303"), 0);
    const [x, y] = layout.point(a), [u, v] = layout.point(a, 0.05);
    expect(Math.hypot(u - x, v - y)).toBeCloseTo(0.05);
    expect(layout.point(a, 0.05)).toEqual([u, v]);
  });
});

describe("inHex", () => {
  it("takes the inside and leaves the outside", () => {
    expect(inHex(0.99, 0)).toBe(true);
    expect(inHex(0, 0.86)).toBe(true);
    expect(inHex(0.8, 0.6)).toBe(false);
    expect(inHex(0, 0.87)).toBe(false);
  });
});
