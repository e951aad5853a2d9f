"""Husky and its short scenarios: the sides, the counters, and what each side sees at the start."""

from __future__ import annotations

import pytest

from grognard.cli.dispatch import _name_sides as name_sides
from grognard.core.play.game import Game
from grognard.games import definition_of, scenario_files, sides_of
from grognard.games.ocs.definition import GAME
from grognard.games.ocs.interface.fog_of_war import UNSEEN, visible_columns
from grognard.games.ocs.model.state import HOSTED, OcsState
from grognard.server.library.game_library import board_entry, catalogue
from grognard.sim.study import Study

NAMES = ("husky", "gela", "primosole")


@pytest.mark.parametrize("name", NAMES)
def test_every_counter_is_set_up_or_arrives(name: str) -> None:
    scenario = GAME.scenarios(name, {})
    file = scenario.file
    lines = [line.units for line in file.setup] + [line.units for line in file.arrival]
    placed = [id_ for units in (*lines, *(line.units for line in file.convoy)) for id_ in units]
    printed = {c.id for c in GAME.scenarios("husky", {}).counters if c.turn or c.id in placed}
    assert set(placed) <= set(scenario.index)
    assert len(placed) == len(set(placed))
    if name == "husky":
        assert printed <= set(placed) and len(placed) == 328


@pytest.mark.parametrize("name", NAMES)
def test_sides_are_allied_and_axis(name: str) -> None:
    scenario = GAME.scenarios(name, {})
    assert scenario.sides == ("allied", "axis")
    assert scenario.titles == {"allied": "Allied", "axis": "Axis"}
    assert [scenario.prefix(side) for side in scenario.sides] == ["al", "ax"]
    assert {"al-sp1", "ax-sp1"} <= set(scenario.index)


@pytest.mark.parametrize("name", NAMES)
def test_scenarios_are_offered(name: str) -> None:
    assert name in scenario_files("ocs")


@pytest.mark.parametrize("name", NAMES)
def test_everybody_can_look_at_the_start(name: str) -> None:
    game = Game(definition_of("ocs"), name, seed=1)
    state = game.state
    assert isinstance(state, OcsState)
    for viewer in ("", *game.sides):
        assert game.view(viewer).units
        seen = visible_columns(state, viewer)
        aboard = [c for c, place in enumerate(seen.at) if place == HOSTED]
        assert all(seen.at[seen.host[c]] != UNSEEN for c in aboard), "a plane must not betray its carrier"


def test_sides_of_a_scenario_are_known_without_its_rules() -> None:
    assert [side.id for side in sides_of("ocs", "gela")] == ["allied", "axis"]
    assert [side.id for side in sides_of("ocs", "kharkov")] == ["german", "soviet"]


def test_command_line_knows_the_sides_of_a_scenario() -> None:
    words = name_sides(["play", "ocs/gela", "--axis", "human", "--german=search"])
    assert words == ["play", "ocs/gela", "--player", "axis=human", "--player", "german=search"]
    assert name_sides(["play", "a/b", "--axis", "human"]) == ["play", "a/b", "--axis", "human"]


def test_study_is_of_the_sides_of_its_scenario() -> None:
    study = Study("ocs/gela", games=1, red="random", blue="greedy").settled()
    assert study.sides == ("allied", "axis")
    assert [side.title for side in study.belligerents] == ["Allied", "Axis"]
    assert set(study.match(0).players) == {"allied", "axis"}


def test_catalogue_and_board_give_the_sides_of_a_scenario() -> None:
    (ocs,) = [game for game in catalogue().games if game.id == "ocs"]
    sides = {entry.name: [side.id for side in entry.sides] for entry in ocs.scenarios}
    assert sides["kharkov"] == sides["drill-1-modes"] == ["german", "soviet"]
    assert sides["drill-12-beach-assault"] == ["allied", "axis"]
    assert [side.title for side in board_entry("ocs", "gela").sides] == ["Allied", "Axis"]
