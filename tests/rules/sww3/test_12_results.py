"""Chapter 12: losses, bloodbaths, retreats and advances after combat."""

from __future__ import annotations

import pytest

from grognard.core.facts import changed
from grognard.core.testing import rule
from tests.rules.sww3.field import BOTH, Field, Places, result
from tests.support import kinds

# 0505 is clear terrain; around it, clockwise from the north: 0504, 0604, 0605, 0506, 0405, 0404.
RING: Places = {"t1": "0504", "t2": "0604", "t3": "0605", "m1": "0506", "m2": "0405", "m3": "0404"}


# -- DE --------------------------------------------------------------------------------------------------


@rule("pincher", "12.20-DE-one", "12.20-DE-two", "12.20-DE-hold")
@rule("sandown", "12.20-DE-one", "12.20-DE-two", "12.20-DE-hold")
@BOTH
def test_de_eliminates_one_step_units_and_reduces_the_others_where_they_are(game: str) -> None:
    f = Field(game, s26="0504", u1="0505", u3="0505", u2="0505*")
    assert result(f.play("attack 0505 s26", 1)) == "DR"  # 26 against 14 is 1:1
    f = Field(game, s26="0504", u1="0505", u3="0505")
    assert result(f.play("attack 0505 s26", 1)) == "DE"
    assert (f.steps("u1", "u3"), f.where("u1"), f.where("u3")) == ([1, 0], "0505", "lost")
    assert f.asked == ("soviet", "combat")  # the hex is held: no advance


@rule("pincher", "12.20-DE-one")
@rule("sandown", "12.20-DE-one")
@BOTH
def test_de_eliminates_reduced_units(game: str) -> None:
    f = Field(game, s26="0504", u1="0505*")
    f.play("attack 0505 s26", 2)
    assert f.where("u1") == "lost"
    assert f.asked == ("soviet", "advance")


# -- AL1 -------------------------------------------------------------------------------------------------


@rule("pincher", "12.20-AL1", "12.20-AL1-choice", "12.21")
@rule("sandown", "12.20-AL1", "12.20-AL1-choice", "12.21")
@BOTH
def test_al1_costs_the_attacker_a_step_of_his_choice(game: str) -> None:
    f = Field(game, t1="0504", p1="0506", p2="0407", u1="0505")
    f.play("attack 0505 t1,p1", 6)
    assert f.asked == ("soviet", "lose")
    assert f.orders() == {"lose t1", "lose p1"}
    f.refused("lose p2", "12.21")
    f.refused("lose t1,p1", "notation")
    f.play("lose t1")
    assert (f.steps("t1", "p1", "u1"), f.asked) == ([1, 1, 2], ("soviet", "combat"))


@rule("pincher", "12.20-AL1")
@rule("sandown", "12.20-AL1")
@BOTH
def test_step_loss_without_choice_is_automatic(game: str) -> None:
    f = Field(game, t1="0504", u1="0505")
    assert kinds(f.play("attack 0505 t1", 6)) == ["battle", "reduced"]
    f = Field(game, p1="0504", u3="0505")
    assert kinds(f.play("attack 0505 p1", 6)) == ["battle", "lost"]


# -- BB --------------------------------------------------------------------------------------------------


def bloodbath(game: str) -> Field:
    """Two Soviet tank divisions against two American regiments at 2:1, and a 4."""
    f = Field(game, t1="0504", t2="0504", u3="0505", u4="0505")
    assert result(f.play("attack 0505 t1,t2", 4)) == "BB"
    return f


@rule("pincher", "12.20-BB-both", "12.20-BB-choice", "12.21")
@rule("sandown", "12.20-BB-both", "12.20-BB-choice", "12.21")
@BOTH
def test_bloodbath_costs_each_side_one_step(game: str) -> None:
    f = bloodbath(game)
    assert (f.asked, f.orders()) == (("soviet", "lose"), {"lose t1", "lose t2"})
    f.play("lose t2")
    assert (f.asked, f.orders()) == (("allied", "lose"), {"lose u3", "lose u4"})
    f.play("lose u3")
    assert f.steps("t1", "t2", "u3", "u4") == [2, 1, 0, 1]


@rule("pincher", "12.20-BB-escalate")
@rule("sandown", "12.20-BB-escalate")
@BOTH
def test_the_attacker_may_escalate_or_stop(game: str) -> None:
    f = bloodbath(game)
    f.play("lose t2")
    f.play("lose u3")
    assert f.asked == ("soviet", "escalate")
    assert f.orders() == {"escalate t1", "escalate t2", "stop"}
    f.refused("escalate u4", "12.20-BB-escalate")
    f.play("stop")
    assert (f.asked, f.steps("t1", "t2", "u4")) == (("soviet", "combat"), [2, 1, 1])


@rule("pincher", "12.20-BB-answer")
@rule("sandown", "12.20-BB-answer")
@BOTH
def test_the_defender_answers_with_a_step(game: str) -> None:
    f = bloodbath(game)
    f.play("lose t2")
    f.play("lose u3")
    f.play("escalate t2")
    assert (f.where("t2"), f.asked, f.orders()) == ("lost", ("allied", "answer"), {"lose u4", "withdraw"})
    f.refused("lose u3", "12.20-BB-answer")
    f.play("lose u4")
    assert f.asked == ("soviet", "advance")  # no defender is left
    assert f.orders() == {"advance t1", "stay"}


@rule("pincher", "12.20-BB-answer")
@rule("sandown", "12.20-BB-answer")
@BOTH
def test_the_defender_answers_with_a_retreat(game: str) -> None:
    f = bloodbath(game)
    f.play("lose t2")
    f.play("lose u3")
    f.play("escalate t1")
    f.play("withdraw")
    assert (f.asked, f.orders()) == (("allied", "retreat"), {"retreat 0605", "retreat 0506", "retreat 0405"})
    f.play("retreat 0506")
    assert (f.where("u4"), f.steps("t1", "t2", "u4")) == ("0506", [1, 1, 1])
    assert f.asked == ("soviet", "advance")


@rule("pincher", "12.20-BB-answer")
@rule("sandown", "12.20-BB-answer")
@BOTH
def test_a_defender_who_cannot_retreat_suffers_de_instead(game: str) -> None:
    """[R-SWW-11]"""
    f = Field(game, u1="0505", u2="0505", **RING)  # 39 against 14, concentric: 3:1
    f.play("attack 0505 t1,t2,t3,m1,m2,m3", 5)
    f.play("lose t1")
    f.play("lose u1")
    f.play("escalate t2")
    f.play("withdraw")
    assert (f.where("u1"), f.steps("u2"), f.where("u2")) == ("lost", [1], "0505")


@rule("pincher", "12.20-BB-limit")
@rule("sandown", "12.20-BB-limit")
@BOTH
def test_attacker_keeps_last_step(game: str) -> None:
    f = Field(game, t1="0504", u1="0505")
    f.play("attack 0505 t1", 4)
    assert (f.steps("t1", "u1"), f.asked) == ([1, 1], ("soviet", "combat"))
    f = Field(game, t1="0504", p1="0504", u1="0505", u3="0505")  # 10 against 10
    f.play("attack 0505 t1,p1", 4)
    f.play("lose p1")
    f.play("lose u1")
    f.play("escalate t1")
    f.play("lose u1")
    assert (f.steps("t1", "u3"), f.asked) == ([1, 1], ("soviet", "combat"))


@rule("pincher", "12.16-convert")
@rule("sandown", "12.16-convert")
@BOTH
def test_no_withdrawal_from_city(game: str) -> None:
    """[R-SWW-10]"""
    f = Field(game, s26="0502", t1="0502", u3="0503", u4="0503", k2="0503")  # 33 to 8, less 2: 2:1
    assert result(f.play("attack 0503 s26,t1", 3)) == "BB"
    f.play("lose t1")
    f.play("lose u3")
    f.play("escalate t1")
    assert f.orders() == {"lose u4", "lose k2"}
    f.refused("withdraw", "R-SWW-10")
    f.play("lose u4")
    assert f.asked == ("soviet", "combat")  # one step is left


# -- DR --------------------------------------------------------------------------------------------------


def beaten(game: str, die: int = 2, **at: str) -> Field:
    """Soviet tanks force a unit out of 0505."""
    places: Places = {"t1": "0504", "t2": "0504", **at}
    f = Field(game, **places)
    assert result(f.play("attack 0505 t1,t2", die)) == "DR"
    return f


@rule("pincher", "12.20-DR-move", "12.20-DR-choice", "12.20-DR-ezoc-prefer")
@rule("sandown", "12.20-DR-move", "12.20-DR-choice", "12.20-DR-ezoc-prefer")
@BOTH
def test_the_defender_retreats_a_hex_of_his_choice_out_of_enemy_zones(game: str) -> None:
    f = beaten(game, u1="0505")
    assert (f.asked, f.orders()) == (("allied", "retreat"), {"retreat 0605", "retreat 0506", "retreat 0405"})
    f.refused("retreat 0604", "12.20-DR-ezoc-prefer")
    f.refused("retreat 0507", "12.20-DR-move")
    f.refused("retreat 0504", "R-SWW-12")
    f.play("retreat 0405")
    assert (f.where("u1"), f.steps("u1")) == ("0405", [2])
    assert not f.state.red >> f.hex("0405") & 1


@rule("pincher", "12.20-DR-unitary")
@rule("sandown", "12.20-DR-unitary")
@BOTH
def test_the_whole_force_retreats_together(game: str) -> None:
    f = beaten(game, u3="0505", u4="0505")
    f.refused("retreat u3 0506", "notation")
    f.play("retreat 0506")
    assert (f.where("u3"), f.where("u4")) == ("0506", "0506")


@rule("pincher", "12.20-DR-ezoc-loss")
@rule("sandown", "12.20-DR-ezoc-loss")
@BOTH
def test_retreat_into_enemy_zoc_costs_a_step(game: str) -> None:
    f = beaten(game, t2="0506", u3="0505", u4="0505", die=3)  # concentric: 3:1, and zones all round
    assert f.orders() == {"retreat 0604", "retreat 0605", "retreat 0405", "retreat 0404"}
    f.play("retreat 0605")
    assert (f.asked, f.orders()) == (("allied", "lose"), {"lose u3", "lose u4"})
    f.play("lose u4")
    assert (f.where("u3"), f.steps("u3", "u4")) == ("0605", [1, 0])
    assert f.asked == ("soviet", "advance")


@rule("pincher", "12.20-DR-negate", "8.5")
@rule("sandown", "12.20-DR-negate", "8.5")
@BOTH
def test_friendly_unit_negates_zoc(game: str) -> None:
    f = beaten(game, t2="0506", u1="0505", k2="0605", die=3)
    assert (f.where("u1"), f.steps("u1")) == ("0605", [2])  # the only hex without a zone: no question


@rule("pincher", "12.20-DR-none")
@rule("sandown", "12.20-DR-none")
@BOTH
def test_a_force_that_cannot_retreat_suffers_de_in_its_hex(game: str) -> None:
    f = Field(game, u1="0505", u2="0505*", d11="0505", **RING)  # 39 against 22, concentric: 2:1
    assert result(f.play("attack 0505 t1,t2,t3,m1,m2,m3", 3)) == "DR"
    assert (f.steps("u1", "u2", "d11"), f.where("u1")) == ([1, 0, 0], "0505")
    assert f.asked == ("soviet", "combat")  # once, and no second retreat [R-SWW-13]


@rule("pincher", "12.20-DR-stack")
@rule("sandown", "12.20-DR-stack")
@BOTH
@pytest.mark.parametrize("full", [False, True])
def test_retreat_must_fit_stacking_limit(game: str, full: bool) -> None:
    """Of six neighbours only 0506 is free of enemies, and eight or nine steps are in it."""
    around: Places = {key: where for key, where in RING.items() if where != "0506"}
    friends: Places = {"u2": "0506", "u5": "0506", "u6": "0506", "k1": "0506"} | (
        {"k2": "0506"} if full else {}
    )
    f = Field(game, u1="0505", **around, **friends)
    assert result(f.play("attack 0505 t1", 2)) == "DR"
    assert (f.where("u1"), f.steps("u1")) == (("0505", [1]) if full else ("0506", [2]))


@rule("pincher", "12.20-DR-move", "11.13")
@rule("sandown", "12.20-DR-move", "11.13")
@BOTH
def test_no_retreat_over_a_lake_or_into_the_sea(game: str) -> None:
    f = Field(game, t1="0105", t2="0105", u1="0205")
    assert result(f.play("attack 0205 t1,t2", 2)) == "DR"
    assert "retreat 0206" not in f.orders()
    f.refused("retreat 0206", "11.13")
    f = Field(game, t1="1102", t2="1102", u1="1202")
    assert result(f.play("attack 1202 t1,t2", 2)) == "DR"
    assert f.where("u1") == "1203"  # 1201 is sea, and 1103 in an enemy zone


@rule("pincher", "12.20-DR-none")
@rule("sandown", "12.20-DR-none")
@BOTH
def test_garrison_prevents_retreat_of_its_stack(game: str) -> None:
    """[R-PIN-23]"""
    f = beaten(game, b1="0505", u3="0505")
    assert f.steps("b1", "u3") == [0, 0]
    assert f.asked == ("soviet", "advance")


@rule("pincher", "12.20-DR-move")
@rule("sandown", "12.20-DR-move")
@BOTH
def test_disrupted_units_may_retreat_by_option(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """[R-SWW-23]"""
    for allowed in (True, False):
        f = Field(game, t1="0504", u1="0505")
        f.state.disrupted = f.bit("u1")
        changed(f.state)
        monkeypatch.setitem(f.scenario.options, "disrupted-retreat", allowed)
        assert result(f.play("attack 0505 t1", 3)) == "DR"
        assert (f.asked[1], f.steps("u1")) == (("retreat", [2]) if allowed else ("combat", [1]))


# -- advance ---------------------------------------------------------------------------------------------


@rule("pincher", "12.22-empty", "12.22-optional", "12.22-free", "8.6")
@rule("sandown", "12.22-empty", "12.22-optional", "12.22-free", "8.6")
@BOTH
def test_advance_into_empty_hex_ignores_zoc(game: str) -> None:
    f = beaten(game, u1="0505", p1="0504", u2="0506")
    f.play("retreat 0506")
    assert (f.asked, f.orders()) == (("soviet", "advance"), {"advance t1", "advance t2", "stay"})
    f.refused("advance p1", "12.22-empty")  # it stood by
    f.play("advance t1")
    assert (f.where("t1"), f.where("t2"), f.asked[1]) == ("0505", "0504", "advance")
    f.refused("advance t1", "12.22-empty")
    f.play("stay")
    assert f.asked == ("soviet", "combat")
    assert f.state.red >> f.hex("0505") & 1


@rule("pincher", "12.22-empty")
@rule("sandown", "12.22-empty")
@BOTH
def test_advance_into_hex_emptied_for_any_reason(game: str) -> None:
    f = Field(game, s26="0504", u3="0505")
    f.play("attack 0505 s26")  # eliminated
    assert f.asked == ("soviet", "advance")
    f.play("advance s26")
    assert (f.where("s26"), f.asked) == ("0505", ("soviet", "combat"))


@rule("pincher", "12.22-stack")
@rule("sandown", "12.22-stack")
@BOTH
def test_advances_keep_to_the_stacking_limit(game: str) -> None:
    at: Places = {"t1": "0504", "t2": "0504", "t3": "0504", "m1": "0506", "m2": "0506", "p1": "0506"}
    f = Field(game, u3="0505", **at)  # 36 against 3: eliminated
    f.play("attack 0505 t1,t2,t3,m1,m2,p1")
    for unit in ("t1", "t2", "t3", "m1"):
        f.play(f"advance {unit}")
    f.play("advance p1")
    assert f.asked == ("soviet", "combat")  # 9 steps are there, and the last unit has 2
    assert f.where("m2") == "0506"
    f = Field(game, u3="0505", **at)
    f.play("attack 0505 t1,t2,t3,m1,m2,p1")
    for unit in ("t1", "t2", "t3", "m1"):
        f.play(f"advance {unit}")
    f.play("advance m2")
    assert (f.where("p1"), f.asked) == ("0506", ("soviet", "combat"))


@rule("pincher", "12.22-now")
@rule("sandown", "12.22-now")
@BOTH
def test_the_advance_is_decided_before_the_next_battle(game: str) -> None:
    f = Field(game, s26="0504", u3="0505", m1="0209", u2="0208")
    f.play("attack 0505 s26")
    f.refused("attack 0208 m1", "5.2")
    f.play("stay")
    f.play("attack 0208 m1", 6)
    f.refused("advance s26", "5.2")


@rule("pincher", "12.22-defender")
@rule("sandown", "12.22-defender")
@BOTH
def test_defenders_never_advance(game: str) -> None:
    f = Field(game, p1="0504", u3="0505")
    f.play("attack 0505 p1", 6)
    assert (f.where("p1"), f.asked) == ("lost", ("soviet", "combat"))


@rule("pincher", "12.22-stack")
@rule("sandown", "12.22-stack")
@BOTH
def test_garrisons_never_advance(game: str) -> None:
    """[R-SWW-32]"""
    f = Field(game, "allied combat", b1="0504", u1="0504", u2="0504", p1="0505")
    f.play("attack 0505 b1,u1,u2", 2)  # 11 against 4, mixed: 1:1
    assert f.asked == ("soviet", "retreat")
    f.play("retreat 0506")
    assert f.orders() == {"advance u1", "advance u2", "stay"}
    f.refused("advance b1", "R-SWW-32")


@rule("pincher", "12.20-BB-escalate")
@rule("sandown", "12.20-BB-escalate")
@BOTH
def test_the_prompt_after_a_bloodbath_offers_to_lose_another_step(game: str) -> None:
    f = bloodbath(game)
    f.play("lose t2")
    f.play("lose u3")
    assert "lose another step" in str(f.choices("soviet").sentence())
