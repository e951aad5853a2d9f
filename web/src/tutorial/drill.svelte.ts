/** Follows a drill: which of its steps are done, by the orders that the player has given. */

import type { LegalOrder, Order } from "../api";
import { spans } from "../components/markdown";
import { endOf } from "../selection/orders";
import { savedGames } from "../state/savedGames.svelte";
import { gist } from "./gist";

export interface DrillStep { text: string; orders: LegalOrder[] }

export class Drill {
  /** What the player has ordered, as lessons compare orders. */
  private given = $state.raw<readonly string[]>([]);
  /** The step on show, if not the current one. */
  private turned = $state<number | null>(null);

  constructor(private readonly game: string, readonly steps: readonly DrillStep[]) {
    this.given = savedGames.find(game)?.given ?? [];
  }

  /** The steps of a scenario, each with the orders that it quotes. */
  static steps(texts: readonly string[], orders: Readonly<Record<string, LegalOrder>>): DrillStep[] {
    return texts.map((text) => ({ text, orders: spans(text).flatMap(({ kind, text: code }) => { const order = kind === "code" ? orders[code] : undefined; return order?.units.length ? [order] : []; }) }));
  }

  /** Whether an order of a step has been given. */
  done(order: Order): boolean {
    return this.given.includes(gist(order));
  }

  /** The first step after the last one of which an order was given and all were; the number of steps when all are done. */
  get current(): number {
    const whole = (step: DrillStep): boolean => step.orders.length > 0 && step.orders.every((order) => this.done(order));
    const begun = (step: DrillStep): boolean => step.orders.some((order) => this.done(order));
    const last = this.steps.findLastIndex(begun);
    const found = this.steps[last];
    return found && !whole(found) ? last : last + 1;
  }

  get shown(): number {
    return this.turned ?? this.current;
  }

  turn(by: number): void {
    this.turned = Math.max(0, Math.min(this.steps.length - 1, this.shown + by));
  }

  /** The player has given an order. */
  note(order: Order): void {
    this.given = [...this.given, gist(order)];
    this.turned = null;
    savedGames.put(this.game, { given: [...this.given] });
  }

  /** Hexes that the orders of the current step lead to. */
  get goals(): string[] {
    const pending = (this.steps[this.shown]?.orders ?? []).filter((order) => !this.done(order));
    return pending.slice(0, 1).map((order) => order.target || endOf(order)).filter(Boolean);
  }
}
