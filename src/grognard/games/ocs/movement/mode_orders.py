"""Chapters 5.4 and 5.7b: orders that change modes as units begin to move, or release Reserves."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import mask_of
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.movement.reach import goals
from grognard.games.ocs.supply import fuel
from grognard.games.ocs.supply.trace import has_strat_supply
from grognard.games.ocs.terrain.engineers import engineer_capable
from grognard.games.ocs.units import modes
from grognard.games.ocs.units.active_stack import (
    check_stack,
    eligible,
    has_not_moved,
    once_moving,
    start_move,
)
from grognard.games.ocs.units.modes import VOLUNTARY, apply_change, check_change, reserve_hexes, spare_markers


def _units(state: OcsState, order: Order) -> tuple[int, ...]:
    return tuple(state.scenario.index[id_] for id_ in order.units)


# -- voluntary changes -----------------------------------------------------------------------------


def able_mode(state: OcsState, side: int) -> CounterSet:
    """Return the units that may be able to change mode; ordinary transports never can [13.2d]."""
    if state.phase != "movement":
        return 0
    scenario = state.scenario
    fixed = scenario.transports & ~scenario.organic
    return eligible(state, side) & state.present & ~(fixed | state.switched)


def check_mode(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why units cannot change mode: only once, as they begin to move in the Movement Phase [5.4]."""
    units, mode = _units(state, order), order.words[0] if order.words else ""
    if not units:
        return Illegal("5.4.1", "name the units and their new mode: mode U move")
    if state.phase != "movement" or state.side != side:
        return Illegal("5.4.1", "you can change modes only in your Movement Phase")
    refusal = check_stack(state, side, units)
    for unit in units:
        refusal = refusal or _check_beginning(state, unit) or check_change(state, unit, mode)
    return refusal or _check_markers(state, units, mode) or _check_trace(state, units, mode)


def _check_beginning(state: OcsState, unit: int) -> Illegal | None:
    """Refuse units that have begun to move or have changed mode [5.4, R-OCS-45]."""
    id_ = state.scenario.counter_ids[unit]
    if not has_not_moved(state, unit):
        return Illegal("5.4.1", "{unit} has already moved: change modes first", unit=id_)
    if state.switched >> unit & 1:
        return Illegal("5.4.1", "{unit} has already changed mode in this phase", unit=id_)
    return None


def _check_markers(state: OcsState, units: tuple[int, ...], mode: str) -> Illegal | None:
    """Refuse Reserve Mode without a spare marker or Reserves in reach to join [5.4a, R-OCS-44]."""
    all_, side, at = mask_of(units), state.scenario.side_of[units[0]], state.at[units[0]]
    if not mode.startswith("reserve") or spare_markers(state, side, all_) > 0:
        return None
    others = reserve_hexes(state, side, all_)
    if others >> at & 1 or (others and _reach_in_mode(state, units, mode) & others):
        return None
    limit = state.scenario.side_data[side].reserve_markers
    return Illegal(
        "5.4a.1", "all {limit} Reserve markers are in use, and no Reserves are in reach to join", limit=limit
    )


def _check_trace(state: OcsState, units: tuple[int, ...], mode: str) -> Illegal | None:
    """Refuse Strat Mode to a unit that neither has trace supply nor can reach it [5.8b, R-OCS-48]."""
    if mode != "strat":
        return None
    trial = _in_mode(state, units, mode)
    for unit in units:
        if has_strat_supply(trial, unit):
            continue
        if isinstance(fuel.propose(trial, 1 << unit), Illegal) or not goals(trial, unit):
            direct = state.scenario.on("21.12d")
            return Illegal(
                "21.12d" if direct else "5.8b.2",
                "{unit} has no {supply} in {hex} and cannot reach it in Strat Mode",
                unit=state.scenario.counter_ids[unit],
                supply="supply source in draw range" if direct else "trace supply",
                hex=state.scenario.label(state.at[unit]),
            )
    return None


def _in_mode(state: OcsState, units: tuple[int, ...], mode: str) -> OcsState:
    """Return a copy of the state in which units have begun to move in another mode."""
    trial = once_moving(state, mask_of(units), join=True).copy()
    apply_change(trial, units, mode)
    return trial


def _reach_in_mode(state: OcsState, units: tuple[int, ...], mode: str) -> int:
    """Return the hexes where any of the units could end a move in another mode."""
    trial = _in_mode(state, units, mode)
    found = 0
    for unit in units:
        found |= goals(trial, unit, group=mask_of(units))
    return found


def mode_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the mode orders of a unit."""
    if not able_mode(state, side) >> unit & 1 or not has_not_moved(state, unit):
        return []
    name, one = state.scenario.names[unit], (unit,)
    return [
        Order("mode", units=name, words=(mode,))
        for mode in VOLUNTARY
        if check_change(state, unit, mode) is None
        and _check_markers(state, one, mode) is None
        and (mode != "strat" or _stays_supplied(state, unit) or _check_trace(state, one, mode) is None)
    ]


def _stays_supplied(state: OcsState, unit: int) -> bool:
    """Return whether a unit certainly has in its hex the supply that Strat Mode needs [5.8b].

    A quick test without a copy of the state: except HQs and engineers, units draw alike in any mode.
    """
    scenario = state.scenario
    if (scenario.hqs | scenario.engineers) >> unit & 1:
        return False
    return has_strat_supply(once_moving(state, 1 << unit, join=True), unit)


def apply_mode(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Change the mode of units as they begin to move, at no MP cost [5.4]."""
    units = _units(state, order)
    all_ = mask_of(units)
    start_move(state, all_, join=True)
    state.switched |= all_
    state.bridging |= all_ & engineer_capable(state, side)
    return apply_change(state, units, order.words[0])


# -- release ---------------------------------------------------------------------------------------


def able_release(state: OcsState, side: int) -> CounterSet:
    """Return the Reserves on the map that can be released."""
    return modes.releasable(state, side) & state.present


def check_release(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why Reserves cannot be released, or None if they can [5.7b, 7.0a, 11.0b]."""
    return modes.check_release(state, side, mask_of(_units(state, order)))


def release_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the release of a unit by itself."""
    return (
        [Order("release", units=state.scenario.names[unit])] if able_release(state, side) >> unit & 1 else []
    )


def apply_release(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Release Reserves, which can then act in this phase [5.7b]."""
    return modes.apply_release(state, mask_of(_units(state, order)))
