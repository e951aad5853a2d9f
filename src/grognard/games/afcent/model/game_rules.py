"""Chapter 12: the interface between the series rules and the exclusive rules of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import Result
from grognard.core.contract.tables import Questions, VerbRule
from grognard.core.contract.view import Standing
from grognard.core.dice import Roller
from grognard.core.hexes.grid import Hex, HexSet
from grognard.core.text import Text

if TYPE_CHECKING:
    from grognard.games.afcent.model.scenario import AfcentScenario
    from grognard.games.afcent.model.state import AfcentState


class Prospect(NamedTuple):
    """A possible objective of the Pact; which one it pursues may be secret."""

    leaves: bool
    """Whether units must exit the map at the hexes; otherwise the hexes must be captured."""
    hexes: tuple[Hex, ...]
    need: int
    """Number of units that must exit, or of hexes to control."""
    quota: tuple[tuple[Hex, int], ...] = ()
    """Hexes with a minimum number of units that must exit there."""


class Exclusive(Protocol):
    """The exclusive rules of a game, as a module or an object."""

    @property
    def EXCLUSIVE(self) -> object:
        """The shape of its file ``exclusive.toml`` (see `grognard.core.files.toml_shape`)."""
        ...

    def edges(self, scenario: AfcentScenario) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
        """Return the exit hexes, and the entry hexes at which stacks queue."""
        ...

    # -- setup [12.1] ------------------------------------------------------------------------------

    def begin(self, state: AfcentState) -> None:
        """Put the counters where they start; the turn stays 0 while setup needs decisions."""
        ...

    def stages(self, scenario: AfcentScenario) -> tuple[tuple[int, str], ...]:
        """Return the stages of setup as (side, kind); `state.phase_index` counts them while the turn is 0."""
        ...

    def setting_up(self, state: AfcentState) -> tuple[int, str]:
        """Return the side to act in setup and the kind of decision (`place`, `draw`, `plan`, …)."""
        ...

    def sentence(self, state: AfcentState) -> Text:
        """Return the prompt of a decision in setup, of a drop or in arrivals."""
        ...

    # -- play --------------------------------------------------------------------------------------

    @property
    def verbs(self) -> Sequence[VerbRule[AfcentState]]:
        """The verbs of setup, entry, exit and landings."""
        ...

    @property
    def questions(self) -> Questions[AfcentState]:
        """The questions of a game, such as where to drop."""
        ...

    def arriving(self, state: AfcentState) -> CounterSet:
        """Return the counters that must be placed in this phase."""
        ...

    def begin_phase(self, state: AfcentState, dice: Roller) -> list[Event]:
        """Carry out what begins a phase: the drop of the 103G, the Home Guard."""
        ...

    def declaration_options(self, state: AfcentState) -> tuple[str, ...]:
        """Return the words that the declaring side may add in secret."""
        ...

    def apply_declaration_option(self, state: AfcentState, words: tuple[str, ...]) -> list[Event]:
        """Carry out what was added to a declaration; the other side sees no difference."""
        ...

    def guess_secrets(self, state: AfcentState, dice: Roller) -> None:
        """Replace unknown secrets by plausible guesses."""
        ...

    def superiority(self, state: AfcentState) -> int | None:
        """Return the side that has air and EW superiority without a contest this turn, or None [12.3]."""
        ...

    def border_toll(self, state: AfcentState, side: int) -> int:
        """Return the extra MP cost of a border hexside this turn [12.3-border]."""
        ...

    def attack_modifiers(
        self, state: AfcentState, side: int, attackers: CounterSet
    ) -> list[tuple[str, int, str]]:
        """Return the DRMs of an attack as (label, value, rule) [12.3]."""
        ...

    def exempt(self, scenario: AfcentScenario) -> CounterSet:
        """Return the units whose loss does not count for artillery attrition [4.7-exempt]."""
        ...

    def victory(self, state: AfcentState) -> Result | None:
        """Return the result if a side wins in this Administrative Phase [12.5]."""
        ...

    def standings_of(self, state: AfcentState, knows: bool) -> list[Standing]:
        """Return the progress towards victory, with the Pact's secrets if `knows`."""
        ...

    def aims(self, state: AfcentState) -> tuple[float, HexSet]:
        """Return the progress of the Pact (1: complete) and the hexes it still needs."""
        ...

    def prospects(self, scenario: AfcentScenario) -> tuple[Prospect, ...]:
        """List the possible objectives of the Pact in the order of `AfcentState.order`."""
        ...

    def attained(self, state: AfcentState, number: int) -> int:
        """Return the progress of the Pact towards an objective, with what it can claim at any time."""
        ...

    def advise_exclusive(self, state: AfcentState, side: int) -> list[Order]:
        """Advise a computer player on setup, drops and landings."""
        ...

    def advised_declaration_option(self, state: AfcentState) -> tuple[str, ...]:
        """Advise a computer player what to add to its declaration."""
        ...

    def objectives(self, state: AfcentState) -> HexSet:
        """Return the hexes that may count for victory, the same for both sides."""
        ...
