/** What games call their sides, orders and phases, in the language of the interface. Their sentences are English. */

import type { BoardEntry, Catalogue, Side, Verb } from "../api";
import type Glossary from "./glossary.de.json";
import { language } from "./language";

export type Section = keyof typeof Glossary;
/** A side with a translated title; sentences of games use the English one. */
export interface NamedSide extends Side { english?: string }

let glossary: Partial<Record<Section, Record<string, string>>> = {};

/** Load the labels if the interface is not in English. Called once, before anything is shown. */
export async function loadLabels(wanted = language): Promise<void> {
  glossary = wanted === "de" ? (await import("./glossary.de.json")).default : {};
}

/** A label in the language of the interface; as it is if the glossary does not have it. */
export function label(section: Section, text: string): string {
  return glossary[section]?.[text] ?? text;
}

const values = (section: Section, texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, label(section, text)]));

const sides = (all: readonly Side[]): NamedSide[] => all.map((side) => ({ ...side, title: label("sides", side.title), english: side.title }));

function verb(one: Verb): Verb {
  const words = one.takes?.words?.map((word) => ({
    ...word,
    ...(word.choices ? { choices: values("choices", word.choices) } : {}),
    ...(word.label ? { label: label("choices", word.label) } : {}),
  }));
  return { ...one, label: label("verbs", one.label ?? ""), ...(words ? { takes: { ...one.takes, words } } : {}) };
}

/** The catalogue of games with translated labels. */
export function withLabels(catalogue: Catalogue): Catalogue {
  if (!Object.keys(glossary).length) return catalogue;
  return {
    levels: catalogue.levels.map((level) => ({ ...level, title: label("levels", level.title), says: label("levels", level.says) })),
    games: catalogue.games.map((game) => ({
      ...game,
      summary: label("games", game.summary),
      sides: sides(game.sides),
      verbs: Object.fromEntries(Object.entries(game.verbs).map(([id, one]) => [id, verb(one)])),
      options: Object.fromEntries(Object.entries(game.options).map(([id, option]) => [
        id, { ...option, title: label("options", option.title), labels: (option.labels?.length ? option.labels : option.choices).map((text) => label("options", text)) },
      ])),
      scenarios: game.scenarios.map((scenario) => ({ ...scenario, title: label("games", scenario.title), sides: sides(scenario.sides) })),
      ranges: values("layers", game.ranges),
      explains: label("layers", game.explains),
    })),
  };
}

/** A board with translated labels. */
export function boardWithLabels(board: BoardEntry): BoardEntry {
  return { ...board, sides: sides(board.sides), legend: board.legend.map((kind) => ({ ...kind, title: label("terrain", kind.title) })) };
}
