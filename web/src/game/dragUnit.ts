/** Drags counters from a list onto the map, by mouse or touch. */

import type { Layout } from "../play/layout.svelte";
import type { Selection } from "../selection/selection.svelte";

const FAR = 6;

/** The counters dragged with one of them: the whole selection if it is part of it, else it alone. */
export function taken(id: string, selected: readonly string[]): string[] {
  return selected.includes(id) ? [id, ...selected.filter((one) => one !== id)] : [id];
}

export interface Carrying { id: string; selection: Selection | null; layout: Layout }

/** Svelte action for the button of a counter. */
export function carrying(node: HTMLElement, given: Carrying): { update(next: Carrying): void; destroy(): void } {
  let { id, selection, layout } = given;
  let from: { x: number; y: number } | null = null;
  let carried: string[] = [];
  const stop = new AbortController();

  /** Listens on the window: a fast pointer leaves the button before its first move. */
  function begin(event: PointerEvent): void {
    carried = [];
    if (event.button !== 0 || !selection?.ready.includes(id)) return;
    from = { x: event.clientX, y: event.clientY };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", cancel);
    addEventListener("keydown", escape, true);
  }
  function move(event: PointerEvent): void {
    if (!from || !selection) return;
    const at = { x: event.clientX, y: event.clientY };
    if (!carried.length) {
      if (Math.hypot(at.x - from.x, at.y - from.y) < FAR) return;
      carried = taken(id, selection.selected);
      if (!selection.selected.includes(id)) void selection.select([id]);
      node.setPointerCapture(event.pointerId); // so that the map does not treat it as hovering
      document.documentElement.style.cursor = "grabbing";
    }
    layout.board?.carry(carried, at);
  }
  function end(at: { x: number; y: number } | null): void {
    const over = at && document.elementFromPoint(at.x, at.y)?.closest(".gb");
    if (carried.length) layout.board?.letGo(over ? at : null);
    document.documentElement.style.cursor = "";
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", drop);
    removeEventListener("pointercancel", cancel);
    removeEventListener("keydown", escape, true);
    from = null;
    setTimeout(() => (carried = []), 50); // after a click event that may follow
  }
  const drop = (event: PointerEvent): void => end({ x: event.clientX, y: event.clientY });
  const cancel = (): void => end(null);
  function escape(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !carried.length) return;
    event.stopPropagation();
    end(null);
  }

  node.style.touchAction = "pan-y"; // touch scrolls the list vertically and drags sideways onto the map
  node.addEventListener("pointerdown", begin, { signal: stop.signal });
  node.addEventListener("click", (event) => {
    if (carried.length) event.stopImmediatePropagation(); // the end of a drag is not a click
  }, { capture: true, signal: stop.signal });

  return {
    update: (next) => ({ id, selection, layout } = next),
    destroy: () => {
      if (from) end(null);
      stop.abort();
    },
  };
}
