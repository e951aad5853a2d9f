/** Dice statistics by side: rolls so far compared with the average. */

import type { PlayedOrder } from "../api";

export interface Luck {
  side: string;
  count: number;
  sum: number;
  expected: number;
  /** How often each face was rolled; index 0 is a 1. */
  faces: number[];
  /** Running total minus expected total after each die. */
  course: number[];
}

/** Dice count as six-sided unless a face above 6 has been rolled. */
export function luck(log: readonly PlayedOrder[], sides: readonly string[]): Luck[] {
  const every = log.flatMap((played) => played.events.flatMap((event) => event.dice));
  const most = Math.max(0, ...every);
  const faces = most <= 6 ? 6 : most <= 10 ? 10 : most;
  const mean = (faces + 1) / 2;
  const bySide = new Map<string, Luck>();
  for (const side of sides) bySide.set(side, fresh(side, faces));
  for (const played of log) {
    for (const event of played.events) {
      const side = event.side || played.side;
      const mine = bySide.get(side) ?? fresh(side, faces);
      bySide.set(side, mine);
      for (const die of event.dice) {
        mine.count += 1;
        mine.sum += die;
        mine.expected += mean;
        mine.faces[die - 1] = (mine.faces[die - 1] ?? 0) + 1;
        mine.course.push(mine.sum - mine.expected);
      }
    }
  }
  return [...bySide.values()];
}

function fresh(side: string, faces: number): Luck {
  return { side, count: 0, sum: 0, expected: 0, faces: Array<number>(faces).fill(0), course: [] };
}
