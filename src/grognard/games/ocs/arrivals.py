"""Reinforcement Phase: new supply and replacements by the dice, reinforcements placed [2.1, 13.5, 13.6]."""

from __future__ import annotations

from grognard.core.dice import Roller
from grognard.core.events import Event
from grognard.games.ocs.state import OcsState


def begin(state: OcsState, dice: Roller) -> list[Event]:
    """The phase begins."""
    return []


def end(state: OcsState) -> list[Event]:
    """The phase ends: what was not placed is placed now."""
    return []


def anything(state: OcsState, side: int) -> bool:
    """Whether a side has anything to do in the phase."""
    return False
