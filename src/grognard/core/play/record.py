"""Records: one readable file that is the saved game, the replay and the game by email.

::

    grognard record 1
    scenario: strike-force-one/basic
    seed: 7

    = turn 1 5d0c7a11b2f4
    1 soviet move SA 0801-0701-0602 ~9f1c
    2 soviet attack 0506 SA,SB [4] ~03be
    = now 77aa01c2d3e4

Order lines have their dice in brackets and, after ``~``, a checksum of all lines so far, so that an edited
line is found at once. ``=`` lines have the hash of the state at every turn and at the end. Lines starting
with ``#`` are comments.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec

from grognard.core.contract.state import PlainState
from grognard.core.dice import checked_seed
from grognard.core.errors import BadArgument, BadFile
from grognard.core.files.toml_shape import did_you_mean

VERSION = 1
_HEXADECIMAL = frozenset("0123456789abcdef")
_DICE = frozenset("0123456789! ")
_CHECK = re.compile(r"= (?P<what>turn \d+|now|end) (?P<digest>[0-9a-f]{12})(?P<words>.*)")


class Entry(msgspec.Struct, frozen=True):
    """An order with its dice; `line` is its line in a file."""

    side: str
    order: str
    dice: tuple[int, ...] = ()
    by_hand: int = 0
    """Number of dice, from the first, that were entered by hand (written ``4!``)."""
    line: int = 0


class Mark(msgspec.Struct, frozen=True):
    """The hash of the state after a number of orders."""

    after: int
    what: str
    digest: str
    line: int = 0


class Record(msgspec.Struct):
    """A whole game, as in a file."""

    scenario: str
    pack: str = ""
    """The hash of the pack that the scenario is in; empty for a scenario of the game itself."""
    options: dict[str, object] = {}
    seed: str | None = None
    """None when it is withheld: the dice so far are in the entries, later ones are drawn afresh."""
    seed_from: int = 1
    """The first order whose dice came from this seed; earlier ones came from a seed that is withheld."""
    commitment: str = ""
    by_hand: bool = False
    tags: dict[str, str] = {}
    """Notes of the players: names, date, event."""
    start: PlainState | None = None
    """The plain state to start from, if it is not the scenario's setup."""
    next_dice: tuple[int, ...] = ()
    """Dice that are set but not rolled yet."""
    entries: list[Entry] = []
    marks: list[Mark] = []
    lines: dict[str, int] = {}
    """Line numbers of the header lines in a file."""


# -- writing ------------------------------------------------------------------------------------


def write_record(record: Record) -> str:
    """Return the record as text."""
    rows = [f"grognard record {VERSION}", f"scenario: {record.scenario}"]
    if record.pack:
        rows.append(f"pack: {record.pack}")
    rows += [f"option {name}: {json.dumps(value)}" for name, value in record.options.items()]
    if record.seed is not None:
        rows.append(f"seed: {record.seed}")
        if record.seed_from > 1:
            rows.append(f"seed from order: {record.seed_from}")
    if record.commitment:
        rows.append(f"commitment: {record.commitment}")
    if record.by_hand:
        rows.append("dice: by hand")
    if record.next_dice:
        rows.append(f"next dice: {json.dumps(record.next_dice)}")
    rows += [f"tag {_one_line(name).replace(':', ' ')}: {_one_line(v)}" for name, v in record.tags.items()]
    if record.start is not None:
        rows.append(f"start: {json.dumps(record.start, separators=(',', ':'))}")
    rows.append("")
    chain = _chain_start(record)
    marks: dict[int, list[Mark]] = {}
    for mark in record.marks:
        marks.setdefault(mark.after, []).append(mark)
    for number in range(len(record.entries) + 1):
        if number:
            entry = record.entries[number - 1]
            text = _spell(number, entry)
            chain = _link(chain, text)
            rows.append(f"{text} ~{chain[:4]}")
        rows += [f"= {mark.what} {mark.digest}" for mark in marks.get(number, ())]
    return "\n".join(rows) + "\n"


def _spell(number: int, entry: Entry) -> str:
    text = f"{number} {entry.side} {entry.order}"
    dice = [f"{d}!" if n < entry.by_hand else f"{d}" for n, d in enumerate(entry.dice)]
    return f"{text} [{' '.join(dice)}]" if dice else text


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _chain_start(record: Record) -> str:
    return _link("", f"{record.scenario} {json.dumps(record.options, sort_keys=True)}")


def _link(chain: str, text: str) -> str:
    return hashlib.sha256(f"{chain}\n{text}".encode()).hexdigest()


# -- reading ------------------------------------------------------------------------------------

MIGRATIONS: dict[int, Callable[[list[str]], list[str]]] = {}
"""For every earlier version, a function that turns its lines into those of the next version."""


def read_record(text: str, path: str | Path = "record") -> Record:
    """Parse the text of a record; `BadFile` names the bad line."""
    lines = _migrate(text.splitlines(), path)
    record = Record(scenario="", options={}, tags={}, entries=[], marks=[], lines={})
    chain = ""
    for number, raw in enumerate(lines[1:], start=2):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if order := _order_line(line):
            chain = chain or _chain_start(record)
            chain = _read_order(record, order, chain, path, number)
        elif check := _CHECK.fullmatch(line):
            mark = Mark(len(record.entries), check["what"], check["digest"], number)
            record.marks.append(mark)
        elif ":" in line and not record.entries:
            _read_header(record, line, path, number)
        else:
            raise BadFile(path, f"cannot understand {line[:60]!r}", number)
    if not record.scenario:
        raise BadFile(path, "there is no scenario line")
    if not 1 <= record.seed_from <= len(record.entries) + 1:
        raise BadFile(path, f"there is no order {record.seed_from}", record.lines["seed from order"])
    return record


def must_be_whole(record: Record, text: str, path: str | Path = "record") -> None:
    """Refuse a truncated record: every saved one ends with the hash of its state."""
    if not record.marks or record.marks[-1].after != len(record.entries):
        last = len(text.splitlines())
        raise BadFile(path, "the file is truncated: the hash of the final state is missing", last)


def _migrate(lines: list[str], path: str | Path) -> list[str]:
    first = re.fullmatch(r"grognard record (\d+)", lines[0].strip()) if lines else None
    if not first:
        raise BadFile(path, "not a Grognard record (its first line is 'grognard record 1')", 1)
    version = _number(first[1], path, 1)
    if version > VERSION:
        raise BadFile(
            path, f"made by a newer Grognard (version {version}; this one reads up to {VERSION})", 1
        )
    for old in range(version, VERSION):
        if old not in MIGRATIONS:
            raise BadFile(path, f"record version {old} is not known", 1)
        lines = MIGRATIONS[old](lines)
    return lines


HEADERS = (
    "scenario", "pack", "option NAME", "seed", "seed from order", "commitment", "dice", "next dice",
    "tag NAME", "start",
)  # fmt: skip
"""The keys of the lines before the first order."""


def _read_header(record: Record, line: str, path: str | Path, number: int) -> None:
    key, _, value = line.partition(":")
    key, value = key.strip(), value.strip()
    record.lines[key] = number
    try:
        if key == "scenario":
            record.scenario = value
        elif key == "pack":
            record.pack = value
        elif key.startswith("option "):
            record.options[key.removeprefix("option ")] = json.loads(value)
        elif key == "seed":
            record.seed = str(checked_seed(value))
        elif key == "seed from order":
            record.seed_from = int(value)
        elif key == "commitment":
            record.commitment = value
        elif key == "dice" and value == "by hand":
            record.by_hand = True
        elif key == "next dice":
            record.next_dice = msgspec.convert(json.loads(value), tuple[int, ...])
        elif key.startswith("tag "):
            record.tags[key.removeprefix("tag ")] = value
        elif key == "start":
            record.start = msgspec.convert(json.loads(value), PlainState)
        else:
            hint = did_you_mean(key, HEADERS)
            raise BadFile(path, f"cannot understand {line[:60]!r}: unknown key; {hint}", number)
    except (ValueError, BadArgument, msgspec.ValidationError, RecursionError):
        raise BadFile(path, f"{value[:60]!r} is not a value for {key!r}", number) from None


def _number(text: str, path: str | Path, line: int) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadFile(path, f"{text[:20]!r} is not a valid number", line) from None


class _OrderLine(NamedTuple):
    """The parts of the line of an order, as written."""

    number: str
    side: str
    order: str
    dice: str
    check: str


def _order_line(line: str) -> _OrderLine | None:
    """Return the parts of a line such as ``12 us attack 0506 W [4 2!] ~03be``, or None if it has others.

    It reads from both ends, which takes linear time whatever the line holds.
    """
    number, _, rest = line.partition(" ")
    side, blank, order = rest.partition(" ")
    if not (number.isdecimal() and blank and side and not any(map(str.isspace, side))):
        return None
    dice = check = ""
    if order[-6:-4] == " ~" and set(order[-4:]) <= _HEXADECIMAL:
        order, check = order[:-6], order[-4:]
    at = order.rfind(" [")
    if at >= 0 and order.endswith("]") and set(order[at + 2 : -1]) <= _DICE:
        order, dice = order[:at], order[at + 2 : -1]
    return _OrderLine(number, side, order, dice, check)


def _read_order(record: Record, match: _OrderLine, chain: str, path: str | Path, line: int) -> str:
    expected = len(record.entries) + 1
    if _number(match.number, path, line) != expected:
        raise BadFile(path, f"order {match.number[:20]} instead of order {expected}", line)
    dice = match.dice.split()
    if not all(die.removesuffix("!").isdigit() for die in dice):
        raise BadFile(path, f"cannot understand the dice {match.dice[:60]!r}", line)
    values = tuple(_number(die.removesuffix("!"), path, line) for die in dice)
    by_hand = sum(die.endswith("!") for die in dice)
    entry = Entry(match.side, match.order, values, by_hand, line)
    chain = _link(chain, _spell(expected, entry))
    if match.check and match.check != chain[:4]:
        raise BadFile(path, "this line or a header line was changed after it was written", line)
    record.entries.append(entry)
    return chain
