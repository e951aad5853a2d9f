/** What the game screen shows around the board: tab, dialog, cited rule, map overlays. */

import { MediaQuery } from "svelte/reactivity";
import type { Side } from "../api";
import { type BoardApi, groundOf, type NationLook, type Overlay } from "../board";
import type { GameData } from "../state/library.svelte";
import { settings } from "../state/settings.svelte";

export type Tab = "orders" | "units" | "log" | "rules" | "chat";
export type Dialog = "" | "keys" | "settings" | "dice" | "share" | "result" | "goTo" | "briefing";
/** Which hexes are shaded. Every game has "zoc", "threat" and "supply"; others are areas of the game. */
export type Shading = string;

/** A hex within this many pixels of the edge does not count as in view. */
const EDGE = 24;
/** The centres of adjacent hexes are closer than this, in hexsides. */
const ADJACENT = 1.8;

export class Layout {
  tab = $state<Tab>("orders");
  panelOpen = $state(settings.values.panel);
  dialog = $state<Dialog>("");
  /** The rule shown first in the Rules tab. */
  rule = $state("");
  /** The hex the player looks at: clicked, or under the keyboard cursor. */
  hex = $state("");
  shading = $state<Shading>("");
  /** Set to move the keyboard focus to the off-map boxes. */
  focusBoxes = $state(false);
  showObjectives = $state(false);
  shadedHexes = $state.raw<NonNullable<Overlay["hatch"]>>([]);
  /** The ranges of the selected units. */
  outlines = $state.raw<NonNullable<Overlay["outlines"]>>([]);
  private loaded = $state.raw<GameData | null>(null);
  /** The kind of the open decision, by which some verbs have other labels. */
  asked = $state("");
  /** Whether the panel is below the map, as on a phone. */
  readonly narrow = new MediaQuery("max-width: 820px");
  board: BoardApi | null = null;
  /** Height in pixels of the buttons over the bottom of the map. */
  foot = $state(0);
  stage = $state.raw<HTMLElement | null>(null);
  /** Counts changes of the visible part of the map, for what is placed over its hexes. */
  seen = $state(0);

  private readonly labelled = $derived.by(() => this.loaded && withAnswers(this.loaded, this.asked));

  get data(): GameData | null {
    return this.labelled;
  }

  set data(data: GameData | null) {
    this.loaded = data;
  }

  get sides(): Side[] {
    return settings.coloursOf(this.data?.board.sides ?? []);
  }

  get nations(): Record<string, NationLook> {
    return this.data?.board.nations ?? {};
  }

  /** The colours of a counter. */
  readonly ground = $derived.by(() => groundOf({ sides: this.sides, nations: this.nations, bySide: settings.bySide }));

  /** Hexes of the map, as opposed to off-map boxes. */
  readonly hexes = $derived.by(() => new Set(this.data?.board.hexes.map((cell) => cell.hex)));

  /** The name that each counter is printed with. */
  readonly printed = $derived.by(() => new Map(this.data?.board.counters.flatMap(({ id, title }) => (title ? [[id, title] as const] : []))));

  /** The name of the place in a hex, or undefined. */
  readonly placeName = (hex: string): string | undefined => this.places.get(hex);

  side(id: string): Side {
    return this.sides.find((side) => side.id === id) ?? { id, title: id, colour: "#777777", ink: "#ffffff" };
  }

  show(tab: Tab): void {
    this.tab = tab;
    this.setPanel(true);
  }

  setPanel(open: boolean): void {
    this.panelOpen = open;
    settings.set("panel", open);
  }

  showRule(id: string): void {
    this.rule = id;
    this.show("rules");
  }

  toggleShading(shading: Shading): void {
    this.shading = this.shading === shading ? "" : shading;
  }

  /** Forget what the last player looked at. */
  reset(): void {
    this.tab = "orders";
    this.dialog = "";
    this.hex = "";
    this.rule = "";
    this.shading = "";
    this.shadedHexes = [];
    this.outlines = [];
  }

  private readonly places = $derived.by(() => new Map(this.loaded?.board.places.map(({ hex, name }) => [hex, name])));
  private readonly cells = $derived.by(() => new Map(this.loaded?.board.hexes.map((cell) => [cell.hex, cell])));

  /** The name of the place in a hex, or "". */
  place(hex: string): string {
    return this.places.get(hex) ?? "";
  }

  /** The centre of a hex in hexsides. */
  centre(hex: string): readonly [number, number] | undefined {
    const cell = this.cells.get(hex);
    return cell && [cell.x, cell.y];
  }

  /** A hex as players speak of it: the place in it, or its number and the place next to it. */
  spoken(hex: string): string {
    const near = this.place(hex) ? "" : this.nearest(hex, ADJACENT);
    return this.place(hex) || (near ? `${hex} near ${near}` : hex);
  }

  /** The place in a hex or within two hexes of it, or the number of the hex. */
  region(hex: string): string {
    return this.place(hex) || this.nearest(hex, 2 * ADJACENT) || hex;
  }

  private nearest(hex: string, within: number): string {
    const at = this.centre(hex);
    if (!at) return "";
    const far = (there: string): number => {
      const [x, y] = this.centre(there) ?? [Infinity, Infinity];
      return Math.hypot(x - at[0], y - at[1]);
    };
    const [first] = [...this.places].map(([there, name]) => ({ name, far: far(there) })).filter((one) => one.far < within).sort((a, b) => a.far - b.far);
    return first?.name ?? "";
  }

  /** Bring a hex of the map into view. */
  showHex(hex: string): void {
    if (!this.hexes.has(hex)) return;
    this.hex = hex;
    this.showAnyOf([hex]);
  }

  /** Bring the first of some hexes into view, unless one of them is. */
  showAnyOf(hexes: readonly string[]): void {
    const first = hexes[0];
    if (first !== undefined && !hexes.some((hex) => this.inView(hex))) this.board?.showHex(first);
  }

  /** Frame hexes, unless all of them are in view. */
  frameUnlessSeen(hexes: readonly string[]): void {
    if (!hexes.every((hex) => this.inView(hex))) this.board?.frame(hexes);
  }

  /** Whether a hex is in the visible part of the map. */
  inView(hex: string): boolean {
    const at = this.board?.place(hex);
    const view = this.stage?.getBoundingClientRect();
    const covering = at && document.elementFromPoint?.(at.x, at.y);
    if (covering && !covering.closest(".gb")) return false; // under boxes or buttons
    return Boolean(at && view && at.x > view.left + EDGE && at.x < view.right - EDGE && at.y > view.top + EDGE && at.y < view.bottom - EDGE);
  }
}

/** The same data, with the labels that verbs have as answers to a question. */
function withAnswers(data: GameData, asked: string): GameData {
  const found = Object.entries(data.game.verbs).filter(([, verb]) => verb.answers?.[asked]);
  if (!found.length) return data;
  const verbs = Object.fromEntries(found.map(([name, verb]) => [name, { ...verb, label: verb.answers?.[asked] ?? verb.label }]));
  return { ...data, game: { ...data.game, verbs: { ...data.game.verbs, ...verbs } } };
}
