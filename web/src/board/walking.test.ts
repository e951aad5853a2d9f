import { describe, expect, it } from "vitest";
import { Layout } from "./geometry";
import { walk } from "./keys";
import { along, Motion, STEP } from "./motion";
import { grid } from "./testing";

describe("walking by keys", () => {
  const layout = new Layout(grid(9, 8));
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

describe("motion", () => {
  it("goes along a line", () => {
    expect(along([[0, 0], [2, 0], [2, 4]], 0.25)).toEqual([1, 0]);
    expect(along([[0, 0], [2, 0], [2, 4]], 1)).toEqual([2, 4]);
    expect(along([[5, 5]], 0.5)).toEqual([5, 5]);
  });
  it("takes under a quarter of a second a hex, arrives, and stays until told the new place", async () => {
    expect(STEP).toBeLessThan(250);
    const motion = new Motion();
    const done = motion.begin([{ unit: "SA", points: [[0, 0], [1, 0], [2, 0]] }], 1, 1000);
    expect(motion.tick(1000 + STEP)).toBe(true);
    expect(motion.at.get("SA")?.[0]).toBeCloseTo(1);
    expect(motion.tick(1000 + 2 * STEP)).toBe(false);
    await done;
    expect(motion.at.get("SA")).toEqual([2, 0]);
    motion.settle();
    expect(motion.at.size).toBe(0);
  });
  it("can be sped up and skipped", async () => {
    const motion = new Motion();
    const quick = motion.begin([{ unit: "SA", points: [[0, 0], [1, 0]] }], 4, 0);
    expect(motion.tick(STEP / 4)).toBe(false);
    await quick;
    const skipped = motion.begin([{ unit: "SB", points: [[0, 0], [9, 0]] }], 1, 0);
    motion.skip();
    await skipped;
    expect(motion.at.get("SB")).toEqual([9, 0]);
    await motion.begin([{ unit: "SC", points: [[0, 0]] }], 1, 0);
  });
});
