"""Bounds: the values that the columns of a state can have, to check states that come from outside.

A game lists them by the saved names of its columns (`Invariants.bounds`). The columns of every game are
listed here. Bounds apply to a number, or to every number of a list.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import PlainState
from grognard.core.hexes.grid import HexSet

MAX_QUESTIONS = 64
"""Maximum number of open questions."""
MAX_WORDS = 500
"""Maximum number of characters of a text in a state."""


class Between(msgspec.Struct, frozen=True):
    """Whole numbers in a range."""

    low: int
    high: int
    length: int | None = None
    """The maximum length of a list; None if another check limits it."""

    def fault(self, value: object) -> str:
        """Return what is wrong with a value; empty if nothing."""
        if isinstance(value, list):
            if self.length is not None and len(value) > self.length:
                return f"has more than {self.length} values"
            return next(filter(None, map(self.fault, value)), "")
        if not isinstance(value, int) or self.low <= value <= self.high:
            return ""  # another type is refused when it is converted
        return f"must be from {self.low} to {self.high}"


class Subset(msgspec.Struct, frozen=True):
    """Sets of counters, hexes or other things, with a bit for each."""

    whole: int
    what: str

    def fault(self, value: object) -> str:
        """Return what is wrong with a value; empty if nothing."""
        if isinstance(value, list):
            return next(filter(None, map(self.fault, value)), "")
        if not isinstance(value, int) or (value >= 0 and not value & ~self.whole):
            return ""
        return f"must be a set of {self.what}"


class Words(msgspec.Struct, frozen=True):
    """Texts: one of a few, or any short one."""

    known: tuple[str, ...] | None = None

    def fault(self, value: object) -> str:
        """Return what is wrong with a value; empty if nothing."""
        if isinstance(value, list):
            return next(filter(None, map(self.fault, value)), "")
        if not isinstance(value, str):
            return ""
        if len(value) > MAX_WORDS:
            return f"has more than {MAX_WORDS} characters"
        return "" if self.known is None or value in self.known else "has an unknown value"


class Parts(msgspec.Struct, frozen=True):
    """A struct, or a list of structs, by the names of their fields."""

    fields: Mapping[str, Bound]
    length: int = MAX_QUESTIONS

    def fault(self, value: object) -> str:
        """Return what is wrong with a value; empty if nothing."""
        if isinstance(value, list):
            if len(value) > self.length:
                return f"has more than {self.length} values"
            return next(filter(None, map(self.fault, value)), "")
        if not isinstance(value, dict):
            return ""
        faults = ((name, bound.fault(value.get(name))) for name, bound in self.fields.items())
        return next((f"{name} {fault}" for name, fault in faults if fault), "")


class Pairs(msgspec.Struct, frozen=True):
    """Lists of tuples, with the bounds of each item of a tuple."""

    items: tuple[Bound, ...]
    length: int

    def fault(self, value: object) -> str:
        """Return what is wrong with a value; empty if nothing."""
        if not isinstance(value, list):
            return ""
        if len(value) > self.length:
            return f"has more than {self.length} values"
        rows = (row for row in value if isinstance(row, list) and len(row) == len(self.items))
        faults = (bound.fault(item) for row in rows for bound, item in zip(self.items, row, strict=True))
        return next(filter(None, faults), "")


Bound = Between | Subset | Words | Parts | Pairs
Bounds = Mapping[str, Bound]
"""Bounds by the saved names of columns."""


def a_counter(scenario: Scenario) -> Between:
    """Return the bounds of the number of a counter, or -1 for none."""
    return Between(-1, len(scenario.counters) - 1)


def a_hex(scenario: Scenario) -> Between:
    """Return the bounds of a hex, or -1 for none."""
    return Between(-1, scenario.board.grid.size - 1)


def some_counters(scenario: Scenario, among: CounterSet | None = None) -> Subset:
    """Return the bounds of a set of counters."""
    return Subset((1 << len(scenario.counters)) - 1 if among is None else among, "counters")


def some_hexes(scenario: Scenario, among: HexSet | None = None) -> Subset:
    """Return the bounds of a set of hexes."""
    return Subset(scenario.board.grid.all if among is None else among, "hexes")


def for_each(bound: Bound, names: str) -> dict[str, Bound]:
    """Return the same bounds for several columns, named in one text.

    >>> sorted(for_each(Between(0, 9), "spent due"))
    ['due', 'spent']
    """
    return dict.fromkeys(names.split(), bound)


def bounds_of_all_states(
    scenario: Scenario, places: Collection[int], phases: int, kinds: Collection[str], highest: int = 0
) -> dict[str, Bound]:
    """Return the bounds of the columns that every game has.

    Counters off the map are at `places`, a turn has a number of `phases`, and questions are of these `kinds`.
    The data of a question are counters, hexes or counts up to `highest`.
    """
    counters, size = len(scenario.counters), scenario.board.grid.size
    longest = max(counters, size)
    question: Bounds = {
        "kind": Words(tuple(kinds)),
        "side": Between(0, len(scenario.sides) - 1),
        "units": Between(0, counters - 1, length=counters),
        "hex": a_hex(scenario),
        "data": Between(-1, max(counters, size, highest), length=longest + 2),
    }
    result: Bounds = {"winner": Words(("", *scenario.sides)), **for_each(Words(), "title reason rule")}
    return {
        "turn": Between(0, scenario.file.turns),
        "step": Between(0, phases - 1),
        "at": Between(min(places, default=0), size - 1, length=counters),
        "stack": Parts(question),
        "result": Parts(result),
    }


def out_of_bounds(plain: PlainState, bounds: Bounds) -> str:
    """Return which column of a saved state has an impossible value, and why; empty if none has."""
    faults = ((name, bound.fault(plain.get(name))) for name, bound in bounds.items())
    return next((f"{name} {fault}" for name, fault in faults if fault), "")
