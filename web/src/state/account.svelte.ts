/** The signed-in account, if any. It is optional: it only makes seats available in other browsers. */

import { type Account, type GameSummary, api, ApiError } from "../api";
import { savedGames, type SavedGame } from "./savedGames.svelte";
import { loadStored, store } from "./storage";

class SignedIn {
  account = $state.raw<Account | null>(null);
  private loaded = false;

  get name(): string {
    return this.account?.name ?? "";
  }

  /** Load the account, unless this browser was never signed in. */
  async load(): Promise<void> {
    if (this.loaded || !loadStored("signed-in", false)) return;
    this.loaded = true;
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

  hasSeat(game: string, side: string): boolean {
    return this.account?.games.some((one) => one.game === game && one.side === side) ?? false;
  }

  /** Save a seat to the account; its secret is replaced, so that whoever sent the invite no longer knows it. */
  async saveSeat(game: string, secret: string): Promise<{ side: string; secret: string }> {
    const { side, secret: fresh, ...account } = await api.tieSeat(game, secret);
    savedGames.addSeat(game, side, fresh);
    this.account = account;
    return { side, secret: fresh };
  }

  /** Seats of this browser that are not saved to the account. */
  get unsavedSeats(): { game: string; secret: string }[] {
    return unsavedSeats(savedGames.games, this.account?.games ?? []);
  }

  /** Save all seats of this browser; returns how many failed. */
  async saveAllSeats(): Promise<number> {
    let failed = 0;
    for (const { game, secret } of this.unsavedSeats) {
      await this.saveSeat(game, secret).catch(() => (failed += 1));
    }
    return failed;
  }

  private set(account: Account | null): void {
    this.account = account;
    this.loaded = true;
    store("signed-in", account !== null);
  }
}

export function unsavedSeats(known: readonly SavedGame[], saved: readonly GameSummary[]): { game: string; secret: string }[] {
  return known.filter((one) => !one.over && !one.lesson).flatMap((one) =>
    Object.entries(one.seats)
      .filter(([side]) => !saved.some((other) => other.game === one.game && other.side === side))
      .map(([, secret]) => ({ game: one.game, secret })),
  );
}

/** Games of the account that are not saved in this browser, each once, those waiting for the player first. */
export function otherGames(known: readonly SavedGame[], saved: readonly GameSummary[]): GameSummary[] {
  const found = new Map<string, GameSummary>();
  for (const one of saved) {
    if (known.some((other) => other.game === one.game)) continue;
    const before = found.get(one.game);
    if (!before || (one.waiting.includes(one.side) && !before.waiting.includes(before.side))) found.set(one.game, one);
  }
  const rank = (one: GameSummary): number => (one.over ? 2 : one.waiting.includes(one.side) ? 0 : 1);
  return [...found.values()].sort((a, b) => rank(a) - rank(b) || b.updated - a.updated);
}

export const signedIn = new SignedIn();
