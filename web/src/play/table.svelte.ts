/** A game at this screen: its socket, its current state, its log, and the orders waiting to be animated. */

import type { About, AnswerTo, Asked, ChatLine, GameSnapshot, MatchState, Order, PlayedOrder, Player, TextPart, UndoRequest } from "../api";
import { ApiError } from "../api";
import { GameSocket, type Greeting, type SocketListener } from "../live";
import { orders as t } from "../text/messages/orders";

/** Shows an order on the board before the next one; resolves when shown or skipped. */
export type Animate = (played: PlayedOrder, before: GameSnapshot) => Promise<void>;
interface QueuedOrder { played: PlayedOrder; now: GameSnapshot }

export class Table implements SocketListener {
  now = $state.raw<GameSnapshot | null>(null);
  log = $state.raw<PlayedOrder[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  players = $state.raw<Record<string, Player>>({});
  watchers = $state(0);
  lastThinker = $state("");
  online = $state(false);
  /** Why the game cannot be shown, or "". */
  failure = $state("");
  /** Orders are being animated. */
  showing = $state(false);
  /** The side that must confirm the handover of the screen, or "": until then nothing is shown. */
  handover = $state("");
  /** The sides played at this screen, with the secrets of their seats; "" if the signed-in account holds the seat. */
  seats = $state.raw<Record<string, string>>({});
  side = $state("");
  /** The latest events, for screen readers. */
  announcement = $state<readonly TextPart[]>([]);
  sending = $state(false);
  animate: Animate | null = null;
  /** Skips the current animation. */
  stopShowing: (() => void) | null = null;
  private queue: QueuedOrder[] = [];
  private socket: GameSocket;
  private waiting: { number: number; done: () => void }[] = [];
  /** Animate nothing until this seat has a decision. */
  skipping = $state(false);

  private lastOwn = $state(false);
  private before = $state.raw<GameSnapshot["decision"]>(null);
  private opened = false;
  private confirming = false;
  private askedAt = -1;
  /** The number of orders when the player switched to a side without a decision. */
  private switchedAt = -1;

  /** `secrets` returns whether the game has hidden information; null while unknown. */
  constructor(readonly game: string, seats: Record<string, string>, private readonly secrets: () => boolean | null) {
    this.seats = seats;
    this.side = Object.keys(seats)[0] ?? "";
    this.socket = new GameSocket(game, this);
  }

  get spectator(): boolean {
    return !Object.keys(this.seats).length;
  }

  /** Whether a side is played at this screen. */
  isOwn(side: string): boolean {
    return this.seats[side] !== undefined;
  }

  get secret(): string | null {
    return this.seats[this.side] || null;
  }

  /** The server has given a seat a new secret, which the next greeting must use. */
  replaceSecret(side: string, secret: string): void {
    this.seats = { ...this.seats, [side]: secret };
  }

  /** The side whose computer player is thinking, or "". */
  get thinkingSide(): string {
    return this.now?.view.to_act.includes(this.lastThinker) ? this.lastThinker : "";
  }

  /** The decision of this seat, once everything has been animated. */
  get decision(): GameSnapshot["decision"] {
    return this.showing || this.handover ? null : (this.now?.decision ?? null);
  }

  /** While the player's own order is animated, the decision it answered, so that the screen keeps its place. */
  get held(): GameSnapshot["decision"] {
    return this.showing && !this.handover && this.lastOwn ? (this.before ?? null) : null;
  }

  // -- what a player does ------------------------------------------------------------------------

  ask<Q extends Asked>(what: Q, about: About<Q>): Promise<AnswerTo<Q>> {
    return this.socket.ask(what, about);
  }

  /** Give an order; resolves when it is accepted and shown. */
  async order(order: Order): Promise<void> {
    const now = this.now;
    if (!now || this.sending) throw new ApiError(t.stillSending);
    this.sending = true;
    try {
      // the number that the player sees, not that of orders still to be animated
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

  /** Skip the remaining animations. */
  skip(): void {
    this.skipping = this.showing || this.thinkingSide !== "";
    this.stopShowing?.();
  }

  /** The next player has confirmed: the board is shown when their view has arrived. */
  confirmHandover(): void {
    if (this.now?.side === this.handover) return void (this.handover = "");
    this.confirming = true;
    this.joinAs(this.handover);
  }

  /** Switch to another own side, with a handover if the game has secrets. */
  switchTo(side: string): void {
    if (side === this.side || !this.isOwn(side)) return;
    this.switchedAt = this.now?.number ?? -1;
    if (this.secrets()) this.startHandover(side);
    else this.joinAs(side);
  }

  /** It is now known whether the game has secrets: decide which side plays at this screen. */
  assignSeat(): void {
    if (this.now && !this.showing) this.update(this.now);
  }

  private startHandover(side: string): void {
    this.handover = side;
    this.announcement = [];
  }

  private joinAs(side: string): void {
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
    this.seatByAccount(now.side);
    if (this.confirming && this.handover === now.side) {
      this.confirming = false;
      this.handover = "";
    }
    this.update(now);
    this.release();
  }

  /** Without a secret the server assigns the seat of the signed-in account, or none. */
  private seatByAccount(side: string): void {
    if (this.secret) return;
    const held = Object.entries(this.seats).filter(([, secret]) => secret);
    this.seats = Object.fromEntries(side ? [...held, [side, this.seats[side] ?? ""]] : held);
    this.side = side || (held[0]?.[0] ?? "");
  }

  connected(up: boolean, reason?: string): void {
    this.online = up;
    if (reason) this.failure = reason;
  }

  thinking(side: string): void {
    this.lastThinker = side;
  }

  presence(players: Record<string, Player>, watchers: number): void {
    this.players = players;
    this.watchers = watchers;
  }

  said(said: ChatLine): void {
    this.chat = [...this.chat, said];
  }

  /** Merge the loaded chat with messages that arrived meanwhile. */
  mergeChat(said: ChatLine[]): void {
    const last = said.at(-1)?.at ?? 0;
    this.chat = [...said, ...this.chat.filter((one) => one.at > last)];
  }

  matchChanged(match: MatchState): void {
    if (this.now) this.now = { ...this.now, match };
  }

  undoRequested(request: UndoRequest | null): void {
    if (this.now) this.now = { ...this.now, undo_request: request };
  }

  played(played: PlayedOrder, now: GameSnapshot): void {
    this.lastThinker = now.thinking;
    this.queue.push({ played, now });
    if (this.showing) return;
    this.lastOwn = this.isOwn(played.side);
    this.before = this.now?.decision ?? null;
    void this.show();
  }

  undone(now: GameSnapshot): void {
    this.queue = [];
    this.log = this.log.filter((played) => played.number <= now.number);
    this.update(now);
    this.release();
    this.announcement = [{ kind: "words", text: t.undone }];
  }

  private async show(): Promise<void> {
    this.showing = true;
    try {
      for (let next = this.queue.shift(); next; next = this.queue.shift()) {
        if (this.animate && this.now && !this.skipping && this.queue.length < 40) await this.animate(next.played, this.now);
        if (next.now.number > (this.now?.number ?? -1)) { // not undone or loaded again meanwhile
          this.log = [...this.log, next.played];
          this.announcement = next.played.events.flatMap((event) => [...event.parts, { kind: "words", text: ". " }]);
          this.now = next.now;
        }
        this.release(next.now.number);
      }
    } finally {
      this.showing = false;
      if (this.now) this.update(this.now);
    }
  }

  /** Wait until an order is on the board. It has arrived by the time it is accepted, and may be undone meanwhile. */
  shownUpTo(number: number): Promise<void> {
    if (!this.showing || (this.now?.number ?? -1) >= number) return Promise.resolve();
    return new Promise((done) => this.waiting.push({ number, done }));
  }

  /** Resolve what waits for orders up to this one. */
  private release(number = Infinity): void {
    const due = this.waiting.filter((one) => one.number <= number);
    this.waiting = this.waiting.filter((one) => one.number > number);
    for (const one of due) one.done();
  }

  private update(now: GameSnapshot): void {
    this.now = now;
    this.players = now.players;
    this.lastThinker = now.thinking;
    if (now.decision || now.over) this.skipping = false;
    const secrets = this.secrets();
    if (secrets === null) return;
    const here = now.number === this.switchedAt || now.view.to_act.includes(this.side);
    const next = here ? this.side : now.view.to_act.find((side) => this.isOwn(side));
    const first = !this.opened;
    this.opened = true;
    if (secrets && Object.keys(this.seats).length > 1) {
      // when a hot seat game is opened, the player confirms first
      if (!now.over && (first || (next && next !== this.side))) this.startHandover(next ?? this.side);
    } else if (next && next !== this.side) this.joinAs(next);
    else if (!next && !secrets) this.askForOtherSeat(now);
  }

  /** An account may hold several seats: on a new greeting the server assigns the one with the decision. */
  private askForOtherSeat(now: GameSnapshot): void {
    if (this.secret || !this.side || !now.view.to_act.length || this.askedAt === now.number) return;
    this.askedAt = now.number;
    this.socket.greet();
  }
}
