"""The lessons of the browser client: every order is legal, and the dice fall as the lesson needs them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.core.contract.orders import order_from_json

FOLDER = Path(__file__).parents[2] / "web" / "src" / "tutorial"
BRACES = re.compile(r"\{[^{}|]*\|[^{}|]*\}")
"""Words for the mouse and for touch."""
LESSONS = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_lesson_plays_to_its_end(path: Path) -> None:
    """Every order is legal; a lesson that does not end openly ends with a victory of the learner."""
    lesson: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    game = grognard.new(lesson["scenario"], seed=lesson["seed"])
    for step in lesson["steps"]:
        for given in step.get("before", []):
            game.play(order_from_json(given["order"]), given["side"])
        for order in step.get("orders", []):
            game.play(order_from_json(order), lesson["side"])
    if lesson.get("ends") == "open":
        assert not game.over
        assert sum(step.side == lesson["side"] for step in game.history) >= 10
        return
    assert game.over
    assert game.result is not None
    assert game.result.winner == lesson["side"]


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_lesson_is_short_and_points_at_hexes_of_its_board(path: Path) -> None:
    lesson: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    grid = grognard.new(lesson["scenario"]).scenario.board.grid
    assert 8 <= len(lesson["steps"]) <= 12
    for step in lesson["steps"]:
        assert len(step["text"]) < 400
        assert BRACES.sub("", step["text"]).count("{") == 0
        assert all(grid.find(mark) is not None for mark in step.get("marks", []))


@pytest.mark.parametrize("game", ["strike-force-one", "pincher", "sandown", "nuremberg"])
def test_game_has_a_lesson_on_its_own_board(game: str) -> None:
    scenarios = [json.loads(path.read_text(encoding="utf-8"))["scenario"] for path in LESSONS]
    assert any(scenario.startswith(f"{game}/") for scenario in scenarios)
