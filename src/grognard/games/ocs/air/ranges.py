"""Chapters 14.2d and 14.4c: how far aircraft fly, from bases on the map and from boxes, and Patrol Zones."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.ocs.air.bases import active_at, box_data, hosts
from grognard.games.ocs.air.planes import fighters, open_rated, values
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import NO_COUNTER, OcsState

Place = tuple[int, int]
"""A column from the west, and half hexes from the north."""


def _of_hex(scenario: OcsScenario, hex_: Hex) -> Place:
    grid = scenario.grid
    return grid.column(hex_), 2 * grid.row(hex_) + grid.is_low(hex_)


@lru_cache(maxsize=256)
def _of_box(scenario: OcsScenario, host: int) -> Place:
    """Return the place that a box would have if the hex numbers went on beyond the board [I.F]."""
    box, grid = box_data(scenario, host), scenario.grid
    assert box is not None, "bases and carriers are in a hex"
    sheet, corner = grid.numbering.sheets[0], grid.hexes()[0]
    column = box.column - sheet.columns[0] + sheet.west
    down = box.row - sheet.rows[0] if grid.numbering.rows_grow == "south" else sheet.rows[1] - box.row
    low = grid.is_low(corner) == ((column - grid.column(corner)) % 2 == 0)
    return column, 2 * (sheet.north + down) + low


def _gap(a: Place, b: Place) -> int:
    """Return the distance in hexes between two places.

    >>> _gap((0, 0), (0, 6)), _gap((0, 0), (3, 3)), _gap((2, 0), (0, 6))
    (3, 3, 4)
    """
    across, down = abs(b[0] - a[0]), abs(b[1] - a[1])
    return across + max(0, (down - across) // 2)


def distance(state: OcsState, host: int, hex_: Hex) -> int:
    """Return the distance from a base, carrier or box to a hex [14.2d]."""
    if state.at[host] >= 0:
        return state.scenario.grid.distance(state.at[host], hex_)
    return _gap(_of_box(state.scenario, host), _of_hex(state.scenario, hex_))


def between(state: OcsState, host: int, other: int) -> int:
    """Return the distance between two bases, carriers or boxes [14.11]."""
    if state.at[other] >= 0:
        return distance(state, host, state.at[other])
    if state.at[host] >= 0:
        return distance(state, other, state.at[host])
    return _gap(_of_box(state.scenario, host), _of_box(state.scenario, other))


@lru_cache(maxsize=512)
def _edge(scenario: OcsScenario, box: int, hex_: Hex) -> Hex:
    """Return the hex where a flight from a box to a hex enters the map, nearest to a straight line."""
    start, end = _of_box(scenario, box), _of_hex(scenario, hex_)
    across, down = end[0] - start[0], end[1] - start[1]

    def detour(other: Hex) -> tuple[int, int, int]:
        place = _of_hex(scenario, other)
        aside = abs((place[0] - start[0]) * down - (place[1] - start[1]) * across)
        return _gap(start, place) + _gap(place, end), _gap(start, place), aside

    return min(bits(scenario.playable), key=detour)


def start_of(state: OcsState, host: int, hex_: Hex) -> Hex:
    """Return where a flight to a hex begins on the map: at its base, or at the edge if that is a box."""
    return state.at[host] if state.at[host] >= 0 or hex_ < 0 else _edge(state.scenario, host, hex_)


def reaches(state: OcsState, plane: int, hex_: Hex) -> bool:
    """Return whether a hex is in an air unit's range from its base, whatever lies between [14.2d]."""
    return distance(state, state.host[plane], hex_) <= values(state, plane).range


def reach(state: OcsState, plane: int) -> HexSet:
    """Return the hexes in an air unit's range from its base [14.2d]."""
    scenario, host, far = state.scenario, state.host[plane], values(state, plane).range
    if state.at[host] >= 0:
        return scenario.grid.within(state.at[host], far) & scenario.playable
    return _box_reach(scenario, host, far)


@lru_cache(maxsize=256)
def _box_reach(scenario: OcsScenario, box: int, far: int) -> HexSet:
    """Return the hexes within a range of a box, which never moves [14.2d, I.F]."""
    place = _of_box(scenario, box)
    return mask_of(hex_ for hex_ in bits(scenario.playable) if _gap(place, _of_hex(scenario, hex_)) <= far)


# -- Patrol Zones ------------------------------------------------------------------------------------


def to_mission(state: OcsState, host: int, mission: Mission) -> int:
    """Return the distance from a base to the hex of a mission, or to the box it flies to."""
    if mission.target >= 0:
        return distance(state, host, mission.target)
    return between(state, host, mission.goal)


def patrolling(state: OcsState, mission: Mission) -> tuple[int, ...]:
    """Return the enemy bases whose Patrol Zone covers a mission hex [14.4c.1, R-OCS-207, R-OCS-209]."""
    radius: int = series_tables()["flak"]["patrol_zone_radius"]
    flying = fighters(state.scenario)
    return tuple(
        host
        for host in bits(hosts(state, 1 - mission.side))
        if to_mission(state, host, mission) <= radius and active_at(state, host) & flying
    )


def is_long_range(state: OcsState, plane: int, mission: Mission) -> bool:
    """Return whether a plane flies more than half its range to a mission hex, by option [21.4, R-OCS-285]."""
    if not state.scenario.on("21.4") or state.host[plane] == NO_COUNTER:
        return False
    return is_beyond_half(state, plane, to_mission(state, state.host[plane], mission))


def is_beyond_half(state: OcsState, plane: int, hexes: int) -> bool:
    """Return whether a distance is more than half the range of a plane [21.4]."""
    fraction: float = series_tables()["options"]["long_range_fraction"]
    return hexes > values(state, plane).range * fraction


def in_enemy_patrol(state: OcsState, mission: Mission) -> bool:
    """Return whether a mission flies into an enemy Patrol Zone [14.4c.2]."""
    return bool(patrolling(state, mission))


def interceptors(state: OcsState, mission: Mission) -> tuple[int, ...]:
    """Return the Fighters that can intercept a mission: one of them may [14.5.2].

    They are Active at a base whose Patrol Zone covers the hex, have an open rating and the range, and have
    not flown in this phase [R-OCS-206, R-OCS-207].
    """
    found = 0
    for host in patrolling(state, mission):
        ready = active_at(state, host) & fighters(state.scenario) & ~state.flown
        far = to_mission(state, host, mission)
        found |= mask_of(c for c in bits(open_rated(state, ready)) if values(state, c).range >= far)
    return bits(found)
