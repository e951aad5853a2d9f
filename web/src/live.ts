/** The WebSocket of a game: requests and messages. It reconnects by itself and misses nothing. */

import { type About, type AnswerTo, ApiError, type Asked, type ChatLine, type GameSnapshot, type MatchState, type Order, type PlayedOrder, type Player, type UndoRequest } from "./api";
import type { AnyQuestion, FromClient, FromServer, HelloMessage } from "./schema";
import { label } from "./text/labels";
import { connection as t } from "./text/messages/connection";

export type Greeting = Omit<HelloMessage, "type" | "id">;

/** Receives what the socket reports. */
export interface SocketListener {
  welcome(now: GameSnapshot, missed: PlayedOrder[]): void;
  played(played: PlayedOrder, now: GameSnapshot): void;
  undone(now: GameSnapshot): void;
  thinking(side: string): void;
  presence(players: Record<string, Player>, watchers: number): void;
  said(said: ChatLine): void;
  undoRequested(request: UndoRequest | null): void;
  /** What the players agreed on, or their clocks, have changed. */
  matchChanged(match: MatchState): void;
  /** The connection is up or down; with a `reason` it stays down. */
  connected(up: boolean, reason?: string): void;
  greeting(): Greeting;
}

/** The fields of an order, without any others. */
function fields({ verb, target, units, path, words }: Order): Order {
  return { verb, target, units, path, words };
}

type Request = Exclude<FromClient, HelloMessage>;
interface Waiting { done(answer: unknown): void; fail(error: ApiError): void }

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5_000;
const PATIENCE = 20_000;
const FINAL_CODE = 1008;

export class GameSocket {
  private socket: WebSocket | null = null;
  private waiting = new Map<number | string, Waiting>();
  private next = 1;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private ready = false;
  private lastError = "";

  constructor(private readonly game: string, private readonly listener: SocketListener) {
    this.connect();
    addEventListener("online", this.again);
  }

  /** Say hello again: from another seat, or to load the game again. */
  greet(): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.send({ type: "hello", ...this.listener.greeting() });
  }

  async ask<Q extends Asked>(what: Q, about: About<Q>): Promise<AnswerTo<Q>> {
    const question = { what, ...about, ...("order" in about ? { order: fields(about.order as Order) } : {}) };
    return (await this.request({ type: "ask", question: question as unknown as AnyQuestion })) as AnswerTo<Q>;
  }

  /** Place an order; returns its number once it is accepted. */
  async order(order: Order, expect: number, undone: number): Promise<number> {
    return (await this.request({ type: "order", order: fields(order), expect, undone })) as number;
  }

  async undo(expect: number): Promise<void> {
    await this.request({ type: "undo", expect });
  }

  async requestUndo(wish: { to: number } | { answer: boolean }): Promise<void> {
    await this.request({ type: "request_undo", ...wish });
  }

  async chat(text: string): Promise<void> {
    await this.request({ type: "chat", text });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.again);
    this.socket?.close();
    this.failAll(t.closed);
  }

  private again = (): void => {
    if (this.closed || this.socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.timer);
    this.connect();
  };

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${encodeURIComponent(this.game)}/live`);
    this.socket = socket;
    socket.onopen = () => this.greet();
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(JSON.parse(String(event.data)) as FromServer);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket || this.closed) return;
      this.ready = false;
      this.failAll(t.lost);
      if (event.code === FINAL_CODE) {
        this.listener.connected(false, label("problems", event.reason) || this.lastError || t.closedByServer);
        return;
      }
      this.listener.connected(false);
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries++) * (0.75 + Math.random() / 2);
      this.timer = setTimeout(this.again, wait);
    };
  }

  private send(message: FromClient): void {
    this.socket?.send(JSON.stringify(message));
  }

  private request(message: Request): Promise<unknown> {
    if (this.socket?.readyState !== WebSocket.OPEN || !this.ready) {
      return Promise.reject(new ApiError(t.notConnected));
    }
    const id = this.next++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(new ApiError(t.noAnswer));
      }, PATIENCE);
      this.waiting.set(id, {
        done: (answer) => (clearTimeout(timer), resolve(answer)),
        fail: (error) => (clearTimeout(timer), reject(error)),
      });
      this.send({ ...message, id });
    });
  }

  private failAll(reason: string): void {
    for (const waiting of this.waiting.values()) waiting.fail(new ApiError(reason));
    this.waiting.clear();
  }

  /** Remove and return the request that a reply answers. */
  private answered(id: number | string | undefined): Waiting | undefined {
    const waiting = id === undefined ? undefined : this.waiting.get(id);
    if (id !== undefined) this.waiting.delete(id);
    return waiting;
  }

  private receive(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        this.tries = 0;
        this.ready = true;
        this.listener.connected(true);
        return this.listener.welcome(message.now, message.missed);
      case "played": {
        const { type: _, now, ...played } = message;
        return this.listener.played(played, now);
      }
      case "undone":
        return this.listener.undone(message.now);
      case "thinking":
        return this.listener.thinking(message.side);
      case "presence":
        return this.listener.presence(message.players, message.watchers);
      case "chat":
        return this.listener.said({ side: message.side, text: message.text, at: message.at });
      case "match":
        return this.listener.matchChanged(message.match);
      case "undo_requested":
        return this.listener.undoRequested(message.request);
      case "answer":
        return this.answered(message.id)?.done(message.answer);
      case "accepted":
        return this.answered(message.id)?.done(message.number);
      case "refused":
        return this.answered(message.id)?.fail(new ApiError(message.refusal.reason, 422, message.refusal));
      case "stale":
        this.greet(); // load it again, with what was missed
        return this.answered(message.id)?.fail(new ApiError(t.movedOnShown, 409, null, message.now));
      case "error":
        this.lastError = label("problems", message.error);
        return this.answered(message.id)?.fail(new ApiError(label("problems", message.error)));
      default:
        message satisfies never; // a newer server may send more
    }
  }
}
