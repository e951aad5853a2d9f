/** Numbered flags on hexes, as tall as two lines of text at every zoom. They show what happened there, and in which order. */

import type { Frame } from "../counters/counterLayer";
import type { HexLayout } from "../geometry/hexLayout";
import { CONDENSED, type Theme } from "../map/theme";
import type { Overlay } from "../types";

const WIDE = 26, CLOTH = 16, POLE = 34;

/** Draw flags; those in the same hex stand beside each other. */
export function drawFlags({ brush, scale, x: ox, y: oy, dpr }: Frame, theme: Theme, layout: HexLayout, flags: NonNullable<Overlay["flags"]>): void {
  const beside = new Map<number, number>();
  for (const { hex, text, colour, ink, outcome } of flags) {
    const at = layout.find(hex);
    if (at < 0) continue;
    const nth = beside.get(at) ?? 0;
    beside.set(at, nth + 1);
    const [x, y] = layout.centre(at);
    brush.save();
    brush.setTransform(dpr, 0, 0, dpr, (x + 0.3) * scale + ox + nth * WIDE * dpr, (y - 0.35) * scale + oy);
    brush.lineJoin = brush.lineCap = "round";
    stroke(brush, theme.noteHalo, 5, () => { brush.moveTo(0, -POLE + 8); brush.lineTo(0, 8); });
    stroke(brush, theme.ink, 2.4, () => { brush.moveTo(0, -POLE + 8); brush.lineTo(0, 8); });
    cloth(brush);
    brush.strokeStyle = theme.noteHalo;
    brush.lineWidth = 3.4;
    brush.stroke();
    brush.fillStyle = outcome === "taken" ? colour : theme.noteHalo;
    brush.fill();
    brush.strokeStyle = colour;
    brush.lineWidth = 1.5;
    if (outcome === "held") brush.setLineDash([3, 2]);
    brush.stroke();
    brush.setLineDash([]);
    brush.fillStyle = outcome === "taken" ? ink : theme.ink;
    brush.font = `700 13px ${CONDENSED}`;
    brush.textAlign = "center";
    brush.textBaseline = "middle";
    brush.fillText(text, 10, -POLE + 8 + CLOTH / 2 + 0.5);
    if (outcome === "gone") {
      const cross = (): void => { brush.moveTo(15, -4); brush.lineTo(21, 2); brush.moveTo(21, -4); brush.lineTo(15, 2); };
      stroke(brush, theme.noteHalo, 5, cross);
      stroke(brush, colour, 2.6, cross);
    }
    brush.restore();
  }
}

function cloth(brush: CanvasRenderingContext2D): void {
  const top = -POLE + 8;
  brush.beginPath();
  brush.moveTo(0, top);
  brush.lineTo(WIDE - 4, top);
  brush.lineTo(WIDE - 8, top + CLOTH / 2);
  brush.lineTo(WIDE - 4, top + CLOTH);
  brush.lineTo(0, top + CLOTH);
  brush.closePath();
}

function stroke(brush: CanvasRenderingContext2D, ink: string, width: number, draw: () => void): void {
  brush.beginPath();
  draw();
  brush.strokeStyle = ink;
  brush.lineWidth = width;
  brush.stroke();
}
