/** The server's calls, typed by its own description (`schema.ts` is generated: `npm run types`). Nothing here knows a game. */

import type { AnyAnswer, AnyQuestion, EventMessage, GameSnapshot, NewGame, Offer, paths, PlaceOrder, PreviewAnswer, Refusal, Seating } from "./schema";
import { label } from "./text/labels";
import { connection as t } from "./text/messages/connection";

export type {
  Account, Analysis, BoardEntry, BoxView, Catalogue, ChatLine, Created, EventMessage as GameEvent, GameEntry, GameSnapshot, GameSummary, Hint, Level, Line, Losses, MatchState, NewGame, ObjectiveView, Odds, Outcome,
  Offer as LegalOrder, ListedGame, OpenDecision, Option, PathAnswer, PlayedOrder, Player, ProcedureView, Profile, PublicView, Refusal, Result, Rule, RuleBook, ScenarioEntry, Seating, Side, Stage, Standing, TurningPoint, UndoRequest,
  UnitView, Verb, WithoutAnswer, WordArgument, Battle, Consequence, Effect, Reminder,
} from "./schema";

/** A piece of a sentence: plain words, or what they name. */
export type TextPart = EventMessage["parts"][number];
/** A sentence without references. */
export const plainText = (text: string): TextPart[] => [{ kind: "words", text }];

/** An order's fields; a legal order from the server also has its text. */
export type Order = Omit<Offer, "text">;

/** The questions a client can ask, with their parameters and answers. */
export type Asked = AnyQuestion["what"];
export type About<Q extends Asked> = Omit<Extract<AnyQuestion, { what: Q }>, "what">;
export type AnswerTo<Q extends Asked> = Extract<AnyAnswer, { what: Q }>;
/** The answer to `preview` and `explain`: factors with their rules, total, and the chance of each result. */
export type Explanation = Omit<PreviewAnswer, "what">;

/** The server refused or failed to answer. */
export class ApiError extends Error {
  constructor(message: string, readonly status = 0, readonly refusal: Refusal | null = null, readonly now: GameSnapshot | null = null) {
    super(message);
  }
}

type Method = "get" | "post" | "put";
type PathOf<M extends Method> = { [P in keyof paths]: paths[P] extends Record<M, object> ? P : never }[keyof paths];
type Operation<M extends Method, P extends PathOf<M>> = paths[P][M & keyof paths[P]];
type Content<T> = T extends { content: infer C } ? C[keyof C] : never;
type ResultOf<O> = O extends { responses: infer R } ? Content<R[keyof R & (200 | 201)]> : never;
type BodyOf<O> = O extends { requestBody: infer B } ? { body: Content<B> } : { body?: never };
type InPath<O> = O extends { parameters: { path: infer T } } ? { in: T } : { in?: never };
type Query<O> = O extends { parameters: { query?: infer T } } ? { query?: T } : object;
type Details<O> = BodyOf<O> & InPath<O> & Query<O> & { secret?: string | null; text?: boolean };

async function call<M extends Method, P extends PathOf<M>>(method: M, path: P, details: Details<Operation<M, P>>): Promise<ResultOf<Operation<M, P>>> {
  const { body, secret, text, in: where = {}, query = {} } = details as {
    body?: unknown; secret?: string | null; text?: boolean; in?: Record<string, string | number>; query?: Record<string, string | number | null | undefined>;
  };
  const headers: Record<string, string> = {};
  if (secret) headers["authorization"] = `Bearer ${secret}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(where[name] ?? "")));
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== null).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  let answer: Response;
  try {
    answer = await fetch(filled + (asked.length ? `?${asked.join("&")}` : ""), {
      method: method.toUpperCase(),
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError(t.unreachable);
  }
  if (answer.ok) return (text ? await answer.text() : await answer.json()) as ResultOf<Operation<M, P>>;
  throw await failure(answer);
}

async function failure(answer: Response): Promise<ApiError> {
  let said: { error?: string; reason?: string; rule?: string; number?: number } = {};
  try {
    said = (await answer.json()) as typeof said;
  } catch {
    // not JSON: only the status is known
  }
  if (answer.status === 422 && said.reason !== undefined) {
    return new ApiError(said.reason, 422, said as Refusal);
  }
  if (answer.status === 409 && said.number !== undefined) {
    return new ApiError(t.movedOn, 409, null, said as GameSnapshot);
  }
  const words = said.error === undefined ? t.status(answer.status) : label("problems", said.error);
  return new ApiError(words.charAt(0).toUpperCase() + words.slice(1), answer.status);
}

/** Parameters that identify the game and the seat. */
const of = (game: string, secret: string | null | undefined): { in: { game_id: string }; secret: string | null } => ({ in: { game_id: game }, secret: secret ?? null });

export const api = {
  catalogue: () => call("get", "/api/catalogue", {}),
  board: (id: string) => {
    const [game = "", scenario = ""] = id.split("/");
    return call("get", "/api/boards/{game}/{scenario}", { in: { game, scenario } });
  },
  rules: (game: string) => call("get", "/api/rules/{game}", { in: { game } }),
  symbols: (game: string) => `/api/symbols/${game}.svg`,
  newGame: (wanted: NewGame) => call("post", "/api/games", { body: wanted }),
  fromRecord: (text: string, players: Record<string, Seating>, name = "") => call("post", "/api/records", { body: { text, players, name } }),
  now: (game: string, secret?: string | null) => call("get", "/api/games/{game_id}", of(game, secret)),
  then: (game: string, number: number, secret?: string | null, as?: string) =>
    call("get", "/api/games/{game_id}/at/{number}", { in: { game_id: game, number }, secret: secret ?? null, ...(as === undefined ? {} : { query: { as } }) }),
  log: (game: string, secret?: string | null, since = 0) => call("get", "/api/games/{game_id}/log", { ...of(game, secret), query: { since } }),
  order: (game: string, secret: string, order: PlaceOrder["order"], expect: number) =>
    call("post", "/api/games/{game_id}/orders", { ...of(game, secret), body: { order, expect } }),
  fork: (game: string, number: number, players: Record<string, Seating>, secrets: string[]) =>
    call("post", "/api/games/{game_id}/fork", { ...of(game, secrets[0]), body: { at: number, players, name: "", seats: secrets.slice(1) } }),
  record: (game: string, secret?: string | null) => call("get", "/api/games/{game_id}/record", { ...of(game, secret), text: true }),
  /** The first call for a game takes a while. */
  analysis: (game: string) => call("get", "/api/games/{game_id}/analysis", of(game, null)),
  analysisPicture: (game: string) => `/api/games/${encodeURIComponent(game)}/analysis.svg`,
  hint: (game: string, secrets: string[]) => call("post", "/api/games/{game_id}/hint", { ...of(game, secrets[0]), body: { seats: secrets.slice(1) } }),
  whatIf: (game: string, secret: string | null) => call("post", "/api/games/{game_id}/what-if", of(game, secret)),
  discard: (game: string, secret: string | null) => call("post", "/api/games/{game_id}/discard", of(game, secret)),
  chat: (game: string, secret?: string | null) => call("get", "/api/games/{game_id}/chat", of(game, secret)),
  notes: (game: string, secret: string | null) => call("get", "/api/games/{game_id}/notes", of(game, secret)),
  keepNotes: (game: string, secret: string | null, text: string) => call("put", "/api/games/{game_id}/notes", { ...of(game, secret), body: { text } }),
  lists: () => call("get", "/api/lists", {}),
  address: () => call("get", "/api/address", {}),
  join: (game: string, side: string) => call("post", "/api/games/{game_id}/join", { ...of(game, null), body: { side } }),
  resign: (game: string, secret: string | null) => call("post", "/api/games/{game_id}/resign", of(game, secret)),
  draw: (game: string, secret: string | null, agree: boolean) => call("post", "/api/games/{game_id}/draw", { ...of(game, secret), body: { agree } }),
  leave: (game: string, secret: string | null) => call("post", "/api/games/{game_id}/leave", of(game, secret)),
  rematch: (game: string, secret: string | null) => call("post", "/api/games/{game_id}/rematch", of(game, secret)),
  player: (name: string) => call("get", "/api/players/{name}", { in: { name } }),
  vacation: () => call("get", "/api/account/vacation", {}),
  goOnVacation: (days: number) => call("put", "/api/account/vacation", { body: { days } }),
  told: (game: string, secret: string | null) => call("get", "/api/games/{game_id}/notify", of(game, secret)),
  notify: (game: string, secret: string | null, email: string, webhook: string) =>
    call("put", "/api/games/{game_id}/notify", { ...of(game, secret), body: { email, webhook } }),
  register: (name: string, password: string) => call("post", "/api/accounts", { body: { name, password } }),
  login: (name: string, password: string) => call("post", "/api/login", { body: { name, password } }),
  logout: () => call("post", "/api/logout", {}),
  account: () => call("get", "/api/account", {}),
  claim: (game: string, secret: string) => call("post", "/api/games/{game_id}/claim", of(game, secret)),
  tieSeat: (game: string, secret: string) => call("put", "/api/account/seats", { body: { game, secret } }),
};
