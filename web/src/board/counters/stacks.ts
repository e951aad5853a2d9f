/** Layout of stacks and fans, and which counter is under a point. Pure. */

import type { Point, Rect } from "../geometry/hexLayout";

/** The side of a counter, in hexsides: leaves room for the number above and the name below. */
export const COUNTER = 1;
export const MARKER = 0.74;
const OFFSET = 0.085;
const SPREAD = 0.32;

/** Centre of each counter of a stack relative to the hex, from the top one down. Those below stick out to the
 *  upper right, so that each of them can be seen and clicked. */
export function stackLayout(count: number): readonly Point[] {
  const known = layouts.get(count) ?? spread(count);
  layouts.set(count, known);
  return known;
}

const layouts = new Map<number, readonly Point[]>();

function spread(count: number): Point[] {
  if (count < 2) return [[0, 0]];
  const step = Math.min(OFFSET, SPREAD / (count - 1));
  const whole = step * (count - 1);
  return Array.from({ length: count }, (_, depth): Point => [step * depth - whole / 2, 0.03 - step * depth * 0.9]);
}

/** The visible part of a counter: all of the top one, a strip on the right of the others. */
export function visiblePart(offsets: readonly Point[], depth: number, size = COUNTER): Rect {
  const [x, y] = offsets[depth] ?? [0, 0];
  const above = depth ? offsets[depth - 1] : undefined;
  const right = x + size / 2;
  return { left: above ? above[0] + size / 2 : x - size / 2, top: y - size / 2, right, bottom: y + size / 2 };
}

/** The side of a marker beside the unit that it lies on, and where the first of them is. */
const BESIDE = 0.46;
const BESIDE_AT: Point = [0.54, 0.16];
const BESIDE_STEP = 0.34;

/** Where a counter of a stack is drawn, from the middle of its hex: its centre, its side, and its visible part. */
export interface Spot { at: Point; size: number; part: Rect; /** Whether it is drawn over the others. */ above: boolean }

/** The spots of a stack, from the top counter down. Markers on units lie beside them, so that they hide nothing, unless selected. */
export function spotsOf(stack: readonly { id: string; marker?: boolean; under?: boolean }[], selected: ReadonlySet<string>): Spot[] {
  const beside = stack.map(({ id, marker, under }) => Boolean(marker) && !under && !selected.has(id) && stack.some((other) => !other.marker));
  const offsets = stackLayout(beside.filter((aside) => !aside).length);
  let depth = 0, number = 0;
  return stack.map(({ marker }, index): Spot => {
    if (!beside[index]) {
      const at = offsets[depth] ?? [0, 0];
      return { at, size: marker ? MARKER : COUNTER, part: visiblePart(offsets, depth++), above: false };
    }
    const at: Point = [BESIDE_AT[0], BESIDE_AT[1] - BESIDE_STEP * number++];
    const half = BESIDE / 2;
    return { at, size: BESIDE, part: { left: at[0] - half, top: at[1] - half, right: at[0] + half, bottom: at[1] + half }, above: true };
  });
}

/** Which counter is under a point given from the middle of the hex; -1 for none. */
export function spotHit(spots: readonly Spot[], dx: number, dy: number): number {
  const on = ({ at, size, above }: Spot): boolean => { const half = (above ? size : COUNTER) / 2; return Math.abs(dx - at[0]) <= half && Math.abs(dy - at[1]) <= half; };
  const above = spots.findIndex((spot) => spot.above && on(spot));
  return above >= 0 ? above : spots.findIndex(on);
}

/** Which counter of a stack is under a point given from the middle of the hex; -1 for none. */
export function stackHit(offsets: readonly Point[], dx: number, dy: number, size = COUNTER): number {
  return offsets.findIndex(([x, y]) => Math.abs(dx - x) <= size / 2 && Math.abs(dy - y) <= size / 2);
}

export interface Fan { panel: Rect; size: number; spots: Point[] }

const GAP = 8;
const PAD = 12;

/** Layout of a fanned-out stack in window pixels: full counters in rows beside the hex, on the side with more space. */
export function fanLayout(count: number, hex: Rect, window: { width: number; height: number }, counter: number): Fan {
  const size = Math.min(84, Math.max(52, counter));
  const columns = Math.min(count, count <= 4 ? count : Math.min(6, Math.ceil(Math.sqrt(count * 1.6))));
  const rows = Math.ceil(count / columns);
  const width = columns * size + (columns - 1) * GAP + 2 * PAD;
  const height = rows * size + (rows - 1) * GAP + 2 * PAD;
  const middle = (hex.top + hex.bottom) / 2;
  const onRight = hex.right + 6 + width <= window.width - 4;
  const left = onRight ? hex.right + 6 : Math.max(4, hex.left - 6 - width);
  const top = Math.min(Math.max(4, middle - height / 2), Math.max(4, window.height - height - 4));
  const spots = Array.from({ length: count }, (_, i): Point => [
    left + PAD + (i % columns) * (size + GAP) + size / 2,
    top + PAD + Math.floor(i / columns) * (size + GAP) + size / 2,
  ]);
  return { panel: { left, top, right: left + width, bottom: top + height }, size, spots };
}

export const fanHit = (fan: Fan, px: number, py: number): number =>
  fan.spots.findIndex(([x, y]) => Math.abs(px - x) <= (fan.size + GAP) / 2 && Math.abs(py - y) <= (fan.size + GAP) / 2);

export const inRect = (r: Rect, x: number, y: number): boolean => x >= r.left && x <= r.right && y >= r.top && y <= r.bottom;
