"""Intentions: what a computer player means to do in a turn, as data that a game's staff turns into orders."""

from __future__ import annotations

from typing import Literal

import msgspec

Guards = Literal["none", "vital", "needed", "all"]
"""Which own objectives get a garrison: none in particular, those without which the game is lost, also as many
others as victory needs, or all that the enemy could enter."""
Raids = Literal["none", "last", "always"]
"""When units leave the line to enter empty enemy objectives."""


class Intention(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One way to play a turn. The plain one uses the numbers of the staff unchanged.

    >>> Intention("hold", guards="all", scale={"forward": 0.5}).name
    'hold'
    """

    name: str
    """What it is called in a reason, such as ``main effort on Erzurum``."""
    guards: Guards = "none"
    strong: bool = False
    """Whether a garrison of a vital objective is as strong as the threat to it, not just one unit."""
    watch: int = 99
    """The number of last turns in which it guards."""
    raids: Raids = "none"
    specials: bool = False
    """Whether it uses scarce means: drops, and on the last turn whatever would otherwise be wasted."""
    effort: tuple[str, ...] = ()
    """The hexes of the main effort."""
    scale: dict[str, float] = {}
    """Factors on numbers of the staff, by their names."""


PLAIN = Intention("plain")
"""No intention beyond the numbers of the staff: the player `planner-1`."""
