"""Reading the open data the boards are made from. What each file is and where it comes from: README.md."""

from __future__ import annotations

import json
import sqlite3
import struct
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from maps.geo import Points

_POLYGON = 5  # the shape file's number for it; the only other one read here is 3, a line


@dataclass(frozen=True)
class Town:
    """A populated place."""

    name: str
    country: str
    lonlat: tuple[float, float]
    people: int


class Sources:
    """The data folder; every file is read when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def nations(self) -> dict[str, Any]:
        """Countries of today by name (Natural Earth)."""
        return {
            name: _geometry(blob) for name, blob in self._rows("select NAME, geom from countries") if name
        }

    @cached_property
    def provinces(self) -> dict[tuple[str, str], Any]:
        """States and provinces by country code and name (Natural Earth)."""
        query = "select adm0_a3, name, geom from states_provinces"
        return {(code, name): _geometry(blob) for code, name, blob in self._rows(query) if name}

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        base = sqlite3.connect(self.folder / "world_map.gpkg")
        try:
            return base.execute(query).fetchall()
        finally:
            base.close()

    @cached_property
    def towns(self) -> list[Town]:
        """Populated places, the largest first (GeoNames)."""
        rows = json.loads((self.folder / "places.json").read_text(encoding="utf-8"))
        found = [Town(name, code, (lon, lat), people) for name, lat, lon, people, code in rows]
        return sorted(found, key=lambda town: -town.people)

    @cached_property
    def rivers(self) -> dict[str, list[Points]]:
        """Courses of rivers by the names the source gives them (Natural Earth)."""
        found: dict[str, list[Points]] = {}
        base = self.folder / "v14_ne_10m_rivers_lake_centerlines"
        for record, parts in zip(_records(base), _shapes(base), strict=True):
            found.setdefault(record["NAME"], []).extend(parts)
        europe = json.loads((self.folder / "ne_10m_rivers_europe.geojson").read_text(encoding="utf-8"))
        for feature in europe["features"]:
            shape = feature["geometry"]
            if shape:
                single = shape["type"] == "LineString"
                lines = [shape["coordinates"]] if single else shape["coordinates"]
                name = feature["properties"]["name"] or ""
                found.setdefault(name, []).extend(np.array(line)[:, :2] for line in lines)
        return found

    @cached_property
    def lakes(self) -> Any:
        """All lakes as one shape (Natural Earth)."""
        base = self.folder / "v14_ne_10m_lakes"
        rings = [ring for parts in _shapes(base) for ring in parts if len(ring) > 3]
        return shapely.union_all([shapely.make_valid(shapely.Polygon(ring)) for ring in rings])

    @cached_property
    def heights(self) -> Heights:
        """Metres above the sea (SRTM30 Plus)."""
        return Heights(self.folder / "srtm30p_z6.npz")


class Heights:
    """Heights on a web-mercator grid of zoom 6, one pixel about 0.022 degrees wide."""

    def __init__(self, path: Path) -> None:
        with np.load(path) as file:
            metres = file["M"].astype(np.int32)
            self.west, self.north = int(file["tx0"]) * 256, int(file["ty0"]) * 256
        metres[(metres > 8000) | (metres < -9000)] = 0  # broken pixels at the level of the sea
        around = sliding_window_view(np.pad(metres, 1, mode="edge"), (3, 3))
        self.metres: NDArray[np.float64] = np.median(around.reshape((*metres.shape, 9)), axis=2)

    def at(self, lonlat: Points) -> NDArray[np.float64]:
        """Metres above the sea at each point."""
        wide = 64 * 256
        lat = np.radians(lonlat[:, 1])
        x = (lonlat[:, 0] + 180) / 360 * wide - self.west
        y = (1 - np.log(np.tan(lat) + 1 / np.cos(lat)) / np.pi) / 2 * wide - self.north
        rows = np.clip(y.astype(int), 0, self.metres.shape[0] - 1)
        columns = np.clip(x.astype(int), 0, self.metres.shape[1] - 1)
        found: NDArray[np.float64] = self.metres[rows, columns]
        return found


def _geometry(blob: bytes) -> Any:
    """A shape of a GeoPackage: a header of varying length, then well-known binary."""
    envelope = (0, 32, 48, 48, 64)[(blob[3] >> 1) & 7]
    return shapely.make_valid(shapely.from_wkb(blob[8 + envelope :]))


def _records(base: Path) -> list[dict[str, str]]:
    """The table beside a shape file."""
    data = base.with_suffix(".dbf").read_bytes()
    count, head, length = struct.unpack("<IHH", data[4:12])
    fields, at = [], 32
    while data[at] != 13:
        fields.append((data[at : at + 11].split(b"\0")[0].decode(), data[at + 16]))
        at += 32
    found = []
    for row in range(count):
        at, record = head + row * length + 1, {}
        for name, wide in fields:
            record[name] = data[at : at + wide].decode("latin-1").strip("\0 ")
            at += wide
        found.append(record)
    return found


def _shapes(base: Path) -> list[list[Points]]:
    """The lines or rings of each record of a shape file."""
    data = base.with_suffix(".shp").read_bytes()
    found: list[list[Points]] = []
    at = 100
    while at < len(data):
        size = int(struct.unpack(">I", data[at + 4 : at + 8])[0]) * 2
        body = data[at + 8 : at + 8 + size]
        at += 8 + size
        if struct.unpack("<I", body[:4])[0] not in (3, _POLYGON):
            found.append([])
            continue
        parts, points = struct.unpack("<II", body[36:44])
        starts = [*struct.unpack(f"<{parts}I", body[44 : 44 + 4 * parts]), points]
        numbers = np.frombuffer(body, "<f8", points * 2, 44 + 4 * parts).reshape(-1, 2)
        found.append([numbers[a:b] for a, b in pairwise(starts)])
    return found
