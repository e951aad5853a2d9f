"""`GameDefinition`: a game as one value, its required rules and the capabilities that it declares."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeAlias, TypeVar

from grognard.core.contract.decisions import Decision
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.intentions import PLAIN, Intention
from grognard.core.contract.orders import Order
from grognard.core.contract.outside.bounds import Bounds
from grognard.core.contract.outside.file_kinds import FileKind
from grognard.core.contract.outside.position import Position
from grognard.core.contract.rules import (
    Advises,
    Areas,
    Completes,
    Evaluates,
    Explains,
    Intends,
    Invariants,
    Moves,
    Positions,
    Previews,
    Ranges,
    Rules,
    Secrets,
    Supply,
    Zones,
)
from grognard.core.contract.scenario import Scenario, load_game_file
from grognard.core.contract.state import PlainState, State
from grognard.core.contract.view import View
from grognard.core.dice import Roller
from grognard.core.errors import GrognardError, Illegal
from grognard.core.hexes.grid import Hex, HexSet
from grognard.core.rulebook import Rulebook

C = TypeVar("C", bound=Scenario)
S = TypeVar("S", bound=State)


@dataclass(frozen=True, kw_only=True, eq=False)
class GameDefinition(Generic[C, S]):
    """Everything that the program knows about a game.

    Callers use the methods, which always work: a capability that the game does not declare has a default.
    Look at a capability itself only to decide whether to offer a feature.
    """

    id: str
    data: Path
    """The folder of its data files: ``game.toml``, ``rules.toml``, ``scenarios/``, …"""
    scenarios: Callable[[str, Mapping[str, object]], C]
    """Returns a scenario by name, with the options that the player chose (see `compiled_once`)."""
    rules: Rules[C, S]
    files: tuple[FileKind, ...] = ()
    """Kinds of data files that only this game has, for `grognard check`."""

    completes: Completes[S] | None = None
    previews: Previews[S] | None = None
    moves: Moves[S] | None = None
    zones: Zones[S] | None = None
    supply: Supply[S] | None = None
    areas: Areas[S] | None = None
    ranges: Ranges[S] | None = None
    explains: Explains[S] | None = None
    advises: Advises[S] | None = None
    intends: Intends[S] | None = None
    evaluates: Evaluates[S] | None = None
    secrets: Secrets[C, S] | None = None
    positions: Positions[C, S] | None = None
    invariants: Invariants[C, S] | None = None

    def rulebook(self) -> Rulebook:
        """Return the game's rules catalogue, its ``rules.toml``."""
        return load_game_file(self.data).rulebook(self.data)

    # -- required -----------------------------------------------------------------------------------

    def setup(self, scenario: C, dice: Roller) -> S:
        """Return the state at the start."""
        return self.rules.setup(scenario, dice)

    def from_plain(self, scenario: C, plain: PlainState) -> S:
        """Return a saved state."""
        return self.rules.from_plain(scenario, plain)

    def to_act(self, state: S) -> tuple[str, ...]:
        """Return the sides that must decide now; none when the game is over."""
        return self.rules.to_act(state)

    def phase(self, state: S) -> str:
        """Return the name of the current phase."""
        return self.rules.phase(state)

    def choices(self, state: S, side: str) -> Decision | None:
        """Return what a side must or may decide now."""
        return self.rules.choices(state, side)

    def check(self, state: S, side: str, order: Order) -> Illegal | None:
        """Return why an order is illegal, or None if it is legal."""
        return self.rules.check(state, side, order)

    def apply(self, state: S, side: str, order: Order, dice: Roller) -> list[Event]:
        """Carry out a legal order, changing the state in place, and return what happened."""
        return self.rules.apply(state, side, order, dice)

    def view(self, state: S, side: str) -> View:
        """Return the state as a side (``""``: a spectator) may see it."""
        return self.rules.view(state, side)

    # -- capabilities and their defaults ------------------------------------------------------------

    def complete(self, state: S, side: str, order: Order) -> Order:
        """Return a legal order with all details filled in; by default the order as it is."""
        return self.completes.complete(state, side, order) if self.completes else order

    def preview(self, state: S, order: Order) -> Explanation:
        """Explain the odds or cost of an order; by default what its verb does."""
        if self.previews:
            return self.previews.preview(state, order)
        return Explanation(str(order), (), state.scenario.game.verbs[order.verb].summary)

    def reach(self, state: S, units: Sequence[str]) -> Mapping[Hex, float]:
        """Return the hexes that units can reach together now, with costs; by default none."""
        return self.moves.reach(state, units) if self.moves else {}

    def zoc(self, state: S, side: str) -> HexSet:
        """Return the zone of control of a side; by default no hexes."""
        return self.zones.zoc(state, side) if self.zones else 0

    def supply_hexes(self, state: S, side: str) -> HexSet | None:
        """Return the hexes where a side's units are in supply; None by default, if the game has no supply."""
        return self.supply.supply(state, side) if self.supply else None

    def area_hexes(self, state: S, side: str) -> Mapping[str, HexSet]:
        """Return further areas of a side to show on the map, by name; by default none."""
        return self.areas.areas(state, side) if self.areas else {}

    def range_hexes(self, state: S, units: Sequence[str]) -> Mapping[str, HexSet]:
        """Return the hexes in range of all these units, by the names of ranges; by default none."""
        return self.ranges.ranges(state, units) if self.ranges else {}

    def explain(self, state: S, unit: str) -> Explanation:
        """Explain the status of a unit, such as its supply; raise `GrognardError` if the game cannot."""
        if self.explains is None:
            raise GrognardError(f"{self.id} does not explain its units")
        return self.explains.explain(state, unit)

    def advise(self, state: S, side: str) -> tuple[list[Order], str]:
        """Return the orders that an expert would give now, and why; by default no orders."""
        return self.advises.advise(state, side) if self.advises else ([], "")

    def intentions(self, state: S, side: str) -> Sequence[Intention]:
        """Return intentions for the turn, the best known first; by default only the plain one."""
        return self.intends.intentions(state, side) if self.intends else (PLAIN,)

    def advise_as(self, state: S, side: str, intention: Intention) -> tuple[list[Order], str]:
        """Return the orders to give with an intention, and why; by default the advice of the game."""
        return self.intends.advise_as(state, side, intention) if self.intends else self.advise(state, side)

    def exposed(self, state: S, side: str) -> HexSet:
        """Return a side's empty must-have objectives that the enemy could enter; by default none."""
        return self.intends.exposed(state, side) if self.intends else 0

    def score(self, state: S, side: str) -> float:
        """Evaluate the position for a side, from -1 to 1; by default the result, and 0 until there is one."""
        if self.evaluates:
            return self.evaluates.score(state, side)
        return state.result.score(side) if state.result else 0.0

    def imagine(self, view: View, scenario: C, dice: Roller) -> S:
        """Return a state consistent with a view; by default the view shows everything."""
        if self.secrets:
            return self.secrets.imagine(view, scenario, dice)
        return self.rules.from_plain(scenario, view.known)

    def from_position(self, scenario: C, position: Position) -> S:
        """Return the state that a position file describes."""
        return self._positions().from_position(scenario, position)

    def to_position(self, state: S) -> Position:
        """Return the position file of a state, without its open questions."""
        return self._positions().to_position(state)

    def _positions(self) -> Positions[C, S]:
        if self.positions is None:
            raise GrognardError(f"{self.id} has no position files")
        return self.positions

    def violations(self, state: S) -> list[str]:
        """List the violated invariants of a state; by default none."""
        return self.invariants.violations(state) if self.invariants else []

    def bounds(self, scenario: C) -> Bounds:
        """Return the values that each saved column of a state can have; by default none are known."""
        return self.invariants.bounds(scenario) if self.invariants else {}


AnyGame: TypeAlias = GameDefinition[Scenario, State]
"""A game of unknown type, for code that only passes its scenarios and states on."""
