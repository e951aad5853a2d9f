"""Drawn hexsides, lines and places: rivers, borders, roads, railways, towns."""

from __future__ import annotations

import math
from random import Random

from grognard.core.board_parts import Feature, Place
from grognard.core.svg.curves import Plan, Point, Spot, chains, ribbon, soft, through
from grognard.core.svg.markup import SERIF, Value, el, halo, path_of

INK, PAPER, GOLD = "#3a3226", "#f6f0df", "#c4921a"
WOBBLE = 0.055  # of a hexside: enough to look drawn, too little to leave the side

_WATER = {"river": 0.12, "stream": 0.07, "canal": 0.12, "lake": 0.34}
ACROSS = {"bridge", "pass", "ford", "ferry"}
_LINES: dict[str, tuple[str, float, str, float]] = {
    "road": ("#6d5a43", 0.105, "#f7ecd0", 0.065),
    "autobahn": ("#8a3a2c", 0.16, "#efc766", 0.11),
    "railway": ("#3c3630", 0.085, "#f4eddb", 0.045),
}
"""How lines look: colour and width of the casing, colour and width of the core."""


def stroke(d: str, ink: str, width: float, **attributes: Value) -> str:
    """A line without filling."""
    given: dict[str, Value] = {"stroke_linecap": "round", "stroke_linejoin": "round", **attributes}
    return el("path", d=d, fill="none", stroke=ink, stroke_width=width, **given)


# -- hexsides -----------------------------------------------------------------------------------


def hexsides(feature: Feature, edges: list[tuple[Spot, Spot]], plan: Plan) -> str:
    """All sides of one kind, joined into smooth lines; crossings each for itself."""
    if feature.style in ACROSS:
        return "".join(crossing(feature, plan.chain([a, b], 0), plan.scale) for a, b in sorted(edges))
    ends: dict[Spot, int] = {}
    for line in (found := chains(edges)):
        for end in (line[0], line[-1]):
            ends[end] = ends.get(end, 0) + 1
    board = {spot for h in plan.grid.hexes() for spot in plan.inner_corners(h)}
    # a river that ends inside the board rises there: only such ends run thin
    parts = [
        side_line(
            feature, plan.chain(line, 0 if feature.style == "canal" else WOBBLE), plan.scale,
            *(ends[end] == 1 and end in board for end in (line[0], line[-1])),
        )
        for line in found
    ]  # fmt: skip
    return "".join(parts)


def side_line(feature: Feature, points: list[Point], scale: float, thin_start: bool, thin_end: bool) -> str:
    """One line along hexsides."""
    style = feature.style
    if style in _WATER:
        colour = feature.colour or "#76a9c2"
        d = ribbon(points, _WATER[style] * scale, thin_start, thin_end)
        bank: dict[str, Value] = {
            "stroke": "#4b7d98",
            "stroke_width": scale * 0.022,
            "stroke_linejoin": "round",
        }
        water = el("path", d=d, fill=colour, **bank)
        if style == "canal":
            water += stroke(path_of(points, closed=False), "#eef5f4", scale * 0.03,
                            stroke_dasharray=f"{scale * 0.12:.2f} {scale * 0.12:.2f}")  # fmt: skip
        return water
    if style == "border":
        dashes = " ".join(f"{scale * part:.2f}" for part in (0.26, 0.12, 0.01, 0.12))
        under = stroke(soft(points), PAPER, scale * 0.11, stroke_opacity=0.55)
        ink = feature.colour or "#6b3f4a"
        return under + stroke(soft(points), ink, scale * 0.05, stroke_dasharray=dashes)
    return stroke(soft(points), feature.colour or INK, scale * 0.07)


def crossing(feature: Feature, side: list[Point], scale: float) -> str:
    """A way across one hexside: two short rails for a bridge, a notch for a pass."""
    (ax, ay), (bx, by) = side
    x, y = (ax + bx) / 2, (ay + by) / 2
    turn = math.degrees(math.atan2(by - ay, bx - ax))
    shape = (
        "M-0.09 -0.17L-0.05 -0.12V0.12L-0.09 0.17M0.09 -0.17L0.05 -0.12V0.12L0.09 0.17"
        if feature.style != "pass"
        else "M-0.16 -0.17Q-0.04 0 -0.16 0.17M0.16 -0.17Q0.04 0 0.16 0.17"
    )
    under = el("path", d="M0 -0.17V0.17", stroke=PAPER, stroke_width=0.13)
    rails = stroke(shape, feature.colour or INK, 0.04)
    place = f"translate({x:.2f} {y:.2f}) rotate({turn:.1f}) scale({scale:.2f})"
    return el("g", under, rails, transform=place)


# -- lines --------------------------------------------------------------------------------------


def lines(feature: Feature, paths: list[list[Point]], scale: float) -> tuple[str, str]:
    """Casings and cores of all lines of one kind, apart: cores must lie on every casing."""
    casing, wide, core, thin = _LINES.get(feature.style, (INK, 0.06, feature.colour or INK, 0.06))
    d = "".join(through(points) for points in paths)
    if not d:
        return "", ""
    dashes: dict[str, Value] = {}
    if feature.style == "railway":
        dashes = {"stroke_dasharray": f"{scale * 0.14:.2f} {scale * 0.14:.2f}",
                  "stroke_linecap": "butt"}  # fmt: skip
    inner = stroke(d, core, scale * thin, **dashes)
    if feature.style == "autobahn":
        inner += stroke(d, casing, scale * 0.018)
    return stroke(d, casing, scale * wide), inner


# -- places -------------------------------------------------------------------------------------

_WAYS = "M-0.5 0.12Q0 -0.02 0.5 -0.12M-0.1 -0.44Q0.02 0 0.08 0.44"
_STREETS = stroke(_WAYS, "#a8946a", 0.06) + stroke(_WAYS, "#f4ead0", 0.036)
_STAR = path_of(
    [
        (math.sin(k * math.pi / 5) * (0.4, 1)[k % 2], math.cos(k * math.pi / 5) * (0.4, 1)[k % 2])
        for k in range(10)
    ]
)
_ANCHOR = (
    "M0 -0.65V0.9M-0.4 -0.35H0.4M-0.8 0.2Q-0.7 0.9 0 0.9Q0.7 0.9 0.8 0.2"
    "M-0.16 -0.81A0.16 0.16 0 1 0 0.16 -0.81A0.16 0.16 0 1 0 -0.16 -0.81"
)


def place_sign(kind: str, size: int, x: float, y: float, scale: float, streets: bool = True) -> str:
    """The built-up area of a place, larger by size and kind, with a star or anchor where due."""
    count = {"village": 6, "town": 14, "city": 24, "capital": 24, "port": 14}.get(kind, 10)
    parts = [_STREETS] if streets else []
    parts.append(_houses(min(30, count + 4 * (size - 1))))
    if kind == "capital":
        parts.append(el("path", d=_STAR, fill="#8f1d16", stroke=PAPER, stroke_width=0.3,
                        paint_order="stroke", transform="scale(0.2)"))  # fmt: skip
    if kind == "port":
        anchor = stroke(_ANCHOR, PAPER, 0.6) + stroke(_ANCHOR, "#2d5a74", 0.26)
        parts.append(el("g", anchor, transform="translate(0.42 -0.16) scale(0.15)"))
    return el("g", *parts, transform=f"translate({x:.2f} {y:.2f}) scale({scale:.2f})")


def _houses(count: int) -> str:
    """Houses along two crossing streets, the same for every place of a size."""
    dice = Random(f"houses {count}")
    parts: list[str] = []
    spots: list[Point] = []
    for _ in range(400):
        turn, away = dice.uniform(0, 2 * math.pi), math.sqrt(dice.random()) * (0.2 + count * 0.011)
        x, y = away * math.cos(turn) * 1.15, away * math.sin(turn)
        clear_of_street = abs(y + 0.24 * x) > 0.065 and abs(x - 0.19 * y) > 0.06
        if clear_of_street and all(math.hypot(x - a, y - b) > 0.1 for a, b in spots):
            spots.append((x, y))
            wide, high = dice.uniform(0.075, 0.105), dice.uniform(0.065, 0.09)
            parts.append(
                el("rect", x=-wide / 2, y=-high / 2, width=wide, height=high, fill="#9c5f4d",
                   stroke="#6a3d31", stroke_width=0.012,
                   transform=f"translate({x:.3f} {y:.3f}) rotate({dice.choice((-14, -10, 78))})")
            )  # fmt: skip
            if len(spots) == count:
                break
    return "".join(parts)


def place_name(place: Place, x: float, y: float, scale: float) -> str:
    """The name under the place, in a map face, larger for larger places."""
    size = scale * (0.215 + 0.025 * min(3, place.size - 1) + (0.03 if place.kind == "capital" else 0))
    return halo(
        place.name, x, y + scale * 0.7, size, PAPER, fill="#241e15", font_family=SERIF,
        font_weight="bold" if place.objective or place.kind != "village" else "normal",
    )  # fmt: skip


def objective_ring(outline: list[Point], scale: float) -> str:
    """A golden ring just inside the hex."""
    d = path_of(outline)
    return stroke(d, "#fff2c2", scale * 0.085, stroke_opacity=0.9) + stroke(d, GOLD, scale * 0.045)
