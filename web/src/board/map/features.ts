/** Hexsides and lines: rivers, borders, bridges, roads, railways. */

import { Shapes, WOBBLE } from "../geometry/areas";
import { fade } from "./colour";
import { chains, polygon, ribbon, soft, stems, through } from "../geometry/curves";
import { type HexLayout, type Point, type Spot } from "../geometry/hexLayout";
import type { Sheet } from "./ground";
import type { Theme } from "./theme";
import type { BoardSheet, Feature } from "../types";

const WATER: Readonly<Record<string, number>> = { river: 0.13, stream: 0.07, canal: 0.12, lake: 0.34 };
const ACROSS = new Set(["bridge", "pass", "ford", "ferry"]);
/** How lines look: colour and width of the casing, colour and width of the core. */
const LINES: Readonly<Record<string, readonly [string, number, string, number]>> = {
  road: ["#6d5a43", 0.105, "#f7ecd0", 0.062],
  autobahn: ["#8a3a2c", 0.165, "#efc766", 0.11],
  highroad: ["#b08a5c", 0.2, "#f1dcb4", 0.16],
  railway: ["#3c3630", 0.085, "#f4eddb", 0.045],
  "double-railway": ["#3c3630", 0.13, "#f4eddb", 0.085],
};

/** Railways are drawn over main roads. */
const RAILS = new Set(["railway", "double-railway"]);

/** Scale, in pixels per hexside, below which lines and rivers have one colour. */
const FAR = 12;

const lookOf = (feature: Feature): string => feature.look || feature.id;

/** How far a railway runs from a road that takes the same way, in hexsides. */
const APART = 0.13;

/** The ways between the hexes of a course, the same in both directions. */
const stretches = (course: readonly string[]): string[] => course.slice(1).map((to, i) => [course[i] ?? "", to].sort().join(" "));

/** A point beside a line from `a` to `c`, always on the same side of it. */
function beside([x, y]: Point, a: Point, c: Point): Point {
  const [dx, dy] = [c[0] - a[0], c[1] - a[1]];
  const length = Math.hypot(dx, dy) || 1;
  const turn = dx > 0 || (dx === 0 && dy > 0) ? APART : -APART;
  return [x - (dy / length) * turn, y + (dx / length) * turn];
}

interface Sides { feature: Feature; look: string; shapes: Shapes; crossings: [Point, Point][] }
interface Line { feature: Feature; look: string; shapes: Shapes }

export class Features {
  private readonly sides: Sides[];
  private readonly lines: Line[];

  constructor(private readonly layout: HexLayout, sheet: BoardSheet) {
    const inner = layout.innerCorners();
    this.sides = sheet.hexsides.map((feature) => this.alongSides(feature, feature.sides, inner));
    const roads = new Set(sheet.lines.filter((feature) => !RAILS.has(lookOf(feature))).flatMap(({ chains: courses }) => courses.flatMap(stretches)));
    this.lines = sheet.lines.map((feature) => this.throughHexes(feature, feature.chains, sheet, RAILS.has(lookOf(feature)) ? roads : new Set()));
  }

  private alongSides(feature: Feature, given: [string, number][], inner: Set<Spot>): Sides {
    const look = lookOf(feature);
    const edges: [Spot, Spot][] = [];
    for (const [id, direction] of given) {
      const hex = this.layout.find(id);
      if (hex < 0) continue;
      const [a, b] = this.layout.side(hex, direction);
      edges.push(a < b ? [a, b] : [b, a]);
    }
    const shapes = new Shapes();
    if (ACROSS.has(look)) {
      const once = new Map(edges.map((e) => [e.join(), e]));
      const crossings = [...once.values()].map(([a, b]): [Point, Point] => [this.layout.point(a), this.layout.point(b)]);
      return { feature, look, shapes, crossings };
    }
    const wobble = look === "canal" ? 0 : WOBBLE;
    const { lines, joints } = stems(chains(edges));
    const ends = new Map<Spot, number>();
    for (const line of lines) {
      for (const end of [line[0], line.at(-1)]) if (end !== undefined) ends.set(end, (ends.get(end) ?? 0) + 1);
    }
    for (const line of lines) {
      const points = this.layout.points(line, wobble);
      const rises = (end: Spot | undefined) => end !== undefined && ends.get(end) === 1 && inner.has(end) && !joints.has(end);
      const [start, end] = [line[0], line.at(-1)];
      if (start !== end) {
        // a joining line reaches the middle of the bend it joins, not the corner outside of it
        points[0] = this.joined(start, joints, wobble) ?? points[0] ?? [0, 0];
        points[points.length - 1] = this.joined(end, joints, wobble) ?? points.at(-1) ?? [0, 0];
      }
      shapes.add(points, (pen) => {
        const width = WATER[look];
        if (width) polygon(pen, ribbon(points, width, rises(start), rises(end)));
        else soft(pen, points);
      });
    }
    return { feature, look, shapes, crossings: [] };
  }

  private joined(end: Spot | undefined, joints: Map<Spot, Spot[]>, wobble: number): Point | null {
    const bend = end === undefined ? undefined : joints.get(end);
    const [a, b, c] = bend ? this.layout.points(bend, wobble) : [];
    if (!a || !b || !c) return null;
    return [(a[0] + 6 * b[0] + c[0]) / 8, (a[1] + 6 * b[1] + c[1]) / 8];
  }

  /** Chains of hexes, drawn straight where the hexes only zigzag; ends, forks and places stay in the middle. Where the way between
   *  two hexes is one of `taken`, the line runs beside it. */
  private throughHexes(feature: Feature, courses: string[][], sheet: BoardSheet, taken: ReadonlySet<string>): Line {
    const shapes = new Shapes();
    const uses = new Map<string, number>();
    for (const id of courses.flat()) uses.set(id, (uses.get(id) ?? 0) + 1);
    const places = new Set(sheet.places.map((p) => p.hex));
    for (const course of courses) {
      const known = course.filter((id) => this.layout.find(id) >= 0);
      const centres = known.map((id) => this.layout.centre(this.layout.find(id)));
      const points = centres.map((b, i): Point => {
        const a = centres[i - 1], c = centres[i + 1], id = known[i];
        if (!a || !c || id === undefined || (uses.get(id) ?? 0) > 1 || places.has(id)) return b;
        const middle: Point = [(a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4];
        return stretches(known.slice(i - 1, i + 2)).some((way) => taken.has(way)) ? beside(middle, a, c) : middle;
      });
      if (points.length > 1) shapes.add(points, (pen) => through(pen, points));
    }
    return { feature, look: lookOf(feature), shapes };
  }

  paint(sheet: Sheet): void {
    const { brush } = sheet;
    brush.lineCap = brush.lineJoin = "round";
    const late = this.sides.filter((s) => s.crossings.length);
    for (const side of this.sides) this.side(sheet, side);
    for (const side of late) for (const at of side.crossings) crossing(sheet, side, at);
    this.stretch(sheet, this.lines.filter((line) => !RAILS.has(line.look)));
    this.stretch(sheet, this.lines.filter((line) => RAILS.has(line.look)));
    brush.setLineDash([]);
  }

  /** All casings first: at a crossing of two roads the cores run into one another. */
  private stretch(sheet: Sheet, lines: Line[]): void {
    const near = lines.map((line) => ({ line, path: line.shapes.near(sheet.area) }));
    for (const { line, path } of near) if (path) this.casing(sheet, line, path);
    for (const { line, path } of near) if (path) this.core(sheet, line, path);
  }

  private side({ brush, area, theme, scale }: Sheet, side: Sides): void {
    const path = side.shapes.near(area);
    if (!path) return;
    const { look, feature } = side;
    const width = WATER[look];
    if (width) {
      // at small scales the ribbon is thinner than a pixel: a line keeps it visible
      const more = Math.max(0, 1.9 / scale - width);
      const water = feature.colour ? theme.tone(feature.colour) : theme.water;
      brush.lineJoin = "bevel";
      if (scale > FAR) {
        brush.strokeStyle = theme.bank;
        brush.lineWidth = 0.044 + more;
        brush.stroke(path);
      }
      brush.fillStyle = water;
      brush.fill(path);
      if (more) {
        brush.strokeStyle = water;
        brush.lineWidth = more;
        brush.stroke(path);
      }
      brush.lineJoin = "round";
    } else if (look === "border") {
      const ink = theme.name === "paper" ? feature.colour || "#6b3f4a" : "#c79aa4";
      brush.strokeStyle = fade(theme.paper, 0.55);
      brush.lineWidth = 0.12;
      brush.stroke(path);
      brush.strokeStyle = ink;
      brush.lineWidth = Math.max(0.052, 1.1 / scale);
      brush.setLineDash([0.26, 0.13, 0.01, 0.13]);
      brush.stroke(path);
      brush.setLineDash([]);
    } else {
      brush.strokeStyle = theme.tone(feature.colour || "#3a3226");
      brush.lineWidth = Math.max(0.07, 1 / scale);
      brush.stroke(path);
    }
  }

  private casing({ brush, theme, scale }: Sheet, { feature, look }: Line, path: Path2D): void {
    const [casing, width, core] = LINES[look] ?? [feature.colour || "#3a3226", 0.06, ""];
    brush.setLineDash([]);
    // in the night theme the core stands out from the ground, in the paper theme the casing
    brush.strokeStyle = line(theme, scale < FAR && core && theme.name === "night" ? core : casing);
    brush.lineWidth = scale < FAR ? Math.max(width * 0.8, 1.1 / scale) : Math.max(width, 1.7 / scale);
    brush.globalAlpha = scale < FAR ? 0.75 : 1;
    brush.stroke(path);
    brush.globalAlpha = 1;
  }

  private core({ brush, theme, scale }: Sheet, { look }: Line, path: Path2D): void {
    const style = LINES[look];
    // at small scales a line has only one colour
    if (!style || (scale < FAR && look !== "autobahn")) return;
    const [casing, , core, width] = style;
    brush.strokeStyle = line(theme, core);
    brush.lineWidth = Math.max(width, 0.8 / scale);
    brush.lineCap = RAILS.has(look) ? "butt" : "round";
    brush.setLineDash(RAILS.has(look) ? [0.14, 0.14] : []);
    brush.stroke(path);
    brush.lineCap = "round";
    if (look === "autobahn" && scale > 24) {
      brush.strokeStyle = line(theme, casing);
      brush.lineWidth = 0.018;
      brush.stroke(path);
    }
  }
}

/** Roads must stand out from dark ground as they do from light. */
function line(theme: Theme, colour: string): string {
  if (theme.name === "paper") return colour;
  return { "#f7ecd0": "#9a8f78", "#f1dcb4": "#7d6c50", "#efc766": "#c09a45", "#f4eddb": "#a39b8b" }[colour] ?? theme.tone(colour);
}

/** A crossing of one hexside: two short rails for a bridge, a notch for a pass. */
function crossing({ brush, theme }: Sheet, side: Sides, [a, b]: [Point, Point]): void {
  brush.save();
  brush.translate((a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
  brush.rotate(Math.atan2(b[1] - a[1], b[0] - a[0]));
  brush.strokeStyle = theme.name === "paper" ? theme.paper : "#8b826f";
  brush.lineWidth = 0.13;
  brush.lineCap = "butt";
  brush.beginPath();
  brush.moveTo(0, -0.17);
  brush.lineTo(0, 0.17);
  brush.stroke();
  brush.lineCap = "round";
  brush.strokeStyle = theme.name === "paper" ? side.feature.colour || theme.ink : theme.ink;
  brush.lineWidth = 0.04;
  brush.stroke(side.look === "pass" ? PASS() : BRIDGE());
  brush.restore();
}

const once = (d: string) => {
  let made: Path2D | undefined;
  return () => (made ??= new Path2D(d));
};
const BRIDGE = once("M-0.09 -0.17L-0.05 -0.12V0.12L-0.09 0.17M0.09 -0.17L0.05 -0.12V0.12L0.09 0.17");
const PASS = once("M-0.16 -0.17Q-0.04 0 -0.16 0.17M0.16 -0.17Q0.04 0 0.16 0.17");
