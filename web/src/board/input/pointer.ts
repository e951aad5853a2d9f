/** Recognises gestures of mouse, pen and touch. Independent of drawing. */

export interface PointerHandlers {
  /** Whether a drag from here moves counters rather than the map. */
  carries(px: number, py: number): boolean;
  hover(px: number, py: number, buttons: boolean): void;
  leave(): void;
  tap(px: number, py: number, how: { add: boolean; double: boolean; touch: boolean }): void;
  context(px: number, py: number): void;
  pan(dx: number, dy: number): void;
  /** The map was released while moving, at this speed in pixels per millisecond. */
  fling(vx: number, vy: number): void;
  pinch(px: number, py: number, factor: number): void;
  wheel(px: number, py: number, factor: number, smooth: boolean): void;
  dragStart(px: number, py: number): void;
  dragMove(px: number, py: number): void;
  dragEnd(px: number, py: number, dropped: boolean): void;
  press(): void;
}

const LONG_PRESS = 430;
const DOUBLE = 330;

interface Finger { x: number; y: number }
type Mode = "idle" | "pressed" | "panning" | "carrying" | "lifted" | "pinching" | "spent";

export class Pointer {
  private readonly fingers = new Map<number, Finger>();
  private mode: Mode = "idle";
  private start: Finger = { x: 0, y: 0 };
  private timer = 0;
  private lastTap = { x: 0, y: 0, time: -Infinity };
  private trail: { x: number; y: number; time: number }[] = [];
  private lastKind = "mouse";
  private readonly stop = new AbortController();

  constructor(private readonly el: HTMLElement, private readonly on: PointerHandlers) {
    const { signal } = this.stop;
    el.addEventListener("pointerdown", this.down, { signal });
    el.addEventListener("pointermove", this.move, { signal });
    el.addEventListener("pointerup", this.up, { signal });
    el.addEventListener("pointercancel", this.cancel, { signal });
    el.addEventListener("pointerleave", (e) => {
      if (e.pointerType !== "touch" && this.mode === "idle") on.leave();
    }, { signal });
    el.addEventListener("wheel", this.wheel, { passive: false, signal });
    el.addEventListener("contextmenu", (e) => {
      e.preventDefault();
      // a long press has already been reported
      if (this.lastKind !== "touch") on.context(...this.at(e));
    }, { signal });
  }

  destroy(): void {
    window.clearTimeout(this.timer);
    this.stop.abort();
  }

  /** Cancel the current gesture, such as a drag. */
  abandon(): void {
    if (this.mode === "carrying") this.on.dragEnd(0, 0, false);
    this.mode = this.mode === "idle" ? "idle" : "spent";
    window.clearTimeout(this.timer);
  }

  private at(event: MouseEvent): [number, number] {
    const box = this.el.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private readonly down = (event: PointerEvent): void => {
    this.lastKind = event.pointerType;
    if (event.button !== 0 && event.button !== 1) return;
    const [x, y] = this.at(event);
    this.on.press();
    this.fingers.set(event.pointerId, { x, y });
    window.clearTimeout(this.timer);
    if (this.fingers.size > 1) {
      if (this.mode === "carrying") this.on.dragEnd(0, 0, false);
      this.mode = "pinching";
      this.hold();
      return;
    }
    this.mode = "pressed";
    this.start = { x, y };
    this.trail = [];
    if (event.button === 1) {
      this.mode = "panning";
      event.preventDefault();
    }
    if (event.pointerType === "touch") this.timer = window.setTimeout(this.longPress, LONG_PRESS);
  };

  private readonly longPress = (): void => {
    if (this.mode !== "pressed") return;
    if (this.on.carries(this.start.x, this.start.y)) this.mode = "lifted";
    else {
      this.mode = "spent";
      this.on.context(this.start.x, this.start.y);
    }
  };

  /** Capture the pointer, so that moves outside the board are received. Not earlier: a captured click would miss its button. */
  private hold(): void {
    for (const id of this.fingers.keys()) {
      try {
        this.el.setPointerCapture(id);
      } catch {
        // the pointer may be gone already
      }
    }
  }

  private readonly move = (event: PointerEvent): void => {
    const [x, y] = this.at(event);
    const finger = this.fingers.get(event.pointerId);
    if (!finger) {
      if (event.pointerType !== "touch") this.on.hover(x, y, false);
      return;
    }
    if (this.mode === "pinching") {
      this.pinch(event.pointerId, { x, y });
      return;
    }
    const far = Math.hypot(x - this.start.x, y - this.start.y) > (event.pointerType === "mouse" ? 4 : 9);
    if (far && (this.mode === "pressed" || this.mode === "lifted")) {
      window.clearTimeout(this.timer);
      this.hold();
      const carry = this.mode === "lifted" || (event.pointerType !== "touch" && this.on.carries(this.start.x, this.start.y));
      this.mode = carry ? "carrying" : "panning";
      if (carry) this.on.dragStart(this.start.x, this.start.y);
    }
    if (this.mode === "panning") {
      this.on.pan(x - finger.x, y - finger.y);
      this.trail.push({ x, y, time: event.timeStamp });
      if (this.trail.length > 6) this.trail.shift();
    } else if (this.mode === "carrying") this.on.dragMove(x, y);
    if (this.mode !== "pressed") this.fingers.set(event.pointerId, { x, y });
  };

  private pinch(id: number, to: Finger): void {
    const [a, b] = [...this.fingers.entries()];
    if (!a || !b) return;
    const other = a[0] === id ? b[1] : a[1], from = this.fingers.get(id) ?? to;
    const before = Math.hypot(from.x - other.x, from.y - other.y), after = Math.hypot(to.x - other.x, to.y - other.y);
    this.on.pan((to.x - from.x) / 2, (to.y - from.y) / 2);
    if (before > 8) this.on.pinch((to.x + other.x) / 2, (to.y + other.y) / 2, after / before);
    this.fingers.set(id, to);
  }

  private readonly up = (event: PointerEvent): void => {
    if (!this.fingers.delete(event.pointerId)) return;
    window.clearTimeout(this.timer);
    const [x, y] = this.at(event);
    const { mode } = this;
    if (this.fingers.size) {
      // one of two fingers is left: it must not tap
      this.mode = "spent";
      return;
    }
    this.mode = "idle";
    if (mode === "pressed") this.tap(event, x, y);
    else if (mode === "lifted") this.on.context(x, y);
    else if (mode === "carrying") this.on.dragEnd(x, y, true);
    else if (mode === "panning") this.letGo(event.timeStamp);
    if (event.pointerType === "touch") this.on.leave();
  };

  private tap(event: PointerEvent, x: number, y: number): void {
    const last = this.lastTap;
    const double = event.timeStamp - last.time < DOUBLE && Math.hypot(x - last.x, y - last.y) < 14;
    this.lastTap = double ? { x, y, time: -Infinity } : { x, y, time: event.timeStamp };
    this.on.tap(x, y, { add: event.shiftKey || event.ctrlKey || event.metaKey, double, touch: event.pointerType === "touch" });
  }

  private letGo(now: number): void {
    const first = this.trail.find((p) => now - p.time < 90), last = this.trail.at(-1);
    if (!first || !last || now - last.time > 45 || last.time - first.time < 8) return;
    const span = last.time - first.time;
    this.on.fling((last.x - first.x) / span, (last.y - first.y) / span);
  }

  private readonly cancel = (event: PointerEvent): void => {
    if (!this.fingers.delete(event.pointerId)) return;
    window.clearTimeout(this.timer);
    if (this.mode === "carrying") this.on.dragEnd(0, 0, false);
    this.mode = this.fingers.size ? "spent" : "idle";
    this.on.leave();
  };

  private readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 400 : 1;
    const dy = event.deltaY * unit, dx = event.deltaX * unit;
    if (event.shiftKey || (!event.ctrlKey && Math.abs(dx) > Math.abs(dy))) {
      this.on.pan(-(event.shiftKey && !dx ? dy : dx), event.shiftKey ? 0 : -dy);
      return;
    }
    // a touchpad pinch arrives as wheel events with the control key and small steps
    const rate = event.ctrlKey ? 0.01 : 0.0017;
    const step = Math.max(-0.6, Math.min(0.6, -dy * rate));
    this.on.wheel(...this.at(event), Math.exp(step), Math.abs(dy) >= 40);
  };
}
