"""The opening positions from which clients draw previews of scenarios."""

from __future__ import annotations

import pytest

import grognard
from grognard.server.library.game_library import board_entry, catalogue

SCENARIOS = [scenario.id for game in catalogue().games for scenario in game.scenarios]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_board_has_the_opening_position(scenario: str) -> None:
    entry = board_entry(*scenario.split("/"))
    hexes = {cell.hex for cell in entry.hexes}
    start = grognard.new(scenario, seed=0).view("")
    assert {(u.id, u.at) for u in entry.opening} == {(u.id, u.at) for u in start.units if u.at in hexes}


def test_strike_force_one_opens_with_the_printed_setup() -> None:
    entry = board_entry("strike-force-one", "basic")
    assert {u.id: u.at for u in entry.opening} == {**entry.marks["soviet"], **entry.marks["us"]}
