/** What the rules offer now, learnt counter by counter and kept until the game changes. */

import type { Order } from "../api";
import { written } from "./choosing";
import type { Table } from "./table.svelte";

const TOGETHER = 10;
const MOST_AHEAD = 2_000;

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

  /** Ask for the orders of counters before they are wanted, a few at a time, as long as that is not too much. */
  async learnAhead(actors: readonly string[]): Promise<void> {
    const age = this.age;
    for (let at = 0; at < actors.length && age === this.age && this.list.length < MOST_AHEAD; at += TOGETHER) {
      await this.learn(actors.slice(at, at + TOGETHER));
    }
  }

  /** Ask for the orders of these counters, where they are not known yet. */
  async learn(actors: readonly string[]): Promise<void> {
    const age = this.age;
    const unknown = actors.filter((actor) => !this.known.has(actor));
    const answers = await Promise.all(unknown.map((actor) => this.table.ask("orders", { actor })));
    if (age !== this.age || !unknown.length) return;
    unknown.forEach((actor, index) => this.known.set(actor, answers[index]?.orders ?? []));
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
