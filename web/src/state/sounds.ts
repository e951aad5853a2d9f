/** Short synthesized sounds, off by default. */

import { settings } from "./settings.svelte";

let context: AudioContext | null = null;

const TONES = { move: [220, 0.05], dice: [520, 0.09], yours: [392, 0.16], no: [140, 0.1] } as const;

export function play(name: keyof typeof TONES): void {
  if (!settings.values.sounds) return;
  context ??= new AudioContext();
  const [pitch, length] = TONES[name];
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.type = "triangle";
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(0.12, context.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, context.currentTime + length);
  tone.connect(gain).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + length);
}
