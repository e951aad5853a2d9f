"""Events of the turn, movement, modes, combat and barrage [2–10, 17, 20]: facts, worded by the interface."""

from __future__ import annotations

from typing import Literal

from grognard.core.contract.events import Event

# -- the turn [2, 17] ------------------------------------------------------------------------------


class GroundWeather(Event, frozen=True, kw_only=True):
    """The ground condition of the turn was set [17.0a]."""

    kind: str = "weather"
    condition: str
    """The condition as charts print it."""


class FlyingWeather(Event, frozen=True, kw_only=True):
    """The flying weather of the turn was rolled [14.1f]."""

    kind: str = "weather"
    flight: str
    """`none`, `limited` or `normal`."""


class InitiativeRolled(Event, frozen=True, kw_only=True):
    """A side rolled for the initiative [2.3]."""

    kind: str = "rolled"
    total: int


class FirstPlayerSet(Event, frozen=True, kw_only=True):
    """The first player of the turn was chosen [2.3]."""

    kind: str = "first"


# -- setup [IV] ------------------------------------------------------------------------------------


class UnitsPlaced(Event, frozen=True, kw_only=True):
    """Units were set up in a hex [IV.A]."""

    kind: str = "placed"


class TransportPrepared(Event, frozen=True, kw_only=True):
    """A Transport Point was set up loaded or empty [IV.C]."""

    kind: str = "placed"
    loaded: bool


# -- movement and modes [5, 6] ---------------------------------------------------------------------


class Moved(Event, frozen=True, kw_only=True):
    """Units moved along a path [6.1]."""

    kind: str = "moved"


class MovementFinished(Event, frozen=True, kw_only=True):
    """Units ended their movement for the phase [4.5b]."""

    kind: str = "done"


class ModeChanged(Event, frozen=True, kw_only=True):
    """Units changed to a mode [5.4]."""

    kind: str = "mode"
    mode: str
    """As `mode` orders name it."""


class ReserveModeLost(Event, frozen=True, kw_only=True):
    """Units lost their Reserve marker [5.4a, 5.7d, 5.7g]."""

    kind: str = "mode"


class StratModeLost(Event, frozen=True, kw_only=True):
    """A unit that did not move left Strat Mode, since it has no trace supply [5.8b]."""

    kind: str = "mode"


class ReservesReleased(Event, frozen=True, kw_only=True):
    """Units were released from Reserve [5.7b]."""

    kind: str = "released"


class Disorganized(Event, frozen=True, kw_only=True):
    """Units in a hex became disorganized [5.10a]."""

    kind: str = "disorganized"


# -- Breakdowns [20] -------------------------------------------------------------------------------


class RegimentDetached(Event, frozen=True, kw_only=True):
    """A division detached a Breakdown; `units` are the regiment and the division [20.0]."""

    kind: str = "detached"


class RegimentAbsorbed(Event, frozen=True, kw_only=True):
    """A division absorbed a Breakdown; `units` are the regiment and the division [20.0d]."""

    kind: str = "absorbed"


# -- losses [4.8a, 9.11] ---------------------------------------------------------------------------


class Loss(Event, frozen=True, kw_only=True):
    """A side lost a step or a whole unit: what both players learn [4.9a, 9.11]."""

    kind: str = "loss"
    whole_unit: bool = False


class Reduced(Event, frozen=True, kw_only=True):
    """A unit lost a step and has others left [9.11]."""

    kind: str = "reduced"


class Eliminated(Event, frozen=True, kw_only=True):
    """A unit was eliminated [9.11]."""

    kind: str = "lost"
    overstacked: bool = False
    """Whether its owner gave it up because of overstacking [4.8a]."""


# -- combat [8, 9] ---------------------------------------------------------------------------------


class AttackDeclared(Event, frozen=True, kw_only=True):
    """A side attacked or overran a hex; `hexes` are the target and the hexes attacked from [9.2-1]."""

    kind: str = "attack"
    overrun: bool


class AttackForce(Event, frozen=True, kw_only=True):
    """The attacking units, as their owner alone knows them [9.6]."""

    kind: str = "force"
    leader: str
    """The id of the unit whose Action Rating counts."""


class CombatOdds(Event, frozen=True, kw_only=True):
    """The odds of a combat before Surprise [9.7]."""

    kind: str = "odds"
    attack: float
    defence: float
    terrain: str
    """The line of the Combat Table [9.3]."""
    odds: str
    attack_rating: int
    defence_rating: int
    hedgehog: int
    """The level of the defender's hedgehog; 0 for none [16.0d]."""


class SurpriseRolled(Event, frozen=True, kw_only=True):
    """Both sides learn who has Surprise [9.8]."""

    kind: str = "surprise"
    surprise: Literal["", "attacker", "defender"]
    columns: int
    """The column shift: to the right, or to the left when negative."""


class CombatResult(Event, frozen=True, kw_only=True):
    """The result of a combat on the Combat Table [9.9]."""

    kind: str = "battle"
    result: str


class Exploitation(Event, frozen=True, kw_only=True):
    """Attackers in the hexes changed to Exploitation Mode [9.13]."""

    kind: str = "exploit"


class Retreated(Event, frozen=True, kw_only=True):
    """Units of a side retreated along a path [9.12]."""

    kind: str = "retreated"


class Advanced(Event, frozen=True, kw_only=True):
    """Units of a side advanced after combat [9.12g]."""

    kind: str = "advanced"


# -- barrage [10] ----------------------------------------------------------------------------------


class BarrageForce(Event, frozen=True, kw_only=True):
    """The artillery of a barrage, as its owner alone knows it [10.0]."""

    kind: str = "force"


class Barraged(Event, frozen=True, kw_only=True):
    """A hex with combat units was barraged [10.0a]."""

    kind: str = "barrage"
    points: int
    shifts: tuple[tuple[str, int], ...]
    """Reasons and column shifts, in order."""
    column: str
    """The final column by its heading."""
    result: str
    """The code of the Barrage Table, with brackets resolved."""
    steps: int
    disorganized: bool


class FacilityBarraged(Event, frozen=True, kw_only=True):
    """A port or air base was barraged [10.0c]."""

    kind: str = "barrage"
    facility: str
    """`port` or `air-base`."""
    points: int
    result: str
    hits: int


# -- captures [9.14] -------------------------------------------------------------------------------


class DumpCaptured(Event, frozen=True, kw_only=True):
    """A dump was captured [9.14b]."""

    kind: str = "captured"
    captured: int
    """Tokens that the new owner has."""
    destroyed: int


class TransportsCaptured(Event, frozen=True, kw_only=True):
    """The Capture Table was rolled for Transport Points [9.14c]."""

    kind: str = "captured"
    transport: str
    """`trucks` or `wagons`."""
    points: int
    captured_points: int
    tokens: int
    captured_tokens: int


class FacilityCaptured(Event, frozen=True, kw_only=True):
    """A hedgehog, port or air base was captured [9.14e, 9.14f, 9.14h]."""

    kind: str = "captured"
    facility: str
    """`hedgehog`, `port` or `air-base`."""


class ExtenderCaught(Event, frozen=True, kw_only=True):
    """An enemy entered the hex of a side's Extender [9.14d]."""

    kind: str = "captured"
    collapses: bool
    """Whether it collapses; without a hex in range it becomes ordinary transport where it is."""


class Displaced(Event, frozen=True, kw_only=True):
    """Transport Points that were not captured were displaced [9.14c]."""

    kind: str = "displaced"
