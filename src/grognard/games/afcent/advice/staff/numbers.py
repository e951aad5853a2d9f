"""The numbers by which the staff judges, read from ``staff.toml``; an intention may scale them."""

from __future__ import annotations

import msgspec

from grognard.core.contract.intentions import Intention
from grognard.core.files.files import read_as
from grognard.games.afcent.model.scenario import SHARED
from grognard.games.kit.advice.staff_numbers import numbers_of


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All numbers of the staff; distances are in parts of a movement point."""

    marches: float
    """Distance within which an enemy endangers a city, in marches on the empty map."""
    garrison: float
    """Factors of a strong garrison as a share of those that could attack it."""
    city: float
    """Value of a city if cities are the objective, in combat factors."""
    exit: float
    """Value of an exit if exits are the objective, in combat factors."""
    near_border: float
    """Value to NATO of a city next to the border, relative to others."""
    opened: float
    """Value of clearing the shortest path, in combat factors."""
    cleared: float
    """Value of driving an enemy out of any hex, in combat factors."""
    narrow: float
    """Detour in parts of a point at which that falls to a third."""
    leaver: float
    """Extra value of a unit if units must exit."""
    least_chance: float
    """Minimum probability of each objective."""
    pace: float
    """Expected share of the objective that the Pact captures per turn."""
    everywhere: float
    """Prior weight of objectives spread over the map."""
    at_hand: int
    """Distance from the Pact's country, in parts of a point, at which an objective has normal weight."""
    leaders: int
    """Number of nearest Pact units that indicate its objective."""
    sharp: float
    """Weight of that indication."""
    dear: tuple[float, float]
    """Range of the weight of own losses."""
    stop: int
    """Cost of an enemy ZOC on a path, in parts of a point."""
    given: float
    """Share of the needed hexes that the Pact captures in any case."""
    retries: int
    """Number of retries for units whose path was blocked."""
    exposed: float
    """Cost of being adjacent to an enemy twice as strong, in parts of a point."""
    contact: float
    """Cost of being in an enemy ZOC without attacking."""
    halfway: float
    """Distance in parts of a point at which the pull of a city falls to a quarter."""
    shared: float
    """Factor on a city's pull for each group that goes there."""
    reached: float
    """Extra pull of a city that can be captured now."""
    nearby: int
    """Number of nearest cities that pull a group."""
    spare: int
    """Factor on the units of a quota that set out for it."""
    flight_turns: int
    """Number of last turns in which heliborne units capture cities."""
    alone: int
    """Minimum distance of enemies from a landing city."""
    cover: float
    """Value of blocking the Pact's shortest path, in combat factors."""
    gate: float
    """Value of occupying an exit that the Pact will use, in combat factors."""
    beside_gate: float
    """Relative value of being adjacent to an unguarded exit."""
    retaken: float
    """Value of recapturing a city, relative to keeping one."""
    straight: float
    """Distance from the shortest path, in parts of a point, at which blocking falls to a third."""
    pin: float
    """Value of delaying adjacent enemies, per combat factor."""
    leaving: float
    """Extra value of delaying enemies in an exit."""
    hurt: float
    """Weight of a unit that will probably be lost."""
    top: int
    """Number of best places to evaluate in detail."""
    haste: float
    """Distance from the Pact, in parts of a point, at which urgency falls to a third."""
    parting: float
    """Minimum gain of splitting a stack, in combat factors."""
    nothing: float
    """Minimum value of a place, in combat factors."""
    warning: int
    """Distance of the Pact at which an exit needs a guard, in parts of a point."""
    alarm: int
    """Distance at which it needs a stack."""
    strong: int
    """Number of guards of an exit that the Pact may reach soon."""
    likely: float
    """Minimum probability that the Pact exits there."""
    support: tuple[float, float]
    """Expected net DRM of Pact support; against a city."""
    attacking: float
    """Expected share of the available Pact strength that attacks a hex."""
    beside: int
    """Combat factors that can attack from one hex."""
    surrounded: float
    """Expected number of hexes from which an attack is made."""
    soon: float
    """Weight of the Pact's next turn against the one after."""
    least: tuple[float, float]
    """Minimum expected gain of an attack of each side, in combat factors."""
    committed: float
    """Cost of each attacking combat factor, which could fight elsewhere."""
    trapped: float
    """Loss per combat factor of a force without a retreat."""
    committed_support: float
    """Expected share of the support that the enemy could commit."""
    main_effort: float
    """Minimum number of battles among which a side divides its artillery."""
    price: float
    """Minimum gain of a support marker, in combat factors, while other battles may need it."""
    last_price: float
    """The same when no other battle will need it."""
    surge: float
    """Minimum gain of a momentum attack, as a share of that of a normal attack."""
    probe_gain: float
    """Minimum by which a probe must shorten the path, in parts of a point."""
    further_marker: float
    """Weight of each further marker in a battle, relative to the one before."""
    front: int
    """Maximum distance from the enemy at which units are worth a marker."""
    immobile: float
    """Extra weight of a second EW marker, which stops a stack [6.3-two]."""
    clearing: float
    """Weight of removing an airpower marker, relative to placing one."""
    ready: float
    """The Pact fights first if that gains at least this share of what moving first gains."""
    prepared: float
    """Value to NATO of three artillery markers in every defence, in combat factors per turn."""


STOCK = read_as(SHARED / "staff.toml", Numbers)


def numbers(intention: Intention) -> Numbers:
    """Return the numbers that an intention stands for."""
    return numbers_of(STOCK, intention)
