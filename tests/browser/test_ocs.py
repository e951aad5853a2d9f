"""The Operational Combat Series at the screen: a drill is begun in the lobby, and a unit moves."""

from __future__ import annotations

from playwright.sync_api import expect

import grognard
from tests.browser.driving import Screens, look_at


def test_a_drill_is_begun_in_the_lobby_and_a_unit_moved(screens: Screens) -> None:
    game = grognard.new("ocs/drill-1-modes", seed=1)
    grid = game.scenario.board.grid
    moves = [order for order in game.orders() if order.verb == "move"]
    near = next(order for order in moves if grid.distance(*map(grid.hex, order.path)) == 1)
    unit, (start, to) = near.units[0], near.path
    screen = screens.open()
    screen.link("Play the computer").click()
    screen.button("Operational Combat Series").click()
    screen.set_up("Drill 1:", german="Me")
    screen.drawn()
    look_at(screen, start)
    screen.move(unit, to)
    screen.shoot("ocs-drill")
    expect(screen.page.locator("header")).to_be_in_viewport(ratio=1)  # a long lesson does not push it away
    expect(screen.tab("Log")).to_contain_text(to)


def test_an_order_of_the_lesson_shows_whom_it_means(screens: Screens) -> None:
    screen = screens.open()
    screen.link("Play the computer").click()
    screen.button("Operational Combat Series").click()
    screen.set_up("Drill 1:", german="Me")
    screen.drawn()
    screen.page.get_by_role("button", name="Change mode 333rd Infantry Division: Move").click()
    expect(screen.page.get_by_role("button", name="Finish moving: 333rd Infantry Division")).to_be_visible()
    expect(screen.page.locator(".lesson code")).to_have_count(0)  # nothing is left in the terminal's notation
