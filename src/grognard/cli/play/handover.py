"""The curtain: two people at one terminal, and a game with secrets. Nobody sees what the other one did."""

from __future__ import annotations

from grognard.cli.play.seats import Seats
from grognard.cli.terminal.completion import forget_typed
from grognard.cli.terminal.input import Lines
from grognard.cli.terminal.terminal import Terminal
from grognard.core.contract.events import Event
from grognard.core.play.game import Game

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Home, wipe the screen, wipe what has scrolled out of it."""


class Curtain:
    """Falls whenever another person is to sit down, if the game has secrets."""

    def __init__(self, game: Game, seats: Seats, term: Terminal, lines: Lines) -> None:
        self.hangs = game.scenario.game.secrets and len(seats.humans) > 1
        self._term = term
        self._lines = lines
        self._sitting = ""
        self._left = dict.fromkeys(game.sides, len(game.history))
        """How many orders there were when a side was last at the screen."""

    def falls(self, game: Game, side: str) -> bool:
        """Cover what was shown to the last person until the next one says to be there."""
        if not self.hangs or side == self._sitting:
            return False
        if self._sitting:
            self._left[self._sitting] = len(game.history)
        self._sitting = side
        if self._lines.typed:
            self._term.say(_CLEAR if self._term.colour else "\n" * self._term.height)
            forget_typed()
        title = game.scenario.titles[side]
        self._term.say(f"Hand the screen over to {title}. Nothing is shown until {title} sits here, alone.")
        self._lines.ask(f"Enter when you are {title}: ")
        return True

    def missed(self, game: Game, side: str) -> list[Event]:
        """What happened while a side was away, as far as it may know."""
        return game.events(side, since=self._left[side])
