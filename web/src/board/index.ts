/** The board: a canvas with real buttons over it. Independent of any game and framework. */

export * from "./types";
export { createBoard } from "./board";
export { groundOf } from "./counters/counterColours";
