/** The visible part of the map. Pure: no element, no clock of its own. */

import type { Point, Rect } from "../geometry/hexLayout";

/** Centre of the window in hexsides, and pixels per hexside. */
export interface View { x: number; y: number; scale: number }

/** Maximum scale, in pixels per hexside. */
const LARGEST = 150;
/** Scale at which counters are easy to read: the initial scale of a large board. */
export const EASY = 34;

/** Largest scale of a view that frames points, and the margin around them in hexsides. */
const LARGEST_FRAME = 48;
const AROUND = 4;

const glide = (t: number): number => 1 - (1 - t) ** 3;

interface Tween { from: View; to: View; start: number; span: number; hold: { px: number; py: number; x: number; y: number } | null }

export class Camera {
  view: View = { x: 0, y: 0, scale: EASY };
  width = 1;
  height = 1;
  /** Height in pixels of what covers the bottom of the window. */
  foot = 0;
  private tween: Tween | null = null;

  /** `sheet` is the whole map. */
  constructor(private readonly sheet: Rect) {}

  resize(width: number, height: number): void {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.view = this.clamped(this.view);
  }

  get moving(): boolean {
    return this.tween !== null;
  }

  toScreen(x: number, y: number): Point {
    const { view, width, height } = this;
    return [(x - view.x) * view.scale + width / 2, (y - view.y) * view.scale + height / 2];
  }

  toWorld(px: number, py: number, view = this.view): Point {
    return [(px - this.width / 2) / view.scale + view.x, (py - this.height / 2) / view.scale + view.y];
  }

  visible(view = this.view): Rect {
    const [left, top] = this.toWorld(0, 0, view);
    const [right, bottom] = this.toWorld(this.width, this.height, view);
    return { left, top, right, bottom };
  }

  /** Scale at which the whole sheet fits, or a part of it. */
  fitScale(sheet: Rect = this.sheet): number {
    const high = Math.max(1, this.height - this.foot);
    return Math.min(this.width / (sheet.right - sheet.left), high / (sheet.bottom - sheet.top), LARGEST / 0.97) * 0.97;
  }

  /** The view of the whole sheet, or of the part in play. */
  fitView(part: Rect = this.sheet): View {
    const scale = this.fitScale(part);
    return { x: (part.left + part.right) / 2, y: (part.top + part.bottom + this.foot / scale) / 2, scale };
  }

  /** The initial view: the whole board if readable, else a readable part around a point. */
  openView(around: Point): View {
    const fit = this.fitView();
    return fit.scale >= EASY * 0.68 ? fit : this.clamped({ x: around[0], y: around[1], scale: EASY });
  }

  /** The view of as many points as are readable together, beginning with the first; `inset` is covered at the right and bottom. */
  frameView(points: readonly Point[], inset: { right?: number; bottom?: number } = {}): View {
    const { right = 0, bottom = 0 } = inset;
    const wide = Math.max(80, this.width - right), high = Math.max(80, this.height - this.foot - bottom);
    const least = Math.max(EASY * 0.68, this.fitScale());
    let box: Rect | null = null;
    for (const [x, y] of points) {
      const grown: Rect = { left: Math.min(box?.left ?? x, x), right: Math.max(box?.right ?? x, x), top: Math.min(box?.top ?? y, y), bottom: Math.max(box?.bottom ?? y, y) };
      if (box && Math.min(wide / (grown.right - grown.left + AROUND), high / (grown.bottom - grown.top + AROUND)) < least) continue;
      box = grown;
    }
    if (!box) return this.openView([(this.sheet.left + this.sheet.right) / 2, (this.sheet.top + this.sheet.bottom) / 2]);
    const scale = Math.min(LARGEST_FRAME, wide / (box.right - box.left + AROUND), high / (box.bottom - box.top + AROUND));
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return { x: x + right / scale / 2, y: y + (this.foot + bottom) / scale / 2, scale };
  }

  /** The initial view: the whole board if readable, else the framed points, with the first one in any case. */
  openingView(points: readonly Point[]): View {
    const fit = this.fitView();
    return fit.scale >= EASY * 0.68 || !points.length ? this.openView([(this.sheet.left + this.sheet.right) / 2, (this.sheet.top + this.sheet.bottom) / 2]) : this.clamped(this.frameView(points));
  }

  /** Keep the sheet in the window: at least half filled if the sheet is larger, centred if it is smaller. */
  clamped(view: View): View {
    const { sheet } = this;
    const scale = Math.min(LARGEST, Math.max(this.fitScale() * 0.75, view.scale));
    const axis = (at: number, from: number, to: number, window: number) => {
      const slack = Math.max((to - from) / 2 - window / scale / 2, 0) + Math.min((window / scale) * 0.35, (to - from) * 0.35);
      const middle = (from + to) / 2;
      return Math.min(middle + slack, Math.max(middle - slack, at));
    };
    return {
      x: axis(view.x, sheet.left, sheet.right, this.width), y: axis(view.y, sheet.top, sheet.bottom, this.height), scale,
    };
  }

  jump(view: View): void {
    this.tween = null;
    this.view = this.clamped(view);
  }

  panBy(dx: number, dy: number): void {
    const { view } = this;
    this.jump({ x: view.x - dx / view.scale, y: view.y - dy / view.scale, scale: view.scale });
  }

  /** The view after zooming around a point. */
  zoomed(px: number, py: number, factor: number, from = this.view): View {
    const [x, y] = this.toWorld(px, py, from);
    const { scale } = this.clamped({ ...from, scale: from.scale * factor });
    return this.holding(px, py, x, y, scale);
  }

  private holding(px: number, py: number, x: number, y: number, scale: number): View {
    return { x: x - (px - this.width / 2) / scale, y: y - (py - this.height / 2) / scale, scale };
  }

  zoomAt(px: number, py: number, factor: number): void {
    this.jump(this.zoomed(px, py, factor));
  }

  /** Animated zoom; further turns of the wheel add up. */
  glideZoom(px: number, py: number, factor: number, now: number, span: number): void {
    const [x, y] = this.toWorld(px, py);
    const goal = this.tween?.hold ? this.tween.to.scale : this.view.scale;
    const { scale } = this.clamped({ ...this.view, scale: goal * factor });
    this.tween = { from: this.view, to: this.holding(px, py, x, y, scale), start: now, span, hold: { px, py, x, y } };
  }

  glideTo(view: View, now: number, span: number): void {
    const to = this.clamped(view);
    if (span <= 0) this.jump(to);
    else this.tween = { from: this.view, to, start: now, span, hold: null };
  }

  stop(): void {
    this.tween = null;
  }

  /** Advance; returns whether the view changed. */
  tick(now: number): boolean {
    const { tween } = this;
    if (!tween) return false;
    const t = Math.min(1, Math.max(0, (now - tween.start) / tween.span)), part = glide(t);
    const scale = tween.from.scale * (tween.to.scale / tween.from.scale) ** part;
    const at = tween.hold;
    this.view = this.clamped(
      at
        ? this.holding(at.px, at.py, at.x, at.y, scale)
        : { x: tween.from.x + (tween.to.x - tween.from.x) * part, y: tween.from.y + (tween.to.y - tween.from.y) * part, scale },
    );
    if (t >= 1) this.tween = null;
    return true;
  }
}
