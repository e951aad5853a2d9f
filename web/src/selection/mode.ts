/** What the player is doing at the board, as one value. Pure. */

import type { Consequence, Explanation, Order, PathAnswer, Reminder } from "../api";

/** MP costs by hex, and the hexes in which enemy ZOCs stop movement. */
export interface Reach { costs: Readonly<Record<string, number>>; enemyZoc: ReadonlySet<string> }
/** The path to the hex under the pointer. */
export interface HoverPath extends Omit<PathAnswer, "what"> { hex: string }

export interface Idle { kind: "idle" }
export interface Selected {
  kind: "selected";
  units: readonly string[];
  /** The verb picked by its button, or "" for the orders shown at once. */
  verb: string;
  /** The words to move with, if there is a choice. */
  arrival: string;
  /** Null while it is being loaded. */
  reach: Reach | null;
  path: HoverPath | null;
}
/** The odds of an order are shown before it is given. */
export interface Aiming { kind: "aiming"; order: Order; preview: Explanation | null; from: Mode }
/** The player picks the hex of an order that names no unit. */
export interface ChoosingHex { kind: "choosingHex"; verb: string }
/** Units are added one by one to an order that takes any number; `order` is null unless it is legal, and `problem` says why not. */
export interface Gathering { kind: "gathering"; verb: string; units: readonly string[]; order: Order | null; preview: Explanation | null; problem: string }
/** Orders that change the war wait for the player's confirmation. */
export interface Confirming { kind: "confirming"; orders: readonly Order[]; consequence: Consequence | null; from: Mode }
/** The end of a phase waits for the player's confirmation, because something is left to do. */
export interface Ending { kind: "ending"; order: Order; left: readonly Reminder[]; from: Mode }

export type Mode = Idle | Selected | Aiming | ChoosingHex | Gathering | Confirming | Ending;
type ModeOf<K extends Mode["kind"]> = Extract<Mode, { kind: K }>;

export const IDLE: Idle = { kind: "idle" };

export function selected(units: readonly string[]): Selected {
  return { kind: "selected", units, verb: "", arrival: "", reach: null, path: null };
}

/** The mode of a kind: the current one, or one that an aim or a confirmation will return to. */
export function find<K extends Mode["kind"]>(mode: Mode, kind: K): ModeOf<K> | null {
  if (mode.kind === kind) return mode as ModeOf<K>;
  return "from" in mode ? find(mode.from, kind) : null;
}

/** The same mode with a part of it changed, wherever `find` would find that part. */
export function amend<M extends Mode>(mode: Mode, part: M, change: Partial<Omit<M, "kind">>): Mode {
  if (mode === part) return { ...part, ...change };
  return "from" in mode ? { ...mode, from: amend(mode.from, part, change) } : mode;
}
