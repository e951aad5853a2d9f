/** The events of an order as scenes: battles with their aftermath, other events, and moves. Pure; knows only typed events. */

import type { Battle, GameEvent } from "../api";

/** A battle or another event that is shown on a card at its hex. */
export interface Scene {
  /** What is shown: the event that decides. */
  event: GameEvent;
  hex: string;
  battle: Battle | null;
  /** Surprise in games that roll for it. */
  surprise: GameEvent | null;
  /** Losses, retreats and advances that follow, in order. */
  after: GameEvent[];
}

type Role = GameEvent["role"];
const BATTLES: readonly Role[] = ["battle"];
const SMALL: readonly Role[] = ["barrage", "strike", "supply", "capture", "joined"];
const AFTER: readonly Role[] = ["loss", "step", "trapped", "retreat", "advance", "capture"];

export const isBattle = ({ role }: GameEvent): boolean => BATTLES.includes(role);

/** The scenes of an order. Events before its first scene only move units. */
export function scenesOf(events: readonly GameEvent[]): Scene[] {
  const found: Scene[] = [];
  let odds: GameEvent | null = null;
  let surprise: GameEvent | null = null;
  for (const event of events) {
    const { role } = event;
    const last = found.at(-1);
    if (role === "odds") odds = event;
    else if (role === "surprise") surprise = event;
    else if (BATTLES.includes(role)) {
      const battle = event.battle || odds?.battle ? ({ ...odds?.battle, ...event.battle } as Battle) : null;
      found.push({ event, hex: battle?.target ?? event.hexes[0] ?? "", battle, surprise, after: [] });
      odds = surprise = null;
    } else if (last && AFTER.includes(role) && (isBattle(last.event) || role !== "capture")) last.after.push(event);
    else if (SMALL.includes(role)) found.push({ event, hex: event.hexes[0] ?? "", battle: null, surprise: null, after: [] });
  }
  return found.filter((scene) => scene.hex || scene.event.role === "joined");
}
