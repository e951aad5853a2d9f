"""Units, tables and settings of the game, as printed and as in the files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
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
