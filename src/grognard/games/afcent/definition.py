"""Games of the AFCENT series: its rules, bound to the data and exclusive rules of a game."""

from __future__ import annotations

from pathlib import Path

from grognard.core.contract.definition import GameDefinition
from grognard.core.contract.outside.file_kinds import chart_files, counter_files
from grognard.core.contract.scenario import compiled_once
from grognard.core.files.files import read_as, read_shaped
from grognard.games.afcent import rules
from grognard.games.afcent.advice import evaluation
from grognard.games.afcent.advice.staff import advisor
from grognard.games.afcent.advice.staff.numbers import Numbers
from grognard.games.afcent.interface import hidden_information, invariants, legality, positions, views
from grognard.games.afcent.model.game_rules import Exclusive
from grognard.games.afcent.model.scenario import SHARED, AfcentCounter, AfcentScenario
from grognard.games.afcent.model.state import AfcentState
from grognard.games.afcent.model.table_shapes import TABLES
from grognard.games.kit.advice.intention_book import book_files


def family_game(id_: str, data: Path, exclusive: Exclusive) -> GameDefinition[AfcentScenario, AfcentState]:
    """Return a game of the series with its data folder and its exclusive rules."""
    return GameDefinition(
        id=id_,
        data=data,
        scenarios=compiled_once(lambda name, options: AfcentScenario(data, name, options, exclusive)),
        rules=rules,
        files=(
            counter_files(AfcentCounter, data),
            chart_files(lambda path: read_shaped(path, TABLES), SHARED, signs="crt tec"),
            chart_files(lambda path: read_as(path, Numbers), SHARED, signs="marches cover"),
            book_files(SHARED),
            chart_files(lambda path: read_shaped(path, exclusive.EXCLUSIVE), data, signs="turn1"),
        ),
        completes=legality,
        previews=rules,
        moves=rules,
        zones=rules,
        areas=views,
        advises=advisor,
        intends=advisor,
        evaluates=evaluation,
        secrets=hidden_information,
        positions=positions,
        invariants=invariants,
    )
