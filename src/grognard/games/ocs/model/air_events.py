"""Events of air missions and bases [14, 15]: facts, worded by the interface."""

from __future__ import annotations

from grognard.core.contract.events import Event


class MissionFlown(Event, frozen=True, kw_only=True, tag="mission"):
    """A mission was declared and flown to its hex [14.2f-A, 14.2f-B]. Both know its size and top plane."""

    _role = "mission"

    mission: str
    """The kind of mission."""
    planes: int
    """How many air units fly."""


class MissionForce(Event, frozen=True, kw_only=True, tag="force"):
    """The owner's note of the planes of his mission."""


class PlaneLoss(Event, frozen=True, kw_only=True, tag="loss"):
    """An air unit lost a step [14.1b]."""

    eliminated: bool


class PlanesChecked(Event, frozen=True, kw_only=True, tag="checked"):
    """The planes at a barraged base were checked for losses, a die for each [10.0c-A]."""

    least: int
    """The lowest roll that costs a step."""
    losses: int


class PlanesCaught(Event, frozen=True, kw_only=True, tag="caught"):
    """The planes at a captured base were checked for losses, two dice for each [9.14f]."""

    planes: int
    losses: int


class PlanesAborted(Event, frozen=True, kw_only=True, tag="aborted"):
    """Planes aborted, by choice or in Air Combat [14.1c, 14.3d]."""


class DogFight(Event, frozen=True, kw_only=True, tag="dogfight"):
    """A round of Air Combat: two dice and the loss die [14.3e]."""

    _role = "air"

    attacker: str
    defender: str
    modified: int
    """The roll plus the attacker's rating, less the defender's."""
    outcome: str
    """`attacker`, `both` or `defender`: who aborts."""
    loss: bool
    """Whether those who abort lose a step."""


class Intercepted(Event, frozen=True, kw_only=True, tag="intercepted"):
    """A Fighter intercepts a mission [14.5]."""


class FlakFired(Event, frozen=True, kw_only=True, tag="flak"):
    """Flak was rolled against a mission [14.4e]."""

    _role = "flak"

    points: int
    hit: bool
    aborted: int = 0
    """How many planes abort, by the house rule for the late war [HR-14]."""


class PlanesReturned(Event, frozen=True, kw_only=True, tag="returned"):
    """Planes landed at a base [14.1c]."""

    base: str
    """Its hex, or the id of a box or carrier."""
    active: bool


class PlanesRefitted(Event, frozen=True, kw_only=True, tag="refitted"):
    """Inactive planes became Active [15.1]."""

    base: str


class Trainbusted(Event, frozen=True, kw_only=True, tag="trainbusted"):
    """A Trainbusting mission was resolved [14.8a]."""

    points: int
    result: str
    placed: bool
    """Whether a Trainbusting marker is in the hex now."""


class BaseChanged(Event, frozen=True, kw_only=True, tag="base"):
    """An air base or strip was built, improved or reduced [15.2, 15.3, 15.4]."""

    level: int
    """0 for an air strip."""


class BaseRelocated(Event, frozen=True, kw_only=True, tag="relocated"):
    """An air base was moved before play, from its first hex to its second [HR-16]."""


class PlanesStoodDown(Event, frozen=True, kw_only=True, tag="stood-down"):
    """Planes above a base's limit of Active ones became Inactive [14.2a]."""


class GlidersBuilt(Event, frozen=True, kw_only=True, tag="gliders"):
    """Glider Points were built at a base [14.10e-A]."""

    points: int


class CargoLost(Event, frozen=True, kw_only=True, tag="cargo-lost"):
    """Cargo was destroyed with the planes that carried it [14.4g]."""

    tokens: int = 0


class CargoLanded(Event, frozen=True, kw_only=True, tag="cargo-landed"):
    """Cargo was unloaded at a base [14.9f]."""

    tokens: int


class CargoDropped(Event, frozen=True, kw_only=True, tag="dropped"):
    """Units and supply were dropped, two dice for each [14.10d]."""

    needed: int
    """The roll needed, before modifiers."""
    landed: int
    lost: int
    tokens: int
    lost_tokens: int


class DropPlanned(Event, frozen=True, kw_only=True, tag="planned"):
    """A Drop Plan was made, put off or cancelled [14.10b, 14.10c]."""

    turn: int
    """0 for a cancelled plan."""
