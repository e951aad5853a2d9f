/** The language of the interface: the first one of the browser's that the catalogue has, else English. */

export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Choose among wanted languages such as "de-AT", most wanted first. */
export function choose(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((one) => one === tag.toLowerCase().split("-")[0]);
    if (found) return found;
  }
  return "en";
}

export const language: Language = choose(globalThis.navigator?.languages ?? []);

/** The messages of one area in the current language. Adding a message to one language alone is a type error. */
export function catalogue<M extends Messages>(languages: Record<Language, M>): M {
  return languages[language];
}

/** A message is a sentence, or a function of what it names. */
export type Message = string | ((...gaps: never[]) => string);
export interface Messages { readonly [name: string]: Message }

/** A day, given in seconds since 1970. */
export function date(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString(language, { day: "numeric", month: "long", year: "numeric" });
}

/** A count with its noun: `counted(2, "seat", "seats")` is "2 seats". */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString(language)} ${count === 1 ? one : many}`;
}
