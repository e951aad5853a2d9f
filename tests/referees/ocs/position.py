"""Scenarios, positions and counters of the series, read from files and states [3, 4.4, 4.6]."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.referees.board import BoardInPlay, data_file, read_toml

TABLES = read_toml(data_file("ocs", "data", "tables.toml"))


RULINGS = (Path(__file__).parents[3] / "docs" / "rulings.md").read_text(encoding="utf-8")


FINISH_AT_ONCE = "R-OCS-154" in RULINGS
"""Whether the moving stack is finished, and counts as such, as soon as another one starts."""


OFF_MAP = {-1: "away", -2: "dead", -3: "gone", -4: "coming", -5: "ready", -6: "rear", -7: "hosted"}


PARTS = 4
"""The state counts quarters of a movement point."""


MOBILITIES = ("leg", "truck", "track")


CLASSES = ("armor", "mech", "other")


MOVEMENT = ("movement", "reaction", "exploitation")


TRANSPORTS = ("truck", "wagon", "organic-truck")


NO_UNITS = (*TRANSPORTS, "dump", "hedgehog", "port", "air-base", "plane", "box")
"""Kinds of counters that are no combat units [3.2]."""


PROHIBITED, WHOLE = 10_000.0, 1_000.0
"""Costs of terrain that is prohibited, and of terrain that takes the whole allowance."""


Face = dict[str, Any]


def other(side: str) -> str:
    """Return the enemy of a side."""
    return "soviet" if side == "german" else "german"


class Theatre:
    """What a scenario never changes: map, counters, charts and the tables of its file."""

    def __init__(self, scenario: str, air: bool = False) -> None:
        """Read the files of a scenario, with its option for aircraft or without."""
        self.file = file = read_toml(data_file("ocs", "data", "scenarios", f"{scenario}.toml"))
        more = file.get("with-option", {}).get("air", {}) if air else {}
        for key in ("more-counters", "base", "box", "setup", "arrival", "withdrawal"):
            file[key] = [*file.get(key, []), *more.get(key, [])]
        self.board = BoardInPlay(data_file("ocs", "data", f"{file['board']}.toml"), corners=file.get("hexes"))
        self.charts = read_toml(data_file("ocs", "data", "charts", f"{file['charts']}.toml"))
        self.places = {name: place["hex"] for name, place in self.board.places.items()}
        self.symbols: dict[str, list[str]] = {}
        for hex_ in self.board.hexes:
            found = [kind for kind in self.board.terrain[hex_] if kind in self.charts["terrain"]]
            for place in self.board.places.values():
                if place["hex"] == hex_ and place["kind"] in self.charts["terrain"]:
                    found.append(place["kind"])
            self.symbols[hex_] = list(dict.fromkeys(found))
        self.rails: dict[str, list[str]] = {}
        tracks = [name for name, line in self.charts["line"].items() if line.get("tracks")]
        for pair, names in self.board.lines.items():
            one, two = sorted(pair)
            if names & set(tracks) and {one, two} <= self.board.hexes:
                self.rails.setdefault(one, []).append(two)
                self.rails.setdefault(two, []).append(one)
        towns = ("village", "minor-city", "major-city")
        self.towns = {h for h, kinds in self.symbols.items() if any(kind in towns for kind in kinds)}
        self.counters: dict[str, dict[str, Any]] = {}
        self.generic: dict[str, dict[str, Any]] = {}
        """Counters of which a side has several, by their id without the number."""
        for name in (file["counters"], *file["more-counters"]):
            for row in read_toml(data_file("ocs", "data", f"{name}.toml"))["counter"]:
                self.counters[row["id"]] = row
        for box in file["box"]:
            self.counters[box["id"]] = {"side": box["side"], "kind": "box"}
        for side in ("german", "soviet"):
            self._add_generic(side, file.get("sides", {}).get(side, {}))
        self.costs: dict[tuple[Any, ...], float] = {}

    def _add_generic(self, side: str, data: dict[str, Any]) -> None:
        """Add the counters that every side has: transports, supply, hedgehogs, replacements, Breakdowns."""
        self.generic[f"{side[0]}-sp"] = {"kind": "dump"}
        self.generic[f"{side[0]}-hog"] = {"kind": "hedgehog"}
        self.generic[f"{side[0]}-base"] = {"kind": "air-base"}
        truck = data.get("truck", {"ma": 45, "mobility": "truck"})
        self.generic[f"{side[0]}-truck"] = {"kind": "truck", "move": truck}
        wagon = data.get("wagon", {"ma": 10, "mobility": "leg"})
        self.generic[f"{side[0]}-wagon"] = {"kind": "wagon", "move": wagon}
        for kind in ("pax", "eq"):
            values = {"move": data.get(kind, {}), "ar": data.get(f"{kind}-ar", 0)}
            self.generic[f"{side[0]}-{kind}"] = {"kind": kind, "re": 0.25, **values}
        for pool, values in data.get("breakdowns", {}).items():
            self.generic[f"{side[0]}-{pool}-brk"] = {
                "kind": "breakdown", "ar": values["ar"], "re": 1,
                "combat": {"strength": values["strength"], "ma": values["ma"]},
                "move": {"strength": values["move-strength"], "ma": values["move-ma"]},
            }  # fmt: skip
        for name, row in self.generic.items():
            if name[0] == side[0]:
                row.update(side=side, nation=side)
        for kind in ("port", "base"):
            for entry in self.file.get(kind, []):
                name = "air-base" if kind == "base" else kind
                self.counters[f"{side[0]}-{name}-{entry['hex'].replace('.', '')}"] = {
                    "side": side, "nation": side, "kind": name,
                }  # fmt: skip

    def side_data(self, side: str) -> dict[str, Any]:
        """Return what the scenario says of a side."""
        found: dict[str, Any] = self.file.get("sides", {}).get(side, {})
        return found


@dataclass
class Position:
    """A position as plain data."""

    theatre: Theatre
    turn: int
    phase: str
    side: str
    """The active side."""
    condition: str
    """The ground condition."""
    at: dict[str, str]
    sets: dict[str, set[str]]
    """The counters with each marker: turned, reserve, strat, dg, exploit, out, finished, …"""
    lost: dict[str, int]
    tokens: dict[str, int]
    level: dict[str, int]
    spent: dict[str, float]
    began: dict[str, str]
    wide: set[str]
    soviet: set[str]
    """The hexes that the second side controls."""
    attacked: set[str]
    busted: dict[str, set[str]]
    """The hexes with each side's Trainbusting markers."""
    questions: list[Any]
    fight: Any
    ids: list[str]
    stacks: dict[str, list[str]] = field(default_factory=dict)
    """The counters in each hex."""
    known: dict[Any, Any] = field(default_factory=dict)
    """Answers already given for this position."""

    def __post_init__(self) -> None:
        """Sort the counters by their hexes."""
        for counter, where in self.at.items():
            if where in self.theatre.board.hexes:
                self.stacks.setdefault(where, []).append(counter)

    def has(self, marker: str, counter: str) -> bool:
        """Return whether a counter has a marker."""
        return counter in self.sets[marker]

    def row(self, counter: str) -> dict[str, Any]:
        """Return a counter as printed."""
        known = self.theatre.counters
        if counter not in known:
            known[counter] = self.theatre.generic[counter.rstrip("0123456789")]
        return known[counter]

    def units(self, side: str) -> list[str]:
        """Return the combat units of a side on the map."""
        return [c for there in self.stacks.values() for c in there if is_combat(self, c, side)]


SETS = (
    "turned", "reserve", "strat", "dg", "exploit", "released", "low", "exhausted", "out", "extended",
    "fueled", "filled", "primed", "bound", "moving", "finished", "shipped", "worked", "bridging", "fought",
    "returned",
)  # fmt: skip


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

    def place(hex_: int) -> str:
        return label(hex_) if hex_ >= 0 else OFF_MAP[hex_]

    return Position(
        theatre=theatre,
        turn=state.turn,
        phase=state.phase,
        side=sides[state.side] if state.turn else "",
        condition=scenario.conditions[state.ground],
        at={id_: place(h) for id_, h in zip(ids, state.at, strict=True)},
        sets={name: those(getattr(state, name, 0)) for name in SETS},
        lost=dict(zip(ids, state.lost, strict=True)),
        tokens=dict(zip(ids, state.tokens, strict=True)),
        level=dict(zip(ids, state.level, strict=True)),
        spent={id_: spent / PARTS for id_, spent in zip(ids, state.spent, strict=True)},
        began={id_: place(h) for id_, h in zip(ids, state.began, strict=True)},
        wide=hexes(state.wide),
        soviet=hexes(state.second),
        attacked=hexes(state.attacked),
        busted={side: hexes(mask) for side, mask in zip(sides, state.busted, strict=True)},
        questions=list(state.questions),
        fight=state.fight,
        ids=ids,
    )


def kind_of(p: Position, counter: str) -> str:
    """Return the kind of a counter."""
    return str(p.row(counter)["kind"])


def is_combat(p: Position, counter: str, side: str = "") -> bool:
    """Return whether a counter is a combat unit [3.2], of a side."""
    if side and p.row(counter)["side"] != side:
        return False
    return kind_of(p, counter) not in NO_UNITS


def face(p: Position, unit: str) -> Face:
    """Return the values on the side of a counter that is up [5.2]."""
    row = p.row(unit)
    found: Face = row["move"] if p.has("turned", unit) or "combat" not in row else row["combat"]
    return found


def mobility(p: Position, unit: str) -> str:
    """Return the mobility type on the side that is up [3.1a]."""
    return str(face(p, unit).get("mobility", "leg"))


def steps(p: Position, unit: str) -> int:
    """Return the printed steps of a unit [9.11]."""
    return int(p.row(unit).get("steps", 1))


def size(p: Position, unit: str) -> Fraction:
    """Return the RE of a unit now [4.6, 9.11d]."""
    printed = Fraction(p.row(unit).get("re", 0))
    return printed - p.lost[unit] if steps(p, unit) > 1 else printed


def is_independent(p: Position, unit: str) -> bool:
    """Return whether a unit is neither multi-step nor of a formation [3.2f]."""
    return is_combat(p, unit) and steps(p, unit) == 1 and not p.row(unit).get("formation")


def attack_capable(p: Position, unit: str) -> bool:
    """Return whether a unit can attack by its strength and mode [4.4]."""
    if not is_combat(p, unit) or kind_of(p, unit) in ("hq", "artillery", "rocket-artillery"):
        return False
    return not (face(p, unit).get("paren") or p.has("reserve", unit) or p.has("strat", unit))


def has_zoc(p: Position, unit: str) -> bool:
    """Return whether a unit exerts a ZOC [4.4b, 4.5, 5.9c, R-OCS-49]."""
    if p.has("turned", unit) or p.has("dg", unit) or p.has("out", unit):
        return False
    return attack_capable(p, unit)
