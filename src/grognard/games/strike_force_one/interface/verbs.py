"""The table of verbs: when each can be ordered, by which units, and what it does."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order, Orders
from grognard.core.contract.tables import VerbRule, VerbTable
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import mask_of
from grognard.games.kit.events import Declined, PhaseEnded
from grognard.games.kit.legality import bad_notation
from grognard.games.strike_force_one import battle_report, combat, movement, random_events, sequence
from grognard.games.strike_force_one.model.state import EDGE, SfoState

END, PASS, ROLL = Order("end"), Order("pass"), Order("roll")


# -- movement --------------------------------------------------------------------------------------


def _check_mover(state: SfoState, side: int, order: Order) -> Illegal | None:
    scenario = state.scenario
    unit = own_counter(state, side, order)
    if isinstance(unit, Illegal):
        return unit
    if unit >= scenario.unit_count:
        id_, rule = scenario.counter_ids[unit], random_events.placing_rule(scenario.counters[unit].kind)
        return Illegal(rule, "{unit} is a support chit; use place {unit} 0506", unit=id_)
    return movement.check_move(state, unit, order)


def own_counter(state: SfoState, side: int, order: Order) -> int | Illegal:
    """Return the one counter of its side that an order names, or a refusal."""
    unit = one_counter(state, order)
    if isinstance(unit, int) and state.scenario.side_of[unit] != side:
        return Illegal("2-all-passive", "{unit} is not one of your units", unit=order.units[0])
    return unit


def one_counter(state: SfoState, order: Order) -> int | Illegal:
    """Return the one counter that an order names, or a refusal."""
    scenario = state.scenario
    if order.target or not order.units:
        return bad_notation(order, scenario, "write: {example}")
    if len(order.units) > 1:
        return Illegal("notation", "{verb} one unit at a time", verb=order.verb)
    return scenario.index[order.units[0]]


def _moves(state: SfoState, side: int, unit: int) -> Orders:
    if not movement.movable(state, side) >> unit & 1:
        return {}
    orders = movement.move_orders(state, unit)
    return {"enter" if state.at[unit] == EDGE else "move": orders} if orders else {}


def _complete_move(state: SfoState, order: Order) -> Order:
    """Return a legal move with every hex of its path."""
    unit = state.scenario.index[order.units[0]]
    return Order(order.verb, "", order.units, movement.spell_path(state, unit, order.path))


# -- support chits ---------------------------------------------------------------------------------


def _chit(state: SfoState, side: int) -> CounterSet:
    """Return the chit that a side can place now, as a set."""
    chit = random_events.chit_in_hand(state, side)
    if chit is None or not state.held[1 - side] or movement.overstacked_hex(state, side) is not None:
        return 0
    return 1 << chit


def _place_orders(state: SfoState, side: int, unit: int) -> list[Order]:
    is_chit = unit >= state.scenario.unit_count
    return random_events.place_orders(state, side, unit) if is_chit and _chit(state, side) >> unit & 1 else []


def _check_place(state: SfoState, side: int, order: Order) -> Illegal | None:
    scenario = state.scenario
    chit = own_counter(state, side, order)
    if isinstance(chit, Illegal):
        return chit
    id_ = scenario.counter_ids[chit]
    if chit < scenario.unit_count:
        return Illegal("7.1-expert-air-place", "{unit} is not a support chit", unit=id_)
    rule = random_events.placing_rule(scenario.counters[chit].kind)
    if state.at[chit] != EDGE:
        return Illegal(rule, "{unit} is not available to place", unit=id_)
    crowd = movement.overstacked_hex(state, side)
    if crowd is not None:
        label = scenario.grid.label(crowd)
        return Illegal(movement.stacking_rule(state), "move a unit out of {hex} first", hex=label)
    if len(order.path) != 1 or not state.held[1 - side] >> scenario.grid.hex(order.path[0]) & 1:
        return Illegal(rule, "place {unit} on one hex with an enemy unit", unit=id_)
    return None


def _place(state: SfoState, side: int, order: Order, dice: Roller) -> list[Event]:
    events: list[Event] = []
    scenario = state.scenario
    random_events.apply_place(state, scenario.index[order.units[0]], scenario.grid.hex(order.path[0]), events)
    return events


# -- combat ----------------------------------------------------------------------------------------


def _attackers(state: SfoState, order: Order) -> CounterSet:
    return mask_of(state.scenario.index[id_] for id_ in order.units)


def _check_attack(state: SfoState, side: int, order: Order) -> Illegal | None:
    scenario = state.scenario
    if order.path:
        return Illegal("notation", "name the hex first: attack 0506 SA,SB")
    target = scenario.grid.find(order.target) if order.target else None
    return combat.check_attack(state, side, target, [scenario.index[id_] for id_ in order.units])


def _attack(state: SfoState, side: int, order: Order, dice: Roller) -> list[Event]:
    target = state.scenario.grid.hex(order.target)
    return combat.apply_attack(state, side, target, _attackers(state, order), dice)


def _explain_attack(state: SfoState, order: Order) -> Explanation:
    target = state.scenario.grid.hex(order.target)
    return battle_report.preview_attack(state, state.side, target, _attackers(state, order))


# -- the events phase ------------------------------------------------------------------------------


def replacement_frame(state: SfoState) -> Question:
    """Return the replacement question; in Advanced it is the events phase itself."""
    if state.questions:
        return state.questions[-1]
    lost = random_events.can_replace(state)
    return Question("replace", state.side, tuple(lost), data=(len(lost),))


def _replace_orders(state: SfoState, side: int, unit: int) -> list[Order]:
    """List the replacements that name a unit first."""
    id_ = state.scenario.counter_ids[unit]
    return [o for o in random_events.replace_orders(state, replacement_frame(state)) if o.units[0] == id_]


def _check_replace(state: SfoState, side: int, order: Order) -> Illegal | None:
    scenario = state.scenario
    if order.target or not order.units:
        return bad_notation(order, scenario, "write: {example}")
    question = replacement_frame(state)
    for id_ in order.units:
        if scenario.index[id_] not in question.units:
            rule = "7-advanced-soviet-loss" if scenario.level == "advanced" else "7.1-expert-repl-edge"
            return Illegal(rule, "{unit} is not one of the units that can be replaced", unit=id_)
    if len(order.units) > question.data[0]:
        rule = "7.1-expert-repl-us" if question.side else "7.1-expert-repl-soviet"
        return Illegal(rule, "at most {most} at a time", most=question.data[0])
    return None if not order.path else Illegal("notation", "replace takes no hex")


def _replace(state: SfoState, side: int, order: Order, dice: Roller) -> list[Event]:
    events: list[Event] = []
    if state.questions:
        state.questions.pop()
    random_events.apply_replacement(state, side, [state.scenario.index[id_] for id_ in order.units], events)
    return events


def _roll(state: SfoState, side: int, order: Order, dice: Roller) -> list[Event]:
    events: list[Event] = []
    random_events.roll_events(state, side, dice, events)
    return events


def decline(state: SfoState, side: int) -> list[Event]:
    """Decline what a side was offered."""
    if state.questions:
        state.questions.pop()
    return [Declined(side=state.scenario.sides[side])]


# -- the end of a phase ----------------------------------------------------------------------------


def _check_end(state: SfoState, side: int, order: Order) -> Illegal | None:
    crowd = movement.overstacked_hex(state, side) if state.phase == "movement" else None
    if crowd is None:
        return None
    label = state.scenario.grid.label(crowd)
    return Illegal(movement.stacking_rule(state), "{hex} is over the stacking limit", hex=label)


def _end(state: SfoState, side: int, order: Order, dice: Roller) -> list[Event]:
    events: list[Event] = [PhaseEnded(side=state.scenario.sides[side], phase=state.phase)]
    sequence.end_phase(state, events)
    return events


VERBS = VerbTable[SfoState](
    (
        VerbRule(
            ("move", "enter"),
            ("movement",),
            _check_mover,
            lambda state, side, order, dice: movement.apply_move(
                state, state.scenario.index[order.units[0]], order.path
            ),
            able=movement.movable,
            by_verb=_moves,
            complete=_complete_move,
            explain=movement.explain_move,
        ),
        VerbRule(
            ("place",),
            ("movement",),
            _check_place,
            _place,
            able=_chit,
            orders=_place_orders,
        ),
        VerbRule(
            ("attack",),
            ("combat",),
            _check_attack,
            _attack,
            able=combat.ready,
            orders=lambda state, side, unit: list(combat.attack_orders(state, side, unit)),
            explain=_explain_attack,
        ),
        VerbRule(("roll",), ("events",), lambda *_: None, _roll, free=lambda state, side: (ROLL,)),
        VerbRule(
            ("replace",),
            ("replace",),
            _check_replace,
            _replace,
            able=lambda state, side: mask_of(replacement_frame(state).units),
            orders=_replace_orders,
        ),
        VerbRule(
            ("pass",),
            ("replace",),
            lambda *_: None,
            lambda state, side, order, dice: decline(state, side),
            free=lambda state, side: (PASS,),
        ),
        VerbRule(("end",), ("movement", "combat"), _check_end, _end, free=lambda state, side: (END,)),
    )
)
