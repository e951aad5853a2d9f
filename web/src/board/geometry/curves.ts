/** Smooth lines along hexsides and through hexes, drawn through a small pen interface so that tests need no canvas. */

import type { Point, Spot } from "./hexLayout";

export type Pen = Pick<CanvasPath, "moveTo" | "lineTo" | "quadraticCurveTo" | "bezierCurveTo" | "closePath">;

const between = (a: Point, b: Point, part: number): Point => [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
const same = (a: Point | undefined, b: Point | undefined): boolean => !!a && !!b && a[0] === b[0] && a[1] === b[1];

/** Join edges into lines that stop only at ends and forks; a ring ends where it began. */
export function chains(edges: Iterable<readonly [Spot, Spot]>): Spot[][] {
  const near = new Map<Spot, Spot[]>();
  const link = (a: Spot, b: Spot) => {
    const known = near.get(a);
    if (!known) near.set(a, [b]);
    else if (!known.includes(b)) known.push(b);
  };
  for (const [a, b] of edges) {
    link(a, b);
    link(b, a);
  }
  const done = new Map<Spot, Set<Spot>>();
  const isDone = (a: Spot, b: Spot) => done.get(a)?.has(b) ?? false;
  const mark = (a: Spot, b: Spot) => {
    for (const [from, to] of [[a, b], [b, a]] as const) {
      const set = done.get(from);
      if (set) set.add(to);
      else done.set(from, new Set([to]));
    }
  };
  const found: Spot[][] = [];
  // ends and forks first, so that only rings are begun in the middle
  const plain = (s: Spot) => (near.get(s)?.length === 2 ? 1 : 0);
  for (const start of [...near.keys()].sort((a, b) => plain(a) - plain(b) || a - b)) {
    for (const first of near.get(start) ?? []) {
      if (isDone(start, first)) continue;
      const line = [start, first];
      mark(start, first);
      for (let last = start, at = first; at !== start && plain(at); ) {
        const onward = (near.get(at) ?? []).find((s) => s !== last);
        if (onward === undefined) break;
        mark(at, onward);
        line.push(onward);
        [last, at] = [at, onward];
      }
      found.push(line);
    }
  }
  return found;
}

/** Join the two longest lines at each fork, so that a stream joins a river instead of three lines meeting at a point. */
export function stems(lines: readonly Spot[][]): { lines: Spot[][]; joints: Map<Spot, Spot[]> } {
  const open = [...lines].map((l) => [...l]);
  const joints = new Map<Spot, Spot[]>();
  const meeting = new Map<Spot, number>();
  for (const line of open) {
    for (const end of [line[0], line.at(-1)]) {
      if (end !== undefined) meeting.set(end, (meeting.get(end) ?? 0) + 1);
    }
  }
  for (const fork of [...meeting.keys()].filter((s) => (meeting.get(s) ?? 0) > 2)) {
    const here = open
      .filter((l) => l[0] !== l.at(-1) && (l[0] === fork || l.at(-1) === fork))
      .sort((a, b) => b.length - a.length);
    const [first, second] = here;
    if (!first || !second) continue;
    const head = first.at(-1) === fork ? first : first.reverse();
    const tail = second[0] === fork ? second : second.reverse();
    const before = head.at(-2), after = tail[1];
    if (before !== undefined && after !== undefined) joints.set(fork, [before, fork, after]);
    open.splice(open.indexOf(second), 1);
    head.push(...tail.slice(1));
  }
  return { lines: open, joints };
}

/** A closed path with its corners rounded over a part of each side; at 0.5 it is `soft`. */
export function rounded(pen: Pen, loop: readonly Point[], part: number): void {
  const ring = same(loop[0], loop.at(-1)) ? loop.slice(0, -1) : loop;
  ring.forEach((b, i) => {
    const a = ring[(i + ring.length - 1) % ring.length] ?? b;
    const c = ring[(i + 1) % ring.length] ?? b;
    const [sx, sy] = between(b, a, part);
    const [ex, ey] = between(b, c, part);
    if (i) pen.lineTo(sx, sy);
    else pen.moveTo(sx, sy);
    pen.quadraticCurveTo(b[0], b[1], ex, ey);
  });
  pen.closePath();
}

/** A path that rounds every corner, from middle to middle; closed when the ends meet. */
export function soft(pen: Pen, points: readonly Point[]): void {
  if (points.length > 2 && same(points[0], points.at(-1))) {
    rounded(pen, points, 0.5);
    return;
  }
  points.forEach((p, i) => {
    const next = points[i + 1];
    if (i === 0) pen.moveTo(p[0], p[1]);
    else if (!next) pen.lineTo(p[0], p[1]);
    else pen.quadraticCurveTo(p[0], p[1], ...between(p, next, 0.5));
    if (i === 0 && next) pen.lineTo(...between(p, next, 0.5));
  });
}

/** A smooth path through every point (Catmull-Rom). */
export function through(pen: Pen, points: readonly Point[]): void {
  const first = points[0];
  if (!first) return;
  const ring = points.length > 2 && same(first, points.at(-1));
  pen.moveTo(first[0], first[1]);
  for (let i = 0; i + 1 < points.length; i++) {
    const b = points[i] ?? first, c = points[i + 1] ?? b;
    const a = points[i - 1] ?? (ring ? (points.at(-2) ?? b) : b);
    const d = points[i + 2] ?? (ring ? (points[1] ?? c) : c);
    pen.bezierCurveTo(
      b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6,
      c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6, c[0], c[1],
    );
  }
}

/** Points along the path that `soft` draws, `steps` to a hexside. */
export function sampled(points: readonly Point[], steps = 6): Point[] {
  const ring = points.length > 2 && same(points[0], points.at(-1));
  const corners = ring ? points.slice(0, -1) : points;
  const found: Point[] = [];
  const curve = (a: Point, b: Point, c: Point) => {
    const start = between(b, a, 0.5), end = between(b, c, 0.5);
    for (let step = found.length ? 1 : 0; step <= steps; step++) {
      const t = step / steps;
      const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
      found.push([p * start[0] + q * b[0] + r * end[0], p * start[1] + q * b[1] + r * end[1]]);
    }
  };
  corners.forEach((b, i) => {
    const a = ring ? corners[(i + corners.length - 1) % corners.length] : corners[i - 1];
    const c = ring ? corners[(i + 1) % corners.length] : corners[i + 1];
    if (a && c) curve(a, b, c);
    else if (!a) {
      found.push(b);
      // a straight half side, or the whole of a line with one side only
      if (c) found.push(between(b, c, 0.5));
    } else found.push(b);
  });
  return found;
}

/** A soft line as an area whose width swells and shrinks, thin towards an open end. */
export function ribbon(points: readonly Point[], width: number, thinStart: boolean, thinEnd: boolean): Point[] {
  const line = sampled(points);
  const last = Math.max(1, line.length - 1);
  const left: Point[] = [], right: Point[] = [];
  line.forEach(([x, y], i) => {
    const [ax, ay] = line[Math.max(0, i - 1)] ?? [x, y];
    const [bx, by] = line[Math.min(last, i + 1)] ?? [x, y];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    let half = (width / 2) * (1 + 0.16 * Math.sin(i * 0.9));
    // an open end rises to full width over the length of about three hexsides
    if (thinStart) half *= Math.min(1, 0.3 + (0.7 * i) / 18);
    if (thinEnd) half *= Math.min(1, 0.3 + (0.7 * (last - i)) / 18);
    const nx = (-(by - ay) / length) * half, ny = ((bx - ax) / length) * half;
    left.push([x + nx, y + ny]);
    right.push([x - nx, y - ny]);
  });
  return [...left, ...right.reverse()];
}

export function polygon(pen: Pen, points: readonly Point[], closed = true): void {
  points.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  if (closed) pen.closePath();
}
