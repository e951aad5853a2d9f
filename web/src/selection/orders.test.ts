import { describe, expect, it } from "vitest";
import type { LegalOrder } from "../api";
import { answerOrders, groupVariants, buttonOrders, freeOrders, destinations, firstAttack, gatherVerb, ordersByHex, combined, eligibleAttackers, arrivalModes, verbChoices, sortOrders, attacksAt, targets, toggleAttacker, type Verbs, withHex, withUnits, orderText, variantsOf } from "./orders";

function order(text: string, parts: Partial<LegalOrder> = {}): LegalOrder {
  return { text, verb: text.split(" ")[0] ?? "", units: [], target: "", path: [], words: [], ...parts };
}
const move = (unit: string, ...path: string[]): LegalOrder => order(`move ${unit} ${path.join("-")}`, { units: [unit], path });
const attack = (target: string, ...units: string[]): LegalOrder => order(`attack ${target} ${units.join(",")}`, { target, units });

const A = move("A", "0101", "0102");
const A2 = move("A", "0101", "0102", "0103");
const B = move("B", "0202", "0102");
const END = order("end");

describe("sortOrders", () => {
  it("distinguishes orders by their fields alone", () => {
    const found = sortOrders([A, attack("0506", "A"), END, order("choose air", { words: ["air"] })]);
    expect(found.moves).toEqual([A]);
    expect(found.attacks.map((one) => one.target)).toEqual(["0506"]);
    expect(found.plain.map(orderText)).toEqual(["end", "choose air"]);
  });
});

describe("destinations", () => {
  it("are the ends of the selected unit's paths", () => {
    expect([...destinations(["A"], [A, A2, B]).keys()]).toEqual(["0102", "0103"]);
  });
  it("of several units are where all of them can move, with an order each", () => {
    const found = destinations(["A", "B"], [A, A2, B]);
    expect([...found.keys()]).toEqual(["0102"]);
    expect(found.get("0102")).toEqual([A, B]);
  });
  it("prefer an order for the whole group", () => {
    const both = order("move A,B 0105", { units: ["A", "B"], path: ["0105"] });
    expect(destinations(["B", "A"], [A, B, both])).toEqual(new Map([["0105", [both]]]));
  });
  it("are none when nothing is selected", () => {
    expect(destinations([], [A]).size).toBe(0);
  });
});

describe("attacks", () => {
  const every = [attack("0506", "A"), attack("0506", "B"), attack("0506", "A", "B"), attack("0606", "B")];
  it("have the targets of the selected units, or of any unit", () => {
    expect(targets(["A"], every)).toEqual(["0506"]);
    expect(targets([], every)).toEqual(["0506", "0606"]);
  });
  it("start with the selected units alone, or with all", () => {
    const here = attacksAt(every, "0506");
    expect(firstAttack(here, ["A"])?.units).toEqual(["A"]);
    expect(firstAttack(here, [])?.units).toEqual(["A", "B"]);
    expect(eligibleAttackers(here)).toEqual(["A", "B"]);
  });
  it("add and remove units, to legal attacks only", () => {
    const here = attacksAt(every, "0506");
    const alone = here[0] as LegalOrder;
    expect(toggleAttacker(here, alone, "B")?.units).toEqual(["A", "B"]);
    expect(toggleAttacker(here, here[2] as LegalOrder, "A")?.units).toEqual(["B"]);
    expect(toggleAttacker(here, alone, "A")?.units).toEqual(["B"]);
    expect(toggleAttacker([alone], alone, "A")).toBeUndefined();
  });
  it("include a whole stack if the rules require it", () => {
    const stack = [attack("0506", "A"), attack("0506", "A", "C", "D")];
    expect(toggleAttacker(stack, stack[0] as LegalOrder, "C")?.units).toEqual(["A", "C", "D"]);
    expect(toggleAttacker(stack, stack[1] as LegalOrder, "D")?.units).toEqual(["A"]);
  });
});

describe("buttons", () => {
  it("are the orders without a hex, those of exactly the selected first", () => {
    const pair = order("replace A,B", { units: ["A", "B"] });
    const one = order("replace A", { units: ["A"] });
    expect(buttonOrders(["A"], [pair, one, A])).toEqual([one, pair]);
    expect(buttonOrders([], [pair, one])).toEqual([pair, one]);
  });
  it("stay if they name no unit, whatever is selected", () => {
    const ashore = order("ashore");
    expect(buttonOrders(["A"], [ashore, A])).toEqual([ashore]);
  });
});

describe("answers", () => {
  const ends = destinations(["A"], [A, A2]);
  it("are destinations that cost nothing", () => {
    expect(answerOrders(ends, {})).toEqual([A, A2]);
    expect(answerOrders(ends, { "0102": 1 })).toEqual([A2]);
  });
  it("are left to the map if they are many, or need an order for each unit", () => {
    const many = Array.from({ length: 13 }, (_, row) => move("A", "0101", `09${row + 10}`));
    expect(answerOrders(destinations(["A"], many), {})).toEqual([]);
    expect(answerOrders(destinations(["A", "B"], [A, B]), {})).toEqual([]);
  });
});

describe("orders that name no unit", () => {
  const bomb = order("bomb 0506", { target: "0506" });
  const mine = order("mine 0506", { target: "0506" });
  it("are found by their hex", () => {
    expect(ordersByHex([bomb, END, mine, order("drop 0707", { path: ["0707"] })])).toEqual(new Map([["0506", [bomb, mine]], ["0707", [expect.objectContaining({ text: "drop 0707" })]]]));
  });
  it("come first without a hex", () => {
    expect(freeOrders([bomb, mine, END]).buttons.map(orderText)).toEqual(["end", "bomb 0506", "mine 0506"]);
  });

  it("are chosen on the map if they have many hexes", () => {
    const bombs = Array.from({ length: 9 }, (_, row) => ({ ...bomb, text: `bomb 010${row}`, target: `010${row}` }));
    const { buttons, onMap } = freeOrders([...bombs, mine, END]);
    expect(buttons.map(orderText)).toEqual(["end", "mine 0506"]);
    expect([...onMap.keys()]).toEqual(["bomb"]);
    expect(onMap.get("bomb")).toHaveLength(9);
  });

  it("are chosen on the map if any hex is legal", () => {
    const { buttons, onMap } = freeOrders([bomb, mine, END], { bomb: { takes: { target: { anywhere: true } } } });
    expect(buttons.map(orderText)).toEqual(["end", "mine 0506"]);
    expect([...onMap.keys()]).toEqual(["bomb"]);
    expect(orderText(withHex(bomb, "0707"))).toBe("bomb 0707");
    expect(withHex(A, "0303").path).toEqual(["0101", "0303"]);
  });
});

describe("verbs picked by a button", () => {
  const verbs = { dig: { needs_mode_button: true }, attack: {} };
  const dig = (target: string, ...units: string[]): LegalOrder => order(`dig ${target} ${units.join(",")}`, { target, units });
  it("are listed with the orders of the selected units", () => {
    const every = [dig("0101", "A"), dig("0102", "A"), dig("0103", "B"), attack("0101", "A"), A];
    expect([...verbChoices(["A"], every, verbs)]).toEqual([["dig", [dig("0101", "A"), dig("0102", "A")]]]);
    expect(verbChoices([], every, verbs).size).toBe(0);
  });
});

describe("orders that differ in their words", () => {
  const mode = (unit: string, word: string): LegalOrder => order(`mode ${unit} ${word}`, { units: [unit], words: [word] });
  it("are grouped", () => {
    expect(groupVariants([mode("A", "move"), END, mode("A", "strat"), mode("B", "move")])).toEqual([
      [mode("A", "move"), mode("A", "strat")], [END], [mode("B", "move")],
    ]);
  });
  it("give the modes a unit can arrive in", () => {
    const come = (...words: string[]): LegalOrder => order(["come A 0101", ...words].join(" "), { units: ["A"], path: ["0101"], words });
    expect(arrivalModes(["A"], [come(), come("move"), B])).toEqual(["", "move"]);
    expect(arrivalModes(["B"], [come("move"), B])).toEqual([""]);
  });
});

it("shows the orders of all units only if they are few", () => {
  const done = (unit: string): LegalOrder => order(`done ${unit}`, { units: [unit] });
  const seven = [..."ABCDEFG"].map(done);
  expect(buttonOrders([], seven)).toEqual(seven);
  expect(buttonOrders([], [...seven, A])).toEqual([]);
  expect(buttonOrders(["B"], [...seven, A])).toEqual([done("B")]);
});

it("gives an attack to other units, the leader first", () => {
  expect(orderText(withUnits(attack("0506", "A", "B"), ["B", "A"]))).toBe("attack 0506 B,A");
});

it("combines the orders of a stack if the verb takes several units", () => {
  const verbs: Verbs = { move: { takes: { units: { most: 0 }, path: {} } } };
  const both = [move("A", "0101", "0102"), move("B", "0101", "0102")];
  expect(orderText(combined(both, verbs)!)).toBe("move A,B 0101-0102");
  expect(combined(both, { move: { takes: { units: {}, path: {} }, example: "move A,B 0101-0102" } })).toBeUndefined();
  expect(combined([A, B], verbs)).toBeUndefined(); // they come from different hexes
});

it("gathers units for an order that takes any number, whatever its example says", () => {
  const commit: Verbs = { commit: { takes: { units: { least: 0, most: 0 } } } };
  expect(gatherVerb([END, order("commit")], commit)).toBe("commit");
  expect(gatherVerb([END, order("commit")], { commit: { example: "commit A,B" } })).toBe("");
  expect(gatherVerb([order("starve")], { starve: { takes: { target: { optional: true }, units: { least: 0, most: 0 } } } })).toBe("");
});

describe("variantsOf", () => {
  const verbs: Verbs = {
    barrage: { takes: { units: { least: 1, most: 4, leader: false }, target: null, path: null, words: [{ name: "facility", kind: "choice", choices: { port: "against the port" } }] } as never },
    strafe: { takes: { units: { least: 1, most: 1, leader: false }, target: null, path: null, words: [] } as never },
  };
  const at = (text: string, units: string[], ...words: string[]): LegalOrder => order(text, { target: "0506", units, words });

  it("offers the other verbs and kinds of target of the same units", () => {
    const attack = at("barrage 0506 A,B", ["A", "B"]);
    const found = variantsOf(attack, [at("barrage 0506 A", ["A"]), at("barrage 0506 A port", ["A"], "port"), at("strafe 0506 A", ["A"]), at("strafe 0506 C", ["C"])], verbs);
    expect(found.map(orderText)).toEqual(["barrage 0506 A,B", "barrage 0506 A,B port", "strafe 0506 A"]);
  });

  it("does not count who pays as a variant", () => {
    const attack = at("barrage 0506 A dump1", ["A"], "dump1");
    expect(variantsOf(attack, [at("barrage 0506 A dump2", ["A"], "dump2")], verbs)).toEqual([attack]);
  });
});
