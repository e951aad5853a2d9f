/** One WebSocket to a game: asks, orders, news; comes back by itself and misses nothing. */

import { type Asked, type AskedBack, type Now, type Order, type Played, type Player, type Questions, type Refusal, type Said, Trouble } from "./api";

export interface Greeting { seat: string | null; since?: number; undone?: number }

/** What the connection tells. */
export interface Hearing {
  welcome(now: Now, missed: Played[]): void;
  played(played: Played, now: Now): void;
  undone(now: Now): void;
  thinking(side: string): void;
  presence(players: Record<string, Player>, watchers: number): void;
  said(said: Said): void;
  askedBack(asked: AskedBack | null): void;
  /** The line is up, or down; `reason` when it will not come back. */
  line(up: boolean, reason?: string): void;
  greeting(): Greeting;
}

interface Message {
  type: string; id?: number; now?: Now; missed?: Played[]; number?: number; side?: string; order?: string;
  events?: Played["events"]; players?: Record<string, Player>; watchers?: number; text?: string; at?: number;
  turn?: number; asked_back?: AskedBack | null; answer?: unknown; refusal?: Refusal; error?: string;
}
interface Waiting { done(answer: unknown): void; fail(trouble: Trouble): void }

/** An order as it is sent: its fields and nothing else. */
function fields({ verb, target, units, path, words }: Order): Order {
  return { verb, target, units, path, words };
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5_000;
const PATIENCE = 20_000;
const FINAL_CODE = 1008;

export class Line {
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private next = 1;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private ready = false;
  private lastError = "";

  constructor(private readonly game: string, private readonly hearing: Hearing) {
    this.connect();
    addEventListener("online", this.again);
  }

  /** Say hello anew: from another seat, or to fetch the game afresh. */
  greet(): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.send({ type: "hello", ...this.hearing.greeting() });
  }

  ask<Q extends Asked>(what: Q, about: Questions[Q]["with"]): Promise<Questions[Q]["answer"]> {
    const sent = "order" in about ? { ...about, order: fields(about.order) } : about;
    return this.request({ type: "ask", what, ...sent }) as Promise<Questions[Q]["answer"]>;
  }

  order(order: Order, expect: number, undone: number): Promise<unknown> {
    return this.request({ type: "order", order: fields(order), expect, undone });
  }

  undo(expect: number): Promise<unknown> {
    return this.request({ type: "undo", expect });
  }

  back(wish: { to: number } | { answer: boolean }): Promise<unknown> {
    return this.request({ type: "back", ...wish });
  }

  chat(text: string): Promise<unknown> {
    return this.request({ type: "chat", text });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.again);
    this.socket?.close();
    this.failAll("The connection was closed.");
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
    socket.onopen = () => this.send({ type: "hello", ...this.hearing.greeting() });
    socket.onmessage = (event) => {
      if (socket === this.socket) this.hear(JSON.parse(String(event.data)) as Message);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket || this.closed) return;
      this.ready = false;
      this.failAll("The connection is gone. It will be taken up again.");
      if (event.code === FINAL_CODE) {
        this.hearing.line(false, event.reason || this.lastError || "The server closed the connection.");
        return;
      }
      this.hearing.line(false);
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries++) * (0.75 + Math.random() / 2);
      this.timer = setTimeout(this.again, wait);
    };
  }

  private send(message: object): void {
    this.socket?.send(JSON.stringify(message));
  }

  private request(message: object): Promise<unknown> {
    if (this.socket?.readyState !== WebSocket.OPEN || !this.ready) {
      return Promise.reject(new Trouble("There is no connection to the server just now."));
    }
    const id = this.next++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(new Trouble("The server has not answered."));
      }, PATIENCE);
      this.waiting.set(id, {
        done: (answer) => (clearTimeout(timer), resolve(answer)),
        fail: (trouble) => (clearTimeout(timer), reject(trouble)),
      });
      this.send({ ...message, id });
    });
  }

  private failAll(reason: string): void {
    for (const waiting of this.waiting.values()) waiting.fail(new Trouble(reason));
    this.waiting.clear();
  }

  private hear(message: Message): void {
    const waiting = message.id === undefined ? undefined : this.waiting.get(message.id);
    if (message.id !== undefined) this.waiting.delete(message.id);
    switch (message.type) {
      case "now":
        this.tries = 0;
        this.ready = true;
        this.hearing.line(true);
        if (message.now) this.hearing.welcome(message.now, message.missed ?? []);
        return;
      case "played":
        if (message.now) this.hearing.played(asPlayed(message), message.now);
        return;
      case "undone":
        if (message.now) this.hearing.undone(message.now);
        return;
      case "thinking":
        return this.hearing.thinking(message.side ?? "");
      case "presence":
        return this.hearing.presence(message.players ?? {}, message.watchers ?? 0);
      case "said":
        return this.hearing.said({ side: message.side ?? "", text: message.text ?? "", at: message.at ?? 0 });
      case "asked-back":
        return this.hearing.askedBack(message.asked_back ?? null);
      case "answer":
        return waiting?.done(message.answer);
      case "accepted":
      case "done":
        return waiting?.done(message);
      case "refused":
        return waiting?.fail(new Trouble(message.refusal?.reason ?? "The rules say no.", 422, message.refusal ?? null));
      case "stale":
        this.greet(); // read it afresh, with what was missed
        return waiting?.fail(new Trouble("The game has gone on; here is how it stands.", 409, null, message.now ?? null));
      case "error":
        this.lastError = message.error ?? "";
        return waiting?.fail(new Trouble(message.error ?? "That did not work."));
    }
  }
}

function asPlayed(message: Message): Played {
  const { number = 0, side = "", order = "", events = [], turn } = message;
  return { number, side, order, events, ...(turn === undefined ? {} : { turn }) };
}
