"""Chapter 9: supply lines, what blocks them, and what it means to be without one [9.1-9.14]."""

from __future__ import annotations

import pytest

from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.sww3 import rules
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.support import supply
from tests.rules.sww3.field import BOTH
from tests.rules.sww3.parade import Parade

CUT_OFF = {"u1": "0303", "u2": "0604", "k1": "0505"}
"""Three enemies whose zones lie in all six hexes around 0404."""
RING = {"u1": "0403", "u2": "0503", "k1": "0504", "f1": "0405", "u3": "0304", "u4": "0303"}
"""Six enemies around 0404."""
STRANGER = {"pincher": "t1", "sandown": "e1"}
"""A Communist unit that is not at home on the map."""


def silent(f: Parade, *ids: str) -> Parade:
    """Take the zones of some units away: they stand where they stand and nothing more."""
    f.state.disrupted |= f.bit(*ids)
    changed(f.state)
    return f


# -- when it is judged ----------------------------------------------------------------------------


@rule("pincher", "9.1-move", "9.7-half", "9.7-lasts")
@rule("sandown", "9.1-move", "9.7-half", "9.7-lasts")
@BOTH
def test_out_of_supply_at_start_of_move_halves_allowance(game: str) -> None:
    """t1 breaks out with 4 of 7 points [R-SWW-05]; that it gets into supply on the way changes nothing."""
    f = Parade(game, t1="0404", **CUT_OFF)
    assert not f.supplied("t1")
    assert f.points("t1") == 4
    assert f.cost("t1", "0403") == 3  # out of a zone and into one
    f.refused("move t1 0404-0403-0402", "11.3-nomin")  # 0402 would be the fifth point
    f.play("move t1 0404-0403")
    assert f.supplied("t1")
    f.refused("move t1 0403-0402", "11.2-noredo")
    assert Parade(game, t1="0404").points("t1") == 7


@rule("pincher", "9.1-move")
@rule("sandown", "9.1-move")
@BOTH
def test_supply_at_start_of_move_gives_full_allowance(game: str) -> None:
    f = Parade(game, t1="0704", u1="0502", u2="0604", k1="0404")
    assert f.points("t1") == 7
    assert f.supplied("t1")


@rule("pincher", "9.7-half")
@rule("sandown", "9.7-half")
@pytest.mark.parametrize(("unit", "points"), [("t1", 4), ("m1", 3), ("r1", 2), ("g1", 2)])
@BOTH
def test_halved_movement_is_rounded_up(game: str, unit: str, points: int) -> None:
    assert Parade(game, **{unit: "0404"}, **CUT_OFF).points(unit) == points


@rule("pincher", "9.1-combat")
@rule("sandown", "9.1-combat")
@BOTH
def test_supply_for_a_battle_is_judged_when_the_battle_begins(game: str) -> None:
    f = Parade(game, "soviet combat", t1="0404", **CUT_OFF)
    assert f.strengths("attack 0303 t1").attack == 4
    f.air(SOVIET)
    f.state.aerial_left = [1]
    f.play("supply 0404")
    assert f.strengths("attack 0303 t1").attack == 7


# -- lines ----------------------------------------------------------------------------------------


@rule("pincher", "9.2-trace")
@rule("sandown", "9.2-trace")
@BOTH
def test_a_line_of_any_length_supplies(game: str) -> None:
    """0302 is nine columns from the edge."""
    f = Parade(game, t1="0302")
    line = supply.supply_line(f.state, f.scenario.index["t1"])
    assert f.scenario.grid.label(line[0]) == "0302"
    assert f.scenario.grid.label(line[-1])[:2] == "12"
    assert len(line) == 10
    assert f.supplied("t1")


@rule("pincher", "9.2-oos", "9.3")
@rule("sandown", "9.2-oos", "9.3")
@BOTH
def test_no_line_runs_through_hexes_with_enemies(game: str) -> None:
    """Six units without zones close the ring around 0404; five do not."""
    ring = silent(Parade(game, t1="0404", **RING), *RING)
    assert ring.zone(ALLIED) == set()
    assert not ring.supplied("t1")
    for gap in ("u1", "u2", "k1"):
        rest = {id_: at for id_, at in RING.items() if id_ != gap}
        assert silent(Parade(game, t1="0404", **rest), *rest).supplied("t1")


@rule("pincher", "9.4-into")
@rule("sandown", "9.4-into")
@BOTH
def test_supply_line_may_enter_one_enemy_zoc_hex(game: str) -> None:
    """0503 and 0504 lie in the zone of u2; behind them 0404 is cut off when all other ways are."""
    f = Parade(game, t1="0404", m1="0603", **CUT_OFF)
    assert "0603" in f.zone(ALLIED)
    assert f.supplied("m1")
    assert not f.supplied("t1")


@rule("pincher", "9.4-negate")
@rule("sandown", "9.4-negate")
@BOTH
def test_friendly_units_open_supply_line_through_zoc(game: str) -> None:
    f = Parade(game, t1="0404", m1="0503", **CUT_OFF)
    assert f.supplied("t1")
    assert f.supplied("m1")
    deep = Parade(game, t1="0404", m1="0503", u1="0303", u2="0604", k1="0505", u3="0502")
    assert not deep.supplied("t1")  # 0602 and 0603 beyond 0503 lie in zones, too
    deep.put("m2", "0603")
    assert deep.supplied("t1")


@rule("pincher", "9.5")
@rule("sandown", "9.5")
@BOTH
def test_empty_enemy_city_blocks_supply_line(game: str) -> None:
    """Around 0304 the city 0305 is the only gap."""
    ring = {"u1": "0303", "u2": "0404", "k1": "0405", "f1": "0205", "u3": "0204"}
    f = silent(Parade(game, t1="0304", **ring), *ring)
    f.state.neutral = 0  # the way on from 0305 leads round by the south
    changed(f.state)
    assert not f.supplied("t1")
    f.hold(SOVIET, "0305")
    assert f.supplied("t1")
    f.hold(ALLIED, "0305")
    f.nuke("0305")
    assert f.supplied("t1")  # it is no city any more [R-SWW-25]


@rule("pincher", "9.6-land")
@rule("sandown", "9.6-land")
@BOTH
def test_lines_cross_mountains_and_rivers(game: str) -> None:
    unit = STRANGER[game]
    ring = {"u1": "0904", "u2": "1006", "k1": "0906", "f1": "0806", "u3": "0805"}
    f = silent(Parade(game, **{unit: "0905"}, **ring), *ring)
    assert f.supplied(unit)  # over the mountain 1005
    ring = {"u1": "0603", "u2": "0605", "k1": "0504", "f1": "0505", "u3": "0704"}
    f = silent(Parade(game, t1="0604", **ring), *ring)
    assert f.supplied("t1")  # over the river to 0703


@rule("pincher", "9.6-sea")
@rule("sandown", "9.6-sea")
@BOTH
def test_lines_cross_neither_sea_nor_lake(game: str) -> None:
    unit = STRANGER[game]
    ring = {"u1": "1201", "u2": "1202", "k1": "1002", "f1": "1001"}
    f = silent(Parade(game, **{unit: "1101"}, **ring), *ring)
    assert not f.supplied(unit)  # only the lake lies between it and 1102
    ring = {"u1": "0203", "u2": "0304", "k1": "0303", "u3": "0205"}
    f = silent(Parade(game, t1="0204", **ring), *ring)
    assert not f.supplied("t1")  # only the sea is open


# -- out of supply --------------------------------------------------------------------------------


@rule("pincher", "9.8-attack")
@rule("sandown", "9.8-attack")
@BOTH
def test_attackers_out_of_supply_are_halved_and_rounded_up(game: str) -> None:
    f = Parade(game, "soviet combat", t1="0404", **CUT_OFF)
    assert f.strengths("attack 0303 t1").attack == 4  # half of 7


@rule("pincher", "9.8-defend")
@rule("sandown", "9.8-defend")
@BOTH
def test_defenders_out_of_supply_are_halved_and_rounded_up(game: str) -> None:
    f = Parade(game, "allied combat", t1="0404", **CUT_OFF)
    assert f.strengths("attack 0404 u1").defence == 3  # half of 5


@rule("pincher", "9.8-once")
@rule("sandown", "9.8-once")
@BOTH
def test_factors_are_added_before_they_are_halved(game: str) -> None:
    """7 and 7 are 14, halved 7, not 4 and 4; 5 and 5 are 10, halved 5, not 3 and 3."""
    f = Parade(game, "soviet combat", t1="0404", t2="0404", **CUT_OFF)
    assert f.strengths("attack 0303 t1,t2").attack == 7
    f.go_to("allied combat")
    assert f.strengths("attack 0404 u1").defence == 5


@rule("pincher", "9.8-artillery")
@rule("sandown", "9.8-artillery")
@BOTH
def test_artillery_out_of_supply_does_not_attack(game: str) -> None:
    f = Parade(game, "soviet combat", t1="0404", g1="0404", **CUT_OFF)
    f.refused("attack 0303 t1,g1", "9.8-artillery")
    f.play("attack 0303 t1", 1)
    f = Parade(game, "soviet combat", t1="0704", g1="0704", u1="0604")
    assert "9.8-attack" not in {line.rule for line in f.odds("attack 0604 t1,g1").lines}


@rule("pincher", "9.9")
@rule("sandown", "9.9")
@BOTH
def test_no_supply_attrition(game: str) -> None:
    f = Parade(game, t1="0404", m1="0404*", **CUT_OFF)
    before = f.steps("t1", "m1")
    f.idle(3)
    assert not f.supplied("t1")
    assert f.steps("t1", "m1") == before
    assert f.where("t1") == f.where("m1") == "0404"


@rule("pincher", "9.10")
@rule("sandown", "9.10")
@BOTH
def test_unit_may_move_out_of_supply(game: str) -> None:
    f = Parade(game, m1="0502", **CUT_OFF)
    assert f.supplied("m1")
    f.play("move m1 0502-0403-0404")
    assert not f.supplied("m1")


# -- whose sources --------------------------------------------------------------------------------


@rule("pincher", "9.11")
@rule("sandown", "9.11")
@BOTH
def test_units_use_only_own_supply_sources(game: str) -> None:
    """A Soviet unit in a port and an Allied one on the Soviet edge, both surrounded."""
    f = Parade(game, t1="0204", u1="0203", u2="0304", k1="0303", f1="0205")
    assert f.controls(SOVIET, "0204")
    assert not f.supplied("t1")
    f = Parade(game, u1="1203", t1="1202", t2="1204", t3="1103", m1="1102")
    assert not f.supplied("u1")


@rule("pincher", "9.12")
@rule("sandown", "9.12")
@BOTH
def test_lines_of_all_nations_and_both_sides_share_hexes(game: str) -> None:
    """t1 is north-west, u1 and k1 south-east of each other: their lines cross."""
    f = Parade(game, t1="0402", u1="0806", k1="0806")
    index, state = f.scenario.index, f.state
    lines = {id_: set(supply.supply_line(state, index[id_])) for id_ in ("t1", "u1", "k1")}
    assert all(f.supplied(id_) for id_ in lines)
    assert lines["u1"] == lines["k1"]
    free = supply.passable(state, SOVIET) & supply.passable(state, ALLIED)
    assert any(free >> hex_ & 1 for hex_ in lines["t1"])
    assert any(free >> hex_ & 1 for hex_ in lines["u1"])


@rule("pincher", "9.13")
@rule("sandown", "9.13")
@BOTH
def test_a_line_runs_through_nuked_hexes(game: str) -> None:
    rest = {id_: at for id_, at in RING.items() if id_ != "k1"}
    f = silent(Parade(game, t1="0404", **rest), *rest)
    f.nuke("0504", "0404", "1203", "1204")
    assert f.supplied("t1")


@rule("pincher", "9.14")
def test_surrounded_units_at_home_in_europe_are_in_supply() -> None:
    ring = {"t1": "0403", "t2": "0503", "t3": "0504", "m1": "0405", "m2": "0304", "m3": "0303"}
    assert Parade("pincher", w1="0404", **ring).supplied("w1")
    assert not Parade("pincher", f1="0404", **ring).supplied("f1")
    ring = {"u1": "0904", "u2": "1005", "k1": "1006", "f1": "0906", "u3": "0806", "u4": "0805"}
    assert Parade("pincher", e1="0905", **ring).supplied("e1")
    assert not Parade("pincher", t1="0905", **ring).supplied("t1")


@rule("sandown", "9.14")
def test_surrounded_units_at_home_in_mid_east_are_in_supply() -> None:
    ring = {"t1": "0403", "t2": "0503", "t3": "0504", "m1": "0405", "m2": "0304", "m3": "0303"}
    assert Parade("sandown", o1="0404", **ring).supplied("o1")
    assert not Parade("sandown", u1="0404", **ring).supplied("u1")
    ring = {"u1": "0904", "u2": "1005", "k1": "1006", "f1": "0906", "u3": "0806", "u4": "0805"}
    assert Parade("sandown", t1="0905", **ring).supplied("t1")
    assert not Parade("sandown", e1="0905", **ring).supplied("e1")


# -- the account ----------------------------------------------------------------------------------


def account(f: Parade, unit: str) -> tuple[str, dict[str, str]]:
    """The total of a unit's supply explanation, and its lines by rule."""
    told = rules.explain(f.state, unit)
    return told.total, {line.rule: line.value for line in told.lines}


@BOTH
def test_supply_explanation_lists_every_rule(game: str) -> None:
    total, lines = account(Parade(game, t1="0404", **CUT_OFF), "t1")
    assert total == "out of supply"
    assert set(lines.values()) == {"no"}
    told = rules.explain(Parade(game, t1="0404").state, "t1")
    assert told.total == "in supply"
    assert [(line.label, line.rule) for line in told.lines if line.value == "yes"] == [
        ("supply line to 1201", "9.2-trace")
    ]


@pytest.mark.parametrize(
    ("game", "coast", "aerial"), [("pincher", "9.20", "9.18-effect"), ("sandown", "9.18", "9.17-effect")]
)
def test_supply_explanation_cites_own_rulebook(game: str, coast: str, aerial: str) -> None:
    f = Parade(game, u1="0205", u2="0404")
    assert account(f, "u1")[1][coast] == "yes"
    assert account(f, "u2")[1][coast] == "no"
    f.state.aerial, f.state.air[0] = 1 << f.hex("0404"), ALLIED
    assert account(f, "u1")[1][aerial] == "no"
    assert account(f, "u2")[1][aerial] == "yes"


def test_supply_explanation_of_garrison() -> None:
    total, lines = account(Parade("pincher", b1="0404"), "b1")
    assert (total, lines["9.19"]) == ("in supply", "yes")
    assert "9.19" not in account(Parade("pincher", u1="0404"), "u1")[1]


@BOTH
def test_no_supply_explanation_off_map(game: str) -> None:
    """Off the map, and while the armies are set up."""
    assert account(Parade(game), "t1") == ("needs no supply", {})
    f = Parade(game, t1="0404", **CUT_OFF)
    f.state.turn = 0
    assert account(f, "t1") == ("needs no supply", {})
    f.state.turn = 1
    changed(f.state)
    total, lines = account(f, "t1")
    assert (total, lines["5.5-supply"]) == ("in supply", "yes")


@BOTH
def test_all_units_are_in_supply_on_first_turn(game: str) -> None:
    f = Parade(game, "soviet movement", 1, t1="0404", **CUT_OFF)
    assert f.supplied("t1")
    assert supply.overland(f.state, f.scenario.index["t1"])
    assert f.points("t1") == 7
    assert supply.supplied(f.state, SOVIET) == supply.supplied(f.state, ALLIED) == f.scenario.land


@BOTH
def test_supply_overlay_shows_hexes_with_supply_line(game: str) -> None:
    """Also empty hexes in enemy zones, as far as a line may lead into them, and no farther [9.4]."""
    f = Parade(game, u2="0604", u1="0402")
    shown = f.names(supply.supplied(f.state, SOVIET))
    assert {"0703", "0704"} <= shown  # in the zone of u2, next to hexes with lines
    f.put("u1", "0404")
    f.put("k1", "0502")
    shown = f.names(supply.supplied(f.state, SOVIET))
    assert "0503" in f.zone(ALLIED)
    assert "0503" not in shown  # every way there leads through other zones
    assert "0604" not in shown
    for id_, label in (("t1", "0704"), ("t2", "0503")):
        f.put(id_, label)
        assert f.supplied(id_) == (label in shown)


@pytest.mark.parametrize("side", [SOVIET, ALLIED])
def test_no_line_runs_through_a_neutral_country(side: int) -> None:
    """R-PIN-06, R-PIN-33."""
    f = Parade("pincher")
    neutral = f.state.neutral
    assert not supply.passable(f.state, side) & neutral
    assert not supply.supplied(f.state, side) & neutral
    f.state.neutral = 0
    f.hold(side, *f.names(neutral))
    assert supply.passable(f.state, side) & neutral == neutral
