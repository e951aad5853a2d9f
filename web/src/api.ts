/** The server's calls and messages, typed (docs/web-api.md). Nothing here knows a game. */

export interface Side { id: string; title: string; colour: string; ink: string }
export interface Option { title: string; summary: string; rule: string; default: boolean | string; choices: string[]; labels?: string[] }
export interface HexArgument { optional?: boolean; /** It may be another hex than those offered. */ anywhere?: boolean }
export interface UnitsArgument { /** 1 unless told. */ least?: number; /** 1 unless told; 0: any number. */ most?: number; /** The one named first leads. */ leader?: boolean }
export interface PathArgument { optional?: boolean; /** Both ends must be named. */ start?: boolean }
export interface WordArgument {
  name: string; kind: "choice" | "amount" | "counter" | "text"; optional?: boolean; several?: boolean;
  /** The labels of the words; that of "" stands for none. */
  choices?: Record<string, string>;
  /** What an amount counts, in the singular. */
  counts?: string;
}
/** What a kind of order takes; a slot that is not declared stays empty. */
export interface Arguments { target?: HexArgument | null; units?: UnitsArgument | null; path?: PathArgument | null; words?: WordArgument[] }
export interface Verb {
  label: string; summary: string; rule: string; group: string; example: string;
  /** `final` cannot be undone; `decisive` is asked about before it is sent. */
  gravity?: "ordinary" | "final" | "decisive";
  takes?: Arguments;
  /** A player chooses it before its hex: shown on the map at once it would hide other orders. */
  needs_mode_button?: boolean;
}
export interface ScenarioEntry {
  id: string; name: string; title: string; summary: string; turns: number; options: string[];
  /** What it teaches, in Markdown. */
  lesson?: string;
}
export interface GameEntry {
  id: string; title: string; summary: string; sides: Side[]; verbs: Record<string, Verb>;
  options: Record<string, Option>; scenarios: ScenarioEntry[]; areas?: Record<string, string>; supply?: boolean; secrets?: boolean;
  /** The level to propose first. */
  opponent?: string;
  /** What a button says that shows the account of a unit. */
  explains?: string;
  /** For each phase what not to forget in it. */
  checklists?: Record<string, string[]>;
}
export interface Level { id: string; title: string; says: string }
export interface Catalogue { games: GameEntry[]; levels: Level[] }

export interface BoardEntry {
  scenario: string; name: string; title: string; credit: string;
  hexes: { hex: string; column: number; row: number; x: number; y: number; terrain: string; drawn: number }[];
  legend: { id: string; title: string; colour: string; texture: string }[];
  features: Record<string, { id: string; title: string; look: string; colour: string }>;
  hexsides: Record<string, { hex: string; direction: number }[]>;
  lines: Record<string, string[][]>;
  places: { name: string; hex: string; kind: string; size: number; objective: boolean; tags?: readonly string[] }[];
  labels?: { text: string; hex: string; kind: string; size: number; turn: number }[];
  marks: Record<string, Record<string, string>>;
  regions: Record<string, { title: string; hexes: string[]; colour: string }>;
  sides: Side[];
  nations?: Record<string, { title: string; colour: string; ink: string; symbol: string }>;
  counters: { id: string; side: string; kind: string; label: string; title: string; size: string; factors: number[]; marker: boolean }[];
  /** The counters on the map before the first order, as everybody sees them. */
  opening?: UnitView[];
  /** The orders that the scenario's lesson quotes, by their text. */
  lesson_orders?: Record<string, Offer>;
}

export interface Rule { id: string; title: string; says: string; kind: string; testable: boolean }
export interface RuleBook { game: string; short: string; rules: Rule[] }

export interface UnitView {
  id: string; side: string; label: string; kind: string; at: string; title?: string; nation?: string;
  size?: string; factors?: string; steps?: number; marker?: boolean; under?: boolean; flags?: string[];
}
export interface BoxView {
  id: string; title: string; side: string; units: string[]; role: "eliminated" | "withdrawn" | "waiting" | "off-map";
}
export interface ObjectiveView { hex: string; name: string; held_by: string; worth: string }
export interface Result { winner: string; title: string; reason: string; rule: string }
/** One line of how the game stands; fields that say nothing are left out. */
export interface Standing {
  kind: "points" | "goal" | "fact"; label: string; side?: string; part?: string; value?: number; target?: number;
  met?: boolean; unit?: string; turn?: number; hexes?: string[];
}
export interface Losses { side: string; units: number; steps?: number }
export interface View {
  scenario: string; options: Record<string, boolean | string>; side: string; turn: number; turns: number;
  phase: string; phases: string[]; to_act: string[]; asked: string; units: UnitView[]; boxes: BoxView[];
  objectives: ObjectiveView[]; standings: Standing[]; losses: Losses[]; result: Result | null;
}

export interface Order { verb: string; target: string; units: string[]; path: string[]; words: string[] }
/** An order that can be given, and how it is written at the terminal. */
export interface Offer extends Order { text: string }
export interface Refusal { rule: string; reason: string; says: string; instead: Offer[] }
export interface Happening {
  kind: string; text: string; side: string; units: string[]; hexes: string[]; dice: number[]; rule: string;
}
export interface Played { number: number; side: string; order: string; events: Happening[]; turn?: number }
export interface Player { kind: "human" | "computer"; level: string; name: string; present: boolean }
export interface Decision { side: string; kind: string; sentence: string; hexes: string[]; units: string[]; must: boolean; actors: string[]; free: Offer[] }
export interface AskedBack { side: string; to: number; agreed: string[] }
export interface Now {
  game: string; scenario: string; name: string; number: number; undone: number; side: string;
  players: Record<string, Player>; view: View; decision: Decision | null; can_undo: boolean;
  asked_back: AskedBack | null; thinking: string; over: boolean; commitment: string;
  dice: "secret" | "chosen"; seed: string | null;
}
export interface Created { game: string; seats: Record<string, string>; commitment: string }
export interface Line { label: string; value: string; rule: string }
export interface Way { path: string[]; lines: Line[] }
export interface Breakdown {
  title: string; lines: Line[]; total: string; chances: { result: string; probability: number; effect: string }[];
}
export interface Said { side: string; text: string; at: number }
/** A game of an account, in a list; times are in seconds. */
export interface AccountGame {
  game: string; scenario: string; name: string; side: string; number: number; waiting: string[]; over: boolean; updated: number;
}
export interface Account { name: string; games: AccountGame[] }
export interface Seating { kind: "human" | "computer"; level: string }
export interface NewGame {
  scenario: string; options?: Record<string, boolean | string>; players?: Record<string, Seating>; name?: string;
  seed?: string;
}

/** What can be asked, and what comes back. */
export interface Questions {
  orders: { with: { actor: string }; answer: { orders: Offer[] } };
  every: { with: object; answer: { orders: Offer[] } };
  reach: { with: { units: string[] }; answer: { costs: Record<string, number> } };
  path: { with: { order: Order }; answer: Way };
  preview: { with: { order: Order }; answer: Breakdown };
  explain: { with: { unit: string }; answer: Breakdown };
  check: { with: { order: Order }; answer: { legal: boolean; refusal: Refusal | null } };
  why: { with: { units?: string[]; hex?: string }; answer: { refusal: Refusal | null; order?: Offer | null } };
  overlay: { with: { name: string; side: string }; answer: { hexes: string[] } };
}
export type Asked = keyof Questions;

/** An answer that is not what was hoped for. */
export class Trouble extends Error {
  constructor(message: string, readonly status = 0, readonly refusal: Refusal | null = null, readonly now: Now | null = null) {
    super(message);
  }
}

interface Call { method?: string; body?: unknown; secret?: string | null; text?: boolean }

async function call<T>(path: string, { method, body, secret, text }: Call = {}): Promise<T> {
  const headers: Record<string, string> = {};
  if (secret) headers["authorization"] = `Bearer ${secret}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Trouble("The server cannot be reached.");
  }
  if (answer.ok) return (text ? await answer.text() : await answer.json()) as T;
  throw await trouble(answer);
}

async function trouble(answer: Response): Promise<Trouble> {
  let said: { error?: string; reason?: string; rule?: string; number?: number } = {};
  try {
    said = (await answer.json()) as typeof said;
  } catch {
    // not JSON: only the status is known
  }
  if (answer.status === 422 && said.reason !== undefined) {
    return new Trouble(said.reason, 422, said as Refusal);
  }
  if (answer.status === 409 && said.number !== undefined) {
    return new Trouble("The game has gone on.", 409, null, said as Now);
  }
  const words = said.error ?? `The server answered ${answer.status}.`;
  return new Trouble(words.charAt(0).toUpperCase() + words.slice(1), answer.status);
}

const at = (game: string): string => `/api/games/${encodeURIComponent(game)}`;

export const api = {
  catalogue: () => call<Catalogue>("/api/catalogue"),
  board: (scenario: string) => call<BoardEntry>(`/api/boards/${scenario}`),
  rules: (game: string) => call<RuleBook>(`/api/rules/${game}`),
  symbols: (game: string) => `/api/symbols/${game}.svg`,
  newGame: (wanted: NewGame) => call<Created>("/api/games", { body: wanted }),
  fromRecord: (text: string, players: Record<string, Seating>, name = "") =>
    call<Created>("/api/records", { body: { text, players, name } }),
  now: (game: string, secret?: string | null) => call<Now>(at(game), { secret: secret ?? null }),
  then: (game: string, number: number, secret?: string | null, as?: string) =>
    call<Now>(`${at(game)}/at/${number}${as === undefined ? "" : `?as=${encodeURIComponent(as)}`}`, { secret: secret ?? null }),
  log: (game: string, secret?: string | null, since = 0) =>
    call<{ played: Played[] }>(`${at(game)}/log?since=${since}`, { secret: secret ?? null }),
  order: (game: string, secret: string, order: Partial<Order>, expect: number) =>
    call<Now>(`${at(game)}/orders`, { secret, body: { order, expect } }),
  fork: (game: string, number: number, players: Record<string, Seating>, secrets: string[]) =>
    call<Created>(`${at(game)}/fork`, {
      secret: secrets[0] ?? null,
      body: { at: number, players, name: "", seats: secrets.slice(1) },
    }),
  record: (game: string, secret?: string | null) => call<string>(`${at(game)}/record`, { secret: secret ?? null, text: true }),
  chat: (game: string, secret?: string | null) => call<{ said: Said[] }>(`${at(game)}/chat`, { secret: secret ?? null }),
  notes: (game: string, secret: string | null) => call<{ text: string }>(`${at(game)}/notes`, { secret }),
  keepNotes: (game: string, secret: string | null, text: string) =>
    call<{ done: boolean }>(`${at(game)}/notes`, { method: "PUT", secret, body: { text } }),
  told: (game: string, secret: string | null) => call<{ webhook: string; email: string; mail: boolean }>(`${at(game)}/notify`, { secret }),
  notify: (game: string, secret: string | null, email: string, webhook: string) =>
    call<{ done: boolean }>(`${at(game)}/notify`, { method: "PUT", secret, body: { email, webhook } }),
  register: (name: string, password: string) => call<Account>("/api/accounts", { body: { name, password } }),
  login: (name: string, password: string) => call<Account>("/api/login", { body: { name, password } }),
  logout: () => call<{ done: boolean }>("/api/logout", { method: "POST" }),
  account: () => call<Account>("/api/account"),
  tieSeat: (game: string, secret: string) => call<Account>("/api/account/seats", { method: "PUT", body: { game, secret } }),
};
