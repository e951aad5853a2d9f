"""Where things come onto the map, and in which modes: set-up, reinforcements and rebuilt units share this."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.ocs.model.charts import LEG
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.terrain import step_costs
from grognard.games.ocs.terrain.zones import attack_capable, enemy_asset_hexes, hexes_of, zoc
from grognard.games.ocs.units.modes import reserve_hexes, spare_markers

# -- places --------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def map_edge(scenario: OcsScenario) -> HexSet:
    """The hexes of the map's edge that somebody on foot can stand in [13.6b]."""
    land, around = scenario.land, scenario.grid.around
    edge = sum(1 << h for h in bits(land) if (around[h] & land).bit_count() < 6)
    return edge & enterable(scenario, LEG, 0)


@lru_cache(maxsize=64)
def enterable(scenario: OcsScenario, mobility: int, ground: int) -> HexSet:
    """The hexes that a mobility type can enter from somewhere by regular movement [IV.I]."""
    found = 0
    for hexes in step_costs.enterable_steps(scenario, mobility, ground):
        found |= hexes
    return found


def standable(state: OcsState, unit: int) -> HexSet:
    """The hexes that a unit could enter with one of its faces."""
    scenario = state.scenario
    found = 0
    for mobility in scenario.mobility[unit]:
        found |= enterable(scenario, mobility, state.ground)
    return found


def named_hexes(scenario: OcsScenario, name: str, turn: int) -> HexSet:
    """The hexes that a schedule names: those of a source that is open in the turn, a place or a region."""
    source = next((source for source in scenario.file.source if source.id == name), None)
    if source is None:
        return scenario.hexes((name,))
    return 1 << scenario.hex(source.hex) if source.turns[0] <= turn <= source.turns[1] else 0


def open_places(state: OcsState, side: int, names: tuple[str, ...]) -> list[Hex]:
    """Where a side can bring something on, in the order of the schedule.

    For a hex of the map's edge that the enemy blocks, the nearest ones that are free [13.6b]. His supply and
    transports are captured by movement only, so nobody appears on top of them [4.4c].
    """
    scenario = state.scenario
    enemy = state.held[1 - side] | enemy_asset_hexes(state, side)
    found: list[Hex] = []
    for name in names:
        for hex_ in bits(named_hexes(scenario, name, state.turn)):
            found += _unblocked(scenario, hex_, enemy)
    return list(dict.fromkeys(found))


def _unblocked(scenario: OcsScenario, hex_: Hex, enemy: HexSet) -> list[Hex]:
    if not enemy >> hex_ & 1:
        return [hex_]
    edge = map_edge(scenario)
    if not edge >> hex_ & 1:
        return []
    free = bits(edge & ~enemy)
    distance = scenario.grid.distance
    nearest = min((distance(hex_, other) for other in free), default=0)
    return [other for other in free if distance(hex_, other) == nearest]


# -- modes ---------------------------------------------------------------------------------------------


def open_modes(state: OcsState, unit: int, hex_: Hex) -> tuple[str, ...]:
    """The voluntary modes in which a unit can come into play in a hex [13.5b, 13.6b, IV.B].

    Reserve and Strat not in an enemy zone [5.7c, 5.8a], at set-up not beside Attack-Capable enemies.
    """
    scenario, bit = state.scenario, 1 << unit
    found = ["move"] if scenario.one_faced & bit else ["combat", "move"]
    if _pressed(state, scenario.side_of[unit], hex_):
        return tuple(found)
    if (scenario.combat_units | scenario.organic) & bit and _reserve_fits(state, unit, hex_):
        found += ["reserve-move"] if scenario.one_faced & bit else ["reserve", "reserve-move"]
    if scenario.combat_units & bit:
        found.append("strat")
    return tuple(found)


def _pressed(state: OcsState, side: int, hex_: Hex) -> bool:
    if state.turn:
        return bool(zoc(state, 1 - side) >> hex_ & 1)
    enemies = hexes_of(state, attack_capable(state) & state.scenario.of_side[1 - side])
    return bool(enemies & state.scenario.grid.around[hex_])


def _reserve_fits(state: OcsState, unit: int, hex_: Hex) -> bool:
    """Whether a marker is left for the stack [5.4a, R-OCS-44], and no hedgehog is there [5.7g, 16.0f]."""
    scenario = state.scenario
    side = scenario.side_of[unit]
    if state.here.get(hex_, 0) & scenario.hedgehogs:
        return False
    shared = reserve_hexes(state, side, without=1 << unit) >> hex_ & 1
    return bool(shared) or spare_markers(state, side, without=1 << unit) > 0
