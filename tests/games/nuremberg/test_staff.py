"""The staff that advises computer players in Objective Nuremberg: legal, open-eyed only, and purposeful."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.ai import player
from grognard.core.contract.orders import Order
from grognard.core.hexes.grid import bits
from grognard.core.play.game import Game
from grognard.games.afcent.advice.staff.advisor import advise
from grognard.games.afcent.advice.staff.battle_odds import Stakes, chances, gain, mixed
from grognard.games.afcent.advice.staff.situation import Picture
from grognard.games.afcent.combat.strength import Ground
from grognard.games.afcent.model.scenario import NATO, PACT, AfcentScenario
from grognard.games.afcent.model.state import RECALLED, AfcentState
from grognard.games.nuremberg import advice
from tests.games.nuremberg.moments import ATTACK, moment

CAMPAIGN, BORDER = "nuremberg/campaign", "nuremberg/border-battle"


def state_of(game: Game) -> AfcentState:
    """The state of a game of the series."""
    assert isinstance(game.state, AfcentState)
    return game.state


def scenario_of(game: Game) -> AfcentScenario:
    """The scenario of such a game."""
    assert isinstance(game.scenario, AfcentScenario)
    return game.scenario


def advised(game: Game, turns: int) -> list[str]:
    """Let the staff play both sides for some turns; what it had no legal advice for."""
    missing = []
    while not game.over and game.turn <= turns:
        side = game.to_act
        assert side is not None
        orders, why = advise(state_of(game), side)
        if orders and game.check(orders[0], side) is None:
            assert why
            game.play(orders[0], side)
        else:
            missing.append(f"{game.phase}: {orders[:1]}")
            decision = game.choices(side)
            assert decision is not None
            game.play(decision.random_order(random.Random(1)), side)
    return missing


@pytest.mark.parametrize("seed", [1, 2])
def test_the_staff_has_a_legal_order_for_every_question(seed: int) -> None:
    assert advised(grognard.new(BORDER, seed=seed), 3) == []


def test_the_staff_sets_up_and_opens_the_campaign() -> None:
    game = grognard.new(CAMPAIGN, seed=3)
    assert advised(game, 2) == []
    assert game.turn == 3
    assert state_of(game).plan[0] == 12


def test_a_free_set_up_is_filled_and_ended() -> None:
    game = grognard.new(CAMPAIGN, {"setup": "free"}, seed=3)
    assert advised(game, 0) == []
    assert game.turn == 1


def test_nato_is_advised_the_same_whatever_the_pact_means_to_do() -> None:
    """The attack order, the plan of the drop and a pledge are not looked at [12.1.4.1.b, 11.4-secret]."""
    game, compared = grognard.new(CAMPAIGN, seed=5), 0
    while game.turn <= 2:
        side = game.to_act
        assert side is not None
        orders, _ = advise(state_of(game), side)
        if side == "nato":
            twin = state_of(game).copy()
            twin.order, twin.plan = (twin.order + 1) % 3, [9, 3, 4]
            twin.pledged[PACT] = min(twin.pledged[PACT], 0)
            assert advise(twin, side)[0] == orders, game.phase
            compared += 1
        for order in orders:  # as far as nothing comes in between
            if game.to_act != side or game.check(order, side) is not None:
                break
            game.play(order, side)
    assert compared > 20


def test_support_goes_to_a_battle_that_is_worth_it_and_within_the_limit() -> None:
    game = moment("pact combat")
    game.play(ATTACK, "pact")
    (order,), _ = advise(state_of(game), "pact")
    assert order.verb == "commit" and order.units
    assert game.check(order, "pact") is None


def test_pact_exits_where_its_order_requires() -> None:
    game = moment("pact movement", {"su-79gt-17t": "2802", "us-3i-1-30": "4020"}, state={"order": 0})
    orders, _ = advise(state_of(game), "pact")
    assert [order.verb for order in orders] == ["column", "exit", "end"]
    stays = moment("pact movement", {"su-79gt-17t": "2802", "us-3i-1-30": "4020"}, state={"order": 2})
    assert "exit" not in [order.verb for order in advise(state_of(stays), "pact")[0]]


def test_the_drop_is_cancelled_when_its_turn_has_come() -> None:
    at = {"su-103g": "airborne", "su-79gt-17t": "2802", "us-3i-1-30": "4020"}
    due = moment("pact declaration", at, turn=12)
    assert advise(state_of(due), "pact")[0][0].words[1:] == ("recall",)
    early = moment("pact declaration", at, turn=3)
    assert advise(state_of(early), "pact")[0][0].words[1:] == ()


def test_to_cancel_the_drop_gains_nothing_before_its_turn() -> None:
    at = {"su-103g": "airborne", "su-79gt-17t": "2802", "us-3i-1-30": "4020"}
    game = moment("pact declaration", at, turn=3)
    before = game.score("pact")
    game.play("declare move recall", "pact")
    assert game.score("pact") <= before
    state = state_of(game)
    assert state.recalled
    assert advice.attained(state, 0) == 2 and RECALLED not in state.at


def test_nato_advice_uses_visible_facts_only() -> None:
    """Pact units before the western exits speak for one order, those before the southern ones for another."""
    west = {"su-79gt-17t": "3606", "su-79gt-45t": "3606", "us-3i-1-30": "2104"}
    south = {"su-79gt-17t": "1420", "su-79gt-45t": "1420", "us-3i-1-30": "2104"}
    northern, southern = (Picture(state_of(moment("nato movement", at)), 1).weights for at in (west, south))
    assert northern[0] > southern[0] and southern[1] > northern[1]
    assert sum(northern) == pytest.approx(1) == sum(southern)


def test_chances_are_those_of_the_table() -> None:
    scenario = scenario_of(grognard.new(CAMPAIGN, seed=1))
    open_, city = Ground("clear", 0, "DR"), Ground("city", -2, "EX")
    three_to_one = chances(scenario, 2, 0, open_, PACT)
    assert three_to_one == pytest.approx((0, 0, 0, 0.5, 2 / 6, 1 / 6, 0))
    assert chances(scenario, 2, 0, city, PACT).DR == 0
    assert chances(scenario, 13, 0, open_, PACT).DE == 1
    assert chances(scenario, -3, 0, open_, NATO).AL == 1 == chances(scenario, -3, 0, open_, PACT).AE
    assert sum(mixed(scenario, 2, 0.5, open_, PACT)) == pytest.approx(1)
    stakes = Stakes(10, 2, 8, 4, alone=False, prize=3)
    assert gain(chances(scenario, 13, 0, open_, PACT), stakes) == 11


def test_an_attack_by_the_only_garrison_risks_its_town() -> None:
    scenario, open_ = scenario_of(grognard.new(BORDER, seed=1)), Ground("clear", 0, "DR")
    free = Stakes(5, 5, 8, 4, alone=False, prize=3)
    guard = free._replace(opened=7.0, opened_by_one=7.0)
    even = chances(scenario, 1, 0, open_, PACT)
    lost = even.EX + even.AL + even.AE
    assert 0 < lost < 1
    assert gain(even, free) - gain(even, guard) == pytest.approx(7 * lost)


@pytest.mark.parametrize("side", ["pact", "nato"])
def test_a_planner_plays_from_its_view(side: str) -> None:
    game = grognard.new(BORDER, seed=4)
    players = {name: player("planner" if name == side else "random", seed=2) for name in game.sides}
    while not game.over:
        acting = game.to_act
        assert acting is not None
        game.play(players[acting].choose(game.definition, game.scenario, game.view(acting)), acting)
    assert game.turn == 3


def test_an_order_of_the_staff_names_units_of_its_own() -> None:
    game = grognard.new(BORDER, seed=2)
    scenario = scenario_of(game)
    ids = {scenario.counter_ids[c] for c in bits(scenario.units_of[PACT])}
    while game.turn == 1 and game.phase != "nato combat":
        side = game.to_act
        assert side is not None
        orders: list[Order] = advise(state_of(game), side)[0]
        if side == "pact" and orders[0].verb in ("move", "column", "attack"):
            assert set(orders[0].units) <= ids
        game.play(orders[0], side)
