"""A board in the making: ground from the survey, corrections by hand, and where places lie on it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import shapely

from grognard.core.hexes.grid import Hex, HexGrid, Numbering, Sheet
from maps.geo import Anchor, Conic, Fit
from maps.sources import Sources
from maps.survey import Survey, board_point

HERE = Path(__file__).parent
OUTSIDE = ("sea", "lake", "foreign")
"""Terrain nobody enters."""
Pair = tuple[Hex, Hex]
"""Two neighbours, the lower number first: the hexside between them."""


def pair(a: Hex, b: Hex) -> Pair:
    """The hexside between two neighbours."""
    return min(a, b), max(a, b)


class Draft:
    """The ground of one board: terrain, owner of every land hex, sides that are all water."""

    def __init__(self, name: str, sources: Sources) -> None:
        self.sources = sources
        self.region: dict[str, Any] = tomllib.loads((HERE / "regions" / f"{name}.toml").read_text("utf-8"))
        self.hand: dict[str, Any] = tomllib.loads((HERE / "overlays" / f"{name}.toml").read_text("utf-8"))
        self.grid = self._grid()
        self.fit = self._fit()
        self.shapes = {
            key: self._shape(country["pieces"]) for key, country in self.region["countries"].items()
        }
        self.survey = Survey(self.grid, self.fit, sources, self.shapes)
        self.terrain: dict[Hex, str] = {}
        self.owner: dict[Hex, str] = {}
        self._judge()
        self._drop_islands()
        self._correct()
        self.places = {key: self._place(key, given) for key, given in self.hand["places"].items()}
        for key, hex_ in self.places.items():
            if not self._is_land(hex_):
                raise ValueError(f"{key} lies in the water of {self.grid.label(hex_)}")
            if self.hand["places"][key].get("kind", "city") not in ("town", "airfield"):
                # a city's hex has no other ground
                self.terrain[hex_] = self.region["ground"].get("city", "clear")
        self.water = set(self.pairs(self.hand.get("water", {}).get("sides", [])))
        """Sides that are all sea or all lake."""

    # -- where it lies ------------------------------------------------------------------------

    def _grid(self) -> HexGrid:
        given = self.region["grid"]
        sheets = (Sheet(tuple(given["columns"]), tuple(given["rows"])),)
        choices = {key: given[key] for key in ("digits", "rows_grow", "low_columns")}
        self.full = HexGrid(Numbering(sheets, **choices))
        """The grid before hexes are cut from it."""
        missing = tuple(self.full.label(h) for h in spread(self.full, given["missing"]))
        return HexGrid(Numbering(sheets, **choices, missing=missing))

    def _fit(self) -> Fit:
        flat, given = self.region["projection"], self.region["fit"]
        full = self.full
        anchors = [
            Anchor(board_point(full, full.hex(a["hex"])), tuple(a["at"]), a["weight"], a.get("hard", False))
            for a in given["anchors"]
        ]
        return Fit(Conic(tuple(flat["parallels"]), tuple(flat["origin"])), anchors, given["reach"])

    def _shape(self, pieces: Iterable[Mapping[str, Any]]) -> Any:
        """The union of nations and provinces of today, each cut to an outline where one is given."""
        shapes = []
        for piece in pieces:
            found = (
                [self.sources.nations[piece["nation"]]]
                if "nation" in piece
                else [self.sources.provinces[piece["code"], name] for name in piece["provinces"]]
            )
            if "within" in piece:
                found = [shape.intersection(shapely.Polygon(piece["within"])) for shape in found]
            shapes += found
        return shapely.union_all(shapes)

    def spot(self, given: str | list[float]) -> Hex:
        """A hex by its number, by a place on the board, or by longitude and latitude."""
        if isinstance(given, str):
            found = self.places.get(given)
            return self.grid.hex(given) if found is None else found
        return self.hex_at(given, self.land)

    def _place(self, name: str, given: Mapping[str, Any]) -> Hex:
        """Where a place lies."""
        if "hex" in given:
            return self.grid.hex(given["hex"])
        # a port may lie in a hex that is mostly sea
        return self.hex_at(
            given["at"] if "at" in given else self._lookup(given.get("as", name), given["code"]), self.land
        )

    def hex_at(self, lonlat: Sequence[float], among: set[Hex] | None = None) -> Hex:
        """The hex a point on earth lies in, or the nearest of some."""
        x, y = self.fit.board(np.array([lonlat]))[0]
        best = min(sorted(among or self.terrain), key=lambda h: _away(self.grid, h, x, y))
        if _away(self.grid, best, x, y) > 1.0:
            raise ValueError(f"{lonlat} is not on the board")
        return best

    def _lookup(self, name: str, code: str) -> tuple[float, float]:
        for town in self.sources.towns:
            if (town.name, town.country) == (name, code):
                return town.lonlat
        raise ValueError(f"no place {name} in {code}")

    # -- ground -------------------------------------------------------------------------------

    def _judge(self) -> None:
        given = self.region["ground"]
        countries = list(self.region["countries"].items())
        areas = {key: _area(given) for key, given in self.hand.get("areas", {}).items()}
        for hex_, ground in self.survey.ground.items():
            key, country = countries[ground.owner] if ground.owner >= 0 else ("", {})
            if ground.lake >= given["lake"]:
                self.terrain[hex_] = "lake"
            elif ground.land + ground.lake < given["land"] or not key:
                self.terrain[hex_] = "sea"
            elif country.get("out_of_play"):
                self.terrain[hex_] = "foreign"
            else:
                self.owner[hex_] = key
                middle = shapely.Point(self.fit.lonlat(np.array([board_point(self.grid, hex_)]))[0])
                inside = [kind for kind, area in areas.items() if area.contains(middle)]
                kind = _relief(given, ground.relief, ground.height)
                self.terrain[hex_] = inside[0] if inside and kind == "clear" else kind

    def _drop_islands(self) -> None:
        """Specks of land become sea."""
        least = self.region["ground"]["island"]
        left = {h for h, kind in self.terrain.items() if kind not in ("sea", "lake")}
        while left:
            group, open_ = set[Hex](), [left.pop()]
            while open_:
                hex_ = open_.pop()
                group.add(hex_)
                near = set(self.grid.adjacent[hex_]) & left
                left -= near
                open_ += near
            if len(group) < least:
                for hex_ in group:
                    self.terrain[hex_] = "sea"
                    self.owner.pop(hex_, None)

    def _correct(self) -> None:
        for kind, items in self.hand["terrain"].items():
            for hex_ in spread(self.grid, items):
                self.terrain[hex_] = kind
                if kind in OUTSIDE:
                    self.owner.pop(hex_, None)
        for key, items in self.hand["owners"].items():
            for hex_ in spread(self.grid, items):
                self.owner[hex_] = key
                if self.terrain[hex_] in OUTSIDE:
                    self.terrain[hex_] = "clear"

    def _is_land(self, hex_: Hex) -> bool:
        return self.terrain[hex_] not in OUTSIDE

    @property
    def land(self) -> set[Hex]:
        """Every hex units may enter."""
        return {h for h in self.terrain if self._is_land(h)}

    def sides(self) -> list[Pair]:
        """Every hexside between two land hexes, once."""
        land = self.land
        return [(h, o) for h in sorted(land) for o in self.grid.adjacent[h] if h < o and o in land]

    def pairs(self, items: Iterable[str]) -> list[Pair]:
        """Hexsides written such as ``1369/1470``."""
        return [pair(*(self.grid.hex(label) for label in item.split("/"))) for item in items]

    def zone(self, key: str) -> set[Hex]:
        """The hexes of a zone: those of its country of which it holds the larger part."""
        given = self.region["zones"][key]
        shape = self._shape(given["pieces"])
        rest = self.shapes[given["of"]].difference(shape)
        parts = Survey(self.grid, self.fit, self.sources, {"zone": shape, "rest": rest}).ground
        rather = set(spread(self.grid, given.get("without", [])))
        return {h for h, owner in self.owner.items() if owner == given["of"] and parts[h].owner == 0} - rather


def _area(given: Sequence[Sequence[float]] | Mapping[str, Sequence[Sequence[float]]]) -> Any:
    """One outline, or all of several with a name each."""
    outlines = given.values() if isinstance(given, Mapping) else [given]
    return shapely.union_all([shapely.make_valid(shapely.Polygon(outline)) for outline in outlines])


def _relief(given: Mapping[str, Any], relief: float, height: float) -> str:
    for kind in ("mountain", "rough", "forest"):
        for least in given.get(kind, []):
            if relief > least["relief"] and height > least.get("height", -1000):
                return kind
    return "clear"


def _away(grid: HexGrid, hex_: Hex, x: float, y: float) -> float:
    a, b = board_point(grid, hex_)
    return float(np.hypot(a - x, b - y))


def spread(grid: HexGrid, items: Iterable[str]) -> list[Hex]:
    """Hexes by their numbers and by ranges such as ``1369..1374``, down a column or along a row."""
    found: list[Hex] = []
    for item in items:
        first, _, last = item.partition("..")
        a, b = grid.hex(first), grid.hex(last or first)
        step = 1 if a // grid.stride == b // grid.stride else grid.stride
        found += [h for h in range(min(a, b), max(a, b) + 1, step) if grid.labels[h]]
    return found
