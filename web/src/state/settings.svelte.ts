/** Player settings: theme, colours, animation speed, sound, text size. */

import { keep, recall } from "./storage";

export interface Chosen {
  theme: "auto" | "paper" | "night";
  colours: "printed" | "safe";
  speed: "off" | "slow" | "normal" | "fast";
  sounds: boolean;
  text: "small" | "normal" | "large";
  panel: boolean;
}

const FIRST: Chosen = { theme: "auto", colours: "printed", speed: "normal", sounds: false, text: "normal", panel: true };
const SPEEDS: Record<Chosen["speed"], number> = { off: Infinity, slow: 0.5, normal: 1, fast: 2.5 };
/** Colours that are distinct with any colour vision, each with a readable ink. */
const SAFE: readonly [string, string][] = [
  ["#0b5fa5", "#ffffff"], ["#e0a100", "#201600"], ["#6a3d9a", "#ffffff"], ["#117a65", "#ffffff"],
  ["#d1495b", "#ffffff"], ["#8fb8de", "#0d1b2a"],
];

class Settings {
  chosen = $state<Chosen>({ ...FIRST, ...recall<Partial<Chosen>>("settings", {}) });
  private dark = $state(false);
  private still = $state(false);

  constructor() {
    this.follow("(prefers-color-scheme: dark)", (on) => (this.dark = on));
    this.follow("(prefers-reduced-motion: reduce)", (on) => (this.still = on));
  }

  get theme(): "paper" | "night" {
    if (this.chosen.theme !== "auto") return this.chosen.theme;
    return this.dark ? "night" : "paper";
  }

  get reducedMotion(): boolean {
    return this.still || this.chosen.speed === "off";
  }

  get speed(): number {
    return this.reducedMotion ? Infinity : SPEEDS[this.chosen.speed];
  }

  set<K extends keyof Chosen>(name: K, value: Chosen[K]): void {
    this.chosen[name] = value;
    keep("settings", this.chosen);
  }

  /** Whether counters have their sides' colours, even where their nationality has its own. */
  get bySide(): boolean {
    return this.chosen.colours !== "printed";
  }

  /** The sides with the chosen colours: as printed or colour-blind safe. */
  looks<S extends { colour: string; ink: string }>(sides: readonly S[]): S[] {
    if (this.chosen.colours === "printed") return [...sides];
    return sides.map((side, index) => {
      const [colour, ink] = SAFE[index % SAFE.length] ?? [side.colour, side.ink];
      return { ...side, colour, ink };
    });
  }

  private follow(query: string, tell: (on: boolean) => void): void {
    const media = matchMedia(query);
    tell(media.matches);
    media.addEventListener("change", (event) => tell(event.matches));
  }
}

export const settings = new Settings();
