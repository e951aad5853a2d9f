/** Outcomes of a preview, sorted and counted for the bar and its rows. Pure. */

import type { Outcome, TextPart } from "../../api";
import { battles as t } from "../../text/messages/battles";
import { percent } from "../../text/wording";

export type Verdict = NonNullable<Outcome["verdict"]>;

/** From best to worst. */
export const VERDICTS: readonly Verdict[] = ["best", "good", "even", "bad", "worst"];
/** Maximum number of outcomes listed one by one; more are grouped by verdict. */
const MAX_ROWS = 5;
/** A probability this close to a whole number of sixths is one. */
const CLOSE = 1e-6;

export interface OutcomeRow { key: string; verdict: Verdict; probability: number; says: readonly TextPart[]; /** Other results of the same verdict. */ more: number }

/** Whether all outcomes are judged, so that they can be drawn as one bar. */
export function isJudged(chances: readonly Outcome[]): boolean {
  return chances.length > 0 && chances.every(({ verdict, at_most }) => verdict != null && at_most == null);
}

/** Rows from best to worst: one per outcome, or per verdict with its likeliest outcome if there are many. */
export function outcomeRows(chances: readonly Outcome[]): OutcomeRow[] {
  const sorted = [...chances].sort((a, b) => rank(a) - rank(b) || b.probability - a.probability);
  const rows = sorted.map((one): OutcomeRow => ({ key: one.result, verdict: one.verdict ?? "even", probability: one.probability, says: one.says ?? [], more: 0 }));
  if (rows.length <= MAX_ROWS) return rows;
  const found = new Map<Verdict, OutcomeRow>();
  for (const row of rows) {
    const first = found.get(row.verdict);
    found.set(row.verdict, first ? { ...first, probability: first.probability + row.probability, more: first.more + 1 } : { ...row, key: row.verdict });
  }
  return [...found.values()];
}

function rank({ verdict }: Outcome): number {
  return VERDICTS.indexOf(verdict ?? "even");
}

/** "5 in 6" where a die gives it, else a percentage. */
export function chanceWords(probability: number): string {
  if (probability > 1 - CLOSE) return t.certain;
  const sixths = probability * 6;
  return Math.abs(sixths - Math.round(sixths)) < CLOSE ? t.inSix(Math.round(sixths)) : percent(probability);
}

/** The chance of an outcome that is good for the side that decides. */
export function goodChance(chances: readonly Outcome[]): number {
  return chances.filter(({ verdict }) => verdict === "best" || verdict === "good").reduce((sum, { probability }) => sum + probability, 0);
}
