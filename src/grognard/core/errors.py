"""What can go wrong, said so that a person can act on it."""

from __future__ import annotations


class GrognardError(Exception):
    """Anything Grognard refuses; its text is one clear line for the person at the screen."""


class Illegal(GrognardError):
    """An order that the rules forbid: which rule, and why here.

    >>> str(Illegal("8.3-all-stop", "SA must stop in 0505"))
    'SA must stop in 0505 [8.3-all-stop]'
    """

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{reason} [{rule}]")
        self.rule = rule
        self.reason = reason

    def __reduce__(self) -> tuple[type[Illegal], tuple[str, str]]:
        return type(self), (self.rule, self.reason)


class Unreadable(Illegal):
    """An order whose text cannot be understood; `reason` says what was and what was not."""

    def __init__(self, reason: str) -> None:
        super().__init__("notation", reason)

    def __reduce__(self) -> tuple[type[Unreadable], tuple[str]]:  # type: ignore[override]
        return type(self), (self.reason,)


class BadFile(GrognardError):
    """A file that cannot be used: its name, the line at fault where known, and the reason."""

    def __init__(self, path: object, reason: str, line: int | None = None) -> None:
        where = f"{path}, line {line}" if line is not None else f"{path}"
        super().__init__(f"{where}: {reason}")
        self.path = str(path)
        self.line = line
        self.reason = reason

    def __reduce__(self) -> tuple[type[BadFile], tuple[str | int | None, ...]]:
        return type(self), (self.path, self.reason, self.line)


class NeedDice(GrognardError):
    """A die must be rolled by hand before the order can be carried out."""

    def __init__(self, purpose: str, sides: int) -> None:
        super().__init__(f"roll a {sides}-sided die for: {purpose}")
        self.purpose = purpose
        self.sides = sides

    def __reduce__(self) -> tuple[type[NeedDice], tuple[str, int]]:
        return type(self), (self.purpose, self.sides)
