"""What must not change: the same game told differently gives the same answers.

Boards are mirrored and shifted, counters are listed in another order or joined by others that do not matter,
and games are saved and loaded at any moment, with questions open or not.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import grognard
from grognard.core import packs
from grognard.core.contract.decisions import Decision
from grognard.core.contract.orders import Order
from grognard.core.contract.outside.position import Position
from grognard.core.errors import GrognardError
from grognard.core.files.files import BadKey
from grognard.core.play.game import Game
from grognard.core.play.positions import from_position
from grognard.core.play.record import write_record
from tests.referees.random_games import any_order, eager_order, random_options
from tests.referees.transformed import (
    Copy,
    Rename,
    answers,
    mirrored,
    same_numbers,
    shuffled,
    translated,
)

SCENARIOS = tuple(f"{game.id}/{name}" for game in grognard.list_games() for name in game.scenarios)
LARGE = (
    "pincher/campaign", "pincher/race-to-the-rhine", "sandown/campaign", "grand-campaign/grand-campaign",
    "nuremberg/campaign", "ocs/kharkov", "ocs/counterstroke",
)  # fmt: skip
"""Scenarios of which the normal run plays less."""


@pytest.fixture(autouse=True)
def _no_packs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv(packs.VARIABLE, "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    packs._opened.cache_clear()
    yield
    packs._opened.cache_clear()


def some_actors(game: Game, source: random.Random, count: int = 3) -> list[str]:
    """Return a few of those who can act."""
    decision = game.choices()
    actors = sorted(decision.actors()) if decision else []
    return source.sample(actors, min(len(actors), count))


def differences(first: dict[str, Any], second: dict[str, Any]) -> list[str]:
    """Return the questions that are answered differently, with both answers."""
    return [
        f"{key}: {first.get(key)} and {second.get(key)}"
        for key in {**first, **second}
        if first.get(key) != second.get(key)
    ]


def play_both(first: Game, second: Game, orders: int, rename: Rename = same_numbers, seed: int = 0) -> None:
    """Play two games with the same orders and compare their answers again and again."""
    source = random.Random(seed)
    for number in range(orders):
        if number % 5 == 0 or first.over:
            actors, chance = some_actors(first, source), source.random()
            expected = translated(answers(first, actors, random.Random(chance)), rename)
            if rename is not same_numbers:  # previews are drawn from sorted orders, which renaming reorders
                expected = {k: v for k, v in expected.items() if not k.startswith("preview")}
            found = answers(second, actors, random.Random(chance))
            if rename is not same_numbers:
                found = {k: v for k, v in found.items() if not k.startswith("preview")}
            wrong = differences(expected, found)
            assert not wrong, f"after {number} orders: {wrong[0][:1500]}"
        if first.over:
            return
        decision = first.choices()
        assert decision is not None
        order = eager_order(first, decision, source)
        full = first.definition.complete(first.state, decision.side, order)  # paths may be equally cheap
        first.play(full)
        second.play(rename(str(full)))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_mirrored_board_gives_the_same_answers(scenario: str, tmp_path: Path) -> None:
    copy = Copy(scenario, tmp_path / "pack")
    copy.change_board(mirrored)
    name = copy.use()
    options = random_options(scenario, random.Random(scenario))
    first, second = (grognard.new(s, options, seed=5) for s in (scenario, name))
    play_both(first, second, 40 if scenario in LARGE else 100)


# -- Strike Force One under other hex numbers -------------------------------------------------------


def shifted(number: re.Match[str]) -> str:
    """Move a hex three columns east and ten rows south."""
    return f"{int(number[0][:2]) + 3:02}{int(number[0][2:]) + 10:02}"


def reversed_(number: re.Match[str]) -> str:
    """Exchange east and west on a board of nine columns."""
    return f"{10 - int(number[0][:2]):02}{number[0][2:]}"


@pytest.mark.parametrize("number", (shifted, reversed_))
@pytest.mark.parametrize("level", ("basic", "advanced", "expert-standard"))  # points are for fixed hexes
def test_renumbered_board_gives_the_same_answers(level: str, number: Any, tmp_path: Path) -> None:
    def rename(text: str) -> str:
        return re.sub(r"\b0[1-9]0[1-8]\b", number, text)

    def change(board: str) -> str:
        if number is shifted:  # three columns on, even columns are odd
            board = board.replace("columns = [1, 9]", "columns = [4, 12]").replace('"even"', '"odd"')
            board = board.replace("rows = [1, 8]", "rows = [11, 18]")
        return rename(board)

    copy = Copy(f"strike-force-one/{level}", tmp_path / "pack")
    copy.change_board(change)
    name = copy.use()
    options = random_options(f"strike-force-one/{level}", random.Random(level)) | (
        {"victory-points": False} if level == "expert-standard" else {}
    )
    for seed in range(3):
        first, second = (grognard.new(s, options, seed=seed) for s in (f"strike-force-one/{level}", name))
        play_both(first, second, 400, rename, seed)


# -- counters in another order, and others that do not matter ---------------------------------------


def played(scenario: str, orders: int, seed: int) -> Game:
    """Return a game after some random orders, without an open question if one can be found soon."""
    source = random.Random(f"{scenario} {seed}")
    game = grognard.new(scenario, random_options(scenario, source), seed=seed)
    while not game.over and (len(game.history) < orders or game.state.questions or game.turn == 0):
        decision = game.choices()
        assert decision is not None
        choose = soon_ready if decision.kind == "setup" else eager_order
        game.play(choose(game, decision, source))
    return game


def same_position(game: Game, name: str) -> Game:
    """Return the position of a game as one of another scenario that has the same counters."""
    text = game.position().replace(game.scenario.id, name, 1)
    position = msgspec.convert(tomllib.loads(text), Position)
    scenario = name.partition("/")[2]
    assert position.scenario == f"{game.definition.id}/{scenario}"
    return from_position(game.definition, position, seed=1)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_order_of_the_counters_changes_no_answer(scenario: str, tmp_path: Path) -> None:
    source = random.Random(scenario)
    copy = Copy(scenario, tmp_path / "pack")
    copy.change_counters(lambda text: shuffled(text, source))
    name = copy.use()
    for orders in (0, 15, 60) if scenario in LARGE else (0, 10, 25, 60, 100):
        game = played(scenario, orders, seed=orders)
        if game.over or game.turn == 0:
            continue
        first, second = same_position(game, scenario), same_position(game, name)
        actors = some_actors(first, source, 5)
        chance = source.random()
        expected, found = (answers(g, actors, random.Random(chance)) for g in (first, second))
        if scenario.startswith("ocs/"):
            expected, found = without_stack_order(first, expected), without_stack_order(second, found)
        wrong = differences(expected, found)
        assert not wrong, f"after {orders} orders: {wrong[0][:1500]}"


STACK_DECIDES = {"top", "dig", "raze", "wreck", "plough"}
"""Verbs of OCS that are listed only under the unit on top of a stack, or the first of a crew."""


def without_stack_order(game: Game, found: dict[str, Any]) -> dict[str, Any]:
    """Leave out what the order of an OCS stack decides: who is seen on top, leads it or works for it."""
    kept = {key: value for key, value in found.items() if key != "units" and not key.startswith("preview")}
    decision = game.choices()
    if decision and "actors" in kept:
        kept["actors"] = {
            actor
            for actor in kept["actors"]
            if any(order.verb not in STACK_DECIDES for order in decision.orders(actor))
        }
    return {
        key: {order for order in value if order.split()[0] not in STACK_DECIDES}
        if key.startswith("orders of")
        else value
        for key, value in kept.items()
    }


DUMMIES = """
[[counter]]
id = "{id}"
label = "{id}"
side = "{side}"
nation = "US"
kind = "armour"
size = "I"
factors = [9, 9, 9]
tags = ["advanced"]
"""


@pytest.mark.parametrize(
    "level", ("basic", "expert-standard", "expert-engagement", "expert-counter-offensive")
)
def test_counters_of_another_level_change_no_answer(level: str, tmp_path: Path) -> None:
    def add(text: str) -> str:
        head = text.partition("[[counter]]")[0]
        counters, _, nations = text[len(head) :].partition("# How each nation")
        more = "".join(DUMMIES.format(id=f"Q{n}", side=side) for n, side in enumerate(("soviet", "us", "us")))
        return head + more + counters + more.replace('"Q', '"R') + "# How each nation" + nations

    scenario = f"strike-force-one/{level}"
    copy = Copy(scenario, tmp_path / "pack")
    copy.change_counters(add)
    name = copy.use()
    options = random_options(scenario, random.Random(level))
    first, second = (grognard.new(s, options, seed=9) for s in (scenario, name))
    assert len(second.scenario.counters) == len(first.scenario.counters) + 6
    strangers = {f"{letter}{n}" for letter in "QR" for n in range(3)}
    source = random.Random(level)
    while not first.over:
        actors, chance = some_actors(first, source), source.random()
        expected, found = (answers(g, actors, random.Random(chance)) for g in (first, second))
        found["units"] = {id_: seen for id_, seen in found["units"].items() if id_ not in strangers}
        wrong = differences(expected, found)
        assert not wrong, wrong[0][:1500]
        decision = first.choices()
        assert decision is not None
        order = eager_order(first, decision, source)
        first.play(order)
        second.play(order)


@pytest.mark.parametrize("scenario", ("pincher/campaign", "grand-campaign/grand-campaign"))
def test_unit_far_away_changes_no_answer(scenario: str) -> None:
    """A US regiment in the south-west of France is nothing to anybody east of it."""
    letter = "E" if scenario.startswith("grand") else ""
    for orders in (10, 40, 90):
        game = played(scenario, orders, seed=orders)
        if game.over or game.turn == 0:
            continue
        text = game.position()
        position = msgspec.convert(tomllib.loads(text), Position)
        stranger = next(id_ for id_, at in position.at.items() if at == "overseas" and id_.startswith("us-r"))
        hex_ = f"{letter}1622"
        near = {
            u.id for u in game.view().units if u.at.removeprefix(letter)[:2] < "26" and u.at[-1].isdigit()
        }
        more = msgspec.structs.replace(position, at={**position.at, stranger: hex_})
        first, second = (from_position(game.definition, p, seed=1) for p in (position, more))
        decision = first.choices()
        assert decision is not None
        actors = [a for a in sorted(decision.actors()) if a in position.at and a not in near]
        actors = [a for a in actors if position.at[a][-1].isdigit()]
        source = random.Random(orders)
        actors = source.sample(actors, min(len(actors), 8))
        expected, found = (answers(g, actors, random.Random(orders)) for g in (first, second))
        about = [key for key in expected if key.startswith(("orders of", "reach of", "preview of"))]
        assert about or not actors
        for key in about:
            assert expected[key] == found[key], key


# -- the order in which units are named --------------------------------------------------------------


def _first_unit_leads(game: Game, verb: str) -> bool:
    """Return whether the first unit of an order has a part of its own, such as the lead [OCS 9.6]."""
    units = game.scenario.game.verbs[verb].takes.units
    return units is not None and units.leader


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_order_of_the_units_in_an_order_changes_nothing(scenario: str) -> None:
    source = random.Random(scenario)
    game = grognard.new(scenario, random_options(scenario, source), seed=2)
    for _ in range(60 if scenario in LARGE else 150):
        if game.over:
            break
        decision = game.choices()
        assert decision is not None
        order = eager_order(game, decision, source)
        if len(order.units) > 1:
            kept = 1 if _first_unit_leads(game, order.verb) else 0
            units = list(order.units[kept:])
            source.shuffle(units)
            other = msgspec.structs.replace(order, units=(*order.units[:kept], *units))
            if decision.kind == "combat":
                assert game.check(other) is None
                one, two = game.preview(order), game.preview(other)
                assert (one.total, one.outcomes) == (two.total, two.outcomes)
                numbers = [
                    sorted((line.value, line.rule) for line in preview.lines) for preview in (one, two)
                ]
                assert numbers[0] == numbers[1]  # of equals in OCS the first named leads
            if order.verb in ("move", "attack"):
                assert game.reach(*order.units) == game.reach(*units)
        game.play(order)


# -- saved and loaded at any moment ------------------------------------------------------------------


def options_now(game: Game, actors: list[str]) -> dict[str, Any]:
    """Return the open decision: who can act, and what some of them can do."""
    decision = game.choices()
    if decision is None:
        return {}
    return {
        "side": decision.side,
        "kind": decision.kind,
        "units": decision.units,
        "hexes": decision.hexes,
        "prompt": str(decision.sentence()),
        "actors": set(decision.actors()),
        **{actor: sorted(map(str, decision.orders(actor))) for actor in actors},
    }


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_game_survives_saving_at_any_moment(scenario: str) -> None:
    """Its plain state, its record, its views, undo and its position file, with questions open or not."""
    source = random.Random(scenario)
    game = grognard.new(scenario, random_options(scenario, source), seed=4)
    kinds = {"setup"}
    for number in range(60 if scenario in LARGE else 120):
        if game.over:
            break
        decision = game.choices()
        assert decision is not None
        first_time = decision.kind not in kinds
        kinds.add(decision.kind)
        if first_time or number % 40 == 0 or (game.state.questions and number % 5 == 0):
            actors = some_actors(game, source)
            before, now = game.state.digest, options_now(game, actors)
            views = {side: msgspec.json.encode(game.view(side)) for side in ("", *game.sides)}
            _survives_plain(game, now, actors, views)
            if first_time or number % 40 == 0:
                _survives_record(game, now, actors, views)
            _survives_position(game)
            assert game.state.digest == before
        order = soon_ready(game, decision, source)
        _survives_undo(game, str(order))
        game.play(order)


def soon_ready(game: Game, decision: Decision, source: random.Random) -> Order:
    """Return a random order, but do not set up every unit by hand."""
    if decision.kind == "setup" and source.random() < 0.2:
        for order in decision.all():
            if order.verb == "fill":
                return order
    return any_order(game, decision, source)


def _survives_plain(game: Game, now: dict[str, Any], actors: list[str], views: dict[str, bytes]) -> None:
    plain = msgspec.json.decode(msgspec.json.encode(game.state.plain()))
    again = game.copy()
    again.begin_from(game.definition.from_plain(game.scenario, plain))
    assert again.state.digest == game.state.digest
    assert options_now(again, actors) == now
    assert {side: msgspec.json.encode(again.view(side)) for side in views} == views


def _survives_record(game: Game, now: dict[str, Any], actors: list[str], views: dict[str, bytes]) -> None:
    for with_seed in (True, False):
        again = grognard.loads(write_record(game.record(with_seed=with_seed)))
        assert again.state.digest == game.state.digest
        assert options_now(again, actors) == now
        assert {side: msgspec.json.encode(again.view(side)) for side in views} == views


def _survives_position(game: Game) -> None:
    """Every unit is where it was. A position cannot always keep an open question, and may be refused then."""
    try:
        position = msgspec.convert(tomllib.loads(game.position()), Position)
        again = from_position(game.definition, position, seed=1)
    except (BadKey, GrognardError):
        assert game.state.questions
        return
    assert (again.turn, again.phase) == (game.turn, game.phase)
    moved = [c.id for n, c in enumerate(game.scenario.counters) if game.state.at[n] != again.state.at[n]]
    assert not moved, moved


def _survives_undo(game: Game, order: str) -> None:
    """Play an order, undo it and play it again."""
    twin = game.copy()
    before = (twin.state.digest, msgspec.json.encode(twin.view()))
    twin.play(order)
    after = twin.state.digest
    if twin.can_undo:
        twin.undo()
        assert (twin.state.digest, msgspec.json.encode(twin.view())) == before
        twin.play(order)
        assert twin.state.digest == after
    assert game.state.digest == before[0]
