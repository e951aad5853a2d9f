/** Caches the printed map as square bitmaps, drawn once per scale. */

import type { Brush, Picture } from "./surface";
import type { Piece } from "./tileSource";

export const TILE = 512;
/** About 90 MB of bitmaps; the least recently used are dropped first. */
const MOST = 88;

export interface Span { left: number; top: number; width: number; height: number }

/** The tiles that overlap a rectangle, those near its centre first. */
export function tilesIn(span: Span, size = TILE): [number, number][] {
  const found: [number, number][] = [];
  const last = (from: number, length: number) => Math.ceil((from + length) / size) - 1;
  for (let row = Math.floor(span.top / size); row <= last(span.top, span.height); row++) {
    for (let column = Math.floor(span.left / size); column <= last(span.left, span.width); column++) found.push([column, row]);
  }
  const mx = (span.left + span.width / 2) / size - 0.5, my = (span.top + span.height / 2) / size - 0.5;
  const away = ([c, r]: [number, number]) => Math.hypot(c - mx, r - my);
  return found.sort((a, b) => away(a) - away(b));
}

/** Intersection of two rectangles, or null. */
export function overlap(a: Span, b: Span): Span | null {
  const left = Math.max(a.left, b.left), top = Math.max(a.top, b.top);
  const width = Math.min(a.left + a.width, b.left + b.width) - left;
  const height = Math.min(a.top + a.height, b.top + b.height) - top;
  return width > 0 && height > 0 ? { left, top, width, height } : null;
}

/** Scale to draw tiles at: that of the window, except that old tiles are stretched during a zoom. */
export function tileScale(now: number, had: number, zooming: boolean): number {
  if (!had || !zooming) return now;
  const ratio = now / had;
  return ratio > 0.55 && ratio < 1.9 ? had : now;
}

const shrunk = (span: Span, ratio: number): Span => ({
  left: span.left / ratio, top: span.top / ratio, width: span.width / ratio, height: span.height / ratio,
});

const keyOf = (column: number, row: number, scale: number): string => `${scale}:${column}:${row}`;

export class Tiles {
  private readonly kept = new Map<string, { picture: Picture; used: number }>();
  private clock = 0;
  /** Current and previous scale of the tiles, in pixels per hexside. */
  scale = 0;
  private before = 0;

  clear(): void {
    for (const { picture } of this.kept.values()) release(picture);
    this.kept.clear();
  }

  aim(scale: number): void {
    if (scale === this.scale) return;
    this.before = this.scale;
    this.scale = scale;
  }

  put(key: string, picture: Picture): void {
    if (this.kept.size >= MOST) this.forget();
    this.kept.set(key, { picture, used: this.clock });
  }

  /** Draw all tiles in the window; `behind` replaces missing ones. Returns whether any is missing. */
  draw(brush: Brush, window: Span, scale: number, page: Span, behind: () => void): boolean {
    this.clock++;
    const missing = this.missing(window, scale, page);
    if (missing.length) {
      const ratio = scale / this.scale;
      brush.save();
      brush.beginPath();
      for (const piece of missing) {
        const left = Math.floor(piece.left * ratio - window.left), top = Math.floor(piece.top * ratio - window.top);
        brush.rect(left, top, Math.ceil(TILE * ratio) + 1, Math.ceil(TILE * ratio) + 1);
      }
      brush.clip();
      if (!this.covers(window, scale, page)) behind();
      if (this.before) this.copy(brush, window, scale, this.before);
      brush.restore();
    }
    this.copy(brush, window, scale, this.scale);
    return missing.length > 0;
  }

  /** Missing tiles of the window, or of a margin around it, the most important first. */
  missing(window: Span, scale: number, page: Span, margin = 0): Piece[] {
    const ratio = scale / this.scale;
    const near = { left: window.left - margin, top: window.top - margin, width: window.width + 2 * margin, height: window.height + 2 * margin };
    const part = overlap(shrunk(near, ratio), shrunk(page, ratio));
    if (!part) return [];
    return tilesIn(part)
      .filter(([c, r]) => !this.kept.has(keyOf(c, r, this.scale)))
      .map(([c, r]) => ({ key: keyOf(c, r, this.scale), left: c * TILE, top: r * TILE, width: TILE, height: TILE, scale: this.scale }));
  }

  /** Whether the previous tiles cover the window. */
  private covers(window: Span, scale: number, page: Span): boolean {
    if (!this.before) return false;
    const ratio = scale / this.before;
    const part = overlap(shrunk(window, ratio), shrunk(page, ratio));
    return !part || tilesIn(part).every(([c, r]) => this.kept.has(keyOf(c, r, this.before)));
  }

  private copy(brush: Brush, window: Span, scale: number, from: number): void {
    const ratio = scale / from;
    for (const [c, r] of tilesIn(shrunk(window, ratio))) {
      const tile = this.kept.get(keyOf(c, r, from));
      if (!tile) continue;
      tile.used = this.clock;
      const x = c * TILE * ratio - window.left, y = r * TILE * ratio - window.top;
      if (ratio === 1) brush.drawImage(tile.picture, x, y);
      else {
        // whole pixels on both edges, so that stretched tiles show no seams
        const left = Math.floor(x), top = Math.floor(y);
        const right = Math.floor((c + 1) * TILE * ratio - window.left), bottom = Math.floor((r + 1) * TILE * ratio - window.top);
        brush.drawImage(tile.picture, left, top, right - left, bottom - top);
      }
    }
  }

  /** Drop the least recently used tiles. */
  private forget(): void {
    let oldest = "";
    let age = Infinity;
    for (const [key, tile] of this.kept) if (tile.used < age) [oldest, age] = [key, tile.used];
    const tile = this.kept.get(oldest);
    if (tile) release(tile.picture);
    this.kept.delete(oldest);
  }
}

function release(picture: Picture): void {
  if (typeof ImageBitmap !== "undefined" && picture instanceof ImageBitmap) picture.close();
}
