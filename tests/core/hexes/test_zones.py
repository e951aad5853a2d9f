"""Zones of control: incremental updates match a full count."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.hexes.grid import OFF, Direction, Hex, HexGrid, Numbering, Sheet, bits, mask_of
from grognard.core.hexes.trace import barriers
from grognard.core.hexes.zones import ZoneMap, zone_masks, zone_of
from tests.core.hexes.test_reach import grids

GRID = HexGrid(Numbering((Sheet((1, 9), (1, 8)),)))


def assert_fresh(zoc: ZoneMap, grid: HexGrid, hexes: list[Hex]) -> None:
    """Assert that the map matches a full count of these counters."""
    counts = Counter(h for here in hexes for h in bits(zoc.zones[here]))
    assert list(zoc.counts) == [counts[h] for h in range(grid.size)]
    assert zoc.mask == mask_of(counts) == zone_of(zoc.zones, hexes)


@given(st.data())
def test_updated_map_equals_a_new_map(data: st.DataObject) -> None:
    grid = data.draw(grids())
    place = st.sampled_from(grid.hexes())
    side = st.tuples(place, st.integers(0, 5))
    barred = barriers(data.draw(st.sets(side, max_size=12)))
    zones = zone_masks(grid, own_hex=data.draw(st.booleans()), barred=barred)
    hexes = data.draw(st.lists(place, max_size=6))
    zoc = ZoneMap(grid, zones, hexes)
    assert_fresh(zoc, grid, hexes)
    for _ in range(data.draw(st.integers(0, 12))):
        what = data.draw(st.sampled_from(["add", "remove", "move"] if hexes else ["add"]))
        if what == "add":
            hexes.append(data.draw(place))
            zoc.add(hexes[-1])
        else:
            gone = hexes.pop(data.draw(st.integers(0, len(hexes) - 1)))
            if what == "remove":
                zoc.remove(gone)
            else:
                hexes.append(data.draw(place))
                zoc.move(gone, hexes[-1])
        assert_fresh(zoc, grid, hexes)


@given(st.data())
def test_zocs_do_not_cross_barred_sides(data: st.DataObject) -> None:
    grid = data.draw(grids())
    side = st.tuples(st.sampled_from(grid.hexes()), st.integers(0, 5))
    walls = data.draw(st.sets(side, max_size=12))
    bare = zone_masks(grid, own_hex=False, barred=barriers(walls))
    full = zone_masks(grid, barred=barriers(walls))
    for here in grid.hexes():
        expected = {
            to
            for direction, to in enumerate(grid.neighbours[here])
            if to != OFF and (here, direction) not in walls
        }
        assert bare[here] == mask_of(expected)
        assert full[here] == mask_of(expected | {here})


def test_zoc_is_the_hex_and_its_neighbours() -> None:
    here = GRID.hex("0504")
    assert ZoneMap(GRID, hexes=[here]).mask == GRID.within(here, 1)
    assert zone_masks(GRID, own_hex=False)[here] == GRID.around[here]
    assert GRID.around == zone_masks(GRID, own_hex=False)


def test_side_barred_in_one_direction() -> None:
    """A ZOC that extends down a slope but not up."""
    down, up = GRID.hex("0505"), GRID.hex("0504")
    zones = zone_masks(GRID, barred=barriers([(down, Direction.N)]))
    assert not zones[down] >> up & 1
    assert zones[up] >> down & 1


def test_stack_keeps_its_zoc_until_the_last_counter_leaves() -> None:
    here = GRID.hex("0504")
    zoc = ZoneMap(GRID, hexes=[here, here])
    zoc.remove(here)
    assert zoc.mask == GRID.within(here, 1)
    zoc.remove(here)
    assert zoc.mask == 0
    with pytest.raises(OverflowError):
        zoc.remove(here)


def test_copy_is_independent() -> None:
    here, there = GRID.hex("0504"), GRID.hex("0808")
    zoc = ZoneMap(GRID, hexes=[here])
    twin = zoc.copy()
    twin.move(here, there)
    assert_fresh(zoc, GRID, [here])
    assert_fresh(twin, GRID, [there])
    assert twin.zones is zoc.zones
