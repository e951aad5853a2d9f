"""The levels to play against: the same commander with less or more time, care and memory.

A level knows no game. Where the game has a staff, it commands through it; elsewhere it searches orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from grognard.ai.baselines import GreedyPlayer
from grognard.ai.commander import CommanderPlayer
from grognard.ai.oversights import Oversights
from grognard.ai.planner import PlannerPlayer
from grognard.ai.search import SearchPlayer
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.intentions import PLAIN
from grognard.core.contract.orders import Order
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.view import View
from grognard.core.dice import Seed

SECONDS = 0.5
"""Time that the default level takes for an order where it searches single orders."""
ORDERS = 4
"""Time to plan a player turn, as a multiple of that."""


class Level(msgspec.Struct, frozen=True):
    """A computer opponent to choose."""

    id: str
    title: str
    says: str
    """What to expect of it, in a sentence."""
    plans: Literal["plainly", "by the book", "by comparison"]
    """How it uses a staff: its stock numbers, its best known intention, or a comparison of intentions."""
    time: float
    """Its time as a multiple of the default level's; 0 if it does not look ahead."""
    forgets: float = 0.0
    """The share of its units that it forgets in a phase, and of the attacks that it does not see."""


LEVELS = (
    Level(
        "recruit",
        "Recruit",
        "Goes straight for its goals, forgets units and leaves towns open. For your first games.",
        plans="plainly",
        time=0.0,
        forgets=0.4,
    ),
    Level(
        "regular",
        "Regular",
        "Plays soundly, but overlooks things and never asks what you will do next.",
        plans="by the book",
        time=0.1,
        forgets=0.05,
    ),
    Level(
        "veteran",
        "Veteran",
        "Weighs several plans against your likely replies before it moves.",
        plans="by comparison",
        time=1.0,
    ),
    Level(
        "general",
        "General",
        "Takes its time, weighs more plans and looks further. The strongest.",
        plans="by comparison",
        time=3.0,
    ),
)
"""From weakest to strongest."""
DEFAULT = "veteran"
"""The level that is suggested."""


def level(name: str) -> Level | None:
    """Return a level by name; None if there is none.

    >>> [one.title for one in LEVELS]
    ['Recruit', 'Regular', 'Veteran', 'General']
    """
    return next((one for one in LEVELS if one.id == name), None)


class LevelPlayer:
    """Plays any game at a level."""

    def __init__(
        self,
        level: Level,
        seed: Seed | None = None,
        *,
        seconds: float | None = None,
        iterations: int | None = None,
        plan: Sequence[str] = (),
    ) -> None:
        """`seconds` is the time of the default level per order; `iterations` are playouts instead."""
        self.level = level
        self._seed, self._plan = seed, tuple(plan)
        self._seconds = (SECONDS if seconds is None else seconds) * level.time
        self._iterations = iterations
        self.why = ""
        self._player: PlannerPlayer | CommanderPlayer | GreedyPlayer | SearchPlayer | None = None

    @property
    def plan(self) -> tuple[str, ...]:
        """What a player that takes over needs to know."""
        return self._player.plan if self._player else self._plan

    @property
    def briefing(self) -> str:
        """Its plan for the turn in two sentences, if it makes one; a secret of its side until the end."""
        return self._player.briefing if isinstance(self._player, CommanderPlayer) else ""

    def choose(self, definition: AnyGame, scenario: Scenario, view: View) -> Order:
        """Return the order of the player that the level uses in this game."""
        if self._player is None:
            self._player = self._as_player(definition)
        order = self._player.choose(definition, scenario, view)
        self.why = self._player.why
        return order

    def _as_player(
        self, definition: AnyGame
    ) -> PlannerPlayer | CommanderPlayer | GreedyPlayer | SearchPlayer:
        level, seed = self.level, self._seed
        oversights = Oversights(level.forgets, seed) if level.forgets else None
        if definition.advises is None:
            if not level.time:
                return GreedyPlayer(seed, oversights)
            return SearchPlayer(seed, seconds=self._seconds, iterations=self._iterations, plan=self._plan)
        if level.plans == "by comparison":
            return CommanderPlayer(
                seed, seconds=ORDERS * self._seconds, iterations=self._iterations, plan=self._plan
            )
        intention = PLAIN if level.plans == "plainly" else None
        return PlannerPlayer(seed, self._plan, intention, oversights)
