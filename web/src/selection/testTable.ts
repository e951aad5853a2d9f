/** A table with one open decision, for tests: answers questions and notes the orders it is given. */

import type { Explanation, OpenDecision, LegalOrder, Order, Outcome, Refusal, WithoutAnswer } from "../api";
import { plainText } from "../api";
import type { Table } from "../play/table.svelte";
import { orderText, sameUnits } from "./orders";

export function order(text: string, parts: Partial<LegalOrder> = {}): LegalOrder {
  return { text, verb: text.split(" ")[0] ?? "", units: [], target: "", path: [], words: [], ...parts };
}

export interface TestTable {
  /** Changes of the decision's fields. */
  decision?: Partial<OpenDecision>;
  /** Legal orders by unit. */
  orders?: Record<string, LegalOrder[]>;
  costs?: Record<string, number>;
  /** The odds of an order, by its text. */
  chances?: Record<string, (Pick<Outcome, "result" | "probability" | "effect"> & Partial<Outcome>)[]>;
  /** Further fields of the preview of an order, by its text. */
  previews?: Record<string, Partial<Explanation>>;
  /** An attack as good with fewer units. */
  without?: Omit<WithoutAnswer, "what">;
  /** The stages of every order. */
  stages?: Explanation["stages"];
  /** Why an order is refused, by its text. */
  refused?: Record<string, string>;
}

const refusal = (reason: string): Refusal => ({ rule: "1.1", reason, parts: plainText(reason), says: "", instead: [] });

export function testTable(test: TestTable = {}): { table: Table; given: string[] } {
  const given: string[] = [];
  const { chances = {}, refused = {} } = test;
  const decision: OpenDecision = { side: "red", kind: "movement", sentence: "Move.", parts: plainText("Move."), hexes: [], units: [], must: true, actors: [], free: [], ...test.decision };
  const answer = (what: string, about: { order?: Order; actors?: string[]; units?: string[]; hex?: string }): unknown => {
    const text = about.order ? orderText(about.order) : "";
    switch (what) {
      case "orders": return { orders: Object.fromEntries((about.actors ?? []).map((actor) => [actor, test.orders?.[actor] ?? []])) };
      case "reach": return { costs: test.costs ?? {} };
      case "path": return { path: about.order?.path ?? [], lines: [] };
      case "overlay": return { hexes: [] };
      case "check": return refused[text] ? { legal: false, refusal: refusal(refused[text]) } : { legal: true, refusal: null };
      case "without": return about.order && test.without && !sameUnits(about.order.units, test.without.order?.units ?? []) ? test.without : { order: null, units: [], better: false, total: "" };
      case "why": return { refusal: refusal(`no order for ${about.hex}`) };
      default: {
        if (refused[text]) throw new Error(refused[text]);
        return { title: text, lines: [], total: "", chances: (chances[text] ?? []).map((one) => ({ at_most: null, effects: [], says: plainText(one.effect), verdict: null, ...one })), stages: test.stages ?? [],
          odds: null, cost: [], risk: [], left: [], consequence: null, leads: [], ...test.previews?.[text] };
      }
    }
  };
  const table = {
    decision, now: { number: 1, undone: 0, view: { phase_name: "movement" }, players: { red: {}, blue: {} } }, side: "red",
    ask: async (what: string, about: object) => answer(what, about),
    order: async (one: Order) => void given.push(orderText(one)),
  };
  return { table: table as unknown as Table, given };
}
