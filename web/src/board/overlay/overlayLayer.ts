/** Draws the overlay: some of it under the counters, the rest above them. */

import { fade } from "../map/colour";
import type { Frame } from "../counters/counterLayer";
import { polygon } from "../geometry/curves";
import { HEX_OUTLINE, type HexLayout, type Point } from "../geometry/hexLayout";
import { STYLES } from "../geometry/hatch";
import { drawPlan, inkOn } from "./planLayer";
import { Labels } from "./textBitmaps";
import { drawFlags } from "./flags";
import { drawPlates } from "./plates";
import { type Band, type OverlayPaths, overlayPaths } from "./overlayPaths";
import type { Scene } from "../scene";
import type { Theme } from "../map/theme";
import type { Overlay, SideLook } from "../types";

/** Minimum scale, in pixels per hexside, for which pennants are drawn. */
const LEAST_PENNANT = 30;

export class OverlayLayer {
  private paths: OverlayPaths;
  private readonly labels = new Labels();

  constructor(private readonly layout: HexLayout, private readonly scene: Scene, private readonly sides: ReadonlyMap<string, SideLook>) {
    this.paths = overlayPaths({}, layout);
  }

  set(overlay: Overlay): void {
    this.paths = overlayPaths(overlay, this.layout);
  }

  clear(): void {
    this.labels.clear();
  }

  below(frame: Frame, theme: Theme): void {
    const { brush, scale, visible } = frame;
    const { paths } = this;
    brush.save();
    brush.setTransform(scale, 0, 0, scale, frame.x, frame.y);
    brush.lineJoin = brush.lineCap = "round";
    for (const { style, colour, lines, edge } of paths.hatch) {
      const ink = inkOn(theme, colour);
      const { width } = STYLES[style];
      brush.lineCap = "butt";
      brush.strokeStyle = fade(ink, 0.62);
      brush.lineWidth = Math.max(width, 1 / scale);
      const near = lines.near(visible);
      if (near) brush.stroke(near);
      this.line(brush, edge.near(visible), fade(ink, 0.85), Math.max(0.05, 1.4 / scale));
    }
    for (const band of ["near", "last", "stop"] as const) {
      const path = paths.bands[band];
      if (!path) continue;
      brush.fillStyle = fade(theme[band], theme.name === "paper" ? 0.22 : 0.26);
      brush.fill(path);
    }
    brush.lineCap = "round"; // dots would vanish without it
    for (const [index, outline] of paths.outlines.entries()) {
      const edge = outline.near(visible), thick = Math.max(0.06, 2 / scale);
      this.line(brush, edge, fade(theme.noteHalo, 0.8), thick * 2);
      brush.setLineDash(index ? [0.01, 0.22] : [0.32, 0.2]);
      this.line(brush, edge, theme.path, thick);
      brush.setLineDash([]);
    }
    if (paths.reach) {
      const edge = paths.reach.near(visible);
      this.line(brush, edge, fade(theme.noteHalo, 0.8), Math.max(0.1, 3.4 / scale));
      this.line(brush, edge, theme.near, Math.max(0.05, 1.7 / scale));
    }
    if (paths.choices) {
      brush.fillStyle = fade(theme.choice, 0.3);
      brush.fill(paths.choices);
      this.line(brush, paths.choices, fade(theme.goldGlow, 0.9), Math.max(0.11, 3.6 / scale));
      this.line(brush, paths.choices, theme.choice, Math.max(0.06, 2 / scale));
    }
    if (paths.field) {
      const inside = paths.field.inside.near(visible), edge = paths.field.edge.near(visible);
      brush.fillStyle = fade(theme.choice, 0.13);
      if (inside) brush.fill(inside);
      this.line(brush, edge, fade(theme.goldGlow, 0.9), Math.max(0.13, 4 / scale));
      this.line(brush, edge, theme.choice, Math.max(0.07, 2.2 / scale));
    }
    if (paths.targets) {
      brush.fillStyle = fade(theme.target, 0.16);
      brush.fill(paths.targets.ring);
    }
    if (paths.path) {
      this.line(brush, paths.path.line, fade(theme.noteHalo, 0.9), Math.max(0.2, 5 / scale));
      this.line(brush, paths.path.line, theme.path, Math.max(0.11, 2.6 / scale));
    }
    brush.restore();
  }

  above(frame: Frame, theme: Theme): void {
    const { brush, scale } = frame;
    const { paths } = this;
    brush.save();
    brush.setTransform(scale, 0, 0, scale, frame.x, frame.y);
    brush.lineJoin = brush.lineCap = "round";
    if (paths.targets) {
      for (const [ink, more] of [[fade(theme.noteHalo, 0.9), 1.6], [theme.target, 0]] as const) {
        this.line(brush, paths.targets.ring, ink, Math.max(0.06, 2 / scale) + more / scale);
        this.line(brush, paths.targets.ticks, ink, Math.max(0.085, 2.4 / scale) + more / scale);
      }
    }
    for (const { kind, shape } of paths.arrows) {
      brush.setLineDash(kind === "retreat" ? [0.12, 0.1] : []);
      brush.fillStyle = fade(theme.arrow[kind], kind === "retreat" ? 0.5 : 0.9);
      brush.fill(shape);
      this.line(brush, shape, kind === "retreat" ? theme.arrow[kind] : theme.noteHalo, Math.max(0.045, 1.4 / scale));
    }
    brush.setLineDash([]);
    for (const { colour, faint, shape } of paths.flows) {
      brush.globalAlpha = faint ? 0.3 : 1;
      this.line(brush, shape, theme.noteHalo, Math.max(0.07, 2.6 / scale));
      brush.fillStyle = fade(colour, 0.85);
      brush.fill(shape);
    }
    brush.globalAlpha = 1;
    for (const { line, head } of paths.routes) {
      this.line(brush, line, theme.noteHalo, Math.max(0.2, 5.4 / scale));
      this.line(brush, line, theme.arrow.attack, Math.max(0.11, 3 / scale));
      brush.fillStyle = theme.arrow.attack;
      brush.fill(head);
    }
    this.outline(brush, this.scene.hover, fade(theme.cursor, 0.55), Math.max(0.04, 1.4 / scale), 0.96);
    if (this.scene.walking && this.scene.cursor >= 0) {
      this.outline(brush, this.scene.cursor, theme.noteHalo, Math.max(0.15, 4.6 / scale), 0.97);
      this.outline(brush, this.scene.cursor, theme.cursor, Math.max(0.08, 2.6 / scale), 0.97);
    }
    brush.restore();
    if (this.scene.overlay.plan) drawPlan(frame, theme, this.layout, this.labels, this.scene.overlay.plan);
    this.flags(frame, theme);
    drawPlates(frame, theme, this.layout, this.scene.overlay.plates ?? []);
    drawFlags(frame, theme, this.layout, this.scene.overlay.flags ?? []);
    this.numbers(frame, theme);
    this.notes(frame, theme);
    this.marks(frame, theme);
  }

  /** Short texts at the foot of a hex, where there is room for them. */
  private notes({ brush, scale, x: ox, y: oy, dpr }: Frame, theme: Theme): void {
    if (scale < 16 * dpr) return;
    for (const { hex, text } of this.scene.overlay.notes ?? []) {
      const at = this.layout.find(hex);
      if (at < 0) continue;
      const [x, y] = this.layout.centre(at);
      this.labels.draw(brush, text, (x + 0.56) * scale + ox, (y + 0.42) * scale + oy, Math.min(Math.max(scale * 0.26, 10 * dpr), 15 * dpr), {
        ink: theme.note, halo: theme.noteHalo, fill: theme.noteHalo, rim: theme.note,
      });
    }
  }

  /** Letters of the stages on a flight path, always large enough to read: if they do not all fit, the first of them. */
  private marks({ brush, scale, x: ox, y: oy, dpr }: Frame, theme: Theme): void {
    const size = Math.min(Math.max(scale * 0.34, 12 * dpr), 18 * dpr);
    let last: Point | null = null;
    for (const { text, dashed, point } of this.paths.routes.flatMap((route) => route.marks)) {
      const [x, y] = point;
      if (last && Math.hypot(x - last[0], y - last[1]) * scale < size * 1.3) continue;
      last = point;
      const ink = dashed ? theme.note : theme.arrow.attack;
      this.labels.draw(brush, text, x * scale + ox, y * scale + oy, size, {
        ink, halo: theme.noteHalo, fill: theme.noteHalo, rim: ink, dashed,
      });
    }
  }

  private line(brush: CanvasRenderingContext2D, path: Path2D | null, ink: string, width: number): void {
    if (!path) return;
    brush.strokeStyle = ink;
    brush.lineWidth = width;
    brush.stroke(path);
  }

  private outline(brush: CanvasRenderingContext2D, hex: number, ink: string, width: number, size: number): void {
    if (hex < 0) return;
    const [x, y] = this.layout.centre(hex);
    brush.beginPath();
    polygon(brush, HEX_OUTLINE.map(([a, b]): Point => [x + a * size, y + b * size]));
    brush.strokeStyle = ink;
    brush.lineWidth = width;
    brush.stroke();
  }

  /** Costs: centred in an empty hex, at the right corner if it has counters; with a bar where units must stop. */
  private numbers({ brush, scale, x: ox, y: oy, visible: v, dpr }: Frame, theme: Theme): void {
    if (scale < 13 * dpr) return;
    const beads = new Set(this.paths.path?.beads.filter((b) => b.text).map((b) => b.hex));
    const ink: Record<Band, string> = { near: theme.note, last: theme.note, stop: theme.note };
    for (const { hex, text, band } of this.paths.costs) {
      const [x, y] = this.layout.centre(hex);
      if (x < v.left - 1 || x > v.right + 1 || y < v.top - 1 || y > v.bottom + 1 || beads.has(hex)) continue;
      const taken = this.scene.stacks.has(hex);
      const px = (x + (taken ? 0.74 : 0)) * scale + ox, py = y * scale + oy;
      const size = Math.min(scale * (taken ? 0.3 : 0.46), 30 * dpr);
      this.labels.draw(brush, text, px, py, size, { ink: ink[band], halo: theme.noteHalo });
      if (band === "stop") {
        const wide = size * 0.95, thick = Math.max(2 * dpr, size * 0.15);
        for (const [colour, more] of [[theme.noteHalo, dpr], [theme.stop, 0]] as const) {
          brush.fillStyle = colour;
          brush.fillRect(px - wide / 2 - more, py + size * 0.58 - more, wide + 2 * more, thick + 2 * more);
        }
      }
    }
    for (const { hex, text } of this.paths.path?.beads ?? []) {
      const [x, y] = this.layout.centre(hex);
      const taken = this.scene.stacks.has(hex) ? 0.62 : 0;
      const last = hex === this.paths.path?.last;
      const size = Math.min(scale * 0.34, 20 * dpr);
      this.labels.draw(brush, text || "·", (x + taken) * scale + ox, (y + taken * 0.5) * scale + oy, last ? size * 1.15 : size, {
        ink: last ? theme.noteHalo : theme.path, halo: theme.noteHalo, fill: last ? theme.path : theme.noteHalo, rim: theme.path,
      });
    }
  }

  /** Who controls an objective: a pennant with the side's colour and letter, always large enough to read. */
  private flags({ brush, scale, x: ox, y: oy, visible: v, dpr }: Frame, theme: Theme): void {
    for (const { hex, held_by } of this.scene.overlay.objectives ?? []) {
      const at = this.layout.find(hex);
      const side = this.sides.get(held_by);
      if (at < 0 || !side) continue;
      const [x, y] = this.layout.centre(at);
      if (x < v.left - 1 || x > v.right + 1 || y < v.top - 1 || y > v.bottom + 1) continue;
      const size = Math.max(scale, LEAST_PENNANT * dpr);
      brush.save();
      brush.setTransform(size, 0, 0, size, (x - 0.58) * scale + ox, (y - 0.33) * scale - 0.12 * size + oy);
      brush.lineJoin = "round";
      brush.beginPath();
      polygon(brush, [[0, -0.42], [0.31, -0.33], [0, -0.2]]);
      brush.strokeStyle = theme.halo;
      brush.lineWidth = 0.09;
      brush.stroke();
      brush.beginPath();
      brush.moveTo(0, -0.43);
      brush.lineTo(0, 0.12);
      brush.stroke();
      brush.strokeStyle = theme.ink;
      brush.lineWidth = 0.04;
      brush.stroke();
      brush.beginPath();
      polygon(brush, [[0, -0.42], [0.31, -0.33], [0, -0.2]]);
      brush.fillStyle = side.colour;
      brush.fill();
      brush.lineWidth = 0.02;
      brush.stroke();
      brush.restore();
      if (scale > 40 * dpr) {
        this.labels.draw(brush, side.title.slice(0, 1), (x - 0.495) * scale + ox, (y - 0.765) * scale + oy, scale * 0.13, { ink: side.ink, halo: side.colour });
      }
    }
  }
}
