/** A generated board of 2,500 hexes with coast, rivers, roads, borders, towns and 450 counters: for looking and for measuring. */

import type { BoardSheet, Place, SideLook, Unit } from "../src/board";
import { HexLayout } from "../src/board/geometry/hexLayout";
import { choice, dice, range } from "../src/board/geometry/random";

const COLUMNS = 50;
const ROWS = 50;
const ROOT3 = Math.sqrt(3);

export const LARGE_SIDES: SideLook[] = [
  { id: "west", title: "Western", colour: "#66703f", ink: "#ffffff" },
  { id: "east", title: "Eastern", colour: "#a8352c", ink: "#ffe9a3" },
];

const wave = (x: number, y: number, seed: number): number =>
  Math.sin(x * 0.21 + seed) * Math.cos(y * 0.17 - seed * 1.7) + 0.5 * Math.sin(x * 0.43 - y * 0.31 + seed * 2.3) + 0.3 * Math.sin(x * 0.9 + y * 0.7 + seed);

const number = (column: number, row: number): string => `${column}`.padStart(2, "0") + `${row}`.padStart(2, "0");

const LEGEND: BoardSheet["legend"] = [
  { id: "clear", title: "Clear", colour: "#ece4cb", texture: "fields" },
  { id: "forest", title: "Forest", colour: "#b7c493", texture: "trees" },
  { id: "rough", title: "Rough", colour: "#ddcfa6", texture: "rough" },
  { id: "mountain", title: "Mountain", colour: "#cbb592", texture: "ridge" },
  { id: "marsh", title: "Marsh", colour: "#cfd9bd", texture: "marsh" },
  { id: "polder", title: "Polder", colour: "#d6e0c4", texture: "polder" },
  { id: "sea", title: "Sea", colour: "#a9c9d3", texture: "sea" },
  { id: "urban", title: "City", colour: "#d8c8bb", texture: "urban" },
  { id: "sand", title: "Heath", colour: "#ead9a9", texture: "sand" },
];
const SEA = 6;

function height(x: number, y: number): number {
  const east = x / 75, south = y / 87;
  return 1.9 * east + 1.5 * south - 1.05 + 0.45 * wave(x, y, 1);
}

function terrainAt(x: number, y: number): number {
  const h = height(x, y);
  if (h < -0.35) return SEA;
  if (h < -0.1) return wave(x, y, 3) > 0.1 ? 5 : 0;
  if (h > 1.95) return 3;
  if (h > 1.55 && wave(x, y, 4) > -0.4) return 2;
  if (wave(x * 1.6, y * 1.6, 5) > 0.62) return 1;
  if (h < 0.35 && wave(x * 1.3, y * 1.3, 6) > 1) return 4;
  return wave(x, y, 9) > 1.25 ? 8 : 0;
}

/** Rivers run along hexsides: from every corner one way leads to the sea, the cheapest over the lie of the land, so
 *  that streams join and none runs in circles. */
function drainage(layout: HexLayout, terrain: number[]): (source: number) => [string, number][] {
  const around = new Map<number, { hex: number; direction: number; other: number }[]>();
  const wetCorners = new Set<number>();
  for (let i = 0; i < layout.size; i++) {
    for (let d = 0; d < 6; d++) {
      const [a, b] = layout.side(i, d);
      for (const [from, other] of [[a, b], [b, a]] as const) around.set(from, [...(around.get(from) ?? []), { hex: i, direction: d, other }]);
      if (terrain[i] === SEA) wetCorners.add(a).add(b);
    }
  }
  const away = new Map<number, number>();
  const down = new Map<number, { side: [string, number]; to: number }>();
  let rim: [number, number][] = [...wetCorners].map((c) => [0, c]);
  for (const [, c] of rim) away.set(c, 0);
  while (rim.length) {
    const next: [number, number][] = [];
    for (const [cost, at] of rim.sort((p, q) => p[0] - q[0])) {
      if ((away.get(at) ?? 0) < cost) continue;
      for (const { hex, direction, other } of around.get(at) ?? []) {
        const [x, y] = layout.point(other);
        const there = cost + 1.2 + wave(x * 2.1, y * 2.1, 8) * 0.6;
        if (there >= (away.get(other) ?? Infinity)) continue;
        away.set(other, there);
        down.set(other, { side: [layout.id(hex), direction], to: at });
        next.push([there, other]);
      }
    }
    rim = next;
  }
  return (source) => {
    const found: [string, number][] = [];
    let step = down.get(layout.side(source, 2)[1]);
    while (step) {
      found.push(step.side);
      step = wetCorners.has(step.to) ? undefined : down.get(step.to);
    }
    return found;
  };
}

/** A way over land from hex to hex, breadth first. */
function road(layout: HexLayout, from: number, to: number, terrain: number[]): string[] {
  const came = new Map<number, number>([[from, -1]]);
  const queue = [from];
  for (let i = queue.shift(); i !== undefined && i !== to; i = queue.shift()) {
    for (const d of [1, 2, 0, 3, 5, 4]) {
      const next = layout.next(i, d);
      if (next < 0 || came.has(next) || terrain[next] === SEA || terrain[next] === 3) continue;
      came.set(next, i);
      queue.push(next);
    }
  }
  const way: string[] = [];
  for (let i: number | undefined = to; i !== undefined && i >= 0 && came.has(i); i = came.get(i)) way.push(layout.id(i));
  return way.length > 1 ? way : [];
}

const START = ["Alt", "Neu", "Groß", "Klein", "Ober", "Nieder", "Wald", "Stein", "Birken", "Linden", "Königs", "Mühl", "Rosen", "Eber"] as const;
const END = ["burg", "heim", "dorf", "stadt", "hausen", "furt", "bach", "berg", "au", "walde", "münde", "ingen"] as const;

export function largeSheet(): BoardSheet {
  const roll = dice("large board");
  const hexes: BoardSheet["hexes"] = [];
  for (let row = 1; row <= ROWS; row++) {
    for (let column = 1; column <= COLUMNS; column++) {
      const x = 1.5 * (column - 1), y = ROOT3 * (row - 1 + (column % 2 === 0 ? 0.5 : 0));
      hexes.push({ id: number(column, row), x, y, terrain: terrainAt(x, y) });
    }
  }
  const layout = new HexLayout(hexes);
  const terrain = hexes.map((h) => h.terrain);
  const places: Place[] = [];
  for (let tries = 0; tries < 4000 && places.length < 70; tries++) {
    const i = Math.floor(roll() * hexes.length), hex = hexes[i];
    if (!hex || terrain[i] === SEA || terrain[i] === 3) continue;
    const far = places.every((p) => { const [px, py] = layout.centre(layout.find(p.hex)); return Math.hypot(px - hex.x, py - hex.y) > 4.4; });
    if (!far) continue;
    const coastal = [0, 1, 2, 3, 4, 5].some((d) => terrain[layout.next(i, d)] === SEA);
    const size = Math.min(4, 1 + Math.floor(roll() ** 2 * 4));
    const kind = coastal ? "port" : size > 3 ? "city" : size > 1 ? "town" : choice(roll, ["village", "town"]);
    const long = roll() < 0.12 ? " an der Leine" : "";
    places.push({ name: choice(roll, START) + choice(roll, END) + long, hex: hex.id, kind, size, objective: roll() < 0.14 });
  }
  for (const [i, name] of [[9, "Hauptstadt"], [33, "Residenz"]] as const) {
    const place = places[i];
    if (place) places[i] = { ...place, name, kind: "capital", size: 4, objective: true };
  }
  for (const p of places) {
    const i = layout.find(p.hex), hex = hexes[i];
    if (hex && p.size > 3) { hex.terrain = 7; terrain[i] = 7; }
  }
  const regionOf = (x: number, y: number): number => (x + 5 * wave(x, y, 11) > 52 ? 2 : y + 4 * wave(x, y, 12) > 56 ? 1 : 0);
  const regions = ["Nordland", "Südmark", "Ostreich"].map((title, k) => ({
    id: title.toLowerCase(), title, colour: ["#3f66a0", "#8a6d1f", "#a8352c"][k] ?? "",
    hexes: hexes.filter((h) => h.terrain !== SEA && regionOf(h.x, h.y) === k).map((h) => h.id),
  }));
  const border: [string, number][] = [];
  hexes.forEach((h, i) => {
    for (let d = 0; d < 3; d++) {
      const other = hexes[layout.next(i, d)];
      if (other && h.terrain !== SEA && other.terrain !== SEA && regionOf(h.x, h.y) !== regionOf(other.x, other.y)) border.push([h.id, d]);
    }
  });
  const high = hexes.map((h, i) => ({ h, i })).filter(({ h }) => h.terrain === 3 || h.terrain === 2);
  const run = drainage(layout, terrain);
  const rivers = Array.from({ length: 12 }, () => run(high[Math.floor(roll() * high.length)]?.i ?? 0)).flat();
  const near = (p: Place, n: number): Place[] => {
    const [x, y] = layout.centre(layout.find(p.hex));
    const away = (q: Place) => { const [a, b] = layout.centre(layout.find(q.hex)); return Math.hypot(a - x, b - y); };
    return places.filter((q) => q !== p).sort((a, b) => away(a) - away(b)).slice(0, n);
  };
  const link = (some: Place[], n: number): string[][] => {
    const done = new Set<string>();
    return some.flatMap((p) => near(p, n).flatMap((q) => {
      const key = [p.hex, q.hex].sort().join();
      if (done.has(key)) return [];
      done.add(key);
      const way = road(layout, layout.find(p.hex), layout.find(q.hex), terrain);
      return way.length ? [way] : [];
    }));
  };
  const big = places.filter((p) => p.size > 2 || p.kind === "capital");
  const chain = (some: Place[]): string[][] => some.slice(1).flatMap((p, i) => {
    const way = road(layout, layout.find(some[i]?.hex ?? ""), layout.find(p.hex), terrain);
    return way.length ? [way] : [];
  });
  const wet = new Set(rivers.map(([hex, d]) => `${hex} ${d}`));
  const roads = link(places.filter((p) => p.kind !== "village"), 2);
  const bridges: [string, number][] = [];
  for (const way of roads) {
    way.slice(1).forEach((to, k) => {
      const a = layout.find(way[k] ?? ""), b = layout.find(to);
      for (let d = 0; d < 6; d++) {
        if (layout.next(a, d) === b && (wet.has(`${layout.id(a)} ${d}`) || wet.has(`${to} ${(d + 3) % 6}`))) bridges.push([layout.id(a), d]);
      }
    });
  }
  const feature = (id: string, title: string, look = id) => ({ id, title, look, colour: "" });
  return {
    name: "large", title: "Two thousand five hundred hexes", hexes, legend: LEGEND, places, regions,
    hexsides: [
      { ...feature("river", "River"), sides: rivers },
      { ...feature("border", "Border"), sides: border },
      { ...feature("bridge", "Bridge"), sides: bridges },
    ],
    lines: [
      { ...feature("railway", "Railway"), chains: chain([...big].sort((a, b) => a.hex.slice(2).localeCompare(b.hex.slice(2)))).slice(0, 9) },
      { ...feature("road", "Road"), chains: roads },
      { ...feature("autobahn", "Autobahn"), chains: chain(big).slice(0, 8) },
    ],
    marks: [], credit: "Generated: no such country",
  };
}

const KINDS = ["infantry", "armour", "mechanised", "artillery", "reconnaissance", "pioneer", "airborne", "headquarters", "mountain"] as const;

export function largeUnits(sheet: BoardSheet, count = 450): Unit[] {
  const roll = dice("large units");
  const land = sheet.hexes.filter((h) => h.terrain !== SEA && h.terrain !== 3);
  const units: Unit[] = [];
  while (units.length < count) {
    const hex = land[Math.floor(roll() * land.length)];
    if (!hex) break;
    const east = hex.x > 40 + 6 * wave(hex.x, hex.y, 2);
    const tall = Math.min(1 + Math.floor(roll() ** 2.5 * 5), count - units.length);
    for (let i = 0; i < tall; i++) {
      const kind = choice(roll, KINDS), n = units.length + 1;
      const nation = east ? choice(roll, ["soviet", "soviet", "soviet", "german"]) : choice(roll, ["us", "us", "uk", "french", "west-german"]);
      const flags = roll() < 0.2 ? ["moved"] : roll() < 0.1 ? [choice(roll, ["disrupted", "fought", "unsupplied"])] : [];
      units.push({
        id: `${east ? "E" : "W"}${n}`, side: east ? "east" : "west", nation, label: `${1 + Math.floor(roll() * 90)}`, kind, at: hex.id,
        size: choice(roll, ["II", "III", "X", "XX"]), factors: `${1 + Math.floor(roll() * 9)}-${1 + Math.floor(roll() * 9)}-${Math.floor(range(roll, 3, 9))}`,
        steps: 1 + Math.floor(roll() * 3), flags,
      });
    }
  }
  return units;
}
