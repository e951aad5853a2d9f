import { expect, it } from "vitest";
import type { Rule } from "../api";
import { chapterOf, chapters, ruleNumber } from "./rules";

const rule = (id: string, kind = "combat", title = id): Rule => ({ id, title, says: "", kind, testable: true, module: "", untested: "" });

it("shows the number of the rulebook", () => {
  expect(["9-basic-count", "12.5.1-concede", "8.3", "14.10a", "2.2-defence-only", "R-SFO-05", "INTRO.1"].map(ruleNumber)).toEqual(["9", "12.5.1", "8.3", "14.10a", "2.2", "R-SFO-05", "INTRO.1"]);
});

it("finds the chapter of a rule", () => {
  expect(["9-basic-count", "12.5.1", "14.10a", "I.A.2", "SR-3", "7a-x"].map(chapterOf)).toEqual(["9", "12", "14", "I", "SR", "7"]);
});

it("groups rules by chapter, in order, with a title", () => {
  const found = chapters([rule("1", "note", "Introduction"), rule("8.1"), rule("8.2", "retreat"), rule("8.3-all-x"), rule("9-a", "ew")]);
  expect(found.map(({ id, title, rules }) => [id, title, rules.length])).toEqual([["1", "Introduction", 1], ["8", "Combat", 3], ["9", "EW", 1]]);
});
