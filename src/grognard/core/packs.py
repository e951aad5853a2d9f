"""Packs: a user's own scenarios, boards, counters and positions for a game, in a folder or a zip file.

A pack is data only. Its paths cannot lead out of it, its size is limited, and the hash of its files is kept
in the record of every game that is played with it. Packs in use are listed in the environment variable
`VARIABLE`, so every process that the program starts uses the same ones.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from grognard.core.english import plural
from grognard.core.errors import BadFile, GrognardError
from grognard.core.files.files import bad_key, read_as

if TYPE_CHECKING:
    from zipfile import ZipInfo

VARIABLE = "GROGNARD_PACKS"
"""The environment variable with the paths of packs, separated as in ``PATH``."""
SEPARATOR = ":"
"""Between pack and scenario in a name, as in ``river-raids:night-crossing``."""
MOST_FILES = 500
LARGEST_FILE = 4 * 1024 * 1024
LARGEST_PACK = 32 * 1024 * 1024
"""Maximum number of data files in a pack, and maximum bytes of one and of all of them."""
HEADER = "pack.toml"

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}")
_TEMPORARY: dict[str, tempfile.TemporaryDirectory[str]] = {}
"""By hash, unpacked packs that could not go into the cache folder. They are removed when the program ends."""


class PackFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``pack.toml``: what a pack is."""

    id: str
    """Comes before the names of its scenarios, as in ``strike-force-one/river-raids:night-crossing``."""
    game: str
    """The id of the game that it is for."""
    title: str
    summary: str = ""
    author: str = ""
    version: str = ""
    licence: str = ""


class Pack(NamedTuple):
    """An opened pack."""

    file: PackFile
    path: Path
    """The folder or zip file, as the user named it."""
    folder: Path
    """Where its files can be read."""
    hash: str
    """Of its data files: their names and contents."""
    scenarios: tuple[str, ...]
    """Names of the files in ``scenarios/``."""
    positions: tuple[str, ...]
    """Names of the files in ``positions/``."""

    @property
    def id(self) -> str:
        """Return the pack's id."""
        return self.file.id

    @property
    def names(self) -> tuple[str, ...]:
        """Return what can be played, as players name it: scenarios, then positions."""
        return tuple(f"{self.id}{SEPARATOR}{name}" for name in (*self.scenarios, *self.positions))


class Packs(NamedTuple):
    """The packs in use."""

    packs: dict[str, Pack]
    """By id."""
    problems: dict[str, str]
    """By path the reason why a pack is left out."""


# -- packs in use ------------------------------------------------------------------------------------


def add_pack(path: str | Path) -> Pack:
    """Use a pack in this process and in those that it starts; `BadFile` says what is wrong with it."""
    pack = open_pack(path)
    other = packs_in_use().packs.get(pack.id)
    if other is not None and other.path.resolve() != pack.path.resolve():
        raise BadFile(path, f"there is already a pack {pack.id!r} in use: {other.path}")
    listed = _listed()
    absolute = str(Path(path).absolute())
    if os.pathsep in absolute:
        raise BadFile(path, f"the path of a pack cannot contain {os.pathsep!r}; rename or move it")
    if absolute not in listed:
        os.environ[VARIABLE] = os.pathsep.join((*listed, absolute))
    _opened.cache_clear()
    return pack


def packs_in_use() -> Packs:
    """Return the packs that the environment lists."""
    return _opened(_listed())


def _listed() -> tuple[str, ...]:
    return tuple(filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)))


@lru_cache(maxsize=1)
def _opened(paths: tuple[str, ...]) -> Packs:
    found = Packs({}, {})
    for path in paths:
        try:
            pack = open_pack(path)
            if pack.id in found.packs:
                raise GrognardError(f"there is already a pack {pack.id!r}: {found.packs[pack.id].path}")
            found.packs[pack.id] = pack
        except GrognardError as error:  # the other packs, and the games themselves, can still be played
            found.problems[path] = error.reason if isinstance(error, BadFile) else str(error)
    return found


def pack_of(game: str, name: str) -> Pack | None:
    """Return the pack of a scenario or position by its name; None if the game itself has it.

    Raises `GrognardError` if no such pack is in use.
    """
    id_, separator, _ = name.partition(SEPARATOR)
    if not separator:
        return None
    in_use = packs_in_use()
    pack = in_use.packs.get(id_)
    if pack is None or pack.file.game != game:
        known = ", ".join(p.id for p in in_use.packs.values() if p.file.game == game) or "none"
        hint = "name its folder or zip file with --pack"
        raise GrognardError(f"{game} has no pack {id_!r} in use; in use: {known}; {hint}")
    return pack


def name_in_pack(name: str) -> str:
    """Return the name of a scenario without that of its pack.

    >>> name_in_pack("river-raids:night-crossing"), name_in_pack("basic")
    ('night-crossing', 'basic')
    """
    return name.rpartition(SEPARATOR)[2]


def data_files(pack: Pack) -> dict[str, bytes]:
    """Return the data files of a pack by name, as they are hashed."""
    return _read_folder(pack.folder, pack.path)


# -- opening -----------------------------------------------------------------------------------------


def open_pack(path: str | Path) -> Pack:
    """Open a folder or zip file; `BadFile` says what is wrong with it."""
    path = Path(path)
    folder = path if path.is_dir() else _unpacked(path)
    with naming(path, folder):
        if not (folder / HEADER).is_file():
            raise BadFile(path, f"not a pack: there is no {HEADER} in it")
        files = _read_folder(folder, path)
        file = read_as(folder / HEADER, PackFile)
        if not _ID.fullmatch(file.id):
            reason = "must consist of lower-case letters, digits and hyphens, 40 at most"
            raise bad_key(folder / HEADER, ("id",), reason)
        return Pack(
            file,
            path,
            folder,
            _hash(files),
            _names(files, folder, "scenarios"),
            _names(files, folder, "positions"),
        )


def _names(files: Mapping[str, bytes], folder: Path, kind: str) -> tuple[str, ...]:
    found = []
    for name in sorted(files):
        place = PurePosixPath(name)
        if place.parent.as_posix() == kind:
            if not _NAME.fullmatch(place.stem):
                raise BadFile(folder / name, "its name must consist of letters, digits and hyphens")
            found.append(place.stem)
    return tuple(found)


def _hash(files: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{name}\n{len(files[name])}\n".encode())
        digest.update(files[name])
    return digest.hexdigest()


class _Budget:
    """Counts files and bytes against the limits of a pack."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._files = 0
        self._bytes = 0

    def take(self, name: str, size: int) -> None:
        """Account for a file; `BadFile` if it is one too many or too large."""
        self._files += 1
        self._bytes += size
        if self._files > MOST_FILES:
            raise BadFile(self._path, f"it has more than {plural(MOST_FILES, 'data file')}")
        if size > LARGEST_FILE:
            raise BadFile(self._path, f"{name} is larger than {LARGEST_FILE // 1024**2} MB")
        if self._bytes > LARGEST_PACK:
            raise BadFile(self._path, f"it is larger than {LARGEST_PACK // 1024**2} MB")


def _read_folder(folder: Path, path: Path) -> dict[str, bytes]:
    """Read the data files of a folder: all TOML files that are not hidden. Other files are not part of it."""
    found: dict[str, bytes] = {}
    budget = _Budget(path)
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            file = Path(parent) / name
            if name.startswith(".") or file.suffix != ".toml":
                continue
            inside = file.relative_to(folder).as_posix()
            try:
                about = file.lstat()
                if not stat.S_ISREG(about.st_mode):
                    raise BadFile(file, "a pack cannot contain links or special files")
                budget.take(inside, about.st_size)
                found[inside] = file.read_bytes()
            except OSError as error:
                raise BadFile(file, error.strerror or str(error)) from None
    return found


# -- zip files ---------------------------------------------------------------------------------------


def _unpacked(path: Path) -> Path:
    """Unpack the data files of a zip file into a folder named after their hash, once for all processes."""
    files = _read_zip(path)
    name = _hash(files)
    if name in _TEMPORARY:
        return Path(_TEMPORARY[name].name)
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "grognard" / "packs"
    folder = cache / name
    try:
        if folder.is_dir() and _hash(_read_folder(folder, path)) == name:
            return folder
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as aside:
            _write(files, Path(aside) / name)
            os.replace(Path(aside) / name, folder)
    except (OSError, BadFile):  # no such place, or something else is in the way
        _TEMPORARY[name] = tempfile.TemporaryDirectory(prefix="grognard-pack-")
        folder = Path(_TEMPORARY[name].name)
        _write(files, folder)
    return folder


def _write(files: Mapping[str, bytes], folder: Path) -> None:
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def _read_zip(path: Path) -> dict[str, bytes]:
    """Read the data files of a zip file; one that contains a single folder is read from that folder."""
    import zipfile

    found: dict[str, bytes] = {}
    budget = _Budget(path)
    try:
        with zipfile.ZipFile(path) as archive:
            for entry in archive.infolist():
                inside = _safe_name(path, entry)
                if inside is None:
                    continue
                if inside in found:
                    raise BadFile(path, f"{inside} is in it twice")
                budget.take(inside, entry.file_size)
                with archive.open(entry) as file:
                    found[inside] = file.read(entry.file_size + 1)
                if len(found[inside]) != entry.file_size:
                    raise BadFile(path, f"{inside} does not have the size that the zip file says")
    except FileNotFoundError:
        raise BadFile(path, "there is no such folder or file") from None
    except (OSError, ValueError, RuntimeError, EOFError, NotImplementedError, zipfile.BadZipFile) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadFile(path, f"neither a folder nor a readable zip file ({reason})") from None
    tops = {name.partition("/")[0] for name in found}
    if HEADER not in found and len(tops) == 1:
        return {name.partition("/")[2]: content for name, content in found.items()}
    return found


def _safe_name(path: Path, entry: ZipInfo) -> str | None:
    """Return the name of a data file in a zip file, or None for what does not belong to the pack."""
    name = entry.filename
    parts = name.split("/")
    if "\\" in name or "\0" in name or ":" in name or name.startswith("/") or {"..", "."} & {*parts}:
        raise BadFile(path, f"{name!r} would be outside of the pack")
    if (
        entry.is_dir()
        or not name.endswith(".toml")
        or any(part.startswith((".", "__MACOSX")) for part in parts)
    ):
        return None
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise BadFile(path, f"{name} is a link; a pack cannot contain links")
    if entry.flag_bits & 1:
        raise BadFile(path, f"{name} is encrypted")
    if "" in parts:
        raise BadFile(path, f"{name!r} is not the name of a file")
    return name


# -- messages ----------------------------------------------------------------------------------------


@contextmanager
def naming(path: Path, folder: Path) -> Iterator[None]:
    """Let errors name a file as a part of the zip file that it was unpacked from."""
    try:
        yield
    except BadFile as error:
        there = Path(error.path)
        if path == folder or not there.is_relative_to(folder):
            raise
        raise BadFile(path / there.relative_to(folder), error.reason, error.line) from None


@contextmanager
def reporting_faults_of(name: str) -> Iterator[None]:
    """Report whatever is wrong with the data of a scenario as an error in a file of its pack."""
    pack = pack_named(name)
    if pack is None:
        yield
        return
    with naming(pack.path, pack.folder):
        try:
            yield
        except (KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
            file = pack.folder / "scenarios" / f"{name_in_pack(name)}.toml"
            raise BadFile(file, f"cannot be set up ({type(error).__name__}: {error})") from error


def version_of(name: str) -> str:
    """Return the hash of a scenario's pack; empty if it has none."""
    pack = pack_named(name)
    return pack.hash if pack else ""


def pack_named(name: str) -> Pack | None:
    """Return the pack that a scenario belongs to, if any."""
    return packs_in_use().packs.get(name.partition(SEPARATOR)[0]) if SEPARATOR in name else None
