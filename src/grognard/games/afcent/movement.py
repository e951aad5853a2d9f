"""Chapter 10: moving units over the ground, stack by stack, in as many orders as one wants [10.0-10.9]."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core.breakdown import Breakdown, Line
from grognard.core.events import Event
from grognard.core.hexes import Hex, HexSet, bits, mask_of
from grognard.core.orders import Order
from grognard.core.waves import exits
from grognard.games.afcent.hindrances import check_move, check_mover, written
from grognard.games.afcent.marches import (
    March,
    allowance,
    can_step,
    cheapest_path,
    gaits,
    goals,
    left,
    march,
    muffle,
    reach,
    tolls_on,
)
from grognard.games.afcent.scenario import SCALE, CounterSet
from grognard.games.afcent.stacking import overstacked
from grognard.games.afcent.state import AfcentState, changed, controlled, on_map, put, seize, zone
from grognard.games.afcent.ways import parts, ways

__all__ = [
    "allowance", "apply_move", "arrive", "begin_movement", "captured", "check_move", "check_mover",
    "complete_move", "costs", "destinations", "explain_move", "left", "movable", "move_orders",
    "must_disperse", "stirring", "take_up",
]  # fmt: skip

OFF_MAP = -100
"""`began` of units that come onto the map in this phase: this less the number of the first of them."""


def begin_movement(state: AfcentState) -> None:
    """All units are where they begin, with all the points that EW markers leave them [10.0-mp, 10.3, 6.3]."""
    count = state.scenario.unit_count
    state.parent, state.stopped, state.column, state.moving = -1, 0, 0, 0
    state.began, state.spent, state.flying = state.at[:count], [0] * count, [0] * count
    state.entered = [0] * len(state.entered)
    for unit in bits(on_map(state, state.scenario.units_of[state.side])) if any(state.ew) else ():
        muffle(state, unit)
    changed(state)


# -- who and where -------------------------------------------------------------------------------------


def stirring(state: AfcentState, side: int) -> CounterSet:
    """Units on the map that may have points left, at a glance; not those that zones hold by day [8.1]."""
    scenario = state.scenario
    units = scenario.units_of[side] & ~(scenario.static | scenario.heliborne | state.stopped | state.landed)
    watched = 0 if state.night else zone(state, 1 - side)
    found, at = 0, state.at
    for c in bits(units):
        if at[c] >= 0 and not (watched >> at[c] & 1 and not scenario.recon >> c & 1):
            found |= 1 << c
    return found


def movable(state: AfcentState, side: int) -> CounterSet:
    """Units on the map that can make at least one step on the ground."""
    found: CounterSet | None = state.cache.get(f"movable-{side}")
    if found is None:
        units = stirring(state, side)
        calm = state.scenario.land & ~(zone(state, 1 - side) | state.held[0] | state.held[1])
        sure = exits(state.scenario.grid, ways(state, side, False), _sure(state), calm)
        sure &= ~zone(state, 1 - side)
        spent, at = state.spent, state.at
        found = 0
        for unit in bits(units):
            at_ease = not (state.moving >> unit & 1 or state.ew[unit] or spent[unit])
            if (at_ease and sure >> at[unit] & 1) or can_step(state, unit):
                found |= 1 << unit
        state.cache[f"movable-{side}"] = found
    return found


def _sure(state: AfcentState) -> int:
    """What every unit that has not set out yet can spend."""
    return parts(state.scenario.charts["movement_factor"]["non_recon"])


def destinations(state: AfcentState, unit: int, column: bool = False) -> HexSet:
    """Where a unit may end a move by itself."""
    return goals(state, (unit,), column)


def costs(state: AfcentState, units: tuple[int, ...]) -> dict[Hex, float]:
    """Where units of one hex may go together and what it costs; in column where only that gets there."""
    found: dict[Hex, float] = {}
    for column in gaits(state, units):
        for spent, wave in enumerate(reach(state, units, column).waves):
            for hex_ in bits(wave) if spent else ():
                found.setdefault(hex_, spent / SCALE)
    return dict(sorted(found.items()))


def move_orders(state: AfcentState, unit: int) -> list[Order]:
    """Every move of a unit alone, one for each hex; columns where only a column gets there."""
    scenario, start = state.scenario, state.at[unit]
    if start < 0 or scenario.heliborne >> unit & 1:
        return []
    labels, name, seen, found = scenario.grid.labels, scenario.names[unit], 0, []
    for column in gaits(state, (unit,)):
        there = destinations(state, unit, column) & ~seen
        seen |= there
        verb = "column" if column else "move"
        found += [Order(verb, units=name, path=(labels[start], labels[to])) for to in bits(there)]
    return found


def must_disperse(state: AfcentState, side: int) -> CounterSet:
    """Units of overstacked hexes that can still move away: the phase cannot end before [7.1-nato]."""
    crowds = overstacked(state, side)
    units = mask_of(c for hex_ in bits(crowds) for c in bits(state.here[hex_])) if crowds else 0
    return movable(state, side) & units if units else 0


# -- moving --------------------------------------------------------------------------------------------


def complete_move(state: AfcentState, order: Order) -> Order:
    """A legal move with every hex of its path; of the cheapest ones always the same."""
    scenario = state.scenario
    path = spelled(state, tuple(scenario.index[id_] for id_ in order.units), order)
    return Order(order.verb, units=order.units, path=tuple(scenario.grid.labels[h] for h in path))


def spelled(state: AfcentState, units: tuple[int, ...], order: Order) -> list[Hex]:
    """The path of a legal move: as written hex by hex, or else the cheapest to its end."""
    path = written(state, units, order)
    return path if len(path) > 2 else cheapest_path(state, units, path[-1], order.verb == "column")


def take_up(state: AfcentState, unit: int) -> None:
    """A stack is set in motion: what has moved of the one before may not go on [10.1-complete, 10.4-end]."""
    if state.began[unit] != state.parent:
        state.stopped |= state.moving
        state.parent, state.moving = state.began[unit], 0


def arrive(state: AfcentState, units: Iterable[int], hex_: Hex) -> None:
    """Units come to a hex in a movement phase; EW markers there, or theirs, take effect [6.2-join, 6.3]."""
    before = {c: state.ew[c] for c in (*bits(state.here.get(hex_, 0)), *units)}
    for unit in units:
        put(state, unit, hex_)
    for c, level in before.items():
        if state.ew[c] > level:
            muffle(state, c)
    changed(state)


def apply_move(state: AfcentState, order: Order) -> list[Event]:
    """Carry out a legal move; hexes on the way change hands [3.0-switch, 10.0-mp]."""
    scenario, column = state.scenario, order.verb == "column"
    units = tuple(scenario.index[id_] for id_ in order.units)
    way, path = march(state, units, column), spelled(state, units, order)
    cost, crossed = sum(toll.price for toll in tolls_on(state, way, path)), mask_of(path[1:])
    taken = scenario.cities & crossed & controlled(state, 1 - way.side)
    take_up(state, units[0])
    movers = mask_of(units)
    state.moving |= movers
    state.column |= movers if column else 0
    state.stopped |= _held_fast(state, way, movers, path)
    for unit in units:
        state.spent[unit] += cost
    seize(state, way.side, crossed)
    arrive(state, units, path[-1])
    labels = tuple(scenario.grid.labels[hex_] for hex_ in path)
    says = "{units} moves {hexes} in column" if column else "{units} moves {hexes}"
    side = scenario.sides[way.side]
    events = [Event("moved", says, side=side, units=order.units, hexes=labels)]
    return events + captured(state, way.side, taken)


def _held_fast(state: AfcentState, way: March, movers: CounterSet, path: list[Hex]) -> CounterSet:
    """Those whom an enemy zone stops: non-recon that enter it, recon from zone to zone [8.1, R-NUR-08]."""
    if not way.zone >> path[-1] & 1:
        return 0
    direct = way.zone >> path[-2] & 1
    return movers if direct else movers & ~state.scenario.recon


def captured(state: AfcentState, side: int, taken: HexSet) -> list[Event]:
    """The news of cities that change hands [3.0-switch]."""
    scenario = state.scenario
    says, name = "{side} takes {note} ({hex})", scenario.sides[side]
    return [
        Event(
            "captured",
            says.replace("{side}", scenario.titles[name]),
            side=name,
            hexes=(scenario.grid.labels[hex_],),
            note=scenario.named.get(hex_, "a city"),
            rule="3.0-switch",
        )
        for hex_ in bits(taken)
    ]


def explain_move(state: AfcentState, order: Order) -> Breakdown:
    """What every step of a move costs, and what the units may spend [10.8]."""
    scenario = state.scenario
    units = tuple(scenario.index[id_] for id_ in order.units)
    way = march(state, units, order.verb == "column")
    paid = tolls_on(state, way, spelled(state, units, order))
    labels = scenario.grid.labels
    lines = tuple(Line(f"{labels[t.hex]}: {t.what}", f"{t.price / SCALE:g}", t.rule) for t in paid)
    total = sum(toll.price for toll in paid)
    return Breakdown(str(order), lines, f"{total / SCALE:g} of {way.budget / SCALE:g} points")
