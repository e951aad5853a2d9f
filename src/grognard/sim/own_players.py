"""Players that users write: `mine:module.Class` names a class that can be imported."""

from __future__ import annotations

import importlib
import os
import sys

from grognard.ai.players import Chooser
from grognard.core.errors import GrognardError

MINE = "mine:"
"""Prefix of the name of a user's own player."""


def own_player(kind: str, seed: int) -> Chooser:
    """Return a player of the class that `kind` names, created with its seed.

    Modules in the current folder are found too.

    >>> own_player("mine:grognard.ai.baselines.RandomPlayer", 1).__class__.__name__
    'RandomPlayer'
    """
    module, _, name = kind.removeprefix(MINE).rpartition(".")
    folder = os.getcwd()
    if folder not in sys.path:
        sys.path.append(folder)
    try:
        made = getattr(importlib.import_module(module), name)(seed)
    except Exception as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise GrognardError(f"{kind} cannot be created ({reason}); name a class that takes a seed") from error
    if not callable(getattr(made, "choose", None)):
        raise GrognardError(f"{kind} is not a player: it has no method choose(definition, scenario, view)")
    player: Chooser = made
    return player
