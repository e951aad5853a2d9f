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
  /** Whether planes came to the hex for it. */
  byAir: boolean;
  /** Losses, retreats and advances that follow, in order. */
  after: GameEvent[];
}

type Role = GameEvent["role"];
const BATTLES: readonly Role[] = ["battle"];
const SMALL: readonly Role[] = ["barrage", "strike", "air", "flak", "supply", "capture", "joined"];
const AFTER: readonly Role[] = ["loss", "step", "trapped", "retreat", "advance", "capture"];

export const isBattle = ({ role }: GameEvent): boolean => BATTLES.includes(role);

/** What has begun and is not decided yet: an attack that was declared, the hex of an air mission. */
interface Begun { attack: Battle | null; mission: string }

function follow(begun: Begun, { role, battle, hexes }: GameEvent): Begun {
  if (role === "declared" && battle) return { ...begun, attack: battle.target ? battle : begun.attack && { ...begun.attack, attackers: battle.attackers ?? [] } };
  if (role === "mission") return { ...begun, mission: hexes.at(-1) ?? "" };
  if (BATTLES.includes(role)) return { ...begun, attack: null };
  return role === "barrage" ? { ...begun, mission: "" } : begun;
}

/** The scenes of an order. What comes before its first scene, and follows none, is only moved. Attacks and missions may have been
 *  declared by the orders before it, whose events are `earlier`. */
export function scenesOf(events: readonly GameEvent[], earlier: readonly GameEvent[] = []): Scene[] {
  const found: Scene[] = [];
  let odds: GameEvent | null = null;
  let surprise: GameEvent | null = null;
  let begun = earlier.reduce(follow, { attack: null, mission: "" });
  for (const event of events) {
    const { role } = event;
    const last = found.at(-1);
    if (role === "odds") odds = event;
    else if (role === "surprise") surprise = event;
    else if (BATTLES.includes(role)) {
      const target = event.battle?.target ?? event.hexes[0] ?? "";
      const attack = begun.attack?.target === target ? begun.attack : null;
      const battle = attack || odds?.battle || event.battle ? ({ ...attack, ...odds?.battle, ...event.battle } as Battle) : null;
      found.push({ event, hex: target, battle, surprise, byAir: false, after: [] });
      odds = surprise = null;
    } else if (last && AFTER.includes(role) && (isBattle(last.event) || role !== "capture")) last.after.push(event);
    else if (SMALL.includes(role)) found.push({ event, hex: event.hexes[0] ?? "", battle: null, surprise: null, byAir: begun.mission !== "" && begun.mission === event.hexes[0], after: [] });
    begun = follow(begun, event);
  }
  return found.filter((scene) => scene.hex || scene.event.role === "joined");
}
