/** The canvas and its frames: draws when something has changed, and sharpens stretched bitmaps at rest. */

import type { Camera } from "./camera";
import type { CounterLayer, Frame } from "../counters/counterLayer";
import { drawDrag, drawFan } from "../counters/fanLayer";
import type { Rect } from "../geometry/hexLayout";
import type { OverlayLayer } from "../overlay/overlayLayer";
import type { Scene } from "../scene";
import { type Picture, surface } from "./surface";
import type { Theme } from "../map/theme";
import { type Span, TILE, Tiles, tileScale } from "./tiles";
import type { Piece, TileSource } from "./tileSource";

/** Milliseconds a frame may spend on drawing faces: while moving, and at rest. */
const HASTY = 2;
const CALM = 9;
/** Milliseconds per frame above which speed takes precedence over quality. */
const SLOW = 21;
/** Milliseconds without change after which the view is at rest. */
const REST = 130;
/** Maximum size in pixels of the picture of the whole map that replaces missing tiles. */
const WHOLE = 1500;
const STRIP = 128;

export interface StageHooks {
  /** Advance animations; returns whether something still moves. */
  tick(now: number): boolean;
  /** The view has come to rest, or its contents have changed. */
  settled(): void;
  moved(): void;
  /** `sharp`: everything is drawn at full quality. */
  afterDraw(sharp: boolean): void;
}

export class Stage {
  readonly canvas = document.createElement("canvas");
  /** Small picture of the whole map; null until it is drawn. */
  whole: HTMLCanvasElement | null = null;
  dpr = 1;
  /** Set after construction, because the source delivers to the stage. */
  source: TileSource | null = null;
  private readonly brush: CanvasRenderingContext2D;
  private readonly tiles = new Tiles();
  private request = 0;
  private timer = 0;
  private first = true;
  private seen = "";
  private zoom = 0;
  private building: { picture: HTMLCanvasElement; brush: CanvasRenderingContext2D; scale: number; next: number } | null = null;
  private blurred = true;
  /** Recent milliseconds per frame while something moves. */
  private pace = 16;
  private last = 0;
  private moving = false;

  constructor(
    private readonly page: Rect, public theme: Theme, private readonly camera: Camera, private readonly scene: Scene,
    private readonly counters: CounterLayer, private readonly overlay: OverlayLayer, private readonly hooks: StageHooks,
  ) {
    this.canvas.className = "gb-canvas";
    this.canvas.setAttribute("aria-hidden", "true");
    const brush = this.canvas.getContext("2d", { alpha: false });
    if (!brush) throw new Error("this browser has no 2D canvas");
    this.brush = brush;
  }

  resize(width: number, height: number, dpr: number): void {
    this.dpr = dpr;
    this.canvas.width = Math.round(width * dpr);
    this.canvas.height = Math.round(height * dpr);
    this.first = true;
  }

  /** Redraw everything: theme or fonts have changed. */
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
    // on slow machines bitmaps are stretched without smoothing while they move
    const late = changed && this.moving ? Math.min(60, now - this.last) : 16;
    this.pace += (late - this.pace) * 0.15;
    this.moving = changed;
    this.last = now;
    const rough = changed && this.pace > SLOW;
    const pending = this.draw(changed ? HASTY : CALM, this.zooming, rough);
    if (this.blurred) this.askForMore();
    this.hooks.afterDraw(!this.blurred && !pending);
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

  private get zooming(): boolean {
    return this.zoom !== 0 && this.camera.view.scale !== this.zoom && !this.first;
  }

  private restLater(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(this.rest, REST);
  }

  /** At rest: update the buttons, sharpen everything, then prepare what is needed next. */
  private readonly rest = (): void => {
    if (this.zoom !== this.camera.view.scale) {
      this.zoom = this.camera.view.scale;
      this.invalidate();
    }
    this.hooks.settled();
    this.askForMore();
  };

  /** A tile has been drawn. */
  readonly deliver = (key: string, picture: Picture): void => {
    const strip = /^whole:(\d+)$/.exec(key);
    if (strip) this.addStrip(Number(strip[1]), picture);
    else if (key) this.tiles.put(key, picture);
    this.askForMore();
    if (!strip) this.invalidate();
  };

  /** Request the tiles of the window first; at rest, those around it and the picture of the whole map. */
  private askForMore(): void {
    const { source } = this;
    if (!source?.free) return;
    const { window: span, page, scale } = this.spans();
    const wanted = this.tiles.missing(span, scale, page);
    if (!wanted.length && !this.zooming) wanted.push(...this.nextStrip(), ...this.tiles.missing(span, scale, page, TILE / 2));
    for (const piece of wanted) {
      if (!source.free) return;
      source.ask(piece);
    }
  }

  /** Window and sheet in canvas pixels, from the world's origin. */
  private spans(): { window: Span; page: Span; scale: number } {
    const scale = this.camera.view.scale * this.dpr;
    const { view, width, height } = this.camera;
    const left = Math.round(view.x * scale - (width * this.dpr) / 2), top = Math.round(view.y * scale - (height * this.dpr) / 2);
    const { page } = this;
    return {
      scale,
      window: { left, top, width: this.canvas.width, height: this.canvas.height },
      page: { left: page.left * scale, top: page.top * scale, width: (page.right - page.left) * scale, height: (page.bottom - page.top) * scale },
    };
  }

  private draw(time: number, zooming: boolean, hasty: boolean): boolean {
    const { brush, scene, camera, dpr, theme } = this;
    const { scale, window: span, page } = this.spans();
    const until = this.first ? Infinity : performance.now() + time;
    brush.setTransform(1, 0, 0, 1, 0, 0);
    brush.imageSmoothingEnabled = !hasty;
    this.table(span, page);
    this.tiles.aim(tileScale(scale, this.tiles.scale, zooming));
    this.blurred = this.tiles.draw(brush, span, scale, page, () => this.behind(span, page));
    const frame: Frame = { brush, scale, x: -span.left, y: -span.top, visible: camera.visible(), dpr, until, zooming };
    this.overlay.below(frame, theme);
    const rough = this.counters.draw(frame, theme);
    this.overlay.above(frame, theme);
    drawFan(brush, scene, camera, this.counters, theme, dpr);
    drawDrag(brush, scene, camera, this.counters, dpr);
    return rough;
  }

  /** The table around the sheet. */
  private table(span: Span, page: Span): void {
    const { brush } = this;
    const left = page.left - span.left, top = page.top - span.top;
    if (left <= 0 && top <= 0 && left + page.width >= span.width && top + page.height >= span.height) return;
    const { theme } = this;
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
      brush.fillStyle = this.theme.paper;
      brush.fillRect(page.left - span.left, page.top - span.top, page.width, page.height);
    }
  }

  /** The next strip of the whole map to draw, if any. */
  private nextStrip(): Piece[] {
    if (this.whole) return [];
    const { page } = this;
    const [width, height] = [page.right - page.left, page.bottom - page.top];
    if (!this.building) {
      const scale = Math.min(WHOLE / Math.max(width, height), 40);
      const { picture, brush } = surface(Math.ceil(width * scale), Math.ceil(height * scale), true);
      if (picture instanceof HTMLCanvasElement) this.building = { picture, brush, scale, next: 0 };
    }
    if (!this.building) return [];
    const { picture, scale, next } = this.building;
    return [{ key: `whole:${next}`, left: Math.round(page.left * scale), top: Math.round(page.top * scale) + next, width: picture.width, height: STRIP, scale }];
  }

  private addStrip(top: number, strip: Picture): void {
    const { building } = this;
    if (!building || top !== building.next) return;
    building.brush.drawImage(strip, 0, top);
    building.next += STRIP;
    if (building.next < building.picture.height) return;
    this.whole = building.picture;
    this.building = null;
    this.invalidate();
  }
}
