"""Attacks: which hexes to attack, with whom and from where, before a move and in a combat phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.kit.odds import rung
from grognard.games.sww3.advice.staff.situation import UNTRIED, Picture
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
from grognard.games.sww3.movement.movement_limits import limit, open_sides

COMMITTED = 0.08
"""What it counts against an attack for each factor that takes part: it could fight elsewhere."""
LEAST = 0.7
"""Factors that an attack must gain on average to be made."""
CLEARED = 2.0
"""Factors that it is worth to throw an enemy out of a hex that is no city."""
FEWER = (0.45, 1.0)
"""How dear own losses may seem: the many can afford them, the few cannot."""
CROWD = 4
"""Steps that the Soviets bring into a hex to attack from it while the West has bombs for every turn."""
TRAPPED = 3.0
"""Factors that a retreat costs a force that has nowhere to go."""


class Attack(NamedTuple):
    """An attack on a hex: who attacks, from which hex each, and what it gains on average."""

    gain: float
    target: Hex
    places: dict[int, Hex]


def cost_of_losses(picture: Picture) -> float:
    """How dear a factor of one's own is, against one of the enemy's."""
    account = picture.known.account
    if account is None:
        return 1.0
    mine, theirs = (
        account.on_map[side] + account.pooled[side] / 2 + 1 for side in (picture.side, picture.foe)
    )
    low, high = FEWER
    return max(low, min(high, theirs / mine))


def crowd(picture: Picture) -> int:
    """Steps that may attack from one hex: a full stack of Soviets asks for the bomb, where there are any."""
    full = picture.scenario.stack_steps
    return full if picture.side == ALLIED else full - round((full - CROWD) * picture.bombs)


class Battlefield:
    """Attacks that could be made, weighed one against the other."""

    def __init__(self, picture: Picture, prepared: bool) -> None:
        self.picture, self.state = picture, picture.state
        self.prepared = prepared
        self.dear = cost_of_losses(picture)

    # -- worth -------------------------------------------------------------------------------------

    def shift(self, target: Hex, places: Mapping[int, Hex]) -> int:
        """Columns for an attack by units in these places."""
        state = self.state
        fight = strength.Battle(self.picture.side, target, mask_of(places), state.here[target], 0)
        shifts = strength.shifts(state, fight, set(places.values()), self.prepared)
        return sum(shift.columns for shift in shifts)

    def gain(self, target: Hex, attackers: Iterable[int], at: int) -> float:
        """What an attack gains on average on a rung of the ladder, in factors."""
        picture, state = self.picture, self.state
        defenders = bits(state.here[target] & ~state.attacked)
        steps = sum(state.steps[c] for c in defenders)
        theirs = sum(picture.attack(c) + picture.defence(c) for c in defenders) / max(1, steps)
        force = list(attackers)
        own_steps = sum(state.steps[c] for c in force)
        mine = self.dear * min(map(picture.step_worth, force))
        breaks, retreats, bleeds, fails = picture.known.chance(at)
        prize = self.prize(target)
        units = len(defenders)
        if in_city(state, target):
            bleeds, retreats = bleeds + retreats, 0.0
            trade = theirs - mine
            storm = steps * trade + prize if own_steps > steps else trade
            blood = max(trade, storm)
        else:
            blood = theirs - mine + 0.5 * (CLEARED + prize)
        broken = units * theirs + (prize + CLEARED if steps == units else 0.35 * prize)
        return (
            breaks * broken
            + retreats * (CLEARED + prize + self._trap(target))
            + bleeds * blood
            - fails * mine
        )

    def prize(self, target: Hex) -> float:
        """What it is worth to take a hex."""
        picture = self.picture
        return 0.8 * picture.worth.get(target, 0.0) + 0.1 * picture.pull[target]

    def _trap(self, target: Hex) -> float:
        """What a retreat costs the enemy beyond the ground: much where he is surrounded."""
        picture, state = self.picture, self.state
        free = open_sides(state, target) & picture.here & ~state.held[picture.side]
        safe = free & (~picture.scenario.grid.spread(state.held[picture.side]) | state.held[picture.foe])
        return 0.0 if safe else TRAPPED

    # -- before a move -----------------------------------------------------------------------------

    def muster(self, target: Hex, free: dict[int, int], load: dict[Hex, int]) -> Attack | None:
        """The best attack on a hex by units that can get next to it; `free` is where each can be."""
        picture, state, scenario = self.picture, self.state, self.picture.scenario
        beside = open_sides(state, target) & picture.here & ~state.held[picture.foe]
        wet = mask_of(h for h in bits(beside) if river_between(scenario, h, target))
        coming = [
            c
            for c, there in free.items()
            if there & beside and picture.attack(c) and limit(state, c) >> target & 1
        ]
        if not coming:
            return None
        coming.sort(key=lambda c: (bool(scenario.artillery >> c & 1), -picture.attack(c), c))
        if picture.side == ALLIED:
            coming = _of_one_nation(picture, coming)
        defence = sum(picture.defence(c) for c in bits(state.here[target] & ~state.attacked))
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
        """Units take their places one after the other; the best number of them attacks."""
        picture, state = self.picture, self.state
        most = crowd(picture)
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
            quarters = picture.attack(c) * QUARTERS[wet >> place & 1]
            if soviet_artillery(state, 1 << c):
                gunfire += quarters
            else:
                line += quarters
            attack = rounded_up(line + artillery_used(line, gunfire))
            if not attack:
                continue
            at = rung(attack, defence) if defence else picture.known.highest + 1
            at += self.shift(target, places)
            gain = self.gain(target, places, at) - COMMITTED * attack
            if best is None or gain > best.gain:
                best = Attack(gain, target, dict(places))
            if at > picture.known.highest:
                break
        return best

    # -- in a combat phase -------------------------------------------------------------------------

    def at_hand(self, target: Hex) -> Attack | None:
        """The best attack on a hex by the units that stand next to it, as the rules reckon it."""
        picture, state, scenario = self.picture, self.state, self.picture.scenario
        fit = attack_rules.able(state, picture.side)
        beside = open_sides(state, target) & state.held[picture.side]
        units = [c for h in bits(beside) for c in bits(state.here[h] & fit) if limit(state, c) >> target & 1]
        units.sort(key=lambda c: (bool(scenario.artillery >> c & 1), -picture.attack(c), c))
        if picture.side == ALLIED:
            units = _of_one_nation(picture, units)
        best: Attack | None = None
        force: CounterSet = 0
        for c in units:
            force |= 1 << c
            if not force & ~soviet_artillery(state, force):
                continue
            at, attack = self._computed_odds(target, force)
            gain = self.gain(target, bits(force), at) - COMMITTED * attack
            if best is None or gain > best.gain:
                best = Attack(gain, target, {c: state.at[c] for c in bits(force)})
            if at > picture.known.highest:
                break
        return best

    def _computed_odds(self, target: Hex, force: CounterSet) -> tuple[int, int]:
        """The rung of an attack by the rules, and its factors; untried units count as what they seem."""
        picture, state = self.picture, self.state
        prepared = self.prepared or state.fight_first
        reckoned = strength.compute_odds(state, strength.battle(state, picture.side, target, force), prepared)
        defenders = state.here[target] & ~state.attacked
        attack = reckoned.attack + UNTRIED * len(untried(state, force))
        defence = reckoned.defence + UNTRIED * len(untried(state, defenders))
        if not attack or not defence:
            return (picture.known.highest + 1 if attack else picture.known.lowest - 1), attack
        columns = sum(shift.columns for shift in reckoned.shifts)
        return rung(attack, defence) + columns, attack

    def best_at_hand(self) -> Attack | None:
        """The best attack that can be made now, if any is worth it."""
        found = [
            a for t in bits(attack_rules.targets(self.state, self.picture.side)) if (a := self.at_hand(t))
        ]
        best = max(found, key=lambda attack: attack.gain, default=None)
        return best if best is not None and best.gain > LEAST else None

    def total_at_hand(self) -> float:
        """What all attacks from where the units stand would gain together."""
        total = 0.0
        for target in bits(_near_targets(self.picture)):
            found = self.at_hand(target)
            if found is not None and found.gain > LEAST:
                total += found.gain
        return total


def _near_targets(picture: Picture) -> int:
    """Enemy hexes next to units of this side."""
    state = picture.state
    near = picture.scenario.grid.spread(state.held[picture.side] & picture.here)
    held = state.held[picture.foe] & picture.here & near
    return sum(1 << h for h in bits(held) if not state.neutral >> h & 1 or picture.covets(h))


def plan(
    picture: Picture,
    free: dict[int, int],
    load: dict[Hex, int],
    prepared: bool = False,
    area: HexSet = -1,
) -> list[Attack]:
    """The attacks to move for, the best first: `free` units can be where their sets say, `load` is taken."""
    state = picture.state
    field = Battlefield(picture, prepared)
    near = 0
    for there in free.values():
        near |= there
    spread = picture.scenario.grid.spread(near) & state.held[picture.foe] & picture.here & area
    targets = [h for h in bits(spread) if not state.neutral >> h & 1 or picture.covets(h)]
    weighed = {t: field.muster(t, free, load) for t in targets}
    chosen: list[Attack] = []
    while True:
        best = max(
            (a for a in weighed.values() if a is not None and a.gain > LEAST),
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
                weighed[target] = field.muster(target, free, load)


def _of_one_nation(picture: Picture, units: list[int]) -> list[int]:
    """The nation that attacks with most: attackers of several nations lose a column [12.24]."""
    nation = picture.scenario.nation
    force: dict[str, int] = {}
    for c in units:
        force[nation[c]] = force.get(nation[c], 0) + picture.attack(c)
    if not force:
        return units
    most = max(force, key=lambda name: force[name])
    return [c for c in units if nation[c] == most]
