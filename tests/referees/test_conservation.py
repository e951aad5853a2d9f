"""Supply, steps, aircraft, ships, cargo and landing craft are conserved in random games of the series."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from tests.referees import conservation
from tests.referees.conservation import count, play, scenarios, violations

GAMES = 500
"""Games of the long run, over all scenarios, with random options."""


@pytest.mark.parametrize("number", range(len(scenarios())))
def test_nothing_is_made_or_lost(number: int) -> None:
    _, wrong = play(scenarios()[number], number, 60)
    assert not wrong


@pytest.mark.slow
def test_nothing_is_made_or_lost_in_many_games() -> None:
    names = scenarios()
    for number in range(GAMES):
        _, wrong = play(names[number % len(names)], number, conservation.LONG)
        assert not wrong


def test_what_goes_missing_is_noticed() -> None:
    """The referee sees tokens, steps, planes and units that no order explains."""
    game: Any = grognard.new("ocs/drill-9-air-combat", seed=1)
    order = next(order for order in game.choices().all() if order.verb == "end")
    before = count(game)
    assert violations(game, order, before, count(game), []) == []
    state, index = game.state, game.scenario.index
    state.lost[index["sa-yak7"]] = -1
    state.tokens[next(n for n, c in enumerate(game.scenario.counters) if c.kind == "dump")] = 4
    state.at[index["g-333"]], state.host[index["ga-109a"]] = conservation.DEAD, -1
    found = "; ".join(violations(game, order, before, count(game), []))
    for words in ("4 tokens came", "soviet plane steps came", "g-333 left the game", "ga-109a is nowhere"):
        assert words in found
