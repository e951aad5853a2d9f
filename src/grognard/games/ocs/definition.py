"""The definition of the Operational Combat Series."""

from __future__ import annotations

from grognard.core.contract.definition import GameDefinition
from grognard.core.contract.outside.file_kinds import chart_files, counter_files
from grognard.core.contract.scenario import compiled_once
from grognard.core.files.files import read_as, read_shaped
from grognard.games.kit.advice.intention_book import book_files
from grognard.games.ocs import rules
from grognard.games.ocs.advice import evaluation
from grognard.games.ocs.advice.staff import advisor
from grognard.games.ocs.advice.staff.numbers import Numbers
from grognard.games.ocs.interface import imagine, invariants, legality, map_layers, positions, sentences
from grognard.games.ocs.model.charts import DATA, game_charts
from grognard.games.ocs.model.counters import OcsCounter
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.table_shapes import SERIES
from grognard.games.ocs.turn.scenario_checks import checked

__all__ = ["GAME", "sentences"]  # sentences: imported to be registered

GAME = GameDefinition(
    id="ocs",
    data=DATA,
    scenarios=compiled_once(lambda name, options: checked(OcsScenario(DATA, name, options))),
    rules=rules,
    files=(
        counter_files(OcsCounter, DATA),
        chart_files(game_charts, DATA / "charts", signs="terrain hexside"),
        chart_files(lambda path: read_shaped(path, SERIES), DATA, signs="meta combat"),
        chart_files(lambda path: read_as(path, Numbers), DATA, signs="token pursuit"),
        book_files(DATA),
    ),
    completes=legality,
    previews=rules,
    moves=rules,
    zones=rules,
    supply=rules,
    areas=map_layers,
    ranges=map_layers,
    explains=rules,
    advises=advisor,
    intends=advisor,
    evaluates=evaluation,
    secrets=imagine,
    positions=positions,
    invariants=invariants,
)
