"""Events of Stalin's World War III: what happened, as facts. `sentences` puts them into words."""

from __future__ import annotations

from typing import Literal

from grognard.core.contract.events import Event
from grognard.games.kit.events import Declined, Fought

# -- setup and victory [3, 4] ------------------------------------------------------------------------


class UnitsPlaced(Event, frozen=True, kw_only=True, tag="placed"):
    """A side set up units in a hex [3.1]."""


class SetupFilled(Event, frozen=True, kw_only=True, tag="placed"):
    """A side set up its remaining units as in the ready-made setup [3.1]."""

    count: int


class UnitHeldBack(Event, frozen=True, kw_only=True, tag="held"):
    """A side put a unit into its reserve instead of setting it up [Pincher 3.7, Sandown 3.6]."""


class UnitTakenBack(Event, frozen=True, kw_only=True, tag="lifted"):
    """A side took a unit back in order to set it up elsewhere [3.1]."""


class DivisionsDrawn(Event, frozen=True, kw_only=True, tag="drawn"):
    """The Soviet player drew divisions blindly [Sandown 3.4]."""


class DivisionSwapped(Event, frozen=True, kw_only=True, tag="swapped"):
    """The Soviet player exchanged the first unit for the second [Sandown 3.4, 4.4]."""

    target: int
    """Points the Soviets must now exceed."""


class TheatreClosed(Event, frozen=True, kw_only=True, tag="closed"):
    """Play ended on one of two maps without a Soviet victory there [R-GC-01]."""

    theatre: str
    reason: str


# -- airpower, supply, neutrals [3.2, 6, 9] ----------------------------------------------------------


class AirSuperiorityRolled(Event, frozen=True, kw_only=True, tag="air-roll"):
    """A side rolled its dice for air superiority; it may have none [6.1]."""

    bonus: int
    """What is added to the dice."""


class AirSuperiority(Event, frozen=True, kw_only=True, tag="air"):
    """A side has air superiority and markers to place [6.1]."""

    markers: int
    theatre: str = ""
    """The map, where there are two."""


class AerialSupplyPlaced(Event, frozen=True, kw_only=True, tag="supplied"):
    """A side placed an aerial supply marker [9.18]."""


class CountryJoined(Event, frozen=True, kw_only=True, tag="joined"):
    """A neutral country entered the war on the Allied side [3.2, R-PIN-05]."""

    _role = "joined"

    country: str


# -- reinforcements [10] -----------------------------------------------------------------------------


class ReinforcementsDrawn(Event, frozen=True, kw_only=True, tag="drawn"):
    """The dice gave a number of reinforcements, which were drawn; there may be none [10.4, 10.5]."""

    pool: str
    """What was rolled for, such as ``Turkish units``."""


class FleetRolled(Event, frozen=True, kw_only=True, tag="fleet"):
    """A die was rolled for the marines, or without units for naval airpower [Sandown 10.7]."""

    arrived: bool


class ReinforcementsReturned(Event, frozen=True, kw_only=True, tag="returned"):
    """Reinforcements that could not be placed returned to their pools [10.8]."""


class ReinforcementPlaced(Event, frozen=True, kw_only=True, tag="arrived"):
    """A reinforcement was placed in a hex [10.4, 10.5]."""

    _role = "arrival"


class UnitDiverted(Event, frozen=True, kw_only=True, tag="diverted"):
    """A reinforcement for Europe was sent to the Mid-East [14.6]."""


class DivisionRebuilt(Event, frozen=True, kw_only=True, tag="rebuilt"):
    """The first unit was rebuilt with the second, which is eliminated [Pincher 10.6]."""


class SecondFormationCalled(Event, frozen=True, kw_only=True, tag="called"):
    """The Soviet player called second formation divisions for a map [Sandown 10.9]."""

    theatre: str
    target: int
    """Points the Soviets must now exceed there."""


class Dropped(Event, frozen=True, kw_only=True, tag="dropped"):
    """Paratroops were dropped into a hex [10.2]."""

    _role = "arrival"


# -- movement [10.3, 11] -----------------------------------------------------------------------------


class Moved(Event, frozen=True, kw_only=True, tag="moved"):
    """Units moved along a path, or by sea from port to port [11.1, 11.16, 11.19]."""

    _role = "move"

    by: Literal["land", "column", "sea"] = "land"
    entered: bool = False
    """Whether they entered the map [10.3]."""


class ReservesCommitted(Event, frozen=True, kw_only=True, tag="committed"):
    """The Soviet player declared which units will enter the map in this phase [R-PIN-31]."""


class DikesBlown(Event, frozen=True, kw_only=True, tag="flooded"):
    """A side blew the dikes and flooded the polders [Pincher 11.11]."""

    _role = "joined"


# -- combat and atomic attacks [12, 13] --------------------------------------------------------------


class BattleFought(Fought, frozen=True, kw_only=True, tag="battle"):
    """Units attacked a hex; no die is rolled where the odds are beyond the table [12.19]."""

    odds: str
    """The final odds; empty where one side has no unit left [R-SWW-24]."""
    result: str
    """A result of the combat table, or `empty` or `spent`."""


class UnitRevealed(Event, frozen=True, kw_only=True, tag="revealed"):
    """An untried unit was revealed; a 0-0 unit is removed [Pincher 10.4, Sandown 10.9]."""

    attack: int
    defence: int


class Reduced(Event, frozen=True, kw_only=True, tag="reduced"):
    """A unit lost the first of its two steps [2.11]."""

    _role = "step"


class BloodbathStopped(Declined, frozen=True, kw_only=True):
    """The attacker does not continue a bloodbath [12.20-BB]."""


class AtomicAttackDeclared(Event, frozen=True, kw_only=True, tag="declared"):
    """A side declared an atomic attack, which the other side may precede with its own [13.4]."""


class AtomicAttack(Event, frozen=True, kw_only=True, tag="struck"):
    """A side made an atomic attack on a hex [13.5]."""

    _role = "strike"

    terrain: str
    modifier: int
    """What the terrain adds to the dice."""
    steps: int


class PrestigeLost(Event, frozen=True, kw_only=True, tag="prestige"):
    """An atomic attack cost US prestige [13.9]."""

    loss: int
    left: int
