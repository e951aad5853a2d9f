"""Explanations of numbers such as odds: line by line with the rule of each, the possible outcomes, and the
stages of an order that takes several."""

from __future__ import annotations

import msgspec

from grognard.core.contract.battles import WORTH, Effect, Odds, Verdict
from grognard.core.text import Part


class Line(msgspec.Struct, frozen=True):
    """One line of an explanation: its label, value and rule."""

    label: str
    value: str
    rule: str


class Outcome(msgspec.Struct, frozen=True):
    """One possible result: its probability, and its effect in words."""

    result: str
    probability: float
    effect: str = ""
    at_most: float | None = None
    """The greatest probability, if what is hidden leaves a range that begins at `probability`."""
    effects: tuple[Effect, ...] = ()
    """What it does to the units in the battle."""
    says: tuple[Part, ...] = ()
    """The effects in a sentence."""
    verdict: Verdict | None = None
    """How good it is for the side that decides; None if that is not known."""

    @property
    def percent(self) -> str:
        """Return the probability as a percentage, or the range of it.

        >>> Outcome("DG", 0.25).percent, Outcome("DG", 0.25, at_most=0.5).percent
        ('25.0%', '25.0–50.0%')
        """
        if self.at_most is None:
            return f"{self.probability:.1%}"
        return f"{100 * self.probability:.1f}–{self.at_most:.1%}"


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """One stage of an order that takes several, such as the Flak that an air mission meets."""

    title: str
    text: str = ""
    """A short note: what takes part, or what the dice must show."""
    side: str = ""
    """The side that decides, if the stage is a choice rather than dice."""
    chances: tuple[Outcome, ...] = ()
    """The results worth comparing; they need not add up to 1."""
    rule: str = ""
    hex: str = ""
    """The hex where it happens; empty if it is on the way."""


class Reminder(msgspec.Struct, frozen=True, kw_only=True):
    """Something left to do before a phase ends."""

    title: str
    count: str
    """How much of it is left: a number, or an amount such as 8 SP."""
    note: str = ""
    """What happens to it when the phase ends."""
    units: tuple[str, ...] = ()
    """The counters that can do it."""
    lost: bool = False
    """Whether it is lost for good when the phase ends."""
    rule: str = ""


class Consequence(msgspec.Struct, frozen=True, kw_only=True):
    """A lasting change of the war that an order would cause; clients ask for confirmation first."""

    title: str
    """A question, such as ``Bring Yugoslavia into the war?``."""
    says: tuple[str, ...]
    """What follows, in sentences."""
    do: str
    """Label of the button that gives the order."""
    units: tuple[str, ...] = ()
    """The counters that it concerns."""
    rule: str = ""


class Explanation(msgspec.Struct, frozen=True):
    """An explained number such as odds or a movement cost."""

    title: str
    lines: tuple[Line, ...]
    total: str
    chances: tuple[Outcome, ...] = ()
    stages: tuple[Stage, ...] = ()
    odds: Odds | None = None
    cost: tuple[Part, ...] = ()
    """What the order spends, in a sentence."""
    risk: tuple[Part, ...] = ()
    """The worst that can happen to the side that decides, in a sentence."""
    left: tuple[Reminder, ...] = ()
    """What is left to do, for an order that ends a phase."""
    consequence: Consequence | None = None

    @property
    def worth(self) -> float:
        """How good the outcomes are on average for the side that decides, from -1 to 1."""
        return sum(chance.probability * WORTH[chance.verdict] for chance in self.chances if chance.verdict)

    @property
    def outcomes(self) -> dict[str, float]:
        """Probability of every result; the sum is 1 unless some are ranges."""
        return {chance.result: chance.probability for chance in self.chances}

    def __str__(self) -> str:
        rows = [self.title]
        rows += [f"  {line.label:<34} {line.value:>7}  [{line.rule}]" for line in self.lines]
        rows.append(f"  = {self.total}")
        rows += [f"  {c.result:<3} {c.percent:>6}  {c.effect}" for c in self.chances]
        return "\n".join(rows)
