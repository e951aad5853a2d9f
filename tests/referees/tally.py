"""Counting what referees compare, and keeping what they disagree about."""

from __future__ import annotations

from collections import Counter

SHOWN = 5
"""Disagreements of each question in a report."""


class Tally:
    """How often each question was compared, and every disagreement."""

    def __init__(self) -> None:
        """Begin with nothing counted."""
        self.compared: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()
        self.disagreements: list[str] = []
        self.where = ""
        """The game, order number and phase, for `same`."""

    def compare(self, question: str, program: object, referee: object, where: str) -> bool:
        """Count a comparison, note it if the two answers differ, and return whether they agree."""
        self.compared[question] += 1
        if program == referee:
            return True
        self.wrong[question] += 1
        self.disagreements.append(f"{question}, {where}: {difference(program, referee)}")
        return False

    def same(self, question: str, about: object, referee: object, program: object) -> bool:
        """Compare two answers about something at the moment noted in `where`."""
        return self.compare(question, program, referee, f"{self.where}, {about}")

    @property
    def total(self) -> int:
        """The number of comparisons."""
        return sum(self.compared.values())

    def add(self, other: Tally) -> None:
        """Add the counts of another tally."""
        self.compared += other.compared
        self.wrong += other.wrong
        self.disagreements += other.disagreements

    def report(self, shown: int = SHOWN) -> str:
        """Return the counts by question, and the first disagreements of each."""
        names = sorted(self.compared)
        lines = [f"{name:28} {self.compared[name]:9,}  {self.wrong[name]} wrong" for name in names]
        lines.append(f"{'together':28} {self.total:9,}  {sum(self.wrong.values())} wrong")
        of_kind: Counter[str] = Counter()
        for text in self.disagreements:
            kind = text.split(",")[0]
            of_kind[kind] += 1
            if of_kind[kind] <= shown:
                lines.append(text)
        return "\n".join(lines)


def difference(program: object, referee: object) -> str:
    """Return two answers, or only the entries in which two dictionaries or sets differ."""
    if isinstance(program, dict) and isinstance(referee, dict):
        keys = [k for k in {**program, **referee} if program.get(k) != referee.get(k)]
        return f"program { {k: program.get(k) for k in keys} }, referee { {k: referee.get(k) for k in keys} }"
    if isinstance(program, (set, frozenset)) and isinstance(referee, (set, frozenset)):
        return f"only program {sorted(program - referee)}, only referee {sorted(referee - program)}"
    return f"program {program!r}, referee {referee!r}"
