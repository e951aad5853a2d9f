import { describe, expect, it } from "vitest";
import { HexLayout } from "../geometry/hexLayout";
import { grid } from "../testing";
import type { Place } from "../types";
import { layoutNames, type Measure } from "./placeNames";

const layout = new HexLayout(grid(9, 8));

describe("names of places", () => {
  const measure: Measure = (text, size) => text.length * size * 0.5;
  const place = (name: string, hex: string, more: Partial<Place> = {}): Place => ({ name, hex, kind: "town", size: 1, objective: false, ...more });

  it("are placed below the counters of their hex and clear of its neighbours", () => {
    for (const name of ["Ganheim", "Rothenburg ob der Tauber", "Donaudampfschifffahrt"]) {
      const [found] = layoutNames([place(name, "0404")], layout, 40, measure);
      const [x, y] = layout.centre(layout.find("0404"));
      expect(found?.box.top).toBeGreaterThan(y + 0.5);
      expect((found?.box.right ?? 9) - x).toBeLessThan(1.4);
      expect(found?.lines.join(" ")).toBe(name);
    }
  });
  it("do not overlap: the more important place is named", () => {
    const far = [place("Dorfhausen", "0404", { size: 2 }), place("Hauptstadt", "0504", { kind: "capital" })];
    expect(layoutNames(far, layout, 11, measure).map((n) => n.place.name)).toEqual(["Hauptstadt"]);
    expect(layoutNames(far, layout, 48, measure)).toHaveLength(2);
  });
  it("are left out at small scales, minor places first", () => {
    const some = [place("Klein", "0202"), place("Gross", "0606", { size: 4, kind: "city" })];
    expect(layoutNames(some, layout, 8, measure).map((n) => n.place.name)).toEqual(["Gross"]);
    expect(layoutNames(some, layout, 2, measure)).toEqual([]);
  });
});
