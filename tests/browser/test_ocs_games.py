"""Whole OCS games with aircraft and ships, played by clicking what the screen offers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.driving import Player, Screen, Screens

GAMES = [
    ("Drill 9", "german", "soviet"),
    ("Drill 10", "german", "soviet"),
    ("Drill 11", "german", "soviet"),
    ("Drill 12", "allied", "axis"),
    ("Drill 13", "allied", "axis"),
    ("Gela", "allied", "axis"),
    ("Primosole", "axis", "allied"),
    ("Husky", "axis", "allied"),
    ("Husky", "allied", "axis"),
]
"""The scenarios, the person's side and the computer's."""
A_TURN = 600_000
"""Milliseconds for a whole turn of the computer in a campaign, even on a busy machine."""
PICTURES = 50
"""Orders between two pictures, when pictures are wanted."""


class Commander(Player):
    """Ends a phase after a few orders, confirms orders whose odds are shown, and takes pictures."""

    def __init__(self, screen: Screen, name: str) -> None:
        super().__init__(screen, marches=2, patience=A_TURN)
        self.name = name
        self.orders = 0

    def step(self, patient: bool = True) -> bool:
        if self.orders % PICTURES == 0:
            self.screen.shoot(f"ocs-{self.name}-{self.orders:04}")
        self.orders += 1
        return super().step(patient)

    def _end(self) -> bool:
        panel = self.screen.panel
        dialog = self.screen.page.get_by_role("dialog").locator("button.drastic")
        if dialog.count():
            return self._press(dialog)
        ends = panel.locator(".free").get_by_role("button", name=re.compile("^End "))
        gathered = self.screen.page.locator(".actions .go:enabled")
        return self._press(ends) or self._press(gathered) or super()._end()


@pytest.mark.parametrize(
    ("scenario", "mine", "other"),
    [pytest.param(*row, marks=() if row[0] == "Drill 12" else pytest.mark.slow) for row in GAMES],
)
def test_a_game_with_aircraft_and_ships(screens: Screens, scenario: str, mine: str, other: str) -> None:
    screen = screens.open("/#/new/ocs")
    screen.set_up(scenario, **{mine: "Me", other: "Regular"})
    screen.drawn()
    name = f"{scenario.replace(' ', '-').lower()}-{mine}"
    screen.shoot(f"ocs-{name}")
    assert Commander(screen, name).play(2_000)
    expect(screen.result).to_contain_text(re.compile("You (won|lost)|Draw"))
    screen.shoot(f"ocs-{name}-result")
