/** Shows an order on the board before the next one: units move, attacks are drawn as arrows, dice are heard. */

import type { GameSnapshot, PlayedOrder } from "../api";
import type { Overlay } from "../board";
import { settings } from "../state/settings.svelte";
import { play } from "../state/sounds";
import type { Director } from "./director.svelte";
import type { Layout } from "./layout.svelte";
import { moves } from "./trails";

/** Milliseconds that the arrows of an attack are shown. */
const ATTACK_SHOWN = 420;
/** The player's own moves are shown faster. */
const OWN_SPEED = 2;

export class Animator {
  arrows = $state.raw<NonNullable<Overlay["arrows"]>>([]);

  constructor(private readonly layout: Layout, private readonly isOwn: (side: string) => boolean, private readonly director: Director) {}

  /** Resolves when the order has been shown or skipped. */
  readonly show = async (played: PlayedOrder, before: GameSnapshot): Promise<void> => {
    const { board } = this.layout;
    const own = this.isOwn(played.side);
    const onCards = board !== null && this.director.shows(played.events);
    if (!onCards && played.events.some((event) => event.dice.length)) play("dice");
    if (!board) return;
    const speed = settings.speed * (own ? OWN_SPEED : 1);
    if (onCards) return this.director.show(played.events, before, (trail) => board.animate(trail, speed));
    this.director.fold();
    if (!Number.isFinite(settings.speed)) return;
    const trail = moves(played.events);
    if (trail.length) {
      play("move");
      await board.animate(trail, speed);
    }
    const attack = played.events.find((event) => event.dice.length && event.hexes.length === 1 && event.units.length);
    if (attack && !own) await this.showAttack(attack.units, attack.hexes[0] ?? "", before);
  };

  private async showAttack(units: string[], target: string, before: GameSnapshot): Promise<void> {
    const from = new Set(before.view.units.filter((unit) => units.includes(unit.id)).map((unit) => unit.at));
    this.arrows = [...from].map((hex) => ({ from: hex, to: target, kind: "attack" as const }));
    await new Promise((resolve) => setTimeout(resolve, ATTACK_SHOWN / settings.speed));
    this.arrows = [];
  }
}
