/** Colours of counters: by nationality where it has its own, else by side. */

import type { Ground } from "./faces";
import type { BoardOptions, Unit } from "../types";

const NEUTRAL: Ground = { colour: "#d9d4c5", ink: "#26241f" };

/** Background and ink of a counter: of its nationality, or of its side if `bySide` is set. */
export function groundOf({ sides, nations, bySide }: Pick<BoardOptions, "sides" | "nations" | "bySide">): (unit: Pick<Unit, "side" | "nation">) => Ground {
  const own = new Map(sides.map((s) => [s.id, s]));
  const known = new Map(Object.entries(nations ?? {}));
  return (unit) => (unit.nation && !bySide ? known.get(unit.nation) : undefined) ?? own.get(unit.side) ?? NEUTRAL;
}
