"""The decision of a phase: exactly the counters that have an order, and the orders of each, verb by verb."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import NO_ACTOR, Decision, each_once
from grognard.core.contract.orders import JoinedOrders, Order
from grognard.core.contract.tables import VerbRule
from grognard.core.hexes.grid import bits, chosen
from grognard.core.text import Text
from grognard.games.kit.choices import NO_SUBJECT
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState

Row = VerbRule[OcsState]
Rows = tuple[Row, ...]

NO_COUNTER = -1
"""In place of a counter: the orders that no counter gives."""


class PhaseDecision(Decision):
    """What a side can order in a phase, from the rows of the verbs that it may use.

    The rows are asked once which counters may use them. `glance` finds counters that may have an order more
    quickly, for random play that asks one counter for one verb.
    """

    __slots__ = ("_able_by_row", "_glance", "_number", "_rows", "_state")

    def __init__(
        self,
        state: OcsState,
        side: int,
        rows: Rows,
        sentence: Callable[[], str | Text],
        glance: Callable[[OcsState, int], CounterSet] | None,
    ) -> None:
        self.side, self.kind, self._sentence = state.scenario.sides[side], state.phase, sentence
        self.decline_order, self.known = None, None
        self.hexes, self.units = NO_SUBJECT
        self._state, self._number, self._rows, self._glance = state, side, rows, glance
        self._able_by_row: list[tuple[Row, CounterSet]] | None = None

    # -- who can act --------------------------------------------------------------------------------

    def _able(self) -> list[tuple[Row, CounterSet]]:
        """Return the counters that may use each verb; worked out once, on demand."""
        if self._able_by_row is None:
            state, side = self._state, self._number
            rows = rows_in(state.scenario, self._rows)
            self._able_by_row = [(row, able) for row in rows if row.able and (able := row.able(state, side))]
        return self._able_by_row

    def _actors(self) -> list[str]:
        """Return the ids of the counters that have an order; only those in doubt are searched for one."""
        state, side, by_row = self._state, self._number, self._able()
        found = 0
        for row, _ in by_row:
            if row.sure is not None:
                found |= row.sure(state, side)
        for row, able in by_row:
            for unit in bits(able & ~found):
                if row.orders(state, side, unit):
                    found |= 1 << unit
        ids = chosen(state.scenario.counter_ids, found)
        if any(row.free(state, side) for row in self._rows if row.free):
            ids.append(NO_ACTOR)
        return ids

    def _likely_actors(self) -> list[str]:
        if self._glance is None or self._able_by_row is not None:
            likely = 0
            for _, able in self._able():
                likely |= able
        else:
            likely = self._glance(self._state, self._number)
        return [*chosen(self._state.scenario.counter_ids, likely), NO_ACTOR]

    # -- what each can do ---------------------------------------------------------------------------

    def _orders(self, actor: str) -> JoinedOrders:
        state, side = self._state, self._number
        if not actor:
            return JoinedOrders(row.free(state, side) for row in self._rows if row.free)
        unit = state.scenario.index.get(actor, -1)
        if unit < 0:
            return JoinedOrders(())
        return JoinedOrders(row.orders(state, side, unit) for row, able in self._able() if able >> unit & 1)

    def _kinds(self, actor: str) -> Mapping[str, Sequence[Order]]:
        if not actor:
            return OrdersLater(self._state, self._number, rows_without_counter(self._rows), NO_COUNTER)
        unit = self._state.scenario.index.get(actor, -1)
        return OrdersLater(self._state, self._number, rows_of_counters(self._rows), unit) if unit >= 0 else {}

    def _all(self) -> Iterator[Order]:
        return each_once(map(self._orders, self._actors()))  # units may share one


class OrdersLater(Mapping[str, Sequence[Order]]):
    """What one counter can do, or for `NO_COUNTER` what no counter does, by verb; a list may be empty.

    Each row is evaluated on demand.
    """

    __slots__ = ("_rows", "_side", "_state", "_unit")

    def __init__(self, state: OcsState, side: int, rows: Mapping[str, Row], unit: int) -> None:
        self._state, self._side, self._rows, self._unit = state, side, rows, unit

    def __getitem__(self, verb: str) -> Sequence[Order]:
        row, state, side, unit = self._rows[verb], self._state, self._side, self._unit
        if unit == NO_COUNTER:
            return row.free(state, side) if row.free else ()
        return row.orders(state, side, unit) if row.able and row.able(state, side) >> unit & 1 else ()

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


@lru_cache(maxsize=512)
def rows_in(scenario: OcsScenario, rows: Rows) -> Rows:
    """Return the rows with orders of counters that can occur in a scenario."""
    air = bool(scenario.planes)
    sea = bool(scenario.ships | scenario.craft | scenario.dukw_trucks)
    use = {**dict.fromkeys(OF_AIRCRAFT, air), **dict.fromkeys(OF_SHIPS, sea), "recon": scenario.on("21.1")}
    use["fuel-independents"] = scenario.on("21.3")
    return tuple(row for row in rows if row.able and use.get(row.names[0], True))


OF_AIRCRAFT = ("sweep", "hip-shoot", "trainbust", "transfer", "airlift", "drop", "pave")
OF_SHIPS = ("sail", "split", "merge", "embark", "disembark", "land", "deploy", "wade", "ashore", "assault")
"""Verbs of no use in a game without aircraft, or without ships and landing craft."""


@lru_cache(maxsize=256)
def rows_of_counters(rows: Rows) -> Mapping[str, Row]:
    """Return the rows with orders of counters, by verb."""
    return {row.names[0]: row for row in rows if row.able}


@lru_cache(maxsize=256)
def rows_without_counter(rows: Rows) -> Mapping[str, Row]:
    """Return the rows with orders that no counter gives, by verb."""
    return {row.names[0]: row for row in rows if row.free}
