"""Functions of modules that sequence of play calls and that call it in turn, found when they are needed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def called(module: str, name: str) -> Callable[..., Any]:
    """A function of a module of the series by its name; one that is not there does nothing."""
    try:
        found = import_module(f"grognard.games.ocs.{module}")
    except ModuleNotFoundError:
        return lambda *_: None
    function: Callable[..., Any] = getattr(found, name, lambda *_: None)
    return function
