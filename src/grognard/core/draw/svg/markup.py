"""Write SVG elements with short numbers and escaped text. The same input always gives the same output."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

SERIF = "'Libertinus Serif', 'Palatino Linotype', Georgia, 'DejaVu Serif', serif"
SANS = "'Inter', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
CONDENSED = "'Roboto Condensed', 'Arial Narrow', 'DejaVu Sans Condensed', 'DejaVu Sans', sans-serif"

# characters that XML 1.0 cannot represent, even escaped
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Value = str | int | float


def number(value: float) -> str:
    """Return a coordinate with at most two decimals.

    >>> number(3.0), number(-0.001), number(1.257)
    ('3', '0', '1.26')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def clean(text: str) -> str:
    """Replace characters that XML cannot represent."""
    return _FORBIDDEN.sub("\ufffd", text)


def escaped(text: str) -> str:
    """Escape text for markup."""
    return escape(clean(text))


def el(tag: str, *children: str, **attributes: Value) -> str:
    """Return an element; underscores in attribute names become hyphens, and children are markup.

    >>> el("path", d="M0 0", stroke_width=0.5)
    '<path d="M0 0" stroke-width="0.5"/>'
    """
    text = "".join(
        f" {name.rstrip('_').replace('_', '-')}="
        + quoteattr(clean(value) if isinstance(value, str) else number(value))
        for name, value in attributes.items()
    )
    return f"<{tag}{text}>{''.join(children)}</{tag}>" if children else f"<{tag}{text}/>"


def words(text: str, x: float, y: float, size: float, **attributes: Value) -> str:
    """Return a line of text, centred on x by default."""
    given: dict[str, Value] = {"text_anchor": "middle", "font_family": SANS, **attributes}
    return el("text", escaped(text), x=x, y=y, font_size=size, **given)


def halo(text: str, x: float, y: float, size: float, paper: str, **attributes: Value) -> str:
    """Return a line of text with a paper-coloured outline, readable on any background."""
    rim: dict[str, Value] = {"stroke_width": size * 0.22, "stroke_opacity": 0.85, **attributes}
    return words(text, x, y, size, stroke=paper, stroke_linejoin="round", paint_order="stroke", **rim)


def path_of(points: list[tuple[float, float]], closed: bool = True) -> str:
    """Return a path of straight lines from point to point."""
    steps = " ".join(f"{number(x)} {number(y)}" for x, y in points)
    return f"M{steps}{'Z' if closed else ''}"
