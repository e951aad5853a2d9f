/** The player's hand: selecting counters, gathering them for a strike, giving the order that is made of it. */

import { type Order, type Refusal, ApiError } from "../api";
import { endOf, firstStrike, joined, sameUnits, strikesAt, targets, toggled, withUnits } from "./orders";
import { Holding } from "./holding.svelte";

/** A reason to show at the pointer. */
export interface Words { text: string; refusal: Refusal | null; hex: string }
/** Lets an order pass, or says why not now (the tutorial does). */
export type Gate = (order: Order) => string | null;

const EAGER = 40;

export class Hand extends Holding {
  words = $state.raw<Words | null>(null);
  gate: Gate = () => null;
  /** Orders that change the whole game: they wait for the player's word. */
  pending = $state.raw<readonly Order[] | null>(null);
  private stamp = "";

  /** The game has changed: begin anew, and look at what can be done. */
  async refresh(): Promise<void> {
    const now = this.table.now;
    const decision = this.table.decision;
    const stamp = decision ? `${now?.number} ${now?.undone} ${decision.side} ${decision.kind}` : "";
    if (stamp === this.stamp) return;
    this.stamp = stamp;
    const kept = this.selected.filter((id) => decision?.actors.includes(id));
    this.offered.forget();
    this.clear();
    if (!decision) return;
    if (this.gathers) return this.gather(kept);
    if (decision.actors.length === 1) await this.select(decision.actors);
    else if (kept.length) await this.select(kept);
    if (stamp === this.stamp && decision.actors.length <= EAGER) {
      await this.offered.learnAhead(decision.actors).catch(() => undefined); // what is not known yet is asked for when selected
    }
  }

  clear(): void {
    this.selected = [];
    this.gathered = null;
    this.verb = this.kind = this.manner = "";
    this.costs = {};
    this.weighing = false;
    this.cancelStrike();
    this.way = null;
    this.words = null;
    this.pending = null;
  }

  cancelStrike(): void {
    this.strike = null;
    this.preview = null;
  }

  /** Choose a hex for a kind of order that no counter gives, or let go of that. */
  seek(verb: string): void {
    const next = this.verb === verb ? "" : verb;
    this.clear();
    this.verb = next;
  }

  /** Choose where the selected are to do what is kept apart, or let go of that. */
  ask(kind: string): void {
    this.cancelStrike();
    this.way = null;
    this.kind = this.kind === kind ? "" : kind;
  }

  // -- selecting ---------------------------------------------------------------------------------

  async select(ids: readonly string[]): Promise<void> {
    const able = ids.filter((id) => this.ready.includes(id));
    this.cancelStrike();
    this.words = null;
    this.way = null;
    this.verb = this.kind = this.manner = "";
    if (this.gathers) return this.gather(able);
    this.selected = able;
    this.costs = {};
    this.weighing = able.length > 0;
    const stamp = this.stamp;
    try {
      await this.offered.learn(able);
      if (stamp === this.stamp && this.selected === able) await this.weigh(able);
      if (this.selected === able && able.length && !this.destinations.size && !this.buttons.length && !targets(able, this.offers).length) {
        this.words = { text: "There is nothing for it to do now.", refusal: null, hex: this.units().get(able[0] ?? "")?.at ?? "" };
      }
    } catch (error) {
      this.tell(error);
    } finally {
      if (this.selected === able) this.weighing = false;
    }
  }

  /** Ask what the ways of the selected cost, where they have any. Some ways cost nothing: set-up, retreats. */
  private async weigh(able: string[]): Promise<void> {
    if (!this.destinations.size) return;
    const free = (): { costs: Record<string, number> } => ({ costs: {} });
    const [reach, zone] = await Promise.all([this.table.ask("reach", { units: able }).catch(free), this.offered.enemyZone()]);
    if (this.selected !== able) return;
    this.zone = zone;
    this.costs = reach.costs;
  }

  /** Take counters for an order that takes several, and see what it would do; the rules may say no. */
  private async gather(able: string[]): Promise<void> {
    const verb = this.gathers;
    const order: Order = { verb, target: "", units: able, path: [], words: [] };
    this.selected = able;
    this.gathered = null;
    try {
      const preview = await this.table.ask("preview", { order });
      if (this.selected !== able) return;
      this.gathered = order;
      this.preview = preview;
    } catch (error) {
      if (this.selected === able) this.tell(error);
    }
  }

  async toggle(id: string): Promise<void> {
    const rest = this.selected.filter((one) => one !== id);
    await this.select(rest.length === this.selected.length ? [...rest, id] : rest);
  }

  /** Select the next counter that can act, or the one before. */
  async step(by: 1 | -1): Promise<string | null> {
    const ready = this.ready;
    if (!ready.length) return null;
    const at = ready.indexOf(this.selected[0] ?? "");
    const next = ready[(at < 0 ? (by > 0 ? 0 : -1) : at + by + ready.length) % ready.length] ?? ready[ready.length - 1];
    if (next === undefined) return null;
    await this.select([next]);
    return next;
  }

  // -- striking ----------------------------------------------------------------------------------

  async aim(hex: string): Promise<void> {
    const first = firstStrike(strikesAt(this.offers, hex), this.selected);
    if (first) await (this.kind ? this.propose(first) : this.setStrike(first));
  }

  /** Take a unit into the strike or out of it: just that if it is legal, else what comes nearest. */
  async join(unit: string): Promise<void> {
    const strike = this.strike;
    if (!strike) return;
    const rest = strike.units.filter((id) => id !== unit);
    const wished = withUnits(strike, rest.length === strike.units.length ? [...rest, unit] : rest);
    const next = toggled(strikesAt(this.offers, strike.target), strike, unit);
    const same = next && sameUnits(next.units, wished.units);
    if (this.verbs()[strike.verb]?.takes?.units?.leader && wished.units.length && (same || (await this.allows(wished)))) return this.setStrike(wished);
    if (next) return this.setStrike(next);
    if (strike.units.includes(unit)) return this.cancelStrike();
    await this.why([...strike.units, unit], strike.target, this.units().get(unit)?.at);
  }

  private async allows(order: Order): Promise<boolean> {
    return await this.table.ask("check", { order }).then(({ legal }) => legal, () => false);
  }

  /** Another of the units leads. */
  async lead(unit: string): Promise<void> {
    if (this.strike) await this.setStrike(withUnits(this.strike, [unit, ...this.strike.units.filter((id) => id !== unit)]));
  }

  /** Give an order at once, or show what may come of it first where that is a matter of chance. */
  async propose(offer: Order): Promise<void> {
    if (offer.target && (this.kind || !offer.units.length)) {
      const preview = await this.table.ask("preview", { order: offer }).catch(() => null);
      if (preview?.chances.length) {
        this.strike = offer;
        this.preview = preview;
        return;
      }
    }
    await this.give([offer]);
  }

  /** Make ready for a strike, and see what may come of it. */
  async setStrike(offer: Order): Promise<void> {
    this.strike = offer;
    this.words = null;
    this.way = null;
    if (offer.units.some((id) => !this.offered.knows(id))) await this.offered.learn(offer.units.filter((id) => this.ready.includes(id)));
    try {
      const preview = await this.table.ask("preview", { order: offer });
      if (this.strike === offer) this.preview = preview;
    } catch (error) {
      this.tell(error, offer.target);
    }
  }

  // -- ordering ----------------------------------------------------------------------------------

  /** Give one order: for all units together where the rules take them so, or one for each in turn.
   *  One that decides the game waits until it is confirmed. */
  async give(orders: readonly Order[]): Promise<void> {
    const held = orders.map((order) => this.gate(order)).find((words) => words !== null);
    if (held) {
      this.words = { text: held, refusal: null, hex: endOf(orders[0] as Order) || (orders[0]?.target ?? "") };
      return;
    }
    if (orders.some((order) => this.verbs()[order.verb]?.gravity === "decisive")) this.pending = orders;
    else await this.send(orders);
  }

  /** Give the orders that waited for the player's word. */
  async confirm(): Promise<void> {
    const orders = this.pending;
    this.pending = null;
    if (orders) await this.send(orders);
  }

  private async send(orders: readonly Order[]): Promise<void> {
    const first = orders[0];
    this.words = null;
    this.way = null;
    try {
      const whole = joined(orders, this.verbs());
      const given = whole && (await this.allows(whole)) ? [whole] : orders;
      for (const order of given) await this.table.order(order);
      await this.refresh();
    } catch (error) {
      this.tell(error, first ? endOf(first) || first.target : "");
    }
  }

  // -- saying why not -----------------------------------------------------------------------------

  /** Say why these counters cannot do anything about a hex; the order they could be given where they can. */
  async why(units: readonly string[], hex: string, where = hex): Promise<Order | null> {
    try {
      const { refusal, order } = await this.table.ask("why", { units: [...units], hex });
      this.words = refusal ? { text: refusal.reason, refusal, hex: where } : null;
      return order ?? null;
    } catch (error) {
      this.tell(error, where);
      return null;
    }
  }

  tell(error: unknown, hex = ""): void {
    const text = error instanceof Error ? error.message : String(error);
    this.words = { text, refusal: error instanceof ApiError ? error.refusal : null, hex };
  }
}
