"""``grognard analyse``: chances turn by turn, turning points, luck and losses of a finished game."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from grognard.analysis import Analysis
from grognard.analysis import analyse as analysed
from grognard.analysis.picture import picture
from grognard.analysis.results import TurningPoint
from grognard.cli.game_files import open_game, write_png
from grognard.cli.terminal.terminal import Terminal, say_json, this_terminal
from grognard.core.errors import GrognardError
from grognard.core.files.files import write_text
from grognard.core.play.game import Game

_BAR = 30
"""Columns of a bar for 100%."""
_LUCK = 6
"""Number of rolls listed."""


def analyse(args: Namespace) -> int:
    """Analyse a record."""
    kind = Path(args.output).suffix.lower() if args.output else ""
    if kind not in ("", ".svg", ".png"):
        raise GrognardError(f"{args.output}: draw the analysis to a .svg or .png file")
    if not 0 < args.seconds <= 3600:
        raise GrognardError("--seconds is a number from 0 to 3600")
    game = open_game(args.file)
    term = this_terminal(args.colour, args.ascii)
    with term.waiting("Analysing…"):
        found = analysed(game, seconds=args.seconds)
    if args.output:
        _draw(game, found, Path(args.output))
    if args.json:
        say_json(found)
    else:
        _Report(game, found, term).say()
    return 0


def _draw(game: Game, found: Analysis, path: Path) -> None:
    scenario = game.scenario
    title = f"{scenario.game.full_title}: {scenario.file.title}"
    drawn = picture(found, title, {side.id: side.colour for side in scenario.file.sides_in(scenario.game)})
    if path.suffix.lower() == ".svg":
        write_text(path, drawn)
    else:
        write_png(drawn, path)


class _Report:
    """The analysis as text."""

    def __init__(self, game: Game, found: Analysis, term: Terminal) -> None:
        self.game, self.found, self.term = game, found, term
        self.first, self.second = (found.titles[side] for side in found.sides)

    def say(self) -> None:
        found, term = self.found, self.term
        if found.result:
            term.say(term.paint(f"{found.result.title}: {found.result.reason}", "bold"))
        self._head(f"Winning chances ({self.first} - {self.second})")
        for line in self._chances():
            term.say(line)
        self._turning_points()
        self._luck()
        self._head(f"Losses by turn, in {found.lost}")
        for figures in found.by_turn:
            parts = [f"{found.titles[side]} {lost}" for side, lost in figures.losses.items()]
            term.say(f"  Turn {figures.turn:<3} {', '.join(parts)}")

    def _head(self, text: str) -> None:
        self.term.say()
        self.term.say(self.term.paint(text, "bold"))

    def _chances(self) -> list[str]:
        """One bar for the start and for the end of every turn."""
        full, empty = ("#", ".") if self.term.ascii_only else ("█", "░")
        by_number = {point.number: point.chance for point in self.found.curve}
        rows = [("Start", self.found.curve[0].chance)]
        rows += [(f"Turn {figures.turn}", by_number[figures.number]) for figures in self.found.by_turn]
        lines = []
        for label, chance in rows:
            filled = round(_BAR * chance)
            bar = full * filled + empty * (_BAR - filled)
            lines.append(f"  {label:<8} {bar} {chance:.0%} - {1 - chance:.0%}")
        return lines

    def _turning_points(self) -> None:
        if not self.found.turning_points:
            return
        self._head("Turning points")
        for at, point in enumerate(self.found.turning_points, start=1):
            self._turning_point(at, point)

    def _turning_point(self, at: int, point: TurningPoint) -> None:
        term, title = self.term, self.found.titles[point.side]
        dice = f" [{' '.join(map(str, point.dice))}]" if point.dice else ""
        when = f"Turn {point.turn}, {point.phase}, order {point.first}"
        term.say(term.wrap(f"{when}: {title} {point.order}{dice}", f"  {at}. "))
        before, after = self._for(point.side, point.before), self._for(point.side, point.after)
        average = "" if point.average is None else f", {self._for(point.side, point.average):.0%} on average"
        term.say(f"     {title} chances {before:.0%}{average}, then {after:.0%}")
        if point.computer is None:
            return
        if point.computer.same:
            term.say("     The computer would have given the same order.")
        else:
            worth = self._for(point.side, point.computer.average)
            told = f"The computer: {point.computer.order}, {worth:.0%} on average ({point.computer.why})"
            term.say(term.wrap(told, "     "))

    def _for(self, side: str, chance: float) -> float:
        return chance if side == self.found.sides[0] else 1 - chance

    def _luck(self) -> None:
        found = self.found
        self._head(f"Luck, by what it decided ({found.measured} of {found.rolls} rolls measured)")
        self.term.say(f"  In all: {self.first} {100 * found.luck_total:+.0f} points")
        for luck in found.luck[:_LUCK]:
            dice = " ".join(map(str, luck.dice))
            self.term.say(f"  {100 * luck.points:+4.0f}  order {luck.number}: {luck.order} [{dice}]")
