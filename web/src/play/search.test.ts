import { describe, expect, it } from "vitest";
import type { BoxView, UnitView } from "../api";
import { taken } from "../game/dragUnit";
import { finds, findsUnit, grouped, MANY, part } from "./search";

const unit = (id: string, rest: Partial<UnitView> = {}): UnitView => ({ id, side: "west", label: id, kind: "infantry", at: "0101", ...rest });

describe("searching", () => {
  it("wants every word, in any order and any case", () => {
    expect(finds("tank 12", "12th Tank Army")).toBe(true);
    expect(finds("tank 13", "12th Tank Army")).toBe(false);
    expect(finds("", "anything")).toBe(true);
  });
  it("finds counters by id, kind, nation, place and state", () => {
    const one = unit("W7", { kind: "armoured-cavalry", nation: "US", at: "2233", flags: ["out-of-supply"] });
    for (const words of ["w7", "armoured cavalry", "us 2233", "supply"]) expect(findsUnit(words, one)).toBe(true);
    expect(findsUnit("soviet", one)).toBe(false);
  });
});

describe("grouping", () => {
  const many = Array.from({ length: MANY }, (_, index) => unit(`W${index}`, index % 2 ? { kind: "air" } : { at: "pool" }));
  const boxes: BoxView[] = [{ id: "pool", title: "Set-up pool", side: "west", role: "waiting", units: many.filter((one) => one.at === "pool").map((one) => one.id) }];
  it("leaves a short list alone", () => {
    expect(grouped(many.slice(0, 3), boxes)).toEqual([{ title: "", units: many.slice(0, 3) }]);
    expect(grouped([], boxes)).toEqual([]);
  });
  it("puts counters of a long one under their box, those on the map under their kind", () => {
    const found = grouped(many, boxes);
    expect(found.map((group) => group.title)).toEqual(["Set-up pool", "Air"]);
    expect(found.flatMap((group) => group.units)).toHaveLength(MANY);
  });
  it("shows so many and says how many are left", () => {
    expect(part([1, 2, 3, 4, 5], 3)).toEqual({ shown: [1, 2, 3], left: 2 });
    expect(part([1], 3).left).toBe(0);
  });
});

describe("carrying", () => {
  it("takes what is selected together, else the one", () => {
    expect(taken("A", ["B", "A"])).toEqual(["A", "B"]);
    expect(taken("A", ["B"])).toEqual(["A"]);
  });
});
