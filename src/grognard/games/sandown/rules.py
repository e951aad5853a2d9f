"""Operation Sandown: the rules of the family, bound to this game's data."""

from __future__ import annotations

from pathlib import Path

from grognard.games.sww3.rules import (
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

DATA = Path(__file__).parent / "data"
scenario = scenarios_in(DATA)
catalogue = catalogue_in(DATA, "sandown")

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
