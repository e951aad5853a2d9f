"""The tables of the family: its orders by phase and question, and the questions of battles and blasts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from grognard.core.errors import Illegal
from grognard.core.orders import Order
from grognard.core.tables import QuestionRule, Questions, VerbRule, VerbTable
from grognard.games.shared.declaration import DECLARATIONS, check_declare
from grognard.games.sww3 import (
    aftermath,
    air,
    arrivals,
    atomic,
    combat,
    deployment,
    movement,
    paratroops,
    rebuilding,
    reserves,
    second_formation,
    sequence,
    supply,
)
from grognard.games.sww3.limits import awake
from grognard.games.sww3.state import Sww3State

END, PASS, DECLINE = Order("end"), Order("pass"), Order("decline")
BARE = ("end", "pass", "decline", "stop", "withdraw", "stay", "fill", "flood", "roll", "draw")
"""Verbs that stand alone."""
OPERATIONS = ("movement", "combat")
"""The phases in which either side may act between two operations [13.4, 9.18-when, R-PIN-24]."""
MEANWHILE = ("strike", "supply", "flood")
"""What a side that is not asked may order then."""


def _free(state: Sww3State, side: int, order: Order) -> Illegal | None:
    """Nothing speaks against it."""


Found = TypeVar("Found")


def _awake(find: Callable[[Sww3State, int], Found], nothing: Found) -> Callable[[Sww3State, int, int], Found]:
    """The moves of a unit; none where it rests and is asked only because it can be rebuilt."""

    def moves(state: Sww3State, side: int, unit: int) -> Found:
        rests = state.at[unit] >= 0 and not awake(state, side) >> unit & 1
        return nothing if rests else find(state, unit)

    return moves


def _strikes(state: Sww3State, side: int) -> Sequence[Order]:
    return atomic.strike_orders(state, side) if atomic.may_strike(state, side) is None else ()


VERBS = VerbTable[Sww3State](
    (
        VerbRule(
            ("place", "hold", "lift", "fill", "draw", "swap", "end"),
            ("setup",),
            deployment.check_setup,
            deployment.apply_setup,
            able=deployment.placeable,
            orders=lambda state, side, unit: deployment.place_orders(state, unit),
            free=deployment.free_orders,
        ),
        VerbRule(
            ("roll",),
            ("air",),
            air.check_air,
            sequence.apply_air,
            free=lambda state, side: () if state.to_place else (air.ROLL,),
        ),
        VerbRule(
            ("air",),
            ("air",),
            air.check_air,
            sequence.apply_air,
            free=lambda state, side: air.air_orders(state) if state.to_place else (),
        ),
        VerbRule(
            ("declare",),
            ("declare",),
            lambda state, side, order: check_declare(order, "5.3-declare"),
            lambda state, side, order, dice: sequence.apply_declare(state, order, dice),
            free=lambda state, side: DECLARATIONS,
        ),
        VerbRule(
            ("move", "column", "enter"),
            ("movement",),
            movement.check_move,
            lambda state, side, order, dice: movement.apply_move(state, order),
            able=movement.movable,
            by_verb=_awake(movement.move_orders, {}),
            complete=movement.complete_move,
            explain=movement.explain_move,
        ),
        VerbRule(
            ("commit",),
            ("movement",),
            reserves.check_commit,
            lambda state, side, order, dice: reserves.apply_commit(state, order),
            able=reserves.committable,
            orders=reserves.commit_orders,
        ),
        VerbRule(
            ("sea",),
            ("movement",),
            movement.check_move,
            lambda state, side, order, dice: movement.apply_sea(state, order),
            able=movement.movable,
            orders=_awake(movement.sea_orders, ()),
        ),
        VerbRule(
            ("land",),
            ("mobilization", "reinforcement", "arrive"),
            arrivals.check_land,
            lambda state, side, order, dice: arrivals.apply_land(state, order),
            able=arrivals.able_to_land,
            orders=lambda state, side, unit: arrivals.land_orders(state, unit),
        ),
        VerbRule(
            ("divert",),
            ("reinforcement",),
            arrivals.check_divert,
            lambda state, side, order, dice: arrivals.apply_divert(state, order),
            able=arrivals.divertible,
            orders=arrivals.divert_orders,
        ),
        VerbRule(
            ("drop",),
            ("movement", "reinforcement"),
            paratroops.check_drop,
            lambda state, side, order, dice: paratroops.apply_drop(state, side, order),
            able=paratroops.able,
            orders=paratroops.drop_orders,
        ),
        VerbRule(
            ("augment",),
            ("movement",),
            rebuilding.check_augment,
            lambda state, side, order, dice: rebuilding.apply_augment(state, order),
            able=rebuilding.augmentable,
            orders=lambda state, side, unit: rebuilding.augment_orders(state, unit),
        ),
        VerbRule(
            ("attack",),
            ("combat",),
            combat.check_attack,
            combat.apply_attack,
            able=combat.ready,
            orders=combat.attack_orders,
            explain=lambda state, order: combat.odds(state, state.side, order),
        ),
        VerbRule(
            ("probe",),
            ("combat",),
            combat.check_probe,
            lambda state, side, order, dice: combat.apply_probe(state, side, order),
            able=combat.ready,
            orders=combat.probe_orders,
            explain=lambda state, order: combat.odds(state, state.side, order),
        ),
        VerbRule(
            ("end",),
            OPERATIONS,
            _free,
            lambda state, side, order, dice: sequence.end_phase(state, dice),
            free=lambda state, side: (END,),
        ),
        VerbRule(
            ("end",),
            ("mobilization", "reinforcement"),
            lambda state, side, order: arrivals.check_end(state, side),
            lambda state, side, order, dice: sequence.end_phase(state, dice),
            free=arrivals.free_orders,
        ),
        VerbRule(("decline",), ("halt",), _free, atomic.apply_halt, free=lambda state, side: (DECLINE,)),
        VerbRule(("pass",), ("halt",), _free, atomic.apply_halt, free=lambda state, side: (PASS,)),
        VerbRule(
            ("supply",),
            (*OPERATIONS, "halt"),
            supply.check_aerial,
            lambda state, side, order, dice: supply.apply_aerial(state, side, order),
            free=supply.aerial_orders,
        ),
        VerbRule(
            ("flood",),
            (*OPERATIONS, "halt"),
            movement.check_flood,
            lambda state, side, order, dice: movement.apply_flood(state, side),
            free=movement.flood_orders,
        ),
        VerbRule(
            ("strike",),
            (*OPERATIONS, "halt"),
            atomic.check_strike,
            atomic.apply_strike,
            free=_strikes,
            explain=atomic.odds,
        ),
        VerbRule(
            ("second",),
            ("movement",),
            second_formation.check_second,
            lambda state, side, order, dice: second_formation.apply_second(state, order, dice),
            free=second_formation.second_orders,
        ),
    )
)

QUESTIONS: Questions[Sww3State] = {
    kind: QuestionRule(verbs, aftermath.answers, aftermath.check_answer, aftermath.answer, aftermath.sentence)
    for kind, verbs in aftermath.KINDS.items()
}
