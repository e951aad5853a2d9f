"""``grognard replay``: replay a saved game, order by order or straight through."""

from __future__ import annotations

import sys
import time
from argparse import Namespace

import msgspec

from grognard.cli.game_files import open_game
from grognard.cli.terminal.input import Lines
from grognard.cli.terminal.screen import Screen
from grognard.cli.terminal.terminal import Terminal, say_json, this_terminal
from grognard.core.english import plural
from grognard.core.errors import GrognardError
from grognard.core.play.game import Game

SECRET = "(a secret order)"
"""Shown instead of an order that a side may not know."""
HELP = "next (Enter), prev, goto N, turn N, auto, board, help, quit"


def replay(args: Namespace) -> int:
    """Replay a record."""
    game = open_game(args.file)
    side = args.side or ""
    game.view(side)  # raises an error for an unknown side
    if args.json:
        say_json([_plain(game, number, side) for number in range(1, len(game.history) + 1)])
        return 0
    term = this_terminal(args.colour, args.ascii)
    show = Replay(game, term, side, _delay(args.delay))
    if args.auto or not (args.step or sys.stdin.isatty()):
        show.straight_through()
        return 0
    return show.step_by_step()


def _delay(asked: float | None) -> float:
    if asked is None:
        return 0.6 if sys.stdout.isatty() else 0.0
    return max(0.0, asked)


def _plain(game: Game, number: int, side: str) -> dict[str, object]:
    step, titles = game.visible_step(number, side), game.scenario.titles
    return {
        "number": number,
        "side": step.side,
        "order": step.order,
        "dice": step.dice,
        "events": [
            {**msgspec.to_builtins(e), "kind": e.kind, "text": e.text.spoken(titles)} for e in step.events
        ],
    }


class Replay:
    """A finished or unfinished game to step through."""

    def __init__(self, game: Game, term: Terminal, side: str = "", delay: float = 0.0) -> None:
        self.game = game
        self.term = term
        self.screen = Screen(term)
        self.side = side
        self.delay = delay
        self.number = 0
        """Number of orders at the current point."""

    @property
    def last(self) -> int:
        """The number of the last order."""
        return len(self.game.history)

    def straight_through(self) -> None:
        """Print all orders to the end, with the board after every turn."""
        turn = self.game.game_after(self.number).turn
        while self.number < self.last:
            self.number += 1
            now = self.game.game_after(self.number)
            self._say_order()
            if now.turn != turn or self.number == self.last:
                self._board(now)
                turn = now.turn
            if self.delay:
                time.sleep(self.delay)
        if self.game.over:
            self.term.say(self.screen.result(self.game))

    def step_by_step(self) -> int:
        """Step through the game as the user asks."""
        self._board(self.game.game_after(0))
        self.term.say(f"{plural(self.last, 'order')}. {HELP}")
        lines = Lines()
        while True:
            try:
                line = lines.ask(f"{self.number}/{self.last}> ")
            except (EOFError, KeyboardInterrupt):
                self.term.say()
                return 0
            if line.lower() in ("q", "quit", "exit"):
                return 0
            try:
                self._obey(line)
            except GrognardError as error:
                self.term.say(str(error))

    def _obey(self, line: str) -> None:
        word, _, rest = line.lower().partition(" ")
        match word:
            case "" | "n" | "next":
                self._go(self.number + int(rest or 1) if rest.isdecimal() or not rest else self.number)
            case "p" | "prev" | "previous" | "back":
                self._go(self.number - (int(rest) if rest.isdecimal() else 1))
            case "g" | "goto" | "t" | "turn" if not rest.isdecimal():
                raise GrognardError(f"{word} needs a number, such as: {word} 2")
            case "g" | "goto":
                self._go(int(rest))
            case "t" | "turn":
                self._go(self._start_of(int(rest)))
            case "a" | "auto":
                try:
                    self.straight_through()
                except KeyboardInterrupt:
                    self.term.say()
            case "b" | "board":
                self._board(self.game.game_after(self.number))
            case _:
                self.term.say(HELP)

    def _go(self, number: int) -> None:
        if number > self.last:
            raise GrognardError(f"The game has only {plural(self.last, 'order')}.")
        if number < 0:
            raise GrognardError("This is the start.")
        self.number = number
        self._board(self.game.game_after(number))
        if number:
            self._say_order()
        if self.game.over and number == self.last:
            self.term.say(self.screen.result(self.game))

    def _start_of(self, turn: int) -> int:
        for mark in self.game.record().marks:
            if mark.what == f"turn {turn}":
                return mark.after
        raise GrognardError(f"This game has no turn {turn}.")

    def _say_order(self) -> None:
        step = self.game.visible_step(self.number, self.side)
        dice = f" [{' '.join(map(str, step.dice))}]" if step.dice else ""
        head = self.term.paint(f"{self.number}. {step.side}: {step.order or SECRET}{dice}", "bold")
        self.term.say(head)
        happened = self.screen.events(self.game, step.events, "     ")
        if happened:
            self.term.say(happened)

    def _board(self, game: Game) -> None:
        view = game.view(self.side)
        for part in (
            self.screen.header(game, view), self.screen.board(game, view), self.screen.boxes(game, view),
        ):  # fmt: skip
            if part:
                self.term.say(part)
