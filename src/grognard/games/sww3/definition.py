"""The games of the family: its rules, bound to the data of each game."""

from __future__ import annotations

from pathlib import Path

from grognard.core.definition import GameDefinition
from grognard.core.scenario import compiled_once
from grognard.games.sww3 import judgement, positions, refusals, rules, soundness, viewing
from grognard.games.sww3.scenario import Sww3Scenario
from grognard.games.sww3.staff import advice
from grognard.games.sww3.state import Sww3State


def family_game(id_: str, data: Path) -> GameDefinition[Sww3Scenario, Sww3State]:
    """Return a game of the family by its id and its folder of data."""
    return GameDefinition(
        id=id_,
        data=data,
        scenarios=compiled_once(lambda name, options: Sww3Scenario(data, name, options)),
        rules=rules,
        completes=refusals,
        previews=rules,
        moves=rules,
        zones=rules,
        supply=rules,
        areas=viewing,
        explains=rules,
        advises=advice,
        evaluates=judgement,
        positions=positions,
        invariants=soundness,
    )
