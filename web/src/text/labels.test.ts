import { afterEach, expect, it } from "vitest";
import type { Catalogue, Verb } from "../api";
import { label, loadLabels, withLabels } from "./labels";
import { sentence } from "./sentence";

const verb: Verb = { label: "Change mode", summary: "", rule: "", group: "", example: "", takes: { words: [{ name: "mode", kind: "choice", choices: { move: "Move" }, label: "at {unit}" }] } };
const game = {
  sides: [{ id: "soviet", title: "Soviet" }], verbs: { mode: verb, own: { ...verb, label: "Do the unheard-of" } }, scenarios: [], ranges: { gun: "Gun range" }, explains: "Supply",
  options: { night: { title: "Night", choices: ["dice", "chits"], labels: [] } },
};
const catalogue = { games: [game], levels: [{ id: "recruit", title: "Recruit", says: "?" }] } as unknown as Catalogue;

afterEach(() => loadLabels("en"));

it("leaves English labels as they are", async () => {
  await loadLabels("en");
  expect(withLabels(catalogue)).toBe(catalogue);
  expect(label("phases", "combat")).toBe("combat");
});

it("translates the labels of games, and keeps what it does not know", async () => {
  await loadLabels("de");
  const { games: [found], levels } = withLabels(catalogue);
  expect(found?.verbs["mode"]?.label).toBe("Modus wechseln:");
  expect(found?.verbs["mode"]?.takes?.words?.[0]).toMatchObject({ choices: { move: "Bewegung" }, label: "bei {unit}" });
  expect(found?.verbs["own"]?.label).toBe("Do the unheard-of");
  expect(found?.options["night"]).toMatchObject({ title: "Nacht", labels: ["Würfel", "Marken"] });
  expect([found?.ranges["gun"], found?.explains, levels[0]?.title]).toEqual(["Geschützreichweite", "Versorgung", "Rekrut"]);
});

it("keeps the English title of a side in the sentences of games", async () => {
  await loadLabels("de");
  const sides = withLabels(catalogue).games[0]!.sides;
  expect(sides[0]?.title).toBe("Sowjetunion");
  expect(sentence([{ kind: "side", id: "soviet" }, { kind: "words", text: " player ends the Movement Phase" }], new Map(), sides)).toBe("Soviet player ends the Movement Phase");
});
