import { expect, it } from "vitest";
import type { GameEvent, PlayedOrder } from "../api";
import { diceBySide } from "./diceStatistics";
import { arrows, moves, turnStarts } from "./trails";

const event = (parts: Partial<GameEvent>): GameEvent => ({ kind: "", role: "", text: "", parts: [], details: {}, side: "", units: [], hexes: [], dice: [], rule: "", ...parts });
const played = (number: number, side: string, ...events: GameEvent[]): PlayedOrder => ({ number, side, order: "", events, turn: 1, phase: "" });

it("adds up the dice of each side against what was to be expected", () => {
  const log = [played(1, "red", event({ dice: [6, 5] })), played(2, "blue", event({ dice: [1], side: "red" })), played(3, "blue", event({ dice: [3] }))];
  const [red, blue] = diceBySide(log, ["red", "blue"]);
  expect(red).toMatchObject({ count: 3, sum: 12, expected: 10.5, deviations: [2.5, 4, 1.5], faces: [1, 0, 0, 0, 1, 1] });
  expect(blue).toMatchObject({ count: 1, sum: 3, expected: 3.5 });
});

it("takes dice for ten-sided once a face above six was seen", () => {
  expect(diceBySide([played(1, "red", event({ dice: [9, 2] }))], ["red"])[0]?.expected).toBe(11);
});

it("shows nothing for a side that has not rolled", () => {
  expect(diceBySide([], ["red"])[0]?.count).toBe(0);
});

const went = event({ kind: "moved", role: "move", units: ["A"], hexes: ["0101", "0102", "0103"] });
const fled = event({ kind: "retreated", role: "retreat", units: ["B"], hexes: ["0201", "0202"] });

it("animates whatever went from hex to hex", () => {
  expect(moves([went, event({ hexes: ["0101"], units: ["A"] })])).toEqual([{ unit: "A", hexes: ["0101", "0102", "0103"] }]);
  expect(arrows([went, fled]).map((arrow) => arrow.kind)).toEqual(["move", "move", "retreat"]);
});

it("knows where turns begin", () => {
  const log = [played(1, "red"), { ...played(2, "blue"), turn: 2 }, { ...played(3, "red"), turn: 2 }];
  expect(turnStarts(log)).toEqual([{ number: 0, title: "1" }, { number: 2, title: "2" }]);
});
