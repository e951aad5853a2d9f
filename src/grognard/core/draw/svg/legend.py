"""The title block and legend beside a drawn map."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from grognard.core.board.board import Board
from grognard.core.draw.svg import features as draw
from grognard.core.draw.svg import places as town
from grognard.core.draw.svg.curves import Point
from grognard.core.draw.svg.markup import SANS, SERIF, el, path_of, words
from grognard.core.draw.svg.textures import has_texture, texture_id

WIDTH = 5.4
"""Width of the panel, in its own unit (the height of one entry)."""

_HEX: list[Point] = [(1, 0), (0.5, 0.866), (-0.5, 0.866), (-1, 0), (-0.5, -0.866), (0.5, -0.866)]
_SIDE: list[Point] = [(-0.8, 0.12), (-0.35, -0.14), (0.0, 0.1), (0.35, -0.12), (0.8, 0.1)]
_TITLES = {"oil": "Oil city", "capital": "Capital city"}
Sample = Callable[[float, float, float], str]


class Legend:
    """Legend entries under headings, from top to bottom."""

    def __init__(self, board: Board, title: str, unit: float, marks: Iterable[str]) -> None:
        self.board = board
        self.unit = unit
        self.parts: list[str] = []
        self.y = 0.0
        self._title(title)
        for kind in board.legend:
            self._entry("Terrain", kind.title, _terrain_sample(kind.texture, kind.colour))
        for id_, feature in board.features.items():
            self._entry("Sides and lines", feature.title, _line_sample(board, id_))
        self._places()
        for index, side in enumerate(marks):
            self._entry("Setup", _capital(side), _mark_sample(index, side))
        for region in board.regions.values():
            if region.colour:
                self._entry("Regions", region.title, _region_sample(region.colour))
        self.height = self.y

    _heading = ""

    def _title(self, title: str) -> None:
        lines = [""]
        for word in title.split():
            if lines[-1] and len(lines[-1]) + len(word) > 13:
                lines.append("")
            lines[-1] = f"{lines[-1]} {word}".strip()
        size = self.unit * min(0.66, (WIDTH - 0.7) / (0.68 * max(1, *map(len, lines))))
        for line in lines:
            self.y += size * 1.12
            self.parts.append(
                words(line, 0, self.y, size, text_anchor="start", font_family=SERIF,
                      font_weight="bold", fill=draw.INK)
            )  # fmt: skip
        self.y += self.unit * 0.34
        right = self.unit * (WIDTH - 0.7)
        for gap, thick in ((0.0, 0.05), (0.09, 0.015)):
            d = f"M0 {self.y + gap * self.unit:.2f}H{right:.2f}"
            self.parts.append(draw.stroke(d, draw.INK, thick * self.unit, stroke_linecap="butt"))
        self.y += self.unit * 0.2

    def _entry(self, heading: str, title: str, sample: Sample) -> None:
        unit = self.unit
        if heading != self._heading:
            self._heading = heading
            self.y += unit * 0.62
            self.parts.append(
                words(heading.upper(), 0, self.y, unit * 0.24, text_anchor="start", fill="#7d6f56",
                      font_family=SANS, letter_spacing=unit * 0.03, font_weight="bold")
            )  # fmt: skip
            self.y += unit * 0.18
        self.y += unit * 0.86
        self.parts.append(sample(unit * 0.45, self.y - unit * 0.36, unit * 0.42))
        self.parts.append(
            words(title, unit * 1.15, self.y - unit * 0.24, unit * 0.34, text_anchor="start",
                  fill=draw.INK, font_family=SERIF)
        )  # fmt: skip

    def _places(self) -> None:
        kinds = dict.fromkeys(place.kind for place in self.board.places.values())
        for kind in kinds:
            self._entry("Places", _TITLES.get(kind, _capital(kind)), _place_sample(kind))
        if "port" not in kinds and any("port" in place.tags for place in self.board.places.values()):
            self._entry("Places", "Port", _place_sample("port"))
        if any(place.objective for place in self.board.places.values()):
            self._entry("Places", "Objective", _objective_sample)

    def markup(self, x: float, y: float, height: float) -> str:
        """Return the panel with its upper left corner at a point and the credit at the bottom."""
        parts = list(self.parts)
        if self.board.credit:
            size = min(self.unit * 0.2, self.unit * (WIDTH - 0.6) / (0.55 * len(self.board.credit)))
            parts.append(words(self.board.credit, 0, height, size, text_anchor="start",
                               fill="#7d6f56", font_family=SANS))  # fmt: skip
        return el("g", *parts, transform=f"translate({x:.2f} {y:.2f})")


def _capital(text: str) -> str:
    return text.upper() if len(text) <= 2 else text[:1].upper() + text[1:].replace("-", " ")


def setup_mark(text: str, index: int, side: str, x: float, y: float, size: float) -> str:
    """Return a small letter in a frame that is square or round, depending on the side."""
    ink = MARK_INKS.get(side, ("#5a5346", "#7a4a3a", "#41604a")[index % 3])
    half = size * (0.62 + 0.2 * max(0, len(text) - 1))
    box = (
        el("rect", x=x - half, y=y - size * 0.62, width=2 * half, height=size * 1.24,
           rx=size * 0.62 if index % 2 else size * 0.14, fill=draw.PAPER, fill_opacity=0.55,
           stroke=ink, stroke_width=size * 0.09, stroke_opacity=0.8)
    )  # fmt: skip
    return box + words(text, x, y + size * 0.36, size, fill=ink, font_weight="bold")


MARK_INKS = {"us": "#4d5631", "soviet": "#96291f"}
"""Colours of sides, dark enough for paper; any other side gets a neutral colour."""


def _terrain_sample(texture: str, colour: str) -> Sample:
    def sample(x: float, y: float, s: float) -> str:
        outline = [(x + a * s, y + b * s) for a, b in _HEX]
        parts = [el("path", d=path_of(outline), fill=colour)]
        if has_texture(texture):
            place = f"translate({x:.2f} {y:.2f}) scale({s:.2f})"
            parts.append(el("use", href=f"#{texture_id(texture, 1)}", transform=place))
        parts.append(draw.stroke(path_of(outline), draw.INK, s * 0.04, stroke_opacity=0.45))
        return "".join(parts)

    return sample


def _line_sample(board: Board, id_: str) -> Sample:
    def sample(x: float, y: float, s: float) -> str:
        feature = board.features[id_]
        points = [(x + a * s * 1.25, y + b * s * 1.25) for a, b in _SIDE]
        if id_ in board.lines:
            return "".join(draw.lines(feature, [[points[0], points[2], points[4]]], s * 2))
        if feature.style in draw.ACROSS:
            return draw.crossing(feature, [(x - s, y), (x + s, y)], s * 2)
        return draw.side_line(feature, points, s * 2, False, False)

    return sample


def _place_sample(kind: str) -> Sample:
    return lambda x, y, s: town.place_sign(kind, 1, (x, y), s * 1.6)


def _objective_sample(x: float, y: float, s: float) -> str:
    return town.objective_ring([(x + a * s, y + b * s) for a, b in _HEX], s * 1.5)


def _mark_sample(index: int, side: str) -> Sample:
    return lambda x, y, s: setup_mark("A", index, side, x, y, s * 0.7)


def _region_sample(colour: str) -> Sample:
    def sample(x: float, y: float, s: float) -> str:
        inset = [(x + a * s * 0.8, y + b * s * 0.8) for a, b in _HEX]
        return draw.stroke(path_of(inset), colour, s * 0.35, stroke_opacity=0.45)

    return sample
