/** The player's selection: one mode, the transitions between modes, and what follows from the current one. */

import type { Consequence, Explanation, Order, UnitView } from "../api";
import type { Overlay } from "../board";
import type { Table } from "../play/table.svelte";
import { ToastState } from "../play/toast.svelte";
import { orders as t } from "../text/messages/orders";
import { LegalOrders } from "./legalOrders.svelte";
import { type Aiming, amend, type ChoosingHex, type Ending, find, type HoverPath, IDLE, type Mode, type Reach, type Selected, selected } from "./mode";
import {
  answerOrders, arrivalModes, attacksAt, ENDS_PHASE, isDecisive, buttonOrders, combined, destinations, eligibleAttackers, endOf, firstAttack, freeOrders, gatherVerb, ordersByHex, orderText,
  sameUnits, sortOrders, takesSeveral, targets, toggleAttacker, variantKey, variantsOf, type Verbs, verbChoices, withUnits,
} from "./orders";
import { overlayFor } from "./overlay";

/** Returns why an order may not be given yet, or null (used by the tutorial). */
export type OrderGate = (order: Order) => string | null;

/** With at most this many units that can act, their orders are loaded ahead. */
const MAX_LOADED_AHEAD = 40;
/** More answers than this are not compared. */
const MAX_COMPARED = 24;
const NO_REACH: Reach = { costs: {}, enemyZoc: new Set() };

export class Selection {
  mode = $state.raw<Mode>(IDLE);
  gate: OrderGate = () => null;
  /** Called with every order given. */
  given: (order: Order) => void = () => undefined;
  private readonly legal: LegalOrders;
  /** Identifies the decision that the selection belongs to. */
  private stamp = "";
  private readonly explained = new Map<string, Promise<Explanation>>();
  /** The answer that was clicked last. */
  private answering: Order | null = null;
  /** The units selected last, and the kind of decision. */
  private inHand: { about: string; units: readonly string[] } = { about: "", units: [] };

  constructor(
    readonly table: Table,
    readonly units: () => ReadonlyMap<string, UnitView>,
    readonly verbs: () => Verbs = () => ({}),
    readonly toast = new ToastState(),
  ) {
    this.legal = new LegalOrders(table);
  }

  // -- the parts of the mode ----------------------------------------------------------------------

  private readonly picked = $derived.by((): Selected | null => find(this.mode, "selected"));
  readonly gathering = $derived.by(() => find(this.mode, "gathering"));
  private readonly aiming = $derived.by((): Aiming | null => find(this.mode, "aiming"));
  private readonly choosingHex = $derived.by((): ChoosingHex | null => find(this.mode, "choosingHex"));

  /** Ids of the selected units. */
  get selected(): readonly string[] {
    return this.picked?.units ?? this.gathering?.units ?? [];
  }

  /** The order whose odds are shown. */
  get attack(): Order | null {
    return this.aiming?.order ?? null;
  }

  get preview(): Explanation | null {
    return (this.aiming ?? this.gathering)?.preview ?? null;
  }

  /** Decisive orders that wait for confirmation. */
  get unconfirmed(): readonly Order[] | null {
    return find(this.mode, "confirming")?.orders ?? null;
  }

  /** The consequence to confirm, if the game states one. */
  get consequence(): Consequence | null {
    return find(this.mode, "confirming")?.consequence ?? null;
  }

  /** The end of the phase that waits for confirmation, with what is left to do. */
  get ending(): Ending | null {
    return this.mode.kind === "ending" ? this.mode : null;
  }

  /** The verb whose hex is being chosen, or "". */
  get choosingVerb(): string {
    return this.choosingHex?.verb ?? "";
  }

  /** The verb that was picked for the selected units. */
  get verb(): string {
    return this.picked?.verb ?? "";
  }

  /** The verb that needs a hex and names no unit: picked, or the only thing to decide. */
  get hexVerb(): string {
    const picked = this.choosingHex?.verb ?? "";
    const { onMap } = freeOrders(this.ordinary, this.verbs());
    return picked || (!this.ready.length && onMap.size === 1 ? [...onMap.keys()][0] ?? "" : "");
  }

  // -- what follows from it -----------------------------------------------------------------------

  /** Units that can act. */
  get ready(): string[] {
    return this.table.decision?.actors ?? [];
  }

  /** Legal orders that name no unit. */
  private get free(): Order[] {
    return this.table.decision?.free ?? [];
  }

  /** Those that do not change the war; only these are on the map before they are chosen. */
  private get ordinary(): Order[] {
    return this.free.filter((order) => !isDecisive(order, this.verbs()));
  }

  /** The verb for which units are gathered in this decision, or "". */
  readonly gatherVerb = $derived.by((): string => gatherVerb(this.free, this.verbs()));

  /** Legal orders shown on the map and as buttons: those of the picked verb, or all that need no picking. */
  readonly orders = $derived.by((): Order[] => {
    const verbs = this.verbs();
    return this.legal.list.filter((order) => (this.verb ? order.verb === this.verb : !verbs[order.verb]?.needs_mode_button));
  });

  /** The verbs that can be picked for the selected units. */
  readonly verbChoices = $derived.by(() => verbChoices(this.selected, this.legal.list, this.verbs()));

  readonly arrivalModes = $derived.by(() => arrivalModes(this.selected, this.orders));

  get arrivalMode(): string {
    const picked = this.picked?.arrival ?? "";
    return this.arrivalModes.includes(picked) ? picked : (this.arrivalModes[0] ?? "");
  }

  readonly destinations = $derived.by(() => {
    const fits = (move: Order): boolean => this.arrivalModes.length < 2 || move.words.join(" ") === this.arrivalMode;
    return destinations(this.selected, this.orders.filter(fits));
  });

  /** Orders of the selected units to show as buttons. */
  readonly buttons = $derived.by(() => (this.ready.length ? buttonOrders(this.selected, this.orders) : []));

  /** Destinations that answer the decision rather than cost MP, if few: shown as buttons as well. */
  readonly answers = $derived.by(() => (this.loading ? [] : answerOrders(this.destinations, this.verb ? {} : this.costs)));

  /** Whether the decision is a question that interrupts the phase, rather than the phase itself. */
  get question(): boolean {
    const { decision, now } = this.table;
    return Boolean(decision && decision.kind !== now?.view.phase_name && !this.gatherVerb);
  }

  /** The answers to a question, to be compared; none if they are too many. */
  readonly compared = $derived.by((): Order[] => {
    if (!this.question) return [];
    const free = freeOrders(this.ordinary.filter((order) => order.verb !== ENDS_PHASE), this.verbs());
    const found = [...this.buttons, ...this.answers, ...free.buttons];
    return found.length <= MAX_COMPARED ? found : [];
  });

  /** Orders that name no unit, by hex, while none is selected. */
  readonly freeByHex = $derived.by(() => {
    if (this.selected.length) return ordersByHex([]);
    const verb = this.choosingHex?.verb;
    return ordersByHex(verb ? this.free.filter((order) => order.verb === verb) : this.ordinary);
  });

  /** Those of them that a click gives: where units can act, a click is meant for the units unless a verb was picked. */
  get clickableByHex(): ReadonlyMap<string, Order[]> {
    return this.ready.length && !this.choosingHex ? new Map<string, Order[]>() : this.freeByHex;
  }

  /** Hexes that the decision is about while no order names one: a click there gives the only order. */
  get decisionHexes(): string[] {
    const { plain, moves, attacks } = sortOrders(this.orders);
    if ((!plain.length && this.ready.length) || moves.length || attacks.length) return [];
    return this.table.decision?.hexes ?? [];
  }

  /** The path to the hex under the pointer. */
  get path(): HoverPath | null {
    return this.aiming ? null : (this.picked?.path ?? null);
  }

  get costs(): Readonly<Record<string, number>> {
    return this.picked?.reach?.costs ?? {};
  }

  /** Costs are unknown, so moves and answers cannot be told apart yet. */
  get loading(): boolean {
    return this.picked !== null && this.picked.reach === null;
  }

  /** Units that could take part in the attack. */
  get eligibleAttackers(): string[] {
    const { target, verb } = this.attack ?? { target: "", verb: "" };
    const anywhere = this.verbs()[verb]?.takes?.target?.anywhere;
    const orders = anywhere ? sortOrders(this.legal.list).attacks : attacksAt(this.legal.list, target);
    return [...new Set([...eligibleAttackers(orders.filter((order) => order.verb === verb)), ...this.companions])];
  }

  /** Units of the same kinds and in the same places as those in the attack: their orders may not be loaded yet. */
  private get companions(): string[] {
    const { units = [], verb = "" } = this.attack ?? {};
    if (!takesSeveral(this.verbs()[verb])) return [];
    const place = (id: string): string => `${this.units().get(id)?.kind} ${this.units().get(id)?.at}`;
    const places = new Set(units.map(place));
    return this.ready.filter((id) => places.has(place(id)));
  }

  /** The attack, and what else its units can do about the same hex, in a fixed order. */
  get variants(): Order[] {
    const { attack } = this;
    if (!attack) return [];
    const found = variantsOf(attack, attacksAt(this.legal.list, attack.target), this.verbs());
    return found.sort((a, b) => variantKey(a, this.verbs()).localeCompare(variantKey(b, this.verbs())));
  }

  get overlay(): Overlay {
    const { attack } = this;
    if (this.choosingHex && !attack) return { choices: [...this.freeByHex.keys()] };
    const overlay = overlayFor({
      actors: this.ready, selected: this.selected, orders: this.orders, costs: this.verb ? {} : this.costs, loading: this.loading, attack,
      enemyZoc: this.picked?.reach?.enemyZoc ?? NO_REACH.enemyZoc,
      positions: new Map([...this.units().values()].map((unit) => [unit.id, unit.at])),
    });
    if (this.verb && !attack) {
      const listed = [...new Set([...(overlay.choices ?? []), ...(overlay.targets ?? [])])];
      const example = listed.length === 1 && this.verbs()[this.verb]?.takes?.target?.anywhere;
      overlay.choices = example ? [] : listed;
      overlay.targets = [];
    }
    if (this.clickableByHex.size && !attack) overlay.choices = [...(overlay.choices ?? []), ...this.clickableByHex.keys()];
    if (this.decisionHexes.length && !overlay.choices?.length) overlay.choices = this.decisionHexes;
    const { path } = this;
    if (path) overlay.path = { hexes: path.path, costs: path.path.map((hex) => (this.costs[hex] === undefined ? "" : String(this.costs[hex]))) };
    return overlay;
  }

  // -- transitions --------------------------------------------------------------------------------

  private enter(mode: Mode): void {
    this.mode = mode;
    this.toast.clear();
  }

  clear(): void {
    this.enter(IDLE);
  }

  /** Go back one step: from a confirmation or an aim to what came before it, else to nothing selected. */
  cancel(): void {
    if ("from" in this.mode) this.enter(this.mode.from);
    else if (this.gatherVerb) void this.gather([]);
    else this.clear();
  }

  /** Start again if the decision has changed, keeping the selected units that can still act. */
  async refresh(): Promise<void> {
    const { now, decision } = this.table;
    // the verb is part of it: the game's verbs may arrive after the decision
    const stamp = decision ? `${now?.number} ${now?.undone} ${decision.side} ${decision.kind} ${this.gatherVerb}` : "";
    if (stamp === this.stamp) return;
    this.stamp = stamp;
    // while an order is shown there is no decision: the units in hand are taken up again after it
    const about = decision ? [decision.side, decision.kind, ...(this.gatherVerb ? decision.hexes : [])].join(" ") : this.inHand.about;
    const same = this.inHand.about === about;
    const units = this.selected.length && (same || !this.gatherVerb) ? this.selected : same ? this.inHand.units : [];
    this.inHand = { about, units };
    const kept = units.filter((id) => decision?.actors.includes(id));
    this.legal.clear();
    this.explained.clear();
    this.clear();
    if (!decision) return;
    if (this.gatherVerb) return this.gather(kept);
    if (decision.actors.length === 1) await this.select(decision.actors);
    else if (kept.length) await this.select(kept);
    if (stamp === this.stamp && decision.actors.length <= MAX_LOADED_AHEAD) {
      await this.legal.loadAhead(decision.actors).catch(() => undefined); // what is missing is loaded when selected
    }
  }

  async select(ids: readonly string[]): Promise<void> {
    const units = ids.filter((id) => this.ready.includes(id));
    if (this.gatherVerb) return this.gather(units);
    if (!units.length) return this.clear();
    this.enter(selected(units));
    let reach = NO_REACH;
    try {
      await this.legal.load(units);
      if (this.picked?.units !== units) return;
      reach = await this.loadReach(units);
      if (!this.hasOrders) this.toast.say(t.noLegalOrders, this.units().get(units[0] ?? "")?.at);
    } catch (error) {
      this.toast.tell(error);
    } finally {
      if (this.picked?.units === units) this.mode = amend(this.mode, this.picked, { reach });
    }
  }

  /** Who acts when a unit is clicked: the unit, or what carries it if the unit itself has no orders; else none. */
  actorFor(unit: string): string | undefined {
    return [unit, this.units().get(unit)?.aboard ?? ""].find((id) => this.ready.includes(id));
  }

  private get hasOrders(): boolean {
    return Boolean(this.destinations.size || this.buttons.length || this.verbChoices.size || targets(this.selected, this.orders).length);
  }

  /** MP costs of the destinations. Some cost nothing, such as setup and retreats. */
  private async loadReach(units: readonly string[]): Promise<Reach> {
    if (!this.destinations.size) return NO_REACH;
    const [{ costs }, enemyZoc] = await Promise.all([this.table.ask("reach", { units: [...units] }).catch(() => NO_REACH), this.legal.enemyZoc()]);
    return { costs, enemyZoc };
  }

  /** Gather units for an order that takes any number, and preview it if legal. */
  private async gather(units: readonly string[]): Promise<void> {
    const verb = this.gatherVerb;
    const order: Order = { verb, target: "", units: [...units], path: [], words: [] };
    this.enter({ kind: "gathering", verb, units, order: null, preview: this.preview, problem: "" });
    try {
      const preview = await this.table.ask("preview", { order });
      if (this.gathering?.units === units) this.mode = amend(this.mode, this.gathering, { order, preview });
    } catch (error) {
      if (this.gathering?.units !== units) return;
      this.toast.tell(error);
      this.mode = amend(this.mode, this.gathering, { problem: this.toast.message?.text ?? "" });
    }
  }

  /** Add a unit to the selection, or remove it. */
  async toggle(id: string): Promise<void> {
    const rest = this.selected.filter((one) => one !== id);
    await this.select(rest.length === this.selected.length ? [...rest, id] : rest);
  }

  /** Select the next or previous unit that can act; returns its id. */
  async step(by: 1 | -1): Promise<string | null> {
    const { ready } = this;
    if (!ready.length) return null;
    const at = ready.indexOf(this.selected[0] ?? "");
    const next = ready[(at < 0 ? (by > 0 ? 0 : -1) : at + by + ready.length) % ready.length] ?? ready[ready.length - 1];
    if (next === undefined) return null;
    await this.select([next]);
    return next;
  }

  /** Pick a verb for the selected units, or drop it if it is picked. */
  pickVerb(verb: string): void {
    const { picked } = this;
    if (picked) this.enter({ ...picked, verb: picked.verb === verb ? "" : verb, path: null });
  }

  /** Pick the words to move with. */
  pickArrivalMode(arrival: string): void {
    if (this.picked) this.mode = amend(this.mode, this.picked, { arrival, path: null });
  }

  /** Choose a hex for a verb that names no unit, or stop choosing. */
  chooseHexFor(verb: string): void {
    this.enter(this.choosingHex?.verb === verb ? IDLE : { kind: "choosingHex", verb });
  }

  /** Show the path to the hex under the pointer, or none. */
  showPath(path: HoverPath | null): void {
    if (this.picked && this.picked.path !== path) this.mode = amend(this.mode, this.picked, { path });
  }

  // -- attacking ----------------------------------------------------------------------------------

  /** Show the odds of attacking a hex. */
  async aim(hex: string, units: readonly string[] = this.selected): Promise<void> {
    const first = firstAttack(attacksAt(this.orders, hex), units);
    if (first) await (this.verb ? this.propose(first) : this.aimWith(first));
  }

  /** Show the odds of an attack. Until they are loaded, the odds of the previous one stay. */
  async aimWith(order: Order): Promise<void> {
    this.enterAim(order, this.aiming?.preview ?? null);
    const missing = order.units.filter((id) => this.ready.includes(id) && !this.legal.has(id));
    try {
      if (missing.length) await this.legal.load(missing);
      const preview = await this.table.ask("preview", { order });
      if (this.aiming?.order === order) this.mode = amend(this.mode, this.aiming, { preview });
    } catch (error) {
      this.toast.tell(error, order.target);
    }
  }

  private enterAim(order: Order, preview: Explanation | null): void {
    this.enter({ kind: "aiming", order, preview, from: this.aiming?.from ?? this.mode });
  }

  /** Add a unit to the attack or remove it: exactly that if legal, else the closest legal attack. */
  async toggleAttacker(unit: string): Promise<void> {
    const { attack } = this;
    if (!attack) return;
    const rest = attack.units.filter((id) => id !== unit);
    const wanted = withUnits(attack, rest.length === attack.units.length ? [...rest, unit] : rest);
    const next = toggleAttacker(attacksAt(this.legal.list, attack.target), attack, unit);
    const same = next && sameUnits(next.units, wanted.units);
    if (takesSeveral(this.verbs()[attack.verb]) && wanted.units.length && (same || (await this.isLegal(wanted)))) return this.aimWith(wanted);
    if (next) return this.aimWith(next);
    if (attack.units.includes(unit)) return this.cancel();
    await this.why([...attack.units, unit], attack.target, this.units().get(unit)?.at);
  }

  /** Let another unit lead the attack. */
  async lead(unit: string): Promise<void> {
    const { attack } = this;
    if (attack) await this.aimWith(withUnits(attack, [unit, ...attack.units.filter((id) => id !== unit)]));
  }

  private async isLegal(order: Order): Promise<boolean> {
    return await this.table.ask("check", { order }).then(({ legal }) => legal, () => false);
  }

  // -- giving orders ------------------------------------------------------------------------------

  /** Give the answer to a question, or show its odds first if dice decide. Until that is known, another answer replaces it. */
  async answer(order: Order): Promise<void> {
    this.answering = order;
    const from = this.mode;
    const preview = await this.explain(order).catch(() => null); // without it the answer can still be given
    if (this.mode !== from || this.answering !== order) return;
    await (preview?.chances.length ? this.aimWith(order) : this.give([order]));
  }

  /** What an answer to the question leads to, asked once. */
  explain(order: Order): Promise<Explanation> {
    const key = orderText(order);
    const found = this.explained.get(key) ?? this.table.ask("preview", { order });
    this.explained.set(key, found);
    return found;
  }

  /** Give an order at once, or show its odds first if dice decide. */
  async propose(order: Order): Promise<void> {
    if (order.target && (this.verb || !order.units.length)) {
      const preview = await this.table.ask("preview", { order }).catch(() => null);
      if (preview?.chances.length || preview?.stages.length) return this.enterAim(order, preview);
    }
    await this.give([order]);
  }

  /** Give moves to a hex; if one of them is a procedure with risks on the way, show its stages first. */
  async move(orders: readonly Order[]): Promise<void> {
    const [order] = orders;
    if (order && orders.length === 1 && this.costs[endOf(order)] === undefined) {
      const preview = await this.table.ask("preview", { order }).catch(() => null);
      if (preview?.stages.some((stage) => stage.side || stage.chances.length)) return this.enterAim(order, preview);
    }
    await this.give(orders);
  }

  /** Give one order, for all units together if legal, else for each in turn. What changes the war waits for confirmation, and so
   *  does the end of a phase with something left to do. */
  async give(orders: readonly Order[]): Promise<void> {
    const held = orders.map((order) => this.gate(order)).find((text) => text !== null);
    if (held) return this.toast.say(held, hexOf(orders));
    const from = this.mode;
    const [order] = orders;
    const verb = order && this.verbs()[order.verb];
    if (order && (order.verb === ENDS_PHASE || verb?.consequences || verb?.gravity === "decisive")) {
      const preview = await this.table.ask("preview", { order }).catch(() => null);
      if (this.mode !== from) return; // the mode has changed
      const consequence = preview?.consequence ?? null;
      if (consequence || verb?.gravity === "decisive") return this.enter({ kind: "confirming", orders, consequence, from });
      if (preview?.left?.length) return this.enter({ kind: "ending", order, left: preview.left, from });
    }
    await this.send(orders);
  }

  /** Give the orders that wait for confirmation. */
  async confirm(): Promise<void> {
    if (this.mode.kind !== "confirming" && this.mode.kind !== "ending") return;
    const orders = this.mode.kind === "ending" ? [this.mode.order] : this.mode.orders;
    this.enter(this.mode.from);
    await this.send(orders);
  }

  private async send(orders: readonly Order[]): Promise<void> {
    this.toast.clear();
    this.showPath(null);
    try {
      const whole = combined(orders, this.verbs());
      const sent = whole && (await this.isLegal(whole)) ? [whole] : orders;
      for (const order of sent) {
        await this.table.order(order);
        this.given(order);
      }
      await this.refresh();
    } catch (error) {
      this.toast.tell(error, hexOf(orders));
    }
  }

  // -- refusals -----------------------------------------------------------------------------------

  /** Say why these units cannot do anything about a hex; returns the order they could be given, if any. */
  async why(units: readonly string[], hex: string, where = hex): Promise<Order | null> {
    try {
      const { refusal, order } = await this.table.ask("why", { units: [...units], hex });
      if (refusal) this.toast.refuse(refusal, where);
      else this.toast.clear();
      return order ?? null;
    } catch (error) {
      this.toast.tell(error, where);
      return null;
    }
  }
}

/** The hex that orders are about. */
function hexOf([first]: readonly Order[]): string {
  return first ? endOf(first) || first.target : "";
}
