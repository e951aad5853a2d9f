"""How far units get on the ground: points, prices, zones, closed hexes put together [6.3, 8.1, 10.0-10.9]."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from grognard.core.hexes.cost_waves import Gates, Ways, exits, flood_waves, one_step, path_in_waves, price_of
from grognard.core.hexes.grid import OFF, Hex, HexSet, bits, mask_of, union
from grognard.games.afcent.markers.airpower import enemy_air
from grognard.games.afcent.model.state import AfcentState, controlled, zone
from grognard.games.afcent.movement.active_stack import left
from grognard.games.afcent.movement.stacking import shut
from grognard.games.afcent.movement.step_costs import Toll, parts, tolls, ways, ways_apart

# -- what is in the way --------------------------------------------------------------------------------


def jammed(state: AfcentState, side: int, level: int) -> HexSet:
    """The hexes of a side's stacks that have so many EW markers or more [6.2]."""
    key = ("jammed", side, level)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        found = 0
        for c in bits(state.scenario.units_of[side]) if any(state.ew) else ():
            if state.ew[c] >= level and state.at[c] >= 0:
                found |= 1 << state.at[c]
        state.cache[key] = found
    return found


def shunned_in_column(state: AfcentState, side: int) -> HexSet:
    """Hexes no column enters: enemy zones, air range and cities, stacks with EW markers [10.9, 6.3-enter]."""
    key = ("shunned", side)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        hostile = state.scenario.cities & controlled(state, 1 - side)
        found = zone(state, 1 - side) | enemy_air(state, side) | hostile | jammed(state, side, 1)
        state.cache[key] = found
    return found


def may_form_column(state: AfcentState, unit: int) -> bool:
    """Whether a unit is clear of enemy zones, aircraft and jamming [10.9-zoc, 10.9-air, 6.3-column]."""
    side, at = state.scenario.side_of[unit], state.at[unit]
    return not (state.ew[unit] or (zone(state, 1 - side) | enemy_air(state, side)) >> at & 1)


class March(NamedTuple):
    """All that decides how far some units of one hex get together."""

    side: int
    start: Hex
    budget: int
    """What they may spend, in parts of a point."""
    ways: Ways
    mountain: bool
    zone: HexSet
    enter_zone: int
    leave_zone: int
    closed: HexSet
    """Hexes they may not enter, not even in passing."""
    muffled: HexSet
    """Hexes of friends with EW markers, which end a move for the time being [6.2-join]."""
    scouts: bool
    """Whether all are recon, whom zones slow but do not stop [8.1-recon-go]."""

    @property
    def in_zone(self) -> bool:
        """Whether they start in an enemy zone."""
        return bool(self.zone >> self.start & 1)

    @property
    def halt(self) -> HexSet:
        """Hexes in which they have to stop [8.1-nonrecon-stop, 6.2-join]."""
        return self.muffled if self.scouts else self.muffled | self.zone

    @property
    def threads(self) -> bool:
        """Whether they may find their way through enemy zones, step by step [8.1-recon-go]."""
        return self.scouts and bool(self.zone & ~self.closed)

    @property
    def tolls(self) -> dict[str, int]:
        """What enemy zones cost [8.1-enter], and where the march ends; as far as they come there."""
        within = ~self.closed | 1 << self.start
        return {
            "zone": self.zone & within,
            "enter_zone": self.enter_zone,
            "leave_zone": self.leave_zone,
            "halt": self.halt & within,
        }


def march(state: AfcentState, units: tuple[int, ...], column: bool = False) -> March:
    """How some units of one hex move together: at the pace of the slowest [10.5].

    They have no points where a column cannot start [10.9], nor, unless recon, in a zone by day [8.1].
    """
    key = ("march", units, column)
    found: March | None = state.cache.get(key)
    if found is None:
        found = _in_column(state, units) if column else _at_ease(state, units)
        state.cache[key] = found
    return found


def _in_column(state: AfcentState, units: tuple[int, ...]) -> March:
    """The same units in column, if they can form one [10.9]."""
    way = march(state, units)
    formed = all(may_form_column(state, unit) for unit in units)
    budget = min(left(state, unit, column=True) for unit in units) if formed else 0
    return way._replace(budget=budget, closed=way.closed | shunned_in_column(state, way.side))


def _at_ease(state: AfcentState, units: tuple[int, ...]) -> March:
    """Units that move out of column; in a zone by day only recon can [8.1-nonrecon-day]."""
    scenario, start, movers = state.scenario, state.at[units[0]], mask_of(units)
    side = scenario.side_of[units[0]]
    limits = scenario.charts["limits"]
    scouts, mountain = not movers & ~scenario.recon, not movers & ~scenario.mountaineers
    watched, closed = zone(state, 1 - side), shut(state, units)
    budget = min(left(state, unit) for unit in units)
    if not scouts and watched >> start & 1 and not state.night:
        budget = 0
    return March(
        side,
        start,
        budget,
        ways(state, side, mountain),
        mountain,
        watched,
        parts(limits["zoc_enter"]),
        parts(limits["zoc_leave"]),
        closed,
        jammed(state, side, min(state.ew[unit] for unit in units) + 1),
        scouts,
    )


# -- reach ---------------------------------------------------------------------------------------------


class Reach(NamedTuple):
    """Where units get, by cost in parts of a point."""

    onward: list[HexSet]
    """By ways from which they could go on: not directly from zone to zone."""
    waves: list[HexSet]
    """By any way."""


def reach(state: AfcentState, units: tuple[int, ...], column: bool = False) -> Reach:
    """Where some units of one hex get together."""
    key = ("reach", units, column)
    found: Reach | None = state.cache.get(key)
    if found is None:
        found = state.cache[key] = flood(state, march(state, units, column))
    return found


def flood(state: AfcentState, way: March) -> Reach:
    """Everywhere a march gets to."""
    grid = state.scenario.grid
    if not way.threads:
        start, gates = _setting_out(state, way)
        closed = way.closed | 1 << way.start
        waves = flood_waves(grid, start, way.budget, way.ways, closed=closed, gates=gates, **way.tolls)
        return Reach(waves, waves)
    onward = flood_waves(
        grid, way.start, way.budget, _calm_ways(state, way), closed=way.closed, gates=(), **way.tolls
    )
    toll = way.enter_zone + way.leave_zone
    leaving = way.zone & ~(way.muffled & ~(1 << way.start))
    into = way.zone & ~(way.closed | 1 << way.start)
    waves, seen = [], 0
    for calm, direct in zip(onward, one_step(grid, onward, way.ways, leaving, into, toll), strict=True):
        waves.append((calm | direct) & ~seen)
        seen |= calm | direct
    return Reach(onward, waves)


def _calm_ways(state: AfcentState, way: March) -> Ways:
    """The steps that do not lead from one hex of the enemy's zone to another."""
    return ways_apart(state, way.side, way.mountain, way.zone)


def _setting_out(state: AfcentState, way: March) -> tuple[Hex, Gates]:
    """Where a march begins; out of a zone its first hex must be free of zones [8.1-nonrecon-night].

    The first hexes are then the gates of a march that begins nowhere.
    """
    if not way.in_zone or way.scouts:
        return way.start, ()
    gates = []
    for direction, to in enumerate(state.scenario.grid.neighbours[way.start]):
        price = None if to == OFF or way.zone >> to & 1 else price_of(way.ways, direction, to)
        if price is not None:
            gates.append((price + way.leave_zone, 1 << to))
    return OFF, gates


def goals(state: AfcentState, units: tuple[int, ...], column: bool = False) -> HexSet:
    """Where some units may end a move together; they need not spend all their points [10.1-any]."""
    return union(reach(state, units, column).waves[1:])


def column_gets_further(state: AfcentState, units: tuple[int, ...]) -> bool:
    """Whether units in column surely get beyond where they get otherwise, told without a flood.

    So it is where what columns shun lies on no way: all but recon stop in zones [8.1-nonrecon-stop, 10.9].
    """
    way, column, near = march(state, units), march(state, units, column=True), goals(state, units)
    more, passed = column.budget - way.budget, near & ~way.halt | 1 << way.start
    if more <= 0 or passed & column.closed & ~way.closed:
        return False
    beyond = state.scenario.grid.all & ~(near | passed | column.closed)
    return bool(exits(state.scenario.grid, way.ways, more, beyond) & passed)


def cheapest_path(state: AfcentState, units: tuple[int, ...], goal: Hex, column: bool = False) -> list[Hex]:
    """The hexes of a cheapest way, the start included; always the same one."""
    grid, way, found = state.scenario.grid, march(state, units, column), reach(state, units, column)
    spent = next(cost for cost, wave in enumerate(found.waves) if wave >> goal & 1)
    if not way.threads:
        start, gates = _setting_out(state, way)
        path = path_in_waves(grid, found.waves, way.ways, goal, gates=gates, **way.tolls)
        return path if start != OFF else [way.start, *path]
    calm = _calm_ways(state, way)
    if found.onward[spent] >> goal & 1:
        return path_in_waves(grid, found.onward, calm, goal, gates=(), **way.tolls)
    for back, near in enumerate(grid.neighbours[goal]):  # the last step led from zone to zone
        price = None if near == OFF else price_of(way.ways, (back + 3) % 6, goal)
        before = -1 if price is None else spent - price - way.enter_zone - way.leave_zone
        if before >= 0 and found.onward[before] & way.zone & 1 << near:
            if near == way.start or not way.muffled >> near & 1:
                return [*path_in_waves(grid, found.onward, calm, near, gates=(), **way.tolls), goal]
    raise AssertionError("a step came from nowhere")


def price_on(state: AfcentState, way: March, path: Sequence[Hex]) -> int:
    """What a path of neighbours costs in all [10.8, 8.1]."""
    grid, watched, spent = state.scenario.grid, way.zone, 0
    for from_, to in pairwise(path):
        price = price_of(way.ways, grid.neighbours[from_].index(to), to)
        assert price is not None
        spent += price
        if watched >> from_ & 1:
            spent += way.leave_zone
        if watched >> to & 1:
            spent += way.enter_zone
    return spent


def tolls_on(state: AfcentState, way: March, path: Sequence[Hex]) -> list[Toll]:
    """Everything that is paid along a path of neighbours [10.8, 8.1]."""
    paid: list[Toll] = []
    for from_, to in pairwise(path):
        direction = state.scenario.grid.direction(from_, to)
        assert direction is not None
        paid += tolls(state, way.side, way.mountain, direction, to)
        if way.zone >> from_ & 1:
            rule = "8.1-recon-exit" if way.scouts else "8.1-nonrecon-night"
            paid.append(Toll(from_, way.leave_zone, "out of an enemy zone", rule))
        if way.zone >> to & 1:
            paid.append(Toll(to, way.enter_zone, "into an enemy zone", "8.1-enter"))
    return paid


# -- whether there is any step ---------------------------------------------------------------------------


def can_step(state: AfcentState, unit: int) -> bool:
    """Whether a unit can pay for a step into one of the hexes around it."""
    way = march(state, (unit,), bool(state.column >> unit & 1))
    toll = way.leave_zone if way.in_zone else 0
    for direction, to in enumerate(state.scenario.grid.neighbours[way.start]):
        if to == OFF or way.closed >> to & 1:
            continue
        watched = way.zone >> to & 1
        if watched and way.in_zone and not way.scouts:
            continue
        price = price_of(way.ways, direction, to)
        if price is not None and price + toll + (way.enter_zone if watched else 0) <= way.budget:
            return True
    return False
