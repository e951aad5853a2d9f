"""What a game must answer (`Rules`), and what it may answer besides: one small protocol for each capability.

A plain module with functions of these names fulfils a protocol. A `GameDefinition` is put together from such
modules, and everybody else calls its methods.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from grognard.core.contract.decisions import Decision
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.contract.position import Position
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
    """The questions that every game answers."""

    def setup(self, scenario: C_contra, dice: Roller, /) -> S:
        """Return the state at the start."""
        ...

    def from_plain(self, scenario: C_contra, plain: PlainState, /) -> S:
        """Return a saved state; raise `ValueError` or a validation error if it cannot be one."""
        ...

    def to_act(self, state: S, /) -> tuple[str, ...]:
        """Return the sides that must decide now; none when the game is over."""
        ...

    def phase(self, state: S, /) -> str:
        """Return the current phase, as players call it."""
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
    """Orders can be given in short."""

    def complete(self, state: S_contra, side: str, order: Order, /) -> Order:
        """Return a legal order with everything spelled out that the player left open, such as its path."""
        ...


class Previews(Protocol[S_contra]):
    """Orders can be weighed before they are given."""

    def preview(self, state: S_contra, order: Order, /) -> Explanation:
        """Return the explained number behind an order and the chances of each result."""
        ...


class Moves(Protocol[S_contra]):
    """Units move across the map."""

    def reach(self, state: S_contra, units: Sequence[str], /) -> Mapping[Hex, float]:
        """Return where units can move together now, and what it costs (some games have half points)."""
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
    """The map can show more of a side than its zones and its supply."""

    def areas(self, state: S_contra, side: str, /) -> Mapping[str, HexSet]:
        """Return the areas of a side by the names in ``game.toml``, such as the hexes it controls."""
        ...


class Explains(Protocol[S_contra]):
    """Players can ask how a unit stands; ``game.toml`` says what the button is called."""

    def explain(self, state: S_contra, unit: str, /) -> Explanation:
        """Return how a unit stands: where its supply comes from, what it would pay to attack, and so on."""
        ...


class Advises(Protocol[S_contra]):
    """The game tells computer players what an expert would do."""

    def advise(self, state: S_contra, side: str, /) -> tuple[list[Order], str]:
        """Return the orders to give one after the other, and why; no orders where it has no opinion."""
        ...


class Evaluates(Protocol[S_contra]):
    """The game can judge a situation before the end."""

    def score(self, state: S_contra, side: str, /) -> float:
        """Return how well a side stands, from -1 (lost) to 1 (won)."""
        ...


class Secrets(Protocol[C_contra, S_co]):
    """A side does not know everything."""

    def imagine(self, view: View, scenario: C_contra, dice: Roller, /) -> S_co:
        """Return a state consistent with what a view shows, secrets sampled."""
        ...


class Positions(Protocol[C_contra, S]):
    """A situation can be written as a position file and read back."""

    def from_position(self, scenario: C_contra, position: Position, /) -> S:
        """Return the state that a position file describes."""
        ...

    def to_position(self, state: S, /) -> Position:
        """Return the position file of a state (open questions in mid-battle are left out)."""
        ...


class Invariants(Protocol[S_contra]):
    """A state can be checked for what must always be true."""

    def faults(self, state: S_contra, /) -> list[str]:
        """Return the broken invariants in words; none in a sound state."""
        ...
