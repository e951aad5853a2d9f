"""What an open question is about, as data: hexes to show on the map and the counters concerned."""

from __future__ import annotations

from typing import NamedTuple

from grognard.core.contract.state import State


class Subject(NamedTuple):
    """What a question is about."""

    hexes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()


def subject(state: State, side: int) -> Subject:
    """Return what the question on top of the stack is about, as far as the side that is asked may know."""
    if not state.questions:
        return Subject()
    question, scenario = state.questions[-1], state.scenario
    known = [c for c in question.units if not scenario.game.secrets or scenario.side_of[c] == side]
    present = [c for c in known if state.at[c] >= 0]
    units = present or known  # none is on the map where lost units are to come back
    hexes = (scenario.board.grid.label(question.hex),) if question.hex >= 0 else ()
    return Subject(hexes, tuple(scenario.counters[c].id for c in units))
