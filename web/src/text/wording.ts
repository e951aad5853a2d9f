/** Wording of orders, units, sides and numbers. */

import type { Losses, Order, Outcome, PublicView, Side, Standing, UnitView, Verb, WordArgument } from "../api";
import { label } from "./labels";
import { language } from "./language";
import { common } from "./messages/common";
import { words as t } from "./messages/wording";

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function spaced(text: string): string {
  return text.replaceAll("-", " ").replaceAll("_", " ");
}

/** Title of a kind of counter: "Rocket artillery" for rocket-artillery, "HQ" for hq. */
export function kindTitle(kind: string): string {
  return kind.length < 3 ? kind.toUpperCase() : capital(spaced(label("kinds", kind)));
}

/** What a counter is marked with: "out of supply". */
export function flagWords(flag: string): string {
  return spaced(label("flags", flag));
}

/** What a standing counts, for its heading. */
export function standingTitle(standing: Standing): string {
  return capital(label("standings", standing.label));
}

/** A phase with the side whose phase it is: "Soviet movement". */
export function phaseTitle({ phase, phase_side, phase_name }: Pick<PublicView, "phase" | "phase_side" | "phase_name">, sides: readonly Side[]): string {
  return phase_side && phase_name ? t.phaseOf(sideTitle(sides, phase_side), label("phases", phase_name)) : capital(label("phases", phase));
}

/** The side whose phase it is; "" if it is nobody's or everybody's. */
export function phaseSide(phase: string, sides: readonly { id: string }[]): string {
  return sides.find(({ id }) => phase.startsWith(`${id} `))?.id ?? "";
}

/** The same, of a phase as the log names it: "soviet movement". */
export function loggedPhase(phase: string, sides: readonly Side[]): string {
  const side = phaseSide(phase, sides);
  return phaseTitle({ phase, phase_side: side, phase_name: phase.slice(side.length + 1) }, sides);
}

/** Turn and phase; setup comes before the first turn. */
export function moment({ turn, turns }: { turn: number; turns: number }, phase: string): string {
  return turn ? t.turnAndPhase(turn, turns, phase) : phase;
}

/** What is said after the label of a standing; empty where the viewer may not know it. */
export function standingText({ kind, value, target, met, unit, turn, hexes = [], side = "" }: Standing, sides: readonly Side[]): string {
  if (value !== undefined) {
    const number = unit ? `${value} ${label("standings", unit)}` : `${value}`;
    return target == null ? number : t.ofNeeded(number, target);
  }
  if (kind === "goal") return met === undefined ? t.notKnown : met ? t.done : t.open;
  if (turn) return [t.inTurn(turn), ...hexes].join(", ");
  return sides.find(({ id }) => id === side)?.title ?? side;
}

/** What a side has lost; steps where they are known and tell more than the units. */
export function lossesText({ units, steps }: Losses): string {
  return steps == null || steps === units ? t.units(units) : `${t.units(units)}, ${t.steps(steps)}`;
}

export function list(words: string[]): string {
  return common.and(words);
}

/** Name of a unit: its title or label, with its id if another unit has the same name. */
export function unitName(units: ReadonlyMap<string, UnitView>, id: string, printed?: ReadonlyMap<string, string>): string {
  const { title = "", label = "" } = units.get(id) ?? {};
  const name = title || label || printed?.get(id) || id;
  if (name === id) return id;
  for (const other of units.values()) if (other.id !== id && (other.title || other.label) === name) return `${name} (${id})`;
  return name;
}

/** How names are joined in a language. */
export interface Joining { and(words: string[]): string; andMore(names: string, count: number): string }

/** Number of units named before "and N more". */
const NAMED = 3;

/** Units in a sentence: the first few by name, then how many more. */
export function unitNames(units: ReadonlyMap<string, UnitView>, ids: readonly string[], printed?: ReadonlyMap<string, string>, say: Joining = { ...common, ...t }): string {
  const names = ids.map((id) => unitName(units, id, printed));
  return names.length <= NAMED + 1 ? say.and(names) : say.andMore(names.slice(0, NAMED).join(", "), names.length - NAMED);
}

/** Label of a verb. */
export function verbWords(name: string, verb: Partial<Verb> = {}): string {
  return verb.label || capital(spaced(name));
}

/** What stands before the colon of a word, if it has one, and the rest. */
function split(word: string): [string, string] {
  const at = word.lastIndexOf(":");
  return at < 0 ? ["", word] : [word.slice(0, at), word.slice(at + 1)];
}

function accepts({ kind, choices, prefix, per_hex, after }: WordArgument, word: string, earlier: readonly string[]): boolean {
  const [where, value] = split(word);
  if ((after && !earlier.includes(after)) || Boolean(where) !== Boolean(prefix || per_hex) || (prefix && where !== prefix)) return false;
  return kind === "choice" ? choices?.[value] !== undefined : kind !== "amount" || /^\d+$/.test(value);
}

/** The words of an order, each with its declaration. */
function declared(order: Order, verb: Partial<Verb>): [string, WordArgument | undefined][] {
  const left = [...(verb.takes?.words ?? [])];
  return order.words.map((word, number) => {
    const at = left.findIndex((argument) => accepts(argument, word, order.words.slice(0, number)));
    const found = left[at];
    if (found && !found.several) left.splice(at, 1);
    return [word, found];
  });
}

/** Names for the counters and hexes in the words of an order. */
export interface Names { units: ReadonlyMap<string, UnitView>; place?: (hex: string) => string | undefined }

/** A counter in the words of an order: one of several with the same name by its hex, if that tells them apart. */
function counterName({ units, place }: Names, id: string): string {
  const { at = "", title, label } = units.get(id) ?? {};
  const name = title || label;
  if (!name || unitName(units, id) === name) return unitName(units, id);
  const here = [...units.values()].filter((other) => other.at === at && (other.title || other.label) === name);
  return here.length === 1 ? t.unitIn(name, hexName(at, place)) : unitName(units, id);
}

/** The number of a hex, with the name of the place in it. */
function hexName(hex: string, place: Names["place"]): string {
  const name = place?.(hex);
  return name ? `${hex} (${name})` : hex;
}

function said(argument: WordArgument, words: readonly string[], names: Names): string {
  const values = words.map(split);
  const [where, value] = values[0] ?? ["", ""];
  return (argument.label || (argument.kind === "counter" ? "{unit}" : "{terrain}"))
    .replace("{unit}", list(values.map(([, id]) => counterName(names, id))))
    .replace("{terrain}", spaced(value))
    .replace("{hex}", hexName(where, names.place));
}

const NO_NAMES: Names = { units: new Map() };

/** What follows units and hexes in an order, such as a mode or an amount. */
export function tailWords(order: Order, verb: Partial<Verb> = {}, names: Names = NO_NAMES): string {
  const words = verb.takes?.words ?? [];
  if (!order.words.length) return words.find(({ choices }) => choices?.[""])?.choices?.[""] ?? "";
  const amounts = words.filter(({ kind }) => kind === "amount").length;
  const found: string[] = [];
  const pairs = declared(order, verb);
  for (let at = 0; at < pairs.length; at++) {
    const [word, argument] = pairs[at]!;
    const label = argument?.choices?.[word];
    if (label !== undefined) found.push(label);
    else if (!argument) found.push(spaced(word));
    else if (argument.kind === "amount") {
      const amount = argument.counts ? amountWords(Number(word), argument.counts) : word;
      const named = amounts > 1 && argument.name !== `${argument.counts}s`;
      found.push(named ? `${argument.name} ${amount}` : amount);
    } else {
      const together = [word];
      while (argument.kind === "counter" && pairs[at + 1]?.[1] === argument) together.push(pairs[++at]![0]);
      found.push(said(argument, together, names));
    }
  }
  return found.join(amounts > 1 ? ", " : " ");
}

/** What follows units and hexes in an order, as the end of its label: ": Move", but " in Move Mode". */
export function tailOf(order: Order, verb: Partial<Verb>, names: Names): string {
  const tail = tailWords(order, verb, names);
  const first = declared(order, verb)[0]?.[1];
  const optional = !order.words.length || (first?.optional && first.kind !== "amount");
  return tail && `${optional ? "" : ":"} ${tail}`;
}

/** Label of an order's button: "Retreat Z to 0406". */
export function orderWords(order: Order, units: ReadonlyMap<string, UnitView>, verb: Partial<Verb> = {}, place?: Names["place"]): string {
  const parts = [verbWords(order.verb, verb)];
  if (order.target) parts.push(order.target);
  if (order.units.length) {
    const names = unitNames(units, order.units);
    parts.push(order.target ? t.withUnits(names) : names);
  }
  const [start, end] = [order.path[0], order.path[order.path.length - 1]];
  if (start && start !== end && !order.units.length) parts.push(t.fromHex(start));
  if (end) parts.push(t.toHex(end));
  return parts.join(" ") + tailOf(order, verb, place ? { units, place } : { units });
}

export function sideTitle(sides: readonly Side[], id: string): string {
  return sides.find((side) => side.id === id)?.title ?? id;
}

function rounded(probability: number): string {
  return (Math.round(probability * 1000) / 10).toLocaleString(language);
}

/** A percentage with one decimal, or none if it is whole. */
export function percent(probability: number): string {
  return t.percent(rounded(probability));
}

/** The chance of a result, or the range of it if what is hidden leaves one. */
export function chanceText({ probability, at_most }: Pick<Outcome, "probability" | "at_most">): string {
  return at_most === null ? percent(probability) : `${rounded(probability)}–${percent(at_most)}`;
}

/** An amount of what an order counts: "1 division", "8 divisions". */
function amountWords(count: number, counts: string): string {
  return `${count} ${label("counts", count === 1 ? counts : `${counts}s`)}`;
}

/** Approximate time since then. */
export function ago(then: number, now: number): string {
  const minutes = Math.max(0, Math.round((now - then) / 60_000));
  if (minutes < 1) return t.justNow;
  if (minutes < 60) return t.minutesAgo(minutes);
  if (minutes < 36 * 60) return t.hoursAgo(Math.round(minutes / 60));
  return t.daysAgo(Math.round(minutes / 1440));
}
