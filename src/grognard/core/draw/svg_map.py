"""Draw the board as a printable map, in SVG or PNG. Knows no game.

Terrain areas, coasts and rivers are smoothed along hexsides; roads run through hex centres. The same input
always gives the same output.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path

from grognard.core.board.board import Board, Chain
from grognard.core.draw.counter_face import CounterFace
from grognard.core.draw.svg import features as draw
from grognard.core.draw.svg import legend as side_panel
from grognard.core.draw.svg import places as town
from grognard.core.draw.svg.counters import stack
from grognard.core.draw.svg.curves import Plan, Point, rounded
from grognard.core.draw.svg.markup import el, escaped, halo, number, path_of, words
from grognard.core.draw.svg.textures import VARIANTS, has_texture, texture, texture_id
from grognard.core.errors import GrognardError
from grognard.core.extras import how_to_install
from grognard.core.hexes.grid import OFF, Hex, HexSet, bits

Marks = Mapping[str, Mapping[str, Hex]]
"""For each side its setup marks: the printed text and the hex."""
_COUNTER = 0.94  # size of a counter, in hexsides
_FRAME = 0.45  # paper between map and frame, in hexsides


def svg_map(
    board: Board,
    counters: Mapping[Hex, Sequence[CounterFace]] | None = None,
    *,
    notes: Mapping[Hex, str | int] | None = None,
    highlight: HexSet = 0,
    title: str | None = None,
    scale: float = 48.0,
    marks: Marks | None = None,
    legend: bool = True,
) -> str:
    """Draw the map as SVG; `scale` is the length of a hexside in pixels.

    The first counter of a stack is on top. `notes` are short texts in the hexes, such as MP costs;
    `marks` replaces the setup marks printed on the board; `legend` adds the title block and legend.
    """
    printed = board.marks if marks is None else marks
    return _Map(board, scale).draw(
        counters or {}, notes or {}, highlight, title or board.title, printed, legend
    )


def png_map(svg: str, path: str | PathLike[str], width: int | None = None) -> None:
    """Write a drawn map as a PNG file, at its own size or at a width in pixels."""
    Path(path).write_bytes(png_bytes(svg, width))


def png_bytes(svg: str, width: int | None = None) -> bytes:
    """Return a drawn map as the content of a PNG file, at its own size or at a width in pixels."""
    try:
        import resvg_py
    except ImportError:
        install = how_to_install("print")
        raise GrognardError(f"PNG pictures need more packages; install them with: {install}") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))


class _Map:
    def __init__(self, board: Board, scale: float) -> None:
        self.board = board
        self.scale = scale
        margin = scale * (_FRAME + 0.35)
        self.plan = Plan(board.grid, scale, margin, margin)
        self.margin = margin
        # a large map is viewed from further away
        self.lettering = min(1.4, max(1.0, board.grid.columns / 30))

    def draw(
        self,
        counters: Mapping[Hex, Sequence[CounterFace]],
        notes: Mapping[Hex, str | int],
        highlight: HexSet,
        title: str,
        marks: Marks,
        legend: bool,
    ) -> str:
        plan, scale = self.plan, self.scale
        width = plan.width + 2 * self.margin
        height = plan.height + 2 * self.margin
        panel = ""
        if legend:
            # in proportion to the sheet, to stay readable at any size
            rows = side_panel.Legend(self.board, title, 1, marks).height + 2
            unit = max(height / max(16, rows), scale * 0.5)
            height = max(height, rows * unit + self.margin)
            x, y = width + unit * 0.15, unit * 0.75
            panel = side_panel.Legend(self.board, title, unit, marks).markup(x, y, height - y - self.margin)
            width += unit * side_panel.WIDTH
        ground = el("g", *self._areas(), *self._tints(), clip_path="url(#board)")
        above = [
            ground, *self._features(), self._grid(), *self._labels(), *self._lit(highlight), *self._places(),
            self._numbers(), *self._marks(marks),
            *(stack(faces, *plan.centre(h), scale * _COUNTER)
              for h, faces in sorted(counters.items()) if faces),
            *(self._note(h, str(text), bool(counters.get(h))) for h, text in sorted(notes.items())),
        ]  # fmt: skip
        page = el("rect", width=width, height=height, fill=draw.PAPER)
        return el(
            "svg",
            el("title", escaped(title)),
            el("defs", *self._definitions()),
            page, self._frame(width, height), panel, *above,
            xmlns="http://www.w3.org/2000/svg", width=width, height=height,
            viewBox=f"0 0 {number(width)} {number(height)}",
        ) + "\n"  # fmt: skip

    # -- ground -------------------------------------------------------------------------------

    def _definitions(self) -> list[str]:
        board, plan = self.board, self.plan
        # slightly larger than the hexes, so that no hairline shows between them
        outline = "".join(path_of(plan.outline(h, 1.008)) for h in board.grid.hexes())
        used = sorted({kind.texture for kind in board.legend})
        return [
            el("clipPath", el("path", d=outline), id="board"),
            el("linearGradient",
               el("stop", offset="0", stop_color="#ffffff", stop_opacity=0.55),
               el("stop", offset="0.5", stop_color="#ffffff", stop_opacity=0.05),
               el("stop", offset="1", stop_color="#000000", stop_opacity=0.35),
               id="bevel", x1="0", y1="0", x2="1", y2="1"),
            *(texture(name, variant) for name in used for variant in range(VARIANTS)),
        ]  # fmt: skip

    def _area(self, mask: HexSet) -> str:
        plan = self.plan
        return "".join(rounded(plan.chain(loop, draw.WOBBLE), 0.36) for loop in plan.loops(mask))

    def _areas(self) -> list[str]:
        """Return the terrain: the most common kind as background, then the others, and the sea last."""
        board, scale = self.board, self.scale
        kinds = [k for k in board.legend if board.drawn_as(k)]
        dry = [k for k in kinds if k.texture != "sea"] or kinds
        base = max(dry, key=lambda k: board.drawn_as(k).bit_count())
        x, y = self.plan.left - 2 * scale, self.plan.top - 2 * scale
        wide, high = self.plan.width + 3 * scale, self.plan.height + 3 * scale
        parts = [el("rect", x=x, y=y, width=wide, height=high, fill=base.colour)]
        for kind in sorted(kinds, key=lambda k: k.texture == "sea"):
            mask = board.drawn_as(kind)
            if kind.texture == "sea":
                parts += self._sea(f"sea-{len(parts)}", self._area(mask), kind.colour)
            elif kind is not base:
                d = self._area(mask)
                parts.append(el("path", d=d, fill=kind.colour))
                parts.append(draw.stroke(d, "#4b4430", scale * 0.03, stroke_opacity=0.14))
            if has_texture(kind.texture):
                parts += [self._texture(kind.texture, h) for h in bits(mask)]
        return parts

    def _texture(self, name: str, hex_: Hex) -> str:
        x, y = self.plan.centre(hex_)
        place = f"translate({number(x)} {number(y)}) scale({number(self.scale)})"
        return el("use", href=f"#{texture_id(name, hex_ * 5 + hex_ // 7)}", transform=place)

    def _sea(self, clip: str, d: str, colour: str) -> list[str]:
        """Return water with a pale band along its shore."""
        scale = self.scale
        shore = draw.stroke(d, "#e2eeea", scale * 0.5, stroke_opacity=0.5)
        shore += draw.stroke(d, "#e2eeea", scale * 0.24, stroke_opacity=0.6)
        return [
            el("clipPath", el("path", d=d), id=clip),
            el("path", d=d, fill=colour),
            el("g", shore, clip_path=f"url(#{clip})"),
            draw.stroke(d, "#5b8494", scale * 0.035),
        ]

    def _tints(self) -> list[str]:
        """Return a band inside the border of every region that has a colour."""
        parts = []
        for index, region in enumerate(self.board.regions.values()):
            if region.colour and region.mask:
                d = self._area(region.mask)
                band = draw.stroke(d, region.colour, self.scale * 0.6, stroke_opacity=0.3)
                parts.append(el("clipPath", el("path", d=d), id=f"region-{index}"))
                parts.append(el("g", band, clip_path=f"url(#region-{index})"))
        return parts

    # -- on top of the ground -----------------------------------------------------------------

    def _grid(self) -> str:
        """Return every hexside once; the edge of the board is drawn a little stronger."""
        plan, near = self.plan, self.board.grid.neighbours
        inner, edge = [], []
        for hex_ in self.board.grid.hexes():
            for direction in range(6):
                d = path_of(plan.chain(list(plan.side(hex_, direction)), 0), closed=False)
                if near[hex_][direction] == OFF:
                    edge.append(d)
                elif direction < 3:
                    inner.append(d)
        thin = draw.stroke("".join(inner), "#2c2617", self.scale * 0.022, stroke_opacity=0.22)
        return thin + draw.stroke("".join(edge), "#2c2617", self.scale * 0.03, stroke_opacity=0.6)

    def _features(self) -> list[str]:
        board, plan = self.board, self.plan
        parts: list[str] = []
        late: list[str] = []
        for id_, feature in board.features.items():
            edges = [plan.side(h, d) for h, d in sorted(board.hexsides.get(id_, ())) if d < 3]
            on_top = late if feature.style in draw.ACROSS else parts
            on_top.append(draw.hexsides(feature, edges, plan))
        return [*parts, *late, *self._lines(rails=False), *self._lines(rails=True)]

    def _lines(self, rails: bool) -> list[str]:
        """Return roads, or the railways on top of them: first all casings, so that crossing roads merge."""
        board = self.board
        casings, cores = [], []
        for id_, chains in board.lines.items():
            feature = board.features[id_]
            if (feature.style in draw.RAILS) == rails:
                casing, core = draw.lines(feature, self._courses(chains), self.scale)
                casings.append(casing)
                cores.append(core)
        return [*casings, *cores]

    def _courses(self, chains: Sequence[Chain]) -> list[list[Point]]:
        """Return chains of hexes as points, straightened where the hexes only zigzag.

        Ends, forks and places stay at the centre of their hexes.
        """
        uses = Counter(h for chain in chains for h in chain)
        courses = []
        for chain in chains:
            course = [self.plan.centre(h) for h in chain]
            for i, (a, b, c) in enumerate(zip(course, course[1:], course[2:], strict=False), 1):
                if uses[chain[i]] == 1 and not self.board.place_at(chain[i]):
                    course[i] = ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            courses.append(course)
        return courses

    def _places(self) -> list[str]:
        plan, scale = self.plan, self.scale
        places = sorted(self.board.places.values(), key=lambda p: (p.hex, p.name))
        rings = [town.objective_ring(plan.outline(p.hex, 0.93), scale) for p in places if p.objective]
        # a road through the place replaces its streets
        on_line = {h for chains in self.board.lines.values() for chain in chains for h in chain}
        signs = [
            town.place_sign(p.kind, p.size, plan.centre(p.hex), scale, p.hex not in on_line, p.tags)
            for p in places
        ]
        names = town.Names(scale, self.lettering)
        for place in places:
            names.block(*plan.centre(place.hex), scale * 0.45)
        # larger places choose the position of their names first
        largest = sorted(places, key=lambda p: (p.kind != "capital", -p.size, p.hex, p.name))
        return rings + signs + [names.write(p, *plan.centre(p.hex)) for p in largest]

    def _labels(self) -> list[str]:
        labels = self.board.labels.values()
        return [
            town.label(given, *self.plan.centre(given.hex), self.scale * self.lettering) for given in labels
        ]

    def _numbers(self) -> str:
        scale = self.scale
        parts = []
        for hex_ in self.board.grid.hexes():
            x, y = self.plan.centre(hex_)
            parts.append(words(self.board.grid.label(hex_), x, y - scale * 0.64, scale * 0.165))
        return el("g", *parts, fill="#5e5645", stroke=draw.PAPER, stroke_width=scale * 0.045,
                  stroke_opacity=0.8, paint_order="stroke")  # fmt: skip

    def _marks(self, marks: Marks) -> list[str]:
        """Return setup marks at the left corner of their hexes, stacked if several share a hex."""
        size = self.scale * 0.15
        here: dict[Hex, list[tuple[int, str, str]]] = {}
        for index, (side, at) in enumerate(marks.items()):
            for text, hex_ in at.items():
                here.setdefault(hex_, []).append((index, side, text))
        parts = []
        for hex_, stack_ in here.items():
            x, y = self.plan.centre(hex_)
            y -= size * 1.4 * (len(stack_) - 1) / 2
            for place, (index, side, text) in enumerate(stack_):
                at_y = y + size * 1.4 * place
                parts.append(side_panel.setup_mark(text, index, side, x - self.scale * 0.625, at_y, size))
        return parts

    def _lit(self, highlight: HexSet) -> list[str]:
        return [
            el("path", d=path_of(self.plan.outline(h, 0.97)), fill="#f2b632", fill_opacity=0.3,
               stroke="#b97f0f", stroke_width=self.scale * 0.035)
            for h in bits(highlight & self.board.grid.all)
        ]  # fmt: skip

    def _note(self, hex_: Hex, text: str, beside: bool) -> str:
        """Return a note, in the centre of an empty hex or in the right corner of a hex with counters."""
        x, y = self.plan.centre(hex_)
        scale = self.scale
        if beside:
            return halo(text, x + scale * 0.73, y + scale * 0.09, scale * 0.26, draw.PAPER,
                        fill="#7d1d12", font_weight="bold")  # fmt: skip
        return halo(text, x, y + scale * 0.16, scale * 0.46, draw.PAPER, fill="#7d1d12",
                    font_weight="bold")  # fmt: skip

    def _frame(self, width: float, height: float) -> str:
        parts = []
        for inset, thick in ((0.14, 0.05), (0.24, 0.016)):
            gap = inset * self.scale
            size = {"width": width - 2 * gap, "height": height - 2 * gap}
            parts.append(el("rect", x=gap, y=gap, **size, fill="none", stroke=draw.INK,
                            stroke_width=thick * self.scale))  # fmt: skip
        return "".join(parts)
