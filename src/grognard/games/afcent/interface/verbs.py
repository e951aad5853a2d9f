"""The tables of verbs and questions of the series, with those of the exclusive rules [12]."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.tables import QuestionRule, Questions, VerbRule, VerbTable
from grognard.core.dice import Roller
from grognard.games.afcent.combat import attack, results, support
from grognard.games.afcent.markers import airpower, electronic_warfare, marker_attrition
from grognard.games.afcent.markers.airpower import END, ROLL
from grognard.games.afcent.model.scenario import AfcentScenario
from grognard.games.afcent.model.state import AfcentState
from grognard.games.afcent.movement import moves, refugees
from grognard.games.afcent.turn import sequence
from grognard.games.kit.probing import explain_probe

BARE = ("draw", "roll", "fill", "end", "stay", "pass")
"""Verbs that take no units, hexes or words."""


def _unless_rolled(state: AfcentState, side: int) -> list[Order]:
    """Return the roll that begins a marker phase."""
    return [] if state.rolled else [ROLL]


def _ending_phase(
    act: Callable[[AfcentState, Order, Roller], list[Event]],
) -> Callable[[AfcentState, int, Order, Roller], list[Event]]:
    """Wrap an order of a marker phase, which ends with the last marker."""

    def apply(state: AfcentState, side: int, order: Order, dice: Roller) -> list[Event]:
        events = act(state, order, dice)
        if not state.to_place:
            sequence.next_phase(state, dice, events)
        return events

    return apply


PREPARATION: tuple[VerbRule[AfcentState], ...] = (
    VerbRule(
        ("declare",),
        ("declare",),
        lambda state, side, order: sequence.check_declaration(state, order),
        lambda state, side, order, dice: sequence.declare(state, order, dice),
        free=lambda state, side: sequence.declarations(state),
    ),
    VerbRule(
        ("roll",),
        ("air",),
        lambda state, side, order: airpower.check_air(state, order),
        _ending_phase(lambda state, order, dice: airpower.roll_air(state, dice)),
        free=_unless_rolled,
    ),
    VerbRule(
        ("air",),
        ("air",),
        lambda state, side, order: airpower.check_air(state, order),
        _ending_phase(lambda state, order, dice: airpower.place_air(state, order)),
        free=lambda state, side: airpower.air_orders(state),
    ),
    VerbRule(
        ("roll",),
        ("ew",),
        lambda state, side, order: electronic_warfare.check_ew(state, order),
        _ending_phase(lambda state, order, dice: electronic_warfare.roll_ew(state, dice)),
        free=_unless_rolled,
    ),
    VerbRule(
        ("jam",),
        ("ew",),
        lambda state, side, order: electronic_warfare.check_ew(state, order),
        _ending_phase(lambda state, order, dice: electronic_warfare.place_ew(state, order)),
        free=lambda state, side: electronic_warfare.jam_orders(state),
    ),
    VerbRule(
        ("clear",),
        ("ew",),
        lambda state, side, order: electronic_warfare.check_ew(state, order),
        _ending_phase(lambda state, order, dice: electronic_warfare.place_ew(state, order)),
        free=lambda state, side: electronic_warfare.clear_orders(state),
    ),
    VerbRule(
        ("roll",),
        ("refugees",),
        lambda state, side, order: refugees.check_refugees(state, order),
        _ending_phase(lambda state, order, dice: refugees.roll_refugees(state, dice)),
        free=_unless_rolled,
    ),
    VerbRule(
        ("refugees",),
        ("refugees",),
        lambda state, side, order: refugees.check_refugees(state, order),
        _ending_phase(lambda state, order, dice: refugees.place_refugees(state, order)),
        free=lambda state, side: refugees.refugee_orders(state),
    ),
    VerbRule(
        ("roll",),
        ("admin",),
        lambda state, side, order: None,  # the dice of the optional rules
        _ending_phase(lambda state, order, dice: marker_attrition.resolve_attrition(state, dice)),
        free=lambda state, side: [ROLL],
    ),
)
"""Declarations, dice and markers, which involve no units."""

MOVES: VerbRule[AfcentState] = VerbRule(
    ("move", "column", "fly"),
    ("movement",),
    moves.check_move,
    lambda state, side, order, dice: moves.apply_move(state, order, dice),
    able=moves.movable,
    by_verb=lambda state, side, unit: moves.moves(state, unit),
    complete=moves.complete_move,
    explain=moves.explain_move,
)

FIGHTS: tuple[VerbRule[AfcentState], ...] = (
    VerbRule(
        ("attack",),
        ("combat", "momentum"),
        attack.check_attack,
        attack.apply_attack,
        able=attack.able,
        orders=attack.attack_orders,
        explain=lambda state, order: attack.odds(state, state.side, order),
    ),
    VerbRule(
        ("probe",),
        ("combat", "momentum"),
        attack.check_probe,
        lambda state, side, order, dice: attack.apply_probe(state, side, order),
        able=attack.able,
        orders=attack.probe_orders,
        explain=lambda state, order: explain_probe(order, "11.12-noloss"),
    ),
    VerbRule(
        ("pass",),
        ("momentum",),
        lambda state, side, order: None,
        lambda state, side, order, dice: results.decline_momentum(state),
        free=lambda state, side: [Order("pass")],
    ),
    VerbRule(
        ("commit",),
        ("commit",),
        support.check_commit,
        attack.apply_commit,
        able=support.pledgeable,
        orders=support.pledges_with,
        free=lambda state, side: support.pledges_with(state, side, None),
        explain=attack.preview_commit,
    ),
)

ENDS: VerbRule[AfcentState] = VerbRule(
    ("end",),
    ("air", "ew", "movement", "combat"),
    lambda state, side, order: sequence.check_end(state),
    lambda state, side, order, dice: sequence.end_phase(state, dice),
    free=lambda state, side: [] if sequence.check_end(state) else [END],
)


@lru_cache(maxsize=64)
def verbs_of(scenario: AfcentScenario) -> VerbTable[AfcentState]:
    """Return all verbs of a game."""
    return VerbTable((*PREPARATION, MOVES, *scenario.exclusive.verbs, *FIGHTS, ENDS))


QUESTIONS: Questions[AfcentState] = {
    kind: QuestionRule(
        verbs,
        results.answers,
        results.check_answer,
        lambda state, question, order, dice: results.answer(state, question, order),
        results.sentence,
    )
    for kind, verbs in results.KINDS.items()
}


@lru_cache(maxsize=64)
def questions_of(scenario: AfcentScenario) -> Questions[AfcentState]:
    """Return all questions of a game."""
    return {**QUESTIONS, **scenario.exclusive.questions}
