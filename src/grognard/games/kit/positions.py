"""Positions: the facts of a position file as a state, and back. What only one game has is passed in.

Reading takes facts out of `unread`, a dict of the facts of a file by their keys, until none is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeVar

import msgspec

from grognard.core.contract.decisions import Decision
from grognard.core.contract.outside.position import Position
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import State, fields_from_plain
from grognard.core.files.files import BadKey
from grognard.core.files.toml_lines import Where
from grognard.core.files.toml_shape import did_you_mean, shown
from grognard.core.hexes.grid import HexGrid, HexSet

S = TypeVar("S", bound=State)

FACES = 6
"""Faces of a common die."""
COMMON = ("turn", "phase_index", "questions", "at", "result")
"""Fields of a state that every position gives in its own way."""


class Fact(NamedTuple):
    """Something that a position file says of a counter."""

    id: str
    counter: int
    name: str
    value: object


def track_names(kind: type[State], others: Iterable[str]) -> dict[str, str]:
    """Return the fields of a state by their keys in a file, without derived, common and some other ones."""
    left_out = {*COMMON, *kind.derived, *others}
    return {name.replace("_", "-"): name for name in kind.__struct_fields__ if name not in left_out}


# -- reading ---------------------------------------------------------------------------------------


def check_turn(position: Position, scenario: Scenario, first: int) -> None:
    """Refuse a turn outside of the scenario, whose `first` turn is 0 if players set up their units."""
    if not first <= position.turn <= scenario.turns:
        start = first or "0 (setup)"
        reason = f"turn {position.turn}: this scenario has turns {start} to {scenario.turns}"
        raise BadKey(("turn",), reason)


def check_dice(position: Position, faces: int = FACES) -> None:
    """Refuse results that no die of the game can have; blind draws may be dice with more faces."""
    for die in position.dice:
        if not 1 <= die <= faces:
            raise BadKey(("dice",), f"{die} is not a die result; dice have 1 to {faces}")


def counter_number(index: Mapping[str, int], id_: str) -> int:
    """Return the number of a counter."""
    if id_ not in index:
        raise BadKey(("at", id_), f"there is no such counter; {did_you_mean(id_, index)}")
    return index[id_]


def place_number(grid: HexGrid, places: Mapping[str, int], key: Where, where: object) -> int:
    """Return the number of a hex, or of a place off the map by its name."""
    hex_ = grid.find(where) if isinstance(where, str) else None
    if hex_ is not None:
        return hex_
    if not isinstance(where, str) or where not in places:
        raise BadKey(key, f"{where!r} is neither a hex nor one of {', '.join(places)}")
    return places[where]


def hex_set(grid: HexGrid, key: str, labels: object) -> HexSet:
    """Return a set of hexes by their numbers."""
    try:
        return grid.mask(msgspec.convert(labels, list[str]))
    except msgspec.ValidationError:
        raise BadKey(("state", key), f"must be a list of hex numbers, not {shown(labels)}") from None
    except KeyError as error:
        raise BadKey(("state", key), f"there is no hex {error} on the board") from None


def read_hexes(state: State, names: Mapping[str, str], unread: dict[str, object]) -> None:
    """Set the sets of hexes that a file gives, by their keys in it."""
    for key, name in names.items():
        if key in unread:
            setattr(state, name, hex_set(state.scenario.board.grid, key, unread.pop(key)))


def read_tracks(state: State, tracks: Mapping[str, str], unread: dict[str, object]) -> None:
    """Set the plain values of the state that a file gives, by their keys in it."""
    for key in [key for key in unread if key in tracks]:
        name, value = tracks[key], unread.pop(key)
        try:
            read = fields_from_plain(type(state), {name: value})[name]
        except msgspec.ValidationError as error:
            raise BadKey(("state", key), str(error).removeprefix(name).lstrip(". ")) from None
        before = getattr(state, name)
        if isinstance(read, list) and len(read) != len(before):
            raise BadKey(("state", key), f"expected {len(before)} values")
        setattr(state, name, read)


def read_facts(index: Mapping[str, int], unread: dict[str, object], example: str) -> Iterator[Fact]:
    """Yield the facts about counters."""
    for id_ in [key for key in unread if key in index]:
        facts = unread.pop(id_)
        if not isinstance(facts, dict):
            raise BadKey(("state", id_), f"expected {example}, not {facts!r}")
        for name, value in facts.items():
            yield Fact(id_, index[id_], name, value)


def set_fact(state: State, fact: Fact, flags: Iterable[str], numbers: Iterable[str] = ()) -> bool:
    """Set a flag or number of a counter; return False if the fact is neither.

    `flags` are sets of counters and `numbers` are columns of the state.
    """
    _, counter, name, value = fact
    if name in flags and isinstance(value, bool):
        setattr(state, name, getattr(state, name) & ~(1 << counter) | value << counter)
        return True
    if name in numbers and type(value) is int and value >= 0:
        column: list[int] = getattr(state, name)
        if counter < len(column):
            column[counter] = value
            return True
    return False


def bad_fact(fact: Fact, known: Iterable[str]) -> BadKey:
    """Return the error for a fact that cannot be true of a counter: its key or its value is wrong."""
    known = tuple(known)
    if fact.name in known:
        reason = f"{shown(fact.value)} is not a value that {fact.id} can have"
    else:
        reason = f"unknown key; {did_you_mean(fact.name, known)}"
    return BadKey(("state", fact.id, fact.name), reason)


def read_phase(state: S, name: str, steps: int, phase: Callable[[S], str]) -> None:
    """Go to the first step of the sequence with the named phase; without a name, to step 0."""
    names = []
    for step in range(steps):
        state.phase_index = step
        names.append(phase(state))
        if names[-1] == name or not name:
            return
    raise BadKey(("phase",), f"there is no phase {name!r}; phases are {', '.join(dict.fromkeys(names))}")


def check_all_read(unread: Mapping[str, object], index: Mapping[str, int], *tracks: Iterable[str]) -> None:
    """Refuse facts that nothing has read, with the nearest of the counters and of the keys of `tracks`."""
    known = [*index, *(key for keys in tracks for key in keys)]
    for key in unread:
        raise BadKey(("state", key), f"there is no such counter or track; {did_you_mean(key, known)}")


def check_playable(
    state: S,
    phase: str,
    violations: Callable[[S], list[str]],
    to_act: Callable[[S], tuple[str, ...]],
    choices: Callable[[S, str], Decision | None],
) -> None:
    """Refuse a position that is impossible, or in which no side has a decision."""
    violated = violations(state)
    if violated:
        raise BadKey(("at",), f"this cannot be: {violated[0]}")
    acting = to_act(state)
    decision = choices(state, acting[0]) if acting else None
    if decision is None or not any(True for _ in decision.all()):
        raise BadKey(("phase",), f"nothing is asked in {phase!r}")


# -- writing ---------------------------------------------------------------------------------------


def counter_facts(
    state: State, fresh: State, counter: int, flags: Iterable[str], numbers: Iterable[str] = ()
) -> dict[str, object]:
    """Return the flags and numbers of a counter that differ from a fresh state."""
    facts: dict[str, object] = {}
    for name in flags:
        flag: int = getattr(state, name) >> counter & 1
        if flag != getattr(fresh, name) >> counter & 1:
            facts[name] = bool(flag)
    for name in numbers:
        column: list[int] = getattr(state, name)
        if counter < len(column) and column[counter] != getattr(fresh, name)[counter]:
            facts[name] = column[counter]
    return facts


def hex_facts(state: State, fresh: State, names: Mapping[str, str]) -> dict[str, object]:
    """Return the sets of hexes that differ from a fresh state, by their keys in a file."""
    labels = state.scenario.board.grid.names
    return {
        key: labels(getattr(state, name))
        for key, name in names.items()
        if getattr(state, name) != getattr(fresh, name)
    }


def control_facts(grid: HexGrid, keys: tuple[str, str], now: HexSet, before: HexSet) -> dict[str, object]:
    """Return the hexes that a side has gained and lost, if any, by the two keys of a file."""
    changes = zip(keys, (now & ~before, before & ~now), strict=True)
    return {key: grid.names(hexes) for key, hexes in changes if hexes}


def track_facts(state: State, fresh: State, tracks: Mapping[str, str]) -> dict[str, object]:
    """Return the plain values that differ from a fresh state, by their keys in a file."""
    return {
        key: msgspec.to_builtins(getattr(state, name))
        for key, name in tracks.items()
        if getattr(state, name) != getattr(fresh, name)
    }


def position_of(
    state: State,
    phase: str,
    places: Mapping[str, int],
    facts_of: Callable[[int], dict[str, object]],
    *others: Mapping[str, object],
) -> Position:
    """Return the position file of a state: the place of every counter that is not away, and other facts.

    `facts_of` returns the facts of a counter, and `others` are facts by their keys.
    """
    scenario, label = state.scenario, state.scenario.board.grid.label
    names = {number: name for name, number in places.items()}
    facts: dict[str, object] = {
        id_: found for c, id_ in enumerate(scenario.counter_ids) if (found := facts_of(c))
    }
    for part in others:
        facts |= part
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
