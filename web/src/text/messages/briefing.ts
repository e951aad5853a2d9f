/** The briefing of a scenario. */

import { catalogue } from "../language";

export const en = {
  briefing: "Briefing",
  turns: (count: number) => `${count} ${count === 1 ? "turn" : "turns"}.`,
  against: (side: string, other: string) => `You play the ${side} side against ${other}.`,
  watching: "You are watching.",
  computer: "the computer",
  both: "You play both sides.",
  situation: "Situation",
  mission: "Your mission",
  missionOf: (side: string) => `${side} mission`,
  forces: "Forces on the map",
  units: (side: string, count: number) => `${side}: ${count} ${count === 1 ? "unit" : "units"}`,
  howToWin: "How to win",
  objectives: "Objectives",
  heldBy: (side: string) => `held by ${side}`,
  free: "uncontrolled",
  special: "What this game does differently",
  now: "Now",
  start: "Start game",
  close: "Back to the game",
  showMe: "Show me (lesson)",
  again: "opens this briefing again",
  offered: "Show the briefing when a game begins",
  key: "briefing: situation, mission, how to win",
};

export const de: typeof en = {
  briefing: "Lagebesprechung",
  turns: (count) => `${count} ${count === 1 ? "Runde" : "Runden"}.`,
  against: (side, other) => `Du spielst ${side} gegen ${other}.`,
  watching: "Du schaust zu.",
  computer: "den Computer",
  both: "Du spielst beide Seiten.",
  situation: "Lage",
  mission: "Dein Auftrag",
  missionOf: (side) => `Auftrag: ${side}`,
  forces: "Kräfte auf der Karte",
  units: (side, count) => `${side}: ${count} ${count === 1 ? "Einheit" : "Einheiten"}`,
  howToWin: "So gewinnst du",
  objectives: "Ziele",
  heldBy: (side) => `gehalten von ${side}`,
  free: "unbesetzt",
  special: "Was hier anders ist",
  now: "Jetzt",
  start: "Partie beginnen",
  close: "Zurück zur Partie",
  showMe: "Zeig es mir (Lektion)",
  again: "öffnet diese Lage wieder",
  offered: "Lage zu Beginn einer Partie zeigen",
  key: "Lage: Auftrag und Siegbedingungen",
};

export const t = catalogue({ en, de });
