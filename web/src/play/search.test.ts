import { describe, expect, it } from "vitest";
import type { BoxView, UnitView } from "../api";
import { draggedWith } from "../game/dragUnit";
import { matches, matchesUnit, groupUnits, SEARCHABLE, firstOf } from "./search";

const unit = (id: string, rest: Partial<UnitView> = {}): UnitView => ({ id, side: "west", label: id, kind: "infantry", at: "0101", ...rest });

describe("searching", () => {
  it("wants every word, in any order and any case", () => {
    expect(matches("tank 12", "12th Tank Army")).toBe(true);
    expect(matches("tank 13", "12th Tank Army")).toBe(false);
    expect(matches("", "anything")).toBe(true);
  });
  it("finds counters by id, kind, nation, place and state", () => {
    const one = unit("W7", { kind: "armoured-cavalry", nation: "US", at: "2233", flags: ["out-of-supply"] });
    for (const words of ["w7", "armoured cavalry", "us 2233", "supply"]) expect(matchesUnit(words, one)).toBe(true);
    expect(matchesUnit("soviet", one)).toBe(false);
  });
});

describe("grouping", () => {
  const many = Array.from({ length: SEARCHABLE }, (_, index) => unit(`W${index}`, index % 2 ? { kind: "air" } : { at: "pool" }));
  const boxes: BoxView[] = [{ id: "pool", title: "Set-up pool", side: "west", role: "waiting", units: many.filter((one) => one.at === "pool").map((one) => one.id) }];
  it("leaves a short list alone", () => {
    expect(groupUnits(many.slice(0, 3), boxes)).toEqual([{ title: "", units: many.slice(0, 3) }]);
    expect(groupUnits([], boxes)).toEqual([]);
  });
  it("puts counters of a long one under their box, those on the map under their kind", () => {
    const found = groupUnits(many, boxes);
    expect(found.map((group) => group.title)).toEqual(["Set-up pool", "Air"]);
    expect(found.flatMap((group) => group.units)).toHaveLength(SEARCHABLE);
  });
  it("shows so many and says how many are left", () => {
    expect(firstOf([1, 2, 3, 4, 5], 3)).toEqual({ shown: [1, 2, 3], left: 2 });
    expect(firstOf([1], 3).left).toBe(0);
  });
});

describe("carrying", () => {
  it("takes what is selected together, else the one", () => {
    expect(draggedWith("A", ["B", "A"])).toEqual(["A", "B"]);
    expect(draggedWith("A", ["B"])).toEqual(["A"]);
  });
});
