"""Scenarios, positions and units, read from files and from the columns of a state [2.2]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.referees.board import BoardInPlay, data_file, read_toml

CHARTS = read_toml(data_file("afcent", "data", "tables.toml"))


EXCLUSIVE = read_toml(data_file("nuremberg", "data", "exclusive.toml"))


COUNTERS = {row["id"]: row for row in read_toml(data_file("nuremberg", "data", "counters.toml"))["counter"]}


TEC = {row["terrain"]: row for row in CHARTS["tec"]}


OFF_MAP = {
    -1: "away", -2: "lost", -3: "ready", -4: "withheld", -5: "withheld-south", -6: "coming", -7: "airborne",
    -8: "exited", -9: "available", -10: "used", -11: "recalled",
}  # fmt: skip


MP_PARTS = 2
"""The state counts half movement points."""


def other(side: str) -> str:
    """Return the enemy of a side."""
    return "nato" if side == "pact" else "pact"


class Land:
    """The part of the map that a scenario uses."""

    def __init__(self, scenario: str) -> None:
        """Read the scenario and its board."""
        self.file = read_toml(data_file("nuremberg", "data", "scenarios", f"{scenario}.toml"))
        self.board = BoardInPlay(data_file("nuremberg", "data", "board.toml"), corners=self.file.get("hexes"))
        self.cities = {h for h, kinds in self.board.terrain.items() if "city" in kinds}
        self.airfields = {
            place["hex"]
            for place in self.board.places.values()
            if place["kind"] == "airfield" or "airfield" in place.get("tags", [])
        }
        regions = self.board.regions
        self.pact_country = regions["east-germany"] | regions["czechoslovakia"]
        victory = EXCLUSIVE["victory"]
        self.counted = set(self.file.get("counted", [])) or self.cities & regions["west-germany"]
        self.exits = [] if "cities" in self.file else [*victory["north_hexes"], *victory["south_hexes"]]


@dataclass
class Position:
    """A position as plain data: what lies where and what has happened in this turn."""

    land: Land
    options: dict[str, Any]
    turn: int
    phase: str
    side: str
    """The side whose phase it is."""
    at: dict[str, str]
    """The hex of each counter, or the name of its box."""
    fight_first: dict[str, bool]
    sky: str
    """The side with air superiority, whose airpower markers are on the map."""
    markers: set[str]
    ew: dict[str, int]
    refugees: set[str]
    began: dict[str, int]
    spent: dict[str, float]
    moving: set[str]
    stopped: set[str]
    column: set[str]
    flying: dict[str, int]
    fought: set[str]
    probed: set[str]
    surged: set[str]
    attacked: set[str]
    disrupted: set[str]
    landed: set[str]
    red: set[str]
    """The hexes that the Pact controls."""
    taken: set[str]
    exited: dict[str, int]
    questions: list[Any]
    ids: list[str]
    """The counters in the order of the columns."""
    recalled: bool = False
    order: int = -1

    @property
    def night(self) -> bool:
        """Whether it is a night turn: every third [4.6, R-NUR-02]."""
        return self.turn % 3 == 0

    def units_in(self, hex_: str) -> list[str]:
        """Return the units in a hex."""
        return self.stacks.get(hex_, [])

    def units_of(self, side: str) -> list[str]:
        """Return the units of a side on the map."""
        return [u for units in self.stacks.values() for u in units if side_of(u) == side]

    def __post_init__(self) -> None:
        """Sort the units by their hexes."""
        self.stacks: dict[str, list[str]] = {}
        for counter, where in self.at.items():
            if where in self.land.board.hexes:
                self.stacks.setdefault(where, []).append(counter)


def read_position(game: Any, land: Land) -> Position:
    """Copy the columns of a game's state, with numbers for hexes and ids for units."""
    state, scenario = game.state, game.scenario
    ids = [counter.id for counter in scenario.counters]
    label = scenario.board.grid.label
    sides = list(game.sides)

    def those(mask: int) -> set[str]:
        return {ids[i] for i in range(mask.bit_length()) if mask >> i & 1}

    def hexes(mask: int) -> set[str]:
        return {label(i) for i in range(mask.bit_length()) if mask >> i & 1}

    units = [i for i, id_ in enumerate(ids) if not COUNTERS[id_].get("marker")]
    return Position(
        land=land,
        options=dict(game.options),
        turn=state.turn,
        phase=state.phase,
        side=sides[state.side] if state.side >= 0 else "",
        at={ids[i]: label(h) if h >= 0 else OFF_MAP[h] for i, h in enumerate(state.at)},
        fight_first=dict(zip(sides, state.fight_first, strict=True)),
        sky=sides[state.sky] if state.sky >= 0 else "",
        markers=hexes(state.markers),
        ew={ids[i]: state.ew[i] for i in units},
        refugees=hexes(state.refugees),
        began={ids[i]: state.began[i] for i in units},
        spent={ids[i]: state.spent[i] / MP_PARTS for i in units},
        moving=those(state.moving),
        stopped=those(state.stopped),
        column=those(state.column),
        flying={ids[i]: state.flying[i] for i in units},
        fought=those(state.fought),
        probed=those(state.probed),
        surged=those(state.surged),
        attacked=those(state.attacked),
        disrupted=those(state.disrupted),
        landed=those(state.landed),
        red=hexes(state.red),
        taken=hexes(state.taken),
        exited=dict(zip(land.exits, state.exits, strict=True)),
        questions=list(state.questions),
        ids=ids,
        recalled=state.recalled,
        order=state.order,
    )


def side_of(unit: str) -> str:
    """Return the side of a counter."""
    return str(COUNTERS[unit]["side"])


def is_(unit: str, tag: str) -> bool:
    """Return whether a counter has a tag: recon, static, heliborne, defence-only."""
    return tag in COUNTERS[unit].get("tags", [])


def division(unit: str) -> str:
    """Return the division of a unit [7.2, R-NUR-24]."""
    return str(next(tag for tag in COUNTERS[unit]["tags"] if tag.startswith("parent:")))


def factor(p: Position, unit: str) -> int:
    """Return the combat factor of a unit [2.2, 12.4.1.i]."""
    row = COUNTERS[unit]
    return int(row["reduced"][0] if unit in p.disrupted else row["factors"][0])


def movement_factor(unit: str) -> int:
    """Return the MF of a unit [2.2]."""
    if is_(unit, "static"):
        return int(CHARTS["movement_factor"]["static"])
    return int(CHARTS["movement_factor"]["recon" if is_(unit, "recon") else "non_recon"])
