/** Animates counters from hex to hex. The caller passes the time, so that it can be tested and sped up. */

import type { Point } from "../geometry/hexLayout";

/** Milliseconds for one hex at speed 1: quick enough to wait for, slow enough to follow. */
export const STEP = 190;
const LEAST = 25;

/** Position along a line of points, from 0 to 1. */
export function along(points: readonly Point[], part: number): Point {
  const last = points.length - 1;
  const first = points[0] ?? [0, 0];
  if (last < 1 || part <= 0) return first;
  const at = Math.min(part, 1) * last, i = Math.min(last - 1, Math.floor(at)), t = at - i;
  const a = points[i] ?? first, b = points[i + 1] ?? a;
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
}

const gentle = (t: number): number => (t < 0.5 ? 2 * t * t : 1 - (-2 * t + 2) ** 2 / 2);

interface Journey { unit: string; points: Point[]; start: number; span: number }

export class Motion {
  private going: Journey[] = [];
  private waiting: (() => void)[] = [];
  /** Positions of moving counters, and of those that have arrived but are not yet placed by `setUnits`. */
  readonly at = new Map<string, Point>();

  get running(): boolean {
    return this.going.length > 0;
  }

  begin(moves: { unit: string; points: Point[] }[], speed: number, now: number): Promise<void> {
    this.skip();
    const step = Math.max(LEAST, STEP / Math.max(0.01, speed));
    for (const { unit, points } of moves) {
      if (points.length < 2) continue;
      this.going.push({ unit, points, start: now, span: step * (points.length - 1) });
      this.at.set(unit, points[0] ?? [0, 0]);
    }
    if (!this.going.length) return Promise.resolve();
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Advance; returns whether anything still moves. */
  tick(now: number): boolean {
    if (!this.going.length) return false;
    this.going = this.going.filter(({ unit, points, start, span }) => {
      const t = Math.min(1, Math.max(0, (now - start) / span));
      this.at.set(unit, along(points, gentle(t)));
      return t < 1;
    });
    if (!this.going.length) this.done();
    return this.going.length > 0;
  }

  /** Finish all animations at once. */
  skip(): void {
    for (const { unit, points } of this.going) this.at.set(unit, points.at(-1) ?? [0, 0]);
    this.going = [];
    this.done();
  }

  /** The units have been placed: drop those that have arrived. */
  settle(): void {
    const moving = new Set(this.going.map((j) => j.unit));
    for (const unit of [...this.at.keys()]) if (!moving.has(unit)) this.at.delete(unit);
  }

  private done(): void {
    const told = this.waiting;
    this.waiting = [];
    for (const tell of told) tell();
  }
}
