/** What lies open on the desk beside the board: tab, rule, overlays, dialogs. */

import { getContext, setContext } from "svelte";
import type { Side, UnitView } from "../api";
import { type BoardApi, groundOf, type NationLook, type Overlay } from "../board";
import type { Hand } from "../selection/selection.svelte";
import type { Setting } from "../state/library.svelte";
import { settings } from "../state/settings.svelte";
import type { Table } from "./table.svelte";

export type Tab = "decision" | "units" | "log" | "rules" | "talk";
export type Dialog = "" | "keys" | "settings" | "luck" | "share" | "result";
/** Zones, threat and supply are known to every game; the rest are areas of its own. */
export type Hatching = string;

const EDGE = 24;

export class Desk {
  tab = $state<Tab>("decision");
  open = $state(settings.chosen.panel);
  dialog = $state<Dialog>("");
  rule = $state("");
  /** The hex being looked at. */
  here = $state("");
  hatching = $state<Hatching>("");
  /** The keyboard is wanted among what lies beside the map. */
  beside = $state(false);
  objectives = $state(false);
  trails = $state(false);
  hatch = $state.raw<NonNullable<Overlay["hatch"]>>([]);
  setting = $state.raw<Setting | null>(null);
  board: BoardApi | null = null;
  stage = $state.raw<HTMLElement | null>(null);

  get sides(): Side[] {
    return settings.looks(this.setting?.game.sides ?? []);
  }

  get nations(): Record<string, NationLook> {
    return this.setting?.board.nations ?? {};
  }

  /** The colours of a counter. */
  readonly ground = $derived.by(() => groundOf({ sides: this.sides, nations: this.nations, bySide: settings.bySide }));

  side(id: string): Side {
    return this.sides.find((side) => side.id === id) ?? { id, title: id, colour: "#777777", ink: "#ffffff" };
  }

  show(tab: Tab): void {
    this.tab = tab;
    this.fold(true);
  }

  fold(open: boolean): void {
    this.open = open;
    settings.set("panel", open);
  }

  showRule(id: string): void {
    this.rule = id;
    this.show("rules");
  }

  /** Another player sits down: begin with a clean desk. */
  putAway(): void {
    this.tab = "decision";
    this.dialog = "";
    this.here = "";
    this.rule = "";
    this.hatching = "";
    this.hatch = [];
    this.trails = false;
  }

  /** Show a hex; what lies beside the map has none. */
  look(hex: string): void {
    if (!this.setting?.board.hexes.some((cell) => cell.hex === hex)) return;
    this.here = hex;
    this.lookAmong([hex]);
  }

  /** Show the first of some hexes, unless one of them is in sight already. */
  lookAmong(hexes: readonly string[]): void {
    const first = hexes[0];
    if (first !== undefined && !hexes.some((hex) => this.sees(hex))) this.board?.showHex(first);
  }

  private sees(hex: string): boolean {
    const at = this.board?.place(hex);
    const seen = this.stage?.getBoundingClientRect();
    return Boolean(at && seen && at.x > seen.left + EDGE && at.x < seen.right - EDGE && at.y > seen.top + EDGE && at.y < seen.bottom - EDGE);
  }
}

/** What every part of the game screen can reach. A replay has neither table nor hand. */
export interface Room {
  readonly desk: Desk;
  readonly table: Table | null;
  readonly hand: Hand | null;
  readonly units: ReadonlyMap<string, UnitView>;
}

const KEY = Symbol("room");
export const setRoom = (room: Room): Room => setContext(KEY, room);
export const getRoom = (): Room => getContext<Room>(KEY);
