"""A grid of coloured characters that is printed as a string for a terminal."""

from __future__ import annotations

from typing import NamedTuple


class Style(NamedTuple):
    """Text and background colour as ``#rrggbb``, and weight."""

    ink: str | None = None
    ground: str | None = None
    bold: bool = False

    @property
    def codes(self) -> str:
        """Escape sequence that switches to this style from any other.

        >>> Style("#ff0000", None, True).codes
        '\\x1b[0;1;38;2;255;0;0m'
        """
        parts = ["0"]
        if self.bold:
            parts.append("1")
        for colour, layer in ((self.ink, "38"), (self.ground, "48")):
            if colour:
                parts.append(";".join((layer, "2", *map(str, channels(colour)))))
        return f"\x1b[{';'.join(parts)}m"


PLAIN = Style()


def channels(colour: str) -> tuple[int, int, int]:
    """Return the red, green and blue values of ``#rrggbb``.

    >>> channels("#ff8000")
    (255, 128, 0)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(one: str, other: str, part: float) -> str:
    """Blend two colours; `part` is the share of the second.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = zip(channels(one), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


class Canvas:
    """A fixed number of character cells; anything outside is not drawn."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._signs = [[" "] * width for _ in range(height)]
        self._styles = [[PLAIN] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style = PLAIN) -> None:
        """Write characters, one per cell."""
        for column, sign in enumerate(text, start=x):
            if 0 <= column < self.width and 0 <= y < self.height:
                self._signs[y][column] = sign
                self._styles[y][column] = style

    def text(self, colour: bool) -> str:
        """Return all lines, each ending in a newline; with escape codes only if `colour`."""
        if not colour:
            return "".join("".join(line).rstrip() + "\n" for line in self._signs)
        lines = []
        for signs, styles in zip(self._signs, self._styles, strict=True):
            line, last = "", PLAIN
            for sign, style in zip(signs, styles, strict=True):
                if style != last:
                    line += style.codes
                    last = style
                line += sign
            lines.append(line.rstrip() + (PLAIN.codes if last != PLAIN else "") + "\n")
        return "".join(lines)
