/** What is in the player's hand: the counters selected, what they are offered, and what the map shows of it. Reads, and does nothing. */

import type { Breakdown, Order, UnitView, PathAnswer } from "../api";
import type { Overlay } from "../board";
import { buttons, byHand, destinations, gathering, hexChoices, joiners, lit, manners, modeOrders, sort, strikesAt, type Verbs } from "./orders";
import { Offers } from "./legalOrders.svelte";
import type { Table } from "../play/table.svelte";

/** Ways are shown as buttons too when there are no more than these. */
const FEW_ANSWERS = 12;

export class Holding {
  selected = $state.raw<string[]>([]);
  strike = $state.raw<Order | null>(null);
  preview = $state.raw<Breakdown | null>(null);
  way = $state.raw<(PathAnswer & { hex: string }) | null>(null);
  costs = $state.raw<Record<string, number>>({});
  /** What the ways cost is still being asked: until then nobody can tell marches from answers. */
  weighing = $state(false);
  zone = $state.raw<ReadonlySet<string>>(new Set());
  /** A kind of order without a counter, while the hex for it is being chosen. */
  verb = $state("");
  /** A kind of order of the selected counters that was asked for, because it is kept apart. */
  kind = $state("");
  /** The words with which the selected are to be sent somewhere, where there is a choice. */
  manner = $state("");
  protected readonly offered: Offers;

  constructor(
    readonly table: Table,
    readonly units: () => ReadonlyMap<string, UnitView>,
    readonly verbs: () => Verbs = () => ({}),
  ) {
    this.offered = new Offers(table);
  }

  /** A kind of order for which counters are gathered one by one, and that can be given without any. */
  readonly gathers = $derived.by((): string => gathering(this.table.decision?.free ?? [], this.verbs()));

  /** That order with what is selected, when the rules allow it. */
  gathered = $state.raw<Order | null>(null);

  /** What is offered on the map and as buttons: of the orders kept apart, only the kind that was asked for. */
  readonly offers = $derived.by((): Order[] => {
    const verbs = this.verbs();
    return this.offered.list.filter((offer) => (this.kind ? offer.verb === this.kind : !verbs[offer.verb]?.needs_mode_button));
  });

  /** The kinds of orders kept apart that the selected could be given. */
  readonly apart = $derived.by(() => modeOrders(this.selected, this.offered.list, this.verbs()));

  readonly manners = $derived.by(() => manners(this.selected, this.offers));

  get ready(): string[] {
    return this.table.decision?.actors ?? [];
  }

  readonly destinations = $derived.by(() => {
    const manner = this.manners.includes(this.manner) ? this.manner : (this.manners[0] ?? "");
    const said = (way: Order): boolean => this.manners.length < 2 || way.words.join(" ") === manner;
    return destinations(this.selected, this.offers.filter(said));
  });

  /** The orders to show as buttons for what is selected. */
  readonly buttons = $derived.by(() => (this.ready.length ? buttons(this.selected, this.offers) : []));

  /** Ways that are answers rather than marches (few, without costs), as buttons too. */
  readonly answers = $derived.by((): Order[] => {
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
  get lit(): ReadonlyMap<string, Order[]> {
    return this.ready.length && !this.verb ? new Map<string, Order[]>() : this.open;
  }

  /** Where the question itself is about hexes and the orders are not: a click there means the one order there is. */
  get asked(): string[] {
    const sorted = sort(this.offers);
    if (!sorted.plain.length || sorted.ways.length || sorted.strikes.length) return [];
    return this.table.decision?.hexes ?? [];
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
    if (this.asked.length && !overlay.choices?.length) overlay.choices = this.asked;
    if (this.way) overlay.path = { hexes: this.way.path, costs: this.way.lines.map((line) => line.value) };
    return overlay;
  }
}
