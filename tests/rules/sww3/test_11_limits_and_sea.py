"""Chapter 11: mixed stacks, sea moves, garrisons, national limits, neutrals, the map edge [11.18-11.22]."""

from __future__ import annotations

import pytest

from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.sww3.events import CountryJoined
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import zone
from grognard.games.sww3.movement import moves, reach
from grognard.games.sww3.movement.movement_limits import nation_limit
from grognard.games.sww3.support.neutrals import join_war, violate
from tests.rules.sww3.field import BOTH, only
from tests.rules.sww3.parade import Parade
from tests.rules.sww3.test_09_supply_lines import CUT_OFF
from tests.support import kinds

# -- mixed stacks ---------------------------------------------------------------------------------


@rule("pincher", "11.18")
@rule("sandown", "11.18")
@BOTH
def test_allied_units_in_mixed_stack_lose_one_mp(game: str) -> None:
    f = Parade(game, "allied declare", u1="0404", k1="0404", u2="0402", u3="0402")
    f.play("declare move")
    assert [f.points(id_) for id_ in ("u1", "k1", "u2", "u3")] == [5, 5, 6, 6]
    f.play("move k1 0404-0402")
    assert [f.points(id_) for id_ in ("u1", "u2")] == [5, 6]  # as the phase began
    f = Parade(game, "allied declare", u1="0404", k1="0404", f1="0404")
    f.play("declare move")
    assert [f.points(id_) for id_ in ("u1", "k1", "f1")] == [5, 5, 4]  # three nations cost no more


@rule("pincher", "11.18")
@rule("sandown", "11.18")
@BOTH
def test_mixed_communist_stacks_lose_no_mp(game: str) -> None:
    f = Parade(game, "soviet declare", t1="0904", e1="0904")
    f.play("declare move")
    assert [f.points(id_) for id_ in ("t1", "e1")] == [7, 4]


@rule("pincher", "11.18")
@rule("sandown", "11.18")
@BOTH
def test_mixed_stack_mp_is_lost_after_halving_and_doubling(game: str) -> None:
    """R-SWW-05: 6 is halved to 3 and then 2; in column 12 and then 11."""
    f = Parade(
        game, "allied declare", u1="0404", k1="0404", t1="0303", t2="0604", t3="0505", m1="0402", m2="0206"
    )
    f.play("declare move")
    assert not f.supplied("u1")
    assert f.points("u1") == 2
    f = Parade(game, "allied declare", u1="0404", k1="0404")
    f.play("declare move")
    assert f.points("u1", column=True) == 11


# -- sea moves ------------------------------------------------------------------------------------


@rule("pincher", "11.19-one")
@rule("sandown", "11.19-one")
@BOTH
def test_one_stack_moves_by_sea_in_a_phase(game: str) -> None:
    f = Parade(game, "allied movement", u1="0204", u2="0204", u3="0204", k1="0208")
    f.play("sea u1,u2 0204-0202")
    assert f.where("u1") == f.where("u2") == "0202"
    f.refused("sea k1 0208-0202", "11.19-one")
    f.refused("sea u3 0204-0208", "11.19-one")
    assert "sea u3 0204-0202" in f.orders()
    f.play("sea u3 0204-0202")  # the rest of the same stack
    assert not [text for text in f.orders() if text.startswith("sea")]


@rule("pincher", "11.19-one")
@rule("sandown", "11.19-one")
@BOTH
def test_only_allies_move_by_sea_in_every_movement_phase(game: str) -> None:
    f = Parade(game, "allied movement", u1="0204", u2="0204")
    f.play("sea u1 0204-0202")
    f.idle(1, "allied movement")
    f.play("sea u2 0204-0208")
    f = Parade(game, t1="0204")
    f.hold(SOVIET, "0202")
    f.refused("sea t1 0204-0202", "11.19-one")


@rule("pincher", "11.19-ports")
@rule("sandown", "11.19-ports")
@BOTH
def test_a_sea_move_leads_from_port_to_port(game: str) -> None:
    f = Parade(game, "allied movement", u1="0204", u2="0305", u3="0203")
    f.refused("sea u1 0204-0203", "11.19-ports")  # a coast is no port
    f.refused("sea u2 0305-0202", "11.19-ports")  # nor is a city inland
    f.refused("sea u3 0203-0202", "11.19-ports")
    f.hold(SOVIET, "0202")
    f.refused("sea u1 0204-0202", "11.19-ports")
    f.nuke("0208")
    f.refused("sea u1 0204-0208", "11.19-ports")
    f.hold(ALLIED, "0202")
    f.play("sea u1 0204-0202")


@rule("pincher", "11.19-ports")
@rule("sandown", "11.19-ports")
@BOTH
def test_ports_on_the_black_sea_are_closed_in_the_mid_east(game: str) -> None:
    f = Parade(game, "allied movement", u1="0204")
    f.hold(ALLIED, "1108")
    if game == "sandown":
        f.refused("sea u1 0204-1108", "11.19-ports")
    else:
        f.play("sea u1 0204-1108")


@rule("pincher", "11.19-only")
@rule("sandown", "11.19-only")
@BOTH
def test_units_that_sail_cannot_move_or_attack(game: str) -> None:
    f = Parade(game, "allied movement", u1="0204", u2="0202", t1="0302")
    f.play("sea u1 0204-0202")
    f.refused("move u1 0202-0203", "11.19-only")
    f.play("end")
    assert f.state.phase == "combat"
    f.refused("attack 0302 u1", "11.19-only")
    assert not [text for text in f.orders() if "u1" in text.split()[-1].split(",")]
    assert [text for text in f.orders() if text.startswith("attack 0302 u2")]


@rule("pincher", "11.19-only")
@rule("sandown", "11.19-only")
@BOTH
def test_units_that_have_moved_or_fought_this_turn_do_not_sail(game: str) -> None:
    f = Parade(game, "allied movement", u1="0203", u2="0204")
    f.play("move u1 0203-0204")
    f.refused("sea u1 0204-0202", "11.2-noredo")
    f = Parade(game, "allied declare", u1="0204", t1="0203")
    f.play("declare fight")
    f.play("attack 0203 u1", 1)
    while f.asked[1] in ("retreat", "advance", "lose"):
        f.play(sorted(f.orders())[-1])
    f.play("end")
    assert f.state.phase == "movement"
    if f.where("u1") == "0204":
        f.refused("sea u1 0204-0202", "11.19-only")
    assert not [text for text in f.orders() if text.startswith("sea u1")]


@rule("pincher", "11.19-ports")
@rule("sandown", "11.19-ports")
@BOTH
def test_sea_moves_keep_stacking_and_national_limits(game: str) -> None:
    f = Parade(game, "allied movement", u1="0202", u2="0202", u5="0202", u6="0202", u7="0202", k1="0204")
    f.refused("sea k1 0204-0202", "7.3")
    unit, rule_ = {"pincher": ("i1", "11.21-italy"), "sandown": ("q1", "11.20-local")}[game]
    f = Parade(game, "allied movement", **{unit: "0208"})
    f.refused(f"sea {unit} 0208-0204", rule_)
    assert not [text for text in f.orders() if text.startswith("sea")]


# -- garrisons and national limits ----------------------------------------------------------------


@rule("pincher", "11.20")
@rule("sandown", "2.10-bfc")
@BOTH
def test_static_garrisons_never_move(game: str) -> None:
    f = Parade(game, "allied movement", b1="0204", u1="0404")
    rule_ = {"pincher": "11.20", "sandown": "2.10-bfc"}[game]
    f.refused("move b1 0204-0203", rule_)
    f.refused("sea b1 0204-0202", rule_)
    assert not [text for text in f.orders() if " b1 " in text]


@rule("pincher", "11.21-east")
@pytest.mark.parametrize(("phase", "unit"), [("soviet movement", "h1"), ("allied movement", "y1")])
def test_danubian_armies_stay_in_their_countries_and_the_hexes_next_to_them(phase: str, unit: str) -> None:
    f = Parade("pincher", phase, **{unit: "0807"})
    f.state.neutral = 0
    f.put(unit, "0908" if unit == "h1" else "0807")
    changed(f.state)
    start = f.where(unit)
    assert f.cost(unit, "0906") is not None  # beside Hungary
    f.refused(f"move {unit} {start}-0905", "11.21-east")
    reach = {text.split("-")[-1] for text in f.orders() if text.startswith(("move", "column"))}
    assert reach <= f.names(nation_limit(f.scenario, "HPA"))
    assert "0906" in reach
    assert "0905" not in reach


@rule("pincher", "11.21-east")
def test_danubian_armies_fight_only_within_their_limits() -> None:
    f = Parade("pincher", "soviet combat", h1="0906", u1="0905", u2="0907", t1="0806")
    f.refused("attack 0905 h1", "11.21-table")
    assert "attack 0907 h1" in f.orders()
    assert "attack 0905 h1" not in f.orders()


@rule("pincher", "11.21-swiss-neutral")
def test_the_neutral_swiss_move_only_at_home_and_do_not_fight() -> None:
    f = Parade("pincher", "allied movement", s1="0506", t1="0505")
    assert {text for text in f.orders() if " s1 " in text} == {"move s1 0506-0406"}
    f.refused("move s1 0506-0606", "11.21-swiss-neutral")
    f.go_to("allied combat")
    assert not [text for text in f.orders() if "s1" in text]


@rule("pincher", "11.21-swiss-neutral")
def test_yugoslavs_stay_at_home_too_while_they_are_neutral() -> None:
    """R-PIN-06."""
    f = Parade("pincher", "allied movement", y1="0807")
    f.refused("move y1 0807-0806", "11.21-swiss-neutral")
    f.play("move y1 0807-0808")


@rule("pincher", "11.21-swiss-war")
def test_swiss_at_war_stay_in_and_next_to_switzerland() -> None:
    f = Parade("pincher", "allied movement", s1="0506")
    join_war(f.state, "switzerland")
    assert f.cost("s1", "0606") == 1
    assert f.cost("s1", "0505") == 1
    f.refused("move s1 0506-0504", "11.21-swiss-war")
    f = Parade("pincher", "allied combat", s1="0505", t1="0504", t2="0606")
    join_war(f.state, "switzerland")
    listed = f.orders()
    assert [text for text in listed if text.startswith("attack 0606")]
    assert not [text for text in listed if text.startswith("attack 0504")]


@rule("pincher", "11.21-italy")
def test_italians_stay_in_italy_and_next_to_it_but_out_of_neutral_switzerland() -> None:
    f = Parade("pincher", "allied movement", i1="0407", i2="0507")
    assert f.cost("i1", "0306") == 1
    f.refused("move i1 0407-0305", "11.21-italy")
    f.refused("move i1 0407-0406", "3.2-neutral")
    assert f.cost("i2", "0606") is None
    join_war(f.state, "switzerland")
    assert f.cost("i1", "0406") == 1


@rule("pincher", "11.21-table")
def test_the_table_of_limits_in_europe() -> None:
    f = Parade("pincher")
    table = {
        nation: set(row["countries"])
        for row in f.scenario.theatres[0].charts["geographic"]
        for nation in row["nations"]
    }
    danubian = {"hungary", "romania", "yugoslavia"}
    assert table == dict.fromkeys(("HPA", "RPA", "Yg"), danubian) | {"Sw": {"switzerland"}, "It": {"italy"}}
    assert {row["adjacent"] for row in f.scenario.theatres[0].charts["geographic"]} == {1}
    for nation in ("SU", "EG", "PPA", "CPA", "US", "UK", "Fr", "WG", "Be", "NL"):
        assert nation_limit(f.scenario, nation) == f.scenario.grid.all


@rule("sandown", "11.20-local")
def test_local_armies_stay_in_their_country_and_next_to_it() -> None:
    f = Parade("sandown", "allied movement", q1="0407")
    assert f.cost("q1", "0406") == 1  # next to Iran
    f.refused("move q1 0407-0405", "11.20-local")
    f = Parade("sandown", "allied combat", q1="0406", t1="0405", t2="0306")
    listed = f.orders()
    assert [text for text in listed if text.startswith("attack 0306")]
    assert not [text for text in listed if text.startswith("attack 0405")]


@rule("sandown", "11.20-turkey")
def test_turks_move_as_far_as_one_hex_beyond_the_ussr() -> None:
    f = Parade("sandown", "allied movement", o1="0706")
    assert f.cost("o1", "0806") == 1  # in the USSR
    assert f.cost("o1", "0707") == 1  # next to it
    f.refused("move o1 0706-0708", "11.20-turkey")
    f = Parade("sandown", "allied combat", o1="0707", t1="0708", t2="0706")
    listed = f.orders()
    assert [text for text in listed if text.startswith("attack 0706")]
    assert not [text for text in listed if text.startswith("attack 0708")]


@rule("sandown", "11.20-includes")
@pytest.mark.parametrize(("unit", "die", "where"), [("q1", 3, "lost"), ("u3", 1, "0405")])
def test_national_limits_bind_retreats(unit: str, die: int, where: str) -> None:
    """North of 0406 Iranians may not go: where an American retreats they are eliminated."""
    f = Parade("sandown", "soviet combat", 1, **{unit: "0406"}, p1="0407", t2="0506", t3="0306")
    f.play("attack 0406 p1", die)  # DR for both: 3:1 and 1:1
    if f.asked[1] == "retreat":
        f.play("retreat 0405")
    assert f.where(unit) == where


@rule("sandown", "11.20-includes")
def test_national_limits_bind_advances() -> None:
    """Units cannot attack, and so cannot advance, beyond their limits."""
    f = Parade("sandown", "allied combat", 1, q1="0406", u1="0406", u2="0406", p1="0405")
    f.refused("attack 0405 u1,q1", "11.20-table")
    f.play("attack 0405 u1,u2", 1)
    while f.asked[1] == "retreat":
        f.play(sorted(f.orders())[0])
    assert {text for text in f.orders() if text.startswith("advance")} == {"advance u1", "advance u2"}


@rule("sandown", "11.20-table")
def test_the_table_of_limits_in_the_mid_east() -> None:
    f = Parade("sandown")
    table = {
        nation: set(row["countries"])
        for row in f.scenario.theatres[0].charts["geographic"]
        for nation in row["nations"]
    }
    assert table == {
        "Egypt": {"egypt"},
        "Iran": {"iran"},
        "Iraq": {"iraq"},
        "Isrl": {"israel"},
        "Jrdn": {"jordan"},
        "Kwt": {"kuwait"},
        "Lbn": {"lebanon"},
        "Syria": {"syria"},
        "Trk": {"turkey", "ussr"},
    }
    for nation in ("SU", "US", "UK"):
        assert nation_limit(f.scenario, nation) == f.scenario.grid.all


# -- neutrals -------------------------------------------------------------------------------------


@rule("pincher", "3.2-neutral")
def test_a_soviet_unit_that_enters_a_neutral_country_brings_it_into_the_war() -> None:
    f = Parade("pincher", m1="0806", y1="0808")
    events = f.play("move m1 0806-0807")
    assert kinds(events) == ["moved", "joined"]
    assert only(events, CountryJoined).country == "Yugoslavia"
    assert f.names(f.state.neutral) == {"0406", "0506"}  # the Swiss are still out of it
    assert "0907" in f.zone(ALLIED) or f.zone(ALLIED)


@rule("pincher", "3.2-neutral")
def test_passing_through_is_enough_to_bring_a_country_into_the_war() -> None:
    f = Parade("pincher", m1="0806")
    assert kinds(f.play("move m1 0806-0807-0907")) == ["moved", "joined"]


@rule("pincher", "3.2-neutral")
def test_nato_units_do_not_enter_neutral_countries() -> None:
    f = Parade("pincher", "allied movement", u1="0606", w1="0505")
    f.refused("move u1 0606-0607", "3.2-neutral")
    f.refused("move w1 0505-0506", "3.2-neutral")
    reach = {text.split("-")[-1] for text in f.orders() if text.startswith(("move", "column"))}
    assert not reach & f.names(f.state.neutral)
    assert violate(f.state, ALLIED, f.state.neutral) == []  # nor do aircraft bring them in [6.4]
    assert f.state.neutral
    join_war(f.state, "yugoslavia")
    f.play("move u1 0606-0607")


def test_invader_pays_for_zoc_of_entered_neutral() -> None:
    f = Parade("pincher", m1="0806", y1="0808")
    assert f.cost("m1", "0807") == 2
    assert f.column("m1", "0807") is None


# -- coming onto the map --------------------------------------------------------------------------


@rule("pincher", "10.3-where")
@rule("sandown", "10.3-where")
@BOTH
def test_reserves_enter_by_the_soviet_edge_and_pay_for_it(game: str) -> None:
    f = Parade(game, r1="reserve", p1="airborne", u1="1203")
    assert f.cost("r1", "1206") == 1
    assert f.cost("r1", "1204") == 2  # in the zone of u1
    f.refused("enter r1 1203", "11.3-enemy")
    f.refused("enter r1 1105-1106", "10.3-where")
    f.refused("move r1 1206", "11.1-adjacent")
    f.play("enter r1 1106")
    assert f.where("r1") == "1106"
    assert f.state.moved & f.bit("r1")
    f.play("enter p1 1206-1106")
    assert f.where("p1") == "1106"
    f.refused("enter t1 1205", "11.1-adjacent")  # not in this game


@rule("pincher", "11.22")
def test_drop_rules() -> None:
    """6.5 asks for air superiority, 8.8 allows enemy zones, 9.18 and 10.2 use up the aerial supply."""
    f = Parade("pincher", p1="airborne", p2="airborne", u1="0402")
    assert f.orders()
    with pytest.raises(Exception, match=r"6\.5-drop|10\.2-super"):
        f.play("drop 0403 p1")
    f.air(SOVIET)
    f.state.aerial_left = [1]
    f.play("drop 0403 p1")
    assert f.supplied("p1")
    assert f.state.aerial_left == [0]
    f.refused("move p1 0403-0404", "10.2-stay")
    f.refused("supply 0403", "9.18-count")


def test_unit_out_of_supply_moves_at_half_rate() -> None:
    f = Parade("pincher", e1="0404", **CUT_OFF)
    assert f.points("e1") == 2


@rule("pincher", "11.19-ports")
@rule("sandown", "11.19-ports")
@BOTH
def test_a_sea_move_names_both_ports(game: str) -> None:
    f = Parade(game, "allied movement", u1="0204")
    (moved,) = f.play("sea u1 0204-0202")
    assert (moved.hexes, moved.units, moved.rule) == (("0204", "0202"), ("u1",), "11.19-ports")


@rule("pincher", "8.3-enter")
@rule("sandown", "8.3-enter")
@BOTH
def test_a_reserve_that_enters_into_a_zoc_pays_for_it_by_its_rule(game: str) -> None:
    f = Parade(game, r1="reserve", u1="1203")
    told = moves.explain_move(f.state, f.order("enter r1 1204"))
    assert [(line.value, line.rule) for line in told.lines] == [("1", "10.3-where"), ("1", "8.3-enter")]


@BOTH
@rule("pincher", "8.3-enter", "10.3-where")
@rule("sandown", "8.3-enter", "10.3-where")
@pytest.mark.parametrize(
    ("points", "free", "watched"), [(0, False, False), (1, True, False), (2, True, True)]
)
def test_reserves_enter_with_enough_mp_for_the_hex_and_the_zoc(
    game: str, points: int, free: bool, watched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clear hex at the edge costs 1 MP, and an enemy ZOC in it another."""
    scale = Parade(game).scenario.theatres[0].scale
    monkeypatch.setattr(reach, "allowance", lambda state, unit, column=False: points * scale)
    open_ = Parade(game, r1="reserve", u1="0605")
    assert reach.can_enter(open_.state, open_.scenario.index["r1"]) is free
    shut = Parade(game, r1="reserve", u1="1101", u2="1103", u5="1105", u6="1107", u7="1109")
    edge = shut.scenario.theatres[0].region("communist-edge" if game == "pincher" else "ussr-edge")
    assert not edge & ~shut.state.held[ALLIED] & ~zone(shut.state, ALLIED)
    assert reach.can_enter(shut.state, shut.scenario.index["r1"]) is watched
