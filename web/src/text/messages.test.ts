import { expect, it } from "vitest";
import { choose, LANGUAGES, type Messages } from "./language";
import { literalsInComponent, literalsInModule } from "./literals";

const areas = import.meta.glob<Record<string, Messages>>("./messages/*.ts", { eager: true });
const components = import.meta.glob<string>("../**/*.svelte", { query: "?raw", import: "default", eager: true });
const modules = import.meta.glob<string>(["../**/*.ts", "!../**/*.test.ts", "!../**/test*.ts", "!../schema.ts", "!./messages/*.ts", "!./literals.ts"], { query: "?raw", import: "default", eager: true });

const kinds = (messages: Messages): string[] => Object.entries(messages).map(([name, message]) => `${name} ${typeof message === "string" ? "" : message.length}`).sort();
/** A path from this folder as one from `src`. */
const path = (from: string): string => from.replace(/^\.\.\//, "").replace(/^\.\//, "text/");

it("chooses the first of the browser's languages that it knows", () => {
  expect(choose(["de-AT", "en"])).toBe("de");
  expect(choose(["fr", "en-GB", "de"])).toBe("en");
  expect(choose(["ja"])).toBe("en");
});

it.each(Object.entries(areas))("says everything in every language: %s", (_, area) => {
  const { en } = area;
  for (const language of LANGUAGES) {
    expect(kinds(area[language]!)).toEqual(kinds(en!));
    for (const [name, message] of Object.entries(area[language]!)) if (typeof message === "string") expect(message.trim(), name).not.toBe("");
  }
});

it("takes all text from the catalogue", () => {
  const found = [
    ...Object.entries(components).map(([file, source]): [string, string[]] => [path(file), literalsInComponent(source)]),
    ...Object.entries(modules).map(([file, source]): [string, string[]] => [path(file), literalsInModule(source)]),
  ].filter(([, texts]) => texts.length);
  const hint = "Move these texts to src/text/messages/*.ts, in English and German, and use them as t.name";
  expect(Object.fromEntries(found), hint).toEqual({});
}, 120_000);

it("notices text in markup, in attributes that are read, and sentences in scripts", () => {
  const source = `<script lang="ts">let said = "Link copied."; const id = "link";</script>
    <p class="big row" title="Look">{on ? "Show" : other === "hide" ? "" : t.hide} ⋯ {count}</p>{#if on}<b aria-label={\`Find \${id}\`}>Foo</b>{/if}`;
  expect(literalsInComponent(source)).toEqual(["Look", "Show", "Find", "Foo", "Link copied."]);
  expect(literalsInComponent("<p class='a b'>{t.start} · 3</p>")).toEqual([]);
});
