import { describe, expect, it } from "vitest";
import { dice, range } from "./random";

describe("random numbers", () => {
  it("are the same for the same seed", () => {
    const [a, b, c] = [dice("x"), dice("x"), dice("y")];
    const first = [a(), a(), a()];
    expect([b(), b(), b()]).toEqual(first);
    expect([c(), c(), c()]).not.toEqual(first);
    for (let i = 0; i < 100; i++) expect(Math.abs(range(a, -1, 1))).toBeLessThanOrEqual(1);
  });
});
