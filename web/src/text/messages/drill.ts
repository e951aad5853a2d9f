/** The steps of a drill. */

import { catalogue } from "../language";

export const en = {
  steps: "Steps of the drill",
  step: (number: number, of: number) => `Step ${number} of ${of}`,
  earlier: "Earlier step",
  later: "Later step",
  all: "All steps done",
  allHint: "Reach the goals below, then end the phase.",
  show: (what: string) => `Show: ${what}`,
  next: "Next drill",
  nextIs: (title: string) => `Next: ${title}`,
  again: "Try again",
  lobby: "Lobby",
};

export const de: typeof en = {
  steps: "Schritte der Übung",
  step: (number, of) => `Schritt ${number} von ${of}`,
  earlier: "Früherer Schritt",
  later: "Späterer Schritt",
  all: "Alle Schritte getan",
  allHint: "Erreiche die Ziele unten und beende dann die Phase.",
  show: (what) => `Zeigen: ${what}`,
  next: "Nächste Übung",
  nextIs: (title) => `Als Nächstes: ${title}`,
  again: "Noch einmal",
  lobby: "Lobby",
};

export const t = catalogue({ en, de });
