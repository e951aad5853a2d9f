"""Attacks: which hexes to attack, with which units and from where, before moving and in a Combat Phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.kit.odds import rung
from grognard.games.sww3.advice.staff.situation import Situation
from grognard.games.sww3.combat import attack as attack_rules
from grognard.games.sww3.combat import strength
from grognard.games.sww3.combat.strength import (
    QUARTERS,
    artillery_used,
    in_city,
    river_between,
    rounded_up,
    soviet_artillery,
)
from grognard.games.sww3.combat.untried_units import untried
from grognard.games.sww3.model.scenario import ALLIED
from grognard.games.sww3.model.state import AWAY, LOST
from grognard.games.sww3.movement.movement_limits import limit, open_sides


class Attack(NamedTuple):
    """An attack on a hex: the attackers with their hexes, and the expected gain."""

    gain: float
    target: Hex
    places: dict[int, Hex]


def cost_of_losses(situation: Situation) -> float:
    """Return the cost of an own factor relative to an enemy one."""
    mine, theirs = (_force(situation, side) + 1 for side in (situation.side, situation.foe))
    low, high = situation.numbers.fewer
    return max(low, min(high, theirs / mine))


def _force(situation: Situation, side: int) -> float:
    """Return all factors of a side; units off the map count half."""
    state, total = situation.state, 0.0
    for c in bits(situation.scenario.units_of[side]):
        where = state.at[c]
        if where not in (AWAY, LOST):
            power = situation.known.power(c, state.steps[c], state.face[c])
            total += power if where >= 0 else power / 2
    return total


def attack_stack_limit(situation: Situation) -> int:
    """Return the most steps to attack from one hex: a full Soviet stack invites an atomic attack."""
    full = situation.scenario.stack_steps
    return (
        full
        if situation.side == ALLIED
        else full - round((full - situation.numbers.soviet_stack) * situation.bombs)
    )


class AttackComparison:
    """Compares possible attacks."""

    def __init__(self, situation: Situation, prepared: bool) -> None:
        self.situation, self.state = situation, situation.state
        self.prepared = prepared
        self.dear = cost_of_losses(situation)

    # -- worth -------------------------------------------------------------------------------------

    def shift(self, target: Hex, places: Mapping[int, Hex]) -> int:
        """Return the column shifts of an attack from these hexes."""
        state = self.state
        fight = strength.Battle(self.situation.side, target, mask_of(places), state.here[target], 0)
        shifts = strength.shifts(state, fight, set(places.values()), self.prepared)
        return sum(shift.columns for shift in shifts)

    def gain(self, target: Hex, attackers: Iterable[int], at: int) -> float:
        """Return the expected gain of an attack at an odds column, in factors."""
        situation, state = self.situation, self.state
        defenders = bits(state.here[target] & ~state.attacked)
        steps = sum(state.steps[c] for c in defenders)
        theirs = sum(situation.attack(c) + situation.defence(c) for c in defenders) / max(1, steps)
        force = list(attackers)
        own_steps = sum(state.steps[c] for c in force)
        mine = self.dear * min(map(situation.step_worth, force))
        breaks, retreats, bleeds, fails = situation.known.chance(at)
        prize = self.prize(target)
        units = len(defenders)
        if in_city(state, target):
            bleeds, retreats = bleeds + retreats, 0.0
            trade = theirs - mine
            storm = steps * trade + prize if own_steps > steps else trade
            blood = max(trade, storm)
        else:
            blood = theirs - mine + 0.5 * (situation.numbers.cleared + prize)
        broken = units * theirs + (prize + situation.numbers.cleared if steps == units else 0.35 * prize)
        return (
            breaks * broken
            + retreats * (situation.numbers.cleared + prize + self._trap(target))
            + bleeds * blood
            - fails * mine
        )

    def prize(self, target: Hex) -> float:
        """Return the value of capturing a hex."""
        situation = self.situation
        return 0.8 * situation.worth.get(target, 0.0) + 0.1 * situation.pull[target]

    def _trap(self, target: Hex) -> float:
        """Return what a retreat costs the enemy beyond the hex: much if surrounded."""
        situation, state = self.situation, self.state
        free = open_sides(state, target) & situation.here & ~state.held[situation.side]
        safe = free & (
            ~situation.scenario.grid.spread(state.held[situation.side]) | state.held[situation.foe]
        )
        return 0.0 if safe else situation.numbers.trapped

    # -- before a move -----------------------------------------------------------------------------

    def best_attack_after_moves(
        self, target: Hex, free: dict[int, int], load: dict[Hex, int]
    ) -> Attack | None:
        """Return the best attack on a hex by units that can move next to it; `free` is their reach."""
        situation, state, scenario = self.situation, self.state, self.situation.scenario
        beside = open_sides(state, target) & situation.here & ~state.held[situation.foe]
        wet = mask_of(h for h in bits(beside) if river_between(scenario, h, target))
        coming = [
            c
            for c, there in free.items()
            if there & beside and situation.attack(c) and limit(state, c) >> target & 1
        ]
        if not coming:
            return None
        coming.sort(key=lambda c: (bool(scenario.artillery >> c & 1), -situation.attack(c), c))
        if situation.side == ALLIED:
            coming = _of_one_nation(situation, coming)
        defence = sum(situation.defence(c) for c in bits(state.here[target] & ~state.attacked))
        return self._fill(target, coming, free, load, beside, wet, defence)

    def _fill(
        self,
        target: Hex,
        coming: list[int],
        free: dict[int, int],
        load: dict[Hex, int],
        beside: int,
        wet: int,
        defence: int,
    ) -> Attack | None:
        """Add units one after the other; return the attack with the best number of them."""
        situation, state = self.situation, self.state
        most = attack_stack_limit(situation)
        places: dict[int, Hex] = {}
        filled: dict[Hex, int] = {}
        line, gunfire, best = 0, 0, None
        for c in coming:
            steps = state.steps[c]
            room = [h for h in bits(free[c] & beside) if load.get(h, 0) + filled.get(h, 0) + steps <= most]
            if not room:
                continue
            place = min(room, key=lambda h: (wet >> h & 1, filled.get(h, 0) + load.get(h, 0)))
            places[c] = place
            filled[place] = filled.get(place, 0) + steps
            quarters = situation.attack(c) * QUARTERS[wet >> place & 1]
            if soviet_artillery(state, 1 << c):
                gunfire += quarters
            else:
                line += quarters
            attack = rounded_up(line + artillery_used(line, gunfire))
            if not attack:
                continue
            at = rung(attack, defence) if defence else situation.known.highest + 1
            at += self.shift(target, places)
            gain = self.gain(target, places, at) - situation.numbers.committed * attack
            if best is None or gain > best.gain:
                best = Attack(gain, target, dict(places))
            if at > situation.known.highest:
                break
        return best

    # -- in a combat phase -------------------------------------------------------------------------

    def best_attack_on(self, target: Hex) -> Attack | None:
        """Return the best attack on a hex by the adjacent units, at the odds of the rules."""
        situation, state, scenario = self.situation, self.state, self.situation.scenario
        fit = attack_rules.able(state, situation.side)
        beside = open_sides(state, target) & state.held[situation.side]
        units = [c for h in bits(beside) for c in bits(state.here[h] & fit) if limit(state, c) >> target & 1]
        units.sort(key=lambda c: (bool(scenario.artillery >> c & 1), -situation.attack(c), c))
        if situation.side == ALLIED:
            units = _of_one_nation(situation, units)
        best: Attack | None = None
        force: CounterSet = 0
        for c in units:
            force |= 1 << c
            if not force & ~soviet_artillery(state, force):
                continue
            at, attack = self._computed_odds(target, force)
            gain = self.gain(target, bits(force), at) - situation.numbers.committed * attack
            if best is None or gain > best.gain:
                best = Attack(gain, target, {c: state.at[c] for c in bits(force)})
            if at > situation.known.highest:
                break
        return best

    def _computed_odds(self, target: Hex, force: CounterSet) -> tuple[int, int]:
        """Return the odds column of an attack and its factors; untried units count as assumed."""
        situation, state = self.situation, self.state
        prepared = self.prepared or state.fight_first
        odds = strength.compute_odds(state, strength.battle(state, situation.side, target, force), prepared)
        defenders = state.here[target] & ~state.attacked
        attack = odds.attack + situation.numbers.untried * len(untried(state, force))
        defence = odds.defence + situation.numbers.untried * len(untried(state, defenders))
        if not attack or not defence:
            return (situation.known.highest + 1 if attack else situation.known.lowest - 1), attack
        columns = sum(shift.columns for shift in odds.shifts)
        return rung(attack, defence) + columns, attack

    def best_attack_now(self) -> Attack | None:
        """Return the best attack now, if any is worthwhile."""
        found = [
            a
            for t in bits(attack_rules.targets(self.state, self.situation.side))
            if (a := self.best_attack_on(t))
        ]
        best = max(found, key=lambda attack: attack.gain, default=None)
        return best if best is not None and best.gain > self.situation.numbers.least else None

    def total_gain_now(self) -> float:
        """Return the total gain of all attacks from the current hexes."""
        total = 0.0
        for target in bits(_near_targets(self.situation)):
            found = self.best_attack_on(target)
            if found is not None and found.gain > self.situation.numbers.least:
                total += found.gain
        return total


def _near_targets(situation: Situation) -> int:
    """Return the enemy hexes adjacent to this side's units."""
    state = situation.state
    near = situation.scenario.grid.spread(state.held[situation.side] & situation.here)
    held = state.held[situation.foe] & situation.here & near
    return sum(1 << h for h in bits(held) if not state.neutral >> h & 1 or situation.wants_neutral(h))


def plan(
    situation: Situation,
    free: dict[int, int],
    load: dict[Hex, int],
    prepared: bool = False,
    area: HexSet = -1,
) -> list[Attack]:
    """Return the attacks to move for, best first; `free` is each unit's reach, `load` the steps in place."""
    state = situation.state
    field = AttackComparison(situation, prepared)
    near = 0
    for there in free.values():
        near |= there
    spread = situation.scenario.grid.spread(near) & state.held[situation.foe] & situation.here & area
    targets = [h for h in bits(spread) if not state.neutral >> h & 1 or situation.wants_neutral(h)]
    weighed = {t: field.best_attack_after_moves(t, free, load) for t in targets}
    chosen: list[Attack] = []
    while True:
        best = max(
            (a for a in weighed.values() if a is not None and a.gain > situation.numbers.least),
            key=lambda a: a.gain,
            default=None,
        )
        if best is None:
            return chosen
        chosen.append(best)
        for c, place in best.places.items():
            del free[c]
            load[place] = load.get(place, 0) + state.steps[c]
        del weighed[best.target]
        taken, spots = set(best.places), set(best.places.values())
        for target, attack in weighed.items():
            if attack is not None and (taken & set(attack.places) or spots & set(attack.places.values())):
                weighed[target] = field.best_attack_after_moves(target, free, load)


def _of_one_nation(situation: Situation, units: list[int]) -> list[int]:
    """Return the units of the strongest nation: attackers of different nations lose a column [12.24]."""
    nation = situation.scenario.nation
    force: dict[str, int] = {}
    for c in units:
        force[nation[c]] = force.get(nation[c], 0) + situation.attack(c)
    if not force:
        return units
    most = max(force, key=lambda name: force[name])
    return [c for c in units if nation[c] == most]
