"""A game at the terminal: asks humans for orders, lets the computer play, and saves after every order."""

from __future__ import annotations

import shlex
from typing import NamedTuple

from grognard.cli.game_files import GameSaver, command_to_play
from grognard.cli.play import game_commands
from grognard.cli.play.handover import Handover
from grognard.cli.play.seats import Seats
from grognard.cli.play.stacks import expand
from grognard.cli.terminal.completion import Completer
from grognard.cli.terminal.input import Lines
from grognard.cli.terminal.refusals import refusal_of, say_explanation, say_refusal, short_odds
from grognard.cli.terminal.screen import Screen
from grognard.cli.terminal.terminal import Terminal
from grognard.core.contract.events import Event, seen_by
from grognard.core.contract.orders import Order
from grognard.core.english import plural
from grognard.core.errors import GrognardError, Illegal, NeedDice
from grognard.core.play.game import Game

_REASONS = 20  # number of the computer's reasons to keep
_NEWS = 10  # maximum number of messages to repeat below a new board


class Leave(Exception):
    """Raised when the player quits."""


def _height(text: str) -> int:
    return len(text.splitlines())


class Fallback(NamedTuple):
    """What remains of a script of orders if the next one is refused."""

    start: int
    """Number of orders before the script."""
    game: Game
    news: list[tuple[str, bool]]


class Session:
    """One game at one terminal."""

    def __init__(
        self, game: Game, seats: Seats, saver: GameSaver, term: Terminal, *, confirm: bool = False
    ) -> None:
        self.game = game
        self.seats = seats
        self.saver = saver
        self.term = term
        self.screen = Screen(term)
        self.completer = Completer(sorted(game_commands.COMMANDS))
        self.lines = Lines(self.completer)
        self.confirm = confirm
        self.boards = "auto"
        """When to draw the board: ``always``, at a change of ``phase``, ``never``, or ``auto`` by height."""
        self._drawn: tuple[object, ...] = ()
        self._asked = ""
        self._changed = True
        self._fallback: Fallback | None = None
        """While a script is carried out on a copy: what remains if an order of it is refused."""
        self.reasons: list[str] = []
        """What the computer said about its orders since a human last gave one."""
        self._news: list[tuple[str, bool]] = []
        """Messages since the last prompt, and whether each has been printed."""
        self.handover = Handover(game, seats, term, self.lines)

    # -- the loop -------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the game is over or the player quits; return the exit status."""
        self.seats.note(self.game)
        self._save()
        try:
            self._greet()
            while not self.game.over:
                side = self.seats.next(self.game.waiting_for)
                if self.seats.is_human(side):
                    self._human(side)
                else:
                    self._computer(side)
            self._farewell()
        except Leave:
            return 0
        except EOFError:
            self._report_saved("End of input.")
        except KeyboardInterrupt:
            self.term.say()
            self._report_saved("Stopped.")
            return 130
        except BaseException:
            self._report_saved("Something went wrong.")
            raise
        return 0

    def _greet(self) -> None:
        who = [f"{self.screen.side(self.game, side)} {kind}" for side, kind in self.seats.kinds.items()]
        self.term.say(" against ".join(who) + ".")
        chosen = [
            f"{name} ({value})" if isinstance(value, str) else name
            for name, value in self.game.options.items()
            if value != self.game.scenario.game.options[name].default
        ]
        if chosen:
            self.term.say(self.term.wrap(", ".join(chosen), "Options: "))
        if self.seats.humans and self.game.scenario.file.lesson:
            file = self.game.scenario.file
            steps = [f"{number}. {text}" for number, text in enumerate(file.steps, 1)]
            for line in (*file.lesson.splitlines(), "", *steps):
                self.term.say(self.term.wrap(line))
        if self.seats.humans:
            self.term.say("Type help, ? for legal orders, or quit.")
        if not self.seats.is_human(self.game.to_act or ""):
            self._draw("")  # show the start before the computer moves

    def _farewell(self) -> None:
        self._draw(self.seats.humans[0] if self.seats.humans else "")
        self._tell()
        self.term.say(self.screen.result(self.game))
        if self.game.result is not None and self.seats.briefings:
            self.term.say("The computer's plans:")
            for line in self.seats.briefings:
                self.term.say(self.term.wrap(line))
        if self.seats.humans and not self.saver.path:
            game_commands.offer_to_save(self, "Save the record?")
        elif self.saver.where:
            self.term.say(f"Record: {self.saver.where}")

    def _report_saved(self, why: str) -> None:
        """Save the game, and print how to resume it."""
        problem = self.saver.save(self.game)
        if problem:
            self.term.say(problem)
        where = self.saver.where
        if where:
            self.term.say(
                f"{why} The game is saved. To resume:\n  {command_to_play()} {shlex.quote(str(where))}"
            )
        else:
            self.term.say(why)

    # -- humans ---------------------------------------------------------------------------------

    def _human(self, side: str) -> None:
        if self.handover.pass_to(self.game, side):
            news = self.screen.events(self.game, self.handover.missed(self.game, side))
            self._news, self._drawn = [(news, False)] if news else [], ()
        self.show_to(side)
        del self.reasons[:-_REASONS]
        self.completer.look_at(self.game, side)
        line = self.lines.ask(f"{side}> ")
        texts = [text.strip() for text in line.split(";") if text.strip()] or [""]
        verbs = self.game.scenario.game.verbs
        if len(texts) > 1 and all(text.split()[0].lower() in verbs for text in texts):
            self._script(texts, side)
            return
        for number, text in enumerate(texts, start=1):
            done = self.obey(text, side)
            if not done or self.game.over or side not in self.game.waiting_for:
                if texts[number:]:
                    self._news.append((f"Not carried out: {'; '.join(texts[number:])}", False))
                return

    def _script(self, texts: list[str], side: str) -> bool:
        """Carry out several orders, or none of them if one is illegal; return whether they were.

        Once dice have been rolled or something was revealed, the orders so far stand, so that nobody can look
        at the dice and take back what led to them.
        """
        start = len(self.game.history)
        self._fallback = Fallback(start, self.game, list(self._news))
        self.game = self.game.copy()
        number, done, refused = 0, True, None
        try:
            while done and number < len(texts):
                number += 1
                done = self._order(texts[number - 1], self._giver(side))
        except GrognardError as error:
            done, refused = False, error
        except BaseException:
            done = False
            raise
        finally:
            tried, fallback, self._fallback = self.game, self._fallback, None
            if not done:
                self.game, self._news = fallback.game, fallback.news
        if done:
            self._save()
            return True
        self._tell()
        if isinstance(refused, Illegal):
            say_refusal(self.term, refusal_of(tried, texts[number - 1], refused, self._giver(side)))
        elif refused is not None:
            self.term.say(self.term.wrap(str(refused)))
        stand = self.game.history[start:]
        if stand:
            why = "Dice were rolled" if any(step.dice for step in stand) else "Something was revealed"
            done_ = "; ".join(step.order for step in stand)
            rest = "; ".join(texts[number - 1 :])
            self.term.say(self.term.wrap(f"{why}, so these orders stand: {done_}. Not carried out: {rest}."))
        else:
            why = f"Order {number} of {len(texts)} ({texts[number - 1]}) was not carried out"
            self.term.say(self.term.wrap(f"{why}, so none was."))
        return False

    def _hold(self) -> None:
        """Keep the orders of a script so far if dice were rolled or something was revealed."""
        if self._fallback is None:
            return
        steps = self.game.history[self._fallback.start :]
        if any(step.dice or any(event.final for event in step.events) for step in steps):
            self._fallback = Fallback(self._fallback.start, self.game.copy(), list(self._news))
            self._save()

    def _giver(self, side: str) -> str:
        """Return who gives the next order of a script: the side, or the next human at the same screen."""
        others = [other for other in self.game.waiting_for if self.seats.is_human(other)]
        if side in self.game.waiting_for or self.handover.needed or not others:
            return side
        return others[0]

    def show_to(self, side: str) -> None:
        """Draw the board if it is due, and print the prompt if it is new."""
        game = self.game
        now = (game.turn, game.phase, side)
        tall = self.lines.typed and self.term.height >= game.scenario.board.grid.rows * 4 + 10
        always = self.boards == "always" or (self.boards == "auto" and tall)
        drawing = self.boards != "never" and (now != self._drawn or (always and self._changed))
        prompt = self._prompt(side)
        again = 0
        if drawing:
            again = self._fitting(prompt)
            if again < len(self._news) and self.lines.typed:
                self._tell()  # what does not fit below the board is printed above it
            shown = self._news[len(self._news) - again :]
            self._draw(side, below=_height(prompt) + sum(_height(text) for text, _ in shown))
            self._drawn, self._asked = now, ""
        self._tell(again)
        self._news.clear()
        self._changed = False
        if prompt != self._asked:
            self.term.say(prompt)
            self._asked = prompt

    def _prompt(self, side: str) -> str:
        """Return what a side must decide, and who else may interrupt."""
        game = self.game
        decision = game.choices(side)
        asked = str(decision.sentence()) if decision else ""
        only = game_commands.only_order(game, side)
        if only is not None:
            asked += f" Only legal order: {only} (press Enter)."
        interrupts = [
            f"    ({other} may interrupt: {other} ORDER, or {other} ? for legal orders)"
            for other in self._entitled(side)
        ]
        return "\n".join([self.screen.says(game, side, asked), *interrupts])

    def _entitled(self, side: str) -> list[str]:
        """Return the sides of other humans at this terminal that may interrupt now."""
        others = [other for other in self.seats.humans if other not in (side, *self.game.waiting_for)]
        return [other for other in others if self.game.choices(other) is not None]

    def _fitting(self, prompt: str) -> int:
        """Return how many of the latest messages fit between a board and the prompt."""
        if not self.lines.typed:
            return 0
        room, fitting = self.screen.room_below() - _height(prompt), 0
        for text, _ in reversed(self._news[-_NEWS:]):
            room -= _height(text)
            if room < 0 and self.term.scrolls:
                break
            fitting += 1
        return fitting

    def _tell(self, again: int = 0) -> None:
        """Print new messages; below a new board, repeat the last few that were printed above it."""
        for number, (text, said) in enumerate(self._news):
            if not said or number >= len(self._news) - again:
                self.term.say(text)
        self._news = [(text, True) for text, _ in self._news]

    def _draw(self, side: str, below: int = 1) -> None:
        self.term.say()
        for part in self.screen.table(self.game, self.game.view(side), below):
            if part:
                self.term.say(part)

    def obey(self, text: str, side: str) -> bool:
        """Carry out an order or command; return False if it failed."""
        word = text.split(maxsplit=1)[0].lower() if text else ""
        verbs = self.game.scenario.game.verbs
        try:
            if not text:
                return self._only(side)
            if word in verbs:
                return self._order(text, side)
            if word != side and self.seats.is_human(word):  # another side at this terminal interrupts
                return self.obey(text[len(word) :].strip(), word)
            command = game_commands.find(word)
            if command is None:
                self.term.say(self.term.wrap(game_commands.unknown(word, verbs)))
                return False
            rest = text[1:].strip() if text[0] == "?" else text[len(word) :].strip()
            command.does(self, rest, side)
            return True
        except Illegal as refused:
            say_refusal(self.term, refusal_of(self.game, text, refused, side))
        except GrognardError as error:
            self.term.say(self.term.wrap(str(error)))
        return False

    def _only(self, side: str) -> bool:
        only = game_commands.only_order(self.game, side)
        if only is None:
            self.term.say("There are several legal orders; type ? to list them.")
            return False
        self.term.say(f"({only})")
        return self._order(str(only), side)

    def _order(self, text: str, side: str) -> bool:
        texts = expand(self.game, text, side)
        if len(texts) > 1 and self._fallback is None:
            return self._script(texts, side)
        return all(self._one_order(one, side) for one in texts)

    def _one_order(self, text: str, side: str) -> bool:
        order = self.game.read(text)
        refused = self.game.check(order, side)
        if refused:
            raise refused
        odds = self.game.preview(order, side)
        if odds.chances and self.confirm:
            say_explanation(self.term, odds)
            if self.lines.ask("Give this order? [Y/n] ").lower() in ("n", "no"):
                return False
        elif odds.chances:
            self._news.append((self.term.wrap(f"odds {short_odds(odds)}", "  "), False))
        events = self.carry_out(order, side)
        happened = self.screen.events(self.game, seen_by(events, side))
        if happened:
            self._news.append((happened, False))
        self._hold()
        return True

    def carry_out(self, order: Order, side: str) -> list[Event]:
        """Carry out an order, asking for dice rolled by hand, and save the game."""
        while True:
            try:
                events = self.game.play(order, side)
                break
            except NeedDice as need:
                self.game.dice.script([self._roll(need)])
        self._changed = True
        self._save()
        return events

    def _roll(self, need: NeedDice) -> int:
        """Ask for a die rolled by hand."""
        while True:
            text = self.lines.ask(f"Roll a {need.sides}-sided die for {need.purpose}: ")
            if text.isdecimal() and 1 <= int(text) <= need.sides:
                return int(text)
            if text.lower() in ("q", "quit", "exit"):
                raise EOFError
            self.term.say(f"Type a number from 1 to {need.sides}.")

    # -- the computer ---------------------------------------------------------------------------

    def _computer(self, side: str) -> None:
        """Let the computer play, and print its order and reason in one line."""
        with self.term.waiting(f"{self.game.scenario.titles[side]} is thinking"):
            order, why = self.seats.choose(self.game, side)
        if self.seats.failure:
            self.term.say(self.term.wrap(self.screen.says(self.game, side, self.seats.failure)))
        self.carry_out(order, side)
        watcher = next(iter(self.seats.humans), "")
        seen = self.game.visible_step(len(self.game.history), watcher)
        titles = self.game.scenario.titles
        happened = "; ".join(event.text.spoken(titles) for event in seen.events)
        happened = happened or seen.order or "gave a secret order"
        for prefix in (
            f"{titles[side]} player ",
            f"{titles[side]} ",
        ):  # the line already starts with the side
            happened = happened.removeprefix(prefix)
        if why and seen.order:
            self.reasons.append(self.screen.says(self.game, side, f"{seen.order} — {why}"))
        self._tell()
        self.term.say(self.screen.says(self.game, side, happened))
        self._news.append((self.screen.says(self.game, side, happened), True))

    # -- saving ---------------------------------------------------------------------------------

    def _save(self) -> None:
        """Save the game; during a script, only what stands."""
        game = self.game if self._fallback is None else self._fallback.game
        problem = self.saver.save(game)
        if problem:
            self.term.say(self.term.wrap(f"{problem}; the game is autosaved instead."))

    def undo(self, side: str, count: int = 1) -> list[str]:
        """Undo the last orders of humans, with all computer orders since; return them, the last first.

        In a game with secrets, each player can undo only their own orders.
        """
        copy, undone = self.game.copy(), list[str]()
        while copy.can_undo:
            who = copy.history[-1].side
            if self.handover.needed and self.seats.is_human(who) and who != side:
                raise GrognardError("cannot undo: the last order was not yours")
            order = copy.undo()
            undone += [order] if self.seats.is_human(who) else []
            if len(undone) == count:
                self.game = copy
                self._changed = True
                self._save()
                return undone
        if undone:
            raise GrognardError(f"cannot undo {count} orders; {plural(len(undone), 'order')} can be undone")
        self.game.copy().undo()  # raises the reason, if there are no orders
        raise GrognardError("cannot undo: dice were rolled since your last order")
