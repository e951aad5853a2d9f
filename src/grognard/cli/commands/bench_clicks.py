"""Part of ``grognard bench --web``: from a click on a counter to its highlighted hexes, and to its move.

A game is taken to a Movement Phase of one side by its rules, and the side's seat is opened in the browser.
The mouse then selects counters and moves them as a player does.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import grognard
from grognard.core.contract.decisions import NO_ACTOR
from grognard.core.errors import GrognardError
from grognard.core.play.game import Game
from grognard.core.play.record import write_record

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SCENARIOS = ("ocs/kharkov", "grand-campaign/grand-campaign")
_WINDOW = {"width": 1280, "height": 720}
_MOST_ORDERS = 2_000
"""Orders after which a game has reached a Movement Phase, or never does."""

_WATCH = """
() => {
  const board = document.querySelector(".gb-buttons");
  addEventListener("pointerup", () => { window.clickedAt = performance.now(); }, true);
  const painted = () => new Promise((done) => requestAnimationFrame(() => {
    const channel = new MessageChannel();  // heard once the frame is finished
    channel.port1.onmessage = () => done(performance.now());
    channel.port2.postMessage(0);
  }));
  const counter = (unit) => board.querySelector(`[data-unit="${unit}"]`);
  const selected = (unit) => counter(unit)?.getAttribute("aria-pressed") === "true";
  const hexes = () => [...board.querySelectorAll("button:not([data-unit]):not(.gb-sign)")];
  const shown = {
    choices: (unit) => selected(unit) && hexes().length > 0,
    moved: (unit, hex) => counter(unit)?.dataset.hex === hex,
  };
  window.waitFor = (what, unit, hex) => {
    window.clickedAt = 0;
    window.answer = new Promise((done) => {
      const timer = setTimeout(() => { observer.disconnect(); done(null); }, 5_000);
      const look = async () => {
        if (!window.clickedAt || !shown[what](unit, hex)) return;
        observer.disconnect();
        clearTimeout(timer);
        done(await painted() - window.clickedAt);
      };
      const observer = new MutationObserver(look);
      observer.observe(board, { subtree: true, childList: true, attributes: true });
    });
  };
  window.shownUnits = () => [...board.querySelectorAll("[data-unit]")].map(({ dataset: { unit, hex } }) =>
    ({ unit, stacked: board.querySelectorAll(`[data-unit][data-hex="${hex}"]`).length > 1 }));
  window.press = (unit) => { window.clickedAt = performance.now(); counter(unit).click(); };
  window.open_hexes = () => hexes()
    .filter((one) => !board.querySelector(`[data-unit][data-hex="${one.dataset.hex}"]`))
    .map((one) => one.dataset.hex);
}
"""
"""Measures from the release of the mouse button to the end of the first frame that shows the answer."""


def rows(
    browser: Browser, url: str, scenarios: Sequence[str], moves: int
) -> Iterator[tuple[str, float, str]]:
    """Yield the 95th percentiles of both waits in each scenario."""
    from grognard.server import bench

    for scenario in scenarios:
        waits = clicks(browser, url, scenario, moves)
        for what, times in zip(("highlighted hexes", "moved"), waits, strict=True):
            yield (
                f"{scenario}: click to {what}, 95th percentile of {len(times)}",
                bench.percentile(times, 0.95),
                "ms",
            )


def clicks(browser: Browser, url: str, scenario: str, moves: int) -> tuple[list[float], list[float]]:
    """Return the milliseconds of every selection and of every move."""
    import httpx

    game = in_movement(scenario)
    decision = game.choices()
    assert decision is not None
    people = {side: {"kind": "human"} for side in game.sides}
    record: dict[str, Any] = {"text": write_record(game.record()), "players": people}
    made = (
        httpx.post(f"{url}/api/records", json=record, timeout=60, trust_env=False).raise_for_status().json()
    )
    context = browser.new_context(viewport=_WINDOW, reduced_motion="reduce")  # type: ignore[arg-type]
    context.add_init_script("localStorage.setItem('grognard.settings', '{\"briefing\": false}')")
    page = context.new_page()
    page.goto(f"{url}/games/{made['game']}#{made['seats'][game.to_act]}")
    page.locator('.stage .gb[data-drawn="sharp"]').wait_for()
    page.evaluate(_WATCH)
    source = random.Random(1)
    selecting: list[float] = []
    moving: list[float] = []
    untried = {actor for actor in decision.actors() if actor != NO_ACTOR}
    while len(moving) < moves:
        left = [one for one in page.evaluate("shownUnits()") if one["unit"] in untried]
        if not left:
            break
        chosen = source.choice(left)
        unit = chosen["unit"]
        untried.remove(unit)
        wait = _click(page, f'[data-unit="{unit}"]', "choices", unit, stacked=chosen["stacked"])
        if wait is None:
            continue
        selecting.append(wait)
        goals = page.evaluate("open_hexes()")
        if goals:
            goal = source.choice(goals)
            wait = _click(page, f'button:not([data-unit])[data-hex="{goal}"]', "moved", unit, goal)
            moving += [] if wait is None else [wait]
        page.keyboard.press("Escape")
    context.close()
    if not moving:
        raise GrognardError(f"no counter of {scenario} could be moved by mouse")
    return selecting, moving


def _click(
    page: Page, what: str, expected: str, unit: str, hex_: str = "", *, stacked: bool = False
) -> float | None:
    """Click on something on the board; return how long the answer took, or None without one.

    A counter of a stack is chosen by its button, as the keyboard does: the mouse would first fan it out.
    """
    box = page.locator(f".gb-buttons {what}").first.bounding_box()
    if box is None:
        return None
    page.wait_for_timeout(150)  # as a person would, after the last frame
    page.evaluate("([what, unit, hex]) => waitFor(what, unit, hex)", [expected, unit, hex_])
    if stacked:
        page.evaluate("(unit) => press(unit)", unit)
    else:
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    answer: float | None = page.evaluate("answer")
    return answer


def in_movement(scenario: str) -> Game:
    """Return a game at the start of a Movement Phase, reached by ending phases where that is allowed."""
    game = grognard.new(scenario, seed=1)
    source = random.Random(1)
    for _ in range(_MOST_ORDERS):
        decision = game.choices()
        assert decision is not None, "the game is over before its first Movement Phase"
        if any(order.verb == "move" for actor in decision.actors() for order in decision.orders(actor)):
            return game
        ends = [order for order in decision.free_orders() if order.verb in ("end", "done", "pass")]
        game.play(ends[0] if ends else decision.random_order(source))
    raise GrognardError(f"{scenario} has no Movement Phase")
