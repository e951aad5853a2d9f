"""The functions that a game must have (`Rules`), and one small protocol for each optional capability.

A plain module with functions of these names implements a protocol. A `GameDefinition` is composed of such
modules; all other code calls its methods.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from grognard.core.contract.decisions import Decision
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.intentions import Intention
from grognard.core.contract.orders import Order
from grognard.core.contract.outside.bounds import Bounds
from grognard.core.contract.outside.position import Position
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import PlainState, State
from grognard.core.contract.view import View
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet

C_contra = TypeVar("C_contra", bound=Scenario, contravariant=True)
S = TypeVar("S", bound=State)
S_co = TypeVar("S_co", bound=State, covariant=True)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class Rules(Protocol[C_contra, S]):
    """The functions that every game must have."""

    def setup(self, scenario: C_contra, dice: Roller, /) -> S:
        """Return the state at the start."""
        ...

    def from_plain(self, scenario: C_contra, plain: PlainState, /) -> S:
        """Return a saved state; raise `ValueError` or a validation error if it is invalid."""
        ...

    def to_act(self, state: S, /) -> tuple[str, ...]:
        """Return the sides that must decide now; none when the game is over."""
        ...

    def phase(self, state: S, /) -> str:
        """Return the name of the current phase."""
        ...

    def choices(self, state: S, side: str, /) -> Decision | None:
        """Return what a side must or may decide now."""
        ...

    def check(self, state: S, side: str, order: Order, /) -> Illegal | None:
        """Return why an order is illegal, or None if it is legal."""
        ...

    def apply(self, state: S, side: str, order: Order, dice: Roller, /) -> list[Event]:
        """Carry out a legal order, changing the state in place, and return what happened."""
        ...

    def view(self, state: S, side: str, /) -> View:
        """Return the state as a side (``""``: a spectator) may see it."""
        ...


class Completes(Protocol[S_contra]):
    """The player may leave out details of orders."""

    def complete(self, state: S_contra, side: str, order: Order, /) -> Order:
        """Return a legal order with the details that the player left out, such as its path."""
        ...


class Previews(Protocol[S_contra]):
    """Orders can be previewed."""

    def preview(self, state: S_contra, order: Order, /) -> Explanation:
        """Explain the odds or cost of an order, with the probability of each result."""
        ...


class Moves(Protocol[S_contra]):
    """Units move across the map."""

    def reach(self, state: S_contra, units: Sequence[str], /) -> Mapping[Hex, float]:
        """Return the hexes that units can reach together now, with costs (some games have half MP)."""
        ...


class Zones(Protocol[S_contra]):
    """Units have zones of control."""

    def zoc(self, state: S_contra, side: str, /) -> HexSet:
        """Return the zone of control of a side."""
        ...


class Supply(Protocol[S_contra]):
    """Units need supply."""

    def supply(self, state: S_contra, side: str, /) -> HexSet:
        """Return the hexes where a side's units are in supply."""
        ...


class Areas(Protocol[S_contra]):
    """The map can show further areas of a side besides ZOCs and supply."""

    def areas(self, state: S_contra, side: str, /) -> Mapping[str, HexSet]:
        """Return the areas of a side, such as the hexes it controls, by their names in ``game.toml``."""
        ...


class Ranges(Protocol[S_contra]):
    """Units act at a distance: they fire, or fly missions."""

    def ranges(self, state: S_contra, units: Sequence[str], /) -> Mapping[str, HexSet]:
        """Return the hexes in range of all these units, by the names of ranges in ``game.toml``."""
        ...


class Explains(Protocol[S_contra]):
    """The game can explain the status of a unit; ``game.toml`` labels the button."""

    def explain(self, state: S_contra, unit: str, /) -> Explanation:
        """Explain the status of a unit: the source of its supply, the cost of an attack, and so on."""
        ...


class Advises(Protocol[S_contra]):
    """The game advises computer players."""

    def advise(self, state: S_contra, side: str, /) -> tuple[list[Order], str]:
        """Return the orders to give in sequence, and why; no orders if it has no advice."""
        ...


class Intends(Protocol[S_contra]):
    """The staff of the game can play a turn in different ways."""

    def intentions(self, state: S_contra, side: str, /) -> Sequence[Intention]:
        """Return at least one intention for the turn, the best known first."""
        ...

    def advise_as(self, state: S_contra, side: str, intention: Intention, /) -> tuple[list[Order], str]:
        """Return the orders to give in sequence with an intention, and why; none if it has no advice."""
        ...

    def exposed(self, state: S_contra, side: str, /) -> HexSet:
        """Return a side's empty objectives that it must have and the enemy could enter in its next turn."""
        ...


class Evaluates(Protocol[S_contra]):
    """The game can evaluate a position before the end."""

    def score(self, state: S_contra, side: str, /) -> float:
        """Evaluate the position for a side, from -1 (lost) to 1 (won)."""
        ...


class Secrets(Protocol[C_contra, S_co]):
    """The game has hidden information."""

    def imagine(self, view: View, scenario: C_contra, dice: Roller, /) -> S_co:
        """Return a state consistent with a view, with random values for what it hides."""
        ...


class Positions(Protocol[C_contra, S]):
    """A state can be saved as a position file and loaded from one."""

    def from_position(self, scenario: C_contra, position: Position, /) -> S:
        """Return the state that a position file describes."""
        ...

    def to_position(self, state: S, /) -> Position:
        """Return the position file of a state, without open questions in the middle of a battle."""
        ...


class Invariants(Protocol[C_contra, S_contra]):
    """The game can check the invariants of a state."""

    def bounds(self, scenario: C_contra, /) -> Bounds:
        """Return the values that each saved column of a state can have, by its saved name."""
        ...

    def violations(self, state: S_contra, /) -> list[str]:
        """List violated invariants."""
        ...
