/** Draws a player's own plan: dashed arrows and notes on small plates. */

import type { Frame } from "../counters/counterLayer";
import { arrowOutline } from "../geometry/arrows";
import { polygon } from "../geometry/curves";
import { HEX_OUTLINE, type HexLayout, type Point } from "../geometry/hexLayout";
import { fade, mix } from "../map/colour";
import type { Theme } from "../map/theme";
import type { Overlay } from "../types";
import type { Labels } from "./textBitmaps";

const THICK = 0.17;

/** A side's colour, light enough for a dark map. */
export function inkOn(theme: Theme, colour: string): string {
  return theme.name === "night" ? mix(colour, "#ffffff", 0.45) : colour;
}

export function drawPlan({ brush, scale, x: ox, y: oy, dpr }: Frame, theme: Theme, layout: HexLayout, labels: Labels, plan: NonNullable<Overlay["plan"]>): void {
  const ink = inkOn(theme, plan.colour);
  const centre = (hex: string): Point | null => {
    const at = layout.find(hex);
    return at < 0 ? null : layout.centre(at);
  };
  brush.save();
  brush.setTransform(scale, 0, 0, scale, ox, oy);
  brush.lineJoin = "round";
  for (const { from, to } of plan.arrows) {
    const [a, b] = [centre(from), centre(to)];
    if (!a || !b) continue;
    const shape = new Path2D();
    polygon(shape, arrowOutline(a, b, THICK));
    brush.setLineDash([]);
    brush.strokeStyle = fade(theme.noteHalo, 0.9);
    brush.lineWidth = Math.max(0.13, 4 / scale);
    brush.stroke(shape);
    brush.fillStyle = fade(ink, 0.18);
    brush.fill(shape);
    brush.setLineDash([0.16, 0.1]);
    brush.strokeStyle = ink;
    brush.lineWidth = Math.max(0.06, 2 / scale);
    brush.stroke(shape);
  }
  brush.setLineDash([0.16, 0.1]);
  const start = plan.start ? centre(plan.start) : null;
  if (start) {
    brush.beginPath();
    polygon(brush, HEX_OUTLINE.map(([x, y]): Point => [start[0] + x * 0.9, start[1] + y * 0.9]));
    brush.strokeStyle = ink;
    brush.lineWidth = Math.max(0.08, 3 / scale);
    brush.stroke();
  }
  brush.restore();
  for (const { hex, text } of plan.notes) {
    const at = centre(hex);
    if (!at) continue;
    labels.draw(brush, text, at[0] * scale + ox, (at[1] - 0.62) * scale + oy, Math.min(Math.max(scale * 0.26, 12 * dpr), 15 * dpr), {
      ink: theme.note, halo: theme.noteHalo, fill: theme.noteHalo, rim: ink,
    });
  }
}
