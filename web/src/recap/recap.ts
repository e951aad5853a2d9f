/** What happened between two orders, phase by phase, from the typed events of the log. Pure. */

import type { GameEvent, PlayedOrder, TextPart } from "../api";
import { phaseSide } from "../text/wording";

/** Units of one side that went the same way: one arrow, as wide as their strength. */
export interface Flow { side: string; from: string; to: string; units: string[]; strength: number }
/** Whether the attacker took the hex, eliminated units there, or was held. */
export type BattleOutcome = "taken" | "gone" | "held";
export interface Battle { number: number; hex: string; side: string; outcome: BattleOutcome; parts: TextPart[]; dice: number[]; lost: string[] }
export interface Capture { hex: string; side: string }
export interface Bead { /** The number of its last order. */ to: number; turn: number; phase: string; flows: Flow[]; battles: Battle[]; captures: Capture[]; arrivals: string[]; moved: number; barrages: number }
export interface SideLosses { units: number; steps: number }
export interface Recap {
  /** The number of the last order before it, and of its own last one. */
  from: number; to: number;
  /** The sides that gave orders in it, the busiest first. */
  sides: string[];
  beads: Bead[];
  losses: Record<string, SideLosses>;
}

/** What a recap needs to know of the board and counters. */
export interface Printed {
  counter(id: string): { side: string; strength: number } | undefined;
  /** The centre of a hex, in hexsides. */
  centre(hex: string): readonly [number, number] | undefined;
}

/** Moves that start and end within this many hexsides of each other are one group. */
const NEAR = 3.6;
/** Maximum number of groups; if there are more, nearby ones are joined. */
const MOST_FLOWS = 24;
/** More beads than this are joined, turn by turn. */
const MOST_BEADS = 7;

/** The recap of the orders after order `from`. */
export function recapOf(log: readonly PlayedOrder[], from: number, printed: Printed): Recap {
  const played = log.filter((one) => one.number > from);
  const before = log.findLast((one) => one.number <= from);
  const beads: Bead[] = [];
  const losses: Record<string, SideLosses> = {};
  const busy = new Map<string, number>();
  let now = { turn: before?.turn ?? played[0]?.turn ?? 0, phase: before?.phase ?? played[0]?.phase ?? "" };
  let events: GameEvent[] = [];
  let numbered = 0;
  const close = (to: number): void => {
    const bead = beadOf({ ...now, to }, events, printed, numbered);
    events = [];
    if (!bead.moved && !bead.battles.length && !bead.captures.length && !bead.arrivals.length && !bead.barrages) return;
    numbered += bead.battles.length;
    beads.push(bead);
  };
  for (const one of played) {
    busy.set(one.side, (busy.get(one.side) ?? 0) + one.events.length);
    events.push(...one.events);
    for (const event of one.events) count(event, losses, printed);
    if (one.phase !== now.phase || one.turn !== now.turn) {
      close(one.number);
      now = { turn: one.turn, phase: one.phase };
    }
  }
  close(played.at(-1)?.number ?? from);
  const sides = [...busy].sort((a, b) => b[1] - a[1]).map(([side]) => side);
  return { from, to: played.at(-1)?.number ?? from, sides, beads: joined(beads), losses };
}

/** Whether a recap has anything to show. */
export const isEmpty = (recap: Recap): boolean => recap.beads.length === 0;

function count(event: GameEvent, losses: Record<string, SideLosses>, printed: Printed): void {
  if (event.role !== "loss" && event.role !== "step") return;
  const units = event.units.length ? event.units : [""];
  for (const unit of units) {
    const side = printed.counter(unit)?.side || event.side;
    if (!side) continue;
    const lost = (losses[side] ??= { units: 0, steps: 0 });
    if (event.role === "loss") lost.units += 1;
    else lost.steps += 1;
  }
}

function beadOf(at: { to: number; turn: number; phase: string }, events: readonly GameEvent[], printed: Printed, numbered: number): Bead {
  const moves = events.filter(({ role, hexes, units }) => role === "move" && hexes.length > 1 && units.length);
  return {
    ...at,
    flows: flowsOf(moves, printed),
    battles: battlesOf(events, printed, numbered),
    captures: events.flatMap(({ role, side, hexes }) => (role === "capture" && hexes[0] ? [{ hex: hexes[0], side }] : [])),
    arrivals: [...new Set(events.flatMap(({ role, units }) => (role === "arrival" ? units : [])))],
    moved: new Set(moves.flatMap(({ units }) => units)).size,
    barrages: events.filter(({ role }) => role === "barrage").length,
  };
}

/** The moves as groups: a unit's moves are one way from its first hex to its last, and units that went the same way join. */
export function flowsOf(moves: readonly GameEvent[], printed: Printed, near = NEAR): Flow[] {
  const ways = new Map<string, { from: string; to: string }>();
  for (const { units, hexes } of moves) {
    const [first, last] = [hexes[0] ?? "", hexes.at(-1) ?? ""];
    for (const unit of units) ways.set(unit, { from: ways.get(unit)?.from ?? first, to: last });
  }
  const apart = (a: string, b: string): number => {
    const [p, q] = [printed.centre(a), printed.centre(b)];
    return p && q ? Math.hypot(p[0] - q[0], p[1] - q[1]) : Infinity;
  };
  const length = ({ from, to }: { from: string; to: string }): number => apart(from, to);
  const flows: Flow[] = [];
  const longestFirst = [...ways].filter(([, way]) => way.from !== way.to && Number.isFinite(length(way))).sort((a, b) => length(b[1]) - length(a[1]));
  for (const [unit, way] of longestFirst) {
    const { side = "", strength = 1 } = printed.counter(unit) ?? {};
    const same = flows.find((flow) => flow.side === side && apart(flow.from, way.from) <= near && apart(flow.to, way.to) <= near);
    if (!same) flows.push({ side, ...way, units: [unit], strength });
    else {
      same.units.push(unit);
      same.strength += strength;
    }
  }
  return flows.length > MOST_FLOWS && near < 40 ? flowsOf(moves, printed, near * 1.5) : flows;
}

function battlesOf(events: readonly GameEvent[], printed: Printed, numbered: number): Battle[] {
  const battles: Battle[] = [];
  for (const event of events) {
    const last = battles.at(-1);
    const hex = event.hexes[0] ?? "";
    if (event.role === "battle" || event.role === "strike") {
      const side = event.side || printed.counter(event.units[0] ?? "")?.side || "";
      const again = last?.hex === hex && last.side === side && last.outcome === "held";
      if (again) Object.assign(last, { parts: event.parts, dice: event.dice });
      else battles.push({ number: numbered + battles.length + 1, hex, side, outcome: "held", parts: event.parts, dice: event.dice, lost: [] });
    } else if (last && event.role === "loss") {
      last.lost.push(...event.units);
      const foes = event.units.length ? event.units.some((unit) => printed.counter(unit)?.side !== last.side) : event.side !== last.side;
      if (foes && last.outcome === "held") last.outcome = "gone";
    } else if (last && event.role === "advance" && event.hexes.at(-1) === last.hex) last.outcome = "taken";
    else if (last && event.role === "capture" && hex === last.hex && event.side === last.side) last.outcome = "taken";
  }
  return battles;
}

/** Limit the number of beads: join those of a turn, then turns. */
function joined(beads: readonly Bead[]): Bead[] {
  if (beads.length <= MOST_BEADS) return [...beads];
  const sameTurn = (a: Bead, b: Bead): boolean => a.turn === b.turn;
  let found = merge(beads, (a, b) => a.phase === b.phase);
  if (found.length > MOST_BEADS) found = merge(beads, sameTurn);
  const per = Math.ceil(found.length / MOST_BEADS);
  return per > 1 ? merge(found, (_a, _b, index) => index % per !== 0) : found;
}

function merge(beads: readonly Bead[], same: (a: Bead, b: Bead, index: number) => boolean): Bead[] {
  const found: Bead[] = [];
  for (const [index, bead] of beads.entries()) {
    const last = found.at(-1);
    if (!last || !same(last, bead, index)) found.push({ ...bead });
    else {
      found[found.length - 1] = {
        to: bead.to, turn: bead.turn, phase: last.phase === bead.phase ? last.phase : "",
        flows: [...last.flows, ...bead.flows], battles: [...last.battles, ...bead.battles], captures: [...last.captures, ...bead.captures],
        arrivals: [...new Set([...last.arrivals, ...bead.arrivals])], moved: last.moved + bead.moved, barrages: last.barrages + bead.barrages,
      };
    }
  }
  return found;
}

/** The number of the last order before the others' latest turn: an order of `side` in its own phase comes before it. */
export function beforeLastTurn(log: readonly PlayedOrder[], side: string, sides: readonly { id: string }[]): number {
  const own = log.map(({ side: by }, index) => by === side && ["", side].includes(phaseSide(log[index - 1]?.phase ?? "", sides)));
  const end = own.lastIndexOf(false);
  const start = end < 0 ? -1 : own.lastIndexOf(true, end);
  return start < 0 ? 0 : (log[start]?.number ?? 0);
}
