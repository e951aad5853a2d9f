"""A combat under way: who fights whom, and what has been decided so far [9.2]. Knows no state."""

from __future__ import annotations

import msgspec

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import Hex, HexSet


class Fight(msgspec.Struct, frozen=True):
    """One combat from its declaration to the advance. A decision makes a new one."""

    side: int
    """The attacker."""
    target: Hex
    attackers: CounterSet
    lead: int
    """The unit whose Action Rating counts for the attacker, and that loses his first step [9.6]."""
    defenders: CounterSet
    origin: HexSet
    """The hexes from which the attackers came."""
    overrun: bool = False
    guard: int = -1
    """The defender's Action Rating unit."""
    supplied: CounterSet = 0
    """Defenders with combat supply [9.5]."""
    ground: str = ""
    """The terrain of his hex that the defender takes for himself; it sets the line of the table [9.4c]."""
    against: tuple[tuple[Hex, str], ...] = ()
    """For each attacking hex the terrain that the defender sets against it [9.4b]."""
    result: str = ""
    hits: tuple[int, ...] = ()
    """Units that lost a step by the result, one entry a step [9.11c]."""
    fell_back: bool = False
    """Whether the attacker took some of his option as a retreat [9.10c, 9.12g-B]."""
    failed: bool = False
    """Whether the attacker could not carry out his whole option [9.10c]."""
