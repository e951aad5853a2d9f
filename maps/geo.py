"""From longitude and latitude to a board and back: a conformal conic projection and a fit to known hexes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""One point a row, two columns: longitude and latitude, kilometres, or hexes."""

_RADIUS, _ECCENTRICITY = 6378.137, 0.0818191908426215  # WGS84, in kilometres


class Conic:
    """Lambert's conformal conic projection with two parallels, in kilometres."""

    def __init__(self, parallels: tuple[float, float], origin: tuple[float, float]) -> None:
        first, second = (math.radians(p) for p in parallels)
        self.meridian = math.radians(origin[0])
        self.n = math.log(_m(first) / _m(second)) / math.log(_t(first) / _t(second))
        self.f = _m(first) / (self.n * _t(first) ** self.n)
        self.rho0 = _RADIUS * self.f * _t(math.radians(origin[1])) ** self.n

    def forward(self, lonlat: Points) -> Points:
        """Kilometres east and north of the origin."""
        lon, lat = np.radians(lonlat[:, 0]), np.radians(lonlat[:, 1])
        sin = _ECCENTRICITY * np.sin(lat)
        t = np.tan(np.pi / 4 - lat / 2) / ((1 - sin) / (1 + sin)) ** (_ECCENTRICITY / 2)
        rho, theta = _RADIUS * self.f * t**self.n, self.n * (lon - self.meridian)
        return np.column_stack([rho * np.sin(theta), self.rho0 - rho * np.cos(theta)])

    def inverse(self, km: Points) -> Points:
        """Longitude and latitude."""
        x, y = km[:, 0], self.rho0 - km[:, 1]
        t = (np.hypot(x, y) / (_RADIUS * self.f)) ** (1 / self.n)
        lat = np.pi / 2 - 2 * np.arctan(t)
        for _ in range(6):
            sin = _ECCENTRICITY * np.sin(lat)
            lat = np.pi / 2 - 2 * np.arctan(t * ((1 - sin) / (1 + sin)) ** (_ECCENTRICITY / 2))
        found: Points = np.degrees(np.column_stack([np.arctan2(x, y) / self.n + self.meridian, lat]))
        return found


def _m(lat: float) -> float:
    return math.cos(lat) / math.sqrt(1 - (_ECCENTRICITY * math.sin(lat)) ** 2)


def _t(lat: float) -> float:
    sin = _ECCENTRICITY * math.sin(lat)
    return math.tan(math.pi / 4 - lat / 2) / math.pow((1 - sin) / (1 + sin), _ECCENTRICITY / 2)


@dataclass(frozen=True)
class Anchor:
    """A hex whose place on earth is known; `hard` ones are met exactly, the others weigh in the fit."""

    hex: tuple[float, float]
    lonlat: tuple[float, float]
    weight: float
    hard: bool


class Fit:
    """Where the hexes of a board lie on earth: an affine map by least squares, bent to the hard anchors.

    Board points are counted in hexes (from centre to centre), x east and y south on the sheet.
    """

    def __init__(self, conic: Conic, anchors: list[Anchor], reach: float) -> None:
        self.conic = conic
        self.reach = reach
        board = np.array([a.hex for a in anchors])
        target = conic.forward(np.array([a.lonlat for a in anchors]))
        weights = np.array([[a.weight] for a in anchors])
        matrix: Any = np.linalg.lstsq(
            np.column_stack([board, np.ones(len(board))]) * weights, target * weights, rcond=None
        )[0]
        self.turn, self.shift = matrix[:2], matrix[2]
        hard = [i for i, a in enumerate(anchors) if a.hard]
        self.middles = board[hard]
        apart = np.linalg.norm(self.middles[:, None] - self.middles[None], axis=2)
        bell = np.exp(-((apart / reach) ** 2)) + 1e-3 * np.eye(len(hard))
        self.bend = np.linalg.solve(bell, (board @ self.turn + self.shift - target)[hard])
        self.hex_km = math.sqrt(abs(np.linalg.det(self.turn)))

    def km(self, board: Points) -> Points:
        """Projected kilometres of board points."""
        away = np.linalg.norm(board[:, None] - self.middles[None], axis=2)
        found: Points = board @ self.turn + self.shift - np.exp(-((away / self.reach) ** 2)) @ self.bend
        return found

    def lonlat(self, board: Points) -> Points:
        """Longitude and latitude of board points."""
        return self.conic.inverse(self.km(board))

    def board(self, lonlat: Points) -> Points:
        """Board points of places on earth."""
        km = self.conic.forward(lonlat)
        back = np.linalg.inv(self.turn)
        found: Points = (km - self.shift) @ back
        for _ in range(8):
            found = found - (self.km(found) - km) @ back
        return found
