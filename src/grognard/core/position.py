"""Positions: any situation of any game as a short TOML file, the FEN of wargames."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from grognard.core.errors import BadFile
from grognard.core.files import read_toml


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Scenario, options, where everything stands, and the phase."""

    scenario: str
    options: dict[str, Any] = {}
    turn: int = 1
    phase: str = ""
    """As shown by `Game.phase`; the first phase when empty."""
    dice: tuple[int, ...] = ()
    at: dict[str, str] = {}
    """Counter to hex number or name of a box; every counter not named is off the board."""
    state: dict[str, Any] = {}
    """What else differs from fresh, by counter or by name of the game's own track."""


def read_position(path: str | Path) -> Position:
    """Read a position file."""
    try:
        return msgspec.convert(read_toml(path), Position)
    except msgspec.ValidationError as error:
        raise BadFile(path, f"not a position: {error}") from None


def write_position(position: Position) -> str:
    """A position as TOML text."""
    rows = [f"scenario = {_toml(position.scenario)}"]
    if position.options:
        rows.append(f"options = {_toml(position.options)}")
    rows += [f"turn = {position.turn}", f"phase = {_toml(position.phase)}"]
    if position.dice:
        rows.append(f"dice = {_toml(list(position.dice))}")
    rows += ["", "[at]"] + [f"{name} = {_toml(where)}" for name, where in position.at.items()]
    if position.state:
        rows += ["", "[state]"] + [f"{key} = {_toml(v)}" for key, v in position.state.items()]
    return "\n".join(rows) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return msgspec.json.encode(value).decode()
