"""The board of Kharkov 1943: places, sources and railways are where the campaign needs them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from grognard.core.board.board import Board, dump_board, load_board
from grognard.core.draw.svg.curves import Plan
from grognard.core.hexes.grid import Hex, bits
from grognard.games import ocs
from maps.tabled import transcribe

DATA = Path(ocs.__file__).parent / "data"
BOARD = load_board(DATA / "kharkov.toml")
RAILS = ("rail", "double-rail")

RAIL_SOURCES = (
    "01.27", "01.22", "01.12", "09.01", "35.01", "06.44", "24.44", "36.44", "54.44", "54.12",
)  # fmt: skip
ROAD_SOURCES = ("54.35", "54.22")


def at(label: str) -> Hex:
    return BOARD.grid.hex(label)


def joined(board: Board, features: tuple[str, ...], start: Hex) -> set[Hex]:
    """Return the hexes that lines of some kinds lead to."""
    steps: dict[Hex, set[Hex]] = {}
    for id_ in features:
        for chain in board.lines[id_]:
            for a, b in pairwise(chain):
                steps.setdefault(a, set()).add(b)
                steps.setdefault(b, set()).add(a)
    found, open_ = {start}, [start]
    while open_:
        more = steps.get(open_.pop(), set()) - found
        found |= more
        open_ += more
    return found


@pytest.mark.parametrize("name", ["kharkov", "kharkov-west", "izyum"])
def test_board_matches_the_map_builder(name: str) -> None:
    assert dump_board(transcribe(name)) == (DATA / f"{name}.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["kharkov-west", "izyum"])
def test_smaller_boards_are_parts_of_it(name: str) -> None:
    part = load_board(DATA / f"{name}.toml")
    for label in part.grid.names(part.grid.all):
        assert part.terrain_at(part.grid.hex(label)).id == BOARD.terrain_at(at(label)).id
    for town, place in part.places.items():
        assert part.grid.label(place.hex) == BOARD.grid.label(BOARD.places[town].hex)


def test_numbers_rows_from_the_bottom_with_even_columns_higher() -> None:
    grid = BOARD.grid
    assert grid.all.bit_count() == 54 * 44
    assert grid.centre(at("01.01"))[1] != grid.centre(at("02.01"))[1]
    assert at("20.32") in grid.neighbours[at("21.32")] and at("20.32") in grid.neighbours[at("21.33")]
    assert at("20.32") not in grid.neighbours[at("21.31")]


@pytest.mark.parametrize(
    ("name", "label", "kind"),
    [
        ("Kharkov", "20.32", "major-city"), ("Kharkov East", "21.32", "major-city"),
        ("Belgorod", "23.41", "minor-city"), ("Poltava", "02.26", "minor-city"),
        ("Dnepropetrovsk", "06.10", "major-city"), ("Zaporozhe", "08.02", "minor-city"),
        ("Stalino", "36.04", "major-city"), ("Pavlograd", "15.12", "village"),
        ("Lozovaya", "20.16", "village"), ("Izyum", "30.20", "village"),
        ("Slavyansk", "34.16", "minor-city"), ("Krasnoarmeiskoe", "30.08", "village"),
        ("Voroshilovgrad", "52.12", "minor-city"),
    ],
)  # fmt: skip
def test_towns_are_in_their_hexes(name: str, label: str, kind: str) -> None:
    place = BOARD.places[name]
    assert (BOARD.grid.label(place.hex), place.kind) == (label, kind)
    assert place.objective


def test_railways_form_one_network_that_reaches_every_source() -> None:
    net = joined(BOARD, RAILS, at("20.32"))
    assert {at(label) for label in RAIL_SOURCES} <= net
    laid = {h for id_ in RAILS for chain in BOARD.lines[id_] for h in chain}
    assert laid == net


def test_the_trunk_lines_have_two_tracks() -> None:
    trunk = joined(BOARD, ("double-rail",), at("24.44"))
    towns = ("Belgorod", "Kharkov", "Lozovaya", "Slavyansk", "Sinelnikovo", "Zaporozhe", "Krasnoarmeiskoe")
    assert {BOARD.places[name].hex for name in towns} <= trunk
    assert BOARD.places["Kupyansk"].hex not in trunk


def test_roads_lead_from_the_sources_that_have_no_railway() -> None:
    roads = joined(BOARD, ("road",), BOARD.places["Starobelsk"].hex)
    assert {at(label) for label in ROAD_SOURCES} <= roads
    assert not joined(BOARD, RAILS, at("20.32")) & {at(label) for label in ROAD_SOURCES}


@pytest.mark.parametrize(
    ("region", "soviet", "german"),
    [
        ("soviet-29-january", ("Valuiki", "Starobelsk", "Novy Oskol"), ("Kharkov", "Kupyansk")),
        ("soviet-19-february", ("Kharkov", "Pavlograd", "Slavyansk"), ("Krasnograd", "Kramatorsk")),
    ],
)  # fmt: skip
def test_starting_control(region: str, soviet: tuple[str, ...], german: tuple[str, ...]) -> None:
    mask = BOARD.regions[region].mask
    assert all(mask >> BOARD.places[name].hex & 1 for name in soviet)
    assert not any(mask >> BOARD.places[name].hex & 1 for name in german)


def test_each_side_controls_one_connected_area() -> None:
    for region in BOARD.regions.values():
        for mask in (region.mask, BOARD.grid.all & ~region.mask):
            found = 1 << bits(mask)[0]
            while (more := found | BOARD.grid.spread(found) & mask) != found:
                found = more
            assert found == mask, region.title


def test_rivers_end_in_another_river_or_off_the_board() -> None:
    """All rivers are connected except those that leave the board."""
    grid, plan = BOARD.grid, Plan(BOARD.grid, 1.0, 0.0, 0.0)
    sides = {plan.side(h, d) for id_ in ("minor-river", "major-river") for h, d in BOARD.hexsides[id_]}
    near: dict[object, set[object]] = {}
    for a, b in sides:
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    inner = {spot for h in grid.hexes() for spot in plan.inner_corners(h)}
    left = set(near)
    while left:
        basin, open_ = set(), [next(iter(left))]
        while open_:
            spot = open_.pop()
            basin.add(spot)
            open_ += near[spot] - basin
        left -= basin
        assert basin - inner, sorted(map(str, basin))[:3]


def test_dnieper_protects_its_cities() -> None:
    """Dnepropetrovsk lies on the right bank, Zaporozhe on the left."""
    for right, left in (("06.10", "07.11"), ("07.02", "08.02")):
        assert BOARD.has_side("major-river", at(right), at(left)), (right, left)
