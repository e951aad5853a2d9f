import { describe, expect, it } from "vitest";
import { arrowOutline } from "./arrows";
import { contrast, fromLab, mix, toLab } from "./colour";
import { Layout } from "./geometry";
import { clipLine, hatchLines, STYLES } from "./hatch";
import { layoutNames, type Measure } from "./names";
import { bandOf, costText } from "./overlayPaths";
import { dice, range } from "./random";
import { THEMES } from "./theme";
import { grid } from "./testing";
import type { BoardSheet, Overlay, Place, SideLook, Unit } from "./types";
import { choiceWords, HexWords, unitWords } from "./words";

const layout = new Layout(grid(9, 8));
const SIDES = new Map<string, SideLook>([["soviet", { id: "soviet", title: "Soviet", colour: "#a00", ink: "#fff" }]]);
const SA: Unit = { id: "SA", side: "soviet", label: "А", kind: "infantry", at: "0801", factors: "1-1-4", flags: ["moved"] };

describe("words", () => {
  it("say what a counter is", () => {
    expect(unitWords(SA, SIDES)).toBe("SA, Soviet infantry 1-1-4 in 0801, moved");
    expect(unitWords({ ...SA, steps: 2, flags: [], title: "First" }, SIDES)).toBe("SA, First, Soviet infantry 1-1-4 in 0801, 2 steps");
  });
  it("say what choosing a hex means", () => {
    const overlay: Overlay = { reach: [{ hex: "0602", cost: 2 }, { hex: "0603", cost: 1.5, stop: true }, { hex: "0801", cost: 0 }, { hex: "0809", cost: 0, free: true }], targets: ["0302"], choices: ["0101"] };
    const said = choiceWords(overlay, (hex) => (hex === "0302" ? "Bergtheim" : undefined)).map((c) => c.label);
    expect(said).toEqual(["move to 0602, cost 2", "move to 0603, cost 1½, must stop", "move to 0809", "attack 0302 Bergtheim", "choose 0101"]);
  });
  it("say what is in a hex", () => {
    const sheet: BoardSheet = {
      name: "", title: "", hexes: grid(9, 8), legend: [{ id: "clear", title: "Clear", colour: "#fff", texture: "none" }],
      hexsides: [{ id: "river", title: "River", look: "", colour: "", sides: [["0801", 3]] }], lines: [], regions: [], marks: [], credit: "",
      places: [{ name: "Ganheim", hex: "0801", kind: "town", size: 1, objective: true }],
    };
    const words = new HexWords(layout, sheet, SIDES);
    const held = { objectives: [{ hex: "0801", name: "Ganheim", held_by: "soviet", worth: "" }] };
    expect(words.say(layout.find("0801"), [SA], held)).toBe("0801, Clear, Ganheim, objective, held by Soviet. River south. SA, Soviet infantry 1-1-4, moved");
    expect(words.say(layout.find("0101"), [], {})).toBe("0101, Clear. empty");
  });
});

describe("reach", () => {
  it("comes in three bands and in halves", () => {
    expect([bandOf({}), bandOf({ last: true }), bandOf({ last: true, stop: true })]).toEqual(["near", "last", "stop"]);
    expect([costText(2), costText(0.5), costText(2.5), costText(1.25)]).toEqual(["2", "½", "2½", "1.3"]);
  });
});

describe("hatchings", () => {
  it("have a direction of their own for each meaning", () => {
    const turns = Object.values(STYLES).map((s) => s.turn);
    expect(new Set(turns).size).toBe(turns.length);
  });
  it("stay inside the hex and run on into the next", () => {
    const here = layout.centre(layout.find("0403")), there = layout.centre(layout.find("0503"));
    const [a = [], b = []] = [here, there].map((c) => hatchLines(c, "enemy").flat());
    for (const [x, y] of a) expect(Math.hypot(x - here[0], y - here[1])).toBeLessThanOrEqual(1 + 1e-9);
    const shared = a.filter(([x, y]) => b.some(([u, v]) => Math.hypot(u - x, v - y) < 1e-6));
    expect(shared.length).toBeGreaterThan(1);
  });
  it("miss a hex that the line does not cross", () => {
    expect(clipLine([0, 0], [0, 1], 2)).toBeNull();
    expect(clipLine([0, 0], [0, 1], 0)?.map(([x]) => Math.abs(x))).toEqual([1, 1]);
  });
});

describe("arrows", () => {
  it("begin and end short of the middles", () => {
    const outline = arrowOutline([0, 0], [3, 0], 0.2);
    expect(Math.min(...outline.map((p) => p[0]))).toBeGreaterThan(0.2);
    expect(Math.max(...outline.map((p) => p[0]))).toBeLessThan(3);
    expect(arrowOutline([1, 1], [1, 1], 0.2)).toEqual([]);
  });
});

describe("names of places", () => {
  const measure: Measure = (text, size) => text.length * size * 0.5;
  const place = (name: string, hex: string, more: Partial<Place> = {}): Place => ({ name, hex, kind: "town", size: 1, objective: false, ...more });

  it("stand below the counters of their hex and clear of those beside it", () => {
    for (const name of ["Ganheim", "Rothenburg ob der Tauber", "Donaudampfschifffahrt"]) {
      const [found] = layoutNames([place(name, "0404")], layout, 40, measure);
      const [x, y] = layout.centre(layout.find("0404"));
      expect(found?.box.top).toBeGreaterThan(y + 0.5);
      expect((found?.box.right ?? 9) - x).toBeLessThan(1.4);
      expect(found?.lines.join(" ")).toBe(name);
    }
  });
  it("do not lie on one another: the greater place is named", () => {
    const far = [place("Dorfhausen", "0404", { size: 2 }), place("Hauptstadt", "0504", { kind: "capital" })];
    expect(layoutNames(far, layout, 11, measure).map((n) => n.place.name)).toEqual(["Hauptstadt"]);
    expect(layoutNames(far, layout, 48, measure)).toHaveLength(2);
  });
  it("are left out from far away, the small ones first", () => {
    const some = [place("Klein", "0202"), place("Gross", "0606", { size: 4, kind: "city" })];
    expect(layoutNames(some, layout, 8, measure).map((n) => n.place.name)).toEqual(["Gross"]);
    expect(layoutNames(some, layout, 2, measure)).toEqual([]);
  });
});

describe("colours", () => {
  it("go to Lab and back", () => {
    for (const colour of ["#ece4cb", "#a8352c", "#0e1012"]) expect(fromLab(toLab(colour))).toBe(colour);
    expect(mix("#000000", "#ffffff", 0.5)).toBe("#808080");
  });
  it("leave text readable in both themes", () => {
    for (const theme of Object.values(THEMES)) {
      expect(contrast(theme.name_, theme.tone("#ece4cb")), theme.name).toBeGreaterThan(4.5);
      expect(contrast(theme.faint, theme.tone("#ece4cb")), theme.name).toBeGreaterThan(4.5);
      expect(contrast(theme.note, theme.noteHalo), theme.name).toBeGreaterThan(7);
      expect(contrast(theme.ink, theme.paper), theme.name).toBeGreaterThan(4.5);
    }
  });
});

describe("chance", () => {
  it("is the same for the same seed", () => {
    const [a, b, c] = [dice("x"), dice("x"), dice("y")];
    const first = [a(), a(), a()];
    expect([b(), b(), b()]).toEqual(first);
    expect([c(), c(), c()]).not.toEqual(first);
    for (let i = 0; i < 100; i++) expect(Math.abs(range(a, -1, 1))).toBeLessThanOrEqual(1);
  });
});
