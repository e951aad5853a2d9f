"""The public `Game`: play, undo, copy and events."""

from __future__ import annotations

import pickle
import random
import re
from dataclasses import replace
from typing import Any

import msgspec
import pytest

import grognard
from grognard.core.contract.definition import AnyGame
from grognard.core.contract.events import Event, sentence
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import BadFile, GrognardError, Illegal, NeedDice, Unreadable
from grognard.core.play.game import Game
from grognard.core.play.record import Entry
from grognard.core.text import Text
from tests.core.contract.positions_in_play import SFO, assert_citable, everything
from tests.games.random_play import SCENARIOS, eager_order, every_order, fresh, walk
from tests.support import situation

# -- where we are ----------------------------------------------------------------------------------


def test_new_game() -> None:
    game = grognard.new("strike-force-one/basic", seed=7)
    assert (game.to_act, game.waiting_for, game.turn, game.phase) == (
        "soviet",
        ("soviet",),
        1,
        "soviet movement",
    )
    assert not game.over and game.result is None and game.history == [] and game.events() == []
    assert game.sides == ("soviet", "us")
    assert game.options == {}


def test_finished_game_accepts_no_orders() -> None:
    *_, game = walk("strike-force-one/basic", 0)
    assert game.over and game.to_act is None and game.waiting_for == ()
    assert game.choices() is None and list(game.orders()) == []
    assert game.result is not None and game.result.title and game.result.reason
    assert_citable(game.result.rule)
    before = everything(game)
    for side in (None, *game.sides):
        refusal = game.check("end", side)
        assert refusal is not None
        assert_citable(refusal.rule)
        with pytest.raises(Illegal, match="over"):
            game.play("end", side)
    assert everything(game) == before


def test_unknown_names_are_refused() -> None:
    for name, said in [
        ("chess/blitz", "there is no game 'chess'; there are: strike-force-one"),
        ("strike-force-one", "which scenario of strike-force-one? strike-force-one/basic"),
        ("strike-force-one/nope", "no scenario strike-force-one/nope; there are: strike-force-one/basic"),
        ("strike-force-one/../basic", "no scenario"),
    ]:
        with pytest.raises(GrognardError, match=re.escape(said)):
            grognard.new(name)
    choices: list[tuple[dict[str, Any], str]] = [
        ({"fog": True}, "no option 'fog'"),
        ({"night": "yes"}, "on or off"),
        ({"night": 1}, "on or off"),
        ({"event-draw": "cards"}, "dice, chits, not 'cards'"),
        ({"event-draw": ["dice"]}, "dice, chits"),
    ]
    grognard.new("strike-force-one/expert-standard", {"night": True})  # 1 == True, also as a key of a cache
    for options, said in choices:
        with pytest.raises(GrognardError, match=re.escape(said)):
            grognard.new("strike-force-one/expert-standard", options)
    game = grognard.new("strike-force-one/basic", seed=7)
    for ask in (game.zoc, game.score, game.view, game.choices, game.supply):
        with pytest.raises(GrognardError, match="no side 'nato'; sides: soviet, us"):
            ask("nato")
    with pytest.raises(Unreadable, match="no counter 'SQ'"):
        game.reach("SQ")
    with pytest.raises(Unreadable, match="no hex 9999"):
        game.hex("9999")


def test_same_seed_and_orders_give_the_same_game() -> None:
    for scenario in SCENARIOS:
        ends = []
        for _ in range(2):
            *_, game = walk(scenario, 3)
            ends.append(everything(game))
        assert ends[0] == ends[1]


# -- taking back -----------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_undo_is_the_inverse_of_play(scenario: str) -> None:
    """Undo restores everything, and the same order again has the same result, including future dice."""
    game, source = fresh(scenario, 1)
    taken_back = 0
    while not game.over:
        before = everything(game)
        order = eager_order(game, source)
        twin = game.copy()
        game.play(order)
        if game.can_undo:
            text = game.history[-1].order
            assert game.undo() == text
            assert everything(game) == before
            assert SFO.violations(game.state) == []
            game.play(order)
            taken_back += 1
        twin.play(order)
        assert everything(game) == everything(twin)
    assert taken_back > 10


def test_undo_across_the_end_of_a_turn() -> None:
    game = grognard.new("strike-force-one/basic", seed=7)
    orders = ["move SA 0801-0701", "end", "end", "move W 0207-0206", "end", "end", "move SB 0806-0706"]
    marks = [everything(game)]
    for order in orders:
        game.play(order)
        marks.append(everything(game))
    assert game.turn == 2
    for order in reversed(orders):
        marks.pop()
        assert game.undo() == order
        assert everything(game) == marks[-1]
    assert not game.can_undo


def test_undo_stops_at_dice() -> None:
    game = situation("advanced", "soviet combat", dice=[3], SA="0605", SB="0604", SV="0504", Z="0505")
    game.play("attack 0505 SA,SB")
    assert not game.can_undo
    before = everything(game)
    with pytest.raises(GrognardError, match="dice were rolled"):
        game.undo()
    assert everything(game) == before
    (after_battle, *_) = every_order(game)
    game.play(after_battle)
    assert game.undo() == str(after_battle)
    assert everything(game) == before
    with pytest.raises(GrognardError, match="dice were rolled"):
        game.undo()


def test_no_undo_of_dice_or_revealed_information() -> None:
    for scenario in SCENARIOS:
        game, source = fresh(scenario, 2)
        while not game.over:
            events = game.play(eager_order(game, source))
            rolled = bool(game.history[-1].dice)
            assert rolled == any(event.dice for event in events), "events show the dice that were rolled"
            assert game.can_undo == (not rolled and not any(event.final for event in events))


def test_undo_keeps_scripted_dice() -> None:
    """They were not rolled, so only the order is undone."""
    game = grognard.new("strike-force-one/basic", seed=7)
    game.play("move SA 0801-0701")
    game.dice.script([3])
    game.undo()
    assert game.dice.scripted == [(3, True)]


def test_no_undo_in_a_new_game() -> None:
    game = grognard.new("strike-force-one/basic", seed=7)
    with pytest.raises(GrognardError, match="no orders"):
        game.undo()


# -- dice by hand ----------------------------------------------------------------------------------


def test_game_with_real_dice_asks_for_each_die() -> None:
    game = grognard.new("strike-force-one/expert-standard", by_hand=True)
    before = everything(game)
    with pytest.raises(NeedDice) as need:
        game.play("roll")
    assert (need.value.purpose, need.value.sides) == ("event column", 6)
    assert everything(game) == before
    game.dice.script([1])
    with pytest.raises(NeedDice) as need:
        game.play("roll")
    assert need.value.purpose == "event row"
    assert game.state.plain() == before[0] and game.history == [] and game.dice.log == []
    game.dice.script([6])
    game.play("roll")
    assert game.phase == "soviet movement"
    assert (game.history[-1].dice, game.history[-1].entry.by_hand) == ((1, 6), 2)
    assert game.dice.scripted == []


def test_real_dice_give_the_same_game_as_a_seed() -> None:
    """Dice entered one by one give the same game as equal dice from a seed."""
    *_, seeded = walk("strike-force-one/expert-engagement", 4)
    hand = grognard.new("strike-force-one/expert-engagement", seeded.options, by_hand=True)
    for entry in seeded.history:
        dice = list(entry.dice)
        order = hand.read(entry.order) if not entry.order.startswith("choose") else _chosen(hand, entry.order)
        while True:
            try:
                hand.play(order, entry.side)
                break
            except NeedDice:
                hand.dice.script([dice.pop(0)])
        assert not dice
    assert hand.state.plain() == seeded.state.plain()


def _chosen(game: Game, text: str) -> Order:
    return next(order for order in game.orders() if str(order) == text)


# -- twins and earlier moments ---------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_copy_is_independent(scenario: str) -> None:
    game, source = fresh(scenario, 5)
    game.tags["soviet"] = "Anna"
    for _ in range(15):
        game.play(eager_order(game, source))
    before = everything(game)
    twin = game.copy()
    assert everything(twin) == before
    twin.tags["soviet"] = "Boris"
    twin.dice.script([1])
    hand = random.Random(0)
    while not twin.over:
        twin.play(eager_order(twin, hand))
    assert everything(game) == before and game.tags == {"soviet": "Anna"}
    finished = everything(twin)
    while game.can_undo:
        game.undo()
    game.play(eager_order(game, source))
    assert everything(twin) == finished


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_game_after_an_earlier_order(scenario: str) -> None:
    moments = [everything(game.copy()) for game in walk(scenario, 6)]
    *_, game = walk(scenario, 6)
    finished = everything(game)
    for number in range(0, len(game.history) + 1, 3):
        then = game.game_after(number)
        assert then.state.plain() == moments[number][0]
        assert then.history == game.history[:number]
        assert SFO.violations(then.state) == []
    for entry in game.history[number:]:
        then.play(entry.order, entry.side)
    assert then.state.plain() == game.state.plain()
    assert everything(game) == finished
    for wrong in (-1, len(game.history) + 1):
        with pytest.raises(GrognardError, match=f"{len(game.history)} orders"):
            game.game_after(wrong)


# -- what happened ---------------------------------------------------------------------------------


class Variant:
    """Strike Force One with something changed."""

    def __getattr__(self, name: str) -> Any:
        return getattr(SFO.rules, name)


def variant(rules: Any) -> AnyGame:
    return replace(SFO, rules=rules)


class Heard(Event, frozen=True, kw_only=True, tag="heard"):
    order: str


@sentence.register
def _(event: Heard) -> Text:
    return Text("psst: {order}", order=event.order)


class Whispers(Variant):
    """Each order has an event visible only to the US side."""

    def __init__(self, *, reveals: bool = False) -> None:
        self.reveals = reveals

    def apply(self, state: Any, side: str, order: Order, dice: Roller) -> list[Event]:
        events = SFO.apply(state, side, order, dice)
        whisper = Heard(order=str(order), only=("us",), final=self.reveals)
        return [*events, whisper]


def test_events_are_visible_to_their_sides() -> None:
    game = Game(variant(Whispers()), "basic", seed=7)
    game.play("move SA 0801-0701")
    game.play("end")
    kinds = ["moved", "heard", "ended", "heard"]
    assert [event.kind for event in game.events()] == kinds
    assert [event.kind for event in game.events("us")] == kinds
    assert [event.kind for event in game.events("soviet")] == ["moved", "ended"]
    assert [event.kind for event in game.events("")] == ["moved", "ended"], "a spectator hears no secrets"
    assert [event.kind for event in game.events("us", since=1)] == ["ended", "heard"]
    assert game.events(since=2) == []
    game.undo()
    assert [event.kind for event in game.events()] == ["moved", "heard"]


def test_no_undo_of_a_reveal_without_dice() -> None:
    game = Game(variant(Whispers(reveals=True)), "basic", seed=7)
    game.play("move SA 0801-0701")
    assert not game.can_undo
    with pytest.raises(GrognardError, match="revealed"):
        game.undo()


class Forgetful(Variant):
    """Events without the mark that dice were rolled."""

    def apply(self, state: Any, side: str, order: Order, dice: Roller) -> list[Event]:
        events = SFO.apply(state, side, order, dice)
        return [msgspec.structs.replace(event, final=False) for event in events]


def test_no_undo_of_dice_without_marked_events() -> None:
    game = Game(variant(Forgetful()), "expert-standard", seed=7)
    game.play("roll")
    assert game.history[0].dice and not game.can_undo


def test_events_have_sentences_and_cite_existing_rules() -> None:
    kinds = set()
    for scenario in SCENARIOS:
        for number in range(4):
            *_, game = walk(scenario, number)
            for event in game.events():
                kinds.add(event.kind)
                text = str(event)
                assert text and "{" not in text and "  " not in text, text
                assert set(event.units) <= set(game.scenario.index)
                assert all(game.hex(label) >= 0 for label in event.hexes)
                if event.rule:
                    assert_citable(event.rule)
            assert game.events() == game.events("us") == game.events("soviet") == game.events("")
    assert kinds >= {"moved", "battle", "lost", "retreated", "advanced", "event", "ended", "turn", "over"}


# -- errors ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "error",
    [
        Illegal("8.3-all-stop", "SA must stop"),
        Unreadable("what?"),
        BadFile("a.record", "broken", 3),
        BadFile("a.record", "broken"),
        NeedDice("battle", 6),
        GrognardError("no"),
    ],
)
def test_errors_can_be_pickled(error: GrognardError) -> None:
    """Batches run in other processes; an error that cannot be pickled would hide the reason."""
    twin = pickle.loads(pickle.dumps(error))
    assert type(twin) is type(error) and str(twin) == str(error)
    assert vars(twin) == vars(error)


def test_undo_in_a_copy_does_not_change_the_original() -> None:
    game = grognard.new("strike-force-one/basic", seed=7)
    start = game.state.plain()
    game.play("move SA 0701")
    twin = game.copy()
    twin.undo()
    twin.play("move SB 0707")
    game.undo()
    assert game.state.plain() == start


def test_step_has_turn_and_phase() -> None:
    game = grognard.new("strike-force-one/basic", seed=7)
    events = game.play("move SA 0701")
    game.play("end")
    game.play("end")
    first, _, last = game.history
    assert (first.side, first.order, first.dice) == ("soviet", "move SA 0801-0701", ())
    assert (list(first.events), first.turn, first.phase) == (events, 1, "soviet movement")
    assert first.waiting_for == ("soviet",) and last.waiting_for == ("us",)


def test_replay_recorded_orders() -> None:
    *_, game = walk("strike-force-one/basic", 4)
    again = game.game_after(0)
    for number, step in enumerate(game.history):
        if step.dice:
            wrong = Entry(step.side, step.order, tuple(die % 6 + 1 for die in step.dice))
            with pytest.raises(GrognardError, match="the dice are"):
                game.game_after(number).replay_entry(wrong)
            break
    for step in game.history:
        assert again.replay_entry(step.entry) == list(step.events)
    assert again.history == game.history and again.state.digest == game.state.digest


def test_state_as_seen_is_cached() -> None:
    game = grognard.new("ocs/practice", seed=1)
    seen = game.state_as_seen_by("soviet")
    assert seen is not game.state and game.state_as_seen_by("soviet") is seen
    twin = game.copy()
    assert twin.state_as_seen_by("soviet") is seen
    twin.play("end")
    assert twin.state_as_seen_by("soviet") is not seen and game.state_as_seen_by("soviet") is seen
    game.play("end")
    assert game.state_as_seen_by("soviet") is not seen
    open_game = grognard.new("strike-force-one/basic", seed=1)
    assert open_game.state_as_seen_by("us") is open_game.state


def test_several_orders_are_undone_at_once() -> None:
    g = grognard.new("strike-force-one/basic", seed=1)
    before = g.state.plain()
    for order in ("move SA 0701", "move SB 0706", "move SD 0807"):
        g.play(order)
    with pytest.raises(GrognardError, match="cannot undo 4 orders; 3 orders can be undone"):
        g.undo(4)
    assert len(g.history) == 3
    assert g.undo(3) == "move SA 0801-0701"
    assert g.state.plain() == before and not g.history


def test_unknown_actor_is_refused() -> None:
    g = grognard.new("strike-force-one/basic", seed=1)
    decision = g.choices()
    assert decision is not None
    with pytest.raises(GrognardError, match="there is no counter 'QQ'"):
        decision.orders("QQ")
    assert decision.orders("W") == []  # an enemy unit has no orders
    assert [str(order) for order in decision.orders("")] == ["end"]


@pytest.mark.parametrize("seed", ["a\nb", " 7", "7\n", "a\u2028b"])
def test_seed_is_one_line(seed: str) -> None:
    """A record could not keep it."""
    with pytest.raises(GrognardError, match="a seed is a whole number or one line of text"):
        grognard.new("strike-force-one/basic", seed=seed)


def test_position_does_not_drop_an_open_decision() -> None:
    g = grognard.new("strike-force-one/advanced", seed=1)
    source = random.Random(2)
    seen = set()
    while not g.over:
        if g.state.questions:
            seen.add(g.state.questions[-1].kind)
            with pytest.raises(GrognardError, match="cannot hold the open decision"):
                g.position()
        else:
            g.position()
        g.play(eager_order(g, source))
    assert "retreat" in seen
