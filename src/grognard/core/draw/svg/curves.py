"""Coordinates on a drawn map, and smooth lines along hexsides and through hexes."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

from grognard.core.draw.svg.markup import number
from grognard.core.hexes.grid import OFF, Hex, HexGrid, HexSet, bits

Point = tuple[float, float]
Spot = tuple[int, int]
"""A centre or corner in units of half hexsides and half rows: integers, so exactly comparable."""

_CORNERS: tuple[Spot, ...] = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
_NEIGHBOURS: tuple[Spot, ...] = ((0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1))


class Plan:
    """Layout of the hexes of a grid on paper."""

    def __init__(self, grid: HexGrid, scale: float, left: float, top: float) -> None:
        self.grid = grid
        self.scale = scale
        self.left = left + scale
        self.top = top + scale * math.sqrt(3) / 2
        self.width = scale * (1.5 * grid.columns + 0.5)
        self.height = scale * math.sqrt(3) * (grid.rows + (0.5 if grid.columns > 1 else 0))

    def spot(self, hex_: Hex) -> Spot:
        """Return the centre of a hex as a spot."""
        grid = self.grid
        return 3 * grid.column(hex_), 2 * grid.row(hex_) + (1 if grid.is_low(hex_) else 0)

    def point(self, spot: Spot, wobble: float = 0.0) -> Point:
        """Return the position of a spot on paper; a repeatable wobble makes lines look hand-drawn."""
        x, y = spot
        turn = (x * 7919 + y * 104729) % 360
        across, down = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        return (
            self.left + self.scale * (x / 2 + wobble * across),
            self.top + self.scale * (y * math.sqrt(3) / 2 + wobble * down),
        )

    def centre(self, hex_: Hex) -> Point:
        """Return the centre of a hex on paper."""
        return self.point(self.spot(hex_))

    def side(self, hex_: Hex, direction: int) -> tuple[Spot, Spot]:
        """Return the two corners of a hexside, clockwise as seen from the hex."""
        return _corner(self.spot(hex_), direction + 4), _corner(self.spot(hex_), direction + 5)

    def outline(self, hex_: Hex, size: float = 1.0) -> list[Point]:
        """Return the six corners of a hex on paper, scaled by `size`."""
        x, y = self.centre(hex_)
        reach = self.scale * size
        return [(x + reach * cx / 2, y + reach * cy * math.sqrt(3) / 2) for cx, cy in _CORNERS]

    def inner_corners(self, hex_: Hex) -> list[Spot]:
        """Return the corners that a hex shares with two other hexes of the board."""
        near = self.grid.neighbours[hex_]
        centre = self.spot(hex_)
        return [_corner(centre, d + 5) for d in range(6) if near[d] != OFF and near[(d + 1) % 6] != OFF]

    def chain(self, spots: list[Spot], wobble: float) -> list[Point]:
        """Return the positions of spots on paper."""
        return [self.point(spot, wobble) for spot in spots]

    def loops(self, mask: HexSet) -> list[list[Spot]]:
        """Return the closed outlines of a set of hexes, extended by one hex beyond the edge of the board.

        So smoothing happens outside the board, and areas reach its edge in full.
        """
        cells = {self.spot(h) for h in bits(mask)}
        board = {self.spot(h) for h in self.grid.hexes()}
        cells |= {_plus(c, step) for c in cells for step in _NEIGHBOURS} - board
        ways = {
            _corner(c, d + 4): _corner(c, d + 5)
            for c in cells
            for d, step in enumerate(_NEIGHBOURS)
            if _plus(c, step) not in cells
        }
        found = []
        for start in sorted(ways):
            if start in ways:
                loop = [start]
                while loop[-1] in ways:
                    loop.append(ways.pop(loop[-1]))
                found.append(loop)
        return found


def _plus(a: Spot, b: Spot) -> Spot:
    return a[0] + b[0], a[1] + b[1]


def _corner(centre: Spot, turn: int) -> Spot:
    return _plus(centre, _CORNERS[turn % 6])


def chains(edges: Iterable[tuple[Spot, Spot]]) -> list[list[Spot]]:
    """Join edges into lines that stop only at ends and forks; a ring ends where it starts."""
    near: dict[Spot, list[Spot]] = {}
    for a, b in sorted({(min(edge), max(edge)) for edge in edges}):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    left = {(a, b) for a, others in near.items() for b in others}
    found = []
    # ends and forks first, so that only rings start in the middle
    for start in sorted(near, key=lambda spot: (len(near[spot]) == 2, spot)):
        for next_ in near[start]:
            if (start, next_) in left:
                line = [start, next_]
                left -= {(start, next_), (next_, start)}
                while len(near[line[-1]]) == 2 and line[-1] != start:
                    a, b = near[line[-1]]
                    onward = b if a == line[-2] else a
                    left -= {(line[-1], onward), (onward, line[-1])}
                    line.append(onward)
                found.append(line)
    return found


def rounded(loop: list[Point], part: float) -> str:
    """Return a closed path with its corners rounded over a part of each side; 0.5 is the same as `soft`."""
    path = ""
    for a, b, c in zip([loop[-2], *loop], loop, loop[1:], strict=False):
        path += f"{'L' if path else 'M'}{_xy(_between(b, a, part))}"
        path += f"Q{_xy(b)} {_xy(_between(b, c, part))}"
    return path + "Z"


def _between(a: Point, b: Point, part: float) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def soft(points: list[Point]) -> str:
    """Return a path with every corner rounded between the middles of its sides; closed if the ends meet."""
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(points)]
    if points[0] == points[-1]:
        turns = [*zip(points[1:], middles[1:] + middles[:1], strict=True)]
        return f"M{_xy(middles[0])}" + "".join(f"Q{_xy(c)} {_xy(m)}" for c, m in turns) + "Z"
    turns = [*zip(points[1:-1], middles[1:], strict=True)]
    curve = "".join(f"Q{_xy(c)} {_xy(m)}" for c, m in turns)
    return f"M{_xy(points[0])}L{_xy(middles[0])}{curve}L{_xy(points[-1])}"


def through(points: list[Point]) -> str:
    """Return a smooth path through every point (Catmull-Rom)."""
    ring = points[0] == points[-1] and len(points) > 2
    path = f"M{_xy(points[0])}"
    for i, (b, c) in enumerate(pairwise(points)):
        a = points[i - 1] if i else (points[-2] if ring else b)
        d = points[i + 2] if i + 2 < len(points) else (points[1] if ring else c)
        first = (b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6)
        second = (c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6)
        path += f"C{_xy(first)} {_xy(second)} {_xy(c)}"
    return path


def ribbon(points: list[Point], width: float, thin_start: bool, thin_end: bool) -> str:
    """Return a soft line as an area of varying width that tapers at open ends."""
    line = _sampled(points)
    total = max(1, len(line) - 1)
    left, right = [], []
    for i, (x, y) in enumerate(line):
        (ax, ay), (bx, by) = line[max(0, i - 1)], line[min(total, i + 1)]
        length = math.hypot(bx - ax, by - ay) or 1.0
        half = width / 2 * (1 + 0.16 * math.sin(i * 0.9))
        # an open end reaches full width after about three hexsides
        if thin_start:
            half *= min(1.0, 0.3 + 0.7 * i / 18)
        if thin_end:
            half *= min(1.0, 0.3 + 0.7 * (total - i) / 18)
        nx, ny = -(by - ay) / length * half, (bx - ax) / length * half
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return "M" + "L".join(_xy(p) for p in left + right[::-1]) + "Z"


def _sampled(points: list[Point]) -> list[Point]:
    """Return points along the path that `soft` draws, six per hexside."""
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(points)]
    ring = points[0] == points[-1]
    line = [middles[0]] if ring else [points[0], middles[0]]
    corners = [*points[1:-1], points[0]] if ring else points[1:-1]
    ends = middles[1:] + (middles[:1] if ring else [])
    start = middles[0]
    for (cx, cy), end in zip(corners, ends, strict=True):
        for step in range(1, 7):
            t = step / 6
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
            line.append((a * start[0] + b * cx + c * end[0], a * start[1] + b * cy + c * end[1]))
        start = end
    return line if ring else [*line, points[-1]]


def _xy(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
