"""Chapter IV: the set-up as the scenario gives it, and what a side may choose where it sets up freely."""

from __future__ import annotations

from grognard.core.errors import Illegal
from grognard.core.hexes import Hex
from grognard.games.ocs import arrivals
from grognard.games.ocs.files import Placed
from grognard.games.ocs.modes import set_mode
from grognard.games.ocs.scenario import CounterSet, tokens
from grognard.games.ocs.state import OcsState, bring, changed, put, spare


def deploy(state: OcsState) -> None:
    """Put everything where the scenario's file has it [IV]; nothing is fueled [IV.J]."""
    for placed in state.scenario.file.setup:
        _place(state, placed)
    _place_works(state)
    arrivals.expect(state)
    free = next_free(state, 0)
    state.step = state.first = free[0] if free else 0
    changed(state)


def _place(state: OcsState, placed: Placed) -> None:
    scenario, hex_ = state.scenario, state.scenario.hex(placed.hex)
    units = [scenario.counter(id_) for id_ in placed.units]
    side = scenario.side_index[placed.side] if placed.side else scenario.side_of[units[0]]
    own = scenario.of_side[side]
    units += [_take(state, scenario.trucks & ~scenario.organic & own, hex_) for _ in range(placed.trucks)]
    units += [_take(state, scenario.wagons & own, hex_) for _ in range(placed.wagons)]
    for unit in units:
        put(state, unit, hex_)
        set_mode(state, 1 << unit, placed.mode)
        state.lost[unit] = placed.lost
        if scenario.transports >> unit & 1:
            load_new(state, unit, tokens(placed.loaded))
    if placed.supply:
        bring(state, hex_, side, tokens(placed.supply))
    if placed.extender:
        state.extended |= sum(1 << unit for unit in units if scenario.transports >> unit & 1)


def _take(state: OcsState, pool: CounterSet, hex_: Hex) -> int:
    counter = spare(state, pool)
    if counter < 0:
        raise state.scenario.fault(f"too few counters for the set-up in {state.scenario.label(hex_)}")
    put(state, counter, hex_)
    return counter


def _place_works(state: OcsState) -> None:
    """Hedgehogs, ports and air bases of the start [3.3c, 19.0]."""
    scenario = state.scenario
    for hog in scenario.file.hedgehog:
        side, hex_ = scenario.side_index[hog.side], scenario.hex(hog.hex)
        state.level[_take(state, scenario.hedgehogs & scenario.of_side[side], hex_)] = hog.level
    for port in scenario.file.port:
        counter = facility(state, "port", port.owner, port.hex)
        state.level[counter] = port.hits
        put(state, counter, scenario.hex(port.hex))
    for base in scenario.file.base:
        counter = facility(state, "air-base", base.side, base.hex)
        state.level[counter] = base.level
        put(state, counter, scenario.hex(base.hex))


def facility(state: OcsState, kind: str, side: str, hex_: str) -> int:
    """The counter of a port or an air base as one side's."""
    return state.scenario.counter(f"{side[0]}-{kind}-{hex_.replace('.', '')}")


def load_new(state: OcsState, transport: int, amount: int) -> None:
    """A transport point comes into play with supply on it [IV.C, 13.6c]."""
    state.tokens[transport] += amount
    state.ledger[state.scenario.side_of[transport]] += amount


# -- free set-up -----------------------------------------------------------------------------------


def next_free(state: OcsState, side: int) -> tuple[int, ...]:
    """The sides from this one on that have something to place as they like [IV.A]."""
    scenario = state.scenario
    free = {
        scenario.side_of[scenario.counter(id_)]
        for placed in scenario.file.setup
        if placed.within
        for id_ in placed.units
    }
    return tuple(one for one in sorted(free) if one >= side)


def check_end(state: OcsState) -> Illegal | None:
    """Why the set-up cannot end."""
    return None
