"""`GameDefinition`: the required functions are enough, and each capability has a default."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

import pytest

from grognard.ai import KINDS, play_out, player
from grognard.core.contract.definition import GameDefinition
from grognard.core.contract.explanation import Explanation
from grognard.core.contract.orders import Order
from grognard.core.contract.outside.bounds import Between, Bounds
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import State
from grognard.core.dice import LooseDice
from grognard.core.errors import GrognardError
from grognard.core.hexes.grid import HexSet
from grognard.core.play.game import Game
from grognard.core.play.record import read_record, write_record
from grognard.core.play.replay import replay
from grognard.games import definition_of, game_file, game_ids
from tests.fixtures.skirmish.definition import GAME

DATA = {"id", "data", "scenarios", "rules", "files"}
"""What a game says of itself; all else is a capability."""
CAPABILITIES = [field.name for field in fields(GameDefinition) if field.name not in DATA]


@pytest.mark.parametrize("kind", KINDS)
def test_computer_players_need_only_the_required_functions(kind: str) -> None:
    assert all(getattr(GAME, capability) is None for capability in CAPABILITIES)
    game = Game(GAME, "duel", seed=3)
    players = {side: player(kind, seed=number, iterations=8) for number, side in enumerate(game.sides)}
    assert play_out(game, players).winner in game.sides
    text = write_record(game.record())
    again = replay(GAME, read_record(text))
    assert again.state.digest == game.state.digest and write_record(again.record()) == text


# -- defaults --------------------------------------------------------------------------------------


@pytest.fixture
def game() -> Game:
    return Game(GAME, "duel", seed=3)


def test_default_complete_returns_the_order(game: Game) -> None:
    order = Order("move", units=("r1",), path=("0102",))
    assert GAME.complete(game.state, "red", order) is order


def test_default_preview_is_the_summary_of_the_verb(game: Game) -> None:
    assert game.preview("move r1 0102") == Explanation("move r1 0102", (), "move a unit one hex")


def test_default_overlays_are_empty(game: Game) -> None:
    assert game.reach("r1") == {} and game.zoc("red") == [] and game.supply("red") is None
    assert GAME.area_hexes(game.state, "red") == {}
    assert GAME.range_hexes(game.state, ["R1"]) == {}


def test_default_advice_and_violations_are_empty(game: Game) -> None:
    assert GAME.advise(game.state, "red") == ([], "")
    assert GAME.violations(game.state) == []


def test_default_score_is_the_result(game: Game) -> None:
    assert game.score("red") == game.score("blue") == 0
    for hex_ in ("0201", "0301", "0401", "0501", "0502"):
        game.play(f"move r1 {hex_}")
        if not game.over:
            game.play("pass")
    assert game.result and (game.score("red"), game.score("blue")) == (1, -1)


def test_default_view_shows_everything(game: Game) -> None:
    imagined = GAME.imagine(game.view("red"), game.scenario, LooseDice(random.Random(1)))
    assert imagined is not game.state and imagined == game.state


def test_default_has_no_explanations_or_positions(game: Game) -> None:
    with pytest.raises(GrognardError, match="skirmish does not explain its units"):
        GAME.explain(game.state, "r1")
    with pytest.raises(GrognardError, match="skirmish has no position files"):
        game.position()


def test_game_without_a_rulebook_has_an_empty_one() -> None:
    assert GAME.rulebook().short == "skirmish" and not GAME.rulebook().rules


# -- declared --------------------------------------------------------------------------------------


class Everywhere:
    """Implements several capabilities, to see which function is called."""

    def zoc(self, state: State, side: str) -> HexSet:
        return 0b1

    def supply(self, state: State, side: str) -> HexSet:
        return 0b10

    def areas(self, state: State, side: str) -> Mapping[str, HexSet]:
        return {"control": 0b100}

    def score(self, state: State, side: str) -> float:
        return 0.5

    def advise(self, state: State, side: str) -> tuple[list[Order], str]:
        return [Order("pass")], "it is wise to wait"

    def violations(self, state: State) -> list[str]:
        return ["none is sound"]

    def bounds(self, scenario: Scenario) -> Bounds:
        return {"turn": Between(1, 2)}


def test_declared_capability_is_called(game: Game) -> None:
    all_ = Everywhere()
    fuller = replace(GAME, zones=all_, supply=all_, areas=all_, evaluates=all_, advises=all_, invariants=all_)
    assert fuller.zoc(game.state, "red") == 0b1
    assert fuller.supply_hexes(game.state, "red") == 0b10
    assert fuller.area_hexes(game.state, "red") == {"control": 0b100}
    assert fuller.score(game.state, "red") == 0.5
    assert fuller.violations(game.state) == ["none is sound"]
    assert GAME.bounds(game.scenario) == {} and fuller.bounds(game.scenario) == {"turn": Between(1, 2)}
    one = player("planner", seed=1)
    order = one.choose(fuller, game.scenario, game.view("red"))
    assert (str(order), one.why) == ("pass", "it is wise to wait")


@pytest.mark.parametrize("name", game_ids())
def test_game_file_matches_the_definition(name: str) -> None:
    definition, file = definition_of(name), game_file(name)
    assert definition.id == file.id == name
    assert (definition.supply is not None) == file.supply
    assert (definition.secrets is not None) == file.secrets
    assert (definition.explains is not None) == bool(file.explains)
    assert (definition.areas is not None) == bool(file.areas)
    assert (definition.ranges is not None) == bool(file.ranges)
    assert definition.rulebook().short == file.catalogue and definition.rulebook().rules


class Echo:
    """Implements every capability: returns the name of the function called, and its arguments."""

    def __getattr__(self, name: str) -> Callable[..., tuple[object, ...]]:
        return lambda *arguments: (name, *arguments)


ALL: dict[str, Any] = dict.fromkeys(["rules", *CAPABILITIES], Echo())
ECHO = replace(GAME, **ALL)


@pytest.mark.parametrize(
    ("asked", "called", "count"),
    [
        ("setup", "setup", 2),
        ("from_plain", "from_plain", 2),
        ("to_act", "to_act", 1),
        ("phase", "phase", 1),
        ("choices", "choices", 2),
        ("check", "check", 3),
        ("apply", "apply", 4),
        ("view", "view", 2),
        ("complete", "complete", 3),
        ("preview", "preview", 2),
        ("reach", "reach", 2),
        ("zoc", "zoc", 2),
        ("supply_hexes", "supply", 2),
        ("area_hexes", "areas", 2),
        ("range_hexes", "ranges", 2),
        ("explain", "explain", 2),
        ("advise", "advise", 2),
        ("score", "score", 2),
        ("imagine", "imagine", 3),
        ("from_position", "from_position", 2),
        ("to_position", "to_position", 1),
        ("violations", "violations", 1),
        ("bounds", "bounds", 1),
    ],
)
def test_game_is_asked_with_the_same_arguments(asked: str, called: str, count: int) -> None:
    arguments = tuple(object() for _ in range(count))
    assert getattr(ECHO, asked)(*arguments) == (called, *arguments)
