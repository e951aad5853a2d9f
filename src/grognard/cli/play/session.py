"""Playing at the terminal: asks people, lets the computer play, and never loses the game."""

from __future__ import annotations

import shlex

from grognard.cli.game_files import Keeper
from grognard.cli.play import game_commands
from grognard.cli.play.handover import Curtain
from grognard.cli.play.seats import Seats
from grognard.cli.terminal.completion import Completer
from grognard.cli.terminal.input import Lines
from grognard.cli.terminal.refusals import refusal_of, say_breakdown, say_refusal, short_odds
from grognard.cli.terminal.screen import Screen
from grognard.cli.terminal.terminal import Terminal
from grognard.core.contract.events import Event, seen_by
from grognard.core.contract.orders import Order
from grognard.core.errors import GrognardError, Illegal, NeedDice
from grognard.core.play.game import Game

_NEWS = 10  # pieces of news that are told again under a new board


class Leave(Exception):
    """The player leaves the game."""


class Session:
    """One game at one terminal."""

    def __init__(
        self, game: Game, seats: Seats, keeper: Keeper, term: Terminal, *, confirm: bool = False
    ) -> None:
        self.game = game
        self.seats = seats
        self.keeper = keeper
        self.term = term
        self.screen = Screen(term)
        self.completer = Completer(sorted(game_commands.COMMANDS))
        self.lines = Lines(self.completer)
        self.confirm = confirm
        self.boards = "auto"
        """When the board is drawn: ``always``, at a change of ``phase``, ``never``; ``auto`` as fits."""
        self._drawn: tuple[object, ...] = ()
        self._asked = ""
        self._changed = True
        self._news: list[tuple[str, bool]] = []
        """What happened since the last question, and whether it has been said already."""
        self.curtain = Curtain(game, seats, term, self.lines)

    # -- the loop -------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the game is over or the player leaves; the exit status."""
        self.seats.note(self.game)
        self._keep()
        try:
            self._greet()
            while not self.game.over:
                side = self.seats.next(self.game.waiting_for)
                if self.seats.is_human(side):
                    self._person(side)
                else:
                    self._computer(side)
            self._farewell()
        except Leave:
            return 0
        except EOFError:
            self._safe("The input ended.")
        except KeyboardInterrupt:
            self.term.say()
            self._safe("Stopped.")
            return 130
        except BaseException:
            self._safe("Something went wrong.")
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
            for line in self.game.scenario.file.lesson.splitlines():
                self.term.say(self.term.wrap(line))
        if self.seats.humans:
            self.term.say("help explains, ? lists what can be done, quit leaves.")
        if not self.seats.is_human(self.game.to_act or ""):
            self._draw("")  # people see where it begins before the computer moves

    def _farewell(self) -> None:
        self._draw(self.seats.humans[0] if self.seats.humans else "")
        self._tell()
        self.term.say(self.screen.result(self.game))
        if self.seats.humans and not self.keeper.path:
            game_commands.offer_to_save(self, "Save the record?")
        elif self.keeper.where:
            self.term.say(f"The record: {self.keeper.where}")

    def _safe(self, why: str) -> None:
        """Say where the game is, whatever happened."""
        complaint = self.keeper.keep(self.game)
        if complaint:
            self.term.say(complaint)
        where = self.keeper.where
        if where:
            self.term.say(f"{why} The game is saved; go on with:\n  grognard play {shlex.quote(str(where))}")
        else:
            self.term.say(why)

    # -- people ---------------------------------------------------------------------------------

    def _person(self, side: str) -> None:
        if self.curtain.falls(self.game, side):
            news = self.screen.events(self.game, self.curtain.missed(self.game, side))
            self._news, self._drawn = [(news, False)] if news else [], ()
        self._refresh(side)
        self.completer.look_at(self.game, side)
        line = self.lines.ask(f"{side}> ")
        for text in line.split(";"):
            if not self.obey(text.strip(), side):
                return
            if self.game.over or side not in self.game.waiting_for:
                return

    def _refresh(self, side: str) -> None:
        """Draw the board when it is time to, and ask the question when it is new."""
        game = self.game
        now = (game.turn, game.phase, side)
        tall = self.lines.typed and self.term.height >= game.scenario.board.grid.rows * 4 + 10
        always = self.boards == "always" or (self.boards == "auto" and tall)
        drawing = self.boards != "never" and (now != self._drawn or (always and self._changed))
        if drawing:
            self._draw(side)
            self._drawn, self._asked = now, ""
        self._tell(again=drawing and self.lines.typed)
        self._news.clear()
        self._changed = False
        decision = game.choices(side)
        asked = str(decision.sentence()) if decision else ""
        only = game_commands.only_order(game, side)
        if only is not None:
            asked += f" Only one order is possible: {only} (Enter gives it)."
        if asked != self._asked:
            self.term.say(self.screen.says(game, side, asked))
            for other in self._entitled(side):
                self.term.say(f"    ({other} may break in: {other} ORDER, or {other} ? for what it can do)")
            self._asked = asked

    def _entitled(self, side: str) -> list[str]:
        """Other people at this screen who may do something now though they need not."""
        others = [other for other in self.seats.humans if other not in (side, *self.game.waiting_for)]
        return [other for other in others if self.game.choices(other) is not None]

    def _tell(self, again: bool = False) -> None:
        """What happened; under a board that was drawn anew also what had been said above it."""
        for text, said in self._news[-_NEWS:] if again else self._news:
            if again or not said:
                self.term.say(text)
        self._news = [(text, True) for text, _ in self._news]

    def _draw(self, side: str) -> None:
        view = self.game.view(side)
        self.term.say()
        for part in (
            self.screen.header(self.game, view),
            self.screen.board(self.game, view),
            self.screen.boxes(self.game, view),
        ):
            if part:
                self.term.say(part)

    def obey(self, text: str, side: str) -> bool:
        """Carry out one line: an order of the game or a command of ours. False when it could not be done."""
        word = text.split(maxsplit=1)[0].lower() if text else ""
        verbs = self.game.scenario.game.verbs
        try:
            if not text:
                return self._only(side)
            if word in verbs:
                return self._order(text, side)
            if word != side and self.seats.is_human(word):  # another side at this screen breaks in
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
            self.term.say("Several orders are possible; ? lists them.")
            return False
        self.term.say(f"({only})")
        return self._order(str(only), side)

    def _order(self, text: str, side: str) -> bool:
        order = self.game.read(text)
        refused = self.game.check(order, side)
        if refused:
            raise refused
        odds = self.game.preview(order, side)
        if odds.chances and self.confirm:
            say_breakdown(self.term, odds)
            if self.lines.ask("Give this order? [Y/n] ").lower() in ("n", "no"):
                return False
        elif odds.chances:
            self._news.append((self.term.wrap(f"odds {short_odds(odds)}", "  "), False))
        events = self.carry_out(order, side)
        happened = self.screen.events(self.game, seen_by(events, side))
        if happened:
            self._news.append((happened, False))
        return True

    def carry_out(self, order: Order, side: str) -> list[Event]:
        """Give an order, asking for every die that is rolled by hand, and keep the game."""
        while True:
            try:
                events = self.game.play(order, side)
                break
            except NeedDice as need:
                self.game.dice.script([self._roll(need)])
        self._changed = True
        self._keep()
        return events

    def _roll(self, need: NeedDice) -> int:
        """A die that a person rolled."""
        while True:
            text = self.lines.ask(f"Roll a {need.sides}-sided die for {need.purpose}: ")
            if text.isdecimal() and 1 <= int(text) <= need.sides:
                return int(text)
            if text.lower() in ("q", "quit", "exit"):
                raise EOFError
            self.term.say(f"That is a number from 1 to {need.sides}.")

    # -- the computer ---------------------------------------------------------------------------

    def _computer(self, side: str) -> None:
        """What the computer does and why, in one line."""
        with self.term.waiting(f"{self.game.scenario.titles[side]} is thinking"):
            order, why = self.seats.choose(self.game, side)
        self.carry_out(order, side)
        watcher = next(iter(self.seats.humans), "")
        seen = self.game.visible_step(len(self.game.history), watcher)
        titles = self.game.scenario.titles
        happened = "; ".join(event.text.spoken(titles) for event in seen.events)
        happened = happened or seen.order or "has given a secret order"
        for prefix in (f"{titles[side]} player ", f"{titles[side]} "):  # the side is said before it
            happened = happened.removeprefix(prefix)
        why = why.removeprefix(f"{order}: ") if seen.order else ""
        reason = self.term.paint(f"— {why}", "dim") if why else ""
        self._tell()
        self.term.say(self.screen.says(self.game, side, f"{happened} {reason}".strip()))
        self._news.append((self.screen.says(self.game, side, happened), True))

    # -- keeping --------------------------------------------------------------------------------

    def _keep(self) -> None:
        complaint = self.keeper.keep(self.game)
        if complaint:
            self.term.say(self.term.wrap(f"{complaint}; the game is autosaved instead."))

    def undo(self, side: str) -> str:
        """Take back to before a person's last order, with what the computer did since.

        Where there are secrets, everybody takes back only their own.
        """
        twin = self.game.copy()
        while twin.can_undo:
            who = twin.history[-1].side
            if self.curtain.hangs and self.seats.is_human(who) and who != side:
                raise GrognardError("nothing to undo: the last order was not yours")
            order = twin.undo()
            if self.seats.is_human(who):
                self.game = twin
                self._changed = True
                self._keep()
                return order
        self.game.copy().undo()  # says why there is nothing to undo
        raise GrognardError("nothing to undo: dice were rolled since your last order")
