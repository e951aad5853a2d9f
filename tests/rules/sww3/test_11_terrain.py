"""Chapter 11: what terrain, rivers, passes, polders, cities and enemy air cost [11.6-11.15, 11.17, 6.5]."""

from __future__ import annotations

import pytest

from grognard.core.board.board import Board, load_board
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.sww3 import rules
from grognard.games.sww3.combat.strength import river_between
from grognard.games.sww3.model.scenario import ALLIED, SHARED, SOVIET
from grognard.games.sww3.movement.step_costs import ground
from tests.rules.sww3.field import BOTH
from tests.rules.sww3.parade import Parade
from tests.rules.sww3.wars import War

NATURAL = {
    "pincher": {"clear", "rough", "mountain", "polder"},
    "sandown": {"clear", "rough", "mountain", "marsh"},
}
OUTSIDE = {"sea", "lake", "foreign"}


def board_of(game: str) -> Board:
    """The board of a game."""
    return load_board(SHARED / f"{game}-board.toml")


# -- the boards -----------------------------------------------------------------------------------


@rule("pincher", "11.6", "11.7")
@rule("sandown", "11.6", "11.7")
@BOTH
def test_every_hex_has_one_natural_terrain_of_the_list(game: str) -> None:
    board = board_of(game)
    kinds = {kind.id for kind in board.legend}
    assert kinds - OUTSIDE == NATURAL[game]
    covered = [hex_ for kind in kinds for hex_ in board.grid.hexes() if board.terrain_mask(kind) >> hex_ & 1]
    assert sorted(covered) == list(board.grid.hexes())  # each once
    assert any("river" in (id_, *board.features[id_].tags) for id_ in board.hexsides)


@rule("pincher", "11.14")
@rule("sandown", "11.14")
@BOTH
def test_manmade_terrain_is_cities_and_ways(game: str) -> None:
    board = board_of(game)
    kinds = {place.kind for place in board.places.values()} - {"town"}
    assert kinds == {"city", "capital"} | ({"oil"} if game == "sandown" else set())
    assert ("pass" in board.hexsides) == (game == "pincher")
    assert ("road" in board.lines) == (game == "sandown")


@rule("sandown", "11.6")
def test_a_hex_may_have_manmade_terrain_of_several_kinds() -> None:
    """Osthof 1105 is a city on the road, in clear ground."""
    f = Parade("sandown", t1="1005")
    board = f.scenario.board
    assert board.terrain_at(f.hex("1105")).id == "clear"
    assert board.has_line("road", f.hex("1005"), f.hex("1105"))
    assert f.scenario.theatres[0].cities >> f.hex("1105") & 1


@rule("pincher", "11.7")
@rule("sandown", "11.7")
@BOTH
def test_canals_have_no_effect(game: str) -> None:
    """Only river hexsides have a row in the terrain chart [R-SWW-45]."""
    war = War(game)
    board = war.scenario.board
    for hex_, way in board.hexsides["canal"]:
        other = board.grid.neighbours[hex_][way]
        assert not river_between(war.scenario, hex_, other)
        assert not ground(war.scenario, 0).river[way] >> other & 1


# -- hexes ----------------------------------------------------------------------------------------


@rule("pincher", "11.8")
@rule("sandown", "11.8")
@BOTH
def test_clear_ground_costs_one_and_a_city_is_clear_until_it_is_nuked(game: str) -> None:
    f = Parade(game, m1="0901")
    assert f.cost("m1", "0802") == 1
    assert f.cost("m1", "0902") == 1  # Berlin
    f.nuke("0902")
    assert f.cost("m1", "0902") == 3  # rough, and one for the blast [R-SWW-22]
    f.nuke("0802")
    assert f.cost("m1", "0802") == 1


@rule("pincher", "11.9")
@rule("sandown", "11.9")
@BOTH
def test_rough_costs_two(game: str) -> None:
    assert Parade(game, m1="0803").cost("m1", "0804") == 2


@rule("pincher", "11.9", "11.10-cost")
def test_mountain_infantry_pays_one_in_rough_and_mountain() -> None:
    f = Parade("pincher", a1="0803")
    assert f.cost("a1", "0804") == 1
    f = Parade("pincher", a1="0903", m1="0903")
    assert f.cost("a1", "1003") == 1
    assert f.cost("m1", "1003") == 3
    f.nuke("0902")
    assert f.cost("a1", "0902") == 2  # rough for one, and one for the blast
    f.refused("move a1,m1 0903-1003-1103-1203-1202", "11.3-nomin")  # together as the slowest


@rule("pincher", "11.10-cost")
@rule("sandown", "11.10")
@BOTH
def test_mountains_cost_three(game: str) -> None:
    assert Parade(game, m1="0903").cost("m1", "1003") == 3


@rule("pincher", "11.10-pass")
def test_a_pass_costs_one_from_pass_hex_to_pass_hex() -> None:
    f = Parade("pincher", m1="0904")
    assert f.cost("m1", "1004") == 1
    assert f.cost("m1", "1104") == 2
    assert f.cost("m1", "1005") == 3  # not over a pass hexside
    f = Parade("pincher", m1="1103")
    assert f.cost("m1", "1004") == 2  # by 1104; straight from 1103 it would be 3
    f = Parade("pincher", r1="1103")
    assert "costs 6 MP" in f.refused("move r1 1103-1004-1003", "11.3-nomin")


@rule("pincher", "11.10-pass")
def test_pass_over_a_river_costs_one() -> None:
    """[R-PIN-34]; once the pass is nuked, the rough hex costs 2 and the river 1 more."""
    war = War("pincher", "soviet movement", at={"su-6gt": "4519"})
    there = war.hex("4620")
    assert rules.reach(war.state, ["su-6gt"])[there] == 1
    war.nuke("4519")
    assert rules.reach(war.state, ["su-6gt"])[there] == 3


@rule("pincher", "11.10-nuked")
def test_nuked_pass_is_closed() -> None:
    for blast in ("1004", "0904"):
        f = Parade("pincher", m1="0904")
        f.nuke(blast)
        assert f.cost("m1", "1004") == 3
    f = Parade("pincher", m1="0904")
    f.nuke("1104")
    assert f.cost("m1", "1004") == 1  # the other half of the pass is whole


@rule("pincher", "11.11-dry", "11.11-flooded")
@pytest.mark.parametrize(("phase", "unit"), [("soviet movement", "m1"), ("allied movement", "k1")])
def test_polders_cost_one_until_they_are_flooded_and_three_then(phase: str, unit: str) -> None:
    f = Parade("pincher", phase, **{unit: "0302"})
    assert f.cost(unit, "0303") == 1
    f.air(SOVIET)
    f.play("flood")
    assert f.state.flooded
    assert f.cost(unit, "0303") == 3


@rule("pincher", "11.11-blow")
def test_the_dikes_are_blown_once_and_by_the_soviets_only_with_air_superiority() -> None:
    f = Parade("pincher", m1="0302")
    f.refused("flood", "11.11-blow")
    f.air(ALLIED)
    f.refused("flood", "11.11-blow")
    f.air(SOVIET)
    assert "flood" in f.orders()
    f.play("flood")
    f.refused("flood", "11.11-blow")
    assert "flood" not in f.orders()
    f = Parade("pincher", "allied movement", u1="0402")
    assert "flood" in f.orders()
    f.play("flood")


@rule("sandown", "11.11")
def test_marsh_costs_three() -> None:
    assert Parade("sandown", m1="0603").cost("m1", "0503") == 3


@rule("pincher", "11.15")
@rule("sandown", "11.15")
@BOTH
def test_cities_of_every_kind_cost_one(game: str) -> None:
    """Furt is a city, Berlin a capital, Quell an oil city."""
    f = Parade(game, m1="0503", t1="0803", t2="0509", t3="0810")
    f.state.neutral = 0
    changed(f.state)
    assert f.cost("m1", "0603") == 1
    assert f.cost("t1", "0902") == 1
    assert f.cost("t2", "0609") == 1


# -- sides ----------------------------------------------------------------------------------------


@rule("pincher", "11.12")
@rule("sandown", "11.12")
@BOTH
def test_a_river_costs_one_more(game: str) -> None:
    f = Parade(game, m1="0704")
    assert f.cost("m1", "0604") == 2
    assert f.cost("m1", "0703") == 1


@rule("pincher", "11.12-city")
def test_river_is_free_at_city() -> None:
    f = Parade("pincher", m1="0703", k1="0603")
    f.put("k1", "away")
    assert f.cost("m1", "0603") == 1  # into Furt
    f = Parade("pincher", m1="0603")
    assert f.cost("m1", "0703") == 1  # out of it
    f.nuke("0603")
    assert f.cost("m1", "0703") == 2
    f = Parade("pincher", m1="0703")
    f.nuke("0603")
    assert f.cost("m1", "0603") == 2 + 1 + 1  # rough, blast, river


@rule("sandown", "11.12")
def test_cities_are_no_bridges_in_the_mid_east() -> None:
    assert Parade("sandown", m1="0703").cost("m1", "0603") == 2


@rule("pincher", "11.13")
@rule("sandown", "11.13")
@BOTH
def test_no_move_into_sea_or_across_lake(game: str) -> None:
    f = Parade(game, m1="0203", t1="1101")
    f.refused("move m1 0203-0103", "11.13")
    f.refused("move t1 1101-1102-1103", "11.13")
    assert f.cost("t1", "1102") == 2  # round the lake
    assert not [text for text in f.orders() if text.split("-")[-1] in ("0102", "0103", "1009")]


@rule("pincher", "11.13")
@rule("sandown", "11.13")
@BOTH
def test_no_attack_across_lake_hexside(game: str) -> None:
    f = Parade(game, "soviet combat", t1="1101", u3="1102")
    assert not [text for text in f.orders() if text.startswith("attack")]
    with pytest.raises(Exception, match=r"11\.13"):
        f.play("attack 1102 t1")


# -- sums -----------------------------------------------------------------------------------------


@rule("pincher", "11.17")
@rule("sandown", "11.17")
@BOTH
def test_all_costs_of_a_step_add_up(game: str) -> None:
    """Over the river into a zone, out of another one."""
    f = Parade(game, t1="0704", u1="0703", u3="0503")
    assert f.cost("t1", "0604") == 1 + 1 + 1 + 1


@rule("pincher", "6.5-cost", "11.17")
@rule("sandown", "6.5-cost", "11.17")
@BOTH
def test_enemy_air_costs_a_point_for_the_hex_and_one_for_a_side_that_costs(game: str) -> None:
    f = Parade(game, t1="0702", m1="0803")
    f.air(ALLIED, "0602")
    assert f.cost("t1", "0701") == 2
    assert f.cost("t1", "0602") == 1 + 1 + 1 + 1  # clear, river, and a point for each [R-SWW-07]
    assert f.cost("m1", "0804") == 2  # out of range


@rule("pincher", "6.5-own")
@rule("sandown", "6.5-own")
@BOTH
def test_own_airpower_costs_no_mp(game: str) -> None:
    f = Parade(game, t1="0702")
    f.air(SOVIET, "0602")
    assert f.cost("t1", "0701") == 1


@rule("pincher", "6.5-nostop")
@rule("sandown", "6.5-nostop")
@BOTH
def test_enemy_air_does_not_stop_a_move(game: str) -> None:
    f = Parade(game, t1="0704")
    f.air(ALLIED, "0702")
    assert f.cost("t1", "0701") == 6  # 0703, 0702 and 0701 for two points each
    f.play("move t1 0704-0701")


# -- the chart ------------------------------------------------------------------------------------

# Terrain, points to enter, columns of shift for the defender, as printed.
CHART = {
    "pincher": """
        clear 1 0
        polder 1 0
        rough 2 -1
        mountain 3 -2
        pass 1 -2
        city 1 -2
        river 1 0
    """,
    "sandown": """
        clear 1 0
        marsh 3 0
        rough 2 -1
        mountain 3 -2
        road 0.5 0
        city 1 -2
        river 1 0
    """,
}


@rule("pincher", "TEC")
@rule("sandown", "TEC")
@BOTH
def test_the_terrain_effects_chart(game: str) -> None:
    """Sea and lake are in the tests of 11.13; borders cost nothing, for no cost knows them."""
    charts = Parade(game).scenario.theatres[0].charts
    for line in CHART[game].strip().splitlines():
        kind, points, shift = line.split()
        assert charts["cost"][kind] == float(points), kind
        assert charts["shifts"].get(kind, 0) == int(shift), kind
    if game == "pincher":
        assert charts["cost"]["polder_flooded"] == 3
        assert charts["cost"]["mountaineers"] == 1
    assert not [kind for kind in charts["cost"] if "border" in kind or "boundary" in kind]


@rule("pincher", "TEC-pass")
def test_a_defender_in_a_pass_has_two_columns() -> None:
    """In place of the mountain's own two [R-PIN-12]."""
    f = Parade("pincher", "soviet combat", 1, t1="0904", t2="0903", u1="1004", u2="1003")
    assert f.shifts("attack 1004 t1") == {"R-PIN-12": -2}
    assert f.shifts("attack 1003 t2") == {"12.13": -2}
