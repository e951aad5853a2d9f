import { expect, it } from "vitest";
import type { GameEvent } from "../api";
import { scenesOf } from "./scenes";

const event = (kind: string, role: GameEvent["role"], parts: Partial<GameEvent> = {}): GameEvent =>
  ({ kind, role, text: "", parts: [], details: {}, side: "red", units: [], hexes: ["0303"], dice: [], rule: "", ...parts });

it("gathers what follows a battle, in order", () => {
  const battle = event("battle", "battle", { battle: { target: "0303", attackers: ["A"], defenders: ["E"] } });
  const events = [event("moved", ""), battle, event("lost", "loss"), event("retreated", "retreat", { hexes: ["0303", "0304"] }), event("captured", "capture")];
  const scenes = scenesOf(events);
  expect(scenes).toHaveLength(1);
  expect(scenes[0]?.hex).toBe("0303");
  expect(scenes[0]?.after.map(({ kind }) => kind)).toEqual(["lost", "retreated", "captured"]);
});

it("joins odds and surprise with the result where they are separate events", () => {
  const odds = event("odds", "odds", { battle: { target: "0404", odds: { ratio: "3:1" } } });
  const [scene] = scenesOf([odds, event("surprise", "surprise", { dice: [1, 2] }), event("battle", "battle", { hexes: ["0404"], dice: [5, 6] })]);
  expect(scene?.battle?.odds?.ratio).toBe("3:1");
  expect(scene?.surprise?.dice).toEqual([1, 2]);
  expect(scene?.hex).toBe("0404");
});

it("gives other notable events a scene each, and ordinary events none", () => {
  expect(scenesOf([event("moved", ""), event("turn", "")])).toEqual([]);
  expect(scenesOf([event("barrage", "barrage"), event("reduced", "step"), event("captured", "capture")]).map(({ event: one, after }) => [one.role, after.length])).toEqual([["barrage", 1], ["capture", 0]]);
});

it("shows who attacked on a card whose attack was declared by an earlier order", () => {
  const declared = event("attack", "declared", { battle: { target: "0404", origins: ["0505"], overrun: true } });
  const force = event("force", "declared", { hexes: [], battle: { target: "", attackers: ["A"] } });
  const result = event("battle", "battle", { hexes: ["0404"], battle: { target: "0404", verdict: "good", effects: [] } });
  expect(scenesOf([result], [declared, force])[0]?.battle).toMatchObject({ origins: ["0505"], attackers: ["A"], overrun: true, verdict: "good", effects: [] });
  expect(scenesOf([result], [declared, force, result])[0]?.battle?.origins).toBeUndefined(); // that one is decided
  expect(scenesOf([{ ...result, battle: { target: "0606" } }], [declared])[0]?.battle?.overrun).toBeUndefined();
});

it("tells an air strike from a barrage", () => {
  const mission = event("mission", "mission", { hexes: ["0101", "0404"] });
  const barrage = event("barrage", "barrage", { hexes: ["0404"], dice: [3, 4] });
  expect(scenesOf([barrage], [mission])[0]?.byAir).toBe(true);
  expect(scenesOf([barrage], [mission, barrage])[0]?.byAir).toBe(false);
  expect(scenesOf([event("flak", "flak"), event("dogfight", "air")]).map(({ event: one }) => one.role)).toEqual(["flak", "air"]);
});
