import type { Order } from "../api";

/** An order in a lesson file, without its empty fields. */
export type LessonOrder = Pick<Order, "verb"> & Partial<Order>;

/** A text with words for the mouse and for touch: "{Click|Tap} the hex". */
export function forHand(text: string, touch: boolean): string {
  return text.replace(/\{([^{}|]*)\|([^{}|]*)\}/g, (_, mouse: string, tap: string) => (touch ? tap : mouse));
}

/** What lessons compare: an order without the intermediate hexes of its path. */
export function gist({ verb, target = "", units = [], path = [], words = [] }: LessonOrder): string {
  const end = path[path.length - 1] ?? "";
  return [verb, target, [...units].sort().join(","), end, ...words].filter(Boolean).join(" ");
}
