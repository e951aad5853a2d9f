"""Situations about supply on an even board without roads and rivers, so that distances are easy to count.

One hex costs a truck point in the open and two in light woods. In a row, columns tell how far
two hexes are apart: 01.05 and 07.05 are six hexes from each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from grognard.core.contract.events import Event
from grognard.core.facts import changed
from grognard.core.hexes.grid import mask_of
from grognard.games.ocs.model.counters import Face, Mobility
from grognard.games.ocs.model.files import Extender, Source
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.supply import fuel, payment, supply_phase
from grognard.games.ocs.supply.trace import in_trace
from tests.rules.ocs.field import GERMAN, practice, varied
from tests.rules.ocs.order_helpers import Manoeuvre

WEST, EAST = "01.07", "20.07"
"""The only sources of the two sides on the even board; no railway leads to them."""


@lru_cache
def even(terrain: str = "open", rulings: tuple[str, ...] = (), rail: bool = False) -> OcsScenario:
    """The practice board with one kind of terrain everywhere; with `rail` its own sources and railways."""
    base = practice()
    ends = (
        Source(id="W", side="german", hex=WEST, rail=False),
        Source(id="E", side="soviet", hex=EAST, rail=False),
    )
    sources = base.file.source if rail else ends
    scenario = varied(base, source=sources, rulings=dict.fromkeys(rulings, True))
    scenario.symbols = {terrain: base.ground}
    lines = {
        id_: msgspec.structs.replace(line, move=("P", "P", "P")) for id_, line in base.charts.line.items()
    }
    scenario.charts = msgspec.structs.replace(base.charts, hexside={}, line=lines)
    return scenario


def reprinted(scenario: OcsScenario, faces: Mapping[str, Face]) -> OcsScenario:
    """A scenario in which some counters have other values on both sides."""
    twin = varied(scenario)
    both = list(twin.faces)
    for id_, face in faces.items():
        both[twin.index[id_]] = (face, face)
    twin.faces = tuple(both)
    return twin


def with_extenders(scenario: OcsScenario, reach: int, mobility: Mobility = "truck") -> OcsScenario:
    """A scenario whose Extenders, of two points each, have another range."""
    sides = {
        id_: msgspec.structs.replace(side, extender=Extender(points=2, range=reach, mobility=mobility))
        for id_, side in scenario.file.sides.items()
    }
    return varied(scenario, sides=sides)


class Depot(Manoeuvre):
    """A situation on the even board: ``Depot("combat", g_rgt1="07.05")``."""

    def __init__(self, phase: str = "supply", player: int = 0, scenario: Any = None, **at: Any) -> None:
        super().__init__(phase, player, scenario=scenario or even(), **at)

    def reaches(self, id_: str) -> set[str]:
        """Return the hexes whose dumps a unit can use."""
        found = payment.reachable(self.state, self.unit(id_))
        return {self.scenario.label(self.state.at[holder]) for holder in found}

    def via(self, id_: str, hex_: str) -> str:
        """Return the HQ through which a unit uses the dump in a hex; empty for direct draw."""
        for holder, hq in payment.reachable(self.state, self.unit(id_)).items():
            if self.state.at[holder] == self.hex(hex_):
                return "" if hq == payment.DIRECT else self.scenario.counter_ids[hq]
        raise AssertionError(f"{id_} does not reach {hex_}")

    def tokens(self, hex_: str, side: int = GERMAN) -> int:
        """Return the supply of a side in a hex, in tokens."""
        return sum(self.state.tokens[h] for h in payment.holders(self.state, side).get(self.hex(hex_), ()))

    def traced(self, side: int = GERMAN) -> set[str]:
        """Return the units of a side in trace supply."""
        return self.ids(in_trace(self.state, side))

    def price(self, *ids: str) -> int | None:
        """Return the fuel cost of units that move together, or None if there is too little supply."""
        plan = fuel.propose(self.state, self.bit(*ids))
        return plan.payment.tokens if isinstance(plan, fuel.Fueling) else None

    def post(self, where: str, kind: str = "trucks") -> tuple[str, ...]:
        """Put an Extender into a hex."""
        points = self.generic(kind, where, count=2)
        ids = self.scenario.ids(mask_of(points))
        self.mark("extended", *ids)
        return ids

    def mark(self, name: str, *ids: str) -> None:
        """Put counters into a set of the state, say ``low``."""
        setattr(self.state, name, getattr(self.state, name) | self.bit(*ids))
        changed(self.state)

    def marked(self, name: str) -> set[str]:
        """Return the counters in a set of the state."""
        return self.ids(getattr(self.state, name))

    def feed(self, *dice: int) -> list[Event]:
        """Begin the Supply Phase; all scripted dice must be used."""
        rolled = self.dice(*dice)
        events = supply_phase.begin(self.state, rolled)
        assert not rolled.scripted
        self.sound()
        return events
