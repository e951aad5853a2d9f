"""Positions: any situation of any game as a short TOML file, the FEN of wargames."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from grognard.core.contract.decisions import Decision
from grognard.core.contract.state import State, fields_from_plain
from grognard.core.files.files import BadKey, parse_as, read_as
from grognard.core.files.toml_lines import Where
from grognard.core.files.toml_shape import did_you_mean
from grognard.core.hexes.grid import HexGrid, HexSet


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Scenario, options, where everything stands, and the phase."""

    scenario: str
    title: str = ""
    """What a list of positions says, such as that of a pack."""
    summary: str = ""
    options: dict[str, object] = {}
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
    return read_as(path, Position)


def parse_position(text: str, path: str | Path = "position") -> Position:
    """Read the text of a position file; `path` is its name in messages."""
    return parse_as(text, path, Position)


def write_position(position: Position) -> str:
    """A position as TOML text."""
    rows = [f"scenario = {_toml(position.scenario)}"]
    rows += [f"{key} = {_toml(text)}" for key in ("title", "summary") if (text := getattr(position, key))]
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


# -- for the games: what a position tells of a state, and back -------------------------------------


def counter_told(index: Mapping[str, int], id_: str) -> int:
    """The number of a counter that a position names."""
    if id_ not in index:
        raise BadKey(("at", id_), f"there is no such counter; {did_you_mean(id_, index)}")
    return index[id_]


def place_told(grid: HexGrid, places: Mapping[str, int], key: Where, where: Any) -> int:
    """A hex, or a place off the map by its name."""
    hex_ = grid.find(where) if isinstance(where, str) else None
    if hex_ is None and (not isinstance(where, str) or where not in places):
        raise BadKey(key, f"{where!r} is neither a hex nor one of {', '.join(places)}")
    return hex_ if hex_ is not None else places[where]


def hexes_told(grid: HexGrid, key: str, labels: Any) -> HexSet:
    """A set of hexes by their numbers."""
    try:
        return grid.mask(msgspec.convert(labels, list[str]))
    except (msgspec.ValidationError, KeyError) as error:
        raise BadKey(("state", key), f"expected hex numbers ({error})") from None


def track_names(kind: type[State], others: Iterable[str]) -> dict[str, str]:
    """Return the fields of a state by their names in a file, without derived, common and some other ones."""
    left_out = {*COMMON, *kind.derived, *others}
    return {name.replace("_", "-"): name for name in kind.__struct_fields__ if name not in left_out}


COMMON = ("turn", "phase_index", "questions", "at", "result")
"""Columns that every position tells in a way of its own."""


def read_tracks(state: State, tracks: Mapping[str, str], told: dict[str, Any]) -> None:
    """Take plain values of the state, by their names in a file, out of what is told."""
    for key in [key for key in told if key in tracks]:
        name, value = tracks[key], told.pop(key)
        try:
            fields = fields_from_plain(type(state), {name: value})
        except msgspec.ValidationError as error:
            raise BadKey(("state", key), str(error)) from None
        before = getattr(state, name)
        if isinstance(before, list) and len(before) != len(fields[name]):
            raise BadKey(("state", key), f"expected {len(before)} values")
        setattr(state, name, fields[name])


def tracks_of(state: State, fresh: State, tracks: Mapping[str, str]) -> dict[str, Any]:
    """The plain values that differ from a fresh state, by their names in a file."""
    return {
        key: msgspec.to_builtins(getattr(state, name))
        for key, name in tracks.items()
        if getattr(state, name) != getattr(fresh, name)
    }


def facts_told(
    index: Mapping[str, int], told: dict[str, Any], example: str
) -> Iterator[tuple[str, int, str, Any]]:
    """Take the facts about counters out of what is told: a counter's id and number, a name and its value."""
    for id_ in [key for key in told if key in index]:
        facts = told.pop(id_)
        if not isinstance(facts, dict):
            raise BadKey(("state", id_), f"expected {example}, not {facts!r}")
        for name, value in facts.items():
            yield id_, index[id_], name, value


def no_fact(id_: str, name: str, value: Any, known: Iterable[str]) -> BadKey:
    """What is told of a counter cannot be true of one."""
    return BadKey(("state", id_, name), f"{value!r} cannot be; there are {', '.join(known)}")


def read_phase(state: State, name: str, steps: int, phase: Callable[[Any], str]) -> None:
    """Go to the step of the sequence whose phase is called so, the first of them; unnamed to step 0."""
    names = []
    for step in range(steps):
        state.phase_index = step
        names.append(phase(state))
        if names[-1] == name or not name:
            return
    raise BadKey(("phase",), f"there is no phase {name!r}; phases are {', '.join(dict.fromkeys(names))}")


def nothing_left(told: Mapping[str, Any]) -> None:
    """Refuse what nobody has read."""
    for key, value in told.items():
        raise BadKey(("state", key), f"there is no such counter or track (its value is {value!r})")


def can_be_played(unsound: list[str], decision: Decision | None, phase: str) -> None:
    """Refuse a position that cannot be, or in which nobody has anything to decide."""
    if unsound:
        raise BadKey(("at",), f"this cannot be: {unsound[0]}")
    if decision is None or not any(True for _ in decision.all()):
        raise BadKey(("phase",), f"nothing is asked in {phase!r}")


def position_of(state: State, phase: str, places: Mapping[str, int], facts: dict[str, Any]) -> Position:
    """The position file of a state: where everything stands that is not away, and what else is to be told."""
    scenario, label = state.scenario, state.scenario.board.grid.label
    names = {number: name for name, number in places.items()}
    return Position(
        scenario=scenario.id,
        options=dict(scenario.options),
        turn=state.turn,
        phase=phase,
        at={
            counter.id: label(where) if where >= 0 else names[where]
            for counter, where in zip(scenario.counters, state.at, strict=True)
            if where != places["away"]
        },
        state=facts,
    )
