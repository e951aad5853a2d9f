"""The menu of ``grognard play``: what to play, with which options, who plays which side."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grognard.cli.game_files import ENDING, autosave_folder, autosaves
from grognard.cli.play.seats import HUMAN, default_level, kinds
from grognard.cli.terminal.input import Lines
from grognard.cli.terminal.terminal import Terminal
from grognard.core.contract.scenario import Option, OptionValue
from grognard.core.english import plural
from grognard.core.errors import GrognardError
from grognard.core.files.files import read_text
from grognard.core.play.record import read_record
from grognard.games import game_file, game_ids, scenario_files


@dataclass(frozen=True, slots=True)
class Choice:
    """What the player chose: a file to resume, or a scenario with options and seats."""

    file: Path | None = None
    scenario: str = ""
    options: dict[str, object] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)
    by_hand: bool = False


def choose(term: Terminal, lines: Lines) -> Choice:
    """Ask what to play."""
    scenarios, saved = _list(term)
    while True:
        answer = lines.ask("Play which? [number or file name] ")
        if answer.isdecimal() and 1 <= int(answer) <= len(scenarios) + len(saved):
            number = int(answer) - 1
            break
        if answer in scenarios:
            number = scenarios.index(answer)
            break
        if answer and Path(answer).is_file():
            return Choice(Path(answer))
        term.say(f"Type a number from 1 to {len(scenarios) + len(saved)}.")
    if number >= len(scenarios):
        return Choice(saved[number - len(scenarios)])
    game, _, name = scenarios[number].partition("/")
    file = game_file(game)
    about = scenario_files(file.id)[name]
    offered = {option: file.options[option] for option in about.options}
    options, by_hand = _options(term, lines, offered)
    seats = _seats(term, lines, [side.id for side in about.sides_in(file)])
    return Choice(None, scenarios[number], options, seats, by_hand)


def _list(term: Terminal) -> tuple[list[str], list[Path]]:
    scenarios: list[str] = []
    for game in game_ids():
        file = game_file(game)
        term.say(term.paint(file.full_title, "bold"))
        for name, scenario in scenario_files(file.id).items():
            scenarios.append(f"{game}/{name}")
            term.say(term.wrap(f"{scenario.title}. {scenario.summary}", f" {len(scenarios):>2}  "))
    here = sorted(Path().glob(f"*{ENDING}"), key=lambda path: -path.stat().st_mtime)
    saved = [*here[:9], *autosaves()[:3]]
    if saved:
        term.say(term.paint("Saved games", "bold"))
        for number, path in enumerate(saved, start=len(scenarios) + 1):
            term.say(term.wrap(_about(path), f" {number:>2}  "))
    return scenarios, saved


def _about(path: Path) -> str:
    """Return one line about a saved game."""
    try:
        record = read_record(read_text(path), path)
    except GrognardError as error:
        return str(error)
    when = time.strftime("%d %b %H:%M", time.localtime(path.stat().st_mtime))
    stage = next((mark.what for mark in reversed(record.marks) if mark.what != "now"), "")
    name = "autosave" if path.parent == autosave_folder() else str(path)
    orders = plural(len(record.entries), "order")
    return f"{name}: {record.scenario}, {stage}, {orders}, {when}"


def _options(term: Terminal, lines: Lines, offered: dict[str, Option]) -> tuple[dict[str, object], bool]:
    """Let the player change options, real dice among them."""
    chosen: dict[str, OptionValue] = {name: option.default for name, option in offered.items()}
    by_hand = False
    while True:
        term.say(term.paint("Options", "bold"))
        for number, (name, option) in enumerate(offered.items(), start=1):
            value = chosen[name]
            word = value if isinstance(value, str) else "on" if value else "off"
            term.say(term.wrap(option.summary, f" {number:>2}  {name}: {word}. ", " " * 6))
        number = len(offered) + 1
        who = "you roll them and type them in" if by_hand else "the computer rolls"
        term.say(f" {number:>2}  dice: {who}.")
        answer = lines.ask("Enter to continue, or a number to change an option: ")
        if not answer:
            return dict(chosen), by_hand
        if answer == str(number):
            by_hand = not by_hand
        elif answer.isdecimal() and 1 <= int(answer) < number:
            name = list(offered)[int(answer) - 1]
            chosen[name] = _next_value(offered[name], chosen[name])
        elif answer in offered:
            chosen[answer] = _next_value(offered[answer], chosen[answer])
        else:
            term.say(f"Type a number from 1 to {number}.")


def _next_value(option: Option, value: OptionValue) -> OptionValue:
    if not option.choices:
        return not value
    return option.choices[(option.choices.index(str(value)) + 1) % len(option.choices)]


def _seats(term: Terminal, lines: Lines, sides: Sequence[str]) -> dict[str, str]:
    """Ask which side the player plays, and who plays the others."""
    term.say(term.paint("Players", "bold"))
    ways = {side: [side] for side in sides}
    ways |= {"all sides": list(sides), "none (watch the computer)": []}
    for number, words in enumerate(ways, start=1):
        term.say(f" {number:>2}  {words}")
    answer = _pick(term, lines, "Which side do you play? [1] ", [str(n + 1) for n in range(len(ways))], "1")
    mine = list(ways.values())[int(answer) - 1]
    seats = dict.fromkeys(sides, HUMAN)
    computers = [kind for kind in kinds() if kind != HUMAN]
    for side in sides:
        if side not in mine:
            question = f"Who plays {side}? {', '.join(computers)} [{default_level()}] "
            seats[side] = _pick(term, lines, question, computers, default_level())
    return seats


def _pick(term: Terminal, lines: Lines, question: str, among: Sequence[str], default: str) -> str:
    while True:
        answer = lines.ask(question).lower() or default
        if answer in among:
            return answer
        term.say(f"Type one of {', '.join(among)}.")
