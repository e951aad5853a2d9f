/** The canvas and its clock: draws a frame when something has changed, and sharpens what was stretched when all is still. */

import type { Camera } from "./camera";
import type { CounterLayer, Frame } from "./counterLayer";
import { drawDrag, drawFan } from "./fanLayer";
import type { Rect } from "./geometry";
import type { OverlayLayer } from "./overlayLayer";
import type { Painter } from "./painter";
import type { Scene } from "./scene";
import { type Span, Tiles, tileScale } from "./tiles";

/** Milliseconds a frame may spend on drawing map tiles and faces: while moving, and at rest. */
const HASTY = 4;
const CALM = 9;
/** The view rests when nothing has changed for so long. */
const REST = 130;
/** The picture of the whole map that stands in for missing tiles: at most so many pixels. */
const WHOLE = 1500;

export interface StageHooks {
  /** Move what moves; whether something is still on its way. */
  tick(now: number): boolean;
  /** The view has come to rest, or what lies on it has changed. */
  settled(): void;
  moved(): void;
  afterDraw(): void;
}

export class Stage {
  readonly canvas = document.createElement("canvas");
  /** The whole map, small; null until there was time to draw it. */
  whole: HTMLCanvasElement | null = null;
  dpr = 1;
  private readonly brush: CanvasRenderingContext2D;
  private readonly tiles: Tiles;
  private request = 0;
  private timer = 0;
  private first = true;
  private seen = "";
  private zoom = 0;
  private building: { picture: HTMLCanvasElement; next: number } | null = null;

  constructor(
    private readonly painter: Painter, private readonly camera: Camera, private readonly scene: Scene,
    private readonly counters: CounterLayer, private readonly overlay: OverlayLayer, private readonly hooks: StageHooks,
  ) {
    this.canvas.className = "gb-canvas";
    this.canvas.setAttribute("aria-hidden", "true");
    const brush = this.canvas.getContext("2d", { alpha: false });
    if (!brush) throw new Error("this browser cannot draw: no 2D canvas");
    this.brush = brush;
    this.tiles = new Tiles((b, left, top, size, scale) => painter.paint(b, left, top, size, size, scale));
  }

  resize(width: number, height: number, dpr: number): void {
    this.dpr = dpr;
    this.canvas.width = Math.round(width * dpr);
    this.canvas.height = Math.round(height * dpr);
    this.first = true;
  }

  /** Everything printed has to be drawn anew: other theme, other letters. */
  reprint(): void {
    this.tiles.clear();
    this.counters.clear();
    this.overlay.clear();
    this.whole = this.building = null;
    this.first = true;
    this.invalidate();
  }

  invalidate(): void {
    if (!this.request) this.request = requestAnimationFrame(this.frame);
  }

  destroy(): void {
    cancelAnimationFrame(this.request);
    window.clearTimeout(this.timer);
    this.request = -1;
  }

  private readonly frame = (now: number): void => {
    this.request = 0;
    const busy = this.hooks.tick(now);
    const { view } = this.camera;
    const seen = `${view.x},${view.y},${view.scale}`;
    const changed = seen !== this.seen;
    const zooming = this.zoom !== 0 && view.scale !== this.zoom && !this.first;
    const pending = this.draw(changed ? HASTY : CALM, zooming);
    this.hooks.afterDraw();
    if (changed) {
      this.seen = seen;
      this.hooks.moved();
      this.restLater();
    }
    if (this.first) {
      this.first = false;
      this.zoom = view.scale;
      this.restLater();
    }
    if (busy || pending) this.invalidate();
  };

  private restLater(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(this.rest, REST);
  }

  /** Still: put the buttons right, make everything sharp, then use the time for what will be needed next. */
  private readonly rest = (): void => {
    if (this.zoom !== this.camera.view.scale) {
      this.zoom = this.camera.view.scale;
      this.invalidate();
    }
    this.hooks.settled();
    this.timer = window.setTimeout(this.idle, 60);
  };

  private readonly idle = (): void => {
    if (this.request || this.camera.moving) {
      this.restLater();
      return;
    }
    const { window: span, page } = this.spans();
    const more = this.whole ? this.tiles.prepare(span, page) : this.buildWhole();
    if (more) this.timer = window.setTimeout(this.idle, 12);
  };

  /** Window and page in whole pixels of the canvas, from the world's origin. */
  private spans(): { window: Span; page: Span; scale: number } {
    const scale = this.camera.view.scale * this.dpr;
    const { view, width, height } = this.camera;
    const left = Math.round(view.x * scale - (width * this.dpr) / 2), top = Math.round(view.y * scale - (height * this.dpr) / 2);
    const { page } = this.painter;
    return {
      scale,
      window: { left, top, width: this.canvas.width, height: this.canvas.height },
      page: { left: page.left * scale, top: page.top * scale, width: (page.right - page.left) * scale, height: (page.bottom - page.top) * scale },
    };
  }

  private draw(time: number, zooming: boolean): boolean {
    const { brush, painter, scene, camera, dpr } = this;
    const { theme } = painter;
    const { scale, window: span, page } = this.spans();
    const until = this.first ? Infinity : performance.now() + time;
    brush.setTransform(1, 0, 0, 1, 0, 0);
    this.table(span, page);
    this.tiles.aim(tileScale(scale, this.tiles.scale, zooming));
    const blurred = this.tiles.draw(brush, span, scale, page, () => this.behind(span, page), until);
    const frame: Frame = { brush, scale, x: -span.left, y: -span.top, visible: camera.visible(), dpr, until, zooming };
    this.overlay.below(frame, theme);
    const rough = this.counters.draw(frame, theme);
    this.overlay.above(frame, theme);
    drawFan(brush, scene, camera, this.counters, theme, dpr);
    drawDrag(brush, scene, camera, this.counters, dpr);
    return blurred || rough;
  }

  /** What shows around the sheet. */
  private table(span: Span, page: Span): void {
    const { brush } = this;
    const left = page.left - span.left, top = page.top - span.top;
    if (left <= 0 && top <= 0 && left + page.width >= span.width && top + page.height >= span.height) return;
    const { theme } = this.painter;
    brush.fillStyle = theme.table;
    brush.fillRect(0, 0, span.width, span.height);
    brush.fillStyle = theme.shadow;
    brush.globalAlpha = 0.05;
    for (let grow = 1; grow <= 5; grow++) {
      const by = grow * 2.4 * this.dpr;
      brush.fillRect(left - by + 2, top - by + 4, page.width + 2 * by, page.height + 2 * by);
    }
    brush.globalAlpha = 1;
  }

  private behind(span: Span, page: Span): void {
    const { brush, whole } = this;
    if (whole) brush.drawImage(whole, page.left - span.left, page.top - span.top, page.width, page.height);
    else {
      brush.fillStyle = this.painter.theme.paper;
      brush.fillRect(page.left - span.left, page.top - span.top, page.width, page.height);
    }
  }

  /** One more strip of the whole map; whether there is more to do. */
  private buildWhole(): boolean {
    const { page } = this.painter;
    const [width, height] = [page.right - page.left, page.bottom - page.top];
    const scale = Math.min(WHOLE / Math.max(width, height), 40);
    const high = 96;
    this.building ??= { picture: sized(Math.ceil(width * scale), Math.ceil(height * scale)), next: 0 };
    const { picture, next } = this.building;
    const strip = sized(picture.width, high);
    const inside = strip.getContext("2d", { alpha: false }), onto = picture.getContext("2d", { alpha: false });
    if (!inside || !onto) return false;
    this.painter.paint(inside, Math.round(page.left * scale), Math.round(page.top * scale) + next, picture.width, high, scale);
    onto.drawImage(strip, 0, next);
    this.building.next += high;
    if (this.building.next >= picture.height) {
      this.whole = picture;
      this.building = null;
      this.invalidate();
    }
    return true;
  }

  get page(): Rect {
    return this.painter.page;
  }
}

function sized(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}
