"""The Operational Combat Series as a game."""

from __future__ import annotations

from grognard.core.definition import GameDefinition
from grognard.core.scenario import compiled_once
from grognard.games.ocs import imagining, judgement, positions, refusals, rules, soundness, viewing
from grognard.games.ocs.charts import DATA
from grognard.games.ocs.scenario import OcsScenario
from grognard.games.ocs.staff import advice
from grognard.games.ocs.validation import checked

GAME = GameDefinition(
    id="ocs",
    data=DATA,
    scenarios=compiled_once(lambda name, options: checked(OcsScenario(DATA, name, options))),
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
    secrets=imagining,
    positions=positions,
    invariants=soundness,
)
