/** Worker that draws tiles of the printed map, so that the page never waits for them. */

import boldLatin from "@fontsource/alegreya/files/alegreya-latin-700-normal.woff2?url";
import boldMore from "@fontsource/alegreya/files/alegreya-latin-ext-700-normal.woff2?url";
import plainLatin from "@fontsource/alegreya/files/alegreya-latin-500-normal.woff2?url";
import { Painter } from "../map/painter";
import { surface } from "./surface";
import { THEMES } from "../map/theme";
import type { PieceAnswer, PieceRequest } from "./tileSource";

// the worker's own global, without the page's window that TypeScript assumes
const self_ = self as unknown as {
  fonts: FontFaceSet;
  onmessage: ((event: MessageEvent<PieceRequest>) => void) | null;
  postMessage(answer: PieceAnswer, given: Transferable[]): void;
};

let painter: Painter | null = null;
let epoch = 0;
const letters = Promise.allSettled(
  ([[boldLatin, "700", "U+0000-00FF, U+0131, U+0152-0153, U+2000-206F"], [boldMore, "700", "U+0100-02BA, U+1E00-1E9F"], [plainLatin, "500", "U+0000-00FF, U+2000-206F"]] as const).map(
    async ([address, weight, unicodeRange]) => {
      const face = new FontFace("Alegreya", `url(${address})`, { weight, unicodeRange });
      self_.fonts.add(face);
      // the first tiles must not wait for unused fonts
      if (address !== boldMore) await face.load();
    },
  ),
);

self_.onmessage = (event) => {
  void letters.then(() => answer(event.data));
};

function answer(asked: PieceRequest): void {
  if (asked.kind === "sheet") painter = new Painter(asked.sheet, THEMES[asked.theme], new Map(asked.inks));
  else if (asked.kind === "theme") painter?.setTheme(THEMES[asked.theme], new Map(asked.inks));
  if (asked.kind !== "piece") {
    epoch = asked.epoch;
    return;
  }
  if (!painter || asked.epoch !== epoch) return;
  const { left, top, width, height, scale, key } = asked;
  const { picture, brush } = surface(width, height, true);
  painter.paint(brush, left, top, width, height, scale);
  if (!(picture instanceof OffscreenCanvas)) return;
  const bitmap = picture.transferToImageBitmap();
  self_.postMessage({ key, epoch, picture: bitmap }, [bitmap]);
}
