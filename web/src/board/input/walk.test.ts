import { describe, expect, it } from "vitest";
import { HexLayout } from "../geometry/hexLayout";
import { grid } from "../testing";
import { walk } from "./walk";

describe("walking by keys", () => {
  const layout = new HexLayout(grid(9, 8));
  const go = (from: string, ...keys: string[]) => layout.id(keys.reduce((at, key) => walk(layout, at, key), layout.find(from)));

  it("reaches all six neighbours", () => {
    expect(["ArrowUp", "PageUp", "PageDown", "ArrowDown", "End", "Home"].map((key) => go("0302", key))).toEqual(["0301", "0401", "0402", "0303", "0202", "0201"]);
  });
  it("goes straight along a row with left and right, and back", () => {
    expect(go("0105", ...Array<string>(8).fill("ArrowRight"))).toBe("0905");
    expect(go("0905", ...Array<string>(8).fill("ArrowLeft"))).toBe("0105");
  });
  it("stays at the edge and leaves other keys alone", () => {
    expect(go("0101", "ArrowUp")).toBe("0101");
    expect(go("0101", "ArrowLeft")).toBe("0101");
    expect(walk(layout, 0, "x")).toBe(-1);
  });
  it("reaches every hex of the board", () => {
    const seen = new Set([0]);
    const queue = [0];
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
        const to = walk(layout, at, key);
        if (!seen.has(to)) {
          seen.add(to);
          queue.push(to);
        }
      }
    }
    expect(seen.size).toBe(layout.size);
  });
});
