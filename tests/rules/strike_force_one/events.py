"""What the tests of random events share: the dice of each event, and going on to the next one."""

from __future__ import annotations

from typing import Any

from grognard.core.contract.events import Event
from grognard.core.play.game import Game
from grognard.games.strike_force_one.events import EventRolled
from grognard.games.strike_force_one.model.scenario import tables
from tests.rules.strike_force_one.battles import battle_in
from tests.rules.strike_force_one.scenes import AS_PLANNED, At
from tests.support import situation, where

CONTACT: At = {"SA": "0605", "Z": "0505"}  # two clear hexes side by side
# Column and row die of each event.
SOVIET = {
    "SZ": [1, 1],
    "SI": [4, 1],
    "SZh": [1, 2],
    "spetsnaz": [4, 2],
    "replacement": [1, 3],
    "artillery": [1, 4],
    "friction": [1, 5],
    "air": [4, 5],
}
US = {
    "T": [1, 1],
    "U": [4, 1],
    "V": [1, 2],
    "replacement": [1, 3],
    "air": [1, 4],
    "friction": [1, 5],
    "artillery": [4, 5],
}


def expert(phase: str, *dice: int, turn: int = 1, state: dict[str, Any] | None = None, **at: Any) -> Game:
    return situation("expert-standard", phase, turn=turn, dice=dice, state=state, **at)


def roll(game: Game, dice: list[int]) -> list[Event]:
    game.dice.script(dice)
    return game.play("roll")


def end_turn(game: Game) -> None:
    """Go on to the events phase of the other side, or of the next turn."""
    while game.view().phase_name != "events":
        game.play("end")


def next_turn(game: Game) -> None:
    """Go on to the same side's next events phase; the other side has a turn as planned."""
    end_turn(game)
    roll(game, AS_PLANNED)
    end_turn(game)


def battle(game: Game, order: str) -> str:
    """Fight and return the column and the result, as in ``difference +0: AE``."""
    event = battle_in(game.play(order))
    return f"{event.measure} {event.value:+d}: {event.result}"


def event_title(event: Event) -> str:
    """Return the title of the random event that was rolled."""
    assert isinstance(event, EventRolled)
    title: str = tables()["events"]["titles"][event.event]
    return title


def placing(side: str, name: str, chit: str) -> Game:
    """A support chit that has just been rolled, with two enemy hexes to place it on."""
    at: At = {"SA": "0705", "SB": "0707", "Y": "0305", "Z": "0505"}
    game = expert(f"{side} events", **at)
    roll(game, (SOVIET if side == "soviet" else US)[name])
    assert (game.phase, where(game, chit)) == (f"{side} movement", "edge")
    return game
