"""The terminal: its width, its colours, and how to print to it."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from math import dist

RESET = "\x1b[0m"
_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
_TRUE_COLOUR = re.compile(r"([34]8);2;(\d+);(\d+);(\d+)")
_ESCAPE = re.compile(r"\x1b\[[\d;]*m")
_ASCII = str.maketrans({
    "·": "|", "—": "-", "–": "-", "…": "...", "›": ">", "─": "-", "★": "@", "×": "x", "’": "'",
    "“": '"', "”": '"', "■": "o", "╱": "/", "╲": "\\",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Terminal:
    """The capabilities of a terminal. Without colour no escape codes are printed."""

    width: int = 80
    height: int = 24
    colour: bool = False
    deep: bool = False
    """Whether it supports 24-bit colours; otherwise the nearest of 256 is used."""
    ascii_only: bool = False
    scrolls: bool = False
    """Whether the output goes to a screen of this height, so that a board should fit it."""

    def say(self, text: str = "") -> None:
        """Print text."""
        if self.ascii_only:
            text = text.translate(_ASCII).encode("ascii", "replace").decode()
        if self.colour and not self.deep:
            text = _TRUE_COLOUR.sub(_nearest, text)
        print(text, flush=True)

    @contextmanager
    def waiting(self, text: str) -> Iterator[None]:
        """Show a message while something is computed, then erase it.

        Without colour, as in a pipe, nothing is printed.
        """
        if not self.colour:
            yield
            return
        print(f"\r{self.paint(text, 'dim')}", end="", flush=True)
        try:
            yield
        finally:
            print("\r\x1b[K", end="", flush=True)

    def paint(self, text: str, *styles: str) -> str:
        """Return text in a style such as ``bold`` or ``red``."""
        if not self.colour or not text:
            return text
        return f"\x1b[{';'.join(_STYLES[style] for style in styles)}m{text}{RESET}"

    def chip(self, text: str, ground: str, ink: str) -> str:
        """Return text on a coloured background, such as the title of a side."""
        if not self.colour:
            return text
        from grognard.core.draw.text_canvas import Style

        return f"{Style(ink, ground, True).codes} {text} {RESET}"

    def wrap(self, text: str, first: str = "", indent: str | None = None) -> str:
        """Wrap text to the width of the terminal, the first line after `first`, the others indented.

        It breaks lines at plain spaces, and at hyphens in a path longer than a line, and ignores escape
        codes when measuring.
        """
        indent = " " * len(first) if indent is None else indent
        lines = [first]
        room = self.width - _shown(first)
        fresh = True
        for word, space in _pieces(text, self.width - len(indent)):
            gap = "" if fresh else space
            wide = _shown(word) + len(gap)
            if wide > room and not fresh:
                lines.append(indent)
                room, gap, wide = self.width - len(indent), "", _shown(word)
            lines[-1] += gap + word
            room, fresh = room - wide, False
        return "\n".join(lines)


def _pieces(text: str, width: int) -> Iterator[tuple[str, str]]:
    """Yield the words of a text, each with the space before it; a word too long for a line in parts."""
    for word in text.split(" "):
        parts = word.split("-") if _shown(word) > width else [word]
        for number, part in enumerate(parts):
            yield (f"{part}-" if number < len(parts) - 1 else part), ("" if number else " ")


def this_terminal(colour: bool | None = None, ascii_only: bool = False) -> Terminal:
    """Return the terminal of standard output; if `colour` is None, use colour if the terminal has it."""
    size = shutil.get_terminal_size((80, 24))
    if colour is None:
        dumb = os.environ.get("TERM", "") in ("", "dumb")
        colour = sys.stdout.isatty() and not dumb and not os.environ.get("NO_COLOR")
    unicode = (sys.stdout.encoding or "").lower().replace("-", "") in ("utf8", "utf16", "utf32")
    plain = ascii_only or not unicode
    return Terminal(max(40, size.columns), size.lines, colour, _is_deep(), plain, sys.stdout.isatty())


def _is_deep() -> bool:
    """Return whether the terminal declares, or is known, to support 24-bit colours."""
    known = ("direct", "kitty", "alacritty", "foot", "ghostty", "wezterm")
    return (
        os.environ.get("COLORTERM", "") in ("truecolor", "24bit")
        or any(name in os.environ.get("TERM", "") for name in known)
        or "TMUX" in os.environ
        or "WT_SESSION" in os.environ
    )


def say_json(value: object) -> None:
    """Print a value as JSON."""
    import msgspec

    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode(), flush=True)


def complain(text: object) -> None:
    """Print one line to standard error."""
    print(f"grognard: {' '.join(str(text).split())}", file=sys.stderr)


def _shown(text: str) -> int:
    """Return the number of cells that a text takes on the screen."""
    return len(_ESCAPE.sub("", text))


def _nearest(match: re.Match[str]) -> str:
    return f"{match[1]};5;{nearest_of_256(*map(int, match.groups()[1:]))}"


@cache
def nearest_of_256(red: int, green: int, blue: int) -> int:
    """Return the nearest colour of a 256-colour terminal.

    >>> nearest_of_256(255, 255, 255), nearest_of_256(128, 128, 128)
    (231, 244)
    """
    wanted = _look(red, green, blue)
    steps = (0, 95, 135, 175, 215, 255)
    cube = [(r, g, b) for r in steps for g in steps for b in steps]
    greys = [(v, v, v) for v in range(8, 248, 10)]
    seen = [_look(*colour) for colour in cube + greys]
    return 16 + min(range(len(seen)), key=lambda n: dist(seen[n], wanted))


def _look(red: int, green: int, blue: int) -> tuple[float, float, float]:
    """Convert a colour to Oklab, where distance matches perceived difference."""
    r, g, b = ((part / 255) ** 2.2 for part in (red, green, blue))
    long = (0.4122 * r + 0.5363 * g + 0.0514 * b) ** (1 / 3)
    middle = (0.2119 * r + 0.6807 * g + 0.1074 * b) ** (1 / 3)
    short = (0.0883 * r + 0.2817 * g + 0.6300 * b) ** (1 / 3)
    return (
        0.2105 * long + 0.7936 * middle - 0.0041 * short,
        1.9780 * long - 2.4286 * middle + 0.4506 * short,
        0.0259 * long + 0.7828 * middle - 0.8087 * short,
    )
