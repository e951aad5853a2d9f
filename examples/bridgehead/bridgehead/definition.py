"""Bridgehead as a game: the value that the entry point names."""

from __future__ import annotations

import grognard.games.kit.sentences  # noqa: F401 - registers the sentences of the kit's events
from bridgehead import rules
from bridgehead.model import DATA, CrossingScenario
from grognard.core.contract.definition import GameDefinition
from grognard.core.contract.scenario import compiled_once

GAME = GameDefinition(
    id="bridgehead",
    data=DATA,
    scenarios=compiled_once(CrossingScenario),
    rules=rules,
    previews=rules,
    moves=rules,
    zones=rules,
    evaluates=rules,
)
