import { describe, expect, it } from "vitest";
import { HexLayout } from "../geometry/hexLayout";
import { grid } from "../testing";
import type { BoardSheet, Overlay, SideLook, Unit } from "../types";
import { describeChoices, HexDescriptions, describeUnit } from "./descriptions";

const layout = new HexLayout(grid(9, 8));
const SIDES = new Map<string, SideLook>([["soviet", { id: "soviet", title: "Soviet", colour: "#a00", ink: "#fff" }]]);
const SA: Unit = { id: "SA", side: "soviet", label: "А", kind: "infantry", at: "0801", factors: "1-1-4", flags: ["moved"] };

describe("descriptions", () => {
  it("say what a counter is", () => {
    expect(describeUnit(SA, SIDES)).toBe("SA, Soviet infantry 1-1-4 in 0801, moved");
    expect(describeUnit({ ...SA, steps: 2, flags: [], title: "First" }, SIDES)).toBe("SA, First, Soviet infantry 1-1-4 in 0801, 2 steps");
  });
  it("say what choosing a hex means", () => {
    const overlay: Overlay = { reach: [{ hex: "0602", cost: 2 }, { hex: "0603", cost: 1.5, stop: true }, { hex: "0801", cost: 0 }, { hex: "0809", cost: 0, free: true }], targets: ["0302"], choices: ["0101"] };
    const said = describeChoices(overlay, (hex) => (hex === "0302" ? "Bergtheim" : undefined)).map((c) => c.label);
    expect(said).toEqual(["move to 0602, cost 2", "move to 0603, cost 1½, must stop", "move to 0809", "attack 0302 Bergtheim", "choose 0101"]);
  });
  it("say what is in a hex", () => {
    const sheet: BoardSheet = {
      name: "", title: "", hexes: grid(9, 8), legend: [{ id: "clear", title: "Clear", colour: "#fff", texture: "none" }],
      hexsides: [{ id: "river", title: "River", look: "", colour: "", sides: [["0801", 3]] }], lines: [], regions: [], marks: [], credit: "",
      places: [{ name: "Ganheim", hex: "0801", kind: "town", size: 1, objective: true }],
    };
    const descriptions = new HexDescriptions(layout, sheet, SIDES);
    const held = { objectives: [{ hex: "0801", name: "Ganheim", held_by: "soviet", worth: "" }] };
    expect(descriptions.describe(layout.find("0801"), [SA], held)).toBe("0801, Clear, Ganheim, objective, controlled by Soviet. River south. SA, Soviet infantry 1-1-4, moved");
    expect(descriptions.describe(layout.find("0101"), [], {})).toBe("0101, Clear. empty");
  });
});
