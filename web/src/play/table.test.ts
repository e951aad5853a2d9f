import { beforeEach, describe, expect, it, vi } from "vitest";
import type { GameSnapshot, PlayedOrder } from "../api";
import { plainText } from "../api";

const greeted: (string | null | undefined)[] = [];
let accepted: (number: number) => void = () => undefined;
vi.mock("../live", () => ({
  GameSocket: class {
    constructor(_game: string, private readonly listener: { greeting(): { seat: string | null } }) {}
    greet(): void {
      greeted.push(this.listener.greeting().seat);
    }
    order(): Promise<number> {
      return new Promise((resolve) => (accepted = resolve));
    }
  },
}));
const { Table } = await import("./table.svelte");

function now(side: string, toAct: string[], number = 0, over = false): GameSnapshot {
  return {
    game: "g", scenario: "s/s", name: "", number, undone: 0, side, players: {}, decision: null, can_undo: false, undo_request: null, thinking: "", over, match: { open: [], listed: false, rated: false, clock: null, left: {}, running: [], draw: "", ended: null, rematch: "" },
    commitment: "", dice: "secret", seed: null, areas: {},
    view: { scenario: "s/s", options: {}, side, turn: 1, turns: 4, phase: "", phase_side: "", phase_name: "", phases: [], to_act: toAct, asked: "", units: [], boxes: [], objectives: [], standings: [], losses: [], procedure: null, result: null },
  };
}
const END = { verb: "end", target: "", units: [], path: [], words: [] };
const BOTH = { us: "secret of us", soviet: "secret of soviet" };

beforeEach(() => void (greeted.length = 0));

describe("hot seat", () => {
  it("switches sides without a handover if nothing is secret", () => {
    const table = new Table("g", BOTH, () => false);
    table.welcome(now("us", ["soviet"]), []);
    expect(table.handover).toBe("");
    expect(greeted).toEqual(["secret of soviet"]);
  });

  it("starts with a handover if the game has secrets, whoever is to move", () => {
    const table = new Table("g", BOTH, () => true);
    table.welcome(now("us", ["us"]), []);
    expect(table.handover).toBe("us");
    table.confirmHandover();
    expect(table.handover).toBe("");
    expect(greeted).toEqual([]);
  });

  it("waits until the next player has confirmed and that side's view has arrived", () => {
    const table = new Table("g", BOTH, () => true);
    table.welcome(now("us", ["us"]), []);
    table.confirmHandover();
    table.announcement = plainText("what only one side may hear");
    table.undone(now("us", ["soviet"], 1));
    expect(table.handover).toBe("soviet");
    expect(table.decision).toBeNull();
    table.welcome(now("us", ["soviet"], 1), []); // reconnected: nobody has confirmed anything
    expect(table.handover).toBe("soviet");
    table.confirmHandover();
    expect(table.handover).toBe("soviet");
    expect(greeted).toEqual(["secret of soviet"]);
    table.welcome(now("soviet", ["soviet"], 1), []);
    expect(table.handover).toBe("");
  });

  it("shows nothing until it is known whether there are secrets", () => {
    let secrets: boolean | null = null;
    const table = new Table("g", BOTH, () => secrets);
    table.welcome(now("us", ["soviet"]), []);
    expect(greeted).toEqual([]);
    secrets = true;
    table.assignSeat();
    expect(table.handover).toBe("soviet");
    expect(greeted).toEqual([]);
  });

  it("can switch to a side that may interrupt, until the next order", () => {
    const table = new Table("g", BOTH, () => false);
    table.welcome(now("us", ["us"]), []);
    table.switchTo("soviet");
    table.welcome(now("soviet", ["us"]), []);
    expect(table.side).toBe("soviet");
    expect(greeted).toEqual(["secret of soviet"]);
    table.welcome(now("soviet", ["us"], 1), []);
    expect(greeted).toEqual(["secret of soviet", "secret of us"]);
  });

  it("has no handover when the game is over", () => {
    const table = new Table("g", BOTH, () => true);
    table.welcome(now("us", [], 9, true), []);
    expect(table.handover).toBe("");
  });
});

describe("a seat of an account", () => {
  it("is assigned without a secret, and lost with the account", () => {
    const table = new Table("g", {}, () => true);
    expect(table.spectator).toBe(true);
    table.welcome(now("us", ["us"]), []);
    expect([table.side, table.isOwn("us"), table.spectator, table.secret, table.handover]).toEqual(["us", true, false, null, ""]);
    table.welcome(now("", ["us"]), []);
    expect([table.side, table.spectator]).toEqual(["", true]);
  });

  it("gives way to another seat of the account, requested once per order", () => {
    const table = new Table("g", {}, () => false);
    table.welcome(now("us", ["us"]), []);
    table.undone(now("us", ["soviet"], 1));
    expect(greeted).toEqual([null]);
    table.welcome(now("us", ["soviet"], 1), []);
    expect(greeted).toEqual([null]);
    table.welcome(now("soviet", ["soviet"], 1), []);
    expect(table.side).toBe("soviet");
  });
});

describe("an order", () => {
  const order = (number: number): PlayedOrder => ({ number, side: "us", order: "end", events: [], turn: 1, phase: "" });
  const settled = async (work: Promise<unknown>): Promise<boolean> => Promise.race([work.then(() => true), new Promise<boolean>((resolve) => setTimeout(() => resolve(false)))]);
  function atTable(): { table: InstanceType<typeof Table>; shown: () => void } {
    const table = new Table("g", { us: "secret" }, () => false);
    table.welcome(now("us", ["us"]), []);
    const showing = { end: (): void => undefined };
    table.animate = () => new Promise((resolve) => (showing.end = resolve));
    return { table, shown: () => showing.end() };
  }

  it("is done when it is on the board, which may be after it was accepted", async () => {
    const { table, shown } = atTable();
    const giving = table.order(END);
    table.played(order(1), now("us", ["us"], 1));
    accepted(1);
    expect(await settled(giving)).toBe(false);
    expect([table.now?.number, table.showing]).toEqual([0, true]);
    shown();
    await giving;
    expect([table.now?.number, table.showing, table.sending]).toEqual([1, false, false]);
  });

  it("does not wait for what others do after it", async () => {
    const { table, shown } = atTable();
    const giving = table.order(END);
    table.played(order(1), now("us", ["soviet"], 1));
    table.played(order(2), now("us", ["us"], 2));
    accepted(1);
    shown();
    await giving;
    expect([table.now?.number, table.showing]).toEqual([1, true]);
  });

  it("is not waited for when it is undone meanwhile", async () => {
    const { table } = atTable();
    const giving = table.order(END);
    table.played(order(1), now("us", ["us"], 1));
    accepted(1);
    expect(await settled(giving)).toBe(false);
    table.undone(now("us", ["us"], 0));
    await giving;
    expect(table.now?.number).toBe(0);
  });

  it("may be shown before anybody waits for it", async () => {
    const { table, shown } = atTable();
    const giving = table.order(END);
    table.played(order(1), now("us", ["us"], 1));
    shown();
    await table.shownUpTo(1);
    accepted(1);
    await giving;
  });
});
