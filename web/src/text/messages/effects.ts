/** What the result of a battle does to a side, after the side's name, for results that the game names only by a code. */

import type { Effect } from "../../api";
import { catalogue, counted } from "../language";

type EffectWords = Record<Effect["kind"], (count: number) => string>;

export const en: EffectWords = {
  "step-loss": (count) => `loses ${counted(count, "step", "steps")}`,
  option: (count) => `retreats ${counted(count, "hex", "hexes")} or loses ${counted(count, "step", "steps")}`,
  exploit: (count) => `can exploit with Action Rating ${count} or more`,
  disorganized: () => "is disorganized",
  "unit-loss": (count) => `loses ${counted(count, "unit", "units")}`,
  eliminated: () => "is eliminated",
  reduced: () => "is reduced",
  retreat: () => "retreats",
  escalate: () => "may continue",
  take: () => "can take the hex",
  damage: (count) => `takes ${counted(count, "hit", "hits")}`,
};

export const de: EffectWords = {
  "step-loss": (count) => `verliert ${counted(count, "Stufe", "Stufen")}`,
  option: (count) => `weicht ${counted(count, "Feld", "Felder")} zurück oder verliert ${counted(count, "Stufe", "Stufen")}`,
  exploit: (count) => `kann mit Action Rating ab ${count} den Durchbruch nutzen`,
  disorganized: () => "ist desorganisiert",
  "unit-loss": (count) => `verliert ${counted(count, "Einheit", "Einheiten")}`,
  eliminated: () => "ist ausgeschaltet",
  reduced: () => "ist geschwächt",
  retreat: () => "weicht zurück",
  escalate: () => "darf fortsetzen",
  take: () => "kann das Feld einnehmen",
  damage: (count) => `erhält ${counted(count, "Treffer", "Treffer")}`,
};

export const effects = catalogue({ en, de });
