/** Translates pointer and keyboard input into board events. */

import type { Buttons } from "./buttons";
import { type Camera, EASY } from "../canvas/camera";
import type { Point } from "../geometry/hexLayout";
import { Keyboard } from "./keyboard";
import { Pointer } from "./pointer";
import type { Hit, Scene } from "../scene";
import type { BoardEvents } from "../types";
import { keys as t } from "../../text/messages/keys";
import type { HexDescriptions } from "./descriptions";

export interface Parts {
  root: HTMLElement;
  scene: Scene;
  camera: Camera;
  buttons: Buttons;
  descriptions: HexDescriptions;
  events: Partial<BoardEvents>;
  title: string;
  /** Whether reduced motion is on. */
  still(): boolean;
  redraw(): void;
  refresh(): void;
}

const FAN_AFTER = 450;
const CLOSE_AFTER = 280;
const GLIDE = 150;

export class Actions {
  /** The element that has the focus while the cursor moves over hexes. */
  readonly grid = document.createElement("div");
  /** Live region that describes the hex under the cursor. */
  readonly live = document.createElement("div");
  private readonly pointer: Pointer;
  private readonly keyboard: Keyboard;
  private hovered = "";
  private fanTimer = 0;
  private closeTimer = 0;
  /** The stack just clicked, which does not fan out: the next click is meant for the map. */
  private quiet = -1;
  private byKey = false;
  private speed = { x: 0, y: 0, time: 0 };

  constructor(private readonly parts: Parts) {
    const { root, title } = parts;
    this.grid.className = "gb-grid";
    this.grid.tabIndex = 0;
    this.grid.setAttribute("role", "application");
    this.grid.setAttribute("aria-roledescription", t.hexMap);
    this.grid.setAttribute("aria-label", t.mapLabel(title));
    this.live.className = "gb-live";
    this.live.setAttribute("aria-live", "polite");
    this.pointer = new Pointer(root, {
      carries: (px, py) => this.carried(px, py).length > 0,
      hover: (px, py) => this.hover(px, py),
      leave: () => this.leave(),
      press: () => this.pressed(),
      tap: (px, py, how) => this.tap(px, py, how),
      context: (px, py) => parts.events.context?.(this.plain(this.hit(px, py))),
      pan: (dx, dy) => {
        parts.camera.panBy(dx, dy);
        this.openFan(-1, false);
        parts.redraw();
      },
      fling: (x, y) => this.fling(x, y),
      pinch: (px, py, factor) => {
        parts.camera.zoomAt(px, py, factor);
        parts.redraw();
      },
      wheel: (px, py, factor, smooth) => this.wheel(px, py, factor, smooth),
      dragStart: (px, py) => this.dragStart(px, py),
      dragMove: (px, py) => this.dragMove(px, py),
      dragEnd: (px, py, dropped) => this.dragEnd(px, py, dropped),
    });
    this.keyboard = new Keyboard(parts, this.grid, this.live, {
      openFan: (hex, byKey) => this.openFan(hex, byKey),
      isChoice: (hex) => this.isChoice(hex),
      abandon: () => this.pointer.abandon(),
    });
  }

  destroy(): void {
    window.clearTimeout(this.fanTimer);
    window.clearTimeout(this.closeTimer);
    this.pointer.destroy();
    this.keyboard.destroy();
  }

  private hit(px: number, py: number): Hit & { inFan?: boolean } {
    return this.parts.scene.hit(this.parts.camera, px, py);
  }

  private plain({ hex, unit }: Hit): Hit {
    return { ...(hex === undefined ? {} : { hex }), ...(unit === undefined ? {} : { unit }) };
  }

  // -- hovering and fans --------------------------------------------------------------------

  private hover(px: number, py: number): void {
    const { scene, root, events } = this.parts;
    const hit = this.hit(px, py);
    const hex = scene.layout.find(hit.hex);
    const key = `${hit.hex ?? ""} ${hit.unit ?? ""}`;
    if (key !== this.hovered) {
      this.hovered = key;
      scene.hover = hit.inFan ? -1 : hex;
      const choice = hit.hex !== undefined && this.isChoice(hit.hex);
      root.dataset["over"] = hit.unit ? "counter" : choice ? "choice" : "";
      events.hover?.(hit.hex === undefined ? null : this.plain(hit));
      this.parts.redraw();
    }
    if (hex !== this.quiet) this.quiet = -1;
    const inside = hit.inFan || (hex >= 0 && hex === scene.fanHex);
    if (inside) {
      window.clearTimeout(this.closeTimer);
      this.closeTimer = 0;
    } else if (scene.fanHex >= 0 && !this.byKey && !this.closeTimer) {
      this.closeTimer = window.setTimeout(() => this.openFan(-1, false), CLOSE_AFTER);
    }
    window.clearTimeout(this.fanTimer);
    if (hit.unit && !hit.inFan && hex !== scene.fanHex && hex !== this.quiet && scene.lying(hex).length > 1) {
      this.fanTimer = window.setTimeout(() => this.openFan(hex, false), FAN_AFTER);
    }
  }

  private leave(): void {
    const { scene, events, root } = this.parts;
    window.clearTimeout(this.fanTimer);
    if (!this.hovered && scene.hover < 0) return;
    this.hovered = "";
    scene.hover = -1;
    root.dataset["over"] = "";
    events.hover?.(null);
    this.parts.redraw();
  }

  openFan(hex: number, byKey: boolean): void {
    const { scene } = this.parts;
    window.clearTimeout(this.closeTimer);
    window.clearTimeout(this.fanTimer);
    this.closeTimer = 0;
    const next = hex >= 0 && scene.lying(hex).length ? hex : -1;
    if (next === scene.fanHex) return;
    scene.fanHex = next;
    this.byKey = byKey && next >= 0;
    this.parts.refresh();
    this.parts.redraw();
  }

  private isChoice(hex: string): boolean {
    const { overlay } = this.parts.scene;
    return !!(overlay.choices?.includes(hex) || overlay.targets?.includes(hex) || overlay.reach?.some((r) => r.hex === hex));
  }

  // -- taps ---------------------------------------------------------------------------------

  private pressed(): void {
    this.speed = { x: 0, y: 0, time: 0 };
    this.parts.camera.stop();
    this.parts.scene.walking = false;
    window.clearTimeout(this.fanTimer);
  }

  private tap(px: number, py: number, how: { add: boolean; double: boolean; touch: boolean }): void {
    const { scene, events, camera } = this.parts;
    const hit = this.hit(px, py);
    const hex = scene.layout.find(hit.hex);
    const awaited = hit.hex !== undefined && this.isChoice(hit.hex);
    if (!hit.inFan && hex !== scene.fanHex) this.openFan(-1, false);
    // touch cannot hover over a stack: a tap fans it out
    if (hit.unit && !hit.inFan && how.touch && !awaited && scene.lying(hex).length > 1) this.openFan(hex, true);
    this.quiet = hex;
    if (hex >= 0) scene.cursor = hex;
    if (how.double && how.touch && !hit.unit && !awaited) {
      camera.glideZoom(px, py, camera.view.scale < EASY ? EASY / camera.view.scale : 1.7, performance.now(), this.parts.still() ? 1 : GLIDE);
    }
    events.pick?.(this.plain(hit), { add: how.add, double: how.double });
    this.parts.redraw();
  }

  /** A button was pressed by key or assistive technology. */
  press(target: Hit, add: boolean): void {
    this.parts.events.pick?.(target, { add, double: false });
  }

  // -- moving the view ----------------------------------------------------------------------

  private wheel(px: number, py: number, factor: number, smooth: boolean): void {
    const { camera, still, redraw } = this.parts;
    this.openFan(-1, false);
    if (smooth && !still()) camera.glideZoom(px, py, factor, performance.now(), GLIDE);
    else camera.zoomAt(px, py, factor);
    redraw();
  }

  private fling(x: number, y: number): void {
    if (this.parts.still() || Math.hypot(x, y) < 0.25) return;
    this.speed = { x, y, time: performance.now() };
    this.parts.redraw();
  }

  /** Continue the pan after a fling; returns whether it still moves. */
  drift(now: number): boolean {
    const { speed } = this;
    if (!speed.time) return false;
    const span = Math.min(50, Math.max(0, now - speed.time));
    this.parts.camera.panBy(speed.x * span, speed.y * span);
    const slower = Math.exp(-span / 140);
    this.speed = { x: speed.x * slower, y: speed.y * slower, time: now };
    if (Math.hypot(this.speed.x, this.speed.y) < 0.02) this.speed.time = 0;
    return this.speed.time > 0;
  }

  // -- carrying counters --------------------------------------------------------------------

  /** What a drag from here would carry: the whole selection if the counter is part of it, else the counter. */
  private carried(px: number, py: number): string[] {
    const { scene } = this.parts;
    const { unit } = this.hit(px, py);
    if (!unit) return [];
    if (scene.selected.has(unit)) return [unit, ...[...scene.selected].filter((u) => u !== unit)];
    return scene.ready.has(unit) ? [unit] : [];
  }

  private dragStart(px: number, py: number): void {
    const { scene, events, root } = this.parts;
    const hit = this.hit(px, py), units = this.carried(px, py);
    scene.drag = { units, px, py };
    root.dataset["over"] = "carry";
    if (hit.unit && !scene.selected.has(hit.unit)) events.pick?.(this.plain(hit), { add: false, double: false });
    this.openFan(-1, false);
    this.parts.redraw();
  }

  /** Drag counters from outside the board over it. */
  carry(units: string[], px: number, py: number): void {
    this.parts.scene.drag ??= { units, px, py };
    this.dragMove(px, py);
  }

  letGo(at: Point | null): void {
    const { camera } = this.parts;
    const over = at !== null && at[0] >= 0 && at[1] >= 0 && at[0] <= camera.width && at[1] <= camera.height;
    this.dragEnd(at?.[0] ?? 0, at?.[1] ?? 0, over);
  }

  private dragMove(px: number, py: number): void {
    const { scene, events, camera } = this.parts;
    if (!scene.drag) return;
    scene.drag = { ...scene.drag, px, py };
    const [x, y] = camera.toWorld(px, py);
    const hex = scene.layout.hexAt(x, y);
    if (hex !== scene.hover) {
      scene.hover = hex;
      events.hover?.(hex < 0 ? null : { hex: scene.layout.id(hex) });
    }
    this.parts.redraw();
  }

  private dragEnd(px: number, py: number, dropped: boolean): void {
    const { scene, events, camera, root } = this.parts;
    const units = scene.drag?.units ?? [];
    scene.drag = null;
    root.dataset["over"] = "";
    const [x, y] = camera.toWorld(px, py);
    const hex = scene.layout.id(scene.layout.hexAt(x, y));
    const moved = units.some((id) => scene.units.get(id)?.at !== hex);
    if (dropped && hex && moved) events.drop?.(units, hex);
    this.parts.redraw();
  }
}
