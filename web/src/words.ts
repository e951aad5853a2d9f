/** How things are said on screen: orders, sides, numbers. */

import type { Offer, Side, UnitView } from "./api";

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function spaced(text: string): string {
  return text.replaceAll("-", " ").replaceAll("_", " ");
}

export function list(words: string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/** A unit as people call it: what stands on the counter, and its id where that differs. */
export function unitName(unit: UnitView | undefined, id: string): string {
  if (!unit) return id;
  return unit.label && unit.label !== unit.id ? `${unit.label} (${unit.id})` : unit.id;
}

/** An order offered, as a button says it: "Retreat Z to 0406". */
export function orderWords(offer: Offer, units: ReadonlyMap<string, UnitView>): string {
  const parts = [capital(spaced(offer.verb))];
  if (offer.target) parts.push(offer.target);
  if (offer.units.length) {
    const names = list(offer.units.map((id) => unitName(units.get(id), id)));
    parts.push(offer.target ? `with ${names}` : names);
  }
  const end = offer.path[offer.path.length - 1];
  if (end) parts.push(`to ${end}`);
  if (offer.words.length) parts.push(offer.words.map(spaced).join(" "));
  return parts.join(" ");
}

export function sideTitle(sides: readonly Side[], id: string): string {
  return sides.find((side) => side.id === id)?.title ?? id;
}

/** Exact to a tenth of a percent, without a needless ".0". */
export function percent(probability: number): string {
  const value = Math.round(probability * 1000) / 10;
  return `${Number.isInteger(value) ? value : value.toFixed(1)} %`;
}

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** How long ago, roughly. */
export function ago(then: number, now: number): string {
  const minutes = Math.max(0, Math.round((now - then) / 60_000));
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${plural(minutes, "minute")} ago`;
  if (minutes < 36 * 60) return `${plural(Math.round(minutes / 60), "hour")} ago`;
  return `${plural(Math.round(minutes / 1440), "day")} ago`;
}
