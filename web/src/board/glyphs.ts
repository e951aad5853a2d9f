/** Unit symbols: from the game's sprite, or our own simple ones where the sprite has none. */

import { fade } from "./colour";
import { CONDENSED } from "./theme";
import { type Drawing, drawSymbol, readSprite } from "./svg";

// in a box 3 wide and 2 high around the middle: strokes, and what is filled
const CROSS = "M-1.5 -1L1.5 1M-1.5 1L1.5 -1";
const TRACK = "M-0.65 -0.55H0.65A0.55 0.55 0 0 1 0.65 0.55H-0.65A0.55 0.55 0 0 1 -0.65 -0.55Z";
const SLASH = "M-1.5 1L1.5 -1";
const DOT = "M-0.35 0A0.35 0.35 0 1 1 0.35 0A0.35 0.35 0 1 1 -0.35 0Z";

const OWN: Readonly<Record<string, readonly [string, string]>> = {
  infantry: [CROSS, ""],
  motorised: [`${CROSS}M0 -1V1`, ""],
  mechanised: [CROSS + TRACK, ""],
  armour: [TRACK, ""],
  pioneer: ["M-0.85 0.55V-0.45H0.85V0.55M0 -0.45V0.55", ""],
  artillery: ["", DOT],
  rocket: ["M-0.4 0L0 -0.45L0.4 0", DOT.replaceAll("0.35", "0.25")],
  cavalry: [SLASH, ""],
  reconnaissance: [SLASH + TRACK, ""],
  airborne: [`${CROSS}M-0.5 0.95A0.25 0.3 0 0 1 0 0.95A0.25 0.3 0 0 1 0.5 0.95`, ""],
  mountain: [CROSS, "M-0.4 1L0 0.3L0.4 1Z"],
  marine: [`${CROSS}M0 -0.6V0.7M-0.35 0.35Q0 0.95 0.35 0.35`, ""],
  "anti-tank": ["M-1.5 1L0 -1L1.5 1", ""],
  "anti-aircraft": ["M-1.1 1A1.1 1.1 0 0 1 1.1 1", ""],
  air: ["", "M0 0L-0.95 -0.45A0.45 0.45 0 0 0 -0.95 0.45L0.95 -0.45A0.45 0.45 0 0 1 0.95 0.45Z"],
  supply: ["M-1.5 0.55H1.5", ""],
  headquarters: ["M-1.5 -0.4H1.5", "M-1.5 -1H1.5V-0.4H-1.5Z"],
};
const SAME: Readonly<Record<string, string>> = {
  tank: "armour", armor: "armour", engineer: "pioneer", recon: "reconnaissance", hq: "headquarters", mechanized: "mechanised",
  motorized: "motorised", "assault-gun": "armour", security: "infantry", "rocket-artillery": "rocket", breakdown: "infantry",
  truck: "supply", "organic-truck": "supply",
};

/** A kind as it stands in the name of its symbol. */
export const plainKind = (kind: string): string => kind.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

export class Glyphs {
  private sprite = new Map<string, Drawing>();

  /** Fetch the sprite; whether it brought any symbol. Without it the board stays playable with its own symbols. */
  async load(address: string): Promise<boolean> {
    if (!address) return false;
    try {
      const answer = await fetch(address);
      if (!answer.ok) return false;
      this.sprite = readSprite(await answer.text());
    } catch {
      return false;
    }
    return this.sprite.size > 0;
  }

  /** A symbol around the origin, so wide and high. */
  draw(brush: CanvasRenderingContext2D, kind: string, nation: string, width: number, height: number, ink: string, ground: string): void {
    const plain = plainKind(kind);
    const known = this.sprite.get(`unit-${plain}-${plainKind(nation)}`) ?? this.sprite.get(`unit-${plain}`);
    if (!known) {
      own(brush, plain, Math.min(width / 3.2, height / 2.2), ink);
      return;
    }
    const [, , wide, high] = known.box;
    const part = Math.min(width / wide, height / high) * 0.95;
    brush.fillStyle = fade(ink, 0.1);
    brush.fillRect((-wide * part) / 2, (-high * part) / 2, wide * part, high * part);
    drawSymbol(brush, known, width, height, ink, ground);
  }

  /** A marker's picture, if the game has one. */
  drawMarker(brush: CanvasRenderingContext2D, kind: string, width: number, height: number, ink: string, ground: string): boolean {
    const known = this.sprite.get(`marker-${plainKind(kind)}`);
    if (known) drawSymbol(brush, known, width, height, ink, ground);
    return !!known;
  }
}

function own(brush: CanvasRenderingContext2D, kind: string, unit: number, ink: string): void {
  const [strokes, filled] = OWN[SAME[kind] ?? kind] ?? ["", ""];
  brush.save();
  brush.scale(unit, unit);
  brush.fillStyle = brush.strokeStyle = ink;
  brush.lineWidth = 0.18;
  brush.lineJoin = "round";
  brush.globalAlpha = 0.1;
  brush.fillRect(-1.5, -1, 3, 2);
  brush.globalAlpha = 1;
  if (strokes) brush.stroke(new Path2D(strokes));
  if (filled) brush.fill(new Path2D(filled));
  if (!strokes && !filled) {
    brush.font = `700 1.2px ${CONDENSED}`;
    brush.textAlign = "center";
    brush.fillText(kind.slice(0, 3).toUpperCase(), 0, 0.42, 2.6);
  }
  brush.strokeRect(-1.5, -1, 3, 2);
  brush.restore();
}
