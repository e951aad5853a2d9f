"""The referee of Objective Nuremberg agrees with the program in random games of every scenario."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.referees.afcent_games import SCENARIOS, play
from tests.referees.tally import Tally

HERE = Path(__file__).parent
OWN = ("afcent.py", "afcent_games.py", "raw_board.py", "tally.py")
WANTED = 100_000
"""Comparisons of the long run."""


def imported(path: Path) -> set[str]:
    """Return the modules that a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{name.name}" for name in node.names}
    return found


@pytest.mark.parametrize("name", OWN)
def test_the_referee_shares_no_code_with_the_games(name: str) -> None:
    assert not [module for module in imported(HERE / name) if module.startswith("grognard.")]


@pytest.mark.parametrize(("scenario", "every"), [("border-battle", 3), ("campaign", 25)])
def test_referee_and_program_agree(scenario: str, every: int) -> None:
    tally = Tally()
    play(scenario, 1, every, tally)
    assert not tally.disagreements, tally.report()
    assert min(tally.compared[name] for name in ("reach", "control", "zone of control", "victory")) > 0


@pytest.mark.slow
def test_referee_and_program_agree_in_many_games() -> None:
    tally, number = Tally(), 100
    while tally.total < WANTED:
        for scenario in SCENARIOS:
            play(scenario, number, 2, tally)
        number += 1
    print(f"\n{tally.report()}")
    assert not tally.disagreements, tally.report()
