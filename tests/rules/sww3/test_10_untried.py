"""Untried units, revealed in their first battle [Pincher 10.4, Sandown 10.9, R-SWW-24].

The four German groupements of the drill ground are 0-0, 0-0, 1-2 and 3-3, its Soviet second formations 0-0,
0-0, 1-1 and 3-2. A die with a side for each value that has not turned up yet tells which it is.
"""

from __future__ import annotations

import pytest

from grognard.core.testing import rule
from grognard.games.sww3.scenario import SOVIET
from grognard.games.sww3.strength import battle
from grognard.games.sww3.untried import hands
from tests.rules.sww3.field import BOTH, Field, kinds, result


def shown(f: Field, id_: str) -> str:
    """Whose values a unit shows."""
    face = f.state.face[f.scenario.index[id_]]
    return f.scenario.counters[face].id if face >= 0 else "?"


@rule("pincher", "10.4-reveal", "10.4-blind")
@BOTH
def test_a_groupement_is_revealed_when_it_is_attacked_and_stays_so(game: str) -> None:
    f = Field(game, t1="0504", t2="0506", w1="0505")
    events = f.play("attack 0505 t1", 4, 6)  # the fourth value, 3-3; then the battle at 2:1
    assert kinds(events)[:2] == ["revealed", "battle"]
    assert (events[0].note, shown(f, "w1"), result(events)) == ("3-3", "w4", "AL1")
    f.state.attacked = f.state.fought = 0
    assert f.odds("attack 0505 t1").total == "1:1"  # t1 was reduced: 4 to 3, and no more draws
    assert kinds(f.play("attack 0505 t1", 6)) == ["battle", "lost"]


@rule("sandown", "10.9-reveal")
@BOTH
def test_a_second_formation_is_revealed_when_it_attacks(game: str) -> None:
    f = Field(game, n1="0504", n2="0504", u3="0505")
    events = f.play("attack 0505 n1,n2", 3, 3, 6)  # 1-1 is the third of four, 3-2 of the three left
    assert [event.note for event in events if event.kind == "revealed"] == ["1-1", "3-2"]
    assert (shown(f, "n1"), shown(f, "n2"), shown(f, "n3")) == ("n3", "n4", "?")


@rule("pincher", "10.4-onestep")
@BOTH
def test_untried_units_have_one_step(game: str) -> None:
    f = Field(game, w1="0505", n1="0504")
    assert f.steps("w1", "n1") == [1, 1]
    assert f.state.load[f.hex("0505")] == 1


@rule("pincher", "10.4-zero", "10.4-shift")
@BOTH
def test_an_empty_groupement_leaves_and_shifts_the_battle_for_the_communists(game: str) -> None:
    f = Field(game, t1="0504", t2="0504", w1="0505", u1="0505")
    events = f.play("attack 0505 t1,t2", 1, 2)  # 0-0; 14 against 7 is 2:1, and one right 3:1: DE
    assert (f.where("w1"), events[0].rule.split("-")[1]) == ("lost", "zero")
    assert "3:1" in events[1].note
    assert (result(events), f.steps("u1")) == ("DE", [1])  # the loss is not set off against the result
    f = Field(game, "allied combat", w1="0504", u1="0504", m1="0505")
    events = f.play("attack 0505 u1,w1", 1)  # 5 against 6 is 1:2, and one left 1:3: no die
    assert result(events) == "AL1"
    assert f.steps("u1") == [1]


@rule("sandown", "10.9-zero", "10.9-shift")
@BOTH
def test_an_empty_second_formation_leaves_and_shifts_the_battle_for_the_allies(game: str) -> None:
    f = Field(game, n1="0504", t1="0504", t2="0504", u1="0505")
    events = f.play("attack 0505 t1,t2,n1", 1, 4)  # 2:1, and one left 1:1
    assert (f.where("n1"), result(events)) == ("lost", "BB")
    assert "1:1" in events[1].note
    f = Field(game, "allied combat", n1="0505", p1="0505", u1="0504")
    events = f.play("attack 0505 u1", 1, 4)  # 5 against 4 is 1:1, and one right 2:1
    assert "2:1" in events[1].note


@rule("pincher", "10.4-shift")
@rule("sandown", "10.9-shift")
@BOTH
def test_several_empty_units_shift_only_once(game: str) -> None:
    f = Field(game, t1="0504", t2="0504", w1="0505", w2="0505", u1="0505")
    assert "3:1" in f.play("attack 0505 t1,t2", 1, 1, 6)[2].note
    f = Field(game, n1="0504", n2="0504", t1="0504", t2="0504", u1="0505")
    assert "1:1" in f.play("attack 0505 t1,t2,n1,n2", 1, 1, 6)[2].note


@rule("pincher", "10.4-zero")
@BOTH
def test_a_hex_whose_defenders_were_all_empty_may_be_entered(game: str) -> None:
    f = Field(game, t1="0504", w1="0505")
    assert kinds(f.play("attack 0505 t1", 1)) == ["revealed", "battle"]
    assert (f.asked, f.orders()) == (("soviet", "advance"), {"advance t1", "stay"})


@rule("sandown", "10.9-zero")
@BOTH
def test_an_attack_of_which_nobody_is_left_is_spent(game: str) -> None:
    f = Field(game, n1="0504", u1="0505")
    f.play("attack 0505 n1", 2)
    assert (f.where("n1"), f.steps("u1"), f.asked) == ("lost", [2], ("soviet", "combat"))
    f.put("t1", "0504")
    f.refused("attack 0505 t1", "12.4-defend")  # it was the attack of the phase


@rule("pincher", "10.4-reveal")
@BOTH
def test_a_value_turns_up_only_once(game: str) -> None:
    f = Field(game, t1="0504", w1="0505", w2="0505", w3="0505")
    f.play("attack 0505 t1", 1, 1, 1, 6)
    assert [shown(f, w) for w in ("w1", "w2", "w3")] == ["w1", "w2", "w3"]


@rule("pincher", "10.4-blind")
@rule("sandown", "10.9-reveal")
@BOTH
def test_previews_tell_only_what_may_turn_up(game: str) -> None:
    f = Field(game, t1="0504", w1="0505")
    account = f.odds("attack 0505 t1")
    assert ("w1, untried", "0-3") in {(line.label, line.value) for line in account.lines}
    assert account.outcomes["empty"] == pytest.approx(2 / 4)
    found = hands(f.state, battle(f.state, SOVIET, f.hex("0505"), f.bit("t1")))
    assert sorted(round(chance, 3) for _, chance in found) == [0.25, 0.25, 0.5]
