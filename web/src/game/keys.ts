/** Keys of the game screen. Everything a pointer can do has one. */

import type { UnitView } from "../api";
import type { Desk, Hatching, Tab } from "../play/layout.svelte";
import type { Hand } from "../selection/selection.svelte";
import type { Table } from "../play/table.svelte";

export interface Keyed {
  desk: Desk; table: Table | null; hand: Hand | null; undo(): void; goTo(): void; cursor(): string;
  units(): ReadonlyMap<string, UnitView>;
}

const TABS: Tab[] = ["decision", "units", "log", "rules", "talk"];
export const HATCHINGS: Record<string, Hatching> = { z: "zoc", t: "threat", u: "supply" };

/** Whether a key was meant for something that is being written or pressed. */
function taken(event: KeyboardEvent): boolean {
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (!target) return false;
  if (target.closest("input, textarea, select, dialog")) return true;
  return (event.key === "Enter" || event.key === " ") && Boolean(target.closest("button, a, summary"));
}

export function onKey(event: KeyboardEvent, keyed: Keyed): void {
  if (taken(event) || event.altKey || event.metaKey) return;
  const { desk, table, hand } = keyed;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey) {
    if (key === "z") act(event, keyed.undo);
    return;
  }
  const tab = TABS[Number(key) - 1];
  if (tab && (table || tab !== "talk")) return act(event, () => desk.show(tab));
  const hatching = HATCHINGS[key];
  if (hatching) return act(event, () => (desk.hatching = desk.hatching === hatching ? "" : hatching));
  switch (key) {
    case "?": return act(event, () => (desk.dialog = "keys"));
    case "\\": return act(event, () => desk.fold(!desk.open));
    case "o": return act(event, () => (desk.objectives = !desk.objectives));
    case "m": return act(event, () => (desk.trails = !desk.trails));
    case "l": return act(event, () => (desk.dialog = "luck"));
    case "f": return act(event, () => desk.board?.fit());
    case "+": case "=": return act(event, () => desk.board?.zoomBy(1.25));
    case "-": return act(event, () => desk.board?.zoomBy(0.8));
    case "s": return act(event, () => desk.board?.fan(keyed.cursor() || null));
    case "b": return act(event, () => (desk.beside = true));
    case "g": return act(event, keyed.goTo);
    case "Backspace": return act(event, keyed.undo);
    case " ": return act(event, () => { table?.skip(); desk.board?.skip(); });
    case "Escape": return act(event, () => { desk.board?.fan(null); if (hand?.strike) hand.cancelStrike(); else if (hand?.gathers) void hand.select([]); else hand?.clear(); });
  }
  if (!hand) return;
  switch (key) {
    case "n": return act(event, () => void step(keyed, 1));
    case "p": return act(event, () => void step(keyed, -1));
    case "Enter": if (hand.strike) { const strike = hand.strike; act(event, () => void hand.give([strike])); } return;
    case "e": {
      if (hand.gathers) return act(event, () => desk.show("decision"));
      const free = table?.decision?.free ?? [];
      const [only, ...more] = free.filter((offer) => !offer.target && !offer.path.length);
      if (only && !more.length) act(event, () => void hand.give([only]));
      else if (free.length) act(event, () => desk.show("decision"));
    }
  }
}

async function step({ desk, hand, units }: Keyed, by: 1 | -1): Promise<void> {
  const id = await hand?.step(by);
  if (id) desk.show("decision");
  const at = id ? units().get(id)?.at : undefined;
  if (at) desk.look(at);
}

function act(event: KeyboardEvent, what: () => void): void {
  event.preventDefault();
  what();
}
