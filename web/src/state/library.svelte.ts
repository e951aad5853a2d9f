/** Data that never changes: catalogue, boards, rules. Loaded on demand and cached. */

import { api, type BoardEntry, type Catalogue, type GameEntry, type RuleBook, type ScenarioEntry } from "../api";
import { boardWithLabels, withLabels } from "../text/labels";
import { connection as t } from "../text/messages/connection";

const cache = new Map<string, Promise<unknown>>();

function loadOnce<T>(key: string, load: () => Promise<T>): Promise<T> {
  const cached = cache.get(key) as Promise<T> | undefined;
  if (cached) return cached;
  const loading = load();
  cache.set(key, loading);
  loading.catch(() => cache.delete(key));
  return loading;
}

export const library = {
  catalogue: (): Promise<Catalogue> => loadOnce("catalogue", async () => withLabels(await api.catalogue())),
  board: (scenario: string): Promise<BoardEntry> => loadOnce(`board ${scenario}`, async () => boardWithLabels(await api.board(scenario))),
  rules: (game: string): Promise<RuleBook> => loadOnce(`rules ${game}`, () => api.rules(game)),
};

export interface GameData { game: GameEntry; scenario: ScenarioEntry; board: BoardEntry; rules: RuleBook; levels: Catalogue["levels"] }

/** Load everything about a scenario that does not change during play. */
export async function gameData(id: string): Promise<GameData> {
  const gameId = id.slice(0, id.indexOf("/"));
  const [catalogue, board, rules] = await Promise.all([library.catalogue(), library.board(id), library.rules(gameId)]);
  const game = catalogue.games.find((one) => one.id === gameId);
  const scenario = game?.scenarios.find((one) => one.id === id);
  if (!game || !scenario) throw new Error(t.noScenario(id));
  return { game, scenario, board, rules, levels: catalogue.levels };
}

/** Whether a game has hidden information; null while it is loading. */
export function hasSecrets(data: GameData | null): boolean | null {
  return data ? Boolean(data.game.secrets) : null;
}
