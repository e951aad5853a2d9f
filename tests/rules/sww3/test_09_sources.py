"""Chapter 9: ports, map edges, coasts, garrisons and the air as sources of supply [9.15-9.20]."""

from __future__ import annotations

import pytest

from grognard.core.dice import Dice
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.sww3 import rules
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.support import airpower, supply
from tests.rules.sww3.field import BOTH
from tests.rules.sww3.parade import Parade
from tests.rules.sww3.test_09_supply_lines import CUT_OFF
from tests.rules.sww3.wars import War

PORTS = ("0202", "0204", "0208")
AERIAL = {"pincher": "9.18", "sandown": "9.17"}
"""The case on aerial supply in either booklet."""


def sources(f: Parade, side: int) -> set[str]:
    """The supply sources of a side that work."""
    return f.names(supply.sources(f.state, side, 0))


# -- ports ----------------------------------------------------------------------------------------


@rule("pincher", "9.15-ports")
@rule("sandown", "9.15-ports")
@pytest.mark.parametrize("unit", ["u1", "k1", "f1"])
@BOTH
def test_friendly_ports_supply_units_of_every_nation(game: str, unit: str) -> None:
    f = Parade(game, "allied movement", **{unit: "0404"})
    assert set(PORTS) <= sources(f, ALLIED)
    assert f.supplied(unit)
    f.hold(SOVIET, *PORTS, "0410")
    assert not set(PORTS) & sources(f, ALLIED)
    assert not f.supplied(unit)
    f.hold(ALLIED, "0208")
    assert f.supplied(unit)


@rule("sandown", "9.15-ports")
def test_black_sea_port_is_not_a_supply_source() -> None:
    """Schwarzhafen 1108 lies on it."""
    f = Parade("sandown", "allied movement")
    f.hold(ALLIED, "1108")
    assert sources(f, ALLIED) == {*PORTS, "0410"}
    f = Parade("pincher", "allied movement")
    f.hold(ALLIED, "1108")
    assert "1108" in sources(f, ALLIED)


@rule("pincher", "9.15-nuked")
@rule("sandown", "9.15-nuked")
@BOTH
def test_a_nuked_port_is_closed_for_good(game: str) -> None:
    f = Parade(game, "allied movement", u1="0404")
    f.nuke(*PORTS, "0410")
    f.hold(SOVIET, "0410")
    assert not f.supplied("u1")
    f.idle(2)
    assert not set(PORTS) & sources(f, ALLIED)
    assert not f.supplied("u1")


@rule("pincher", "9.15-outside")
def test_units_abroad_use_ports_and_not_the_italian_or_danish_sources() -> None:
    f = Parade("pincher", "allied movement", u1="0404", w1="0405")
    f.nuke(*PORTS)
    assert sources(f, ALLIED) == {"0310", "0410", "0510", "0401"}
    assert not f.supplied("u1")
    assert f.supplied("w1")  # at home


@rule("sandown", "9.15-outside")
def test_un_units_abroad_use_ports_and_roads_alone() -> None:
    f = Parade("sandown", "allied movement", o1="0705", u1="0705", q1="0407")
    f.nuke(*PORTS)
    assert f.supplied("o1")  # by the road in the south
    f.hold(SOVIET, "0410")
    assert not f.supplied("o1")
    assert not f.supplied("u1")
    assert f.supplied("q1")  # at home in Iran


@rule("sandown", "9.15-roads")
def test_the_southern_roads_supply_until_the_enemy_controls_them() -> None:
    f = Parade("sandown", "allied movement", u1="0404")
    f.nuke(*PORTS)
    assert sources(f, ALLIED) == {"0410"}
    assert f.supplied("u1")
    f.nuke("0410")
    assert f.supplied("u1")
    f.hold(SOVIET, "0410")
    assert not f.supplied("u1")
    f.hold(ALLIED, "0410")
    assert f.supplied("u1")


# -- Italy and Denmark ----------------------------------------------------------------------------


@rule("pincher", "9.16-italy")
def test_units_in_italy_use_the_southern_edge_and_nothing_else() -> None:
    f = Parade("pincher", "allied movement", u1="0407")
    f.nuke(*PORTS)
    assert f.supplied("u1")
    f = Parade("pincher", "allied movement", u1="0407", i1="0407", t1="0310", t2="0410", t3="0510")
    assert not f.supplied("u1")  # though the way to Westport is open
    assert f.supplied("i1")
    f.put("u1", "0306")
    assert f.supplied("u1")


@rule("pincher", "9.16-occupied")
def test_an_italian_source_is_closed_only_while_the_enemy_is_there() -> None:
    f = Parade("pincher", "allied movement", u1="0407", t1="0310", t2="0410", t3="0510")
    assert not {"0310", "0410", "0510"} & sources(f, ALLIED)
    f.put("t1", "0309")
    f.put("t2", "0710")
    f.put("t3", "0709")
    assert f.controls(SOVIET, "0410")
    assert {"0310", "0410", "0510"} <= sources(f, ALLIED)
    assert f.supplied("u1")


@rule("pincher", "9.16-denmark")
def test_the_danish_source_serves_units_north_of_the_canal_and_no_others() -> None:
    f = Parade("pincher", "allied movement", u1="0301", u2="0402", k1="0401")
    f.nuke(*PORTS)
    assert f.supplied("u1")
    assert f.supplied("k1")
    assert not f.supplied("u2")
    f = Parade("pincher", "allied movement", u1="0301", t1="0401", u2="0402")
    assert not f.supplied("u1")  # no port will do north of the canal
    assert f.supplied("u2")


# -- the Soviet edge ------------------------------------------------------------------------------


@rule("pincher", "9.17-edge")
def test_the_communists_are_supplied_from_the_eastern_edge() -> None:
    f = Parade("pincher", t1="0404", h1="0606")
    assert sources(f, SOVIET) == {f"12{row:02}" for row in range(1, 11)}
    assert f.supplied("t1")
    assert f.supplied("h1")


@rule("sandown", "9.16-edge")
def test_the_soviets_are_supplied_from_the_edge_of_the_ussr() -> None:
    f = Parade("sandown", t1="0404")
    assert sources(f, SOVIET) == {f"12{row:02}" for row in range(1, 7)}
    assert f.supplied("t1")


@rule("pincher", "9.17-occupied")
@rule("sandown", "9.16-occupied")
@BOTH
def test_an_edge_hex_is_closed_only_while_the_enemy_is_there(game: str) -> None:
    f = Parade(game, "allied movement", u1="1203")
    assert "1203" not in sources(f, SOVIET)
    assert "1204" in sources(f, SOVIET)
    f.put("u1", "1103")
    assert f.controls(ALLIED, "1203")
    assert "1203" in sources(f, SOVIET)


@rule("pincher", "9.17-occupied")
@rule("sandown", "9.16-occupied")
@BOTH
def test_source_in_enemy_zoc_needs_friendly_unit(game: str) -> None:
    """All edge hexes but 1203 are held by silent enemies, and 1203 lies in the zone of u7 [R-SWW-25]."""
    unit = {"pincher": "t1", "sandown": "e1"}[game]
    rows = {"pincher": (1, 2, 5, 6, 7, 8, 9, 10), "sandown": (1, 2, 5, 6)}[game]
    blockers = dict(
        zip(("u1", "u2", "u3", "u4", "u5", "u6", "k1", "f1"), (f"12{row:02}" for row in rows), strict=False)
    )
    f = Parade(game, **{unit: "0906"}, **blockers, u7="1204")
    f.state.disrupted = f.bit(*blockers)
    changed(f.state)
    assert sources(f, SOVIET) == {"1203"}
    assert not f.supplied(unit)
    f.put("m1", "1203")
    f.put("m2", "1103")
    assert f.supplied(unit)


# -- from the air ---------------------------------------------------------------------------------


@rule("pincher", "9.18-count")
@rule("sandown", "9.17-count")
@BOTH
def test_the_side_with_air_superiority_has_its_markers(game: str) -> None:
    for side, count in ((SOVIET, 1), (ALLIED, {"pincher": 2, "sandown": 1}[game])):
        f = Parade(game, "soviet air")
        dice = Dice(1, by_hand=True)
        soviet, allied = {"pincher": (1, 1), "sandown": (2, 2)}[game]
        high, low = (soviet, allied) if side == SOVIET else (allied, soviet)
        rolls = [6] * high + [1] * low if side == SOVIET else [1] * low + [6] * high
        dice.script(rolls)
        airpower.roll_air(f.state, 0, dice)
        assert f.state.air == [side]
        assert f.state.aerial_left == [count]


@rule("pincher", "9.18-count")
@rule("sandown", "9.17-count")
@BOTH
def test_aerial_supply_is_limited_by_markers(game: str) -> None:
    f = Parade(game, "soviet movement", t1="0404", t2="0604", u1="0202")
    f.refused("supply 0404", f"{AERIAL[game]}-count")
    f.air(SOVIET)
    f.state.aerial_left = [1]
    f.refused("supply 0503", f"{AERIAL[game]}-effect")
    f.refused("supply 0202", f"{AERIAL[game]}-effect")
    f.play("supply 0404")
    assert f.state.aerial_left == [0]
    f.refused("supply 0604", f"{AERIAL[game]}-count")
    assert not [text for text in f.orders() if text.startswith("supply")]


@rule("pincher", "9.18-effect")
@rule("sandown", "9.17-effect")
@BOTH
def test_all_units_in_a_marked_hex_are_in_supply(game: str) -> None:
    f = Parade(game, t1="0404", e1="0404", g1="0404", **CUT_OFF)
    assert [f.supplied(id_) for id_ in ("t1", "e1", "g1")] == [False] * 3
    f.air(SOVIET)
    f.state.aerial_left = [1]
    assert "supply 0404" in f.orders()
    f.play("supply 0404")
    assert [f.supplied(id_) for id_ in ("t1", "e1", "g1")] == [True] * 3
    assert f.points("t1") == 7
    f.supply_from_air(ALLIED, "0404")
    assert not f.supplied("t1")  # by the enemy's


@rule("pincher", "9.18-when")
@rule("sandown", "9.17-when")
@BOTH
def test_a_marker_stays_to_the_end_of_the_turn(game: str) -> None:
    f = Parade(game, "soviet combat", t1="0404", **CUT_OFF)
    f.air(SOVIET)
    f.state.aerial_left = [1]
    f.play("supply 0404")
    f.play("end")
    assert f.state.side == ALLIED
    assert f.supplied("t1")
    f.idle(1)
    assert f.state.aerial == 0
    assert not f.supplied("t1")


@rule("pincher", "9.18-when")
@rule("sandown", "9.17-when")
@BOTH
def test_marker_is_removed_when_enemy_captures_hex(game: str) -> None:
    f = Parade(game, "allied movement", u1="0303", u2="0604", k1="0505", u3="0402")
    f.supply_from_air(SOVIET, "0404")
    f.play("move u3 0402-0403-0404")
    assert f.state.aerial == 0
    f.put("u3", "0402")
    f.put("t1", "0404")
    assert not f.supplied("t1")


@rule("pincher", "9.18-leave")
@rule("sandown", "9.17-leave")
@BOTH
def test_leaving_marked_hex_loses_aerial_supply(game: str) -> None:
    f = Parade(game, t1="0404", u1="0303", u2="0604", k1="0505", u3="0501", f1="0302")
    f.supply_from_air(SOVIET, "0404")
    assert f.points("t1") == 7
    f.play("move t1 0404-0403")
    f.state.moved = 0
    changed(f.state)
    assert not f.supplied("t1")
    assert f.points("t1") == 4


# -- garrisons and coasts -------------------------------------------------------------------------


@rule("pincher", "9.19")
def test_the_garrison_of_berlin_is_always_in_supply_and_nobody_else_there() -> None:
    ring = {"t1": "0901", "t2": "1002", "t3": "1003", "m1": "0903", "m2": "0803", "m3": "0802"}
    f = Parade("pincher", "allied movement", b1="0902", u3="0902", **ring)
    assert f.supplied("b1")
    assert not f.supplied("u3")


@rule("pincher", "9.20")
def test_nato_units_on_any_coast_are_in_supply() -> None:
    """0203 on the open sea, 1109 on another; neither a blast nor a ring of enemies matters."""
    ring = {"t1": "0202", "t2": "0303", "t3": "0204", "m1": "0302"}
    f = Parade("pincher", "allied movement", u1="0203", u2="1109", **ring)
    f.nuke("0203")
    assert f.supplied("u1")
    assert f.supplied("u2")
    assert not Parade("pincher", t1="0203", u1="0202", u2="0303", k1="0204", f1="0302").supplied("t1")


@rule("sandown", "9.18")
def test_un_units_on_coasts_of_open_seas_are_in_supply() -> None:
    ring = {"t1": "0202", "t2": "0303", "t3": "0204", "m1": "0302"}
    f = Parade("sandown", "allied movement", u1="0203", **ring)
    f.nuke("0203")
    assert f.supplied("u1")
    for place, around in (
        ("1109", ("1108", "1110", "1209", "1210", "1010")),  # Black Sea
        ("0801", ("0701", "0802", "0901")),  # Caspian Sea
    ):
        f = Parade("sandown", "allied movement", u1=place, **dict(zip(RED, around, strict=False)))
        assert not f.supplied("u1"), place


RED = ("t1", "t2", "t3", "m1", "m2")


@rule("sandown", "9.19")
def test_soviet_units_on_black_sea_and_caspian_coasts_are_in_supply() -> None:
    blue = ("u1", "u2", "k1", "f1", "u3")
    for place, around in (
        ("1109", ("1108", "1110", "1209", "1210", "1010")),
        ("0801", ("0701", "0802", "0901")),
    ):
        f = Parade("sandown", e1=place, **dict(zip(blue, around, strict=False)))
        f.nuke(place)
        assert f.supplied("e1"), place
    ring = {"u1": "0202", "u2": "0303", "k1": "0204", "f1": "0302"}
    assert not Parade("sandown", t1="0203", **ring).supplied("t1")


@rule("pincher", "9.18-when")
@rule("sandown", "9.17-when")
@BOTH
def test_non_phasing_side_may_supply_by_air_between_operations(game: str) -> None:
    f = Parade(
        game, "soviet combat", u3="0404", t1="0403", t2="0503", t3="0504", m1="0405", m2="0304", m3="0303"
    )
    f.air(ALLIED)
    f.state.aerial_left = [1]
    f.calm()
    assert not f.supplied("u3")
    f.refused("supply 0403", f"{AERIAL[game]}-effect", by="allied")
    decision = rules.choices(f.state, "allied")
    assert decision is not None
    assert "supply 0404" in map(str, decision.orders(""))
    f.play("supply 0404", by="allied")
    assert f.supplied("u3")
    assert f.asked == ("soviet", "combat")
    f.refused("supply 0404", f"{AERIAL[game]}-effect", by="allied")


@rule("pincher", "11.11-blow")
def test_non_phasing_side_blows_dikes_between_operations() -> None:
    """R-PIN-24."""
    f = Parade("pincher", t1="0703", u1="0402")
    f.play("move t1 0703-0702")
    f.calm()
    decision = rules.choices(f.state, "allied")
    assert decision is not None and "flood" in map(str, decision.orders(""))
    f.play("flood", by="allied")
    assert f.state.flooded
    assert f.asked == ("soviet", "movement")


@rule("pincher", "9.18-when", "3.2-neutral")
def test_no_aerial_supply_for_neutral_stacks() -> None:
    war = War("pincher")
    war.sky(ALLIED, 2)
    neutral = war.state.held[ALLIED] & war.state.neutral
    assert neutral
    assert supply.aerial_hexes(war.state, ALLIED) == war.state.held[ALLIED] & ~war.state.neutral
    war.go_to("nato movement")
    swiss = war.labels(neutral)[0]
    war.refused(f"supply {swiss}", "6.4-nato")


@rule("pincher", "9.18-when")
@rule("sandown", "9.17-when")
@BOTH
def test_marker_stays_when_the_enemy_moves_elsewhere(game: str) -> None:
    f = Parade(game, "allied movement", u1="0303", u3="0402")
    f.supply_from_air(SOVIET, "0404")
    f.play("move u3 0402-0403")
    assert f.names(f.state.aerial) == {"0404"}
