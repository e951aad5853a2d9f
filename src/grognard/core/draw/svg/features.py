"""Draw hexsides and lines: rivers, borders, passes, roads and railways."""

from __future__ import annotations

import math

from grognard.core.board.parts import Feature
from grognard.core.draw.svg.curves import Plan, Point, Spot, chains, ribbon, soft, through
from grognard.core.draw.svg.markup import Value, el, path_of

INK, PAPER = "#3a3226", "#f6f0df"
WOBBLE = 0.055  # in hexsides: enough to look hand-drawn, too little to leave the hexside

_WATER = {"river": 0.12, "stream": 0.07, "canal": 0.12}
_LAKE = 0.3
ACROSS = {"bridge", "pass", "ford", "ferry"}
_LINES: dict[str, tuple[str, float, str, float]] = {
    "road": ("#6d5a43", 0.105, "#f7ecd0", 0.065),
    "autobahn": ("#8a3a2c", 0.16, "#efc766", 0.11),
    "highroad": ("#b08a5c", 0.2, "#f1dcb4", 0.16),
    "railway": ("#3c3630", 0.085, "#f4eddb", 0.045),
    "double-railway": ("#3c3630", 0.13, "#f4eddb", 0.085),
}
"""Look of lines: colour and width of the casing, colour and width of the core. A railway is narrow enough
to be seen within a highroad."""
RAILS = {"railway", "double-railway"}


def stroke(d: str, ink: str, width: float, **attributes: Value) -> str:
    """Return a path without fill."""
    given: dict[str, Value] = {"stroke_linecap": "round", "stroke_linejoin": "round", **attributes}
    return el("path", d=d, fill="none", stroke=ink, stroke_width=width, **given)


# -- hexsides -----------------------------------------------------------------------------------


def hexsides(feature: Feature, edges: list[tuple[Spot, Spot]], plan: Plan) -> str:
    """Return all hexsides of one kind, joined into smooth lines; crossings are drawn one by one."""
    if feature.style in ACROSS:
        return "".join(crossing(feature, plan.chain([a, b], 0), plan.scale) for a, b in sorted(edges))
    ends: dict[Spot, int] = {}
    for line in (found := chains(edges)):
        for end in (line[0], line[-1]):
            ends[end] = ends.get(end, 0) + 1
    board = {spot for h in plan.grid.hexes() for spot in plan.inner_corners(h)}
    # a river that ends inside the board has its source there; only such ends taper
    parts = [
        side_line(
            feature, plan.chain(line, 0 if feature.style == "canal" else WOBBLE), plan.scale,
            *(ends[end] == 1 and end in board for end in (line[0], line[-1])),
        )
        for line in found
    ]  # fmt: skip
    return "".join(parts)


def side_line(feature: Feature, points: list[Point], scale: float, thin_start: bool, thin_end: bool) -> str:
    """Return one line along hexsides."""
    style = feature.style
    colour = feature.colour or "#76a9c2"
    if style == "lake":
        d = soft(points)
        return stroke(d, "#4b7d98", scale * (_LAKE + 0.05)) + stroke(d, colour, scale * _LAKE)
    if style in _WATER:
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
    """Return a crossing of one hexside: two short rails for a bridge, a notch with a road for a pass."""
    (ax, ay), (bx, by) = side
    x, y = (ax + bx) / 2, (ay + by) / 2
    turn = math.degrees(math.atan2(by - ay, bx - ax))
    if feature.style == "pass":
        # a short road between two mountain slopes
        under = stroke("M0 -0.5V0.5", "#6d5a43", 0.12) + stroke("M0 -0.5V0.5", "#f7ecd0", 0.065)
        shape = "M-0.2 -0.2Q-0.06 0 -0.2 0.2M0.2 -0.2Q0.06 0 0.2 0.2"
    else:
        under = el("path", d="M0 -0.17V0.17", stroke=PAPER, stroke_width=0.13)
        shape = "M-0.09 -0.17L-0.05 -0.12V0.12L-0.09 0.17M0.09 -0.17L0.05 -0.12V0.12L0.09 0.17"
    rails = stroke(shape, feature.colour or INK, 0.05 if feature.style == "pass" else 0.04)
    place = f"translate({x:.2f} {y:.2f}) rotate({turn:.1f}) scale({scale:.2f})"
    return el("g", under, rails, transform=place)


# -- lines --------------------------------------------------------------------------------------


def lines(feature: Feature, paths: list[list[Point]], scale: float) -> tuple[str, str]:
    """Return the casings and the cores of all lines of one kind; cores go on top of all casings."""
    casing, wide, core, thin = _LINES.get(feature.style, (INK, 0.06, INK, 0.06))
    core = feature.colour or core
    d = "".join(through(points) for points in paths)
    if not d:
        return "", ""
    dashes: dict[str, Value] = {}
    if feature.style in RAILS:
        dashes = {"stroke_dasharray": f"{scale * 0.14:.2f} {scale * 0.14:.2f}",
                  "stroke_linecap": "butt"}  # fmt: skip
    inner = stroke(d, core, scale * thin, **dashes)
    if feature.style == "autobahn":
        inner += stroke(d, casing, scale * 0.018)
    return stroke(d, casing, scale * wide), inner
