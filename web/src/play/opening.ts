/** What the board frames when a game opens: the player's own forces, where they face the enemy and the objectives. Pure. */

export interface Piece { side: string; at: string; marker?: boolean }
export interface Ground {
  units: readonly Piece[];
  objectives: readonly { hex: string }[];
  /** The side that looks; "" for a spectator, to whom all units are their own. */
  side: string;
  /** The centre of a hex in hexsides; undefined off the map. */
  centre(hex: string): readonly [number, number] | undefined;
}

/** Units and objectives within this many hexsides belong to the same part of the front. */
const PART = 11;

/** Hexes to frame, the most important first: a unit of the player's where most is at stake, then what is around it. */
export function openingHexes({ units, objectives, side, centre }: Ground): string[] {
  const placed = (hexes: readonly string[]): { hex: string; x: number; y: number }[] =>
    hexes.flatMap((hex) => { const at = centre(hex); return at ? [{ hex, x: at[0], y: at[1] }] : []; });
  const real = units.filter(({ marker }) => !marker);
  const own = placed(real.filter((unit) => !side || unit.side === side).map(({ at }) => at));
  const foes = placed(real.filter((unit) => side && unit.side !== side).map(({ at }) => at));
  const goals = placed(objectives.map(({ hex }) => hex));
  const seeds = own.length ? own : goals.length ? goals : foes;
  const far = (a: { x: number; y: number }, b: { x: number; y: number }): number => Math.hypot(a.x - b.x, a.y - b.y);
  const near = (seed: { x: number; y: number }, all: readonly { x: number; y: number }[]): number => all.filter((one) => far(seed, one) < PART).length;
  const worth = (seed: { x: number; y: number }): number => {
    const friends = near(seed, own);
    return friends + 1.5 * Math.min(friends, near(seed, foes)) + 0.5 * near(seed, goals);
  };
  const [best] = seeds.map((seed) => ({ seed, worth: worth(seed) })).sort((a, b) => b.worth - a.worth);
  if (!best) return [];
  const rest = [...own, ...foes, ...goals].filter((one) => far(best.seed, one) < 2 * PART).sort((a, b) => far(best.seed, a) - far(best.seed, b));
  return [...new Set([best.seed.hex, ...rest.map(({ hex }) => hex)])];
}
