"""Questions that interrupt a phase: asked from the stack, and settled where no answer is needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from grognard.core.contract.decisions import Frame
from grognard.core.contract.events import Event
from grognard.core.contract.state import State

S = TypeVar("S", bound=State)


def settle(
    state: S, steps: Mapping[str, Callable[[S, Frame, list[Event]], bool]], events: list[Event]
) -> None:
    """Carry out what needs no answer, until somebody must decide or nothing is left.

    The steps, by the kind of the frame, tell whether they did something.
    """
    while state.stack:
        frame = state.stack[-1]
        step = steps.get(frame.kind)
        if step is None or not step(state, frame, events):
            return


def survivors(state: State, frame: Frame) -> list[int]:
    """Those of the units that a question is about who are still on the map."""
    at = state.at
    return [c for c in frame.units if at[c] >= 0]
