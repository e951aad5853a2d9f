"""Draw the unit symbols with milsymbol: ``python -m grognard.core.draw.symbols.draw``.

The result is stored in ``units.json``, because milsymbol takes a second to load. Its licence is in this
folder.
"""

from __future__ import annotations

import re

import msgspec
from milsymbol import Symbol  # type: ignore[import-untyped]

from grognard.core.draw.symbols import LETTERS, UNITS

_ICONS = {
    "infantry": "121100",
    "motorised": "121104",
    "mechanised": "121102",
    "marine": "121103",
    "armour": "120500",
    "armoured-cavalry": "121301",
    "reconnaissance": "121300",
    "cavalry": "121300",
    "anti-tank": "120400",
    "artillery": "130300",
    "self-propelled-artillery": "130301",
    "missile": "130700",
    "mortar": "130800",
    "anti-aircraft": "130100",
    "pioneer": "140700",
    "bridging": "140100",
    "security": "141700",
    "special-forces": "121700",
    "helicopter": "120600",
    "air": "120800",
    "signals": "111000",
    "supply": "163400",
    "transport": "163600",
}
"""The entity of the APP-6D code for each kind of unit."""
_AIRBORNE, _MOUNTAIN = "01", "27"
_MODIFIED = {
    "airborne": ("infantry", _AIRBORNE),
    "airmobile": ("infantry", _AIRBORNE),
    "mountain": ("infantry", _MOUNTAIN),
}


def draw(icon: str, modifier: str = "00") -> str:
    """Return the symbol of a friendly land unit, in the current colour, with strokes for small counters."""
    svg: str = Symbol(f"1003100000{icon}00{modifier}", size=100).as_svg()
    body = svg[svg.index(">") + 1 : svg.rindex("</svg>")]
    body = re.sub(r'fill="rgb\([^"]*\)"( fill-opacity="1")?', 'fill="none"', body)
    body = body.replace('"black"', '"currentColor"').replace('"Arial"', f'"{LETTERS}"')
    return re.sub(r'stroke-width="[34]"', 'stroke-width="7"', body).replace(" ></path>", "/>")


def draw_all() -> dict[str, str]:
    """Return the symbol of every kind of unit; `""` is the empty frame."""
    drawn = {kind: draw(icon) for kind, icon in _ICONS.items()}
    drawn |= {kind: draw(_ICONS[plain], modifier) for kind, (plain, modifier) in _MODIFIED.items()}
    return {"": draw("000000"), **dict(sorted(drawn.items()))}


if __name__ == "__main__":
    UNITS.write_bytes(msgspec.json.format(msgspec.json.encode(draw_all()), indent=1) + b"\n")
