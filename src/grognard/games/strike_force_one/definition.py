"""Strike Force One as a game."""

from __future__ import annotations

from grognard.core.contract.definition import GameDefinition
from grognard.core.contract.scenario import compiled_once
from grognard.games.strike_force_one import evaluation, rules, views
from grognard.games.strike_force_one.scenario import DATA, SfoScenario

GAME = GameDefinition(
    id="strike-force-one",
    data=DATA,
    scenarios=compiled_once(SfoScenario),
    rules=rules,
    completes=rules,
    previews=rules,
    moves=rules,
    zones=rules,
    evaluates=evaluation,
    positions=views,
    invariants=views,
)
