"""Golden pictures: a small board with one of everything, compared line by line with approved drawings.

A change here is a change of what players see. If it is intended, GROGNARD_BLESS=1 rewrites the pictures; look
at them before you commit them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.core.board.board import TEXTURES, Board, Feature, Label, Place, Region, Terrain
from grognard.core.draw.counter_face import CounterFace
from grognard.core.draw.svg.counters import counter, stack
from grognard.core.draw.svg.places import place_sign
from grognard.core.draw.svg.textures import texture
from grognard.core.draw.svg_map import svg_map
from grognard.core.draw.text_map import text_map
from grognard.core.hexes.grid import Hex, HexGrid, Numbering, Sheet, mask_of

PICTURES = Path(__file__).parents[2] / "fixtures/pictures"
GRID = HexGrid(Numbering((Sheet((1, 8), (1, 6)),), missing=("0806",)))


def hexes(labels: str) -> list[Hex]:
    return [GRID.hex(label) for label in labels.split()]


def sides(*pairs: str) -> frozenset[tuple[Hex, int]]:
    """Return hexsides, given as two adjacent hexes, as seen from both."""
    both = [tuple(hexes(pair.replace("/", " "))) for pair in pairs]
    return frozenset((a, GRID.neighbours[a].index(b)) for x, y in both for a, b in ((x, y), (y, x)))


def board() -> Board:
    """Return a board with every kind of hexside, line, place and label."""
    legend = [
        Terrain("clear", "Clear"),
        Terrain("fields", "Farmland", ".", "#e6deb4", "fields"),
        Terrain("marsh", "Marsh", "m", "#cfd9b4", "marsh"),
        Terrain("sea", "Sea", "~", "#a9c8d4", "sea"),
    ]
    terrain = [0 if label else -1 for label in GRID.labels]
    kinds = {1: "0501 0601 0602", 2: "0203 0303", 3: "0701 0702 0801 0802 0803"}
    for kind, labels in kinds.items():
        for hex_ in hexes(labels):
            terrain[hex_] = kind
    places = [
        Place("Capital", GRID.hex("0203"), "capital", 3, objective=True),
        Place("Port", GRID.hex("0603"), "city", 2, tags=("port",)),
        Place("Hamlet", GRID.hex("0405"), "village"),
        Place("Oilfield", GRID.hex("0605"), "oil", tags=("airfield",)),
        Place("Airfield", GRID.hex("0105"), "airfield"),
        Place("Llanfairpwllgwyngyll", GRID.hex("0404"), "town", 2, objective=True),
        Place("Mine", GRID.hex("0504"), "mine", 9),
    ]
    features = [
        Feature("river", "River"),
        Feature("brook", "Brook", "stream", "~", "#88aacc"),
        Feature("canal", "Canal"),
        Feature("lake", "Lake", symbol="~"),
        Feature("border", "Border"),
        Feature("wall", "Wall", symbol="w"),
        Feature("bridge", "Bridge", symbol="b"),
        Feature("pass", "Pass", colour="#553311"),
        Feature("road", "Road"),
        Feature("autobahn", "Autobahn"),
        Feature("railway", "Railway"),
        Feature("main", "Main line", "double-railway"),
        Feature("path", "Path", symbol="."),
    ]
    lines = {
        "road": ("0101 0201 0202 0203 0304 0404", "0203 0103 0104", "0404 0505 0605"),
        "autobahn": ("0401 0402 0403 0404 0405 0406",),
        "railway": ("0201 0202 0203 0204",),
        "main": ("0106 0205 0306 0406 0506",),
        "path": ("0704 0705",),
    }
    return Board(
        "sampler",
        "The Sampler & Co",
        GRID,
        legend,
        terrain,
        hexsides={
            "river": sides(
                "0201/0301", "0201/0302", "0202/0302", "0202/0303", "0203/0303", "0303/0304", "0203/0304"
            ),
            "brook": sides("0506/0606", "0506/0605"),
            "canal": sides("0101/0102", "0201/0102"),
            "lake": sides("0304/0305"),
            "border": sides("0403/0503", "0403/0504", "0503/0504"),
            "wall": sides("0705/0704", "0705/0804", "0705/0805", "0705/0706", "0705/0605", "0705/0604"),
            "bridge": sides("0202/0303"),
            "pass": sides("0403/0503"),
        },
        lines={id_: tuple(tuple(hexes(chain)) for chain in chains) for id_, chains in lines.items()},
        features={feature.id: feature for feature in features},
        places={place.name: place for place in places},
        labels={
            "Land": Label("Land", GRID.hex("0302"), size=2),
            "Water": Label("Water", GRID.hex("0802"), "water", turn=30),
            "Heights": Label("Heights", GRID.hex("0505"), "heights"),
        },
        marks={
            "us": {"A": GRID.hex("0104"), "B": GRID.hex("0104")},
            "soviet": {"SA": GRID.hex("0104")},
            "nk": {"N": GRID.hex("0306")},
            "third": {"T": GRID.hex("0206")},
        },
        regions={
            "south": Region("South", mask_of(hexes("0305 0306 0405 0406 0506")), "#a05050"),
            "edge": Region("Edge", mask_of(hexes("0101 0102"))),
        },
        credit="Drawn for a test",
    )


BOARD = board()
UNIT = CounterFace("1-9", "", "us", "infantry", "III", "10-12-3", ("disrupted",), "#66703f", "#ffffff")
SHAPED = CounterFace(
    "SA", "А", "soviet", "armour", "XX", "4-4-8", ("moved", "unsupplied", "lost"), "#b0413a", symbol="#ffee00"
)
MARKER = CounterFace("Blast", side="us", kind="blast", marker=True)
VALUED = CounterFace("Dump", side="us", kind="dump", factors="2-1", marker=True)
PLAIN = CounterFace("Turn", factors="1-2", side="nk")
COUNTERS = {
    GRID.hex("0305"): [UNIT],
    GRID.hex("0503"): [SHAPED, MARKER],
    GRID.hex("0706"): [PLAIN, UNIT, VALUED, SHAPED, UNIT],
    GRID.hex("0804"): [],
}
NOTES: dict[Hex, str | int] = {GRID.hex("0305"): 3, GRID.hex("0405"): "stop", GRID.hex("0804"): "½"}
LIT = mask_of(hexes("0305 0405")) | 1 << GRID.size + 3


def sheet(*parts: str) -> str:
    """Return drawings on one page."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 150">{"".join(parts)}</svg>\n'


def textures() -> str:
    return sheet(
        *(
            f'<g transform="translate({60 + 58 * i} 75) scale(28)">{texture(name, 1)}</g>'
            for i, name in enumerate(TEXTURES)
        )
    )


def signs() -> str:
    places = [
        ("village", 1, ()),
        ("town", 2, ()),
        ("major-city", 3, ()),
        ("port", 1, ()),
        ("mine", 1, ("oil",)),
    ]
    signs_ = [
        place_sign(kind, size, (50 + 100 * i, 75), 48, i != 1, tags)
        for i, (kind, size, tags) in enumerate(places)
    ]
    return sheet(*signs_, counter(VALUED, 540, 40, 60), stack([PLAIN, MARKER], 540, 110, 60))


DRAWINGS: dict[str, Callable[[], str]] = {
    "map.svg": lambda: svg_map(BOARD, COUNTERS, notes=NOTES, highlight=LIT),
    "textures.svg": textures,
    "signs.svg": signs,
    "map.txt": lambda: text_map(BOARD, COUNTERS, notes=NOTES, highlight=LIT),
    "map-ascii.txt": lambda: text_map(BOARD, COUNTERS, notes=NOTES, highlight=LIT, ascii_only=True),
    "map-colour.txt": lambda: text_map(BOARD, COUNTERS, notes=NOTES, highlight=LIT, colour=True),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_picture_is_the_approved_one(name: str) -> None:
    drawn = DRAWINGS[name]()
    if name.endswith(".svg"):
        drawn = drawn.replace("><", ">\n<")  # a line for each element, so that a difference can be read
    path = PICTURES / name
    if os.environ.get("GROGNARD_BLESS") == "1":
        path.write_text(drawn, "utf-8")
    assert drawn.splitlines() == path.read_text("utf-8").splitlines()
