"""Chapter 18.1c: the hexes and hexsides that ships and landing craft can use."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
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


def open_ports(state: OcsState, side: int, ships: CounterSet) -> HexSet:
    """Return a side's ports that ships can enter: in some games Destroyers can [18.1c.4]."""
    scenario = state.scenario
    if not scenario.file.destroyers_in_ports or ships & ~destroyers(scenario):
        return 0
    return harbours(state, side) & scenario.coast


def harbours(state: OcsState, side: int) -> HexSet:
    """Return the hexes of a side's ports."""
    scenario = state.scenario
    return hexes_of(state, scenario.ports & scenario.of_side[side])


@lru_cache(maxsize=32)
def destroyers(scenario: OcsScenario) -> CounterSet:
    """Return the Destroyers [18.1c.4]."""
    return scenario.those(lambda c: c.ship is not None and c.ship.destroyer)


def disorganize_in_port(state: OcsState, side: int) -> None:
    """Mark large ships in port DG where the scenario lets ships enter: they are there always [18.1c.4]."""
    scenario = state.scenario
    if scenario.file.destroyers_in_ports:
        large = scenario.ships & scenario.of_side[side] & ~destroyers(scenario)
        inside = harbours(state, side)
        state.dg |= mask_of(c for c in bits(large) if state.at[c] >= 0 and inside >> state.at[c] & 1)


def barred(state: OcsState, side: int) -> HexSet:
    """Return the hexes with enemy ships or combat units, which ships cannot enter [18.1b]."""
    scenario = state.scenario
    enemy = (scenario.ships | scenario.craft) & scenario.of_side[1 - side]
    return state.held[1 - side] | hexes_of(state, enemy)


def courses(
    state: OcsState, side: int, craft: bool, start: Hex, hexes: int, ports: HexSet = 0
) -> dict[Hex, tuple[Hex, ...]]:
    """Return the hexes that can be reached within a number of hexes, each with a shortest path.

    `ports` are open to the ships besides the sea.
    """
    ways, shut, near = passages(state.scenario, craft), barred(state, side), state.scenario.grid.around
    found: dict[Hex, tuple[Hex, ...]] = {start: (start,)}
    edge = [start]
    for _ in range(hexes):
        following = []
        for hex_ in edge:
            harbour = near[hex_] & ports if state.scenario.sea >> hex_ & 1 else 0
            for other in bits((ways.get(hex_, 0) | harbour) & ~shut):
                if other not in found:
                    found[other] = (*found[hex_], other)
                    following.append(other)
        edge = following
    return found
