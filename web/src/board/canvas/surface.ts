/** Bitmaps to draw on, in the page and in a worker. */

export type Picture = HTMLCanvasElement | OffscreenCanvas | ImageBitmap;
export type Brush = CanvasRenderingContext2D;

/** A finished bitmap, which browsers copy twice as fast as a canvas. */
export function bitmap(width: number, height: number, draw: (brush: Brush) => void): Picture {
  if (typeof OffscreenCanvas === "undefined" || !("transferToImageBitmap" in OffscreenCanvas.prototype)) {
    const { picture, brush } = surface(width, height);
    draw(brush);
    return picture;
  }
  const canvas = new OffscreenCanvas(width, height);
  const brush = canvas.getContext("2d") as Brush | null;
  if (brush) draw(brush);
  return canvas.transferToImageBitmap();
}

export interface Surface { picture: HTMLCanvasElement | OffscreenCanvas; brush: Brush }

export function surface(width: number, height: number, opaque = false): Surface {
  const picture = typeof document === "undefined" ? new OffscreenCanvas(width, height) : document.createElement("canvas");
  picture.width = width;
  picture.height = height;
  // both contexts draw alike; only the page's has focus rings, which are not used here
  const brush = picture.getContext("2d", { alpha: !opaque }) as Brush | null;
  if (!brush) throw new Error("this browser has no 2D canvas");
  return { picture, brush };
}
