"""Cases 6.3, 8.1 and 10.0–10.9: how far units can move on the ground."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from grognard.core.facts import keep
from grognard.core.hexes.cost_waves import (
    Ways,
    flood_all,
    flood_costs,
    flood_path,
    flood_waves,
    one_step,
    path_in_waves,
    price_of,
)
from grognard.core.hexes.grid import OFF, Hex, HexSet, bits, mask_of, union
from grognard.core.hexes.terms import Gates, Terms
from grognard.games.afcent.markers.airpower import enemy_air
from grognard.games.afcent.model.scenario import SCALE, AfcentScenario
from grognard.games.afcent.model.state import AfcentState, controlled, zone
from grognard.games.afcent.movement.active_stack import left
from grognard.games.afcent.movement.stacking import closed_hexes
from grognard.games.afcent.movement.step_costs import Toll, parts, tolls, ways, ways_apart

# -- obstacles -------------------------------------------------------------------------------------


def jammed(state: AfcentState, side: int, level: int) -> HexSet:
    """Return the hexes of a side's stacks with at least `level` EW markers [6.2]."""
    key = ("jammed", side, level)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        found = state.cache[key] = _jammed(state, side, level) if any(state.ew) else 0
    return found


def _jammed(state: AfcentState, side: int, level: int) -> HexSet:
    at, ew = state.at, state.ew

    def find() -> HexSet:
        return mask_of(at[c] for c in bits(state.scenario.units_of[side]) if ew[c] >= level and at[c] >= 0)

    return keep(state, ("jammed", side, level), (state.stamps[side], tuple(ew)), find)


def closed_to_columns(state: AfcentState, side: int) -> HexSet:
    """Return the hexes closed to columns: enemy ZOC, air range, cities, EW markers [10.9, 6.3-enter]."""
    key = ("shunned", side)
    found: HexSet | None = state.cache.get(key)
    if found is None:
        hostile = state.scenario.cities & controlled(state, 1 - side)
        found = zone(state, 1 - side) | enemy_air(state, side) | hostile | jammed(state, side, 1)
        state.cache[key] = found
    return found


def may_form_column(state: AfcentState, unit: int) -> bool:
    """Return whether a unit is clear of ZOC, airpower and EW markers [10.9-zoc, 10.9-air, 6.3-column]."""
    side, at = state.scenario.side_of[unit], state.at[unit]
    return not (state.ew[unit] or (zone(state, 1 - side) | enemy_air(state, side)) >> at & 1)


class March(NamedTuple):
    """What determines how far units of one hex can move together."""

    side: int
    start: Hex
    budget: int
    """MP available, in parts of a point."""
    ways: Ways
    mountain: bool
    zone: HexSet
    enter_zone: int
    leave_zone: int
    closed: HexSet
    """Hexes they cannot enter, not even to pass through."""
    jammed_friends: HexSet
    """Friendly hexes with EW markers, which interrupt a move [6.2-join]."""
    scouts: bool
    """Whether all are recon, which ZOCs slow but do not stop [8.1-recon-go]."""

    @property
    def in_zone(self) -> bool:
        """Whether they start in an enemy ZOC."""
        return bool(self.zone >> self.start & 1)

    @property
    def halt(self) -> HexSet:
        """Hexes in which they must stop [8.1-nonrecon-stop, 6.2-join]."""
        return self.jammed_friends if self.scouts else self.jammed_friends | self.zone

    @property
    def moves_through_zocs(self) -> bool:
        """Whether they can move through enemy ZOCs [8.1-recon-go]."""
        return self.scouts and bool(self.zone & ~self.closed)

    @property
    def tolls(self) -> dict[str, int]:
        """ZOC costs [8.1-enter] and hexes in which to stop, restricted to hexes they can enter."""
        within = ~self.closed | 1 << self.start
        return {
            "zone": self.zone & within,
            "enter_zone": self.enter_zone,
            "leave_zone": self.leave_zone,
            "halt": self.halt & within,
        }


def march(state: AfcentState, units: tuple[int, ...], column: bool = False) -> March:
    """Return how units of one hex move together, at the rate of the slowest [10.5].

    They have no MP where a column cannot start [10.9], nor, unless recon, in an enemy ZOC by day [8.1].
    """
    key = ("march", units, column)
    found: March | None = state.cache.get(key)
    if found is None:
        found = _in_column(state, units) if column else _out_of_column(state, units)
        state.cache[key] = found
    return found


@lru_cache(maxsize=16)
def _zoc_costs(scenario: AfcentScenario) -> tuple[int, int]:
    """Return the costs of entering and of leaving an enemy ZOC, in parts of a point [8.1]."""
    limits = scenario.charts["limits"]
    return parts(limits["zoc_enter"]), parts(limits["zoc_leave"])


def _in_column(state: AfcentState, units: tuple[int, ...]) -> March:
    """Return the march of units in column, without MP if they cannot form one [10.9]."""
    way = march(state, units)
    formed = all(may_form_column(state, unit) for unit in units)
    budget = min(left(state, unit, column=True) for unit in units) if formed else 0
    return way._replace(budget=budget, closed=way.closed | closed_to_columns(state, way.side))


def _out_of_column(state: AfcentState, units: tuple[int, ...]) -> March:
    """Return the march of units out of column; in an enemy ZOC by day only recon moves [8.1-nonrecon-day]."""
    scenario, start, movers = state.scenario, state.at[units[0]], mask_of(units)
    side = scenario.side_of[units[0]]
    scouts, mountain = not movers & ~scenario.recon, not movers & ~scenario.mountaineers
    watched, closed = zone(state, 1 - side), closed_hexes(state, units)
    budget, markers = left(state, units[0]), state.ew[units[0]]
    for unit in units[1:]:
        budget, markers = min(budget, left(state, unit)), min(markers, state.ew[unit])
    if not scouts and watched >> start & 1 and not state.night:
        budget = 0
    return March(
        side,
        start,
        budget,
        ways(state, side, mountain),
        mountain,
        watched,
        *_zoc_costs(scenario),
        closed,
        jammed(state, side, markers + 1),
        scouts,
    )


# -- reach -----------------------------------------------------------------------------------------


class Reach(NamedTuple):
    """Hexes that units can reach, by cost in parts of a point."""

    onward: list[HexSet]
    """By paths that could continue: not directly from ZOC to ZOC."""
    waves: list[HexSet]
    """By any path."""


def reach(state: AfcentState, units: tuple[int, ...], column: bool = False) -> Reach:
    """Return the hexes that units of one hex can reach together."""
    key = ("reach", units, column)
    found: Reach | None = state.cache.get(key)
    if found is None:
        found = state.cache[key] = flood(state, march(state, units, column))
    return found


def flood(state: AfcentState, way: March) -> Reach:
    """Return every hex that a march can reach."""
    grid = state.scenario.grid
    if not way.moves_through_zocs:
        start, terms = _terms(state, way)
        waves = flood_waves(grid, start, way.budget, way.ways, **terms)
        return Reach(waves, waves)
    onward = flood_waves(
        grid, way.start, way.budget, _ways_outside_zocs(state, way), closed=way.closed, gates=(), **way.tolls
    )
    toll = way.enter_zone + way.leave_zone
    leaving = way.zone & ~(way.jammed_friends & ~(1 << way.start))
    into = way.zone & ~(way.closed | 1 << way.start)
    waves, seen = [], 0
    for calm, direct in zip(onward, one_step(grid, onward, way.ways, leaving, into, toll), strict=True):
        waves.append((calm | direct) & ~seen)
        seen |= calm | direct
    return Reach(onward, waves)


def _ways_outside_zocs(state: AfcentState, way: March) -> Ways:
    """Return the steps that do not lead from ZOC to ZOC."""
    return ways_apart(state, way.side, way.mountain, way.zone)


def _terms(state: AfcentState, way: March) -> tuple[Hex, Terms]:
    """Return where a march that does not lead through ZOCs begins, and what it depends on."""
    start, gates = _start_of(state, way)
    within = ~way.closed | 1 << way.start
    return start, {
        "zone": way.zone & within,
        "enter_zone": way.enter_zone,
        "leave_zone": way.leave_zone,
        "halt": way.halt & within,
        "closed": way.closed | 1 << way.start,
        "gates": gates,
    }


def _start_of(state: AfcentState, way: March) -> tuple[Hex, Gates]:
    """Return where a march begins; from an enemy ZOC its first hex must be outside it [8.1-nonrecon-night].

    The first hexes are then the gates of a march without a start.
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
    """Return the hexes in which units can end a move together; MP may stay unspent [10.1-any]."""
    way = march(state, units, column)
    if not way.budget:
        return 0
    if way.moves_through_zocs:
        return union(reach(state, units, column).waves[1:])
    start, terms = _terms(state, way)
    return flood_all(state.scenario.grid, start, way.budget, way.ways, **terms) & ~(1 << way.start)


def costs_by(state: AfcentState, units: tuple[int, ...], column: bool = False) -> dict[Hex, float]:
    """Return the MP cost of each hex in which units can end a move together."""
    way = march(state, units, column)
    if way.moves_through_zocs:
        waves = reach(state, units, column).waves
        return {hex_: cost / SCALE for cost, wave in enumerate(waves) if cost for hex_ in bits(wave)}
    start, terms = _terms(state, way)
    found = flood_costs(state.scenario.grid, start, way.budget, way.ways, SCALE, **terms)
    found.pop(way.start, None)
    return found


def cheapest_path(state: AfcentState, units: tuple[int, ...], goal: Hex, column: bool = False) -> list[Hex]:
    """Return the hexes of a cheapest path, start included; deterministic."""
    grid, way = state.scenario.grid, march(state, units, column)
    if not way.moves_through_zocs:
        start, terms = _terms(state, way)
        path = flood_path(grid, start, way.budget, way.ways, goal, **terms)
        return path if start != OFF else [way.start, *path]
    found = reach(state, units, column)
    spent = next(cost for cost, wave in enumerate(found.waves) if wave >> goal & 1)
    calm = _ways_outside_zocs(state, way)
    if found.onward[spent] >> goal & 1:
        return path_in_waves(grid, found.onward, calm, goal, gates=(), **way.tolls)
    for back, near in enumerate(grid.neighbours[goal]):  # the last step led from ZOC to ZOC
        price = None if near == OFF else price_of(way.ways, (back + 3) % 6, goal)
        before = -1 if price is None else spent - price - way.enter_zone - way.leave_zone
        if before >= 0 and found.onward[before] & way.zone & 1 << near:
            if near == way.start or not way.jammed_friends >> near & 1:
                return [*path_in_waves(grid, found.onward, calm, near, gates=(), **way.tolls), goal]
    raise AssertionError("no step leads to the goal")


def path_cost(state: AfcentState, way: March, path: Sequence[Hex]) -> int:
    """Return the total cost of a path of adjacent hexes [10.8, 8.1]."""
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


def path_costs(state: AfcentState, way: March, path: Sequence[Hex]) -> list[Toll]:
    """List everything that is paid along a path of adjacent hexes [10.8, 8.1]."""
    paid: list[Toll] = []
    for from_, to in pairwise(path):
        direction = state.scenario.grid.direction(from_, to)
        assert direction is not None
        paid += tolls(state, way.side, way.mountain, direction, to)
        if way.zone >> from_ & 1:
            rule = "8.1-recon-exit" if way.scouts else "8.1-nonrecon-night"
            paid.append(Toll(from_, way.leave_zone, "leaving enemy ZOC", rule))
        if way.zone >> to & 1:
            paid.append(Toll(to, way.enter_zone, "entering enemy ZOC", "8.1-enter"))
    return paid


# -- single steps ----------------------------------------------------------------------------------


def steps_cheaply(state: AfcentState, units: tuple[int, ...], goal: Hex, column: bool) -> bool:
    """Return whether no path to an adjacent hex is cheaper than the single step, which must be legal."""
    way, grid = march(state, units, column), state.scenario.grid
    price = price_of(way.ways, grid.neighbours[way.start].index(goal), goal)
    entering = way.zone >> goal & 1
    if price is None or (way.in_zone and entering and not way.scouts):  # [8.1-nonrecon-night]
        return False
    cost = price + (way.leave_zone if way.in_zone else 0) + (way.enter_zone if entering else 0)
    return costs_by(state, units, column).get(goal) == cost


def can_step(state: AfcentState, unit: int) -> bool:
    """Return whether a unit can pay for a step into an adjacent hex."""
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
