"""Computer players play whole games legally, only from their view, and reproducibly from a seed."""

from __future__ import annotations

import random
from typing import Any

import pytest

import grognard
from grognard.ai import KINDS, play_out, player
from grognard.ai.search import SearchPlayer
from grognard.core.play.game import Game
from tests.support import situation

SCENARIOS = [f"strike-force-one/{name}" for name in grognard.list_games()[0].scenarios]


def seated(kind: str, seed: int, tries: int = 4) -> Any:
    return player(kind, seed=seed, iterations=tries)


class Screened:
    """Rules that fail if a player uses them with the real state or the real dice."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.game.definition, name)

        def checked(*args: Any, **named: Any) -> Any:
            for value in (*args, *named.values()):
                assert value is not self.game.state, f"{name} was called with the real state"
                assert value is not self.game.dice, f"{name} was called with the real dice"
            return method(*args, **named)

        return checked


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("kind", KINDS)
def test_plays_a_whole_game_legally_with_reasons(kind: str, scenario: str) -> None:
    game = grognard.new(scenario, seed=11)
    players = {side: seated(kind, number) for number, side in enumerate(game.sides)}
    while game.to_act:
        side = game.to_act
        order = players[side].choose(game.definition, game.scenario, game.view(side))
        assert game.check(order, side) is None
        why = players[side].why
        assert why and not why.startswith(str(order)) and "\n" not in why
        assert "failed" not in why
        game.play(order, side)
    assert game.result is not None


@pytest.mark.parametrize(
    "options", [{"in-the-open": True, "guards": True}, {"night": True, "six-turns": True}]
)
def test_plays_with_options(options: dict[str, bool]) -> None:
    game = grognard.new("strike-force-one/expert-standard", options, seed=12)
    players = {"soviet": seated("search", 1), "us": seated("greedy", 2)}
    assert play_out(game, players).winner in game.sides


@pytest.mark.parametrize("kind", KINDS)
def test_uses_only_its_view(kind: str) -> None:
    game = grognard.new("strike-force-one/expert-standard", seed=13)
    rules: Any = Screened(game)
    one = seated(kind, 3)
    for _ in range(25):
        side = game.to_act
        assert side
        before, drawn = game.state.digest, game.dice.drawn
        order = one.choose(rules, game.scenario, game.view(side))
        assert (game.state.digest, game.dice.drawn) == (before, drawn)
        assert "failed" not in one.why
        game.play(order, side)


@pytest.mark.parametrize("kind", KINDS)
def test_same_seed_gives_same_play(kind: str) -> None:
    def orders() -> list[str]:
        game = grognard.new("strike-force-one/advanced", seed=14)
        play_out(game, {side: seated(kind, number, tries=8) for number, side in enumerate(game.sides)})
        return [entry.order for entry in game.history]

    assert orders() == orders()


def test_different_seeds_give_different_play() -> None:
    def orders(seed: int) -> list[str]:
        game = grognard.new("strike-force-one/basic", seed=14)
        play_out(game, {side: seated("random", seed) for side in game.sides})
        return [entry.order for entry in game.history]

    assert orders(1) != orders(2)


def test_unknown_player_is_refused() -> None:
    with pytest.raises(grognard.GrognardError, match="unknown player 'genius'; choose one of: recruit"):
        player("genius")


def test_side_without_a_player_is_refused() -> None:
    game = grognard.new("strike-force-one/basic", seed=1)
    with pytest.raises(grognard.GrognardError, match="no player for soviet"):
        play_out(game, {"us": seated("random", 1)})


def test_play_out_stops_at_the_order_limit() -> None:
    game = grognard.new("strike-force-one/basic", seed=1)
    with pytest.raises(grognard.GrognardError, match="did not end within 3 orders"):
        play_out(game, {side: seated("random", 1) for side in game.sides}, most=3)


@pytest.mark.parametrize("kind", KINDS)
def test_choosing_without_a_decision_is_an_error(kind: str) -> None:
    game = grognard.new("strike-force-one/basic", seed=1)
    with pytest.raises(grognard.GrognardError, match="us has no decision to make now"):
        seated(kind, 1).choose(game.definition, game.scenario, game.view("us"))


# -- budgets and fallbacks ------------------------------------------------------------------------


class Counting:
    """Rules that count how often a state is scored, and can fail on purpose."""

    def __init__(self, game: Game, fail: bool = False) -> None:
        self.rules = game.definition
        self.fail = fail
        self.scored = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rules, name)

    def score(self, state: Any, side: str) -> float:
        self.scored += 1
        if self.fail:
            raise ZeroDivisionError("no idea\nat all")
        return self.rules.score(state, side)


def test_only_legal_order_is_given_without_search() -> None:
    game = grognard.new("strike-force-one/expert-standard", seed=1)
    rules: Any = Counting(game)
    one = seated("search", 1)
    assert str(one.choose(rules, game.scenario, game.view("soviet"))) == "roll"
    assert rules.scored == 0
    assert one.why == "the only legal order"


def test_search_respects_its_budget_of_playouts() -> None:
    game = grognard.new("strike-force-one/basic", seed=1)
    for tries in (1, 5, 9):
        one = SearchPlayer(1, iterations=tries)
        one.choose(game.definition, game.scenario, game.view("soviet"))
        assert one._search is not None
        assert one._search.tries == tries


@pytest.mark.parametrize("phase", ["soviet movement", "soviet combat"])
def test_search_without_time_still_gives_an_order(phase: str) -> None:
    game = situation("basic", phase, SA="0605", SB="0504", Z="0505", X="0302")
    one = player("search", seconds=0.0, seed=1)
    order = one.choose(game.definition, game.scenario, game.view("soviet"))
    assert game.check(order) is None
    assert "no time" in one.why


@pytest.mark.parametrize("kind", ["greedy", "search"])
def test_a_failure_while_thinking_is_not_hidden(kind: str) -> None:
    game = grognard.new("strike-force-one/basic", seed=1)
    rules: Any = Counting(game, fail=True)
    with pytest.raises(ZeroDivisionError):
        player(kind, seed=1).choose(rules, game.scenario, game.view("soviet"))


@pytest.mark.parametrize(
    ("scenario", "orders"),
    [
        ("nuremberg/border-battle", 12),
        ("ocs/drill-1-modes", 60),
        ("ocs/drill-5-fuel", 60),
        ("ocs/drill-8-battle", 20),
    ],
)
def test_search_plays_small_scenarios_of_large_games(scenario: str, orders: int) -> None:
    game = grognard.new(scenario, seed=3)
    players = {side: player("search", seed=1, iterations=2) for side in game.sides}
    verbs: dict[str, set[str]] = {side: set() for side in game.sides}
    while game.to_act and len(game.history) < orders:
        side = game.to_act
        order = players[side].choose(game.definition, game.scenario, game.view(side))
        verbs[side].add(order.verb)
        game.play(order, side)
    assert "move" in verbs[game.sides[0]]


def test_search_does_not_end_a_phase_for_want_of_time() -> None:
    game = grognard.new("ocs/drill-1-modes", seed=3)
    one = player("search", seed=1, seconds=0.0)
    order = one.choose(game.definition, game.scenario, game.view("german"))
    assert order.verb != "end"


def test_search_continues_through_its_phase() -> None:
    game = grognard.new("strike-force-one/basic", seed=1)
    one = SearchPlayer(1, iterations=6)
    game.play(one.choose(game.definition, game.scenario, game.view("soviet")))
    search = one._search
    assert search is not None and search.best is not None
    planned = search.best.orders[1:]
    game.play(one.choose(game.definition, game.scenario, game.view("soviet")))
    assert one._search is search
    assert search.tries == 12
    assert planned


def test_search_restarts_after_an_unexpected_order() -> None:
    game = grognard.new("strike-force-one/basic", seed=1)
    one = SearchPlayer(1, iterations=6)
    order = one.choose(game.definition, game.scenario, game.view("soviet"))
    other = next(o for o in game.orders() if o.units and o.units != order.units)
    game.play(other)
    before = one._search
    assert game.check(one.choose(game.definition, game.scenario, game.view("soviet"))) is None
    assert one._search is not before


# -- playing strength ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["greedy", "search"])
def test_takes_the_winning_town_on_the_last_turn(kind: str) -> None:
    game = situation(
        "basic", "soviet movement", turn=4, SA="0302", SB="0504", SV="0908", W="0101", X="0102", Y="0103"
    )
    one = player(kind, seed=1, iterations=60)
    play_out(game, {"soviet": one, "us": seated("random", 1)})
    assert game.result is not None
    moves = [entry.order for entry in game.history if entry.side == "soviet"]
    assert any(order.endswith(("-0405", "-0107")) for order in moves), moves
    assert "move SA" not in " ".join(moves)


@pytest.mark.parametrize("kind", ["greedy", "search"])
def test_advances_into_the_winning_town(kind: str) -> None:
    game = situation(
        "basic", "soviet combat", turn=4, dice=[1], SA="0302", SB="0404", SV="0505", SG="0406", Y="0405"
    )
    game.play("attack 0405 SB,SV,SG")
    one = player(kind, seed=1, iterations=40)
    if game.to_act == "us":
        game.play(one.choose(game.definition, game.scenario, game.view("us")))
    assert one.choose(game.definition, game.scenario, game.view("soviet")).verb == "advance"


@pytest.mark.parametrize("kind", ["greedy", "search"])
def test_ends_the_phase_if_no_order_improves_the_score(kind: str) -> None:
    """With two towns held on the last turn, an attack at 1:1 would only risk them."""
    game = situation("basic", "soviet combat", turn=4, SA="0302", SB="0405", X="0202")
    assert {str(order) for order in game.orders()} == {"attack 0202 SA", "end"}
    order = player(kind, seed=1, iterations=80).choose(game.definition, game.scenario, game.view("soviet"))
    assert str(order) == "end"


def test_greedy_beats_random() -> None:
    won = 0
    for number in range(6):
        game = grognard.new("strike-force-one/basic", seed=number)
        greedy, other = game.sides if number % 2 else reversed(game.sides)
        result = play_out(game, {greedy: seated("greedy", number), other: seated("random", number)})
        won += result.winner == greedy
    assert won >= 5


def test_random_player_gives_many_different_orders() -> None:
    game = grognard.new("strike-force-one/basic", seed=1)
    one = seated("random", random.Random(1).randrange(100))
    seen = {str(one.choose(game.definition, game.scenario, game.view("soviet"))) for _ in range(60)}
    assert len(seen) > 20
