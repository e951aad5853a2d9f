"""Cases 13.6a and 19.0a: the capacity of ports for reinforcements and sea transport, in tokens."""

from __future__ import annotations

import math
from collections.abc import Callable

from grognard.core.hexes.grid import Hex
from grognard.games.ocs.model.scenario import TOKENS
from grognard.games.ocs.model.state import NO_COUNTER, OcsState
from grognard.games.ocs.terrain.ports import port_at, sea_capacity
from grognard.games.ocs.units import transport_size

NO_LIMIT = 1 << 30
"""The capacity of a hex that is not a port."""


def lift(state: OcsState, unit: int) -> int:
    """Return a counter's share of a port's capacity [4.7]."""
    return math.ceil(transport_size.lift(state, unit) * TOKENS)


Capacity = Callable[[OcsState, int], int]
"""A function that returns the capacity of a port."""


def room(state: OcsState, side: int, hex_: Hex, capacity: Capacity = sea_capacity) -> int:
    """Return the capacity left in a hex: none at a port in an enemy ZOC [13.6a]."""
    port = port_at(state, hex_, side)
    return NO_LIMIT if port == NO_COUNTER else max(capacity(state, port) - state.reached[port], 0)


def fits(state: OcsState, side: int, hex_: Hex, unit: int, capacity: Capacity = sea_capacity) -> bool:
    """Whether a unit can enter in a hex; an unused port takes one unit larger than its capacity [19.0a]."""
    port, left = port_at(state, hex_, side), room(state, side, hex_, capacity)
    return lift(state, unit) <= left or (left > 0 and not state.reached[port])


def land(state: OcsState, side: int, hex_: Hex, tokens: int) -> None:
    """Use some capacity of the port in a hex, if there is one."""
    port = port_at(state, hex_, side)
    if port != NO_COUNTER:
        state.reached[port] += tokens
