/** Sorts legal orders into what a player can click. Pure, and tells orders apart only by their fields:
 *  those with a path move to a hex, those with a target attack one, those with neither are buttons. */

import type { Order, Verb } from "../api";

/** What the game declares about each verb. */
export type Verbs = Readonly<Record<string, Partial<Verb>>>;

/** The verb that ends a phase in every game. */
export const ENDS_PHASE = "end";

export interface SortedOrders { moves: Order[]; attacks: Order[]; plain: Order[] }

export function sortOrders(orders: readonly Order[]): SortedOrders {
  const sorted: SortedOrders = { moves: [], attacks: [], plain: [] };
  for (const order of orders) {
    if (order.target) sorted.attacks.push(order);
    else if (order.path.length) sorted.moves.push(order);
    else sorted.plain.push(order);
  }
  return sorted;
}

/** An order as typed at the terminal: identifies it, and is searched. */
export function orderText({ verb, target, units, path, words }: Order): string {
  return [verb, target, units.join(","), path.join("-"), ...words].filter(Boolean).join(" ");
}

/** The hex at the end of an order's path, or "". */
export function endOf(order: Order): string {
  return order.path[order.path.length - 1] ?? "";
}

export function sameUnits(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id) => b.includes(id));
}

/** The verb of an order and the choices among its words, such as the kind of target. */
export function variantKey({ verb, words }: Order, verbs: Verbs): string {
  const choices = verbs[verb]?.takes?.words?.flatMap((word) => (word.kind === "choice" ? Object.keys(word.choices ?? {}) : [])) ?? [];
  return [verb, ...words.filter((word) => choices.includes(word))].join(" ");
}

/** What else the units of an attack can do about its hex: other verbs, or the same with other choices. The attack itself comes first. */
export function variantsOf(attack: Order, attacks: readonly Order[], verbs: Verbs): Order[] {
  const [lead = ""] = attack.units;
  const found = new Map([[variantKey(attack, verbs), attack]]);
  for (const other of attacks) {
    const key = variantKey(other, verbs);
    if (other.units.includes(lead) && !found.has(key)) found.set(key, takesSeveral(verbs[other.verb]) ? withUnits(other, attack.units) : other);
  }
  return [...found.values()];
}

/** Where the selected units can move: for each hex the orders that bring all of them there. */
export function destinations(selected: readonly string[], orders: readonly Order[]): Map<string, Order[]> {
  const { moves } = sortOrders(orders);
  const found = new Map<string, Order[]>();
  if (!selected.length) return found;
  for (const move of moves) {
    if (sameUnits(move.units, selected) && !found.has(endOf(move))) found.set(endOf(move), [move]);
  }
  if (found.size || selected.length === 1) return found;
  const each = selected.map((id) => {
    const own = new Map<string, Order>();
    for (const move of moves) if (sameUnits(move.units, [id]) && !own.has(endOf(move))) own.set(endOf(move), move);
    return own;
  });
  for (const hex of each[0]?.keys() ?? []) {
    const together = each.map((own) => own.get(hex));
    if (together.every((move) => move !== undefined)) found.set(hex, together as Order[]);
  }
  return found;
}

/** Hexes that the selected units can attack, or that any unit can while none is selected. */
export function targets(selected: readonly string[], orders: readonly Order[]): string[] {
  const attacks = sortOrders(orders).attacks.filter((order) => selected.every((id) => order.units.includes(id)));
  return [...new Set(attacks.map((order) => order.target))];
}

export function attacksAt(orders: readonly Order[], target: string): Order[] {
  return sortOrders(orders).attacks.filter((order) => order.target === target);
}

/** Units that can take part in at least one of these attacks. */
export function eligibleAttackers(attacks: readonly Order[]): string[] {
  return [...new Set(attacks.flatMap((order) => order.units))];
}

/** The attack to start from: the selected units alone if legal, else the fewest that include them; with none selected, the most. */
export function firstAttack(attacks: readonly Order[], selected: readonly string[]): Order | undefined {
  const exact = selected.length ? attacks.find((order) => sameUnits(order.units, selected)) : undefined;
  if (exact) return exact;
  const fitting = attacks.filter((order) => selected.every((id) => order.units.includes(id)));
  const sign = selected.length ? 1 : -1;
  return [...(fitting.length ? fitting : attacks)].sort((a, b) => sign * (a.units.length - b.units.length))[0];
}

/** The legal attack closest to this one with a unit added or removed (a stack may have to attack as a whole). */
export function toggleAttacker(attacks: readonly Order[], current: Order, unit: string): Order | undefined {
  const adding = !current.units.includes(unit);
  const wanted = adding ? [...current.units, unit] : current.units.filter((id) => id !== unit);
  const distance = (order: Order): number =>
    order.units.filter((id) => !wanted.includes(id)).length + wanted.filter((id) => !order.units.includes(id)).length;
  return attacks
    .filter((order) => order.verb === current.verb && order.units.includes(unit) === adding)
    .sort((a, b) => distance(a) - distance(b))[0];
}

/** Maximum number of buttons while no unit is selected: fewer if units are selected on the map anyway. */
const MAX_BUTTONS = { decision: 12, besideMap: 6 };

/** Orders without a hex for the selected units, or that name none; with none selected those of every unit, unless they are too many. */
export function buttonOrders(selected: readonly string[], orders: readonly Order[]): Order[] {
  const { plain, moves, attacks } = sortOrders(orders);
  if (!selected.length) {
    const most = moves.length || attacks.length ? MAX_BUTTONS.besideMap : MAX_BUTTONS.decision;
    return plain.length <= most ? plain : [];
  }
  const exact = plain.filter((order) => !order.units.length || sameUnits(order.units, selected));
  const others = plain.filter((order) => !exact.includes(order) && selected.every((id) => order.units.includes(id)));
  return [...exact, ...others];
}

/** Destinations without costs are also shown as buttons if there are at most this many. */
const MAX_ANSWERS = 12;

/** Moves that answer the decision rather than cost MP, unless they are too many. */
export function answerOrders(ends: ReadonlyMap<string, Order[]>, costs: Readonly<Record<string, number>>): Order[] {
  const found = [...ends].filter(([hex]) => costs[hex] === undefined);
  return found.length <= MAX_ANSWERS ? found.flatMap(([, orders]) => (orders.length === 1 ? orders : [])) : [];
}

/** Orders of the selected units by verb, for verbs that the player picks first because their hexes would hide others. */
export function verbChoices(selected: readonly string[], orders: readonly Order[], verbs: Verbs): Map<string, Order[]> {
  const found = new Map<string, Order[]>();
  if (!selected.length) return found;
  for (const order of orders) {
    const theirs = order.units.every((id) => selected.includes(id)) || selected.every((id) => order.units.includes(id));
    if (!verbs[order.verb]?.needs_mode_button || !order.units.length || !theirs) continue;
    found.set(order.verb, [...(found.get(order.verb) ?? []), order]);
  }
  return found;
}

/** The different words with which the selected units can move to a hex, such as the modes they can arrive in. */
export function arrivalModes(selected: readonly string[], orders: readonly Order[]): string[] {
  const moves = sortOrders(orders).moves.filter((move) => sameUnits(move.units, selected));
  return [...new Set(moves.map((move) => move.words.join(" ")))];
}

/** Group orders that differ only in their last words: their common part is shown once. */
export function groupVariants(orders: readonly Order[]): Order[][] {
  const found = new Map<string, Order[]>();
  for (const order of orders) {
    const key = `${orderText({ ...order, words: [] })}${order.words.length ? " …" : ""}`;
    found.set(key, [...(found.get(key) ?? []), order]);
  }
  return [...found.values()];
}

/** Minimum number of orders of one verb that form a group if they differ only in their unit. */
const MIN_ALIKE = 3;

/** Groups of orders that are the same but for their unit, such as nine trucks that can unload, and the other orders. */
export function groupByVerb(orders: readonly Order[]): { groups: Order[][]; others: Order[] } {
  const found = new Map<string, Order[]>();
  for (const order of orders) {
    const alike = order.units.length === 1 && !order.target && !order.path.length;
    const key = alike ? `${order.verb} ${order.words.join(" ")}` : "";
    found.set(key, [...(found.get(key) ?? []), order]);
  }
  const groups = [...found].filter(([key, those]) => key && those.length >= MIN_ALIKE).map(([, those]) => those);
  return { groups, others: orders.filter((order) => !groups.some((group) => group.includes(order))) };
}

/** The same order for other units; the first of them leads. */
export function withUnits(order: Order, units: string[]): Order {
  return { ...order, units };
}

/** Whether a verb takes more than one unit. */
export function takesSeveral(verb: Partial<Verb> | undefined): boolean {
  const units = verb?.takes?.units;
  return Boolean(units) && (units?.most ?? 1) !== 1;
}

/** One order for all units in place of one order each, if the verb takes several units. */
export function combined(orders: readonly Order[], verbs: Verbs): Order | undefined {
  const [first, ...rest] = orders;
  if (!first || !rest.length || !takesSeveral(verbs[first.verb])) return undefined;
  const gist = (one: Order): string => [one.verb, one.target, one.path[0], endOf(one), ...one.words].join(" ");
  return rest.every((one) => gist(one) === gist(first)) ? withUnits(first, orders.flatMap((one) => one.units)) : undefined;
}

/** Orders by the hex they name. */
export function ordersByHex(orders: readonly Order[]): Map<string, Order[]> {
  const found = new Map<string, Order[]>();
  for (const order of orders) {
    const hex = order.target || endOf(order);
    if (hex) found.set(hex, [...(found.get(hex) ?? []), order]);
  }
  return found;
}

/** A verb with more hexes than this is chosen on the map rather than from buttons. */
const MAX_HEX_BUTTONS = 8;

/** Split orders that name no unit into buttons (those without a hex, such as end and pass, first)
 *  and, by verb, those whose hex is chosen on the map: too many hexes, or legal beyond those listed. */
export function freeOrders(orders: readonly Order[], verbs: Verbs = {}): { buttons: Order[]; onMap: Map<string, Order[]> } {
  const plain = orders.filter((order) => !order.target && !order.path.length);
  const byVerb = new Map<string, Order[]>();
  for (const order of orders) if (!plain.includes(order)) byVerb.set(order.verb, [...(byVerb.get(order.verb) ?? []), order]);
  const onMap = new Map([...byVerb].filter(([verb, those]) => those.length > MAX_HEX_BUTTONS || verbs[verb]?.takes?.target?.anywhere));
  return { buttons: [...plain, ...[...byVerb].flatMap(([verb, those]) => (onMap.has(verb) ? [] : those))], onMap };
}

export function isDecisive(order: Order, verbs: Verbs): boolean {
  return verbs[order.verb]?.gravity === "decisive";
}

/** The verb for which units are gathered one by one: it takes any number of units, or none, and nothing else. */
export function gatherVerb(free: readonly Order[], verbs: Verbs): string {
  const bare = free.filter((order) => !order.target && !order.path.length && !order.units.length && !order.words.length);
  return bare.find(({ verb }) => takesSeveral(verbs[verb]) && !verbs[verb]?.takes?.target && !verbs[verb]?.takes?.path)?.verb ?? "";
}

/** The same order for another hex. */
export function withHex(order: Order, hex: string): Order {
  if (order.target) return { ...order, target: hex };
  return { ...order, path: order.path.length > 1 ? [...order.path.slice(0, 1), hex] : [hex] };
}
