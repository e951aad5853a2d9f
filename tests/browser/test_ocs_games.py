"""Whole OCS games with aircraft and ships, played by clicking what the screen offers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.driving import Player, Screens

GAMES = [
    ("Drill 9", "german", "soviet"),
    ("Drill 10", "german", "soviet"),
    ("Drill 11", "german", "soviet"),
    ("Drill 12", "allied", "axis"),
    ("Drill 13", "allied", "axis"),
    ("Gela", "allied", "axis"),
    ("Primosole", "axis", "allied"),
    ("Husky", "axis", "allied"),
]
"""The scenarios, the person's side and the computer's."""


class Commander(Player):
    """Ends a phase after a few orders, and confirms what the odds are shown of."""

    def _end(self) -> bool:
        panel = self.screen.panel
        dialog = self.screen.page.get_by_role("dialog").locator("button.main")
        if dialog.count():
            return self._press(dialog)
        ends = panel.locator(".free").get_by_role("button", name=re.compile("^End "))
        return self._press(ends) or self._press(panel.locator(".go:enabled")) or super()._end()


@pytest.mark.parametrize(
    ("scenario", "mine", "other"),
    [pytest.param(*row, marks=() if row[0] == "Drill 12" else pytest.mark.slow) for row in GAMES],
)
def test_a_game_with_aircraft_and_ships(screens: Screens, scenario: str, mine: str, other: str) -> None:
    screen = screens.open("/#/new/ocs")
    screen.set_up(scenario, **{mine: "Me", other: "Planner"})
    screen.drawn()
    name = scenario.replace(" ", "-").lower()
    screen.shoot(f"ocs-{name}")
    assert Commander(screen, marches=2).play(2_000)
    expect(screen.result).to_contain_text(re.compile("You (won|lost)|Draw"))
    screen.shoot(f"ocs-{name}-result")
