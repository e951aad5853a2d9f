import { expect, it } from "vitest";
import { blocks, spans } from "./markdown";

it("distinguishes bold, italic, code and plain text", () => {
  expect(spans("a **b** *c* `d e`.")).toEqual([
    { kind: "plain", text: "a " }, { kind: "bold", text: "b" }, { kind: "plain", text: " " }, { kind: "slanted", text: "c" },
    { kind: "plain", text: " " }, { kind: "code", text: "d e" }, { kind: "plain", text: "." },
  ]);
});

it("joins the lines of a paragraph and of an item", () => {
  const [text, list] = blocks("one\ntwo\n\n1. first\n   goes on\n2. second");
  expect(text).toEqual({ kind: "paragraph", spans: [{ kind: "plain", text: "one two" }] });
  expect(list).toEqual({ kind: "list", numbered: true, items: [[{ kind: "plain", text: "first goes on" }], [{ kind: "plain", text: "second" }]] });
});

it("reads tables, without the line under their head", () => {
  const [table] = blocks("| a | b |\n|---|---|\n| 1 | 2 |");
  expect(table).toMatchObject({ kind: "table", head: [[{ text: "a" }], [{ text: "b" }]], rows: [[[{ text: "1" }], [{ text: "2" }]]] });
});

it("returns nothing for an empty text", () => {
  expect(blocks("")).toEqual([]);
});
