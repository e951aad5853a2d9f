/** Name plates beside hexes: a gold ring, the name, and the hex below it. */

import type { Frame } from "../counters/counterLayer";
import { polygon } from "../geometry/curves";
import { HEX_OUTLINE, type HexLayout, type Point } from "../geometry/hexLayout";
import { SANS, SERIF, type Theme } from "../map/theme";
import type { Overlay } from "../types";

/** Maximum number of plates; rings are drawn for all hexes. */
const MOST_PLATES = 16;
const HIGH = 34, ROOM = 9;

export function drawPlates({ brush, scale, x: ox, y: oy, dpr, visible: v }: Frame, theme: Theme, layout: HexLayout, plates: NonNullable<Overlay["plates"]>): void {
  const seen = plates.flatMap((plate) => {
    const at = layout.find(plate.hex);
    if (at < 0) return [];
    const [x, y] = layout.centre(at);
    return x > v.left && x < v.right && y > v.top && y < v.bottom ? [{ ...plate, x, y }] : [];
  });
  for (const { x, y } of seen) ring(brush, [x, y], scale, [ox, oy], theme, dpr);
  if (seen.length > MOST_PLATES) return;
  const taken: { left: number; top: number; right: number; bottom: number }[] = [];
  for (const { name, hex, x, y } of seen.filter((plate) => plate.name)) {
    brush.save();
    brush.setTransform(dpr, 0, 0, dpr, 0, 0);
    brush.font = `700 14px ${SERIF}`;
    const wide = Math.max(brush.measureText(name).width, 30) + 2 * ROOM;
    const [cx, cy] = [(x * scale + ox) / dpr, (y * scale + oy) / dpr];
    const beside = scale / dpr + 6;
    const places = [cx + beside, cx - beside - wide].map((left) => ({ left, top: cy - HIGH / 2, right: left + wide, bottom: cy + HIGH / 2 }));
    const free = places.find((box) => !taken.some((other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom));
    if (free) {
      taken.push(free);
      brush.beginPath();
      brush.roundRect(free.left, free.top, wide, HIGH, 6);
      brush.fillStyle = theme.noteHalo;
      brush.fill();
      brush.strokeStyle = theme.gold;
      brush.stroke();
      brush.fillStyle = theme.ink;
      brush.textBaseline = "alphabetic";
      brush.textAlign = "left";
      brush.fillText(name, free.left + ROOM, free.top + 15);
      brush.font = `10.5px ${SANS}`;
      brush.fillText(hex, free.left + ROOM, free.top + 28);
    }
    brush.restore();
  }
}

function ring(brush: CanvasRenderingContext2D, [x, y]: Point, scale: number, [ox, oy]: Point, theme: Theme, dpr: number): void {
  brush.save();
  brush.setTransform(scale, 0, 0, scale, ox, oy);
  for (const [ink, width] of [[theme.goldGlow, 5.5], [theme.gold, 3]] as const) {
    brush.beginPath();
    polygon(brush, HEX_OUTLINE.map(([a, b]): Point => [x + a * 0.96, y + b * 0.96]));
    brush.strokeStyle = ink;
    brush.lineWidth = (width * dpr) / scale;
    brush.stroke();
  }
  brush.restore();
}
