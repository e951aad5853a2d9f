"""The value of attacks, overruns and barrages by their exact odds, less their cost in supply."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from grognard.core.contract.orders import Order
from grognard.core.dice import every_roll
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.kit.states import changed
from grognard.games.ocs.advice.staff.situation import Situation
from grognard.games.ocs.combat import attack, barrage
from grognard.games.ocs.combat.barrage_table import (
    Shot,
    artillery,
    brackets_mean_dg,
    final_column,
    roll_barrage,
)
from grognard.games.ocs.combat.combat_table import decode, result_probabilities
from grognard.games.ocs.combat.defence import expected_combat
from grognard.games.ocs.combat.strength import calculate_odds, new_combat, rating
from grognard.games.ocs.model.state import OcsState, units_at

TOKEN = 0.35
"""Value of a token of supply, in strength."""
GROUND = 0.8
"""Value of driving the enemy out of an ordinary hex."""
PRIZE = 2.5
"""Value of a victory point, in strength."""
OPTION = 0.55
"""Value of an option that may be taken as a retreat, as a share of a step."""
CONFUSION = 0.25
"""Value of disorganizing a step, as a share of the step."""
PURSUIT = 0.1
"""Value of a unit's exploitation, as a share of its strength."""


def value(situation: Situation, order: Order, running: bool = False) -> float:
    """Return the expected gain of an attack or overrun, in strength, before its cost."""
    state, side = situation.state, situation.side
    scenario = state.scenario
    units = [scenario.index[id_] for id_ in order.units]
    fight = new_combat(state, side, scenario.hex(order.target), mask_of(units), units[0], running)
    fight = expected_combat(state, fight)
    odds = calculate_odds(state, fight)
    ours, theirs = situation.steps(fight.attackers), situation.steps(fight.defenders)
    our_step = situation.step_value(fight.lead)
    their_step = (
        sum(situation.step_value(unit) for unit in bits(fight.defenders)) / fight.defenders.bit_count()
    )
    hex_worth = GROUND + PRIZE * situation.objectives.get(fight.target, 0.0)
    gain = 0.0
    for code, likely in result_probabilities(odds.column, odds.drm, odds.hedgehog, running).items():
        result = decode(code)
        lost = min(result.a_loss, ours)
        worth = -our_step * (lost + OPTION * min(result.a_option, ours - lost))
        killed = min(result.d_loss, theirs)
        left = theirs - killed
        worth += their_step * killed
        if not left:
            worth += hex_worth
        elif result.d_option:
            worth += max(OPTION * their_step * min(result.d_option, left), 0.7 * hex_worth)
        if result.d_dg:
            worth += CONFUSION * their_step * left
        if result.exploit_ar and not running:
            able = [unit for unit in bits(fight.attackers) if rating(state, unit) >= result.exploit_ar]
            worth += PURSUIT * sum(situation.worth(unit) for unit in able)
        gain += likely * worth
    return gain


def attacks(situation: Situation, target: Hex) -> Iterator[Order]:
    """Yield attacks on a hex worth considering: by all units that can join, and by each stack."""
    state, side, scenario = situation.state, situation.side, situation.scenario
    ready = attack.may_attack(state, side)
    stacks = []
    for from_ in bits(scenario.grid.around[target] & situation.own):
        able = [unit for unit in bits(state.here[from_] & ready) if attack.can_enter(state, unit, target)]
        if able:
            stacks.append(able)
    forces = [[unit for stack in stacks for unit in stack], *(stacks if len(stacks) > 1 else [])]
    for force in forces:
        if force:
            leaders = bits(attack.leaders(state, mask_of(force)))
            lead = max(leaders, key=lambda unit: (rating(state, unit), -situation.step_value(unit)))
            yield Order("attack", scenario.label(target), attack.leader_first(state, lead, mask_of(force)))


def best_attack(situation: Situation, target: Hex) -> tuple[float, Order] | None:
    """Return the best attack on a hex with its gain, or None if no unit can attack it."""
    best: tuple[float, Order] | None = None
    for order in attacks(situation, target):
        payment = attack.attack_payment(situation.state, order)
        if isinstance(payment, Illegal):
            continue
        worth = value(situation, order) - TOKEN * payment.tokens
        if best is None or worth > best[0]:
            best = worth, order
    return best


def best_barrage(situation: Situation) -> tuple[float, Order] | None:
    """Return the barrage that helps later attacks most, or None if none is worth its supply."""
    state, side = situation.state, situation.side
    best: tuple[float, Order] | None = None
    seen: set[Order] = set()
    for gun in bits(barrage.able(state, side)):
        for order in barrage.barrage_orders(state, side, gun):
            key = Order("", order.target, tuple(sorted(order.units)), words=order.words)
            if order.words or key in seen:
                continue
            seen.add(key)
            worth = _barrage_value(situation, order)
            if best is None or worth > best[0]:
                best = worth, order
    return best if best and best[0] > 0 else None


def _barrage_value(situation: Situation, order: Order) -> float:
    state, side = situation.state, situation.side
    target = state.scenario.hex(order.target)
    guns = mask_of(state.scenario.index[id_] for id_ in order.units)
    likely, steps = shaken(state, side, target, artillery(state, guns))
    return worth_of_fire(situation, target, likely, steps) - TOKEN * barrage.cost_of(state, order)


def worth_of_fire(situation: Situation, target: Hex, likely: float, steps: float) -> float:
    """Return the gain of fire at combat units by its chance of DG and its expected step losses."""
    state, side = situation.state, situation.side
    victims = units_at(state, target, 1 - side)
    if not victims & ~state.dg:
        return -1.0
    now = best_attack(situation, target)
    after = state.copy()
    after.dg |= victims
    changed(after)
    then = best_attack(Situation(after, side), target)
    helped = max(then[0], 0.0) - max(now[0], 0.0) if now and then else 0.0
    step = sum(situation.step_value(unit) for unit in bits(victims)) / victims.bit_count()
    confused = CONFUSION * step * situation.steps(victims) if then else 0.0
    return likely * max(helped, confused) + steps * step


def shaken(state: OcsState, side: int, target: Hex, shot: Shot) -> tuple[float, float]:
    """Return the probability that a barrage disorganizes its target, and its expected step losses."""
    return _shelled(final_column(state, side, target, shot), brackets_mean_dg(state, side, target, shot))


@lru_cache(maxsize=64)
def _shelled(column: int, soft: bool) -> tuple[float, float]:
    rolls = every_roll(partial(roll_barrage, column, soft))
    likely = sum(roll.probability for roll in rolls if roll.result.dg)
    return likely, sum(roll.probability * roll.result.steps for roll in rolls)
