"""Games in files: open a record or a position, and save the current game."""

from __future__ import annotations

import os
import sys
import tempfile
import time
import traceback
from dataclasses import dataclass
from pathlib import Path

import grognard
from grognard.core.errors import BadFile, GrognardError
from grognard.core.files.files import read_text
from grognard.core.play.game import Game
from grognard.core.play.record import read_record

ENDING = ".record"
"""Default extension of records."""
_MAX_AUTOSAVES = 50


def command_to_play() -> str:
    """Return the command that plays in the terminal, as the user typed it."""
    return os.environ.get("GROGNARD_COMMAND") or "grognard play"


@dataclass(frozen=True, slots=True)
class Saved:
    """A game from a file, and what to observe when saving it again."""

    game: Game
    is_record: bool
    """Whether it is a record, which its continuation may overwrite, rather than a position."""
    hidden: bool
    """Whether the seed is left out of the file, and must stay out."""


def open_saved(path: str | Path) -> Saved:
    """Open a record or position file."""
    text = read_text(path)
    if Path(path).suffix == ".toml":
        return Saved(grognard.position(path), False, False)
    record = read_record(text, path)
    return Saved(grognard.loads(text, path), True, record.seed is None and not record.by_hand)


def open_game(path: str | Path) -> Game:
    """Return the game in a record or position file, for viewing."""
    return open_saved(path).game


def refuse_to_overwrite(path: str | Path) -> None:
    """Refuse to overwrite a file."""
    if os.path.lexists(path):
        raise BadFile(path, "file already exists (--force overwrites it)")


def autosave_folder() -> Path:
    """Return the folder for autosaves."""
    home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(home) / "grognard"


def log_failure(what: str) -> Path:
    """Append the current exception with its traceback to the log of failures, and return the log's path."""
    path = autosave_folder() / "failures.log"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as log:
            log.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {what}\n{traceback.format_exc()}\n")
    except OSError:  # nowhere to write
        sys.stderr.write(traceback.format_exc())
    return path


def autosaves() -> list[Path]:
    """Return the existing autosaves, newest first."""
    found = autosave_folder().glob(f"autosave-*{ENDING}")
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


def _prune(folder: Path) -> None:
    """Delete old autosaves."""
    if folder == autosave_folder():
        for old in autosaves()[_MAX_AUTOSAVES - 1 :]:
            old.unlink(missing_ok=True)


class GameSaver:
    """Saves the current game after every order, in the player's file or else as an autosave."""

    def __init__(self, path: str | Path | None = None, *, hide_seed: bool = False) -> None:
        self.path = Path(path) if path else None
        """The file that the player chose."""
        self.hide_seed = hide_seed
        self._autosave: Path | None = None
        self._folders = [autosave_folder(), Path()]

    def save(self, game: Game) -> str:
        """Save the game; return the problem if it was autosaved because the player's file failed."""
        problem = ""
        if self.path:
            try:
                game.save(self.path, with_seed=not self.hide_seed)
                return ""
            except GrognardError as error:
                problem, self.path = str(error), None
        if game.history or self._autosave:
            self._save_automatically(game)
        return problem

    def _save_automatically(self, game: Game) -> None:
        """Autosave in the user's state folder, or else in the current folder."""
        while self._folders:
            try:
                if self._autosave is None:
                    self._folders[0].mkdir(parents=True, exist_ok=True)
                    _prune(self._folders[0])
                    stamp = f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"
                    name = f"autosave-{game.scenario.name}-{stamp}{ENDING}"
                    self._autosave = self._folders[0] / name
                game.save(self._autosave, with_seed=not self.hide_seed)
                return
            except (OSError, GrognardError):
                self._autosave = None
                del self._folders[0]

    def save_to(self, game: Game, path: str | Path, *, overwrite: bool = False) -> None:
        """Save to a file chosen by the player, now and after every order."""
        path = Path(path)
        if not overwrite and path != self.path and os.path.lexists(path):
            raise BadFile(path, "file already exists (save! FILE overwrites it)")
        game.save(path, with_seed=not self.hide_seed)
        self.path = path
        self.delete_autosave()

    def delete_autosave(self) -> None:
        """Delete the autosave of this game."""
        if self._autosave:
            self._autosave.unlink(missing_ok=True)
            self._autosave = None

    @property
    def where(self) -> Path | None:
        """The file that contains the game now."""
        return self.path or self._autosave


def write_png(drawn: str, path: Path, width: int | None = None) -> None:
    """Write an SVG drawing as a PNG file, completely or not at all."""
    from grognard.core.draw.svg_map import png_map

    if not path.parent.is_dir():
        raise BadFile(path, "cannot write here: No such file or directory")
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as beside:
        png_map(drawn, Path(beside) / path.name, width)
        os.replace(Path(beside) / path.name, path)
