"""Terrain textures: small drawings that distinguish terrain without colour.

Each texture has a few variants, drawn once for a hex of side 1 around its centre and referenced by the map.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from grognard.core.draw.svg.curves import Point
from grognard.core.draw.svg.markup import el, number, path_of

VARIANTS = 4


def texture(name: str, variant: int) -> str:
    """Return one variant of a texture as a group with an id; empty for terrain without texture."""
    draw = _DRAW.get(name)
    if draw is None:
        return ""
    # seeded by name, so that a map always looks the same
    return el("g", draw(Random(f"{name} {variant}")), id=texture_id(name, variant))


def texture_id(name: str, variant: int) -> str:
    """Return the id of one variant of a texture."""
    return f"t-{name}-{variant % VARIANTS}"


def has_texture(name: str) -> bool:
    """Return whether a texture has a drawing."""
    return name in _DRAW


def _scatter(dice: Random, count: int, apart: float, reach: float = 0.82) -> list[Point]:
    """Return points inside the hex, sorted from back to front, with a minimum distance from each other."""
    found: list[Point] = []
    for _ in range(count * 40):
        x, y = dice.uniform(-reach, reach), dice.uniform(-reach * 0.87, reach * 0.87)
        inside = abs(x) + abs(y) / math.sqrt(3) < reach
        if inside and all(math.hypot(x - a, y - b) > apart for a, b in found):
            found.append((x, y))
            if len(found) == count:
                break
    return sorted(found, key=lambda p: p[1])


def _trees(dice: Random) -> str:
    return _crowns(dice, 30, 0.2)


def _copses(dice: Random) -> str:
    """Open woods."""
    return _crowns(dice, 11, 0.36)


def _crowns(dice: Random, count: int, apart: float) -> str:
    parts = []
    for x, y in _scatter(dice, count, apart, 0.86):
        r = dice.uniform(0.062, 0.085)
        lobes = [(x - r * 0.75, y + r * 0.25), (x + r * 0.75, y + r * 0.25), (x, y - r * 0.45)]
        fill = dice.choice(("#8fa56a", "#879e62", "#98ad74"))
        parts.append(el("ellipse", cx=x + 0.03, cy=y + r * 1.05, rx=r * 1.6, ry=r * 0.6,
                        fill="#4d5f35", fill_opacity=0.3))  # fmt: skip
        # outlines first, so that the lobes of a crown merge
        parts += [el("circle", cx=a, cy=b, r=r + 0.014, fill="#586d3f") for a, b in lobes]
        parts += [el("circle", cx=a, cy=b, r=r, fill=fill) for a, b in lobes]
        parts.append(el("circle", cx=x - r * 0.3, cy=y - r * 0.6, r=r * 0.5, fill="#b4c48f"))
    return "".join(parts)


def _strokes(lines: list[str], ink: str, width: float, opacity: float = 1.0) -> str:
    return el("path", d="".join(lines), fill="none", stroke=ink, stroke_width=width,
              stroke_linecap="round", stroke_opacity=opacity)  # fmt: skip


def _move(x: float, y: float) -> str:
    return f"M{number(x)} {number(y)}"


def _line(x: float, y: float) -> str:
    return f"l{number(x)} {number(y)}"


def _rough(dice: Random) -> str:
    """Hachures: rows of short strokes that run down a slope."""
    lines = []
    for x, y in _scatter(dice, 8, 0.4):
        wide, bow = dice.uniform(0.15, 0.21), dice.uniform(0.05, 0.1)
        for step in (-1.0, -0.6, -0.2, 0.2, 0.6, 1.0):
            long = 0.15 - 0.05 * abs(step)
            brow = y - 0.06 + bow * step * step
            lines.append(_move(x + step * wide, brow) + _line(step * 0.045, long))
    return _strokes(lines, "#8a7345", 0.03, 0.75)


def _ridge(dice: Random) -> str:
    """Peaks lit from the north-west."""
    parts = []
    for x, y in _scatter(dice, 6, 0.46, 0.78):
        high, wide = dice.uniform(0.24, 0.34), dice.uniform(0.22, 0.3)
        foot, lean = y + high * 0.5, dice.uniform(-0.04, 0.04)
        left = [(-wide, 0.0), (-wide * 0.5, -high * 0.48), (-wide * 0.36, -high * 0.46)]
        right = [(wide * 0.34, -high * 0.5), (wide * 0.5, -high * 0.42), (wide, 0.0)]
        peak = (lean, -high)
        crest = [(x + a, foot + b) for a, b in [*left, peak, *right]]
        spur = [(0.08 * wide, -high * 0.55), (-0.1 * wide, -high * 0.38), (0.1 * wide, 0.0)]
        shade = [(x + a, foot + b) for a, b in [peak, *right, *reversed(spur)]]
        parts.append(el("path", d=path_of(crest), fill="#dccbab"))
        parts.append(el("path", d=path_of(shade), fill="#816a50", fill_opacity=0.8))
        edge = path_of(crest, closed=False)
        parts.append(_strokes([edge], "#63503b", 0.022, 0.85))
    return "".join(parts)


def _marsh(dice: Random) -> str:
    water, reeds = [], []
    for x, y in _scatter(dice, 10, 0.36):
        water.append(_move(x - 0.13, y) + _line(0.26, 0))
        for lean in (-0.06, 0.0, 0.06):
            reeds.append(_move(x + lean * 0.7, y - 0.015) + _line(lean, -0.12))
    return _strokes(water, "#5f93a8", 0.03, 0.9) + _strokes(reeds, "#5d7a4a", 0.024, 0.9)


def _polder(dice: Random) -> str:
    parts = []
    for row in range(-4, 5):
        for column in range(-5, 6):
            x, y = column * 0.19 + (0.095 if row % 2 else 0), row * 0.18
            if abs(x) + abs(y) / math.sqrt(3) < 0.86:
                parts.append(el("circle", cx=x, cy=y, r=0.024, fill="#4f8a93", fill_opacity=0.75))
    return "".join(parts)


def _sand(dice: Random) -> str:
    return "".join(
        el("circle", cx=x, cy=y, r=dice.uniform(0.012, 0.022), fill="#a98545", fill_opacity=0.7)
        for x, y in _scatter(dice, 44, 0.12, 0.9)
    )


def _urban(dice: Random) -> str:
    parts = []
    for x, y in _scatter(dice, 22, 0.24):
        wide, high = dice.uniform(0.1, 0.19), dice.uniform(0.09, 0.15)
        parts.append(el("rect", x=x - wide / 2, y=y - high / 2, width=wide, height=high,
                        fill="#8d7b72", fill_opacity=0.75))  # fmt: skip
    return "".join(parts)


def _sea(dice: Random) -> str:
    lines = []
    for x, y in _scatter(dice, 6, 0.46):
        lines.append(f"{_move(x - 0.12, y)}q0.06 -0.055 0.12 0t0.12 0")
    return _strokes(lines, "#6d9db3", 0.02, 0.5)


def _fields(dice: Random) -> str:
    """Plots with plough lines: faint, but they make a plain look farmed."""
    parts = []
    for x, y in _scatter(dice, 4, 0.5, 0.7):
        turn = dice.choice((-20, 8, 33, 70, 112))
        wide, high = dice.uniform(0.3, 0.46), dice.uniform(0.22, 0.32)
        place = f"translate({number(x)} {number(y)}) rotate({turn}) skewX(-12)"
        tone = dice.choice(("#d9cf9f", "#e0d3a8", "#f6f0dc"))
        plot = el("rect", x=-wide / 2, y=-high / 2, width=wide, height=high, rx=0.03, fill=tone,
                  fill_opacity=0.36)  # fmt: skip
        rows = [
            _move(-wide / 2 + 0.03, high * (step / 5 - 0.5)) + _line(wide - 0.06, 0) for step in range(1, 5)
        ]
        furrows = _strokes(rows, "#b3a46f", 0.012, 0.26)
        parts.append(el("g", plot, furrows, transform=place))
    return "".join(parts)


_DRAW: dict[str, Callable[[Random], str]] = {
    "fields": _fields,
    "trees": _trees,
    "copses": _copses,
    "rough": _rough,
    "ridge": _ridge,
    "marsh": _marsh,
    "polder": _polder,
    "sand": _sand,
    "urban": _urban,
    "sea": _sea,
}
