"""The shape of the charts: which keys they have, and of which kind."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from grognard.core.files.toml_shape import closed, each, named

PHASES = Annotated[list[Literal["events", "movement", "combat"]], msgspec.Meta(min_length=1)]
ROWS = Annotated[list[tuple[str, str]], msgspec.Meta(min_length=6)]
"""Events by the row die, in two columns."""
EVENTS = "T U V SZh SZ SI air artillery spetsnaz friction as-planned replacement"

RESULT = closed(
    each(str, "says rule"),
    maybe={
        **each(int, "attacker-loses defender-loses"),
        **each(bool, "attacker-retreats defender-retreats"),
        **each(str, "breakthrough"),
    },
)
"""What a combat result does."""

TABLES = closed(
    each(int, "night-turn replacement-boxes replacement-from-turn"),
    {
        "stacking": closed(each(int, "basic advanced expert")),
        "move": closed(each(closed(each(int, "clear"), maybe=each(int, "forest")), "basic advanced expert")),
        "defence-bonus": closed(each(named(int), "basic advanced expert")),
        "disrupted": closed(each(int, "offence movement")),
        "phases": closed(each(PHASES, "basic advanced expert")),
        "combat": closed(
            each(closed(each(list[int], "columns"), {"rows": list[list[str]]}), "attackers difference")
        ),
        "results": closed(each(RESULT, "AE-one AE-all AR NE EX-exchange EX-retreat DR DE-one DE-all")),
        "events": closed(
            each(int, "left-up-to"),
            each(list[str], "once"),
            each(ROWS, "soviet us"),
            {"replacements": closed(each(int, "soviet us")), "titles": closed(each(str, EVENTS))},
        ),
        "victory": closed(
            each(int, "towns-needed"),
            each(named(int), "points-hexes points-units"),
            {"degrees": list[tuple[int, str]]},
        ),
    },
)
