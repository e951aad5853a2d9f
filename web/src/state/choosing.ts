/** From the orders offered to what can be pointed at. Pure, and knows orders only by their shape:
 *  with a path they lead to a hex, with a target they strike at one, with neither they are buttons. */

import type { Offer, Verb } from "../api";
import type { Overlay } from "../board";

/** What is known of each kind of order. */
export type Verbs = Readonly<Record<string, Pick<Verb, "example"> & Partial<Verb>>>;

export interface Sorted { ways: Offer[]; strikes: Offer[]; plain: Offer[] }

export function sort(offers: readonly Offer[]): Sorted {
  const sorted: Sorted = { ways: [], strikes: [], plain: [] };
  for (const offer of offers) {
    if (offer.target) sorted.strikes.push(offer);
    else if (offer.path.length) sorted.ways.push(offer);
    else sorted.plain.push(offer);
  }
  return sorted;
}

export function endOf(offer: Offer): string {
  return offer.path[offer.path.length - 1] ?? "";
}

export function sameUnits(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}

/** Where the selected units can go: for each hex the orders that bring all of them there. */
export function destinations(selected: readonly string[], offers: readonly Offer[]): Map<string, Offer[]> {
  const ways = sort(offers).ways;
  const found = new Map<string, Offer[]>();
  if (!selected.length) return found;
  for (const way of ways) {
    if (sameUnits(way.units, selected) && !found.has(endOf(way))) found.set(endOf(way), [way]);
  }
  if (found.size || selected.length === 1) return found;
  const each = selected.map((id) => {
    const own = new Map<string, Offer>();
    for (const way of ways) if (sameUnits(way.units, [id]) && !own.has(endOf(way))) own.set(endOf(way), way);
    return own;
  });
  for (const hex of each[0]?.keys() ?? []) {
    const together = each.map((own) => own.get(hex));
    if (together.every((way) => way !== undefined)) found.set(hex, together as Offer[]);
  }
  return found;
}

/** Hexes that can be struck at, by the selected units or, with none selected, by anybody. */
export function targets(selected: readonly string[], offers: readonly Offer[]): string[] {
  const strikes = sort(offers).strikes.filter((offer) => selected.every((id) => offer.units.includes(id)));
  return [...new Set(strikes.map((offer) => offer.target))];
}

export function strikesAt(offers: readonly Offer[], target: string): Offer[] {
  return sort(offers).strikes.filter((offer) => offer.target === target);
}

/** Who could take part in a strike at a hex. */
export function joiners(strikes: readonly Offer[]): string[] {
  return [...new Set(strikes.flatMap((offer) => offer.units))];
}

/** The strike to begin with: just the selected units if they may, else the fewest with them; all, when none is selected. */
export function firstStrike(strikes: readonly Offer[], selected: readonly string[]): Offer | undefined {
  const exact = selected.length ? strikes.find((offer) => sameUnits(offer.units, selected)) : undefined;
  if (exact) return exact;
  const fitting = strikes.filter((offer) => selected.every((id) => offer.units.includes(id)));
  const order = selected.length ? 1 : -1;
  return [...(fitting.length ? fitting : strikes)].sort((a, b) => order * (a.units.length - b.units.length))[0];
}

/** The legal strike nearest to this one with a unit added or taken out (a stack may have to come along whole). */
export function toggled(strikes: readonly Offer[], now: Offer, unit: string): Offer | undefined {
  const joins = !now.units.includes(unit);
  const wished = joins ? [...now.units, unit] : now.units.filter((id) => id !== unit);
  const apart = (offer: Offer): number =>
    offer.units.filter((id) => !wished.includes(id)).length + wished.filter((id) => !offer.units.includes(id)).length;
  return strikes
    .filter((offer) => offer.verb === now.verb && offer.units.includes(unit) === joins)
    .sort((a, b) => apart(a) - apart(b))[0];
}

/** With no counter selected, so many orders are shown: fewer where counters are selected for the map anyway. */
const FEW_OF_ANYBODY = { answers: 12, besides: 6 };

/** Orders without a hex that the selected units can be given; those of anybody, while they are few. */
export function buttons(selected: readonly string[], offers: readonly Offer[]): Offer[] {
  const { plain, ways, strikes } = sort(offers);
  if (!selected.length) {
    const few = ways.length || strikes.length ? FEW_OF_ANYBODY.besides : FEW_OF_ANYBODY.answers;
    return plain.length <= few ? plain : [];
  }
  const exact = plain.filter((offer) => sameUnits(offer.units, selected));
  const others = plain.filter((offer) => !exact.includes(offer) && selected.every((id) => offer.units.includes(id)));
  return [...exact, ...others];
}

/** Orders of the selected that would hide others on the map, by their kind: one says first which is meant. */
export function apart(selected: readonly string[], offers: readonly Offer[], verbs: Verbs): Map<string, Offer[]> {
  const found = new Map<string, Offer[]>();
  if (!selected.length) return found;
  for (const offer of offers) {
    if (!verbs[offer.verb]?.apart || !offer.units.length || !offer.units.every((id) => selected.includes(id))) continue;
    found.set(offer.verb, [...(found.get(offer.verb) ?? []), offer]);
  }
  return found;
}

/** In how many ways, by their words, the selected units can be sent to a hex: in a mode, for instance. */
export function manners(selected: readonly string[], offers: readonly Offer[]): string[] {
  const ways = sort(offers).ways.filter((way) => sameUnits(way.units, selected));
  return [...new Set(ways.map((way) => way.words.join(" ")))];
}

/** Orders side by side that differ in their last words only: they are said once. */
export function bundled(offers: readonly Offer[]): Offer[][] {
  const found = new Map<string, Offer[]>();
  for (const offer of offers) {
    const key = offer.words.length ? [offer.verb, offer.target, offer.path.join("-"), offer.units.join(",")].join(" ") : offer.text;
    found.set(key, [...(found.get(key) ?? []), offer]);
  }
  return [...found.values()];
}

/** The same strike by other units, the first of them leading. */
export function by(strike: Offer, units: string[]): Offer {
  return { ...strike, units, text: strike.text.replace(strike.units.join(","), units.join(",")) };
}

/** Orders for one counter each as a single one for all of them, where such orders take several. */
export function joined(orders: readonly Offer[], verbs: Verbs): Offer | undefined {
  const [first, ...rest] = orders;
  if (!first || !rest.length || !verbs[first.verb]?.example.includes(",")) return undefined;
  const gist = (one: Offer): string => [one.verb, one.target, one.path[0], endOf(one), ...one.words].join(" ");
  return rest.every((one) => gist(one) === gist(first)) ? by(first, orders.flatMap((one) => one.units)) : undefined;
}

/** Orders that no counter gives, by the hex they are about. */
export function hexChoices(offers: readonly Offer[]): Map<string, Offer[]> {
  const found = new Map<string, Offer[]>();
  for (const offer of offers) {
    const hex = offer.target || endOf(offer);
    if (hex) found.set(hex, [...(found.get(hex) ?? []), offer]);
  }
  return found;
}

/** A kind of order with more hexes than these is looked for on the map. */
const FEW_HEXES = 8;

/** Orders that no counter gives: those to press, the few about nothing in particular (end, pass) first, and by
 *  their kind those for which there are so many hexes, or hexes beyond those offered, that one chooses on the map. */
export function byHand(offers: readonly Offer[], verbs: Verbs = {}): { plain: Offer[]; sought: Map<string, Offer[]> } {
  const plain = offers.filter((offer) => !offer.target && !offer.path.length);
  const kinds = new Map<string, Offer[]>();
  for (const offer of offers) if (!plain.includes(offer)) kinds.set(offer.verb, [...(kinds.get(offer.verb) ?? []), offer]);
  const sought = new Map([...kinds].filter(([verb, those]) => those.length > FEW_HEXES || verbs[verb]?.anywhere));
  return { plain: [...plain, ...[...kinds].flatMap(([verb, those]) => (sought.has(verb) ? [] : those))], sought };
}

/** The kind of order for which counters are gathered: it can be given bare, and its example names several of them. */
export function gathering(free: readonly Offer[], verbs: Verbs): string {
  const bare = free.filter((offer) => !offer.target && !offer.path.length && !offer.units.length && !offer.words.length);
  return bare.find((offer) => verbs[offer.verb]?.example.includes(","))?.verb ?? "";
}

/** The same order about another hex. */
export function elsewhere(offer: Offer, hex: string): Offer {
  const text = offer.text.split(" ").map((word) => (word === (offer.target || endOf(offer)) ? hex : word)).join(" ");
  return { ...offer, text, ...(offer.target ? { target: hex } : { path: [hex] }) };
}

/** Hexes a question speaks of, by their numbers. */
export function spokenOf(sentence: string, hexes: ReadonlySet<string>): string[] {
  return [...new Set(sentence.split(/[^\p{L}\p{N}.]+/u).map((word) => word.replace(/\.$/, "")).filter((word) => hexes.has(word)))];
}

export interface Choosing {
  actors: readonly string[];
  selected: readonly string[];
  offers: readonly Offer[];
  costs: Readonly<Record<string, number>>;
  /** Where the enemy's zones make units stop. */
  zone: ReadonlySet<string>;
  strike: Offer | null;
  at: ReadonlyMap<string, string>;
  /** Costs are still being asked for. */
  weighing?: boolean;
}

/** What the map shows of a choice under way. */
export function lit(choosing: Choosing): Overlay {
  const { actors, selected, offers, costs, zone, strike, at, weighing } = choosing;
  if (strike) {
    const from = strike.units.map((id) => at.get(id) ?? "").filter(Boolean);
    return {
      ready: joiners(strikesAt(offers, strike.target)),
      selected: [...strike.units],
      targets: [strike.target],
      arrows: [...new Set(from)].map((hex) => ({ from: hex, to: strike.target, kind: "attack" as const })),
    };
  }
  const ends = destinations(selected, offers);
  const known = [...ends.keys()].filter((hex) => costs[hex] !== undefined);
  const most = Math.max(0, ...known.map((hex) => costs[hex] ?? 0));
  return {
    ready: [...actors],
    selected: [...selected],
    reach: known.map((hex) => {
      const cost = costs[hex] ?? 0;
      return { hex, cost, ...(zone.has(hex) ? { stop: true } : {}), ...(cost === most && most > 1 ? { last: true } : {}), ...(cost > 0 ? {} : { free: true }) };
    }),
    choices: weighing ? [] : [...ends.keys()].filter((hex) => costs[hex] === undefined),
    targets: targets(selected, offers),
  };
}
