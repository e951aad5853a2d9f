import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, plainText, type Order } from "./api";
import { GameSocket, type SocketListener } from "./live";
import type { FromClient, FromServer, GameSnapshot } from "./schema";

/** A socket without a network: notes what is sent, and says what it is told to. */
class Pretended {
  static readonly OPEN = 1;
  static last: Pretended;
  readyState = 1;
  sent: FromClient[] = [];
  onopen = (): void => undefined;
  onmessage = (_: { data: string }): void => undefined;
  onclose = (_: { code: number; reason: string }): void => undefined;
  constructor(readonly url: string) {
    Pretended.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromClient);
  }
  say(message: FromServer): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  close(): void {
    this.readyState = 3;
  }
}

const END = { verb: "end", target: "", units: [], path: [], words: [] };
const NOW = { number: 3, undone: 0, side: "us" } as GameSnapshot;
const REFUSAL = { rule: "8.1", reason: "too far", parts: plainText("too far"), says: "", instead: [] };

function listening(): { heard: unknown[][]; listener: SocketListener } {
  const heard: unknown[][] = [];
  const note = (name: string) => (...parts: unknown[]): void => void heard.push([name, ...parts]);
  const names = ["welcome", "played", "undone", "thinking", "presence", "said", "undoRequested", "matchChanged", "connected"];
  const listener = { ...Object.fromEntries(names.map((name) => [name, note(name)])), greeting: () => ({ seat: "secret", since: 2, undone: 0 }) };
  return { heard, listener: listener as unknown as SocketListener };
}

beforeEach(() => {
  vi.stubGlobal("WebSocket", Pretended);
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
});
afterEach(() => void vi.unstubAllGlobals());

function welcomed(): { socket: GameSocket; server: Pretended; heard: unknown[][] } {
  const { heard, listener } = listening();
  const socket = new GameSocket("g", listener);
  const server = Pretended.last;
  server.onopen();
  server.say({ type: "welcome", now: NOW, missed: [] });
  return { socket, server, heard };
}

describe("a game's socket", () => {
  it("says hello and passes on messages", () => {
    const { server, heard } = welcomed();
    expect(server.sent).toEqual([{ type: "hello", seat: "secret", since: 2, undone: 0 }]);
    server.say({ type: "played", number: 4, side: "us", order: "end", events: [], turn: 1, phase: "x", now: NOW });
    server.say({ type: "undone", now: NOW });
    server.say({ type: "thinking", side: "us", since: 1 });
    server.say({ type: "presence", players: {}, watchers: 2 });
    server.say({ type: "chat", side: "us", text: "hello", at: 5 });
    server.say({ type: "undo_requested", request: null });
    server.say({ type: "weather" } as unknown as FromServer); // of a newer server
    expect(heard).toEqual([
      ["connected", true],
      ["welcome", NOW, []],
      ["played", { number: 4, side: "us", order: "end", events: [], turn: 1, phase: "x" }, NOW],
      ["undone", NOW],
      ["thinking", "us"],
      ["presence", {}, 2],
      ["said", { side: "us", text: "hello", at: 5 }],
      ["undoRequested", null],
    ]);
  });

  it("gives each reply to the request with its id", async () => {
    const { socket, server } = welcomed();
    const first = socket.ask("reach", { units: ["A"] });
    const second = socket.order({ ...END, text: "end" } as Order, 3, 0);
    expect(server.sent.slice(1)).toEqual([
      { type: "ask", id: 1, question: { what: "reach", units: ["A"] } },
      { type: "order", id: 2, order: END, expect: 3, undone: 0 },
    ]);
    server.say({ type: "accepted", id: 2, number: 4 });
    server.say({ type: "answer", id: 1, answer: { what: "reach", costs: { "0101": 2 } } });
    expect(await second).toBe(4);
    expect((await first).costs).toEqual({ "0101": 2 });
  });

  it("reports refusals", async () => {
    const { socket, server } = welcomed();
    const order = socket.order(END, 3, 0);
    server.say({ type: "refused", id: 1, refusal: REFUSAL });
    await expect(order).rejects.toMatchObject({ status: 422, refusal: REFUSAL, message: "too far" });
    const asked = socket.ask("every", {});
    server.say({ type: "error", id: 2, error: "a spectator may only watch" });
    await expect(asked).rejects.toThrow(new ApiError("a spectator may only watch"));
  });

  it("says hello again when the game has moved on", async () => {
    const { socket, server } = welcomed();
    const order = socket.order({ ...END, text: "end" } as Order, 3, 0);
    server.say({ type: "stale", id: 1, now: NOW });
    await expect(order).rejects.toMatchObject({ status: 409, now: NOW });
    expect(server.sent.at(-1)?.type).toBe("hello");
  });

  it("rejects requests before the welcome, and those pending when the connection is lost", async () => {
    const { listener, heard } = listening();
    const socket = new GameSocket("g", listener);
    const server = Pretended.last;
    server.onopen();
    await expect(socket.undo(3)).rejects.toThrow("Not connected");
    server.say({ type: "welcome", now: NOW, missed: [] });
    const undoing = socket.undo(3);
    server.onclose({ code: 1008, reason: "there is no such game" });
    await expect(undoing).rejects.toThrow("Connection lost");
    expect(heard.at(-1)).toEqual(["connected", false, "there is no such game"]);
    socket.close();
  });
});
