import { describe, expect, it } from "vitest";
import { Camera, EASY } from "./camera";

const SHEET = { left: -2, top: -2, right: 78, bottom: 90 };

function camera(width = 1400, height = 900): Camera {
  const made = new Camera(SHEET);
  made.resize(width, height);
  made.jump(made.fitView());
  return made;
}

describe("camera", () => {
  it("fits all of the sheet", () => {
    const seen = camera().visible();
    expect(seen.left).toBeLessThan(SHEET.left);
    expect(seen.bottom).toBeGreaterThan(SHEET.bottom);
  });
  it("leaves the foot free when it fits the sheet", () => {
    const made = new Camera(SHEET);
    made.foot = 60;
    made.resize(1400, 900);
    made.jump(made.fitView());
    expect(made.toScreen(0, SHEET.bottom)[1]).toBeLessThan(840);
    expect(made.toScreen(0, SHEET.top)[1]).toBeGreaterThan(0);
  });
  it("converts to window coordinates and back", () => {
    const made = camera();
    const [px, py] = made.toScreen(12, 34);
    expect(made.toWorld(px, py).map((v) => Math.round(v * 1e6) / 1e6)).toEqual([12, 34]);
  });
  it("keeps the spot under the pointer while zooming", () => {
    const made = camera();
    made.jump({ x: 40, y: 40, scale: 30 });
    const before = made.toWorld(300, 200);
    made.zoomAt(300, 200, 1.5);
    const after = made.toWorld(300, 200);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
    expect(made.view.scale).toBeCloseTo(45);
  });
  it("also during an animated zoom, which adds up turns of the wheel", () => {
    const made = camera();
    made.jump({ x: 40, y: 40, scale: 30 });
    const before = made.toWorld(300, 200);
    made.glideZoom(300, 200, 1.2, 0, 100);
    made.tick(40);
    made.glideZoom(300, 200, 1.2, 40, 100);
    expect(made.tick(80)).toBe(true);
    expect(made.toWorld(300, 200)[0]).toBeCloseTo(before[0]);
    made.tick(200);
    expect(made.view.scale).toBeCloseTo(30 * 1.44);
    expect(made.moving).toBe(false);
  });
  it("keeps the sheet in the window", () => {
    const made = camera();
    made.jump({ x: 40, y: 40, scale: 40 });
    for (let i = 0; i < 50; i++) made.panBy(900, 900);
    const seen = made.visible();
    expect(seen.right).toBeGreaterThan(SHEET.left + 5);
    expect(seen.bottom).toBeGreaterThan(SHEET.top + 5);
    made.zoomAt(0, 0, 1e-6);
    expect(made.view.scale).toBeGreaterThan(made.fitScale() * 0.7);
  });
  it("shows a small board whole and a readable part of a large one", () => {
    expect(camera().openView([40, 40]).scale).toBe(EASY);
    const small = new Camera({ left: -2, top: -2, right: 15, bottom: 17 });
    small.resize(1280, 800);
    expect(small.openView([0, 0])).toEqual(small.fitView());
  });
});
