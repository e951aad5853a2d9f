import { expect, it } from "vitest";
import type { LegalOrder, Side, UnitView, WordArgument } from "../api";
import { ago, kindTitle, list, lossesText, moment, unitNames, orderWords, percent, standingText, unitName } from "./wording";
import { gist } from "../tutorial/gist";

const unit = (id: string, label: string): [string, UnitView] => [id, { id, label, side: "s", kind: "infantry", at: "0101" }];
const units = new Map([unit("SA", "А"), unit("W", "W"), unit("D1", "D"), unit("D2", "D")]);
const sides: Side[] = [{ id: "us", title: "US", colour: "", ink: "" }];
const order = (parts: Partial<LegalOrder>): LegalOrder => ({ text: "", verb: "move", units: [], target: "", path: [], words: [], ...parts });

it("names units by their labels", () => {
  expect(unitName(units, "SA")).toBe("А");
  expect(unitName(units, "W")).toBe("W");
  expect(unitName(units, "D1")).toBe("D (D1)");
  expect(unitName(units, "??")).toBe("??");
});

it("names units by title, and counts the rest of many", () => {
  const divisions = new Map<string, UnitView>(["1m", "2m", "3m", "4m", "5m"].map((id) => {
    const unit: UnitView = { id: `su-${id}`, side: "soviet", label: id.slice(0, 1), kind: "mechanised", at: "5113", title: `Division ${id}` };
    return [unit.id, unit];
  }));
  expect(unitNames(divisions, ["su-1m"])).toBe("Division 1m");
  expect(unitNames(divisions, [...divisions.keys()])).toBe("Division 1m, Division 2m, Division 3m and 2 more");
});

it("labels the words of an order as its game declares", () => {
  const mode: WordArgument = { name: "mode", kind: "choice", optional: true, choices: { "": "in Combat Mode", "reserve-move": "in Reserve Mode" } };
  const come = { label: "Arrive", takes: { words: [mode] } };
  expect(orderWords(order({ verb: "arrive", units: ["W"], path: ["0406"] }), units, come)).toBe("Arrive W to 0406 in Combat Mode");
  expect(orderWords(order({ verb: "arrive", units: ["W"], path: ["0406"], words: ["reserve-move"] }), units, come)).toBe("Arrive W to 0406 in Reserve Mode");
  const change = { label: "Change mode", takes: { words: [{ ...mode, optional: false, choices: { move: "Move" } }] } };
  expect(orderWords(order({ verb: "mode", units: ["W"], words: ["move"] }), units, change)).toBe("Change mode W: Move");
});

it("labels orders", () => {
  expect(orderWords(order({ verb: "retreat", units: ["W"], path: ["0406"] }), units)).toBe("Retreat W to 0406");
  expect(orderWords(order({ verb: "attack", target: "0506", units: ["SA", "W"] }), units)).toBe("Attack 0506 with А and W");
  expect(orderWords(order({ verb: "choose", words: ["as-planned"] }), units)).toBe("Choose: as planned");
  const load = order({ verb: "load", units: ["W"], words: ["4"] });
  expect(orderWords(load, units, { label: "Take up", takes: { words: [{ name: "amount", kind: "amount", optional: true, counts: "token" }] } })).toBe("Take up W: 4 tokens");
  expect(orderWords(order({ verb: "freight", path: ["0101", "0406"], words: ["8"] }), units)).toBe("Freight from 0101 to 0406: 8");
});

it("formats numbers", () => {
  expect(percent(0.5)).toBe("50%");
  expect(percent(1 / 6)).toBe("16.7%");
  expect(list(["a", "b", "c"])).toBe("a, b and c");
  expect(ago(0, 5 * 60_000)).toBe("5 minutes ago");
});

it("compares lesson orders without their intermediate hexes", () => {
  expect(gist(order({ units: ["SB", "SA"], path: ["0101", "0102"] }))).toBe("move SA,SB 0102");
  expect(gist({ verb: "end" })).toBe("end");
  expect(gist(order({ verb: "attack", target: "0406", units: ["SD", "SB"] }))).toBe("attack 0406 SB,SD");
});

it("gives kinds of counters a title", () => {
  expect(kindTitle("rocket-artillery")).toBe("Rocket artillery");
  expect(kindTitle("hq")).toBe("HQ");
});

it("describes turn and phase, with setup before the first turn", () => {
  expect(moment({ turn: 3, turns: 10 }, "soviet movement")).toBe("turn 3 of 10, soviet movement");
  expect(moment({ turn: 0, turns: 10 }, "soviet set-up")).toBe("soviet set-up");
});

it("names the amounts of an order that takes several", () => {
  const words: WordArgument[] = ["Europe", "Mid-East"].map((name) => ({ name, kind: "amount", counts: "division" }));
  expect(orderWords(order({ verb: "second", words: ["8", "1"] }), units, { label: "Call", takes: { words } })).toBe("Call: Europe 8 divisions, Mid-East 1 division");
});

it("spells out standings", () => {
  expect(standingText({ kind: "points", label: "US", side: "us", value: 3, unit: "VP" }, sides)).toBe("3 VP");
  expect(standingText({ kind: "goal", label: "Towns", value: 0, target: 2, met: false }, sides)).toBe("0 of 2 needed");
  expect(standingText({ kind: "goal", label: "Take it", met: true }, sides)).toBe("done");
  expect(standingText({ kind: "goal", label: "Take it", met: false }, sides)).toBe("open");
  expect(standingText({ kind: "goal", label: "Take it" }, sides)).toBe("not known yet");
  expect(standingText({ kind: "fact", label: "Air superiority", side: "us" }, sides)).toBe("US");
  expect(standingText({ kind: "fact", label: "Drop", side: "us", turn: 3, hexes: ["2424"] }, sides)).toBe("turn 3, 2424");
});

it("counts losses", () => {
  expect(lossesText({ side: "us", units: 1, steps: 1 })).toBe("1 unit");
  expect(lossesText({ side: "us", units: 8 })).toBe("8 units");
  expect(lossesText({ side: "us", units: 2, steps: 5 })).toBe("2 units, 5 steps");
});

it("labels counters, hexes and terrain among the words of an order", () => {
  const words: WordArgument[] = [
    { name: "supply", kind: "choice", optional: true, several: true, choices: { unsupplied: "without supply" } },
    { name: "unit without supply", kind: "counter", optional: true, several: true, after: "unsupplied", label: "for {unit}" },
    { name: "pay from", kind: "counter", optional: true, several: true, label: "paying from {unit}" },
    { name: "unit with supply", kind: "counter", optional: true, several: true, prefix: "for", label: "supplying {unit}" },
    { name: "defenders' terrain", kind: "terrain", optional: true, prefix: "in", label: "using {terrain} for the defenders" },
    { name: "attackers' terrain", kind: "terrain", optional: true, several: true, per_hex: true, label: "using {terrain} against {hex}" },
  ];
  const dump = (id: string, at: string): [string, UnitView] => [id, { id, label: "SP", title: "Dump", side: "s", kind: "dump", at }];
  const all = new Map([...units, dump("p1", "0102"), dump("p2", "0103")]);
  const place = (hex: string): string | undefined => ({ "27.17": "Taranovka", "0103": "Lozovaya" })[hex];
  const label = (...chosen: string[]): string =>
    orderWords(order({ verb: "defend", units: ["W"], words: chosen }), all, { label: "Defend, led by", takes: { words } }, place);
  expect(label("27.17:light-woods")).toBe("Defend, led by W using light woods against 27.17 (Taranovka)");
  expect(label("27.18:minor-river")).toBe("Defend, led by W using minor river against 27.18");
  expect(label("in:open")).toBe("Defend, led by W using open for the defenders");
  expect(label("for:SA", "for:W")).toBe("Defend, led by W supplying А and W");
  expect(label("unsupplied", "SA")).toBe("Defend, led by W without supply for А");
  expect(label("p2", "unsupplied")).toBe("Defend, led by W paying from Dump in 0103 (Lozovaya) without supply");
  expect(label("D1")).toBe("Defend, led by W paying from D (D1)");
});
