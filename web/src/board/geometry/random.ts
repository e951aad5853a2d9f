/** Seeded random numbers: a map must look the same every time it is drawn. */

export type Dice = () => number;

/** Random numbers from 0 to 1, seeded by a text (FNV-1a, then mulberry32). */
export function dice(seed: string): Dice {
  let state = 2166136261;
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const range = (roll: Dice, from: number, to: number): number => from + roll() * (to - from);

export function choice<T>(roll: Dice, options: readonly [T, ...T[]]): T {
  return options[Math.floor(roll() * options.length)] ?? options[0];
}
