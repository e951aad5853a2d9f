/** The signed-in account, if any. It is optional: it only makes seats available in other browsers. */

import { type Account, type GameSummary, api, ApiError } from "../api";
import { savedGames, type Remembered } from "./savedGames.svelte";
import { keep, recall } from "./storage";

class SignedIn {
  account = $state.raw<Account | null>(null);
  private asked = false;

  get name(): string {
    return this.account?.name ?? "";
  }

  /** Load the account, unless this browser was never signed in. */
  async find(): Promise<void> {
    if (this.asked || !recall("signed-in", false)) return;
    this.asked = true;
    await this.refresh();
  }

  async refresh(): Promise<void> {
    try {
      this.account = await api.account();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) this.set(null);
    }
  }

  async register(name: string, password: string): Promise<void> {
    this.set(await api.register(name, password));
  }

  async signIn(name: string, password: string): Promise<void> {
    this.set(await api.login(name, password));
  }

  async signOut(): Promise<void> {
    await api.logout();
    this.set(null);
  }

  has(game: string, side: string): boolean {
    return this.account?.games.some((one) => one.game === game && one.side === side) ?? false;
  }

  async tie(game: string, secret: string): Promise<void> {
    this.account = await api.tieSeat(game, secret);
  }

  /** Seats of this browser that are not saved to the account. */
  get untied(): { game: string; secret: string }[] {
    return untied(savedGames.games, this.account?.games ?? []);
  }

  /** Save all seats of this browser; returns how many failed. */
  async tieAll(): Promise<number> {
    let failed = 0;
    for (const { game, secret } of this.untied) {
      await this.tie(game, secret).catch(() => (failed += 1));
    }
    return failed;
  }

  private set(account: Account | null): void {
    this.account = account;
    this.asked = true;
    keep("signed-in", account !== null);
  }
}

export function untied(known: readonly Remembered[], tied: readonly GameSummary[]): { game: string; secret: string }[] {
  return known.filter((one) => !one.over && !one.lesson).flatMap((one) =>
    Object.entries(one.seats)
      .filter(([side]) => !tied.some((other) => other.game === one.game && other.side === side))
      .map(([, secret]) => ({ game: one.game, secret })),
  );
}

/** Games of the account that are not saved in this browser, each once, those waiting for the player first. */
export function elsewhere(known: readonly Remembered[], tied: readonly GameSummary[]): GameSummary[] {
  const found = new Map<string, GameSummary>();
  for (const one of tied) {
    if (known.some((other) => other.game === one.game)) continue;
    const before = found.get(one.game);
    if (!before || (one.waiting.includes(one.side) && !before.waiting.includes(before.side))) found.set(one.game, one);
  }
  const rank = (one: GameSummary): number => (one.over ? 2 : one.waiting.includes(one.side) ? 0 : 1);
  return [...found.values()].sort((a, b) => rank(a) - rank(b) || b.updated - a.updated);
}

export const signedIn = new SignedIn();
