"""Draw places, such as towns and airfields, with their symbols and names, and the labels of the map."""

from __future__ import annotations

import math
from collections.abc import Iterable
from random import Random

from grognard.core.board.parts import Label, Place
from grognard.core.draw.svg.curves import Point
from grognard.core.draw.svg.features import INK, PAPER, stroke
from grognard.core.draw.svg.markup import SERIF, Value, el, halo, path_of

GOLD = "#c4921a"
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
_DERRICK = "M-0.75 1L-0.14 -0.85H0.14L0.75 1M-0.3 -0.3L0.45 0.35M0.3 -0.3L-0.45 0.35L0.75 1M0.45 0.35L-0.75 1"
_RUNWAYS = "M-1 0.3L1 -0.3M-0.5 -0.8L0.6 0.8"
_HOUSES = {
    "village": 6, "town": 14, "city": 24, "capital": 24, "oil": 24, "port": 14, "minor-city": 16,
    "major-city": 26,
}  # fmt: skip
_INKS = {"land": "#6b5536", "water": "#47748a", "heights": "#7a5a3a"}


def place_sign(
    kind: str, size: int, at: Point, scale: float, streets: bool = True, tags: Iterable[str] = ()
) -> str:
    """Return the built-up area of a place, sized by its kind, with a star, anchor or derrick if needed."""
    is_ = {kind, *tags}
    if kind == "airfield":
        parts = [el("g", stroke(_RUNWAYS, INK, 0.4), stroke(_RUNWAYS, PAPER, 0.26), transform="scale(0.34)")]
    else:
        parts = [_STREETS] if streets else []
        parts.append(_houses(min(30, _HOUSES.get(kind, 10) + 4 * (size - 1))))
        if "airfield" in is_:
            parts.append(_beside(_RUNWAYS, INK, 0.42, 0.17))
    if "capital" in is_:
        parts.append(el("path", d=_STAR, fill="#8f1d16", stroke=PAPER, stroke_width=0.3,
                        paint_order="stroke", transform="scale(0.2)"))  # fmt: skip
    if "oil" in is_:
        parts.append(_beside(_DERRICK, INK, -0.46, 0.19))
    if "port" in is_:
        parts.append(_beside(_ANCHOR, "#2d5a74", 0.42, 0.15))
    return el("g", *parts, transform=f"translate({at[0]:.2f} {at[1]:.2f}) scale({scale:.2f})")


def _beside(d: str, ink: str, x: float, size: float) -> str:
    return el(
        "g", stroke(d, PAPER, 0.6), stroke(d, ink, 0.26), transform=f"translate({x} -0.16) scale({size})"
    )


def _houses(count: int) -> str:
    """Return houses along two crossing streets, the same for every place of a size."""
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


def objective_ring(outline: list[Point], scale: float) -> str:
    """Return a golden ring just inside the hex."""
    d = path_of(outline)
    return stroke(d, "#fff2c2", scale * 0.085, stroke_opacity=0.9) + stroke(d, GOLD, scale * 0.045)


# -- names --------------------------------------------------------------------------------------

_Box = tuple[float, float, float, float]


class Names:
    """Names of places, each below its place or, if that space is taken, above or beside it."""

    def __init__(self, scale: float, lettering: float) -> None:
        self.scale, self.lettering = scale, lettering
        self.taken: list[_Box] = []

    def block(self, x: float, y: float, reach: float) -> None:
        """Keep names off the centre of a place."""
        self.taken.append((x - reach, y - reach, x + reach, y + reach))

    def write(self, place: Place, x: float, y: float) -> str:
        """Return the name, larger for larger places."""
        scale = self.scale
        larger = 0.025 * min(3, place.size - 1) + (0.03 if place.kind == "capital" else 0)
        small = place.kind in ("village", "town") and not place.objective
        size = scale * (0.215 + larger) * (1.0 if small else self.lettering)
        wide, high = 0.64 * size * len(place.name), size
        # baselines: under the place, above it, right and left of it
        low, beside = 0.485 * scale + high, 0.45 * scale + wide / 2
        spots = [
            (x, y + low),
            (x, y - 0.5 * scale),
            (x + beside, y + high * 0.35),
            (x - beside, y + high * 0.35),
        ]
        boxes = [(a - wide / 2, b - high * 0.75, a + wide / 2, b + high * 0.2) for a, b in spots]
        covered = [sum(_overlap(box, other) for other in self.taken) for box in boxes]
        best = min(range(len(spots)), key=lambda i: (covered[i], i))
        self.taken.append(boxes[best])
        return halo(
            place.name, *spots[best], size, PAPER, fill="#241e15", font_family=SERIF,
            font_weight="bold" if place.objective or place.kind != "village" else "normal",
        )  # fmt: skip


def _overlap(a: _Box, b: _Box) -> float:
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return max(0.0, wide) * max(0.0, high)


def label(given: Label, x: float, y: float, scale: float) -> str:
    """Return a name written across the map: spaced capitals on land, italics over water and mountains."""
    size = scale * (0.3 + 0.22 * (given.size - 1))
    style: dict[str, Value] = {
        "fill": _INKS[given.kind], "fill_opacity": 0.75, "font_family": SERIF,
        "stroke_width": size * 0.14, "stroke_opacity": 0.45,
        "letter_spacing": size * (0.28 if given.kind == "land" else 0.12),
    }  # fmt: skip
    if given.kind != "land":
        style["font_style"] = "italic"
    if given.turn:
        style["transform"] = f"rotate({given.turn} {x:.2f} {y:.2f})"
    text = given.text.upper() if given.kind == "land" else given.text
    return halo(text, x, y + size * 0.35, size, PAPER, **style)
