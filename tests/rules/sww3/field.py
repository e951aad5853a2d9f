"""A small board with scripted dice for the rules that Pincher and Sandown share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import pytest

from grognard.core.contract.decisions import Decision
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.facts import changed
from grognard.games.sww3 import rules
from grognard.games.sww3.combat.strength import BattleOdds, battle, compute_odds
from grognard.games.sww3.events import BattleFought
from grognard.games.sww3.model.scenario import ALLIED, SOVIET, Sww3Scenario
from grognard.games.sww3.model.state import PLACES, Sww3State, empty, lose_step, put
from tests.cards import without_cards
from tests.support import refusing, rolling

FOLDER = Path(__file__).parents[2] / "fixtures" / "field"
Places = dict[str, Any]
"""Counters and their hexes, to be spread over the arguments of a `Field`."""
BOTH = pytest.mark.parametrize("game", ["pincher", "sandown"])
"""By the rules of either rulebook."""
E = TypeVar("E", bound=Event)


def only(events: Sequence[Event], kind: type[E]) -> E:
    """Return the one event of a type."""
    (event,) = (event for event in events if isinstance(event, kind))
    return event


def result(events: Sequence[Event]) -> str:
    """Return the result of the one battle."""
    return only(events, BattleFought).result


@lru_cache
def scenario_of(game: str, folder: Path = FOLDER) -> Sww3Scenario:
    """The small board by the rules of a rulebook."""
    return Sww3Scenario(folder, {"pincher": "europe", "sandown": "mideast"}[game])


class Field:
    """A situation on the small board: ``Field("pincher", "soviet combat", t1="0504", u1="0505")``.

    A star after a hex marks a reduced unit. Atomic attacks are declined unless `halts` is set.
    """

    folder: ClassVar[Path] = FOLDER

    def __init__(
        self, game: str, phase: str = "soviet combat", turn: int = 1, halts: bool = False, **at: str
    ) -> None:
        self.scenario = scenario_of(game, self.folder)
        self.state: Sww3State = empty(self.scenario)
        self.state.turn = turn
        self.state.standing = [not halts] * 2
        self.state.prestige = self.scenario.theatres[0].charts["prestige"]["start"]
        for id_, where in at.items():
            self.put(id_, where.rstrip("*"))
            if where.endswith("*"):
                lose_step(self.state, self.scenario.index[id_])
        self.go_to(phase)

    def go_to(self, phase: str) -> None:
        """Go to a phase such as ``soviet combat``, reached by moving first."""
        name, what = phase.split()
        side = {"soviet": SOVIET, "allied": ALLIED}[name]
        wanted = {"movement": "first", "combat": "second"}.get(what, what)
        steps = self.scenario.sequence
        self.state.phase_index = next(n for n, s in enumerate(steps) if s.side == side and s.phase == wanted)

    def put(self, id_: str, where: str) -> None:
        """Put a counter somewhere."""
        place = PLACES[where] if where in PLACES else self.hex(where)
        put(self.state, self.scenario.index[id_], place)

    def hex(self, label: str) -> int:
        """A hex by its number."""
        return self.scenario.grid.hex(label)

    def bit(self, *ids: str) -> int:
        """Counters as a set."""
        return sum(1 << self.scenario.index[id_] for id_ in ids)

    def air(self, side: int, *labels: str) -> None:
        """Give a side air superiority, with markers in these hexes."""
        self.state.air = [side]
        self.state.markers = self.scenario.grid.mask(labels)
        changed(self.state)

    def supply_from_air(self, side: int, *labels: str) -> None:
        """Supply some hexes from the air."""
        self.state.air = [side]
        self.state.aerial = self.scenario.grid.mask(labels)
        changed(self.state)

    def nuke(self, *labels: str) -> None:
        """Put blast markers in hexes."""
        self.state.nuked |= self.scenario.grid.mask(labels)
        changed(self.state)

    def order(self, text: str) -> Order:
        """An order from its text."""
        return self.scenario.notation.parse(text)

    @property
    def asked(self) -> tuple[str, str]:
        """The side that must decide, and the kind of decision."""
        (side,) = rules.to_act(self.state)
        return side, self.choices(side).kind

    def choices(self, side: str) -> Decision:
        """The open decision of a side."""
        decision = rules.choices(self.state, side)
        assert decision is not None
        return decision

    def play(self, text: str, *dice: int, by: str = "") -> list[Event]:
        """Give a legal order with the dice it will roll; all of them must be used."""
        side = by or self.asked[0]
        order = self.order(text)
        refusal = rules.check(self.state, side, order)
        if refusal:
            raise refusal
        with rolling(*dice) as rolled:
            events = rules.apply(self.state, side, order, rolled)
        return without_cards(events)

    def refused(self, text: str, rule: str, by: str = "") -> str:
        """Assert that an order is refused by that rule; return the reason."""
        with refusing(self.state, rule) as refusal:
            self.play(text, by=by)
        return refusal.value.reason

    def orders(self) -> set[str]:
        """Every order that is listed, each of which must be legal."""
        side, _ = self.asked
        listed = list(self.choices(side).all())
        for order in listed:
            assert rules.check(self.state, side, order) is None, order
        return {str(order) for order in listed}

    def fights(self) -> set[str]:
        """The attacks and probes that are listed."""
        return {order for order in self.orders() if order.split()[0] in ("attack", "probe")}

    def where(self, id_: str) -> str:
        """Where a counter is."""
        place = self.state.at[self.scenario.index[id_]]
        return self.scenario.grid.label(place) if place >= 0 else {v: k for k, v in PLACES.items()}[place]

    def steps(self, *ids: str) -> list[int]:
        """The steps left of some counters."""
        return [self.state.steps[self.scenario.index[id_]] for id_ in ids]

    def odds(self, text: str) -> Explanation:
        """The preview of an attack."""
        return rules.preview(self.state, self.order(text))

    def strengths(self, text: str) -> BattleOdds:
        """The total attack and defence, and the odds."""
        order = self.order(text)
        side = self.scenario.side_of[self.scenario.index[order.units[0]]]
        fight = battle(self.state, side, self.hex(order.target), self.bit(*order.units))
        return compute_odds(self.state, fight)

    def shifts(self, text: str) -> dict[str, int]:
        """The shifts of an attack by rule."""
        return {line.rule: int(line.value) for line in self.odds(text).lines if line.value[0] in "+-"}
