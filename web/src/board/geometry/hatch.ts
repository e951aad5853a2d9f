/** Hatching: each style has its own line direction, continuous from hex to hex. Pure. */

import { HEX_OUTLINE, type Point } from "./hexLayout";
import type { Overlay } from "../types";

export type HatchStyle = NonNullable<Overlay["hatch"]>[number]["style"];

interface Style { turn: number; gap: number; width: number }

/** The player's lines rise to the right, the enemy's fall, so they differ without colour. (y grows downwards.) */
export const STYLES: Readonly<Record<HatchStyle, Style>> = {
  own: { turn: -45, gap: 0.3, width: 0.04 },
  enemy: { turn: 45, gap: 0.3, width: 0.04 },
};

/** The part of a line at a distance along a normal that lies in a hex around a point; null when it misses. */
export function clipLine(centre: Point, normal: Point, distance: number): [Point, Point] | null {
  const ends: Point[] = [];
  const away = HEX_OUTLINE.map(([x, y]) => (x + centre[0]) * normal[0] + (y + centre[1]) * normal[1] - distance);
  for (let i = 0; i < 6; i++) {
    const a = away[i] ?? 0, b = away[(i + 1) % 6] ?? 0;
    if (a < 0 === b < 0) continue;
    const p = HEX_OUTLINE[i] ?? [0, 0], q = HEX_OUTLINE[(i + 1) % 6] ?? [0, 0];
    const t = a / (a - b);
    ends.push([centre[0] + p[0] + (q[0] - p[0]) * t, centre[1] + p[1] + (q[1] - p[1]) * t]);
  }
  const [from, to] = ends;
  return from && to ? [from, to] : null;
}

/** All lines of a hatching in one hex. */
export function hatchLines(centre: Point, style: HatchStyle): [Point, Point][] {
  const { turn, gap } = STYLES[style];
  const angle = (turn * Math.PI) / 180;
  const normal: Point = [-Math.sin(angle), Math.cos(angle)];
  const middle = centre[0] * normal[0] + centre[1] * normal[1];
  const found: [Point, Point][] = [];
  for (let k = Math.ceil((middle - 1) / gap); k <= (middle + 1) / gap; k++) {
    const line = clipLine(centre, normal, k * gap);
    if (line) found.push(line);
  }
  return found;
}
