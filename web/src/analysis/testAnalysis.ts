/** A small made-up analysis for tests. */

import type { Analysis } from "../api";

export const ANALYSIS: Analysis = {
  scenario: "duel/meeting", sides: ["red", "blue"], titles: { red: "Red", blue: "Blue" }, turns: 2, orders: 6,
  result: { winner: "red", title: "Red victory", reason: "Red holds 2 towns", rule: "" },
  curve: [
    { number: 0, at: 0, turn: 1, phase: "movement", chance: 0.5 }, { number: 2, at: 0.4, turn: 1, phase: "combat", chance: 0.55 },
    { number: 3, at: 0.5, turn: 2, phase: "movement", chance: 0.71 }, { number: 6, at: 1, turn: 2, phase: "combat", chance: 1 },
  ],
  turning_points: [
    {
      first: 2, last: 3, at: 0.5, turn: 1, phase: "combat", side: "red", order: { verb: "attack", target: "0303", units: ["A"] }, dice: [6], hex: "0303", before: 0.55, average: 0.51, after: 0.71,
      computer: { order: { verb: "attack", target: "0202", units: ["A"] }, why: "it is weaker", same: false, average: 0.6 },
    },
    { first: 4, last: 4, at: 0.7, turn: 2, phase: "movement", side: "blue", order: { verb: "move", units: ["E"], path: ["0303", "0202"] }, dice: [], hex: "0202", before: 0.71, average: null, after: 0.8, computer: null },
  ],
  luck: [{ number: 2, side: "red", order: { verb: "attack", target: "0303", units: ["A"] }, dice: [6], hex: "0303", points: 0.2 }, { number: 5, side: "blue", order: { verb: "attack", target: "0101", units: ["E"] }, dice: [1], hex: "0101", points: -0.07 }],
  luck_total: 0.13, rolls: 3, measured: 2, lost: "steps",
  by_turn: [{ turn: 1, number: 3, losses: { red: 1, blue: 3 }, held: { red: 1, blue: 1 } }, { turn: 2, number: 6, losses: { red: 2, blue: 2 }, held: { red: 2, blue: 0 } }],
  series: [{ label: "Towns", side: "red", target: 2, unit: "", values: [1, 2] }],
};
