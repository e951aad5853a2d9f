/** Outlines of arrows from hex to hex, in world units. Pure. */

import type { Point } from "./hexLayout";

/** How far a flight path bends, as a part of its length. */
const BEND = 0.12;

export interface Bow { from: Point; by: Point; to: Point; head: Point[]; at: (part: number) => Point }

/** A curve that bends northwards from hex to hex, with an arrow head; it starts and ends short of the hex centres. */
export function bow(from: Point, to: Point): Bow | null {
  const dx = to[0] - from[0], dy = to[1] - from[1];
  const length = Math.hypot(dx, dy);
  if (length < 0.01) return null;
  const sign = dx < 0 ? -1 : 1;
  const by: Point = [(from[0] + to[0]) / 2 + sign * dy * BEND, (from[1] + to[1]) / 2 - sign * dx * BEND];
  const towards = (a: Point, b: Point, gap: number): Point => {
    const far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    return [a[0] + ((b[0] - a[0]) / far) * gap, a[1] + ((b[1] - a[1]) / far) * gap];
  };
  const gap = Math.min(0.62, length * 0.3);
  const start = towards(from, by, gap), end = towards(to, by, gap), neck = towards(to, by, gap + 0.34);
  const [ux, uy] = [(end[0] - neck[0]) / 0.34, (end[1] - neck[1]) / 0.34];
  const head: Point[] = [end, [neck[0] - uy * 0.2, neck[1] + ux * 0.2], [neck[0] + uy * 0.2, neck[1] - ux * 0.2]];
  const at = (t: number): Point => {
    const u = 1 - t;
    return [u * u * start[0] + 2 * u * t * by[0] + t * t * neck[0], u * u * start[1] + 2 * u * t * by[1] + t * t * neck[1]];
  };
  return { from: start, by, to: neck, head, at };
}

/** A tapered arrow that starts and ends short of the hex centres, so that it hides no counter. */
export function arrowOutline(from: Point, to: Point, thick: number): Point[] {
  const dx = to[0] - from[0], dy = to[1] - from[1];
  const length = Math.hypot(dx, dy);
  if (length < 0.01) return [];
  const [ux, uy] = [dx / length, dy / length];
  const start = Math.min(0.5, length * 0.28), end = length - Math.min(0.42, length * 0.24);
  const head = Math.min(0.42, (end - start) * 0.5);
  const at = (along: number, across: number): Point => [
    from[0] + ux * along - uy * across, from[1] + uy * along + ux * across,
  ];
  return [
    at(start, thick * 0.35), at(end - head, thick * 0.55), at(end - head * 1.12, thick * 1.35), at(end, 0),
    at(end - head * 1.12, -thick * 1.35), at(end - head, -thick * 0.55), at(start, -thick * 0.35),
  ];
}

/** How far a movement arrow bends, as a share of its length. */
const FLOW_BEND = 0.1;
const FLOW_STEPS = 20;

/** One curved arrow that widens towards its head, for all units that went the same way. */
export function flowOutline(from: Point, to: Point, wide: number): Point[] {
  const dx = to[0] - from[0], dy = to[1] - from[1];
  const length = Math.hypot(dx, dy);
  if (length < 0.01) return [];
  const bend = dx < 0 ? -FLOW_BEND : FLOW_BEND;
  const by: Point = [(from[0] + to[0]) / 2 + bend * dy, (from[1] + to[1]) / 2 - bend * dx];
  const at = (t: number): Point => [(1 - t) ** 2 * from[0] + 2 * t * (1 - t) * by[0] + t * t * to[0], (1 - t) ** 2 * from[1] + 2 * t * (1 - t) * by[1] + t * t * to[1]];
  const towards = (t: number): Point => {
    const x = 2 * (1 - t) * (by[0] - from[0]) + 2 * t * (to[0] - by[0]), y = 2 * (1 - t) * (by[1] - from[1]) + 2 * t * (to[1] - by[1]);
    const far = Math.hypot(x, y) || 1;
    return [x / far, y / far];
  };
  const neck = Math.max(0.35, 1 - (wide * 1.5) / length);
  const left: Point[] = [], right: Point[] = [];
  for (let step = 0; step <= FLOW_STEPS; step++) {
    const t = (neck * step) / FLOW_STEPS, [x, y] = at(t), [a, b] = towards(t), half = (wide / 2) * (0.4 + (0.6 * step) / FLOW_STEPS);
    left.push([x - b * half, y + a * half]);
    right.unshift([x + b * half, y - a * half]);
  }
  const [x, y] = at(neck), [a, b] = towards(neck), head = wide * 1.1 + 0.06;
  return [...left, [x - b * head, y + a * head], to, [x + b * head, y - a * head], ...right];
}
