"""Games in files: opening a record or a position, and keeping a game under way safe."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

import grognard
from grognard.core.errors import BadFile, GrognardError
from grognard.core.files.files import read_text
from grognard.core.play.game import Game
from grognard.core.play.record import read_record

ENDING = ".record"
"""How the names of records end, unless people choose otherwise."""
_MOST_AUTOSAVES = 50


@dataclass(frozen=True, slots=True)
class Saved:
    """A game from a file, and what must be kept in mind when it is written again."""

    game: Game
    is_record: bool
    """A record may be written over by its continuation; a position may not."""
    hidden: bool
    """The seed was withheld, so that nobody knows the dice to come; so it stays."""


def open_saved(path: str | Path) -> Saved:
    """The game in a record or position file."""
    text = read_text(path)
    if Path(path).suffix == ".toml":
        return Saved(grognard.position(path), False, False)
    record = read_record(text, path)
    return Saved(grognard.loads(text, path), True, record.seed is None and not record.by_hand)


def open_game(path: str | Path) -> Game:
    """The game in a record or position file, to look at."""
    return open_saved(path).game


def refuse_to_overwrite(path: str | Path) -> None:
    """A file that is there stays there."""
    if os.path.lexists(path):
        raise BadFile(path, "it is there already, and is left alone (--force overwrites it)")


def autosave_folder() -> Path:
    """Where games go that nobody saved."""
    home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(home) / "grognard"


def autosaves() -> list[Path]:
    """The autosaves there are, newest first."""
    found = autosave_folder().glob(f"autosave-*{ENDING}")
    return sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)


def _prune(folder: Path) -> None:
    """Only so many autosaves are kept."""
    if folder == autosave_folder():
        for old in autosaves()[_MOST_AUTOSAVES - 1 :]:
            old.unlink(missing_ok=True)


class Keeper:
    """Keeps a game under way safe: after every order it is in the player's file, or else in an autosave."""

    def __init__(self, path: str | Path | None = None, *, hide_seed: bool = False) -> None:
        self.path = Path(path) if path else None
        """The file the player chose."""
        self.hide_seed = hide_seed
        self._autosave: Path | None = None
        self._folders = [autosave_folder(), Path()]

    def keep(self, game: Game) -> str:
        """Write the game down; the complaint when it had to be an autosave instead of the player's file."""
        complaint = ""
        if self.path:
            try:
                game.save(self.path, with_seed=not self.hide_seed)
                return ""
            except GrognardError as error:
                complaint, self.path = str(error), None
        if game.history or self._autosave:
            self._keep_aside(game)
        return complaint

    def _keep_aside(self, game: Game) -> None:
        """Autosave where it can be done: in the user's state folder, or else in the present one."""
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
        """Save to a file of the player's choice, and from now on after every order."""
        path = Path(path)
        if not overwrite and path != self.path and os.path.lexists(path):
            raise BadFile(path, "it is there already, and is left alone (save! FILE overwrites it)")
        game.save(path, with_seed=not self.hide_seed)
        self.path = path
        self.forget_autosave()

    def forget_autosave(self) -> None:
        """The game is safe or over, or the player does not want it."""
        if self._autosave:
            self._autosave.unlink(missing_ok=True)
            self._autosave = None

    @property
    def where(self) -> Path | None:
        """Where the game is written down now."""
        return self.path or self._autosave
