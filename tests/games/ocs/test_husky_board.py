"""The board of Sicily 1943: coasts, beaches, roads and the Strait are where the campaign needs them."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from grognard.core.board.board import dump_board, load_board
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games import ocs
from maps.tabled import transcribe

DATA = Path(ocs.__file__).parent / "data"
BOARD = load_board(DATA / "husky.toml")
SEA = BOARD.terrain_mask("sea")

PLACES = {
    "Gela": "32.11", "Licata": "27.12", "Scoglitti": "35.08", "Pachino": "46.04", "Syracuse": "49.11",
    "Augusta": "48.14",
    "Primosole": "45.17", "Catania": "46.18", "Gerbini": "42.17", "Enna": "33.20", "Caltagirone": "37.14",
    "Agrigento": "22.15", "Palermo": "18.29", "Trapani": "05.28", "Troina": "38.23", "Randazzo": "43.25",
    "Messina": "53.31", "Reggio": "54.29",
}  # fmt: skip


def at(label: str) -> Hex:
    return BOARD.grid.hex(label)


def connected(within: HexSet, start: Hex) -> HexSet:
    """Return the hexes of a set that are joined to one of them, not across the Strait."""
    found, frontier = 1 << start, [start]
    while frontier:
        here = frontier.pop()
        for direction, near in enumerate(BOARD.grid.neighbours[here]):
            barred = (here, direction) in BOARD.hexsides["strait"]
            if near >= 0 and within >> near & 1 and not found >> near & 1 and not barred:
                found |= 1 << near
                frontier.append(near)
    return found


def test_board_matches_the_map_builder() -> None:
    assert dump_board(transcribe("husky")) == (DATA / "husky.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "label"), PLACES.items())
def test_places_of_the_campaign(name: str, label: str) -> None:
    assert BOARD.grid.label(BOARD.places[name].hex) == label


def test_sicily_and_calabria_meet_only_at_the_strait() -> None:
    land = BOARD.grid.all & ~SEA
    calabria = BOARD.regions["calabria"].mask
    assert connected(land, at("54.29")) == calabria
    assert connected(land, at("32.11")) == land & ~calabria


def test_ships_cannot_pass_the_strait() -> None:
    """The sea is one, but no sea hex lies between Messina and Villa San Giovanni."""
    assert connected(SEA, at("01.01")) == SEA
    assert not any(SEA >> at(label) & 1 for label in ("53.31", "54.30", "54.31", "54.32"))


def test_every_beach_is_land_beside_the_sea() -> None:
    beaches = BOARD.regions["beaches"].mask
    assert beaches.bit_count() == 48
    for hex_ in bits(beaches):
        assert not SEA >> hex_ & 1
        assert BOARD.grid.around[hex_] & SEA


@pytest.mark.parametrize("zone", ["joss", "dime", "cent", "bark", "acid", "amatori"])
def test_every_landing_zone_has_sea_and_a_beach(zone: str) -> None:
    mask = BOARD.regions[zone].mask
    assert mask & SEA
    assert (mask | BOARD.grid.spread(mask)) & BOARD.regions["beaches"].mask


@pytest.mark.parametrize("kind", ["road", "mountain-road", "rail"])
def test_lines_stay_on_land(kind: str) -> None:
    for chain in BOARD.lines[kind]:
        assert not mask_of(chain) & SEA
        assert all(b in BOARD.grid.neighbours[a] for a, b in pairwise(chain))
