/** Numbers and chapters of rules. An id is the rulebook's number, and a word where one number holds several cases. */

import type { Option, Rule } from "../api";
import { label } from "./labels";

const NUMBERED = /^((?:fig)?\d+(?:\.\d+)*[a-z]?)-/;

/** The number that the rulebook itself gives: "9" for "9-basic-count", "12.5.1" for "12.5.1-concede". */
export function ruleNumber(id: string): string {
  return NUMBERED.exec(id)?.[1] ?? id;
}

/** What limits the rules of a game: the level that is read, and the options in play; all options if null. */
export interface InPlay { level: string; options: Readonly<Record<string, boolean | string>> | null }

/** Whether a rule is in play. A rule of an option that the game does not have always is. */
export function isInPlay(rule: Rule, { level, options }: InPlay, known: Readonly<Record<string, Option>>): boolean {
  if (level && rule.levels.length && !rule.levels.includes(level)) return false;
  const option = known[rule.option];
  return !options || !option || (options[rule.option] ?? option.default) !== option.default;
}

/** The chapter of a rule: "12" for "12.5.1", "I" for "I.A.2", "SR" for "SR-3". */
export function chapterOf(id: string): string {
  return /^(?:fig|[^.-]+)/.exec(ruleNumber(id))?.[0].replace(/^(\d+)[a-z]$/, "$1") ?? id;
}

export interface Chapter { id: string; title: string; rules: Rule[] }

/** Rules by chapter, each with its title; one without is titled by its introduction, or by what most of its rules are about. */
export function chapters(rules: readonly Rule[], titles: Readonly<Record<string, string>> = {}): Chapter[] {
  const found = new Map<string, Rule[]>();
  for (const rule of rules) {
    const id = chapterOf(rule.id);
    found.set(id, [...(found.get(id) ?? []), rule]);
  }
  return [...found].map(([id, part]) => ({ id, title: label("chapters", titles[id] ?? titleOf(id, part)), rules: part }));
}

function titleOf(id: string, rules: readonly Rule[]): string {
  const introduction = rules.find((rule) => rule.id === id || rule.id === `${id}.0`);
  if (introduction) return introduction.title;
  const kinds = new Map<string, number>();
  for (const { kind } of rules) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const [most = ""] = [...kinds].sort(([, one], [, other]) => other - one)[0] ?? [];
  return most.length < 4 ? most.toUpperCase() : most.charAt(0).toUpperCase() + most.slice(1);
}
