/** Figures of an analysis for the screen: chances of a side, points of luck, places on the chart. Pure. */

import type { Analysis, Order, TurningPoint } from "../api";

/** The chance of a side, from that of the first side. */
export function chanceOf(found: Analysis, side: string, chance: number): number {
  return side === found.sides[0] ? chance : 1 - chance;
}

export function percentage(chance: number): number {
  return Math.round(100 * chance);
}

/** A difference in points, with its sign. */
export function points(difference: number): string {
  const whole = Math.round(100 * difference);
  return whole > 0 ? `+${whole}` : whole < 0 ? `−${-whole}` : "0";
}

/** An order with all its fields: the server leaves out empty ones. */
export function wholeOrder(order: Pick<Order, "verb"> & Partial<Order>): Order {
  return { target: "", units: [], path: [], words: [], ...order };
}

export interface Verdict {
  /** What the order was worth compared with the computer's, in points; null if there is nothing to compare. */
  order: number | null;
  /** What the dice gave compared with the average, in points; null if none were rolled. */
  dice: number | null;
}

/** Separate the order from the dice. */
export function verdict(found: Analysis, point: TurningPoint): Verdict {
  const of = (chance: number): number => chanceOf(found, point.side, chance);
  const average = point.average ?? point.after;
  const better = point.computer && !point.computer.same ? of(average) - of(point.computer.average) : null;
  return {
    order: better === null ? null : Math.round(100 * better),
    dice: point.average === null ? null : Math.round(100 * (of(point.after) - of(point.average))),
  };
}

export interface TurnSpan { turn: number; from: number; to: number }

/** The turns, with their places on the chart from 0 to 1. */
export function turnSpans(found: Analysis): TurnSpan[] {
  const spans: TurnSpan[] = [];
  for (const point of found.curve.slice(0, -1)) {
    if (spans.at(-1)?.turn !== point.turn) spans.push({ turn: point.turn, from: point.at, to: 1 });
  }
  return spans.map((span, index) => ({ ...span, to: spans[index + 1]?.from ?? 1 }));
}

/** What each side lost in all. */
export function totalLosses(found: Analysis): Record<string, number> {
  return Object.fromEntries(found.sides.map((side) => [side, found.by_turn.reduce((sum, figures) => sum + (figures.losses[side] ?? 0), 0)]));
}

export interface Goal { title: string; side: string; target: number | null; values: (number | null)[] }

/** What to show over time: the goal with the highest target, else points, else the objectives held by the first side. */
export function goalOf(found: Analysis, held: string): Goal {
  const best = [...found.series].sort((a, b) => (b.target ?? 0) - (a.target ?? 0))[0];
  if (best) return { title: best.label, side: best.side || (found.sides[0] ?? ""), target: best.target, values: [...best.values] };
  const side = found.sides[0] ?? "";
  return { title: held, side, target: null, values: found.by_turn.map((figures) => figures.held[side] ?? 0) };
}
