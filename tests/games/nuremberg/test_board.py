"""The board of Objective Nuremberg: every hex a rule names is what it says, and the map hangs together."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from grognard.core.board.board import load_board
from grognard.core.hexes.grid import OFF, Direction, Hex, HexSet, bits
from grognard.games import nuremberg
from tests.games.rivers import ending_nowhere, plan_of

BOARD = load_board(Path(nuremberg.__file__).parent / "data" / "board.toml")
GRID = BOARD.grid
COUNTRIES = {id_: region.mask for id_, region in BOARD.regions.items() if "country" in region.tags}
WEST, EAST, CZECH = (COUNTRIES[id_] for id_ in ("west-germany", "east-germany", "czechoslovakia"))
PACT = EAST | CZECH
WATER = ("river", "finger-lake")
NORTHERN, SOUTHERN = ["1901", "2801", "3401", "3801", "4801"], ["1004", "1023"]


def numbers(region: str) -> list[str]:
    return sorted(GRID.names(BOARD.regions[region].mask))


def borders(number: str) -> bool:
    """Whether a hex adjoins an international border."""
    hex_ = GRID.hex(number)
    return any(BOARD.has_side("border", hex_, other) for other in GRID.adjacent[hex_])


def cities(within: HexSet) -> list[str]:
    return [p.name for p in BOARD.places.values() if p.kind == "city" and within >> p.hex & 1]


def airfields() -> list[Hex]:
    return [p.hex for p in BOARD.places.values() if "airfield" in (p.kind, *p.tags)]


def autobahn_from(start: str) -> set[Hex]:
    """Every hex that can be reached by autobahn alone."""
    found, open_ = set[Hex](), [GRID.hex(start)]
    while open_:
        hex_ = open_.pop()
        found.add(hex_)
        open_ += [o for o in GRID.adjacent[hex_] if o not in found and BOARD.has_line("autobahn", hex_, o)]
    return found


def way_to(number: str) -> int:
    """Hexes from the nearest Pact hex."""
    return min(GRID.distance(GRID.hex(number), h) for h in bits(PACT))


# -- hexes the rules name -------------------------------------------------------------------------


def test_rows_come_first_and_grow_north() -> None:
    """[R-NUR-01]"""
    assert GRID.neighbours[GRID.hex("2850")][Direction.N] == GRID.hex("2950")
    assert all(GRID.neighbours[GRID.hex(f"10{c:02}")][Direction.S] == OFF for c in range(1, 55))
    for row in range(10, 49):
        west = GRID.neighbours[GRID.hex(f"{row}01")]
        assert west[Direction.NW] == west[Direction.SW] == OFF


def test_the_start_hex_of_the_example() -> None:
    """[2.2.1]"""
    assert WEST >> GRID.hex("2424") & 1


def test_the_finger_lake_counts_as_a_river() -> None:
    """[10.7]"""
    assert BOARD.has_side("finger-lake", GRID.hex("2950"), GRID.hex("2850"))
    assert all("river" in BOARD.features[id_].tags for id_ in WATER)
    assert not BOARD.hexsides["river"] & BOARD.hexsides["finger-lake"]


@pytest.mark.parametrize(("number", "at_border"), [("3249", True), ("3250", False)])
def test_the_set_up_example_of_czechoslovakia(number: str, at_border: bool) -> None:
    """[12.1.4]"""
    assert CZECH >> GRID.hex(number) & 1
    assert borders(number) is at_border


@pytest.mark.parametrize("number", NORTHERN + SOUTHERN)
def test_exits_are_autobahn_hexes_of_the_edge(number: str) -> None:
    """[12.5.2]"""
    hex_ = GRID.hex(number)
    outward = Direction.SW if number in NORTHERN else Direction.S
    assert GRID.neighbours[hex_][outward] == OFF
    assert WEST >> hex_ & 1
    assert any(BOARD.has_line("autobahn", hex_, other) for other in GRID.adjacent[hex_])


def test_the_exits_of_both_pincers() -> None:
    """[12.5.2]"""
    assert numbers("northern-exits") == NORTHERN
    assert numbers("southern-exits") == SOUTHERN


def test_american_entry_edges() -> None:
    """[12.4.2, R-NUR-32]"""
    assert numbers("west-entry") == [f"{row}01" for row in range(38, 49)]
    assert numbers("south-entry") == [f"10{column:02}" for column in range(1, 24)]


@pytest.mark.parametrize(
    ("region", "hexes", "country"),
    [
        ("east-german-entry", ["4240", "4250"], EAST),
        ("czechoslovak-entry", ["1954", "3154"], CZECH),
    ],
)
def test_pact_entries_are_autobahn_hexes_of_the_edge(region: str, hexes: list[str], country: HexSet) -> None:
    """[12.1.4]"""
    assert numbers(region) == hexes
    for hex_ in bits(BOARD.regions[region].mask):
        assert country >> hex_ & 1 and OFF in GRID.neighbours[hex_]
        assert len(autobahn_from(GRID.label(hex_))) >= 3


# -- what the rules count -------------------------------------------------------------------------


def test_enough_west_german_cities_for_the_strategic_block() -> None:
    """27 of them win. [12.5.2]"""
    assert len(cities(WEST)) == 46
    near = [c for c in cities(WEST) if way_to(GRID.label(BOARD.places[c].hex)) <= 15]
    assert 24 <= len(near) <= 32, "the target lies about as far as the front may come"


def test_objective_cities_are_west_german() -> None:
    """[2.1]"""
    marked = {p.name for p in BOARD.places.values() if p.objective}
    assert marked == {
        "Nuremberg", "Erlangen", "Ansbach", "Schweinfurt", "Bamberg", "Coburg", "Bayreuth", "Hof", "Weiden",
        "Amberg",
    }  # fmt: skip
    assert marked <= set(cities(WEST))


def test_airfields_for_the_luftlandebrigade() -> None:
    """[12.4.2]"""
    found = airfields()
    assert len(found) == len(set(found)) == 11
    assert all(WEST >> hex_ & 1 for hex_ in found)


def test_no_exit_is_close_to_the_border() -> None:
    """The Northern Pincer is a campaign, not a raid. [12.5.2]"""
    assert {n: way_to(n) for n in NORTHERN + SOUTHERN} == {
        "1901": 24, "2801": 15, "3401": 12, "3801": 10, "4801": 8, "1004": 32, "1023": 24,
    }  # fmt: skip


def test_room_to_set_up_in_both_countries() -> None:
    """Far less than the land beyond the border, and more than a first echelon needs. [12.1.4]"""
    room = {id_: sum(not borders(GRID.label(h)) for h in bits(COUNTRIES[id_])) for id_ in COUNTRIES}
    assert 200 < room["east-germany"] <= 300 and 80 < room["czechoslovakia"] <= 120


# -- the map hangs together -----------------------------------------------------------------------


def test_every_hex_has_one_country() -> None:
    assert GRID.all == WEST | EAST | CZECH
    assert not WEST & EAST and not WEST & CZECH and not EAST & CZECH


def test_borders_run_between_countries_and_nowhere_else() -> None:
    of = {h: id_ for id_, mask in COUNTRIES.items() for h in bits(mask)}
    between = {(a, d) for a in of for d, b in enumerate(GRID.neighbours[a]) if b != OFF and of[a] != of[b]}
    assert BOARD.hexsides["border"] == between


def test_cities_are_the_city_hexes() -> None:
    """[10.7]"""
    of_places = sorted(p.hex for p in BOARD.places.values() if p.kind == "city")
    assert of_places == list(bits(BOARD.terrain_mask("city"))), "two cities in one hex, or one without a name"


def test_all_kinds_of_ground() -> None:
    """[10.7, 13.2]"""
    assert {kind.id for kind in BOARD.legend} == {"clear", "forest", "rough", "marsh", "city"}
    share = {kind.id: BOARD.terrain_mask(kind.id).bit_count() / GRID.all.bit_count() for kind in BOARD.legend}
    assert share["clear"] > 0.5 and share["forest"] > 0.2 and share["marsh"] < 0.02 < share["rough"] < 0.06


def test_autobahns_of_the_west_make_one_net() -> None:
    """All exits, the A9 from East Germany and the large cities."""
    net = autobahn_from("1023")
    assert {GRID.hex(n) for n in [*NORTHERN, *SOUTHERN, "4240"]} <= net
    on_it = ("Nuremberg West", "Fürth", "Erlangen", "Bamberg", "Bayreuth", "Amberg", "Schweinfurt South")
    assert all(BOARD.places[name].hex in net for name in on_it)


def test_autobahns_have_their_gaps() -> None:
    """At Pirk, and east of Amberg and Bamberg."""
    net = autobahn_from("1023")
    assert not {BOARD.places[name].hex for name in ("Plauen", "Weiden", "Cheb")} & net
    for chain in BOARD.lines["autobahn"]:
        assert all(b in GRID.adjacent[a] for a, b in pairwise(chain))


def test_rivers_hang_together_or_leave_the_board() -> None:
    edge = {
        spot
        for hex_ in GRID.hexes()
        for direction, other in enumerate(GRID.neighbours[hex_])
        if other == OFF
        for spot in plan_of(BOARD).side(hex_, direction)
    }
    assert ending_nowhere(BOARD, WATER, edge) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bamberg", "Lichtenfels"),
        ("Nuremberg North", "Nuremberg"),
        ("Schweinfurt", "Kitzingen"),
        ("Hof", "Hof airfield"),
    ],
)
def test_a_river_lies_between(one: str, other: str) -> None:
    """Main, Pegnitz and Saale bar the straight way."""
    way = GRID.line(BOARD.places[one].hex, BOARD.places[other].hex)
    assert any(BOARD.has_side("river", a, b) for a, b in pairwise(way))


def test_names_are_written_over_the_map() -> None:
    written = {label.text for label in BOARD.labels.values()}
    assert {"West Germany", "East Germany", "Czechoslovakia"} <= written
