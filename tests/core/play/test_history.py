"""Steps of the history as the sides may see them."""

from __future__ import annotations

from grognard.core.contract.events import SPECTATOR, Event
from grognard.core.play.history import Step
from grognard.core.play.record import Entry

ENTRY = Entry("us", "place air 0405", (3,), 1)
OPEN, SECRET = Event(rule="open"), Event(rule="secret", only=("us",))
INSTEAD = Event(rule="instead", only=("soviet", SPECTATOR))


def step(*events: Event) -> Step:
    return Step(ENTRY, events, 2, "us combat", ("soviet",))


def test_step_is_its_order() -> None:
    assert (step().side, step().order, step().dice) == ("us", "place air 0405", (3,))


def test_side_sees_its_own_order() -> None:
    assert step(OPEN, SECRET, INSTEAD).visible_to("us", over=False) == step(OPEN, SECRET)
    assert step().visible_to("us", over=False) == step()


def test_order_without_secrets_is_visible_to_all() -> None:
    for side in ("soviet", SPECTATOR):
        assert step(OPEN).visible_to(side, over=False) == step(OPEN)


def test_secret_order_has_neither_text_nor_dice() -> None:
    for side in ("soviet", SPECTATOR):
        seen = step(SECRET, INSTEAD, OPEN).visible_to(side, over=False)
        assert seen == Step(Entry("us", ""), (INSTEAD, OPEN), 2, "us combat", ("soviet",))
        assert step().visible_to(side, over=False).entry == Entry("us", "")


def test_everything_is_visible_when_the_game_is_over() -> None:
    for side in ("us", "soviet", SPECTATOR):
        assert step(SECRET, INSTEAD, OPEN).visible_to(side, over=True) == step(SECRET, OPEN)
