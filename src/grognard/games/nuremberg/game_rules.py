"""Chapter 12: the exclusive rules of Objective Nuremberg (see `Exclusive`)."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.tables import QuestionRule, Questions, VerbRule
from grognard.core.dice import Roller
from grognard.core.hexes.grid import Hex, bits
from grognard.core.text import Text
from grognard.games.afcent.model.scenario import NATO, PACT, AfcentScenario
from grognard.games.afcent.model.state import UNKNOWN, AfcentState
from grognard.games.nuremberg import airborne, entry, setup
from grognard.games.nuremberg import exit as exit_rules
from grognard.games.nuremberg.advice import advise_exclusive, advised_declaration_option, attained, prospects
from grognard.games.nuremberg.airborne import apply_declaration_option, declaration_options
from grognard.games.nuremberg.airborne import to_land as arriving
from grognard.games.nuremberg.setup import begin, setting_up, stages
from grognard.games.nuremberg.standings import aims, standings_of
from grognard.games.nuremberg.table_shapes import EXCLUSIVE
from grognard.games.nuremberg.victory import ORDERS, exits, objectives, victory

__all__ = [
    "EXCLUSIVE",
    "advise_exclusive",
    "advised_declaration_option",
    "aims",
    "apply_declaration_option",
    "arriving",
    "attack_modifiers",
    "attained",
    "begin",
    "begin_phase",
    "border_toll",
    "declaration_options",
    "edges",
    "exempt",
    "guess_secrets",
    "objectives",
    "prospects",
    "questions",
    "sentence",
    "setting_up",
    "stages",
    "standings_of",
    "superiority",
    "verbs",
    "victory",
]


def edges(scenario: AfcentScenario) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
    """Return the exit hexes, those of the Northern Pincer first, and the entry queues [10.7, 12.5.2]."""
    return exits(scenario), entry.queue_hexes(scenario)


# -- play ------------------------------------------------------------------------------------------


def sentence(state: AfcentState) -> Text:
    """Return the prompt of a decision in setup, of a drop or in arrivals."""
    return setup.sentence(state) if state.phase == "setup" else airborne.sentence(state)


verbs: tuple[VerbRule[AfcentState], ...] = (
    VerbRule(
        (
            "draw", "choose", "arrive", "primary", "secondary", "place", "withhold", "withhold-south",
            "lift", "fill", "end",
        ),
        ("setup",),
        lambda state, side, order: setup.check_setup(state, order),
        lambda state, side, order, dice: setup.apply_setup(state, order, dice),
        able=lambda state, side: setup.setup_actors(state),
        orders=lambda state, side, unit: setup.setup_orders(state, unit),
        free=lambda state, side: setup.free_orders(state),
    ),
    VerbRule(
        ("enter", "enter-column"),
        ("movement",),
        lambda state, side, order: entry.check_enter(state, order),
        lambda state, side, order, dice: entry.apply_enter(state, order, dice),
        able=lambda state, side: entry.waiting(state),
        orders=lambda state, side, unit: entry.enter_orders(state, unit),
    ),
    VerbRule(
        ("exit",),
        ("movement",),
        lambda state, side, order: exit_rules.check_exit(state, order),
        lambda state, side, order, dice: exit_rules.apply_exit(state, order),
        able=lambda state, side: exit_rules.can_exit(state),
        orders=lambda state, side, unit: exit_rules.exit_orders(state, unit),
    ),
    VerbRule(
        ("land",),
        ("movement", "arrivals"),
        lambda state, side, order: airborne.check_land(state, order),
        lambda state, side, order, dice: airborne.apply_land(state, order, dice),
        able=lambda state, side: airborne.to_land(state),
        orders=lambda state, side, unit: airborne.land_orders(state, unit),
    ),
)  # fmt: skip

questions: Questions[AfcentState] = {
    "drop": QuestionRule(
        ("drop",),
        lambda state, question: airborne.drop_orders(state),
        lambda state, question, order: airborne.check_drop(state, order),
        lambda state, question, order, dice: airborne.apply_drop(state, order, dice),
        lambda state, question: airborne.sentence(state),
        lambda state, question, order: airborne.explain_drop(state, order),
    )
}


def begin_phase(state: AfcentState, dice: Roller) -> list[Event]:
    """Begin the drop of the 103G in the Pact movement phase, or the arrival of the Home Guard.

    [12.4.1.a, 12.4.2-wg]
    """
    if state.phase == "arrivals":
        return airborne.eliminate_stranded(state)
    return airborne.reveal(state) if state.phase == "movement" and state.side == PACT else []


def guess_secrets(state: AfcentState, dice: Roller) -> None:
    """Guess an unknown attack order and drop plan [12.1.4.1.b, 12.1.4.3]."""
    if state.order == UNKNOWN:
        state.order = dice.roll("a guess", len(ORDERS)) - 1
    if UNKNOWN in state.plan:
        airborne.guess_plan(state, dice)


# -- the first turn [12.3] -------------------------------------------------------------------------


def superiority(state: AfcentState) -> int | None:
    """Return the Pact on turn 1, which has air and EW superiority [12.3-air, 12.3-ew]."""
    return PACT if state.turn == 1 else None


def border_toll(state: AfcentState, side: int) -> int:
    """Return the extra MP that the Pact pays for a border hexside on turn 1 [12.3-border, R-NUR-35]."""
    extra: int = state.scenario.special["turn1"]["pact_border_extra"]
    return extra if state.turn == 1 and side == PACT else 0


def attack_modifiers(state: AfcentState, side: int, attackers: CounterSet) -> list[tuple[str, int, str]]:
    """Return the DRMs of surprise on turn 1 [12.3-soviet, 12.3-nato, R-NUR-34]."""
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
    """Return the Home Guard, which does not count for artillery attrition [12.4.2-wg.e, R-NUR-04]."""
    return airborne.tagged(scenario, "home-guard")
