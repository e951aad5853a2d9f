"""Answers to questions after a combat or barrage: step losses, retreats and advances."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, bits
from grognard.games.kit.states import on_map
from grognard.games.ocs.advice.staff.attacks import CONFUSION, GROUND, PRIZE
from grognard.games.ocs.advice.staff.situation import Situation
from grognard.games.ocs.combat.combat_table import decode
from grognard.games.ocs.combat.result_questions import STAY, answers
from grognard.games.ocs.combat.results import current_combat
from grognard.games.ocs.model.state import OcsState, units_at
from grognard.games.ocs.terrain.zones import zoc

TOWN = 1.0
"""Value of a village or city that is not an objective, in strength."""
CROWDED = 0.7
"""Share of the stacking limit above which units do not retreat into a hex."""
RISK = 2.5
"""Maximum ratio of adjacent enemy strength at which units advance."""


def answer(state: OcsState, question: Question) -> Order | None:
    """Return the answer of the side that must decide."""
    situation = Situation(state, question.side)
    orders = list(answers(state, question))
    losses = [order for order in orders if order.verb == "lose"]
    retreats = [order for order in orders if order.verb == "retreat"]
    if question.kind == "advance":
        return _advance(situation, orders)
    if STAY in orders:
        return STAY
    loss = min(losses, key=lambda order: _price(situation, order), default=None)
    back = max(retreats, key=lambda order: _refuge(situation, order), default=None)
    if loss is None or back is None:
        return loss or back
    hexes = question.data[0] if question.data else 1
    harm = _lost_ground(situation, back, hexes) + _missed(situation)
    return back if harm < hexes * _price(situation, loss) else loss


def _missed(situation: Situation) -> float:
    """Return what a retreating attacker gives up: the hex that the enemy would have to leave [9.10c]."""
    fight = current_combat(situation.state)
    if fight.side != situation.side:
        return 0.0
    result = decode(fight.result)
    steps = situation.steps(fight.defenders & alive(situation.state, 1 - situation.side))
    if not (result.d_option or result.d_loss >= steps):
        return 0.0
    return GROUND + PRIZE * situation.objectives.get(fight.target, 0.0)


def alive(state: OcsState, side: int) -> CounterSet:
    """Return the combat units of a side on the map."""
    return on_map(state, state.scenario.combat_units & state.scenario.of_side[side])


def _price(situation: Situation, order: Order) -> float:
    """Return the cost of a step loss of a unit."""
    return situation.step_value(situation.scenario.index[order.units[0]])


def _lost_ground(situation: Situation, order: Order, hexes: int) -> float:
    """Return the cost of retreating from a hex: its value, and disorganization [5.10a]."""
    scenario = situation.scenario
    here = scenario.hex(order.path[0])
    worth = (
        GROUND + PRIZE * situation.objectives.get(here, 0.0) + (TOWN if scenario.settled >> here & 1 else 0.0)
    )
    if hexes > 1 or zoc(situation.state, 1 - situation.side) >> scenario.hex(order.path[-1]) & 1:
        units = units_at(situation.state, here, situation.side) & ~situation.state.dg
        worth += CONFUSION * sum(situation.step_value(unit) for unit in bits(units))
    return worth


def _refuge(situation: Situation, order: Order) -> tuple[int, float]:
    """Evaluate a retreat: together, into trace supply, away from the enemy."""
    end: Hex = situation.scenario.hex(order.path[-1])
    worth = 4.0 if situation.trace >> end & 1 else 0.0
    worth -= 3.0 if zoc(situation.state, 1 - situation.side) >> end & 1 else 0.0
    worth += 0.5 * min(situation.enemy_distance[end], 6) + (1.0 if situation.own >> end & 1 else 0.0)
    return len(order.units), worth - (9.0 if situation.stacked_size(end) > CROWDED * situation.full else 0.0)


def _advance(situation: Situation, orders: list[Order]) -> Order:
    """Advance with all units unless the enemy there is too strong or there is no supply."""
    most = max(orders, key=lambda order: len(order.units))
    if not most.units:
        return STAY
    state, scenario = situation.state, situation.scenario
    target = state.questions[-1].hex
    force = sum(situation.worth(scenario.index[id_]) for id_ in most.units)
    near = scenario.grid.spread(situation.trace) >> target & 1 if target >= 0 else 1
    bold = target in situation.objectives or (near and situation.threat(target) < RISK * force)
    return most if bold or target < 0 else STAY
