"""Find the lines of keys in a TOML file for error messages; `tomllib` does not report them."""

from __future__ import annotations

import json
import re
from contextlib import suppress

Where = tuple[str | int, ...]
"""Path to a value from the top of a file: keys of tables and indexes of lists."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_BLANK = re.compile(r"(?:[ \t\r]|#[^\n]*)*")
_STRINGS = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|'
    r"'''.*?'{3,5}|"
    r'"(?:\\.|[^"\\\n])*"|'
    r"'[^'\n]*'",
    re.DOTALL,
)
_ESCAPED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}
_SCALAR = re.compile(r"[^,\]}\n#]+")


def spelled(where: Where) -> str:
    """Return the path to a value in TOML notation.

    >>> spelled(("setup", 0, "units")), spelled(("towns", "St. Lo"))
    ('setup[0].units', 'towns."St. Lo"')
    """
    text = ""
    for key in where:
        if isinstance(key, int):
            text += f"[{key}]"
        else:
            name = key if re.fullmatch(r"[\w/+-]+", key) else json.dumps(key, ensure_ascii=False)
            text += f".{name}" if text else name
    return text


def line_of(text: str, where: Where) -> int:
    """Return the line of a key in a valid TOML text, or of the innermost enclosing table that exists."""
    lines = key_lines(text)
    while where and where not in lines:
        where = where[:-1]
    return lines.get(where, 1)


def key_lines(text: str) -> dict[Where, int]:
    """Return the line, from 1, of every key, table and list item of a valid TOML text."""
    scanner = _Scanner(text)
    with suppress(IndexError):  # if the text is not valid after all, return the keys found so far
        scanner.run()
    return scanner.lines


class _Scanner:
    """Scans a text that `tomllib` has accepted, so it does not look for syntax errors."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Where, int] = {}
        self.arrays: dict[Where, int] = {}
        """Number of tables in each list ``[[…]]`` so far."""
        self._counted = 0
        self._line = 1

    def run(self) -> None:
        table: Where = ()
        while self._skip() and self.at < len(self.text):
            if self.text.startswith("[[", self.at):
                table = self._array_header()
            elif self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)

    def _skip(self) -> bool:
        """Skip blanks, line ends and comments."""
        while True:
            match = _BLANK.match(self.text, self.at)
            self.at = match.end() if match else self.at
            if self.text[self.at : self.at + 1] != "\n":
                return True
            self.at += 1

    def _note(self, where: Where) -> None:
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        self.lines.setdefault(where, self._line)

    def _array_header(self) -> Where:
        self.at += 2
        *outer, name = self._keys()
        self.at += 2
        where = (*self._resolved(outer), name)
        number = self.arrays.get(where, 0)
        self.arrays[where] = number + 1
        self._note(where)
        self._note((*where, number))
        return (*where, number)

    def _header(self) -> Where:
        self.at += 1
        where = self._resolved(self._keys())
        self.at += 1
        self._note(where)
        return where

    def _resolved(self, keys: list[str]) -> Where:
        """Return the table that a header names; in a list of tables, the last one so far."""
        where: Where = ()
        for key in keys:
            where = (*where, key)
            if where in self.arrays:
                where = (*where, self.arrays[where] - 1)
            else:
                self._note(where)
        return where

    def _keys(self) -> list[str]:
        """Read a key, or several separated by dots."""
        found = []
        while True:
            self._skip()
            found.append(self._key())
            self._skip()
            if self.text[self.at] != ".":
                return found
            self.at += 1

    def _key(self) -> str:
        quoted = _STRINGS.match(self.text, self.at)
        if quoted:
            self.at = quoted.end()
            inside = quoted[0][1:-1]
            return _unescaped(inside) if quoted[0][0] == '"' else inside
        bare = _BARE.match(self.text, self.at)
        if not bare:
            raise IndexError
        self.at = bare.end()
        return bare[0]

    def _pair(self, table: Where) -> None:
        where = table
        for key in self._keys():
            where = (*where, key)
            self._note(where)
        self.at += 1  # the equals sign
        self._value(where)

    def _value(self, where: Where) -> None:
        self._skip()
        first = self.text[self.at]
        if first == "[":
            self._list(where)
        elif first == "{":
            self._inline(where)
        else:
            match = _STRINGS.match(self.text, self.at) or _SCALAR.match(self.text, self.at)
            if not match:
                raise IndexError
            self.at = match.end()

    def _list(self, where: Where) -> None:
        self.at += 1
        number = 0
        while self._skip() and self.text[self.at] != "]":
            if self.text[self.at] == ",":
                self.at += 1
                continue
            self._note((*where, number))
            self._value((*where, number))
            number += 1
        self.at += 1

    def _inline(self, where: Where) -> None:
        self.at += 1
        while self._skip() and self.text[self.at] != "}":
            if self.text[self.at] == ",":
                self.at += 1
            else:
                self._pair(where)
        self.at += 1


def _unescaped(text: str) -> str:
    """Replace the escapes in a double-quoted key."""

    def character(match: re.Match[str]) -> str:
        escape = match[1]
        return _ESCAPED[escape] if escape in _ESCAPED else chr(int(escape[1:], 16))

    return re.sub(r'\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[btnfr"\\])', character, text)
