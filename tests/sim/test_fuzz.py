from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import grognard
from grognard.core.contract.definition import GameDefinition
from grognard.core.contract.orders import Order
from grognard.core.play.game import Game
from grognard.games import definition_of
from grognard.sim.fuzz import every_scenario, fuzz, main
from grognard.sim.invariants import fuzz_one, random_options

BASIC = ("strike-force-one/basic",)
SMALL = tuple(name for name in every_scenario() if name.startswith("strike-force-one/"))
SFO = definition_of("strike-force-one")


def test_no_invariant_is_violated_in_small_scenarios() -> None:
    report = fuzz(SMALL, games=60, seed=1, jobs=2)  # large games have their own tests
    assert report.complete
    assert report.failures == (), report.to_text()
    assert set(report.games) == set(SMALL) < set(every_scenario())
    assert sum(report.games.values()) == 60


def test_random_games_are_reproducible() -> None:
    scenarios = SMALL
    assert fuzz_one(scenarios, 4, 2) == fuzz_one(scenarios, 4, 2)
    assert fuzz_one(scenarios, 4, 2).options != fuzz_one(scenarios, 5, 2).options


def test_random_options_cover_all_values() -> None:
    import random

    seen: dict[str, set[Any]] = {}
    for seed in range(40):
        for name, value in random_options("sfo/expert-standard", random.Random(seed)).items():
            seen.setdefault(name, set()).add(value)
    assert set(seen) == set(grognard.new("sfo/expert-standard").options)
    assert all(len(values) == 2 for values in seen.values())


def broken_violations(state: Any) -> list[str]:
    return ["SA is nowhere"] if state.turn == 2 else []


def refuse_everything(state: Any, side: str, order: Order) -> grognard.Illegal:
    return grognard.Illegal("0", "just so")


def no_choices(state: Any, side: str) -> None:
    return None


def forgetful(state: Any) -> Any:
    position = ORIGINAL["to_position"](state)
    return type(position)(**{**{f: getattr(position, f) for f in position.__struct_fields__}, "at": {}})


def leaky(view: Any, scenario: Any, dice: Any) -> Any:
    state = ORIGINAL["imagine"](view, scenario, dice)
    state.turn += 1
    return state


ORIGINAL: dict[str, Callable[..., Any]] = {n: getattr(SFO, n) for n in ("to_position", "imagine")}


@pytest.mark.parametrize(
    ("name", "broken", "says"),
    [
        ("violations", broken_violations, "violated: SA is nowhere"),
        ("check", refuse_everything, "just so"),
        ("choices", no_choices, "has no decision"),
        ("to_position", forgetful, "the position file moves these counters"),
        ("imagine", leaky, "the state imagined by soviet does not give its view"),
    ],
)
def test_broken_rules_are_found(
    monkeypatch: pytest.MonkeyPatch, name: str, broken: Callable[..., Any], says: str
) -> None:
    monkeypatch.setattr(GameDefinition, name, staticmethod(broken))
    report = fuzz(BASIC, games=3, seed=1)
    assert len(report.failures) == 3
    assert all(says in game.failure for game in report.failures), report.to_text()
    assert "to reproduce: strike-force-one/basic --seed 1 --only 0" in report.to_text()


def test_incomplete_undo_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    undo = Game.undo

    def half_undo(game: Game) -> str:
        text = undo(game)
        game.state.turn += 1
        return text

    monkeypatch.setattr(Game, "undo", half_undo)
    (game,) = fuzz(BASIC, games=1, seed=1).failures
    assert "undo does not restore the state" in game.failure


def test_order_text_that_parses_differently_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Order, "__str__", lambda order: "end")
    (game,) = fuzz(BASIC, games=1, seed=1).failures
    assert "is parsed as" in game.failure


def test_endless_game_is_found() -> None:
    (game,) = fuzz(BASIC, games=1, seed=1, most_orders=5).failures
    assert "the game did not end within 5 orders" in game.failure
    assert len(grognard.loads(game.record).history) == 5


def test_command_reports_failures(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["strike-force-one/basic", "--games", "2"]) == 0
    assert "2 random games" in capsys.readouterr().out
    assert main(["strike-force-one/basic", "--only", "1"]) == 0
    assert "no failure" in capsys.readouterr().out
    monkeypatch.setattr(GameDefinition, "violations", staticmethod(broken_violations))
    assert main(["strike-force-one/basic", "--games", "2"]) == 1
    assert "2 failures" in capsys.readouterr().out
    assert main(["strike-force-one/basic", "--only", "1"]) == 1
    assert "grognard record 1" in capsys.readouterr().out
