"""Orders that change modes: as units begin to move, and when Reserves are released [5.4, 5.7b, R-OCS-45]."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import mask_of
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.movement.reach import goals
from grognard.games.ocs.terrain.engineers import engineer_capable
from grognard.games.ocs.units import modes
from grognard.games.ocs.units.active_stack import check_stack, eligible, fresh, present, take_up
from grognard.games.ocs.units.modes import VOLUNTARY, apply_change, check_change, reserve_hexes, spare_markers


def _units(state: OcsState, order: Order) -> tuple[int, ...]:
    return tuple(state.scenario.index[id_] for id_ in order.units)


# -- voluntary changes -----------------------------------------------------------------------------------


def able_mode(state: OcsState, side: int) -> CounterSet:
    """Units that may change their mode, at a glance: ordinary transports never do [13.2d]."""
    if state.phase != "movement":
        return 0
    scenario = state.scenario
    fixed = scenario.transports & ~scenario.organic
    return eligible(state, side) & present(state) & ~(fixed | state.switched)


def check_mode(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Whether units may change their mode: in the Movement Phase, as they begin to move, once [5.4]."""
    units, mode = _units(state, order), order.words[0] if order.words else ""
    if not units:
        return Illegal("5.4.1", "say which units change their mode, and to which: mode U move")
    if state.phase != "movement" or state.side != side:
        return Illegal("5.4.1", "modes are changed in one's Movement Phase only")
    refusal = check_stack(state, side, units)
    for unit in units:
        refusal = refusal or _check_beginning(state, unit) or check_change(state, unit, mode)
    return refusal or _check_markers(state, units, mode)


def _check_beginning(state: OcsState, unit: int) -> Illegal | None:
    """Modes change as a unit begins to move, and once [5.4, R-OCS-45]."""
    id_ = state.scenario.counter_ids[unit]
    if not fresh(state, unit):
        return Illegal("5.4.1", f"{id_} has begun to move: modes change before that")
    if state.switched >> unit & 1:
        return Illegal("5.4.1", f"{id_} has changed its mode in this phase")
    return None


def _check_markers(state: OcsState, units: tuple[int, ...], mode: str) -> Illegal | None:
    """A Reserve marker must be left, or Reserves be near enough to join them [5.4a, R-OCS-44]."""
    all_, side, at = mask_of(units), state.scenario.side_of[units[0]], state.at[units[0]]
    if not mode.startswith("reserve") or spare_markers(state, side, all_) > 0:
        return None
    others = reserve_hexes(state, side, all_)
    if others >> at & 1 or _would_reach(state, units, mode) & others:
        return None
    limit = state.scenario.side_data[side].reserve_markers
    return Illegal(
        "5.4a.1", f"all {limit} Reserve markers are in use, and no Reserves are near enough to join"
    )


def _would_reach(state: OcsState, units: tuple[int, ...], mode: str) -> int:
    """Where one of some units could end a move if it were in another mode."""
    trial = state.copy()
    apply_change(trial, units, mode)
    found = 0
    for unit in units:
        found |= goals(trial, unit, group=mask_of(units))
    return found


def mode_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """The modes a unit can be ordered into now."""
    if not able_mode(state, side) >> unit & 1 or not fresh(state, unit):
        return []
    name, one = state.scenario.names[unit], (unit,)
    return [
        Order("mode", units=name, words=(mode,))
        for mode in VOLUNTARY
        if check_change(state, unit, mode) is None and _check_markers(state, one, mode) is None
    ]


def apply_mode(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Units change their mode as they begin to move; that costs no points [5.4]."""
    units = _units(state, order)
    all_ = mask_of(units)
    take_up(state, all_, join=True)
    state.switched |= all_
    state.bridging |= all_ & engineer_capable(state, side)
    return apply_change(state, units, order.words[0])


# -- release ---------------------------------------------------------------------------------------------


def able_release(state: OcsState, side: int) -> CounterSet:
    """Reserves on the map that can be released."""
    return modes.releasable(state, side) & present(state)


def check_release(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Whether Reserves can be released [5.7b, 7.0a, 11.0b]."""
    return modes.check_release(state, side, mask_of(_units(state, order)))


def release_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """A unit can be released by itself."""
    return (
        [Order("release", units=state.scenario.names[unit])] if able_release(state, side) >> unit & 1 else []
    )


def apply_release(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Reserves are released: they may act in this phase [5.7b]."""
    return modes.apply_release(state, mask_of(_units(state, order)))
