"""Referee of Stalin's World War III (Pincher, Sandown, Grand Campaign), done naively.

Movement, zones of control, supply, odds, attacks, probes, retreats, stacking and victory points. The numbers
are those of the two rulebooks. Boards, counters and scenarios come from the data files.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from tests.referees.board import GAMES, Board, read_board, read_toml

STACK = 10
"""Steps in a hex [7.3]."""
FOLDERS = {"pincher": "pincher", "sandown": "sandown", "grand-campaign": "grand_campaign"}

# [12.20] Columns 1:2 to 6:1. Rows: die 1 to 6.
TABLE = [
    ["DR", "DR", "DE", "DE", "DE", "DE", "DE"],
    ["BB", "DR", "DR", "DE", "DE", "DE", "DE"],
    ["BB", "BB", "DR", "DR", "DE", "DE", "DE"],
    ["AL1", "BB", "BB", "DR", "DR", "DE", "DE"],
    ["AL1", "AL1", "BB", "BB", "DR", "DR", "DE"],
    ["AL1", "AL1", "AL1", "BB", "BB", "DR", "DR"],
]
HALF, ONE_TO_ONE, SIX = -1, 0, 5
"""Steps of the ladder ... 1:3, 1:2, 1:1, 2:1 ..., counted from 1:1 [R-SWW-03]."""

# [9.14] The country of each nation on the maps.
HOME = {
    "Sw": "switzerland",
    "Yg": "yugoslavia",
    "Fr": "france",
    "Be": "belgium",
    "NL": "netherlands",
    "WG": "west-germany",
    "It": "italy",
    "EG": "east-germany",
    "PPA": "poland",
    "CPA": "czechoslovakia",
    "HPA": "hungary",
    "RPA": "romania",
    "SU": "ussr",
    "Trk": "turkey",
    "Isrl": "israel",
    "Egypt": "egypt",
    "Iran": "iran",
    "Iraq": "iraq",
    "Jrdn": "jordan",
    "Kwt": "kuwait",
    "Lbn": "lebanon",
    "Syria": "syria",
}
# [Pincher 11.21, Sandown 11.20] The countries in and next to which a nation may move and fight.
LIMITS = {
    "HPA": ("hungary", "romania", "yugoslavia"),
    "RPA": ("hungary", "romania", "yugoslavia"),
    "Yg": ("hungary", "romania", "yugoslavia"),
    "Sw": ("switzerland",),
    "It": ("italy",),
    "Trk": ("turkey", "ussr"),
    **{n: (HOME[n],) for n in ("Egypt", "Iran", "Iraq", "Isrl", "Jrdn", "Kwt", "Lbn", "Syria")},
}
# [Pincher 4.3] Points of a city, by country.
CITY_POINTS = {
    **dict.fromkeys(("east-germany", "west-germany", "czechoslovakia", "hungary", "yugoslavia"), 1),
    **dict.fromkeys(("belgium", "netherlands", "luxembourg"), 2),
    **dict.fromkeys(("france", "switzerland", "italy"), 3),
}
SOVIET_AT_START = ("east-germany", "poland", "czechoslovakia", "hungary", "romania", "soviet-zone", "ussr")


@dataclass
class Unit:
    """A counter as printed, and where it is now."""

    id: str
    side: str
    """``soviet`` or ``allied``."""
    nation: str
    kind: str
    size: str
    tags: set[str]
    factors: tuple[list[int], list[int]]
    """Attack, defence and movement: reduced, and at full strength."""
    full: int
    at: str = "away"
    steps: int = 0
    known: bool = True
    """False for an untried unit [Pincher 10.4, Sandown 10.9]."""
    flags: set[str] = field(default_factory=set)
    values: tuple[int, int] | None = None
    """Attack and defence of an untried unit, once revealed."""

    def printed(self, which: int) -> int:
        """Return a printed factor at the current strength."""
        return self.factors[1 if self.steps >= self.full else 0][which]

    @property
    def attack(self) -> int:
        """Attack factor."""
        return self.values[0] if self.values else self.printed(0)

    @property
    def defence(self) -> int:
        """Defence factor."""
        return self.values[1] if self.values else self.printed(1)

    @property
    def movement(self) -> int:
        """Movement factor."""
        return self.printed(2)


@dataclass(frozen=True)
class Setting:
    """What never changes in a scenario."""

    board: Board
    file: dict[str, Any]
    counters: tuple[dict[str, Any], ...]
    land: frozenset[str]
    """Hexes that units can be in."""
    barred: frozenset[frozenset[str]]
    """All-sea and all-lake hexsides [11.13]."""
    rivers: frozenset[frozenset[str]]
    passes: frozenset[frozenset[str]]
    roads: frozenset[frozenset[str]]
    cities: frozenset[str]
    ports: frozenset[str]
    pincher: bool
    sandown: bool


@cache
def setting(game: str, scenario: str) -> Setting:
    """Read a scenario, its board and its counters."""
    folder = GAMES / FOLDERS[game] / "data"
    file = read_toml(folder / "scenarios" / f"{scenario}.toml")
    board = read_board((folder / (file.get("board", "board") + ".toml")).resolve())
    counters: list[dict[str, Any]] = []
    for force in file.get("forces", [{"counters": "counters"}]):
        without = set(force.get("without", ()))
        for counter in read_toml(_data(folder, force["counters"]))["counter"]:
            if not without & {counter["nation"], *counter.get("tags", ())}:
                counters.append(counter)
    water = board.hexes_tagged("impassable")
    cities = board.towns("city", "capital", "oil")
    return Setting(
        board=board,
        file=file,
        counters=tuple(counters),
        land=frozenset(_in_play(board, file.get("hexes", ())) - water),
        barred=frozenset(board.sides_tagged("impassable")),
        rivers=frozenset(board.sides_tagged("river")),
        passes=frozenset(board.sides.get("pass", ())),
        roads=frozenset(board.lines.get("road", ())),
        cities=frozenset(cities),
        ports=frozenset(board.towns("port") & cities),
        pincher="pincher" in file["theatres"],
        sandown="sandown" in file["theatres"],
    )


def _data(folder: Path, name: str) -> Path:
    return (folder / (name + ".toml")).resolve()


def _in_play(board: Board, corners: Sequence[str]) -> set[str]:
    """Return the hexes between the north-west and south-east corner of a small scenario."""
    if not corners:
        return set(board.terrain)
    (west, north), (east, south) = ((int(c[:2]), int(c[2:])) for c in corners)
    return {h for h in board.terrain if west <= int(h[:2]) <= east and north <= int(h[2:]) <= south}


class Referee:
    """The rules at one moment of a game. Sets are of hex numbers."""

    def __init__(self, ground: Setting, options: dict[str, Any]) -> None:
        self.ground = ground
        self.board = ground.board
        self.options = options
        self.turn = 1
        self.side = "soviet"
        """The side whose player turn it is."""
        self.phase = ""
        self.letter = ""
        """In the Grand Campaign the letter of the map that is played now."""
        self.units: dict[str, Unit] = {}
        self.red: set[str] = set()
        """Hexes under Soviet control [3.10]."""
        self.neutral: set[str] = set()
        self.nuked: set[str] = set()
        self.flooded = False
        self.markers: dict[str, str] = {}
        """Hexes with an airpower marker, and its side."""
        self.aerial: set[str] = set()
        """Hexes with an aerial supply marker."""
        self.fight_first = False
        self.mixed: set[str] = set()
        """Allied units that began the movement phase in a stack of several nations [11.18]."""
        self.sea_from = self.sea_to = ""
        """The sea move of this phase, if one was made [11.19]."""
        self._sets: dict[str, set[str]] = {}
        """Zones, ranges and limits, found once for this moment."""
        self._supplied: dict[tuple[str, str], bool] = {}

    # -- the map ---------------------------------------------------------------------------------

    def on_sandown(self, hex_: str) -> bool:
        """Whether a hex is on the map of the Mid-East."""
        return hex_.startswith("M") if self.ground.pincher else True

    def region(self, name: str) -> set[str]:
        """Return a region of the board; empty if there is none."""
        return self.board.regions.get(name, set())

    def enemy(self, side: str) -> str:
        """Return the other side."""
        return "allied" if side == "soviet" else "soviet"

    def on_map(self, unit: Unit) -> bool:
        """Whether a unit is in a hex."""
        return unit.at in self.board.terrain

    def in_hex(self, hex_: str, side: str = "") -> list[Unit]:
        """Return the units in a hex, of one side or both."""
        return [u for u in self.stacks().get(hex_, ()) if side in ("", u.side)]

    def stacks(self) -> dict[str, list[Unit]]:
        """Return the units in each occupied hex."""
        if not hasattr(self, "_stacks"):
            self._stacks: dict[str, list[Unit]] = {}
            for unit in self.units.values():
                if self.on_map(unit):
                    self._stacks.setdefault(unit.at, []).append(unit)
        return self._stacks

    def controls(self, side: str, hex_: str) -> bool:
        """Whether a side controls a hex [3.10]."""
        return (hex_ in self.red) == (side == "soviet")

    def is_city(self, hex_: str) -> bool:
        """Whether a hex is an un-nuked city of any kind [13.7]."""
        return hex_ in self.ground.cities and hex_ not in self.nuked

    def is_pass(self, hex_: str) -> bool:
        """Whether a hex has a pass hexside and is not nuked [11.10]."""
        return hex_ not in self.nuked and any(hex_ in side for side in self.ground.passes)

    def terrain(self, hex_: str) -> str:
        """Return the terrain that counts: cities are clear, nuked cities rough [11.8, 13.7]."""
        if hex_ in self.ground.cities:
            return "rough" if hex_ in self.nuked else "clear"
        return self.board.terrain[hex_]

    def open_steps(self, hex_: str) -> list[str]:
        """Return the land hexes next to a hex that are not behind an impassable hexside [11.13]."""
        return [
            to
            for to in self.board.neighbours(hex_)
            if to in self.ground.land and frozenset((hex_, to)) not in self.ground.barred
        ]

    def zoc(self, side: str) -> set[str]:
        """Return the hexes next to units that are not disrupted [8.1, 13.6]; none in neutrals [8.2]."""
        if side not in self._sets:
            found: set[str] = set()
            for hex_ in self.stacks():
                if hex_ not in self.neutral and self._exerts(hex_, side):
                    found |= set(self.board.neighbours(hex_)) - self.neutral
            self._sets[side] = found
        return self._sets[side]

    def _exerts(self, hex_: str, side: str) -> bool:
        return any("disrupted" not in u.flags for u in self.in_hex(hex_, side))

    def zoc_for_mover(self, side: str) -> set[str]:
        """Return the enemy ZOC a moving unit pays for; an invader pays inside neutrals too [R-PIN-32]."""
        key = f"mover {side}"
        if key not in self._sets:
            found = set(self.zoc(self.enemy(side)))
            if side == "soviet":
                for hex_ in self.stacks():
                    if self._exerts(hex_, "allied"):
                        found |= set(self.board.neighbours(hex_)) & self.neutral
            self._sets[key] = found
        return self._sets[key]

    def air(self, side: str) -> set[str]:
        """Return the hexes in range of a side's airpower markers [6.3]."""
        found = set()
        for hex_, owner in self.markers.items():
            if owner == side:
                found |= {hex_, *self.board.neighbours(hex_)}
        return found

    def limit(self, unit: Unit) -> set[str] | None:
        """Return the hexes a unit may be and fight in; None for everywhere [11.20, 11.21]."""
        home = self.region(HOME.get(unit.nation, ""))
        if unit.nation in ("Sw", "Yg") and home & self.neutral:
            return home  # while neutral [R-PIN-06]
        if unit.nation not in LIMITS:
            return None
        key = f"limit {unit.nation}"
        if key not in self._sets:
            found: set[str] = set()
            for country in LIMITS[unit.nation]:
                for hex_ in self.region(country):
                    found |= {hex_, *self.board.neighbours(hex_)}
            self._sets[key] = found
        return self._sets[key]

    def open_to(self, unit: Unit, hex_: str) -> bool:
        """Whether a unit may be in a hex at all: no enemies, not neutral, within its limits."""
        limit = self.limit(unit)
        if self.in_hex(hex_, self.enemy(unit.side)) or (limit is not None and hex_ not in limit):
            return False
        at_home = hex_ in self.region(HOME.get(unit.nation, ""))
        return unit.side == "soviet" or hex_ not in self.neutral or at_home

    def has_room(self, hex_: str, units: Sequence[Unit]) -> bool:
        """Whether units may join those in a hex [7.3]."""
        there = [u for u in self.in_hex(hex_) if u not in units]
        return sum(u.steps for u in there) + sum(u.steps for u in units) <= STACK

    # -- supply ----------------------------------------------------------------------------------

    def overland(self, unit: Unit) -> bool:
        """Whether a unit on the map has supply other than by an aerial marker [R-PIN-14]."""
        hex_ = unit.at
        if self.turn == 1 or "dropped" in unit.flags:  # [5.5, 10.2]
            return True
        if hex_ in self.region(HOME.get(unit.nation, "")):  # [9.14]
            return True
        if self.on_sandown(hex_):
            if unit.side == "soviet" and hex_ in self.region("black-sea") | self.region("caspian-sea"):
                return True  # [9.19]
            if unit.side == "allied" and hex_ in self.region("open-coast"):
                return True  # [9.18]
        elif unit.side == "allied" and (hex_ in self.region("coast") or "berlin" in unit.tags):
            return True  # [9.20, 9.19]
        return self._traces(unit)

    def supplied(self, unit: Unit) -> bool:
        """Whether a unit on the map is in supply [9.2, 9.18]."""
        if (unit.id, unit.at) not in self._supplied:
            self._supplied[unit.id, unit.at] = self.overland(unit) or unit.at in self.aerial
        return self._supplied[unit.id, unit.at]

    def sources(self, unit: Unit) -> set[str]:
        """Return the hexes from which a unit may draw supply [9.15-9.17]."""
        side, enemy = unit.side, self.enemy(unit.side)
        sandown = self.on_sandown(unit.at)
        if side == "soviet":
            edge = self.region("ussr-edge" if sandown else "communist-edge")
            ours = set().union(*(self.region(country) for country in SOVIET_AT_START))
            return {
                h
                for h in edge & self.ground.land
                if not self.in_hex(h, enemy) and (h in ours or self.controls(side, h))
            }
        if not sandown and unit.at in self.region("italy"):
            return {h for h in self.region("italian-edge") if not self.in_hex(h, enemy)}
        if not sandown and unit.at in self.region("north-of-kiel-canal"):
            return {h for h in self.region("danish-supply") if not self.in_hex(h, enemy)}
        found = {h for h in self.allied_ports() if self.on_sandown(h) == sandown}
        if sandown:
            found |= {h for h in self.region("south-roads") if self.controls(side, h)}
        return found & self.ground.land

    def allied_ports(self) -> set[str]:
        """Return the ports that work for the Allies [9.15, R-SAN-14]."""
        closed = self.region("black-sea") | self.region("caspian-sea")
        return {
            h
            for h in self.ground.ports
            if h not in self.nuked
            and h not in self.neutral
            and h not in closed
            and self.controls("allied", h)
        }

    def _traces(self, unit: Unit) -> bool:
        """Search for a path from a unit to a source [9.3-9.6, R-SWW-25]."""
        sources, watched = self.sources(unit), self.zoc(self.enemy(unit.side))
        seen, todo = {unit.at}, [unit.at]
        while todo:
            hex_ = todo.pop()
            if hex_ in sources:
                return True
            for to in self.open_steps(hex_):
                if to in seen or self.in_hex(to, self.enemy(unit.side)):
                    continue
                if self.is_city(to) and not self.controls(unit.side, to):
                    continue
                if to in watched and not self.in_hex(to, unit.side):
                    continue
                if to in self.neutral:
                    continue  # [R-PIN-06, R-PIN-33]
                seen.add(to)
                todo.append(to)
        return False

    # -- movement --------------------------------------------------------------------------------

    def may_move(self, unit: Unit) -> bool:
        """Whether a unit on the map can still move in this phase."""
        if self.phase != "movement" or unit.side != self.side or not self.on_map(unit):
            return False
        if self.letter and not unit.at.startswith(self.letter):
            return False
        return unit.kind != "static" and not unit.flags & {"moved", "disrupted", "dropped", "sailed"}

    def allowance(self, unit: Unit, column: bool) -> int:
        """Return the MP of a unit [9.7, 11.16, 11.18, R-SWW-05]."""
        points = unit.movement
        if not self.supplied(unit):
            points = math.ceil(points / 2)
        if column:
            points *= 2
        return points - 1 if unit.id in self.mixed else points

    def step_cost(self, unit: Unit, from_: str, to: str) -> float:
        """Return the MP of one step without ZOCs [6.5, 11.8-11.17]."""
        river = frozenset((from_, to)) in self.ground.rivers
        under_air = self.air_against(unit.side)
        if self.on_sandown(to):
            road = frozenset((from_, to)) in self.ground.roads and not {from_, to} & self.nuked
            hostile = self.is_city(to) and not self.controls(unit.side, to)
            if road and not hostile and not {from_, to} & under_air:
                return 0.5  # [11.16, R-SAN-13, R-SWW-40]
            into = {"clear": 1, "rough": 2, "mountain": 3, "marsh": 3}[self.terrain(to)]
        else:
            polder = 3 if self.flooded else 1
            into = {"clear": 1, "rough": 2, "mountain": 3, "polder": polder}[self.terrain(to)]
            if unit.kind == "mountain" and self.terrain(to) in ("rough", "mountain"):
                into = 1
            if frozenset((from_, to)) in self.ground.passes and not {from_, to} & self.nuked:
                into, river = 1, False  # the move costs 1 MP in all [11.10, R-PIN-34]
            if self.is_city(from_) or self.is_city(to):
                river = False  # [11.12]
        if to in self.ground.cities and to in self.nuked:
            into += 1  # [13.8]
        total = into + (1 if river else 0)
        if to in under_air:
            total += 2 if river else 1  # [R-SWW-07]
        return total

    def air_against(self, side: str) -> set[str]:
        """Return the range of the enemy's airpower."""
        key = f"air {side}"
        if key not in self._sets:
            self._sets[key] = self.air(self.enemy(side))
        return self._sets[key]

    def may_form_column(self, unit: Unit) -> bool:
        """Whether a unit may move in column [11.16, 6.5, R-SWW-40]."""
        watched = self.zoc_for_mover(unit.side) | self.air_against(unit.side)
        return not self.on_sandown(unit.at) and self.overland(unit) and unit.at not in watched

    def reach(self, unit: Unit, column: bool = False) -> dict[str, float]:
        """Return where a unit can move and at what cost."""
        if column and not self.may_form_column(unit):
            return {}
        return self._spread([unit], [(0.0, unit.at)], self.allowance(unit, column), column)

    def reach_together(self, units: Sequence[Unit]) -> dict[str, float]:
        """Return where units in one hex can move together, at the pace of the slowest [11.4]."""
        return self._spread(units, [(0.0, units[0].at)], min(self.allowance(u, False) for u in units), False)

    def entry(self, unit: Unit) -> dict[str, float]:
        """Return where an off-map Soviet unit can go by the map edge, in column or not [10.3, R-SWW-43]."""
        watched, air = self.zoc_for_mover(unit.side), self.air_against(unit.side)
        found: dict[str, float] = {}
        edge = "ussr-edge" if self.on_sandown(self.letter) else "communist-edge"
        unit.at = next(iter(self.region(edge)))  # the sources of that map
        sources = self.sources(unit)
        unit.at = "off"
        for column in (False, True):
            if column and self.on_sandown(self.letter):
                continue
            start = []
            for hex_ in sources:
                if not self.open_to(unit, hex_) or not self.has_room(hex_, [unit]):
                    continue
                hostile = self.is_city(hex_) and not self.controls(unit.side, hex_)
                if column and (hex_ in watched | air or hostile):
                    continue
                price = self.step_cost(unit, "off", hex_)
                start.append((price + (1 if hex_ in watched else 0), hex_))
            reach = self._spread([unit], start, unit.movement * (2 if column else 1), column)
            for hex_, spent in reach.items():
                found[hex_] = min(spent, found.get(hex_, spent))
        return found

    def drop_hexes(self, unit: Unit) -> set[str]:
        """Return the hexes into which a unit can be dropped [10.2, R-SWW-27, R-SWW-37]."""
        return {
            h
            for h in self.ground.land
            if h.startswith(self.letter)
            and self.terrain(h) == "clear"
            and not self.in_hex(h, self.enemy(unit.side))
            and self.has_room(h, [unit])
        }

    def _spread(
        self, units: Sequence[Unit], start: list[tuple[float, str]], points: float, column: bool
    ) -> dict[str, float]:
        unit = next((u for u in units if u.kind != "mountain"), units[0])  # who pays most [11.9]
        watched = self.zoc_for_mover(unit.side)
        shut = watched | self.air_against(unit.side) if column else set()
        best: dict[str, float] = {}
        todo = list(start)
        heapq.heapify(todo)
        while todo:
            spent, hex_ = heapq.heappop(todo)
            if hex_ in best or spent > points:
                continue
            best[hex_] = spent
            for to in self.open_steps(hex_):
                if not all(self.open_to(u, to) for u in units) or not self.has_room(to, units):
                    continue
                if column and (to in shut or (self.is_city(to) and not self.controls(unit.side, to))):
                    continue
                price = self.step_cost(unit, hex_, to)
                price += (1 if hex_ in watched else 0) + (1 if to in watched else 0)  # [8.3]
                heapq.heappush(todo, (spent + price, to))
        best.pop(unit.at, None)
        return best

    def sea_moves(self, unit: Unit) -> set[str]:
        """Return the ports an Allied unit can sail to [11.19, R-PIN-25, R-SWW-42]."""
        if unit.side != "allied" or not self.may_move(unit) or unit.flags & {"fought"}:
            return set()
        ports = {
            h
            for h in self.allied_ports() & self.ground.land
            if self.on_sandown(h) == self.on_sandown(unit.at)
        }
        if unit.at not in ports or (self.sea_from and unit.at != self.sea_from):
            return set()
        return {
            port
            for port in ports - {unit.at}
            if self.open_to(unit, port) and self.has_room(port, [unit]) and self.sea_to in ("", port)
        }

    # -- combat ----------------------------------------------------------------------------------

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

    # -- victory ---------------------------------------------------------------------------------

    def points(self, letter: str = "") -> int:
        """Return the Soviet victory points on a map [4.3]."""
        total = 0
        for place in self.board.places.values():
            hex_ = place["hex"]
            if hex_ not in self.red or hex_ not in self.ground.cities or not hex_.startswith(letter):
                continue
            if self.on_sandown(hex_):
                kinds = {place["kind"], *place.get("tags", ())}
                total += 5 if "oil" in kinds else 3 if "capital" in kinds else 2
            else:
                countries = [c for c in CITY_POINTS if hex_ in self.region(c)]
                total += sum(CITY_POINTS[c] for c in countries)
        return total

    def overstacked(self) -> Iterable[str]:
        """Return the hexes with too many steps, or with units of both sides [7.1, 7.3]."""
        return [
            hex_
            for hex_, units in self.stacks().items()
            if sum(u.steps for u in units) > STACK or len({u.side for u in units}) > 1
        ]
