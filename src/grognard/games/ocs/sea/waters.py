"""Chapter 18.1c: the hexes and hexsides that ships and landing craft can use."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.hexes.grid import Hex, HexSet, bits
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.terrain.zones import hexes_of

ESTUARY = "estuary"
"""The hexside of a board that is sea between two land hexes [18.1c]."""


@lru_cache(maxsize=32)
def estuary_hexes(scenario: OcsScenario) -> HexSet:
    """Return the hexes that border an estuary [18.1c]."""
    grid, board = scenario.grid, scenario.board
    return sum(
        1 << hex_
        for hex_ in bits(scenario.ground)
        if any(board.has_side(ESTUARY, hex_, other) for other in bits(grid.around[hex_]))
    )


def shores(scenario: OcsScenario) -> HexSet:
    """Return the land hexes that landing craft can be in: coasts, and those at an estuary [18.1c]."""
    return scenario.coast | estuary_hexes(scenario)


@lru_cache(maxsize=32)
def passages(scenario: OcsScenario, craft: bool) -> dict[Hex, HexSet]:
    """Return for each hex the neighbours to which ships, or landing craft, can sail [18.1c].

    Landing craft cross a hexside between two land hexes if it is an estuary, or ends at a sea hex
    [R-OCS-274]; a hexside that is all land they never cross.
    """
    grid, board, sea = scenario.grid, scenario.board, scenario.sea
    shore = shores(scenario)
    found: dict[Hex, HexSet] = {}
    for hex_ in bits(sea | shore):
        near = grid.around[hex_]
        ways = near & sea
        if craft and sea >> hex_ & 1:
            ways |= near & scenario.coast
        elif craft:
            for other in bits(near & shore):
                wet = grid.around[hex_] & grid.around[other] & sea
                if wet or board.has_side(ESTUARY, hex_, other):
                    ways |= 1 << other
        found[hex_] = ways
    return found


def barred(state: OcsState, side: int) -> HexSet:
    """Return the hexes with enemy ships or combat units, which ships cannot enter [18.1b]."""
    scenario = state.scenario
    enemy = (scenario.ships | scenario.craft) & scenario.of_side[1 - side]
    return state.held[1 - side] | hexes_of(state, enemy)


def courses(state: OcsState, side: int, craft: bool, start: Hex, hexes: int) -> dict[Hex, tuple[Hex, ...]]:
    """Return the hexes that can be reached within a number of hexes, each with a shortest path."""
    ways, shut = passages(state.scenario, craft), barred(state, side)
    found: dict[Hex, tuple[Hex, ...]] = {start: (start,)}
    edge = [start]
    for _ in range(hexes):
        following = []
        for hex_ in edge:
            for other in bits(ways.get(hex_, 0) & ~shut):
                if other not in found:
                    found[other] = (*found[hex_], other)
                    following.append(other)
        edge = following
    return found
