/** The face of one counter: ground, symbol, size mark, factors, steps, badges. Drawn for a side of 1 around the origin. */

import { fade, mix } from "../map/colour";
import type { Glyphs } from "./glyphs";
import { CONDENSED, type Theme } from "../map/theme";
import type { Unit } from "../types";

export interface Ground { colour: string; ink: string; symbol?: string }

type Brush = CanvasRenderingContext2D;

/** Minimum sizes in pixels for the details of a face. */
const SYMBOL_FROM = 10;
const FACTORS_FROM = 20;
const ALL_FROM = 27;

const BADGES: Readonly<Record<string, readonly [string, string]>> = {
  moved: ["M-1 -0.85H0.25L1.15 0L0.25 0.85H-1Z", "#2f5f95"],
  fought: ["M0 -1.15L1.15 0L0 1.15L-1.15 0Z", "#8a2a20"],
  disrupted: ["M0 -1.25L1.2 0.85H-1.2Z", "#b44a14"],
  unsupplied: ["M-0.95 -0.95H0.95V0.95H-0.95Z", "#7a3b7d"],
  reserve: ["M-0.55 -1H0.55L1.05 0L0.55 1H-0.55L-1.05 0Z", "#1f6b5c"],
  exploit: ["M-1 -0.85H0.25L1.15 0L0.25 0.85H-1Z", "#2f6b2f"],
  strat: ["M-1 -0.85H0.25L1.15 0L0.25 0.85H-1Z", "#6b5a1f"],
  fueled: ["M0 -1.3C0.4 -0.6 1 -0.2 1 0.3A1 0.95 0 0 1 -1 0.3C-1 -0.2 -0.4 -0.6 0 -1.3Z", "#5a4a2a"],
};
/** Flags that share a badge. */
const ALIKE: Readonly<Record<string, string>> = { disorganized: "disrupted", "out of supply": "unsupplied" };
/** Badge letters other than the flag's first letter. */
const LETTERS: Readonly<Record<string, string>> = { disorganized: "DG", "out of supply": "OS", exploit: "X", extender: "+", exhausted: "0" };
/** The flag of a counter that shows its reverse side. */
const REVERSE = "move";
/** Flags without a badge because they are shown otherwise. */
const TOLD = new Set([REVERSE, "zone"]);
export const isReverse = (unit: Pick<Unit, "flags">): boolean => unit.flags?.includes(REVERSE) ?? false;
const OTHER: readonly [string, string] = ["M-1 0A1 1 0 1 1 1 0A1 1 0 1 1 -1 0Z", "#4a4a46"];
/** States in which a unit has acted or cannot act: its face is dimmed. */
const DIMMED = new Set(["moved", "inactive"]);
/** States that weaken a unit: shown by stripes across its face. */
const STRIPED = new Set(["disorganized", "out of supply", "disrupted", "broken", "suppressed", "pinned", "shaken", "routed", "unsupplied"]);

/** Cache key: everything a face depends on. */
export function faceKey(unit: Unit): string {
  const { side, nation, label, kind, size, factors, steps, marker, flags } = unit;
  return [side, nation, label, kind, size, factors, steps, marker, flags?.join("+")].join("|");
}

/** `pixels` is the side on screen: small faces show fewer details. */
export function paintFace(brush: Brush, unit: Unit, ground: Ground, pixels: number, glyphs: Glyphs, theme: Theme): void {
  const flags = (unit.flags ?? []).filter((flag) => !TOLD.has(flag));
  slab(brush, unit, ground, pixels, theme);
  if (pixels >= SYMBOL_FROM) {
    if (flags.some((f) => STRIPED.has(f))) stripes(brush, ground.ink);
    if (unit.marker || !unit.kind) chit(brush, unit, ground, glyphs);
    else print(brush, unit, ground, pixels, glyphs);
  }
  if (flags.some((flag) => DIMMED.has(flag))) {
    brush.fillStyle = fade(theme.dim, 0.24);
    block(brush, 1, unit);
    brush.fill();
  }
  if (pixels >= FACTORS_FROM) flags.slice(0, 3).forEach((flag, i) => badge(brush, flag, 0.39, -0.36 + 0.27 * i));
  else if (pixels >= SYMBOL_FROM && flags.length) {
    brush.fillStyle = lookOf(flags[0] ?? "")[1];
    brush.fillRect(0.22, -0.44, 0.22, 0.22);
  }
}

/** Markers are rounder than units. */
const cornerOf = (marker: boolean): number => (marker ? 0.22 : 0.09);

function block(brush: Brush, size: number, unit: Unit): void {
  brush.beginPath();
  brush.roundRect(-size / 2, -size / 2, size, size, cornerOf(!!unit.marker));
}

/** The counter itself: shadow, background gradient, bevel. */
function slab(brush: Brush, unit: Unit, { colour }: Ground, pixels: number, theme: Theme): void {
  const night = theme.name === "night";
  for (const [grow, x, y, opacity] of [[0.1, 0.03, 0.055, 0.1], [0.05, 0.03, 0.05, 0.14], [0, 0.035, 0.05, 0.26]] as const) {
    brush.save();
    brush.translate(x, y);
    brush.fillStyle = fade(theme.shadow, night ? opacity * 1.5 : opacity);
    block(brush, 1 + grow, unit);
    brush.fill();
    brush.restore();
  }
  const light = brush.createLinearGradient(0, -0.5, 0, 0.5);
  light.addColorStop(0, mix(colour, "#ffffff", 0.09));
  light.addColorStop(0.45, colour);
  light.addColorStop(1, mix(colour, "#000000", 0.1));
  brush.fillStyle = light;
  block(brush, 1, unit);
  brush.fill();
  if (pixels >= SYMBOL_FROM + 4) {
    const bevel = brush.createLinearGradient(-0.5, -0.5, 0.5, 0.5);
    bevel.addColorStop(0, "rgba(255,255,255,0.55)");
    bevel.addColorStop(0.5, "rgba(255,255,255,0.05)");
    bevel.addColorStop(1, "rgba(0,0,0,0.35)");
    brush.strokeStyle = bevel;
    brush.lineWidth = 0.045;
    block(brush, 0.935, unit);
    brush.stroke();
  }
  brush.strokeStyle = night ? "#0b0a08" : "#221d14";
  brush.lineWidth = Math.max(0.02, 0.8 / pixels);
  block(brush, 1, unit);
  brush.stroke();
}

function stripes(brush: Brush, ink: string): void {
  brush.save();
  brush.beginPath();
  brush.roundRect(-0.46, -0.46, 0.92, 0.92, 0.07);
  brush.clip();
  brush.strokeStyle = fade(ink, 0.2);
  brush.lineWidth = 0.055;
  brush.beginPath();
  for (let x = -1; x < 1; x += 0.17) {
    brush.moveTo(x, 0.5);
    brush.lineTo(x + 1, -0.5);
  }
  brush.stroke();
  brush.restore();
}

/** A marker: its picture above its name, or its name alone. */
function chit(brush: Brush, unit: Unit, { colour, ink }: Ground, glyphs: Glyphs): void {
  brush.save();
  brush.translate(0, -0.12);
  const pictured = glyphs.drawMarker(brush, unit.kind, 0.8, 0.5, ink, colour);
  brush.restore();
  const text = unit.label || unit.kind, low = pictured || !!unit.factors;
  if (pictured) fitted(brush, unit.factors || text, 0, 0.4, 0.3, 0.84, ink);
  else {
    fitted(brush, text, 0, low ? 0.08 : 0.17, 0.46, 0.84, ink);
    if (unit.factors) fitted(brush, unit.factors, 0, 0.4, 0.28, 0.84, ink);
  }
}

function print(brush: Brush, unit: Unit, { colour, ink, symbol }: Ground, pixels: number, glyphs: Glyphs): void {
  const factors = pixels >= FACTORS_FROM && unit.factors ? unit.factors.replaceAll("-", "\u2013") : "";
  const whole = pixels >= ALL_FROM;
  brush.save();
  // without the small print the symbol is larger
  if (whole) brush.translate(0, factors ? -0.045 : 0.06);
  else brush.translate(0, factors ? -0.16 : 0);
  const [wide, high] = whole ? [0.56, 0.385] : factors ? [0.74, 0.5] : [0.84, 0.6];
  glyphs.draw(brush, unit.kind, unit.nation || unit.side, wide, high, symbol || ink, mix(colour, "#ffffff", 0.35));
  brush.restore();
  if (factors) {
    const reverse = isReverse(unit);
    if (reverse) strip(brush, ink, whole ? 0.17 : 0.11);
    fitted(brush, factors, 0, whole ? 0.415 : 0.44, whole ? 0.31 : 0.4, reverse ? 0.84 : 0.9, reverse ? colour : ink);
  }
  if (!whole) return;
  fitted(brush, unit.size ?? "", 0, -0.275, 0.19, 0.3, ink);
  fitted(brush, unit.label, -0.46, -0.255, 0.23, unit.size ? 0.33 : 0.6, ink, "left");
  steps(brush, unit.steps ?? 1, ink);
}

/** Inverted strip behind the factors of the reverse side. */
function strip(brush: Brush, ink: string, top: number): void {
  brush.fillStyle = ink;
  brush.beginPath();
  brush.roundRect(-0.46, top, 0.92, 0.46 - top, 0.06);
  brush.fill();
}

function steps(brush: Brush, count: number, ink: string): void {
  if (count < 2) return;
  brush.fillStyle = ink;
  const shown = Math.min(count, 5), gap = Math.min(0.1, 0.3 / shown);
  for (let i = 0; i < shown; i++) {
    brush.beginPath();
    brush.arc(-0.4, -0.045 + (i - (shown - 1) / 2) * gap, 0.034, 0, 7);
    brush.fill();
  }
}

/** Bold condensed text, shrunk to fit. */
function fitted(brush: Brush, text: string, x: number, y: number, size: number, room: number, ink: string, align: CanvasTextAlign = "center"): void {
  if (!text) return;
  // measured large: browsers round the width of tiny letters
  brush.font = `700 100px ${CONDENSED}`;
  const fit = Math.min(size, room / (brush.measureText(text).width / 100));
  brush.save();
  brush.translate(x, y);
  brush.scale(fit / 100, fit / 100);
  brush.textAlign = align;
  brush.textBaseline = "alphabetic";
  brush.fillStyle = ink;
  brush.fillText(text, 0, 0);
  brush.restore();
}

const lookOf = (flag: string): readonly [string, string] => BADGES[ALIKE[flag] ?? flag] ?? OTHER;

/** A state as a shape and a letter, recognisable without colour. */
function badge(brush: Brush, flag: string, x: number, y: number): void {
  const [shape, colour] = lookOf(flag);
  brush.save();
  brush.translate(x, y);
  brush.scale(0.125, 0.125);
  const path = new Path2D(shape);
  brush.lineJoin = "round";
  brush.strokeStyle = "#fffaf0";
  brush.lineWidth = 0.45;
  brush.stroke(path);
  brush.fillStyle = colour;
  brush.fill(path);
  brush.restore();
  fitted(brush, LETTERS[flag] ?? flag.slice(0, 1).toUpperCase(), x - (flag === "moved" ? 0.015 : 0), y + 0.06, 0.165, 0.2, "#ffffff");
}

/** A rim around a counter: thin if it can act, thick if it is selected. */
export function paintRim(brush: Brush, kind: "ready" | "selected" | "focus", pixels: number, marker: boolean, theme: Theme): void {
  const strong = kind !== "ready";
  const thick = strong ? Math.max(0.085, 2.6 / pixels) : Math.max(0.036, 1.3 / pixels);
  brush.beginPath();
  brush.roundRect(-0.5 - thick / 2, -0.5 - thick / 2, 1 + thick, 1 + thick, cornerOf(marker) + thick / 2);
  brush.strokeStyle = strong ? "rgba(20,16,8,0.85)" : "rgba(30,24,12,0.55)";
  brush.lineWidth = thick + Math.max(0.04, 1.6 / pixels);
  brush.stroke();
  brush.strokeStyle = kind === "ready" ? theme.rim : kind === "selected" ? theme.selected : theme.cursor;
  brush.lineWidth = thick;
  if (kind === "focus") brush.setLineDash([0.12, 0.07]);
  brush.stroke();
  brush.setLineDash([]);
}
