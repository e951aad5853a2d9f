"""The tables of verbs by phase and question, and of the questions of battles and atomic attacks."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.contract.orders import Order
from grognard.core.contract.tables import QuestionRule, Questions, VerbRule, VerbTable
from grognard.core.errors import Illegal
from grognard.games.kit.phase_order import DECLARATIONS, check_declare
from grognard.games.kit.probing import explain_probe
from grognard.games.sww3.arrivals import paratroops, reinforcements, replacements, second_formation
from grognard.games.sww3.combat import atomic_attacks, attack, results
from grognard.games.sww3.model.state import Sww3State
from grognard.games.sww3.movement import move_legality, reserves, sea_moves
from grognard.games.sww3.movement import moves as unit_moves
from grognard.games.sww3.support import airpower, supply
from grognard.games.sww3.turn import sequence, setup

END, PASS, DECLINE = Order("end"), Order("pass"), Order("decline")
BARE = ("end", "pass", "decline", "stop", "withdraw", "stay", "fill", "flood", "roll", "draw")
"""Verbs without arguments."""
OPERATIONS = ("movement", "combat")
"""The phases in which either side may act between two operations [13.4, 9.18-when, R-PIN-24]."""
INTERRUPTING_VERBS = ("strike", "supply", "flood")
"""The verbs with which the other side may interrupt then."""


def _free(state: Sww3State, side: int, order: Order) -> Illegal | None:
    """Accept the order."""


def _strikes(state: Sww3State, side: int) -> Sequence[Order]:
    return atomic_attacks.strike_orders(state, side) if atomic_attacks.may_strike(state, side) is None else ()


VERBS = VerbTable[Sww3State](
    (
        VerbRule(
            ("place", "hold", "lift", "fill", "draw", "swap", "end"),
            ("setup",),
            setup.check_setup,
            setup.apply_setup,
            able=setup.placeable,
            orders=lambda state, side, unit: setup.place_orders(state, unit),
            free=setup.free_orders,
        ),
        VerbRule(
            ("roll",),
            ("air",),
            airpower.check_air,
            sequence.apply_air,
            free=lambda state, side: () if state.to_place else (airpower.ROLL,),
        ),
        VerbRule(
            ("air",),
            ("air",),
            airpower.check_air,
            sequence.apply_air,
            free=lambda state, side: airpower.air_orders(state) if state.to_place else (),
            explain=airpower.explain_air,
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
            move_legality.check_move,
            lambda state, side, order, dice: unit_moves.apply_move(state, order),
            able=unit_moves.movable,
            by_verb=lambda state, side, unit: unit_moves.move_orders(state, unit),
            complete=unit_moves.complete_move,
            explain=unit_moves.explain_move,
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
            move_legality.check_move,
            lambda state, side, order, dice: sea_moves.apply_sea(state, order),
            able=sea_moves.able_to_sail,
            orders=lambda state, side, unit: sea_moves.sea_orders(state, unit),
        ),
        VerbRule(
            ("land",),
            ("mobilization", "reinforcement", "arrive"),
            reinforcements.check_land,
            lambda state, side, order, dice: reinforcements.apply_land(state, order),
            able=reinforcements.able_to_land,
            orders=lambda state, side, unit: reinforcements.land_orders(state, unit),
        ),
        VerbRule(
            ("divert",),
            ("reinforcement",),
            reinforcements.check_divert,
            lambda state, side, order, dice: reinforcements.apply_divert(state, order),
            able=reinforcements.divertible,
            orders=reinforcements.divert_orders,
        ),
        VerbRule(
            ("drop",),
            ("movement", "reinforcement"),
            paratroops.check_drop,
            lambda state, side, order, dice: paratroops.apply_drop(state, side, order),
            able=paratroops.able,
            orders=paratroops.drop_orders,
            explain=paratroops.explain_drop,
        ),
        VerbRule(
            ("augment",),
            ("movement",),
            replacements.check_augment,
            lambda state, side, order, dice: replacements.apply_augment(state, order),
            able=replacements.augmentable,
            orders=lambda state, side, unit: replacements.augment_orders(state, unit),
        ),
        VerbRule(
            ("attack",),
            ("combat",),
            attack.check_attack,
            attack.apply_attack,
            able=attack.ready,
            orders=attack.attack_orders,
            explain=lambda state, order: attack.odds(state, state.side, order),
        ),
        VerbRule(
            ("probe",),
            ("combat",),
            attack.check_probe,
            lambda state, side, order, dice: attack.apply_probe(state, side, order),
            able=attack.ready,
            orders=attack.probe_orders,
            explain=lambda state, order: explain_probe(order, "12.23-noloss"),
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
            lambda state, side, order: reinforcements.check_end(state, side),
            lambda state, side, order, dice: sequence.end_phase(state, dice),
            free=reinforcements.free_orders,
        ),
        VerbRule(
            ("decline",), ("halt",), _free, atomic_attacks.apply_halt, free=lambda state, side: (DECLINE,)
        ),
        VerbRule(("pass",), ("halt",), _free, atomic_attacks.apply_halt, free=lambda state, side: (PASS,)),
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
            sea_moves.check_flood,
            lambda state, side, order, dice: sea_moves.apply_flood(state, side),
            free=sea_moves.flood_orders,
        ),
        VerbRule(
            ("strike",),
            (*OPERATIONS, "halt"),
            atomic_attacks.check_strike,
            atomic_attacks.apply_strike,
            free=_strikes,
            explain=atomic_attacks.odds,
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
    kind: QuestionRule(verbs, results.answers, results.check_answer, results.answer, results.sentence)
    for kind, verbs in results.KINDS.items()
}
