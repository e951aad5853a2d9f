import { describe, expect, it } from "vitest";
import type { Breakdown, OpenDecision, Offer, Order } from "../api";
import { type Verbs, written } from "./orders";
import { Hand } from "./selection.svelte";
import { Pointing } from "./boardInput";
import type { Table } from "../play/table.svelte";

function offer(text: string, parts: Partial<Offer> = {}): Offer {
  return { text, verb: text.split(" ")[0] ?? "", units: [], target: "", path: [], words: [], ...parts };
}

const STRIKE = offer("strike 0101", { target: "0101" });
const MARKER = offer("air 0102", { target: "0102" });
const END = offer("end");

/** A hand at a table with one open question; notes the orders that are given. */
function handOf(actors: string[], chances: Breakdown["chances"], verbs: Verbs = {}): { hand: Hand; pointing: Pointing; given: string[] } {
  const given: string[] = [];
  const decision: OpenDecision = { side: "red", kind: "movement", sentence: "Move.", hexes: [], units: [], must: true, actors, free: [END, STRIKE, MARKER] };
  const table = {
    decision, now: { number: 1, undone: 0 }, side: "red",
    ask: async (what: string, about: { order: Order }) => {
      const order = about.order ? written(about.order) : "";
      if (what === "check") return order.endsWith("0909") ? { legal: false, refusal: { reason: "0909 is at sea" } } : { legal: true, refusal: null };
      return what === "preview" ? { title: order, lines: [], total: "", chances: order === STRIKE.text ? chances : [] } : { orders: { A: [offer("attack 0101 A", { target: "0101", units: ["A"] })] } };
    },
    order: async (order: Order) => void given.push(written(order)),
  };
  const hand = new Hand(table as unknown as Table, () => new Map(), () => verbs);
  return { hand, pointing: new Pointing(hand), given };
}

describe("orders about a hex that no counter gives", () => {
  const odds = [{ result: "3", probability: 1, effect: "3 steps lost" }];

  it("are given by a click where nobody else can act", async () => {
    const { hand, pointing, given } = handOf([], []);
    expect([...hand.lit.keys()]).toEqual(["0101", "0102"]);
    await pointing.point("0102", undefined, false);
    expect(given).toEqual(["air 0102"]);
  });

  it("are not given by a click where counters can act", async () => {
    const { hand, pointing, given } = handOf(["A"], odds);
    expect(hand.lit.size).toBe(0);
    expect(hand.open.get("0101")).toEqual([STRIKE]);
    await pointing.point("0101", undefined, false);
    expect(given).toEqual([]);
  });

  it("show their chances before they are given", async () => {
    const { hand, pointing, given } = handOf([], odds);
    await pointing.point("0101", undefined, false);
    expect(given).toEqual([]);
    expect(hand.strike).toEqual(STRIKE);
    expect(hand.preview?.chances).toEqual(odds);
  });

  it("are given about hexes that are not offered, where that kind of order knows no bounds", async () => {
    const verbs = { strike: { takes: { target: { anywhere: true } } }, air: { takes: { target: {} } } };
    const { hand, pointing, given } = handOf(["A"], [], verbs);
    await pointing.point("0707", undefined, false);
    hand.seek("air");
    await pointing.point("0707", undefined, false);
    expect(given).toEqual([]);
    hand.seek("strike");
    await pointing.point("0909", undefined, false);
    expect(given).toEqual([]);
    expect(hand.words?.text).toBe("0909 is at sea");
    await pointing.point("0707", undefined, false);
    expect(given).toEqual(["strike 0707"]);
  });

  it("come first where a hex for them is being chosen, whatever else could be done there", async () => {
    const { hand, pointing, given } = handOf(["A"], []);
    await hand.select(["A"]);
    expect(hand.overlay.targets).toEqual(["0101"]); // A could attack there
    hand.seek("strike");
    await pointing.point("0101", "E", false);
    expect(given).toEqual(["strike 0101"]);
  });
});

describe("counters that are gathered for one order", () => {
  const COMMIT = offer("commit");
  const VERBS = { commit: { takes: { units: { least: 0, most: 0 } } } };

  function gathering(refused = ""): { hand: Hand; given: string[] } {
    const given: string[] = [];
    const decision: OpenDecision = { side: "red", kind: "commit", sentence: "Which?", hexes: [], units: [], must: true, actors: ["A", "B"], free: [COMMIT] };
    const table = {
      decision, now: { number: 1, undone: 0 }, side: "red",
      ask: async (_: string, { order }: { order: Order }) => {
        if (written(order) === refused) throw new Error("too many");
        return { title: written(order), lines: [], total: "", chances: [] };
      },
      order: async (order: Order) => void given.push(written(order)),
    };
    return { hand: new Hand(table as unknown as Table, () => new Map(), () => VERBS), given };
  }

  it("are taken and left one by one, and given together", async () => {
    const { hand, given } = gathering();
    await hand.refresh();
    expect(hand.gathers).toBe("commit");
    expect(hand.gathered).toMatchObject({ verb: "commit", units: [] });
    await hand.toggle("A");
    await hand.toggle("B");
    expect(hand.gathered).toMatchObject({ verb: "commit", units: ["A", "B"] });
    await hand.toggle("A");
    expect(hand.preview?.title).toBe("commit B");
    if (hand.gathered) await hand.give([hand.gathered]);
    expect(given).toEqual(["commit B"]);
  });

  it("cannot be given when the rules say no", async () => {
    const { hand } = gathering("commit A,B");
    await hand.refresh();
    await hand.select(["A", "B"]);
    expect(hand.gathered).toBeNull();
    expect(hand.words?.text).toBe("too many");
  });

  it("are no matter of other orders without a counter", () => {
    const { hand } = handOf(["A"], []);
    expect(hand.gathers).toBe("");
  });
});

describe("orders that decide the game", () => {
  const VERBS: Verbs = { strike: { gravity: "decisive" }, end: { gravity: "final" } };

  it("wait for the player's word", async () => {
    const { hand, given } = handOf([], [], VERBS);
    await hand.give([STRIKE]);
    expect(given).toEqual([]);
    expect(hand.pending).toEqual([STRIKE]);
    await hand.confirm();
    expect(given).toEqual(["strike 0101"]);
    expect(hand.pending).toBeNull();
  });

  it("are dropped with everything else in the hand", async () => {
    const { hand, given } = handOf([], [], VERBS);
    await hand.give([STRIKE]);
    hand.clear();
    await hand.confirm();
    expect(given).toEqual([]);
  });

  it("are the only ones to be asked about", async () => {
    const { hand, given } = handOf([], [], VERBS);
    await hand.give([END]);
    expect(given).toEqual(["end"]);
  });
});

it("a click on the hex that a question is about gives the one order there is", async () => {
  const advance = offer("advance A", { units: ["A"] });
  const decision: OpenDecision = { side: "red", kind: "advance", sentence: "May advance.", hexes: ["0406"], units: ["A"], must: true, actors: ["A"], free: [offer("stay")] };
  const given: string[] = [];
  const table = {
    decision, now: { number: 1, undone: 0, players: {} }, side: "red",
    ask: async () => ({ orders: { A: [advance] } }), order: async (order: Order) => void given.push(written(order)),
  };
  const hand = new Hand(table as unknown as Table, () => new Map());
  await hand.refresh();
  expect(hand.overlay.choices).toEqual(["0406"]);
  await new Pointing(hand).point("0406", undefined, false);
  expect(given).toEqual(["advance A"]);
});
