/** Dice statistics by side: rolls so far compared with the average. */

import type { PlayedOrder } from "../api";

export interface SideDice {
  side: string;
  count: number;
  sum: number;
  expected: number;
  /** How often each face was rolled; index 0 is a 1. */
  faces: number[];
  /** Running total minus expected total after each die. */
  deviations: number[];
}

/** Dice count as six-sided unless a face above 6 has been rolled. */
export function diceBySide(log: readonly PlayedOrder[], sides: readonly string[]): SideDice[] {
  const every = log.flatMap((played) => played.events.flatMap((event) => event.dice));
  const highest = Math.max(0, ...every);
  const faces = highest <= 6 ? 6 : highest <= 10 ? 10 : highest;
  const mean = (faces + 1) / 2;
  const bySide = new Map<string, SideDice>();
  for (const side of sides) bySide.set(side, noDice(side, faces));
  for (const played of log) {
    for (const event of played.events) {
      const side = event.side || played.side;
      const mine = bySide.get(side) ?? noDice(side, faces);
      bySide.set(side, mine);
      for (const die of event.dice) {
        mine.count += 1;
        mine.sum += die;
        mine.expected += mean;
        mine.faces[die - 1] = (mine.faces[die - 1] ?? 0) + 1;
        mine.deviations.push(mine.sum - mine.expected);
      }
    }
  }
  return [...bySide.values()];
}

function noDice(side: string, faces: number): SideDice {
  return { side, count: 0, sum: 0, expected: 0, faces: Array<number>(faces).fill(0), deviations: [] };
}
