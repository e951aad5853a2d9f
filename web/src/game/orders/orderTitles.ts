/** Titles and hints of order buttons, from the labels in the game's file. */

import type { Order, UnitView, Verb } from "../../api";
import type { GameData } from "../../state/library.svelte";
import { orders as t } from "../../text/messages/orders";
import { capital, orderWords, tailWords } from "../../text/wording";

export function verbOf(order: Order, data: GameData | null): Partial<Verb> {
  return data?.game.verbs[order.verb] ?? {};
}

export function orderTitle(order: Order, data: GameData | null, units: ReadonlyMap<string, UnitView>): string {
  return orderWords(order, units, verbOf(order, data), (hex) => placeIn(hex, data));
}

/** The last words of an order, for one button of several that begin alike. */
export function tailTitle(order: Order, data: GameData | null, units: ReadonlyMap<string, UnitView>): string {
  return capital(tailWords(order, verbOf(order, data), { units, place: (hex) => placeIn(hex, data) }));
}

function placeIn(hex: string, data: GameData | null): string | undefined {
  return data?.board.places.find((place) => place.hex === hex)?.name;
}

/** Whether an order cannot be undone. */
export function isFinal(order: Order, data: GameData | null): boolean {
  return (verbOf(order, data).gravity ?? "ordinary") !== "ordinary";
}

/** Tooltip: what an order does, and whether it can be undone. */
export function orderHint(order: Order, data: GameData | null): string {
  const { summary = "" } = verbOf(order, data);
  return capital([summary, isFinal(order, data) ? t.cannotUndo : ""].filter(Boolean).join("; "));
}
