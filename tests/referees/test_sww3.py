"""Stalin's World War III, compared with its referee over random games."""

from __future__ import annotations

import pytest

from tests.referees.compare import Tally
from tests.referees.sww3 import setting
from tests.referees.sww3_games import SCENARIOS, compare_game

LEAST = 100_000
"""Comparisons of the long run."""


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_referee_agrees(scenario: str) -> None:
    tally = Tally()
    for number in (3, 4):
        compare_game(scenario, number, 30, tally, most=180)
    assert not tally.disagreements, tally.disagreements[:5]
    for question in ("reach and cost", "supply", "attacks", "probes", "zone of control"):
        assert tally.compared[question], f"never compared: {question}"


@pytest.mark.slow
def test_referee_agrees_in_many_games(capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally()
    number = 1000
    while tally.total < LEAST:
        for scenario in SCENARIOS:
            compare_game(scenario, number, 10, tally)
        number += 1
    with capsys.disabled():
        print(f"\nStalin's World War III, {number - 1000} games of each scenario\n{tally}")
    assert not tally.disagreements, tally.disagreements[:5]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_hexsides_lie_between_neighbours(scenario: str) -> None:
    ground = setting(*scenario.split("/"))
    for sides in (*ground.board.sides.values(), *ground.board.lines.values()):
        for one, other in map(sorted, sides):
            assert other in ground.board.neighbours(one), (one, other)
