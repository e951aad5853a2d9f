"""The games of the family: its rules, bound to the data of each game."""

from __future__ import annotations

from pathlib import Path

import grognard.games.sww3.sentences  # noqa: F401 - registers the sentences of events
from grognard.core.contract.definition import GameDefinition
from grognard.core.contract.outside.file_kinds import chart_files, counter_files
from grognard.core.contract.scenario import compiled_once
from grognard.core.files.files import read_as, read_shaped, read_toml
from grognard.games.kit.advice.intention_book import book_files
from grognard.games.sww3 import rules
from grognard.games.sww3.advice import evaluation
from grognard.games.sww3.advice.staff import advisor
from grognard.games.sww3.advice.staff.numbers import Numbers
from grognard.games.sww3.interface import invariants, legality, positions, views
from grognard.games.sww3.model.scenario import SHARED, Sww3Counter, Sww3Scenario
from grognard.games.sww3.model.state import Sww3State
from grognard.games.sww3.model.table_shapes import PINCHER, SANDOWN


def _check_charts(path: Path) -> None:
    """Read the charts of a theatre, which the letter of its map tells."""
    read_shaped(path, SANDOWN if read_toml(path)["map_letter"] == "M" else PINCHER)


def family_game(id_: str, data: Path) -> GameDefinition[Sww3Scenario, Sww3State]:
    """Return a game of the family by its id and its folder of data."""
    return GameDefinition(
        id=id_,
        data=data,
        scenarios=compiled_once(lambda name, options: Sww3Scenario(data, name, options)),
        rules=rules,
        files=(
            counter_files(Sww3Counter, data, SHARED),
            chart_files(_check_charts, SHARED, signs="map_letter ally"),
            chart_files(lambda path: read_as(path, Numbers), SHARED, signs="forward stunned"),
            book_files(SHARED),
        ),
        completes=legality,
        previews=rules,
        moves=rules,
        zones=rules,
        supply=rules,
        areas=views,
        explains=rules,
        advises=advisor,
        intends=advisor,
        evaluates=evaluation,
        positions=positions,
        invariants=invariants,
    )
