"""The families of games that have a referee."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple, Protocol

from tests.referees.tally import Tally


class Play(Protocol):
    """Plays one random game of a scenario and compares every n-th position."""

    def __call__(self, scenario: str, number: int, every: int, tally: Tally, most: int = 0) -> None: ...


class Family(NamedTuple):
    """A family of games: its scenarios, and how they are compared with the referee."""

    scenarios: tuple[str, ...]
    play: Play


NAMES = ("sfo", "sww3", "afcent", "ocs", "air_sea")


def family(name: str) -> Family:
    """Return a family by its name."""
    games = import_module(f"tests.referees.{name}.games")
    return Family(games.SCENARIOS, games.play)
