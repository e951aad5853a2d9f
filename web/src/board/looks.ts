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

/** A nationality as it is written in the table above. */
const plain = (nation: string): string => nation.toLowerCase().replace(/[^a-z]+/g, "-");

/** Ground and print of a counter. Where colours must be told apart by everybody, only the sides' are used. */
export function groundOf({ sides, nations, bySide }: Pick<BoardOptions, "sides" | "nations" | "bySide">): (unit: Pick<Unit, "side" | "nation">) => Ground {
  const own = new Map(sides.map((s) => [s.id, s]));
  const known = new Map(Object.entries({ ...NATIONS, ...nations }));
  return (unit) => (unit.nation && !bySide ? known.get(plain(unit.nation)) : undefined) ?? own.get(unit.side) ?? known.get(unit.side) ?? NEUTRAL;
}
