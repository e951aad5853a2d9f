"""Answers to questions after a combat or barrage: step losses, retreats and advances."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.intentions import PLAIN, Intention
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.kit.states import on_map
from grognard.games.ocs.advice.staff.situation import Situation
from grognard.games.ocs.combat.combat_table import decode
from grognard.games.ocs.combat.result_questions import STAY, answers
from grognard.games.ocs.combat.results import current_combat
from grognard.games.ocs.model.state import OcsState, units_at
from grognard.games.ocs.terrain.zones import zoc
from grognard.games.ocs.units import stacking


def answer(state: OcsState, question: Question, intention: Intention = PLAIN) -> Order | None:
    """Return the answer of the side that must decide."""
    situation = Situation(state, question.side, intention)
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
    numbers = situation.numbers
    return numbers.ground + numbers.prize * situation.objectives.get(fight.target, 0.0)


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
    numbers = situation.numbers
    worth = numbers.ground + numbers.prize * situation.objectives.get(here, 0.0)
    worth += numbers.settled if scenario.settled >> here & 1 else 0.0
    if hexes > 1 or zoc(situation.state, 1 - situation.side) >> scenario.hex(order.path[-1]) & 1:
        units = units_at(situation.state, here, situation.side) & ~situation.state.dg
        worth += numbers.confusion * sum(situation.step_value(unit) for unit in bits(units))
    return worth


def _refuge(situation: Situation, order: Order) -> tuple[bool, int, float]:
    """Evaluate a retreat: never overstacked, together, into trace supply, away from the enemy."""
    state, index = situation.state, situation.scenario.index
    end: Hex = situation.scenario.hex(order.path[-1])
    fits = stacking.fits(state, end, mask_of(index[id_] for id_ in order.units)) if order.units else True
    worth = 4.0 if situation.trace >> end & 1 else 0.0
    worth -= 3.0 if zoc(state, 1 - situation.side) >> end & 1 else 0.0
    worth += 0.5 * min(situation.enemy_distance[end], 6) + (1.0 if situation.own >> end & 1 else 0.0)
    crowded = situation.stacked_size(end) > situation.numbers.crowded * situation.full
    return fits, len(order.units), worth - (9.0 if crowded else 0.0)


def _advance(situation: Situation, orders: list[Order]) -> Order:
    """Advance with as many units as fit unless the enemy there is too strong or there is no supply."""
    most = max(orders, key=lambda order: len(order.units))
    if not most.units:
        return STAY
    state, scenario = situation.state, situation.scenario
    target = state.questions[-1].hex
    if target >= 0:
        most = _fitting(situation, most, target)
        if not most.units:
            return STAY
    force = sum(situation.worth(scenario.index[id_]) for id_ in most.units)
    near = scenario.grid.spread(situation.trace) >> target & 1 if target >= 0 else 1
    bold = target in situation.objectives or (
        near and situation.threat(target) < situation.numbers.risk * force
    )
    return most if bold or target < 0 else STAY


def _fitting(situation: Situation, order: Order, target: Hex) -> Order:
    """Return an advance with its strongest units, as many as may stack in the hex; the last one stays behind.

    An objective that the enemy could enter is not left by its last unit.
    """
    state, index = situation.state, situation.scenario.index
    chosen: CounterSet = 0
    for unit in sorted((index[id_] for id_ in order.units), key=lambda c: (-situation.worth(c), c)):
        here = state.at[unit]
        last = not situation.mass(here, chosen | 1 << unit)
        if situation.intention.guards != "none" and here in situation.guarded and last:
            continue
        if stacking.fits(state, target, chosen | 1 << unit):
            chosen |= 1 << unit
    return Order(order.verb, units=state.scenario.ids(chosen)) if chosen else STAY
