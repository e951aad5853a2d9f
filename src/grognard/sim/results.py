"""The results file of a study: one line per game, appended as games end, so that a run can be resumed.

The first line identifies the study. Whole lines are appended and flushed to disk. A truncated or damaged line
is ignored when the file is read, and its game is played again.
"""

from __future__ import annotations

import os
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from grognard.core.errors import BadFile, GrognardError
from grognard.core.files.files import BadKey
from grognard.core.files.toml_shape import faults
from grognard.sim.run_game import GameSummary
from grognard.sim.study import Study

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

VERSION = 2


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: the study of the games that follow."""

    grognard_study: int
    program: str
    study: Study


class ResultsFile:
    """An open results file; use it as a context manager."""

    def __init__(self, path: str | Path, study: Study) -> None:
        from grognard import __version__

        self.path = Path(path)
        self.study = study
        self.header = Header(VERSION, __version__, study)
        self.dropped = 0
        """Number of damaged lines ignored."""
        self.found: list[GameSummary] = []
        """Games of this study already in the file."""
        self._file = _open_locked(self.path)
        try:
            self._resume()
        except BaseException:
            self._file.close()
            raise

    def _resume(self) -> None:
        """Read the file, truncate an unfinished last line, and prepare to append."""
        content = self._file.readall() or b""
        whole = content[: content.rfind(b"\n") + 1]
        if not whole and _line(self.header).startswith(content):  # new, or interrupted at once
            self._file.truncate(0)
            self._write(_line(self.header))
            return
        header, games, self.dropped = parse_results(content, self.path)
        _same_study(self.path, header, self.header)
        by_index = {game.index: game for game in games if _belongs(game, self.study)}
        self.dropped += len(games) - len(by_index)
        self.found = [by_index[index] for index in sorted(by_index) if index < self.study.total]
        self._file.truncate(len(whole))

    def add(self, games: list[GameSummary]) -> None:
        """Append games and flush them to disk."""
        self._write(b"".join(map(_line, games)))

    def _write(self, text: bytes) -> None:
        rest = memoryview(text)
        try:
            while rest:
                rest = rest[self._file.write(rest) or 0 :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise BadFile(self.path, f"cannot write: {error.strerror}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _open_locked(path: Path) -> FileIO:
    """Open and lock the file for reading and appending; raise `BadFile` if another run has locked it."""
    try:
        file = FileIO(path, "a+")
    except OSError as error:
        raise BadFile(path, f"cannot write: {error.strerror}") from None
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise BadFile(path, "another run is writing to this file") from None
    file.seek(0)
    return file


def read_results(path: str | Path) -> tuple[Header, list[GameSummary], int]:
    """Return the header of a results file, its valid games, and the number of damaged lines."""
    try:
        return parse_results(Path(path).read_bytes(), path)
    except OSError as error:
        raise BadFile(path, error.strerror or str(error)) from None


def parse_results(content: bytes, path: str | Path = "results") -> tuple[Header, list[GameSummary], int]:
    """Parse the bytes of a results file as `read_results` does."""
    first, *lines = content.split(b"\n")
    header = _header(first, path)
    cut_short = lines.pop() if lines else b""  # every complete line ends with a line break
    games, damaged = [], 1 if cut_short else 0
    for line in lines:
        try:
            games.append(msgspec.json.decode(line, type=GameSummary))
        except (msgspec.DecodeError, UnicodeDecodeError):
            damaged += 1
    return header, games, damaged


def _header(line: bytes, path: str | Path) -> Header:
    """Return the first line; `BadFile` names a key that cannot be used."""
    try:
        plain = msgspec.json.decode(line)
        version = plain["grognard_study"]
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError, KeyError):
        raise BadFile(path, "not a results file of a study", 1) from None
    if version != VERSION:
        raise BadFile(path, f"format version {version}; this program reads {VERSION}", 1)
    for fault in faults(plain, Header):
        raise BadFile(path, str(BadKey(*fault)), 1)
    return msgspec.convert(plain, Header)


def _line(value: Header | GameSummary) -> bytes:
    return msgspec.json.encode(value) + b"\n"


def _belongs(game: GameSummary, study: Study) -> bool:
    """Return whether a line is a game of the study."""
    if game.index < 0 or game.scenario != study.scenario:
        return False
    match = study.match(game.index)
    return (game.seed, game.options) == (match.seed, match.options)


def _same_study(path: Path, there: Header, here: Header) -> None:
    """Raise an error unless the studies differ only in the number of games."""
    if there.program != here.program:
        raise BadFile(
            path, f"made by Grognard {there.program}, but this is {here.program}; choose another file"
        )
    for name in Study.__struct_fields__:
        old, new = getattr(there.study, name), getattr(here.study, name)
        if name != "games" and old != new:
            raise GrognardError(
                f"{path} is from another study: its {name.replace('_', ' ')} is {old!r}, not {new!r}; "
                "choose another file or remove it"
            )
