/** A page to look at the board and to measure it by: `?board=small|large&theme=paper|night`. */

import { type BoardApi, createBoard, type Overlay, type Unit } from "../src/board";
import { LARGE_SIDES, largeSheet, largeUnits } from "./large";
import { SIDES, smallSheet, smallUnits } from "./small";

declare global {
  interface Window { board: BoardApi; demo: { events: unknown[]; units: Unit[]; hexes: number; overlay(next: Overlay): void; drawn: number } }
}

const asked = new URLSearchParams(location.search);
const large = asked.get("board") === "large";
const sheet = large ? largeSheet() : smallSheet();
const units = large ? largeUnits(sheet) : smallUnits();
const host = document.getElementById("host");
const said = document.getElementById("said");
if (asked.get("bare")) document.querySelector("header")?.remove();

if (host && said) {
  const events: unknown[] = [];
  const tell = (name: string) => (...what: unknown[]) => {
    events.push([name, ...what]);
    said.textContent = `${name} ${JSON.stringify(what)}`;
  };
  const begun = performance.now();
  const board = createBoard(host, sheet, {
    sides: large ? LARGE_SIDES : SIDES, symbols: asked.get("symbols") ?? "", theme: asked.get("theme") === "night" ? "night" : "paper", reducedMotion: !!asked.get("still"),
  }, { hover: tell("hover"), pick: tell("pick"), drop: tell("drop"), context: tell("context"), cursor: tell("cursor") });
  board.setUnits(units);
  board.setOverlay({ ready: units.filter((u) => !u.flags?.length).map((u) => u.id).slice(0, 60) });
  window.board = board;
  window.demo = { events, units, hexes: sheet.hexes.length, overlay: (next) => board.setOverlay(next), drawn: 0 };
  requestAnimationFrame(() => setTimeout(() => (window.demo.drawn = performance.now() - begun)));
}
