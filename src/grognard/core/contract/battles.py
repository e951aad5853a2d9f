"""A battle as data: odds, shifts, possible effects and how good they are for a side.

Previews use it before the dice are rolled (`explanation`), events afterwards (`events`). Sentences come from
the games.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Verdict: TypeAlias = Literal["best", "good", "even", "bad", "worst"]
"""How good an outcome is for the side that decides, or for the attacker in an event."""
EffectKind: TypeAlias = Literal[
    "eliminated", "unit-loss", "step-loss", "reduced", "retreat", "option", "disorganized", "escalate",
    "take", "exploit", "damage",
]  # fmt: skip

HARM: dict[EffectKind, int] = {
    "eliminated": 3, "unit-loss": 2, "step-loss": 2, "reduced": 2,
    "retreat": 1, "option": 1, "disorganized": 1, "damage": 1,
}  # fmt: skip
"""How much an effect hurts a side; the other kinds do no harm."""
SERIOUS = 2
"""Harm to one side alone of at least this much is the best or the worst outcome."""
WORTH: dict[Verdict, float] = {"best": 1.0, "good": 0.5, "even": 0.0, "bad": -0.5, "worst": -1.0}


class Effect(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that an outcome does to units or to a hex."""

    kind: EffectKind
    own: bool = False
    """Whether it happens to the side that decides."""
    units: tuple[str, ...] = ()
    """The units that it happens to, or among which their owner chooses."""
    count: int = 0
    """Number of units or steps lost, or of hexes retreated; 0 for all."""
    hex: str = ""
    trapped: bool = False
    """Whether the units are eliminated or reduced because they have no legal retreat."""

    @property
    def harm(self) -> int:
        """How much it hurts the side that it happens to."""
        times = max(self.count, 1) if self.kind in ("unit-loss", "step-loss", "option") else 1
        return HARM.get(self.kind, 0) * times


class Shift(msgspec.Struct, frozen=True):
    """A column shift or a modifier of the die, and its rule."""

    label: str
    value: str
    rule: str
    favours: Literal["", "attacker", "defender"] = ""


class Odds(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The odds of a battle: strengths, the column they give, what shifts it, and the final column."""

    ratio: str
    """The final odds or difference, such as ``2:1`` or ``+3``."""
    attack: float | None = None
    """None where a side cannot know it."""
    defence: float | None = None
    start: str = ""
    """The odds before shifts, if there are any."""
    shifts: tuple[Shift, ...] = ()
    drm: int = 0
    """The sum of shifts, where they modify the die."""


class Battle(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The facts on the card of a battle, for both sides; what only one may know is left out."""

    target: str
    origins: tuple[str, ...] = ()
    """The hexes from which the attack came."""
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    odds: Odds | None = None
    verdict: Verdict = "even"
    """For the attacker."""
    overrun: bool = False
    """Whether the attackers fought while they moved."""
    effects: tuple[Effect, ...] | None = None
    """What the result means, where the event names only a code; the attacker's effects are its own."""
    faces: tuple[Verdict, ...] = ()
    """What each face of the die would have meant for the attacker, if one die decides."""


def verdict_of(effects: tuple[Effect, ...]) -> Verdict:
    """Return how good effects are for the side that decides.

    >>> verdict_of((Effect(kind="retreat", units=("A",)),)), verdict_of((Effect(kind="step-loss", own=True),))
    ('good', 'worst')
    """
    mine = sum(effect.harm for effect in effects if effect.own)
    theirs = sum(effect.harm for effect in effects if not effect.own)
    if mine == theirs:
        return "even"
    if mine and theirs:
        return "good" if theirs > mine else "bad"
    if theirs:
        return "best" if theirs >= SERIOUS else "good"
    return "worst" if mine >= SERIOUS else "bad"
