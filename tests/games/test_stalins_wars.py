"""Stalin's World War III as a game like any other: random games, positions, breaking in, judgement."""

from __future__ import annotations

import random
import tomllib
from typing import cast

import msgspec
import pytest

import grognard
from grognard.core.contract.decisions import NO_ACTOR
from grognard.core.contract.outside.position import Position
from grognard.core.facts import changed
from grognard.core.play.game import Game
from grognard.games.sww3 import rules
from grognard.games.sww3.advice import evaluation
from grognard.games.sww3.model.state import Sww3State
from grognard.games.sww3.support import supply
from grognard.sim.invariants import fuzz_one
from tests.support import cannot_be, same_now_and_then

CAMPAIGNS = ("pincher/campaign", "sandown/campaign", "grand-campaign/grand-campaign")
SCENARIOS = tuple(
    f"{game.id}/{name}"
    for game in grognard.list_games()
    if game.id in ("pincher", "sandown", "grand-campaign")
    for name in game.scenarios
)


def played(scenario: str, orders: int, seed: int = 1) -> Game:
    """A game after some random orders."""
    game = grognard.new(scenario, seed=seed)
    source = random.Random(seed)
    while not game.over and len(game.history) < orders:
        decision = game.choices()
        assert decision is not None
        game.play(decision.random_order(source))
    return game


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_random_game_keeps_every_invariant_to_its_end(scenario: str) -> None:
    """Legal orders, sound states, undo, positions, views, and the same game from its record."""
    found = fuzz_one((scenario,), 3, 0)
    assert found.failure == "", found.failure


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_listed_actors_are_exactly_those_with_orders(scenario: str) -> None:
    game = grognard.new(scenario, seed=6)
    source = random.Random(6)
    for number in range(400):
        decision = game.choices()
        if decision is None:
            break
        if decision.kind != "movement" or number % 20 == 0:
            offered = set(decision.actors())
            able = {actor for actor in (NO_ACTOR, *game.scenario.index) if decision.orders(actor)}
            assert offered == able, (decision.kind, offered ^ able)
        game.play(decision.random_order(source))


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_many_random_games_keep_every_invariant(scenario: str) -> None:
    for index in range(25):
        found = fuzz_one((scenario,), 11, index)
        assert found.failure == "", f"game {index}: {found.failure}"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_view_is_the_same_for_all_sides(scenario: str) -> None:
    game = played(scenario, 120)
    views = [msgspec.to_builtins(game.view(side)) for side in ("", *game.sides)]
    for view in views:
        del view["side"]
    assert views[0] == views[1] == views[2]
    assert game.scenario.game.secrets is False


@pytest.mark.parametrize("scenario", CAMPAIGNS)
def test_supply_explanation_agrees_with_rules(scenario: str) -> None:
    game = played(scenario, 120)
    state, says = cast("Sww3State", game.state), game.definition.rulebook().says
    state.turn = 2  # on the first turn all are in supply
    state.red = state.scenario.land  # the Allied ports have fallen
    changed(state)
    totals = set()
    for unit, c in state.scenario.index.items():
        account = rules.explain(state, unit)
        totals.add(account.total)
        assert all(says(line.rule) for line in account.lines)
        if state.at[c] >= 0:
            holds = any(line.value == "yes" for line in account.lines)
            assert holds == supply.in_supply(state, c) == (account.total == "in supply"), account
        else:
            assert not account.lines
    assert totals == {"in supply", "out of supply", "needs no supply"}
    assert game.scenario.game.explains == "Supply"


# -- positions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", CAMPAIGNS)
def test_a_position_file_is_the_whole_game_between_two_operations(scenario: str) -> None:
    assert same_now_and_then(grognard.new(scenario, seed=4), random.Random(4)) > 10


BAD = {
    'turn = 11\nphase = "soviet movement"': "turns",
    'turn = 2\nphase = "soviet lunch"': "phases are",
    'turn = 2\nphase = "soviet movement"\n[at]\nnobody = "5414"': "no such counter",
    'turn = 2\nphase = "soviet movement"\n[at]\nsu-9t = "9999"': "neither a hex nor",
    'turn = 2\nphase = "soviet movement"\n[state]\nsu-9t = { steps = 3 }': "not a value that su-9t can have",
    'turn = 2\nphase = "soviet movement"\n[state]\nair = [0, 1]': "expected 1 values",
    'turn = 2\nphase = "soviet movement"\n[state]\nweather = "fine"': "no such counter or track",
    'turn = 2\nphase = "soviet movement"\n[state]\nneutral = ["narnia"]': "no country",
    'turn = 2\nphase = "soviet movement"\n[at]\nsu-9t = "0101"': "not a land hex",
    'turn = 2\nphase = "soviet victory check"': "nothing is asked",
}


@pytest.mark.parametrize("text", BAD, ids=BAD.values())
def test_invalid_position_is_refused_with_reason(text: str) -> None:
    cannot_be("pincher/campaign", text, BAD[text])


# -- breaking in -------------------------------------------------------------------------------------


def at_war() -> Game:
    """Turn 2, the Soviets to move: both sides may use the bomb, and NATO has waved the phase through."""
    text = """
        scenario = "pincher/campaign"
        turn = 2
        phase = "soviet movement"
        [at]
        su-9t = "4615"
        su-6gt = "4614"
        us-14c = "4315"
    """
    game = grognard.new("pincher/campaign", seed=5)
    position = msgspec.convert(tomllib.loads(text), Position)
    game.begin_from(game.definition.from_position(game.scenario, position))
    game.play("move su-9t 4616", "soviet")
    game.play("decline", "nato")
    return game


def test_side_that_declined_may_still_interrupt() -> None:
    game = at_war()
    assert game.waiting_for == ("soviet",)
    decision = game.choices("nato")
    assert decision is not None and decision.kind == "halt"
    assert "strike 4616" in [str(order) for order in decision.all()]
    game.play("strike 4616", "nato")
    assert game.history[-1].side == "nato"
    again = grognard.loads(_record(game))
    assert again.state.digest == game.state.digest


def test_only_certain_orders_may_interrupt() -> None:
    game = at_war()
    refusal = game.check("move us-14c 4316", "nato")
    assert refusal is not None and refusal.rule == "5.1-order"


def test_one_interruption_between_two_operations() -> None:
    game = at_war()
    game.play("strike 4616", "nato")
    while game.state.questions:
        decision = game.choices()
        assert decision is not None
        game.play(next(iter(decision.all())))
    decision = game.choices("nato")
    assert decision is not None
    assert [str(order) for order in decision.all()] == ["flood"]  # the dikes may be blown all the same
    refusal = game.check("strike 4614", "nato")
    assert refusal is not None and refusal.rule == "13.4-between"


def _record(game: Game) -> str:
    from grognard.core.play.record import write_record

    return write_record(game.record())


# -- judgement ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", CAMPAIGNS)
def test_evaluation_does_not_depend_on_earlier_evaluations(scenario: str) -> None:
    game = grognard.new(scenario, seed=2)
    source = random.Random(2)
    known = evaluation.scenario_facts(game.scenario)
    for _ in range(250):
        if game.over:
            break
        kept = game.score("soviet")
        known.account = None
        assert game.score("soviet") == kept == -game.score(game.sides[1])
        assert -1 < kept < 1
        decision = game.choices()
        assert decision is not None
        game.play(decision.random_order(source))
