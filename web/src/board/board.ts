import type { BoardApi, BoardEvents, BoardOptions, BoardSheet } from "./types";

/** Draws a board into a host element and keeps it there until `destroy`. */
export function createBoard(
  host: HTMLElement,
  sheet: BoardSheet,
  options: BoardOptions,
  events: Partial<BoardEvents>,
): BoardApi {
  void [sheet, options, events];
  const canvas = document.createElement("canvas");
  host.append(canvas);
  return {
    setUnits() {},
    setOverlay() {},
    setTheme() {},
    fit() {},
    zoomBy() {},
    showHex() {},
    fan() {},
    animate: () => Promise.resolve(),
    skip() {},
    place: () => null,
    destroy: () => canvas.remove(),
  };
}
