/** The printed map in square bitmaps, drawn once for a scale and then only copied. */

export const TILE = 512;
/** About 90 MB of bitmaps; the least lately used go first. */
const MOST = 88;

export interface Span { left: number; top: number; width: number; height: number }

/** The tiles that a rectangle of pixels touches, those near its middle first. */
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

/** Where two rectangles overlap; null where they do not. */
export function overlap(a: Span, b: Span): Span | null {
  const left = Math.max(a.left, b.left), top = Math.max(a.top, b.top);
  const width = Math.min(a.left + a.width, b.left + b.width) - left;
  const height = Math.min(a.top + a.height, b.top + b.height) - top;
  return width > 0 && height > 0 ? { left, top, width, height } : null;
}

/** Which scale tiles should have: that of the window, but while it zooms the old ones are stretched for a while. */
export function tileScale(now: number, had: number, zooming: boolean): number {
  if (!had || !zooming) return now;
  const ratio = now / had;
  return ratio > 0.55 && ratio < 1.9 ? had : now;
}

interface Tile { picture: HTMLCanvasElement; used: number }

export type PaintTile = (brush: CanvasRenderingContext2D, left: number, top: number, size: number, scale: number) => void;

export class Tiles {
  private readonly kept = new Map<string, Tile>();
  private clock = 0;
  /** Pixels a hexside of the tiles wanted now, and of those wanted before. */
  scale = 0;
  private before = 0;

  constructor(private readonly paint: PaintTile) {}

  clear(): void {
    this.kept.clear();
  }

  aim(scale: number): void {
    if (scale === this.scale) return;
    this.before = this.scale;
    this.scale = scale;
  }

  /** Copy all tiles in the window, drawing missing ones while there is time; whether any is still missing.
   *  The window begins at `origin` pixels of its own scale. */
  draw(brush: CanvasRenderingContext2D, window: Span, scale: number, page: Span, behind: () => void, until: number): boolean {
    this.clock++;
    const ratio = scale / this.scale;
    const part = overlap(shrunk(window, ratio), shrunk(page, ratio));
    if (!part) return false;
    const wanted = tilesIn(part);
    let missing = wanted.some(([c, r]) => !this.kept.has(this.key(c, r, this.scale)));
    if (missing) {
      for (const [c, r] of wanted) {
        if (this.kept.has(this.key(c, r, this.scale))) continue;
        if (performance.now() >= until) break;
        this.make(c, r);
      }
      missing = wanted.some(([c, r]) => !this.kept.has(this.key(c, r, this.scale)));
    }
    if (missing) {
      behind();
      if (this.before) this.copy(brush, window, scale, this.before);
    }
    this.copy(brush, window, scale, this.scale);
    return missing;
  }

  /** Draw one tile just outside the window, so that a pan finds it ready; whether there was one to draw. */
  prepare(window: Span, page: Span): boolean {
    const near = { left: window.left - TILE / 2, top: window.top - TILE / 2, width: window.width + TILE, height: window.height + TILE };
    const part = overlap(near, page);
    const next = part && tilesIn(part).find(([c, r]) => !this.kept.has(this.key(c, r, this.scale)));
    if (!next || this.kept.size >= MOST) return false;
    this.make(...next);
    return true;
  }

  private copy(brush: CanvasRenderingContext2D, window: Span, scale: number, from: number): void {
    const ratio = scale / from;
    for (const [c, r] of tilesIn(shrunk(window, ratio))) {
      const tile = this.kept.get(this.key(c, r, from));
      if (!tile) continue;
      tile.used = this.clock;
      const x = c * TILE * ratio - window.left, y = r * TILE * ratio - window.top;
      if (ratio === 1) brush.drawImage(tile.picture, x, y);
      else {
        // whole pixels on both edges: stretched tiles must not show seams
        const left = Math.floor(x), top = Math.floor(y);
        const right = Math.floor((c + 1) * TILE * ratio - window.left), bottom = Math.floor((r + 1) * TILE * ratio - window.top);
        brush.drawImage(tile.picture, left, top, right - left, bottom - top);
      }
    }
  }

  private key(column: number, row: number, scale: number): string {
    return `${scale}:${column}:${row}`;
  }

  private make(column: number, row: number): void {
    const picture = this.spare() ?? document.createElement("canvas");
    picture.width = picture.height = TILE;
    const brush = picture.getContext("2d", { alpha: false });
    if (!brush) return;
    this.paint(brush, column * TILE, row * TILE, TILE, this.scale);
    this.kept.set(this.key(column, row, this.scale), { picture, used: this.clock });
  }

  /** The bitmap of the tile not needed for longest, once there are enough. */
  private spare(): HTMLCanvasElement | undefined {
    if (this.kept.size < MOST) return undefined;
    let oldest: string | undefined;
    let age = Infinity;
    for (const [key, tile] of this.kept) if (tile.used < age) [oldest, age] = [key, tile.used];
    const tile = oldest === undefined ? undefined : this.kept.get(oldest);
    if (oldest !== undefined) this.kept.delete(oldest);
    return tile?.picture;
  }
}

const shrunk = (span: Span, ratio: number): Span => ({
  left: span.left / ratio, top: span.top / ratio, width: span.width / ratio, height: span.height / ratio,
});
