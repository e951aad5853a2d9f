"""Chapters 10.2 and 10.7: paratroops, Soviet in the Movement Phase, UK and US on arrival."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order, OrderPerHex
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import HexSet, bits, mask_of
from grognard.games.sww3.events import Dropped
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import AIRBORNE, ARRIVING, Sww3State, cities, put, units_at
from grognard.games.sww3.movement import theatre_transfers
from grognard.games.sww3.movement.movement_limits import full_hexes
from grognard.games.sww3.support.neutrals import entering, violate


def droppable(state: Sww3State, side: int) -> CounterSet:
    """Return the paratroops that may be dropped now: Soviet from their pool, Allied on arrival."""
    place = AIRBORNE if side == SOVIET else ARRIVING
    when = "movement" if side == SOVIET else "reinforcement"
    if state.phase != when or _no_drop(state, side) is not None:
        return 0
    units = units_at(state, place, side) & state.scenario.paratroops
    if side == ALLIED:
        return units
    return theatre_transfers.those_who_may_come(state, units, state.now.theatre)


def able(state: Sww3State, side: int) -> CounterSet:
    """Return the droppable units with a legal drop."""
    units = droppable(state, side)
    return mask_of(c for c in bits(units) if _drop_goals(state, side, state.steps[c])) if units else 0


def _no_drop(state: Sww3State, side: int) -> Illegal | None:
    """Return why no unit can be dropped now."""
    theatre = state.now.theatre
    if state.air[theatre] != side:
        return Illegal("6.5-drop", "paratroops can be dropped only with air superiority")
    if state.drop_hex < 0 and state.aerial_left[theatre] < 1:
        return Illegal("10.2-uses", "no aerial supply is left for a drop this turn")
    return None


def drop_hexes(state: Sww3State, side: int, steps: int) -> HexSet:
    """Return the clear and city hexes that can take the steps; one hex per turn [10.2-hex, 10.2-one]."""
    scenario = state.scenario
    map_ = scenario.theatres[state.now.theatre]
    ruins = map_.cities & state.nuked  # rough now [13.7, R-SWW-37]
    ground = (scenario.board.terrain_mask("clear") | map_.cities) & ~ruins & scenario.land & map_.hexes
    if state.drop_hex >= 0:
        ground &= 1 << state.drop_hex
    if side == ALLIED:
        ground &= ~state.neutral
    return ground & ~(state.held[1 - side] | full_hexes(state, steps))


def drop_orders(state: Sww3State, side: int, unit: int) -> Sequence[Order]:
    """Return drops of one unit into cities or near units; other hexes can be named."""
    if not droppable(state, side) >> unit & 1:
        return []
    labels, name = state.scenario.grid.labels, state.scenario.names[unit]
    goals = _drop_goals(state, side, state.steps[unit])
    return OrderPerHex(goals, lambda h: Order("drop", labels[h], name))


def _drop_goals(state: Sww3State, side: int, steps: int) -> HexSet:
    """Return the hexes with cities or near units into which some steps can be dropped."""
    key = ("drop goals", side, steps, state.drop_hex)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        held = state.held[SOVIET] | state.held[ALLIED]
        near = cities(state) | state.scenario.grid.spread(held) | held
        found = state.cache[key] = drop_hexes(state, side, steps) & near
    return found


def check_drop(state: Sww3State, side: int, order: Order) -> Illegal | None:
    """Check a drop [10.2, 10.7]."""
    scenario = state.scenario
    if not order.target or not order.units or order.path or order.words:
        return Illegal("notation", "name the hex and the units: drop HEX U,V")
    refusal = _no_drop(state, side)
    if refusal is not None:
        return refusal
    able = droppable(state, side)
    for id_ in order.units:
        unit = scenario.index[id_]
        if not able >> unit & 1:
            return _not_droppable(state, side, unit)
    units = [scenario.index[id_] for id_ in order.units]
    if (
        len(units) > 1
        and len(units) > theatre_transfers.room_for_soviets(state, state.now.theatre)
        and side == SOVIET
    ):
        return theatre_transfers.may_come(state, units[0], state.now.theatre) or _too_many(state)
    steps = sum(state.steps[unit] for unit in units)
    hex_ = scenario.grid.hex(order.target)
    if drop_hexes(state, side, steps) >> hex_ & 1:
        return None
    if state.drop_hex >= 0 and hex_ != state.drop_hex:
        return Illegal("10.2-one", "this turn's drop hex is {hex}", hex=scenario.grid.label(state.drop_hex))
    if state.held[1 - side] >> hex_ & 1:
        return Illegal("10.2-hex", "{hex} is enemy-occupied", hex=order.target)
    if full_hexes(state, steps) >> hex_ & 1:
        return Illegal(
            "R-SWW-27", "{hex} cannot hold {steps}", hex=order.target, steps=plural(steps, "more step")
        )
    return Illegal("10.2-hex", "{hex} is neither a clear hex nor an open, un-nuked city", hex=order.target)


def _too_many(state: Sww3State) -> Illegal:
    limit = state.scenario.theatres[state.now.theatre].charts["limits"]["soviet_divisions"]
    return Illegal("14.5-assign", "at most {limit} Soviet units can be on this map", limit=limit)


def _not_droppable(state: Sww3State, side: int, unit: int) -> Illegal:
    scenario = state.scenario
    id_ = scenario.counters[unit].id
    if scenario.side_of[unit] != side:
        return Illegal("3.1-control", "{unit} is not one of your units", unit=id_)
    if not scenario.paratroops >> unit & 1:
        israeli = scenario.nation[unit] == "Isrl"
        return Illegal("10.6-israel" if israeli else "10.2-any", "{unit} cannot be dropped", unit=id_)
    refusal = theatre_transfers.may_come(state, unit, state.now.theatre) if side == SOVIET else None
    return refusal or Illegal("10.2-any", "{unit} is not available to drop", unit=id_)


def explain_drop(state: Sww3State, order: Order) -> Explanation:
    """Explain a drop: the neutrals that it would bring into the war [R-PIN-05]."""
    summary = state.scenario.game.verbs[order.verb].summary
    reached = 1 << state.scenario.grid.hex(order.target)
    return Explanation(str(order), (), summary, consequence=entering(state, state.side, reached))


def apply_drop(state: Sww3State, side: int, order: Order) -> list[Event]:
    """Drop paratroops: they cannot move this turn, are in supply, and use aerial supply [10.2, 10.7]."""
    scenario = state.scenario
    hex_ = scenario.grid.hex(order.target)
    events = violate(state, side, 1 << hex_)
    if state.drop_hex < 0:
        state.aerial_left[state.now.theatre] -= 1  # [10.2-uses, R-PIN-20]
        state.drop_hex = hex_
    for id_ in order.units:
        unit = scenario.index[id_]
        put(state, unit, hex_)
        state.dropped |= 1 << unit
    if state.phase == "movement":
        state.under_way = True
        state.operations += 1
    changed(state)
    name = scenario.sides[side]
    return [*events, Dropped(side=name, units=order.units, hexes=(order.target,), rule="10.2-hex")]
