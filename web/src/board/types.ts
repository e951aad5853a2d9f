/** The whole interface between the board and the rest of the client: what it draws and what it reports.
 *  Nothing here knows a game. */

export interface Terrain { id: string; title: string; colour: string; texture: string }
export interface BoardHex { id: string; x: number; y: number; terrain: number }
export interface Feature { id: string; title: string; look: string; colour: string }
export interface Place { name: string; hex: string; kind: string; size: number; objective: boolean; tags?: readonly string[] }

/** A label on the map, for a country, a sea or mountains. */
export interface Label { text: string; hex: string; kind: string; size: number; turn: number }

/** The printed board, as `GET /api/boards/GAME/SCENARIO` gives it. Lengths are in hexsides, x east, y south. */
export interface BoardSheet {
  name: string;
  title: string;
  hexes: BoardHex[];
  legend: Terrain[];
  hexsides: (Feature & { sides: [string, number][] })[]; // hex and direction 0 N, 1 NE … clockwise
  lines: (Feature & { chains: string[][] })[];
  places: Place[];
  /** Hexes of the map that the scenario does not use. */
  outside?: string[];
  labels?: Label[];
  regions: { id: string; title: string; colour: string; hexes: string[] }[];
  marks: { side: string; label: string; hex: string }[];
  credit: string;
}

export interface SideLook { id: string; title: string; colour: string; ink: string }
/** Background and ink of a nationality's counters, and the colour of their symbols if it differs. */
export interface NationLook { colour: string; ink: string; symbol?: string }

/** A counter as the view shows it; `at` is a hex number or the name of a box. */
export interface Unit {
  id: string; side: string; label: string; kind: string; at: string;
  title?: string; nation?: string; size?: string; factors?: string; steps?: number;
  marker?: boolean;
  /** It is drawn under the units of its hex. */
  under?: boolean;
  /** The counter that carries it or that it is based at. */
  aboard?: string;
  flags?: string[];
}

export interface Objective { hex: string; name: string; held_by: string; worth: string }

/** A letter on a flight path, at a part of the way from 0 to 1; dashed if another side decides there. */
export interface RouteMark { text: string; at: number; dashed?: boolean }

/** What is drawn over the board now. All fields are optional, and all are replaced together. */
export interface Overlay {
  ready?: string[];                                  // counters that can act: a thin bright rim
  selected?: string[];                               // selected counters
  reach?: { hex: string; cost: number; stop?: boolean; last?: boolean; free?: boolean }[];
  choices?: string[];                                // hexes highlighted as choices
  targets?: string[];                                // hexes that can be attacked
  path?: { hexes: string[]; costs?: string[] };      // line with cost beads
  arrows?: { from: string; to: string; kind: "attack" | "move" | "retreat" | "advance" }[];
  /** Flight paths: a curve from each hex, with the letters of its stages at parts of the way. */
  routes?: { from: string[]; to: string; marks: RouteMark[] }[];
  /** Movements of a whole phase: one arrow for each group, `width` in hexsides; those of other phases are faint. */
  flows?: { from: string; to: string; width: number; colour: string; faint?: boolean }[];
  /** Numbered flags: a hex taken, units eliminated, or an attack held. */
  flags?: { hex: string; text: string; colour: string; ink: string; outcome: "taken" | "gone" | "held" }[];
  plates?: { hex: string; name: string }[];          // gold rings with the name and the hex beside them
  /** Shaded hexes, at most two sets. A side has the same colour for every viewer; the player's lines rise, the enemy's fall. */
  hatch?: { hexes: string[]; style: "own" | "enemy"; colour: string; title: string }[];
  /** The player's own arrows and notes, and the hex where an arrow begins. */
  plan?: { arrows: { from: string; to: string }[]; notes: { hex: string; text: string }[]; colour: string; start?: string };
  outlines?: { hexes: string[]; title: string }[];   // ranges: dashed, further ones dotted
  notes?: { hex: string; text: string }[];           // short texts at the foot of a hex, such as the load of a base
  objectives?: Objective[];
  cursor?: string;                                   // keyboard cursor hex
}

export interface BoardOptions {
  sides: SideLook[];
  nations?: Record<string, NationLook>; // nationalities with their own colours
  bySide?: boolean;           // use only the sides' colours
  symbols: string;            // address of the symbol sprite: <symbol id="unit-KIND"> or "unit-KIND-NATION"
  theme: "paper" | "night";
  reducedMotion: boolean;
  opening?: () => readonly string[]; // hexes of the initial view, the most important first
  foot?: () => number;        // height in pixels of what covers the bottom
}

/** What the board reports. `hex` is absent outside the map; `unit` is set if a counter was hit. */
export interface BoardEvents {
  hover(hit: { hex?: string; unit?: string } | null): void;
  pick(hit: { hex?: string; unit?: string }, how: { add: boolean; double: boolean }): void;
  drop(units: string[], hex: string): void;          // counters dragged to a hex
  context(hit: { hex?: string; unit?: string }): void; // right click or long press
  cursor(hex: string): void;                         // keyboard cursor moved
  moved(): void;                                     // the visible part changed
}

export interface BoardApi {
  setUnits(units: Unit[]): void;
  setOverlay(overlay: Overlay): void;
  setTheme(theme: "paper" | "night"): void;
  setReducedMotion(reduced: boolean): void;
  fit(): void;
  zoomBy(factor: number): void;
  showHex(hex: string): void;
  /** Put the keyboard cursor on a hex, bring it into view at a readable scale, and focus the board. */
  point(hex: string): void;
  /** Bring hexes into view, the first ones if not all fit; `inset` is covered at the right and the bottom, in pixels. */
  frame(hexes: readonly string[], inset?: { right?: number; bottom?: number }): void;
  /** The visible part, to return to. */
  where(): { x: number; y: number; scale: number };
  goBack(view: { x: number; y: number; scale: number }): void;
  /** Drag counters from outside the board to a point of the browser window. */
  carry(units: string[], at: { x: number; y: number }): void;
  /** Drop them there, reported by `drop`, or put them back if there is no point. */
  letGo(at: { x: number; y: number } | null): void;
  /** Fan out the stack in a hex, or close the fan. */
  fan(hex: string | null): void;
  /** Focus the board. */
  focus(): void;
  /** Animate counters along hexes; resolves when done or skipped. */
  animate(moves: { unit: string; hexes: string[] }[], speed: number): Promise<void>;
  skip(): void;
  /** Position of a hex's centre in the browser window, for popups. */
  place(hex: string): { x: number; y: number } | null;
  destroy(): void;
}
