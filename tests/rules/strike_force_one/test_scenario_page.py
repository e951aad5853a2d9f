"""The scenario printed in docs/add-a-scenario.md is valid, is set up as its test says, and can be played."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

from grognard.core.dice import LooseDice
from grognard.games.strike_force_one import rules
from grognard.games.strike_force_one.interface.views import violations
from grognard.games.strike_force_one.model.scenario import DATA, SfoScenario

PAGE = (Path(__file__).parents[3] / "docs" / "add-a-scenario.md").read_text("utf-8")
NAME = "meeting-at-essleben"


@pytest.fixture(scope="module")
def meeting(tmp_path_factory: pytest.TempPathFactory) -> SfoScenario:
    folder = tmp_path_factory.mktemp("meeting") / "data"
    shutil.copytree(DATA, folder)
    scenario, listing = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    (folder / "scenarios" / f"{NAME}.toml").write_text(scenario, "utf-8")
    game = (folder / "game.toml").read_text("utf-8")
    listed, found = re.subn(r"^scenarios = .*\n", listing, game, flags=re.MULTILINE)
    assert found == 1
    (folder / "game.toml").write_text(listed, "utf-8")
    return SfoScenario(NAME, folder=folder)


def test_the_page_lists_the_scenarios_there_are(meeting: SfoScenario) -> None:
    shipped = SfoScenario("basic").game.scenarios
    assert meeting.game.scenarios == (*shipped, NAME)


def test_the_set_up_of_the_page(meeting: SfoScenario) -> None:
    state = rules.setup(meeting, LooseDice(random.Random(1)))
    find = meeting.board.grid.find
    on_map = {unit.id: unit.at for unit in rules.view(state, "").units if find(unit.at) is not None}
    (stated,) = re.findall(r"assert on_map == \{(.*)\}", PAGE)
    assert stated == ", ".join(f'"{unit}": "{at}"' for unit, at in sorted(on_map.items(), reverse=True))
    assert rules.to_act(state) == ("soviet",)


@pytest.mark.parametrize("seed", range(3))
def test_the_scenario_of_the_page_can_be_played(meeting: SfoScenario, seed: int) -> None:
    source = random.Random(seed)
    dice = LooseDice(source)
    state = rules.setup(meeting, dice)
    while state.result is None:
        (side,) = rules.to_act(state)
        decision = rules.choices(state, side)
        assert decision is not None
        rules.apply(state, side, decision.random_order(source), dice)
        assert not violations(state)
