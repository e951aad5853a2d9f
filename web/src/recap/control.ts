/** Opens the recap: by itself when others have moved and it is the player's turn, or on request. */

import { api, type PlayedOrder } from "../api";
import type { Layout } from "../play/layout.svelte";
import type { Table } from "../play/table.svelte";
import { savedGames } from "../state/savedGames.svelte";
import { beforeLastTurn, isEmpty, type Printed, type Recap, recapOf } from "./recap";
import { phaseSide } from "../text/wording";
import { RecapState } from "./recap.svelte";
import { threat } from "./words";

export class RecapControl {
  readonly state: RecapState;
  /** The number of orders when the recap last opened by itself. */
  private openedAt = -1;
  private before: ReturnType<NonNullable<Layout["board"]>["where"]> | null = null;

  constructor(private readonly game: string, private readonly table: Table, private readonly layout: Layout) {
    this.state = new RecapState(() => layout.sides, async (number) => (await api.then(game, number, table.secret)).view.units, () => this.closed());
  }

  /** Show the others' latest turn, or close the recap. */
  toggle(): void {
    if (this.state.open) return this.state.close();
    this.open(this.recap(this.lastTurn()));
  }

  /** Called whenever the game has changed. */
  follow(): void {
    const { now, decision, log, side } = this.table;
    if (!now || !this.layout.data || !this.layout.board) return;
    if (this.state.open && this.state.recap?.to !== log.at(-1)?.number) this.state.close();
    const own = this.ownOrders(log);
    if (own > this.seen) this.remember(own);
    if (!decision?.must || !side || this.openedAt === now.number || ![side, ""].includes(now.view.phase_side)) return;
    this.openedAt = now.number;
    const recap = this.recap(Math.max(this.seen, own));
    if (recap.sides.some((one) => one !== side) && this.layout.dialog !== "briefing") this.open(recap);
  }

  private recap(from: number): Recap {
    return recapOf(this.table.log, from, this.printed());
  }

  private open(recap: Recap): void {
    if (isEmpty(recap)) return;
    this.before = this.layout.board?.where() ?? null;
    this.state.show(recap);
    void this.findThreat();
    // once the strip is laid out
    requestAnimationFrame(() => this.state.open && this.layout.frameUnlessSeen(this.state.hexes));
  }

  private closed(): void {
    this.remember(this.table.log.at(-1)?.number ?? 0);
    if (this.before) this.layout.board?.goBack(this.before);
    this.before = null;
  }

  private lastTurn(): number {
    return beforeLastTurn(this.table.log, this.table.side, this.layout.sides);
  }

  /** The number of the last order that this seat gave in a phase of its own: the player has seen everything before. */
  private ownOrders(log: readonly PlayedOrder[]): number {
    const { side } = this.table;
    const at = log.findLastIndex((one, index) => one.side === side && ["", side].includes(phaseSide(log[index - 1]?.phase ?? "", this.layout.sides)));
    return log[at]?.number ?? 0;
  }

  /** The last order that this seat has seen, kept in the browser; before the first visit, the others' latest turn is new. */
  private get seen(): number {
    const known = savedGames.find(this.game)?.seen?.[this.table.side];
    return Math.min(known ?? this.lastTurn(), this.table.log.at(-1)?.number ?? 0);
  }

  private remember(number: number): void {
    const saved = savedGames.find(this.game);
    if (saved && saved.seen?.[this.table.side] !== number) savedGames.put(this.game, { seen: { ...saved.seen, [this.table.side]: number } });
  }

  private printed(): Printed {
    const counters = new Map(this.layout.data?.board.counters.map((counter) => [counter.id, counter]));
    return {
      counter: (id) => {
        const counter = counters.get(id);
        return counter && { side: counter.side, strength: counter.marker ? 0 : Math.max(1, counter.factors?.[0] ?? counter.steps ?? 1) };
      },
      centre: (hex) => this.layout.centre(hex),
    };
  }

  /** Ask which objectives the enemy can reach now. */
  private async findThreat(): Promise<void> {
    const { table, state, layout } = this;
    const { recap } = state;
    const view = table.now?.view;
    if (!view || !table.side) return;
    const reached = await Promise.all(
      layout.sides.filter(({ id }) => id !== table.side).map(({ id }) => table.ask("overlay", { name: "threat", side: id }).then(({ hexes }) => hexes, () => [])),
    );
    if (state.recap !== recap) return;
    const reach = new Set(reached.flat());
    const guarded = new Set(view.units.filter((unit) => unit.side === table.side && !unit.marker).map((unit) => unit.at));
    state.threat = threat(view.objectives, table.side, reach, guarded);
    state.threatened = view.objectives.filter(({ hex, held_by }) => held_by === table.side && reach.has(hex));
  }
}
