/** Draws tiles of the printed map: in a worker if possible, else in the page between frames. */

import { Painter } from "../map/painter";
import { type Picture, surface } from "./surface";
import { THEMES } from "../map/theme";
import type { BoardSheet } from "../types";

export interface Piece { key: string; left: number; top: number; width: number; height: number; scale: number }
type ThemeName = "paper" | "night";
type Inks = [string, string][];

export type PieceRequest =
  | { kind: "sheet"; epoch: number; sheet: BoardSheet; theme: ThemeName; inks: Inks }
  | { kind: "theme"; epoch: number; theme: ThemeName; inks: Inks }
  | ({ kind: "piece"; epoch: number } & Piece);
export interface PieceAnswer { key: string; epoch: number; picture: ImageBitmap }

export interface TileSource {
  /** Whether another tile may be requested: few at a time, so that the order of requests matters. */
  readonly free: boolean;
  ask(piece: Piece): void;
  /** Drop all requests and use another theme. */
  restart(theme: ThemeName, inks: Inks): void;
  destroy(): void;
}

type Deliver = (key: string, picture: Picture) => void;

export function tileSource(sheet: BoardSheet, theme: ThemeName, inks: Inks, deliver: Deliver): TileSource {
  const able = typeof Worker !== "undefined" && typeof OffscreenCanvas !== "undefined" && "transferToImageBitmap" in OffscreenCanvas.prototype;
  return able ? new FromWorker(sheet, theme, inks, deliver) : new FromPage(sheet, theme, inks, deliver);
}

class FromWorker implements TileSource {
  private worker: Worker;
  private epoch = 1;
  private readonly asked = new Set<string>();
  private instead: FromPage | null = null;

  constructor(sheet: BoardSheet, theme: ThemeName, inks: Inks, deliver: Deliver) {
    this.worker = new Worker(new URL("./tileWorker.ts", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }: MessageEvent<PieceAnswer>) => {
      if (data.epoch !== this.epoch) data.picture.close();
      else if (this.asked.delete(data.key)) deliver(data.key, data.picture);
    };
    // if the worker cannot start (old browser, strict settings), draw in the page instead
    this.worker.onerror = () => {
      if (this.instead) return;
      this.worker.terminate();
      this.asked.clear();
      this.instead = new FromPage(sheet, theme, inks, deliver);
      deliver("", document.createElement("canvas"));
    };
    // a plain copy: proxies of frameworks cannot be cloned
    this.send({ kind: "sheet", epoch: this.epoch, sheet: JSON.parse(JSON.stringify(sheet)) as BoardSheet, theme, inks });
  }

  private send(request: PieceRequest): void {
    this.worker.postMessage(request);
  }

  get free(): boolean {
    return this.instead ? this.instead.free : this.asked.size < 2;
  }

  ask(piece: Piece): void {
    if (this.instead) this.instead.ask(piece);
    else if (!this.asked.has(piece.key)) {
      this.asked.add(piece.key);
      this.send({ kind: "piece", epoch: this.epoch, ...piece });
    }
  }

  restart(theme: ThemeName, inks: Inks): void {
    if (this.instead) return this.instead.restart(theme, inks);
    this.asked.clear();
    this.send({ kind: "theme", epoch: ++this.epoch, theme, inks });
  }

  destroy(): void {
    this.instead?.destroy();
    this.worker.terminate();
  }
}

/** One piece at a time between two frames. */
class FromPage implements TileSource {
  private readonly painter: Painter;
  private timer = 0;

  constructor(sheet: BoardSheet, theme: ThemeName, inks: Inks, private readonly deliver: Deliver) {
    this.painter = new Painter(sheet, THEMES[theme], new Map(inks));
  }

  get free(): boolean {
    return !this.timer;
  }

  ask({ key, left, top, width, height, scale }: Piece): void {
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      const { picture, brush } = surface(width, height, true);
      this.painter.paint(brush, left, top, width, height, scale);
      this.deliver(key, picture);
    });
  }

  restart(theme: ThemeName, inks: Inks): void {
    this.destroy();
    this.painter.setTheme(THEMES[theme], new Map(inks));
  }

  destroy(): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
  }
}
