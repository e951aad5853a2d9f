/** The printed map, drawn into any rectangle at any scale. */

import { fade } from "./colour";
import { Features } from "./features";
import { polygon } from "../geometry/curves";
import { grown, HEX_OUTLINE, HexLayout, meets, type Point, type Rect } from "../geometry/hexLayout";
import { Ground, type Sheet } from "./ground";
import { paintLabels } from "./mapLabels";
import { haloed, inPixels, Places } from "./places";
import { type Brush, type Picture, surface } from "../canvas/surface";
import { Stamps } from "./textures";
import { SANS, SERIF, type Theme } from "./theme";
import type { BoardSheet } from "../types";

/** Margin around the hexes, in hexsides. */
const MARGIN = 0.85;
const FOOT = 0.55;
/** Minimum scale, in pixels per hexside, for hex numbers. */
const NUMBERS_FROM = 25;

/** The whole sheet: hexes, margin, and a foot with title and credit. */
export function pageOf(layout: HexLayout): Rect {
  const page = grown(layout.bounds, MARGIN);
  return { ...page, bottom: page.bottom + FOOT };
}

export class Painter {
  readonly layout: HexLayout;
  /** The whole sheet, in hexsides. */
  readonly page: Rect;
  private readonly ground: Ground;
  private readonly features: Features;
  private readonly places: Places;
  private readonly grain: Picture;
  private readonly outside: ReadonlySet<number>;
  private stamps: Stamps[] = [];

  constructor(private readonly sheet: BoardSheet, public theme: Theme, private inks: ReadonlyMap<string, string>) {
    this.layout = new HexLayout(sheet.hexes);
    this.page = pageOf(this.layout);
    this.ground = new Ground(this.layout, sheet);
    this.features = new Features(this.layout, sheet);
    this.places = new Places(this.layout, sheet);
    this.grain = paperGrain();
    this.outside = new Set((sheet.outside ?? []).map((id) => this.layout.find(id)));
  }

  /** Draw the rectangle that starts `left`, `top` pixels from the world's origin, at `scale` pixels per hexside. */
  paint(brush: Brush, left: number, top: number, width: number, height: number, scale: number): void {
    const { theme, layout } = this;
    const area: Rect = { left: left / scale, top: top / scale, right: (left + width) / scale, bottom: (top + height) / scale };
    const sheet: Sheet = { brush, area, scale, theme, stamps: this.stampsAt(scale), left, top };
    brush.setTransform(scale, 0, 0, scale, -left, -top);
    this.paper(sheet);
    const hexes = layout.within(grown(area, 0.2));
    if (hexes.length) {
      brush.save();
      const edge = hexes.some((i) => [0, 1, 2, 3, 4, 5].some((d) => layout.next(i, d) < 0));
      if (edge) brush.clip(this.outlines(hexes));
      this.ground.paint(sheet, hexes);
      this.features.paint(sheet);
      brush.restore();
      this.grid(sheet, hexes);
      this.wash(sheet, hexes);
    }
    this.grainOver(sheet, width, height);
    paintLabels(sheet, layout, this.sheet.labels ?? []);
    this.places.paintObjectives(sheet);
    this.places.paintSigns(sheet);
    if (scale >= NUMBERS_FROM) this.numbers(sheet, hexes);
    this.places.paintMarks(sheet, this.inks);
    this.places.paintNames(sheet);
  }

  /** What the scenario does not use is paler, behind a line. */
  private wash({ brush, theme, scale }: Sheet, hexes: readonly number[]): void {
    const outside = hexes.filter((hex) => this.outside.has(hex));
    if (!outside.length) return;
    brush.fillStyle = fade(theme.table, 0.5);
    brush.fill(this.outlines(outside));
    const edge = new Path2D();
    for (const hex of outside) {
      for (let d = 0; d < 6; d++) {
        const next = this.layout.next(hex, d);
        if (next < 0 || this.outside.has(next)) continue;
        const [a, b] = this.layout.points(this.layout.side(hex, d));
        if (a && b) polygon(edge, [a, b], false);
      }
    }
    brush.strokeStyle = theme.ink;
    brush.lineWidth = Math.max(0.09, 2 / scale);
    brush.stroke(edge);
  }

  private stampsAt(scale: number): Stamps {
    const known = this.stamps.find((s) => s.scale === scale);
    if (known) return known;
    const made = new Stamps(scale, this.theme.tone);
    // two scales: that of the window and that of the small map behind it
    this.stamps = [made, ...this.stamps.slice(0, 1)];
    return made;
  }

  setTheme(theme: Theme, inks: ReadonlyMap<string, string>): void {
    this.theme = theme;
    this.inks = inks;
    this.stamps = [];
  }

  /** Slightly larger than the hexes, so that no gap shows between them. */
  private outlines(hexes: readonly number[]): Path2D {
    const path = new Path2D();
    for (const i of hexes) {
      const [x, y] = this.layout.centre(i);
      polygon(path, HEX_OUTLINE.map(([a, b]): Point => [x + a * 1.008, y + b * 1.008]));
    }
    return path;
  }

  /** The sheet with its frame, title and credit. */
  private paper(sheet: Sheet): void {
    const { brush, area, theme } = sheet;
    const { page } = this;
    brush.fillStyle = theme.table;
    brush.fillRect(area.left, area.top, area.right - area.left, area.bottom - area.top);
    brush.fillStyle = theme.paper;
    brush.fillRect(page.left, page.top, page.right - page.left, page.bottom - page.top);
    brush.strokeStyle = theme.ink;
    for (const [inset, thick] of [[0.16, 0.05], [0.27, 0.016]] as const) {
      brush.lineWidth = thick;
      brush.strokeRect(page.left + inset, page.top + inset, page.right - page.left - 2 * inset, page.bottom - page.top - 2 * inset);
    }
    const base = page.bottom - 0.52;
    if (!meets(area, { ...page, top: base - 1 })) return;
    inPixels(sheet, page.left + 0.62, base, (px, py) => {
      brush.fillStyle = theme.ink;
      brush.textBaseline = "alphabetic";
      brush.textAlign = "left";
      brush.font = `700 ${0.5 * sheet.scale}px ${SERIF}`;
      brush.fillText(this.sheet.title, px, py);
    });
    inPixels(sheet, page.right - 0.62, base, (px, py) => {
      brush.textAlign = "right";
      brush.fillStyle = theme.faint;
      brush.font = `${0.24 * sheet.scale}px ${SANS}`;
      brush.fillText(this.sheet.credit, px, py);
    });
  }

  /** Every hexside once; the edge of the board a little stronger. */
  private grid({ brush, theme, scale }: Sheet, hexes: readonly number[]): void {
    const { layout } = this;
    const inner = new Path2D(), edge = new Path2D();
    for (const i of hexes) {
      for (let d = 0; d < 6; d++) {
        const off = layout.next(i, d) < 0;
        if (!off && d > 2) continue;
        const [a, b] = layout.points(layout.side(i, d));
        if (a && b) polygon(off ? edge : inner, [a, b], false);
      }
    }
    brush.lineCap = "round";
    // at small scales the lines would cover the map
    const near = Math.min(1, Math.max(0, (scale - 4) / 16));
    brush.strokeStyle = fade(theme.grid, theme.gridOpacity * near);
    brush.lineWidth = Math.max(0.024, 0.9 / scale);
    brush.stroke(inner);
    brush.strokeStyle = fade(theme.grid, 0.55);
    brush.lineWidth = Math.max(0.03, 1 / scale);
    brush.stroke(edge);
  }

  private numbers(sheet: Sheet, hexes: readonly number[]): void {
    const { brush, scale, theme } = sheet;
    inPixels(sheet, 0, 0, (ox, oy) => {
      brush.font = `${Math.max(7.5, scale * 0.175).toFixed(1)}px ${SANS}`;
      brush.textAlign = "center";
      brush.textBaseline = "alphabetic";
      brush.globalAlpha = 0.8;
      for (const i of hexes) {
        const [x, y] = this.layout.centre(i);
        haloed(brush, this.layout.id(i), ox + x * scale, oy + (y - 0.63) * scale, scale * 0.05, theme.faint, theme.halo);
      }
      brush.globalAlpha = 1;
    });
  }

  /** Faint paper fibres, so that flat colours look printed. */
  private grainOver({ brush, left, top, theme }: Sheet, width: number, height: number): void {
    const pattern = brush.createPattern(this.grain, "repeat");
    if (!pattern) return;
    brush.save();
    brush.setTransform(1, 0, 0, 1, -left, -top);
    brush.globalAlpha = theme.name === "paper" ? 0.5 : 0.35;
    brush.fillStyle = pattern;
    brush.fillRect(left, top, width, height);
    brush.restore();
  }
}

/** A tileable square of noise. */
function paperGrain(): Picture {
  const side = 128;
  const { picture, brush } = surface(side, side);
  const image = brush.createImageData(side, side);
  let state = 7;
  const roll = () => ((state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 16) / 65536;
  for (let i = 0; i < image.data.length; i += 4) {
    const light = roll() > 0.5 ? 255 : 40;
    image.data[i] = image.data[i + 1] = image.data[i + 2] = light;
    image.data[i + 3] = Math.floor(roll() ** 2 * (light > 100 ? 26 : 18));
  }
  brush.putImageData(image, 0, 0);
  return picture;
}
