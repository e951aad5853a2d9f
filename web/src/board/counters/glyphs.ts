/** Unit symbols from the game's sprite; a frame with letters for kinds without one. */

import { fade } from "../map/colour";
import { CONDENSED } from "../map/theme";
import { type Drawing, drawSymbol, readSprite } from "./svg";

/** Return a kind as it is spelt in the name of its symbol. */
export const plainKind = (kind: string): string => kind.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

export class Glyphs {
  private sprite = new Map<string, Drawing>();

  /** Load the sprite and return whether it has any symbols. Without it the board stays playable. */
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

  /** Draw a symbol of this size around the origin. */
  draw(brush: CanvasRenderingContext2D, kind: string, nation: string, width: number, height: number, ink: string, ground: string): void {
    const plain = plainKind(kind);
    const known = this.sprite.get(`unit-${plain}-${plainKind(nation)}`) ?? this.sprite.get(`unit-${plain}`);
    if (!known) {
      lettered(brush, plain, Math.min(width / 3.2, height / 2.2), ink);
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

/** Draw a frame with the first letters of a kind. */
function lettered(brush: CanvasRenderingContext2D, kind: string, unit: number, ink: string): void {
  brush.save();
  brush.scale(unit, unit);
  brush.fillStyle = brush.strokeStyle = ink;
  brush.lineWidth = 0.18;
  brush.lineJoin = "round";
  brush.globalAlpha = 0.1;
  brush.fillRect(-1.5, -1, 3, 2);
  brush.globalAlpha = 1;
  brush.font = `700 1.2px ${CONDENSED}`;
  brush.textAlign = "center";
  brush.fillText(kind.slice(0, 3).toUpperCase(), 0, 0.42, 2.6);
  brush.strokeRect(-1.5, -1, 3, 2);
  brush.restore();
}
