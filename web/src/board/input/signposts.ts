/** Signposts at the edge of the window that point to choices outside it. Pure. */

import type { Point } from "../geometry/hexLayout";

export interface Signpost { x: number; y: number; arrow: string }
interface Window { width: number; height: number }

/** Width and height of a signpost in pixels: wide enough for a finger. */
export const SIGN: Point = [60, 30];
const ARROWS = ["→", "↘", "↓", "↙", "←", "↖", "↑", "↗"] as const;

/** Positions of signposts to these points: on the edge, in their direction, without overlap. */
export function signposts(points: readonly Point[], { width, height }: Window): Signpost[] {
  const [w, h] = SIGN;
  const halfX = Math.max(1, (width - w) / 2 - 4), halfY = Math.max(1, (height - h) / 2 - 4);
  const signs = points.map(([px, py], index) => {
    const dx = px - width / 2, dy = py - height / 2;
    const part = 1 / Math.max(Math.abs(dx) / halfX, Math.abs(dy) / halfY, 1e-6);
    const eighth = Math.round(Math.atan2(dy, dx) / (Math.PI / 4));
    const upright = Math.abs(dx) / halfX > Math.abs(dy) / halfY;
    const rim = upright ? (dx > 0 ? "right" : "left") : dy > 0 ? "bottom" : "top";
    return { index, rim, x: width / 2 + dx * part, y: height / 2 + dy * part, arrow: ARROWS[(eighth + 8) % 8] ?? "→" };
  });
  for (const rim of ["left", "right"]) spread(signs.filter((sign) => sign.rim === rim), "y", h + 4, height);
  for (const rim of ["top", "bottom"]) spread(signs.filter((sign) => sign.rim === rim), "x", w + 4, width);
  return signs.map(({ x, y, arrow }) => ({ x, y, arrow }));
}

/** Push the signposts of one edge apart, and back into the window. */
function spread(signs: { x: number; y: number }[], axis: "x" | "y", gap: number, length: number): void {
  signs.sort((a, b) => a[axis] - b[axis]);
  let least = gap / 2;
  for (const sign of signs) {
    sign[axis] = Math.max(sign[axis], least);
    least = sign[axis] + gap;
  }
  let most = length - gap / 2;
  for (const sign of [...signs].reverse()) {
    sign[axis] = Math.min(sign[axis], most);
    most = sign[axis] - gap;
  }
}
