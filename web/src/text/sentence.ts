/** Puts the typed parts of a sentence into words: units by name, sides by title, hexes as they are. The sentences of games are English. */

import type { Side, TextPart, UnitView } from "../api";
import { en as common } from "./messages/common";
import { en as words } from "./messages/wording";
import type { NamedSide } from "./labels";
import { capital, unitNames } from "./wording";

/** The name of the place in a hex, or undefined. */
export type PlaceName = (hex: string) => string | undefined;

function partText(part: TextPart, units: ReadonlyMap<string, UnitView>, sides: readonly Side[], printed?: ReadonlyMap<string, string>, place?: PlaceName): string {
  switch (part.kind) {
    case "words": return part.text;
    case "units": return unitNames(units, part.ids, printed, { ...common, ...words });
    case "hexes": return part.labels.map((hex) => place?.(hex) ?? hex).join("-");
    case "side": return englishTitle(sides, part.id);
  }
}

function englishTitle(sides: readonly NamedSide[], id: string): string {
  const side = sides.find((one) => one.id === id);
  return side?.english ?? side?.title ?? id;
}

/** A sentence with its first letter capital. Counters that are no longer in view have the name they are printed with. */
export function sentence(parts: readonly TextPart[], units: ReadonlyMap<string, UnitView>, sides: readonly Side[], printed?: ReadonlyMap<string, string>, place?: PlaceName): string {
  return capital(parts.map((part) => partText(part, units, sides, printed, place)).join(""));
}
