"""Records load as the same game, whatever their dice, and old records still load."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

import grognard
from grognard.core.contract.orders import Order
from grognard.core.play.game import Game
from grognard.core.play.verify_dice import verify
from grognard.games import definition_of
from tests.core.play.records import HUGE, assert_same, dice_of, half_way, refused, reopened, text_of
from tests.games.random_play import SCENARIOS, eager_order, every_order, fresh
from tests.support import situation

FIXTURES = Path(__file__).parents[2] / "fixtures"


# -- save and load ---------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("number", [20, 21, 22])
def test_saved_game_loads_as_the_same_game(scenario: str, number: int, tmp_path: Path) -> None:
    """At the start, in the middle and at the end, with random options."""
    game, source = fresh(scenario, number)
    stops = {0, 1, *random.Random(number).sample(range(2, 45), 3)}
    given = 0
    while True:
        if given in stops or game.over:
            game.save(tmp_path / "game.record")
            twin = grognard.load(tmp_path / "game.record")
            assert_same(game, twin)
            assert text_of(twin) == text_of(game) == (tmp_path / "game.record").read_text("utf-8")
            assert game.definition.violations(twin.state) == []
        if game.over:
            return
        game.play(eager_order(game, source))
        given += 1


def test_loaded_game_continues_like_the_saved_one() -> None:
    for scenario in SCENARIOS:
        game, source = fresh(scenario, 30)
        for _ in range(12):
            game.play(eager_order(game, source))
        twin = grognard.loads(text_of(game))
        while not game.over:
            order = eager_order(game, source)
            assert game.play(order) == twin.play(order)
        assert_same(game, twin)


def test_record_is_readable_text() -> None:
    game = grognard.new("strike-force-one/basic", seed=7)
    game.tags = {"soviet": "Anna", "note": "first\ngame"}
    for order in ("move SA 0801-0701", "end", "end", "end", "end"):
        game.play(order)
    lines = text_of(game).splitlines()
    assert lines[:3] == ["grognard record 1", "scenario: strike-force-one/basic", "seed: 7"]
    assert f"commitment: {game.dice.commitment}" in lines
    assert "tag soviet: Anna" in lines and "tag note: first game" in lines
    body = lines[lines.index("") + 1 :]
    assert [line.partition(" ~")[0] for line in body if not line.startswith("=")] == [
        "1 soviet move SA 0801-0701",
        "2 soviet end",
        "3 soviet end",
        "4 us end",
        "5 us end",
    ]
    assert [line[:8] for line in body if line.startswith("=")] == ["= turn 1", "= turn 2"]
    assert body[-1] == f"= turn 2 {game.state.digest}"


@pytest.mark.parametrize("seed", [0, 7, -3, "7", "a word", "two words", "007", "--5", "²", "x: y", "# 1"])
def test_every_seed_survives(seed: int | str) -> None:
    game = grognard.new("strike-force-one/expert-standard", seed=seed)
    game.play("roll")
    twin = grognard.loads(text_of(game))
    assert twin.dice.commitment == game.dice.commitment
    assert_same(game, twin)


@pytest.mark.parametrize(
    ("name", "value"),
    [("us", "Boris"), ("event", "Cup: final"), ("note", "# 1 "), ("empty", ""), ("a: b", "c"), ("x\ny", "z")],
)
def test_every_tag_survives(name: str, value: str) -> None:
    """Except for white space, because a tag is one line."""
    game = grognard.new("strike-force-one/basic", seed=7)
    game.tags = {name: value, "last": "one"}
    twin = grognard.loads(text_of(game))
    assert list(twin.tags.values()) == [value.strip(), "one"]
    assert twin.tags.get("last") == "one"
    assert twin.dice.seed in (7, "7")


# -- dice in records -------------------------------------------------------------------------------


def moves_of(game: Game) -> list[tuple[str, str, tuple[int, ...]]]:
    return [(entry.side, entry.order, entry.dice) for entry in game.history]


def test_record_without_a_seed_continues_with_new_dice() -> None:
    game = half_way()
    game.dice.seed = secret = "the-secret-of-the-dice"  # no more dice are drawn before it is saved
    text = text_of(game, with_seed=False)
    assert secret not in text and "seed:" not in text
    assert "commitment:" in text
    twins = [grognard.loads(text) for _ in range(3)]
    for twin in twins:
        assert twin.state.plain() == game.state.plain() and moves_of(twin) == moves_of(game)
        assert twin.dice.seed != secret
    assert len({twin.dice.seed for twin in twins}) == 3
    assert len({tuple(twin.dice.roll("ahead") for _ in range(30)) for twin in twins}) == 3


@pytest.mark.parametrize("with_seed", [False, True])
def test_game_by_email(with_seed: bool) -> None:
    """Each player loads, plays with new dice, and saves; earlier dice do not change."""
    game = half_way(orders=10)
    text = text_of(game, with_seed=False)
    hand = random.Random(9)
    for number in range(4):
        twin = reopened(text, number)
        assert twin.state.plain() == game.state.plain() and moves_of(twin) == moves_of(game)
        while dice_of(twin) < dice_of(game) + 2:
            twin.play(eager_order(twin, hand))
        assert moves_of(twin)[: len(game.history)] == moves_of(game)
        game, text = twin, text_of(twin, with_seed=with_seed)
        if with_seed:
            assert_same(grognard.loads(text), twin)
            text = text_of(grognard.loads(text), with_seed=False)


def test_undo_in_a_game_by_email() -> None:
    """The new seed then gives dice to orders with the numbers of undone orders."""
    game = grognard.new("strike-force-one/expert-standard", seed=7)
    game.dice.script([1, 6])
    for order in ("roll", "move SA 0801-0701", "move SB 0806-0706", "move SV 0901-0801", "move SG 0902-0802"):
        game.play(order)
    twin = reopened(text_of(game, with_seed=False))
    while twin.can_undo:
        twin.undo()
    for order in ("end", "end", "roll"):
        twin.play(order)
    assert len(twin.history) == 4 and len(twin.history[3].dice) == 2 and twin.dice.drawn >= 2
    hand = random.Random(2)
    while not twin.over:
        twin.play(eager_order(twin, hand))
    assert_same(grognard.loads(text_of(twin)), twin)


def test_game_by_email_can_be_viewed_from_its_start() -> None:
    twin = grognard.loads(text_of(half_way(), with_seed=False))
    for number in (0, 7, len(twin.history)):
        assert moves_of(twin.game_after(number)) == moves_of(twin)[:number]


def test_dice_before_the_seed_are_not_verified() -> None:
    """Otherwise anyone could invent dice and claim another source."""
    game = grognard.new("strike-force-one/expert-standard", seed="promised")
    game.dice.script([1, 1], by_hand=False)
    game.play("roll")
    text = text_of(game)
    assert verify(text, definition_of), "the seed gives other dice"
    assert verify(text.replace("\nseed: promised\n", "\nseed: promised\nseed from order: 2\n"), definition_of)
    honest = grognard.new("strike-force-one/expert-standard", seed="promised")
    honest.play("roll")
    assert verify(text_of(honest), definition_of) == []


def test_scripted_dice_survive() -> None:
    game = situation("advanced", "soviet combat", SA="0605", SB="0604", SV="0504", Z="0505")
    game.dice.script([3])
    game.play("attack 0505 SA,SB,SV")
    assert (game.history[0].dice, game.history[0].entry.by_hand) == ((3,), 1)
    text = text_of(game)
    assert " [3!] ~" in text
    assert_same(grognard.loads(text), game)
    mailed = grognard.loads(text_of(game, with_seed=False))
    assert moves_of(mailed) == moves_of(game) and mailed.state.plain() == game.state.plain()


def test_scripted_and_seeded_dice_in_one_order_survive() -> None:
    game = grognard.new("strike-force-one/expert-standard", seed=7)
    game.dice.script([2])
    game.play("roll")
    drawn = grognard.new("strike-force-one/expert-standard", seed=7).dice.roll("first of the seed")
    assert (game.history[0].dice, game.history[0].entry.by_hand) == ((2, drawn), 1)
    assert f" [2! {drawn}] ~" in text_of(game)
    assert_same(grognard.loads(text_of(game)), game)


def test_scripted_dice_not_yet_rolled_survive() -> None:
    """A position with dice, saved before the battle; the next command has only the file."""
    game = situation("advanced", "soviet combat", dice=[6, 1], SA="0605", SB="0604", Z="0505")
    twin = grognard.loads(text_of(game))
    for either in (game, twin):
        either.play("attack 0505 SA,SB")
    assert twin.history[0].dice == game.history[0].dice == (6,)
    assert twin.dice.scripted == game.dice.scripted


def test_game_with_real_dice_survives() -> None:
    game = grognard.new("strike-force-one/expert-standard", by_hand=True)
    game.dice.script([1, 6])
    game.play("roll")
    text = text_of(game)
    assert "dice: by hand" in text and "seed:" not in text and "[1! 6!]" in text
    twin = grognard.loads(text)
    assert twin.history == game.history and twin.state.plain() == game.state.plain()
    assert text_of(twin) == text
    for order in ("end", "end"):
        twin.play(order)
    with pytest.raises(grognard.NeedDice):
        twin.play("roll")


# -- records of games that begin in the middle -----------------------------------------------------


def test_game_from_a_position_survives() -> None:
    game = situation(
        "expert-standard",
        "us movement",
        turn=3,
        options={"in-the-open": True, "night": True},
        state={"SA": {"disrupted": True}},
        SA="0605", Z="0506", SZ="lost", T="edge", AIR="edge",
    )  # fmt: skip
    source = random.Random(1)
    for _ in range(8):
        game.play(eager_order(game, source))
    text = text_of(game)
    assert text.count("\nstart: ") == 1
    twin = grognard.loads(text)
    assert_same(game, twin)
    assert twin.game_after(0).state.plain() == game.game_after(0).state.plain()
    assert text_of(twin) == text


@pytest.mark.parametrize(
    "start",
    [
        "{}",
        "[]",
        "nonsense",
        '{"at":[]}',
        '{"turn":"one"}',
        '{"fog":1}',
        '{"at":null,"stack":[]}',
        '{"turn":HUGE}',
        "DEEP",
    ],
)
def test_invalid_start_is_refused(start: str) -> None:
    game = situation("basic", "soviet movement", SA="0605", Z="0405")
    lines = text_of(game).splitlines()
    number = next(n for n, line in enumerate(lines, 1) if line.startswith("start: "))
    lines[number - 1] = "start: " + start.replace("HUGE", HUGE).replace("DEEP", "[" * 100_000)
    error = refused("\n".join(lines))
    assert error.line is not None


# -- whole games that must stay loadable -----------------------------------------------------------

FINISHED = {
    "basic": (2001, 84, "soviet", "Soviet victory"),
    "advanced": (2000, 71, "soviet", "Soviet victory"),
    "expert-standard": (2000, 168, "us", "US victory"),
    "expert-engagement": (2003, 156, "soviet", "Soviet decisive victory"),
    "expert-counter-offensive": (2004, 163, "soviet", "Soviet decisive victory"),
}
"""The games stored as fixtures: number, orders, winner, degree."""


def town_order(game: Game, source: random.Random) -> Order:
    """Return an order: the Soviets move to the towns, the US attacks."""
    towns = {objective.hex for objective in game.view().objectives}
    orders = [order for order in game.orders() if order.path[-1:] and order.path[-1] in towns]
    if game.to_act == "soviet" and orders:
        return min(orders, key=str)
    return eager_order(game, source)


def fixture(name: str) -> Path:
    """Return a stored game. GROGNARD_BLESS=1 creates a missing one; existing ones never change."""
    path = FIXTURES / f"{name}.record"
    if not path.exists() and os.environ.get("GROGNARD_BLESS") == "1":
        game, source = fresh(f"strike-force-one/{name}", FINISHED[name][0])
        game.tags = {"soviet": "town_order", "us": "eager_order"}
        while not game.over:
            game.play(town_order(game, source))
        game.save(path)
    return path


@pytest.mark.parametrize("name", FINISHED)
def test_old_record_loads_with_the_same_result(name: str) -> None:
    path = fixture(name)
    game = grognard.load(path)
    assert game.over and game.result is not None
    assert (len(game.history), game.result.winner, game.result.title) == FINISHED[name][1:]
    assert text_of(game) == path.read_text("utf-8")
    assert len(game.events()) > len(game.history)


@pytest.mark.parametrize("name", FINISHED)
def test_old_record_can_be_replayed(name: str) -> None:
    """Every order is still legal and listed, and its dice still match the seed."""
    game = grognard.load(fixture(name))
    again = game.game_after(0)
    for entry in game.history:
        order = again.read(entry.order)
        goals = {(o.verb, o.target, o.units, o.path[-1:], o.words) for o in every_order(again)}
        assert (order.verb, order.target, order.units, order.path[-1:], order.words) in goals
        again.play(order, entry.side)
        assert again.history[-1].dice == entry.dice
    assert again.state.digest == game.state.digest
