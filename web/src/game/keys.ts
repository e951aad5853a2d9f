/** Keyboard shortcuts of the game screen. Everything can be done without a pointer. */

import type { UnitView } from "../api";
import type { Director } from "../play/director.svelte";
import type { Layout, Shading, Tab } from "../play/layout.svelte";
import type { Selection } from "../selection/selection.svelte";
import type { RecapState } from "../recap/recap.svelte";
import type { RecapControl } from "../recap/control";
import type { Table } from "../play/table.svelte";
import { ENDS_PHASE } from "../selection/orders";

export interface Keyed {
  layout: Layout; table: Table | null; selection: Selection | null; undo(): void; cursor(): string;
  /** The recap of the others' turn; a replay has none. */
  recap?: RecapControl | undefined;
  units(): ReadonlyMap<string, UnitView>;
  plan?: { toggle(): void; drawing: boolean };
  hint?: (() => void) | undefined;
  director?: Director;
}

const TABS: Tab[] = ["orders", "units", "log", "rules", "chat"];
export const SHADINGS: Record<string, Shading> = { z: "zoc", t: "threat", u: "supply" };

/** Whether a key is meant for a text field or dialog. */
function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && Boolean(target.closest("input, textarea, select, dialog"));
}

/** Whether a key is meant for a text field, dialog or button. */
function taken(event: KeyboardEvent): boolean {
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (!target) return false;
  if (isTyping(event)) return true;
  return (event.key === "Enter" || event.key === " ") && Boolean(target.closest("button, a, summary"));
}

export function onKey(event: KeyboardEvent, keyed: Keyed): void {
  if (event.key === " " && keyed.director?.busy && !isTyping(event)) return act(event, () => skipBattle(keyed)); // also from the button that began it
  if (taken(event) || event.altKey || event.metaKey) return;
  const { layout, table, selection } = keyed;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey) {
    if (key === "z") act(event, keyed.undo);
    return;
  }
  if (keyed.recap?.state.open && recapKey(event, keyed.recap.state)) return;
  if (layout.dialog === "briefing" && (key === "Escape" || key === "Enter")) return act(event, () => (layout.dialog = ""));
  const tab = TABS[Number(key) - 1];
  if (tab && (table || tab !== "chat")) return act(event, () => layout.show(tab));
  const shading = SHADINGS[key];
  if (shading) return act(event, () => (layout.shading = layout.shading === shading ? "" : shading));
  switch (key) {
    case "?": return act(event, () => (layout.dialog = "keys"));
    case "\\": return act(event, () => layout.setPanel(!layout.panelOpen));
    case "o": return act(event, () => (layout.showObjectives = !layout.showObjectives));
    case "m": return act(event, () => keyed.recap?.toggle());
    case "l": return act(event, () => (layout.dialog = "dice"));
    case "f": return act(event, () => (keyed.director?.busy ? keyed.director.faster() : layout.board?.fit()));
    case "+": case "=": return act(event, () => layout.board?.zoomBy(1.25));
    case "-": return act(event, () => layout.board?.zoomBy(0.8));
    case "s": return act(event, () => layout.board?.fan(keyed.cursor() || null));
    case "b": return act(event, () => (layout.dialog = layout.dialog === "briefing" ? "" : "briefing"));
    case "d": return act(event, () => (layout.focusBoxes = true));
    case "p": return act(event, () => keyed.plan?.toggle());
    case "h": return act(event, () => keyed.hint?.());
    case "g": return act(event, () => (layout.dialog = "goTo"));
    case "Backspace": return act(event, keyed.undo);
    case " ": return act(event, () => { table?.skip(); layout.board?.skip(); });
    case "Escape": return act(event, () => {
      if (keyed.plan?.drawing) return keyed.plan.toggle();
      layout.board?.fan(null);
      keyed.director?.fold();
      selection?.cancel();
    });
  }
  if (!selection) return;
  switch (key) {
    case "n": return act(event, () => void step(keyed, event.shiftKey ? -1 : 1));
    case "Enter": {
      const { attack } = selection;
      if (attack) act(event, () => void selection.give([attack]));
      return;
    }
    case "e": {
      if (selection.gatherVerb) return act(event, () => layout.show("orders"));
      const free = table?.decision?.free ?? [];
      const plain = free.filter((order) => !order.target && !order.path.length);
      const only = plain.find((order) => order.verb === ENDS_PHASE) ?? (plain.length === 1 ? plain[0] : undefined);
      if (only) act(event, () => void selection.give([only]));
      else if (free.length) act(event, () => layout.show("orders"));
    }
  }
}

/** Keys that step through the recap while it is open; arrow keys on the board move its cursor. */
function recapKey(event: KeyboardEvent, recap: RecapState): boolean {
  const onBoard = event.target instanceof HTMLElement && Boolean(event.target.closest(".gb"));
  const does: Record<string, () => void> = { " ": () => recap.next(), Escape: () => recap.close(), ...(onBoard ? {} : { ArrowLeft: () => recap.back(), ArrowRight: () => recap.go(recap.at + 1) }) };
  const found = does[event.key];
  if (found) act(event, found);
  return Boolean(found);
}

/** Show the end of a battle at once; the next one is shown again. */
function skipBattle({ director, layout }: Keyed): void {
  director?.skip();
  layout.board?.skip();
}

async function step({ layout, selection, units }: Keyed, by: 1 | -1): Promise<void> {
  const id = await selection?.step(by);
  if (id) layout.show("orders");
  const at = id ? units().get(id)?.at : undefined;
  if (at && layout.hexes.has(at)) {
    layout.hex = at;
    layout.board?.point(at);
  }
}

function act(event: KeyboardEvent, what: () => void): void {
  event.preventDefault();
  what();
}
