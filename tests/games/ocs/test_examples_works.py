"""The worked example about building times, as far as hedgehogs go [EX-OCS-48]."""

from __future__ import annotations

from grognard.core.dice import Dice
from grognard.games.ocs.combat.combat_table import roll_combat, roll_surprise
from grognard.games.ocs.logistics.construction import hedgehog_at
from grognard.games.ocs.turn import sequence
from tests.rules.ocs.field import GERMAN
from tests.rules.ocs.order_helpers import Manoeuvre

SITE = "08.07"


def dice(*faces: int) -> Dice:
    rolled = Dice(1)
    rolled.script(faces)
    return rolled


def test_ex_48_a_hedgehog_of_level_4_takes_four_turns_and_8_points() -> None:
    field = Manoeuvre("movement", g_inf1=SITE, g_hq="07.08", s_inf1="17.12")
    field.supply(SITE, 8 * 4)
    levels, spent = [], 0
    for turn in range(1, 5):
        field.state.turn = turn
        field.go_to("reinforcement")
        sequence.begin(field.state, dice(1, 1, 1, 1))
        sequence.end_phase(field.state, dice())
        before = field.state.ledger[GERMAN]
        field.give("dig 08.07 g-inf1")
        spent += before - field.state.ledger[GERMAN]
        assert field.check("dig 08.07 g-hq") is not None  # one level a turn
        levels.append(field.state.level[hedgehog_at(field.state, field.hex(SITE))])
    assert levels == [1, 2, 3, 4]
    assert spent == 8 * 4


def test_ex_48_a_hedgehog_of_level_3_is_3_less_in_combat_and_1_less_for_surprise() -> None:
    assert roll_combat(6, 0, 3, dice(5, 5))[0] == roll_combat(6, 0, 0, dice(3, 4))[0]
    assert roll_surprise(0, 0, False, dice(5, 5, 1)).surprise == "attacker"
    assert roll_surprise(0, 3, False, dice(5, 5)).surprise == ""
    assert roll_surprise(0, 3, False, dice(5, 6, 1)).surprise == "attacker"
