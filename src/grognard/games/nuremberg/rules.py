"""Objective Nuremberg: the rules of the series, bound to this game's data and exclusive rules."""

from __future__ import annotations

from pathlib import Path

from grognard.games.afcent.rules import (
    advise,
    apply,
    areas,
    catalogue_in,
    check,
    choices,
    complete,
    faults,
    from_plain,
    from_position,
    imagine,
    phase,
    preview,
    reach,
    scenarios_in,
    score,
    setup,
    supply,
    to_act,
    to_position,
    view,
    zoc,
)
from grognard.games.nuremberg import exclusive

DATA = Path(__file__).parent / "data"
scenario = scenarios_in(DATA, exclusive)
catalogue = catalogue_in(DATA, "nuremberg")

__all__ = [
    "advise",
    "apply",
    "areas",
    "catalogue",
    "check",
    "choices",
    "complete",
    "faults",
    "from_plain",
    "from_position",
    "imagine",
    "phase",
    "preview",
    "reach",
    "scenario",
    "score",
    "setup",
    "supply",
    "to_act",
    "to_position",
    "view",
    "zoc",
]
