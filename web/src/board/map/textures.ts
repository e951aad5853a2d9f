/** Terrain textures: small drawings that distinguish terrain without colour. Each is drawn around the
 *  origin for a hex of side 1, in a few variants, and stamped on the map from bitmaps. */

import { polygon } from "../geometry/curves";
import { inHex, type Point, ROOT3 } from "../geometry/hexLayout";
import { choice, type Dice, dice, range } from "../geometry/random";
import { type Brush, type Picture, surface } from "../canvas/surface";

type Tone = (colour: string) => string;
type Draw = (brush: Brush, roll: Dice, tone: Tone) => void;

export const VARIANTS = 4;
/** Half the width of a stamp, in hexsides: crowns reach a little over the hexside. */
export const STAMP_REACH = 1.1;

/** Points inside the hex, none too close to another, from back to front. */
function scatter(roll: Dice, count: number, apart: number, reach = 0.82): Point[] {
  const found: Point[] = [];
  for (let tries = count * 40; tries && found.length < count; tries--) {
    const x = range(roll, -reach, reach), y = range(roll, -reach, reach) * 0.87;
    if (inHex(x, y, reach) && found.every(([a, b]) => Math.hypot(x - a, y - b) > apart)) found.push([x, y]);
  }
  return found.sort((p, q) => p[1] - q[1]);
}

function disc(brush: Brush, x: number, y: number, r: number, fill: string): void {
  brush.fillStyle = fill;
  brush.beginPath();
  brush.arc(x, y, r, 0, 7);
  brush.fill();
}

function strokes(brush: Brush, ink: string, width: number, opacity: number, draw: () => void): void {
  brush.save();
  brush.strokeStyle = ink;
  brush.lineWidth = width;
  brush.lineCap = "round";
  brush.globalAlpha = opacity;
  brush.beginPath();
  draw();
  brush.stroke();
  brush.restore();
}

const trees: Draw = (brush, roll, tone) => crowns(brush, roll, tone, 30, 0.2);
/** Light woods. */
const copses: Draw = (brush, roll, tone) => crowns(brush, roll, tone, 11, 0.36);

function crowns(brush: Brush, roll: Dice, tone: Tone, count: number, apart: number): void {
  for (const [x, y] of scatter(roll, count, apart, 0.86)) {
    const r = range(roll, 0.062, 0.085);
    const lobes: Point[] = [[x - r * 0.75, y + r * 0.25], [x + r * 0.75, y + r * 0.25], [x, y - r * 0.45]];
    const fill = tone(choice(roll, ["#8fa56a", "#879e62", "#98ad74"]));
    brush.globalAlpha = 0.3;
    brush.fillStyle = tone("#4d5f35");
    brush.beginPath();
    brush.ellipse(x + 0.03, y + r * 1.05, r * 1.6, r * 0.6, 0, 0, 7);
    brush.fill();
    brush.globalAlpha = 1;
    // rims first, so that the lobes of a crown run into one another
    for (const [a, b] of lobes) disc(brush, a, b, r + 0.014, tone("#586d3f"));
    for (const [a, b] of lobes) disc(brush, a, b, r, fill);
    disc(brush, x - r * 0.3, y - r * 0.6, r * 0.5, tone("#b4c48f"));
  }
}

/** Hachures: rows of short strokes that run downhill from the brow of a slope. */
const rough: Draw = (brush, roll, tone) => {
  strokes(brush, tone("#8a7345"), 0.03, 0.75, () => {
    for (const [x, y] of scatter(roll, 8, 0.4)) {
      const wide = range(roll, 0.15, 0.21), bow = range(roll, 0.05, 0.1);
      for (const step of [-1, -0.6, -0.2, 0.2, 0.6, 1]) {
        const brow = y - 0.06 + bow * step * step;
        brush.moveTo(x + step * wide, brow);
        brush.lineTo(x + step * (wide + 0.045), brow + 0.15 - 0.05 * Math.abs(step));
      }
    }
  });
};

/** Peaks lit from the north-west. */
const ridge: Draw = (brush, roll, tone) => {
  for (const [x, y] of scatter(roll, 6, 0.46, 0.78)) {
    const high = range(roll, 0.24, 0.34), wide = range(roll, 0.22, 0.3);
    const foot = y + high * 0.5, lean = range(roll, -0.04, 0.04);
    const left: Point[] = [[-wide, 0], [-wide * 0.5, -high * 0.48], [-wide * 0.36, -high * 0.46]];
    const right: Point[] = [[wide * 0.34, -high * 0.5], [wide * 0.5, -high * 0.42], [wide, 0]];
    const spur: Point[] = [[0.1 * wide, 0], [-0.1 * wide, -high * 0.38], [0.08 * wide, -high * 0.55]];
    const peak: Point = [lean, -high];
    const placed = (points: Point[]): Point[] => points.map(([a, b]) => [x + a, foot + b]);
    const crest = placed([...left, peak, ...right]);
    brush.beginPath();
    polygon(brush, crest);
    brush.fillStyle = tone("#dccbab");
    brush.fill();
    brush.beginPath();
    polygon(brush, placed([peak, ...right, ...spur]));
    brush.globalAlpha = 0.8;
    brush.fillStyle = tone("#816a50");
    brush.fill();
    brush.globalAlpha = 1;
    strokes(brush, tone("#63503b"), 0.022, 0.85, () => polygon(brush, crest, false));
  }
};

const marsh: Draw = (brush, roll, tone) => {
  const tufts = scatter(roll, 10, 0.36);
  strokes(brush, tone("#5f93a8"), 0.03, 0.9, () => {
    for (const [x, y] of tufts) {
      brush.moveTo(x - 0.13, y);
      brush.lineTo(x + 0.13, y);
    }
  });
  strokes(brush, tone("#5d7a4a"), 0.024, 0.9, () => {
    for (const [x, y] of tufts) {
      for (const lean of [-0.06, 0, 0.06]) {
        brush.moveTo(x + lean * 0.7, y - 0.015);
        brush.lineTo(x + lean * 1.7, y - 0.135);
      }
    }
  });
};

const polder: Draw = (brush, _roll, tone) => {
  brush.globalAlpha = 0.75;
  for (let row = -4; row <= 4; row++) {
    for (let column = -5; column <= 5; column++) {
      const x = column * 0.19 + (row % 2 ? 0.095 : 0), y = row * 0.18;
      if (inHex(x, y, 0.86)) disc(brush, x, y, 0.024, tone("#4f8a93"));
    }
  }
  brush.globalAlpha = 1;
};

const sand: Draw = (brush, roll, tone) => {
  brush.globalAlpha = 0.7;
  for (const [x, y] of scatter(roll, 44, 0.12, 0.9)) disc(brush, x, y, range(roll, 0.012, 0.022), tone("#a98545"));
  brush.globalAlpha = 1;
};

const urban: Draw = (brush, roll, tone) => {
  brush.globalAlpha = 0.75;
  brush.fillStyle = tone("#8d7b72");
  for (const [x, y] of scatter(roll, 22, 0.24)) {
    const wide = range(roll, 0.1, 0.19), high = range(roll, 0.09, 0.15);
    brush.fillRect(x - wide / 2, y - high / 2, wide, high);
  }
  brush.globalAlpha = 1;
};

const sea: Draw = (brush, roll, tone) => {
  strokes(brush, tone("#6d9db3"), 0.02, 0.5, () => {
    for (const [x, y] of scatter(roll, 6, 0.46)) {
      brush.moveTo(x - 0.12, y);
      brush.quadraticCurveTo(x - 0.06, y - 0.055, x, y);
      brush.quadraticCurveTo(x + 0.06, y + 0.055, x + 0.12, y);
    }
  });
};

/** Faint plots with plough lines, so that a plain looks farmed and not empty. */
const fields: Draw = (brush, roll, tone) => {
  for (const [x, y] of scatter(roll, 4, 0.5, 0.7)) {
    const turn = choice(roll, [-20, 8, 33, 70, 112]) * (Math.PI / 180);
    const wide = range(roll, 0.3, 0.46), high = range(roll, 0.22, 0.32);
    brush.save();
    brush.translate(x, y);
    brush.rotate(turn);
    brush.transform(1, 0, -0.21, 1, 0, 0);
    brush.globalAlpha = 0.36;
    brush.fillStyle = tone(choice(roll, ["#d9cf9f", "#e0d3a8", "#f6f0dc"]));
    brush.beginPath();
    brush.roundRect(-wide / 2, -high / 2, wide, high, 0.03);
    brush.fill();
    strokes(brush, tone("#b3a46f"), 0.012, 0.26, () => {
      for (let step = 1; step < 5; step++) {
        brush.moveTo(-wide / 2 + 0.03, high * (step / 5 - 0.5));
        brush.lineTo(wide / 2 - 0.03, high * (step / 5 - 0.5));
      }
    });
    brush.restore();
  }
};

const DRAW: Readonly<Record<string, Draw>> = { fields, trees, copses, rough, ridge, marsh, polder, sand, urban, sea };

export const hasTexture = (name: string): boolean => Object.hasOwn(DRAW, name);

/** Size in hexsides of a tileable patch of eight hexes. */
const PATCH_WIDE = 6;
const PATCH_HIGH = 2 * ROOT3;
/** Centres of the hexes of a patch. */
const PATCH: readonly Point[] = [0, 1].flatMap((row) => [0, 1, 2, 3].map((column): Point => [column * 1.5, ROOT3 * (row + (column % 2) / 2)]));

/** Bitmaps of all textures at one scale. */
export class Stamps {
  private readonly made = new Map<string, Picture>();

  /** A whole terrain as one fill, ground included: at small scales single drawings cannot be told apart, and one
   *  fill is much faster than a thousand drawings. */
  patch(brush: Brush, name: string, colour: string): CanvasPattern | null {
    const key = `${name} ${colour}`;
    let known = this.made.get(key);
    if (!known) {
      const width = Math.round(PATCH_WIDE * this.scale), height = Math.round(PATCH_HIGH * this.scale);
      const { picture, brush: inside } = surface(width, height);
      inside.fillStyle = colour;
      inside.fillRect(0, 0, width, height);
      for (const [dx, dy] of [-1, 0, 1].flatMap((a) => [-1, 0, 1].map((b): Point => [a * width, b * height]))) {
        PATCH.forEach(([x, y], i) => {
          const stamp = this.get(name, i);
          if (stamp) inside.drawImage(stamp, Math.round((x - STAMP_REACH) * this.scale + dx), Math.round((y - STAMP_REACH) * this.scale + dy));
        });
      }
      this.made.set(key, (known = picture));
    }
    const pattern = brush.createPattern(known, "repeat");
    pattern?.setTransform({ a: PATCH_WIDE / known.width, d: PATCH_HIGH / known.height });
    return pattern;
  }

  constructor(readonly scale: number, private readonly tone: Tone) {}

  get(name: string, hex: number): Picture | undefined {
    const draw = DRAW[name];
    if (!draw) return undefined;
    const variant = (hex * 5 + Math.floor(hex / 7)) % VARIANTS;
    const key = `${name} ${variant}`;
    let stamp = this.made.get(key);
    if (!stamp) {
      const side = Math.ceil(2 * STAMP_REACH * this.scale);
      const { picture, brush } = surface(side, side);
      brush.setTransform(this.scale, 0, 0, this.scale, side / 2, side / 2);
      draw(brush, dice(key), this.tone);
      this.made.set(key, (stamp = picture));
    }
    return stamp;
  }
}
