import type { Offer } from "../api";

/** An order without the middle of its way: what a step compares. */
export function gist(offer: Pick<Offer, "verb" | "target" | "units" | "path" | "words">): string {
  const end = offer.path[offer.path.length - 1] ?? "";
  return [offer.verb, offer.target, [...offer.units].sort().join(","), end, ...offer.words].filter(Boolean).join(" ");
}
