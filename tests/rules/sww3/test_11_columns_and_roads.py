"""Chapter 11: columns in Europe and roads in the Mid-East [11.16, 6.5]."""

from __future__ import annotations

import pytest

from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.sww3.events import Moved
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.movement.reach import goals
from tests.rules.sww3.field import BOTH, only
from tests.rules.sww3.parade import Parade
from tests.rules.sww3.test_09_supply_lines import CUT_OFF

# -- columns --------------------------------------------------------------------------------------


@rule("pincher", "11.16-double")
def test_column_doubles_movement_allowance() -> None:
    f = Parade("pincher", r1="0901")
    assert f.points("r1") == 4
    assert f.points("r1", column=True) == 8
    assert f.cost("r1", "0909") is None
    assert f.column("r1", "0909") == 8
    f.refused("move r1 0901-0909", "11.3-nomin")
    assert "column r1 0901-0909" in f.orders()
    events = f.play("column r1 0901-0909")
    assert f.where("r1") == "0909"
    assert only(events, Moved).by == "column"
    f.refused("column r1 0909-0908", "11.2-noredo")


@rule("pincher", "11.16-double")
def test_columns_pay_normal_terrain_costs() -> None:
    f = Parade("pincher", m1="0903")
    assert f.column("m1", "1003") == f.cost("m1", "1003") == 3
    assert max(text.count("column") for text in f.orders()) == 1


@rule("pincher", "11.16-ezoc")
def test_column_cannot_start_in_or_enter_enemy_zoc() -> None:
    f = Parade("pincher", r1="0907", u1="0902")
    assert f.column("r1", "0904") == 3
    assert f.column("r1", "0903") is None
    f.refused("column r1 0907-0903", "11.16-ezoc")
    f.refused("column r1 0907-0906-0905-0904-0903-0803-0703", "11.16-ezoc")
    f.put("t1", "0903")
    assert f.column("r1", "0903") is None  # a friend there does not help
    f = Parade("pincher", r1="0903", u1="0902")
    f.refused("column r1 0903-0906", "11.16-ezoc")
    assert not [text for text in f.orders() if text.startswith("column")]


@rule("pincher", "11.16-double", "11.16-ezoc")
@pytest.mark.parametrize(
    ("at", "further"),
    [
        ({"r1": "0901"}, True),
        ({"r1": "0901", "u1": "0702", "u2": "0904"}, True),  # past the ZOCs
        ({"r1": "0901", "u1": "0702", "u2": "0904", "u3": "1103"}, False),  # ZOCs on all sides
        ({"r1": "0903", "u1": "0902"}, False),  # it begins in a ZOC
    ],
)
def test_columns_get_further_unless_they_are_in_zones(at: dict[str, str], further: bool) -> None:
    f = Parade("pincher", **at)
    units = (f.scenario.index["r1"],)
    assert bool(goals(f.state, units, True) & ~goals(f.state, units, False)) is further


@rule("pincher", "11.16-supply")
def test_aerial_supply_does_not_allow_columns() -> None:
    f = cut_off_without_zones()
    assert not f.supplied("t1")
    f.refused("column t1 0404-0504", "11.16-supply")
    f.supply_from_air(SOVIET, "0404")
    assert f.points("t1") == 7
    f.refused("column t1 0404-0504", "11.16-supply")
    assert not [text for text in f.orders() if text.startswith("column")]
    f.state.turn = 1
    changed(f.state)
    assert f.points("t1", column=True) == 14  # all units are in supply on turn 1 [R-PIN-14]


def cut_off_without_zones() -> Parade:
    """A unit in 0404 whose edge sources are all taken by units that are disrupted and have no zones."""
    blockers = dict(
        zip(("u1", "u2", "u3", "u4", "u5", "u6", "u7", "k1", "f1", "w1"), range(1, 11), strict=True)
    )
    f = Parade("pincher", t1="0404", **{id_: f"12{row:02}" for id_, row in blockers.items()})
    f.state.disrupted = f.bit(*blockers)
    changed(f.state)
    return f


@rule("pincher", "11.16-city")
def test_column_cannot_enter_enemy_city() -> None:
    f = Parade("pincher", m1="0703")
    assert f.column("m1", "0603") is None
    f.refused("column m1 0703-0603", "11.16-city")
    f.refused("column m1 0703-0603-0502", "11.16-city")
    f.hold(SOVIET, "0603")
    assert f.column("m1", "0603") == 1
    f.hold(ALLIED, "0603")
    f.nuke("0603")
    assert f.column("m1", "0603") == 4
    assert Parade("pincher", m1="0903").column("m1", "0902") == 1  # one's own


@rule("pincher", "6.5-column")
def test_no_column_moves_in_enemy_air_range() -> None:
    f = Parade("pincher", m1="0703")
    f.air(ALLIED, "0901")
    assert f.column("m1", "0802") is None
    f.refused("column m1 0703-0802", "6.5-column")
    assert f.cost("m1", "0802") == 3  # a regular move may go there
    assert f.column("m1", "0702") == 1
    f.air(ALLIED, "0702")
    f.refused("column m1 0703-0706", "6.5-column")


@rule("pincher", "11.16-double")
def test_reserve_may_enter_in_column() -> None:
    f = Parade("pincher", r1="reserve")
    assert f.column("r1", "1208") == 1
    assert "column r1 0606" in f.orders()
    f.play("column r1 0606")
    assert f.where("r1") == "0606"


# -- roads ----------------------------------------------------------------------------------------


@rule("sandown", "11.16-half")
def test_road_costs_half_an_mp_in_any_terrain() -> None:
    """From 0905 over the mountain 1005 to Osthof 1105, and back over rough 0805."""
    f = Parade("sandown", m1="0905")
    assert f.cost("m1", "1005") == 0.5
    assert f.cost("m1", "1105") == 1
    assert f.cost("m1", "0805") == 0.5
    assert f.cost("m1", "1205") == 1.5
    f = Parade("sandown", m1="0904")
    assert f.cost("m1", "1005") == 1.5  # by 0905; straight from 0904 there is no road
    assert "costs 6 MP" in Parade("sandown", r1="0904").refused("move r1 0904-1005-1004", "11.3-nomin")
    assert Parade("pincher", m1="0905").cost("m1", "1005") == 3


@rule("sandown", "11.16-half")
def test_mp_costs_show_halves() -> None:
    f = Parade("sandown", m1="0905")
    account = f.odds("move m1 0905-1005-1105")
    assert [line.value for line in account.lines] == ["0.5", "0.5"]
    assert account.total == "1 of 6 MP"


@rule("sandown", "11.16-ezoc")
def test_road_into_enemy_zoc_costs_as_usual() -> None:
    f = Parade("sandown", m1="0905", u1="1006")
    assert {"0905", "1005"} <= f.zone(ALLIED)
    assert f.cost("m1", "1005") == 0.5 + 1 + 1
    f = Parade("sandown", m1="0805", u1="1006")
    assert f.cost("m1", "0905") == 0.5 + 1


@rule("sandown", "11.16-city")
def test_no_road_rate_into_enemy_city() -> None:
    f = Parade("sandown", m1="0405")
    assert f.controls(ALLIED, "0305")
    assert f.cost("m1", "0305") == 1
    f.hold(SOVIET, "0305")
    assert f.cost("m1", "0305") == 0.5
    f = Parade("sandown", "allied movement", u1="0405")
    assert f.cost("u1", "0305") == 0.5
    assert f.cost("u1", "0205") == 1
    f = Parade("sandown", "allied movement", u1="1005")
    assert f.cost("u1", "1105") == 1


@rule("sandown", "11.16-river")
def test_a_road_bridges_rivers_unless_a_bank_is_nuked() -> None:
    f = Parade("sandown", m1="0705")
    assert f.cost("m1", "0605") == 0.5
    for blast in ("0705", "0605"):
        f = Parade("sandown", m1="0705")
        f.nuke(blast)
        assert f.cost("m1", "0605") == 2


@rule("sandown", "11.16-nuked")
def test_blast_destroys_road_in_its_hex() -> None:
    f = Parade("sandown", m1="0905")
    f.nuke("1005")
    assert f.cost("m1", "1005") == 3
    assert f.cost("m1", "1105") == 2  # round by 1006
    assert f.cost("m1", "0805") == 0.5
    f = Parade("sandown", m1="1005")
    f.nuke("1105")
    assert f.cost("m1", "1105") == 3  # a nuked city by no road
    assert f.cost("m1", "0905") == 0.5


@rule("sandown", "6.5-road")
def test_no_road_is_used_in_enemy_air_range() -> None:
    """R-SAN-13: the ground costs what it costs, and a point for the air."""
    f = Parade("sandown", m1="0805")
    f.air(ALLIED, "0906")
    assert f.cost("m1", "0905") == 2
    f.put("m1", "0905")
    assert f.cost("m1", "1005") == 3  # 1005 is out of range, but the road begins within it
    assert f.cost("m1", "0705") == 2.5


@BOTH
def test_columns_and_roads_each_stay_on_their_map(game: str) -> None:
    f = Parade(game, m1="0905")
    listed = [text for text in f.orders() if text.startswith("column")]
    assert bool(listed) == (game == "pincher")
    if game == "sandown":
        f.refused("column m1 0905-0904", "14.9")


def test_group_moves_in_column_only_if_all_can() -> None:
    f = Parade("pincher", t1="0404", e1="0404", **CUT_OFF)
    f.refused("column t1,e1 0404-0403", "11.16-supply")
    f = Parade("pincher", r1="0901", t1="0901")
    f.refused("column r1,t1 0901-0910", "11.3-nomin")
    f.play("column r1,t1 0901-0909")
