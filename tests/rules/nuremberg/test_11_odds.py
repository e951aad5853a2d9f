"""Chapters 5.4, 6.4, 11.6-11.8 and 13.1: factors, odds, die roll modifiers and the combat table."""

from __future__ import annotations

import pytest

from grognard.core.dice import Dice
from grognard.core.testing import rule
from grognard.games.afcent.combat.battle_report import chances
from grognard.games.afcent.combat.strength import (
    Battle,
    Modifier,
    Reckoning,
    battle,
    over_river,
    reckon,
    resolve,
)
from grognard.games.afcent.model.scenario import NATO, PACT, AfcentScenario
from tests.games.nuremberg.doubles import BORDER, NoExclusiveRules, drill_ground
from tests.rules.nuremberg.battlefield import Battlefield, Places, fought, result
from tests.rules.nuremberg.order_helpers import campaign

CHART = """
AE AE AE AL AL AL ENG ENG ENG DR DR DR EX EX EX
AE AE AL AL AL ENG ENG ENG DR DR DR EX EX EX DL
AE AL AL AL ENG ENG ENG DR DR DR EX EX EX DL DL
AL AL AL ENG ENG ENG DR DR DR EX EX EX DL DL DL
AL AL ENG ENG ENG DR DR DR EX EX EX DL DL DL DE
AL ENG ENG ENG DR DR DR EX EX EX DL DL DL DE DE
ENG ENG ENG DR DR DR EX EX EX DL DL DL DE DE DE
ENG ENG DR DR DR EX EX EX DL DL DL DE DE DE DE
ENG DR DR DR EX EX EX DL DL DL DE DE DE DE DE
DR DR DR EX EX EX DL DL DL DE DE DE DE DE DE
DR DR EX EX EX DL DL DL DE DE DE DE DE DE DE
DR EX EX EX DL DL DL DE DE DE DE DE DE DE DE
EX EX EX DL DL DL DE DE DE DE DE DE DE DE DE
EX EX DL DL DL DE DE DE DE DE DE DE DE DE DE
EX DL DL DL DE DE DE DE DE DE DE DE DE DE DE
DL DL DL DE DE DE DE DE DE DE DE DE DE DE DE
"""
"""The results by row, from -5 or less to 10 or more, and by column, from 1:3 to 13:1 [13.1]."""
ROWS = [line.split() for line in CHART.strip().splitlines()]
RATIOS = [(1, 3), (1, 2), *((attack, 1) for attack in range(1, 14))]
OPEN: Places = {"m1": "0605", "w2": "0505"}
"""A Soviet regiment of 7 next to a West German battalion of 4, in the open, without armor."""


def roll(die: int, drm: int, attack: int, defence: int, hex_: str = "0505", side: int = PACT) -> str:
    """The result of a die with a modifier at some odds."""
    field = Battlefield()
    dice = Dice(1, by_hand=True)
    dice.script([die])
    fight = Battle(side, field.hex(hex_), 0, 0)
    return resolve(field.state, fight, Reckoning(attack, defence, (Modifier("", drm, ""),), ""), dice)[0]


# -- the table -------------------------------------------------------------------------------------


@rule("nuremberg", "13.1-crt", "11.6-roll")
@pytest.mark.parametrize("row", range(-5, 11))
def test_every_cell_of_the_combat_table(row: int) -> None:
    found = [roll(3, row - 3, attack, defence) for attack, defence in RATIOS]
    assert found == ROWS[row + 5]


@rule("nuremberg", "13.1-crt")
def test_last_table_rows_apply_beyond_the_table() -> None:
    assert [roll(1, -9, *ratio) for ratio in RATIOS] == ROWS[0]
    assert [roll(6, 9, *ratio) for ratio in RATIOS] == ROWS[-1]


@rule("nuremberg", "13.1-crt")
def test_one_column_to_the_right_is_worth_one_on_the_die() -> None:
    assert all(ROWS[r][c + 1] == ROWS[r + 1][c] for r in range(15) for c in range(14))


@rule("nuremberg", "11.6-roll")
def test_one_die_is_rolled_and_all_modifiers_are_added() -> None:
    field = Battlefield(u1="0605", u2="0605", m1="0505", side="nato", turn=3)
    events = field.play("attack 0505 u1,u2", 4)  # 12:7 = 1:1, armor +2, night -1: row 5
    assert fought(events).dice == (4,)
    assert result(events) == "EX"


# -- factors and odds ------------------------------------------------------------------------------


@rule("nuremberg", "11.6-total", "11.1")
def test_factors_of_all_attackers_and_of_all_defenders_are_added() -> None:
    field = Battlefield(m1="0605", m2="0605", m3="0606", w2="0505", w3="0505", g1="0505")
    account = field.odds("attack 0505 m1,m2,m3")
    totals = {line.label: line.value for line in account.lines if line.rule == "11.6-total"}
    assert totals == {"total attack": "21", "total defence": "11"}


@rule("nuremberg", "11.6-total")
def test_the_disrupted_side_of_a_counter_counts() -> None:
    field = Battlefield(para="0605", w2="0505")
    assert field.odds("attack 0505 para").total == "2:1, +0"
    field.state.disrupted = field.bit("para")
    assert field.odds("attack 0505 para").total == "1:1, +0"


@rule("nuremberg", "11.6-odds")
@pytest.mark.parametrize(
    ("attackers", "defenders", "odds"),
    [
        (["big"], ["u5"], "3:1"),  # 26 against 7, the example of the book
        (["m1"], ["u5"], "1:1"),
        (["m4"], ["u5"], "1:2"),  # 5 against 7: the defence is divided and rounded up [R-NUR-14]
        (["m4"], ["u1", "u3"], "1:3"),  # 5 against 11
        (["m4"], ["u1", "w4"], "1:2"),  # 5 against 8
        (["m1"], ["w2"], "1:1"),  # 7 against 4
    ],
)
def test_odds_are_rounded_for_the_defender(attackers: list[str], defenders: list[str], odds: str) -> None:
    places: Places = {**dict.fromkeys(attackers, "0605"), **dict.fromkeys(defenders, "0505")}
    field = Battlefield(**places)
    assert field.odds(f"attack 0505 {','.join(attackers)}").total.split(",")[0] == odds


@rule("nuremberg", "11.6-high")
def test_above_thirteen_to_one_the_defenders_are_eliminated_without_a_die() -> None:
    field = Battlefield(big="0605", m4="0606", w4="0505")  # 31:2 = 15:1
    events = field.play("attack 0505 big,m4")
    assert result(events) == "DE"
    assert field.where("w4") == "lost"


@rule("nuremberg", "11.6-high")
def test_thirteen_to_one_itself_is_on_the_table() -> None:
    field = Battlefield(big="0605", w4="0505")  # 26:2
    field.play("attack 0505 big", 1)


@rule("nuremberg", "11.6-low", "13.1-low")
def test_below_one_to_three_a_pact_attack_is_eliminated() -> None:
    field = Battlefield(r1="0605", h1="0605", u1="0505", u3="0505")  # 2:11
    assert result(field.play("attack 0505 r1")) == "AE"
    assert field.where("r1") == "lost"


@rule("nuremberg", "11.6-low")
def test_one_to_three_itself_is_on_the_table() -> None:
    field = Battlefield(m4="0605", u1="0505", u3="0505")  # 5:11
    assert result(field.play("attack 0505 m4", 6)) == "DR"


@rule("nuremberg", "13.1-low", "11.6-low")
def test_below_one_to_three_a_nato_attack_loses_one_unit() -> None:
    field = Battlefield("nato", w2="0605", w3="0606", big="0505")  # 8:26 = 1:4
    assert result(field.play("attack 0505 w2,w3")) == "AL"
    assert field.asked == ("nato", "lose")


# -- rivers ----------------------------------------------------------------------------------------


@rule("nuremberg", "11.7-half")
def test_a_stack_attacking_over_a_river_is_halved_and_rounded_up() -> None:
    field = Battlefield(t1="0609", r1="0609", m1="0608", m2="0608", w2="0509")
    fight = battle(field.state, PACT, field.hex("0509"), field.bit("m1"))
    assert reckon(field.state, fight).attack == 4  # 7 halved
    fight = fight._replace(attackers=field.bit("m1", "m2"))
    assert reckon(field.state, fight).attack == 7  # 14 halved: the stack, not each unit [R-NUR-15]
    fight = fight._replace(attackers=field.bit("m1", "t1"))
    assert reckon(field.state, fight).attack == 8  # each hex by itself: 4 + 4


@rule("nuremberg", "11.7-only")
def test_only_attackers_across_the_river_are_halved() -> None:
    field = Battlefield(m1="0608", m3="0409", w2="0509")
    fight = battle(field.state, PACT, field.hex("0509"), field.bit("m1", "m3"))
    assert reckon(field.state, fight).attack == 4 + 7
    assert any(line.rule == "11.7-half" for line in field.odds("attack 0509 m1,m3").lines)


@rule("nuremberg", "11.7-half", "10.7-types")
def test_attackers_across_a_finger_lake_are_halved() -> None:
    field = Battlefield("nato", scenario=campaign())
    field.put("us-1a-1-35a", "2850")
    field.put("cz-20m-49", "2950")
    reckoning = reckon(field.state, battle(field.state, NATO, field.hex("2950"), field.bit("us-1a-1-35a")))
    assert (reckoning.attack, reckoning.defence) == (4, 4)  # 8 halved
    board = field.scenario.board
    lakes = {frozenset((a, board.grid.neighbours[a][way])) for a, way in board.hexsides["finger-lake"]}
    assert len(lakes) == 12
    assert all(over_river(field.state, a, b) and over_river(field.state, b, a) for a, b in lakes)


# -- terrain ---------------------------------------------------------------------------------------


@rule("nuremberg", "13.2-tec")
@pytest.mark.parametrize(
    ("target", "from_", "drm"),
    [
        ("0505", "0605", 0),
        ("0803", "0903", -1),
        ("0809", "0909", -2),
        ("0811", "0911", 0),
        ("0203", "0303", -3),
    ],
)
def test_the_defenders_ground(target: str, from_: str, drm: int) -> None:
    field = Battlefield(m1=from_, w2=target)
    assert field.drm(f"attack {target} m1").get("13.2-tec", 0) == drm


@rule("nuremberg", "11.8-choice")
def test_of_forest_and_autobahn_in_a_hex_the_defender_takes_the_forest() -> None:
    field = Battlefield(m1="0906", w2="0806")
    assert field.drm("attack 0806 m1") == {"13.2-tec": -1}


# -- other modifiers -------------------------------------------------------------------------------


@rule("nuremberg", "11.8-hexes")
def test_one_more_for_each_hex_beyond_the_first_but_five_at_most() -> None:
    places: Places = dict(zip(["m1", "m2", "m3", "m4", "e2", "c2"], SIX, strict=True))
    field = Battlefield(w2="0505", **places)
    for count in range(1, 7):
        drm = field.drm(f"attack 0505 {','.join(list(places)[:count])}")
        assert drm.get("11.8-hexes", 0) == count - 1
    two = Battlefield(m1="0605", m2="0605", w2="0505")
    assert "11.8-hexes" not in two.drm("attack 0505 m1,m2")


SIX = ["0605", "0606", "0506", "0405", "0504", "0604"]
"""The hexes around 0505."""


@rule("nuremberg", "11.8-hexes")
def test_the_chart_caps_what_many_hexes_give() -> None:
    drm = drill_ground().charts["drm"]
    assert (drm["each_hex_beyond_one"], drm["each_hex_beyond_one_max"]) == (1, 5)


@rule("nuremberg", "5.4-attack", "11.8-air")
def test_each_airpower_marker_in_range_helps_its_owners_attack() -> None:
    field = Battlefield(**OPEN)
    field.air("pact", "0505", "0404", "0607")  # two hexes away: out of range
    assert field.drm("attack 0505 m1") == {"5.4-attack": 1}
    field.air("pact", "0505", "0405", "0605")
    assert field.drm("attack 0505 m1") == {"5.4-attack": 3}


@rule("nuremberg", "5.4-defend", "11.8-air")
def test_each_airpower_marker_in_range_helps_its_owners_defence() -> None:
    field = Battlefield(**OPEN)
    field.air("nato", "0605", "0506")  # what counts is the target, not where the attackers stand
    assert field.drm("attack 0505 m1") == {"5.4-defend": -2}
    field.air("nato", "0705")
    assert field.drm("attack 0505 m1") == {}


@rule("nuremberg", "6.4-defender", "11.8-ew")
def test_each_ew_marker_on_the_defenders_helps_the_attack() -> None:
    field = Battlefield(m1="0605", w2="0505", w3="0505")
    field.jam("0505", 3)
    assert field.drm("attack 0505 m1") == {"6.4-defender": 3}


@rule("nuremberg", "6.4-attacker", "11.8-ew")
def test_ew_markers_on_any_attacking_stack_count() -> None:
    field = Battlefield(m1="0605", m2="0605", m3="0606", w2="0505")
    field.jam("0605", 2)
    assert field.drm("attack 0505 m1,m2,m3")["6.4-attacker"] == -2  # the example of the book
    field.jam("0606", 1)
    assert field.drm("attack 0505 m1,m2,m3")["6.4-attacker"] == -3
    assert "6.4-attacker" not in Battlefield(**OPEN).drm("attack 0505 m1")


@rule("nuremberg", "10.10-combat", "11.8-refugee")
@pytest.mark.parametrize("where", [["0605"], ["0505"], ["0605", "0505", "0606"]])
def test_refugees_hinder_a_nato_attack_once(where: list[str]) -> None:
    field = Battlefield("nato", w2="0605", w3="0606", m1="0505")
    field.refugees(*where)
    assert field.drm("attack 0505 w2,w3")["10.10-combat"] == -1


@rule("nuremberg", "10.10-combat")
def test_refugees_elsewhere_or_before_a_pact_attack_do_not_matter() -> None:
    nato = Battlefield("nato", w2="0605", m1="0505")
    nato.refugees("0606")
    assert "10.10-combat" not in nato.drm("attack 0505 w2")
    pact = Battlefield(**OPEN)
    pact.refugees("0605", "0505")
    assert pact.drm("attack 0505 m1") == {}


@rule("nuremberg", "11.8-night")
@pytest.mark.parametrize(
    ("turn", "drm"), [(1, {}), (2, {}), (3, {"11.8-night": -1}), (6, {"11.8-night": -1})]
)
def test_attacks_at_night(turn: int, drm: dict[str, int]) -> None:
    assert Battlefield(turn=turn, **OPEN).drm("attack 0505 m1") == drm


@rule("nuremberg", "11.8.1-when")
def test_armor_superiority_needs_armor_against_none() -> None:
    assert "11.8.1-two" not in Battlefield(m1="0605", w2="0505").drm("attack 0505 m1")
    assert "11.8.1-two" not in Battlefield(t1="0605", w1="0505", w2="0505").drm("attack 0505 t1")
    assert Battlefield(t1="0605", w2="0505").drm("attack 0505 t1") == {"11.8.1-two": 2}
    assert "11.8.1-two" not in Battlefield(r1="0605", w2="0505").drm("attack 0505 r1")  # recon is no armor
    assert Battlefield(t1="0605", uc="0505").drm("attack 0505 t1") == {"11.8.1-two": 2}


@rule("nuremberg", "11.8.1-one")
@pytest.mark.parametrize("unit", ["e1", "c1"])
def test_weak_armor_gives_one(unit: str) -> None:
    places: Places = {unit: "0605", "w2": "0505"}
    assert Battlefield(**places).drm(f"attack 0505 {unit}") == {"11.8.1-one": 1}


@rule("nuremberg", "11.8.1-one")
def test_french_armor_is_weak() -> None:
    assert Battlefield("nato", ft="0605", m1="0505").drm("attack 0505 ft") == {"11.8.1-one": 1}
    assert drill_ground().charts["drm"]["weak_armor_nations"] == ["EG", "CZ", "NL", "FR"]


@rule("nuremberg", "11.8.1-two")
@pytest.mark.parametrize("unit", ["u1", "w1"])
def test_other_armor_gives_two(unit: str) -> None:
    places: Places = {unit: "0605", "m1": "0505"}
    assert Battlefield("nato", **places).drm(f"attack 0505 {unit}") == {"11.8.1-two": 2}


@rule("nuremberg", "11.8.1-two")
def test_heavy_tanks_are_armor() -> None:
    assert Battlefield(t3="0605", w2="0505").drm("attack 0505 t3") == {"11.8.1-two": 2}


@rule("nuremberg", "11.8.1-best")
def test_only_the_best_armor_counts() -> None:
    field = Battlefield(e1="0605", t1="0606", w2="0505")
    assert field.drm("attack 0505 e1,t1") == {"11.8-hexes": 1, "11.8.1-two": 2}
    mixed = Battlefield(e1="0605", m1="0606", w2="0505")  # the Soviets bring no armor
    assert mixed.drm("attack 0505 e1,m1") == {"11.8-hexes": 1, "11.8.1-one": 1}


@rule("nuremberg", "11.8-sum", "13.1-drm")
def test_all_modifiers_add_up() -> None:
    field = Battlefield(turn=3, t1="0903", m1="0904", w2="0803")
    field.air("pact", "0803")
    field.jam("0803", 2)
    field.jam("0904", 1)
    drm = field.drm("attack 0803 t1,m1")
    assert drm == {
        "13.2-tec": -1, "11.8-hexes": 1, "11.8.1-two": 2, "5.4-attack": 1, "6.4-defender": 2,
        "6.4-attacker": -1, "11.8-night": -1,
    }  # fmt: skip
    assert field.odds("attack 0803 t1,m1").total == "3:1, +3"
    assert result(field.play("attack 0803 t1,m1", 1)) == "EX"  # row 4


@rule("nuremberg", "13.1-drm")
def test_the_list_of_modifiers() -> None:
    drm = drill_ground().charts["drm"]
    ones = [
        "attacker_airpower_each", "attacker_helicopter_each", "ew_on_defender_each",
        "attacker_artillery_each", "each_hex_beyond_one", "armor_superiority_weak",
    ]  # fmt: skip
    minus = [
        "refugee_nato_attack", "defender_airpower_each", "defender_helicopter_each", "ew_on_attacker_each",
        "defender_artillery_each", "night",
    ]  # fmt: skip
    assert [drm[key] for key in ones] == [1] * 6
    assert [drm[key] for key in minus] == [-1] * 6
    assert drm["armor_superiority_strong"] == 2


@rule("nuremberg", "12.3-cumulative")
def test_modifiers_of_exclusive_rules_add_to_the_others() -> None:
    exclusive = NoExclusiveRules()
    exclusive.modifiers = [("surprise", 1, "12.3-soviet")]
    scenario = AfcentScenario(BORDER, "drill", None, exclusive)
    field = Battlefield(scenario=scenario, turn=3, **OPEN)
    assert field.drm("attack 0505 m1") == {"11.8-night": -1, "12.3-soviet": 1}
    assert field.odds("attack 0505 m1").total == "1:1, +0"


# -- accounts --------------------------------------------------------------------------------------


@rule("nuremberg", "11.6-roll", "11.9-DR-city")
def test_the_chances_of_a_battle_are_those_of_its_die() -> None:
    field = Battlefield(t1="0605", t2="0605", w2="0505", w3="0505")  # 16:8, armor +2
    assert field.odds("attack 0505 t1,t2").outcomes == pytest.approx({"DR": 1 / 6, "EX": 3 / 6, "DL": 2 / 6})
    city = Battlefield(t1="0303", t2="0303", w2="0203", w3="0203")  # -3 more, DR becomes EX
    assert city.odds("attack 0203 t1,t2").outcomes == pytest.approx({"ENG": 1 / 6, "EX": 5 / 6})


@rule("nuremberg", "11.6-high")
def test_the_chances_beyond_the_table_are_certain() -> None:
    field = Battlefield("nato", w4="0605", big="0505")
    fight = battle(field.state, NATO, field.hex("0505"), field.bit("w4"))
    assert chances(field.state, fight) == {"AL": 1.0}
    assert field.odds("attack 0505 w4").total == "1:13"
