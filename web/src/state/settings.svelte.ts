/** Player settings: theme, colours, animation speed, sound, text size. */

import { loadStored, store } from "./storage";

export interface SettingsValues {
  theme: "auto" | "paper" | "night";
  colours: "printed" | "safe";
  speed: "off" | "slow" | "normal" | "fast";
  sounds: boolean;
  text: "small" | "normal" | "large";
  panel: boolean;
  /** Whether a game begins with its briefing. */
  briefing: boolean;
  /** Whether the lines behind the odds are unfolded. */
  ledger: boolean;
  /** Whether battles are shown on cards on the map. */
  battles: boolean;
}

const DEFAULTS: SettingsValues = { theme: "auto", colours: "printed", speed: "normal", sounds: false, text: "normal", panel: true, briefing: true, ledger: false, battles: true };
const SPEEDS: Record<SettingsValues["speed"], number> = { off: Infinity, slow: 0.5, normal: 1, fast: 2.5 };
/** Colours that are distinct with any colour vision, each with a readable ink. */
const SAFE_COLOURS: readonly [string, string][] = [
  ["#0b5fa5", "#ffffff"], ["#e0a100", "#201600"], ["#6a3d9a", "#ffffff"], ["#117a65", "#ffffff"],
  ["#d1495b", "#ffffff"], ["#8fb8de", "#0d1b2a"],
];

class Settings {
  values = $state<SettingsValues>({ ...DEFAULTS, ...loadStored<Partial<SettingsValues>>("settings", {}) });
  private dark = $state(false);
  private reduced = $state(false);

  constructor() {
    this.watch("(prefers-color-scheme: dark)", (on) => (this.dark = on));
    this.watch("(prefers-reduced-motion: reduce)", (on) => (this.reduced = on));
  }

  get theme(): "paper" | "night" {
    if (this.values.theme !== "auto") return this.values.theme;
    return this.dark ? "night" : "paper";
  }

  get reducedMotion(): boolean {
    return this.reduced || this.values.speed === "off";
  }

  get speed(): number {
    return this.reducedMotion ? Infinity : SPEEDS[this.values.speed];
  }

  set<K extends keyof SettingsValues>(name: K, value: SettingsValues[K]): void {
    this.values[name] = value;
    store("settings", this.values);
  }

  /** Whether counters have their sides' colours, even where their nationality has its own. */
  get bySide(): boolean {
    return this.values.colours !== "printed";
  }

  /** The sides with the chosen colours: as printed or colour-blind safe. */
  coloursOf<S extends { colour: string; ink: string }>(sides: readonly S[]): S[] {
    if (this.values.colours === "printed") return [...sides];
    return sides.map((side, index) => {
      const [colour, ink] = SAFE_COLOURS[index % SAFE_COLOURS.length] ?? [side.colour, side.ink];
      return { ...side, colour, ink };
    });
  }

  private watch(query: string, change: (on: boolean) => void): void {
    const media = matchMedia(query);
    change(media.matches);
    media.addEventListener("change", (event) => change(event.matches));
  }
}

export const settings = new Settings();
