"""The boards of Pincher and Sandown: every hex that a rule names is what it says."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from grognard.core.board.board import Board, load_board
from grognard.core.draw.svg.curves import Spot
from grognard.core.hexes.grid import OFF, Hex, HexSet, bits, mask_of
from grognard.games import sww3
from tests.games.rivers import ending_nowhere, plan_of

DATA = Path(sww3.__file__).parent / "data"
PINCHER = load_board(DATA / "pincher-board.toml")
SANDOWN = load_board(DATA / "sandown-board.toml")
BOARDS = pytest.mark.parametrize("board", [PINCHER, SANDOWN], ids=["pincher", "sandown"])
CITIES = ("city", "capital", "oil")


def land(board: Board) -> HexSet:
    kinds = [kind.id for kind in board.legend if "impassable" not in kind.tags]
    return mask_of(h for kind in kinds for h in bits(board.terrain_mask(kind)))


def countries(board: Board) -> dict[str, HexSet]:
    return {id_: region.mask for id_, region in board.regions.items() if "country" in region.tags}


def country(board: Board, number: str) -> str:
    hex_ = board.grid.hex(number)
    return next((id_ for id_, mask in countries(board).items() if mask >> hex_ & 1), "")


def numbers(board: Board, region: str) -> list[str]:
    return board.grid.names(board.regions[region].mask)


def row(board: Board, first: str, last: str) -> list[str]:
    grid = board.grid
    return [grid.label(h) for h in grid.line(grid.hex(first), grid.hex(last))]


def cities(board: Board, *of: str) -> list[str]:
    """Names of the cities in some countries."""
    mask = 0
    for id_ in of:
        mask |= board.regions[id_].mask
    return sorted(p.name for p in board.places.values() if p.kind in CITIES and mask >> p.hex & 1)


def sides(board: Board, *features: str) -> list[tuple[Hex, Hex]]:
    near = board.grid.neighbours
    return [(h, near[h][d]) for id_ in features for h, d in sorted(board.hexsides[id_])]


def connected(board: Board, start: Hex, among: HexSet) -> HexSet:
    found = 1 << start
    while (more := found | board.grid.spread(found) & among) != found:
        found = more
    return found


# -- hexes the rules name -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "number", "name", "kind", "owner", "port"),
    [
        (PINCHER, "5414", "Berlin", "capital", "east-germany", False),  # [3.3]
        (SANDOWN, "1374", "Suez", "city", "egypt", True),  # [3.3]
        (SANDOWN, "2360", "Famagusta", "city", "cyprus", True),  # [3.3]
        (SANDOWN, "6384", "Kuwait City", "oil", "kuwait", True),  # [4.3]
        (SANDOWN, "2471", "Jerusalem", "capital", "israel", False),  # [4.7]
        (SANDOWN, "2370", "Tel Aviv", "city", "israel", True),  # [4.7]
        (SANDOWN, "2176", "Eilat", "city", "israel", True),  # [9.18]
    ],
)
def test_named_cities(board: Board, number: str, name: str, kind: str, owner: str, port: bool) -> None:
    place = board.places[name]
    assert board.grid.label(place.hex) == number
    assert (place.kind, country(board, number), "port" in place.tags) == (kind, owner, port)


def test_kuwait_city_is_a_capital_too() -> None:
    assert "capital" in SANDOWN.places["Kuwait City"].tags


def test_the_edges_of_pincher() -> None:
    """[9.16, 9.17]"""
    assert numbers(PINCHER, "communist-edge") == [f"57{r}" for r in range(12, 44)]
    assert numbers(PINCHER, "italian-edge") == ["3044", "3143", "3244", "3343", "3444", "3543", "3644"]
    assert numbers(PINCHER, "danish-supply") == ["5103", "5204", "5303"]
    grid = PINCHER.grid
    ground = land(PINCHER)
    for id_, owner in (("communist-edge", ""), ("italian-edge", "italy"), ("danish-supply", "denmark")):
        for number in numbers(PINCHER, id_):
            assert ground >> grid.hex(number) & 1, number
            assert not owner or country(PINCHER, number) == owner, number
    eastern = {"poland", "czechoslovakia", "hungary", "romania", "yugoslavia"}
    assert {country(PINCHER, n) for n in numbers(PINCHER, "communist-edge")} == eastern
    assert all(grid.neighbours[grid.hex(n)][1] == OFF for n in numbers(PINCHER, "communist-edge"))
    assert all(grid.neighbours[grid.hex(n)][3] == OFF for n in numbers(PINCHER, "italian-edge"))
    a, b, c = (grid.hex(n) for n in ("5103", "5204", "5303"))
    assert b in grid.adjacent[a] and c in grid.adjacent[b]


def test_north_of_the_kiel_canal() -> None:
    """The Danish source supplies only units north of the canal. [9.16]"""
    north, ground = PINCHER.regions["north-of-kiel-canal"].mask, land(PINCHER)
    canal = {frozenset(side) for side in sides(PINCHER, "canal")}
    elbe = tuple(map(PINCHER.grid.hex, ("4806", "4905")))  # its mouth closes the line to the sea
    assert PINCHER.has_side("river", *elbe)
    canal.add(frozenset(elbe))
    for hex_ in bits(north):
        for other in PINCHER.grid.adjacent[hex_]:
            if ground >> other & 1:
                assert (north >> other & 1) != (frozenset((hex_, other)) in canal)
    assert north & PINCHER.regions["denmark"].mask == PINCHER.regions["denmark"].mask
    assert PINCHER.regions["danish-supply"].mask & ~north == 0
    assert bits(north & PINCHER.regions["west-germany"].mask)
    assert not north >> PINCHER.places["Hamburg"].hex & 1


def test_the_suez_canal() -> None:
    """[4.8]"""
    grid = SANDOWN.grid
    west, east = [f"13{r}" for r in range(69, 75)], [f"14{r}" for r in range(70, 76)]
    assert (numbers(SANDOWN, "west-bank"), numbers(SANDOWN, "east-bank")) == (west, east)
    assert {country(SANDOWN, n) for n in west + east} == {"egypt"}
    both = {(a, b) for a in map(grid.hex, west) for b in map(grid.hex, east) if b in grid.adjacent[a]}
    assert {side for side in sides(SANDOWN, "canal") if side[0] < side[1]} == both


def test_the_edges_of_sandown() -> None:
    """[4.9, 9.15, 9.16, 10.4]"""
    grid = SANDOWN.grid
    edge = numbers(SANDOWN, "ussr-edge")
    assert edge == row(SANDOWN, "5245", "7154") and len(edge) == 20
    assert {country(SANDOWN, n) for n in edge} == {"ussr"}
    assert all(grid.neighbours[grid.hex(n)][1] == OFF for n in edge)
    assert numbers(SANDOWN, "ussr-roads") == ["5245", "5948"]
    assert numbers(SANDOWN, "south-roads") == ["2776", "5788", "6988"]
    assert numbers(SANDOWN, "turkish-edge") == [f"11{r}" for r in range(44, 52)]
    assert {country(SANDOWN, n) for n in numbers(SANDOWN, "turkish-edge")} == {"turkey"}
    on_road = {h for chain in SANDOWN.lines["road"] for h in chain}
    for number in ("5245", "5948", "2776", "5788", "6988"):
        assert grid.hex(number) in on_road, number
        assert OFF in grid.neighbours[grid.hex(number)], number


# -- what the rules count -------------------------------------------------------------------------


def test_seven_cities_at_the_start_of_pincher() -> None:
    """[3.9, R-PIN-08]; Berlin is held by NATO [R-PIN-04]."""
    eastern = set(cities(PINCHER, "east-germany", "czechoslovakia", "hungary")) - {"Berlin"}
    assert len(eastern) == 7


@pytest.mark.parametrize(
    ("board", "owner", "names"),
    [
        (PINCHER, "poland", "Szczecin"),
        (PINCHER, "east-germany", "Berlin Dresden Karl-Marx-Stadt Leipzig Magdeburg"),
        (PINCHER, "czechoslovakia", "Brno Prague"),
        (PINCHER, "switzerland", "Basel Bern Geneva Zürich"),
        (PINCHER, "austria", "Graz Linz Vienna"),
        (PINCHER, "luxembourg", "Luxembourg"),
        (PINCHER, "belgium", "Antwerp Brussels Charleroi Ghent Liège"),
        (PINCHER, "italy", "Bologna Florence Genoa Milan Rome Trieste Turin Venice Verona"),
        (SANDOWN, "iraq", "Baghdad Basra Kirkuk Mosul"),
        (SANDOWN, "syria", "Aleppo Damascus Homs Latakia"),
        (SANDOWN, "iran", "Abadan Ahvaz Hamadan Isfahan Kermanshah Rasht Tabriz Tehran"),
    ],
)
def test_border_cities_belong_to_the_right_country(board: Board, owner: str, names: str) -> None:
    assert cities(board, owner) == names.split()


def test_two_plain_cities_in_the_ussr() -> None:
    """[3.7, R-SAN-19]"""
    assert cities(SANDOWN, "ussr") == ["Batumi", "Yerevan"]
    assert {SANDOWN.places[name].kind for name in cities(SANDOWN, "ussr")} == {"city"}


def test_enough_vp_on_map_to_win() -> None:
    """More than 60 in Pincher [4.3]; more than 65, and 6 more for swaps, in Sandown [4.3, 4.4]."""
    worth = {"belgium": 2, "netherlands": 2, "luxembourg": 2, "france": 3, "switzerland": 3, "italy": 3}
    worth |= dict.fromkeys(("east-germany", "west-germany", "czechoslovakia", "hungary", "yugoslavia"), 1)
    assert sum(points * len(cities(PINCHER, id_)) for id_, points in worth.items()) > 120
    by_kind = {"city": 2, "capital": 3, "oil": 5}
    assert sum(by_kind.get(place.kind, 0) for place in SANDOWN.places.values()) > 90


@pytest.mark.parametrize(
    ("board", "names"),
    [
        (PINCHER, {
            "Amsterdam", "Belgrade", "Berlin", "Bern", "Bonn", "Brussels", "Budapest", "Luxembourg", "Paris",
            "Prague", "Rome", "Vienna",
        }),
        (SANDOWN, {
            "Amman", "Ankara", "Baghdad", "Beirut", "Cairo", "Damascus", "Jerusalem", "Kuwait City", "Tehran",
        }),
    ],
)  # fmt: skip
def test_capitals(board: Board, names: set[str]) -> None:
    found = {p.name: p.hex for p in board.places.values() if "capital" in (p.kind, *p.tags)}
    assert set(found) == names
    owners = [country(board, board.grid.label(h)) for h in found.values()]
    assert all(owners) and len(set(owners)) == len(owners), "one capital a country"


def test_oil_cities() -> None:
    oil = {p.name for p in SANDOWN.places.values() if p.kind == "oil"}
    assert oil == {"Abadan", "Ahvaz", "Kirkuk", "Kuwait City", "Mosul"}


def test_the_soviet_zone_of_austria() -> None:
    """[3.3, 3.6]"""
    zone, austria = PINCHER.regions["soviet-zone"].mask, PINCHER.regions["austria"].mask
    assert zone & ~austria == 0 and zone != austria
    assert zone >> PINCHER.places["Vienna"].hex & 1
    assert not zone >> PINCHER.places["Linz"].hex & 1
    for a, b in sides(PINCHER, "zone-border"):
        assert (zone >> a & 1) != (zone >> b & 1)


def test_benelux_ruhr_and_neutrals() -> None:
    masks = countries(PINCHER)
    assert PINCHER.regions["benelux"].mask == masks["belgium"] | masks["netherlands"] | masks["luxembourg"]
    ruhr = {PINCHER.grid.label(p.hex) for p in PINCHER.places.values() if "ruhr" in p.tags}
    assert sorted(ruhr) == numbers(PINCHER, "ruhr")
    assert {id_ for id_, r in PINCHER.regions.items() if "neutral" in r.tags} == {"switzerland", "yugoslavia"}


def test_polders_lie_in_the_low_countries() -> None:
    low = PINCHER.regions["benelux"].mask
    assert len(bits(PINCHER.terrain_mask("polder"))) >= 10
    assert PINCHER.terrain_mask("polder") & ~low == 0


def test_passes_lead_through_high_ground() -> None:
    high = PINCHER.terrain_mask("rough") | PINCHER.terrain_mask("mountain")
    for a, b in sides(PINCHER, "pass"):
        assert (1 << a | 1 << b) & high, PINCHER.grid.label(a)
        assert not PINCHER.has_side("water", a, b)
    mountain = PINCHER.terrain_mask("mountain")
    alpine = [(a, b) for a, b in sides(PINCHER, "pass") if mountain >> a & mountain >> b & 1]
    owners = {frozenset(country(PINCHER, PINCHER.grid.label(h)) for h in side) for side in alpine}
    assert {frozenset({"austria", "italy"}), frozenset({"france", "italy"})} <= owners


# -- the map hangs together -----------------------------------------------------------------------


@BOARDS
def test_every_land_hex_has_one_country(board: Board) -> None:
    owned = 0
    for mask in countries(board).values():
        assert not owned & mask
        owned |= mask
    assert owned == land(board)


@BOARDS
def test_borders_run_between_countries_and_nowhere_else(board: Board) -> None:
    masks = countries(board)
    of = {h: id_ for id_, mask in masks.items() for h in bits(mask)}
    found = {(a, b) for a in of for b in board.grid.adjacent[a] if b in of and of[a] != of[b]}
    assert set(sides(board, "border")) == found


@BOARDS
def test_a_city_stands_on_clear_land(board: Board) -> None:
    """All city hexes are otherwise clear. [11.8]"""
    taken = []
    for place in board.places.values():
        assert land(board) >> place.hex & 1, place.name
        if place.kind in CITIES:
            taken.append(place.hex)
            assert board.terrain_at(place.hex).id == "clear", place.name
    assert len(taken) == len(set(taken)), "two cities in one hex"


@BOARDS
def test_ports_are_the_cities_on_a_coast(board: Board) -> None:
    """[9.15]"""
    coast = 0
    for region in board.regions.values():
        coast |= region.mask if "coast" in region.tags else 0
    for place in board.places.values():
        assert ("port" in place.tags) == (place.kind in CITIES and bool(coast >> place.hex & 1)), place.name


@BOARDS
def test_a_coast_is_land_beside_the_sea(board: Board) -> None:
    shore = board.grid.spread(board.terrain_mask("sea")) & land(board)
    found = 0
    for region in board.regions.values():
        found |= region.mask if "coast" in region.tags else 0
    eilat = board.grid.mask(["2176"]) if board is SANDOWN else 0  # its gulf lies beyond the edge [9.18]
    assert found == shore | eilat


def test_the_seas_of_sandown() -> None:
    """[9.18, 9.19]"""
    open_, black, caspian = (SANDOWN.regions[id_].mask for id_ in ("open-coast", "black-sea", "caspian-sea"))
    assert not (open_ & black or open_ & caspian or black & caspian)
    for name, mask in (("Batumi", black), ("Trabzon", black), ("Samsun", black), ("Rasht", caspian),
                       ("Haifa", open_), ("Suez", open_), ("Kuwait City", open_)):  # fmt: skip
        assert mask >> SANDOWN.places[name].hex & 1, name
    masks = countries(SANDOWN)
    assert black & ~(masks["turkey"] | masks["ussr"]) == 0
    assert caspian & ~(masks["iran"] | masks["ussr"]) == 0


@BOARDS
def test_rivers_run_to_the_sea_a_lake_or_the_edge(board: Board) -> None:
    plan, ground = plan_of(board), land(board)
    shores: set[Spot] = set()
    for hex_ in board.grid.hexes():
        for direction, other in enumerate(board.grid.neighbours[hex_]):
            if other == OFF or not ground >> hex_ & 1 or board.has_side("water", hex_, other):
                shores.update(plan.side(hex_, direction))
    assert all(ground >> hex_ & 1 for id_ in ("river", "canal") for hex_, _ in board.hexsides[id_])
    assert ending_nowhere(board, ("river", "canal"), shores) == []


@BOARDS
def test_mainland_is_connected(board: Board) -> None:
    """All but islands."""
    ground = land(board)
    start = board.places["Paris" if board is PINCHER else "Baghdad"].hex
    islands = ground & ~connected(board, start, ground)
    assert islands.bit_count() <= 25
    for place in board.places.values():
        assert not islands >> place.hex & 1 or place.name in ("Ajaccio", "Famagusta"), place.name


def test_roads_make_one_net() -> None:
    """[11.16]"""
    near: dict[Hex, set[Hex]] = {}
    ground = land(SANDOWN)
    for chain in SANDOWN.lines["road"]:
        for a, b in pairwise(chain):
            assert ground >> a & ground >> b & 1
            near.setdefault(a, set()).add(b)
            near.setdefault(b, set()).add(a)
    found, open_ = set[Hex](), [SANDOWN.places["Baghdad"].hex]
    while open_:
        hex_ = open_.pop()
        found.add(hex_)
        open_ += near[hex_] - found
    assert found == set(near)
    for place in SANDOWN.places.values():
        assert place.hex in found or place.name in ("Famagusta", "Antalya"), place.name


@BOARDS
def test_water_sides_lie_between_land(board: Board) -> None:
    for a, b in sides(board, "water"):
        assert land(board) >> a & land(board) >> b & 1
        assert not board.has_side("river", a, b)


def test_corsica_and_sardinia_are_apart() -> None:
    """[11.13]"""
    for a in bits(PINCHER.regions["france"].mask):
        for b in PINCHER.grid.adjacent[a]:
            column = PINCHER.grid.column(a)
            if PINCHER.regions["italy"].mask >> b & 1 and column < 25 and PINCHER.grid.row(a) > 35:
                assert PINCHER.has_side("water", a, b)


@BOARDS
def test_names_are_written_over_the_map(board: Board) -> None:
    titles = {board.regions[id_].title for id_ in countries(board)}
    assert len(titles & {label.text for label in board.labels.values()}) > 8
