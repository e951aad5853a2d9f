"""Strike Force One, compared with its referee over random games."""

from __future__ import annotations

import pytest

from tests.referees.compare import Tally
from tests.referees.sfo import the_board
from tests.referees.sfo_games import SCENARIOS, compare_game

LEAST = 100_000
"""Comparisons of the long run."""


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_referee_agrees(scenario: str) -> None:
    tally = Tally()
    for number in range(2):
        compare_game(scenario, number, 4, tally)
    assert not tally.disagreements, tally.disagreements[:5]
    for question in ("reach and cost", "moves", "attacks", "odds", "results", "retreats", "zone of control"):
        assert tally.compared[question], f"never compared: {question}"


@pytest.mark.slow
def test_referee_agrees_in_many_games(capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally()
    number = 1000
    while tally.total < LEAST:
        for scenario in SCENARIOS:
            compare_game(scenario, number, 3, tally)
        number += 1
    with capsys.disabled():
        print(f"\nStrike Force One, {number - 1000} games of each scenario\n{tally}")
    assert not tally.disagreements, tally.disagreements[:5]


def test_board_of_the_referee() -> None:
    """The neighbours of 0206 [R-SFO-33], and hexes at the edge of the map."""
    board = the_board()
    assert board.around["0206"] == ["0205", "0306", "0307", "0207", "0107", "0106"]
    assert len(board.terrain) == 9 * 8
    assert board.neighbours("0101") == ["0201", "0102"]
