/** Descriptions of counters and hexes for screen readers. Pure. */

import { label } from "../../text/labels";
import { keys as t } from "../../text/messages/keys";
import type { HexLayout } from "../geometry/hexLayout";
import { bandOf, costText } from "../overlay/overlayPaths";
import type { BoardSheet, Overlay, SideLook, Unit } from "../types";

const list = (parts: (string | false | undefined)[]): string => parts.filter(Boolean).join(", ");

/** "SA, Soviet infantry 1-1-4 in 0801, moved" */
export function describeUnit(unit: Unit, sides: ReadonlyMap<string, SideLook>, where = true): string {
  const side = sides.get(unit.side)?.title ?? unit.side;
  const what = [side, unit.marker ? t.marker(label("kinds", unit.kind)) : label("kinds", unit.kind), unit.factors].filter(Boolean).join(" ");
  return list([
    unit.id,
    unit.title && unit.title !== unit.id ? unit.title : undefined,
    where && unit.at ? t.inHex(what, unit.at) : what,
    (unit.steps ?? 1) > 1 && t.steps(unit.steps ?? 1),
    ...(unit.flags ?? []).map((flag) => label("flags", flag)),
  ]);
}

/** `answer`: a choice that the decision asks for, rather than one of many destinations. */
export interface Choice { hex: string; label: string; answer: boolean }

/** Describe each hex that can be chosen now. */
export function describeChoices(overlay: Overlay, placeOf: (hex: string) => string | undefined): Choice[] {
  const found = new Map<string, Choice>();
  const add = (hex: string, label: string, answer: boolean) => found.set(hex, { hex, label, answer });
  const named = (hex: string) => [hex, placeOf(hex)].filter(Boolean).join(" ");
  for (const step of overlay.reach ?? []) {
    // no cost: the hex the units are in, unless the move is free
    if (step.cost <= 0 && !step.free) continue;
    const band = bandOf(step);
    const note = band === "stop" ? t.mustStop : band === "last" ? t.lastPoint : undefined;
    add(step.hex, list([t.moveTo(named(step.hex)), step.cost > 0 && t.cost(costText(step.cost)), note]), false);
  }
  for (const hex of overlay.targets ?? []) add(hex, t.attack(named(hex)), true);
  for (const hex of overlay.choices ?? []) add(hex, t.choose(named(hex)), true);
  return [...found.values()];
}

/** Describes a hex: number, terrain, place, hexside features, counters, what can be done. */
export class HexDescriptions {
  private readonly places = new Map<string, string>();
  private readonly objectives = new Set<string>();
  private readonly features = new Map<string, Set<string>>();

  constructor(private readonly layout: HexLayout, private readonly sheet: BoardSheet, private readonly sides: ReadonlyMap<string, SideLook>) {
    for (const place of sheet.places) {
      if (!this.places.has(place.hex)) this.places.set(place.hex, place.name);
      if (place.objective) this.objectives.add(place.hex);
    }
    const note = (hex: string, title: string) => {
      const known = this.features.get(hex);
      if (known) known.add(title);
      else this.features.set(hex, new Set([title]));
    };
    for (const feature of sheet.lines) for (const hex of feature.chains.flat()) note(hex, feature.title);
    const ways = [t.north, t.northEast, t.southEast, t.south, t.southWest, t.northWest];
    for (const feature of sheet.hexsides) {
      for (const [hex, direction] of feature.sides) note(hex, `${feature.title} ${ways[direction] ?? ""}`);
    }
  }

  place(hex: string): string | undefined {
    return this.places.get(hex);
  }

  describe(i: number, stack: readonly Unit[], overlay: Overlay): string {
    const hex = this.layout.id(i);
    const terrain = this.sheet.legend[this.layout.hexes[i]?.terrain ?? -1]?.title;
    const held = overlay.objectives?.find((o) => o.hex === hex);
    const holder = held && (this.sides.get(held.held_by)?.title ?? held.held_by);
    const choice = describeChoices(overlay, () => undefined).find((c) => c.hex === hex);
    return [
      list([hex, terrain, this.places.get(hex), this.objectives.has(hex) && (holder ? t.objectiveOf(holder) : t.objective)]),
      list([...(this.features.get(hex) ?? [])]),
      stack.length === 0 ? t.empty : stack.map((u) => describeUnit(u, this.sides, false)).join("; "),
      choice?.label,
    ].filter(Boolean).join(". ");
  }
}
