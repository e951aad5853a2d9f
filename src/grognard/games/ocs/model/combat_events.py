"""Events of the turn, movement, modes, combat and barrage [2–10, 17, 20]: facts, worded by the interface."""

from __future__ import annotations

from typing import Literal

from grognard.core.contract.battles import Battle, Effect, EffectKind, Odds, Shift, verdict_of
from grognard.core.contract.events import Event, EventRole
from grognard.games.ocs.model.charts import series_tables

# -- the turn [2, 17] ------------------------------------------------------------------------------


class GroundWeather(Event, frozen=True, kw_only=True, tag="weather"):
    """The ground condition of the turn was set [17.0a]."""

    condition: str
    """The condition as charts print it."""


class FlyingWeather(Event, frozen=True, kw_only=True, tag="weather"):
    """The flying weather of the turn was rolled [14.1f]."""

    flight: str
    """`none`, `limited` or `normal`."""


class SeaWeather(Event, frozen=True, kw_only=True, tag="weather"):
    """The state of the sea was rolled for."""

    swell: bool


class InitiativeRolled(Event, frozen=True, kw_only=True, tag="rolled"):
    """A side rolled for the initiative [2.3]."""

    total: int


class FirstPlayerSet(Event, frozen=True, kw_only=True, tag="first"):
    """The first player of the turn was chosen [2.3]."""


# -- setup [IV] ------------------------------------------------------------------------------------


class UnitsPlaced(Event, frozen=True, kw_only=True, tag="placed"):
    """Units were set up in a hex [IV.A]."""


class TransportPrepared(Event, frozen=True, kw_only=True, tag="placed"):
    """A Transport Point was set up loaded or empty [IV.C]."""

    loaded: bool


# -- movement and modes [5, 6] ---------------------------------------------------------------------


class Moved(Event, frozen=True, kw_only=True, tag="moved"):
    """Units moved along a path [6.1]."""

    _role = "move"


class MovementFinished(Event, frozen=True, kw_only=True, tag="done"):
    """Units ended their movement for the phase [4.5b]."""


class MovementCutShort(Event, frozen=True, kw_only=True, tag="done"):
    """The movement of units ended because others started to move [6.1g]."""

    left: str
    """The MP that the units had left, at most."""


class ModeChanged(Event, frozen=True, kw_only=True, tag="mode"):
    """Units changed to a mode [5.4]."""

    mode: str
    """As `mode` orders name it."""


class ReserveModeLost(Event, frozen=True, kw_only=True, tag="mode"):
    """Units lost their Reserve marker [5.4a, 5.7d, 5.7g]."""


class StratModeLost(Event, frozen=True, kw_only=True, tag="mode"):
    """A unit that did not move left Strat Mode, since it has no trace supply [5.8b]."""


class ReservesReleased(Event, frozen=True, kw_only=True, tag="released"):
    """Units were released from Reserve [5.7b]."""


class Disorganized(Event, frozen=True, kw_only=True, tag="disorganized"):
    """Units in a hex became disorganized [5.10a]."""


# -- Breakdowns [20] -------------------------------------------------------------------------------


class RegimentDetached(Event, frozen=True, kw_only=True, tag="detached"):
    """A division detached a Breakdown; `units` are the regiment and the division [20.0]."""


class RegimentAbsorbed(Event, frozen=True, kw_only=True, tag="absorbed"):
    """A division absorbed a Breakdown; `units` are the regiment and the division [20.0d]."""


# -- losses [4.8a, 9.11] ---------------------------------------------------------------------------


class Loss(Event, frozen=True, kw_only=True, tag="loss"):
    """A side lost a step or a whole unit: what both players learn [4.9a, 9.11]."""

    whole_unit: bool = False

    @property
    def role(self) -> EventRole:
        """A loss, or only a step loss."""
        return "loss" if self.whole_unit else "step"


class Reduced(Event, frozen=True, kw_only=True, tag="reduced"):
    """A unit lost a step and has others left [9.11]."""


class Eliminated(Event, frozen=True, kw_only=True, tag="lost"):
    """A unit was eliminated [9.11]."""

    overstacked: bool = False
    """Whether its owner gave it up because of overstacking [4.8a]."""


# -- combat [8, 9] ---------------------------------------------------------------------------------


class AttackDeclared(Event, frozen=True, kw_only=True, tag="attack"):
    """A side attacked or overran a hex; `hexes` are the target and the hexes attacked from [9.2-1]."""

    _role = "declared"

    overrun: bool

    @property
    def battle(self) -> Battle:
        """Where the attack comes from; both players know it."""
        return Battle(target=self.hexes[0], origins=self.hexes[1:], overrun=self.overrun)


class AttackForce(Event, frozen=True, kw_only=True, tag="force"):
    """The attacking units, as their owner alone knows them [9.6]."""

    _role = "declared"

    leader: str
    """The id of the unit whose Action Rating counts."""

    @property
    def battle(self) -> Battle:
        """The units on the card of the attack that was declared before."""
        return Battle(target="", attackers=self.units)


class RatingAnnounced(Event, frozen=True, kw_only=True, tag="rating"):
    """The attacker announced his Action Rating before the defender decides [9.2-3, 9.6]."""

    rating: int


AntiTank = Literal["none", "light", "heavy"]
"""Anti-tank effects of a side in a combat [9.4e]."""


class CombatOdds(Event, frozen=True, kw_only=True, tag="odds"):
    """The odds of a combat before Surprise [9.7]."""

    _role = "odds"

    attack: float
    defence: float
    terrain: str
    """The line of the Combat Table [9.3]."""
    odds: str
    attack_rating: int
    defence_rating: int
    attack_anti_tank: AntiTank = "none"
    defence_anti_tank: AntiTank = "none"
    """The best anti-tank effects of each side [4.9b]."""
    hedgehog: int
    """The level of the defender's hedgehog; 0 for none [16.0d]."""

    @property
    def battle(self) -> Battle:
        """What both players know of the combat [4.9b]: no units, but totals and ratings."""
        shifts = [
            Shift("attacker's rating", f"{self.attack_rating:+d}", "9.6.1", "attacker"),
            Shift("defender's rating", f"{-self.defence_rating:+d}", "9.6.1", "defender"),
        ]
        if self.hedgehog:
            shifts.append(Shift("hedgehog", f"{-self.hedgehog:+d}", "16.0d.1", "defender"))
        odds = Odds(
            ratio=self.odds,
            attack=self.attack,
            defence=self.defence,
            shifts=tuple(shifts),
            drm=self.attack_rating - self.defence_rating - self.hedgehog,
        )
        return Battle(target=self.hexes[0], odds=odds)


class SurpriseRolled(Event, frozen=True, kw_only=True, tag="surprise"):
    """Both sides learn who has Surprise [9.8]."""

    _role = "surprise"

    surprise: Literal["", "attacker", "defender"]
    columns: int
    """The column shift: to the right, or to the left when negative."""


class CombatResult(Event, frozen=True, kw_only=True, tag="battle"):
    """The result of a combat on the Combat Table [9.9]."""

    _role = "battle"

    result: str

    @property
    def battle(self) -> Battle:
        """How good the result is for the attacker; `CombatOdds` has the odds."""
        code = series_tables()["combat"]["codes"][self.result]
        harm: list[tuple[EffectKind, int, bool]] = [
            ("step-loss", code["d_loss"], False),
            ("option", code["d_option"], False),
            ("step-loss", code["a_loss"], True),
            ("option", code["a_option"], True),
        ]
        harm.append(("exploit", code["exploit_ar"], True))
        harm.append(("disorganized", int(code["d_dg"]), False))
        effects = tuple(Effect(kind=kind, own=own, count=count) for kind, count, own in harm if count)
        return Battle(target=self.hexes[0], verdict=verdict_of(effects), effects=effects)


class Exploitation(Event, frozen=True, kw_only=True, tag="exploit"):
    """Attackers in the hexes changed to Exploitation Mode [9.13]."""


class Retreated(Event, frozen=True, kw_only=True, tag="retreated"):
    """Units of a side retreated along a path [9.12]."""

    _role = "retreat"


class Advanced(Event, frozen=True, kw_only=True, tag="advanced"):
    """Units of a side advanced after combat [9.12g]."""

    _role = "advance"


# -- barrage [10] ----------------------------------------------------------------------------------


class BarrageForce(Event, frozen=True, kw_only=True, tag="force"):
    """The artillery of a barrage, as its owner alone knows it [10.0]."""


class Barraged(Event, frozen=True, kw_only=True, tag="barrage"):
    """A hex with combat units was barraged [10.0a]."""

    _role = "barrage"

    points: int
    shifts: tuple[tuple[str, int], ...]
    """Reasons and column shifts, in order."""
    column: str
    """The final column by its heading."""
    result: str
    """The code of the Barrage Table, with brackets resolved."""
    steps: int
    disorganized: bool


class FacilityBarraged(Event, frozen=True, kw_only=True, tag="barrage"):
    """A port or air base was barraged [10.0c]."""

    _role = "barrage"

    facility: str
    """`port` or `air-base`."""
    points: int
    result: str
    hits: int


# -- captures [9.14] -------------------------------------------------------------------------------


class DumpCaptured(Event, frozen=True, kw_only=True, tag="captured"):
    """A dump was captured [9.14b]."""

    _role = "capture"

    captured: int
    """Tokens that the new owner has."""
    destroyed: int


class TransportsCaptured(Event, frozen=True, kw_only=True, tag="captured"):
    """The Capture Table was rolled for Transport Points [9.14c]."""

    transport: str
    """`trucks` or `wagons`."""
    points: int
    captured_points: int
    tokens: int
    captured_tokens: int


class Reconnoitred(Event, frozen=True, kw_only=True, tag="recon"):
    """A recon unit learned what is in an enemy hex [21.1]."""

    steps: int
    armor: bool
    mech: bool
    anti_tank: bool


class FacilityCaptured(Event, frozen=True, kw_only=True, tag="captured"):
    """A hedgehog, port or air base was captured [9.14e, 9.14f, 9.14h]."""

    _role = "capture"

    facility: str
    """`hedgehog`, `port` or `air-base`."""


class ExtenderCaught(Event, frozen=True, kw_only=True, tag="captured"):
    """An enemy entered the hex of a side's Extender [9.14d]."""

    collapses: bool
    """Whether it collapses; without a hex in range it becomes ordinary transport where it is."""


class Displaced(Event, frozen=True, kw_only=True, tag="displaced"):
    """Transport Points that were not captured were displaced [9.14c]."""


class Surrendered(Event, frozen=True, kw_only=True, tag="resolve"):
    """A unit rolled for its resolve, and surrendered or fights on [SR-1]."""

    needed: int
    """The highest roll at which it fights on."""
    gives_up: bool
