/** Caches short texts as bitmaps, since numbers are drawn in every frame and drawing text is slow. */

import { bitmap, type Brush, type Picture, surface } from "../canvas/surface";
import { CONDENSED } from "../map/theme";

let ruler: Brush | null = null;

interface Style { ink: string; halo: string; fill?: string; rim?: string; dashed?: boolean }

export class Labels {
  private readonly made = new Map<string, Picture>();

  clear(): void {
    this.made.clear();
  }

  /** Draw a text of this height around a point, in a bead if the style has a fill. */
  draw(brush: CanvasRenderingContext2D, text: string, x: number, y: number, size: number, style: Style): void {
    const high = Math.round(size);
    const key = `${text}|${high}|${style.ink}|${style.fill ?? ""}|${style.rim ?? ""}${style.dashed ? "|dashed" : ""}`;
    let picture = this.made.get(key);
    if (!picture) {
      if (this.made.size > 600) this.made.clear();
      picture = make(text, high, style);
      this.made.set(key, picture);
    }
    brush.drawImage(picture, Math.round(x - picture.width / 2), Math.round(y - picture.height / 2));
  }
}

function make(text: string, size: number, { ink, halo, fill, rim, dashed }: Style): Picture {
  const font = `700 ${size}px ${CONDENSED}`;
  ruler ??= surface(1, 1).brush;
  ruler.font = font;
  const high = size * 1.45;
  const height = Math.ceil(high + 4), width = Math.ceil(Math.max(ruler.measureText(text).width + size * 0.7, high) + 4);
  return bitmap(width, height, (brush) => {
    brush.font = font;
    brush.textAlign = "center";
    brush.textBaseline = "middle";
    const [x, y] = [width / 2, height / 2];
    if (fill) {
      brush.beginPath();
      brush.roundRect(2, 2, width - 4, height - 4, high / 2);
      brush.fillStyle = fill;
      brush.fill();
      brush.strokeStyle = rim ?? ink;
      brush.lineWidth = Math.max(1, size * 0.1);
      brush.setLineDash(dashed ? [size * 0.26, size * 0.2] : []);
      brush.stroke();
    } else {
      brush.strokeStyle = halo;
      brush.lineWidth = size * 0.28;
      brush.lineJoin = "round";
      brush.strokeText(text, x, y);
    }
    brush.fillStyle = ink;
    brush.fillText(text, x, y + size * 0.04);
  });
}
