/** Routes in the location hash. Secrets appear only in invite links and are removed as soon as they are read. */

export type Route =
  | { page: "lobby" }
  | { page: "new"; game: string; scenario: string }
  | { page: "game"; game: string }
  | { page: "seat"; game: string; secret: string }
  | { page: "watch"; game: string }
  | { page: "at"; game: string; number: number }
  | { page: "replay"; game: string; number: number }
  | { page: "analysis"; game: string }
  | { page: "learn"; lesson: string }
  | { page: "player"; name: string }
  | { page: "lost"; hash: string };

export function parse(hash: string): Route {
  const parts = hash.replace(/^#?\/?/, "").split("/").filter(Boolean).map(decode);
  const [page, one = "", two = "", three = ""] = parts;
  if (page === undefined) return { page: "lobby" };
  if (page === "new") return { page: "new", game: one, scenario: two };
  if (page === "player" && one) return { page: "player", name: one };
  if (page === "learn" && one) return { page: "learn", lesson: one };
  if (page === "game" && one && two === "at" && whole(three)) return { page: "at", game: one, number: Number(three) };
  if (page === "game" && one && !two) return { page: "game", game: one };
  if (page === "analysis" && one) return { page: "analysis", game: one };
  if (page === "seat" && one && two) return { page: "seat", game: one, secret: two };
  if (page === "watch" && one) return { page: "watch", game: one };
  if (page === "replay" && one) return { page: "replay", game: one, number: whole(two) ? Number(two) : -1 };
  return { page: "lost", hash };
}

export function format(route: Route): string {
  const enc = encodeURIComponent;
  switch (route.page) {
    case "lobby": return "#/";
    case "new": return ["#/new", route.game, route.scenario].filter(Boolean).join("/");
    case "learn": return `#/learn/${enc(route.lesson)}`;
    case "player": return `#/player/${encodeURIComponent(route.name)}`;
    case "game": return `#/game/${enc(route.game)}`;
    case "seat": return `#/seat/${enc(route.game)}/${enc(route.secret)}`;
    case "analysis": return `#/analysis/${enc(route.game)}`;
    case "watch": return `#/watch/${enc(route.game)}`;
    case "at": return `#/game/${enc(route.game)}/at/${route.number}`;
    case "replay": return `#/replay/${enc(route.game)}${route.number >= 0 ? `/${route.number}` : ""}`;
    case "lost": return route.hash;
  }
}

/** The hash route for a plain address of the server (`/analysis/ID`, `/games/ID`, `/games/ID/at/N`, `/games/ID#SECRET`). */
export function fromPath(path: string, hash: string): string | null {
  const analysis = /^\/analysis\/([^/]+)\/?$/.exec(path);
  if (analysis) return format({ page: "analysis", game: decode(analysis[1] ?? "") });
  const found = /^\/games\/([^/]+)(?:\/at\/(\d+))?\/?$/.exec(path);
  if (!found) return null;
  const game = decode(found[1] ?? "");
  const secret = hash.replace(/^#/, "");
  if (found[2]) return format({ page: "at", game, number: Number(found[2]) });
  if (secret && !secret.startsWith("/")) return format({ page: "seat", game, secret: decode(secret) });
  return format({ page: "game", game });
}

function whole(text: string): boolean {
  return /^\d{1,7}$/.test(text);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
