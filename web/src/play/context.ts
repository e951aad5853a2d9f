/** What every component of the game screen can reach. */

import { getContext, setContext } from "svelte";
import type { UnitView } from "../api";
import type { Selection } from "../selection/selection.svelte";
import type { Drill } from "../tutorial/drill.svelte";
import type { Layout } from "./layout.svelte";
import type { Table } from "./table.svelte";
import type { ToastState } from "./toast.svelte";

/** A replay has neither table nor selection. */
export interface GameContext {
  readonly layout: Layout;
  readonly table: Table | null;
  readonly selection: Selection | null;
  readonly drill?: Drill | null;
  readonly toast: ToastState;
  readonly units: ReadonlyMap<string, UnitView>;
}

export const GAME_CONTEXT = Symbol("game");
export const setGameContext = (context: GameContext): GameContext => setContext(GAME_CONTEXT, context);
export const getGameContext = (): GameContext => getContext<GameContext>(GAME_CONTEXT);
