"""Case 12.3: supply paths, how far units draw supply and HQs throw it, on sets of hexes.

A path is traced as a non-combat unit would move in the current weather; the last step to an adjacent hex is
free [12.3c, 12.3d]. Floods are cached by everything they depend on, because enemy ZOCs do not change while
hundreds of orders of a Movement Phase are considered.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.facts import Notes, keep
from grognard.core.hexes.cost_waves import Ways, flood_all, shifted, ways_of
from grognard.core.hexes.grid import OFF, Hex, HexSet, bits
from grognard.core.hexes.terms import Gates
from grognard.games.ocs.model.charts import MOBILITIES, TRUCK, quarters
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState, face
from grognard.games.ocs.terrain.engineers import bridged_hexes
from grognard.games.ocs.terrain.step_costs import step_costs
from grognard.games.ocs.terrain.weather import ground_of
from grognard.games.ocs.terrain.zones import zoc, zoc_negated

EVERYWHERE: HexSet = -1
"""All hexes of any board."""


class Lines(NamedTuple):
    """Everything that decides where supply paths of a side lead."""

    enemy: HexSet
    """Hexes with enemy combat units."""
    zones: HexSet
    """Hexes in enemy ZOCs that the side does not negate, closed to trucks as well."""
    ground: int
    bridged: HexSet
    notes: Notes
    """The hexes that paths reach while all this stays the same: see `reached`."""


def lines(state: OcsState, side: int) -> Lines:
    """Return what decides where a side's supply paths lead now."""
    key = ("lines", side)
    found: Lines | None = state.cache.get(key)
    if found is None:
        zones = zoc(state, 1 - side) & ~zoc_negated(state, side)
        reads = state.held[1 - side], zones, ground_of(state, side), bridged_hexes(state, side)
        found = state.cache[key] = keep(state, key, reads, lambda: Lines(*reads, Notes()))
    return found


def throws(state: OcsState, side: int) -> Notes:
    """Return notes on what HQs of a side throw and draw; they hold while HQs and paths stay the same."""
    key = ("throws", side)
    found: Notes | None = state.cache.get(key)
    if found is None:
        hqs = state.scenario.hqs & state.scenario.of_side[side]
        places = tuple(state.at[hq] for hq in bits(hqs))
        reads = lines(state, side).notes, places, state.turned & hqs, state.strat & hqs
        found = state.cache[key] = keep(state, key, reads, Notes)
    return found


def barred(state: OcsState, side: int, mobility: int) -> HexSet:
    """Return hexes closed to supply paths: enemy combat units, for trucks enemy ZOCs [12.3d, 4.5a-B].

    A ZOC does not matter where the side negates it, nor to a path that starts in it [4.5b, R-OCS-91].
    """
    now = lines(state, side)
    return now.enemy | now.zones if mobility == TRUCK else now.enemy


def draw_range(scenario: OcsScenario) -> int:
    """Return how far units draw supply, in quarters of an MP [12.3a]."""
    return quarters(scenario.tables["combat_supply"]["direct_draw_mp"])


def throw_range(state: OcsState, hq: int) -> int:
    """Return how far an HQ throws supply now, in quarters of an MP; 0 in Strat Mode [12.3b-C, 13.1a]."""
    return 0 if state.strat >> hq & 1 else _throws(state.scenario, hq)[face(state, hq)].range


def throw_mobility(state: OcsState, hq: int) -> int:
    """Return the mobility type by which an HQ throws and draws [12.3a, 12.3b]."""
    return _throws(state.scenario, hq)[face(state, hq)].mobility


class Throw(NamedTuple):
    """How an HQ throws supply."""

    range: int
    """In quarters of an MP."""
    mobility: int


@lru_cache(maxsize=1024)
def _throws(scenario: OcsScenario, hq: int) -> tuple[Throw, ...]:
    """Return how an HQ throws by the side that is up."""
    return tuple(
        Throw(quarters(face_.throw), MOBILITIES.index(face_.throw_mobility)) for face_ in scenario.faces[hq]
    )


def draw_mobility(state: OcsState, unit: int) -> int:
    """Return the mobility type of a unit's path to supply: truck, except for some HQs [12.3a]."""
    return throw_mobility(state, unit) if state.scenario.hqs >> unit & 1 else TRUCK


# -- paths from one hex ---------------------------------------------------------------------------------


def reached(
    state: OcsState, side: int, start: Hex, budget: int, mobility: int, among: HexSet = EVERYWHERE
) -> HexSet:
    """Return the hexes that a supply path from a hex enters or ends beside [12.3c, R-OCS-90, R-OCS-92].

    With `among`, only those of some hexes: no flood is needed if all of them are out of range anyway.
    """
    enemy, zones, ground, bridged, notes = lines(state, side)
    key = start, budget, mobility
    found: HexSet | None = notes.get(key)
    if found is not None:
        return found & among
    scenario = state.scenario
    closed = enemy | zones if mobility == TRUCK else enemy
    if closed >> start & 1 and scenario.ruling("R-OCS-91"):
        budget = 0
    near = _reached(scenario, mobility, ground, bridged, start, budget, 0, 0)
    if not near & among:  # hexes beyond these make no difference
        return 0
    found = _reached(scenario, mobility, ground, bridged, start, budget, closed & near, enemy & near)
    notes[key] = found
    return found & among


@lru_cache(maxsize=8192)
def _reached(
    scenario: OcsScenario,
    mobility: int,
    ground: int,
    bridged: HexSet,
    start: Hex,
    budget: int,
    closed: HexSet,
    enemy: HexSet,
) -> HexSet:
    grid, ways = scenario.grid, _ways(scenario, mobility, ground, bridged)
    found = flood_all(grid, start, budget, ways, closed=closed)
    return (found | grid.spread(found)) & ~enemy & scenario.ground


def drawn(state: OcsState, unit: int, among: HexSet = EVERYWHERE) -> HexSet:
    """Return the hexes from which a unit can draw; none if it is off the map [12.3a, 12.3e, R-OCS-94]."""
    if state.at[unit] < 0:
        return 0
    side, scenario = state.scenario.side_of[unit], state.scenario
    return reached(state, side, state.at[unit], draw_range(scenario), draw_mobility(state, unit), among)


def thrown(state: OcsState, hq: int, among: HexSet = EVERYWHERE) -> HexSet:
    """Return the hexes to which an HQ can throw supply; none in Strat Mode [12.3b, 12.3c]."""
    if state.strat >> hq & 1:
        return 0
    throw = _throws(state.scenario, hq)[face(state, hq)]
    return reached(state, state.scenario.side_of[hq], state.at[hq], throw.range, throw.mobility, among)


def serves(scenario: OcsScenario, hq: int, units: CounterSet) -> CounterSet:
    """Return the units among some that an HQ may supply: never itself, divisional HQs not all [13.1d].

    A scenario can limit the HQs of a nation to some nations [SR-4, R-OCS-333].
    """
    units &= ~(1 << hq) & scenario.of_side[scenario.side_of[hq]] & nations_served(scenario, hq)
    if not scenario.counters[hq].divisional:
        return units
    nation = scenario.counters[hq].nation
    own = scenario.members[scenario.formation_of[hq]]
    return units & (own | scenario.independent & of_nation(scenario, nation))


@lru_cache(maxsize=256)
def nations_served(scenario: OcsScenario, hq: int) -> CounterSet:
    """Return the counters of the nations that an HQ throws to, generic ones always among them; -1 for all."""
    counter = scenario.counters[hq]
    nations = scenario.side_data[scenario.side_of[hq]].hq_serves.get(counter.nation)
    if nations is None:
        return -1
    return scenario.those(lambda c: c.nation in (*nations, c.side))


def limited(scenario: OcsScenario, hq: int) -> bool:
    """Return whether an HQ does not serve every unit of its side: divisional ones, and some by nation."""
    return scenario.counters[hq].divisional or nations_served(scenario, hq) != -1


@lru_cache(maxsize=256)
def of_nation(scenario: OcsScenario, nation: str) -> CounterSet:
    """Return the counters of a nation."""
    return scenario.those(lambda counter: counter.nation == nation)


# -- paths from many hexes ------------------------------------------------------------------------------


def drawing(state: OcsState, side: int, goals: HexSet, mobility: int = TRUCK) -> HexSet:
    """Return the hexes from which a unit can draw from some hexes: `drawn` for the whole board."""
    scenario, grid = state.scenario, state.scenario.grid
    goals &= ~state.held[1 - side]
    if not goals:
        return 0
    closed, halt = state.held[1 - side], barred(state, side, mobility)
    # A path ends in a goal or beside it. It may begin in a ZOC but not pass through one, hence the halt.
    ends = (goals | grid.spread(goals)) & ~closed
    found = _drawing(
        scenario, mobility, ground_of(state, side), bridged_hexes(state, side), ends, closed, halt
    )
    if scenario.ruling("R-OCS-91"):  # no path begins in a ZOC, but adjacent sources still count
        found = found & ~halt | ends
    return found & scenario.ground


@lru_cache(maxsize=256)
def _drawing(
    scenario: OcsScenario,
    mobility: int,
    ground: int,
    bridged: HexSet,
    ends: HexSet,
    closed: HexSet,
    halt: HexSet,
) -> HexSet:
    return flood_all(
        scenario.grid,
        OFF,
        draw_range(scenario) + 1,
        _backward(scenario, mobility, ground, bridged),
        closed=closed,
        halt=halt,
        gates=((1, ends),),
    )


def thrown_by_any(state: OcsState, hqs: CounterSet, side: int) -> HexSet:
    """Return the hexes that at least one of some HQs throws to, in one flood for each mobility type."""
    starts: dict[int, dict[int, HexSet]] = {}
    for hq in bits(hqs & ~state.strat):
        by_range = starts.setdefault(throw_mobility(state, hq), {})
        reach = throw_range(state, hq)
        by_range[reach] = by_range.get(reach, 0) | 1 << state.at[hq]
    found = 0
    for mobility, by_range in starts.items():
        found |= reached_by_any(state, side, by_range, mobility)
    return found


def reached_by_any(state: OcsState, side: int, starts: Mapping[int, HexSet], mobility: int) -> HexSet:
    """Return the hexes that supply paths from some hexes reach, by range: `reached` in one flood."""
    scenario, grid = state.scenario, state.scenario.grid
    closed = barred(state, side, mobility)
    gates, found, longest = [], 0, max(starts)
    for budget, hexes in starts.items():
        gates.append((longest - budget + 1, hexes & ~closed))
        for hex_ in bits(hexes & closed):  # begins in a ZOC, which the paths of others cannot enter
            found |= reached(state, side, hex_, budget, mobility)
    costs = (scenario, mobility, ground_of(state, side), bridged_hexes(state, side))
    entered = _entered(*costs, longest + 1, closed, tuple(gates))
    return (found | entered | grid.spread(entered)) & ~state.held[1 - side] & scenario.ground


@lru_cache(maxsize=256)
def _entered(
    scenario: OcsScenario,
    mobility: int,
    ground: int,
    bridged: HexSet,
    budget: int,
    closed: HexSet,
    gates: Gates,
) -> HexSet:
    ways = _ways(scenario, mobility, ground, bridged)
    return flood_all(scenario.grid, OFF, budget, ways, closed=closed, gates=gates)


def _ways(scenario: OcsScenario, mobility: int, ground: int, bridged: HexSet) -> Ways:
    return step_costs(scenario, mobility, ground, supply=True, bridged=bridged)


@lru_cache(maxsize=64)
def _backward(scenario: OcsScenario, mobility: int, ground: int, bridged: HexSet) -> Ways:
    """Return the steps of supply paths in reverse, each at the cost of the step forward."""
    grid = scenario.grid
    entered: dict[int, list[HexSet]] = {}
    for price, hexes, _ in _ways(scenario, mobility, ground, bridged):
        entered[price] = [0] * 6
        for way, into in enumerate(hexes):
            back = (way + 3) % 6
            entered[price][back] = shifted(grid, into, back)
    return ways_of(grid, entered)
