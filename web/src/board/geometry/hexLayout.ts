/** Positions of hexes. Lengths are in hexsides; hexes have a flat top; directions run 0 N, 1 NE … clockwise. */

import type { BoardHex } from "../types";

export const ROOT3 = Math.sqrt(3);
export const HALF_HIGH = ROOT3 / 2;

export type Point = readonly [number, number];
export interface Rect { left: number; top: number; right: number; bottom: number }

/** A centre or corner on the lattice of half hexsides and half rows, packed into one number: exact, so
 *  comparable, and additive, so that a neighbour is a sum. */
export type Spot = number;

const STRIDE = 65536;
export const spot = (x: number, y: number): Spot => x * STRIDE + y;
export const spotX = (s: Spot): number => Math.round(s / STRIDE);
export const spotY = (s: Spot): number => s - spotX(s) * STRIDE;

const NEIGHBOURS = [spot(0, -2), spot(3, -1), spot(3, 1), spot(0, 2), spot(-3, 1), spot(-3, -1)] as const;
/** From east, clockwise: side d runs from corner d + 4 to corner d + 5. */
const CORNERS = [spot(2, 0), spot(1, 1), spot(-1, 1), spot(-2, 0), spot(-1, -1), spot(1, -1)] as const;

/** The outline of a hex of side 1 around the origin, from east, clockwise. */
export const HEX_OUTLINE: readonly Point[] = [
  [1, 0], [0.5, HALF_HIGH], [-0.5, HALF_HIGH], [-1, 0], [-0.5, -HALF_HIGH], [0.5, -HALF_HIGH],
];

export function inHex(dx: number, dy: number, size = 1): boolean {
  const x = Math.abs(dx), y = Math.abs(dy);
  return y <= HALF_HIGH * size && x + y / ROOT3 <= size;
}

export const meets = (a: Rect, b: Rect): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

export const grown = (r: Rect, by: number): Rect => ({
  left: r.left - by, top: r.top - by, right: r.right + by, bottom: r.bottom + by,
});

export function boundsOf(points: Iterable<Point>): Rect {
  const r = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of points) {
    r.left = Math.min(r.left, x);
    r.top = Math.min(r.top, y);
    r.right = Math.max(r.right, x);
    r.bottom = Math.max(r.bottom, y);
  }
  return r;
}

/** The hexes of a board by number, position and neighbours. Inside the board hexes are small integers. */
export class HexLayout {
  readonly index = new Map<string, number>();
  readonly bounds: Rect;
  private readonly spots: Spot[] = [];
  private readonly bySpot = new Map<Spot, number>();
  private readonly originX: number;
  private readonly originY: number;

  constructor(readonly hexes: readonly BoardHex[]) {
    this.originX = hexes[0]?.x ?? 0;
    this.originY = hexes[0]?.y ?? 0;
    hexes.forEach((hex, i) => {
      const at = spot(Math.round((hex.x - this.originX) * 2), Math.round((hex.y - this.originY) / HALF_HIGH));
      this.index.set(hex.id, i);
      this.spots.push(at);
      this.bySpot.set(at, i);
    });
    const centres = boundsOf(hexes.length ? hexes.map((h): Point => [h.x, h.y]) : [[0, 0]]);
    this.bounds = {
      left: centres.left - 1, right: centres.right + 1,
      top: centres.top - HALF_HIGH, bottom: centres.bottom + HALF_HIGH,
    };
  }

  get size(): number {
    return this.hexes.length;
  }

  id(i: number): string {
    return this.hexes[i]?.id ?? "";
  }

  /** Index of a hex by its number, or -1. */
  find(id: string | undefined): number {
    return id === undefined ? -1 : (this.index.get(id) ?? -1);
  }

  centre(i: number): Point {
    const hex = this.hexes[i];
    return hex ? [hex.x, hex.y] : [0, 0];
  }

  spotOf(i: number): Spot {
    return this.spots[i] ?? 0;
  }

  /** The adjacent hex in a direction, or -1 beyond the edge. */
  next(i: number, direction: number): number {
    return this.bySpot.get(this.spotOf(i) + (NEIGHBOURS[direction % 6] ?? 0)) ?? -1;
  }

  /** The hex at a point, or -1. */
  hexAt(x: number, y: number): number {
    const column = Math.round((x - this.originX) / 1.5);
    const row = Math.round((y - this.originY) / HALF_HIGH);
    for (let c = column - 1; c <= column + 1; c++) {
      for (let r = row - 1; r <= row + 1; r++) {
        const found = this.bySpot.get(spot(3 * c, r));
        if (found === undefined) continue;
        const [cx, cy] = this.centre(found);
        if (inHex(x - cx, y - cy)) return found;
      }
    }
    return -1;
  }

  /** The two corners of a hexside, clockwise as seen from the hex. */
  side(i: number, direction: number): [Spot, Spot] {
    const at = this.spotOf(i);
    return [corner(at, direction + 4), corner(at, direction + 5)];
  }

  /** Position of a spot; with a small constant offset that makes lines look hand-drawn. */
  point(at: Spot, wobble = 0): Point {
    const x = spotX(at), y = spotY(at);
    const px = this.originX + x / 2, py = this.originY + y * HALF_HIGH;
    if (!wobble) return [px, py];
    const turn = ((((x * 7919 + y * 104729) % 360) + 360) % 360) * (Math.PI / 180);
    return [px + wobble * Math.cos(turn), py + wobble * Math.sin(turn)];
  }

  points(spots: readonly Spot[], wobble = 0): Point[] {
    return spots.map((s) => this.point(s, wobble));
  }

  /** Corners shared by three hexes, hence inside the board. */
  innerCorners(): Set<Spot> {
    const found = new Set<Spot>();
    for (let i = 0; i < this.size; i++) {
      for (let d = 0; d < 6; d++) {
        if (this.next(i, d) >= 0 && this.next(i, d + 1) >= 0) found.add(corner(this.spotOf(i), d + 5));
      }
    }
    return found;
  }

  /** The connected parts of the board. */
  parts(): number[][] {
    const found: number[][] = [];
    const seen = new Set<number>();
    for (let start = 0; start < this.size; start++) {
      if (seen.has(start)) continue;
      const part = [start];
      seen.add(start);
      for (const here of part) {
        for (let d = 0; d < 6; d++) {
          const near = this.next(here, d);
          if (near < 0 || seen.has(near)) continue;
          seen.add(near);
          part.push(near);
        }
      }
      found.push(part);
    }
    return found;
  }

  /** The outlines of a set of hexes, closed: clockwise around the set, the other way around its holes.
   *  For terrain they run on a hex beyond the board's own edge: smoothed there instead of at the edge, an area
   *  reaches the edge in full. */
  loops(members: Iterable<number>, beyond = false): Spot[][] {
    const cells = new Set<Spot>();
    for (const i of members) cells.add(this.spotOf(i));
    for (const cell of beyond ? [...cells] : []) {
      for (const step of NEIGHBOURS) if (!this.bySpot.has(cell + step)) cells.add(cell + step);
    }
    const ways = new Map<Spot, Spot>();
    for (const cell of cells) {
      NEIGHBOURS.forEach((step, d) => {
        if (!cells.has(cell + step)) ways.set(corner(cell, d + 4), corner(cell, d + 5));
      });
    }
    const found: Spot[][] = [];
    for (const start of [...ways.keys()]) {
      if (!ways.has(start)) continue;
      const loop = [start];
      for (let at = start, to = ways.get(at); to !== undefined; at = to, to = ways.get(at)) {
        ways.delete(at);
        loop.push(to);
      }
      found.push(loop);
    }
    return found;
  }

  /** Hexes whose outline may reach into a rectangle. */
  within(area: Rect): number[] {
    const found: number[] = [];
    const firstColumn = Math.ceil((area.left - 1 - this.originX) / 1.5);
    const lastColumn = Math.floor((area.right + 1 - this.originX) / 1.5);
    const firstRow = Math.ceil((area.top - this.originY) / HALF_HIGH) - 1;
    const lastRow = Math.floor((area.bottom - this.originY) / HALF_HIGH) + 1;
    for (let r = firstRow; r <= lastRow; r++) {
      for (let c = firstColumn; c <= lastColumn; c++) {
        const hex = this.bySpot.get(spot(3 * c, r));
        if (hex !== undefined) found.push(hex);
      }
    }
    return found;
  }
}

function corner(centre: Spot, turn: number): Spot {
  return centre + (CORNERS[turn % 6] ?? 0);
}
