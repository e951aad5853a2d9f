"""What games' states have in common beyond their columns: setups, counters on the map, saves."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import TypeVar

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.state import PlainState, State, fields_from_plain
from grognard.core.hexes.grid import HexSet, bits

S = TypeVar("S", bound=State)


def on_map(state: State, counters: CounterSet) -> CounterSet:
    """Those of the counters that stand in a hex."""
    at = state.at
    return sum(1 << c for c in bits(counters) if at[c] >= 0)


def restore(
    state: S,
    plain: PlainState,
    derive: Callable[[S], None],
    *,
    steps: int,
    within: HexSet,
    loose: Container[str] = ("questions",),
) -> S:
    """Fill an empty state with the values of a saved one; `ValueError` says what does not fit.

    Counters are `within` the hexes of the game or off the map; `derive` fills the derived columns, which are
    still empty. A turn has `steps` phases; `loose` columns may have any length.
    """
    fields = fields_from_plain(type(state), plain)
    for name, value in fields.items():
        if isinstance(value, list) and name not in loose and len(value) != len(getattr(state, name)):
            raise ValueError(f"{name} does not fit this scenario")
    if "at" not in fields or "phase_index" not in fields:
        raise ValueError("the places of the counters or the phase are missing")
    for name, value in fields.items():
        setattr(state, name, value)
    if not 0 <= state.phase_index < steps:
        raise ValueError("there is no such phase")
    for c, place in enumerate(state.at):
        if place >= 0 and not within >> place & 1:
            raise ValueError(f"{state.scenario.counter_ids[c]} is not on the board")
    derive(state)
    return state


def derived_violations(
    state: S, twin: S, columns: Iterable[str], facts: Mapping[str, Callable[[S], object]]
) -> list[str]:
    """List columns, or else facts, in which a state differs from a rebuilt copy.

    Facts are listed after those they follow from, and all follow from the columns. What follows from
    something wrong is not reported as well.
    """
    wrong = [name for name in columns if getattr(twin, name) != getattr(state, name)]
    if not wrong:
        wrong = [name for name, fact in facts.items() if fact(twin) != fact(state)][:1]
    return [f"internal error: the column {name!r} does not follow from the others" for name in wrong]


def question_violations(state: State, kinds: Container[str]) -> list[str]:
    """List violations in the open questions of some kinds, each about units of the side that is asked."""
    side_of = state.scenario.side_of
    return [
        f"the question {question.kind!r} is not about units of its side"
        for question in state.questions
        if question.kind in kinds
        if len(set(question.units)) < max(1, len(question.units))
        or any(side_of[c] != question.side for c in question.units)
    ]


def placed_by_file(
    scenario: Scenario,
    deployment: Mapping[str, Sequence[str]],
    places: Mapping[str, int],
    left_out: Container[str] = (),
) -> dict[int, int]:
    """Return the hex or place of each counter that a ``[deployment]`` lists, each once.

    Counters that are `left_out` of the scenario may be listed all the same.
    """
    found: dict[int, int] = {}
    for name, ids in deployment.items():
        where = places[name] if name in places else scenario.hex(name, "deployment", name)
        for number, id_ in enumerate(ids):
            if id_ in left_out:
                continue
            unit = scenario.counter(id_, "deployment", name, number)
            if unit in found:
                raise scenario.fault(f"{id_} is set up twice", "deployment", name, number)
            found[unit] = where
    return found
