import { describe, expect, it } from "vitest";
import type { GameEvent, PlayedOrder } from "../api";
import { beforeLastTurn, flowsOf, isEmpty, type Printed, recapOf } from "./recap";
import { beadTitle, mainEffort, result, type Telling, threat } from "./words";

const event = (role: GameEvent["role"], parts: Partial<GameEvent> = {}): GameEvent => ({ kind: role, role, text: "", parts: [], details: {}, side: "", units: [], hexes: [], dice: [], rule: "", ...parts });
const move = (unit: string, ...hexes: string[]): GameEvent => event("move", { units: [unit], hexes });
let number = 0;
const order = (side: string, phase: string, ...events: GameEvent[]): PlayedOrder => ({ number: ++number, side, order: "", events, turn: 1, phase });
const SIDES = [{ id: "red", title: "Red", colour: "#a00000", ink: "#ffffff" }, { id: "blue", title: "Blue", colour: "#0000a0", ink: "#ffffff" }];

/* hexes "c.r" lie at x = c, y = r */
const PRINTED: Printed = {
  counter: (id) => (id ? { side: id.startsWith("R") ? "red" : "blue", strength: Number(id.slice(1)) || 1 } : undefined),
  centre: (hex) => { const [x, y] = hex.split(".").map(Number); return [x ?? 0, y ?? 0]; },
};
const told = (recap: ReturnType<typeof recapOf>): Telling => ({ recap, sides: SIDES, me: "blue", place: (hex) => (hex === "9.9" ? "Berlin" : hex), region: (hex) => hex });

function enemyTurn(): PlayedOrder[] {
  number = 0;
  return [
    order("blue", "red movement", event("", { kind: "ended" })),
    order("red", "red movement", move("R5", "0.0", "0.5"), event("arrival", { units: ["R7"] })),
    order("red", "red movement", move("R5", "0.5", "0.9")),
    order("red", "red movement", move("R3", "1.0", "1.9")),
    order("red", "red combat", event("", { kind: "ended" })),
    order("red", "red combat", event("battle", { side: "red", hexes: ["9.9"], units: ["R5"], dice: [4] }), event("loss", { units: ["B1"], hexes: ["9.9"] })),
    order("red", "red combat", event("advance", { units: ["R5"], hexes: ["8.9", "9.9"] }), event("capture", { side: "red", hexes: ["9.9"] })),
    order("red", "red combat", event("battle", { side: "red", hexes: ["4.4"], units: ["R3"] }), event("step", { units: ["R3"] })),
    order("red", "blue movement", event("", { kind: "ended" })),
  ];
}

describe("a recap", () => {
  it("has a bead for each phase in which something happened", () => {
    const { beads, sides } = recapOf(enemyTurn(), 1, PRINTED);
    expect(beads.map((bead) => beadTitle(bead, SIDES))).toEqual([{ title: "Movement", detail: "2 moves" }, { title: "Combat", detail: "battles 1–2" }]);
    expect(sides[0]).toBe("red");
  });
  it("joins the moves of a unit into one path, and units that went the same way into one arrow", () => {
    const { beads } = recapOf(enemyTurn(), 1, PRINTED);
    expect(beads[0]?.flows).toEqual([{ side: "red", from: "0.0", to: "0.9", units: ["R5", "R3"], strength: 8 }]);
  });
  it("keeps apart what went elsewhere", () => {
    expect(flowsOf([move("R1", "0.0", "0.9"), move("R2", "0.0", "9.0"), move("B1", "0.0", "0.9")], PRINTED)).toHaveLength(3);
  });
  it("draws few arrows however many units moved", () => {
    const moves = Array.from({ length: 90 }, (_, n) => move(`R${n}`, `${n * 4}.0`, `${n * 4}.9`));
    expect(flowsOf(moves, PRINTED).length).toBeLessThanOrEqual(24);
    expect(flowsOf(moves, PRINTED).flatMap(({ units }) => units)).toHaveLength(90);
  });
  it("numbers battles and gives their outcome", () => {
    const { beads } = recapOf(enemyTurn(), 1, PRINTED);
    expect(beads[1]?.battles.map(({ number, hex, outcome }) => [number, hex, outcome])).toEqual([[1, "9.9", "taken"], [2, "4.4", "held"]]);
  });
  it("counts losses by side", () => {
    expect(recapOf(enemyTurn(), 1, PRINTED).losses).toEqual({ blue: { units: 1, steps: 0 }, red: { units: 0, steps: 1 } });
  });
  it("is empty where nothing happened", () => {
    expect(isEmpty(recapOf(enemyTurn(), 9, PRINTED))).toBe(true);
    expect(isEmpty(recapOf([], 0, PRINTED))).toBe(true);
  });
  it("joins many phases into few beads and loses nothing", () => {
    number = 0;
    const log = Array.from({ length: 40 }, (_, n) => ({ ...order("red", `red p${n % 4}`, move(`R${n}`, "0.0", "0.9")), turn: Math.floor(n / 4) + 1 }));
    const { beads } = recapOf(log, 0, PRINTED);
    expect(beads.length).toBeLessThanOrEqual(7);
    expect(beads.reduce((sum, bead) => sum + bead.moved, 0)).toBe(40);
  });
});

describe("the last turn of the others", () => {
  it("begins after the player's last order in a phase of their own", () => {
    expect(beforeLastTurn(enemyTurn(), "blue", SIDES)).toBe(1);
    expect(beforeLastTurn([], "blue", SIDES)).toBe(0);
    const log = enemyTurn();
    log.splice(6, 0, { ...order("blue", "red combat"), number: 6.5 }); // a retreat in the enemy's phase
    log.unshift({ ...order("blue", "blue combat"), number: 0.5 });
    expect(beforeLastTurn(log, "blue", SIDES)).toBe(1);
  });
});

describe("the sentences", () => {
  it("tell the main effort, the result and the threat", () => {
    const telling = told(recapOf(enemyTurn(), 1, PRINTED));
    expect(mainEffort(telling)).toBe("The Red player moved 2 units, most strongly towards 0.9, and attacked Berlin and 4.4.");
    expect(result(telling)).toBe("The Red player took Berlin and lost 1 step. You lost 1 unit. 1 reinforcement entered.");
    const held = { held_by: "blue", worth: "" };
    const objectives = [{ ...held, hex: "1.1", name: "Bremen" }, { ...held, hex: "2.2", name: "Dortmund" }, { ...held, hex: "3.3", name: "Paris" }];
    expect(threat(objectives, "blue", new Set(["1.1", "2.2"]), new Set(["2.2"]))).toBe("Dortmund can be attacked. Nothing guards Bremen.");
    expect(threat(objectives, "blue", new Set(), new Set())).toBe("No objective of yours is within reach.");
  });
  it("say so where nothing was lost", () => {
    number = 0;
    const quiet = told(recapOf([order("red", "red movement", move("R1", "0.0", "0.1"))], 0, PRINTED));
    expect(result(quiet)).toBe("No losses, and no place changed hands.");
  });
});
