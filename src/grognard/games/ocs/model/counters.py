"""Chapters 3.1 to 3.3: counters as printed, with two faces, ratings, size and formation."""

from __future__ import annotations

from typing import Literal

import msgspec

from grognard.core.contract.counters import Counter

Mobility = Literal["leg", "truck", "track"]
"""The mobility types [3.1a], in the order in which charts list their prices."""
Kind = Literal[
    "anti-tank", "armour", "artillery", "assault-gun", "cavalry", "engineer", "hq", "infantry", "mechanized",
    "motorized", "mountain", "rail-repair", "recon", "rocket-artillery", "security", "ski", "organic-truck",
    "truck", "wagon", "dump", "hedgehog", "port", "air-base", "pax", "eq", "breakdown",
]  # fmt: skip
"""Kinds of units [3.2], transports and markers [3.3]."""

QUARTERS = 4
"""Parts of a regimental equivalent: a company is a quarter [4.6]."""


class Face(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """One side of a counter: its values in Combat Mode or in Move Mode [5.2]."""

    strength: int = 0
    paren: bool = False
    """Whether the strength is for defence only [3.2b]."""
    ma: int = 0
    """Movement Allowance [6.1b]."""
    mobility: Mobility = "leg"
    barrage: int = 0
    throw: int = 0
    """How far an HQ throws supply, in movement points [12.3b]."""
    throw_mobility: Mobility = "truck"


class OcsCounter(Counter, frozen=True, forbid_unknown_fields=True, rename="kebab", kw_only=True):
    """A counter of the series. `kind` decides the symbol and the special abilities."""

    kind: Kind
    category: Literal["armor", "mech", "other"] = "other"
    """The combat category [3.2a]."""
    formation: str = ""
    """The multi-unit formation it belongs to [3.1c]; empty for independent units [3.2f]."""
    divisional: bool = False
    """An HQ that serves its own division and independent units of its nation only [13.1d]."""
    ar: int = 0
    """Action Rating [3.2c]."""
    re: float = 0
    """Size in regimental equivalents, as printed [4.6]; 0 for none."""
    range: int = 0
    """How far artillery fires, in hexes [10.1a]."""
    combat: Face | None = None
    """The Combat Mode side; without one a counter is always oriented toward Move Mode [5.6b]."""
    move: Face = Face()
    no_rebuild: bool = False
    """The yellow dot [3.1d]."""
    rebuild: str = ""
    """The line of the rebuild table with its cost [13.5a]; empty if it cannot be rebuilt."""
    pool: str = ""
    """For multi-step units and Breakdowns: the pool that matches Breakdowns and divisions [20.0g]."""
    turn: int = 0
    """The turn it arrives; 0 for counters present at the start [13.6]."""

    @property
    def quarters(self) -> int:
        """Return its size in quarters of a regimental equivalent."""
        return round(self.re * QUARTERS)
