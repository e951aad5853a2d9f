/** Who went where: from events to animations and arrows. Any event with units and two hexes or more is a movement. */

import type { Happening, Played } from "../api";
import type { Overlay } from "../board";

type Arrow = NonNullable<Overlay["arrows"]>[number];

export function moves(events: readonly Happening[]): { unit: string; hexes: string[] }[] {
  return events.filter((event) => event.hexes.length > 1).flatMap((event) =>
    event.units.map((unit) => ({ unit, hexes: event.hexes })),
  );
}

function kindOf(event: Happening): Arrow["kind"] {
  if (event.kind.startsWith("retreat")) return "retreat";
  return event.kind.startsWith("advanc") ? "advance" : "move";
}

/** Arrows for what happened since the last turn of the other side began: the last run of orders before `upTo`. */
export function lastMoves(log: readonly Played[], side: string): Arrow[] {
  let end = log.length;
  while (end > 0 && log[end - 1]?.side === side) end -= 1;
  if (end === 0) end = log.length;
  let start = end;
  const whose = log[end - 1]?.side;
  while (start > 0 && log[start - 1]?.side === whose) start -= 1;
  return log.slice(start).flatMap((played) => arrows(played.events));
}

export function arrows(events: readonly Happening[]): Arrow[] {
  return events.filter((event) => event.hexes.length > 1).flatMap((event) => {
    const kind = kindOf(event);
    return event.hexes.slice(1).map((to, index) => ({ from: event.hexes[index] ?? to, to, kind }));
  });
}

/** The turn in which each order was given. The server tells the one that stood afterwards; else the log's turns are counted. */
export function turnsOf(log: readonly Played[]): number[] {
  let turn = 1;
  return log.map((played) => {
    const given = turn;
    const next = played.events.find((event) => event.kind === "turn");
    turn = played.turn ?? (next ? Number(/\d+/.exec(next.text)?.[0] ?? given + 1) : given);
    return given;
  });
}

/** Numbers of the orders after which a new turn stood, with the turn's words: for jumping about in a replay. */
export function turnStarts(log: readonly Played[]): { number: number; title: string }[] {
  const found = [{ number: 0, title: "1" }];
  for (const played of log) {
    const turn = played.events.find((event) => event.kind === "turn");
    if (turn) found.push({ number: played.number, title: /\d+/.exec(turn.text)?.[0] ?? String(found.length + 1) });
  }
  return found;
}
