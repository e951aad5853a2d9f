import { describe, expect, it } from "vitest";
import { along, Motion, STEP } from "./motion";

describe("motion", () => {
  it("goes along a line", () => {
    expect(along([[0, 0], [2, 0], [2, 4]], 0.25)).toEqual([1, 0]);
    expect(along([[0, 0], [2, 0], [2, 4]], 1)).toEqual([2, 4]);
    expect(along([[5, 5]], 0.5)).toEqual([5, 5]);
  });
  it("takes less than 250 ms per hex, arrives, and stays until the unit is placed", async () => {
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
