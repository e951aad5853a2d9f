/** Troubles between the browser and the server. */

import { catalogue } from "../language";

export const en = {
  unreachable: "Couldn't reach the server. Try again.",
  movedOn: "The game has moved on.",
  movedOnShown: "The game has moved on. The board is now up to date.",
  status: (status: number) => `The server returned error ${status}.`,
  closed: "The connection was closed.",
  lost: "Connection lost. Reconnecting…",
  closedByServer: "The server closed the connection.",
  notConnected: "Not connected to the server. Try again.",
  noAnswer: "The server did not answer. Try again.",
  noScenario: (id: string) => `This server has no scenario ${id}.`,
  noLesson: (id: string) => `Unknown lesson ${id}.`,
};

export const de: typeof en = {
  unreachable: "Der Server ist nicht erreichbar. Versuch es noch einmal.",
  movedOn: "Die Partie ist weitergegangen.",
  movedOnShown: "Die Partie ist weitergegangen. Die Karte ist jetzt auf dem neuesten Stand.",
  status: (status) => `Der Server meldet Fehler ${status}.`,
  closed: "Die Verbindung wurde geschlossen.",
  lost: "Verbindung verloren. Neuer Versuch…",
  closedByServer: "Der Server hat die Verbindung geschlossen.",
  notConnected: "Keine Verbindung zum Server. Versuch es noch einmal.",
  noAnswer: "Der Server hat nicht geantwortet. Versuch es noch einmal.",
  noScenario: (id) => `Dieser Server hat kein Szenario ${id}.`,
  noLesson: (id) => `Die Lektion ${id} gibt es nicht.`,
};

export const connection = catalogue({ en, de });
