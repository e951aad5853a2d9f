import { SvelteMap } from "svelte/reactivity";
import { describe, expect, it } from "vitest";
import type { UnitView, Outcome } from "../api";
import { BoardInput } from "./boardInput";
import type { Verbs } from "./orders";
import { Selection } from "./selection.svelte";
import { order, type TestTable, testTable } from "./testTable";

const BOMB = order("bomb 0101", { target: "0101" });
const MARKER = order("air 0102", { target: "0102" });
const END = order("end");
const MOVE = order("move A 0101-0102", { units: ["A"], path: ["0101", "0102"] });
const ATTACK = order("attack 0303 A", { target: "0303", units: ["A"] });
const ATTACK_BOTH = order("attack 0303 A,B", { target: "0303", units: ["A", "B"] });
const ODDS = [{ result: "3", probability: 1, effect: "3 steps lost" }];
const UNITS = new Map(["A", "B"].map((id): [string, UnitView] => [id, { id, side: "red", label: id, kind: "infantry", at: "0101" }]));

function start(test: TestTable, verbs: Verbs = {}) {
  const { table, given } = testTable(test);
  const selection = new Selection(table, () => UNITS, () => verbs);
  return { table, given, selection, input: new BoardInput(selection) };
}
const units = { decision: { actors: ["A", "B"], free: [END] }, orders: { A: [MOVE, ATTACK, ATTACK_BOTH], B: [ATTACK_BOTH] }, costs: { "0102": 1 } };
const hexes = (actors: string[]): TestTable => ({ decision: { actors, free: [END, BOMB, MARKER] }, orders: { A: [order("attack 0101 A", { target: "0101", units: ["A"] })] } });

describe("modes", () => {
  it("begin idle; selecting units loads their reach", async () => {
    const { selection } = start(units);
    expect(selection.mode.kind).toBe("idle");
    const selecting = selection.select(["A"]);
    expect(selection.mode).toMatchObject({ kind: "selected", units: ["A"], reach: null });
    expect(selection.loading).toBe(true);
    await selecting;
    expect(selection.loading).toBe(false);
    expect(selection.overlay.reach).toEqual([{ hex: "0102", cost: 1 }]);
  });

  it("select only units that can act", async () => {
    const { selection } = start(units);
    await selection.select(["A", "X"]);
    expect(selection.selected).toEqual(["A"]);
    await selection.select(["X"]);
    expect(selection.mode.kind).toBe("idle");
  });

  it("add and remove units one by one", async () => {
    const { selection } = start(units);
    await selection.toggle("A");
    await selection.toggle("B");
    expect(selection.selected).toEqual(["A", "B"]);
    await selection.toggle("A");
    expect(selection.selected).toEqual(["B"]);
  });

  it("step to the next and previous unit, and around the end", async () => {
    const { selection } = start(units);
    expect(await selection.step(1)).toBe("A");
    expect(await selection.step(1)).toBe("B");
    expect(await selection.step(1)).toBe("A");
    expect(await selection.step(-1)).toBe("B");
  });

  it("go from selected to aiming and back to the same selection", async () => {
    const { selection } = start(units);
    await selection.select(["A"]);
    const before = selection.mode;
    await selection.aim("0303");
    expect(selection.mode).toMatchObject({ kind: "aiming", order: ATTACK, preview: { title: "attack 0303 A" } });
    expect(selection.selected).toEqual(["A"]);
    selection.cancel();
    expect(selection.mode).toBe(before);
  });

  it("keep what loads during an aim for the selection that it returns to", async () => {
    const { selection } = start(units);
    const selecting = selection.select(["A"]);
    await Promise.resolve();
    const aiming = selection.aimWith(ATTACK);
    await Promise.all([selecting, aiming]);
    selection.cancel();
    expect(selection.costs).toEqual({ "0102": 1 });
  });

  it("change the attackers of an aim, and end it with the last", async () => {
    const { selection } = start(units);
    await selection.select(["A"]);
    await selection.aim("0303");
    await selection.toggleAttacker("B");
    expect(selection.attack).toEqual(ATTACK_BOTH);
    expect(selection.eligibleAttackers).toEqual(["A", "B"]);
    await selection.toggleAttacker("B");
    expect(selection.attack).toEqual(ATTACK);
    await selection.toggleAttacker("A");
    expect(selection.mode.kind).toBe("selected");
  });

  it("gather any group of units that is legal, though only the units alone and all together are listed", async () => {
    const guns = ["A", "B", "C"].map((id) => order(`barrage 0303 ${id}`, { target: "0303", units: [id] }));
    const all = order("barrage 0303 A,B,C", { target: "0303", units: ["A", "B", "C"] });
    const [a, b, c] = guns.map((one) => [one, all]);
    const table = { decision: { actors: ["A", "B", "C"] }, orders: { A: a ?? [], B: b ?? [], C: c ?? [] }, refused: { "barrage 0303 B,C": "too far" } };
    const { selection } = start(table, { barrage: { takes: { target: {}, units: { least: 1, most: 0 } } } });
    await selection.select(["A"]);
    await selection.aim("0303");
    await selection.toggleAttacker("B");
    expect(selection.attack?.units).toEqual(["A", "B"]);
    await selection.toggleAttacker("C");
    expect(selection.attack?.units).toEqual(["A", "B", "C"]);
    await selection.toggleAttacker("A");
    expect(selection.attack?.units).toHaveLength(1);
  });

  it("pick a verb for the selected units, and drop it again", async () => {
    const dig = order("dig 0101 A", { target: "0101", units: ["A"] });
    const { selection } = start({ decision: { actors: ["A", "B"] }, orders: { A: [MOVE, dig] } }, { dig: { needs_mode_button: true } });
    await selection.select(["A"]);
    expect([...selection.verbChoices.keys()]).toEqual(["dig"]);
    expect(selection.orders).toEqual([MOVE]);
    selection.pickVerb("dig");
    expect(selection.orders).toEqual([dig]);
    expect(selection.overlay.choices).toEqual(["0101"]);
    selection.pickVerb("dig");
    expect(selection.verb).toBe("");
  });

  it("pick the mode to arrive in", async () => {
    const enter = (word: string) => order(`enter A 0101 ${word}`, { units: ["A"], path: ["0101"], words: [word] });
    const { selection } = start({ decision: { actors: ["A", "B"] }, orders: { A: [enter("combat"), enter("move")] } });
    await selection.select(["A"]);
    expect([selection.arrivalMode, selection.destinations.get("0101")]).toEqual(["combat", [enter("combat")]]);
    selection.pickArrivalMode("move");
    expect(selection.destinations.get("0101")).toEqual([enter("move")]);
  });

  it("choose a hex for a verb in place of a selection, and stop choosing", async () => {
    const { selection } = start(hexes(["A"]));
    await selection.select(["A"]);
    selection.chooseHexFor("bomb");
    expect(selection.mode).toEqual({ kind: "choosingHex", verb: "bomb" });
    expect([selection.hexVerb, selection.selected]).toEqual(["bomb", []]);
    selection.chooseHexFor("bomb");
    expect(selection.mode.kind).toBe("idle");
  });

  it("show the path under the pointer, but not during an aim", async () => {
    const { selection } = start(units);
    await selection.select(["A"]);
    selection.showPath({ hex: "0102", path: ["0101", "0102"], lines: [] });
    expect(selection.overlay.path?.hexes).toEqual(["0101", "0102"]);
    await selection.aim("0303");
    expect(selection.path).toBeNull();
    expect(selection.overlay.path).toBeUndefined();
  });

  it("clear the toast when they change", async () => {
    const { selection } = start(units);
    await selection.why(["A"], "0909");
    expect(selection.toast.message?.text).toBe("no order for 0909");
    selection.chooseHexFor("bomb");
    expect(selection.toast.message).toBeNull();
  });

  it("say so when a unit has no legal orders", async () => {
    const { selection } = start({ decision: { actors: ["A", "B"] } });
    await selection.select(["A"]);
    expect(selection.toast.message).toMatchObject({ text: "This unit has no legal orders.", hex: "0101" });
  });
});

describe("a new decision", () => {
  it("selects the only unit that can act", async () => {
    const { selection } = start({ ...units, decision: { actors: ["A"] } });
    await selection.refresh();
    expect(selection.selected).toEqual(["A"]);
  });

  it("keeps selected units that can still act, and nothing else", async () => {
    const { selection, table } = start(units);
    await selection.refresh();
    await selection.select(["B"]);
    await selection.aim("0303");
    Object.assign(table, { now: { ...table.now, number: 2 } });
    await selection.refresh();
    expect(selection.mode).toMatchObject({ kind: "selected", units: ["B"] });
  });

  it("clears everything when there is none", async () => {
    const { selection, table } = start(units);
    await selection.refresh();
    await selection.select(["A"]);
    Object.assign(table, { decision: null });
    await selection.refresh();
    expect(selection.mode.kind).toBe("idle");
  });
});

describe("orders that name a hex and no unit", () => {
  const odds = { chances: { "bomb 0101": ODDS } };

  it("are given by a click if no unit can act", async () => {
    const { selection, input, given } = start(hexes([]));
    expect([...selection.clickableByHex.keys()]).toEqual(["0101", "0102"]);
    await input.click("0102", undefined, false);
    expect(given).toEqual(["air 0102"]);
  });

  it("are not given by a click if units can act", async () => {
    const { selection, input, given } = start({ ...hexes(["A"]), ...odds });
    expect(selection.clickableByHex.size).toBe(0);
    expect(selection.freeByHex.get("0101")).toEqual([BOMB]);
    await input.click("0101", undefined, false);
    expect(given).toEqual([]);
  });

  it("show their odds before they are given", async () => {
    const { selection, input, given } = start({ ...hexes([]), ...odds });
    await input.click("0101", undefined, false);
    expect(given).toEqual([]);
    expect(selection.attack).toEqual(BOMB);
    expect(selection.preview?.chances).toMatchObject(ODDS);
  });

  it("return to the choice of a hex when their odds are cancelled", async () => {
    const { selection, input } = start({ ...hexes(["A"]), ...odds });
    selection.chooseHexFor("bomb");
    await input.click("0101", undefined, false);
    expect(selection.mode.kind).toBe("aiming");
    selection.cancel();
    expect(selection.mode).toEqual({ kind: "choosingHex", verb: "bomb" });
  });

  it("are given for hexes that are not listed if the verb takes any hex", async () => {
    const verbs = { bomb: { takes: { target: { anywhere: true } } }, air: { takes: { target: {} } } };
    const { selection, input, given } = start({ ...hexes(["A"]), refused: { "bomb 0909": "0909 is at sea" } }, verbs);
    await input.click("0707", undefined, false);
    selection.chooseHexFor("air");
    await input.click("0707", undefined, false);
    expect(given).toEqual([]);
    selection.chooseHexFor("bomb");
    await input.click("0909", undefined, false);
    expect(given).toEqual([]);
    expect(selection.toast.message?.text).toBe("0909 is at sea");
    await input.click("0707", undefined, false);
    expect(given).toEqual(["bomb 0707"]);
  });

  it("come first while a hex is chosen for them, whatever else is legal there", async () => {
    const { selection, input, given } = start(hexes(["A"]));
    await selection.select(["A"]);
    expect(selection.overlay.targets).toEqual(["0101"]); // A could attack there
    selection.chooseHexFor("bomb");
    await input.click("0101", "E", false);
    expect(given).toEqual(["bomb 0101"]);
  });
});

describe("an answer to a question", () => {
  const question = (chances: TestTable["chances"] = {}, verbs: Verbs = {}) => start({ decision: { kind: "retreat", free: [order("stay"), order("go")] }, chances }, verbs);

  it("that dice decide shows its odds first, also when it is clicked before they are known", async () => {
    const { selection, given } = question({ stay: ODDS });
    await selection.answer(order("stay"));
    expect(given).toEqual([]);
    expect(selection.attack?.verb).toBe("stay");
  });

  it("that changes the war asks first, also when it is clicked before its preview is known", async () => {
    const { selection, given } = question({}, { stay: { gravity: "decisive" } });
    await selection.answer(order("stay"));
    expect(given).toEqual([]);
    expect(selection.unconfirmed).toHaveLength(1);
  });

  it("is replaced by another that is clicked before it is given", async () => {
    const { selection, given } = question();
    await Promise.all([selection.answer(order("stay")), selection.answer(order("go"))]);
    expect(given).toEqual(["go"]);
  });

  it("is compared with the others only where it interrupts a phase", () => {
    expect(question().selection.compared.map(({ verb }) => verb)).toEqual(["stay", "go"]);
    expect(start({ decision: { free: [order("stay")] } }).selection.compared).toEqual([]);
  });
});

describe("units gathered for one order", () => {
  const VERBS = { commit: { takes: { units: { least: 0, most: 0 } } } };
  const gathering = (refused: Record<string, string> = {}) => start({ decision: { actors: ["A", "B"], free: [order("commit")] }, refused }, VERBS);

  it("are added and removed one by one, and committed together", async () => {
    const { selection, given } = gathering();
    await selection.refresh();
    expect(selection.gatherVerb).toBe("commit");
    expect(selection.gathering?.order).toMatchObject({ verb: "commit", units: [] });
    await selection.toggle("A");
    await selection.toggle("B");
    expect(selection.gathering?.order).toMatchObject({ verb: "commit", units: ["A", "B"] });
    await selection.toggle("A");
    expect(selection.preview?.title).toBe("commit B");
    if (selection.gathering?.order) await selection.give([selection.gathering.order]);
    expect(given).toEqual(["commit B"]);
  });

  it("are empty at first, also when the game's verbs arrive after the decision", async () => {
    const verbs = new SvelteMap<string, (typeof VERBS)["commit"]>();
    const { table } = testTable({ decision: { actors: ["A", "B"], free: [order("commit")] } });
    const selection = new Selection(table, () => UNITS, () => Object.fromEntries(verbs));
    await selection.refresh();
    expect(selection.gathering).toBeNull();
    verbs.set("commit", VERBS.commit);
    await selection.refresh();
    expect(selection.gathering?.order).toMatchObject({ verb: "commit", units: [] });
  });

  it("cannot be committed while that is illegal", async () => {
    const { selection } = gathering({ "commit A,B": "too many" });
    await selection.refresh();
    await selection.select(["A", "B"]);
    expect(selection.gathering?.order).toBeNull();
    expect(selection.toast.message?.text).toBe("too many");
    expect(selection.gathering?.problem).toBe("too many"); // stays when the toast has gone
    await selection.toggle("B");
    expect(selection.gathering).toMatchObject({ problem: "", order: { units: ["A"] } });
  });

  it("are taken up again in the same decision, never in the next battle", async () => {
    const { selection, table } = gathering();
    const later = (number: number, hexes: string[]): Promise<void> => {
      Object.assign(table, { now: { ...table.now, number }, decision: { ...table.decision, hexes } });
      return selection.refresh();
    };
    await later(2, ["0303"]);
    await selection.toggle("A");
    await later(3, ["0303"]); // the enemy has committed meanwhile
    expect(selection.selected).toEqual(["A"]);
    await later(4, ["0404"]);
    expect(selection.selected).toEqual([]);
  });

  it("are all removed by cancelling", async () => {
    const { selection } = gathering();
    await selection.refresh();
    await selection.toggle("A");
    selection.cancel();
    expect(selection.mode).toMatchObject({ kind: "gathering", units: [] });
  });

  it("do not concern other decisions", () => {
    expect(start(hexes(["A"])).selection.gatherVerb).toBe("");
  });
});

describe("decisive orders", () => {
  const VERBS: Verbs = { bomb: { gravity: "decisive" }, end: { gravity: "final" } };

  it("wait for confirmation", async () => {
    const { selection, given } = start(hexes([]), VERBS);
    await selection.give([BOMB]);
    expect(given).toEqual([]);
    expect(selection.unconfirmed).toEqual([BOMB]);
    await selection.confirm();
    expect(given).toEqual(["bomb 0101"]);
    expect(selection.unconfirmed).toBeNull();
  });

  it("return to their odds when they are not confirmed", async () => {
    const { selection, given } = start({ ...hexes([]), chances: { "bomb 0101": ODDS } }, VERBS);
    await selection.propose(BOMB);
    await selection.give([BOMB]);
    expect(selection.mode.kind).toBe("confirming");
    expect(selection.attack).toEqual(BOMB);
    selection.cancel();
    expect(selection.mode).toMatchObject({ kind: "aiming", order: BOMB });
    expect(given).toEqual([]);
  });

  it("are dropped when everything is cleared", async () => {
    const { selection, given } = start(hexes([]), VERBS);
    await selection.give([BOMB]);
    selection.clear();
    await selection.confirm();
    expect(given).toEqual([]);
  });

  it("are the only ones to be confirmed", async () => {
    const { selection, given } = start(hexes([]), VERBS);
    await selection.give([END]);
    expect(given).toEqual(["end"]);
  });
});

describe("giving orders", () => {
  it("is held back by the gate, which says why", async () => {
    const { selection, given } = start(units);
    selection.gate = () => "Press Next.";
    await selection.give([MOVE]);
    expect(given).toEqual([]);
    expect(selection.toast.message).toMatchObject({ text: "Press Next.", hex: "0102" });
  });

  it("combines the orders of a stack if the rules allow it, and else gives each", async () => {
    const both = [MOVE, order("move B 0101-0102", { units: ["B"], path: ["0101", "0102"] })];
    const verbs: Verbs = { move: { takes: { units: { most: 0 }, path: {} } } };
    const together = start(units, verbs);
    await together.selection.give(both);
    expect(together.given).toEqual(["move A,B 0101-0102"]);
    const apart = start({ ...units, refused: { "move A,B 0101-0102": "no" } }, verbs);
    await apart.selection.give(both);
    expect(apart.given).toEqual(["move A 0101-0102", "move B 0101-0102"]);
  });
});

describe("clicks on the map", () => {
  it("select a unit, move it, and let go of it", async () => {
    const { selection, input, given } = start(units);
    await input.click("0101", "A", false);
    expect(selection.selected).toEqual(["A"]);
    await input.click("0102", undefined, false);
    expect(given).toEqual(["move A 0101-0102"]);
    await input.click("0101", "A", false);
    expect(selection.mode.kind).toBe("idle");
  });

  it("aim at a target, add an attacker, and cancel elsewhere", async () => {
    const { selection, input } = start(units);
    await input.click("0101", "A", false);
    await input.click("0303", "E", false);
    expect(selection.attack).toEqual(ATTACK);
    await input.click("0101", "B", false);
    expect(selection.attack).toEqual(ATTACK_BOTH);
    await input.click("0909", undefined, false);
    expect(selection.mode.kind).toBe("selected");
  });

  it("say why nothing can be done in a hex", async () => {
    const { selection, input } = start(units);
    await input.click("0101", "A", false);
    await input.click("0808", undefined, false);
    expect(selection.toast.message).toMatchObject({ text: "no order for 0808", hex: "0808" });
  });

  it("give the only order on the hex that the decision is about", async () => {
    const advance = order("advance A", { units: ["A"] });
    const { selection, input, given } = start({ decision: { kind: "advance", hexes: ["0406"], actors: ["A"], free: [order("stay")] }, orders: { A: [advance] } });
    await selection.refresh();
    expect(selection.overlay.choices).toEqual(["0406"]);
    await input.click("0406", undefined, false);
    expect(given).toEqual(["advance A"]);
  });

  it("do nothing without a decision", async () => {
    const { selection, table, input } = start(units);
    Object.assign(table, { decision: null });
    expect(await input.click("0101", "A", false)).toBe(false);
    expect(selection.mode.kind).toBe("idle");
  });
});

describe("units dropped on a hex", () => {
  it("move there, attack it, or hear why not", async () => {
    const { selection, input, given } = start(units);
    await input.drop(["A"], "0102");
    expect(given).toEqual(["move A 0101-0102"]);
    await input.drop(["A"], "0303");
    expect(selection.attack).toEqual(ATTACK);
    await input.drop(["A"], "0909");
    expect(selection.toast.message?.text).toBe("no order for 0909");
  });
});

describe("a verb that can be ordered anywhere", () => {
  const BUST = order("bust 0506 A", { units: ["A"], target: "0506" });
  const verbs: Verbs = { bust: { needs_mode_button: true, takes: { units: { least: 1, most: 4, leader: false }, target: { anywhere: true, optional: false }, path: null, words: [] } as never } };

  it("takes a hex that is not listed, or says why not", async () => {
    const { selection, input, given } = start({ decision: { actors: ["A"] }, orders: { A: [BUST] }, refused: { "bust 0909 A": "out of range" }, chances: { "bust 0707 A": ODDS } }, verbs);
    await selection.select(["A"]);
    selection.pickVerb("bust");
    expect(selection.overlay.choices).toEqual([]); // a single hex is only an example
    await input.click("0909", undefined, false);
    expect([selection.attack, selection.toast.message?.text]).toEqual([null, "out of range"]);
    await input.click("0707", undefined, false);
    expect(selection.attack).toMatchObject({ verb: "bust", target: "0707", units: ["A"] });
    expect(selection.eligibleAttackers).toEqual(["A"]);
    expect(given).toEqual([]);
  });
});

describe("a unit that is carried", () => {
  const SAIL = order("sail B 0101-0102", { units: ["B"], path: ["0101", "0102"] });
  const carried = (test: TestTable) => {
    const { table, given } = testTable(test);
    const aboard = new Map([...UNITS].map(([id, unit]) => [id, id === "A" ? { ...unit, aboard: "B" } : unit]));
    const selection = new Selection(table, () => aboard, () => ({}));
    return { selection, given, input: new BoardInput(selection) };
  };

  it("selects its carrier when it is clicked and cannot act itself", async () => {
    const { selection, input } = carried({ decision: { actors: ["B"] }, orders: { B: [SAIL] } });
    await input.click("0101", "A", false);
    expect(selection.selected).toEqual(["B"]);
  });

  it("is selected itself if it can act", async () => {
    const { selection, input } = carried({ decision: { actors: ["A", "B"] }, orders: { A: [MOVE], B: [SAIL] } });
    await input.click("0101", "A", false);
    expect(selection.selected).toEqual(["A"]);
  });

  it("takes its carrier along when both are dragged", async () => {
    const { given, input } = carried({ decision: { actors: ["B"] }, orders: { B: [SAIL] } });
    await input.drop(["A", "B"], "0102");
    expect(given).toEqual(["sail B 0101-0102"]);
  });
});

describe("a move without costs", () => {
  const FLY = order("fly A 0909", { units: ["A"], path: ["0909"] });
  const stage = (chances: Outcome[]) => ({ title: "Flak", text: "", side: "", chances, rule: "", hex: "" });

  it("shows its stages first if there are risks on the way", async () => {
    const { selection, input, given } = start({ decision: { actors: ["A"] }, orders: { A: [FLY] }, stages: [stage([{ result: "1 step lost", probability: 0.1, effect: "", at_most: null, effects: [], says: [], verdict: null }])] });
    await selection.select(["A"]);
    await input.click("0909", undefined, false);
    expect([selection.attack, given]).toEqual([FLY, []]);
  });

  it("is given at once without risks", async () => {
    const { selection, input, given } = start({ decision: { actors: ["A"] }, orders: { A: [FLY] }, stages: [stage([])] });
    await selection.select(["A"]);
    await input.click("0909", undefined, false);
    expect(given).toEqual(["fly A 0909"]);
  });
});
