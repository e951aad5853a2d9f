"""Scenarios with aircraft and ships, and positions in them, read from files and states."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.referees.board import BoardInPlay, data_file, read_toml

TABLES = read_toml(data_file("ocs", "data", "tables.toml"))
OFF_MAP = {
    -1: "away", -2: "dead", -3: "gone", -4: "coming", -5: "ready", -6: "rear", -7: "hosted",
}  # fmt: skip
MOVEMENT = ("movement", "reaction", "exploitation")
BARRAGE = ("movement-barrage", "reaction-barrage", "exploitation-barrage")
GENERIC = {
    "sp": "dump", "hog": "hedgehog", "base": "air-base", "lc": "landing-craft", "lst": "lst",
    "lst-port": "port", "dukw": "dukw", "dukw-truck": "truck", "truck": "truck", "wagon": "wagon",
    "pax": "pax", "eq": "eq",
}  # fmt: skip
"""Kinds of counters of which a side has several, by their ids without side and number."""
CRAFT = ("landing-craft", "lst", "dukw")
SHIPS = ("ship", "carrier")
NOT_GROUND = (
    "truck", "wagon", "organic-truck", "dump", "hedgehog", "port", "air-base", "box", "plane", *SHIPS, *CRAFT
)  # fmt: skip
Cube = tuple[int, int]
"""Two of the three cube coordinates of a hex, or of a box beyond the edge of the map."""


class Theatre:
    """What a scenario never changes: map, counters, charts and the tables of its file."""

    def __init__(self, scenario: str, options: Iterable[str]) -> None:
        """Read the files of a scenario, with what its options add."""
        file = read_toml(data_file("ocs", "data", "scenarios", f"{scenario}.toml"))
        self.file = file
        self.options = set(options)
        for option, more in file.get("with-option", {}).items():
            if option in self.options:
                self._join(more)
        self.sides = [row["id"] for row in file.get("belligerent", [])] or ["german", "soviet"]
        self.board = BoardInPlay(data_file("ocs", "data", f"{file['board']}.toml"), corners=file.get("hexes"))
        self.charts = read_toml(data_file("ocs", "data", "charts", f"{file['charts']}.toml"))
        self.places = {name: place["hex"] for name, place in self.board.places.items()}
        self.symbols: dict[str, list[str]] = {hex_: [] for hex_ in self.board.hexes}
        for hex_ in self.board.hexes:
            found = [kind for kind in self.board.terrain[hex_] if kind in self.charts["terrain"]]
            for place in self.board.places.values():
                if place["hex"] == hex_ and place["kind"] in self.charts["terrain"]:
                    found.append(place["kind"])
            self.symbols[hex_] = list(dict.fromkeys(found))
        seas = {name for name, row in self.charts["terrain"].items() if row.get("sea")}
        self.sea = {hex_ for hex_, found in self.symbols.items() if set(found) & seas}
        self.counters = self._counters()
        self.cubes = {hex_: self.cube(*map(int, hex_.split("."))) for hex_ in self.board.hexes}
        self.boxes = {box["id"]: box for box in file.get("box", [])}
        for id_, box in self.boxes.items():
            self.cubes[id_] = self.cube(box["column"], box["row"])

    def _join(self, more: dict[str, Any]) -> None:
        file = self.file
        hexes = [row["hex"] for row in more.get("base", [])]
        file["base"] = [row for row in file.get("base", []) if row["hex"] not in hexes]
        for key in ("more-counters", "without", "base", "box", "setup", "arrival", "withdrawal"):
            file[key] = [*file.get(key, []), *more.get(key, [])]
        file["flak"] = {**file.get("flak", {}), **more.get("flak", {})}
        for side, nations in more.get("hip-shoot", {}).items():
            data = file["sides"][side]
            data["hip-shoot"] = [*data.get("hip-shoot", []), *nations]

    def _counters(self) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        for name in (self.file["counters"], *self.file.get("more-counters", [])):
            for row in read_toml(data_file("ocs", "data", f"{name}.toml"))["counter"]:
                found[row["id"]] = row
        for box in self.file.get("box", []):
            found[box["id"]] = {"id": box["id"], "side": box["side"], "kind": "box"}
        for kind, name in (("port", "port"), ("base", "air-base")):
            for row in self.file.get(kind, []):
                for side in self.sides:
                    id_ = f"{self.prefix(side)}-{name}-{row['hex'].replace('.', '')}"
                    found[id_] = {"side": side, "nation": side, "kind": name, "printed": row}
        return found

    def prefix(self, side: str) -> str:
        """Return the first letters of a side that tell it from the other."""
        other = next(name for name in self.sides if name != side)
        return next(side[:n] for n in range(1, len(side)) if side[:n] != other[:n])

    def row(self, counter: str) -> dict[str, Any]:
        """Return a counter as printed."""
        if counter not in self.counters:
            prefix, _, rest = counter.partition("-")
            side = next(name for name in self.sides if self.prefix(name) == prefix)
            name = rest.rstrip("0123456789")
            data = self.file.get("sides", {}).get(side, {})
            row: dict[str, Any] = {"side": side, "nation": side, "kind": GENERIC.get(name, "breakdown")}
            if name in ("pax", "eq"):
                row.update(re=0.25, move=data.get(name, {}))
            if row["kind"] == "breakdown":
                values = data["breakdowns"][name.removesuffix("-brk")]
                row.update(re=1, move={"ma": values["move-ma"]})
            self.counters[counter] = row
        return self.counters[counter]

    def cube(self, column: int, row: int) -> Cube:
        """Return cube coordinates by the numbers of a hex, on the map or beyond its edge."""
        grid = self.board.grid
        low = (column % 2 == 1) == (grid["low_columns"] == "odd")
        down = (-2 if grid["rows_grow"] == "north" else 2) * row + low
        even = 0 if grid["low_columns"] == "odd" else 1
        return column, (down - column - even) // 2

    def distance(self, one: str, other: str) -> int:
        """Return the distance in hexes between two hexes or boxes, terrain and enemies ignored [14.2d]."""
        (q, r), (s, t) = self.cubes[one], self.cubes[other]
        return max(abs(q - s), abs(r - t), abs(q + r - s - t))


@dataclass
class Position:
    """A position as plain data."""

    theatre: Theatre
    turn: int
    phase: str
    side: str
    """The active side."""
    flight: str
    swell: bool
    condition: str
    at: dict[str, str]
    """The hex of each counter; for those at a base, aboard a ship or in a box, `hosted`."""
    host: dict[str, str]
    sets: dict[str, set[str]]
    hexes: dict[str, set[str]]
    busted: dict[str, set[str]]
    """The hexes with each side's Trainbusting markers."""
    lost: dict[str, int]
    tokens: dict[str, int]
    fresh: dict[str, int]
    level: dict[str, int]
    spent: dict[str, float]
    unloaded: dict[str, int]
    rebased: dict[str, int]
    mission: Any
    questions: list[Any]
    ids: list[str]
    label: Any
    stacks: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Sort the counters by their hexes."""
        for counter, where in self.at.items():
            if where in self.theatre.board.hexes:
                self.stacks.setdefault(where, []).append(counter)

    def row(self, counter: str) -> dict[str, Any]:
        """Return a counter as printed."""
        return self.theatre.row(counter)

    def kind(self, counter: str) -> str:
        """Return the kind of a counter."""
        return str(self.row(counter)["kind"])

    def side_of(self, counter: str) -> str:
        """Return the owner of a counter."""
        return str(self.row(counter)["side"])

    def has(self, marker: str, counter: str) -> bool:
        """Return whether a counter has a marker."""
        return counter in self.sets[marker]

    def enemy(self, side: str) -> str:
        """Return the other side."""
        one, two = self.theatre.sides
        return str(two if side == one else one)

    def place(self, counter: str) -> str:
        """Return the hex or box of a counter, or of what it is on."""
        while self.at[counter] == "hosted" and self.host[counter]:
            counter = self.host[counter]
        return counter if self.kind(counter) == "box" else self.at[counter]

    def there(self, hex_: str, side: str, *kinds: str) -> list[str]:
        """Return a side's counters of some kinds in a hex."""
        here = self.stacks.get(hex_, [])
        return [c for c in here if self.side_of(c) == side and self.kind(c) in kinds]

    def units_in(self, hex_: str, side: str) -> list[str]:
        """Return a side's combat units in a hex."""
        here = self.stacks.get(hex_, [])
        return [c for c in here if self.side_of(c) == side and self.kind(c) not in NOT_GROUND]

    def size(self, unit: str) -> Fraction:
        """Return the RE of a unit now [4.6, 9.11d]."""
        printed = Fraction(self.row(unit).get("re", 0))
        return printed - self.lost[unit] if self.row(unit).get("steps", 1) > 1 else printed

    def steps(self, unit: str) -> int:
        """Return the steps that a unit has left."""
        return int(self.row(unit).get("steps", 1)) - self.lost[unit]

    def is_attack_capable(self, unit: str) -> bool:
        """Return whether a unit can attack by its strength and mode [4.4]."""
        row = self.row(unit)
        if row["kind"] in ("hq", "artillery", "rocket-artillery"):
            return False
        face = row["move"] if self.has("turned", unit) or "combat" not in row else row["combat"]
        return not (face.get("paren") or self.has("reserve", unit) or self.has("strat", unit))

    def zoc(self, side: str) -> set[str]:
        """Return the hexes in a side's ZOCs [4.5]."""
        found: set[str] = set()
        for hex_ in self.stacks:
            for unit in self.units_in(hex_, side):
                quiet = any(self.has(mark, unit) for mark in ("turned", "dg", "out"))
                if not quiet and self.is_attack_capable(unit):
                    found.update(self.theatre.board.neighbours[hex_])
        return found


SETS = (
    "turned", "reserve", "strat", "dg", "exploit", "out", "finished", "shipped", "moving", "active", "flown",
    "fired", "shelled", "targeted", "beaching", "opening", "refitted", "airlifted", "fought", "worked",
)  # fmt: skip
PARTS = 4
"""The state counts quarters of a movement point."""


def read_position(game: Any, theatre: Theatre) -> Position:
    """Copy the columns of a game's state, with numbers for hexes and ids for counters."""
    state, scenario = game.state, game.scenario
    ids = [counter.id for counter in scenario.counters]
    label = scenario.board.grid.label
    sides = list(game.sides)

    def those(mask: int) -> set[str]:
        return {ids[i] for i in range(mask.bit_length()) if mask >> i & 1}

    def hexes(mask: int) -> set[str]:
        return {label(i) for i in range(mask.bit_length()) if mask >> i & 1}

    def column(name: str) -> dict[str, Any]:
        return dict(zip(ids, getattr(state, name), strict=True))

    return Position(
        theatre=theatre,
        turn=state.turn,
        phase=state.phase,
        side=sides[state.side] if state.turn else "",
        flight=("none", "limited", "normal")[state.flight],
        swell=bool(state.swell),
        condition=scenario.conditions[state.ground],
        at={id_: label(h) if h >= 0 else OFF_MAP[h] for id_, h in column("at").items()},
        host={id_: ids[h] if h >= 0 else "" for id_, h in column("host").items()},
        sets={name: those(getattr(state, name)) for name in SETS},
        hexes={name: hexes(getattr(state, name)) for name in ("barraged", "attacked", "second")},
        busted={side: hexes(mask) for side, mask in zip(sides, state.busted, strict=True)},
        lost=column("lost"),
        tokens=column("tokens"),
        fresh=column("fresh"),
        level=column("level"),
        spent={id_: spent / PARTS for id_, spent in column("spent").items()},
        unloaded=column("unloaded"),
        rebased=column("rebased"),
        mission=state.mission,
        questions=list(state.questions),
        ids=ids,
        label=label,
    )
