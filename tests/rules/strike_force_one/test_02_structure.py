"""Section 2: factions, whose part of the turn it is, and the three levels."""

from __future__ import annotations

import pytest

import grognard
from grognard.core.testing import rule
from grognard.games.strike_force_one.definition import GAME
from tests.rules.strike_force_one.scenes import AS_PLANNED, At, new
from tests.support import refused, same_again, situation, texts, where


@rule("sfo", "2-all-order")
@pytest.mark.parametrize(("scenario", "phases"), [("basic", 2), ("advanced", 2), ("expert-standard", 3)])
def test_the_soviets_finish_all_phases_before_the_us_begins(scenario: str, phases: int) -> None:
    game = new(scenario)
    game.dice.script(AS_PLANNED * 4)
    acted = []
    while game.turn < 3:
        acted.append(game.to_act)
        game.play("roll" if game.view().phase_name == "events" else "end")
    assert acted == (["soviet"] * phases + ["us"] * phases) * 2


@rule("sfo", "2-all-passive")
@pytest.mark.parametrize("phase", ["soviet movement", "soviet combat"])
def test_the_idle_side_may_neither_move_nor_attack(phase: str) -> None:
    game = situation("basic", phase, SA="0605", Z="0505")
    assert game.choices("us") is None
    for order in ("move Z 0504", "attack 0605 Z", "end"):
        refusal = game.check(order, "us")
        assert refusal is not None
        assert refusal.rule == "2-all-passive"


@rule("sfo", "2-all-passive")
def test_no_orders_to_enemy_units() -> None:
    game = situation("basic", "soviet movement", SA="0605", Z="0505")
    refused(game, "move Z 0504", "2-all-passive")
    game.play("end")
    refused(game, "attack 0505 Z", "2-all-passive")


@rule("sfo", "2-all-passive")
def test_the_idle_side_retreats_when_a_battle_demands_it_and_is_idle_again() -> None:
    game = situation("basic", "soviet combat", dice=[1], SA="0605", Z="0505")
    game.play("attack 0505 SA")  # 1: DR
    assert (game.to_act, game.phase) == ("us", "soviet combat")
    assert texts(game) == {"retreat Z 0404", "retreat Z 0405", "retreat Z 0504"}
    game.play("retreat Z 0405")
    assert game.to_act == "soviet"


@rule("sfo", "2-all-passive")
def test_the_idle_side_chooses_its_loss_when_a_battle_demands_one() -> None:
    # 5 - 2 = +3, die 1: DE, one unit is lost and the other retreats
    game = situation(
        "expert-standard", "soviet combat", dice=[1],
        SA="0605", SB="0605", SZ="0604", SV="0604", Y="0505", Z="0505",
    )  # fmt: skip
    game.play("attack 0505 SA,SB,SV,SZ")
    assert game.to_act == "us"
    assert texts(game) == {"lose Y", "lose Z"}
    game.play("lose Y")
    assert where(game, "Y") == "lost"
    assert game.to_act == "us"
    game.play("retreat Z 0405")
    assert game.to_act == "soviet"


@rule("sfo", "2-all-levels")
@pytest.mark.parametrize("level", ["basic", "advanced", "expert-standard"])
def test_text_for_a_level_overrides_the_general_text(level: str) -> None:
    # Z's only way out is X's hex: closed by the general text of 9.2, open by that for the higher levels.
    game = situation(level, "soviet combat", dice=[1], SA="0605", SB="0504", Z="0505", X="0405")
    game.play("attack 0505 SA,SB")  # two attackers, or difference +1, die 1: DR
    if level == "basic":
        assert where(game, "Z") == "lost"
    else:
        assert texts(game) == {"retreat Z 0405"}


@rule("sfo", "2-all-levels")
def test_a_game_is_played_at_one_of_three_levels() -> None:
    (sfo,) = (game for game in grognard.list_games() if game.id == "strike-force-one")
    levels = {name: GAME.scenarios(name, {}).level for name in sfo.scenarios}
    assert set(levels.values()) == {"basic", "advanced", "expert"}
    stacked: At = {"SA": "0605", "SB": "0605"}
    with pytest.raises(grognard.GrognardError):
        situation("basic", "soviet combat", **stacked)
    for name in (name for name, level in levels.items() if level != "basic"):
        assert where(situation(name, "soviet combat", **stacked), "SB") == "0605"


@rule("sfo", "2-all-sides")
@pytest.mark.parametrize("german", ["U", "V"])
def test_west_germans_belong_to_the_us(german: str) -> None:
    at: At = {german: "0505", "SA": "0605", "SB": "0604"}
    game = situation("expert-standard", "us movement", **at)
    assert "0504" in game.reach(german)
    assert "0506" in game.zoc("us")
    game = situation("expert-standard", "us combat", **at)
    assert f"attack 0605 {german}" in texts(game)
    game = situation("expert-standard", "soviet movement", **at)
    refused(game, f"move {german} 0504", "2-all-passive")
    refused(game, "move SA 0505", "8.3-all-enemy")
    game = situation("expert-standard", "soviet combat", **at)
    assert "attack 0505 SA,SB" in texts(game)


def test_a_position_restores_the_game() -> None:
    game = situation("expert-standard", "soviet movement", turn=3, SA="0605", SZ="edge", Z="0505", X="lost")
    same_again(game)
    game = situation("expert-standard", "us events", options={"event-draw": "chits"}, SA="0605", Z="0505")
    same_again(game)


def test_nothing_is_hidden_from_either_side() -> None:
    game = situation("expert-standard", "soviet movement", SA="0605", Z="0505")
    assert game.view("soviet").known == game.state.plain()
    assert game.view("us").known == game.state.plain()


def test_a_phase_is_about_no_hex_or_unit_in_particular() -> None:
    game = situation("basic", "soviet movement", SA="0605", Z="0505")
    decision = game.choices()
    assert decision is not None
    assert (decision.hexes, decision.units) == ((), ())
