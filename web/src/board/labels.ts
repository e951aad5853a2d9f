/** Short texts as bitmaps: numbers are drawn again in every frame and letters are dear. */

import { CONDENSED } from "./theme";

interface Style { ink: string; halo: string; fill?: string; rim?: string }

export class Labels {
  private readonly made = new Map<string, HTMLCanvasElement>();

  clear(): void {
    this.made.clear();
  }

  /** A text around a point, so many pixels high; in a bead when the style has a filling. */
  draw(brush: CanvasRenderingContext2D, text: string, x: number, y: number, size: number, style: Style): void {
    const high = Math.round(size);
    const key = `${text}|${high}|${style.ink}|${style.fill ?? ""}|${style.rim ?? ""}`;
    let picture = this.made.get(key);
    if (!picture) {
      if (this.made.size > 600) this.made.clear();
      picture = make(text, high, style);
      this.made.set(key, picture);
    }
    brush.drawImage(picture, Math.round(x - picture.width / 2), Math.round(y - picture.height / 2));
  }
}

function make(text: string, size: number, { ink, halo, fill, rim }: Style): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const brush = canvas.getContext("2d");
  if (!brush) return canvas;
  const font = `700 ${size}px ${CONDENSED}`;
  brush.font = font;
  const wide = brush.measureText(text).width;
  const high = size * 1.45;
  canvas.height = Math.ceil(high + 4);
  canvas.width = Math.ceil(Math.max(wide + size * 0.7, high) + 4);
  brush.font = font;
  brush.textAlign = "center";
  brush.textBaseline = "middle";
  const [x, y] = [canvas.width / 2, canvas.height / 2];
  if (fill) {
    brush.beginPath();
    brush.roundRect(2, 2, canvas.width - 4, canvas.height - 4, high / 2);
    brush.fillStyle = fill;
    brush.fill();
    brush.strokeStyle = rim ?? ink;
    brush.lineWidth = Math.max(1, size * 0.1);
    brush.stroke();
  } else {
    brush.strokeStyle = halo;
    brush.lineWidth = size * 0.28;
    brush.lineJoin = "round";
    brush.strokeText(text, x, y);
  }
  brush.fillStyle = ink;
  brush.fillText(text, x, y + size * 0.04);
  return canvas;
}
