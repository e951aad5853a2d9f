/** A game at this screen: its socket, the game as it stands, its log, and the orders waiting to be shown. */

import type { About, AnswerTo, Asked, ChatLine, GameSnapshot, Order, PlayedOrder, Player, UndoRequest } from "../api";
import { ApiError } from "../api";
import { GameSocket, type Greeting, type SocketListener } from "../live";

/** Shows an order on the board before it is taken over; resolves when shown or skipped. */
export type Shower = (played: PlayedOrder, before: GameSnapshot) => Promise<void>;
interface News { played: PlayedOrder; now: GameSnapshot }

export class Table implements SocketListener {
  now = $state.raw<GameSnapshot | null>(null);
  log = $state.raw<PlayedOrder[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  players = $state.raw<Record<string, Player>>({});
  watchers = $state(0);
  thinker = $state("");
  up = $state(false);
  /** Why there is no game here, if so. */
  lost = $state("");
  /** Orders are being shown one after the other. */
  showing = $state(false);
  /** The side that is to take its place at this screen, when the game has secrets: until then nothing is shown. */
  curtain = $state("");
  /** The sides played here, with their secrets; empty where the account that is signed in holds the seat. */
  seats = $state.raw<Record<string, string>>({});
  side = $state("");
  /** What just happened, for those who listen. */
  spoken = $state("");
  sending = $state(false);
  shower: Shower | null = null;
  private queue: News[] = [];
  private socket: GameSocket;
  private waiting: { number: number; done: () => void }[] = [];
  /** Show nothing more until this seat decides again. */
  hurry = $state(false);

  private seated = false;
  private lifting = false;
  private asked = -1;
  /** The number of orders at which somebody chose to sit at a side that need not decide. */
  private stays = -1;

  /** `secrets` tells whether the game has any; null while that is not known yet. */
  constructor(readonly game: string, seats: Record<string, string>, private readonly secrets: () => boolean | null) {
    this.seats = seats;
    this.side = Object.keys(seats)[0] ?? "";
    this.socket = new GameSocket(game, this);
  }

  get spectator(): boolean {
    return !Object.keys(this.seats).length;
  }

  /** Whether a side is played from this screen. */
  plays(side: string): boolean {
    return this.seats[side] !== undefined;
  }

  get secret(): string | null {
    return this.seats[this.side] || null;
  }

  /** The side whose computer player is at work. */
  get thinks(): string {
    return this.now?.view.to_act.includes(this.thinker) ? this.thinker : "";
  }

  /** The decision open to this seat, when nothing is still being shown. */
  get decision(): GameSnapshot["decision"] {
    return this.showing || this.curtain ? null : (this.now?.decision ?? null);
  }

  // -- what a player does ------------------------------------------------------------------------

  ask<Q extends Asked>(what: Q, about: About<Q>): Promise<AnswerTo<Q>> {
    return this.socket.ask(what, about);
  }

  /** Give an order; returns when it is accepted and shown. */
  async order(order: Order): Promise<void> {
    const now = this.now;
    if (!now || this.sending) throw new ApiError("Your last order is still being sent.");
    this.sending = true;
    try {
      // the number the player sees, not what has just come in
      await this.shownUpTo(await this.socket.order(order, now.number, now.undone));
    } finally {
      this.sending = false;
    }
  }

  async undo(): Promise<void> {
    await this.socket.undo(this.now?.number ?? 0);
  }

  async requestUndo(wish: { to: number } | { answer: boolean }): Promise<void> {
    await this.socket.requestUndo(wish);
  }

  async say(text: string): Promise<void> {
    await this.socket.chat(text);
  }

  /** Show what is still to be shown at once. */
  skip(): void {
    this.hurry = this.showing || this.thinks !== "";
  }

  /** The next player has sat down: the curtain opens when their view is there. */
  lift(): void {
    if (this.now?.side === this.curtain) return void (this.curtain = "");
    this.lifting = true;
    this.greetAs(this.curtain);
  }

  /** Change to another of one's own sides, through the curtain where there are secrets. */
  sit(side: string): void {
    if (side === this.side || !this.plays(side)) return;
    this.stays = this.now?.number ?? -1;
    if (this.secrets()) this.draw(side);
    else this.greetAs(side);
  }

  /** Whether the game has secrets has become known: see who is to sit here. */
  settle(): void {
    if (this.now && !this.showing) this.take(this.now);
  }

  private draw(side: string): void {
    this.curtain = side;
    this.spoken = "";
  }

  private greetAs(side: string): void {
    this.side = side;
    this.socket.greet();
  }

  close(): void {
    this.socket.close();
    this.release();
  }

  // -- what the socket tells ---------------------------------------------------------------------

  greeting(): Greeting {
    const fresh = !this.now || (this.secrets() !== false && this.now.side !== this.side);
    if (fresh || !this.now) return { seat: this.secret, since: 0 };
    return { seat: this.secret, since: this.log.at(-1)?.number ?? 0, undone: this.now.undone };
  }

  welcome(now: GameSnapshot, missed: PlayedOrder[]): void {
    const first = missed[0]?.number ?? now.number + 1;
    this.queue = [];
    this.log = [...this.log.filter((played) => played.number < first && played.number <= now.number), ...missed];
    this.sitByAccount(now.side);
    if (this.lifting && this.curtain === now.side) {
      this.lifting = false;
      this.curtain = "";
    }
    this.take(now);
    this.release();
  }

  /** Without a secret the server seats whoever is signed in, or nobody. */
  private sitByAccount(side: string): void {
    if (this.secret) return;
    const held = Object.entries(this.seats).filter(([, secret]) => secret);
    this.seats = Object.fromEntries(side ? [...held, [side, this.seats[side] ?? ""]] : held);
    this.side = side || (held[0]?.[0] ?? "");
  }

  connected(up: boolean, reason?: string): void {
    this.up = up;
    if (reason) this.lost = reason;
  }

  thinking(side: string): void {
    this.thinker = side;
  }

  presence(players: Record<string, Player>, watchers: number): void {
    this.players = players;
    this.watchers = watchers;
  }

  said(said: ChatLine): void {
    this.chat = [...this.chat, said];
  }

  /** What was said so far; what has been heard while it was fetched stays. */
  recall(said: ChatLine[]): void {
    const last = said.at(-1)?.at ?? 0;
    this.chat = [...said, ...this.chat.filter((one) => one.at > last)];
  }

  undoRequested(request: UndoRequest | null): void {
    if (this.now) this.now = { ...this.now, undo_request: request };
  }

  played(played: PlayedOrder, now: GameSnapshot): void {
    this.thinker = now.thinking;
    this.queue.push({ played, now });
    if (!this.showing) void this.show();
  }

  undone(now: GameSnapshot): void {
    this.queue = [];
    this.log = this.log.filter((played) => played.number <= now.number);
    this.take(now);
    this.release();
    this.spoken = "Undone.";
  }

  private async show(): Promise<void> {
    this.showing = true;
    try {
      for (let news = this.queue.shift(); news; news = this.queue.shift()) {
        if (this.shower && this.now && !this.hurry && this.queue.length < 40) await this.shower(news.played, this.now);
        if (news.now.number > (this.now?.number ?? -1)) { // not undone or loaded again meanwhile
          this.log = [...this.log, news.played];
          this.spoken = news.played.events.map((event) => event.text).join(". ");
          this.now = news.now;
        }
        this.release(news.now.number);
      }
    } finally {
      this.showing = false;
      if (this.now) this.take(this.now);
    }
  }

  /** Wait until an order is on the board. It has come in by the time it is accepted; it may also be undone meanwhile. */
  shownUpTo(number: number): Promise<void> {
    if (!this.showing || (this.now?.number ?? -1) >= number) return Promise.resolve();
    return new Promise((done) => this.waiting.push({ number, done }));
  }

  /** Those who wait for an order up to this one need not wait any more. */
  private release(number = Infinity): void {
    const due = this.waiting.filter((one) => one.number <= number);
    this.waiting = this.waiting.filter((one) => one.number > number);
    for (const one of due) one.done();
  }

  private take(now: GameSnapshot): void {
    this.now = now;
    this.players = now.players;
    this.thinker = now.thinking;
    if (now.decision || now.over) this.hurry = false;
    const secrets = this.secrets();
    if (secrets === null) return;
    const here = now.number === this.stays || now.view.to_act.includes(this.side);
    const next = here ? this.side : now.view.to_act.find((side) => this.plays(side));
    const first = !this.seated;
    this.seated = true;
    if (secrets && Object.keys(this.seats).length > 1) {
      // whoever opens a game of two at one screen says first who sits there
      if (!now.over && (first || (next && next !== this.side))) this.draw(next ?? this.side);
    } else if (next && next !== this.side) this.greetAs(next);
    else if (!next && !secrets) this.askForOtherSeat(now);
  }

  /** An account may hold several seats of a game: the server gives the one that must decide, when asked anew. */
  private askForOtherSeat(now: GameSnapshot): void {
    if (this.secret || !this.side || !now.view.to_act.length || this.asked === now.number) return;
    this.asked = now.number;
    this.socket.greet();
  }
}
