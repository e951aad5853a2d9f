/** Layout of place names: under the counters of their hex, without overlapping neighbours or each other. */

import type { HexLayout, Rect } from "../geometry/hexLayout";
import { meets } from "../geometry/hexLayout";
import type { Place } from "../types";

/** Minimum readable height of a name in pixels. */
const LEAST = 10.5;
/** Half the width a name may have before it reaches the counters of the next hexes, in hexsides. */
const ROOM = 0.98;

export interface Name { place: Place; lines: string[]; x: number; y: number; size: number; box: Rect }

export type Measure = (text: string, size: number, bold: boolean) => number;

export const isBold = (place: Place): boolean => place.objective || place.kind !== "village";

const isCity = (place: Place): boolean => place.kind === "city" || place.kind === "oil";

function weight(place: Place): number {
  return (place.kind === "capital" ? 100 : 0) + (place.objective ? 50 : 0) + place.size * 4 + (isCity(place) ? 2 : 0);
}

/** Minimum scale, in pixels per hexside, at which a place is named. */
function namedFrom(place: Place): number {
  if (place.kind === "capital" || place.size > 3) return 4;
  if (place.objective || place.size > 2 || isCity(place)) return 7;
  return place.size > 1 ? 11 : 17;
}

/** Two lines of about the same length, where there is a gap to break at. */
function halves(text: string): string[] {
  const words = text.split(" ");
  let best: string[] = [text];
  for (let i = 1; i < words.length; i++) {
    const pair = [words.slice(0, i).join(" "), words.slice(i).join(" ")];
    const longer = (lines: string[]) => Math.max(...lines.map((l) => l.length));
    if (longer(pair) < longer(best)) best = pair;
  }
  return best;
}

/** The names shown at a scale; important ones are placed first. */
export function layoutNames(places: readonly Place[], layout: HexLayout, scale: number, measure: Measure): Name[] {
  const found: Name[] = [];
  const sorted = [...places].sort((a, b) => weight(b) - weight(a) || a.name.localeCompare(b.name));
  for (const place of sorted) {
    const hex = layout.find(place.hex);
    if (hex < 0 || scale < namedFrom(place)) continue;
    const [x, y] = layout.centre(hex);
    const printed = 0.25 + 0.025 * Math.min(3, place.size - 1) + (place.kind === "capital" ? 0.03 : 0);
    let size = Math.max(printed, LEAST / scale);
    const near = size <= printed * 1.05;
    const wide = (lines: string[]) => Math.max(...lines.map((l) => measure(l, size, isBold(place)))) / 2;
    let lines = [place.name];
    if (near && wide(lines) > ROOM) lines = halves(place.name);
    if (near && wide(lines) > ROOM) size *= Math.max(0.72, ROOM / wide(lines));
    const half = wide(lines);
    const { left, right } = layout.bounds;
    const middle = Math.max(Math.min(x, right - half), left + half);
    // by the printed place under the counters; from far away, when only a dot is drawn, close under the dot
    const base = y + Math.max(0.72, 0.38 + 0.85 * size);
    const box = { left: middle - half, right: middle + half, top: base - size * 0.8, bottom: base + size * (lines.length - 0.75) };
    if (found.some((other) => meets(other.box, box))) continue;
    found.push({ place, lines, x: middle, y: base, size, box });
  }
  return found;
}
