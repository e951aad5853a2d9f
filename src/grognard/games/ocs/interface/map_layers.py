"""What the map can show besides ZOCs and supply: areas of a side, and the ranges of its units.

Of the enemy only what shows: Patrol Zones and Trainbusting markers are open, and so is the top ship of a hex
[4.9a, R-OCS-269].
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import HexSet, bits, mask_of
from grognard.games.kit.areas import LazyAreas
from grognard.games.ocs.air.bases import active_at, hosts
from grognard.games.ocs.air.planes import fighters, values
from grognard.games.ocs.air.ranges import distance, reach
from grognard.games.ocs.fleet.gunnery import coastal, in_range
from grognard.games.ocs.fleet.landing_table import row
from grognard.games.ocs.interface import reminders
from grognard.games.ocs.interface.fog_of_war import top_ships, tops
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.state import NO_COUNTER, OcsState
from grognard.games.ocs.sea.waters import shores


def areas(state: OcsState, side: str) -> Mapping[str, HexSet]:
    """Return the areas of a side by their names in ``game.toml``."""
    land, second, number = state.scenario.ground, state.second, state.scenario.side_index[side]
    return LazyAreas(
        {
            "control": lambda: land & (second if number else ~second),
            "exposed": lambda: reminders.exposed(state, number),
            "enemy-reach": lambda: reminders.enemy_reach(state, number),
            "patrol": lambda: patrol_zone(state, number),
            "trainbusting": lambda: trainbusting_zone(state, number),
            "drop-plans": lambda: mask_of(hex_ for c, hex_ in _plans(state, number)),
            "guns": lambda: gun_range(state, number),
            "beaches": lambda: beaches(state, number),
        }
    )


def _plans(state: OcsState, side: int) -> list[tuple[int, int]]:
    """Return the units of a side that have a Drop Plan, with its hex [14.10b]."""
    own = state.scenario.of_side[side]
    return [(c, hex_) for c, hex_ in enumerate(state.drop_hex) if hex_ >= 0 and own >> c & 1]


def patrol_zone(state: OcsState, side: int) -> HexSet:
    """Return the Patrol Zones of a side's bases with an Active Fighter [14.4c.1]."""
    radius: int = series_tables()["flak"]["patrol_zone_radius"]
    scenario, found = state.scenario, 0
    for host in bits(hosts(state, side)):
        if not active_at(state, host) & fighters(scenario):
            continue
        if state.at[host] >= 0:
            found |= scenario.grid.within(state.at[host], radius)
        else:
            found |= mask_of(
                hex_ for hex_ in bits(scenario.playable) if distance(state, host, hex_) <= radius
            )
    return found & scenario.playable


def trainbusting_zone(state: OcsState, side: int) -> HexSet:
    """Return the Trainbusting Zones of a side's markers, as they are for rail and trucks [14.8b]."""
    markers = state.busted[side]
    return markers | state.scenario.grid.spread(markers)


def gun_range(state: OcsState, side: int) -> HexSet:
    """Return the range of a side's ships and Coastal Artillery that its enemy sees [18.3a, 18.3g]."""
    firers = top_ships(state, side) & state.scenario.ships | coastal(state, side) & tops(state, side)
    return reduce(int.__or__, (in_range(state, firer) for firer in bits(firers)), 0)


def beaches(state: OcsState, side: int) -> HexSet:
    """Return the hexes without enemy combat units where a side can land from craft [18.5.1, SR-11]."""
    free = shores(state.scenario) & ~(state.held[1 - side] | state.scenario.no_landings)
    return mask_of(hex_ for hex_ in bits(free) if row(state, side, hex_))


# -- ranges ------------------------------------------------------------------------------------------


def ranges(state: OcsState, units: Sequence[str]) -> Mapping[str, HexSet]:
    """Return the hexes in range of all units: of aircraft, those at short range too [14.2d, 14.7c]."""
    scenario = state.scenario
    counters = mask_of(scenario.index[id_] for id_ in units)
    if not counters & ~scenario.planes:
        return _flights(state, counters)
    firing = scenario.ships | scenario.those(lambda c: bool(c.range))
    if counters & ~firing or any(state.at[c] < 0 for c in bits(counters)):
        return {}
    return {"fire": _common(in_range(state, c) for c in bits(counters))}


def _flights(state: OcsState, planes: CounterSet) -> Mapping[str, HexSet]:
    """Return the range of air units at their bases; those in the Dead Pile or yet to arrive have none."""
    based = [c for c in bits(planes) if state.host[c] != NO_COUNTER]
    if len(based) < planes.bit_count():
        return {}
    short: int = series_tables()["barrage"]["shifts"]["short_range_hexes"]
    whole = _common(reach(state, c) for c in based)
    near = _common(_within(state, state.host[c], short) for c in based)
    return (
        {"flight": whole, "short": near & whole}
        if any(values(state, c).barrage for c in based)
        else {"flight": whole}
    )


def _within(state: OcsState, host: int, hexes: int) -> HexSet:
    scenario = state.scenario
    if state.at[host] >= 0:
        return scenario.grid.within(state.at[host], hexes) & scenario.playable
    return mask_of(hex_ for hex_ in bits(scenario.playable) if distance(state, host, hex_) <= hexes)


def _common(found: Iterable[HexSet]) -> HexSet:
    return reduce(int.__and__, found)
