"""Positions: any situation of any game as a short TOML file, the FEN of wargames."""

from __future__ import annotations

from pathlib import Path

import msgspec

from grognard.core.files.files import parse_as, read_as
from grognard.core.files.toml_write import toml_key


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Scenario, options, where everything stands, and the phase."""

    scenario: str
    options: dict[str, object] = {}
    turn: int = 1
    phase: str = ""
    """As shown by `Game.phase`; the first phase when empty."""
    dice: tuple[int, ...] = ()
    at: dict[str, str] = {}
    """Counter to hex number or name of a box; every counter not named is off the board."""
    state: dict[str, object] = {}
    """What else differs from fresh, by counter or by name of the game's own track."""
    title: str = ""
    """What a list of positions says, such as that of a pack."""
    summary: str = ""


def read_position(path: str | Path) -> Position:
    """Read a position file."""
    return read_as(path, Position)


def parse_position(text: str, path: str | Path = "position") -> Position:
    """Read the text of a position file; `path` is its name in messages."""
    return parse_as(text, path, Position)


def write_position(position: Position) -> str:
    """Return a position as TOML text."""
    rows = [f"scenario = {_toml(position.scenario)}"]
    rows += [f"{key} = {_toml(text)}" for key in ("title", "summary") if (text := getattr(position, key))]
    if position.options:
        rows.append(f"options = {_toml(position.options)}")
    rows += [f"turn = {position.turn}", f"phase = {_toml(position.phase)}"]
    if position.dice:
        rows.append(f"dice = {_toml(list(position.dice))}")
    rows += ["", "[at]"] + [f"{toml_key(name)} = {_toml(where)}" for name, where in position.at.items()]
    if position.state:
        rows += ["", "[state]"] + [f"{toml_key(key)} = {_toml(v)}" for key, v in position.state.items()]
    return "\n".join(rows) + "\n"


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{toml_key(key)} = {_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return msgspec.json.encode(value).decode()
