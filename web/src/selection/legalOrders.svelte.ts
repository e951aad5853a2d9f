/** What the rules offer now, learnt counter by counter and kept until the game changes. */

import type { Order } from "../api";
import { written } from "./orders";
import type { Table } from "../play/table.svelte";

const MOST_AHEAD = 2_000;
const MOST_TOGETHER = 200;

export class Offers {
  list = $state.raw<Order[]>([]);
  private known = new Map<string, Order[]>();
  private age = 0;

  constructor(private readonly table: Table) {}

  knows(actor: string): boolean {
    return this.known.has(actor);
  }

  forget(): void {
    this.age += 1;
    this.known.clear();
    this.list = [];
  }

  /** Ask for the orders of counters before they are wanted; for some only, where all would be too much. */
  learnAhead(actors: readonly string[]): Promise<void> {
    return this.learn(actors, MOST_AHEAD);
  }

  /** Ask for the orders of these counters, where they are not known yet. */
  async learn(actors: readonly string[], limit: number | null = null): Promise<void> {
    const age = this.age;
    const unknown = actors.filter((actor) => !this.known.has(actor)).slice(0, MOST_TOGETHER);
    if (!unknown.length) return;
    const { orders } = await this.table.ask("orders", { actors: unknown, limit });
    if (age !== this.age) return;
    for (const [actor, offers] of Object.entries(orders)) this.known.set(actor, offers);
    const every = new Map<string, Order>();
    for (const offers of this.known.values()) for (const offer of offers) every.set(written(offer), offer);
    this.list = [...every.values()];
  }

  /** Hexes in which the others' zones make units stop. */
  async enemyZone(): Promise<ReadonlySet<string>> {
    const others = Object.keys(this.table.now?.players ?? {}).filter((side) => side !== this.table.side);
    const zones = await Promise.all(others.map((side) => this.table.ask("overlay", { name: "zoc", side })));
    return new Set(zones.flatMap((zone) => zone.hexes));
  }
}
