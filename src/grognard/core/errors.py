"""Exceptions. Each message is one line that tells the user what is wrong."""

from __future__ import annotations

from grognard.core.text import Argument, Text

_MAX_REASON = 500
"""Maximum length of the reason why a file cannot be used."""


class GrognardError(Exception):
    """Base class of Grognard's errors. The message is one line for the user."""


class BadArgument(GrognardError, ValueError):
    """An argument of the wrong type, or a value that the function cannot use.

    >>> import grognard
    >>> grognard.new(5)
    Traceback (most recent call last):
    ...
    grognard.core.errors.BadArgument: a scenario is named by text such as "strike-force-one/basic", not 5
    """


class Illegal(GrognardError):
    """An illegal order, with the rule that forbids it and the reason.

    The reason is a `Text` whose gaps name units, hexes and sides.

    >>> str(Illegal("8.3-all-stop", "{unit} must stop in {hex}", unit="SA", hex="0505"))
    'SA must stop in 0505 [8.3-all-stop]'
    """

    def __init__(self, rule: str, reason: str, /, **arguments: Argument) -> None:
        super().__init__(rule, reason)
        self.rule = rule
        self.text = Text(reason, **arguments)

    @property
    def reason(self) -> str:
        """The reason as plain text, with the ids of units, hexes and sides."""
        return str(self.text)

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"

    def __reduce__(self) -> tuple[object, ...]:
        return _illegal, (type(self), self.rule, self.text.template, self.text.arguments)


class Unreadable(Illegal):
    """An order that cannot be parsed."""

    def __init__(self, reason: str, /, **arguments: Argument) -> None:
        super().__init__("notation", reason, **arguments)


def _illegal(kind: type[Illegal], rule: str, reason: str, arguments: dict[str, Argument]) -> Illegal:
    """Rebuild an unpickled `Illegal`."""
    if issubclass(kind, Unreadable):
        return kind(reason, **arguments)
    return kind(rule, reason, **arguments)


class BadFile(GrognardError):
    """A file that cannot be used: its name, the line of the error if known, and the reason."""

    def __init__(self, path: object, reason: str, line: int | None = None) -> None:
        reason = _shortened(reason)
        where = f"{path}, line {line}" if line is not None else f"{path}"
        super().__init__("".join(c if c.isprintable() else " " for c in f"{where}: {reason}"))
        self.path = str(path)
        self.line = line
        self.reason = reason

    def __reduce__(self) -> tuple[type[BadFile], tuple[str | int | None, ...]]:
        return type(self), (self.path, self.reason, self.line)


def _shortened(reason: str) -> str:
    """Leave out the middle of a reason that quotes something very long."""
    half = _MAX_REASON // 2
    return reason if len(reason) <= _MAX_REASON else f"{reason[:half]} … {reason[-half:]}"


class NeedDice(GrognardError):
    """Raised when a die must be rolled by hand before the order can be carried out."""

    def __init__(self, purpose: str, sides: int) -> None:
        super().__init__(f"roll a {sides}-sided die for: {purpose}")
        self.purpose = purpose
        self.sides = sides

    def __reduce__(self) -> tuple[type[NeedDice], tuple[str, int]]:
        return type(self), (self.purpose, self.sides)
