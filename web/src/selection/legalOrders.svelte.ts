/** The legal orders of the current decision, loaded unit by unit and kept until the game changes. */

import type { Order } from "../api";
import type { Table } from "../play/table.svelte";
import { orderText } from "./orders";

/** Maximum number of units in one request. */
const MAX_ACTORS = 200;
/** Loading ahead stops at this many orders. */
const MAX_AHEAD = 2_000;

export class LegalOrders {
  list = $state.raw<Order[]>([]);
  private byActor = new Map<string, Order[]>();
  private generation = 0;

  constructor(private readonly table: Table) {}

  has(actor: string): boolean {
    return this.byActor.has(actor);
  }

  clear(): void {
    this.generation += 1;
    this.byActor.clear();
    this.list = [];
  }

  /** Load orders before they are needed; if they are too many, only those of some units. */
  loadAhead(actors: readonly string[]): Promise<void> {
    return this.load(actors, MAX_AHEAD);
  }

  /** Load the orders of these units unless they are known. */
  async load(actors: readonly string[], limit: number | null = null): Promise<void> {
    const { generation } = this;
    const missing = actors.filter((actor) => !this.byActor.has(actor)).slice(0, MAX_ACTORS);
    if (!missing.length) return;
    const { orders } = await this.table.ask("orders", { actors: missing, limit });
    if (generation !== this.generation) return;
    for (const [actor, found] of Object.entries(orders)) this.byActor.set(actor, found);
    const all = new Map<string, Order>();
    for (const found of this.byActor.values()) for (const order of found) all.set(orderText(order), order);
    this.list = [...all.values()];
  }

  /** Load the hexes in which enemy ZOCs stop movement. */
  async enemyZoc(): Promise<ReadonlySet<string>> {
    const enemies = Object.keys(this.table.now?.players ?? {}).filter((side) => side !== this.table.side);
    const overlays = await Promise.all(enemies.map((side) => this.table.ask("overlay", { name: "zoc", side })));
    return new Set(overlays.flatMap((overlay) => overlay.hexes));
  }
}
