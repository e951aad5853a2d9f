/** The two themes: paper, as printed, and night, the same map in dark colours. */

import { fromLab, toLab } from "./colour";

export const SERIF = "'Alegreya', 'Palatino Linotype', Georgia, 'DejaVu Serif', serif";
export const SANS = "'Inter', 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif";
export const CONDENSED = "'Roboto Condensed', 'Arial Narrow', 'Liberation Sans Narrow', 'DejaVu Sans Condensed', sans-serif";

export interface Theme {
  name: "paper" | "night";
  /** A colour of the printed map as this theme shows it. */
  tone(colour: string): string;
  water: string;     // rivers without their own colour
  bank: string;
  shore: string;     // pale band along coasts
  depth: number;     // how much darker the sea is than printed
  table: string;     // under the sheet
  paper: string;     // the sheet itself
  ink: string;       // lines and titles on the sheet
  name_: string;     // names of places
  halo: string;      // rim around names
  faint: string;     // hex numbers, credits
  grid: string;
  gridOpacity: number;
  gold: string;
  goldGlow: string;
  shadow: string;    // under counters
  dim: string;       // shade over units that have moved
  rim: string;       // rim of counters that can act
  selected: string;    // rim of selected counters
  cursor: string;
  near: string;      // reach: comfortable
  last: string;      // reach: last MP
  stop: string;      // reach: must stop
  target: string;
  choice: string;
  path: string;
  note: string;      // cost numbers
  noteHalo: string;
  panel: string;     // behind fanned counters and the small map
  panelEdge: string;
  arrow: { attack: string; move: string; retreat: string; advance: string };
}

/** Darker and cooler, with the same order of lightness, so that everything stays readable. */
function nightly(colour: string): string {
  const { l, a, b } = toLab(colour);
  return fromLab({ l: 0.02 + 0.36 * l, a: a * 0.85, b: b * 0.62 - 0.014 });
}

function remembering(change: (colour: string) => string): (colour: string) => string {
  const known = new Map<string, string>();
  return (colour) => {
    const found = known.get(colour) ?? change(colour);
    known.set(colour, found);
    return found;
  };
}

const PAPER: Theme = {
  name: "paper",
  tone: (colour) => colour,
  water: "#76a9c2",
  bank: "#4b7d98",
  shore: "#e2eeea",
  depth: 0,
  table: "#a79b84",
  paper: "#f6f0df",
  ink: "#3a3226",
  name_: "#241e15",
  halo: "#f6f0df",
  faint: "#5e5645",
  grid: "#2c2617",
  gridOpacity: 0.17,
  gold: "#c4921a",
  goldGlow: "#fff2c2",
  shadow: "#1f1a10",
  dim: "#d8cfba",
  rim: "#fff7d6",
  selected: "#ffd23c",
  cursor: "#14507f",
  near: "#2470a8",
  last: "#d98a1f",
  stop: "#c4541b",
  target: "#b3261e",
  choice: "#c98f00",
  path: "#174a73",
  note: "#10324d",
  noteHalo: "#fbf7ea",
  panel: "#fbf6e8",
  panelEdge: "#6d6350",
  arrow: { attack: "#b3261e", move: "#1f5f99", retreat: "#6b6256", advance: "#2f7a4a" },
};

const NIGHT: Theme = {
  name: "night",
  tone: remembering(nightly),
  water: "#4c7f9c",
  bank: "#16262f",
  shore: "#4d7488",
  depth: 0.42,
  table: "#101214",
  paper: "#1b1e21",
  ink: "#b9b09a",
  name_: "#efe7d3",
  halo: "#16181a",
  faint: "#b5ad9a",
  grid: "#e8dfc8",
  gridOpacity: 0.13,
  gold: "#d9a93a",
  goldGlow: "#4a3a12",
  shadow: "#000000",
  dim: "#2a2a28",
  rim: "#fff3c4",
  selected: "#ffd23c",
  cursor: "#8ecbff",
  near: "#4f9fdc",
  last: "#e09a3a",
  stop: "#f07b45",
  target: "#ff6b5e",
  choice: "#f0bd3c",
  path: "#a9d6ff",
  note: "#eaf4ff",
  noteHalo: "#0f1a24",
  panel: "#2a2d31",
  panelEdge: "#7d776a",
  arrow: { attack: "#ff6b5e", move: "#6db3f0", retreat: "#b3ab9c", advance: "#6fce93" },
};

export const THEMES: Record<"paper" | "night", Theme> = { paper: PAPER, night: NIGHT };
