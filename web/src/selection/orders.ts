/** From the orders offered to what can be pointed at. Pure, and knows orders only by their shape:
 *  with a path they lead to a hex, with a target they strike at one, with neither they are buttons. */

import type { Order, Verb } from "../api";
import type { Overlay } from "../board";

/** What is known of each kind of order. */
export type Verbs = Readonly<Record<string, Partial<Verb>>>;

export interface Sorted { ways: Order[]; strikes: Order[]; plain: Order[] }

export function sort(offers: readonly Order[]): Sorted {
  const sorted: Sorted = { ways: [], strikes: [], plain: [] };
  for (const offer of offers) {
    if (offer.target) sorted.strikes.push(offer);
    else if (offer.path.length) sorted.ways.push(offer);
    else sorted.plain.push(offer);
  }
  return sorted;
}

/** An order as it is written at the terminal: to tell orders apart and to search in. */
export function written({ verb, target, units, path, words }: Order): string {
  return [verb, target, units.join(","), path.join("-"), ...words].filter(Boolean).join(" ");
}

export function endOf(offer: Order): string {
  return offer.path[offer.path.length - 1] ?? "";
}

export function sameUnits(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}

/** Where the selected units can go: for each hex the orders that bring all of them there. */
export function destinations(selected: readonly string[], offers: readonly Order[]): Map<string, Order[]> {
  const ways = sort(offers).ways;
  const found = new Map<string, Order[]>();
  if (!selected.length) return found;
  for (const way of ways) {
    if (sameUnits(way.units, selected) && !found.has(endOf(way))) found.set(endOf(way), [way]);
  }
  if (found.size || selected.length === 1) return found;
  const each = selected.map((id) => {
    const own = new Map<string, Order>();
    for (const way of ways) if (sameUnits(way.units, [id]) && !own.has(endOf(way))) own.set(endOf(way), way);
    return own;
  });
  for (const hex of each[0]?.keys() ?? []) {
    const together = each.map((own) => own.get(hex));
    if (together.every((way) => way !== undefined)) found.set(hex, together as Order[]);
  }
  return found;
}

/** Hexes that can be struck at, by the selected units or, with none selected, by anybody. */
export function targets(selected: readonly string[], offers: readonly Order[]): string[] {
  const strikes = sort(offers).strikes.filter((offer) => selected.every((id) => offer.units.includes(id)));
  return [...new Set(strikes.map((offer) => offer.target))];
}

export function strikesAt(offers: readonly Order[], target: string): Order[] {
  return sort(offers).strikes.filter((offer) => offer.target === target);
}

/** Who could take part in a strike at a hex. */
export function joiners(strikes: readonly Order[]): string[] {
  return [...new Set(strikes.flatMap((offer) => offer.units))];
}

/** The strike to begin with: just the selected units if they may, else the fewest with them; all, when none is selected. */
export function firstStrike(strikes: readonly Order[], selected: readonly string[]): Order | undefined {
  const exact = selected.length ? strikes.find((offer) => sameUnits(offer.units, selected)) : undefined;
  if (exact) return exact;
  const fitting = strikes.filter((offer) => selected.every((id) => offer.units.includes(id)));
  const order = selected.length ? 1 : -1;
  return [...(fitting.length ? fitting : strikes)].sort((a, b) => order * (a.units.length - b.units.length))[0];
}

/** The legal strike nearest to this one with a unit added or taken out (a stack may have to come along whole). */
export function toggled(strikes: readonly Order[], now: Order, unit: string): Order | undefined {
  const joins = !now.units.includes(unit);
  const wished = joins ? [...now.units, unit] : now.units.filter((id) => id !== unit);
  const apart = (offer: Order): number =>
    offer.units.filter((id) => !wished.includes(id)).length + wished.filter((id) => !offer.units.includes(id)).length;
  return strikes
    .filter((offer) => offer.verb === now.verb && offer.units.includes(unit) === joins)
    .sort((a, b) => apart(a) - apart(b))[0];
}

/** With no counter selected, so many orders are shown: fewer where counters are selected for the map anyway. */
const FEW_OF_ANYBODY = { answers: 12, besides: 6 };

/** Orders without a hex that the selected units can be given; those of anybody, while they are few. */
export function buttons(selected: readonly string[], offers: readonly Order[]): Order[] {
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
export function modeOrders(selected: readonly string[], offers: readonly Order[], verbs: Verbs): Map<string, Order[]> {
  const found = new Map<string, Order[]>();
  if (!selected.length) return found;
  for (const offer of offers) {
    if (!verbs[offer.verb]?.needs_mode_button || !offer.units.length || !offer.units.every((id) => selected.includes(id))) continue;
    found.set(offer.verb, [...(found.get(offer.verb) ?? []), offer]);
  }
  return found;
}

/** In how many ways, by their words, the selected units can be sent to a hex: in a mode, for instance. */
export function manners(selected: readonly string[], offers: readonly Order[]): string[] {
  const ways = sort(offers).ways.filter((way) => sameUnits(way.units, selected));
  return [...new Set(ways.map((way) => way.words.join(" ")))];
}

/** Orders side by side that differ in their last words only: they are said once. */
export function bundled(offers: readonly Order[]): Order[][] {
  const found = new Map<string, Order[]>();
  for (const offer of offers) {
    const key = `${written({ ...offer, words: [] })}${offer.words.length ? " …" : ""}`;
    found.set(key, [...(found.get(key) ?? []), offer]);
  }
  return [...found.values()];
}

/** The same strike by other units, the first of them leading. */
export function withUnits(strike: Order, units: string[]): Order {
  return { ...strike, units };
}

/** Whether a kind of order is given to more than one counter. */
function takesSeveral(verb: Partial<Verb> | undefined): boolean {
  const units = verb?.takes?.units;
  return Boolean(units) && (units?.most ?? 1) !== 1;
}

/** Orders for one counter each as a single one for all of them, where such orders take several. */
export function joined(orders: readonly Order[], verbs: Verbs): Order | undefined {
  const [first, ...rest] = orders;
  if (!first || !rest.length || !takesSeveral(verbs[first.verb])) return undefined;
  const gist = (one: Order): string => [one.verb, one.target, one.path[0], endOf(one), ...one.words].join(" ");
  return rest.every((one) => gist(one) === gist(first)) ? withUnits(first, orders.flatMap((one) => one.units)) : undefined;
}

/** Orders that no counter gives, by the hex they are about. */
export function hexChoices(offers: readonly Order[]): Map<string, Order[]> {
  const found = new Map<string, Order[]>();
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
export function byHand(offers: readonly Order[], verbs: Verbs = {}): { plain: Order[]; sought: Map<string, Order[]> } {
  const plain = offers.filter((offer) => !offer.target && !offer.path.length);
  const kinds = new Map<string, Order[]>();
  for (const offer of offers) if (!plain.includes(offer)) kinds.set(offer.verb, [...(kinds.get(offer.verb) ?? []), offer]);
  const sought = new Map([...kinds].filter(([verb, those]) => those.length > FEW_HEXES || verbs[verb]?.takes?.target?.anywhere));
  return { plain: [...plain, ...[...kinds].flatMap(([verb, those]) => (sought.has(verb) ? [] : those))], sought };
}

/** The kind of order for which counters are gathered: it takes nothing else, and any number of them or none. */
export function gathering(free: readonly Order[], verbs: Verbs): string {
  const bare = free.filter((offer) => !offer.target && !offer.path.length && !offer.units.length && !offer.words.length);
  return bare.find(({ verb }) => takesSeveral(verbs[verb]) && !verbs[verb]?.takes?.target && !verbs[verb]?.takes?.path)?.verb ?? "";
}

/** The same order about another hex. */
export function withHex(offer: Order, hex: string): Order {
  if (offer.target) return { ...offer, target: hex };
  return { ...offer, path: offer.path.length > 1 ? [...offer.path.slice(0, 1), hex] : [hex] };
}

export interface Choosing {
  actors: readonly string[];
  selected: readonly string[];
  offers: readonly Order[];
  costs: Readonly<Record<string, number>>;
  /** Where the enemy's zones make units stop. */
  zone: ReadonlySet<string>;
  strike: Order | null;
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
