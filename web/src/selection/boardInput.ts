/** What a click, hover or drop on the map means in the current mode: an order, an attack, a selection, or the question why not. */

import type { Order } from "../api";
import { endOf, targets, withHex } from "./orders";
import type { Selection } from "./selection.svelte";

/** Milliseconds the pointer rests on a hex before its path is loaded. */
const HOVER_DELAY = 40;

export class BoardInput {
  private hovered = "";
  private hoverTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly selection: Selection) {}

  hover(hex = ""): void {
    const { selection } = this;
    if (hex === this.hovered) return;
    this.hovered = hex;
    clearTimeout(this.hoverTimer);
    if (selection.path?.hex !== hex) selection.showPath(null);
    const order = selection.destinations.get(hex)?.[0];
    if (!order || selection.attack) return;
    this.hoverTimer = setTimeout(() => void this.showPath(order), HOVER_DELAY);
  }

  private async showPath(order: Order): Promise<void> {
    const hex = endOf(order);
    try {
      const path = await this.selection.table.ask("path", { order });
      if (this.hovered === hex) this.selection.showPath({ ...path, hex });
    } catch {
      // without the path the move is still shown and can be ordered
    }
  }

  /** Handle a click on a hex or a unit; returns whether it meant anything. */
  async click(hex: string | undefined, unit: string | undefined, add: boolean): Promise<boolean> {
    const { selection } = this;
    if (!selection.table.decision) return false;
    if (selection.attack) return this.clickWhileAiming(hex, unit);
    if (hex && !add && (await this.clickHex(hex, unit))) return true;
    const actor = unit && selection.actorFor(unit);
    if (actor) {
      const { selected } = selection;
      await (add ? selection.toggle(actor) : selection.select(selected.length === 1 && selected[0] === actor ? [] : [actor]));
      return true;
    }
    if (selection.selected.length && hex) {
      await this.tryOrder(selection.selected, hex);
      return true;
    }
    const own = unit !== undefined && selection.units().get(unit)?.side === selection.table.side;
    if (own && hex) await selection.why([unit], "", hex);
    return own;
  }

  /** Handle a click that may be meant for the hex, even if a unit is in it; returns whether it was. */
  private async clickHex(hex: string, unit: string | undefined): Promise<boolean> {
    const { selection } = this;
    const { selected, mode } = selection;
    const choosingHex = mode.kind === "choosingHex";
    if (choosingHex && (await this.clickForVerb(mode.verb, hex))) return true;
    const meansUnit = unit !== undefined && selection.ready.includes(unit) && !choosingHex && !selection.verb;
    const moves = selection.destinations.get(hex);
    if (moves && !meansUnit) return await selection.move(moves), true;
    const only = selected.length && selection.decisionHexes.includes(hex) ? selection.buttons : [];
    if (only.length === 1) return await selection.give(only), true;
    if (targets(selected, selection.orders).includes(hex) && !meansUnit) return await selection.aim(hex), true;
    if (selected.length && selection.verbs()[selection.verb]?.takes?.target?.anywhere) return await this.tryTarget(hex), true;
    const free = meansUnit ? undefined : selection.clickableByHex.get(hex);
    if (free) return (free[0] && free.length === 1 ? await selection.propose(free[0]) : undefined), true;
    return !selected.length && selection.hexVerb !== "" && (await this.clickForVerb(selection.hexVerb, hex));
  }

  /** Handle a click while the hex for a verb is chosen: it is meant for that verb, whatever else is legal there. */
  private async clickForVerb(verb: string, hex: string): Promise<boolean> {
    const { selection } = this;
    const [order, ...more] = selection.freeByHex.get(hex)?.filter((one) => one.verb === verb) ?? [];
    if (more.length) return true; // the panel lists them
    if (order) return await selection.propose(order), true;
    if (!selection.verbs()[verb]?.takes?.target?.anywhere) return false;
    return await this.tryHex(verb, hex), true;
  }

  private async clickWhileAiming(hex: string | undefined, unit: string | undefined): Promise<boolean> {
    const { selection } = this;
    const target = selection.attack?.target ?? "";
    const attacker = selection.eligibleAttackers.find((id) => id === unit || (!unit && selection.units().get(id)?.at === hex));
    if (attacker !== undefined) return await selection.toggleAttacker(attacker), true;
    if (hex && hex !== target && targets([], selection.orders).includes(hex)) return await selection.aim(hex, []), true;
    if (hex === target) return true;
    if (hex && unit && selection.units().get(unit)?.side === selection.table.side) return await selection.why([unit], target || hex, hex), true;
    selection.cancel();
    return true;
  }

  /** Handle units dragged to a hex. */
  async drop(units: readonly string[], hex: string): Promise<void> {
    const { selection } = this;
    if (!selection.table.decision) return;
    const able = [...new Set(units.flatMap((id) => selection.actorFor(id) ?? []))];
    if (!able.length) return void selection.why(units, units.length ? "" : hex, hex);
    await selection.select(able);
    const moves = selection.destinations.get(hex);
    if (moves) await selection.move(moves);
    else if (targets(able, selection.orders).includes(hex)) await selection.aim(hex);
    else if (able.every((id) => selection.units().get(id)?.at !== hex)) await this.tryOrder(able, hex);
  }

  /** The hex is not among the choices: give the order that the rules find for it, or say why there is none. */
  private async tryOrder(units: readonly string[], hex: string): Promise<void> {
    const { selection } = this;
    const order = await selection.why(units, hex);
    if (order?.target) await selection.aimWith(order);
    else if (order) await selection.give([order]);
  }

  /** The hex is not listed for the picked verb of the selected units: show the odds if it is legal all the same, or say why not. */
  private async tryTarget(target: string): Promise<void> {
    const { selection } = this;
    const listed = selection.orders.find((order) => order.units.some((id) => selection.selected.includes(id)));
    const order: Order = { verb: selection.verb, target, units: [...selection.selected], path: [], words: listed?.words ?? [] };
    await this.tryUnlisted(order, target, (legal) => selection.propose(legal));
  }

  /** The hex is not listed for this verb: give the order if it is legal all the same, or say why not. */
  private async tryHex(verb: string, hex: string): Promise<void> {
    const { selection } = this;
    const like = selection.table.decision?.free.find((order) => order.verb === verb && (order.target || order.path.length));
    if (!like) return;
    await this.tryUnlisted(withHex(like, hex), hex, (order) => selection.propose(order));
  }

  private async tryUnlisted(order: Order, hex: string, then: (order: Order) => Promise<void>): Promise<void> {
    const { selection } = this;
    try {
      const { legal, refusal } = await selection.table.ask("check", { order });
      if (legal) await then(order);
      else if (refusal) selection.toast.refuse(refusal, hex);
    } catch (error) {
      selection.toast.tell(error, hex);
    }
  }
}
