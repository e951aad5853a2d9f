"""The scenario printed in docs/scenarios-ocs.md is valid and can be played to its end."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest

from grognard.core.dice import LooseDice
from grognard.core.files.files import read_toml
from grognard.games.ocs import rules
from grognard.games.ocs.interface import invariants
from grognard.games.ocs.model.charts import DATA
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.turn.scenario_checks import checked
from grognard.games.ocs.turn.victory import GOAL_TESTS

PAGE = (Path(__file__).parents[4] / "docs" / "scenarios-ocs.md").read_text("utf-8")


@pytest.fixture(scope="module")
def bridgehead(tmp_path_factory: pytest.TempPathFactory) -> OcsScenario:
    folder = tmp_path_factory.mktemp("bridgehead")
    units, scenario = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[-2:]
    (folder / "scenarios").mkdir()
    (folder / "bridgehead-units.toml").write_text(units, "utf-8")
    (folder / "scenarios" / "bridgehead.toml").write_text(scenario, "utf-8")
    shutil.copy(DATA / "practice.toml", folder)
    game = (DATA / "game.toml").read_text("utf-8")
    listed = re.sub(r"^scenarios = .*$", 'scenarios = ["bridgehead"]', game, flags=re.MULTILINE)
    (folder / "game.toml").write_text(listed, "utf-8")
    assert read_toml(folder / "game.toml")["scenarios"] == ["bridgehead"]
    return checked(OcsScenario(folder, "bridgehead", None))


@pytest.mark.parametrize("seed", range(3))
def test_the_scenario_of_the_page_can_be_played(bridgehead: OcsScenario, seed: int) -> None:
    source = random.Random(seed)
    dice = LooseDice(source)
    state = rules.setup(bridgehead, dice)
    assert state.turn == 0  # the Germans spread out as they like
    for _ in range(3000):
        if state.result is not None:
            break
        (side,) = rules.to_act(state)
        decision = rules.choices(state, side)
        assert decision is not None
        rules.apply(state, side, decision.random_order(source), dice)
        assert not invariants.violations(state)
    assert state.result is not None
    assert state.result.title in ("German victory", "Draw", "Soviet victory")


def test_the_page_lists_every_kind_of_goal() -> None:
    assert set(re.findall(r"^\| `(\w+)` \| [a-z]", PAGE, re.MULTILINE)) >= set(GOAL_TESTS)
