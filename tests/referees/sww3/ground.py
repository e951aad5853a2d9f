"""The map: control, zones of control, air, stacking and national limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.referees.sww3.setting import HOME, LIMITS, STACK, Setting, Unit


class Ground:
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
        """Return the hexes in range of a side's airpower markers, except in neutral countries [6.3, 6.4]."""
        found = set()
        for hex_, owner in self.markers.items():
            if owner == side:
                found |= {hex_, *self.board.neighbours(hex_)}
        return found - self.neutral

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
