"""Training: features are bounded and opposite, the fit finds what decides, and its file can be read."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import grognard
from grognard.ai.values import FEATURES, features, fitted_score
from grognard.cli.dispatch import run
from grognard.core.contract.outside.values import Moment, Values
from grognard.core.errors import GrognardError
from grognard.core.files.files import parse_as
from grognard.sim.strength.train import Position, brier, calibration, fit, gather, in_toml, train

TABRIZ = "sandown/tabriz-and-erzurum"


@pytest.mark.parametrize("scenario", [TABRIZ, "nuremberg/border-battle", "ocs/drill-8-battle"])
def test_features_are_bounded(scenario: str) -> None:
    game = grognard.new(scenario, seed=1)
    for side in game.sides:
        found = features(game.definition, game.state, side)
        assert len(found) == len(FEATURES) and found[0] == 1.0
        assert all(-1.0 <= feature <= 1.0 for feature in found)


def test_features_of_the_sides_are_opposite_where_nothing_is_hidden() -> None:
    game = grognard.new(TABRIZ, seed=1)
    first, second = (features(game.definition, game.state, side) for side in game.sides)
    assert first[1:] == pytest.approx([-feature for feature in second[1:]])
    assert any(first[1:])


def made_up(games: int) -> list[Position]:
    """Return positions in which objectives held decide three games in four."""
    source, found = random.Random(1), []
    for game in range(games):
        held = source.choice((-0.5, 0.5))
        won = float((held > 0) == (source.random() < 0.75))
        noise = [source.uniform(-1, 1) for _ in range(4)]
        found.append(Position(game, 1, "soviet", (1.0, 0.0, held, *noise), won))
    return found


def test_the_fit_finds_what_decides_and_is_calibrated() -> None:
    fitted = train(TABRIZ, made_up(3000), 3000, 1)
    (moment,) = fitted.moment
    weights = dict(zip(FEATURES, moment.weights, strict=True))
    assert weights["held"] > 4 * max(abs(weights[name]) for name in ("occupied", "open", "strength", "front"))
    assert moment.auc > 0.65 > moment.score_auc and moment.brier < 0.22 < moment.score_brier
    assert all(abs(row.says - row.wins) < 0.1 for row in fitted.calibration if row.positions > 100)
    assert parse_as(in_toml(fitted), "values.toml", Values) == fitted


def test_its_output_passes_the_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tabriz-and-erzurum.toml"
    file.write_text(in_toml(train(TABRIZ, made_up(60), 60, 1)), "utf-8")
    assert run(["check", str(file)]) == 0
    assert "fitted to 60 games" in capsys.readouterr().out
    file.write_text(file.read_text("utf-8").replace("brier", "brie", 1), "utf-8")
    assert run(["check", str(file)]) != 0


def test_a_fit_of_nothing_is_refused() -> None:
    with pytest.raises(GrognardError, match="too few"):
        train(TABRIZ, made_up(6), 6, 1)


def test_an_even_result_gives_an_even_chance() -> None:
    weights = fit([(1.0, 0.3), (1.0, -0.3)] * 10, [0.5] * 20)
    assert weights == pytest.approx((0.0, 0.0), abs=1e-6)
    assert brier([(0.5, 1.0), (0.5, 0.0)]) == 0.25
    assert [(row.says, row.wins) for row in calibration([(0.1, 0.0), (0.12, 1.0)])] == [(0.11, 0.5)]


def test_games_give_positions_after_both_sides_moved() -> None:
    found = gather(TABRIZ, 1, 3)
    assert {position.moved for position in found} == {"soviet", "un"}
    assert len({position.won for position in found}) == 1


def test_values_are_for_a_turn_and_the_side_that_moved() -> None:
    game = grognard.new(TABRIZ, seed=1)
    weights = tuple(4.0 if name == "bias" else 0.0 for name in FEATURES)
    sure = Values(TABRIZ, 9, 1, (Moment(game.turn, "un", weights, 3, 0.5, 0.2, 0.5, 0.2),))
    assert fitted_score(sure, game.definition, game.state, "soviet", "un") == pytest.approx(0.964, abs=0.001)
    assert fitted_score(sure, game.definition, game.state, "un", "un") == pytest.approx(-0.964, abs=0.001)
    assert fitted_score(sure, game.definition, game.state, "un", "soviet") is None


def test_the_command_needs_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["train", TABRIZ, "--games", "0"]) == 2
    assert "at least one game" in capsys.readouterr().err
