/** Colours: reading, mixing, and lightness as the eye sees it (OKLab). */

export type Rgb = readonly [number, number, number];

export function parse(colour: string): Rgb {
  const text = colour.replace("#", "");
  const wide = text.length === 3 ? [...text].map((c) => c + c).join("") : text;
  const n = Number.parseInt(wide.slice(0, 6), 16);
  return Number.isNaN(n) ? [128, 128, 128] : [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

export function show(rgb: Rgb): string {
  const parts = rgb.map((v) => Math.round(Math.min(255, Math.max(0, v))).toString(16).padStart(2, "0"));
  return `#${parts.join("")}`;
}

export function mix(a: string, b: string, part: number): string {
  const [x, y] = [parse(a), parse(b)];
  const at = (i: 0 | 1 | 2) => x[i] + (y[i] - x[i]) * part;
  return show([at(0), at(1), at(2)]);
}

export function fade(colour: string, opacity: number): string {
  const [r, g, b] = parse(colour);
  return `rgba(${r},${g},${b},${opacity})`;
}

const linear = (v: number): number => (v <= 0.04045 * 255 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
const gamma = (v: number): number => 255 * (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055);

export interface Lab { l: number; a: number; b: number }

export function toLab(colour: string): Lab {
  const [r, g, b] = parse(colour).map(linear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

export function fromLab({ l: light, a, b }: Lab): string {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return show([
    gamma(Math.max(0, 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)),
    gamma(Math.max(0, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)),
    gamma(Math.max(0, -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)),
  ]);
}

/** Relative luminance, as contrast is measured by. */
export function luminance(colour: string): number {
  const [r, g, b] = parse(colour).map(linear) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}
