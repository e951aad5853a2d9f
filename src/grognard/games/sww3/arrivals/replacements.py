"""Chapter 10.6 (Pincher): rebuilding reduced Allied divisions with small units of their nation."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import HexSet, bits
from grognard.games.sww3.events import DivisionRebuilt
from grognard.games.sww3.model.scenario import ALLIED, Sww3Scenario
from grognard.games.sww3.model.state import LOST, Sww3State, gain_step, put


def augmentable(state: Sww3State, side: int) -> CounterSet:
    """Return the reduced divisions stacked with a small unit of their nation [Pincher 10.6-who]."""
    if side != ALLIED or state.phase != "movement":
        return 0
    at, steps, full = state.at, state.steps, state.scenario.full
    reduced = [c for c in _divisions(state.scenario) if steps[c] < full[c] and at[c] >= 0]
    if not reduced:
        return 0
    ground = _rebuilding_ground(state)
    return sum(1 << c for c in reduced if ground >> at[c] & 1 and _fillers(state, c))


@lru_cache(maxsize=16)
def _divisions(scenario: Sww3Scenario) -> tuple[int, ...]:
    """Return the Allied divisions; the West German border guards count as one [10.6-bgs]."""
    counters = scenario.counters
    units = bits(scenario.units_of[ALLIED])
    return tuple(c for c in units if counters[c].size == "XX" or "division" in counters[c].tags)


def _rebuilding_ground(state: Sww3State) -> HexSet:
    """Return the current map's hexes if it allows rebuilding [Pincher 10.6, Sandown 10.8-norebuild]."""
    map_ = state.scenario.theatres[state.now.theatre]
    return map_.hexes & ~state.neutral if map_.charts["arrivals"].get("rebuilding") else 0


def _is_reduced_division(state: Sww3State, unit: int) -> bool:
    """Whether a unit is a reduced division."""
    return unit in _divisions(state.scenario) and state.steps[unit] < state.scenario.full[unit]


def _fillers(state: Sww3State, division: int) -> CounterSet:
    """Return the small units that can be used to rebuild a division [10.6-who, R-PIN-21]."""
    scenario = state.scenario
    nation = scenario.nation[division]
    stack = state.here.get(state.at[division], 0) & scenario.fillers & ~(1 << division)
    return sum(
        1 << c
        for c in bits(stack)
        if scenario.nation[c] == nation
        and (scenario.counters[c].kind != "armoured-cavalry" or scenario.on("cavalry-fills"))
    )


def augment_orders(state: Sww3State, unit: int) -> list[Order]:
    """Return an order for each small unit that can rebuild a division."""
    if state.scenario.side_of[unit] != ALLIED or not _is_reduced_division(state, unit):
        return []
    if state.at[unit] < 0 or not _rebuilding_ground(state) >> state.at[unit] & 1:
        return []
    names = state.scenario.names
    return [Order("augment", units=(*names[unit], *names[c])) for c in bits(_fillers(state, unit))]


def check_augment(state: Sww3State, side: int, order: Order) -> Illegal | None:
    """Check the rebuilding of a division [Pincher 10.6]."""
    scenario = state.scenario
    if len(order.units) != 2 or order != Order("augment", units=order.units):
        return Illegal("notation", "name a reduced division and a small unit: augment DIVISION,UNIT")
    division, filler = (scenario.index[id_] for id_ in order.units)
    hex_ = state.at[division]
    if side != ALLIED or hex_ < 0 or not _rebuilding_ground(state) >> hex_ & 1:
        rebuilds = state.scenario.theatres[state.now.theatre].charts["arrivals"].get("rebuilding")
        return Illegal(
            "10.6-who" if rebuilds else "10.8-norebuild", "{unit} cannot be rebuilt here", unit=order.units[0]
        )
    if not _is_reduced_division(state, division):
        return Illegal("10.6-who", "{unit} is not a reduced division", unit=order.units[0])
    if not _fillers(state, division) >> filler & 1:
        return Illegal(
            "10.6-who", "{unit} is not a small unit of the same nation in the same hex", unit=order.units[1]
        )
    return None


def apply_augment(state: Sww3State, order: Order) -> list[Event]:
    """Eliminate the small unit and rebuild the division [10.6-cost].

    The two must be stacked when the phase begins or ends: if the small unit has moved, the division cannot
    move [10.6-when, R-PIN-21].
    """
    scenario = state.scenario
    division, filler = (scenario.index[id_] for id_ in order.units)
    if (state.moved | state.dropped) >> filler & 1:
        state.moved |= 1 << division
    put(state, filler, LOST)
    state.steps[filler] = 0
    gain_step(state, division)
    hexes = (scenario.grid.label(state.at[division]),)
    name = scenario.sides[ALLIED]
    return [DivisionRebuilt(side=name, units=order.units, hexes=hexes, rule="10.6-cost")]
