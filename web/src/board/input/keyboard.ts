/** Keyboard on the board: moves the cursor, selects, fans out stacks, zooms. */

import type { Parts } from "./actions";
import { walk } from "./walk";

const GLIDE = 150;

interface Does { openFan(hex: number, byKey: boolean): void; isChoice(hex: string): boolean; abandon(): void }

export class Keyboard {
  private readonly stop = new AbortController();

  constructor(private readonly parts: Parts, private readonly grid: HTMLElement, private readonly live: HTMLElement, private readonly does: Does) {
    parts.root.addEventListener("keydown", this.key, { signal: this.stop.signal });
  }

  destroy(): void {
    this.stop.abort();
  }

  private readonly key = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (this.fanKey(event) || this.doKey(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  private doKey({ key, shiftKey, target }: KeyboardEvent): boolean {
    const { scene, camera, redraw, events } = this.parts;
    const from = [scene.walking ? -1 : scene.hover, scene.cursor, scene.layout.hexAt(camera.view.x, camera.view.y), 0].find((i) => i >= 0) ?? 0;
    const to = walk(scene.layout, from, key);
    if (to >= 0) {
      // the first key press only shows the cursor
      this.moveCursor(scene.walking ? to : from);
      return true;
    }
    switch (key) {
      case "Enter":
      case " ": {
        if (target instanceof HTMLButtonElement || !scene.walking || scene.cursor < 0) return false;
        const hex = scene.layout.id(scene.cursor);
        const top = scene.lying(scene.cursor)[0];
        events.pick?.(top && !this.does.isChoice(hex) ? { hex, unit: top.id } : { hex }, { add: shiftKey, double: false });
        return true;
      }
      case "s":
      case "S": {
        const hex = scene.walking ? scene.cursor : scene.hover;
        if (hex < 0 || !scene.lying(hex).length) return false;
        this.does.openFan(scene.fanHex === hex ? -1 : hex, true);
        const first = scene.fan(camera)?.units[0];
        // continue inside the fan if the keyboard is used
        if (first && scene.walking) this.parts.buttons.find(first.id)?.focus();
        return true;
      }
      case "+":
      case "=":
      case "-":
        camera.glideZoom(camera.width / 2, camera.height / 2, key === "-" ? 1 / 1.4 : 1.4, performance.now(), this.parts.still() ? 1 : GLIDE);
        redraw();
        return true;
      case "0":
        camera.glideTo(camera.fitView(), performance.now(), this.parts.still() ? 0 : GLIDE);
        redraw();
        return true;
      case "Escape":
        if (scene.drag) {
          this.does.abandon();
          return true;
        }
        return false;
      default:
        return false;
    }
  }

  /** In an open fan, arrow keys move from counter to counter. */
  private fanKey({ key }: KeyboardEvent): boolean {
    const { scene, camera, buttons } = this.parts;
    const open = scene.fan(camera);
    if (!open) return false;
    if (key === "Escape") {
      this.does.openFan(-1, false);
      if (scene.focus) this.grid.focus({ preventScroll: true });
      return true;
    }
    const at = open.units.findIndex((u) => u.id === scene.focus);
    if (at < 0) return false;
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
    if (!step) return false;
    const next = open.units[(at + step + open.units.length) % open.units.length];
    if (next) buttons.find(next.id)?.focus();
    return true;
  }

  private moveCursor(hex: number): void {
    const { scene, camera, events, descriptions, still } = this.parts;
    const { layout } = scene;
    this.does.openFan(-1, false);
    scene.cursor = hex;
    scene.walking = true;
    if (document.activeElement !== this.grid) this.grid.focus({ preventScroll: true });
    const [x, y] = layout.centre(hex);
    const [px, py] = camera.toScreen(x, y);
    const margin = Math.min(camera.view.scale * 2, camera.width / 4, camera.height / 4);
    if (px < margin || py < margin || px > camera.width - margin || py > camera.height - margin) {
      camera.glideTo({ x, y, scale: camera.view.scale }, performance.now(), still() ? 0 : GLIDE);
    }
    this.live.textContent = descriptions.describe(hex, scene.lying(hex), scene.overlay);
    events.cursor?.(layout.id(hex));
    this.parts.redraw();
  }
}
