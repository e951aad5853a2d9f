import { expect, it } from "vitest";
import { forHand } from "./gist";

it("says click for the mouse and tap for touch", () => {
  const text = "{Click|Tap} Hof{ (or press N)|}. Press Attack.";
  expect(forHand(text, false)).toBe("Click Hof (or press N). Press Attack.");
  expect(forHand(text, true)).toBe("Tap Hof. Press Attack.");
});
