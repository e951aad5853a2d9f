"""The contract every game fulfils. Nothing else calls into a game's rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from grognard.core.breakdown import Breakdown
from grognard.core.catalogue import Catalogue
from grognard.core.decisions import Decision
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.events import Event
from grognard.core.hexes import Hex, HexSet
from grognard.core.orders import Order
from grognard.core.position import Position
from grognard.core.scenario import Scenario
from grognard.core.state import State
from grognard.core.view import View


class Rules(Protocol):
    """What a game's ``rules`` module answers. A module fulfils it with plain functions."""

    def scenario(self, name: str, options: Mapping[str, Any]) -> Scenario:
        """A scenario with its options, compiled for play."""
        ...

    def catalogue(self) -> Catalogue:
        """The game's rules, case by case."""
        ...

    def setup(self, scenario: Any, dice: Roller) -> Any:
        """The state at the start."""
        ...

    def to_act(self, state: Any) -> tuple[str, ...]:
        """The sides that must decide now; none when the game is over."""
        ...

    def phase(self, state: Any) -> str:
        """The phase under way, as people call it."""
        ...

    def choices(self, state: Any, side: str) -> Decision | None:
        """What a side must or may decide now."""
        ...

    def check(self, state: Any, side: str, order: Order) -> Illegal | None:
        """Why not? None when the order is legal."""
        ...

    def complete(self, state: Any, side: str, order: Order) -> Order:
        """A legal order with everything spelled out that the player left to us, such as its path."""
        ...

    def apply(self, state: Any, side: str, order: Order, dice: Roller) -> list[Event]:
        """Carry out a legal order, changing the state in place."""
        ...

    def view(self, state: Any, side: str) -> View:
        """The state as a side (``""``: a spectator) may see it."""
        ...

    def imagine(self, view: View, scenario: Any, dice: Roller) -> Any:
        """A state consistent with what a view shows, secrets sampled."""
        ...

    def preview(self, state: Any, order: Order) -> Breakdown:
        """The explained number behind an order, with what may come of it."""
        ...

    def reach(self, state: Any, units: Sequence[str]) -> Mapping[Hex, float]:
        """Where units can move together now, with the points it costs (some games know half points)."""
        ...

    def zoc(self, state: Any, side: str) -> HexSet:
        """The zone of control of a side."""
        ...

    def supply(self, state: Any, side: str) -> HexSet | None:
        """Where a side's units are in supply; None in a game without supply."""
        ...

    def areas(self, state: Any, side: str) -> Mapping[str, HexSet]:
        """More of a side to show on the map, by the names in the game's file: what it controls, say."""
        ...

    def score(self, state: Any, side: str) -> float:
        """How well a side stands, from -1 (lost) to 1 (won)."""
        ...

    def from_position(self, scenario: Any, position: Position) -> Any:
        """The state that a position file describes."""
        ...

    def to_position(self, state: Any) -> Position:
        """The position file of a state (open decisions in mid-battle are left out)."""
        ...

    def from_plain(self, scenario: Any, plain: dict[str, Any]) -> Any:
        """A saved state."""
        ...

    def faults(self, state: Any) -> list[str]:
        """Broken invariants, in words; none in a sound state."""
        ...


class Explains(Rules, Protocol):
    """What the rules of a game answer besides whose file says that it `explains` its units."""

    def explain(self, state: Any, unit: str) -> Breakdown:
        """How a unit stands: where its supply comes from, what it would cost to move, attack or fire."""
        ...


__all__ = ["Explains", "Rules", "State"]
