/** Movement in the log, as animations and arrows. Any event with units and at least two hexes is a movement. */

import type { GameEvent, PlayedOrder } from "../api";
import type { Overlay } from "../board";

type Arrow = NonNullable<Overlay["arrows"]>[number];

export function moves(events: readonly GameEvent[]): { unit: string; hexes: string[] }[] {
  return events.filter((event) => event.hexes.length > 1).flatMap((event) =>
    event.units.map((unit) => ({ unit, hexes: event.hexes })),
  );
}

function kindOf(event: GameEvent): Arrow["kind"] {
  return event.role === "retreat" || event.role === "advance" ? event.role : "move";
}

export function arrows(events: readonly GameEvent[]): Arrow[] {
  return events.filter((event) => event.hexes.length > 1).flatMap((event) => {
    const kind = kindOf(event);
    return event.hexes.slice(1).map((to, index) => ({ from: event.hexes[index] ?? to, to, kind }));
  });
}

/** The turn in which each order was given: the one after the order before it. */
export function turnsOf(log: readonly PlayedOrder[]): number[] {
  return log.map((_, index) => (log[index - 1] ?? log[0])?.turn ?? 1);
}

/** Numbers of the orders that started a turn, with the turn, for the turn selector of a replay. */
export function turnStarts(log: readonly PlayedOrder[]): { number: number; title: string }[] {
  const first = { number: 0, title: String(log[0]?.turn ?? 1) };
  const later = log.filter((played, index) => index > 0 && played.turn !== log[index - 1]?.turn);
  return [first, ...later.map(({ number, turn }) => ({ number, title: String(turn) }))];
}
