"""The analysis as a picture to post: result, chances turn by turn, turning points, and luck."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.analysis.results import Analysis, Point
from grognard.core.draw.svg.markup import CONDENSED, SERIF, el, number, words

WIDTH, HEIGHT = 1200, 630
"""The size that most sites show in full."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 84, 1160, 170, 500
_PAPER, _INK, _QUIET, _LINE = "#fbf6e8", "#2b2519", "#5c5340", "#d3c8ae"


def picture(found: Analysis, title: str, colours: Mapping[str, str]) -> str:
    """Return the analysis as SVG; `colours` has the colour of each side."""
    first, second = found.sides[:2]
    ours, theirs = colours.get(first, "#a0332a"), colours.get(second, "#2b5288")
    result = found.result
    parts = [
        _patterns(ours, theirs),
        el("rect", width=WIDTH, height=HEIGHT, fill=_PAPER),
        words(title, _LEFT, 54, 24, text_anchor="start", fill=_QUIET),
        words(
            result.title if result else "Analysis", _LEFT, 104, 48,
            text_anchor="start", font_family=SERIF, font_weight=700, fill=_INK,
        ),
        _reason(result.reason if result else ""),
        _key(found, ours, theirs),
        _chart(found, ours, theirs),
        _flags(found, colours),
        _luck(found),
    ]  # fmt: skip
    return el(
        "svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH} {HEIGHT}", width=WIDTH,
        height=HEIGHT, role="img", aria_label=f"{title}: winning chances turn by turn",
    )  # fmt: skip


def _reason(reason: str) -> str:
    text = reason[:1].upper() + reason[1:]
    return words(text[:90], _LEFT, 140, 20, text_anchor="start", fill=_QUIET)


def _patterns(ours: str, theirs: str) -> str:
    """Hatching: the first side rises, the second falls, so that they can be told apart without colour."""

    def hatch(id_: str, colour: str, turn: int) -> str:
        line = el("path", d="M0 0V10", stroke=colour, stroke_width=2, stroke_opacity=0.35)
        ground = el("rect", width=10, height=10, fill=colour, fill_opacity=0.12)
        return el(
            "pattern", ground, line, id=id_, width=10, height=10,
            patternUnits="userSpaceOnUse", patternTransform=f"rotate({turn})",
        )  # fmt: skip

    return el("defs", hatch("ours", ours, 45), hatch("theirs", theirs, -45))


def _key(found: Analysis, ours: str, theirs: str) -> str:
    rows = []
    for at, (side, colour) in enumerate(zip(found.sides, (ours, theirs), strict=False)):
        x = _RIGHT - 220
        rows.append(el("rect", x=x, y=40 + 34 * at, width=20, height=20, rx=4, fill=colour, stroke=_INK))
        label = found.titles.get(side, side)
        rows.append(words(label, x + 30, 57 + 34 * at, 20, text_anchor="start", fill=_INK))
    return "".join(rows)


def _x(at: float) -> float:
    return _LEFT + (_RIGHT - _LEFT) * at


def _y(chance: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * chance


def _chart(found: Analysis, ours: str, theirs: str) -> str:
    line = "L".join(f"{number(_x(p.at))} {number(_y(p.chance))}" for p in found.curve)
    area = f"M{_LEFT} {_BOTTOM}L{line}L{_RIGHT} {_BOTTOM}Z"
    over = f"M{_LEFT} {_TOP}L{line}L{_RIGHT} {_TOP}Z"
    parts = [el("path", d=over, fill="url(#theirs)"), el("path", d=area, fill="url(#ours)")]
    for level in (0, 50, 100):
        y = _y(level / 100)
        dash = {"stroke_dasharray": "8 6"} if level == 50 else {}
        parts.append(el("path", d=f"M{_LEFT} {number(y)}H{_RIGHT}", stroke=_LINE, stroke_width=2, **dash))
        parts.append(
            words(str(level), _LEFT - 14, y + 7, 20, text_anchor="end", font_family=CONDENSED, fill=_QUIET)
        )
    for start in _turn_starts(found):
        x = _x(start.at)
        parts.append(el("path", d=f"M{number(x)} {_TOP}V{_BOTTOM}", stroke=_LINE, stroke_width=2))
        parts.append(words(f"Turn {start.turn}", x + 8, _BOTTOM + 28, 20, text_anchor="start", fill=_QUIET))
    parts.append(el("path", d=f"M{line}", fill="none", stroke=ours, stroke_width=4, stroke_linejoin="round"))
    return el("g", *parts)


def _turn_starts(found: Analysis) -> list[Point]:
    """Return the points at which turns begin; of many turns, only some."""
    starts = [p for i, p in enumerate(found.curve[:-1]) if i == 0 or p.turn != found.curve[i - 1].turn]
    return starts[:: -(-len(starts) // 10)]


def _flags(found: Analysis, colours: Mapping[str, str]) -> str:
    parts = []
    for at, point in enumerate(found.turning_points, start=1):
        x, y = _x(point.at), _y(point.after)
        colour = colours.get(point.side, _INK)
        parts.append(el("circle", cx=x, cy=y, r=9, fill=colour, stroke=_PAPER, stroke_width=3))
        up = y - 46 if y > _TOP + 60 else y + 22
        parts.append(el("rect", x=x - 14, y=up, width=28, height=28, rx=5, fill=colour))
        parts.append(words(str(at), x, up + 21, 20, font_weight=700, font_family=CONDENSED, fill="#ffffff"))
    return el("g", *parts)


def _luck(found: Analysis) -> str:
    side = found.sides[0] if found.luck_total >= 0 else found.sides[1]
    points = round(abs(100 * found.luck_total))
    title = found.titles.get(side, side)
    says = f"The dice were worth {points} points to the {title} side." if points else "The dice were even."
    if not found.rolls:
        says = "No dice were rolled."
    parts = [words(says, _LEFT, 586, 22, text_anchor="start", fill=_INK)]
    parts.append(words("Grognard", _RIGHT, 586, 22, text_anchor="end", font_family=SERIF, fill=_QUIET))
    return "".join(parts)
