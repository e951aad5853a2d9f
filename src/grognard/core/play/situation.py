"""`Situation`: a game as it stands: whose move it is, what has happened, and what units are where."""

from __future__ import annotations

import random

from grognard.core.contract.definition import AnyGame
from grognard.core.contract.events import Event, seen_by
from grognard.core.contract.scenario import OptionValue, Scenario
from grognard.core.contract.state import Result, State
from grognard.core.contract.view import UnitView, View
from grognard.core.dice import LooseDice
from grognard.core.errors import BadArgument, Unreadable
from grognard.core.hexes.grid import Hex, HexSet
from grognard.core.play.history import Step


class Situation:
    """What can be seen of a game in progress; the first part of `Game`."""

    definition: AnyGame
    scenario: Scenario
    state: State
    history: list[Step]
    """The orders so far, a step for each."""
    _seen: dict[str, State | None]
    """Cache of `state_as_seen_by`. Changes replace the dict, so copies of the game can share it."""

    # -- where we are -----------------------------------------------------------------------------

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """Return all sides that must decide now.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.waiting_for
        ('soviet',)
        """
        return self.definition.to_act(self.state)

    @property
    def to_act(self) -> str | None:
        """Return the side that must decide now (the first, if several), or None when the game is over.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.to_act
        'soviet'
        """
        sides = self.definition.to_act(self.state)
        return sides[0] if sides else None

    @property
    def turn(self) -> int:
        """Return the current turn number.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.turn
        1
        """
        return self.state.turn

    @property
    def phase(self) -> str:
        """Return the current phase.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.phase
        'soviet movement'
        """
        return self.definition.phase(self.state)

    @property
    def over(self) -> bool:
        """Return whether the game is over.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.over
        False
        """
        return self.state.result is not None

    @property
    def result(self) -> Result | None:
        """Return the result, or None while the game goes on.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> while not g.over:
        ...     events = g.play(next(order for order in g.orders() if order.verb == "end"))
        >>> g.result.winner
        'us'
        """
        return self.state.result

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the ids of the sides.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.sides
        ('soviet', 'us')
        """
        return self.scenario.sides

    @property
    def options(self) -> dict[str, OptionValue]:
        """Return the value of each option.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/expert-standard", {"night": True}, seed=7)
        >>> g.options["night"]
        True
        """
        return dict(self.scenario.options)

    def events(self, side: str | None = None, since: int = 0) -> list[Event]:
        """Return the events after order number `since`; with a side, only what it may know.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> _ = g.play("move SA 0701")
        >>> [str(event) for event in g.events("us")]
        ['SA moves 0801-0701']
        """
        since = _whole(since, "since", 0, len(self.history))
        if side:
            side = self._known(side)
        events = [event for step in self.history[since:] for event in step.events]
        return events if side is None else seen_by(events, side)

    def visible_step(self, number: int, side: str) -> Step:
        """Return order number `number` as a side (``""``: a spectator) may know it.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> _ = g.play("move SA 0701")
        >>> g.visible_step(1, "us").order
        'move SA 0801-0701'
        """
        number = _whole(number, "the number of an order", 1, len(self.history))
        side = self._known(side) if side else ""
        return self.history[number - 1].visible_to(side, over=self.over)

    # -- what a side sees ---------------------------------------------------------------------------

    def view(self, side: str = "") -> View:
        """Return the game as a side may see it; without a side, as a spectator may.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.view("us").phase_side
        'soviet'
        """
        return self.definition.view(self.state, self._known(side) if side else "")

    def state_as_seen_by(self, side: str) -> State:
        """Return a state for answering a side's questions that reveals nothing the side may not know.

        It is the game's own state where the side knows everything. Do not change it.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.state_as_seen_by("us") is g.state
        True
        """
        side = self._known(side) if side else ""
        if side not in self._seen:
            view = self.view(side)
            if view.known == self.state.plain():
                self._seen[side] = None
            else:
                dice = LooseDice(random.Random(f"{len(self.history)} {side}"))
                self._seen[side] = self.definition.imagine(view, self.scenario, dice)
        return self._seen[side] or self.state

    def hex(self, name: str) -> Hex:
        """Return the hex with this number, or with this place in it, as the engine numbers hexes.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.hex("0302") == g.hex("bergtheim")
        True
        """
        if not isinstance(name, str):
            raise BadArgument(f"a hex is named by its number or a place, as text, not {name!r}")
        label = self.scenario.notation.hex(name)
        if label is None:
            kind = "hex" if any(c.isdigit() for c in name) else "hex or place"
            raise Unreadable(f"there is no {kind} {name} on this board")
        return self.scenario.board.grid.hex(label)

    def unit(self, name: str, side: str | None = None) -> UnitView:
        """Return a counter: where it is, its values and its status.

        With a side (``""``: a spectator), as that side may see it; otherwise as its owner does. One that the
        side cannot see is `Unreadable`.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> g.unit("sa").at, g.unit("SA").factors
        ('0801', '1-1-4')
        """
        id_ = self._counter(name)
        counter = self.scenario.counters[self.scenario.index[id_]]
        view = self.view(counter.side if side is None else side)
        found = next((unit for unit in view.units if unit.id == id_), None)
        if found is None and side is None:
            factors = "-".join(map(str, counter.factors))
            return UnitView(
                id_, counter.side, counter.shown, counter.kind, "away", counter.title, counter.nation,
                counter.size, factors, counter.factors, marker=counter.marker,
            )  # fmt: skip
        if found is None:
            raise Unreadable(f"{self.scenario.titles.get(side or '', 'a spectator')} cannot see {id_}")
        return found

    def at(self, name: str, side: str | None = None) -> list[UnitView]:
        """Return the counters in a hex, units before markers.

        With a side (``""``: a spectator), as that side may see them; otherwise each as its owner does.

        >>> import grognard
        >>> g = grognard.new("strike-force-one/basic", seed=7)
        >>> [unit.id for unit in g.at("0801")], g.at("0101")
        (['SA'], [])
        """
        label = self.scenario.board.grid.label(self.hex(name))
        views = [self.view(one) for one in (self.sides if side is None else (side,))]
        found = [
            unit
            for view in views
            for unit in view.units
            if unit.at == label and (side is not None or unit.side == view.side)
        ]
        return sorted(found, key=lambda unit: unit.marker)

    # -- names -------------------------------------------------------------------------------------

    def _names(self, mask: HexSet) -> list[str]:
        return self.scenario.board.grid.names(mask)

    def _known(self, side: str) -> str:
        if side not in self.scenario.sides:
            raise BadArgument(f"there is no side {side!r}; sides: {', '.join(self.sides)}")
        return side

    def _counter(self, name: str) -> str:
        """Return the id of a counter by its name."""
        if not isinstance(name, str):
            raise BadArgument(
                f'a counter is named by text such as "{self.scenario.counter_ids[0]}", not {name!r}'
            )
        id_ = self.scenario.notation.counter(name)
        if id_ is None:
            raise Unreadable(self.scenario.notation.no_counter(name))
        return id_


def _whole(number: object, what: str, least: int, most: int) -> int:
    """Return a whole number within limits."""
    if type(number) is not int or not least <= number <= most:
        raise BadArgument(f"{what} is a whole number from {least} to {most}, not {number!r}")
    return number
