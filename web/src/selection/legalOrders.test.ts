import { describe, expect, it } from "vitest";
import type { About, Offer } from "../api";
import { Offers } from "./legalOrders.svelte";
import type { Table } from "../play/table.svelte";

const offer = (text: string): Offer => ({ text, verb: "move", units: [text], target: "", path: [], words: [] });

/** Offers at a table that answers for the first so many counters of a question. */
function offersOf(most = Infinity): { offers: Offers; asked: About<"orders">[] } {
  const asked: About<"orders">[] = [];
  const ask = async (_: string, about: About<"orders">): Promise<object> => {
    asked.push(about);
    return { what: "orders", orders: Object.fromEntries(about.actors.slice(0, most).map((actor) => [actor, [offer(`move ${actor}`), offer("together")]])) };
  };
  return { offers: new Offers({ ask } as unknown as Table), asked };
}

describe("what is offered", () => {
  it("is learnt for many counters with one question", async () => {
    const { offers, asked } = offersOf();
    const actors = Array.from({ length: 40 }, (_, index) => `U${index}`);
    await offers.learnAhead(actors);
    expect(asked).toEqual([{ actors, limit: 2000 }]);
    expect(offers.list.length).toBe(41); // the one they share counts once
    await offers.learn(actors);
    expect(asked.length).toBe(1);
  });

  it("is asked for again where the answer was cut short", async () => {
    const { offers, asked } = offersOf(1);
    await offers.learnAhead(["A", "B"]);
    expect([offers.knows("A"), offers.knows("B")]).toEqual([true, false]);
    await offers.learn(["A", "B"]);
    expect(asked[1]).toEqual({ actors: ["B"], limit: null });
    expect(offers.list.map((one) => (one as Offer).text)).toEqual(["move A", "together", "move B"]);
  });

  it("is forgotten with the game it was asked of", async () => {
    const { offers } = offersOf();
    const learning = offers.learn(["A"]);
    offers.forget();
    await learning;
    expect([offers.knows("A"), offers.list]).toEqual([false, []]);
  });
});
