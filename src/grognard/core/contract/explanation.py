"""Breakdowns: an explained number, line by line with the rule behind each, and what may come of it."""

from __future__ import annotations

import msgspec


class Line(msgspec.Struct, frozen=True):
    """One line of an account: what, how much, by which rule."""

    label: str
    value: str
    rule: str


class Outcome(msgspec.Struct, frozen=True):
    """One possible result: how likely, and what it would do in plain words."""

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
        """Probability of every result; they sum to one."""
        return {chance.result: chance.probability for chance in self.chances}

    def __str__(self) -> str:
        rows = [self.title]
        rows += [f"  {line.label:<34} {line.value:>7}  [{line.rule}]" for line in self.lines]
        rows.append(f"  = {self.total}")
        rows += [f"  {c.result:<3} {c.probability:6.1%}  {c.effect}" for c in self.chances]
        return "\n".join(rows)
