import { expect, it } from "vitest";
import type { Side, UnitView } from "../api";
import { sentence } from "./sentence";

const unit = (id: string, title = ""): [string, UnitView] => [id, { id, side: "soviet", label: id, kind: "infantry", at: "0101", title }];
const UNITS = new Map([unit("SA", "1st Company"), unit("SB", "2nd Company"), unit("SV"), unit("SG"), unit("SD"), unit("in", "3rd Company")]);
const SIDES: Side[] = [{ id: "soviet", title: "Soviet", colour: "#a00", ink: "#fff" }];
const said = (...parts: Parameters<typeof sentence>[0]): string => sentence(parts, UNITS, SIDES);

it("names units, sides and hexes", () => {
  expect(said({ kind: "units", ids: ["SA", "SB"] }, { kind: "words", text: " must stop in " }, { kind: "hexes", labels: ["0505"] })).toBe("1st Company and 2nd Company must stop in 0505");
  expect(said({ kind: "side", id: "soviet" }, { kind: "words", text: " ends the phase" })).toBe("Soviet ends the phase");
});

it("joins the hexes of a path", () => {
  expect(said({ kind: "units", ids: ["SA"] }, { kind: "words", text: " moves " }, { kind: "hexes", labels: ["0101", "0102"] })).toBe("1st Company moves 0101-0102");
});

it("names the first few units of many", () => {
  expect(said({ kind: "units", ids: ["SA", "SB", "SV", "SG", "SD"] })).toBe("1st Company, 2nd Company, SV and 2 more");
});

it("begins with a capital letter", () => {
  expect(said({ kind: "words", text: "cannot enter woods" })).toBe("Cannot enter woods");
});

it("leaves words alone, even if they look like ids", () => {
  expect(said({ kind: "words", text: "SA and soviet stop in Rome" })).toBe("SA and soviet stop in Rome");
});

it("shows unknown ids as they are", () => {
  expect(said({ kind: "side", id: "us" }, { kind: "words", text: ": " }, { kind: "units", ids: ["X"] })).toBe("Us: X");
});

it("names counters that are no longer in view as they are printed", () => {
  const parts = [{ kind: "units" as const, ids: ["P1", "P2"] }];
  expect(sentence(parts, UNITS, SIDES, new Map([["P1", "Spitfire"]]))).toBe("Spitfire and P2");
});
