"""Referee of Strike Force One: movement, combat, retreats, advances, stacking and victory, done naively.

The numbers are those of the rulebook's charts. Boards, counters and scenarios come from the data files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from tests.referees.board import GAMES, Board, read_board, read_toml

DATA = GAMES / "strike_force_one" / "data"
TANKS = ("armour",)
SUPPORT = ("air", "artillery", "spetsnaz")
NIGHT_TURN = 4

# [9] Columns: attacking units (Basic), strength difference (Advanced and Expert). Rows: die 1 to 6.
BASIC_TABLE = [
    ["DR", "DR", "DR", "DE", "DE", "DE"],
    ["DR", "DR", "DR", "DR", "DE", "DE"],
    ["AR", "DR", "DR", "DR", "DR", "DE"],
    ["AR", "AR", "DR", "DR", "DR", "DR"],
    ["AR", "AR", "DR", "DR", "DR", "DR"],
    ["AE", "AR", "AR", "DR", "DR", "DR"],
]
TABLE = [
    ["DR", "DR", "EX", "DE", "DE", "DE"],
    ["DR", "DR", "DR", "EX", "DE", "DE"],
    ["NE", "DR", "DR", "DR", "EX", "DE"],
    ["AR", "NE", "DR", "DR", "DR", "EX"],
    ["AR", "AR", "DR", "DR", "DR", "DR"],
    ["AE", "AR", "NE", "DR", "DR", "DR"],
]


@cache
def the_board() -> Board:
    """Return the board."""
    return read_board(DATA / "board.toml")


@dataclass
class Unit:
    """A counter and where it is now."""

    id: str
    side: str
    kind: str
    offence: int
    defence: int
    movement: int
    at: str
    """A hex number, or the name of a box."""
    flags: set[str]

    @property
    def is_chit(self) -> bool:
        """Whether it is a support chit, which holds no ground."""
        return self.kind in SUPPORT

    @property
    def on_map(self) -> bool:
        """Whether it is a unit in a hex."""
        return not self.is_chit and self.at in the_board().terrain


class Referee:
    """The rules at one moment of a game."""

    def __init__(
        self,
        scenario: str,
        options: dict[str, Any],
        turn: int,
        phase: str,
        places: Mapping[str, tuple[str, Iterable[str]]],
    ) -> None:
        self.file = read_toml(DATA / "scenarios" / f"{scenario}.toml")
        self.level: str = self.file["level"]
        self.options = options
        self.turn = turn
        self.side, self.phase = phase.split()
        self.units: dict[str, Unit] = {}
        for counter in read_toml(DATA / "counters.toml")["counter"]:
            at, flags = places[counter["id"]]
            offence, defence, movement = counter["factors"]
            self.units[counter["id"]] = Unit(
                counter["id"], counter["side"], counter["kind"], offence, defence, movement, at, set(flags)
            )

    # -- the board -------------------------------------------------------------------------------

    @property
    def limit(self) -> int:
        """The stacking limit [8.2]."""
        return 1 if self.level == "basic" else 2

    def enemy(self, side: str) -> str:
        """Return the other side."""
        return "us" if side == "soviet" else "soviet"

    def in_hex(self, hex_: str, side: str = "") -> list[Unit]:
        """Return the units in a hex, of one side or both."""
        return [u for u in self.units.values() if u.on_map and u.at == hex_ and side in ("", u.side)]

    def cost(self, hex_: str) -> int | None:
        """Return the MP to enter a hex; None if it is closed [8.1]."""
        if the_board().terrain[hex_] == "clear":
            return 1
        return None if self.level == "basic" else 2

    def zoc(self, side: str) -> set[str]:
        """Return the zone of control: every unit's hex and the hexes around it [6]."""
        found: set[str] = set()
        for unit in self.units.values():
            if unit.on_map and unit.side == side:
                found |= {unit.at, *the_board().neighbours(unit.at)}
        return found

    # -- movement --------------------------------------------------------------------------------

    def may_move(self, unit: Unit) -> bool:
        """Whether it is this unit's time to move [7.1, 8, 8.2]."""
        if self.phase != "movement" or unit.side != self.side or unit.is_chit:
            return False
        if unit.flags & {"moved", "disrupted"} or not (unit.on_map or unit.at == "edge"):
            return False
        crowd = self.overstacked(unit.side)
        return crowd is None or unit.at == crowd

    def overstacked(self, side: str) -> str | None:
        """Return the hex in which a side has too many units; it is the next to be cleared [8.2]."""
        for hex_ in the_board().terrain:
            if len(self.in_hex(hex_, side)) > self.limit:
                return hex_
        return None

    def paths(self, unit: Unit) -> dict[str, int]:
        """Return the hexes a unit can get to and the MP spent, whoever of its side is there [8, 8.3, 8.4]."""
        watched, enemy = self.zoc(self.enemy(unit.side)), self.enemy(unit.side)
        best: dict[str, int] = {}

        def go(hex_: str, spent: int) -> None:
            """Enter a hex, and go on unless an enemy ZOC stops the unit."""
            if spent > unit.movement or best.get(hex_, 99) <= spent:
                return
            best[hex_] = spent
            if hex_ not in watched:
                leave(hex_, spent)

        def leave(hex_: str, spent: int) -> None:
            for to in the_board().neighbours(hex_):
                price = self.cost(to)
                if price is None or self.in_hex(to, enemy):
                    continue
                if hex_ in watched and to in watched:
                    continue  # not from ZOC to ZOC
                go(to, spent + price)

        if unit.at == "edge":  # the first hex costs its terrain [8.4, R-SFO-20]
            column = "09" if unit.side == "soviet" else "01"
            for hex_ in the_board().terrain:
                price = self.cost(hex_)
                if hex_.startswith(column) and hex_ not in watched and price is not None:
                    go(hex_, price)
        else:
            leave(unit.at, 0)
            if self.options.get("in-the-open") and unit.kind in TANKS and unit.at in watched:
                for to in the_board().neighbours(unit.at):  # infiltration [8.3, R-SFO-27]
                    if to in watched and the_board().terrain[to] == "clear" and not self.in_hex(to, enemy):
                        best.setdefault(to, unit.movement)
        best.pop(unit.at, None)
        return best

    def reach(self, unit: Unit) -> dict[str, int]:
        """Return where a unit may end its move, so that stacking can be right at the end of the phase [8.2].

        A full hex may be entered if a unit in it can still leave; one hex at a time.
        """
        found = {}
        for hex_, spent in self.paths(unit).items():
            there = self.in_hex(hex_, unit.side)
            if len(there) < self.limit or self._can_be_cleared(unit, hex_):
                found[hex_] = spent
        return found

    def _can_be_cleared(self, mover: Unit, hex_: str) -> bool:
        crowd = self.overstacked(mover.side)
        if crowd is not None and crowd != mover.at:
            return False
        for other in self.in_hex(hex_, mover.side):
            if other.flags & {"moved", "disrupted"}:
                continue
            for to in self.paths(other):
                there = [u for u in self.in_hex(to, mover.side) if u is not mover]
                if len(there) < self.limit:
                    return True
        return False

    def chit_hexes(self, chit: Unit) -> set[str]:
        """Return where a support chit can be placed: on any defender [7.1]."""
        if self.phase != "movement" or chit.at != "edge" or self.overstacked(self.side):
            return set()
        return {u.at for u in self.units.values() if u.on_map and u.side == self.enemy(self.side)}

    # -- combat ----------------------------------------------------------------------------------

    def may_attack(self, unit: Unit) -> bool:
        """Whether a unit can still attack in this phase [9, 7.1, R-SFO-17, R-SFO-26]."""
        if self.phase != "combat" or unit.side != self.side or not unit.on_map:
            return False
        if unit.flags & {"fought", "disrupted"}:
            return False
        return not (self.options.get("night") and self.turn == NIGHT_TURN and "moved" in unit.flags)

    def support(self, target: str) -> list[Unit]:
        """Return the support chits of the attacker on a hex that have not been used [7.1, R-SFO-24]."""
        return [
            u
            for u in self.units.values()
            if u.is_chit and u.side == self.side and u.at == target and "fought" not in u.flags
        ]

    def difference(self, target: str, attackers: Iterable[str]) -> int:
        """Return the strength difference of an attack [9]."""
        offence = sum(self.units[a].offence for a in attackers)
        offence += sum(chit.offence for chit in self.support(target))
        defence = sum(u.defence for u in self.in_hex(target))
        if the_board().terrain[target] == "forest":
            defence += 1
        return offence - defence

    def attacks(self) -> set[tuple[str, frozenset[str]]]:
        """Return every legal attack: the hex and the units [9]."""
        found = set()
        for target in the_board().terrain:
            if not self.in_hex(target, self.enemy(self.side)):
                continue
            stacks = []
            for hex_ in the_board().neighbours(target):
                able = [u.id for u in self.in_hex(hex_, self.side) if self.may_attack(u)]
                if able:
                    stacks.append(able)
            for taken in product((False, True), repeat=len(stacks)):
                units = [u for stack, used in zip(stacks, taken, strict=True) if used for u in stack]
                if not units:
                    continue
                if self.level != "basic" and self.difference(target, units) < 0:
                    continue
                found.add((target, frozenset(units)))
        return found

    def results(self, target: str, attackers: Iterable[str]) -> dict[str, float]:
        """Return the probability of every result [9, table 2]."""
        attackers = list(attackers)
        if self.level == "basic":
            column = [row[len(attackers) - 1] for row in BASIC_TABLE]
        else:
            column = [row[min(self.difference(target, attackers), 5)] for row in TABLE]
        dice: list[tuple[int, ...]] = [(die,) for die in range(6)]
        if any(chit.kind == "spetsnaz" for chit in self.support(target)):  # two dice, the lower counts [7.1]
            dice = [(a, b) for a in range(6) for b in range(6)]
        found: dict[str, float] = {}
        for roll in dice:
            result = column[min(roll)]
            found[result] = found.get(result, 0) + 1 / len(dice)
        return {result: round(chance, 6) for result, chance in found.items()}

    def retreats(self, unit: Unit) -> set[str]:
        """Return the hexes a unit may retreat to now [9.2, R-SFO-19]."""
        watched = self.zoc(self.enemy(unit.side))
        return {
            to
            for to in the_board().neighbours(unit.at)
            if self.cost(to) is not None
            and to not in watched
            and not self.in_hex(to, self.enemy(unit.side))
            and len(self.in_hex(to, unit.side)) < self.limit
        }

    def exploits(self, tank: Unit) -> set[str]:
        """Return the hexes for a tank's second advance: any without enemies and within stacking [9.3]."""
        return {
            to
            for to in the_board().neighbours(tank.at)
            if self.cost(to) is not None
            and not self.in_hex(to, self.enemy(tank.side))
            and len(self.in_hex(to, tank.side)) < self.limit
        }

    # -- victory ---------------------------------------------------------------------------------

    @property
    def by_points(self) -> bool:
        """Whether victory points decide [10, R-SFO-29]."""
        return self.file["victory"] == "points" or bool(self.options.get("victory-points"))

    def towns(self) -> int:
        """Return how many towns the Soviets occupy [10]."""
        return sum(bool(self.in_hex(town, "soviet")) for town in ("0107", "0302", "0405"))

    def points(self, side: str) -> int:
        """Return a side's victory points as they stand [10, table 3]."""
        total = 0
        for hex_, worth in (("0405", 2), ("0506", 1), ("0603", 1)):
            if self.in_hex(hex_, side):
                total += worth
        for unit in self.units.values():
            if unit.side != side and not unit.is_chit and unit.at == "lost":
                total += 1 if unit.kind == "infantry" else 2
        return total

    def overcrowded(self) -> list[str]:
        """Return the hexes with too many units, or with units of both sides [8.2, 8.3]."""
        return [
            hex_
            for hex_ in the_board().terrain
            if len(self.in_hex(hex_)) > self.limit
            or (self.in_hex(hex_, "soviet") and self.in_hex(hex_, "us"))
        ]
