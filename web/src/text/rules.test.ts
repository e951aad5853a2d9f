import { expect, it } from "vitest";
import type { Option, Rule } from "../api";
import { chapterOf, chapters, isInPlay, ruleNumber } from "./rules";

const rule = (id: string, kind = "combat", title = id): Rule => ({ id, title, says: "", kind, testable: true, module: "", levels: [], option: "", untested: "" });

const option = (standard: boolean | string): Option => ({ title: "", summary: "", rule: "", default: standard, choices: [], labels: [], listed: false });

it("shows the number of the rulebook", () => {
  expect(["9-basic-count", "12.5.1-concede", "8.3", "14.10a", "2.2-defence-only", "R-SFO-05", "INTRO.1", "fig6-basic"].map(ruleNumber)).toEqual(["9", "12.5.1", "8.3", "14.10a", "2.2", "R-SFO-05", "INTRO.1", "fig6"]);
});

it("finds the chapter of a rule", () => {
  expect(["9-basic-count", "12.5.1", "14.10a", "I.A.2", "SR-3", "7a-x"].map(chapterOf)).toEqual(["9", "12", "14", "I", "SR", "7"]);
});

it("groups rules by chapter, in order, with a title", () => {
  const found = chapters([rule("1", "note", "Introduction"), rule("8.1"), rule("8.2", "retreat"), rule("8.3-all-x"), rule("9-a", "ew")]);
  expect(found.map(({ id, title, rules }) => [id, title, rules.length])).toEqual([["1", "Introduction", 1], ["8", "Combat", 3], ["9", "EW", 1]]);
  expect(chapters([rule("8.1"), rule("fig6-a"), rule("fig7-b")], { 8: "Battle", fig: "Figures" }).map(({ id, title, rules }) => [id, title, rules.length])).toEqual([["8", "Battle", 1], ["fig", "Figures", 2]]);
});

it("knows which rules are in play", () => {
  const known = { night: option(false), draw: option("dice") };
  const always = rule("1"), expert = { ...rule("2"), levels: ["expert"] }, night = { ...rule("3"), option: "night" }, bag = { ...rule("4"), option: "draw" }, elsewhere = { ...rule("5"), option: "gone" };
  const found = (level: string, options: Record<string, boolean | string> | null): string[] =>
    [always, expert, night, bag, elsewhere].filter((one) => isInPlay(one, { level, options }, known)).map(({ id }) => id);
  expect(found("", null)).toEqual(["1", "2", "3", "4", "5"]);
  expect(found("basic", {})).toEqual(["1", "5"]);
  expect(found("expert", { night: true, draw: "dice" })).toEqual(["1", "2", "3", "5"]);
  expect(found("expert", { draw: "chits" })).toEqual(["1", "2", "4", "5"]);
});
