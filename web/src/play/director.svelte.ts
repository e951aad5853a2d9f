/** Shows battles and other moments on cards at their hexes, step by step, and leaves a numbered flag for each until the turn ends. */

import type { GameEvent, GameSnapshot, UnitView } from "../api";
import { settings } from "../state/settings.svelte";
import { play } from "../state/sounds";
import type { Layout } from "./layout.svelte";
import { isBattle, type Scene, scenesOf } from "./scenes";
import { moves } from "./trails";

/** How far a card has got: both sides, the dice, the result. */
export type Act = "facing" | "rolling" | "result";
export interface Card { number: number; turn: number; scene: Scene; act: Act; units: ReadonlyMap<string, UnitView>; /** The losses shown so far. */ shown: number }

/** Milliseconds of each act at normal speed. */
const FACING = 800;
const ROLLING = 1_000;
const LOSS = 150;
const REST = 700;
const SMALL = 900;
/** Factor on the speed for each press of F. */
const FASTER = 2;

export class Director {
  /** The card on the map, or null. */
  card = $state.raw<Card | null>(null);
  /** Cards that have been folded into flags, in order. */
  flags = $state.raw<Card[]>([]);
  private rush = 1;
  private wake: (() => void) | null = null;
  private skipped = false;
  private count = 0;

  /** `earlier` returns the events of the orders before the one that is shown. */
  constructor(private readonly layout: Layout, private readonly earlier: () => readonly GameEvent[] = () => []) {}

  /** Whether an order has something to show on a card. */
  shows(events: readonly GameEvent[]): boolean {
    return settings.values.battles && scenesOf(events).length > 0;
  }

  /** Show the scenes of an order; resolves when they have been shown or skipped. Without motion only the last state of each is shown. */
  async show(events: readonly GameEvent[], before: GameSnapshot, moveUnits: (trail: ReturnType<typeof moves>) => Promise<void>): Promise<void> {
    this.fold();
    this.forget(before.view.turn);
    this.rush = 1;
    this.skipped = false;
    const units = new Map(before.view.units.map((unit): [string, UnitView] => [unit.id, unit]));
    for (const scene of scenesOf(events, this.earlier())) await this.showScene({ number: ++this.count, turn: before.view.turn, scene, act: "facing", units, shown: 0 }, moveUnits);
  }

  private async showScene(card: Card, moveUnits: (trail: ReturnType<typeof moves>) => Promise<void>): Promise<void> {
    const { scene } = card;
    const { board } = this.layout;
    const was = board && scene.hex && !this.layout.inView(scene.hex) ? board.where() : null;
    this.layout.showAnyOf([scene.hex]);
    const still = !Number.isFinite(settings.speed);
    if (isBattle(scene.event) && !still) {
      this.card = card;
      await this.wait(FACING);
      this.advance("rolling");
      play("dice");
      await this.wait(scene.event.dice.length ? ROLLING : 0);
    }
    this.card = { ...card, act: "result", shown: still ? scene.after.length : 0 };
    if (still) return;
    for (const event of scene.after) {
      const trail = moves([event]);
      await (trail.length && !this.skipped ? moveUnits(trail) : this.wait(LOSS));
      if (this.card) this.card = { ...this.card, shown: this.card.shown + 1 };
    }
    await this.wait(isBattle(scene.event) ? REST : SMALL);
    if (was) board?.goBack(was);
  }

  private advance(act: Act): void {
    if (this.card) this.card = { ...this.card, act };
  }

  private wait(time: number): Promise<void> {
    if (this.skipped || !time) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake?.(), time / settings.speed / this.rush);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
    });
  }

  /** Skip to the end of the card on the map. */
  skip(): void {
    this.skipped = true;
    this.wake?.();
  }

  /** Show the rest twice as fast. */
  faster(): void {
    this.rush *= FASTER;
    this.wake?.();
  }

  /** Fold the card into its flag. */
  fold(): void {
    const { card } = this;
    if (!card) return;
    if (isBattle(card.scene.event) && card.scene.hex) this.flags = [...this.flags.filter((one) => one.number !== card.number), { ...card, act: "result", shown: card.scene.after.length }];
    this.card = null;
  }

  /** Open the card of a flag again. */
  open(flag: Card): void {
    this.fold();
    this.card = flag;
    this.layout.showAnyOf([flag.scene.hex]);
  }

  /** Whether a card is about what happened last, so that a question which is open now follows from it. */
  isLatest(card: Card): boolean {
    return card.number === this.count;
  }

  /** Whether the card is still being played. */
  get busy(): boolean {
    return this.wake !== null;
  }

  /** Flags stay until their turn ends. */
  forget(turn: number): void {
    if (this.flags.some((flag) => flag.turn !== turn)) {
      this.flags = this.flags.filter((flag) => flag.turn === turn);
      this.count = this.flags.length;
    }
  }

  reset(): void {
    this.card = null;
    this.flags = [];
    this.count = 0;
  }
}
