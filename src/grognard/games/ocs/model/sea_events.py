"""Events of ships and landing craft [18]: facts, worded by the interface."""

from __future__ import annotations

from grognard.core.contract.events import Event


class Sailed(Event, frozen=True, kw_only=True, tag="sailed"):
    """Ships or landing craft moved [18.1e]."""

    _role = "move"


class ShipHit(Event, frozen=True, kw_only=True, tag="hit"):
    """A ship or landing craft was damaged, or lost with all aboard [18.3d, 9.14g]."""

    lost: bool
    points: int = 0
    """Points of landing craft lost; 0 for ships."""


class ShipDisorganized(Event, frozen=True, kw_only=True, tag="ship-dg"):
    """Ships became DG [18.1d]."""


class CargoLost(Event, frozen=True, kw_only=True, tag="cargo"):
    """Supply aboard landing craft was lost [18.3d]."""

    tokens: int


class CraftArranged(Event, frozen=True, kw_only=True, tag="craft"):
    """Points of landing craft were split or combined [18.4d]."""


class Embarked(Event, frozen=True, kw_only=True, tag="embarked"):
    """Units or supply went aboard landing craft in a port [18.4c]."""

    craft: str
    tokens: int = 0


class Disembarked(Event, frozen=True, kw_only=True, tag="disembarked"):
    """Units or supply came ashore in a port [18.5g]."""

    tokens: int = 0


class Salvo(Event, frozen=True, kw_only=True, tag="salvo"):
    """A barrage at a ship, at landing craft or at coastal guns was resolved [18.3c]."""

    target: str
    points: int
    """The points of the firers, divided by the Protection Rating."""
    column: str
    result: str
    steps: int
    disorganized: bool


class NoGunsFound(Event, frozen=True, kw_only=True, tag="no-guns"):
    """Ships fired at coastal guns that were not there [18.3g-C]."""


class SalvoForce(Event, frozen=True, kw_only=True, tag="gunners"):
    """The owner's note of who fires at ships."""


class LandingBegun(Event, frozen=True, kw_only=True, tag="landing"):
    """Units or LSTs are to come ashore when the Amphibious Landing Table is rolled [18.5]."""


class LandingRolled(Event, frozen=True, kw_only=True, tag="alt"):
    """A group came ashore on the Amphibious Landing Table [18.5f]."""

    modifier: int
    outcome: str
    """`success`, `mixed` or `failure`."""
    craft_lost: int
    steps_lost: int


class CameAshore(Event, frozen=True, kw_only=True, tag="ashore"):
    """The owner's note of the units that landed."""


class Waded(Event, frozen=True, kw_only=True, tag="waded"):
    """DUKWs became Transport Points ashore, or landing craft again [18.4e]."""

    to_sea: bool


class PortOpened(Event, frozen=True, kw_only=True, tag="lst-port"):
    """An LST became a port [18.4f]."""


class BeachYielded(Event, frozen=True, kw_only=True, tag="yielded"):
    """The defender has a Beach Assault resolved on the Amphibious Landing Table [18.6b]."""


class BeachLost(Event, frozen=True, kw_only=True, tag="repulsed"):
    """A Beach Assault failed, and its units and craft are destroyed [18.6a-E]."""


class PortLost(Event, frozen=True, kw_only=True, tag="lst-lost"):
    """An LST port was destroyed [18.4f-B]."""
