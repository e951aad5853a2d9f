"""Stand-ins for a game's exclusive rules, so that the system can be tested by itself."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import Result
from grognard.core.contract.tables import Questions, VerbRule
from grognard.core.contract.view import Standing
from grognard.core.dice import Roller
from grognard.core.hexes.grid import Hex, HexSet
from grognard.core.text import Text
from grognard.games.afcent.model.game_rules import Prospect
from grognard.games.afcent.model.scenario import NATO, AfcentScenario
from grognard.games.afcent.model.state import AfcentState

BORDER = Path(__file__).parents[2] / "fixtures" / "border"
"""The drill ground: a small board with every kind of ground and of troops."""


class NoExclusiveRules:
    """A game of the series that adds nothing to the system."""

    EXCLUSIVE: Any = dict[str, Any]

    modifiers: list[tuple[str, int, str]]
    """Die roll modifiers of every attack; a test may put some in."""

    def __init__(self) -> None:
        self.modifiers = []
        self.verbs: tuple[VerbRule[AfcentState], ...] = ()
        self.questions: Questions[AfcentState] = {}

    def edges(self, scenario: AfcentScenario) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
        return (), ()

    def begin(self, state: AfcentState) -> None:
        state.turn = 1

    def stages(self, scenario: AfcentScenario) -> tuple[tuple[int, str], ...]:
        return ()

    def setting_up(self, state: AfcentState) -> tuple[int, str]:
        return NATO, "place"

    def sentence(self, state: AfcentState) -> Text:
        return Text("")

    def arriving(self, state: AfcentState) -> CounterSet:
        return 0

    def begin_phase(self, state: AfcentState, dice: Roller) -> list[Event]:
        return []

    def declaration_options(self, state: AfcentState) -> tuple[str, ...]:
        return ()

    def apply_declaration_option(self, state: AfcentState, words: tuple[str, ...]) -> list[Event]:
        return []

    def guess_secrets(self, state: AfcentState, dice: Roller) -> None:
        return None

    def superiority(self, state: AfcentState) -> int | None:
        return None

    def border_toll(self, state: AfcentState, side: int) -> int:
        return 0

    def attack_modifiers(
        self, state: AfcentState, side: int, attackers: CounterSet
    ) -> list[tuple[str, int, str]]:
        return self.modifiers

    def exempt(self, scenario: AfcentScenario) -> CounterSet:
        return scenario.static

    def victory(self, state: AfcentState) -> Result | None:
        return None

    def standings_of(self, state: AfcentState, knows: bool) -> list[Standing]:
        return []

    def aims(self, state: AfcentState) -> tuple[float, HexSet]:
        return 0.5, 0

    def prospects(self, scenario: AfcentScenario) -> tuple[Prospect, ...]:
        return (Prospect(False, (), 1),)

    def attained(self, state: AfcentState, number: int) -> int:
        return 0

    def advise_exclusive(self, state: AfcentState, side: int) -> list[Order]:
        return []

    def advised_declaration_option(self, state: AfcentState) -> tuple[str, ...]:
        return ()

    def objectives(self, state: AfcentState) -> HexSet:
        return 0


@lru_cache
def drill_ground() -> AfcentScenario:
    """The drill ground by the rules of the system alone."""
    return AfcentScenario(BORDER, "drill", None, NoExclusiveRules())
