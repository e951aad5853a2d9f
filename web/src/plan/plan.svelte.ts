/** Planning arrows and notes of one game, by side. They stay in this browser and are never sent anywhere. */

import type { PlayedOrder } from "../api";
import type { Overlay } from "../board";
import { loadStored, store } from "../state/storage";

export interface Arrow { from: string; to: string }
export interface Note { hex: string; text: string }
export interface Sheet { arrows: Arrow[]; notes: Note[] }

const MOST = 200;
const EMPTY: Sheet = { arrows: [], notes: [] };
const keyOf = (game: string, side: string): string => `plan.${game}.${side}`;

export function loadPlan(game: string, side: string): Sheet {
  return { ...EMPTY, ...loadStored<Partial<Sheet>>(keyOf(game, side), {}) };
}

export function savePlan(game: string, side: string, sheet: Sheet): void {
  store(keyOf(game, side), { arrows: sheet.arrows.slice(-MOST), notes: sheet.notes.slice(-MOST) });
}

/** The moves of a side as arrows, from the first hex to the last. */
export function movesOf(log: readonly PlayedOrder[], side: string): Arrow[] {
  return log.filter((played) => played.side === side).flatMap(({ events }) => events)
    .filter(({ side: whose, units, hexes }) => units.length && hexes.length > 1 && hexes[0] !== hexes.at(-1) && (!whose || whose === side))
    .map(({ hexes }) => ({ from: hexes[0] ?? "", to: hexes.at(-1) ?? "" }));
}

export class Plan {
  /** Clicks on the map draw. */
  drawing = $state(false);
  /** Where an arrow starts, or "". */
  from = $state("");
  /** The hex whose note is being written, or "". */
  noting = $state("");
  private readonly sheets = $state<Record<string, Sheet>>({});

  constructor(private readonly game: string, private readonly side: () => string) {}

  get sheet(): Sheet {
    return this.sheets[this.side()] ?? loadPlan(this.game, this.side());
  }

  get empty(): boolean {
    return !this.sheet.arrows.length && !this.sheet.notes.length;
  }

  toggle(): void {
    this.drawing = !this.drawing;
    this.from = this.noting = "";
  }

  /** A hex was clicked: begin an arrow, end it, or write a note. */
  pick(hex: string): void {
    if (!this.from) {
      this.from = hex;
      return;
    }
    const { from } = this;
    this.from = "";
    if (from === hex) this.noting = hex;
    else this.drawArrow(from, hex);
  }

  /** Draw an arrow; the same one again removes it. */
  private drawArrow(from: string, to: string): void {
    const left = this.sheet.arrows.filter((arrow) => arrow.from !== from || arrow.to !== to);
    this.put({ arrows: left.length < this.sheet.arrows.length ? left : [...left, { from, to }] });
  }

  removeArrow(gone: Arrow): void {
    this.put({ arrows: this.sheet.arrows.filter(({ from, to }) => from !== gone.from || to !== gone.to) });
  }

  /** Write a note; an empty one removes it. */
  write(hex: string, text: string): void {
    const others = this.sheet.notes.filter((note) => note.hex !== hex);
    this.put({ notes: text.trim() ? [...others, { hex, text: text.trim() }] : others });
    this.noting = "";
  }

  clear(): void {
    this.put({ arrows: [], notes: [] });
    this.from = this.noting = "";
  }

  /** What the map shows of the plan. */
  overlay(colour: string): Pick<Overlay, "plan"> {
    const { arrows, notes } = this.sheet;
    const start = this.drawing ? this.from || this.noting : "";
    return this.empty && !start ? {} : { plan: { arrows, notes, colour, ...(start ? { start } : {}) } };
  }

  private put(change: Partial<Sheet>): void {
    const sheet = { ...this.sheet, ...change };
    this.sheets[this.side()] = sheet;
    savePlan(this.game, this.side(), sheet);
  }
}
