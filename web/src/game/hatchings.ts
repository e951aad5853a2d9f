/** Hatchings to ask for: never more than two at a time. */

import type { Asked, Questions } from "../api";
import type { Overlay } from "../board";
import type { Hatching } from "../state/desk.svelte";

interface Asking { ask<Q extends Asked>(what: Q, about: Questions[Q]["with"]): Promise<Questions[Q]["answer"]> }
type Hatch = NonNullable<Overlay["hatch"]>;

export async function hatchings(asking: Asking, name: Exclude<Hatching, "">, mine: string, sides: string[]): Promise<Hatch> {
  const own = mine || (sides[0] ?? "");
  const others = sides.filter((side) => side !== own);
  const of = async (side: string): Promise<string[]> => (await asking.ask("overlay", { name, side })).hexes;
  const enemy = async (): Promise<string[]> => [...new Set((await Promise.all(others.map(of))).flat())];
  if (name === "zoc") return [{ hexes: await of(own), style: "own" }, { hexes: await enemy(), style: "enemy" }];
  if (name === "threat") return [{ hexes: await enemy(), style: "threat" }];
  return [{ hexes: await of(own), style: "supply" }];
}
