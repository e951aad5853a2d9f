/** A server that is none: one large game with pools, secrets, an interrupt and hundreds of choices, for looking at the panels. */

import type { BoardEntry, BoxView, Catalogue, GameSnapshot, LegalOrder, OpenDecision, UnitView } from "../src/api";
import { plainText } from "../src/api";
import type { FromClient, FromServer } from "../src/schema";
import { LARGE_SIDES, largeSheet, largeUnits } from "./large";

const sheet = largeSheet();
const POOLED = 110;
const units: UnitView[] = largeUnits(sheet, 450).map((unit, index) => (index < POOLED ? { ...unit, at: unit.side === "west" ? "pool" : "reserve", flags: [] } : unit));
units.slice(-14).forEach((unit) => Object.assign(unit, { kind: "air", marker: true, size: "", factors: "8-2" }));
const west = units.filter((unit) => unit.side === "west");
const land = sheet.hexes.filter((hex) => sheet.legend[hex.terrain]?.id !== "sea").map((hex) => hex.id);
const offer = (text: string, rest: Partial<LegalOrder>): LegalOrder => ({ text, verb: text.split(" ")[0] ?? "", units: [], target: "", path: [], words: [], ...rest });
const END = offer("end", {});

function decision(asked: string, side: string): OpenDecision | null {
  const found = openDecision(asked, side);
  return found && { ...found, parts: plainText(found.sentence) };
}

function openDecision(asked: string, side: string): Omit<OpenDecision, "parts"> | null {
  const base = { side, kind: asked, must: true, hexes: [], units: [], actors: [] as string[], free: [END] };
  const pooled = units.filter((unit) => unit.side === side && ["pool", "reserve"].includes(unit.at)).map((unit) => unit.id);
  if (asked === "many") {
    const free = land.slice(0, 320).map((hex) => offer(`interdict ${hex}`, { target: hex }));
    return { ...base, sentence: "Choose a hex to interdict, or pass.", free: [...free, offer("pass", {})] };
  }
  if (asked === "halt") {
    return { ...base, must: false, sentence: "The Eastern player moves. Halt the move to fire at it?", free: [offer("halt", {}), offer("decline once", { words: ["once"] }), offer("decline standing", { words: ["standing"] })] };
  }
  if (asked === "both") return { ...base, sentence: "Bid secretly for the initiative.", free: [1, 2, 3, 4].map((bid) => offer(`bid ${bid}`, { words: [String(bid)] })) };
  if (asked === "moves") return { ...base, sentence: "Move your units, then end the phase.", actors: west.filter((unit) => unit.at !== "pool").map((unit) => unit.id) };
  return { ...base, sentence: "Set up your units where you like west of the line, then end.", actors: pooled };
}

function boxes(): BoxView[] {
  const those = (at: string): string[] => units.filter((unit) => unit.at === at).map((unit) => unit.id);
  return [
    { id: "pool", title: "Set-up pool", side: "west", units: those("pool"), role: "waiting" },
    { id: "reserve", title: "Reinforcements", side: "east", units: those("reserve"), role: "waiting" },
    { id: "air", title: "Air units ready", side: "west", units: [], role: "off-map" },
  ];
}

export function pretend(asked: string): void {
  let number = 0;
  const toAct = asked === "halt" ? ["east"] : asked === "both" ? ["west", "east"] : ["west"];
  const now = (side: string): GameSnapshot => ({
    game: "large", scenario: "pretend/large", name: "", number, undone: 0, side,
    players: Object.fromEntries(LARGE_SIDES.map((one) => [one.id, { kind: "human", level: "", name: "", present: true }])),
    view: {
      scenario: "pretend/large", options: {}, side, turn: 3, turns: 24, phase: "west set-up", phase_side: "west", phase_name: "set-up", phases: ["west set-up", "east set-up", "air", "west movement", "west combat"],
      to_act: toAct, asked: "Set up.", units, boxes: boxes(), objectives: [], standings: [{ kind: "points", label: "Victory points", value: 12, unit: "VP" }], losses: [], procedure: null, result: null,
    },
    decision: decision(asked, side), can_undo: number > 0, undo_request: null, thinking: "", over: false, match: { open: [], listed: false, rated: false, clock: null, left: {}, running: [], draw: "", ended: null, rematch: "" }, commitment: "", dice: "secret", seed: null, areas: {},
  });

  const catalogue: Catalogue = {
    levels: [],
    games: [{
      id: "pretend", title: "A large game", series: "", short_title: "A large game", summary: "", sides: LARGE_SIDES, verbs: {}, options: {}, secrets: true,
      ranges: {}, supply: false, explains: "", checklists: {}, special: [], phase_notes: {}, levels: {},
      scenarios: [{ id: "pretend/large", name: "large", title: "Whole map", summary: "", turns: 24, options: [], lesson: "", steps: [], pack: "", sides: LARGE_SIDES, briefing: null, level: "" }],
    }],
  };
  const board: BoardEntry = {
    scenario: "pretend/large", name: sheet.name, title: sheet.title, credit: "", columns: 0, rows: 0, low: 0, marks: {}, out_of_play: [], sides: LARGE_SIDES, counters: [], nations: {},
    labels: [], opening: [], lesson_orders: {}, legend: sheet.legend.map((one) => ({ ...one, symbol: "", tags: [] })), places: sheet.places.map((one) => ({ ...one, tags: [] })),
    hexes: sheet.hexes.map(({ id, x, y, terrain }) => ({ hex: id, column: 0, row: 0, x, y, terrain: sheet.legend[terrain]?.id ?? "", drawn: terrain })),
    features: Object.fromEntries([...sheet.hexsides, ...sheet.lines].map((one) => [one.id, { ...one, symbol: "", tags: [] }])),
    hexsides: Object.fromEntries(sheet.hexsides.map((one) => [one.id, one.sides.map(([hex, direction]) => ({ hex, direction }))])),
    lines: Object.fromEntries(sheet.lines.map((one) => [one.id, one.chains])),
    regions: Object.fromEntries(sheet.regions.map((one) => [one.id, { ...one, tags: [] }])),
  };
  const answers: Record<string, unknown> = {
    "/api/catalogue": catalogue, "/api/boards/pretend/large": board, "/api/rules/pretend": { game: "pretend", short: "", rules: [] },
  };
  window.fetch = async (input) => {
    const found = answers[String(input)];
    return new Response(JSON.stringify(found ?? { error: "there is nothing here" }), { status: found ? 200 : 404 });
  };

  class Pretended {
    static readonly OPEN = 1;
    readyState = 1;
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: (() => void) | null = null;
    side = "";
    constructor() {
      setTimeout(() => this.onopen?.());
    }
    say(message: FromServer): void {
      setTimeout(() => this.onmessage?.({ data: JSON.stringify(message) }), 30);
    }
    send(text: string): void {
      const message = JSON.parse(text) as FromClient;
      const { id = 0 } = message;
      if (message.type === "hello") {
        this.side = message.seat ?? "";
        return this.say({ type: "welcome", now: now(this.side), missed: [] });
      }
      if (message.type === "ask" && message.question.what === "orders") {
        const orders = (actor: string): LegalOrder[] => {
          const from = units.find((unit) => unit.id === actor)?.at ?? "";
          const goals = asked === "moves" ? land.slice(land.indexOf(from), land.indexOf(from) + 9) : land.slice(0, 1200);
          return goals.map((hex) => offer(`place ${actor} ${hex}`, { units: [actor], path: [hex] }));
        };
        return this.say({ type: "answer", id, answer: { what: "orders", orders: Object.fromEntries(message.question.actors.map((actor) => [actor, orders(actor)])) } });
      }
      if (message.type === "ask" && message.question.what === "overlay") return this.say({ type: "answer", id, answer: { what: "overlay", hexes: [] } });
      if (message.type === "ask" && message.question.what === "why") {
        return this.say({ type: "answer", id, answer: { what: "why", order: null, refusal: { rule: "5.2", reason: "units set up on land only", parts: plainText("units set up on land only"), says: "Land units are never placed in the sea.", instead: [] } } });
      }
      if (message.type === "order") {
        const { verb, units: named = [], path = [] } = typeof message.order === "string" ? { verb: message.order } : message.order;
        const [unit = "", hex = ""] = [named[0], path[path.length - 1]];
        number += 1;
        if (verb === "place") units.splice(units.findIndex((one) => one.id === unit), 1, { ...(units.find((one) => one.id === unit) as UnitView), at: hex });
        if (verb === "end") toAct.splice(0, 1, toAct[0] === "west" ? "east" : "west");
        const event = { kind: "placed", role: "" as const, text: `${unit} set up in ${hex}`, parts: plainText(`${unit} set up in ${hex}`), details: {}, side: this.side, units: [unit], hexes: [hex], dice: [], rule: "5.2" };
        this.say({ type: "played", number, side: this.side, order: `${verb} ${unit} ${hex}`, turn: 3, phase: "", events: [event], now: now(this.side) });
        return this.say({ type: "accepted", id, number });
      }
      this.say({ type: "error", id, error: "this is only pretended" });
    }
    close(): void {
      this.readyState = 3;
    }
  }
  window.WebSocket = Pretended as unknown as typeof WebSocket;
  localStorage.setItem("grognard.games", JSON.stringify([{
    game: "large", scenario: "pretend/large", title: "A large game", name: "", turn: "", over: false, touched: Date.now(),
    seats: asked === "halt" ? { west: "west" } : { west: "west", east: "east" },
  }]));
}
