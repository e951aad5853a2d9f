/** Orders, units, numbers and times in words. */

import { catalogue, counted } from "../language";

export const en = {
  turnAndPhase: (turn: number, turns: number, phase: string) => `turn ${turn} of ${turns}, ${phase}`,
  phaseOf: (side: string, phase: string) => `${side} ${phase}`,
  ofNeeded: (value: string, target: number) => `${value} of ${target} needed`,
  notKnown: "not known yet", done: "done", open: "open",
  inTurn: (turn: number) => `turn ${turn}`,
  units: (count: number) => counted(count, "unit", "units"),
  steps: (count: number) => counted(count, "step", "steps"),
  hexes: (count: number) => counted(count, "hex", "hexes"),
  lines: (count: number) => counted(count, "line", "lines"),
  andMore: (names: string, count: number) => `${names} and ${count} more`,
  unitIn: (unit: string, hex: string) => `${unit} in ${hex}`,
  withUnits: (units: string) => `with ${units}`,
  fromHex: (hex: string) => `from ${hex}`,
  toHex: (hex: string) => `to ${hex}`,
  percent: (value: string) => `${value}%`,
  justNow: "just now",
  minutesAgo: (count: number) => `${counted(count, "minute", "minutes")} ago`,
  hoursAgo: (count: number) => `${counted(count, "hour", "hours")} ago`,
  daysAgo: (count: number) => `${counted(count, "day", "days")} ago`,
  carries: (count: number) => `carries ${count}`,
  carriesInactive: (count: number, inactive: number) => `carries ${count}, ${inactive} inactive`,
  over: "over",
};

export const de: typeof en = {
  turnAndPhase: (turn, turns, phase) => `Runde ${turn} von ${turns}, ${phase}`,
  phaseOf: (side, phase) => `${side}: ${phase}`,
  ofNeeded: (value, target) => `${value} von ${target} nötigen`,
  notKnown: "noch unbekannt", done: "erreicht", open: "offen",
  inTurn: (turn) => `Runde ${turn}`,
  units: (count) => counted(count, "Einheit", "Einheiten"),
  steps: (count) => counted(count, "Stufe", "Stufen"),
  hexes: (count) => counted(count, "Feld", "Felder"),
  lines: (count) => counted(count, "Zeile", "Zeilen"),
  andMore: (names, count) => `${names} und ${count} weitere`,
  unitIn: (unit, hex) => `${unit} in ${hex}`,
  withUnits: (units) => `mit ${units}`,
  fromHex: (hex) => `von ${hex}`,
  toHex: (hex) => `nach ${hex}`,
  percent: (value) => `${value}\u00a0%`,
  justNow: "gerade eben",
  minutesAgo: (count) => `vor ${counted(count, "Minute", "Minuten")}`,
  hoursAgo: (count) => `vor ${counted(count, "Stunde", "Stunden")}`,
  daysAgo: (count) => `vor ${counted(count, "Tag", "Tagen")}`,
  carries: (count) => `trägt ${count}`,
  carriesInactive: (count, inactive) => `trägt ${count}, ${inactive} davon inaktiv`,
  over: "beendet",
};

export const words = catalogue({ en, de });
