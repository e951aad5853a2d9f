"""Reinforcements at ports: what a port takes in the Reinforcement Phase [13.6a, 19.0a]."""

from __future__ import annotations

from grognard.core.hexes import Hex
from grognard.games.ocs.neighbours import called
from grognard.games.ocs.scenario import TOKENS, OcsScenario
from grognard.games.ocs.state import OcsState
from grognard.games.ocs.zones import zone

NO_LIMIT = 1 << 30
"""What a hex takes that is no port."""


def lift(scenario: OcsScenario, unit: int) -> int:
    """What a counter takes of a port's capacity, in tokens: 1 RE is as much as 1 SP [4.7]."""
    if scenario.transports >> unit & 1:
        return TOKENS
    table = scenario.tables["transport"]
    move = scenario.faces[unit][1]
    low, high = table["light_move_ma"]
    light = move.mobility == "leg" and low <= move.ma <= high
    size = scenario.size[unit] * TOKENS / 4
    return int(-(-size * (table["light_lift_fraction"] if light else 1) // 1))


def port_at(state: OcsState, side: int, hex_: Hex) -> int:
    """A side's port in a hex; -1 when there is none."""
    scenario = state.scenario
    found = state.here.get(hex_, 0) & scenario.ports & scenario.of_side[side]
    return found.bit_length() - 1


def room(state: OcsState, side: int, hex_: Hex) -> int:
    """What can still come on in a hex, in tokens: nothing at a port in an enemy zone [13.6a]."""
    port = port_at(state, side, hex_)
    if port < 0:
        return NO_LIMIT
    if zone(state, 1 - side) >> hex_ & 1:
        return 0
    capacity: int = called("ports", "capacity")(state, port)
    return max(capacity - state.reached[port], 0)


def fits(state: OcsState, side: int, hex_: Hex, tokens: int) -> bool:
    """Whether so much can come on; an idle port takes one thing that is larger than it [19.0a]."""
    left, port = room(state, side, hex_), port_at(state, side, hex_)
    return tokens <= left or (left > 0 and not state.reached[port])


def land(state: OcsState, side: int, hex_: Hex, tokens: int) -> None:
    """So much came on in a hex."""
    port = port_at(state, side, hex_)
    if port >= 0:
        state.reached[port] += tokens
