/** The shapes of an overlay, computed once when it is set. */

import { Shapes, zoneOf } from "../geometry/areas";
import { arrowOutline, bow, flowOutline } from "../geometry/arrows";
import { polygon, through } from "../geometry/curves";
import { HEX_OUTLINE, type HexLayout, type Point } from "../geometry/hexLayout";
import { hatchLines, type HatchStyle } from "../geometry/hatch";
import type { Overlay, RouteMark } from "../types";

/** More choices than this are drawn as one area. */
const FIELD = 36;

export type Band = "near" | "last" | "stop";

export interface OverlayPaths {
  bands: Record<Band, Path2D | null>;
  reach: Shapes | null;
  costs: { hex: number; text: string; band: Band }[];
  choices: Path2D | null;
  /** Too many choices to mark singly: one translucent area. */
  field: { inside: Shapes; edge: Shapes } | null;
  targets: { ring: Path2D; ticks: Path2D } | null;
  path: { line: Path2D; beads: { hex: number; text: string }[]; last: number } | null;
  arrows: { kind: NonNullable<Overlay["arrows"]>[number]["kind"]; shape: Path2D }[];
  flows: { colour: string; faint: boolean; shape: Path2D }[];
  routes: { line: Path2D; head: Path2D; marks: (RouteMark & { point: Point })[] }[];
  outlines: Shapes[];
  hatch: { style: HatchStyle; colour: string; lines: Shapes; edge: Shapes }[];
}

/** Colour band of a destination: must stop there, spends the last MP, or can move on. */
export function bandOf(step: { stop?: boolean; last?: boolean }): Band {
  return step.stop ? "stop" : step.last ? "last" : "near";
}

/** A cost with halves as ½. */
export function costText(cost: number): string {
  const whole = Math.floor(cost);
  if (cost - whole === 0.5) return whole ? `${whole}½` : "½";
  return Number.isInteger(cost) ? String(cost) : cost.toFixed(1);
}

export function overlayPaths(overlay: Overlay, layout: HexLayout): OverlayPaths {
  const known = (ids: readonly string[] | undefined): number[] => (ids ?? []).map((id) => layout.find(id)).filter((i) => i >= 0);
  const reach = (overlay.reach ?? []).filter((r) => layout.find(r.hex) >= 0);
  const banded = (band: Band) => hexes(layout, reach.filter((r) => bandOf(r) === band).map((r) => layout.find(r.hex)), 0.955);
  const choices = known(overlay.choices);
  const targets = known(overlay.targets);
  const way = known(overlay.path?.hexes);
  return {
    bands: { near: banded("near"), last: banded("last"), stop: banded("stop") },
    reach: reach.length ? zoneOf(layout, reach.map((r) => layout.find(r.hex)), false) : null,
    costs: reach.filter((r) => r.cost > 0).map((r) => ({ hex: layout.find(r.hex), text: costText(r.cost), band: bandOf(r) })),
    choices: choices.length > FIELD ? null : hexes(layout, choices, 0.92),
    field: choices.length > FIELD ? { inside: fieldOf(layout, choices), edge: zoneOf(layout, choices, false) } : null,
    targets: targets.length ? { ring: hexes(layout, targets, 0.9) ?? new Path2D(), ticks: ticks(layout, targets) } : null,
    path: way.length > 1 ? wayPaths(layout, way, overlay.path?.costs ?? []) : null,
    arrows: (overlay.arrows ?? []).flatMap(({ from, to, kind }) => {
      const [a, b] = [layout.find(from), layout.find(to)];
      if (a < 0 || b < 0 || a === b) return [];
      const shape = new Path2D();
      polygon(shape, arrowOutline(layout.centre(a), layout.centre(b), kind === "attack" ? 0.2 : 0.13));
      return [{ kind, shape }];
    }),
    flows: (overlay.flows ?? []).flatMap(({ from, to, width, colour, faint = false }) => {
      const [a, b] = [layout.find(from), layout.find(to)];
      if (a < 0 || b < 0 || a === b) return [];
      const shape = new Path2D();
      polygon(shape, flowOutline(layout.centre(a), layout.centre(b), width));
      return [{ colour, faint, shape }];
    }),
    routes: (overlay.routes ?? []).flatMap(({ from, to, marks }) => known(from).flatMap((start, index) => routePaths(layout, start, layout.find(to), index ? [] : marks))),
    outlines: (overlay.outlines ?? []).map(({ hexes: ids }) => zoneOf(layout, known(ids), false)),
    hatch: (overlay.hatch ?? []).slice(0, 2).map(({ hexes: ids, style, colour }) => {
      const members = known(ids), lines = new Shapes();
      for (const i of members) {
        const centre = layout.centre(i);
        lines.add([[centre[0] - 1, centre[1] - 1], [centre[0] + 1, centre[1] + 1]], (pen) => {
          for (const line of hatchLines(centre, style)) polygon(pen, line, false);
        });
      }
      return { style, colour, lines, edge: zoneOf(layout, members) };
    }),
  };
}

function routePaths(layout: HexLayout, from: number, to: number, marks: readonly RouteMark[]): OverlayPaths["routes"] {
  const curve = to < 0 || from === to ? null : bow(layout.centre(from), layout.centre(to));
  if (!curve) return [];
  const line = new Path2D(), head = new Path2D();
  line.moveTo(...curve.from);
  line.quadraticCurveTo(...curve.by, ...curve.to);
  polygon(head, curve.head);
  return [{ line, head, marks: marks.map((mark) => ({ ...mark, point: curve.at(mark.at) })) }];
}

function hexes(layout: HexLayout, members: readonly number[], size: number): Path2D | null {
  if (!members.length) return null;
  const path = new Path2D();
  for (const i of members) {
    const [x, y] = layout.centre(i);
    polygon(path, HEX_OUTLINE.map(([a, b]): Point => [x + a * size, y + b * size]));
  }
  return path;
}

function fieldOf(layout: HexLayout, members: readonly number[]): Shapes {
  const shapes = new Shapes();
  for (const i of members) {
    const outline = HEX_OUTLINE.map(([a, b]): Point => [layout.centre(i)[0] + a * 0.955, layout.centre(i)[1] + b * 0.955]);
    shapes.add(outline, (pen) => polygon(pen, outline));
  }
  return shapes;
}

/** Short strokes inwards from the corners, except near the name: distinguishes targets from choices without colour. */
function ticks(layout: HexLayout, members: readonly number[]): Path2D {
  const path = new Path2D();
  for (const i of members) {
    const [x, y] = layout.centre(i);
    for (const [a, b] of HEX_OUTLINE.filter((c) => c[1] <= 0)) polygon(path, [[x + a * 0.9, y + b * 0.9], [x + a * 0.66, y + b * 0.66]], false);
  }
  return path;
}

function wayPaths(layout: HexLayout, way: readonly number[], costs: readonly string[]): NonNullable<OverlayPaths["path"]> {
  const line = new Path2D();
  through(line, way.map((i) => layout.centre(i)));
  // one cost per hex entered, or one per hex if the start has one too
  const skip = costs.length >= way.length ? 0 : 1;
  const beads = way.slice(1).map((hex, i) => ({ hex, text: costs[i + 1 - skip] ?? "" }));
  return { line, beads, last: way.at(-1) ?? -1 };
}
