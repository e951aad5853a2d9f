"""The tables of the series: its orders and questions, with those that a game adds to them [12]."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from grognard.core.dice import Roller
from grognard.core.events import Event
from grognard.core.orders import Order
from grognard.core.tables import QuestionRule, Questions, VerbRule, VerbTable
from grognard.games.afcent import (
    aftermath,
    air,
    attrition,
    combat,
    jamming,
    movement,
    refugees,
    sequence,
    support,
)
from grognard.games.afcent.air import END, ROLL
from grognard.games.afcent.scenario import AfcentScenario
from grognard.games.afcent.state import AfcentState

BARE = ("draw", "roll", "fill", "end", "stay", "pass")
"""Verbs that stand alone."""


def _unless_rolled(state: AfcentState, side: int) -> list[Order]:
    """The roll that a phase of dice and markers begins with."""
    return [] if state.rolled else [ROLL]


def _going_on(
    act: Callable[[AfcentState, Order, Roller], list[Event]],
) -> Callable[[AfcentState, int, Order, Roller], list[Event]]:
    """For orders of phases of dice and markers: with the last marker the phase is over."""

    def apply(state: AfcentState, side: int, order: Order, dice: Roller) -> list[Event]:
        events = act(state, order, dice)
        if not state.to_place:
            sequence.go_on(state, dice, events)
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
        lambda state, side, order: air.check_air(state, order),
        _going_on(lambda state, order, dice: air.roll_air(state, dice)),
        free=_unless_rolled,
    ),
    VerbRule(
        ("air",),
        ("air",),
        lambda state, side, order: air.check_air(state, order),
        _going_on(lambda state, order, dice: air.place_air(state, order)),
        free=lambda state, side: air.air_orders(state),
    ),
    VerbRule(
        ("roll",),
        ("ew",),
        lambda state, side, order: jamming.check_ew(state, order),
        _going_on(lambda state, order, dice: jamming.roll_ew(state, dice)),
        free=_unless_rolled,
    ),
    VerbRule(
        ("jam",),
        ("ew",),
        lambda state, side, order: jamming.check_ew(state, order),
        _going_on(lambda state, order, dice: jamming.place_ew(state, order)),
        free=lambda state, side: jamming.jam_orders(state),
    ),
    VerbRule(
        ("clear",),
        ("ew",),
        lambda state, side, order: jamming.check_ew(state, order),
        _going_on(lambda state, order, dice: jamming.place_ew(state, order)),
        free=lambda state, side: jamming.clear_orders(state),
    ),
    VerbRule(
        ("roll",),
        ("refugees",),
        lambda state, side, order: refugees.check_refugees(state, order),
        _going_on(lambda state, order, dice: refugees.roll_refugees(state, dice)),
        free=_unless_rolled,
    ),
    VerbRule(
        ("refugees",),
        ("refugees",),
        lambda state, side, order: refugees.check_refugees(state, order),
        _going_on(lambda state, order, dice: refugees.place_refugees(state, order)),
        free=lambda state, side: refugees.refugee_orders(state),
    ),
    VerbRule(
        ("roll",),
        ("admin",),
        lambda state, side, order: None,  # the dice of the optional rules
        _going_on(lambda state, order, dice: attrition.wear_out(state, dice)),
        free=lambda state, side: [ROLL],
    ),
)
"""Declarations, dice and markers, which no unit has a part in."""

MOVES: VerbRule[AfcentState] = VerbRule(
    ("move", "column", "fly"),
    ("movement",),
    movement.check_move,
    lambda state, side, order, dice: movement.apply_move(state, order, dice),
    able=movement.movable,
    by_verb=lambda state, side, unit: movement.moves(state, unit),
    complete=movement.complete_move,
    explain=movement.explain_move,
)

FIGHTS: tuple[VerbRule[AfcentState], ...] = (
    VerbRule(
        ("attack",),
        ("combat", "momentum"),
        combat.check_attack,
        combat.apply_attack,
        able=combat.able,
        orders=combat.attack_orders,
        explain=lambda state, order: combat.odds(state, state.side, order),
    ),
    VerbRule(
        ("probe",),
        ("combat", "momentum"),
        combat.check_probe,
        lambda state, side, order, dice: combat.apply_probe(state, side, order),
        able=combat.able,
        orders=combat.probe_orders,
        explain=lambda state, order: combat.odds(state, state.side, order),
    ),
    VerbRule(
        ("pass",),
        ("momentum",),
        lambda state, side, order: None,
        lambda state, side, order, dice: aftermath.decline_momentum(state),
        free=lambda state, side: [Order("pass")],
    ),
    VerbRule(
        ("commit",),
        ("commit",),
        support.check_commit,
        combat.apply_commit,
        able=lambda state, side: support.usable(state, support.battle_of(state.stack[-1]), side),
        orders=support.pledges_with,
        free=lambda state, side: support.pledges_with(state, side, None),
        explain=combat.preview_commit,
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
    """All verbs of a game."""
    return VerbTable((*PREPARATION, MOVES, *scenario.exclusive.verbs, *FIGHTS, ENDS))


QUESTIONS: Questions[AfcentState] = {
    kind: QuestionRule(
        verbs,
        aftermath.answers,
        aftermath.check_answer,
        lambda state, frame, order, dice: aftermath.answer(state, frame, order),
        aftermath.sentence,
    )
    for kind, verbs in aftermath.KINDS.items()
}


@lru_cache(maxsize=64)
def questions_of(scenario: AfcentScenario) -> Questions[AfcentState]:
    """All questions of a game that interrupt a phase."""
    return {**QUESTIONS, **scenario.exclusive.questions}
