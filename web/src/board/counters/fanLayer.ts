/** Draws the open fan and dragged counters. */

import type { Camera } from "../canvas/camera";
import { fade } from "../map/colour";
import type { CounterLayer } from "./counterLayer";
import type { Scene } from "../scene";
import type { Theme } from "../map/theme";

export function drawFan(brush: CanvasRenderingContext2D, scene: Scene, camera: Camera, counters: CounterLayer, theme: Theme, dpr: number): void {
  const open = scene.fan(camera);
  if (!open) return;
  const { panel, size, spots } = open.fan;
  const [hx, hy] = camera.toScreen(...scene.layout.centre(scene.fanHex));
  const onRight = panel.left > hx;
  const edge = onRight ? panel.left : panel.right;
  const tip = onRight ? Math.max(hx + camera.view.scale * 0.55, edge - 9) : Math.min(hx - camera.view.scale * 0.55, edge + 9);
  const low = Math.min(panel.bottom - 14, Math.max(panel.top + 14, hy));
  brush.save();
  brush.scale(dpr, dpr);
  for (const [grow, opacity] of [[6, 0.06], [3, 0.1], [1, 0.14]] as const) {
    brush.fillStyle = fade(theme.shadow, opacity);
    brush.beginPath();
    brush.roundRect(panel.left - grow, panel.top - grow + 3, panel.right - panel.left + 2 * grow, panel.bottom - panel.top + 2 * grow, 9 + grow);
    brush.fill();
  }
  brush.beginPath();
  brush.roundRect(panel.left, panel.top, panel.right - panel.left, panel.bottom - panel.top, 9);
  brush.fillStyle = fade(theme.panel, 0.97);
  brush.fill();
  brush.strokeStyle = theme.panelEdge;
  brush.lineWidth = 1;
  brush.stroke();
  // a corner that points to the hex
  brush.beginPath();
  brush.moveTo(edge, low - 8);
  brush.lineTo(tip, low);
  brush.lineTo(edge, low + 8);
  brush.fillStyle = theme.panel;
  brush.fill();
  brush.stroke();
  brush.fillRect(edge - 1, low - 7, 2, 14);
  brush.restore();
  open.units.forEach((unit, i) => {
    const [x, y] = spots[i] ?? [0, 0];
    counters.loose(brush, unit, x * dpr, y * dpr, size * dpr * (unit.marker ? 0.86 : 1));
  });
}

/** Dragged counters, spread a little to show how many they are. */
export function drawDrag(brush: CanvasRenderingContext2D, scene: Scene, camera: Camera, counters: CounterLayer, dpr: number): void {
  const { drag } = scene;
  if (!drag) return;
  const size = Math.max(28, camera.view.scale) * 1.06;
  [...drag.units].reverse().forEach((id, i, all) => {
    const unit = scene.units.get(id);
    const shift = (all.length - 1 - i) * size * 0.14;
    if (unit) counters.loose(brush, unit, (drag.px + shift) * dpr, (drag.py - shift) * dpr, size * dpr, 0.88);
  });
}
