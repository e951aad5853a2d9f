/** Words that appear all over the interface. */

import { catalogue } from "../language";

export const en = {
  close: "Close",
  cancel: "Cancel",
  open: "Open",
  and: (words: string[]) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`),
  lobby: "Lobby",
  goToLobby: "Go to lobby",
  tryAgain: "Try again",
  wentWrong: "Something went wrong. Try again.",
  loadingBoard: "Loading board…",
  couldNotOpen: "Couldn't open this game",
  pageNotFound: "Page not found",
  linkIncomplete: "The link may be incomplete.",
  rule: (id: string, title: string) => (title ? `Rule ${id}, ${title}` : `Rule ${id}`),
  dice: (faces: string) => `dice: ${faces}`,
};

export const de: typeof en = {
  close: "Schließen",
  cancel: "Abbrechen",
  open: "Öffnen",
  and: (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} und ${words.at(-1)}`),
  lobby: "Lobby",
  goToLobby: "Zur Lobby",
  tryAgain: "Erneut versuchen",
  wentWrong: "Etwas ist schiefgegangen. Versuch es noch einmal.",
  loadingBoard: "Karte wird geladen…",
  couldNotOpen: "Diese Partie lässt sich nicht öffnen",
  pageNotFound: "Seite nicht gefunden",
  linkIncomplete: "Der Link ist vielleicht unvollständig.",
  rule: (id, title) => (title ? `Regel ${id}, ${title}` : `Regel ${id}`),
  dice: (faces) => `Würfel: ${faces}`,
};

export const common = catalogue({ en, de });
