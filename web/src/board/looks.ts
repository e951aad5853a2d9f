/** Colours of counters: by nationality where it has its own, else by side. */

import type { Ground } from "./faces";
import type { BoardOptions, NationLook, Unit } from "./types";

/** As the rulebooks describe their counters. */
const NATIONS: Readonly<Record<string, NationLook>> = {
  us: { colour: "#66703f", ink: "#ffffff" },
  soviet: { colour: "#a8352c", ink: "#ffe9a3" },
  "west-german": { colour: "#f1eee4", ink: "#26241f" },
  uk: { colour: "#cdb080", ink: "#26241f" },
  french: { colour: "#3f66a0", ink: "#ffffff" },
  italian: { colour: "#3f7d57", ink: "#ffffff" },
  german: { colour: "#8f958f", ink: "#1d1f1d" },
};
const NEUTRAL: NationLook = { colour: "#d9d4c5", ink: "#26241f" };

export function groundOf(options: BoardOptions): (unit: Unit) => Ground {
  const sides = new Map(options.sides.map((s) => [s.id, s]));
  const nations = new Map(Object.entries({ ...NATIONS, ...options.nations }));
  return (unit) => (unit.nation ? nations.get(unit.nation) : undefined) ?? sides.get(unit.side) ?? nations.get(unit.side) ?? NEUTRAL;
}
