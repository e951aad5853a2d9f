"""Chapter 9.2: the current combat and what has been decided in it. Knows no state."""

from __future__ import annotations

import msgspec

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import Hex, HexSet


class Fight(msgspec.Struct, frozen=True):
    """One combat from its declaration to the advance. Immutable: each decision makes a copy."""

    side: int
    """The attacker."""
    target: Hex
    attackers: CounterSet
    lead: int
    """The unit whose Action Rating counts for the attacker, and that takes his first loss [9.6]."""
    defenders: CounterSet
    origin: HexSet
    """The hexes from which the units attack."""
    overrun: bool = False
    announced: int | None = None
    """The attacker's Action Rating, which both players know before the defender decides [9.2-3]."""
    guard: int = -1
    """The defender's Action Rating unit."""
    supplied: CounterSet = 0
    """Defenders with combat supply [9.5]."""
    ground: str = ""
    """The terrain chosen for the defenders; it sets the line of the Combat Table [9.4c]."""
    against: tuple[tuple[Hex, str], ...] = ()
    """For each attacking hex the terrain that the defender uses against it [9.4b]."""
    result: str = ""
    hits: tuple[int, ...] = ()
    """Units that lost a step by the result, one entry for each step [9.11c]."""
    fell_back: bool = False
    """Whether the attacker took part of his option as a retreat [9.10c, 9.12g-B]."""
    failed: bool = False
    """Whether the attacker could not fulfil his whole option [9.10c]."""
