/** The request for a new game, from the choices on the screen. */

import type { NewGame, Seating, Side } from "../api";
import type { Clock } from "./clocks";
import { BOTH, NEITHER } from "./SideCards.svelte";

export type Opponent = "computer" | "friend" | "open" | "email";

export interface Choices {
  scenario: string; sides: readonly Side[]; mine: string; opponent: Opponent; level: string;
  options: Record<string, boolean | string>; name: string; clock: Clock | null; rated: boolean; listed: boolean;
}

/** The sides that others play, through links or as an open game. */
export function othersSides({ sides, mine, opponent }: Pick<Choices, "sides" | "mine" | "opponent">): string[] {
  if (mine === BOTH || mine === NEITHER || (opponent !== "friend" && opponent !== "open")) return [];
  return sides.map(({ id }) => id).filter((id) => id !== mine);
}

export function wantedGame(choices: Choices): NewGame {
  const { scenario, sides, mine, opponent, level, options, name, clock, rated, listed } = choices;
  const human: Seating = { kind: "human", level: "" };
  const computer: Seating = { kind: "computer", level };
  const players = Object.fromEntries(sides.map(({ id }): [string, Seating] => {
    if (mine === BOTH || id === mine) return [id, human];
    return [id, mine === NEITHER || opponent === "computer" ? computer : human];
  }));
  const others = othersSides(choices);
  const match = others.length ? { match: { open: opponent === "open" ? others : [], listed: listed && opponent === "open", rated: rated && opponent === "open", clock } } : {};
  return { scenario, options, players, name, ...match };
}
