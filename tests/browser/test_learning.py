"""The tutorial from its first step to its last, on the real board."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import expect

from grognard.core.contract.orders import Order, order_from_json
from tests.browser.driving import ODDS, Screen, Screens

LESSON = Path(__file__).parents[2] / "web" / "src" / "tutorial" / "basic.json"


def give(screen: Screen, order: Order) -> None:
    """Give an order of the lesson as its text tells to."""
    if order.verb == "end":
        screen.end()
    elif order.verb == "attack":
        screen.page.keyboard.press("Escape")
        screen.point(screen.choice(order.target))
        takes_part = screen.panel.locator('.odds .pick[aria-pressed="true"]')
        expect(takes_part).to_have_count(len(order.units))
        expect(screen.panel.locator(".chances")).to_contain_text(ODDS)
        screen.shoot(f"odds-{order.target}")
        screen.page.locator(".actions .go").click()
    elif order.verb == "advance":
        screen.select(order.units[0])
        screen.panel.locator(".answers").get_by_role("button", name=re.compile("^Advance")).click()
    else:  # move, retreat
        screen.move(order.units[0], order.path[-1])


def test_tutorial_from_start_to_end(screens: Screens) -> None:
    steps = json.loads(LESSON.read_text(encoding="utf-8"))["steps"]
    screen = screens.open()
    screen.link("Learn Win a guided game").click()
    screen.drawn()
    guide = screen.page.get_by_role("region", name="Tutorial")
    for number, step in enumerate(steps, 1):
        expect(guide).to_contain_text(f"Step {number} of {len(steps)}")
        expect(guide.get_by_role("heading")).to_have_text(step["title"])
        if number in (1, 5):
            screen.shoot(f"tutorial-{number}")
        for order in step.get("orders", []):
            give(screen, order_from_json(order))
        if not step.get("orders") and number < len(steps):
            guide.get_by_role("button", name="Next").click()
    expect(screen.result).to_contain_text("You won")
    screen.shoot("tutorial-won")


def test_tutorial_keeps_to_the_lesson(screens: Screens) -> None:
    screen = screens.open("/#/learn/first-steps")
    screen.drawn()
    screen.button("Next").click()
    screen.select("SB")
    screen.point(screen.choice("0706"))
    expect(screen.toast).to_contain_text("Move Б")
    expect(screen.counter("SB")).to_have_attribute("data-hex", "0806")
