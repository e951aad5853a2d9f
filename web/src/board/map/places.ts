/** Towns as built-up areas, their names, objectives and setup marks. */

import { polygon } from "../geometry/curves";
import { HEX_OUTLINE, meets, type HexLayout, type Point } from "../geometry/hexLayout";
import type { Sheet } from "./ground";
import { isBold, layoutNames, type Name } from "./placeNames";
import { choice, dice, range } from "../geometry/random";
import { SANS, SERIF } from "./theme";
import type { BoardSheet, Place } from "../types";

const HOUSES: Readonly<Record<string, number>> = {
  village: 6, town: 14, city: 24, capital: 26, oil: 24, port: 14, "minor-city": 16, "major-city": 26,
};
const RUNWAYS = "M-1 0.3L1 -0.3M-0.5 -0.8L0.6 0.8";
/** Minimum scales, in pixels per hexside, for houses and for setup marks. */
const HOUSES_FROM = 13;
const MARKS_FROM = 30;

const STAR: readonly Point[] = Array.from({ length: 10 }, (_, k): Point => {
  const r = k % 2 ? 0.42 : 1;
  return [Math.sin((k * Math.PI) / 5) * r, -Math.cos((k * Math.PI) / 5) * r];
});

interface House { x: number; y: number; wide: number; high: number; turn: number }
const built = new Map<number, House[]>();

/** Houses along two crossing streets, the same for every place of a size. */
function houses(count: number): House[] {
  const known = built.get(count);
  if (known) return known;
  const roll = dice(`houses ${count}`);
  const found: House[] = [];
  for (let tries = 0; tries < 400 && found.length < count; tries++) {
    const turn = range(roll, 0, 2 * Math.PI), away = Math.sqrt(roll()) * (0.2 + count * 0.011);
    const x = away * Math.cos(turn) * 1.15, y = away * Math.sin(turn);
    const clear = Math.abs(y + 0.24 * x) > 0.065 && Math.abs(x - 0.19 * y) > 0.06;
    if (!clear || found.some((h) => Math.hypot(x - h.x, y - h.y) < 0.1)) continue;
    const deg = choice(roll, [-14, -10, 78]);
    found.push({ x, y, wide: range(roll, 0.075, 0.105), high: range(roll, 0.065, 0.09), turn: (deg * Math.PI) / 180 });
  }
  built.set(count, found);
  return found;
}

export class Places {
  private readonly objectives: number[] = [];
  private readonly onLine = new Set<string>();
  private names: { scale: number; list: Name[] } = { scale: 0, list: [] };

  constructor(private readonly layout: HexLayout, private readonly sheet: BoardSheet) {
    for (const feature of sheet.lines) for (const id of feature.chains.flat()) this.onLine.add(id);
    const gold = new Set(sheet.places.filter((p) => p.objective).map((p) => layout.find(p.hex)));
    this.objectives = [...gold].filter((i) => i >= 0);
  }

  paintSigns(sheet: Sheet): void {
    for (const place of this.sheet.places) {
      const hex = this.layout.find(place.hex);
      if (hex < 0) continue;
      const [x, y] = this.layout.centre(hex);
      if (!meets({ left: x - 1, right: x + 1, top: y - 1, bottom: y + 1 }, sheet.area)) continue;
      sheet.brush.save();
      sheet.brush.translate(x, y);
      if (place.kind === "airfield") runways(sheet, Math.max(0.34, 3 / sheet.scale));
      else if (sheet.scale >= HOUSES_FROM) this.town(sheet, place);
      else dot(sheet, place);
      if (place.tags?.includes("airfield")) {
        sheet.brush.translate(0.45, -0.3);
        runways(sheet, Math.max(0.2, 3 / sheet.scale));
      }
      sheet.brush.restore();
    }
  }

  private town({ brush, theme }: Sheet, place: Place): void {
    if (!this.onLine.has(place.hex)) {
      // where a road runs through, it is the street
      brush.lineCap = "round";
      for (const [ink, width] of [["#a8946a", 0.06], ["#f4ead0", 0.036]] as const) {
        brush.strokeStyle = theme.tone(ink);
        brush.lineWidth = width;
        brush.beginPath();
        brush.moveTo(-0.5, 0.12);
        brush.quadraticCurveTo(0, -0.02, 0.5, -0.12);
        brush.moveTo(-0.1, -0.44);
        brush.quadraticCurveTo(0.02, 0, 0.08, 0.44);
        brush.stroke();
      }
    }
    const night = theme.name === "night";
    brush.fillStyle = night ? "#a5755f" : "#9c5f4d";
    brush.strokeStyle = night ? "#2c1d17" : "#6a3d31";
    brush.lineWidth = 0.012;
    const count = Math.min(34, (HOUSES[place.kind] ?? 10) + 4 * (place.size - 1));
    for (const house of houses(count)) {
      brush.save();
      brush.translate(house.x, house.y);
      brush.rotate(house.turn);
      brush.fillRect(-house.wide / 2, -house.high / 2, house.wide, house.high);
      brush.strokeRect(-house.wide / 2, -house.high / 2, house.wide, house.high);
      brush.restore();
    }
  }

  /** A golden ring just inside the hex. */
  paintObjectives({ brush, area, theme, scale }: Sheet): void {
    brush.lineJoin = "round";
    for (const i of this.objectives) {
      const [x, y] = this.layout.centre(i);
      if (!meets({ left: x - 1, right: x + 1, top: y - 1, bottom: y + 1 }, area)) continue;
      const path = new Path2D();
      polygon(path, HEX_OUTLINE.map(([a, b]): Point => [x + a * 0.93, y + b * 0.93]));
      brush.globalAlpha = 0.9;
      brush.strokeStyle = theme.goldGlow;
      brush.lineWidth = Math.max(0.09, 3 / scale);
      brush.stroke(path);
      brush.globalAlpha = 1;
      brush.strokeStyle = theme.gold;
      brush.lineWidth = Math.max(0.048, 1.5 / scale);
      brush.stroke(path);
    }
  }

  paintNames(sheet: Sheet): void {
    const { brush, area, theme, scale } = sheet;
    if (this.names.scale !== scale) this.names = { scale, list: this.layoutAt(brush, scale) };
    brush.textAlign = "center";
    brush.textBaseline = "alphabetic";
    brush.lineJoin = "round";
    for (const { place, lines, x, y, size, box } of this.names.list) {
      const wide = { ...box, left: box.left - size * 1.5, top: box.top - size * 0.3 };
      if (!meets(wide, area)) continue;
      inPixels(sheet, x, y, (px, py) => {
        const high = size * scale;
        brush.font = nameFont(place, high);
        lines.forEach((text, i) => haloed(brush, text, px, py + i * high * 0.95, high * 0.24, theme.name_, theme.halo));
        const left = px - (box.right - box.left) * scale * 0.5 - high * 0.62;
        if (place.kind === "capital") star(brush, left, py - high * 0.3, high * 0.46, theme.target, theme.halo);
        else if (place.kind === "port" || place.tags?.includes("port")) anchor(brush, left, py - high * 0.3, high * 0.42, theme.tone("#2d5a74"), theme.halo);
      });
    }
  }

  /** Measured at a large size, where hinting does not matter, so that adjacent tiles agree. */
  private layoutAt(brush: CanvasRenderingContext2D, scale: number): Name[] {
    const measure = (text: string, size: number, bold: boolean) => {
      brush.font = `${bold ? 700 : 500} 100px ${SERIF}`;
      return (brush.measureText(text).width / 100) * size;
    };
    return layoutNames(this.sheet.places, this.layout, scale, measure);
  }

  /** Printed setup marks: a small letter in its side's shape. */
  paintMarks(sheet: Sheet, inks: ReadonlyMap<string, string>): void {
    if (sheet.scale < MARKS_FROM) return;
    const { brush, scale, theme, area } = sheet;
    const sides = [...new Set(this.sheet.marks.map((m) => m.side))];
    for (const { side, label, hex } of this.sheet.marks) {
      const at = this.layout.find(hex);
      if (at < 0) continue;
      const [x, y] = this.layout.centre(at);
      if (!meets({ left: x - 1, right: x, top: y - 0.3, bottom: y + 0.3 }, area)) continue;
      inPixels(sheet, x - 0.7, y, (px, py) => {
        const size = scale * 0.15, half = size * (0.62 + 0.2 * Math.max(0, label.length - 1));
        brush.globalAlpha = 0.75;
        brush.beginPath();
        brush.roundRect(px - half, py - size * 0.62, 2 * half, size * 1.24, sides.indexOf(side) % 2 ? size * 0.62 : size * 0.14);
        brush.fillStyle = theme.paper;
        brush.fill();
        brush.strokeStyle = brush.fillStyle = inks.get(side) ?? theme.faint;
        brush.lineWidth = size * 0.09;
        brush.stroke();
        brush.font = `700 ${size}px ${SANS}`;
        brush.textAlign = "center";
        brush.textBaseline = "middle";
        brush.fillText(label, px, py + size * 0.05);
        brush.globalAlpha = 1;
      });
    }
  }
}

export const nameFont = (place: Place, size: number): string => `${isBold(place) ? 700 : 500} ${size.toFixed(1)}px ${SERIF}`;

/** Text is set in pixels, not scaled: so it is hinted as text and stays sharp. */
export function inPixels({ brush, scale, left, top }: Sheet, x: number, y: number, draw: (px: number, py: number) => void): void {
  brush.save();
  brush.setTransform(1, 0, 0, 1, 0, 0);
  draw(x * scale - left, y * scale - top);
  brush.restore();
}

export function haloed(brush: CanvasRenderingContext2D, text: string, x: number, y: number, rim: number, ink: string, halo: string): void {
  brush.lineJoin = "round";
  brush.strokeStyle = halo;
  brush.lineWidth = rim;
  brush.globalAlpha *= 0.85;
  brush.strokeText(text, x, y);
  brush.globalAlpha /= 0.85;
  brush.fillStyle = ink;
  brush.fillText(text, x, y);
}

function dot({ brush, theme, scale }: Sheet, place: Place): void {
  const r = Math.max(0.16 + 0.05 * place.size, 1.6 / scale);
  brush.fillStyle = theme.name === "night" ? "#c08a72" : "#8a4a38";
  brush.strokeStyle = theme.halo;
  brush.lineWidth = 0.8 / scale;
  brush.beginPath();
  if (["city", "capital", "oil"].includes(place.kind)) brush.rect(-r, -r, 2 * r, 2 * r);
  else brush.arc(0, 0, r, 0, 7);
  brush.fill();
  brush.stroke();
}

function runways({ brush, theme }: Sheet, size: number): void {
  brush.save();
  brush.scale(size, size);
  brush.lineCap = "round";
  const path = new Path2D(RUNWAYS);
  for (const [colour, width] of [[theme.name_, 0.42], [theme.halo, 0.26]] as const) {
    brush.strokeStyle = colour;
    brush.lineWidth = width;
    brush.stroke(path);
  }
  brush.restore();
}

function star(brush: CanvasRenderingContext2D, x: number, y: number, size: number, ink: string, halo: string): void {
  brush.beginPath();
  polygon(brush, STAR.map(([a, b]): Point => [x + a * size, y + b * size]));
  brush.strokeStyle = halo;
  brush.lineWidth = size * 0.5;
  brush.stroke();
  brush.fillStyle = ink;
  brush.fill();
}

function anchor(brush: CanvasRenderingContext2D, x: number, y: number, size: number, ink: string, halo: string): void {
  brush.save();
  brush.translate(x, y);
  brush.scale(size, size);
  brush.lineCap = "round";
  const path = new Path2D("M0 -0.65V0.9M-0.4 -0.35H0.4M-0.8 0.2Q-0.7 0.9 0 0.9Q0.7 0.9 0.8 0.2M-0.16 -0.81A0.16 0.16 0 1 0 0.16 -0.81A0.16 0.16 0 1 0 -0.16 -0.81");
  for (const [colour, width] of [[halo, 0.6], [ink, 0.26]] as const) {
    brush.strokeStyle = colour;
    brush.lineWidth = width;
    brush.stroke(path);
  }
  brush.restore();
}
