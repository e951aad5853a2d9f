/** The board: a canvas with real buttons over it. Knows no game and no framework. */

export * from "./types";
export { createBoard } from "./board";
export { groundOf } from "./counters/counterColours";
