"""Attacks: which hexes to attack, with which units and from where [11]."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of, union
from grognard.games.afcent.advice.staff import objectives
from grognard.games.afcent.advice.staff.battle_odds import Stakes, gain, mixed
from grognard.games.afcent.advice.staff.situation import Picture
from grognard.games.afcent.combat import attack as attack_rules
from grognard.games.afcent.combat import support
from grognard.games.afcent.combat.eligibility import attack_partners
from grognard.games.afcent.combat.strength import (
    NO_SUPPORT,
    SEVERAL_HEXES,
    Battle,
    attack_from,
    for_hexes,
    ground_of,
    modifiers,
    over_river,
)
from grognard.games.afcent.model.state import factor_of
from grognard.games.kit.odds import rung


class Group(NamedTuple):
    """Units of one stack that can move together."""

    units: CounterSet
    at: Hex
    reach: HexSet
    """Where they can be when the battle begins, including their own hex."""


class Attack(NamedTuple):
    """An attack on a hex: its expected gain, and which group attacks from where."""

    gain: float
    target: Hex
    places: tuple[tuple[Group, Hex], ...]

    @property
    def units(self) -> CounterSet:
        """All attacking units."""
        found = 0
        for group, _ in self.places:
            found |= group.units
        return found


class Battlefield:
    """Attacks of a side, compared by expected gain."""

    def __init__(self, picture: Picture, prepared: bool) -> None:
        self.picture, self.state, self.scenario = picture, picture.state, picture.scenario
        self.numbers = picture.numbers
        self.side, self.prepared = picture.side, prepared
        self._own_battles = self.numbers.main_effort

    # -- one attack --------------------------------------------------------------------------------

    def weigh(self, target: Hex, places: Sequence[tuple[Group, Hex]]) -> float:
        """Return the expected gain of an attack with the expected support of both sides."""
        state, scenario = self.state, self.scenario
        units = 0
        attack = 0
        from_: dict[Hex, CounterSet] = {}
        for group, place in places:
            units |= group.units
            from_[place] = from_.get(place, 0) | group.units
        for place, force in from_.items():
            attack += attack_from(state, place, force, target)
        defenders = state.here[target]
        fight = Battle(self.side, target, units, defenders)
        lines = modifiers(state, fight, NO_SUPPORT)
        known = sum(line.value for line in lines if line.rule != SEVERAL_HEXES)
        known += for_hexes(scenario, len(from_))
        drm = known + self.expected_support(fight) - self.expected_defence(fight)
        defence = sum(factor_of(state, c) for c in bits(defenders))
        found = mixed(scenario, rung(attack, max(1, defence)), drm, ground_of(state, target), self.side)
        return gain(found, self.stakes(fight)) - self.numbers.committed * attack

    def stakes(self, fight: Battle) -> Stakes:
        """Return what a battle can gain or cost."""
        picture, dear = self.picture, self.picture.dear
        mine = [dear * picture.unit_worth(c) for c in bits(fight.attackers)]
        theirs = [picture.unit_worth(c) for c in bits(fight.defenders)]
        static = sum(picture.unit_worth(c) for c in bits(fight.defenders & self.scenario.static))
        trapped = static if static else 0.0
        if not self._retreat(fight):
            trapped = self.numbers.trapped * sum(theirs)
        return Stakes(
            sum(mine),
            min(mine),
            sum(theirs),
            min(theirs),
            len(theirs) == 1,
            picture.prize(fight.target),
            trapped,
            *self._at_risk(fight.attackers),
        )

    def _at_risk(self, attackers: CounterSet) -> tuple[float, float]:
        """Return the value of guarded cities that are empty if all attackers are lost, and if any one is."""
        lone = self._lone_guards
        if not attackers & mask_of(lone):
            return 0.0, 0.0
        worth = [lone[c] for c in bits(attackers) if c in lone]
        return sum(worth), min(worth) if len(worth) == attackers.bit_count() else 0.0

    @cached_property
    def _lone_guards(self) -> dict[int, float]:
        """Return the units that hold a guarded city alone, with its value."""
        return {
            c: self.picture.worth.get(hex_, 0.0) for c, hex_ in objectives.lone_guards(self.picture).items()
        }

    def _retreat(self, fight: Battle) -> HexSet:
        """Estimate where the defenders could retreat."""
        state, around = self.state, self.scenario.grid.around[fight.target]
        return around & self.scenario.firm & ~state.held[self.side] & ~state.held[1 - self.side]

    # -- support -----------------------------------------------------------------------------------

    def expected_support(self, fight: Battle) -> float:
        """Return the number of markers the attacker will probably commit."""
        state, scenario = self.state, self.scenario
        markers = support.usable(state, fight, self.side)
        guns = (markers & scenario.guns).bit_count()
        limit = support.artillery_limit(state, fight, self.side)[0]
        if self.prepared and not state.fight_first[self.side]:
            limit = max(limit, int(scenario.charts["artillery_limit"]["combat_first"]))
        wings = markers.bit_count() - guns
        return min(limit, guns / self._own_battles) + wings / (2 * self._own_battles)

    def expected_defence(self, fight: Battle) -> float:
        """Return the number of markers the defender will probably commit."""
        return self.numbers.committed_support * support.most(self.state, fight, 1 - self.side)

    # -- before a move -----------------------------------------------------------------------------

    def muster(self, target: Hex, groups: Iterable[Group], taken: HexSet) -> Attack | None:
        """Return the best attack on a hex by groups that can move adjacent, one group per hex."""
        state, scenario = self.state, self.scenario
        waiting_units = scenario.grid.around[target] & scenario.firm & ~state.held[1 - self.side] & ~taken
        coming = [group for group in groups if group.reach & waiting_units]
        if not coming:
            return None
        coming.sort(key=lambda group: (-_factors(self.picture, group.units), group.at))
        free, best = waiting_units, None
        places: list[tuple[Group, Hex]] = []
        for group in coming:
            room = group.reach & free & (~state.held[self.side] | 1 << group.at)
            if not room:
                continue
            dry = [hex_ for hex_ in bits(room) if not over_river(state, hex_, target)]
            place = self._safest(dry or bits(room), target)
            places.append((group, place))
            free &= ~(1 << place)
            value = self.weigh(target, places)
            if best is None or value > best.gain:
                best = Attack(value, target, tuple(places))
        return best

    def _safest(self, hexes: Sequence[Hex], target: Hex) -> Hex:
        """Return the safest hex for attackers: rough terrain, few other enemies adjacent."""
        state, around = self.state, self.scenario.grid.around
        enemies = state.held[1 - self.side] & ~(1 << target)

        def danger(hex_: Hex) -> tuple[int, int]:
            return (around[hex_] & enemies).bit_count() + ground_of(state, hex_).drm, hex_

        return min(hexes, key=danger)

    def plan(self, groups: list[Group]) -> list[Attack]:
        """List the attacks to move for, best first; each group joins one."""
        near = 0
        for group in groups:
            near |= group.reach
        targets = bits(self.scenario.grid.spread(near) & self.state.held[1 - self.side])
        weighed = {target: self.muster(target, groups, 0) for target in targets}
        left, taken = list(groups), 0
        chosen: list[Attack] = []
        while True:
            best = max(
                (a for a in weighed.values() if a and a.gain > self.numbers.least[self.side]),
                key=lambda a: a.gain,
                default=None,
            )
            if best is None:
                return chosen
            chosen.append(best)
            gone = best.units
            taken |= mask_of(place for _, place in best.places)
            left = [group for group in left if not group.units & gone]
            del weighed[best.target]
            for target, attack in weighed.items():
                if attack and (attack.units & gone or any(taken >> place & 1 for _, place in attack.places)):
                    weighed[target] = self.muster(target, left, taken)

    # -- in a combat phase -------------------------------------------------------------------------

    def adjacent_attack(self, target: Hex, fit: CounterSet) -> Attack | None:
        """Return the best attack on a hex by adjacent units."""
        state = self.state
        waiting_units = bits(self.scenario.grid.around[target] & state.held[self.side])
        left = fit & union(state.here[hex_] for hex_ in waiting_units)
        best: Attack | None = None
        while left:
            kind = attack_partners(state, bits(left)[0], left)
            left &= ~kind
            groups = [
                Group(state.here[hex_] & kind, hex_, 1 << hex_)
                for hex_ in waiting_units
                if state.here[hex_] & kind
            ]
            groups.sort(key=lambda group: (-_factors(self.picture, group.units), group.at))
            for count in range(1, len(groups) + 1):
                places = [(group, group.at) for group in groups[:count]]
                value = self.weigh(target, places)
                if best is None or value > best.gain:
                    best = Attack(value, target, tuple(places))
        return best

    def adjacent_attacks(self) -> list[Attack]:
        """List the best attack on every hex that can be attacked now, best first."""
        fit, state = attack_rules.able(self.state, self.side), self.state
        targets = bits(attack_rules.targets(state, self.side))
        self._own_battles = max(self.numbers.main_effort, min(5.0, len(targets) / 2))
        found = [a for target in targets if (a := self.adjacent_attack(target, fit))]
        return sorted((a for a in found if a.gain > self.numbers.least[self.side]), key=lambda a: -a.gain)


def _factors(picture: Picture, units: CounterSet) -> int:
    return sum(factor_of(picture.state, c) for c in bits(units))
