"""Counting what referees compare, and keeping what they disagree about."""

from __future__ import annotations

from collections import Counter


class Tally:
    """How often each question was compared, and every disagreement."""

    def __init__(self) -> None:
        """Begin with nothing counted."""
        self.compared: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()
        self.disagreements: list[str] = []

    def compare(self, question: str, program: object, referee: object, where: str) -> None:
        """Count a comparison, and note it if the two answers differ."""
        self.compared[question] += 1
        if program != referee:
            self.wrong[question] += 1
            self.disagreements.append(f"{question}, {where}: {difference(program, referee)}")

    @property
    def total(self) -> int:
        """The number of comparisons."""
        return sum(self.compared.values())

    def add(self, other: Tally) -> None:
        """Add the counts of another tally."""
        self.compared += other.compared
        self.wrong += other.wrong
        self.disagreements += other.disagreements

    def report(self) -> str:
        """Return the counts by question, and the first disagreements of each."""
        names = sorted(self.compared)
        lines = [f"{name:22} {self.compared[name]:9,}  {self.wrong[name]} wrong" for name in names]
        lines.append(f"{'together':22} {self.total:9,}  {sum(self.wrong.values())} wrong")
        shown: Counter[str] = Counter()
        for text in self.disagreements:
            kind = text.split(",")[0]
            shown[kind] += 1
            if shown[kind] <= 5:
                lines.append(text)
        return "\n".join(lines)


def difference(program: object, referee: object) -> str:
    """Return two answers, or only the entries in which two dictionaries or sets differ."""
    if isinstance(program, dict) and isinstance(referee, dict):
        keys = [k for k in {**program, **referee} if program.get(k) != referee.get(k)]
        return f"program { {k: program.get(k) for k in keys} }, referee { {k: referee.get(k) for k in keys} }"
    if isinstance(program, set) and isinstance(referee, set):
        return f"only program {sorted(program - referee)}, only referee {sorted(referee - program)}"
    return f"program {program!r}, referee {referee!r}"
