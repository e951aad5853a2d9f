"""Every scenario has a briefing for each of its sides, and what it cites exists."""

from __future__ import annotations

import pytest

import grognard
from grognard.games import game_file, game_ids, rulebook_of, scenario_files

SCENARIOS = [(game, name) for game in game_ids() if game != "example" for name in scenario_files(game)]


@pytest.mark.parametrize(("game", "name"), SCENARIOS, ids=lambda part: part)
def test_scenario_briefs_every_side(game: str, name: str) -> None:
    about = scenario_files(game)[name]
    assert about.briefing is not None
    sides = {side.id for side in about.sides_in(game_file(game))}
    assert set(about.briefing.mission) == set(about.briefing.win) == sides
    for text in (about.briefing.situation, *about.briefing.mission.values(), *about.briefing.win.values()):
        assert 20 < len(text) < 330
        assert text.endswith(".")


@pytest.mark.parametrize("game", sorted({game for game, _ in SCENARIOS}))
def test_game_says_three_things_and_explains_its_phases(game: str) -> None:
    file, rulebook = game_file(game), rulebook_of(game)
    assert len(file.special) == 3
    assert all(rulebook.says(special.rule) for special in file.special if special.rule)
    for name in scenario_files(game):
        view = grognard.new(f"{game}/{name}", seed=1).view("")
        own = view.phase_name if view.phase_side else view.phase
        assert own in file.phase_notes
