"""Chapters 3.1 to 3.3, 14.1 and 18: counters as printed, with two faces, ratings, size and formation."""

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
    "plane", "ship", "carrier", "landing-craft", "lst", "dukw", "box",
]  # fmt: skip
"""Kinds of units [3.2], transports and markers [3.3], air units [14.1] and ships [18.0]."""

Arm = Literal["ground", "transport", "plane", "ship", "craft", "work"]
"""What the rules treat alike: combat units and Repls [3.2], Transport Points [3.3b], air units [14.1], ships
[18.1], landing craft [18.4], and everything else: dumps, facilities, boxes."""
ARMS: dict[Kind, Arm] = {
    **dict.fromkeys(("truck", "wagon", "organic-truck"), "transport"),
    **dict.fromkeys(("dump", "hedgehog", "port", "air-base", "box"), "work"),
    **dict.fromkeys(("ship", "carrier"), "ship"),
    **dict.fromkeys(("landing-craft", "lst", "dukw"), "craft"),
    "plane": "plane",
}
"""The arm of each kind that is not a combat unit."""
PlaneType = Literal["F", "T", "S", "Tpt"]
"""Fighter, Tactical Bomber, Strategic Bomber, Transport [14.1]."""

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


class PlaneFace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """One side of an air unit: full strength, or reduced by a step loss [14.1b]."""

    air: int = 0
    """Air Combat Rating [14.3]."""
    paren: bool = False
    """Whether the rating is in parentheses, so that the unit cannot attack in Air Combat [14.3a]."""
    barrage: int = 0
    range: int = 0
    """How far it flies to a mission hex or back from it, in hexes [14.2d]."""
    lift: float = 0
    """Air Transport Capacity in tokens; 0.5 for 1/2T [14.9a, 14.9b]."""


class PlaneData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The printed values of an air unit [14.1]."""

    types: tuple[PlaneType, ...]
    """Its type, or the two types of a combo [14.1]."""
    full: PlaneFace
    reduced: PlaneFace
    torpedo: bool = False
    """A Torpedo Bomber, which hits ships only [18.3e]."""
    gliders: bool = False
    """Integral gliders: its cargo ignores the unloading limit [14.10f]."""
    carrier: str = ""
    """The carrier whose name it bears [18.2a]."""


class ShipFace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """One side of a ship: sound or damaged [18.3d]."""

    barrage: int = 0
    range: int = 0
    flak: int = 0
    """Flak Points against missions at ships in its hex [18.3f]."""
    protection: int = 1
    """What the points of a barrage at it are divided by [18.3c]."""
    slow: bool = False
    """The white stripe [18.1f]."""


class ShipData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The printed values of a ship [18.1]."""

    full: ShipFace
    damaged: ShipFace
    destroyer: bool = False
    """A Destroyer, which can enter ports where the scenario says so [18.1c.4]."""
    planes: int = 0
    """How many air units a carrier supports; 0 for only those that bear its name [18.2a]."""


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
    para: bool = False
    """The parachute symbol: it can drop [14.10a]."""
    coastal: bool = False
    """Coastal Artillery, which can fire at ships [18.3g]."""
    flak: bool = False
    """The flak symbol, which adds to Flak by house rule [HR-14.5]."""
    marine: bool = False
    """A commando or marine, for landings [18.5f]."""
    plane: PlaneData | None = None
    """The values of an air unit."""
    ship: ShipData | None = None
    """The values of a ship."""

    @property
    def arm(self) -> Arm:
        """Return what the rules treat it like."""
        return ARMS.get(self.kind, "work" if self.marker else "ground")

    @property
    def quarters(self) -> int:
        """Return its size in quarters of a regimental equivalent."""
        return round(self.re * QUARTERS)
