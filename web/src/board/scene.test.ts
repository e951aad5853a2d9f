import { describe, expect, it } from "vitest";
import { Camera } from "./canvas/camera";
import { HexLayout } from "./geometry/hexLayout";
import { Scene, sortStack } from "./scene";
import { grid } from "./testing";
import type { Unit } from "./types";

const unit = (id: string, at: string, more: Partial<Unit> = {}): Unit => ({ id, side: "a", label: id, kind: "infantry", at, ...more });

function table(units: Unit[]): { scene: Scene; camera: Camera; layout: HexLayout } {
  const layout = new HexLayout(grid(9, 8));
  const scene = new Scene(layout), camera = new Camera({ left: -2, top: -2, right: 14, bottom: 16 });
  camera.resize(800, 800);
  camera.jump({ x: 6, y: 7, scale: 40 });
  scene.setUnits(units);
  return { scene, camera, layout };
}

describe("scene", () => {
  it("finds the counter, hex or nothing at a point", () => {
    const { scene, camera, layout } = table([unit("SA", "0403")]);
    const at = (id: string, dx = 0, dy = 0) => {
      const [x, y] = layout.centre(layout.find(id));
      return scene.hit(camera, ...camera.toScreen(x + dx, y + dy));
    };
    expect(at("0403")).toEqual({ hex: "0403", unit: "SA" });
    expect(at("0403", 0.7)).toEqual({ hex: "0403" });
    expect(at("0505")).toEqual({ hex: "0505" });
    expect(scene.hit(camera, ...camera.toScreen(-1.9, -1.9))).toEqual({});
  });
  it("puts selected counters on top, then markers, and leaves out those in boxes", () => {
    const units = [unit("A", "0403"), unit("M", "0403", { marker: true }), unit("B", "0403"), unit("C", "pool")];
    const { scene, layout } = table(units);
    const hex = layout.find("0403");
    expect(scene.stacks.get(hex)?.map((u) => u.id)).toEqual(["M", "A", "B"]);
    scene.setOverlay({ selected: ["B"] });
    expect(scene.stacks.get(hex)?.map((u) => u.id)).toEqual(["B", "M", "A"]);
    expect(scene.stacks.size).toBe(1);
    const dump = unit("D", "0403", { marker: true, under: true });
    expect(sortStack([dump, ...units], new Set()).at(-1)).toBe(dump);
    expect(sortStack([], new Set())).toEqual([]);
  });
  it("finds counters in an open fan, in their own order, before what lies under it", () => {
    const { scene, camera, layout } = table([unit("A", "0403"), unit("B", "0403"), unit("C", "0503")]);
    scene.setOverlay({ selected: ["B"] });
    scene.fanHex = layout.find("0403");
    const open = scene.fan(camera);
    expect(open?.units.map((u) => u.id)).toEqual(["A", "B"]);
    const [x, y] = open?.fan.spots[1] ?? [0, 0];
    expect(scene.hit(camera, x, y)).toEqual({ hex: "0403", unit: "B", inFan: true });
  });
  it("closes the fan of a stack that is gone and keeps moving counters out of stacks", () => {
    const { scene, layout } = table([unit("A", "0403"), unit("B", "0403")]);
    scene.fanHex = layout.find("0403");
    scene.lifted.set("A", [0, 0]);
    expect(scene.lying(layout.find("0403")).map((u) => u.id)).toEqual(["B"]);
    scene.setUnits([unit("A", "0403")]);
    expect(scene.fanHex).toBe(-1);
  });
});
