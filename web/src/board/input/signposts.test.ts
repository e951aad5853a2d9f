import { describe, expect, it } from "vitest";
import { SIGN, signposts } from "./signposts";

const view = { width: 400, height: 600 };

describe("signposts to choices beyond the window", () => {
  it("are on the edge nearest to the choice", () => {
    const [east, north] = signposts([[900, 300], [200, -500]], view);
    expect(east?.x).toBeGreaterThan(400 - SIGN[0]);
    expect(east?.y).toBeCloseTo(300);
    expect(east?.arrow).toBe("→");
    expect(north?.y).toBeLessThan(SIGN[1]);
    expect(north?.arrow).toBe("↑");
  });
  it("lie inside the window, wherever the choice is", () => {
    for (const point of [[-9000, -9000], [401, 601], [200, 9000], [-1, 300]] as [number, number][]) {
      const [sign] = signposts([point], view);
      expect(sign?.x).toBeGreaterThanOrEqual(SIGN[0] / 2);
      expect(sign?.x).toBeLessThanOrEqual(400 - SIGN[0] / 2);
      expect(sign?.y).toBeGreaterThanOrEqual(SIGN[1] / 2);
      expect(sign?.y).toBeLessThanOrEqual(600 - SIGN[1] / 2);
    }
  });
  it("do not cover one another", () => {
    const signs = signposts([[900, 300], [910, 302], [920, 304], [930, 306]], view);
    const rows = signs.map((sign) => sign.y).sort((a, b) => a - b);
    for (let i = 1; i < rows.length; i++) expect((rows[i] ?? 0) - (rows[i - 1] ?? 0)).toBeGreaterThanOrEqual(SIGN[1]);
  });
});
