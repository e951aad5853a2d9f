/** A small part of SVG, enough for unit symbols: drawn as vectors, so that a counter is sharp at any size and no
 *  picture has to be decoded. Colours become the counter's: dark is ink, light is ground. */

import { fade, luminance } from "../map/colour";
import { CONDENSED } from "../map/theme";

type Paint = "none" | "ink" | "wash" | "ground";

interface Op { draw: (brush: CanvasRenderingContext2D, colour: (paint: Paint) => string | null, least: number) => void }
export interface Drawing { box: [number, number, number, number]; ops: Op[] }
interface Pen { fill: string; stroke: string; width: number; size: number; anchor: string; weight: string }

const START: Pen = { fill: "black", stroke: "none", width: 1, size: 16, anchor: "start", weight: "400" };

function paintOf(colour: string): Paint {
  if (colour === "none" || colour === "transparent" || colour === "") return "none";
  if (colour === "white") return "ground";
  if (!colour.startsWith("#") && !colour.startsWith("rgb")) return "ink";
  const numbers = colour.match(/[\d.]+/g);
  const hex = colour.startsWith("#") || !numbers ? colour : `#${numbers.slice(0, 3).map((n) => Math.round(Number(n)).toString(16).padStart(2, "0")).join("")}`;
  const light = luminance(hex);
  return light > 0.9 ? "ground" : light > 0.2 ? "wash" : "ink";
}

function attribute(el: Element, name: string): string | null {
  const styled = el.getAttribute("style")?.match(new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]+)`));
  return styled?.[1]?.trim() ?? el.getAttribute(name);
}

function penOf(el: Element, from: Pen): Pen {
  const number = (name: string, otherwise: number) => Number.parseFloat(attribute(el, name) ?? "") || otherwise;
  return {
    fill: attribute(el, "fill") ?? from.fill,
    stroke: attribute(el, "stroke") ?? from.stroke,
    width: number("stroke-width", from.width),
    size: number("font-size", from.size),
    anchor: attribute(el, "text-anchor") ?? from.anchor,
    weight: attribute(el, "font-weight") ?? from.weight,
  };
}

function matrixOf(el: Element): DOMMatrix {
  let matrix = new DOMMatrix();
  for (const [, name, list] of (el.getAttribute("transform") ?? "").matchAll(/(\w+)\(([^)]*)\)/g)) {
    const n = (list ?? "").split(/[\s,]+/).filter(Boolean).map(Number);
    const [a = 0, b = 0, c = 0] = n;
    if (name === "translate") matrix = matrix.translate(a, b);
    else if (name === "scale") matrix = matrix.scale(a, n.length > 1 ? b : a);
    else if (name === "rotate") matrix = matrix.translate(b, c).rotate(a).translate(-b, -c);
    else if (name === "matrix" && n.length === 6) matrix = matrix.multiply(new DOMMatrix(n));
  }
  return matrix;
}

function shapeOf(el: Element): Path2D | null {
  const n = (name: string) => Number.parseFloat(el.getAttribute(name) ?? "") || 0;
  const path = new Path2D();
  switch (el.localName) {
    case "path": return new Path2D(el.getAttribute("d") ?? "");
    case "circle": path.arc(n("cx"), n("cy"), n("r"), 0, 2 * Math.PI); return path;
    case "ellipse": path.ellipse(n("cx"), n("cy"), n("rx"), n("ry"), 0, 0, 2 * Math.PI); return path;
    case "rect": path.roundRect(n("x"), n("y"), n("width"), n("height"), n("rx")); return path;
    case "line": path.moveTo(n("x1"), n("y1")); path.lineTo(n("x2"), n("y2")); return path;
    case "polyline":
    case "polygon": {
      const points = (el.getAttribute("points") ?? "").split(/[\s,]+/).filter(Boolean).map(Number);
      for (let i = 0; i + 1 < points.length; i += 2) path.lineTo(points[i] ?? 0, points[i + 1] ?? 0);
      if (el.localName === "polygon") path.closePath();
      return path;
    }
    default: return null;
  }
}

function compile(el: Element, pen: Pen, at: DOMMatrix, ops: Op[]): void {
  for (const child of el.children) {
    const own = penOf(child, pen), matrix = at.multiply(matrixOf(child));
    const [fill, stroke] = [paintOf(own.fill), paintOf(own.stroke)];
    if (child.localName === "g") compile(child, own, matrix, ops);
    else if (child.localName === "text") ops.push(lettering(child, own, fill, matrix));
    else {
      const shape = shapeOf(child);
      if (!shape) continue;
      const path = new Path2D();
      path.addPath(shape, matrix);
      const width = own.width * Math.sqrt(Math.abs(matrix.a * matrix.d - matrix.b * matrix.c));
      ops.push({
        draw(brush, colour, least) {
          const [inside, line] = [colour(fill), colour(stroke === "wash" ? "ink" : stroke)];
          if (inside) {
            brush.fillStyle = inside;
            brush.fill(path);
          }
          if (line) {
            brush.strokeStyle = line;
            brush.lineWidth = Math.max(width, least);
            brush.stroke(path);
          }
        },
      });
    }
  }
}

function lettering(el: Element, pen: Pen, fill: Paint, matrix: DOMMatrix): Op {
  const n = (name: string) => Number.parseFloat(el.getAttribute(name) ?? "") || 0;
  const text = el.textContent.trim();
  const align = { middle: "center", end: "right" }[pen.anchor] ?? "left";
  return {
    draw(brush, colour) {
      const ink = colour(fill);
      if (!ink) return;
      brush.save();
      brush.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
      brush.fillStyle = ink;
      brush.font = `${pen.weight} ${pen.size}px ${CONDENSED}`;
      brush.textAlign = align as CanvasTextAlign;
      brush.textBaseline = "alphabetic";
      brush.fillText(text, n("x"), n("y"));
      brush.restore();
    },
  };
}

/** Every `<symbol>` of a sprite, by id. */
export function readSprite(text: string): Map<string, Drawing> {
  const found = new Map<string, Drawing>();
  const page = new DOMParser().parseFromString(text, "image/svg+xml");
  for (const symbol of page.querySelectorAll("symbol[id]")) {
    const [x = 0, y = 0, width = 0, height = 0] = (symbol.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
    const ops: Op[] = [];
    compile(symbol, penOf(symbol, START), new DOMMatrix(), ops);
    if (ops.length && width > 0 && height > 0) found.set(symbol.id, { box: [x, y, width, height], ops });
  }
  return found;
}

/** Draw a symbol as large as fits around the origin. */
export function drawSymbol(brush: CanvasRenderingContext2D, drawing: Drawing, width: number, height: number, ink: string, ground: string): void {
  const [x, y, w, h] = drawing.box;
  const scale = Math.min(width / w, height / h);
  brush.save();
  brush.scale(scale, scale);
  brush.translate(-x - w / 2, -y - h / 2);
  brush.lineJoin = "round";
  const colours: Record<Paint, string | null> = { none: null, ink, wash: fade(ink, 0.1), ground };
  // thinner lines would be invisible on small counters
  const least = 1.35 / (brush.getTransform().a || 1);
  for (const op of drawing.ops) op.draw(brush, (paint) => colours[paint], least);
  brush.restore();
}
