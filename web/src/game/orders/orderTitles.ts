/** Titles and hints of order buttons, from the labels in the game's file. */

import type { Order, UnitView, Verb } from "../../api";
import type { GameData } from "../../state/library.svelte";
import { capital, orderWords } from "../../text/wording";

export const CANNOT_UNDO = "cannot be undone";

export function verbOf(order: Order, setting: GameData | null): Partial<Verb> {
  return setting?.game.verbs[order.verb] ?? {};
}

export function orderTitle(order: Order, setting: GameData | null, units: ReadonlyMap<string, UnitView>): string {
  return orderWords(order, units, verbOf(order, setting));
}

/** Whether an order cannot be undone. */
export function isFinal(order: Order, setting: GameData | null): boolean {
  return (verbOf(order, setting).gravity ?? "ordinary") !== "ordinary";
}

/** Tooltip: what an order does, and whether it can be undone. */
export function orderHint(order: Order, setting: GameData | null): string {
  const { summary = "" } = verbOf(order, setting);
  return capital([summary, isFinal(order, setting) ? CANNOT_UNDO : ""].filter(Boolean).join("; "));
}
