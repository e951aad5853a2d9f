"""Answers to the questions after a combat or barrage: whom to lose, whether to go back, whether to go on."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import Hex, bits
from grognard.games.kit.states import on_map
from grognard.games.ocs.advice.staff.attacks import CONFUSION, GROUND, PRIZE
from grognard.games.ocs.advice.staff.situation import Picture
from grognard.games.ocs.combat.combat_table import decode
from grognard.games.ocs.combat.result_questions import STAY, answers
from grognard.games.ocs.combat.results import current_combat
from grognard.games.ocs.model.state import OcsState, units_at
from grognard.games.ocs.terrain.zones import zoc

TOWN = 1.0
"""What any other village or city is worth, in strength."""
CROWDED = 0.7
"""A hex so full, as a part of what fits into it, is no refuge."""
RISK = 2.5
"""How many times stronger the enemy around a hex may be where units advance."""


def answer(state: OcsState, question: Question) -> Order | None:
    """The answer of the side that is asked."""
    picture = Picture(state, question.side)
    orders = list(answers(state, question))
    losses = [order for order in orders if order.verb == "lose"]
    retreats = [order for order in orders if order.verb == "retreat"]
    if question.kind == "advance":
        return _advance(picture, orders)
    if STAY in orders:
        return STAY
    loss = min(losses, key=lambda order: _price(picture, order), default=None)
    back = max(retreats, key=lambda order: _refuge(picture, order), default=None)
    if loss is None or back is None:
        return loss or back
    hexes = question.data[0] if question.data else 1
    harm = _lost_ground(picture, back, hexes) + _missed(picture)
    return back if harm < hexes * _price(picture, loss) else loss


def _missed(picture: Picture) -> float:
    """What an attacker gives up who goes back: the hex that the enemy would have to leave [9.10c]."""
    fight = current_combat(picture.state)
    if fight.side != picture.side or fight.overrun:
        return 0.0
    result = decode(fight.result)
    steps = picture.steps(fight.defenders & alive(picture.state, 1 - picture.side))
    if not (result.d_option or result.d_loss >= steps):
        return 0.0
    return GROUND + PRIZE * picture.prizes.get(fight.target, 0.0)


def alive(state: OcsState, side: int) -> CounterSet:
    """The combat units of a side on the map."""
    return on_map(state, state.scenario.combat_units & state.scenario.of_side[side])


def _price(picture: Picture, order: Order) -> float:
    """What it costs to lose a step of a unit; the last step of one that many belong to a little more."""
    return picture.step_value(picture.scenario.index[order.units[0]])


def _lost_ground(picture: Picture, order: Order, hexes: int) -> float:
    """What it costs to give up a hex: what it is worth, and the confusion of going far [5.10a]."""
    scenario = picture.scenario
    here = scenario.hex(order.path[0])
    worth = GROUND + PRIZE * picture.prizes.get(here, 0.0) + (TOWN if scenario.settled >> here & 1 else 0.0)
    if hexes > 1 or zoc(picture.state, 1 - picture.side) >> scenario.hex(order.path[-1]) & 1:
        units = units_at(picture.state, here, picture.side) & ~picture.state.dg
        worth += CONFUSION * sum(picture.step_value(unit) for unit in bits(units))
    return worth


def _refuge(picture: Picture, order: Order) -> tuple[int, float]:
    """How good a way back is: all together, in trace, away from the enemy."""
    end: Hex = picture.scenario.hex(order.path[-1])
    worth = 4.0 if picture.trace >> end & 1 else 0.0
    worth -= 3.0 if zoc(picture.state, 1 - picture.side) >> end & 1 else 0.0
    worth += 0.5 * min(picture.far[end], 6) + (1.0 if picture.own >> end & 1 else 0.0)
    return len(order.units), worth - (9.0 if picture.crowd(end) > CROWDED * picture.full else 0.0)


def _advance(picture: Picture, orders: list[Order]) -> Order:
    """Everybody goes on unless too strong an enemy waits there, or there is no supply."""
    most = max(orders, key=lambda order: len(order.units))
    if not most.units:
        return STAY
    state, scenario = picture.state, picture.scenario
    target = state.questions[-1].hex
    force = sum(picture.worth(scenario.index[id_]) for id_ in most.units)
    near = scenario.grid.spread(picture.trace) >> target & 1 if target >= 0 else 1
    bold = target in picture.prizes or (near and picture.menace(target) < RISK * force)
    return most if bold or target < 0 else STAY
