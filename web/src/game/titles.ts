/** Orders that no counter gives, as a button says them: the verb's own explanation when it is short. */

import type { Offer } from "../api";
import type { Setting } from "../state/library.svelte";
import { capital, orderWords } from "../words";

const SHORT = 26;

export function freeTitle(offer: Offer, setting: Setting | null): string {
  const says = setting?.game.verbs[offer.verb]?.says ?? "";
  if (offer.words.length || offer.units.length || offer.target) return orderWords(offer, new Map());
  return says && says.length <= SHORT ? capital(says) : capital(offer.verb);
}

export function verbSays(offer: Offer, setting: Setting | null): string {
  return setting?.game.verbs[offer.verb]?.says ?? "";
}
