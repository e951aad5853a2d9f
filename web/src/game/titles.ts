/** Orders that no counter gives, as a button says them: by the verb's title, or its own explanation when that is short. */

import type { Offer, UnitView } from "../api";
import type { Setting } from "../state/library.svelte";
import { capital, orderWords } from "../words";

const SHORT = 26;

export function freeTitle(offer: Offer, setting: Setting | null, units: ReadonlyMap<string, UnitView>): string {
  const verb = setting?.game.verbs[offer.verb];
  const { says = "", title = "" } = verb ?? {};
  if (offer.words.length || offer.units.length || offer.target) return orderWords(offer, units, verb);
  return title || (says && says.length <= SHORT ? capital(says) : capital(offer.verb));
}

export function verbSays(offer: Offer, setting: Setting | null): string {
  return setting?.game.verbs[offer.verb]?.says ?? "";
}
