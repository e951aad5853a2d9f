"""Cases 13.5b, 13.6b and IV.B: entry hexes and modes of setup, reinforcements and rebuilt units."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.ocs.model.charts import LEG
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.terrain import step_costs
from grognard.games.ocs.terrain.weather import ground_of
from grognard.games.ocs.terrain.zones import attack_capable, enemy_asset_hexes, hexes_of, zoc
from grognard.games.ocs.units.modes import reserve_hexes, spare_markers

# -- hexes ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def map_edge(scenario: OcsScenario) -> HexSet:
    """Return the map edge hexes that leg units can enter [13.6b]."""
    land, around = scenario.ground, scenario.grid.around
    edge = sum(1 << h for h in bits(land) if (around[h] & land).bit_count() < 6)
    return edge & enterable(scenario, LEG, 0)


@lru_cache(maxsize=64)
def enterable(scenario: OcsScenario, mobility: int, ground: int) -> HexSet:
    """Return the hexes that a mobility type can enter from some side by regular movement [IV.I]."""
    found = 0
    for hexes in step_costs.enterable_steps(scenario, mobility, ground):
        found |= hexes
    return found


def enterable_by(state: OcsState, unit: int) -> HexSet:
    """Return the hexes that a unit can enter on one of its faces."""
    scenario = state.scenario
    found = 0
    for mobility in scenario.mobility[unit]:
        found |= enterable(scenario, mobility, ground_of(state, scenario.side_of[unit]))
    return found


def named_hexes(scenario: OcsScenario, name: str, turn: int) -> HexSet:
    """Return the hexes of a name in a schedule: a source open in the turn, a place or a region.

    An off-map box has no hexes.
    """
    if name in [box.id for box in scenario.file.box]:
        return 0
    source = next((source for source in scenario.file.source if source.id == name), None)
    if source is None:
        return scenario.hexes((name,))
    return 1 << scenario.hex(source.hex) if source.turns[0] <= turn <= source.turns[1] else 0


def open_places(state: OcsState, side: int, names: tuple[str, ...]) -> list[Hex]:
    """List the hexes in which a side can enter the map, in the order of the schedule.

    A map edge hex that the enemy blocks is replaced by the nearest free ones [13.6b]. Enemy supply and
    transports are captured only by movement, so they block a hex too [4.4c].
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
    """Return the voluntary modes in which a unit can enter play in a hex [13.5b, 13.6b, IV.B].

    Reserve and Strat Mode not in an enemy ZOC [5.7c, 5.8a], at setup not adjacent to Attack-Capable enemies.
    """
    scenario, bit = state.scenario, 1 << unit
    found = ["move"] if scenario.one_faced & bit else ["combat", "move"]
    if _in_contact(state, scenario.side_of[unit], hex_):
        return tuple(found)
    if (scenario.combat_units | scenario.organic) & bit and _reserve_fits(state, unit, hex_):
        found += ["reserve-move"] if scenario.one_faced & bit else ["reserve", "reserve-move"]
    if scenario.combat_units & bit:
        found.append("strat")
    return tuple(found)


def _in_contact(state: OcsState, side: int, hex_: Hex) -> bool:
    if state.turn:
        return bool(zoc(state, 1 - side) >> hex_ & 1)
    enemies = hexes_of(state, attack_capable(state) & state.scenario.of_side[1 - side])
    return bool(enemies & state.scenario.grid.around[hex_])


def _reserve_fits(state: OcsState, unit: int, hex_: Hex) -> bool:
    """Whether a Reserve marker is left [5.4a, R-OCS-44], and no hedgehog is in the hex [5.7g, 16.0f]."""
    scenario = state.scenario
    side = scenario.side_of[unit]
    if state.here.get(hex_, 0) & scenario.hedgehogs and not scenario.on("HR-4"):
        return False
    shared = reserve_hexes(state, side, without=1 << unit) >> hex_ & 1
    return bool(shared) or spare_markers(state, side, without=1 << unit) > 0
