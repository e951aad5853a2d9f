"""The active stack: which stack is moving and what its units may still spend [6.3, 10.3, 10.4, 10.9]."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from grognard.core.contract.events import Event
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.afcent.model.scenario import SCALE, AfcentScenario
from grognard.games.afcent.model.state import AfcentState, on_map, put
from grognard.games.afcent.movement.step_costs import parts
from grognard.games.kit.events import CityCaptured

OFF_MAP = -100
"""`began` of units that enter the map in this phase: this minus the number of the first of them."""


# -- points ----------------------------------------------------------------------------------------


def allowance(state: AfcentState, unit: int, column: bool = False) -> int:
    """Return the movement allowance of a unit in parts of a point; doubled in column [2.2-mf]."""
    return _allowances(state.scenario)[column][unit]


@lru_cache(maxsize=16)
def _allowances(scenario: AfcentScenario) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the allowances of all units, out of column and in column."""
    factors = scenario.charts["movement_factor"]
    points = [
        0
        if (scenario.static | scenario.heliborne) >> unit & 1
        else parts(factors["recon" if scenario.recon >> unit & 1 else "non_recon"])
        for unit in range(scenario.unit_count)
    ]
    return tuple(points), tuple(own * factors["column_multiplier"] for own in points)


def left(state: AfcentState, unit: int, column: bool = False) -> int:
    """Return what a unit may still spend in this phase; 0 if it cannot move."""
    if (state.stopped | state.landed) >> unit & 1:
        return 0
    return max(allowance(state, unit, column) - state.spent[unit], 0)


def apply_ew_markers(state: AfcentState, unit: int) -> None:
    """Apply EW markers to a unit: one halves its remaining MP, two remove them [6.3-one, 6.3-two].

    A column must stop [6.3-column]; heliborne units roll when they fly [6.3-heli-one].
    """
    column = bool(state.column >> unit & 1)
    if state.ew[unit] > 1 or (column and state.ew[unit]):
        state.stopped |= 1 << unit
    elif state.ew[unit] and not state.scenario.heliborne >> unit & 1:
        divisor = state.scenario.charts["ew"]["move_divisor_one_marker"]
        rest = left(state, unit)
        kept = -(-rest // (divisor * SCALE)) * SCALE  # rounded up to whole points [R-NUR-50]
        state.spent[unit] += max(rest - kept, 0)


# -- one stack after the other ---------------------------------------------------------------------


def begin_movement(state: AfcentState) -> None:
    """Reset all units for a movement phase and apply EW markers to their allowance [10.0-mp, 10.3, 6.3]."""
    count = state.scenario.unit_count
    state.parent, state.stopped, state.column, state.moving = -1, 0, 0, 0
    state.began, state.spent, state.flying = state.at[:count], [0] * count, [0] * count
    state.entered = [0] * len(state.entered)
    for unit in bits(on_map(state, state.scenario.units_of[state.side])) if any(state.ew) else ():
        apply_ew_markers(state, unit)
    changed(state)


def activate_stack(state: AfcentState, unit: int) -> None:
    """Make a unit's stack the active one; moved units of the previous stack are done [10.4-end, R-NUR-49]."""
    if state.began[unit] != state.parent:
        state.stopped |= state.moving
        state.parent, state.moving = state.began[unit], 0


def arrive(state: AfcentState, units: Iterable[int], hex_: Hex) -> None:
    """Put units into a hex in a movement phase; EW markers spread and take effect [6.2-join, 6.3]."""
    before = state.ew[:]
    for unit in units:
        put(state, unit, hex_)
    for c in bits(state.here[hex_]) if state.ew != before else ():
        if state.ew[c] > before[c]:
            apply_ew_markers(state, c)
    changed(state)


def column_choices(state: AfcentState, units: Iterable[int]) -> tuple[bool, ...]:
    """Return whether units can move out of column, in column, or either, as they started [10.9-declare]."""
    moved = mask_of(units) & state.moving
    if not moved:
        return (False, True)
    in_column = moved & state.column
    if in_column:
        return (True,) if in_column == moved else ()
    return (False,)


def captured(state: AfcentState, side: int, taken: HexSet) -> list[Event]:
    """Return the events of cities that change control [3.0-switch]."""
    scenario = state.scenario
    name = scenario.sides[side]
    return [
        CityCaptured(
            side=name,
            hexes=(scenario.grid.labels[hex_],),
            city=scenario.named.get(hex_, ""),
            rule="3.0-switch",
        )
        for hex_ in bits(taken)
    ]
