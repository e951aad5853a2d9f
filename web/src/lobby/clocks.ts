/** Clocks that players can choose, and how they are named. */

import type { NewGame } from "../api";
import { lobby as t } from "../text/messages/lobby";

export type Clock = NonNullable<NonNullable<NewGame["match"]>["clock"]>;

const DAY = 86_400;
const live = (minutes: number, seconds: number): Clock => ({ kind: "live", start: minutes * 60, increment: seconds });
const days = (count: number): Clock => ({ kind: "days", start: count * DAY, increment: 0 });

export const CLOCKS: readonly (Clock | null)[] = [null, live(15, 10), live(30, 20), live(60, 30), live(180, 60), days(1), days(3), days(7)];

export function clockName(clock: Clock | null | undefined): string {
  if (!clock) return t.noClock;
  return clock.kind === "days" ? t.daysClock(clock.start / DAY) : t.liveClock(clock.start / 60, clock.increment);
}

export function shortClockName(clock: Clock | null | undefined): string {
  return clock?.kind === "live" ? t.liveShort(clock.start / 60) : clock ? clockName(clock) : "";
}
