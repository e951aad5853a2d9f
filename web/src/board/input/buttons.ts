/** Real buttons over the canvas: one for each counter and each choice in the window. Keyboards, screen readers and
 *  tests use them; the pointer is handled by the board itself. */

import type { Camera } from "../canvas/camera";
import { SIGN, signposts } from "./signposts";
import type { Point, Rect } from "../geometry/hexLayout";
import type { Scene } from "../scene";
import { spotsOf } from "../counters/stacks";
import type { SideLook } from "../types";
import { type Choice, describeUnit } from "./descriptions";

export interface ButtonHandlers {
  press(target: { unit?: string; hex?: string }, add: boolean): void;
  /** A choice outside the window was pressed. */
  far(hex: string): void;
  focus(unit: string, hex: string): void;
}

interface Spec { key: string; label: string; unit?: string; hex: string; rect: Rect; pressed?: boolean; level: number; sign?: string }

/** Minimum visible size of a button in pixels. */
const LEAST = 1;
/** Maximum number of signposts; with more choices outside the window, none are shown. */
const MOST_SIGNS = 12;

export class Buttons {
  readonly root = document.createElement("div");
  private readonly made = new Map<string, HTMLButtonElement>();
  private readonly specs = new WeakMap<HTMLButtonElement, Spec>();
  /** The button in the Tab order; the others are reached by arrow keys. */
  private stop: HTMLButtonElement | null = null;

  constructor(private readonly scene: Scene, private readonly camera: Camera, private readonly sides: ReadonlyMap<string, SideLook>, handlers: ButtonHandlers) {
    this.root.className = "gb-buttons";
    this.root.addEventListener("click", (event) => {
      const spec = this.specOf(event.target);
      if (spec?.sign) return handlers.far(spec.hex);
      // pointer clicks are handled by the board; this is a key or assistive technology
      if (spec && event.detail === 0) handlers.press(spec.unit ? { unit: spec.unit, hex: spec.hex } : { hex: spec.hex }, event.shiftKey || event.ctrlKey || event.metaKey);
    });
    // signposts are ordinary buttons, not part of the map
    for (const kind of ["pointerdown", "pointerup", "pointermove"] as const) {
      this.root.addEventListener(kind, (event) => {
        if (this.specOf(event.target)?.sign) event.stopPropagation();
      });
    }
    this.root.addEventListener("focusin", (event) => {
      const spec = this.specOf(event.target);
      const visible = event.target instanceof Element && event.target.matches(":focus-visible");
      handlers.focus(visible ? (spec?.unit ?? "") : "", spec?.hex ?? "");
      if (event.target instanceof HTMLButtonElement) this.rove(event.target);
    });
    this.root.addEventListener("focusout", () => handlers.focus("", ""));
  }

  private specOf(target: EventTarget | null): Spec | undefined {
    return target instanceof HTMLButtonElement ? this.specs.get(target) : undefined;
  }

  /** The button of a counter, to focus it. */
  find(unit: string): HTMLButtonElement | undefined {
    return this.made.get(`u:${unit}`);
  }

  /** Place every button over its counter or hex. */
  update(choices: readonly Choice[]): void {
    const wanted = this.wanted(choices);
    const keep = new Set(wanted.map((s) => s.key));
    for (const [key, button] of this.made) {
      if (keep.has(key)) continue;
      button.remove();
      this.made.delete(key);
    }
    const fresh = document.createDocumentFragment();
    for (const spec of wanted) {
      let button = this.made.get(spec.key);
      if (!button) {
        button = document.createElement("button");
        button.type = "button";
        button.tabIndex = -1;
        this.made.set(spec.key, button);
        fresh.append(button);
      }
      this.place(button, spec);
    }
    this.root.append(fresh);
    if (!this.stop?.isConnected) this.stop = null;
    const first = this.stop ?? this.made.get(wanted.find((s) => s.unit && this.scene.ready.has(s.unit))?.key ?? wanted[0]?.key ?? "");
    if (first) this.rove(first);
  }

  private place(button: HTMLButtonElement, spec: Spec): void {
    const before = this.specs.get(button);
    const { rect } = spec;
    if (before?.label !== spec.label) button.setAttribute("aria-label", spec.label);
    if (before?.pressed !== spec.pressed) {
      if (spec.pressed === undefined) button.removeAttribute("aria-pressed");
      else button.setAttribute("aria-pressed", String(spec.pressed));
    }
    if (before?.hex !== spec.hex) button.dataset["hex"] = spec.hex;
    if (spec.unit && before?.unit !== spec.unit) button.dataset["unit"] = spec.unit;
    if (before?.sign !== spec.sign) {
      button.className = spec.sign ? "gb-sign" : "";
      button.textContent = spec.sign ?? "";
    }
    const { style } = button;
    style.left = `${rect.left.toFixed(1)}px`;
    style.top = `${rect.top.toFixed(1)}px`;
    style.width = `${(rect.right - rect.left).toFixed(1)}px`;
    style.height = `${(rect.bottom - rect.top).toFixed(1)}px`;
    if (before?.level !== spec.level) style.zIndex = String(spec.level);
    this.specs.set(button, spec);
  }

  private rove(button: HTMLButtonElement): void {
    if (this.stop === button) return;
    if (this.stop) this.stop.tabIndex = -1;
    button.tabIndex = 0;
    this.stop = button;
  }

  private wanted(choices: readonly Choice[]): Spec[] {
    return [...this.counters(), ...this.choices(choices)];
  }

  /** The visible part of a rectangle, so that the middle of a button can always be clicked. */
  private seen({ left, top, right, bottom }: Rect): Rect | null {
    const { width, height } = this.camera;
    const part = { left: Math.max(0, left), top: Math.max(0, top), right: Math.min(width, right), bottom: Math.min(height, bottom) };
    return part.right - part.left > LEAST && part.bottom - part.top > LEAST ? part : null;
  }

  private counters(): Spec[] {
    const { scene, camera, sides } = this;
    const specs: Spec[] = [];
    const seen = camera.visible();
    const fan = scene.fan(camera);
    const size = camera.view.scale;
    for (const hex of scene.stacks.keys()) {
      const [x, y] = scene.layout.centre(hex);
      if (x < seen.left - 0.4 || x > seen.right + 0.4 || y < seen.top - 0.4 || y > seen.bottom + 0.4) continue;
      const lying = scene.lying(hex);
      const spots = spotsOf(lying, scene.selected);
      lying.forEach((unit, depth) => {
        const { part } = spots[depth]!;
        const [left, top] = camera.toScreen(x + part.left, y + part.top);
        let rect: Rect = { left, top, right: left + (part.right - part.left) * size, bottom: top + (part.bottom - part.top) * size };
        let level = 2;
        if (fan && hex === scene.fanHex) {
          const [cx, cy] = fan.fan.spots[fan.units.indexOf(unit)] ?? [left, top];
          const half = fan.fan.size / 2;
          rect = { left: cx - half, top: cy - half, right: cx + half, bottom: cy + half };
          level = 3;
        }
        const shown = this.seen(rect);
        if (!shown) return;
        const label = describeUnit(unit, sides) + (lying.length > 1 ? `, ${depth + 1} of ${lying.length} in the stack` : "") + (scene.ready.has(unit.id) ? ", can act" : "");
        specs.push({ key: `u:${unit.id}`, label, unit: unit.id, hex: scene.layout.id(hex), rect: shown, pressed: scene.selected.has(unit.id), level });
      });
    }
    return specs;
  }

  private choices(choices: readonly Choice[]): Spec[] {
    const { scene, camera } = this;
    const size = camera.view.scale;
    const far: { choice: Choice; at: Point }[] = [];
    const specs: Spec[] = [];
    for (const choice of choices) {
      const i = scene.layout.find(choice.hex);
      if (i < 0) continue;
      const [x, y] = camera.toScreen(...scene.layout.centre(i));
      // below the counters, if any, so that both can be clicked
      const taken = scene.lying(i).length > 0;
      const [top, bottom, wide] = taken ? [0.56, 0.84, 0.5] : [-0.62, 0.62, 0.6];
      const rect = this.seen({ left: x - wide * size, right: x + wide * size, top: y + top * size, bottom: y + bottom * size });
      if (rect) specs.push({ key: `h:${choice.hex}`, label: choice.label, hex: choice.hex, rect, level: 1 });
      else if (choice.answer) far.push({ choice, at: [x, y] });
    }
    return far.length > MOST_SIGNS ? specs : [...specs, ...this.signs(far)];
  }

  private signs(far: readonly { choice: Choice; at: Point }[]): Spec[] {
    const [w, h] = SIGN;
    const posts = signposts(far.map(({ at }) => at), this.camera);
    return far.map(({ choice: { hex, label } }, index) => {
      const { x, y, arrow } = posts[index] ?? { x: 0, y: 0, arrow: "" };
      const rect = { left: x - w / 2, right: x + w / 2, top: y - h / 2, bottom: y + h / 2 };
      return { key: `s:${hex}`, label: `${label}, outside the view`, hex, rect, level: 4, sign: `${arrow} ${hex}` };
    });
  }
}
