import { describe, expect, it } from "vitest";
import type { Offer } from "../api";
import { groupVariants, buttonOrders, freeOrders, destinations, firstAttack, gatherVerb, ordersByHex, combined, eligibleAttackers, arrivalModes, verbChoices, sortOrders, attacksAt, targets, toggleAttacker, type Verbs, withHex, withUnits, orderText } from "./orders";

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
    const found = sortOrders([A, strike("0506", "A"), END, offer("choose air", { words: ["air"] })]);
    expect(found.moves).toEqual([A]);
    expect(found.attacks.map((one) => one.target)).toEqual(["0506"]);
    expect(found.plain.map(orderText)).toEqual(["end", "choose air"]);
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
    const here = attacksAt(every, "0506");
    expect(firstAttack(here, ["A"])?.units).toEqual(["A"]);
    expect(firstAttack(here, [])?.units).toEqual(["A", "B"]);
    expect(eligibleAttackers(here)).toEqual(["A", "B"]);
  });
  it("take units in and out, but only to what is legal", () => {
    const here = attacksAt(every, "0506");
    const alone = here[0] as Offer;
    expect(toggleAttacker(here, alone, "B")?.units).toEqual(["A", "B"]);
    expect(toggleAttacker(here, here[2] as Offer, "A")?.units).toEqual(["B"]);
    expect(toggleAttacker(here, alone, "A")?.units).toEqual(["B"]);
    expect(toggleAttacker([alone], alone, "A")).toBeUndefined();
  });
  it("bring a whole stack along where the rules want that", () => {
    const stack = [strike("0506", "A"), strike("0506", "A", "C", "D")];
    expect(toggleAttacker(stack, stack[0] as Offer, "C")?.units).toEqual(["A", "C", "D"]);
    expect(toggleAttacker(stack, stack[1] as Offer, "D")?.units).toEqual(["A"]);
  });
});

describe("buttons", () => {
  it("are the orders without a hex, those of exactly the selected first", () => {
    const pair = offer("replace A,B", { units: ["A", "B"] });
    const one = offer("replace A", { units: ["A"] });
    expect(buttonOrders(["A"], [pair, one, A])).toEqual([one, pair]);
    expect(buttonOrders([], [pair, one])).toEqual([pair, one]);
  });
});

describe("orders without a counter", () => {
  const bomb = offer("bomb 0506", { target: "0506" });
  const mine = offer("mine 0506", { target: "0506" });
  it("are found by the hex they are about", () => {
    expect(ordersByHex([bomb, END, mine, offer("drop 0707", { path: ["0707"] })])).toEqual(new Map([["0506", [bomb, mine]], ["0707", [expect.objectContaining({ text: "drop 0707" })]]]));
  });
  it("about no hex come first", () => {
    expect(freeOrders([bomb, mine, END]).buttons.map(orderText)).toEqual(["end", "bomb 0506", "mine 0506"]);
  });

  it("about many hexes are looked for on the map", () => {
    const bombs = Array.from({ length: 9 }, (_, row) => ({ ...bomb, text: `bomb 010${row}`, target: `010${row}` }));
    const { buttons, onMap } = freeOrders([...bombs, mine, END]);
    expect(buttons.map(orderText)).toEqual(["end", "mine 0506"]);
    expect([...onMap.keys()]).toEqual(["bomb"]);
    expect(onMap.get("bomb")).toHaveLength(9);
  });

  it("that may be about any hex are looked for there, too", () => {
    const { buttons, onMap } = freeOrders([bomb, mine, END], { bomb: { takes: { target: { anywhere: true } } } });
    expect(buttons.map(orderText)).toEqual(["end", "mine 0506"]);
    expect([...onMap.keys()]).toEqual(["bomb"]);
    expect(orderText(withHex(bomb, "0707"))).toBe("bomb 0707");
    expect(withHex(A, "0303").path).toEqual(["0101", "0303"]);
  });
});

describe("orders kept apart", () => {
  const verbs = { dig: { needs_mode_button: true }, attack: {} };
  const dig = (target: string, ...units: string[]): Offer => offer(`dig ${target} ${units.join(",")}`, { target, units });
  it("are those of the selected counters, by their kind", () => {
    const every = [dig("0101", "A"), dig("0102", "A"), dig("0103", "B"), strike("0101", "A"), A];
    expect([...verbChoices(["A"], every, verbs)]).toEqual([["dig", [dig("0101", "A"), dig("0102", "A")]]]);
    expect(verbChoices([], every, verbs).size).toBe(0);
  });
});

describe("orders that differ in their words", () => {
  const mode = (unit: string, word: string): Offer => offer(`mode ${unit} ${word}`, { units: [unit], words: [word] });
  it("are said once", () => {
    expect(groupVariants([mode("A", "move"), END, mode("A", "strat"), mode("B", "move")])).toEqual([
      [mode("A", "move"), mode("A", "strat")], [END], [mode("B", "move")],
    ]);
  });
  it("say in which manner a counter is sent somewhere", () => {
    const come = (...words: string[]): Offer => offer(["come A 0101", ...words].join(" "), { units: ["A"], path: ["0101"], words });
    expect(arrivalModes(["A"], [come(), come("move"), B])).toEqual(["", "move"]);
    expect(arrivalModes(["B"], [come("move"), B])).toEqual([""]);
  });
});

it("shows the orders of anybody only while they are few", () => {
  const done = (unit: string): Offer => offer(`done ${unit}`, { units: [unit] });
  const seven = [..."ABCDEFG"].map(done);
  expect(buttonOrders([], seven)).toEqual(seven);
  expect(buttonOrders([], [...seven, A])).toEqual([]);
  expect(buttonOrders(["B"], [...seven, A])).toEqual([done("B")]);
});

it("gives a strike to other units, the leader first", () => {
  expect(orderText(withUnits(strike("0506", "A", "B"), ["B", "A"]))).toBe("attack 0506 B,A");
});

it("makes one order of those of a stack, where such an order takes several counters", () => {
  const verbs: Verbs = { move: { takes: { units: { most: 0 }, path: {} } } };
  const both = [march("A", "0101", "0102"), march("B", "0101", "0102")];
  expect(orderText(combined(both, verbs)!)).toBe("move A,B 0101-0102");
  expect(combined(both, { move: { takes: { units: {}, path: {} }, example: "move A,B 0101-0102" } })).toBeUndefined();
  expect(combined([A, B], verbs)).toBeUndefined(); // they come from different hexes
});

it("gathers counters for an order that can be given without any, whatever its example says", () => {
  const commit: Verbs = { commit: { takes: { units: { least: 0, most: 0 } } } };
  expect(gatherVerb([END, offer("commit")], commit)).toBe("commit");
  expect(gatherVerb([END, offer("commit")], { commit: { example: "commit A,B" } })).toBe("");
  expect(gatherVerb([offer("starve")], { starve: { takes: { target: { optional: true }, units: { least: 0, most: 0 } } } })).toBe("");
});
