"""The terminal: how wide it is, whether it takes colour, and how text goes out to it."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from dataclasses import dataclass
from typing import Any

RESET = "\x1b[0m"
_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
_TRUE_COLOUR = re.compile(r"([34]8);2;(\d+);(\d+);(\d+)")
_ASCII = str.maketrans({
    "·": "|", "—": "-", "–": "-", "…": "...", "›": ">", "─": "-", "★": "@", "×": "x", "’": "'",
    "“": '"', "”": '"', "■": "o", "╱": "/", "╲": "\\",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Terminal:
    """What the screen can do. Without colour no escape codes are written at all."""

    width: int = 80
    height: int = 24
    colour: bool = False
    deep: bool = False
    """Whether it takes 24-bit colours; otherwise they become the nearest of 256."""
    ascii_only: bool = False

    def say(self, text: str = "") -> None:
        """Print some lines."""
        if self.ascii_only:
            text = text.translate(_ASCII).encode("ascii", "replace").decode()
        if self.colour and not self.deep:
            text = _TRUE_COLOUR.sub(_nearest, text)
        print(text, flush=True)

    def paint(self, text: str, *styles: str) -> str:
        """Text in a style such as ``bold`` or ``red``."""
        if not self.colour or not text:
            return text
        return f"\x1b[{';'.join(_STYLES[style] for style in styles)}m{text}{RESET}"

    def chip(self, text: str, ground: str, ink: str) -> str:
        """Text on a ground of its own, as a side's name is shown."""
        if not self.colour:
            return text
        from grognard.core.text_canvas import Style

        return f"{Style(ink, ground, True).codes} {text} {RESET}"

    def wrap(self, text: str, first: str = "", indent: str | None = None) -> str:
        """Text in lines of the terminal's width, the first one after `first`, the others indented."""
        indent = " " * len(first) if indent is None else indent
        return textwrap.fill(
            text,
            self.width,
            initial_indent=first,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )


def this_terminal(colour: bool | None = None, ascii_only: bool = False) -> Terminal:
    """The terminal that standard output goes to; `colour` None means: where it is wanted."""
    size = shutil.get_terminal_size((80, 24))
    if colour is None:
        dumb = os.environ.get("TERM", "") in ("", "dumb")
        colour = sys.stdout.isatty() and not dumb and not os.environ.get("NO_COLOR")
    unicode = (sys.stdout.encoding or "").lower().replace("-", "") in ("utf8", "utf16", "utf32")
    deep = os.environ.get("COLORTERM", "") in ("truecolor", "24bit")
    return Terminal(max(40, size.columns), size.lines, colour, deep, ascii_only or not unicode)


def say_json(value: Any) -> None:
    """Print a value for programs to read."""
    import msgspec

    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode(), flush=True)


def complain(text: object) -> None:
    """One line on standard error."""
    print(f"grognard: {' '.join(str(text).split())}", file=sys.stderr)


def plural(count: int, word: str) -> str:
    """A number of things.

    >>> plural(1, "order"), plural(3, "order")
    ('1 order', '3 orders')
    """
    return f"{count} {word}{'' if count == 1 else 's'}"


def _nearest(match: re.Match[str]) -> str:
    """A 24-bit colour as the nearest of the 6 by 6 by 6 cube of a 256-colour terminal."""
    levels = (0, 95, 135, 175, 215, 255)
    cube = [min(range(6), key=lambda n: abs(levels[n] - int(part))) for part in match.groups()[1:]]
    return f"{match[1]};5;{16 + 36 * cube[0] + 6 * cube[1] + cube[2]}"
