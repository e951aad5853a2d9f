/** Draws the counters in the window, from bitmaps. */

import type { FaceCache } from "./faceCache";
import type { HexLayout, Point, Rect } from "../geometry/hexLayout";
import type { Scene } from "../scene";
import { COUNTER, MARKER, spotsOf } from "./stacks";
import { bitmap, type Picture } from "../canvas/surface";
import { CONDENSED, type Theme } from "../map/theme";
import type { Unit } from "../types";

/** The window in pixels of the canvas: a point of the world lies at `scale * world + origin`. */
export interface Frame { brush: CanvasRenderingContext2D; scale: number; x: number; y: number; visible: Rect; dpr: number; until: number; zooming: boolean }

/** Sides of counters, in pixels, below which only their colour is drawn. */
const TINY = 11;

export class CounterLayer {
  /** Size of the cached bitmaps. */
  private size = 0;
  private before = 0;
  private counts = new Map<string, Picture>();

  constructor(private readonly layout: HexLayout, private readonly faces: FaceCache, private readonly scene: Scene) {}

  clear(): void {
    this.faces.clear();
    this.counts.clear();
  }

  /** Returns whether some faces still have to be drawn sharp. */
  draw(frame: Frame, theme: Theme): boolean {
    const { scene, layout } = this;
    const exact = Math.max(3, Math.round(frame.scale * COUNTER));
    const ratio = this.size ? exact / this.size : 0;
    if (exact !== this.size && (!frame.zooming || ratio < 0.5 || ratio > 1.6)) {
      this.before = this.size;
      this.size = exact;
    }
    let pending = false;
    const { visible: v } = frame;
    for (const [hex, stack] of scene.stacks) {
      const at = layout.hexes[hex];
      if (!at || at.x < v.left - 1 || at.x > v.right + 1 || at.y < v.top - 1 || at.y > v.bottom + 1) continue;
      const { x, y } = at;
      const lying = scene.lifted.size || scene.drag ? this.here(hex, stack) : stack;
      const spots = spotsOf(lying, scene.selected);
      // at small scales and while zooming, two counters of a stack are enough
      const few = frame.zooming || exact < TINY * frame.dpr;
      const draw = (above: boolean): void => {
        const order = [...lying.keys()].filter((depth) => spots[depth]!.above === above).reverse();
        for (const depth of few ? order.slice(-2) : order) {
          const { at, size } = spots[depth]!;
          pending = this.one(frame, lying[depth]!, x + at[0], y + at[1], exact, size) || pending;
        }
      };
      draw(false);
      draw(true);
      const top = spots.find((spot) => !spot.above);
      if (lying.length > 1 && exact > 12 * frame.dpr) this.count(frame, lying.length, x, y, top?.at, theme);
    }
    for (const [id, [x, y]] of scene.lifted) {
      const unit = scene.units.get(id);
      if (unit) pending = this.one(frame, unit, x, y, exact) || pending;
    }
    return pending;
  }

  private here(hex: number, stack: Unit[]): Unit[] {
    const dragged = this.scene.drag?.units;
    return dragged ? this.scene.lying(hex).filter((u) => !dragged.includes(u.id)) : stack.filter((u) => !this.scene.lifted.has(u.id));
  }

  /** `part` is its side, in counters. */
  private one(frame: Frame, unit: Unit, x: number, y: number, exact: number, part = unit.marker ? MARKER : COUNTER): boolean {
    const { faces, scene } = this;
    const shown = Math.round(exact * part);
    const rim = scene.selected.has(unit.id) ? "selected" : scene.ready.has(unit.id) ? "ready" : "";
    if (shown < TINY * frame.dpr) {
      this.speck(frame, unit, x, y, shown, rim);
      return false;
    }
    const want = Math.max(3, Math.round(this.size * part)), had = Math.max(3, Math.round(this.before * part));
    let picture = faces.ready(unit, want), size = want;
    if (!picture && performance.now() < frame.until) picture = faces.face(unit, want);
    const late = !picture;
    // out of time: use the old face, stretched, or a blank counter for a few frames
    if (!picture) picture = faces.ready(unit, (size = had));
    if (picture) this.put(frame, picture, x, y, size, shown);
    else this.speck(frame, unit, x, y, shown, "");
    if (rim) this.put(frame, faces.rim(rim, want, unit.marker), x, y, want, shown);
    if (scene.focus === unit.id) this.put(frame, faces.rim("focus", want, unit.marker), x, y, want, shown);
    return late;
  }

  /** At small scales a counter is a spot of colour. */
  private speck({ brush, scale, x: ox, y: oy }: Frame, unit: Unit, x: number, y: number, shown: number, rim: string): void {
    const left = Math.round(x * scale + ox - shown / 2), top = Math.round(y * scale + oy - shown / 2);
    const theme = this.faces.theme;
    brush.fillStyle = rim === "selected" ? theme.selected : rim ? theme.rim : theme.name === "night" ? "#0b0a08" : "#221d14";
    const edge = rim ? 2 : 1;
    brush.fillRect(left - edge, top - edge, shown + 2 * edge, shown + 2 * edge);
    brush.fillStyle = this.faces.ground(unit).colour;
    brush.fillRect(left, top, shown, shown);
  }

  private put({ brush, scale, x: ox, y: oy }: Frame, picture: Picture, x: number, y: number, size: number, shown: number): void {
    if (size === shown) {
      brush.drawImage(picture, Math.round(x * scale + ox - picture.width / 2), Math.round(y * scale + oy - picture.width / 2));
      return;
    }
    const wide = Math.round((picture.width * shown) / size);
    brush.drawImage(picture, Math.round(x * scale + ox - wide / 2), Math.round(y * scale + oy - wide / 2), wide, wide);
  }

  /** Number of counters in the stack, beside the top one. */
  private count(frame: Frame, count: number, x: number, y: number, top: Point | undefined, theme: Theme): void {
    const size = Math.round(this.size * 0.3), key = `${count} ${size}`;
    let picture = this.counts.get(key);
    if (!picture) {
      picture = bitmap(size + 2, size + 2, (brush) => badge(brush, String(count), size, theme));
      if (this.counts.size > 200) this.counts.clear();
      this.counts.set(key, picture);
    }
    const shown = frame.scale * COUNTER * 0.3 + 2;
    const cx = x + (top?.[0] ?? 0) - 0.58, cy = y + (top?.[1] ?? 0) + 0.06;
    frame.brush.drawImage(picture, Math.round(cx * frame.scale + frame.x - shown / 2), Math.round(cy * frame.scale + frame.y - shown / 2), Math.round(shown), Math.round(shown));
  }

  /** Full faces in an open fan or under the pointer, at a size in pixels of the canvas. */
  loose(brush: CanvasRenderingContext2D, unit: Unit, x: number, y: number, size: number, opacity = 1): void {
    const pixels = Math.round(size);
    const draw = (picture: Picture) => brush.drawImage(picture, Math.round(x - picture.width / 2), Math.round(y - picture.width / 2));
    brush.globalAlpha = opacity;
    draw(this.faces.face(unit, pixels));
    const { selected, ready, focus } = this.scene;
    if (selected.has(unit.id) || ready.has(unit.id)) draw(this.faces.rim(selected.has(unit.id) ? "selected" : "ready", pixels, unit.marker));
    if (focus === unit.id) draw(this.faces.rim("focus", pixels, unit.marker));
    brush.globalAlpha = 1;
  }
}

function badge(brush: CanvasRenderingContext2D, text: string, size: number, theme: Theme): void {
  const middle = size / 2 + 1;
  brush.beginPath();
  brush.arc(middle, middle, size / 2 - size * 0.05, 0, 7);
  brush.fillStyle = theme.name === "night" ? "#e9e2cf" : "#fffaf0";
  brush.fill();
  brush.strokeStyle = "#221d14";
  brush.lineWidth = Math.max(1, size * 0.08);
  brush.stroke();
  brush.font = `700 ${size * 0.72}px ${CONDENSED}`;
  brush.textAlign = "center";
  brush.textBaseline = "middle";
  brush.fillStyle = "#221d14";
  brush.fillText(text, middle, middle + size * 0.05);
}

