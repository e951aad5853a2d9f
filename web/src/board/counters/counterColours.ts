/** Colours of counters: by nationality where it has its own, else by side. */

import type { Ground } from "./faces";
import type { BoardOptions, Unit } from "../types";

const NEUTRAL: Ground = { colour: "#d9d4c5", ink: "#26241f" };

/** Ground and print of a counter. Where colours must be told apart by everybody, only the sides' are used. */
export function groundOf({ sides, nations, bySide }: Pick<BoardOptions, "sides" | "nations" | "bySide">): (unit: Pick<Unit, "side" | "nation">) => Ground {
  const own = new Map(sides.map((s) => [s.id, s]));
  const known = new Map(Object.entries(nations ?? {}));
  return (unit) => (unit.nation && !bySide ? known.get(unit.nation) : undefined) ?? own.get(unit.side) ?? NEUTRAL;
}
