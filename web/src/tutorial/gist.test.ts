import { expect, it } from "vitest";
import { forHand } from "./gist";

it("speaks of clicks and keys to the mouse, and of taps to a finger", () => {
  const text = "{Click|Tap} Hof{ (or press N)|}. Press Attack.";
  expect(forHand(text, false)).toBe("Click Hof (or press N). Press Attack.");
  expect(forHand(text, true)).toBe("Tap Hof. Press Attack.");
});
