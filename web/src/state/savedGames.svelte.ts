/** The games of this browser, with the secrets of its seats, which are sent only to the server. */

import { loadStored, store } from "./storage";

export interface SavedGame {
  game: string;
  scenario: string;
  title: string;
  name: string;
  seats: Record<string, string>;
  /** Secrets of invited friends' seats, to show their links again. */
  invites?: Record<string, string>;
  /** Turn and phase when last open, for the lobby. */
  turn: string;
  over: boolean;
  touched: number;
  /** What was ordered in a drill, as lessons compare orders. */
  given?: string[];
  /** The sides whose briefing has been read. */
  briefed?: string[];
  /** One player plays all sides: nothing is hidden between turns. */
  alone?: boolean;
  /** The last order that each seat has seen, by side. */
  seen?: Record<string, number>;
  /** The game that this one was branched from to try something out, and the side that did. */
  whatIf?: { game: string; side: string };
  lesson?: string;
  step?: number;
}

const MOST = 60;

class SavedGames {
  games = $state<SavedGame[]>(loadStored<SavedGame[]>("games", []));

  find(game: string): SavedGame | undefined {
    return this.games.find((one) => one.game === game);
  }

  seats(game: string): Record<string, string> {
    return { ...(this.find(game)?.seats ?? {}) };
  }

  put(game: string, change: Partial<Omit<SavedGame, "game" | "touched">>): void {
    const old = this.find(game);
    const fresh: SavedGame = {
      game, scenario: "", title: "", name: "", seats: {}, turn: "", over: false,
      ...(old ? $state.snapshot(old) : {}), ...change, touched: Date.now(),
    };
    this.games = [fresh, ...this.games.filter((one) => one.game !== game)].slice(0, MOST);
    store("games", this.games);
  }

  addSeat(game: string, side: string, secret: string): void {
    this.put(game, { seats: { ...this.seats(game), [side]: secret } });
  }

  remove(game: string): void {
    this.games = this.games.filter((one) => one.game !== game);
    store("games", this.games);
  }
}

export const savedGames = new SavedGames();
