"""Read and write files.

Read errors name the line and the key. Writing replaces the whole file at once, so no file is ever truncated.
"""

from __future__ import annotations

import os
import re
import tempfile
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from grognard.core.errors import BadFile, GrognardError
from grognard.core.files.decoding_errors import reworded
from grognard.core.files.toml_lines import Where, line_of, spelled
from grognard.core.files.toml_shape import TypeForm, faults

Shape = TypeVar("Shape")
_KEY = re.compile(r"""[\w-]+|"[^"\n]*"|'[^'\n]*'""")
_MAX_PARTS = 1_000
"""Maximum number of parts of a dotted key; `tomllib` takes quadratic time to read it."""
_LONG_NUMBER = re.compile(r"0[xob][0-9a-fA-F_]{1000}")
"""A number that Python does not print; it refuses decimal numbers of that length itself."""
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


class BadKey(GrognardError):
    """An invalid value in a file: its key and the reason. The reader of the file adds the file name.

    >>> str(BadKey(("at", "SA"), "there is no such hex"))
    'at.SA: there is no such hex'
    """

    def __init__(self, where: Where, reason: str) -> None:
        super().__init__(f"{spelled(where)}: {reason}" if where else reason)
        self.where = where
        self.reason = reason

    def __reduce__(self) -> tuple[type[BadKey], tuple[Where, str]]:
        return type(self), (self.where, self.reason)


def read_text(path: str | Path) -> str:
    """Return the text of a file; raise `BadFile` if it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadFile(path, "not a UTF-8 text file") from None
    except IsADirectoryError:
        raise BadFile(path, "is a folder, not a file") from None
    except FileNotFoundError:
        raise BadFile(path, "no such file") from None
    except PermissionError:
        raise BadFile(path, "permission denied") from None
    except (OSError, ValueError) as error:
        raise BadFile(path, str(error)) from None


def read_toml(path: str | Path) -> dict[str, Any]:
    """Read a TOML file as plain values."""
    return parse_toml(read_text(path), path)


def parse_toml(text: str, path: str | Path) -> dict[str, Any]:
    """Read the text of a TOML file as plain values; `path` is its name in messages."""
    long_number = _LONG_NUMBER.search(text)
    if long_number:
        before = text.count("\n", 0, long_number.start())
        raise BadFile(path, "not valid TOML: a number has too many digits", before + 1)
    if _longest_key(text) > _MAX_PARTS:
        raise BadFile(path, f"not valid TOML: a key has more than {_MAX_PARTS} parts")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadFile(path, "not valid TOML: nested too deeply") from None
    except ValueError as error:
        reason, line = _toml_fault(str(error), text)
        raise BadFile(path, f"not valid TOML: {reason}", line) from None


def _longest_key(text: str) -> int:
    """Return the length of the longest sequence of names joined by dots, in time linear in the text.

    >>> _longest_key("a.b.'c d'.e = 0.5")
    4
    """
    longest = run = 0
    for part in text.split("."):
        # the first and last part of a sequence may have other text before or after them
        longest = max(longest, run + 1)
        run = run + 1 if _KEY.fullmatch(part.strip(" \t")) else 1
    return longest


def _toml_fault(message: str, text: str) -> tuple[str, int | None]:
    """Split an error of `tomllib` into reason and line; before Python 3.14 it has no fields for them."""
    place = _PLACE.search(message)
    if not place:
        return message, None
    reason = message[: place.start()]
    return (reason, int(place[1])) if place[1] else (f"{reason} at the end", len(text.splitlines()) or 1)


def read_as(path: str | Path, kind: type[Shape]) -> Shape:
    """Read a TOML file as a typed value; `BadFile` names the line, the key and the allowed values."""
    return parse_as(read_text(path), path, kind)


def parse_as(text: str, path: str | Path, kind: type[Shape]) -> Shape:
    """Read the text of a TOML file as a typed value; `path` is its name in messages."""
    plain = parse_toml(text, path)
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        fault = next(faults(plain, kind), None) or reworded(error)
        raise bad_key_in(text, path, *fault) from None


def read_shaped(path: str | Path, shape: TypeForm) -> dict[str, Any]:
    """Read a TOML file as plain values and check them against a `TypedDict`; unknown keys are errors."""
    plain = read_toml(path)
    for fault in faults(plain, shape):
        raise bad_key(path, *fault)
    return plain


def bad_key(path: str | Path, where: Where, reason: str) -> BadFile:
    """Return the error for one value of a TOML file, with its line."""
    try:
        text = read_text(path)
    except BadFile:
        return BadFile(path, str(BadKey(where, reason)))
    return bad_key_in(text, path, where, reason)


def bad_key_in(text: str, path: str | Path, where: Where, reason: str) -> BadFile:
    """Return the error for one value in the text of a TOML file, with its line."""
    return BadFile(path, str(BadKey(where, reason)), line_of(text, where) if where else None)


def stamp(path: Path) -> tuple[int, int]:
    """Return the modification time and size of a file, to detect changes; zeros if there is none."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


def confined(path: Path, folders: Iterable[Path]) -> Path | None:
    """Return the path, or None if it leads out of these folders: by an absolute path, dots or a link."""
    resolved = path.resolve()
    return path if any(resolved.is_relative_to(folder.resolve()) for folder in folders) else None


def write_text(path: str | Path, text: str) -> None:
    """Write a file atomically."""
    path = Path(path)
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except (OSError, ValueError) as error:
        raise BadFile(path, f"cannot write here: {getattr(error, 'strerror', error)}") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except (OSError, ValueError) as error:
        raise BadFile(path, f"cannot write: {getattr(error, 'strerror', error)}") from None
    finally:
        if os.path.exists(temporary):
            os.unlink(temporary)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
