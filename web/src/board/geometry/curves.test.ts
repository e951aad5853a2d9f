import { describe, expect, it } from "vitest";
import { chains, type Pen, ribbon, rounded, sampled, soft, stems, through } from "./curves";
import type { Point } from "./hexLayout";

/** A pen that remembers. */
function pen(): Pen & { log: string[]; ends: Point[] } {
  const log: string[] = [], ends: Point[] = [];
  const note = (name: string) => (...n: number[]) => {
    log.push(name);
    ends.push([n.at(-2) ?? 0, n.at(-1) ?? 0]);
  };
  return { log, ends, moveTo: note("M"), lineTo: note("L"), quadraticCurveTo: note("Q"), bezierCurveTo: note("C"), closePath: () => log.push("Z") };
}

describe("chains", () => {
  it("joins edges given in any order and direction, once each", () => {
    expect(chains([[2, 3], [1, 2], [4, 3], [2, 1], [3, 2]])).toEqual([[1, 2, 3, 4]]);
  });
  it("closes a ring", () => {
    const [ring] = chains([[1, 2], [2, 3], [3, 1]]);
    expect(ring).toHaveLength(4);
    expect(ring?.[0]).toBe(ring?.at(-1));
  });
  it("stops at a fork", () => {
    const found = chains([[1, 2], [2, 3], [2, 4], [4, 5]]);
    expect(found).toHaveLength(3);
    for (const line of found) expect([line[0], line.at(-1)]).toContain(2);
  });
});

describe("stems", () => {
  it("runs the two longest lines on through a fork and lets the third join", () => {
    const { lines, joints } = stems(chains([[1, 2], [2, 3], [3, 4], [4, 5], [3, 9]]));
    expect(lines.map((l) => l.length).sort((a, b) => a - b)).toEqual([2, 5]);
    expect(joints.get(3)).toHaveLength(3);
  });
  it("leaves lines without forks alone", () => {
    expect(stems([[1, 2, 3]]).lines).toEqual([[1, 2, 3]]);
  });
});

const ZIGZAG: Point[] = [[0, 0], [1, 1], [2, 0], [3, 1]];

describe("soft lines", () => {
  it("keep their ends and turn every corner", () => {
    const p = pen();
    soft(p, ZIGZAG);
    expect(p.log.join("")).toBe("MLQQL");
    expect(p.ends[0]).toEqual([0, 0]);
    expect(p.ends.at(-1)).toEqual([3, 1]);
  });
  it("close rings", () => {
    const p = pen();
    soft(p, [[0, 0], [1, 0], [0, 1], [0, 0]]);
    expect(p.log.at(-1)).toBe("Z");
    expect(p.log.filter((c) => c === "Q")).toHaveLength(3);
  });
  it("are sampled evenly, from end to end", () => {
    const line = sampled(ZIGZAG);
    expect(line[0]).toEqual([0, 0]);
    expect(line.at(-1)).toEqual([3, 1]);
    const steps = line.slice(1).map(([x, y], i) => Math.hypot(x - (line[i]?.[0] ?? 0), y - (line[i]?.[1] ?? 0)));
    expect(Math.max(...steps)).toBeLessThan(0.75);
    expect(line.every(([, y]) => y >= 0 && y <= 1)).toBe(true);
  });
  it("become ribbons that are thin where a river rises", () => {
    const area = ribbon(ZIGZAG, 0.2, true, false);
    expect(area.length % 2).toBe(0);
    const width = (i: number) => Math.hypot((area[i]?.[0] ?? 0) - (area.at(-1 - i)?.[0] ?? 0), (area[i]?.[1] ?? 0) - (area.at(-1 - i)?.[1] ?? 0));
    expect(width(0)).toBeLessThan(0.08);
    expect(width(area.length / 2 - 1)).toBeGreaterThan(0.15);
  });
});

describe("rounded and through", () => {
  it("round each corner of an area once", () => {
    const p = pen();
    rounded(p, [[0, 0], [2, 0], [2, 2], [0, 2], [0, 0]], 0.36);
    expect(p.log.join("")).toBe("MQLQLQLQZ");
  });
  it("run through every point", () => {
    const p = pen();
    through(p, ZIGZAG);
    expect(p.ends).toEqual(ZIGZAG);
  });
});
