"""Hot-seat games with secrets: hide the screen when the terminal passes to another player."""

from __future__ import annotations

from grognard.cli.play.seats import Seats
from grognard.cli.terminal.completion import clear_history
from grognard.cli.terminal.input import Lines
from grognard.cli.terminal.terminal import Terminal
from grognard.core.contract.events import Event
from grognard.core.play.game import Game

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Move to the top, clear the screen, clear the scrollback."""


class Handover:
    """Passes the terminal from one player to another, if the game has secrets."""

    def __init__(self, game: Game, seats: Seats, term: Terminal, lines: Lines) -> None:
        self.needed = game.scenario.game.secrets and len(seats.humans) > 1
        self._term = term
        self._lines = lines
        self._side = ""
        self._left = dict.fromkeys(game.sides, len(game.history))
        """Number of orders given when a side last left the screen."""

    def pass_to(self, game: Game, side: str) -> bool:
        """Clear the screen and wait for the player of a side; return False if that is not necessary."""
        if not self.needed or side == self._side:
            return False
        if self._side:
            self._left[self._side] = len(game.history)
        self._side = side
        if self._lines.typed:
            self._term.say(_CLEAR if self._term.colour else "\n" * self._term.height)
            clear_history()
        title = game.scenario.titles[side]
        self._term.say(f"Pass the screen to the {title} player.")
        self._lines.ask(f"{title} player: press Enter to continue. ")
        return True

    def missed(self, game: Game, side: str) -> list[Event]:
        """Return the events that a side may know since it last left the screen."""
        return game.events(side, since=self._left[side])
