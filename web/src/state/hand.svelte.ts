/** The player's hand: what is selected, what that can do, and the order being made of it. */

import { type Breakdown, type Offer, type Refusal, Trouble, type UnitView, type Way } from "../api";
import type { Overlay } from "../board";
import { apart, buttons, by, byHand, destinations, elsewhere, endOf, firstStrike, gathering, hexChoices, joined, joiners, lit, manners, sameUnits, sort, spokenOf, strikesAt, targets, toggled, type Verbs } from "./choosing";
import { Offers } from "./offers.svelte";
import type { Table } from "./table.svelte";

/** A reason to show at the pointer. */
export interface Words { text: string; refusal: Refusal | null; hex: string }
/** Lets an order pass, or says why not now (the tutorial does). */
export type Gate = (order: Offer) => string | null;

const EAGER = 40;
/** Ways are shown as buttons too when there are no more than these. */
const FEW_ANSWERS = 12;

export class Hand {
  selected = $state.raw<string[]>([]);
  strike = $state.raw<Offer | null>(null);
  preview = $state.raw<Breakdown | null>(null);
  way = $state.raw<(Way & { hex: string }) | null>(null);
  costs = $state.raw<Record<string, number>>({});
  /** What the ways cost is still being asked: until then nobody can tell marches from answers. */
  weighing = $state(false);
  zone = $state.raw<ReadonlySet<string>>(new Set());
  words = $state.raw<Words | null>(null);
  /** A kind of order without a counter, while the hex for it is being chosen. */
  verb = $state("");
  /** A kind of order of the selected counters that was asked for, because it is kept apart. */
  kind = $state("");
  /** The words with which the selected are to be sent somewhere, where there is a choice. */
  manner = $state("");
  gate: Gate = () => null;
  private readonly offered: Offers;
  private stamp = "";
  private hovered = "";
  private hoverTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: Table,
    private readonly units: () => ReadonlyMap<string, UnitView>,
    private readonly hexes: () => ReadonlySet<string>,
    private readonly verbs: () => Verbs = () => ({}),
  ) {
    this.offered = new Offers(table);
  }

  /** A kind of order for which counters are gathered one by one, and that can be given without any. */
  readonly gathers = $derived.by((): string => gathering(this.table.decision?.free ?? [], this.verbs()));

  /** That order with what is selected, when the rules allow it. */
  gathered = $state.raw<Offer | null>(null);

  /** What is offered on the map and as buttons: of the orders kept apart, only the kind that was asked for. */
  readonly offers = $derived.by((): Offer[] => {
    const verbs = this.verbs();
    return this.offered.list.filter((offer) => (this.kind ? offer.verb === this.kind : !verbs[offer.verb]?.apart));
  });

  /** The kinds of orders kept apart that the selected could be given. */
  readonly apart = $derived.by(() => apart(this.selected, this.offered.list, this.verbs()));

  readonly manners = $derived.by(() => manners(this.selected, this.offers));

  get ready(): string[] {
    return this.table.decision?.actors ?? [];
  }

  readonly destinations = $derived.by(() => {
    const manner = this.manners.includes(this.manner) ? this.manner : (this.manners[0] ?? "");
    const said = (way: Offer): boolean => this.manners.length < 2 || way.words.join(" ") === manner;
    return destinations(this.selected, this.offers.filter(said));
  });

  /** The orders to show as buttons for what is selected. */
  readonly buttons = $derived.by(() => (this.ready.length ? buttons(this.selected, this.offers) : []));

  /** Ways that are answers rather than marches (few, without costs), as buttons too. */
  readonly answers = $derived.by((): Offer[] => {
    if (this.weighing) return [];
    const ways = [...this.destinations.entries()].filter(([hex]) => this.kind || this.costs[hex] === undefined);
    return ways.length <= FEW_ANSWERS ? ways.flatMap(([, orders]) => (orders.length === 1 ? orders : [])) : [];
  });

  /** Hexes that orders without a counter speak of, while none is selected. */
  readonly open = $derived.by(() => {
    const free = this.selected.length ? [] : (this.table.decision?.free ?? []);
    return hexChoices(this.verb ? free.filter((offer) => offer.verb === this.verb) : free);
  });

  /** The kind of order for which a hex is being chosen: one says so, or the question is about nothing else. */
  get sought(): string {
    const { sought } = byHand(this.table.decision?.free ?? [], this.verbs());
    return this.verb || (!this.ready.length && sought.size === 1 ? [...sought.keys()][0] ?? "" : "");
  }

  /** Those of them that the question is about: where counters can act, a click on the map is meant for these. */
  get lit(): ReadonlyMap<string, Offer[]> {
    return this.ready.length && !this.verb ? new Map<string, Offer[]>() : this.open;
  }

  /** Where the question itself speaks of hexes and the orders do not: a click there means the one order there is. */
  get spoken(): string[] {
    const sorted = sort(this.offers);
    if (!sorted.plain.length || sorted.ways.length || sorted.strikes.length) return [];
    return spokenOf(this.table.decision?.sentence ?? "", this.hexes());
  }

  get joiners(): string[] {
    const { target, verb } = this.strike ?? { target: "", verb: "" };
    return joiners(strikesAt(this.offers, target).filter((offer) => offer.verb === verb));
  }

  get overlay(): Overlay {
    if (this.verb && !this.strike) return { choices: [...this.open.keys()] };
    const at = new Map([...this.units().values()].map((unit) => [unit.id, unit.at]));
    const overlay = lit({
      actors: this.ready, selected: this.selected, offers: this.offers, costs: this.kind ? {} : this.costs, zone: this.zone,
      strike: this.strike, at, weighing: this.weighing,
    });
    if (this.kind && !this.strike) {
      overlay.choices = [...new Set([...(overlay.choices ?? []), ...(overlay.targets ?? [])])];
      overlay.targets = [];
    }
    if (this.lit.size && !this.strike) overlay.choices = [...(overlay.choices ?? []), ...this.lit.keys()];
    if (this.spoken.length && !overlay.choices?.length) overlay.choices = this.spoken;
    if (this.way) overlay.path = { hexes: this.way.path, costs: this.way.lines.map((line) => line.value) };
    return overlay;
  }

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
    const text = [verb, able.join(",")].filter(Boolean).join(" ");
    this.selected = able;
    this.gathered = null;
    try {
      const preview = await this.table.ask("preview", { order: text });
      if (this.selected !== able) return;
      this.gathered = { text, verb, target: "", units: able, path: [], words: [] };
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

  // -- pointing ----------------------------------------------------------------------------------

  hover(hex: string | undefined): void {
    if ((hex ?? "") === this.hovered) return;
    this.hovered = hex ?? "";
    clearTimeout(this.hoverTimer);
    if (this.way && this.way.hex !== this.hovered) this.way = null;
    const order = this.destinations.get(this.hovered)?.[0];
    if (!order || this.strike) return;
    this.hoverTimer = setTimeout(() => void this.showWay(order), 40);
  }

  private async showWay(order: Offer): Promise<void> {
    const hex = endOf(order);
    try {
      const way = await this.table.ask("path", { order: order.text });
      if (this.hovered === hex) this.way = { ...way, hex };
    } catch {
      // a path is only an ornament
    }
  }

  /** A click on a hex or on a counter in it. Returns whether it meant anything. */
  async point(hex: string | undefined, unit: string | undefined, add: boolean): Promise<boolean> {
    if (!this.table.decision) return false;
    if (this.strike) return this.pointInStrike(hex, unit);
    if (hex && !add) {
      if (this.verb && (await this.pointFor(this.verb, hex))) return true;
      const orders = this.selected.length ? this.destinations.get(hex) : undefined;
      const mine = unit !== undefined && this.ready.includes(unit) && !this.verb && !this.kind;
      if (orders && !mine) return await this.give(orders), true;
      const only = this.selected.length && this.spoken.includes(hex) ? this.buttons : [];
      if (only.length === 1) return await this.give(only), true;
      if (targets(this.selected, this.offers).includes(hex) && !mine) return await this.aim(hex), true;
      const open = mine ? undefined : this.lit.get(hex);
      if (open) return (open[0] && open.length === 1 ? await this.propose(open[0]) : undefined), true;
      if (!this.selected.length && this.sought && (await this.pointFor(this.sought, hex))) return true;
    }
    if (unit && this.ready.includes(unit)) {
      await (add ? this.toggle(unit) : this.select(this.selected.length === 1 && this.selected[0] === unit ? [] : [unit]));
      return true;
    }
    if (this.selected.length && hex) {
      await this.wish(this.selected, hex);
      return true;
    }
    const own = unit !== undefined && this.units().get(unit)?.side === this.table.side;
    if (own && hex) await this.why([unit], "", hex);
    return own;
  }

  /** A click while a hex for a kind of order is being chosen: it is meant for that, whatever else could be done there. */
  private async pointFor(verb: string, hex: string): Promise<boolean> {
    const [offer, ...more] = this.open.get(hex)?.filter((one) => one.verb === verb) ?? [];
    if (more.length) return true; // they are listed beside the map
    if (offer) return await this.propose(offer), true;
    if (!this.verbs()[verb]?.anywhere) return false;
    return await this.name(verb, hex), true;
  }

  private async pointInStrike(hex: string | undefined, unit: string | undefined): Promise<boolean> {
    const here = this.joiners.filter((id) => id === unit || (!unit && this.units().get(id)?.at === hex));
    const joiner = here[0];
    if (joiner !== undefined) return await this.join(joiner), true;
    if (hex && hex !== this.strike?.target && targets([], this.offers).includes(hex)) {
      this.selected = [];
      return await this.aim(hex), true;
    }
    if (hex === this.strike?.target) return true;
    if (hex && unit && this.units().get(unit)?.side === this.table.side) {
      return await this.why([unit], this.strike?.target ?? hex, hex), true;
    }
    this.cancelStrike();
    return true;
  }

  /** Counters were dragged to a hex. */
  async drop(units: readonly string[], hex: string): Promise<void> {
    if (!this.table.decision) return;
    const able = units.filter((id) => this.ready.includes(id));
    if (!able.length) return void this.why(units, units.length ? "" : hex, hex);
    await this.select(able);
    const orders = this.destinations.get(hex);
    if (orders) await this.give(orders);
    else if (targets(able, this.offers).includes(hex)) await this.aim(hex);
    else if (able.every((id) => this.units().get(id)?.at !== hex)) await this.wish(able, hex);
  }

  /** What was pointed at is not among what is offered: there may be an order for it all the same, or a reason against it. */
  private async wish(units: readonly string[], hex: string): Promise<void> {
    const order = await this.why(units, hex);
    if (order?.target) await this.setStrike(order);
    else if (order) await this.give([order]);
  }

  /** A hex that is not offered: the order may be given about it all the same, or there is a reason against it. */
  private async name(verb: string, hex: string): Promise<void> {
    const like = this.table.decision?.free.find((offer) => offer.verb === verb && (offer.target || offer.path.length));
    if (!like) return;
    const order = elsewhere(like, hex);
    try {
      const { legal, refusal } = await this.table.ask("check", { order: order.text });
      if (legal) await this.propose(order);
      else this.words = { text: refusal?.reason ?? "", refusal, hex };
    } catch (error) {
      this.tell(error, hex);
    }
  }

  /** Say why these counters cannot do anything about a hex; the order they could be given where they can. */
  async why(units: readonly string[], hex: string, where = hex): Promise<Offer | null> {
    try {
      const { refusal, order } = await this.table.ask("why", { units: [...units], hex });
      this.words = refusal ? { text: refusal.reason, refusal, hex: where } : null;
      return order ?? null;
    } catch (error) {
      this.tell(error, where);
      return null;
    }
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
    const wished = by(strike, rest.length === strike.units.length ? [...rest, unit] : rest);
    const next = toggled(strikesAt(this.offers, strike.target), strike, unit);
    const same = next && sameUnits(next.units, wished.units);
    if (this.verbs()[strike.verb]?.leads && wished.units.length && (same || (await this.allows(wished)))) return this.setStrike(wished);
    if (next) return this.setStrike(next);
    if (strike.units.includes(unit)) return this.cancelStrike();
    await this.why([...strike.units, unit], strike.target, this.units().get(unit)?.at);
  }

  private async allows(order: Offer): Promise<boolean> {
    return await this.table.ask("check", { order: order.text }).then(({ legal }) => legal, () => false);
  }

  /** Another of the units leads. */
  async lead(unit: string): Promise<void> {
    if (this.strike) await this.setStrike(by(this.strike, [unit, ...this.strike.units.filter((id) => id !== unit)]));
  }

  /** Give an order at once, or show what may come of it first where that is a matter of chance. */
  async propose(offer: Offer): Promise<void> {
    if (offer.target && (this.kind || !offer.units.length)) {
      const preview = await this.table.ask("preview", { order: offer.text }).catch(() => null);
      if (preview?.chances.length) {
        this.strike = offer;
        this.preview = preview;
        return;
      }
    }
    await this.give([offer]);
  }

  private async setStrike(offer: Offer): Promise<void> {
    this.strike = offer;
    this.words = null;
    this.way = null;
    if (offer.units.some((id) => !this.offered.knows(id))) await this.offered.learn(offer.units.filter((id) => this.ready.includes(id)));
    try {
      const preview = await this.table.ask("preview", { order: offer.text });
      if (this.strike === offer) this.preview = preview;
    } catch (error) {
      this.tell(error, offer.target);
    }
  }

  // -- ordering ----------------------------------------------------------------------------------

  /** Give one order: for all units together where the rules take them so, or one for each in turn. */
  async give(orders: readonly Offer[]): Promise<void> {
    const held = orders.map((order) => this.gate(order)).find((words) => words !== null);
    if (held) {
      this.words = { text: held, refusal: null, hex: endOf(orders[0] as Offer) || (orders[0]?.target ?? "") };
      return;
    }
    const first = orders[0];
    this.words = null;
    this.way = null;
    try {
      const whole = joined(orders, this.verbs());
      const given = whole && (await this.allows(whole)) ? [whole] : orders;
      for (const order of given) await this.table.order(order.text);
      await this.refresh();
    } catch (error) {
      this.tell(error, first ? endOf(first) || first.target : "");
    }
  }

  tell(error: unknown, hex = ""): void {
    const text = error instanceof Error ? error.message : String(error);
    this.words = { text, refusal: error instanceof Trouble ? error.refusal : null, hex };
  }
}
