"""Read hand-written TOML, checking the type of every value.

Errors are not raised but passed to a `Note`, a function that takes the key and the reason. So a reader can
continue and report every error of a file at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from grognard.core.files.toml_lines import Where, spelled
from grognard.core.files.toml_shape import did_you_mean, shown

Note = Callable[[Where, str], None]
_ABSENT = object()


class Table:
    """One table of a file. Take the known keys, then call `close` to report unknown ones."""

    def __init__(self, values: object, where: Where, note: Note) -> None:
        self.where = where
        self._note = note
        self._known: list[str] = []
        if not isinstance(values, dict):
            note(where, "must be a table")
            values = {}
        self._left: dict[str, Any] = dict(values)

    def note(self, reason: str) -> None:
        """Report an error in this table."""
        self._note(self.where, reason)

    def wrong(self, key: str, reason: str) -> None:
        """Report an error in one value."""
        self._note(self.path(key), reason)

    def path(self, key: str) -> Where:
        """Return the path to a key from the top of the file."""
        return (*self.where, key)

    def has(self, key: str) -> bool:
        """Return whether the key is present and not yet taken."""
        return key in self._left

    def close(self) -> None:
        """Report every key that was not taken, with the nearest known key."""
        for key in self._left:
            self.wrong(key, f"unknown key; {did_you_mean(key, self._known)}")

    def _take(self, key: str, required: bool) -> Any:
        self._known.append(key)
        if required and key not in self._left:
            self.wrong(key, "missing")
        return self._left.pop(key, _ABSENT)

    # -- single values ------------------------------------------------------------------------

    def text(self, key: str, default: str | None = None, among: Sequence[str] = ()) -> str:
        """Return a string; required if there is no default."""
        value = self._take(key, default is None)
        if value is _ABSENT:
            return default or ""
        if not isinstance(value, str):
            self.wrong(key, "must be text in quotes")
        elif among and value not in among:
            self.wrong(key, f"must be one of {', '.join(among)}, not {shown(value)}")
        else:
            return value
        return default or ""

    def number(self, key: str, default: int, least: int, most: int) -> int:
        """Return a whole number between two limits."""
        value = self._take(key, False)
        if value is _ABSENT:
            return default
        if _is_number(value, least, most):
            return int(value)
        self.wrong(key, f"must be a whole number from {least} to {most}")
        return default

    def span(self, key: str, most: int) -> tuple[int, int] | None:
        """Return two numbers, first and last; report an error and return None if absent or invalid."""
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
        """Return a flag; false if absent."""
        value = self._take(key, False)
        if value is _ABSENT:
            return False
        if not isinstance(value, bool):
            self.wrong(key, "must be true or false")
        return value is True

    # -- many values --------------------------------------------------------------------------

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of strings; empty if absent."""
        value = self._take(key, False)
        if value is _ABSENT:
            return ()
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        self.wrong(key, "must be a list of quoted texts")
        return ()

    def table(self, key: str) -> Table | None:
        """Return a required table."""
        value = self._take(key, True)
        return None if value is _ABSENT else Table(value, self.path(key), self._note)

    def tables(self, key: str) -> Iterator[tuple[str, Table]]:
        """Yield the tables inside a table, by name; none if absent."""
        value = self._take(key, False)
        if value is not _ABSENT:
            inner = Table(value, self.path(key), self._note)
            for name, item in inner._left.items():
                yield name, Table(item, inner.path(name), self._note)

    def array(self, key: str) -> list[Table]:
        """Return a list of tables (``[[key]]``); empty if absent."""
        value = self._take(key, False)
        if value is _ABSENT:
            return []
        if not isinstance(value, list):
            self.wrong(key, f"must be a list of tables, written [[{spelled(self.path(key))}]]")
            return []
        return [Table(item, (*self.path(key), place), self._note) for place, item in enumerate(value)]

    def all_texts(self) -> Iterator[tuple[str, str]]:
        """Yield every remaining key with its string."""
        for key in list(self._left):
            value = self._left.pop(key)
            if isinstance(value, str):
                yield key, value
            else:
                self.wrong(key, "must be text in quotes")


def _is_number(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
