/** Caches counter faces as bitmaps. While the board zooms they are stretched; at rest they are drawn sharp. */

import { faceKey, type Ground, paintFace, paintRim } from "./faces";
import type { Glyphs } from "./glyphs";
import { bitmap, type Brush, type Picture } from "../canvas/surface";
import type { Theme } from "../map/theme";
import type { Unit } from "../types";

/** Margin around a face for shadow and rim, relative to its side. */
const FACE_ROOM = 0.16;
/** Number of recent sizes kept. */
const SIZES = 5;

/** All bitmaps of one size: looked up quickly by counter, and shared between counters that look the same. */
interface Size { byUnit: Map<Unit, Picture>; byKey: Map<string, Picture> }

export class FaceCache {
  private readonly sizes = new Map<number, Size>();
  private readonly grounds = new Map<string, Ground>();

  constructor(private readonly glyphs: Glyphs, private readonly groundOf: (unit: Unit) => Ground, public theme: Theme) {}

  clear(): void {
    this.sizes.clear();
    this.grounds.clear();
  }

  /** The face if it is cached. */
  ready(unit: Unit, pixels: number): Picture | undefined {
    return this.sizes.get(pixels)?.byUnit.get(unit);
  }

  face(unit: Unit, pixels: number): Picture {
    const { byUnit } = this.at(pixels);
    let known = byUnit.get(unit);
    if (!known) {
      // every view brings new unit objects; do not keep old ones forever
      if (byUnit.size > 2000) byUnit.clear();
      known = this.get(faceKey(unit), pixels, (brush) => paintFace(brush, unit, this.ground(unit), pixels, this.glyphs, this.theme));
      byUnit.set(unit, known);
    }
    return known;
  }

  rim(kind: "ready" | "selected" | "focus", pixels: number, marker = false): Picture {
    return this.get(`rim ${kind} ${marker}`, pixels, (brush) => paintRim(brush, kind, pixels, marker, this.theme));
  }

  ground(unit: Unit): Ground {
    const key = `${unit.side}|${unit.nation ?? ""}`;
    const known = this.grounds.get(key) ?? this.groundOf(unit);
    this.grounds.set(key, known);
    return known;
  }

  private at(pixels: number): Size {
    let known = this.sizes.get(pixels);
    if (!known) {
      const oldest = this.sizes.keys().next();
      if (this.sizes.size >= SIZES && !oldest.done) this.sizes.delete(oldest.value);
      this.sizes.set(pixels, (known = { byUnit: new Map(), byKey: new Map() }));
    }
    return known;
  }

  private get(key: string, pixels: number, paint: (brush: Brush) => void): Picture {
    const { byKey } = this.at(pixels);
    let known = byKey.get(key);
    if (!known) {
      const side = Math.ceil(pixels * (1 + 2 * FACE_ROOM));
      known = bitmap(side, side, (brush) => {
        brush.setTransform(pixels, 0, 0, pixels, side / 2, side / 2);
        paint(brush);
      });
      if (byKey.size > 2000) byKey.clear();
      byKey.set(key, known);
    }
    return known;
  }
}
