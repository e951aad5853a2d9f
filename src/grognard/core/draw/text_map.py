"""Draw the board as text for a terminal, with or without colour. Knows no game.

A hex takes four lines: its number with a mark for terrain or place, two lines for counters or the
place's name, and its lower edge. A note such as an MP cost takes the place of the second counter or the name.
Brackets distinguish the sides, so the map is readable without colour.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from itertools import pairwise

from grognard.core.board.board import Board, Feature, Place
from grognard.core.draw.counter_face import CounterFace, flag_mark
from grognard.core.draw.text_canvas import Canvas, Style, mix
from grognard.core.hexes.grid import OFF, Hex, HexSet

_BRACKETS = (("[", "]"), ("<", ">"), ("(", ")"), ("{", "}"))
_INK, _FAINT, _GRID, _NOTE = "#2b2a26", "#7b735f", "#9b927a", "#8a1c12"
_HIGHLIGHT = "#f2c14e"
_WATER = {"river", "stream", "canal", "coast", "lake"}
_SYMBOLS = {
    "road": "=", "highroad": "=", "autobahn": "=", "track": "-", "railway": "+", "double-railway": "#",
}  # fmt: skip
"""Characters of roads and railways on boards that give none."""


def text_map(
    board: Board,
    counters: Mapping[Hex, Sequence[CounterFace]] | None = None,
    *,
    notes: Mapping[Hex, str | int] | None = None,
    highlight: HexSet = 0,
    colour: bool = False,
    ascii_only: bool = False,
    width: int = 80,
    height: int | None = None,
    centre: Hex | None = None,
    sides: Sequence[str] = (),
    legend: bool = True,
) -> str:
    """Return the map, with as many whole hexes as fit, and its legend.

    It shows the first two counters of each stack, top counter first. `notes` are short texts in the
    hexes, such as costs. A board too large for `width` and `height` (in characters and lines of the
    map) is cut to a window around `centre`. `sides` assigns brackets to sides in order; by default the
    order is that of the board's setup marks. Colours are 24-bit escape codes.
    """
    sheet = _Sheet(board, counters or {}, notes or {}, highlight, ascii_only, sides)
    text = sheet.draw(width, height, centre).text(colour)
    return text + "\n" + sheet.legend(width) if legend else text


class _Sheet:
    def __init__(
        self,
        board: Board,
        counters: Mapping[Hex, Sequence[CounterFace]],
        notes: Mapping[Hex, str | int],
        highlight: HexSet,
        ascii_only: bool,
        sides: Sequence[str],
    ) -> None:
        self.board = board
        self.counters = counters
        self.notes = notes
        self.highlight = highlight
        self.ascii_only = ascii_only
        self.slash, self.backslash = ("/", "\\") if ascii_only else ("╱", "╲")
        present = sorted({face.side for stack in counters.values() for face in stack})
        self.sides = list(dict.fromkeys([*sides, *board.marks, *present]))

    # -- the map ------------------------------------------------------------------------------

    def draw(self, width: int, height: int | None, centre: Hex | None) -> Canvas:
        grid = self.board.grid
        longest = max(len(label) for label in grid.labels)
        fits = (top for top in (9, 8, 7, 6, 5) if grid.columns * (top + 2) + 2 <= width)
        self.top = max(next(fits, 6), longest)  # characters along the upper edge of a hex
        self.pitch = self.top + 2
        at = None if centre is None else (grid.column(centre), grid.row(centre))
        wide = (width - 2) // self.pitch
        high = grid.rows if height is None else (height - 3) // 4
        self.first_column, columns = _window(grid.columns, wide, at and at[0])
        self.first_row, rows = _window(grid.rows, high, at and at[1])
        canvas = Canvas(columns * self.pitch + 2, rows * 4 + 3)
        shown = self.shown = [
            hex_
            for hex_ in grid.hexes()
            if 0 <= grid.column(hex_) - self.first_column < columns
            and 0 <= grid.row(hex_) - self.first_row < rows
        ]
        for hex_ in shown:
            self._edges(canvas, hex_)
        for hex_ in shown:
            self._fill(canvas, hex_)
        self._features(canvas, set(shown))
        for hex_ in shown:
            self._note(canvas, hex_)
        return canvas

    def _corner(self, hex_: Hex) -> tuple[int, int]:
        grid = self.board.grid
        x = (grid.column(hex_) - self.first_column) * self.pitch
        return x, (grid.row(hex_) - self.first_row) * 4 + (2 if grid.is_low(hex_) else 0)

    def _side(self, hex_: Hex, direction: int) -> list[tuple[int, int, str]]:
        """Return the character cells of a hexside, with their characters on an empty map."""
        x, y = self._corner(hex_)
        right = x + self.top + 2
        if direction in (0, 3):
            line = y if direction == 0 else y + 4
            return [(x + 2 + i, line, "_") for i in range(self.top)]
        return {
            1: [(right, y + 1, self.backslash), (right + 1, y + 2, self.backslash)],
            2: [(right + 1, y + 3, self.slash), (right, y + 4, self.slash)],
            4: [(x, y + 3, self.backslash), (x + 1, y + 4, self.backslash)],
            5: [(x + 1, y + 1, self.slash), (x, y + 2, self.slash)],
        }[direction]

    def _edges(self, canvas: Canvas, hex_: Hex) -> None:
        for direction, next_ in enumerate(self.board.grid.neighbours[hex_]):
            # an edge is half in each hex, so blend their colours
            ground = None if next_ == OFF else mix(self._ground(hex_), self._ground(next_), 0.5)
            for x, y, sign in self._side(hex_, direction):
                canvas.put(x, y, sign, Style(_GRID, ground))

    def _features(self, canvas: Canvas, visible: set[Hex]) -> None:
        """Draw features along hexsides, such as rivers, then lines across them, such as roads."""
        board = self.board
        for id_, feature in board.features.items():
            symbol = _symbol(feature)
            if not symbol:
                continue
            ink = "#2f6f9f" if feature.style in _WATER else _NOTE
            for hex_, direction in board.hexsides.get(id_, ()):
                if hex_ in visible:
                    for x, y, _ in self._side(hex_, direction):
                        canvas.put(x, y, symbol, Style(ink, self._ground(hex_), True))
            for chain in board.lines.get(id_, ()):
                for a, b in pairwise(chain):
                    if a in visible:
                        cells = self._side(a, board.grid.neighbours[a].index(b))
                        x, y, _ = cells[len(cells) // 2]
                        canvas.put(x, y, symbol, Style(ink, self._ground(a), True))

    # -- one hex ------------------------------------------------------------------------------

    def _ground(self, hex_: Hex) -> str:
        colour = self.board.terrain_at(hex_).colour
        return mix(colour, _HIGHLIGHT, 0.55) if self.highlight >> hex_ & 1 else colour

    def _fill(self, canvas: Canvas, hex_: Hex) -> None:
        x, y = self._corner(hex_)
        kind = self.board.terrain_at(hex_)
        ground = self._ground(hex_)
        ink, faint = Style(_INK, ground), Style(_FAINT, ground)
        sign = "" if kind.symbol in " ." else kind.symbol
        place = self.board.place_at(hex_)
        stack = list(self.counters.get(hex_, ()))
        number = self.board.grid.label(hex_)
        mark = self._place_mark(place) if place else sign
        canvas.put(x + 2, y + 1, " " * self.top, ink)
        canvas.put(x + 2, y + 1, number, faint)
        if mark and len(number) < self.top:
            canvas.put(x + 1 + self.top, y + 1, mark, Style(_INK, ground, True))
        wide = self.top + 2
        for line in (2, 3):
            texture = ("{} " if line == 2 else " {}").format(sign) * wide if sign else " " * wide
            canvas.put(x + 1, y + line, texture[:wide], faint)
        canvas.put(x + 2, y + 4, "_" * self.top, Style(_GRID, ground))
        if place and len(stack) < 2:
            name = self._short(place.name, wide)
            canvas.put(x + 1, y + 3, name.center(wide), Style(_INK, ground, place.objective))
        for line, face in enumerate(stack[:2], start=2):
            more = len(stack) - 2 if line == 3 else 0
            self._counter(canvas, x + 1, y + line, face, more, ground)

    def _counter(self, canvas: Canvas, x: int, y: int, face: CounterFace, more: int, ground: str) -> None:
        wide = self.top + 2
        left, right = _BRACKETS[self.sides.index(face.side) % len(_BRACKETS)]
        tail = f"+{more}" if more else ""
        room = wide - len(tail) - 2
        name = self._clean(face.id)[:room]
        flags = "".join(self._clean(flag_mark(flag)) for flag in face.flags)[: room - len(name)]
        token = f"{left}{name}{right}"
        start = x + (wide - len(token + flags + tail)) // 2
        canvas.put(x, y, " " * wide, Style(_INK, ground))
        body, ink = face.ground, face.ink
        canvas.put(start, y, token, Style(ink, body, True))
        canvas.put(start + len(token), y, flags + tail, Style(_NOTE, ground, True))

    def _note(self, canvas: Canvas, hex_: Hex) -> None:
        """Draw a note inside the hex, and a double line below it if the hex is highlighted."""
        x, y = self._corner(hex_)
        lit = bool(self.highlight >> hex_ & 1)
        text = self._clean(str(self.notes.get(hex_, "")))[: self.top]
        ground = self._ground(hex_)
        if lit:
            canvas.put(x + 2, y + 4, "=" * self.top, Style(_GRID, ground))
        if text:
            line = y + (3 if self.counters.get(hex_) else 2)
            canvas.put(x + 1, line, text.center(self.top + 2), Style(_NOTE, ground, True))

    # -- words --------------------------------------------------------------------------------

    def _place_mark(self, place: Place) -> str:
        if place.objective:
            return "@" if self.ascii_only else "★"
        return "o" if self.ascii_only else "■"

    def _clean(self, text: str) -> str:
        """Replace characters that are unsafe for a terminal or do not take exactly one cell."""
        if self.ascii_only:
            text = unicodedata.normalize("NFKD", text)
            text = "".join(c for c in text if not unicodedata.combining(c))
        else:
            text = unicodedata.normalize("NFC", text)
        last = "~" if self.ascii_only else "\U0010ffff"
        return "".join(
            c
            if c.isprintable()
            and c <= last
            and not unicodedata.combining(c)
            and unicodedata.east_asian_width(c) not in "WF"
            else "?"
            for c in text
        )

    def _short(self, name: str, room: int) -> str:
        name = self._clean(name)
        return name if len(name) <= room else name[: room - 1] + ("." if self.ascii_only else "…")

    def legend(self, width: int) -> str:
        """Return the legend of the symbols on this map."""
        board = self.board
        items = [f"{k.symbol} {k.title}" for k in board.legend if k.symbol not in " ."]
        items += [f"{_symbol(f)} {f.title}" for f in board.features.values() if _symbol(f)]
        for objective, word in ((True, "objective"), (False, "place")):
            place = next((p for p in board.places.values() if p.objective == objective), None)
            if place:
                items.append(f"{self._place_mark(place)} {word}")
        for hex_ in self.shown:
            place = board.place_at(hex_)
            if place and len(place.name) > self.top + 2:
                items.append(f"{board.grid.label(hex_)} {place.name}")
        faces = [face for stack in self.counters.values() for face in stack]
        for index, side in enumerate(self.sides):
            if any(face.side == side for face in faces):
                items.append("".join(_BRACKETS[index % len(_BRACKETS)]) + f" {side}")
        flags = sorted({flag for face in faces for flag in face.flags})
        items += [f"{flag_mark(flag)} {flag}" for flag in flags]
        lines, line = [], ""
        for item in map(self._clean, items):
            if line and len(line) + len(item) + 3 > width:
                lines.append(line)
                line = ""
            line += f"   {item}" if line else item[:width]
        return "\n".join([*lines, line]) + "\n"


def _symbol(feature: Feature) -> str:
    """Return the character that draws a feature; empty if it is not drawn."""
    return feature.symbol or _SYMBOLS.get(feature.style, "")


def _window(size: int, room: int, middle: int | None) -> tuple[int, int]:
    """Return the first index and the number of items to show in the available room, around the middle one."""
    count = max(1, min(size, room))
    start = (size if middle is None else 2 * middle + 1) // 2 - count // 2
    return max(0, min(start, size - count)), count
