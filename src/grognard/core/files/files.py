"""Files: read with errors for people, written to the side and renamed so that nothing is ever half there."""

from __future__ import annotations

import os
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from grognard.core.errors import BadFile


def read_text(path: str | Path) -> str:
    """The text of a file, or `BadFile` with the reason in plain words."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadFile(path, "this is not a text file (UTF-8)") from None
    except IsADirectoryError:
        raise BadFile(path, "this is a folder, not a file") from None
    except FileNotFoundError:
        raise BadFile(path, "there is no such file") from None
    except PermissionError:
        raise BadFile(path, "no permission to read it") from None
    except (OSError, ValueError) as error:
        raise BadFile(path, str(error)) from None


def read_toml(path: str | Path) -> dict[str, Any]:
    """A TOML file as plain values."""
    try:
        return tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise BadFile(path, f"not valid TOML: {error}") from None


def write_text(path: str | Path, text: str) -> None:
    """Write a file whole or not at all."""
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
