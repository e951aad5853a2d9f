"""What supply paths answer for one unit agrees with the floods over the whole board, in random positions."""

from __future__ import annotations

import random

import grognard
from grognard.core.hexes.grid import bits
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.supply.supply_paths import drawn, thrown
from grognard.games.ocs.supply.trace import can_trace, trace_hexes_of


def positions(seed: int) -> list[OcsState]:
    """Every fiftieth position of a random game."""
    game, source = grognard.new("ocs/counterstroke", seed=seed), random.Random(seed)
    found = []
    for number in range(200):
        choices = game.choices()
        assert choices is not None
        game.play(choices.random_order(source))
        if number % 50 == 49:
            state = game.state.copy()
            assert isinstance(state, OcsState)
            found.append(state)
    return found


def test_a_unit_can_trace_where_its_hex_has_trace_supply() -> None:
    answers = set()
    for state in [*positions(3), *positions(4)]:
        scenario = state.scenario
        for unit in bits(scenario.combat_units & ~scenario.hqs):
            if state.at[unit] >= 0:
                answers.add(can_trace(state, unit))
                assert can_trace(state, unit) == bool(trace_hexes_of(state, unit) >> state.at[unit] & 1)
    assert answers == {True, False}


def test_paths_to_some_hexes_are_those_of_all_paths() -> None:
    for state in positions(5):
        scenario, source = state.scenario, random.Random(1)
        for unit in bits(scenario.combat_units):
            some = sum(1 << hex_ for hex_ in source.sample(range(scenario.grid.size), 9))
            if state.at[unit] >= 0:
                assert drawn(state, unit, some) == drawn(state, unit) & some
            if state.at[unit] >= 0 and scenario.hqs >> unit & 1:
                assert thrown(state, unit, some) == thrown(state, unit) & some
