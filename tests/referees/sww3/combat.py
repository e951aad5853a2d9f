"""Combat: targets, odds, results and retreats."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from tests.referees.sww3.movement import Movement
from tests.referees.sww3.setting import HALF, SIX, TABLE, Unit


class Combat(Movement):
    """Combat: targets, odds, results and retreats."""

    def may_attack(self, unit: Unit) -> bool:
        """Whether a unit can still attack or probe in this phase [12.4, 13.6, 11.19, R-SWW-36]."""
        if self.phase != "combat" or unit.side != self.side or not self.on_map(unit):
            return False
        if self.letter and not unit.at.startswith(self.letter):
            return False
        if unit.flags & {"fought", "disrupted", "sailed"} or unit.at in self.neutral:
            return False
        limit = self.limit(unit)
        return (not unit.known or unit.attack > 0) and (limit is None or unit.at in limit)

    def targets(self, unit: Unit) -> set[str]:
        """Return the hexes a unit can attack, alone or with others [12.1, 11.13, R-SWW-14]."""
        if not self.may_attack(unit):
            return set()
        if unit.kind == "artillery" and not self.supplied(unit):
            return set()  # [9.8]
        limit = self.limit(unit)
        found = set()
        for to in self.open_steps(unit.at):
            foes = self.in_hex(to, self.enemy(unit.side))
            if not any("attacked" not in u.flags for u in foes):
                continue
            if (limit is None or to in limit) and not (unit.side == "allied" and to in self.neutral):
                found.add(to)
        return found

    def probes(self, unit: Unit) -> set[str]:
        """Return the hexes a unit can probe alone [12.23, R-SWW-17]."""
        if not self.may_attack(unit) or unit.kind in ("static", "artillery"):
            return set()
        enemy = self.enemy(unit.side)
        if not any(self.in_hex(h, enemy) for h in self.board.neighbours(unit.at)):
            return set()
        return {
            to
            for to in self.open_steps(unit.at)
            if not self.in_hex(to) and to in self.zoc(enemy) and self.open_to(unit, to)
        }

    def strength(self, target: str, attackers: Sequence[Unit]) -> int:
        """Return the attack strength [9.8, 12.15, 12.25, R-SWW-04, R-SWW-06]."""
        guns = others = Fraction(0)
        for unit in attackers:
            factor = Fraction(unit.attack)
            if not self.supplied(unit):
                factor /= 2
            if frozenset((unit.at, target)) in self.ground.rivers:
                factor /= 2
            if unit.kind == "artillery":
                guns += factor
            else:
                others += factor
        return math.ceil(others + min(guns, others))

    def resistance(self, target: str) -> int:
        """Return the defence strength [9.8, R-SWW-14]."""
        total = Fraction(0)
        for unit in self.in_hex(target):
            if "attacked" not in unit.flags:
                total += Fraction(unit.defence) / (1 if self.supplied(unit) else 2)
        return math.ceil(total)

    def shifts(self, target: str, attackers: Sequence[Unit]) -> int:
        """Return the net shift, to the right positive [12.10-12.18, 12.24]."""
        side = attackers[0].side
        total = 1 if self.fight_first else 0  # [5.6]
        if target in self.air(side):
            total += 1  # [6.6]
        if target in self.air(self.enemy(side)):
            total -= 1
        terrain = self.terrain(target)
        if self.is_city(target):
            total -= 2  # [12.16]
        elif self.is_pass(target) and terrain in ("rough", "mountain"):
            total -= 2  # [R-PIN-12]
        elif terrain == "rough":
            total -= 1
        elif terrain == "mountain":
            total -= 2
        if not self.is_city(target) and self.concentric(target, {u.at for u in attackers}):
            total += 1
        if side == "allied" and len({u.nation for u in attackers}) > 1:
            total -= 1
        defenders = [u for u in self.in_hex(target) if "attacked" not in u.flags]
        if any("disrupted" in u.flags for u in defenders):
            total += 1  # [13.6]
        return total

    def concentric(self, target: str, hexes: set[str]) -> bool:
        """Whether attackers are in opposite hexes, in three alternate ones, or in more than three [12.18]."""
        around = self.board.around[target]
        used = [hex_ in hexes for hex_ in around]
        opposite = any(used[i] and used[i + 3] for i in range(3))
        alternate = all(used[i] for i in (0, 2, 4)) or all(used[i] for i in (1, 3, 5))
        return opposite or alternate or sum(used) > 3

    def odds(self, target: str, attackers: Sequence[Unit]) -> int | None:
        """Return the final odds as a step of the ladder; None if there is no defence [12.7-12.10]."""
        attack, defence = self.strength(target, attackers), self.resistance(target)
        if defence == 0:
            return None
        if attack >= defence:
            ladder = attack // defence - 1
        else:
            ladder = 1 - math.ceil(Fraction(defence, attack))
        return ladder + self.shifts(target, attackers)

    def results(self, target: str, attackers: Sequence[Unit]) -> dict[str, float]:
        """Return the probability of every result [12.9, 12.16, 12.20]."""
        odds = self.odds(target, attackers)
        if odds is None or odds > SIX:
            return {"DE": 1.0}
        if odds < HALF:
            return {"AL1": 1.0}
        found: dict[str, float] = {}
        for row in TABLE:
            result = row[odds - HALF]
            if result == "DR" and self.is_city(target):
                result = "BB"
            found[result] = found.get(result, 0) + 1 / 6
        return {result: round(chance, 6) for result, chance in found.items()}

    def retreats(self, force: Sequence[Unit]) -> set[str]:
        """Return the hexes a force may retreat to as a whole [12.20, R-SWW-12, R-SWW-35]."""
        if any(u.kind == "static" for u in force):
            return set()
        if not self.options.get("disrupted-retreat", True) and any("disrupted" in u.flags for u in force):
            return set()
        side = force[0].side
        possible = {
            to
            for to in self.open_steps(force[0].at)
            if to not in self.neutral and all(self.open_to(u, to) for u in force) and self.has_room(to, force)
        }
        watched = self.zoc(self.enemy(side))
        safe = {to for to in possible if to not in watched or self.in_hex(to, side)}
        return safe or possible
