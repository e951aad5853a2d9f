"""States from outside are checked in full: an impossible one is refused and never hangs or breaks a game."""

from __future__ import annotations

import copy
import random
from dataclasses import replace
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import pytest

import grognard
from grognard.core.contract.decisions import Decision
from grognard.core.contract.outside.bounds import out_of_bounds
from grognard.core.contract.state import PlainState, State, _saved
from grognard.core.errors import BadFile
from grognard.core.play.foreign_states import BadState, state_from_outside
from grognard.core.play.game import Game
from grognard.core.play.record import Record
from grognard.core.play.replay import replay
from grognard.games import definition_of
from tests.core.play.mutations import mutations, quickly
from tests.fixtures.skirmish import rules as skirmish
from tests.fixtures.skirmish.definition import GAME as SKIRMISH

SCENARIOS = (
    "strike-force-one/expert-standard",
    "strike-force-one/advanced",
    "pincher/race-to-the-rhine",
    "sandown/campaign",
    "grand-campaign/grand-campaign",
    "nuremberg/campaign",
    "ocs/counterstroke",
    "ocs/drill-8-battle",
    "ocs/kharkov",
)

ORDERS = 500
"""Maximum number of orders in a random game; not a time, so that the same states are tried on any machine."""


@lru_cache
def played(scenario: str, states: int) -> list[PlainState]:
    """Return states from a random game, as many as possible in the middle of something."""
    source = random.Random(scenario)
    found: list[PlainState] = []
    rare: list[PlainState] = []
    game = grognard.new(scenario, seed=11)
    for _ in range(ORDERS):
        if game.over:
            break
        decision = game.choices()
        assert decision is not None
        game.play(decision.random_order(source))
        (rare if game.state.questions else found).append(game.state.plain())
    source.shuffle(found)
    source.shuffle(rare)
    return (rare[: states // 2] + found)[:states]


def started(scenario: str, plain: PlainState) -> Game:
    """Return a game that starts from a state, as a record brings it."""
    game, _, _ = scenario.partition("/")
    return replay(definition_of(game), Record(scenario=scenario, seed="1", start=plain))


def try_state(scenario: str, plain: PlainState, source: random.Random, orders: int = 3) -> bool:
    """Load a state and play a little; return whether it was accepted."""
    with quickly():
        try:
            game = started(scenario, copy.deepcopy(plain))
        except BadFile as error:
            assert len(str(error)) < 600 and "\n" not in str(error)
            return False
        for side in ("", *game.sides):
            game.view(side)
        for _ in range(orders):
            if game.over:
                break
            decision = game.choices()
            assert decision is not None
            game.play(decision.random_order(source))
    return True


def check_mutations(scenario: str, states: int, share: float) -> None:
    source = random.Random(f"foreign {scenario}")
    refused = tried = 0
    for plain in played(scenario, states):
        assert try_state(scenario, plain, source), "a state of a real game is refused"
        for wrong in mutations(plain, source):
            if source.random() < share:
                tried += 1
                try:
                    refused += not try_state(scenario, wrong, source)
                except Exception as error:
                    differs = {k: wrong.get(k) for k in {**plain, **wrong} if plain.get(k) != wrong.get(k)}
                    text = f"{differs}"[:300]
                    was = str({key: plain.get(key) for key in differs})[:300]
                    raise AssertionError(f"{type(error).__name__} {error} for {text}, was {was}") from error
    assert refused > tried / 2


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_mutated_states_are_refused_or_playable(scenario: str) -> None:
    check_mutations(scenario, states=2, share=0.1)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_many_mutated_states_are_refused_or_playable(scenario: str) -> None:
    check_mutations(scenario, states=20, share=0.1)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_saved_number_has_bounds(scenario: str) -> None:
    game = grognard.new(scenario, seed=1)
    bounds = game.definition.bounds(game.scenario)
    columns = _saved(type(game.state))
    unbounded = {name for name, field in columns.items() if field.type not in (bool, list[bool])} - set(
        bounds
    )
    assert not unbounded and set(bounds) <= set(columns)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_states_of_real_games_are_within_bounds(scenario: str) -> None:
    game = grognard.new(scenario, seed=1)
    bounds = game.definition.bounds(game.scenario)
    for plain in played(scenario, 200):
        assert not out_of_bounds(plain, bounds)


def test_question_without_its_data_is_refused() -> None:
    """It can be shown, but not answered."""
    scenario = "strike-force-one/advanced"
    advances = (plain for plain in played(scenario, 200) if "advance" in str(plain["stack"]))
    plain = copy.deepcopy(next(advances))
    stack: Any = plain["stack"]
    with pytest.raises(BadFile, match="contradict each other"):
        started(scenario, {**plain, "stack": [{**stack[0], "data": []}]})


def test_question_about_no_unit_is_refused() -> None:
    """It lists an order that is illegal, or none."""
    scenario = "ocs/counterstroke"
    asked = (plain for plain in played(scenario, 200) if "'eat'" in str(plain["stack"]))
    plain = copy.deepcopy(next(asked))
    stack: Any = plain["stack"]
    with pytest.raises(BadFile, match="its start is not a state of this game"):
        started(scenario, {**plain, "stack": [{**stack[0], "units": []}]})


def test_setup_has_a_stage_for_each_side() -> None:
    game = grognard.new("sandown/campaign", seed=1)
    with pytest.raises(BadFile, match=r"the setup has no such stage|turn must be from"):
        started("sandown/campaign", {**game.state.plain(), "turn": 0, "step": 5})


def until(scenario: str, *kinds: str) -> PlainState:
    """Return the first state of random games in which these questions are open."""
    for seed in range(11, 30):
        game, source = grognard.new(scenario, seed=seed), random.Random(f"{scenario} {seed}")
        while decision := game.choices():
            if tuple(question.kind for question in game.state.questions) == kinds:
                return game.state.plain()
            game.play(decision.random_order(source))
    raise AssertionError(f"never asked: {kinds}")


def test_question_asked_later_is_tried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """One below another on the stack is answered only after it, and must have legal answers then."""
    scenario = "ocs/counterstroke"
    plain = until(scenario, "attrition", "attrition")
    stack: Any = plain["stack"]
    wrong = {**plain, "stack": [{**stack[0], "hex": stack[0]["hex"] - 2, "data": [2]}, stack[1]]}
    with pytest.raises(BadFile, match="attrition of units that are not in the hex"):
        started(scenario, wrong)
    monkeypatch.setattr(type(definition_of("ocs")), "violations", lambda *_: [])
    assert not started(scenario, plain).over
    with pytest.raises(BadFile, match="must act but has no legal order"):
        started(scenario, wrong)


def test_combat_with_defenders_has_a_defending_action_rating() -> None:
    scenario = "ocs/counterstroke"
    plain = until(scenario, "advance", "defender", "option")
    fight: Any = plain["fight"]
    assert fight["defenders"] and not started(scenario, plain).over
    with pytest.raises(BadFile, match="the Action Rating of a unit that is not in the combat"):
        started(scenario, {**plain, "fight": {**fight, "guard": -1}})


def test_orders_are_tried_out_with_the_decision_that_follows() -> None:
    def choices(state: State, side: str) -> Decision | None:
        """Let blue have no orders after red's."""
        found = skirmish.choices(state, side)
        return None if found is None or side == "blue" else found

    plain = Game(SKIRMISH, "duel", seed=1).state.plain()
    scenario = SKIRMISH.scenarios("duel", {})
    assert state_from_outside(SKIRMISH, scenario, plain).plain() == plain
    stuck = replace(SKIRMISH, rules=SimpleNamespace(**{**vars(skirmish), "choices": choices}))
    with pytest.raises(BadState, match=r"^after move r1 \d+, blue must act but has no legal order$"):
        state_from_outside(stuck, scenario, plain)
    with pytest.raises(BadState, match=r"^blue must act but has no legal order$"):
        state_from_outside(stuck, scenario, {**plain, "step": 1})
