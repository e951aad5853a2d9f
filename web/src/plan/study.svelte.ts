/** Hints from the computer, and what-if games that the player plays for both sides. */

import { api, type Hint, type LegalOrder } from "../api";
import type { ToastState } from "../play/toast.svelte";
import type { Table } from "../play/table.svelte";
import { format } from "../routes";
import { savedGames } from "../state/savedGames.svelte";
import { loadPlan, movesOf, savePlan } from "./plan.svelte";

export class Study {
  hint = $state.raw<Hint | null>(null);
  thinking = $state(false);
  busy = $state(false);

  constructor(private readonly game: string, private readonly table: Table, private readonly toast: ToastState) {}

  /** The game that this what-if game comes from. */
  get origin(): { game: string; side: string } | undefined {
    return savedGames.find(this.game)?.whatIf;
  }

  /** The hint, until the game changes. */
  get current(): Hint | null {
    return this.hint && this.hint.number === this.table.now?.number ? this.hint : null;
  }

  get order(): LegalOrder | null {
    return this.current?.order ?? null;
  }

  /** The hint on the map: from each of its units to where it goes or attacks. */
  arrows(at: (unit: string) => string | undefined): { from: string; to: string; kind: "attack" | "move" }[] {
    const { order } = this;
    const to = order?.target || order?.path.at(-1);
    if (!order || !to) return [];
    const from = [...new Set(order.units.map((unit) => at(unit) ?? ""))].filter((hex) => hex && hex !== to);
    return from.map((hex) => ({ from: hex, to, kind: order.target ? "attack" as const : "move" as const }));
  }

  close(): void {
    this.hint = null;
  }

  async ask(): Promise<void> {
    const { table } = this;
    if (this.current) return this.close();
    if (!table.decision || this.thinking) return;
    const others = Object.entries(table.seats).filter(([side]) => side !== table.side).map(([, secret]) => secret);
    this.thinking = true;
    try {
      this.hint = await api.hint(this.game, [table.secret ?? "", ...others]);
    } catch (error) {
      this.toast.tell(error);
    } finally {
      this.thinking = false;
    }
  }

  /** Branch off from the current position as far as this side can see it. */
  async branch(): Promise<void> {
    const { game, table, toast } = this;
    if (this.busy) return;
    this.busy = true;
    try {
      const made = await api.whatIf(game, table.secret);
      savedGames.put(made.game, { scenario: table.now?.scenario ?? "", seats: made.seats, alone: true, briefed: Object.keys(made.seats), whatIf: { game, side: table.side } });
      location.hash = format({ page: "game", game: made.game });
    } catch (error) {
      toast.tell(error);
    } finally {
      this.busy = false;
    }
  }

  /** Go back to the game; with `keep`, the moves of the player's side become arrows of its plan. */
  async leave(keep: boolean): Promise<void> {
    const { game, table, origin } = this;
    if (!origin || this.busy) return;
    this.busy = true;
    if (keep) {
      const plan = loadPlan(origin.game, origin.side);
      savePlan(origin.game, origin.side, { ...plan, arrows: [...plan.arrows, ...movesOf(table.log, origin.side)] });
    }
    table.close();
    await api.discard(game, table.secret).catch(() => undefined); // it expires by itself
    savedGames.remove(game);
    location.hash = format({ page: "game", game: origin.game });
  }
}
