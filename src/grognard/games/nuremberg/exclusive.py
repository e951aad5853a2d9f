"""Chapter 12: the exclusive rules of Objective Nuremberg, as the system calls them (see `Exclusive`)."""

from __future__ import annotations

from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.events import Event
from grognard.core.hexes import Hex, HexSet, bits, mask_of
from grognard.core.orders import Order
from grognard.core.state import Result
from grognard.games.afcent.scenario import NATO, PACT, AfcentScenario, CounterSet
from grognard.games.afcent.state import AfcentState


def edges(scenario: AfcentScenario) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
    """The exits, those of the Northern Pincer first, and where withheld units enter [12.1.4.2.b, 12.5.2]."""
    hexes = scenario.special["victory"]
    exits = tuple(scenario.hex(number) for number in (*hexes["north_hexes"], *hexes["south_hexes"]))
    entries = bits(scenario.region("east-german-entry")) + bits(scenario.region("czechoslovak-entry"))
    return exits, entries


# -- set-up [12.1] ---------------------------------------------------------------------------------


def begin(state: AfcentState) -> None:
    """Put the counters where they wait or stand [12.1]."""


def setting_up(state: AfcentState) -> tuple[int, str]:
    """Who decides in set-up now, and what is asked."""
    return PACT, "draw"


def setup_orders(state: AfcentState, unit: int | None) -> list[Order]:
    """What a unit, or nobody, can be ordered in set-up."""
    return []


def setup_actors(state: AfcentState) -> CounterSet:
    """The counters that can be given an order in set-up."""
    return 0


# -- play ------------------------------------------------------------------------------------------


def orders(state: AfcentState, unit: int | None) -> list[Order]:
    """Entering, leaving, landing, recalling."""
    return []


def actors(state: AfcentState) -> CounterSet:
    """Counters that may have such an order."""
    return 0


def check(state: AfcentState, side: int, order: Order) -> Illegal | None:
    """Why such an order is not legal."""
    return Illegal("4.2", f"no time to {order.verb}")


def apply(state: AfcentState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Carry out such an order."""
    return []


def begin_phase(state: AfcentState, dice: Roller) -> list[Event]:
    """What happens, or is asked, at the start of a phase."""
    return []


# -- the first turn [12.3] -------------------------------------------------------------------------


def superiority(state: AfcentState) -> int | None:
    """The Pact has the sky and the ether on turn 1 [12.3-air, 12.3-ew]."""
    return PACT if state.turn == 1 else None


def border_toll(state: AfcentState, side: int) -> int:
    """What the Pact pays more for a border hexside on turn 1 [12.3-border, R-NUR-35]."""
    extra: int = state.scenario.special["turn1"]["pact_border_extra"]
    return extra if state.turn == 1 and side == PACT else 0


def attack_modifiers(state: AfcentState, side: int, attackers: CounterSet) -> list[tuple[str, int, str]]:
    """Surprise on turn 1: Soviet attacks gain, NATO's lose [12.3-soviet, 12.3-nato, R-NUR-34]."""
    if state.turn != 1:
        return []
    scenario, drm = state.scenario, state.scenario.charts["drm"]
    if side == NATO:
        return [("NATO surprised on turn 1", drm["turn1_nato_attack"], "12.3-nato")]
    if scenario.on("soviet-surprise") and not any(scenario.nation[c] == "SU" for c in bits(attackers)):
        return []
    return [("surprise on turn 1", drm["turn1_soviet_attack"], "12.3-soviet")]


# -- losses and victory ----------------------------------------------------------------------------


def exempt(scenario: AfcentScenario) -> CounterSet:
    """The Home Guard does not count for artillery attrition [12.4.2-wg.e, R-NUR-04]."""
    return mask_of(c for c, counter in enumerate(scenario.counters) if "home-guard" in counter.tags)


def victory(state: AfcentState) -> Result | None:
    """Whether somebody has won in the administrative phase [12.5]."""
    return None


def objectives(state: AfcentState) -> HexSet:
    """The cities of West Germany and the exits [12.5.2]."""
    scenario = state.scenario
    return scenario.cities & scenario.region("west-germany") | mask_of(edges(scenario)[0])
