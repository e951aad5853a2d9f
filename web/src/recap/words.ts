/** A recap in three sentences: main effort, result, threat. */

import type { ObjectiveView, Side } from "../api";
import { t } from "../text/messages/recap";
import { label } from "../text/labels";
import { capital, phaseSide, sideTitle } from "../text/wording";
import { type Bead, type Recap } from "./recap";

/** Places named before "and N more". */
const NAMED = 3;

export interface Telling {
  recap: Recap; sides: readonly Side[];
  /** The side that reads it; "" for a spectator. */
  me: string;
  /** A hex as players speak of it. */
  place(hex: string): string;
  /** The place that a movement to a hex goes towards. */
  region(hex: string): string;
}

function named(names: readonly string[]): string {
  const all = [...new Set(names)];
  if (all.length > NAMED + 1) return t.more(all.slice(0, NAMED).join(", "), all.length - NAMED);
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} ${t.and} ${all.at(-1)}`;
}

/** Where the strongest groups went, and where they fought. */
export function mainEffort({ recap, sides, me, place, region }: Telling): string {
  const foe = recap.sides.find((side) => side !== me) ?? recap.sides[0] ?? "";
  const who = t.player(sideTitle(sides, foe));
  const goals = new Map<string, number>();
  let moved = 0;
  for (const bead of recap.beads) {
    for (const flow of bead.flows.filter(({ side }) => side === foe)) {
      goals.set(region(flow.to), (goals.get(region(flow.to)) ?? 0) + flow.strength);
      moved += flow.units.length;
    }
  }
  const strongest = [...goals].sort((a, b) => b[1] - a[1]).slice(0, 2).map(([name]) => name);
  const fought = recap.beads.flatMap(({ battles }) => battles).filter(({ side }) => side === foe);
  const deeds = [moved ? t.moved(moved, named(strongest)) : "", fought.length ? t.attacked(named(fought.map(({ hex }) => place(hex)))) : ""].filter(Boolean);
  return deeds.length ? t.effort(who, deeds) : t.idle(who);
}

/** What was taken and lost. */
export function result({ recap, sides, me, place }: Telling): string {
  const captures = recap.beads.flatMap((bead) => bead.captures);
  const sentences: string[] = [];
  for (const { id, title } of sides) {
    const taken = captures.filter(({ side }) => side === id).map(({ hex }) => place(hex));
    const { units = 0, steps = 0 } = recap.losses[id] ?? {};
    const deeds = [taken.length ? t.took(named(taken)) : "", units || steps ? t.lost(units, steps) : ""].filter(Boolean);
    if (deeds.length) sentences.push(id === me ? t.youDid(deeds) : t.did(t.player(title), deeds));
  }
  const arrived = new Set(recap.beads.flatMap(({ arrivals }) => arrivals)).size;
  if (arrived) sentences.push(t.arrived(arrived));
  return sentences.join(" ") || t.nothing;
}

/** Which of the player's objectives the enemy can reach, and which of these are unguarded. */
export function threat(objectives: readonly ObjectiveView[], me: string, reach: ReadonlySet<string>, guarded: ReadonlySet<string>): string {
  const mine = objectives.filter(({ held_by, hex }) => held_by === me && reach.has(hex));
  const open = mine.filter(({ hex }) => !guarded.has(hex)).map(({ name, hex }) => name || hex);
  const held = mine.filter(({ hex }) => guarded.has(hex)).map(({ name, hex }) => name || hex);
  const sentences = [held.length ? t.canBeAttacked(named(held)) : "", open.length ? t.unguarded(named(open)) : ""].filter(Boolean);
  return sentences.join(" ") || t.safe;
}

/** The label of a bead: its phase without the side, and what it holds. */
export function beadTitle(bead: Bead, sides: readonly Side[]): { title: string; detail: string } {
  const side = phaseSide(bead.phase, sides);
  const [first, last] = [bead.battles[0]?.number, bead.battles.at(-1)?.number ?? 0];
  const battles = first === undefined ? "" : first === last ? t.battle(first) : t.battlesTo(first, last);
  const found = [bead.moved ? t.moves(bead.moved) : "", battles, bead.barrages ? t.barrages(bead.barrages) : ""].filter(Boolean).slice(0, 2);
  const title = bead.phase ? capital(label("phases", side ? bead.phase.slice(side.length + 1) : bead.phase)) : t.turn(bead.turn);
  return { title, detail: found.join(", ") || (bead.arrivals.length ? t.arrivals(bead.arrivals.length) : "") };
}
