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
  if (name === "threat") return [{ hexes: await enemy(), style: "threat" }];
  if (name === "supply") return [{ hexes: await of(own), style: "supply" }];
  if (name === "zoc") return [{ hexes: await of(own), style: "own" }, { hexes: await enemy(), style: "enemy" }];
  // areas of a side have its colour, whoever looks
  return Promise.all(sides.slice(0, 2).map(async ({ id, colour }) => ({ hexes: await of(id), style: id === own ? "own" as const : "enemy" as const, colour })));
}
