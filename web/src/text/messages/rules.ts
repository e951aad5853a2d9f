/** The list of rules beside the board. */

import { catalogue, counted } from "../language";

export const en = {
  search: "Search rules",
  searchAll: (count: number) => `Search ${counted(count, "rule", "rules")}`,
  none: "No matching rules.",
  more: (count: number) => `${count} more. Search to narrow the list.`,
  level: "Level",
  everyLevel: "All",
  inPlay: "Only optional rules in play",
  chapter: (id: string, title: string) => `${id} ${title}`,
};

export const de: typeof en = {
  search: "Regeln durchsuchen",
  searchAll: (count) => `${counted(count, "Regel", "Regeln")} durchsuchen`,
  none: "Keine passenden Regeln.",
  more: (count) => `${count} weitere. Such genauer, um die Liste zu kürzen.`,
  level: "Schwierigkeit",
  everyLevel: "Alle",
  inPlay: "Nur gespielte optionale Regeln",
  chapter: (id, title) => `${id} ${title}`,
};

export const rules = catalogue({ en, de });
