import { describe, expect, it } from "vitest";
import type { About, LegalOrder } from "../api";
import type { Table } from "../play/table.svelte";
import { LegalOrders } from "./legalOrders.svelte";

const order = (text: string): LegalOrder => ({ text, verb: "move", units: [text], target: "", path: [], words: [] });

/** The legal orders at a table that answers for the first `most` units of a request. */
function start(most = Infinity): { legal: LegalOrders; asked: About<"orders">[] } {
  const asked: About<"orders">[] = [];
  const ask = async (_: string, about: About<"orders">): Promise<object> => {
    asked.push(about);
    return { what: "orders", orders: Object.fromEntries(about.actors.slice(0, most).map((actor) => [actor, [order(`move ${actor}`), order("together")]])) };
  };
  return { legal: new LegalOrders({ ask } as unknown as Table), asked };
}

describe("legal orders", () => {
  it("are loaded for many units with one request", async () => {
    const { legal, asked } = start();
    const actors = Array.from({ length: 40 }, (_, index) => `U${index}`);
    await legal.loadAhead(actors);
    expect(asked).toEqual([{ actors, limit: 2000 }]);
    expect(legal.list.length).toBe(41); // a shared order counts once
    await legal.load(actors);
    expect(asked.length).toBe(1);
  });

  it("are requested again if the answer was cut short", async () => {
    const { legal, asked } = start(1);
    await legal.loadAhead(["A", "B"]);
    expect([legal.has("A"), legal.has("B")]).toEqual([true, false]);
    await legal.load(["A", "B"]);
    expect(asked[1]).toEqual({ actors: ["B"], limit: null });
    expect(legal.list.map((one) => (one as LegalOrder).text)).toEqual(["move A", "together", "move B"]);
  });

  it("are dropped if the game changes while they load", async () => {
    const { legal } = start();
    const loading = legal.load(["A"]);
    legal.clear();
    await loading;
    expect([legal.has("A"), legal.list]).toEqual([false, []]);
  });
});
