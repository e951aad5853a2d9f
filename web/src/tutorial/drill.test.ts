import { expect, it } from "vitest";
import { order } from "../selection/testTable";
import { Drill } from "./drill.svelte";

const MODE = order("mode A move", { units: ["A"], words: ["move"] });
const MOVE = order("move A 1-9", { units: ["A"], path: ["1", "9"] });
const ATTACK = order("attack 5 A", { units: ["A"], target: "5" });
const ORDERS = { "mode A move": MODE, "move A 1-9": MOVE, "attack 5 A": ATTACK };
let games = 0;
const drill = (): Drill => new Drill(`drill ${games++}`, Drill.steps(["Look around.", "First `mode A move`, then `move A 1-9`.", "Now `attack 5 A`, and `advance`."], ORDERS));

it("stays at a step until all of its orders are given", () => {
  const one = drill();
  expect(one.current).toBe(0);
  one.note(MODE);
  expect(one.current).toBe(1);
  expect(one.goals).toEqual(["9"]);
  one.note({ ...MOVE, path: ["1", "2", "9"] }); // the path does not matter
  expect(one.current).toBe(2);
  expect(one.goals).toEqual(["5"]);
  one.note(ATTACK);
  expect(one.current).toBe(3);
});

it("lets the player turn to other steps, and returns with the next order", () => {
  const one = drill();
  one.turn(1);
  one.turn(5);
  expect(one.shown).toBe(2);
  one.note(MODE);
  expect(one.shown).toBe(1);
});

it("ignores orders that no step names", () => {
  const one = drill();
  one.note(order("end"));
  expect(one.current).toBe(0);
});
