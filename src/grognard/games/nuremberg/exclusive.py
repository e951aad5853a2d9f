"""Chapter 12: the exclusive rules of Objective Nuremberg, as the system calls them (see `Exclusive`)."""

from __future__ import annotations

from grognard.core.breakdown import Breakdown
from grognard.core.counters import CounterSet
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.events import Event
from grognard.core.hexes import Hex, bits
from grognard.core.orders import Order
from grognard.games.afcent.scenario import NATO, PACT, AfcentScenario
from grognard.games.afcent.state import UNKNOWN, AfcentState
from grognard.games.nuremberg import airborne, deployment, entering, leaving
from grognard.games.nuremberg.airborne import asides, say_aside
from grognard.games.nuremberg.counsel import aside_advised, attained, counsel, prospects
from grognard.games.nuremberg.deployment import begin, setting_up, setup_actors, setup_orders, stages
from grognard.games.nuremberg.standing import aims, standing
from grognard.games.nuremberg.victory import ORDERS, exits, objectives, victory

__all__ = [
    "actors",
    "aims",
    "apply",
    "aside_advised",
    "asides",
    "attack_modifiers",
    "attained",
    "begin",
    "begin_phase",
    "border_toll",
    "check",
    "concerned",
    "counsel",
    "edges",
    "exempt",
    "objectives",
    "orders",
    "preview",
    "prospects",
    "say_aside",
    "sentence",
    "setting_up",
    "setup_actors",
    "setup_orders",
    "stages",
    "standing",
    "superiority",
    "suppose",
    "victory",
]


def edges(scenario: AfcentScenario) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
    """The exits, those of the Northern Pincer first, and where stacks queue up to enter [10.7, 12.5.2]."""
    return exits(scenario), entering.queues(scenario)


# -- play ------------------------------------------------------------------------------------------


def sentence(state: AfcentState) -> str:
    """What is asked in set-up, of a drop or in arrivals."""
    return deployment.sentence(state) if state.phase == "setup" else airborne.sentence(state)


def orders(state: AfcentState, unit: int | None) -> list[Order]:
    """Entering, leaving, landing and dropping."""
    if unit is not None:
        by_land = [*entering.enter_orders(state, unit), *leaving.exit_orders(state, unit)]
        return by_land + airborne.land_orders(state, unit)
    return airborne.drop_orders(state) if state.stack else []


def actors(state: AfcentState) -> CounterSet:
    """Counters that may have such an order."""
    return airborne.to_land(state) | entering.waiting(state) | leaving.leavers(state)


def concerned(state: AfcentState) -> CounterSet:
    """The same at a glance."""
    return airborne.to_land(state) | entering.beside(state) | leaving.leavers(state)


def check(state: AfcentState, side: int, order: Order) -> Illegal | None:
    """Why such an order, or one of set-up, is not legal."""
    if state.phase == "setup":
        return deployment.check_setup(state, order)
    match order.verb:
        case "drop":
            return airborne.check_drop(state, order)
        case "enter" | "enter-column":
            return entering.check_enter(state, order)
        case "exit":
            return leaving.check_exit(state, order)
    return airborne.check_land(state, order)


def apply(state: AfcentState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Carry out such an order."""
    if state.phase == "setup":
        return deployment.apply_setup(state, order, dice)
    match order.verb:
        case "drop":
            return airborne.apply_drop(state, order, dice)
        case "enter" | "enter-column":
            return entering.apply_enter(state, order)
        case "exit":
            return leaving.apply_exit(state, order)
    return airborne.apply_land(state, order, dice)


def preview(state: AfcentState, order: Order) -> Breakdown | None:
    """The chances of a drop [12.4.1]."""
    return airborne.explain_drop(state, order) if order.verb == "drop" else None


def begin_phase(state: AfcentState, dice: Roller) -> list[Event]:
    """The 103G drops when the Pact begins to move; the Home Guard turns out [12.4.1.a, 12.4.2-wg]."""
    if state.phase == "arrivals":
        return airborne.stand_down(state)
    return airborne.reveal(state) if state.phase == "movement" and state.side == PACT else []


def suppose(state: AfcentState, dice: Roller) -> None:
    """Any of the three attack orders, and some plan for the 103G [12.1.4.1.b, 12.1.4.3]."""
    if state.order == UNKNOWN:
        state.order = dice.roll("a guess", len(ORDERS)) - 1
    if UNKNOWN in state.plan:
        airborne.suppose_plan(state, dice)


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


# -- losses ----------------------------------------------------------------------------------------


def exempt(scenario: AfcentScenario) -> CounterSet:
    """The Home Guard does not count for artillery attrition [12.4.2-wg.e, R-NUR-04]."""
    return airborne.tagged(scenario, "home-guard")
