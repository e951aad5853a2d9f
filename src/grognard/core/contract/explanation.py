"""Explanations of numbers such as odds: line by line with the rule of each, and the possible outcomes."""

from __future__ import annotations

import msgspec


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


class Explanation(msgspec.Struct, frozen=True):
    """An explained number such as odds or a movement cost."""

    title: str
    lines: tuple[Line, ...]
    total: str
    chances: tuple[Outcome, ...] = ()

    @property
    def outcomes(self) -> dict[str, float]:
        """Probability of every result; the sum is 1."""
        return {chance.result: chance.probability for chance in self.chances}

    def __str__(self) -> str:
        rows = [self.title]
        rows += [f"  {line.label:<34} {line.value:>7}  [{line.rule}]" for line in self.lines]
        rows.append(f"  = {self.total}")
        rows += [f"  {c.result:<3} {c.probability:6.1%}  {c.effect}" for c in self.chances]
        return "\n".join(rows)
