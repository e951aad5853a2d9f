/** The real client before a pretended server with a game as large as they come: `game.html?ask=setup|many|halt|both`. */

import { pretend } from "./pretend";

const asked = new URLSearchParams(location.search).get("ask") ?? "setup";
pretend(asked);
if (!location.hash) location.hash = "#/game/large";
await import("../src/main");

export {};
