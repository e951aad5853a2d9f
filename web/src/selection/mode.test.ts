import { expect, it } from "vitest";
import { amend, find, IDLE, type Mode, selected } from "./mode";

const order = { verb: "attack", target: "0303", units: ["A"], path: [], words: [] };

it("finds the mode that an aim or a confirmation returns to", () => {
  const from = selected(["A"]);
  const mode: Mode = { kind: "confirming", orders: [order], consequence: null, from: { kind: "aiming", order, preview: null, from } };
  expect(find(mode, "selected")).toBe(from);
  expect(find(mode, "aiming")?.order).toBe(order);
  expect(find(mode, "gathering")).toBeNull();
  expect(find(IDLE, "selected")).toBeNull();
});

it("changes a part of a mode and leaves the rest as it is", () => {
  const from = selected(["A"]);
  const aiming: Mode = { kind: "aiming", order, preview: null, from };
  expect(amend(aiming, from, { arrival: "move" })).toEqual({ ...aiming, from: { ...from, arrival: "move" } });
  expect(amend(from, from, { verb: "dig" })).toEqual({ ...from, verb: "dig" });
  expect(amend(IDLE, from, { verb: "dig" })).toBe(IDLE);
});
