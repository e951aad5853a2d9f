"""Every game agrees with its referee over random games."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.referees.families import NAMES, family
from tests.referees.sfo.referee import the_board
from tests.referees.sww3.games import SCENARIOS as STALINS_WARS
from tests.referees.sww3.setting import setting
from tests.referees.tally import Tally

LEAST = 100_000
"""Comparisons of the long run."""


class Sample(NamedTuple):
    """What is compared on every run: which games, how densely, how long, and what must have been asked."""

    numbers: tuple[int, ...]
    every: int
    most: int
    questions: tuple[str, ...]
    seldom: tuple[str, ...] = ()
    """Scenarios so large that fewer positions are compared."""
    seldom_every: int = 0
    long_run: int = 4
    """Every how many positions the long run compares."""


SAMPLES = {
    "sfo": Sample(
        (0, 1), 4, 0,
        ("reach and cost", "moves", "attacks", "odds", "results", "retreats", "zone of control"), long_run=3,
    ),
    "sww3": Sample(
        (3, 4), 30, 180, ("reach and cost", "supply", "attacks", "probes", "zone of control"), long_run=10
    ),
    "afcent": Sample(
        (1,), 3, 0, ("reach", "control", "zone of control", "victory"), ("campaign",), 25, long_run=2
    ),
    "ocs": Sample(
        (1,), 4, 240, ("zone of control", "trace hex", "supply in reach"),
        ("practice", "counterstroke", "kharkov"), 30,
    ),
    "air_sea": Sample((1,), 25, 100, ("offered order is legal",)),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "scenario"), [(name, scenario) for name in NAMES for scenario in family(name).scenarios]
)
def test_referee_agrees(name: str, scenario: str) -> None:
    sample, tally = SAMPLES[name], Tally()
    every = sample.seldom_every if scenario in sample.seldom else sample.every
    for number in sample.numbers:
        family(name).play(scenario, number, every, tally, most=sample.most)
    assert not tally.disagreements, tally.report()
    for question in sample.questions:
        assert tally.compared[question], f"never compared: {question}"


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_referee_agrees_in_many_games(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    tally, number = Tally(), 1000
    scenarios, play = family(name)
    while tally.total < LEAST:
        for scenario in scenarios:
            play(scenario, number, SAMPLES[name].long_run, tally)
        number += 1
    with capsys.disabled():
        print(f"\n{name}, {number - 1000} games of each scenario\n{tally.report()}")
    assert not tally.disagreements, tally.report()


def test_board_of_the_referee() -> None:
    """The neighbours of 0206 [R-SFO-33], and hexes at the edge of the map."""
    board = the_board()
    assert board.around["0206"] == ["0205", "0306", "0307", "0207", "0107", "0106"]
    assert len(board.terrain) == 9 * 8
    assert board.neighbours("0101") == ["0201", "0102"]


@pytest.mark.parametrize("scenario", STALINS_WARS)
def test_hexsides_lie_between_neighbours(scenario: str) -> None:
    ground = setting(*scenario.split("/"))
    for sides in (*ground.board.sides.values(), *ground.board.lines.values()):
        for one, other in map(sorted, sides):
            assert other in ground.board.neighbours(one), (one, other)
