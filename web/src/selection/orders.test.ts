import { describe, expect, it } from "vitest";
import type { Offer } from "../api";
import { bundled, buttons, byHand, destinations, firstStrike, gathering, hexChoices, joined, joiners, lit, manners, modeOrders, sort, strikesAt, targets, toggled, type Verbs, withHex, withUnits, written } from "./orders";

function offer(text: string, parts: Partial<Offer> = {}): Offer {
  return { text, verb: text.split(" ")[0] ?? "", units: [], target: "", path: [], words: [], ...parts };
}
const march = (unit: string, ...path: string[]): Offer => offer(`move ${unit} ${path.join("-")}`, { units: [unit], path });
const strike = (target: string, ...units: string[]): Offer => offer(`attack ${target} ${units.join(",")}`, { target, units });

const A = march("A", "0101", "0102");
const A2 = march("A", "0101", "0102", "0103");
const B = march("B", "0202", "0102");
const END = offer("end");

describe("sorting", () => {
  it("tells orders apart by their shape alone", () => {
    const found = sort([A, strike("0506", "A"), END, offer("choose air", { words: ["air"] })]);
    expect(found.ways).toEqual([A]);
    expect(found.strikes.map((one) => one.target)).toEqual(["0506"]);
    expect(found.plain.map(written)).toEqual(["end", "choose air"]);
  });
});

describe("destinations", () => {
  it("are the ends of the ways of the one selected", () => {
    expect([...destinations(["A"], [A, A2, B]).keys()]).toEqual(["0102", "0103"]);
  });
  it("of several are where each of them can go, with an order each", () => {
    const found = destinations(["A", "B"], [A, A2, B]);
    expect([...found.keys()]).toEqual(["0102"]);
    expect(found.get("0102")).toEqual([A, B]);
  });
  it("prefer an order for the whole group", () => {
    const both = offer("move A,B 0105", { units: ["A", "B"], path: ["0105"] });
    expect(destinations(["B", "A"], [A, B, both])).toEqual(new Map([["0105", [both]]]));
  });
  it("are none when nothing is selected", () => {
    expect(destinations([], [A]).size).toBe(0);
  });
});

describe("strikes", () => {
  const every = [strike("0506", "A"), strike("0506", "B"), strike("0506", "A", "B"), strike("0606", "B")];
  it("can be aimed at what the selected reach, or anybody", () => {
    expect(targets(["A"], every)).toEqual(["0506"]);
    expect(targets([], every)).toEqual(["0506", "0606"]);
  });
  it("begin with the selected alone, or with all", () => {
    const here = strikesAt(every, "0506");
    expect(firstStrike(here, ["A"])?.units).toEqual(["A"]);
    expect(firstStrike(here, [])?.units).toEqual(["A", "B"]);
    expect(joiners(here)).toEqual(["A", "B"]);
  });
  it("take units in and out, but only to what is legal", () => {
    const here = strikesAt(every, "0506");
    const alone = here[0] as Offer;
    expect(toggled(here, alone, "B")?.units).toEqual(["A", "B"]);
    expect(toggled(here, here[2] as Offer, "A")?.units).toEqual(["B"]);
    expect(toggled(here, alone, "A")?.units).toEqual(["B"]);
    expect(toggled([alone], alone, "A")).toBeUndefined();
  });
  it("bring a whole stack along where the rules want that", () => {
    const stack = [strike("0506", "A"), strike("0506", "A", "C", "D")];
    expect(toggled(stack, stack[0] as Offer, "C")?.units).toEqual(["A", "C", "D"]);
    expect(toggled(stack, stack[1] as Offer, "D")?.units).toEqual(["A"]);
  });
});

describe("buttons", () => {
  it("are the orders without a hex, those of exactly the selected first", () => {
    const pair = offer("replace A,B", { units: ["A", "B"] });
    const one = offer("replace A", { units: ["A"] });
    expect(buttons(["A"], [pair, one, A])).toEqual([one, pair]);
    expect(buttons([], [pair, one])).toEqual([pair, one]);
  });
});

describe("what is lit up", () => {
  const base = { actors: ["A", "B"], selected: [] as string[], offers: [A, A2, B], costs: {}, zone: new Set<string>(), strike: null, at: new Map([["A", "0101"]]) };
  it("shows who is ready before anything is chosen", () => {
    expect(lit(base)).toMatchObject({ ready: ["A", "B"], reach: [], choices: [] });
  });
  it("shows reach with its bands where there are costs", () => {
    const shown = lit({ ...base, selected: ["A"], costs: { "0102": 1, "0103": 4, "0909": 9 }, zone: new Set(["0103"]) });
    expect(shown.reach).toEqual([{ hex: "0102", cost: 1 }, { hex: "0103", cost: 4, stop: true, last: true }]);
    expect(shown.choices).toEqual([]);
  });
  it("shows answers where there are none", () => {
    expect(lit({ ...base, selected: ["A"] }).choices).toEqual(["0102", "0103"]);
  });
  it("draws arrows to the target of a strike", () => {
    const shown = lit({ ...base, strike: strike("0506", "A"), offers: [strike("0506", "A")] });
    expect(shown.arrows).toEqual([{ from: "0101", to: "0506", kind: "attack" }]);
    expect(shown.targets).toEqual(["0506"]);
  });
});

describe("orders without a counter", () => {
  const bomb = offer("bomb 0506", { target: "0506" });
  const mine = offer("mine 0506", { target: "0506" });
  it("are found by the hex they are about", () => {
    expect(hexChoices([bomb, END, mine, offer("drop 0707", { path: ["0707"] })])).toEqual(new Map([["0506", [bomb, mine]], ["0707", [expect.objectContaining({ text: "drop 0707" })]]]));
  });
  it("about no hex come first", () => {
    expect(byHand([bomb, mine, END]).plain.map(written)).toEqual(["end", "bomb 0506", "mine 0506"]);
  });

  it("about many hexes are looked for on the map", () => {
    const bombs = Array.from({ length: 9 }, (_, row) => ({ ...bomb, text: `bomb 010${row}`, target: `010${row}` }));
    const { plain, sought } = byHand([...bombs, mine, END]);
    expect(plain.map(written)).toEqual(["end", "mine 0506"]);
    expect([...sought.keys()]).toEqual(["bomb"]);
    expect(sought.get("bomb")).toHaveLength(9);
  });

  it("that may be about any hex are looked for there, too", () => {
    const { plain, sought } = byHand([bomb, mine, END], { bomb: { takes: { target: { anywhere: true } } } });
    expect(plain.map(written)).toEqual(["end", "mine 0506"]);
    expect([...sought.keys()]).toEqual(["bomb"]);
    expect(written(withHex(bomb, "0707"))).toBe("bomb 0707");
    expect(withHex(A, "0303").path).toEqual(["0101", "0303"]);
  });
});

describe("while costs are being asked for", () => {
  const choosing = { actors: ["A"], selected: ["A"], offers: [A, A2], costs: {}, zone: new Set<string>(), strike: null, at: new Map([["A", "0101"]]) };
  it("ways are not yet shown as answers, which they may turn out not to be", () => {
    expect(lit({ ...choosing, weighing: true }).choices).toEqual([]);
    expect(lit(choosing).choices).toEqual(["0102", "0103"]);
  });
});

describe("orders kept apart", () => {
  const verbs = { dig: { needs_mode_button: true }, attack: {} };
  const dig = (target: string, ...units: string[]): Offer => offer(`dig ${target} ${units.join(",")}`, { target, units });
  it("are those of the selected counters, by their kind", () => {
    const every = [dig("0101", "A"), dig("0102", "A"), dig("0103", "B"), strike("0101", "A"), A];
    expect([...modeOrders(["A"], every, verbs)]).toEqual([["dig", [dig("0101", "A"), dig("0102", "A")]]]);
    expect(modeOrders([], every, verbs).size).toBe(0);
  });
});

describe("orders that differ in their words", () => {
  const mode = (unit: string, word: string): Offer => offer(`mode ${unit} ${word}`, { units: [unit], words: [word] });
  it("are said once", () => {
    expect(bundled([mode("A", "move"), END, mode("A", "strat"), mode("B", "move")])).toEqual([
      [mode("A", "move"), mode("A", "strat")], [END], [mode("B", "move")],
    ]);
  });
  it("say in which manner a counter is sent somewhere", () => {
    const come = (...words: string[]): Offer => offer(["come A 0101", ...words].join(" "), { units: ["A"], path: ["0101"], words });
    expect(manners(["A"], [come(), come("move"), B])).toEqual(["", "move"]);
    expect(manners(["B"], [come("move"), B])).toEqual([""]);
  });
});

it("shows the orders of anybody only while they are few", () => {
  const done = (unit: string): Offer => offer(`done ${unit}`, { units: [unit] });
  const seven = [..."ABCDEFG"].map(done);
  expect(buttons([], seven)).toEqual(seven);
  expect(buttons([], [...seven, A])).toEqual([]);
  expect(buttons(["B"], [...seven, A])).toEqual([done("B")]);
});

it("gives a strike to other units, the leader first", () => {
  expect(written(withUnits(strike("0506", "A", "B"), ["B", "A"]))).toBe("attack 0506 B,A");
});

it("makes one order of those of a stack, where such an order takes several counters", () => {
  const verbs: Verbs = { move: { takes: { units: { most: 0 }, path: {} } } };
  const both = [march("A", "0101", "0102"), march("B", "0101", "0102")];
  expect(written(joined(both, verbs)!)).toBe("move A,B 0101-0102");
  expect(joined(both, { move: { takes: { units: {}, path: {} }, example: "move A,B 0101-0102" } })).toBeUndefined();
  expect(joined([A, B], verbs)).toBeUndefined(); // they come from different hexes
});

it("gathers counters for an order that can be given without any, whatever its example says", () => {
  const commit: Verbs = { commit: { takes: { units: { least: 0, most: 0 } } } };
  expect(gathering([END, offer("commit")], commit)).toBe("commit");
  expect(gathering([END, offer("commit")], { commit: { example: "commit A,B" } })).toBe("");
  expect(gathering([offer("starve")], { starve: { takes: { target: { optional: true }, units: { least: 0, most: 0 } } } })).toBe("");
});
