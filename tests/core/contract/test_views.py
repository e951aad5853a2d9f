"""Views show only what a side may see, and the leak helper finds leaks."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import msgspec
import pytest

import grognard
from grognard.core.contract.events import Event, sentence
from grognard.core.contract.view import Standing, UnitView, View, standing_text
from grognard.core.dice import LooseDice
from grognard.core.play.game import Game
from grognard.core.testing import assert_no_leak, assert_same_news
from grognard.core.text import Text
from tests.games.random_play import SCENARIOS, fresh, sample, walk

# -- the helper: a toy game of two hidden numbers --------------------------------------------------


class Numbers(msgspec.Struct):
    """A state with a secret number of each side, one of them revealed."""

    red: int
    blue: int
    shown: str = ""


class Toy:
    """Rules that show a side its own number and the revealed one, with an optional leak."""

    NOTHING: ClassVar[dict[str, Any]] = {
        "standings": (),
        "losses": (),
        "boxes": (),
        "objectives": (),
        "result": None,
        "asked": "",
    }

    def __init__(self, careless: str = "") -> None:
        self.careless = careless

    def view(self, state: Numbers, side: str) -> View:
        known: dict[str, Any] = {"red": state.red, "blue": state.blue}
        if self.careless != "known":
            known = {name: number for name, number in known.items() if name in (side, state.shown)}
        units = [UnitView("R", "red", "R", "chit", "box"), UnitView("B", "blue", "B", "chit", "box")]
        if self.careless == "order":  # the lower number comes first
            units.sort(key=lambda unit: getattr(state, unit.side))
        return View(
            scenario="toy/toy", options={}, side=side, turn=1, turns=1, phase="write", phases=("write",),
            to_act=("red",) if self.careless != "to_act" or state.red < 5 else ("blue",),
            units=tuple(units), known=known, **self.NOTHING,
        )  # fmt: skip


def test_leak_helper_passes_without_a_leak() -> None:
    rules: Any = Toy()
    assert_no_leak(rules, Numbers(3, 7), Numbers(3, 8), "red")
    assert_no_leak(rules, Numbers(3, 7), Numbers(4, 7), "blue")
    assert_no_leak(rules, Numbers(3, 7), Numbers(9, 1), "")


@pytest.mark.parametrize(
    ("side", "other"), [("red", Numbers(3, 1)), ("blue", Numbers(8, 7)), ("", Numbers(8, 1))]
)
@pytest.mark.parametrize("careless", ["known", "order"])
def test_leak_helper_finds_a_leak(careless: str, side: str, other: Numbers) -> None:
    rules: Any = Toy(careless)
    with pytest.raises(AssertionError, match=f"the view of {side or 'a spectator'} reveals a secret"):
        assert_no_leak(rules, Numbers(3, 7), other, side)


def test_leak_helper_finds_a_leak_in_the_prompt() -> None:
    rules: Any = Toy("to_act")
    with pytest.raises(AssertionError, match="reveals a secret"):
        assert_no_leak(rules, Numbers(3, 7), Numbers(8, 7), "blue")


def test_leak_helper_fails_for_states_that_a_side_can_tell_apart() -> None:
    """The helper is only for states that differ in what the side may not know."""
    rules: Any = Toy()
    with pytest.raises(AssertionError):
        assert_no_leak(rules, Numbers(3, 7), Numbers(4, 7), "red")
    with pytest.raises(AssertionError):
        assert_no_leak(rules, Numbers(3, 7, "blue"), Numbers(3, 8, "blue"), "red")


class Wrote(Event, frozen=True, kw_only=True, tag="wrote"):
    pass


class Number(Event, frozen=True, kw_only=True, tag="number"):
    number: int


@sentence.register
def _(event: Wrote) -> Text:
    return Text("red writes")


@sentence.register
def _(event: Number) -> Text:
    return Text("it is {number}", number=event.number)


def test_events_are_compared_as_a_side_sees_them() -> None:
    quiet: list[Event] = [Wrote()]
    one = [*quiet, Number(number=3, only=("red",))]
    other = [*quiet, Number(number=8, only=("red",))]
    assert_same_news(one, other, "blue")
    assert_same_news(one, quiet, "")
    with pytest.raises(AssertionError, match="red sees a secret event"):
        assert_same_news(one, other, "red")
    loud = [*quiet, Number(number=3)]
    with pytest.raises(AssertionError, match="a spectator sees a secret event"):
        assert_same_news(loud, quiet, "")


# -- Strike Force One ------------------------------------------------------------------------------

SECRET = "seed-of-all-dice-to-come"


def shown(game: Game, side: str) -> str:
    return msgspec.json.encode(game.view(side)).decode()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_views_do_not_reveal_the_seed(scenario: str) -> None:
    """Games that differ only in their seed look identical to all sides."""
    one = grognard.new(scenario, seed=SECRET)
    other = grognard.new(scenario, seed="another")
    one.dice.script([6, 5, 4])
    for side in ("", *one.sides):
        assert shown(one, side) == shown(other, side)
        assert_no_leak(one.definition, one.state, other.state, side)
        assert SECRET not in shown(one, side) and one.dice.commitment not in shown(one, side)


def test_events_do_not_reveal_the_seed() -> None:
    for scenario in SCENARIOS:
        *_, game = walk(scenario, 8)
        game.dice.seed = SECRET
        assert SECRET not in msgspec.json.encode(game.events()).decode()


def test_views_survive_json() -> None:
    *_, over = walk("strike-force-one/expert-engagement", 1)
    assert over.view().result == over.result and over.view().to_act == () and over.view().asked == ""
    for game in [*sample(games=4), over]:
        for side in ("", *game.sides):
            text = msgspec.json.encode(game.view(side))
            back = msgspec.json.decode(text, type=View)
            assert back.side == side and msgspec.json.encode(back) == text


def test_view_matches_the_game() -> None:
    for game in sample(games=3):
        view = game.view()
        assert (view.scenario, view.options) == (game.scenario.id, game.options)
        assert (view.turn, view.phase, view.to_act) == (game.turn, game.phase, game.waiting_for)
        assert view.phase in view.phases and 1 <= view.turn <= view.turns
        question = game.choices()
        assert question is not None and view.asked == question.sentence() and view.asked.endswith(".")
        assert [unit.id for unit in view.units] == [counter.id for counter in game.scenario.counters]
        boxed = [id_ for box in view.boxes for id_ in box.units]
        assert len(boxed) == len(set(boxed))
        for unit in view.units:
            on_map = game.scenario.board.grid.find(unit.at) is not None
            assert on_map or unit.at in ("away", "lost", "edge", "box")
            assert (unit.id in boxed) == (not on_map and unit.at != "away")
        for objective in view.objectives:
            holders = {unit.side for unit in view.units if unit.at == objective.hex and not unit.marker}
            assert objective.held_by == (holders.pop() if holders else "")


def test_game_without_secrets_looks_the_same_to_all() -> None:
    for game in sample(games=2):
        views = [msgspec.structs.replace(game.view(side), side="") for side in ("", *game.sides)]
        assert views[0] == views[1] == views[2]


def test_view_does_not_change_with_the_game() -> None:
    game, _ = fresh("strike-force-one/basic", 0)
    before = shown(game, "us")
    view = game.view("us")
    at = view.known["at"]
    assert isinstance(at, list)
    at.clear()
    view.options["fog"] = True
    assert shown(game, "us") == before, "a view that is changed changes no game"
    kept = game.view("us")
    text = msgspec.json.encode(kept)
    game.play("move SA 0801-0701")
    assert msgspec.json.encode(kept) == text, "and a game that goes on changes no view"
    assert shown(game, "us") != before


def test_imagined_state_matches_the_view() -> None:
    """Without secrets, the imagined state is that of the game, also after serialisation."""
    dice = LooseDice(random.Random(4))
    for game in sample(games=3):
        for side in game.sides:
            view = game.view(side)
            sent = msgspec.json.decode(msgspec.json.encode(view), type=View)
            for seen in (view, sent):
                imagined = game.definition.imagine(seen, game.scenario, dice)
                assert imagined is not game.state and imagined.plain() == game.state.plain()
                assert game.definition.violations(imagined) == []


# -- standings -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("standing", "text"),
    [
        (Standing(kind="points", label="x", value=3), "3"),
        (Standing(kind="points", label="x", value=0, unit="VP"), "0 VP"),
        (Standing(kind="points", label="x", value=3, unit="VP", target=0), "3 VP of 0 needed"),
        (Standing(kind="goal", label="x", value=1, target=2, met=False), "1 of 2 needed"),
        (Standing(kind="goal", label="x", met=True), "done"),
        (Standing(kind="goal", label="x", met=False), "open"),
        (Standing(kind="goal", label="x", turn=3), "not known yet"),
        (Standing(kind="fact", label="x", turn=3), "turn 3"),
        (Standing(kind="fact", label="x", turn=3, hexes=("0101", "0202")), "turn 3, 0101, 0202"),
        (Standing(kind="fact", label="x", side="us"), "United States"),
        (Standing(kind="fact", label="x", side="nobody"), "nobody"),
        (Standing(kind="fact", label="x"), ""),
    ],
)
def test_standing_as_text(standing: Standing, text: str) -> None:
    assert standing_text(standing, {"us": "United States"}) == text
