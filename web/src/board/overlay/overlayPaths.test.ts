import { describe, expect, it } from "vitest";
import { bandOf, costText } from "./overlayPaths";

describe("reach", () => {
  it("has three bands, and costs in halves", () => {
    expect([bandOf({}), bandOf({ last: true }), bandOf({ last: true, stop: true })]).toEqual(["near", "last", "stop"]);
    expect([costText(2), costText(0.5), costText(2.5), costText(1.25)]).toEqual(["2", "½", "2½", "1.3"]);
  });
});
