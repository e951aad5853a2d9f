/** The current contents of the board, and what is under a point. */

import type { Camera } from "./canvas/camera";
import type { HexLayout, Point, Rect } from "./geometry/hexLayout";
import { type Fan, fanHit, fanLayout, inRect, spotHit, spotsOf } from "./counters/stacks";
import type { Overlay, Unit } from "./types";

export interface Hit { hex?: string; unit?: string }

/** Sort a stack from top to bottom: selected counters, markers, units, markers that lie under units. */
export function sortStack(units: readonly Unit[], selected: ReadonlySet<string>): Unit[] {
  const rank = (u: Unit) => (selected.has(u.id) ? 0 : u.under ? 3 : u.marker ? 1 : 2);
  return [...units].sort((a, b) => rank(a) - rank(b));
}

export class Scene {
  units = new Map<string, Unit>();
  /** By hex, the top counter first. */
  stacks = new Map<number, Unit[]>();
  overlay: Overlay = {};
  ready = new Set<string>();
  selected = new Set<string>();
  hover = -1;
  cursor = -1;
  /** The cursor is shown while the keyboard is used. */
  walking = false;
  /** The counter whose button has the focus. */
  focus = "";
  fanHex = -1;
  drag: { units: string[]; px: number; py: number } | null = null;
  /** Current positions of counters that are moving. */
  lifted = new Map<string, Point>();

  constructor(readonly layout: HexLayout) {}

  setUnits(units: readonly Unit[]): void {
    this.units = new Map(units.map((u) => [u.id, u]));
    this.restack();
    if (this.fanHex >= 0 && (this.stacks.get(this.fanHex)?.length ?? 0) < 2) this.fanHex = -1;
  }

  setOverlay(overlay: Overlay): void {
    this.overlay = overlay;
    this.ready = new Set(overlay.ready);
    this.selected = new Set(overlay.selected);
    const cursor = this.layout.find(overlay.cursor);
    if (cursor >= 0 && cursor !== this.cursor) {
      this.cursor = cursor;
      this.walking = true;
    }
    this.restack();
  }

  private restack(): void {
    const found = new Map<number, Unit[]>();
    for (const unit of this.units.values()) {
      const hex = this.layout.find(unit.at);
      if (hex < 0) continue;
      const stack = found.get(hex);
      if (stack) stack.push(unit);
      else found.set(hex, [unit]);
    }
    this.stacks = new Map([...found].map(([hex, units]) => [hex, units.length > 1 ? sortStack(units, this.selected) : units]));
  }

  /** The counters in a hex that are not moving. */
  lying(hex: number): Unit[] {
    const stack = this.stacks.get(hex) ?? [];
    return this.lifted.size ? stack.filter((u) => !this.lifted.has(u.id)) : stack;
  }

  /** The open fan in window pixels. Counters in it keep their order, whichever is selected. */
  fan(camera: Camera): { fan: Fan; units: Unit[] } | null {
    const units = this.fanHex < 0 ? [] : [...this.lying(this.fanHex)].sort((a, b) => this.order(a) - this.order(b));
    if (!units.length) return null;
    const [x, y] = camera.toScreen(...this.layout.centre(this.fanHex));
    const s = camera.view.scale;
    const hex: Rect = { left: x - s * 0.75, right: x + s * 0.75, top: y - s * 0.7, bottom: y + s * 0.7 };
    return { fan: fanLayout(units.length, hex, camera, s), units };
  }

  private order(unit: Unit): number {
    let i = 0;
    for (const id of this.units.keys()) {
      if (id === unit.id) return i;
      i++;
    }
    return i;
  }

  hit(camera: Camera, px: number, py: number): Hit & { inFan?: boolean } {
    const open = this.fan(camera);
    if (open && inRect(open.fan.panel, px, py)) {
      const unit = open.units[fanHit(open.fan, px, py)];
      return { hex: this.layout.id(this.fanHex), inFan: true, ...(unit ? { unit: unit.id } : {}) };
    }
    const [x, y] = camera.toWorld(px, py);
    const hex = this.layout.hexAt(x, y);
    if (hex < 0) return {};
    // tall stacks extend into the hexes above them
    for (const at of [hex, this.layout.next(hex, 3), this.layout.next(hex, 4), this.layout.next(hex, 2)]) {
      const stack = at < 0 ? [] : this.lying(at);
      if (!stack.length) continue;
      const [cx, cy] = this.layout.centre(at);
      const unit = stack[spotHit(spotsOf(stack, this.selected), x - cx, y - cy)];
      if (unit) return { hex: this.layout.id(at), unit: unit.id };
    }
    return { hex: this.layout.id(hex) };
  }
}
