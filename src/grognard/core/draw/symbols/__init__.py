"""Unit symbols by kind of counter, shared by the browser and the printed map.

Units are NATO symbols in the rectangular frame that hobby counters use for all sides (`units.json`, which
`draw.py` generates). Markers are our own glyphs. Every drawing is an SVG fragment in `currentColor`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import msgspec

from grognard.core.draw.svg.markup import escaped

UNITS = Path(__file__).parent / "units.json"
FRAME = (25, 50, 150, 100)
"""The frame of a unit symbol: left, top, width and height."""
VIEW_BOX = "21 46 158 108"
"""The frame with a margin for its stroke."""
LETTERS = "Arial, 'DejaVu Sans', sans-serif"
"""The typeface of the few symbols with letters."""
_SAME = {
    "airlanding": "airborne",
    "armor": "armour",
    "breakdown": "infantry",
    "cavalry-corps": "cavalry",
    "engineer": "pioneer",
    "headquarter": "headquarters",
    "heavy-tank": "armour",
    "hq": "headquarters",
    "mech": "mechanised",
    "mechanized": "mechanised",
    "motor": "motorised",
    "motorized": "motorised",
    "organic-truck": "transport",
    "paratroop": "airborne",
    "recon": "reconnaissance",
    "static": "infantry",
    "tank": "armour",
    "truck": "transport",
}
_STROKE = 'fill="none" stroke="currentColor" stroke-width="7" stroke-linejoin="round" stroke-linecap="round"'
_OWN_UNITS = {
    "headquarters": f'<path {_STROKE} d="M58 74v52M92 74v52M58 100h34M126 74c-30 0-30 52 0 52s30-52 0-52z'
    'M130 112l16 18"/>',
    "assault-gun": f'<path {_STROKE} d="M70 75h60a25 25 0 0 1 0 50H70a25 25 0 0 1 0-50z'
    'M100 75v50M100 100h52"/>',
    "rail-repair": f'<path {_STROKE} d="M40 84h120M40 116h120M58 72v56M86 72v56M114 72v56M142 72v56"/>',
    "rocket-artillery": f'<path {_STROKE} d="M80 92l20-18 20 18M80 74l20-18 20 18"/>'
    '<circle cx="100" cy="118" r="15" fill="currentColor"/>',
    "ski": f'<path {_STROKE} d="M25 50l150 100M25 150L175 50M58 140h72q16 0 16-14"/>',
    "wagon": f'<path {_STROKE} d="M48 78h104v26H48zM152 92h18"/>'
    f'<circle {_STROKE} cx="76" cy="122" r="15"/><circle {_STROKE} cx="126" cy="122" r="15"/>',
    "pax": '<path fill="currentColor" d="M100 58a15 15 0 1 1-.1 0zM74 92h52v34h-10v20H84v-20H74z"/>',
    "eq": f'<circle {_STROKE} cx="100" cy="100" r="20"/>'
    f'<path {_STROKE} d="M100 80V64M100 120v16M80 100H64M120 100h16M86 86L75 75M114 114l11 11M86 114l-11 11'
    'M114 86l11-11"/>',
}
"""Units without a standard icon, drawn in the frame without letters: HQs, assault guns, railway troops,
rockets, skis, wagons, and replacements as a man and a wheel."""
_SILHOUETTES = {
    "plane": '<path fill="currentColor" d="M100 52q8 0 8 18v18l64 26v12l-64-12-4 24 20 10v8l-24-4-24 4v-8'
    'l20-10-4-24-64 12v-12l64-26V70q0-18 8-18z"/>',
    "ship": '<path fill="currentColor" d="M30 112h140l-16 28H48zM62 94h22V80h14V60h10v20h18v14h20v12H62z"/>',
    "carrier": '<path fill="currentColor" d="M26 100h148l-6 12H156l-8 28H54l-14-28H26zM112 72h24v22h-24z'
    'M120 54h6v18h-6z"/>',
    "landing-craft": '<path fill="currentColor" d="M34 96h18v20h70V84h30v32h12l-10 24H52z"/>',
    "lst": '<path fill="currentColor" d="M28 92l18-8v22h68V66h34v40h24l-10 34H46z"/>',
    "dukw": '<path fill="currentColor" d="M30 88h46V68h40v20h54l-14 32H44z"/>'
    '<circle fill="currentColor" cx="64" cy="132" r="12"/>'
    '<circle fill="currentColor" cx="104" cy="132" r="12"/>'
    '<circle fill="currentColor" cx="136" cy="132" r="12"/>',
}
"""Aircraft and ships, which have no frame."""
MARKERS = {
    "air": '<path fill="currentColor" d="M100 54l9 30 62 27v13l-62-14-5 26 20 12v8l-24-6-24 6v-8l20-12'
    '-5-26-62 14v-13l62-27z"/>',
    "artillery": '<path fill="currentColor" d="M100 52l10 27 24-17-9 28 30 4-26 15 20 23-29-6-2 29-18-24'
    '-18 24-2-29-29 6 20-23-26-15 30-4-9-28 24 17z"/>',
    "spetsnaz": f'<path {_STROKE} d="M64 60l58 58M108 132l28-28M122 118l22 24"/>'
    '<path fill="currentColor" d="M54 50l22 7 40 48-9 9-48-40z"/>',
    "aerial-supply": '<path fill="currentColor" d="M54 92c0-24 21-38 46-38s46 14 46 38c-7-6-16-6-23 0'
    '-7-6-16-6-23 0-7-6-16-6-23 0-7-6-16-6-23 0zM88 128h24v20h-24z"/>'
    '<path fill="none" stroke="currentColor" stroke-width="4" d="M58 94l34 36M142 94l-34 36M100 92v38"/>',
    "helicopter": '<path fill="currentColor" d="M42 66h124v8h-62v10h14c14 0 24 10 26 24h-68l-38-16-12-14v-12'
    'h8l12 12h54v-4h-58zM78 124h68v7H78zM92 112h7v14h-7zM124 112h7v14h-7z"/>',
    "ew": '<path fill="currentColor" d="M108 52L62 106h28l-14 44 62-64h-32l18-34z"/>',
    "refugees": '<path fill="currentColor" d="M76 74a11 11 0 1 1 .1 0zM60 80h32v32H82v36H70v-36H60zM128 88'
    'a9 9 0 1 1 .1 0zM115 95h26v26h-7v27h-12v-27h-7z"/>',
    "blast": '<path fill="currentColor" d="M100 52c-26 0-46 14-46 31 0 12 12 18 23 16 2 6 8 9 14 8l-3 26'
    '-24 7v8h72v-8l-24-7-3-26c6 1 12-2 14-8 11 2 23-4 23-16 0-17-20-31-46-31z"/>',
    "dump": '<path fill="currentColor" d="M62 98h34v34H62zM104 98h34v34h-34zM83 58h34v34H83z"/>',
    "hedgehog": '<path fill="currentColor" d="M100 54L111 72L133 67L128 89L146 100L128 111L133 133L111 128'
    'L100 146L89 128L67 133L72 111L54 100L72 89L67 67L89 72z"/>',
    "port": f'<path {_STROKE} d="M100 74v70M78 90h44M56 112q4 32 44 32 40 0 44-32"/>'
    f'<circle {_STROKE} cx="100" cy="62" r="11"/>',
    "air-base": '<path fill="currentColor" d="M46 116l100-42 6 15-100 42zM74 58l15-6 38 90-15 6z"/>',
    "box": f'<path {_STROKE} d="M60 66h80v68H60zM60 88h80"/>',
}
"""Glyphs of markers: an aircraft, a shell burst, a dagger, a parachute, a helicopter, a flash, people, a
blast, crates, a star of trenches, an anchor, runways, a box."""


def plain_kind(kind: str) -> str:
    """Return a kind as spelt in the name of its symbol.

    >>> plain_kind("Tank corps")
    'tank-corps'
    """
    return re.sub(r"[^a-z0-9]+", "-", kind.lower()).strip("-")


@lru_cache
def drawings() -> dict[str, str]:
    """Return the NATO symbols by kind of unit; `""` is the empty frame."""
    return msgspec.json.decode(UNITS.read_bytes(), type=dict[str, str])


def has_symbol(kind: str, marker: bool = False) -> bool:
    """Return whether there is a symbol for a kind of unit or marker."""
    return bool(_marker(kind) if marker else _unit(kind))


def unit(kind: str) -> str:
    """Return the symbol of a kind of unit; if it has none, its first letters in the frame."""
    return _unit(kind) or drawings()[""] + _letters(kind)


def marker(kind: str) -> str:
    """Return the glyph of a kind of marker; if it has none, its first letters."""
    return _marker(kind) or _letters(kind)


def _unit(kind: str) -> str:
    plain = _SAME.get(plain_kind(kind), plain_kind(kind))
    if plain in _SILHOUETTES:
        return _SILHOUETTES[plain]
    own = _OWN_UNITS.get(plain)
    return drawings()[""] + own if own else drawings().get(plain, "") if plain else ""


def _marker(kind: str) -> str:
    return MARKERS.get(plain_kind(kind), "")


def _letters(kind: str) -> str:
    return (
        '<text x="100" y="118" text-anchor="middle" font-size="50" font-weight="bold" '
        f'font-family="{LETTERS}" fill="currentColor">{escaped(kind[:3].upper())}</text>'
    )
