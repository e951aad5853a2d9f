/** The recap on the screen: which bead is shown, whether it plays, and what the map draws for it. */

import type { ObjectiveView, Side, UnitView } from "../api";
import type { Overlay } from "../board";
import { settings } from "../state/settings.svelte";
import { t } from "../text/messages/recap";
import type { Bead, Recap } from "./recap";

/** Milliseconds that all beads take together, and the least and most that one takes. */
const ALL = 10_000, LEAST = 1500, MOST = 2500;
/** Width in hexsides of the weakest and the strongest arrow. */
const THIN = 0.18, THICK = 0.5;

export class RecapState {
  recap = $state.raw<Recap | null>(null);
  /** The bead that is shown; the number of beads for "now you". */
  at = $state(0);
  playing = $state(false);
  /** What the enemy threatens now; "" while unknown. */
  threat = $state("");
  /** Objectives that the enemy can reach, outlined at the end. */
  threatened = $state.raw<readonly ObjectiveView[]>([]);
  /** The units as they stood after each order that was asked for. */
  private positions = $state.raw<ReadonlyMap<number, UnitView[]>>(new Map());
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `position` loads the units as they stood after an order; `onclose` gets the number of the last order shown. */
  constructor(
    private readonly sides: () => readonly Side[], private readonly position: (number: number) => Promise<UnitView[]>, private readonly onclose: (to: number) => void,
  ) {}

  get open(): boolean {
    return this.recap !== null;
  }

  get beads(): readonly Bead[] {
    return this.recap?.beads ?? [];
  }

  get ended(): boolean {
    return this.at >= this.beads.length;
  }

  /** The units at the end of the bead that is shown; null where it is the present, or while it is loaded. */
  get units(): UnitView[] | null {
    const bead = this.ended ? undefined : this.beads[this.at];
    return (bead && this.positions.get(bead.to)) ?? null;
  }

  private load(): void {
    for (const { to } of this.beads.slice(this.at, this.at + 2)) {
      if (!this.positions.has(to)) this.position(to).then((units) => (this.positions = new Map(this.positions).set(to, units)), () => undefined); // then the present is shown
    }
  }

  /** Every battle up to the bead that is shown. */
  readonly battles = $derived.by(() => this.beads.slice(0, this.at + 1).flatMap(({ battles }) => battles));

  show(recap: Recap): void {
    this.recap = recap;
    this.threat = "";
    this.threatened = [];
    this.positions = new Map();
    // at rest everything is shown at once
    this.at = settings.reducedMotion ? recap.beads.length : 0;
    this.load();
    this.play(!settings.reducedMotion);
  }

  play(on: boolean): void {
    clearTimeout(this.timer);
    this.playing = on && this.open && !this.ended;
    if (!this.playing) return;
    const each = Math.min(MOST, Math.max(LEAST, ALL / this.beads.length)) / (Number.isFinite(settings.speed) ? settings.speed : 1);
    this.timer = setTimeout(() => {
      this.at += 1;
      this.load();
      this.play(true);
    }, each);
  }

  /** Go to a bead, and stop playing. */
  go(at: number): void {
    this.play(false);
    this.at = Math.max(0, Math.min(this.beads.length, at));
    this.load();
  }

  /** The next bead; after the last one, done. */
  next(): void {
    if (this.ended) this.close();
    else this.go(this.at + 1);
  }

  back(): void {
    this.go(this.at - 1);
  }

  close(): void {
    const { recap } = this;
    this.play(false);
    this.recap = null;
    if (recap) this.onclose(recap.to);
  }

  /** Every hex that the recap is about, the battles first. */
  get hexes(): string[] {
    return [...this.beads.flatMap(({ battles }) => battles.map(({ hex }) => hex)), ...this.beads.flatMap(({ flows }) => flows.flatMap(({ from, to }) => [to, from]))];
  }

  readonly overlay = $derived.by((): Overlay => {
    if (!this.recap) return {};
    const looks = new Map(this.sides().map((side) => [side.id, side]));
    const colour = (side: string): string => looks.get(side)?.colour ?? "#777777";
    const most = Math.max(1, ...this.beads.flatMap(({ flows }) => flows.map(({ strength }) => strength)));
    const width = (strength: number): number => THIN + (THICK - THIN) * Math.sqrt(strength / most);
    const seen = this.ended ? this.beads : this.beads.slice(this.at, this.at + 1);
    return {
      flows: seen.flatMap(({ flows }) => flows.map(({ from, to, side, strength }) => ({ from, to, colour: colour(side), width: width(strength) }))),
      flags: this.battles.map(({ hex, number, side, outcome }) => ({ hex, text: String(number), colour: colour(side), ink: looks.get(side)?.ink ?? "#ffffff", outcome })),
      ...(this.ended && this.threatened.length ? { outlines: [{ hexes: this.threatened.map(({ hex }) => hex), title: t.threatened }] } : {}),
      objectives: this.beads.slice(0, this.at + 1).flatMap(({ captures }) => captures.map(({ hex, side }) => ({ hex, name: "", held_by: side, worth: "" }))),
    };
  });
}
