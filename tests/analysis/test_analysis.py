"""The analysis of a finished game, compared with what the rules themselves say."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import pytest

import grognard
from grognard.ai.lookahead import Evaluator
from grognard.analysis import Analysis, analyse
from grognard.analysis.chances import chance_in
from grognard.analysis.picture import picture
from grognard.core.errors import GrognardError

BASIC = Path(__file__).parents[1] / "fixtures" / "basic.record"


@cache
def finished() -> grognard.Game:
    return grognard.load(BASIC)


@cache
def analysis() -> Analysis:
    return analyse(finished(), seconds=None)


def test_unfinished_game_is_refused() -> None:
    with pytest.raises(GrognardError, match="finished"):
        analyse(grognard.new("strike-force-one/basic", seed=7))


def test_curve_goes_from_the_start_to_the_result() -> None:
    game, found = finished(), analysis()
    assert game.result is not None
    first, last = found.curve[0], found.curve[-1]
    assert (first.number, first.at) == (0, 0.0)
    assert (last.number, last.at) == (len(game.history), 1.0)
    assert last.chance == (1 + game.result.score(game.sides[0])) / 2
    numbers = [point.number for point in found.curve]
    places = [point.at for point in found.curve]
    assert numbers == sorted(set(numbers)) and places == sorted(places)
    for point in found.curve:
        then = game.game_after(point.number)
        assert (point.turn, point.phase) == (then.turn, then.phase)
        assert point.chance == pytest.approx(chance_in(then.definition, then.state, game.sides[0]), abs=1e-4)


def test_every_turn_has_the_same_share_of_the_curve() -> None:
    found = analysis()
    starts = {point.turn: point.at for point in reversed(found.curve[:-1])}
    assert starts == {turn: pytest.approx((turn - 1) / found.turns, abs=1e-4) for turn in starts}


def test_turning_points_are_the_largest_changes() -> None:
    game, found = finished(), analysis()
    assert 0 < len(found.turning_points) <= 4
    assert [point.first for point in found.turning_points] == sorted(p.first for p in found.turning_points)
    for point in found.turning_points:
        before, after = game.game_after(point.first - 1), game.game_after(point.last)
        assert not before.state.questions and not after.state.questions
        assert point.before == pytest.approx(
            chance_in(before.definition, before.state, game.sides[0]), abs=1e-4
        )
        assert point.after == pytest.approx(chance_in(after.definition, after.state, game.sides[0]), abs=1e-4)
        step = game.history[point.first - 1]
        assert (str(point.order), point.side, point.dice) == (step.order, step.side, step.dice)
        assert point.dice or point.order.verb != "end"


def test_computer_gives_legal_orders_at_three_key_moments() -> None:
    game, found = finished(), analysis()
    asked = [point for point in found.turning_points if point.computer]
    assert len(asked) == min(3, len(found.turning_points))
    for point in asked:
        assert point.computer is not None
        before = game.game_after(point.first - 1)
        assert before.check(point.computer.order, point.side) is None
        assert point.computer.same == (str(point.computer.order) == str(point.order))
        assert point.computer.why
        assert 0 <= point.computer.average <= 1


def test_luck_is_the_result_compared_with_all_results() -> None:
    """The luck of a roll is the chance after it less the average over its six faces, rolled one by one."""
    game, found = finished(), analysis()
    for luck in found.luck[:4]:
        assert len(luck.dice) == 1
        after = {}
        for face in range(1, 7):
            then = game.game_after(luck.number - 1)
            then.dice.scripted = [(face, True)]
            then.play(luck.order, luck.side)
            state = then.state.copy()
            Evaluator(then.definition, random.Random(1)).settle(state)
            after[face] = chance_in(then.definition, state, game.sides[0])
        assert luck.points == pytest.approx(after[luck.dice[0]] - sum(after.values()) / 6, abs=2e-4)


def test_luck_adds_up_and_the_most_decisive_roll_comes_first() -> None:
    game, found = finished(), analysis()
    assert found.rolls == found.measured == sum(bool(step.dice) for step in game.history)
    sizes = [abs(luck.points) for luck in found.luck]
    assert sizes == sorted(sizes, reverse=True)
    unlisted = 0.005 * (found.measured - len(found.luck))
    assert found.luck_total == pytest.approx(sum(luck.points for luck in found.luck), abs=unlisted + 1e-3)


def test_losses_and_objectives_end_as_the_game_did() -> None:
    game, found = finished(), analysis()
    view = game.view()
    for lost in view.losses:
        counted = lost.steps if found.lost == "steps" else lost.units
        assert sum(figures.losses[lost.side] for figures in found.by_turn) == counted
    for side in game.sides:
        assert found.by_turn[-1].held[side] == sum(goal.held_by == side for goal in view.objectives)
    goal = next(line for line in view.standings if line.value is not None)
    series = next(one for one in found.series if one.label == goal.label)
    assert (series.values[-1], series.target) == (goal.value, goal.target)


def test_same_game_has_the_same_analysis() -> None:
    assert analyse(grognard.load(BASIC), seconds=None) == analysis()


def test_without_time_the_curve_is_whole_and_no_roll_is_measured() -> None:
    found = analyse(finished(), seconds=1e-9)
    assert found.measured == 0 and found.luck == () and found.luck_total == 0
    assert [(p.number, p.chance) for p in found.curve if p.number in {0, found.orders}] == [
        (p.number, p.chance) for p in analysis().curve if p.number in {0, found.orders}
    ]


@pytest.mark.parametrize("name", ["expert-standard", "expert-engagement"])
def test_games_with_events_and_points(name: str) -> None:
    game = grognard.load(BASIC.with_name(f"{name}.record"))
    found = analyse(game, seconds=1e-9)
    assert found.curve[-1].number == len(game.history) and len(found.by_turn) >= game.turn - 1


def test_picture_shows_the_result_and_every_flag() -> None:
    found = analysis()
    drawn = picture(found, 'Towns & "forests" <1975>', {"soviet": "#a0332a", "us": "#4f5f34"})
    texts = [
        "".join(node.itertext()) for node in ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert found.result is not None
    assert 'Towns & "forests" <1975>' in texts and found.result.title in texts
    for number in range(1, len(found.turning_points) + 1):
        assert str(number) in texts
