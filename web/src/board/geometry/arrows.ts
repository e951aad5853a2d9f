/** Outlines of arrows from hex to hex, in world units. Pure. */

import type { Point } from "./hexLayout";

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
