"""The practice board with counters where a test wants them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Dice
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.ocs.model.charts import DATA
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import AWAY, OcsState, empty, put, spare_counter
from grognard.games.ocs.supply.tokens import bring

GERMAN, SOVIET = 0, 1
E = TypeVar("E", bound=Event)

PURPOSES = {
    "Air Combat", "Flak", "a guess", "air drop", "attrition", "barrage", "barrage on a facility",
    "blowing a dump", "breakout", "capture of a dump", "capture of trucks", "capture of wagons", "cargo lost",
    "combat", "first player", "flying weather", "half a step", "landing", "landing craft lost",
    "loss in Air Combat", "plane aborted by Flak", "plane hit by Flak", "planes at a captured base",
    "planes at the base", "replacements", "resolve", "return from breakout", "state of the sea", "step lost",
    "step lost to a barrage", "supply", "surprise", "surprise shift", "weather",
}  # fmt: skip
"""What dice are rolled for, as players read it who roll real dice."""


class NamedDice(Dice):
    """Dice that are rolled for nothing but the known purposes."""

    def roll(self, purpose: str, sides: int = 6) -> int:
        """Roll one die."""
        assert purpose in PURPOSES, f"no rule rolls dice for {purpose!r}"
        return super().roll(purpose, sides)


@lru_cache
def practice(name: str = "practice") -> OcsScenario:
    """Return a scenario, compiled once."""
    return OcsScenario(DATA, name, None)


class Field:
    """A situation on the practice board: ``Field("movement", g_pz1="08.07", s_inf1="09.08")``.

    Underscores in names of counters stand for hyphens. A hex may be followed by marks: ``m`` Move side up,
    ``r`` reserve, ``s`` strat, ``d`` disorganized, ``e`` exploit, ``o`` Out of Supply, ``*`` a step lost
    (each), as in ``g_inf1="07.03 m**"``.
    """

    def __init__(
        self,
        phase: str = "movement",
        player: int = 0,
        turn: int = 1,
        scenario: str | OcsScenario = "practice",
        **at: str,
    ) -> None:
        self.scenario = practice(scenario) if isinstance(scenario, str) else scenario
        self.state: OcsState = empty(self.scenario)
        self.state.turn = turn
        self.go_to(phase, player)
        for id_, where in at.items():
            self.put(id_.replace("_", "-"), where)

    def go_to(self, phase: str, player: int = 0) -> None:
        """Jump to a phase of a player turn."""
        self.state.phase_index = next(
            n
            for n, step in enumerate(self.scenario.sequence)
            if step.phase == phase and step.player in (player, -1)
        )
        self.state.began = self.state.at[:]
        changed(self.state)

    def put(self, id_: str, where: str) -> int:
        """Put a counter into a hex, with marks."""
        state, counter = self.state, self.scenario.index[id_]
        hex_, _, marks = where.partition(" ")
        put(state, counter, self.hex(hex_))
        state.began[counter] = state.at[counter]
        bit = 1 << counter
        for mark, name in {
            "m": "turned",
            "r": "reserve",
            "s": "strat",
            "d": "dg",
            "e": "exploit",
            "o": "out",
        }.items():
            if mark in marks:
                setattr(state, name, getattr(state, name) | bit)
        state.lost[counter] = marks.count("*")
        changed(state)
        return counter

    def generic(
        self, kind: str, where: str, side: int = GERMAN, count: int = 1, loaded: int = 0
    ) -> list[int]:
        """Put generic counters into a hex: ``trucks``, ``wagons``, ``pax``, ``eq``, ``hedgehogs``."""
        among = getattr(self.scenario, kind) & self.scenario.of_side[side] & ~self.scenario.organic
        found = []
        for _ in range(count):
            counter = spare_counter(self.state, among)
            assert counter >= 0, f"no {kind} left"
            put(self.state, counter, self.hex(where))
            self.state.began[counter] = self.state.at[counter]
            self.load(counter, loaded)
            found.append(counter)
        return found

    def load(self, counter: int, tokens: int) -> None:
        """Put new supply on a transport point."""
        self.state.tokens[counter] += tokens
        self.state.ledger[self.scenario.side_of[counter]] += tokens
        changed(self.state)

    def supply(self, where: str, tokens: int, side: int = GERMAN) -> int:
        """Put new supply on the ground."""
        return bring(self.state, self.hex(where), side, tokens)

    def hex(self, label: str) -> Hex:
        """A hex by its number."""
        return self.scenario.hex(label)

    def unit(self, id_: str) -> int:
        """A counter by its id."""
        return self.scenario.index[id_]

    def bit(self, *ids: str) -> CounterSet:
        """A set of counters."""
        return sum(1 << self.scenario.index[id_] for id_ in ids)

    def at(self, id_: str) -> str:
        """The hex a counter is in; empty off the map."""
        where = self.state.at[self.scenario.index[id_]]
        return self.scenario.label(where) if where >= 0 else ""

    def ids(self, counters: CounterSet) -> set[str]:
        """The ids of a set of counters."""
        return set(self.scenario.ids(counters))

    def labels(self, hexes: HexSet) -> set[str]:
        """The numbers of a set of hexes."""
        return {self.scenario.label(hex_) for hex_ in bits(hexes)}

    def order(self, text: str) -> Order:
        """An order from its text."""
        return self.scenario.notation.parse(text)

    def dice(self, *faces: int) -> Dice:
        """Return scripted dice."""
        dice = NamedDice(1)
        dice.script(faces)
        return dice

    def sound(self) -> None:
        """Assert that the supply on the map matches the ledger."""
        for side in (GERMAN, SOVIET):
            own = bits(self.scenario.of_side[side])
            assert sum(self.state.tokens[c] for c in own) == self.state.ledger[side]
            assert all(self.state.at[c] != AWAY or not self.state.tokens[c] for c in own)


def event_of(events: Iterable[Event], type_: type[E]) -> E:
    """Return the only event of a type."""
    (found,) = (event for event in events if isinstance(event, type_))
    return found


def varied(scenario: OcsScenario, **changes: Any) -> OcsScenario:
    """Return a scenario with changes in its file."""
    twin: OcsScenario = object.__new__(type(scenario))
    twin.__dict__.update(scenario.__dict__)
    twin.file = msgspec.structs.replace(scenario.file, **changes)
    twin.side_data = [twin.file.sides[side] for side in twin.sides]
    return twin
