/** Loads the hexes to shade: at most two sets at a time. */

import type { About, AnswerTo, Asked, Side } from "../api";
import type { Overlay } from "../board";
import type { Shading } from "../play/layout.svelte";

interface Asking { ask<Q extends Asked>(what: Q, about: About<Q>): Promise<AnswerTo<Q>> }
type Hatch = NonNullable<Overlay["hatch"]>;

export async function shadedHexes(asking: Asking, name: Shading, mine: string, sides: readonly Side[]): Promise<Hatch> {
  const own = mine || (sides[0]?.id ?? "");
  const others = sides.map((side) => side.id).filter((side) => side !== own);
  const of = async (side: string): Promise<string[]> => (await asking.ask("overlay", { name, side })).hexes;
  const enemy = async (): Promise<string[]> => [...new Set((await Promise.all(others.map(of))).flat())];
  const title = sides.find(({ id }) => id === own)?.title ?? "";
  const foes = sides.filter(({ id }) => id !== own).map((side) => side.title).join(", ");
  if (name === "threat") return [{ hexes: await enemy(), style: "threat", title: foes }];
  if (name === "supply") return [{ hexes: await of(own), style: "supply", title }];
  if (name === "zoc") return [{ hexes: await of(own), style: "own", title }, { hexes: await enemy(), style: "enemy", title: foes }];
  // areas of a side have its colour, whoever looks
  return Promise.all(sides.slice(0, 2).map(async (side) => ({ hexes: await of(side.id), style: side.id === own ? "own" as const : "enemy" as const, colour: side.colour, title: side.title })));
}
