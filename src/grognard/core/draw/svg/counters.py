"""Draw counters and stacks: background, NATO symbol, size mark, factors and badges."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.draw import symbols
from grognard.core.draw.counter_face import CounterFace
from grognard.core.draw.svg.markup import CONDENSED, el, words

_BADGES = {
    "moved": ("M-1 -0.8H0.3L1.1 0L0.3 0.8H-1Z", "#3b6ea5"),
    "disrupted": ("M0 -1.15L1.1 0.8H-1.1Z", "#c2541b"),
    "unsupplied": ("M-0.9 -0.9H0.9V0.9H-0.9Z", "#7a3b7d"),
}
_OTHER_BADGE = ("M-1 0A1 1 0 1 1 1 0A1 1 0 1 1 -1 0Z", "#4a4a46")
_OFFSET = 0.075  # offset of each counter of a stack from the one below, relative to its size


def counter(face: CounterFace, x: float, y: float, size: float) -> str:
    """Return a counter centred at a point."""
    half = size / 2
    box: dict[str, float] = {"x": -half, "y": -half, "width": size, "height": size}
    edge = size * 0.035
    inner = {
        "x": edge - half,
        "y": edge - half,
        "width": size - 2 * edge,
        "height": size - 2 * edge,
    }
    round_ = size * 0.09
    parts = [
        el("rect", x=-half + size * 0.035, y=-half + size * 0.05, width=size, height=size,
           rx=round_, fill="#1f1a10", fill_opacity=0.28),
        el("rect", **box, rx=round_, fill=face.ground, stroke="#221d14", stroke_width=size * 0.018),
        el("rect", **inner, rx=round_ * 0.7, fill="none", stroke="url(#bevel)",
           stroke_width=edge * 1.3),
    ]  # fmt: skip
    parts += _middle(face, size)
    if "moved" in face.flags:
        parts.append(el("rect", **box, rx=round_, fill="#d8cfba", fill_opacity=0.26))
    for place, flag in enumerate(face.flags):
        parts.append(_badge(flag, half - size * 0.1, -half + size * (0.13 + 0.25 * place), size))
    return el("g", *parts, transform=f"translate({x:.2f} {y:.2f})")


def _middle(face: CounterFace, size: float) -> list[str]:
    ink = face.ink
    factors = face.factors.replace("-", "\u2013")
    low = _fitted(factors, 0, size * 0.41, size * 0.285, size * 0.9, ink)
    if not face.kind:
        return [_fitted(face.shown, 0, size * 0.1, size * 0.5, size * 0.8, ink), low]
    if face.marker:
        text = factors or face.shown
        return [
            _symbol(face, size * 0.7, size * -0.12),
            _fitted(text, 0, size * 0.41, size * 0.285, size * 0.84, ink),
        ]
    return [
        _symbol(face, size * 0.49, size * -0.05),
        words(face.size, 0, -size * 0.285, size * 0.17, fill=ink, font_weight="bold"),
        _fitted(face.shown, -size * 0.31, -size * 0.265, size * 0.21, size * 0.27, ink),
        low,
    ]


def _fitted(text: str, x: float, y: float, size: float, room: float, ink: str) -> str:
    """Return bold condensed text, made smaller if it would not fit."""
    fit = min(size, room / (0.62 * max(1, len(text))))
    return words(text, x, y, fit, fill=ink, font_weight="bold", font_family=CONDENSED,
                 font_stretch="condensed")  # fmt: skip


def _symbol(face: CounterFace, width: float, y: float) -> str:
    """Return the symbol of the counter's kind: framed for a unit, without a frame for a marker."""
    ink = face.symbol or face.ink
    left, top, wide, high = symbols.FRAME
    part = width / wide
    place = f"translate(0 {y:.2f}) scale({part:.4f}) translate({-left - wide / 2} {-top - high / 2})"
    if face.marker:
        return el("g", symbols.marker(face.kind), color=ink, transform=place)
    wash = el("rect", x=left, y=top, width=wide, height=high, fill=ink, fill_opacity=0.1)
    return el("g", wash, symbols.unit(face.kind), color=ink, transform=place)


def _badge(flag: str, x: float, y: float, size: float) -> str:
    """Return a status as a shape and a letter, readable without colour."""
    shape, colour = _BADGES.get(flag, _OTHER_BADGE)
    return el(
        "g",
        el("path", d=shape, fill=colour, stroke="#fffaf0", stroke_width=0.22,
           stroke_linejoin="round"),
        words(flag[:1].upper(), 0, 0.48, 1.25, fill="#ffffff", font_weight="bold"),
        transform=f"translate({x:.2f} {y:.2f}) scale({size * 0.115:.3f})",
    )  # fmt: skip


def stack(faces: Sequence[CounterFace], x: float, y: float, size: float) -> str:
    """Return a stack, first counter on top, with the number of counters if more than one."""
    shown = list(faces[:4])
    parts = []
    for depth in range(len(shown) - 1, -1, -1):
        shift = (depth - (len(shown) - 1) / 2) * size * _OFFSET
        parts.append(counter(shown[depth], x + shift, y - shift, size))
    if len(faces) > 1:
        low = (len(shown) - 1) / 2 * size * _OFFSET
        cx, cy, r = x - low - size * 0.5, y + low + size * 0.5, size * 0.13
        parts.append(el("circle", cx=cx, cy=cy, r=r, fill="#fffaf0", stroke="#221d14",
                        stroke_width=size * 0.02))  # fmt: skip
        parts.append(words(str(len(faces)), cx, cy + r * 0.5, r * 1.4, fill="#221d14",
                           font_weight="bold"))  # fmt: skip
    return el("g", *parts)
