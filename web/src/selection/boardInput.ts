/** What pointing at the map means, given what is in the hand: an order, a strike, a selection, or a question why not. */

import type { Order } from "../api";
import { endOf, targets, withHex } from "./orders";
import type { Hand } from "./selection.svelte";

export class Pointing {
  private hovered = "";
  private hoverTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly hand: Hand) {}

  hover(hex: string | undefined): void {
    const { hand } = this;
    if ((hex ?? "") === this.hovered) return;
    this.hovered = hex ?? "";
    clearTimeout(this.hoverTimer);
    if (hand.way && hand.way.hex !== this.hovered) hand.way = null;
    const order = hand.destinations.get(this.hovered)?.[0];
    if (!order || hand.strike) return;
    this.hoverTimer = setTimeout(() => void this.showWay(order), 40);
  }

  private async showWay(order: Order): Promise<void> {
    const { hand } = this;
    const hex = endOf(order);
    try {
      const way = await hand.table.ask("path", { order });
      if (this.hovered === hex) hand.way = { ...way, hex };
    } catch {
      // a path is only an ornament
    }
  }

  /** A click on a hex or on a counter in it. Returns whether it meant anything. */
  async point(hex: string | undefined, unit: string | undefined, add: boolean): Promise<boolean> {
    const { hand } = this;
    if (!hand.table.decision) return false;
    if (hand.strike) return this.pointInStrike(hex, unit);
    if (hex && !add) {
      if (hand.verb && (await this.pointFor(hand.verb, hex))) return true;
      const orders = hand.selected.length ? hand.destinations.get(hex) : undefined;
      const mine = unit !== undefined && hand.ready.includes(unit) && !hand.verb && !hand.kind;
      if (orders && !mine) return await hand.give(orders), true;
      const only = hand.selected.length && hand.asked.includes(hex) ? hand.buttons : [];
      if (only.length === 1) return await hand.give(only), true;
      if (targets(hand.selected, hand.offers).includes(hex) && !mine) return await hand.aim(hex), true;
      const open = mine ? undefined : hand.lit.get(hex);
      if (open) return (open[0] && open.length === 1 ? await hand.propose(open[0]) : undefined), true;
      if (!hand.selected.length && hand.sought && (await this.pointFor(hand.sought, hex))) return true;
    }
    if (unit && hand.ready.includes(unit)) {
      await (add ? hand.toggle(unit) : hand.select(hand.selected.length === 1 && hand.selected[0] === unit ? [] : [unit]));
      return true;
    }
    if (hand.selected.length && hex) {
      await this.wish(hand.selected, hex);
      return true;
    }
    const own = unit !== undefined && hand.units().get(unit)?.side === hand.table.side;
    if (own && hex) await hand.why([unit], "", hex);
    return own;
  }

  /** A click while a hex for a kind of order is being chosen: it is meant for that, whatever else could be done there. */
  private async pointFor(verb: string, hex: string): Promise<boolean> {
    const { hand } = this;
    const [offer, ...more] = hand.open.get(hex)?.filter((one) => one.verb === verb) ?? [];
    if (more.length) return true; // they are listed beside the map
    if (offer) return await hand.propose(offer), true;
    if (!hand.verbs()[verb]?.takes?.target?.anywhere) return false;
    return await this.name(verb, hex), true;
  }

  private async pointInStrike(hex: string | undefined, unit: string | undefined): Promise<boolean> {
    const { hand } = this;
    const here = hand.joiners.filter((id) => id === unit || (!unit && hand.units().get(id)?.at === hex));
    const joiner = here[0];
    if (joiner !== undefined) return await hand.join(joiner), true;
    if (hex && hex !== hand.strike?.target && targets([], hand.offers).includes(hex)) {
      hand.selected = [];
      return await hand.aim(hex), true;
    }
    if (hex === hand.strike?.target) return true;
    if (hex && unit && hand.units().get(unit)?.side === hand.table.side) {
      return await hand.why([unit], hand.strike?.target ?? hex, hex), true;
    }
    hand.cancelStrike();
    return true;
  }

  /** Counters were dragged to a hex. */
  async drop(units: readonly string[], hex: string): Promise<void> {
    const { hand } = this;
    if (!hand.table.decision) return;
    const able = units.filter((id) => hand.ready.includes(id));
    if (!able.length) return void hand.why(units, units.length ? "" : hex, hex);
    await hand.select(able);
    const orders = hand.destinations.get(hex);
    if (orders) await hand.give(orders);
    else if (targets(able, hand.offers).includes(hex)) await hand.aim(hex);
    else if (able.every((id) => hand.units().get(id)?.at !== hex)) await this.wish(able, hex);
  }

  /** What was pointed at is not among what is offered: there may be an order for it all the same, or a reason against it. */
  private async wish(units: readonly string[], hex: string): Promise<void> {
    const { hand } = this;
    const order = await hand.why(units, hex);
    if (order?.target) await hand.setStrike(order);
    else if (order) await hand.give([order]);
  }

  /** A hex that is not offered: the order may be given about it all the same, or there is a reason against it. */
  private async name(verb: string, hex: string): Promise<void> {
    const { hand } = this;
    const like = hand.table.decision?.free.find((offer) => offer.verb === verb && (offer.target || offer.path.length));
    if (!like) return;
    const order = withHex(like, hex);
    try {
      const { legal, refusal } = await hand.table.ask("check", { order });
      if (legal) await hand.propose(order);
      else hand.words = { text: refusal?.reason ?? "", refusal, hex };
    } catch (error) {
      hand.tell(error, hex);
    }
  }
}
