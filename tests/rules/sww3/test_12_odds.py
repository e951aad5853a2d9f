"""Chapter 12: factors, halvings, odds, shifts, the combat table, and previews that keep their word."""

from __future__ import annotations

import pytest

from grognard.core.contract.explanation import Explanation
from grognard.core.dice import Dice, every_roll
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.kit.odds import odds_of
from grognard.games.sww3.combat import attack
from grognard.games.sww3.combat.strength import BattleOdds, Shift, resolve
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from tests.rules.sww3.field import BOTH, Field, Places, result

# The printed table: rows are die rolls 1 to 6, columns odds from 1:2 to 6:1.
CRT = """
    DR  DR  DE  DE  DE  DE  DE
    BB  DR  DR  DE  DE  DE  DE
    BB  BB  DR  DR  DE  DE  DE
    AL1 BB  BB  DR  DR  DE  DE
    AL1 AL1 BB  BB  DR  DR  DE
    AL1 AL1 AL1 BB  BB  DR  DR
"""


def value(account: Explanation, rule_id: str) -> str:
    """The value of the one line with this rule."""
    (found,) = [line.value for line in account.lines if line.rule == rule_id]
    return found


# -- odds ------------------------------------------------------------------------------------------------


@rule("pincher", "12.7")
@rule("sandown", "12.7")
@BOTH
def test_good_odds_are_rounded_down(game: str) -> None:
    """26 against 7 is 3:1 [R-SWW-02]."""
    f = Field(game, s26="0504", u1="0505")
    account = f.odds("attack 0505 s26")
    assert (odds_of(f.strengths("attack 0505 s26").plain), account.total) == ("3:1", "3:1")
    assert ("odds", "12.7") in {(line.label, line.rule) for line in account.lines}


@rule("pincher", "12.8")
@rule("sandown", "12.8")
@BOTH
def test_poor_odds_are_rounded_up(game: str) -> None:
    """5 against 11 is 1:3."""
    f = Field(game, s5="0504", d11="0505")
    account = f.odds("attack 0505 s5")
    assert (odds_of(f.strengths("attack 0505 s5").plain), account.total) == ("1:3", "1:3")
    assert ("odds", "12.8") in {(line.label, line.rule) for line in account.lines}


@rule("pincher", "12.9-high")
@rule("sandown", "12.9-high")
@BOTH
def test_above_six_to_one_the_defender_is_eliminated_without_a_die(game: str) -> None:
    f = Field(game, s26="0504", u3="0505")  # 8:1
    assert f.odds("attack 0505 s26").outcomes == {"DE": 1.0}
    assert result(f.play("attack 0505 s26")) == "DE"
    assert f.where("u3") == "lost"


@rule("pincher", "12.9-low")
@rule("sandown", "12.9-low")
@BOTH
def test_below_one_to_two_the_attacker_loses_a_step_without_a_die(game: str) -> None:
    f = Field(game, s5="0504", d11="0505")
    assert f.odds("attack 0505 s5").outcomes == {"AL1": 1.0}
    assert result(f.play("attack 0505 s5")) == "AL1"
    assert f.where("s5") == "lost"


@rule("pincher", "12.9-high", "12.9-low", "12.10")
@rule("sandown", "12.9-high", "12.9-low", "12.10")
@BOTH
def test_the_ends_of_the_table_are_judged_after_all_shifts(game: str) -> None:
    """The ladder has no ends: 8:1 less 2 is 6:1, 1:3 and one right is 1:2 [R-SWW-03]."""
    f = Field(game, s26="0507", u3="0508")
    assert f.odds("attack 0508 s26").total == "6:1"
    assert result(f.play("attack 0508 s26", 6)) == "DR"
    f = Field(game, s5="0504", d11="0505")
    f.state.fight_first = True
    f.state.phase_index -= 1
    assert f.odds("attack 0505 s5").total == "1:2"
    assert result(f.play("attack 0505 s5", 2)) == "BB"


@rule("pincher", "12.10")
@rule("sandown", "12.10")
@BOTH
def test_all_shifts_are_added_up(game: str) -> None:
    f = Field(game, t1="0307", t2="0309", u1="0308")  # rough, from opposite sides
    f.state.disrupted = f.bit("u1")
    f.air(SOVIET, "0308")
    order = "attack 0308 t1,t2"
    assert f.shifts(order) == {"12.12": -1, "12.17": 1, "12.18-cap": 1, "13.6-shift": 1}
    assert (odds_of(f.strengths(order).plain), f.odds(order).total) == ("2:1", "4:1")


@rule("pincher", "5.6")
@rule("sandown", "5.6")
@BOTH
def test_fighting_first_is_a_prepared_attack(game: str) -> None:
    f = Field(game, t1="0504", u1="0505")
    assert "5.6" not in f.shifts("attack 0505 t1")
    f.state.fight_first = True
    f.state.phase_index -= 1
    assert f.shifts("attack 0505 t1") == {"5.6": 1}


# -- ground ----------------------------------------------------------------------------------------------


@rule("pincher", "12.11")
@rule("sandown", "12.11")
@BOTH
def test_clear_ground_gives_nothing(game: str) -> None:
    f = Field(game, t1="0504", u1="0505")
    assert ("clear", "0", "12.11") in {(x.label, x.value, x.rule) for x in f.odds("attack 0505 t1").lines}
    assert not f.shifts("attack 0505 t1")


@rule("pincher", "12.12", "12.13")
@rule("sandown", "12.12", "12.13")
@BOTH
def test_rough_ground_gives_one_column_and_mountains_two(game: str) -> None:
    f = Field(game, t1="0307", u1="0308", t2="0507", u2="0508")
    assert f.shifts("attack 0308 t1") == {"12.12": -1}
    assert f.shifts("attack 0508 t2") == {"12.13": -2}


@rule("pincher", "12.16-shift")
@rule("sandown", "12.16-shift")
@BOTH
def test_cities_of_any_kind_give_two_columns(game: str) -> None:
    for city, beside in (("0503", "0502"), ("0802", "0801"), ("0909", "0910"), ("1009", "1010")):
        f = Field(game, t1=beside, u1=city)
        assert f.shifts(f"attack {city} t1") == {"12.16-shift": -2}


@rule("pincher", "12.16-noconcentric", "12.18-cap")
@rule("sandown", "12.16-noconcentric", "12.18-cap")
@BOTH
def test_no_concentric_attack_on_a_city_until_it_is_nuked(game: str) -> None:
    f = Field(game, t1="0502", t2="0504", u1="0503")
    assert f.shifts("attack 0503 t1,t2") == {"12.16-shift": -2}
    f.nuke("0503")
    assert f.shifts("attack 0503 t1,t2") == {"12.12": -1, "12.18-cap": 1}


@rule("pincher", "12.16-convert")
@rule("sandown", "12.16-convert")
@BOTH
def test_a_retreat_from_a_city_becomes_a_bloodbath(game: str) -> None:
    f = Field(game, s26="0502", u3="0503", u4="0503")  # 4:1, less 2
    assert f.odds("attack 0503 s26").outcomes == pytest.approx({"DE": 1 / 6, "BB": 4 / 6, "AL1": 1 / 6})
    assert result(f.play("attack 0503 s26", 2)) == "BB"
    f = Field(game, s26="0502", u3="0503", u4="0503")
    f.nuke("0503")  # rough: 4:1, less 1
    assert result(f.play("attack 0503 s26", 3)) == "DR"


# -- halving ---------------------------------------------------------------------------------------------


@rule("pincher", "12.15-half")
@rule("sandown", "12.15-half")
@BOTH
def test_attacks_across_a_river_are_halved_rounding_up(game: str) -> None:
    f = Field(game, t1="0904", t2="0906", u1="0905")
    assert f.strengths("attack 0905 t1").attack == 4  # half of 7
    assert f.strengths("attack 0905 t2").attack == 7  # no river in the south
    assert f.strengths("attack 0905 t1,t2").attack == 11


@rule("pincher", "12.15-once")
@rule("sandown", "12.15-once")
@BOTH
def test_all_factors_across_rivers_are_halved_together(game: str) -> None:
    f = Field(game, t1="0904", p1="0805", u1="0905")
    assert f.strengths("attack 0905 t1,p1").attack == 5  # half of 10, not 4 and 2


@rule("pincher", "9.8-attack", "9.8-once", "9.1-combat")
@rule("sandown", "9.8-attack", "9.8-once", "9.1-combat")
@BOTH
def test_attackers_out_of_supply_are_halved_together(game: str) -> None:
    f = Field(game, turn=2, t1="0504", p1="0506", u1="0505")
    assert f.strengths("attack 0505 t1,p1").attack == 5
    f.supply_from_air(SOVIET, "0504")
    assert f.strengths("attack 0505 t1,p1").attack == 9  # 7 and half of 3


@rule("pincher", "9.8-defend", "9.8-once")
@rule("sandown", "9.8-defend", "9.8-once")
@BOTH
def test_defenders_out_of_supply_are_halved_together(game: str) -> None:
    f = Field(game, turn=2, t1="0504", u1="0505", u3="0505", u4="0505")
    assert f.strengths("attack 0505 t1").defence == 7  # half of 13
    f.supply_from_air(ALLIED, "0505")
    assert f.strengths("attack 0505 t1").defence == 13


@rule("pincher", "12.15-once", "9.8-once")
@rule("sandown", "12.15-once", "9.8-once")
@BOTH
def test_two_halvings_make_a_quarter_and_are_rounded_once(game: str) -> None:
    """7 quartered and 6 halved are 4.75: 5, where rounding each would give 2 and 3 [R-SWW-04]."""
    f = Field(game, turn=2, t1="0904", u1="0905")
    assert f.strengths("attack 0905 t1").attack == 2
    f = Field(game, turn=2, t1="0904", p1="0904", m1="0805", u1="0905")
    f.supply_from_air(SOVIET, "0805")
    assert f.strengths("attack 0905 t1,p1,m1").attack == 6  # 10/4 + 6/2
    account = f.odds("attack 0905 t1,p1,m1")
    assert (value(account, "R-SWW-04"), value(account, "12.15-half")) == ("quartered", "halved")


# -- artillery -------------------------------------------------------------------------------------------


@rule("pincher", "12.25-limit")
@rule("sandown", "12.25-limit")
@BOTH
def test_artillery_cannot_exceed_other_factors(game: str) -> None:
    f = Field(game, t1="0504", g1="0504", g2="0504", u1="0505")
    assert f.strengths("attack 0505 t1,g1").attack == 13
    assert f.strengths("attack 0505 t1,g1,g2").attack == 14
    assert value(f.odds("attack 0505 t1,g1,g2"), "12.25-limit") == "-5"


@rule("pincher", "12.25-limit")
@rule("sandown", "12.25-limit")
@BOTH
def test_artillery_is_compared_after_rivers(game: str) -> None:
    """Half of 7 across the river allows only 3.5 of the artillery: 7 in total [R-SWW-06]."""
    f = Field(game, t1="0904", g1="0906", u1="0905")
    assert f.strengths("attack 0905 t1,g1").attack == 7
    assert value(f.odds("attack 0905 t1,g1"), "12.25-limit") == "-2.5"


# -- air, concentric, nations ----------------------------------------------------------------------------


@rule("pincher", "12.17", "6.6-attack", "6.6-defend", "6.6-cap")
@rule("sandown", "12.17", "6.6-attack", "6.6-defend", "6.6-cap")
@BOTH
def test_air_superiority_shifts_one_column(game: str) -> None:
    f = Field(game, t1="0504", u1="0505")
    f.air(SOVIET, "0506", "0605", "0505")
    assert f.shifts("attack 0505 t1") == {"12.17": 1}
    f.air(ALLIED, "0506", "0605")
    assert f.shifts("attack 0505 t1") == {"12.17": -1}
    f.air(SOVIET, "0502")  # it reaches the attacker, not the defender [R-SWW-31]
    assert not f.shifts("attack 0505 t1")


@rule("pincher", "12.18-opposite", "12.18-three", "12.18-four", "12.18-cap")
@rule("sandown", "12.18-opposite", "12.18-three", "12.18-four", "12.18-cap")
@BOTH
@pytest.mark.parametrize(
    ("hexes", "shifts"),
    [
        (["0504", "0506"], {"12.18-cap": 1}),
        (["0404", "0605"], {"12.18-cap": 1}),
        (["0504", "0605", "0405"], {"12.18-cap": 1}),
        (["0604", "0506", "0404"], {"12.18-cap": 1}),
        (["0504", "0604", "0605", "0506"], {"12.18-cap": 1}),
        (["0504", "0604", "0605", "0506", "0405"], {"12.18-cap": 1}),
        (["0504", "0604", "0605"], {}),
        (["0504", "0605"], {}),
        (["0504"], {}),
    ],
)
def test_concentric_attacks(game: str, hexes: list[str], shifts: dict[str, int]) -> None:
    units = ["t1", "t2", "t3", "m1", "m2"]
    places: Places = dict(zip(units, hexes, strict=False))
    f = Field(game, u1="0505", **places)
    assert f.shifts(f"attack 0505 {','.join(units[: len(hexes)])}") == shifts


@rule("pincher", "12.18-opposite")
@rule("sandown", "12.18-opposite")
@BOTH
def test_only_hexes_that_attack_make_it_concentric(game: str) -> None:
    f = Field(game, t1="0504", t2="0506", u1="0505")
    assert not f.shifts("attack 0505 t1")


@rule("pincher", "12.24-attack", "12.24-defend", "12.24-red")
@rule("sandown", "12.24-attack", "12.24-defend", "12.24-red")
@BOTH
def test_mixed_nations_shift_applies_to_allied_attacks_only(game: str) -> None:
    f = Field(game, "allied combat", u1="0504", u2="0504", k1="0504", t1="0505", eg="0505")
    assert f.shifts("attack 0505 u1,k1") == {"12.24-attack": -1}
    assert not f.shifts("attack 0505 u1,u2")  # who does not attack does not count
    f.go_to("soviet combat")
    assert not f.shifts("attack 0504 t1,eg")


@rule("pincher", "13.6-shift")
@rule("sandown", "13.6-shift")
@BOTH
def test_disrupted_defenders_shift_one_column(game: str) -> None:
    f = Field(game, t1="0504", u1="0505", u3="0505")
    f.state.disrupted = f.bit("u1", "u3")
    changed(f.state)
    assert f.shifts("attack 0505 t1") == {"13.6-shift": 1}
    f.state.disrupted = f.bit("u3")  # one of them is enough [R-SWW-23]
    assert f.shifts("attack 0505 t1") == {"13.6-shift": 1}


# -- the table -------------------------------------------------------------------------------------------


@rule("pincher", "12.20-crt")
@rule("sandown", "12.20-crt")
@BOTH
def test_every_cell_of_the_combat_table(game: str) -> None:
    rows = [line.split() for line in CRT.strip().splitlines()]
    f = Field(game, t1="0504", u1="0505")
    for die, row in enumerate(rows, start=1):
        for rung, expected in enumerate(row, start=-1):
            dice = Dice(1, by_hand=True)
            dice.script([die])
            battle_odds = BattleOdds(7, 7, (Shift("", rung, ""),), "")
            assert resolve(f.state, f.hex("0505"), battle_odds, dice) == (expected, die)


@rule("pincher", "12.19")
@rule("sandown", "12.19")
@BOTH
def test_one_die_is_rolled_under_the_final_column(game: str) -> None:
    """A 6 at 3:1 is BB, whatever the example calls it [R-SWW-01]."""
    events = Field(game, s26="0504", u1="0505").play("attack 0505 s26", 6)
    assert (result(events), events[0].dice) == ("BB", (6,))
    f = Field(game, s26="0307", u1="0308")  # rough: 2:1
    assert result(f.play("attack 0308 s26", 6)) == "AL1"


# -- previews --------------------------------------------------------------------------------------------


@rule("pincher", "12.19")
@rule("sandown", "12.19")
@BOTH
@pytest.mark.parametrize(
    "order", ["attack 0505 t1,n1", "attack 0505 n1,n2,n3,t1", "attack 0505 t1", "attack 0505 n1,n2"]
)
def test_previews_give_the_chances_of_the_battle_itself(game: str, order: str) -> None:
    """The same battle fought with every fall of the dice, untried units on both sides included."""
    f = Field(game, t1="0504", n1="0506", n2="0506", n3="0504", u3="0505", w1="0505", w2="0505")
    fought: dict[str, float] = {}

    def fight(dice: Dice) -> str:
        twin = f.state.copy()
        events = attack.apply_attack(twin, SOVIET, f.order(order), dice)
        return result(events)

    for chance in every_roll(fight):  # type: ignore[arg-type]
        fought[chance.result] = fought.get(chance.result, 0.0) + chance.probability
    assert f.odds(order).outcomes == pytest.approx(fought)
    assert sum(fought.values()) == pytest.approx(1.0)
