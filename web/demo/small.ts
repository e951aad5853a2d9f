/** A board of 9 by 8 hexes with a handful of counters, in the manner of a first game. */

import type { BoardSheet, SideLook, Unit } from "../src/board";

const FOREST = new Set(["0303", "0307", "0506", "0603", "0602"]);

const number = (column: number, row: number): string => `${column}`.padStart(2, "0") + `${row}`.padStart(2, "0");

export const SIDES: SideLook[] = [
  { id: "soviet", title: "Soviet", colour: "#a8352c", ink: "#ffe9a3" },
  { id: "us", title: "US", colour: "#66703f", ink: "#ffffff" },
];

export function smallSheet(): BoardSheet {
  const hexes: BoardSheet["hexes"] = [];
  for (let row = 1; row <= 8; row++) {
    for (let column = 1; column <= 9; column++) {
      const id = number(column, row);
      const low = column % 2 === 0 ? 0.5 : 0;
      hexes.push({ id, x: 1.5 * (column - 1), y: Math.sqrt(3) * (row - 1 + low), terrain: FOREST.has(id) ? 1 : 0 });
    }
  }
  return {
    name: "small", title: "A small board", hexes, credit: "Made up for trying things out",
    legend: [
      { id: "clear", title: "Clear", colour: "#ece4cb", texture: "fields" },
      { id: "forest", title: "Forest", colour: "#b7c493", texture: "trees" },
    ],
    hexsides: [], lines: [], regions: [],
    places: [
      { name: "Ganheim", hex: "0107", kind: "town", size: 1, objective: true },
      { name: "Bergtheim", hex: "0302", kind: "town", size: 1, objective: true },
      { name: "Essleben", hex: "0405", kind: "town", size: 1, objective: true },
    ],
    marks: [
      ...Object.entries({ W: "0207", X: "0302", Y: "0405", Z: "0406" }).map(([label, hex]) => ({ side: "us", label, hex })),
      ...Object.entries({ SA: "0801", SB: "0806", SV: "0901", SG: "0902" }).map(([label, hex]) => ({ side: "soviet", label, hex })),
    ],
  };
}

export function smallUnits(): Unit[] {
  const soviet = ["SA 0801 А", "SB 0806 Б", "SV 0602 В", "SG 0602 Г", "SD 0602 Д", "SE 0908 Е"];
  const us = ["W 0207", "X 0302", "Y 0405", "Z 0406"];
  const make = (side: string) => (text: string): Unit => {
    const [id = "", at = "", label] = text.split(" ");
    return { id, side, label: label ?? id, kind: "infantry", at, size: "I", factors: "1-1-4" };
  };
  const all = [...soviet.map(make("soviet")), ...us.map(make("us"))];
  all.push({ id: "AIR", side: "us", label: "A-10", kind: "air", at: "0705", marker: true }, { id: "SPZ", side: "soviet", label: "Spz", kind: "spetsnaz", at: "0602", marker: true });
  return all.map((u) => (u.id === "SB" ? { ...u, flags: ["moved"] } : u.id === "Z" ? { ...u, flags: ["disrupted"] } : u));
}
