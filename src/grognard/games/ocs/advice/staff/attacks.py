"""The value of attacks, overruns and barrages by their exact odds, less their cost in supply."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from grognard.core.contract.orders import Order
from grognard.core.dice import every_roll
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
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
from grognard.games.ocs.fleet import assaults
from grognard.games.ocs.model.state import OcsState, units_at
from grognard.games.ocs.sea.ships import passengers


def value(situation: Situation, order: Order, running: bool = False) -> float:
    """Return the expected gain of an attack or overrun, in strength, before its cost."""
    state, side, numbers = situation.state, situation.side, situation.numbers
    scenario = state.scenario
    units = [scenario.index[id_] for id_ in order.units]
    fight = new_combat(state, side, scenario.hex(order.target), mask_of(units), units[0], running)
    fight = expected_combat(state, fight)
    odds = calculate_odds(state, fight)
    ours, theirs = situation.steps(fight.attackers), situation.steps(fight.defenders)
    our_step = situation.own_price * situation.step_value(fight.lead)
    their_step = (
        sum(situation.step_value(unit) for unit in bits(fight.defenders)) / fight.defenders.bit_count()
    )
    hex_worth = numbers.ground + numbers.prize * situation.objectives.get(fight.target, 0.0)
    left_open = numbers.prize * situation.left_open(fight.attackers)
    gain = 0.0
    for code, likely in result_probabilities(odds.column, odds.drm, odds.hedgehog, running).items():
        result = decode(code)
        lost = min(result.a_loss, ours)
        worth = -our_step * (lost + numbers.option * min(result.a_option, ours - lost))
        worth -= left_open if lost or result.a_option else 0.0
        killed = min(result.d_loss, theirs)
        left = theirs - killed
        worth += their_step * killed
        if not left:
            worth += hex_worth
        elif result.d_option:
            worth += max(numbers.option * their_step * min(result.d_option, left), 0.7 * hex_worth)
        if result.d_dg:
            worth += numbers.confusion * their_step * left
        if result.exploit_ar and not running:
            able = [unit for unit in bits(fight.attackers) if rating(state, unit) >= result.exploit_ar]
            worth += numbers.pursuit * sum(situation.worth(unit) for unit in able)
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
        worth = value(situation, order) - situation.token * payment.tokens
        if best is None or worth > best[0]:
            best = worth, order
    return best


def best_barrage(situation: Situation) -> tuple[float, Order] | None:
    """Return the barrage that helps later attacks most, or None if none is worth its supply."""
    state, side = situation.state, situation.side
    best: tuple[float, Order] | None = None
    stakes = Stakes(situation)
    seen: set[Order] = set()
    for gun in bits(barrage.able(state, side)):
        for order in barrage.barrage_orders(state, side, gun):
            key = Order("", order.target, tuple(sorted(order.units)), words=order.words)
            if order.words or key in seen:
                continue
            seen.add(key)
            worth = _barrage_value(stakes, order)
            if best is None or worth > best[0]:
                best = worth, order
    return best if best and best[0] > 0 else None


def _barrage_value(stakes: Stakes, order: Order) -> float:
    state, side = stakes.state, stakes.side
    target = state.scenario.hex(order.target)
    guns = mask_of(state.scenario.index[id_] for id_ in order.units)
    likely, steps = shaken(state, side, target, artillery(state, guns))
    return stakes.worth(target, likely, steps) - stakes.situation.token * barrage.cost_of(state, order)


class Stakes:
    """What fire at the enemy's combat units is worth, worked out once for each hex."""

    def __init__(self, situation: Situation) -> None:
        self.situation, self.state, self.side = situation, situation.state, situation.side
        self.front: HexSet = situation.scenario.grid.spread(situation.own)
        """Hexes adjacent to friendly combat units."""
        self.surf: HexSet = _surf(situation)
        """Coasts that units aboard adjacent landing craft could assault."""
        self.found: dict[Hex, tuple[float, float]] = {}

    def attacked(self, hex_: Hex) -> bool:
        """Return whether friendly units are adjacent to a hex, ashore or aboard."""
        return bool((self.front | self.surf) >> hex_ & 1)

    def matters(self, hex_: Hex) -> bool:
        """Return whether fire at a hex could do any good: enemies there that are not DG."""
        return bool(units_at(self.state, hex_, 1 - self.side) & ~self.state.dg)

    def worth(self, hex_: Hex, likely: float, steps: float) -> float:
        """Return the gain of fire by its chance of DG and its expected step losses."""
        if not self.matters(hex_):
            return -1.0
        if hex_ not in self.found:
            self.found[hex_] = self._weighed(hex_)
        shaken_, step = self.found[hex_]
        return likely * shaken_ + steps * step

    def _weighed(self, hex_: Hex) -> tuple[float, float]:
        """Return the value of disorganizing the units in a hex, and of a step lost there."""
        situation, state, numbers = self.situation, self.state, self.situation.numbers
        victims = units_at(state, hex_, 1 - self.side)
        step = sum(situation.step_value(unit) for unit in bits(victims)) / victims.bit_count()
        whole = step * situation.steps(victims)
        near = 0 <= situation.own_distance[hex_] <= numbers.reach
        remote = numbers.distant * whole if near else 0.0
        if self.surf >> hex_ & 1:
            gain = numbers.ground + numbers.prize * situation.objectives.get(hex_, 0.0) + whole
            return max(remote, numbers.beach * gain), step
        if not self.front >> hex_ & 1:
            return remote, step
        now = best_attack(situation, hex_)
        after = state.copy()
        after.dg |= victims
        changed(after)
        then = best_attack(Situation(after, self.side, situation.intention), hex_) if now else None
        helped = max(then[0], 0.0) - max(now[0], 0.0) if now and then else 0.0
        return max(helped, numbers.confusion * whole if then else remote), step


def _surf(situation: Situation) -> HexSet:
    """Return the coasts that units aboard landing craft could assault from where they are."""
    state, scenario, found = situation.state, situation.scenario, 0
    for craft in bits(scenario.craft & scenario.of_side[situation.side]):
        if state.at[craft] >= 0 and passengers(state, 1 << craft) & scenario.combat_units:
            found |= assaults.open_targets(state, situation.side, state.at[craft])
    return found


def shaken(state: OcsState, side: int, target: Hex, shot: Shot) -> tuple[float, float]:
    """Return the probability that a barrage disorganizes its target, and its expected step losses."""
    return _shelled(final_column(state, side, target, shot), brackets_mean_dg(state, side, target, shot))


@lru_cache(maxsize=64)
def _shelled(column: int, soft: bool) -> tuple[float, float]:
    rolls = every_roll(partial(roll_barrage, column, soft))
    likely = sum(roll.probability for roll in rolls if roll.result.dg)
    return likely, sum(roll.probability * roll.result.steps for roll in rolls)
