/** A small made-up game for component tests. */

import { render, type RenderResult } from "@testing-library/svelte";
import type { Component } from "svelte";
import type { BoardEntry, Catalogue, GameEntry, GameSnapshot, MatchState, UnitView } from "../api";
import { GAME_CONTEXT, type GameContext } from "../play/context";
import { Layout } from "../play/layout.svelte";
import { ToastState } from "../play/toast.svelte";
import { Selection } from "../selection/selection.svelte";
import { order, type TestTable, testTable } from "../selection/testTable";

export const END = order("end");
export const MOVE = order("move A 0101-0102", { units: ["A"], path: ["0101", "0102"] });
export const ATTACK = order("attack 0303 A", { target: "0303", units: ["A"] });
export const ATTACK_BOTH = order("attack 0303 A,B", { target: "0303", units: ["A", "B"] });

const unit = (id: string, side: string, title: string, at: string): UnitView => ({ id, side, title, at, label: id, kind: "infantry", factors: "1-1-4" });
export const UNITS = [unit("A", "red", "1st Company", "0101"), unit("B", "red", "2nd Company", "0202"), unit("E", "blue", "Garrison", "0303")];

const SIDES = [{ id: "red", title: "Red", colour: "#a00000", ink: "#ffffff" }, { id: "blue", title: "Blue", colour: "#0000a0", ink: "#ffffff" }];
export const GAME: GameEntry = {
  id: "duel", title: "Duel", series: "", short_title: "Duel", summary: "A small game", ranges: {}, supply: false, explains: "", checklists: {}, secrets: false, special: [], phase_notes: {}, levels: {},
  options: { fog: { title: "Fog of war", summary: "Hide units.", rule: "", default: false, choices: [], labels: [], listed: false } },
  sides: SIDES,
  scenarios: [
    { id: "duel/meeting", name: "meeting", title: "Meeting", summary: "Two columns meet.", turns: 4, options: ["fog"], lesson: "", steps: [], pack: "", sides: SIDES, briefing: null, level: "" },
    { id: "duel/siege", name: "siege", title: "Siege", summary: "A town is invested.", turns: 8, options: [], lesson: "", steps: [], pack: "", sides: SIDES, briefing: null, level: "" },
  ],
  verbs: {
    move: { label: "Move", summary: "move a unit", rule: "5.1", group: "", example: "" },
    attack: { label: "Attack", summary: "attack a hex", rule: "8.1", group: "", example: "", gravity: "final" },
    bomb: { label: "Atomic attack", summary: "destroy a hex", rule: "13.1", group: "", example: "", gravity: "decisive" },
    end: { label: "End phase", summary: "end the phase", rule: "4.1", group: "", example: "" },
  },
};
export const CATALOGUE: Catalogue = { games: [GAME], levels: [{ id: "greedy", title: "Greedy", says: "Takes what it can get.", default: false }, { id: "search", title: "Search", says: "Looks ahead.", default: true }] };

const BOARD: BoardEntry = {
  scenario: "duel/meeting", name: "", title: "", credit: "", columns: 4, rows: 1, low: 0, legend: [], labels: [], nations: {}, opening: [], out_of_play: [], lesson_orders: {}, features: {}, hexsides: {}, lines: {}, places: [], marks: {}, regions: {}, sides: GAME.sides, counters: [],
  hexes: ["0101", "0102", "0202", "0303"].map((hex, index) => ({ hex, column: index, row: 0, x: index, y: 0, terrain: "clear", drawn: 0 })),
};

export const NO_MATCH: MatchState = { open: [], listed: false, rated: false, clock: null, left: {}, running: [], draw: "", ended: null, rematch: "" };

export function snapshot(change: Partial<GameSnapshot> = {}): GameSnapshot {
  return {
    game: "g", scenario: "duel/meeting", name: "", number: 1, undone: 0, side: "red", players: {}, decision: null, can_undo: false, undo_request: null, thinking: "", over: false, match: NO_MATCH,
    commitment: "", dice: "secret", seed: null, areas: {},
    view: {
      scenario: "duel/meeting", options: {}, side: "red", turn: 1, turns: 4, phase: "movement", phase_side: "", phase_name: "movement", phases: ["movement", "combat"], to_act: ["red"], asked: "Move your units",
      units: UNITS, boxes: [], objectives: [], standings: [], losses: [], procedure: null, result: null,
    },
    ...change,
  };
}

export interface TestGame { context: GameContext & { selection: Selection }; given: string[] }

export function testGame(test: TestTable = {}): TestGame {
  const { table, given } = testTable(test);
  Object.assign(table, { seats: { red: "secret" }, sending: false, spectator: false });
  const layout = new Layout();
  layout.data = {
    game: GAME, scenario: GAME.scenarios[0]!, board: BOARD, levels: CATALOGUE.levels,
    rules: { game: "duel", short: "D", chapters: {}, rules: [{ id: "8.1", title: "Combat", says: "Roll a die.", kind: "", testable: true, module: "", levels: [], option: "", untested: "" }] },
  };
  const units = new Map(UNITS.map((one): [string, UnitView] => [one.id, one]));
  const toast = new ToastState();
  const selection = new Selection(table, () => units, () => GAME.verbs, toast);
  return { context: { layout, table, selection, toast, units }, given };
}

/** Render a component of the game screen. */
export function renderIn<P extends Record<string, unknown>>(game: TestGame, component: Component<P>, props: P): RenderResult<Component<P>> {
  const options = { props, context: new Map([[GAME_CONTEXT, game.context]]) } as Parameters<typeof render<Component<P>>>[1];
  return render(component, options);
}
