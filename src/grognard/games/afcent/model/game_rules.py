"""What a game of the series adds to the system: its exclusive rules [12], as the system calls them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import Result
from grognard.core.contract.tables import Questions, VerbRule
from grognard.core.contract.view import Standing
from grognard.core.dice import Roller
from grognard.core.hexes.grid import Hex, HexSet

if TYPE_CHECKING:
    from grognard.games.afcent.model.scenario import AfcentScenario
    from grognard.games.afcent.model.state import AfcentState


class Prospect(NamedTuple):
    """Something that the Pact may be after; which of several it is may be its secret."""

    leaves: bool
    """Whether units have to leave the map at the hexes; otherwise the hexes have to be taken."""
    hexes: tuple[Hex, ...]
    need: int
    """How many units must have left, or how many hexes must be held."""
    quota: tuple[tuple[Hex, int], ...] = ()
    """Hexes at which at least so many must leave."""


class Exclusive(Protocol):
    """A game's exclusive rules. A module or an object fulfils it with plain functions."""

    EXCLUSIVE: Any
    """The shape of its file ``exclusive.toml`` (see `grognard.core.files.toml_shape`)."""

    def edges(self, scenario: AfcentScenario) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
        """The hexes where units may leave the map, and those where stacks queue up to enter it."""
        ...

    # -- set-up [12.1] -----------------------------------------------------------------------------

    def begin(self, state: AfcentState) -> None:
        """Put the counters where they wait or stand; turn stays 0 while somebody has to decide something."""
        ...

    def stages(self, scenario: AfcentScenario) -> tuple[tuple[int, str], ...]:
        """The stages of setup: who decides what. `state.phase_index` counts them while the turn is 0."""
        ...

    def setting_up(self, state: AfcentState) -> tuple[int, str]:
        """Who decides in set-up now, and what is asked (`place`, `draw`, `plan`, …)."""
        ...

    def sentence(self, state: AfcentState) -> str:
        """What is asked in set-up, of a drop or in arrivals, in a sentence."""
        ...

    # -- play --------------------------------------------------------------------------------------

    @property
    def verbs(self) -> Sequence[VerbRule[AfcentState]]:
        """Its orders: those of set-up, and entering, leaving and landing."""
        ...

    @property
    def questions(self) -> Questions[AfcentState]:
        """Its questions, such as where to drop."""
        ...

    def concerned(self, state: AfcentState) -> CounterSet:
        """Counters that may have such an order in a movement phase, at a glance."""
        ...

    def arriving(self, state: AfcentState) -> CounterSet:
        """Counters that are to be placed in this phase."""
        ...

    def begin_phase(self, state: AfcentState, dice: Roller) -> list[Event]:
        """What happens, or is asked, at the start of a phase: the drop of the 103G, the Home Guard."""
        ...

    def asides(self, state: AfcentState) -> tuple[str, ...]:
        """Words that the side to declare may add to its declaration, unknown to the other side."""
        ...

    def say_aside(self, state: AfcentState, words: tuple[str, ...]) -> list[Event]:
        """Carry out what was added to a declaration, or nothing, with the same traces for the other side."""
        ...

    def suppose(self, state: AfcentState, dice: Roller) -> None:
        """Put something likely in the place of secrets that somebody does not know."""
        ...

    def superiority(self, state: AfcentState) -> int | None:
        """The side that has air and EW superiority without a contest this turn; else None [12.3]."""
        ...

    def border_toll(self, state: AfcentState, side: int) -> int:
        """What crossing a border hexside costs more this turn, in movement points [12.3-border]."""
        ...

    def attack_modifiers(
        self, state: AfcentState, side: int, attackers: CounterSet
    ) -> list[tuple[str, int, str]]:
        """Die roll modifiers for an attack: what for, how much, by which case [12.3]."""
        ...

    def exempt(self, scenario: AfcentScenario) -> CounterSet:
        """Units whose loss does not count for artillery attrition [4.7-exempt]."""
        ...

    def victory(self, state: AfcentState) -> Result | None:
        """Whether somebody has won in the administrative phase [12.5]."""
        ...

    def standing(self, state: AfcentState, knows: bool) -> list[Standing]:
        """How victory stands, line by line; with the Pact's secrets for who `knows` them."""
        ...

    def aims(self, state: AfcentState) -> tuple[float, HexSet]:
        """How much the Pact has of what it needs (1: all of it), and the hexes it is after."""
        ...

    def prospects(self, scenario: AfcentScenario) -> tuple[Prospect, ...]:
        """All that the Pact may be after, in the order of `AfcentState.order`; for computer players."""
        ...

    def attained(self, state: AfcentState, number: int) -> int:
        """How much the Pact has towards one of the prospects, counting what it can claim at any time."""
        ...

    def counsel(self, state: AfcentState, side: int) -> list[Order]:
        """What a computer player had better do where only these rules ask: set-up, drops, landings."""
        ...

    def aside_advised(self, state: AfcentState) -> tuple[str, ...]:
        """What a computer player of the side to declare had better add to its declaration."""
        ...

    def objectives(self, state: AfcentState) -> HexSet:
        """The hexes to show as counting for victory; the same for everybody."""
        ...
