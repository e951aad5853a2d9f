import { expect, it } from "vitest";
import type { Stage } from "../api";
import { routeOf } from "./routes";

const stage = (title: string, more: Partial<Stage> = {}): Stage => ({ title, text: "", side: "", chances: [], rule: "", hex: "", ...more });

it("marks take-off and the stages on the way, not those over the target or at home", () => {
  const stages = [stage("Take off", { hex: "0101" }), stage("Intercept?", { side: "blue" }), stage("Flak"), stage("Barrage", { hex: "0303" }), stage("Return")];
  const { from, to, marks } = routeOf(stages, ["0101"], "0303", "red");
  expect([from, to]).toEqual([["0101"], "0303"]);
  expect(marks.map(({ text, dashed }) => `${text}${dashed ? "?" : ""}`)).toEqual(["A", "B?", "C"]);
  expect(marks.every((mark, index) => mark.at > (marks[index - 1]?.at ?? 0) && mark.at < 1)).toBe(true);
});
