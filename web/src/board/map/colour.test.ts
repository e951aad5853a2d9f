import { describe, expect, it } from "vitest";
import { contrast, fromLab, mix, toLab } from "./colour";
import { THEMES } from "./theme";

describe("colours", () => {
  it("convert to Lab and back", () => {
    for (const colour of ["#ece4cb", "#a8352c", "#0e1012"]) expect(fromLab(toLab(colour))).toBe(colour);
    expect(mix("#000000", "#ffffff", 0.5)).toBe("#808080");
  });
  it("leave text readable in both themes", () => {
    for (const theme of Object.values(THEMES)) {
      expect(contrast(theme.name_, theme.tone("#ece4cb")), theme.name).toBeGreaterThan(4.5);
      expect(contrast(theme.faint, theme.tone("#ece4cb")), theme.name).toBeGreaterThan(4.5);
      expect(contrast(theme.note, theme.noteHalo), theme.name).toBeGreaterThan(7);
      expect(contrast(theme.ink, theme.paper), theme.name).toBeGreaterThan(4.5);
    }
  });
});
