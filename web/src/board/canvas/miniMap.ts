/** Small map of the whole board: shows the visible part, and jumps to where it is clicked. */

import type { Camera } from "./camera";
import { fade } from "../map/colour";
import type { Point, Rect } from "../geometry/hexLayout";
import type { Scene } from "../scene";
import type { Theme } from "../map/theme";
import type { Unit } from "../types";

const WIDEST = 210;
const HIGHEST = 170;

export class MiniMap {
  readonly canvas = document.createElement("canvas");
  private ground: HTMLCanvasElement | null = null;
  private scale = 1;
  private dpr = 1;
  private shown = false;

  constructor(
    private readonly page: Rect, private readonly camera: Camera, private readonly scene: Scene,
    private readonly colourOf: (unit: Unit) => string, jump: (to: Point) => void,
  ) {
    this.canvas.className = "gb-mini";
    this.canvas.setAttribute("aria-hidden", "true");
    const go = (event: PointerEvent) => {
      const box = this.canvas.getBoundingClientRect();
      jump([page.left + (event.clientX - box.left) / this.scale, page.top + (event.clientY - box.top) / this.scale]);
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      this.canvas.setPointerCapture(event.pointerId);
      go(event);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      event.stopPropagation();
      if (event.buttons & 1) go(event);
    });
    for (const kind of ["pointerup", "click", "dblclick"] as const) this.canvas.addEventListener(kind, (event) => event.stopPropagation());
  }

  resize(dpr: number): void {
    const { page } = this;
    const [width, height] = [page.right - page.left, page.bottom - page.top];
    this.dpr = dpr;
    const most = Math.min(WIDEST, this.camera.width * 0.3), high = Math.min(HIGHEST, this.camera.height * 0.3);
    this.scale = Math.min(most / width, high / height);
    this.canvas.width = Math.round(width * this.scale * dpr);
    this.canvas.height = Math.round(height * this.scale * dpr);
    this.canvas.style.width = `${width * this.scale}px`;
    this.canvas.style.height = `${height * this.scale}px`;
    this.ground = null;
  }

  /** Redraw the background: counters or theme have changed. */
  stale(): void {
    this.ground = null;
  }

  draw(picture: HTMLCanvasElement | null, theme: Theme): void {
    const seen = this.camera.visible(), { page } = this;
    const all = seen.left <= page.left + 1 && seen.right >= page.right - 1 && seen.top <= page.top + 1 && seen.bottom >= page.bottom - 1;
    const show = !all && !!picture && this.camera.width > 420;
    if (show !== this.shown) this.canvas.classList.toggle("gb-shown", (this.shown = show));
    const brush = this.canvas.getContext("2d", { alpha: false });
    if (!show || !brush || !picture) return;
    this.ground ??= this.makeGround(picture);
    const k = this.scale * this.dpr;
    brush.setTransform(1, 0, 0, 1, 0, 0);
    brush.drawImage(this.ground, 0, 0);
    const left = (seen.left - page.left) * k, top = (seen.top - page.top) * k;
    const width = (seen.right - seen.left) * k, height = (seen.bottom - seen.top) * k;
    brush.fillStyle = fade(theme.name === "paper" ? "#2c2617" : "#000000", 0.18);
    brush.beginPath();
    brush.rect(0, 0, this.canvas.width, this.canvas.height);
    brush.rect(left, top, width, height);
    brush.fill("evenodd");
    brush.strokeStyle = theme.cursor;
    brush.lineWidth = 1.5 * this.dpr;
    brush.strokeRect(left, top, width, height);
  }

  private makeGround(picture: HTMLCanvasElement): HTMLCanvasElement {
    const ground = document.createElement("canvas");
    ground.width = this.canvas.width;
    ground.height = this.canvas.height;
    const brush = ground.getContext("2d", { alpha: false });
    if (!brush) return ground;
    brush.imageSmoothingQuality = "high";
    brush.drawImage(picture, 0, 0, ground.width, ground.height);
    const k = this.scale * this.dpr, side = Math.max(2.5 * this.dpr, k * 1.1);
    for (const [hex, stack] of this.scene.stacks) {
      const top = stack[0];
      if (!top) continue;
      const [x, y] = this.scene.layout.centre(hex);
      const [px, py] = [(x - this.page.left) * k - side / 2, (y - this.page.top) * k - side / 2];
      brush.fillStyle = "rgba(20,16,8,0.8)";
      brush.fillRect(px - 0.5, py - 0.5, side + 1, side + 1);
      brush.fillStyle = this.colourOf(top);
      brush.fillRect(px, py, side, side);
    }
    return ground;
  }
}
