"""What attacks, overruns and barrages are worth: by their exact chances, less what they cost."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from grognard.core.contract.orders import Order
from grognard.core.dice import every_roll
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.kit.states import changed
from grognard.games.ocs.advice.staff.situation import Picture
from grognard.games.ocs.combat import attack, barrage
from grognard.games.ocs.combat.barrage_table import brackets_mean_dg, final_column, roll_barrage
from grognard.games.ocs.combat.combat_table import decode, result_probabilities
from grognard.games.ocs.combat.defence import expected_combat
from grognard.games.ocs.combat.strength import calculate_odds, new_combat, rating
from grognard.games.ocs.model.state import OcsState, units_at

TOKEN = 0.35
"""What a token of supply is worth, in strength."""
GROUND = 0.8
"""What it is worth to throw the enemy out of a hex nobody asks for."""
PRIZE = 2.5
"""What a point of victory is worth, in strength."""
OPTION = 0.55
"""A step of an option that may be taken as a retreat, by what a step is worth."""
CONFUSION = 0.25
"""What it is worth to disorganize a step."""
PURSUIT = 0.1
"""What it is worth that a unit may exploit, by its strength."""


def value(picture: Picture, order: Order, running: bool = False) -> float:
    """What an attack or overrun gains on average, in strength, before its cost."""
    state, side = picture.state, picture.side
    scenario = state.scenario
    units = [scenario.index[id_] for id_ in order.units]
    fight = new_combat(state, side, scenario.hex(order.target), mask_of(units), units[0], running)
    fight = expected_combat(state, fight)
    odds = calculate_odds(state, fight)
    ours, theirs = picture.steps(fight.attackers), picture.steps(fight.defenders)
    our_step = picture.step_value(fight.lead)
    their_step = sum(picture.step_value(unit) for unit in bits(fight.defenders)) / fight.defenders.bit_count()
    hex_worth = GROUND + PRIZE * picture.prizes.get(fight.target, 0.0)
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
            worth += PURSUIT * sum(picture.worth(unit) for unit in able)
        gain += likely * worth
    return gain


def attacks(picture: Picture, target: Hex) -> Iterator[Order]:
    """Attacks on a hex that are worth a thought: by all who can join, and by the stacks one by one."""
    state, side, scenario = picture.state, picture.side, picture.scenario
    ready = attack.may_attack(state, side)
    stacks = []
    for from_ in bits(scenario.grid.around[target] & picture.own):
        able = [unit for unit in bits(state.here[from_] & ready) if attack.can_enter(state, unit, target)]
        if able:
            stacks.append(able)
    forces = [[unit for stack in stacks for unit in stack], *(stacks if len(stacks) > 1 else [])]
    for force in forces:
        if force:
            lead = max(force, key=lambda unit: (rating(state, unit), -picture.step_value(unit)))
            yield Order("attack", scenario.label(target), attack.leader_first(state, lead, mask_of(force)))


def best_attack(picture: Picture, target: Hex) -> tuple[float, Order] | None:
    """The best attack on a hex and what it gains; None when nobody can attack it."""
    best: tuple[float, Order] | None = None
    for order in attacks(picture, target):
        payment = attack.attack_payment(picture.state, order)
        if isinstance(payment, Illegal):
            continue
        worth = value(picture, order) - TOKEN * payment.tokens
        if best is None or worth > best[0]:
            best = worth, order
    return best


def best_barrage(picture: Picture) -> tuple[float, Order] | None:
    """The barrage that helps the attacks to come most, if any is worth its supply."""
    state, side = picture.state, picture.side
    best: tuple[float, Order] | None = None
    seen: set[Order] = set()
    for gun in bits(barrage.able(state, side)):
        for order in barrage.barrage_orders(state, side, gun):
            key = Order("", order.target, tuple(sorted(order.units)), words=order.words)
            if order.words or key in seen:
                continue
            seen.add(key)
            worth = _barrage_value(picture, order)
            if best is None or worth > best[0]:
                best = worth, order
    return best if best and best[0] > 0 else None


def _barrage_value(picture: Picture, order: Order) -> float:
    state, side = picture.state, picture.side
    target = state.scenario.hex(order.target)
    victims = units_at(state, target, 1 - side)
    if not victims & ~state.dg:
        return -1.0
    now = best_attack(picture, target)
    after = state.copy()
    after.dg |= victims
    changed(after)
    then = best_attack(Picture(after, side), target)
    likely, steps = _shaken(state, side, order, target)
    helped = max(then[0], 0.0) - max(now[0], 0.0) if now and then else 0.0
    step = sum(picture.step_value(unit) for unit in bits(victims)) / victims.bit_count()
    shaken = CONFUSION * step * picture.steps(victims) if then else 0.0
    return likely * max(helped, shaken) + steps * step - TOKEN * barrage.cost_of(state, order)


def _shaken(state: OcsState, side: int, order: Order, target: Hex) -> tuple[float, float]:
    """How likely a barrage disorganizes its target, and how many steps it kills on average."""
    guns = mask_of(state.scenario.index[id_] for id_ in order.units)
    return _shelled(final_column(state, side, target, guns), brackets_mean_dg(state, side, target))


@lru_cache(maxsize=64)
def _shelled(column: int, soft: bool) -> tuple[float, float]:
    rolls = every_roll(partial(roll_barrage, column, soft))
    likely = sum(roll.probability for roll in rolls if roll.result.dg)
    return likely, sum(roll.probability * roll.result.steps for roll in rolls)
