"""Strike Force One as a game."""

from __future__ import annotations

from grognard.core.contract.definition import GameDefinition
from grognard.core.contract.outside.file_kinds import chart_files, counter_files
from grognard.core.contract.scenario import compiled_once
from grognard.core.files.files import read_shaped
from grognard.games.strike_force_one import evaluation, rules
from grognard.games.strike_force_one.interface import views
from grognard.games.strike_force_one.model.scenario import DATA, SfoCounter, SfoScenario
from grognard.games.strike_force_one.model.table_shapes import TABLES

GAME = GameDefinition(
    id="strike-force-one",
    data=DATA,
    scenarios=compiled_once(SfoScenario),
    rules=rules,
    files=(
        counter_files(SfoCounter, DATA),
        chart_files(lambda path: read_shaped(path, TABLES), DATA, signs="stacking night-turn"),
    ),
    completes=rules,
    previews=rules,
    moves=rules,
    zones=rules,
    evaluates=evaluation,
    positions=views,
    invariants=views,
)
