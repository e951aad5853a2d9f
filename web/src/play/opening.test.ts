import { expect, it } from "vitest";
import { Camera } from "../board/canvas/camera";
import type { Point } from "../board/geometry/hexLayout";
import { openingHexes, type Piece } from "./opening";

/* hexes "x,y" lie where they say; "off" is a box */
const centre = (hex: string): Point | undefined => { const [x, y] = hex.split(",").map(Number); return x === undefined || y === undefined || Number.isNaN(x) ? undefined : [x, y]; };
const unit = (side: string, x: number, y: number): Piece => ({ side, at: `${x},${y}` });
const ask = (units: Piece[], side = "red", objectives: { hex: string }[] = []): string[] => openingHexes({ units, objectives, side, centre });

it("begins where the player's own units face the enemy", () => {
  const rear = Array.from({ length: 6 }, (_, n) => unit("red", n, 0));
  const front = Array.from({ length: 5 }, (_, n) => unit("red", 60 + n, 40));
  const foes = Array.from({ length: 5 }, (_, n) => unit("blue", 60 + n, 43));
  const [first = ""] = ask([...rear, ...front, ...foes]);
  expect(front.map(({ at }) => at)).toContain(first);
});

it("shows objectives and the enemy where the player has no unit on the map", () => {
  expect(ask([unit("blue", 5, 5), { side: "red", at: "off" }])).toEqual(["5,5"]);
  expect(ask([unit("blue", 5, 5)], "red", [{ hex: "9,9" }])[0]).toBe("9,9");
  expect(ask([])).toEqual([]);
});

it("always has units of the player's own in view, whatever the map, the forces and the window", () => {
  let seed = 7;
  const random = (most: number): number => { seed = (seed * 48271) % 2147483647; return seed % most; };
  for (let round = 0; round < 200; round++) {
    const [wide, high] = [10 + random(120), 10 + random(120)];
    const units = Array.from({ length: 1 + random(80) }, () => unit(random(2) ? "red" : "blue", random(wide), random(high)));
    units.push(unit("red", random(wide), random(high)));
    const camera = new Camera({ left: -1, top: -1, right: wide + 1, bottom: high + 1 });
    camera.foot = random(60);
    camera.resize(300 + random(1200), 260 + random(700));
    camera.jump(camera.openingView(ask(units).flatMap((hex) => centre(hex) ? [centre(hex)!] : [])));
    const { left, right, top, bottom } = camera.visible();
    const seen = units.filter(({ side, at }) => { const [x, y] = centre(at)!; return side === "red" && x > left && x < right && y > top && y < bottom; });
    expect(seen.length).toBeGreaterThan(0);
  }
});
