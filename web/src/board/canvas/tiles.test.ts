import { describe, expect, it } from "vitest";
import { overlap, tileScale, tilesIn } from "./tiles";

describe("tiles", () => {
  it("cover a window, also left of the origin, and no more", () => {
    const found = tilesIn({ left: -10, top: 500, width: 530, height: 20 }, 512);
    expect(new Set(found.map(String))).toEqual(new Set(["-1,0", "0,0", "1,0", "-1,1", "0,1", "1,1"]));
    expect(tilesIn({ left: 0, top: 0, width: 512, height: 512 }, 512)).toEqual([[0, 0]]);
  });
  it("are requested from the centre outwards", () => {
    expect(tilesIn({ left: 0, top: 0, width: 1500, height: 1500 }, 500)[0]).toEqual([1, 1]);
  });
  it("are requested only on the sheet", () => {
    expect(overlap({ left: 0, top: 0, width: 10, height: 10 }, { left: 5, top: -5, width: 10, height: 10 })).toEqual({ left: 5, top: 0, width: 5, height: 5 });
    expect(overlap({ left: 0, top: 0, width: 10, height: 10 }, { left: 10, top: 0, width: 5, height: 5 })).toBeNull();
  });
  it("are stretched while zooming, and redrawn after a large change or at rest", () => {
    expect(tileScale(40, 30, true)).toBe(30);
    expect(tileScale(90, 30, true)).toBe(90);
    expect(tileScale(40, 30, false)).toBe(40);
    expect(tileScale(40, 0, true)).toBe(40);
  });
});
