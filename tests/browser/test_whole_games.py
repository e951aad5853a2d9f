"""Whole games, played by clicking what the screen offers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.driving import Player, Screens

GAMES = [
    ("Basic", "us", "Recruit"),
    ("Advanced", "us", "Regular"),
    ("Expert: Standard", "us", "Veteran"),
    ("Expert: Engagement", "us", "General"),
    ("Expert: US counter offensive", "soviet", "Recruit"),
]
"""Every scenario and every level; the computer's side."""


@pytest.mark.parametrize(("scenario", "side", "level"), GAMES)
def test_a_game_against_the_computer(screens: Screens, scenario: str, side: str, level: str) -> None:
    screen = screens.open()
    mine = "soviet" if side == "us" else "us"
    screen.begin(scenario, **{mine: "Me", side: level})
    expect(screen.page.locator("header h1")).to_contain_text(scenario)
    name = scenario.rpartition(": ")[2].replace(" ", "-").lower()
    screen.shoot(f"game-{name}")
    assert Player(screen, marches=1).play()
    expect(screen.result).to_contain_text(re.compile("You (won|lost)|Draw"))
    screen.shoot(f"result-{name}")


def test_a_hot_seat_game(screens: Screens) -> None:
    screen = screens.open()
    screen.begin("Basic", soviet="Me", us="Me")
    expect(screen.whose).to_contain_text("Soviet to move")
    assert Player(screen, marches=1).play()
    expect(screen.result).to_be_visible()
    expect(screen.page.get_by_role("dialog", name="Change of players")).to_have_count(0)  # nothing is secret


def test_two_browsers_with_reloads_in_the_middle(screens: Screens) -> None:
    first = screens.open()
    second = screens.invite(first)
    assert "seat" not in second.page.url
    players = [Player(first, seed=2, marches=1), Player(second, seed=3, marches=1)]
    for number in range(400):
        if not all(player.step(patient=False) for player in players):
            break
        if number in (5, 9):
            screen = players[number % 2].screen
            screen.page.reload()
            screen.drawn()
    expect(first.result).to_be_visible()
    expect(second.result).to_be_visible()
    title = first.result.locator(".banner").inner_text()
    assert second.result.locator(".banner").inner_text() == title
