"""Reading TOML that people wrote: every value typed, every fault noted, nothing raised.

A fault goes to a `Note`, a function that takes where it is and what is wrong, so that a reader can
go on and find the next one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from os import PathLike
from typing import Any

Note = Callable[[str, str], None]
_ABSENT = object()


def read_toml(path: str | PathLike[str], note: Note) -> Table | None:
    """The whole file as a table; None, with one fault noted, when it cannot be read at all."""
    try:
        with open(path, "rb") as file:
            return Table(tomllib.load(file), "", note)
    except OSError as error:
        note("file", f"cannot be read ({(error.strerror or 'unknown cause').lower()})")
    except UnicodeDecodeError:
        note("file", "is not UTF-8 text")
    except RecursionError:
        note("file", "is nested too deeply")
    except ValueError as error:
        note("file", f"is not TOML: {error}")
    return None


class Table:
    """One table of the file. Take out what you know; `close` names what is left."""

    def __init__(self, values: object, where: str, note: Note) -> None:
        self.where = where
        self._note = note
        self._known: list[str] = []
        if not isinstance(values, dict):
            note(where, "must be a table")
            values = {}
        self._left: dict[str, Any] = dict(values)

    def note(self, reason: str) -> None:
        """Note a fault of this table."""
        self._note(self.where or "top level", reason)

    def wrong(self, key: str, reason: str) -> None:
        """Note a fault of one value."""
        self._note(self.path(key), reason)

    def path(self, key: str) -> str:
        """The dotted name of a key, from the top of the file."""
        return f"{self.where}.{key}" if self.where else key

    def has(self, key: str) -> bool:
        """Whether the key is there and not yet taken."""
        return key in self._left

    def close(self) -> None:
        """Note every key that nobody asked for, with the likeliest correction."""
        for key in self._left:
            near = get_close_matches(key, self._known, n=1)
            hint = f', did you mean "{near[0]}"?' if near else ""
            self.note(f'unknown key "{key}"{hint}')

    def _take(self, key: str, required: bool) -> Any:
        self._known.append(key)
        if required and key not in self._left:
            self.note(f'key "{key}" is missing')
        return self._left.pop(key, _ABSENT)

    # -- single values ------------------------------------------------------------------------

    def text(self, key: str, default: str | None = None, among: Sequence[str] = ()) -> str:
        """A string; required when there is no default."""
        value = self._take(key, default is None)
        if value is _ABSENT:
            return default or ""
        if not isinstance(value, str):
            self.wrong(key, "must be a text in quotes")
        elif among and value not in among:
            self.wrong(key, f'must be one of {", ".join(among)}, not "{value}"')
        else:
            return value
        return default or ""

    def number(self, key: str, default: int, least: int, most: int) -> int:
        """A whole number between two limits."""
        value = self._take(key, False)
        if value is _ABSENT:
            return default
        if _is_number(value, least, most):
            return int(value)
        self.wrong(key, f"must be a whole number from {least} to {most}")
        return default

    def span(self, key: str, most: int) -> tuple[int, int] | None:
        """Two numbers, first and last; None (and a fault) when they are absent or make no sense."""
        value = self._take(key, True)
        if value is _ABSENT:
            return None
        if isinstance(value, list) and len(value) == 2:
            first, last = value
            if _is_number(first, 0, most) and _is_number(last, 0, most) and first <= last:
                return first, last
        self.wrong(key, f"must be [first, last], two whole numbers in order from 0 to {most}")
        return None

    def flag(self, key: str) -> bool:
        """True or false; false when absent."""
        value = self._take(key, False)
        if value is _ABSENT:
            return False
        if not isinstance(value, bool):
            self.wrong(key, "must be true or false")
        return value is True

    # -- many values --------------------------------------------------------------------------

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings; empty when absent."""
        value = self._take(key, False)
        if value is _ABSENT:
            return ()
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        self.wrong(key, "must be a list of texts in quotes")
        return ()

    def table(self, key: str) -> Table | None:
        """A table that must be there."""
        value = self._take(key, True)
        return None if value is _ABSENT else Table(value, self.path(key), self._note)

    def tables(self, key: str) -> Iterator[tuple[str, Table]]:
        """The tables inside a table, by name; none when absent."""
        value = self._take(key, False)
        if value is not _ABSENT:
            inner = Table(value, self.path(key), self._note)
            for name, item in inner._left.items():
                yield name, Table(item, inner.path(name), self._note)

    def array(self, key: str) -> list[Table]:
        """A list of tables (``[[key]]``); empty when absent."""
        value = self._take(key, False)
        if value is _ABSENT:
            return []
        if not isinstance(value, list):
            self.wrong(key, f"must be a list of tables, written [[{self.path(key)}]]")
            return []
        return [
            Table(item, f"{self.path(key)} {place}", self._note) for place, item in enumerate(value, start=1)
        ]

    def all_texts(self) -> Iterator[tuple[str, str]]:
        """Every key with its string, whatever the keys are called."""
        for key in list(self._left):
            value = self._left.pop(key)
            if isinstance(value, str):
                yield key, value
            else:
                self.wrong(key, "must be a text in quotes")


def _is_number(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
