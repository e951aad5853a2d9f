"""The games of the series: its rules, bound to the data and the exclusive rules of each game."""

from __future__ import annotations

from pathlib import Path

from grognard.core.definition import GameDefinition
from grognard.core.scenario import compiled_once
from grognard.games.afcent import judgement, positions, refusals, rules, secrets, soundness, viewing
from grognard.games.afcent.exclusive import Exclusive
from grognard.games.afcent.scenario import AfcentScenario
from grognard.games.afcent.staff import advice
from grognard.games.afcent.state import AfcentState


def family_game(id_: str, data: Path, exclusive: Exclusive) -> GameDefinition[AfcentScenario, AfcentState]:
    """Return a game of the series by its id, its folder of data and its exclusive rules."""
    return GameDefinition(
        id=id_,
        data=data,
        scenarios=compiled_once(lambda name, options: AfcentScenario(data, name, options, exclusive)),
        rules=rules,
        completes=refusals,
        previews=rules,
        moves=rules,
        zones=rules,
        areas=viewing,
        advises=advice,
        evaluates=judgement,
        secrets=secrets,
        positions=positions,
        invariants=soundness,
    )
