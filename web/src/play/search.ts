/** Searches and groups long lists of counters and orders. Pure. */

import type { BoxView, UnitView } from "../api";
import { label } from "../text/labels";
import { flagWords, kindTitle } from "../text/wording";

/** Lists of at least this length have a search field. */
export const SEARCHABLE = 13;
/** Maximum number of entries shown. */
export const MAX_SHOWN = 60;

/** Whether the texts contain every word of the search, in any order. */
export function matches(query: string, ...texts: (string | undefined)[]): boolean {
  const text = texts.join(" ").toLowerCase();
  return query.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

export function matchesUnit(query: string, unit: UnitView): boolean {
  return matches(query, unit.id, unit.label, unit.title, kindTitle(unit.kind), unit.nation, unit.at, unit.size, unit.factors, ...(unit.flags ?? []).map(flagWords));
}

export interface Group { title: string; units: UnitView[] }

/** Group counters by box, and those on the map by kind. Short lists stay one group. */
export function groupUnits(units: readonly UnitView[], boxes: readonly BoxView[]): Group[] {
  if (units.length < SEARCHABLE) return units.length ? [{ title: "", units: [...units] }] : [];
  const boxOf = new Map(boxes.flatMap((box) => box.units.map((id): [string, string] => [id, label("boxes", box.title)])));
  const found = new Map<string, UnitView[]>();
  for (const unit of units) {
    const title = boxOf.get(unit.id) ?? kindTitle(unit.kind);
    const group = found.get(title);
    if (group) group.push(unit);
    else found.set(title, [unit]);
  }
  return [...found].map(([title, those]) => ({ title, units: those }));
}

export interface FirstOf<T> { shown: T[]; left: number }

/** The part of a list that is shown, and how many entries are left. */
export function firstOf<T>(all: readonly T[], most = MAX_SHOWN): FirstOf<T> {
  return { shown: all.slice(0, most), left: Math.max(0, all.length - most) };
}
