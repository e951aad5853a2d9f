"""What lies in each hex and on each hexside: land, lake or sea, country, heights. Knows no game."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from grognard.core.hexes.grid import Hex, HexGrid
from maps.geo import Fit, Points
from maps.sources import Sources

SEA, LAKE = -1, -2
_HALF = 1 / math.sqrt(3)  # from the centre to a corner of a hex of width 1
_INSIDE = np.array(
    [
        (x, y)
        for x in np.linspace(-0.55, 0.55, 9)
        for y in np.linspace(-0.48, 0.48, 9)
        if abs(y) <= (_HALF - abs(x)) * math.sqrt(3) + 1e-9
    ]
)
"""Points spread over a hex around its centre."""


@dataclass(frozen=True)
class Ground:
    """What was found in a hex."""

    land: float
    lake: float
    owner: int
    """Number of the country with the largest share of the land; `SEA` where there is none."""
    height: float
    relief: float
    """Metres between high and low ground, the highest and lowest tenths left out."""


class Survey:
    """A look at the ground under the hexes of a board."""

    def __init__(self, grid: HexGrid, fit: Fit, sources: Sources, countries: Mapping[str, Any]) -> None:
        self.grid, self.fit = grid, fit
        self._countries = list(countries.values())
        self._lakes = sources.lakes
        self._heights = sources.heights
        for shape in (*self._countries, self._lakes):
            shapely.prepare(shape)
        self.ground = self._look()

    def owners(self, lonlat: Points) -> Any:
        """For each point the first country it lies in, `LAKE` or `SEA`."""
        found = np.full(len(lonlat), SEA)
        points = shapely.points(lonlat[:, 0], lonlat[:, 1])
        for number, shape in enumerate(self._countries):
            found[(found == SEA) & shapely.contains(shape, points)] = number
        found[(found >= 0) & shapely.contains(self._lakes, points)] = LAKE
        return found

    def _look(self) -> dict[Hex, Ground]:
        hexes = self.grid.hexes()
        middles = np.array([board_point(self.grid, h) for h in hexes])
        lonlat = self.fit.lonlat((middles[:, None] + _INSIDE[None]).reshape(-1, 2))
        owners = self.owners(lonlat).reshape(len(hexes), -1)
        metres = self._heights.at(lonlat).reshape(len(hexes), -1)
        return {h: _ground(owners[i], metres[i]) for i, h in enumerate(hexes)}


def board_point(grid: HexGrid, hex_: Hex) -> tuple[float, float]:
    """The centre of a hex, counted in hexes."""
    x, y = grid.centre(hex_)
    return x / math.sqrt(3), y / math.sqrt(3)


def _ground(owners: Any, metres: Any) -> Ground:
    dry = owners >= 0
    lake = float((owners == LAKE).mean())
    if not dry.any():
        return Ground(0.0, lake, SEA, 0.0, 0.0)
    high, low = np.percentile(metres[dry], (92, 8))
    owner = int(np.bincount(owners[dry]).argmax())
    return Ground(float(dry.mean()), lake, owner, float(metres[dry].mean()), float(high - low))
