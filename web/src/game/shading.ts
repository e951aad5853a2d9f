/** Loads the hexes to shade: at most two sets at a time. */

import type { About, AnswerTo, Asked, Side } from "../api";
import type { Overlay } from "../board";
import type { Shading } from "../play/layout.svelte";
import { t } from "../text/messages/plan";

interface Asking { ask<Q extends Asked>(what: Q, about: About<Q>): Promise<AnswerTo<Q>> }
type Hatch = NonNullable<Overlay["hatch"]>;

/** The shaded hexes of a layer, with the title of each set for the legend. A side keeps its colour in every layer. */
export async function shadedHexes(asking: Asking, name: Shading, mine: string, sides: readonly Side[]): Promise<Hatch> {
  const own = mine || (sides[0]?.id ?? "");
  const wanted = sides.filter(({ id }) => name === "threat" ? id !== own : name === "supply" ? id === own : true);
  return Promise.all(wanted.slice(0, 2).map(async ({ id, title, colour }) => {
    const { hexes } = await asking.ask("overlay", { name, side: id });
    const whose = mine && id === mine ? t.yours(title) : title;
    return { hexes, style: id === own ? "own" as const : "enemy" as const, colour, title: hexes.length ? whose : t.noHexes(whose) };
  }));
}
