"""Chapter 18: how far ships, coastal guns and aircraft reach, and what combined landing craft keep."""

from __future__ import annotations

import pytest

from grognard.core.testing import rule
from grognard.games.ocs.fleet.gunnery import column_at, in_range
from grognard.games.ocs.fleet.landing_table import modifiers
from grognard.games.ocs.model.sea_events import CraftArranged
from grognard.games.ocs.model.state import AWAY
from tests.rules.ocs.field import GERMAN
from tests.rules.ocs.seaside import Seaside


@rule("ocs", "18.3a.1", "10.1a")
@pytest.mark.parametrize(("hex_", "cited"), [("17.01", ""), ("16.01", ""), ("15.01", "10.1a")])
def test_a_ship_fires_up_to_its_range(hex_: str, cited: str) -> None:
    """The destroyer's range is 2."""
    field = Seaside("movement-barrage", g_dd="18.01", s_ca=hex_)
    refusal = field.check(f"barrage {hex_} g-dd ship")
    assert (refusal.rule if refusal else "") == cited
    assert not in_range(field.state, field.unit("g-dd")) >> field.hex("18.01") & 1


@rule("ocs", "18.5f.1")
@pytest.mark.parametrize(("hex_", "counts"), [("17.06", True), ("17.07", False)])
def test_coastal_guns_count_against_landings_in_their_range(hex_: str, counts: bool) -> None:
    """The battery's range is 3."""
    field = Seaside(g_lc1="17.03 3", g_rgt1="g-lc1", s_coast=hex_)
    found = modifiers(field.state, GERMAN, field.hex("17.03"), field.bit("g-rgt1"))
    assert [(line.value, line.rule) for line in found] == ([(-1, "18.5f.1")] if counts else [])


@rule("ocs", "18.3c-A", "14.7c")
def test_planes_within_ten_hexes_of_their_base_shift_fire_at_ships() -> None:
    columns = []
    for hex_ in ("11.11", "12.11", "13.11"):  # 9, 10 and 11 hexes
        field = Seaside("movement-barrage", g_87="02.11", s_ca=hex_)
        columns.append(column_at(field.state, field.bit("g-87"), field.unit("s-ca")))
    assert columns == [6, 6, 5]


@rule("ocs", "18.4d")
@pytest.mark.parametrize("order", ["merge g-lc1,g-lc2", "merge g-lc2,g-lc1"])
def test_combined_craft_have_moved_as_far_and_suffered_as_much_as_either(order: str) -> None:
    field = Seaside(g_lc1="16.01 2 1T", g_lc2="16.01 3 2T")
    state, (first, second) = field.state, map(field.unit, order.removeprefix("merge ").split(","))
    state.spent[field.unit("g-lc1")], state.spent[field.unit("g-lc2")] = 4, 12
    state.dg = state.targeted = field.bit("g-lc2")
    state.fresh[field.unit("g-lc2")] = 1
    name = field.scenario.names[first]
    arranged = CraftArranged(side="german", units=name, hexes=("16.01",), rule="18.4d", only=("german",))
    assert field.give(order) == [arranged]
    assert (state.spent[first], state.level[first], state.tokens[first], state.fresh[first]) == (12, 5, 3, 1)
    assert state.dg >> first & state.targeted >> first & 1 and state.at[second] == AWAY
    assert (state.level[second], state.tokens[second]) == (0, 0)
