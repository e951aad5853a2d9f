/** Converts the server's board to what the canvas draws. */

import type { BoardEntry } from "./api";
import type { BoardSheet } from "./board";

export function sheetOf(entry: BoardEntry): BoardSheet {
  const feature = (id: string) => {
    const found = entry.features[id];
    return { id, title: found?.title ?? id, look: found?.look ?? "", colour: found?.colour ?? "" };
  };
  return {
    name: entry.name,
    title: entry.title,
    credit: entry.credit,
    hexes: entry.hexes.map(({ hex, x, y, drawn }) => ({ id: hex, x, y, terrain: drawn })),
    legend: entry.legend.map(({ id, title, colour, texture }) => ({ id, title, colour, texture })),
    hexsides: Object.entries(entry.hexsides).map(([id, sides]) => ({
      ...feature(id),
      sides: sides.map(({ hex, direction }): [string, number] => [hex, direction]),
    })),
    lines: Object.entries(entry.lines).map(([id, chains]) => ({ ...feature(id), chains })),
    outside: entry.out_of_play,
    places: entry.places,
    labels: entry.labels ?? [],
    regions: Object.entries(entry.regions).map(([id, { title, colour, hexes }]) => ({ id, title, colour, hexes })),
    marks: Object.entries(entry.marks).flatMap(([side, marks]) =>
      Object.entries(marks).map(([label, hex]) => ({ side, label, hex })),
    ),
  };
}
