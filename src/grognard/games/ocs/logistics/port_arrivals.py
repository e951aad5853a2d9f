"""Reinforcements at ports: what one takes in the Reinforcement Phase [13.6a, 19.0a]. Amounts in tokens."""

from __future__ import annotations

import math

from grognard.core.hexes.grid import Hex
from grognard.games.ocs.logistics import transports
from grognard.games.ocs.model.scenario import TOKENS
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.terrain.ports import port_at, sea_capacity

NO_LIMIT = 1 << 30
"""What a hex takes that is no port."""


def lift(state: OcsState, unit: int) -> int:
    """What a counter takes of a port's capacity [4.7]."""
    return math.ceil(transports.lift(state, unit) * TOKENS)


def room(state: OcsState, side: int, hex_: Hex) -> int:
    """What can still come on in a hex: nothing at a port in an enemy zone [13.6a]."""
    port = port_at(state, hex_, side)
    return NO_LIMIT if port < 0 else max(sea_capacity(state, port) - state.reached[port], 0)


def fits(state: OcsState, side: int, hex_: Hex, unit: int) -> bool:
    """Whether a unit can come on; a port that did nothing else takes one that is too large for it [19.0a]."""
    port, left = port_at(state, hex_, side), room(state, side, hex_)
    return lift(state, unit) <= left or (left > 0 and not state.reached[port])


def land(state: OcsState, side: int, hex_: Hex, tokens: int) -> None:
    """So much came on in a hex."""
    port = port_at(state, hex_, side)
    if port >= 0:
        state.reached[port] += tokens
