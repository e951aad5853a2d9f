/** Faces as bitmaps. While the board zooms, those at hand are stretched; when it rests, sharp ones are made. */

import { faceKey, type Ground, paintFace, paintRim } from "./faces";
import type { Glyphs } from "./glyphs";
import type { Theme } from "./theme";
import type { Unit } from "./types";

/** Room around a face for shadow and rim, by its side. */
export const FACE_ROOM = 0.16;
const MOST = 1600;

export class FaceCache {
  private readonly made = new Map<string, HTMLCanvasElement>();
  private grounds = new Map<string, Ground>();

  constructor(private readonly glyphs: Glyphs, private readonly groundOf: (unit: Unit) => Ground, public theme: Theme) {}

  clear(): void {
    this.made.clear();
    this.grounds.clear();
  }

  has(unit: Unit, pixels: number): boolean {
    return this.made.has(`${pixels}|${faceKey(unit)}`);
  }

  face(unit: Unit, pixels: number): HTMLCanvasElement {
    return this.get(`${pixels}|${faceKey(unit)}`, pixels, (brush) =>
      paintFace(brush, unit, this.ground(unit), pixels, this.glyphs, this.theme));
  }

  rim(kind: "ready" | "selected" | "focus", pixels: number): HTMLCanvasElement {
    return this.get(`${pixels}|rim ${kind}`, pixels, (brush) => paintRim(brush, kind, pixels, this.theme));
  }

  ground(unit: Unit): Ground {
    const key = `${unit.side}|${unit.nation ?? ""}`;
    const known = this.grounds.get(key) ?? this.groundOf(unit);
    this.grounds.set(key, known);
    return known;
  }

  private get(key: string, pixels: number, paint: (brush: CanvasRenderingContext2D) => void): HTMLCanvasElement {
    const known = this.made.get(key);
    if (known) return known;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = Math.ceil(pixels * (1 + 2 * FACE_ROOM));
    const brush = canvas.getContext("2d");
    if (brush) {
      brush.setTransform(pixels, 0, 0, pixels, canvas.width / 2, canvas.height / 2);
      paint(brush);
    }
    // sizes of former zooms pile up; starting afresh is simpler than keeping accounts and rarely seen
    if (this.made.size >= MOST) this.made.clear();
    this.made.set(key, canvas);
    return canvas;
  }
}
