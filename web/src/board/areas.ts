/** Areas of hexes as rounded shapes, kept loop by loop so that a tile draws only what reaches into it. */

import { rounded } from "./curves";
import { boundsOf, type Layout, meets, type Point, type Rect } from "./geometry";

/** Of a hexside: enough to look drawn, too little to leave the side. */
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

/** The outline of a set of hexes, its corners rounded over a part of each side. */
export function areaOf(layout: Layout, hexes: Iterable<number>, part: number, wobble = WOBBLE): Shapes {
  const shapes = new Shapes();
  for (const loop of layout.loops(hexes)) {
    const points = layout.points(loop, wobble);
    shapes.add(points, (pen) => rounded(pen, points, part));
  }
  return shapes;
}
