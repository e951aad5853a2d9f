"""Chapter 9 with the option In the open: breakthrough [9.2] and exploitation [9.3]."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.play.game import Game
from grognard.core.testing import rule
from tests.rules.strike_force_one.battles import EXPERT, OPEN, all_at, battle_in
from tests.rules.strike_force_one.scenes import At
from tests.support import refused, situation, texts, where

# -- 9.2 breakthrough ------------------------------------------------------------------------------------


def tank_attack(
    die: int, hex_: str = "0705", tank: str = "SZ", options: dict[str, bool] | None = None, **at: Any
) -> Game:
    """A tank and an infantry unit have attacked X, from 0804 and 0805 where nothing else is said."""
    at = {tank: "0804", "SA": "0805", "X": hex_} | at
    g = situation(EXPERT, "soviet combat", options=OPEN if options is None else options, dice=[die], **at)
    g.play(f"attack {hex_} {tank},SA")
    return g


@rule("sfo", "9.2-expert-open-trigger")
@pytest.mark.parametrize("tank", ["SZ", "SI"])
def test_a_tank_attack_on_a_clear_hex_breaks_through(tank: str) -> None:
    g = tank_attack(die=2, tank=tank)
    g.play("retreat X 0604")
    assert g.to_act == "us"  # and on it goes
    assert "retreat X 0504" in texts(g)


@rule("sfo", "9.2-expert-open-trigger")
def test_us_armour_breaks_through_too() -> None:
    g = situation(EXPERT, "us combat", options=OPEN, dice=[2], T="0604", SA="0705")
    g.play("attack 0705 T")
    g.play("retreat SA 0805")
    assert "retreat SA 0905" in texts(g)


@rule("sfo", "9.2-expert-open-trigger")
def test_no_breakthrough_without_a_tank() -> None:
    g = tank_attack(die=1, tank="SV")
    g.play("retreat X 0604")
    assert texts(g) == {"advance SA", "advance SV", "stay"}


@rule("sfo", "9.2-expert-open-trigger")
def test_no_breakthrough_without_the_option() -> None:
    g = tank_attack(die=2, options={})
    g.play("retreat X 0604")
    assert texts(g) == {"advance SA", "advance SZ", "stay"}


@rule("sfo", "9.2-expert-open-trigger")
def test_no_breakthrough_in_a_forest() -> None:
    """0506 is forest; the difference is 3 - 2 = +1."""
    g = tank_attack(die=1, hex_="0506", SZ="0605", SA="0606")
    g.play("retreat X 0405")
    assert texts(g) == {"advance SA", "advance SZ", "stay"}


@rule("sfo", "9.2-expert-open-trigger")
@pytest.mark.parametrize(("die", "result"), [(1, "DE"), (2, "EX"), (3, "DR")])
def test_ex_dr_and_de_all_break_through(die: int, result: str) -> None:
    """Two tanks and an infantry unit, 5, against X and Y, 2: whoever survives retreats two hexes."""
    at: At = {"SZ": "0804", "SI": "0804", "SA": "0805", "X": "0705", "Y": "0705"}
    g = situation(EXPERT, "soviet combat", options=OPEN, dice=[die], **at)
    g.play("attack 0705 SZ,SI,SA")
    assert battle_in(g.events()).result == result
    if result != "DR":
        g.play("lose Y")
    if result == "EX":
        g.play("lose SA")
    g.play("retreat X 0604")
    if result == "DR":
        g.play("retreat Y 0604")
    assert "retreat X 0504" in texts(g)


@rule("sfo", "9.2-expert-open-two")
def test_in_a_breakthrough_defenders_retreat_two_hexes_one_after_the_other() -> None:
    """SV in 0704 took no part; its zone closes 0604 to the first retreat, that of SB 0506 to the second."""
    g = tank_attack(die=2, SV="0704", SB="0507")
    assert texts(g) == {"retreat X 0605"}
    g.play("retreat X 0605")
    assert texts(g) == {"retreat X 0505"}
    g.play("retreat X 0505")
    assert texts(g) == {"advance SA", "advance SZ", "stay"}
    assert where(g, "X") == "0505"


@rule("sfo", "9.2-expert-open-two")
def test_texts_of_a_breakthrough_name_two_hexes() -> None:
    at: At = {"SZ": "0804", "SI": "0804", "SA": "0805", "X": "0705", "Y": "0705"}
    g = situation(EXPERT, "soviet combat", options=OPEN, dice=[3], **at)
    says = {outcome.result: outcome.effect for outcome in g.preview("attack 0705 SZ,SI,SA").chances}
    assert says["DR"] == "breakthrough, defenders retreat two hexes"
    assert "one hex" not in " ".join(says.values())
    assert all("retreat two hexes" in says[result] for result in ("EX", "DR", "DE"))
    (battle,) = g.play("attack 0705 SZ,SI,SA")
    assert "DR, breakthrough, defenders retreat two hexes" in str(battle)
    g = situation(EXPERT, "soviet combat", **at)  # without the option
    assert "one hex" in str(g.preview("attack 0705 SZ,SI,SA"))


@rule("sfo", "9.2-expert-open-chain")
def test_a_friend_in_the_hex_of_the_first_retreat_retreats_too() -> None:
    g = tank_attack(die=2, Y="0604", Z="0605")
    g.play("retreat X 0604")
    assert {order.split()[1] for order in texts(g)} == {"X", "Y"}
    g.play("retreat Y 0504")
    g.play("retreat X 0505")
    assert all_at(g, "X", "Y", "Z") == ["0505", "0504", "0605"]
    assert g.to_act == "soviet"


@rule("sfo", "9.2-expert-open-chain")
def test_friendly_unit_stays_if_its_hex_is_not_entered() -> None:
    """[R-SFO-28]"""
    g = tank_attack(die=2, Y="0604")
    g.play("retreat X 0605")
    assert {order.split()[1] for order in texts(g)} == {"X"}
    g.play("retreat X 0505")
    assert all_at(g, "X", "Y") == ["0505", "0604"]


@rule("sfo", "9.2-expert-open-chain")
def test_second_retreat_pushes_no_further_units() -> None:
    """[R-SFO-28]"""
    g = tank_attack(die=2, Y="0504")
    g.play("retreat X 0604")
    g.play("retreat X 0504")
    assert g.to_act == "soviet"
    assert all_at(g, "X", "Y") == ["0504", "0504"]


@rule("sfo", "9.2-expert-open-none")
def test_unit_without_first_breakthrough_retreat_is_eliminated() -> None:
    g = tank_attack(die=2, SV="0604")
    assert where(g, "X") == "lost"
    assert g.to_act == "soviet"


@rule("sfo", "9.2-expert-open-none")
def test_units_without_second_breakthrough_retreat_are_eliminated() -> None:
    """X retreats to Y in the corner 0101, from where 0102 and 0201 are in the zone of the tank in 0202."""
    at: At = {"SZ": "0202", "SA": "0302", "X": "0201", "Y": "0101"}
    g = situation(EXPERT, "soviet combat", options=OPEN, dice=[2], **at)
    g.play("attack 0201 SZ,SA")
    g.play("retreat X 0101")
    assert all_at(g, "X", "Y") == ["lost", "lost"]
    assert g.to_act == "soviet"


@rule("sfo", "9.2-expert-open-none")
def test_unit_survives_while_a_retreat_may_clear_its_hex() -> None:
    """[R-SFO-19] The owner's order: first W and Y leave 0106 for 0105, then X and Z fit into 0106."""
    at: At = {"SZ": "0306", "SA": "0306", "SB": "0307", "SV": "0208", "Y": "0206", "Z": "0206"}
    g = situation(EXPERT, "soviet combat", options=OPEN, dice=[2], W="0106", X="0107", **at)
    g.play("attack 0206 SZ,SA,SB")
    for order in ("retreat Y 0106", "retreat Z 0107"):
        g.play(order)
    for order in ("retreat W 0105", "retreat Y 0105", "retreat X 0106", "retreat Z 0106"):
        g.play(order)
    assert all_at(g, "W", "Y", "X", "Z") == ["0105", "0105", "0106", "0106"]


# -- 9.3 exploitation --------------------------------------------------------------------------------------


def broken_through(**at: Any) -> Game:
    """SZ in 0804 and SA in 0805 have broken through at 0705; X has retreated to 0504."""
    g = tank_attack(die=2, **at)
    g.play("retreat X 0604")
    g.play("retreat X 0504")
    return g


@rule("sfo", "9.3-expert-open-first")
def test_tank_advances_after_a_breakthrough_and_may_exploit() -> None:
    g = broken_through()
    assert texts(g) == {"advance SA", "advance SZ", "stay"}
    g.play("advance SZ")
    assert where(g, "SZ") == "0705"
    assert "advance SZ 0704" in texts(g)
    g.play("stay")
    assert texts(g) == {"end"}


@rule("sfo", "9.3-expert-open-first")
def test_infantry_that_advances_after_a_breakthrough_does_not_exploit() -> None:
    g = broken_through()
    g.play("advance SA")
    assert where(g, "SA") == "0705"
    assert texts(g) == {"end"}


@rule("sfo", "9.3-expert-open-first")
@pytest.mark.parametrize("lost", ["SZ", "SA"])
def test_a_tank_lost_in_the_exchange_does_not_exploit(lost: str) -> None:
    """[R-SFO-27] At +2 a 1 is EX."""
    g = tank_attack(die=1)
    g.play(f"lose {lost}")
    g.play(f"advance {'SA' if lost == 'SZ' else 'SZ'}")
    exploits = any(order.startswith("advance") for order in texts(g))
    assert exploits == (lost == "SA")


@rule("sfo", "9.3-expert-open-first")
def test_exploitation_follows_also_when_no_defender_is_left() -> None:
    """[R-SFO-27] The tank alone attacks at +1; X has nowhere to go."""
    at: At = {"SZ": "0804", "SA": "0706", "SB": "0605", "X": "0705"}
    g = situation(EXPERT, "soviet combat", options=OPEN, dice=[1], **at)
    g.play("attack 0705 SZ")
    assert where(g, "X") == "lost"
    g.play("advance SZ")
    assert "advance SZ 0604" in texts(g)


@rule("sfo", "9.3-expert-open-first")
def test_without_a_breakthrough_the_tank_only_advances() -> None:
    g = tank_attack(die=2, options={})
    g.play("retreat X 0604")
    g.play("advance SZ")
    assert texts(g) == {"end"}


@rule("sfo", "9.3-expert-open-second")
def test_exploitation_in_any_direction_except_enemy_or_full_hexes() -> None:
    """0604 and 0605 are in enemy zones; Y stands in 0706; SA in 0804 leaves room; 0805 is full."""
    g = broken_through(SA="0804", Y="0706", SB="0805", SV="0805")
    g.play("advance SZ")
    assert {"0604", "0605"} <= set(g.zoc("us"))
    assert texts(g) == {
        "advance SZ 0604",
        "advance SZ 0605",
        "advance SZ 0704",
        "advance SZ 0804",
        "stay",
    }
    refused(g, "advance SZ 0706", "9.3-expert-open-second")
    refused(g, "advance SZ 0805", "9.3-expert-open-second")
    assert "name the hex" in refused(g, "advance SZ", "9.3-expert-open-second")
    assert "name the hex" not in refused(g, "advance SZ 0805", "9.3-expert-open-second")


@rule("sfo", "9.3-expert-open-second")
def test_the_second_hex_may_be_a_forest_in_an_enemy_zoc() -> None:
    """X has retreated from 0605 to 0405, whose zone includes the forest 0506."""
    at: At = {"SZ": "0606", "SA": "0705", "X": "0605"}
    g = situation(EXPERT, "soviet combat", options=OPEN, dice=[2], **at)
    g.play("attack 0605 SZ,SA")
    g.play("retreat X 0505")
    g.play("retreat X 0405")
    g.play("advance SZ")
    assert "0506" in g.zoc("us")
    g.play("advance SZ 0506")
    assert where(g, "SZ") == "0506"


@rule("sfo", "9.3-expert-open-follow")
def test_after_the_second_hex_one_more_attacker_may_advance() -> None:
    g = broken_through(SI="0908")
    g.play("advance SZ")
    g.play("advance SZ 0604")
    assert texts(g) == {"advance SA", "stay"}
    g.play("advance SA")
    assert all_at(g, "SZ", "SA") == ["0604", "0705"]
    assert texts(g) == {"end"}


@rule("sfo", "9.3-expert-open-follow")
def test_the_unit_that_follows_may_be_a_tank_and_does_not_exploit() -> None:
    at: At = {"SZ": "0804", "SI": "0805", "X": "0705"}
    g = situation(EXPERT, "soviet combat", options=OPEN, dice=[3], **at)
    g.play("attack 0705 SZ,SI")
    for order in ("retreat X 0604", "retreat X 0504", "advance SZ", "advance SZ 0706", "advance SI"):
        g.play(order)
    assert all_at(g, "SZ", "SI") == ["0706", "0705"]
    assert texts(g) == {"end"}


@rule("sfo", "9.3-expert-open-follow")
def test_no_second_advance_if_the_tank_stays() -> None:
    g = broken_through()
    g.play("advance SZ")
    g.play("stay")
    assert texts(g) == {"end"}
