/** Areas of hexes as rounded shapes, stored by loop so that a tile draws only those that overlap it. */

import { rounded } from "./curves";
import { boundsOf, type HexLayout, meets, type Point, type Rect, type Spot } from "./hexLayout";

/** Offset in hexsides: enough to look hand-drawn, too little to leave the side. */
export const WOBBLE = 0.055;

interface Shape { path: Path2D; box: Rect }

/** Paths with their boxes. Loops that miss a rectangle do not change how it is filled, so leaving them out is safe. */
export class Shapes {
  private readonly shapes: Shape[] = [];

  add(points: readonly Point[], draw: (pen: Path2D) => void): void {
    const path = new Path2D();
    draw(path);
    this.shapes.push({ path, box: boundsOf(points) });
  }

  get empty(): boolean {
    return !this.shapes.length;
  }

  /** One path of everything near a rectangle, or nothing. */
  near(area: Rect): Path2D | null {
    const found = this.shapes.filter((s) => meets(s.box, area));
    if (found.length < 2) return found[0]?.path ?? null;
    const path = new Path2D();
    for (const shape of found) path.addPath(shape.path);
    return path;
  }
}

/** The outline of terrain: hand-drawn, its corners rounded over a part of each side, clipped by the board's edge. */
export function areaOf(layout: HexLayout, hexes: Iterable<number>, part: number, wobble = WOBBLE): Shapes {
  return outlined(layout, layout.loops(hexes, true), part, wobble);
}

/** The exact outline of a set of hexes, for what lies over the map. Holes of one hex are left out where only the
 *  rim counts. */
export function zoneOf(layout: HexLayout, hexes: Iterable<number>, holes = true): Shapes {
  const loops = layout.loops(hexes);
  return outlined(layout, holes ? loops : loops.filter((loop) => loop.length !== 7 || isOuter(layout, loop)), 0.2, 0);
}

function isOuter(layout: HexLayout, loop: readonly Spot[]): boolean {
  const points = layout.points(loop);
  let twice = 0;
  points.forEach(([x, y], i) => {
    const [a, b] = points[i + 1] ?? points[0] ?? [x, y];
    twice += x * b - a * y;
  });
  return twice > 0;
}

function outlined(layout: HexLayout, loops: readonly Spot[][], part: number, wobble: number): Shapes {
  const shapes = new Shapes();
  for (const loop of loops) {
    const points = layout.points(loop, wobble);
    shapes.add(points, (pen) => rounded(pen, points, part));
  }
  return shapes;
}
