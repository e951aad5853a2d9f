/** Runs a lesson: short steps inside a real game with fixed dice, described by a data file. */

import { api, type Order } from "../api";
import { endOf } from "../selection/orders";
import type { Layout } from "../play/layout.svelte";
import type { Selection } from "../selection/selection.svelte";
import { savedGames } from "../state/savedGames.svelte";
import type { Table } from "../play/table.svelte";
import { connection } from "../text/messages/connection";
import { orders as t } from "../text/messages/orders";
import { gist, type LessonOrder } from "./gist";
import { lessons } from "./lessons";

export interface Step {
  title: string;
  text: string;
  /** Hexes to highlight. */
  marks?: string[];
  /** Orders of either side, given before the step is shown. */
  before?: { side: string; order: LessonOrder }[];
  /** The orders the player gives, one after another; without any, the step waits for "Next". */
  orders?: LessonOrder[];
  /** Shown if the player tries something else. */
  hint?: string;
}
export interface LessonFile { id: string; title: string; summary: string; scenario: string; seed: string; side: string; steps: Step[];
  /** The lesson ends before the game is over. */
  ends?: "open";
}

export class Lesson {
  step = $state(0);
  private number = $state(-1);
  private scripting = -1;
  private framed = -1;
  readonly file: LessonFile;

  static mine(id: string, seats: Record<string, string>): Record<string, string> {
    const side = lessons[id]?.side ?? "";
    return seats[side] ? { [side]: seats[side] } : {};
  }

  constructor(
    id: string, private readonly seats: Record<string, string>, step: number,
    private readonly table: Table, private readonly selection: Selection, private readonly layout: Layout,
  ) {
    const file = lessons[id];
    if (!file) throw new Error(connection.noLesson(id));
    this.file = file;
    this.step = step;
    selection.gate = (order) => this.gate(order);
  }

  get now(): Step | undefined {
    return this.file.steps[this.step];
  }

  /** The number of orders before a step. */
  private start(step: number): number {
    return this.file.steps.slice(0, step).reduce((sum, one) => sum + (one.before?.length ?? 0) + (one.orders?.length ?? 0), 0);
  }

  /** The order that the step waits for. */
  get wanted(): LessonOrder | null {
    const step = this.now;
    const at = this.number - this.start(this.step) - (step?.before?.length ?? 0);
    return at >= 0 ? (step?.orders?.[at] ?? null) : null;
  }

  get waitsForNext(): boolean {
    return !this.now?.orders?.length;
  }

  get last(): boolean {
    return this.step === this.file.steps.length - 1;
  }

  /** Hexes to highlight until a unit is selected. */
  get marks(): string[] {
    return this.selection.selected.length && this.wanted ? [] : (this.now?.marks ?? []);
  }

  next(): void {
    if (this.step < this.file.steps.length - 1) this.go(this.step + 1);
  }

  /** Follow the game: give scripted orders, and go to the next step when the player's are done. */
  follow(): void {
    const now = this.table.now;
    if (!now || this.table.showing) return;
    this.number = now.number;
    const step = this.now;
    if (!step) return;
    this.frame(step);
    const before = step.before ?? [];
    const done = now.number - this.start(this.step);
    const scripted = before[done];
    if (done >= 0 && scripted) return void this.script(scripted, now.number);
    if (step.orders?.length && done >= before.length + step.orders.length) this.go(this.step + 1);
  }

  /** Bring the hexes of a step into view, once. */
  private frame({ marks = [] }: Step): void {
    if (this.framed === this.step || !this.layout.board) return;
    this.framed = this.step;
    this.layout.frameUnlessSeen(marks);
  }

  private go(step: number): void {
    this.step = step;
    savedGames.put(this.table.game, { step });
    this.layout.tab = "orders";
    this.follow();
  }

  private async script({ side, order }: { side: string; order: LessonOrder }, number: number): Promise<void> {
    const secret = this.seats[side];
    if (!secret || this.scripting === number) return;
    this.scripting = number;
    try {
      await api.order(this.table.game, secret, order, number);
    } catch (error) {
      this.selection.toast.tell(error);
    }
  }

  private gate(order: Order): string | null {
    const wanted = this.wanted;
    if (this.last && !wanted) return null;
    if (!wanted) return t.readFirst;
    if (gist(order) === gist(wanted)) return null;
    const goal = endOf(order) || order.target;
    return this.now?.hint ?? t.followLesson(goal);
  }
}
