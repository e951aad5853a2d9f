/** Moves the cursor by keyboard. Pure. */

import { type HexLayout, spotY } from "../geometry/hexLayout";

const STRAIGHT: Readonly<Record<string, number>> = { ArrowUp: 0, PageUp: 1, PageDown: 2, ArrowDown: 3, End: 4, Home: 5 };

/** The hex a key leads to; the same hex at an edge, -1 for other keys. Left and right stay in one row: they go up
 *  from low columns and down from high ones. */
export function walk(layout: HexLayout, from: number, key: string): number {
  const straight = STRAIGHT[key];
  const step = (direction: number) => layout.next(from, direction);
  if (straight !== undefined) return step(straight) >= 0 ? step(straight) : from;
  if (key !== "ArrowLeft" && key !== "ArrowRight") return -1;
  const low = Math.abs(spotY(layout.spotOf(from))) % 2 === 1;
  const right = key === "ArrowRight";
  const [up, down] = right ? [1, 2] : [5, 4];
  const [first, second] = low ? [up, down] : [down, up];
  return step(first) >= 0 ? step(first) : step(second) >= 0 ? step(second) : from;
}
