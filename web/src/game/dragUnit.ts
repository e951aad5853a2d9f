/** Drags counters from a list onto the map, by mouse or touch. */

import type { Layout } from "../play/layout.svelte";
import type { Selection } from "../selection/selection.svelte";

const DRAG_THRESHOLD = 6;

/** The counters dragged with one of them: the whole selection if it is part of it, else it alone. */
export function draggedWith(id: string, selected: readonly string[]): string[] {
  return selected.includes(id) ? [id, ...selected.filter((one) => one !== id)] : [id];
}

export interface DragUnit { id: string; selection: Selection | null; layout: Layout }

/** Svelte action for the button of a counter. */
export function dragUnit(node: HTMLElement, options: DragUnit): { update(next: DragUnit): void; destroy(): void } {
  let { id, selection, layout } = options;
  let from: { x: number; y: number } | null = null;
  let dragged: string[] = [];
  const stop = new AbortController();

  /** Listens on the window: a fast pointer leaves the button before its first move. */
  function begin(event: PointerEvent): void {
    dragged = [];
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
    if (!dragged.length) {
      if (Math.hypot(at.x - from.x, at.y - from.y) < DRAG_THRESHOLD) return;
      dragged = draggedWith(id, selection.selected);
      if (!selection.selected.includes(id)) void selection.select([id]);
      node.setPointerCapture(event.pointerId); // so that the map does not treat it as hovering
      document.documentElement.style.cursor = "grabbing";
    }
    layout.board?.carry(dragged, at);
  }
  function end(at: { x: number; y: number } | null): void {
    const over = at && document.elementFromPoint(at.x, at.y)?.closest(".gb");
    if (dragged.length) layout.board?.letGo(over ? at : null);
    document.documentElement.style.cursor = "";
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", drop);
    removeEventListener("pointercancel", cancel);
    removeEventListener("keydown", escape, true);
    from = null;
    setTimeout(() => (dragged = []), 50); // after a click event that may follow
  }
  const drop = (event: PointerEvent): void => end({ x: event.clientX, y: event.clientY });
  const cancel = (): void => end(null);
  function escape(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !dragged.length) return;
    event.stopPropagation();
    end(null);
  }

  node.style.touchAction = "pan-y"; // touch scrolls the list vertically and drags sideways onto the map
  node.addEventListener("pointerdown", begin, { signal: stop.signal });
  node.addEventListener("click", (event) => {
    if (dragged.length) event.stopImmediatePropagation(); // the end of a drag is not a click
  }, { capture: true, signal: stop.signal });

  return {
    update: (next) => ({ id, selection, layout } = next),
    destroy: () => {
      if (from) end(null);
      stop.abort();
    },
  };
}
