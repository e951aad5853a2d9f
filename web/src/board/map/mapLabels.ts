/** Labels on the map: countries in spaced capitals, seas and mountains in italics. Decorative. */

import { type HexLayout, meets } from "../geometry/hexLayout";
import type { Sheet } from "./ground";
import { inPixels } from "./places";
import { SERIF, type Theme } from "./theme";
import type { Label } from "../types";

/** Minimum readable height in pixels. */
const LEAST = 9;
const INKS: Readonly<Record<string, string>> = { land: "#6b5536", water: "#47748a", heights: "#7a5a3a" };

export function paintLabels(sheet: Sheet, layout: HexLayout, labels: readonly Label[]): void {
  for (const label of labels) {
    const hex = layout.find(label.hex);
    const size = 0.42 + 0.31 * (label.size - 1), high = size * sheet.scale;
    if (hex < 0 || high < LEAST) continue;
    const [x, y] = layout.centre(hex), reach = size * (1 + label.text.length * 0.55);
    if (!meets({ left: x - reach, right: x + reach, top: y - reach, bottom: y + reach }, sheet.area)) continue;
    inPixels(sheet, x, y, (px, py) => write(sheet.brush, label, px, py, high, sheet.theme));
  }
}

function write(brush: CanvasRenderingContext2D, label: Label, x: number, y: number, high: number, theme: Theme): void {
  const land = label.kind === "land";
  brush.translate(x, y);
  brush.rotate((label.turn * Math.PI) / 180);
  brush.font = `${land ? "" : "italic "}500 ${high.toFixed(1)}px ${SERIF}`;
  brush.letterSpacing = `${(high * (land ? 0.28 : 0.12)).toFixed(1)}px`;
  brush.textAlign = "center";
  brush.textBaseline = "middle";
  brush.lineJoin = "round";
  const text = land ? label.text.toUpperCase() : label.text;
  brush.strokeStyle = theme.halo;
  brush.lineWidth = high * 0.14;
  brush.globalAlpha = 0.4;
  brush.strokeText(text, 0, 0);
  brush.fillStyle = theme.name === "paper" ? INKS[label.kind] ?? theme.ink : theme.ink;
  brush.globalAlpha = 0.7;
  brush.fillText(text, 0, 0);
}
