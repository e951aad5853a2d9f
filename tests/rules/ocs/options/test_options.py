"""Case 21.0: options are switches of the scenario, off by default, and stored in the record."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import grognard
from grognard.core.contract.scenario import BadOption
from grognard.core.play.record import write_record
from grognard.core.testing import rule
from grognard.games import game_file, rulebook_of, scenario_files
from grognard.games.ocs.model.charts import DATA
from tests.rules.ocs.chosen_options import playing

OPTIONS = {id_: option for id_, option in game_file("ocs").options.items() if not option.listed}
"""The options that every scenario offers."""


def test_all_scenarios_offer_all_options() -> None:
    assert len(OPTIONS) > 20
    for name, file in scenario_files("ocs").items():
        listed = [id_ for id_ in file.options if id_ not in OPTIONS]
        assert file.options == (*OPTIONS, *listed), name
        assert listed == (["air"] if name in ("kharkov", "counterstroke") else []), name


def test_options_are_off_by_default_and_cite_cases() -> None:
    rules = rulebook_of("ocs")
    for id_, option in OPTIONS.items():
        assert option.default in (False, "off")
        assert option.rule.startswith(id_) and rules.find(option.rule), id_
        assert all(case.option == id_ for case in rules.find(option.rule)), id_
        assert option.summary.endswith(".") and option.summary[0].isupper()


def test_records_name_only_options_that_are_on() -> None:
    assert grognard.new("ocs/practice", seed=1).record().options == {}
    unchanged = {"21.9": False, "HR-7": "off"}
    assert grognard.new("ocs/practice", unchanged, seed=1).record().options == {}
    game = grognard.new("ocs/practice", {"21.9": True, "HR-7": "half", "HR-1": False}, seed=1)
    text = write_record(game.record())
    assert "option 21.9: true\n" in text and 'option HR-7: "half"\n' in text and "HR-1" not in text
    again = grognard.loads(text)
    assert again.options == {"21.9": True, "HR-7": "half"}
    assert again.scenario.on("21.9") and not again.scenario.on("HR-1")


def test_rules_of_options_apply_only_if_chosen() -> None:
    plain, chosen = playing(), playing("21.1", "HR-1")
    for id_ in ("21.1.2", "HR-1"):
        assert chosen.applies(id_) and not plain.applies(id_)
    for id_ in ("21.10b.1", "21.12c.1", "HR-10.1"):  # not parts of the shorter ids
        assert not chosen.applies(id_)
    assert plain.applies("9.1c.2") and not plain.applies("21.4-A")


@rule("ocs", "HR-7.3")
def test_only_one_of_the_cheaper_barrages_can_be_chosen() -> None:
    assert OPTIONS["HR-7"].choices == ("off", "half", "fueled")
    with pytest.raises(BadOption, match="one of off, half, fueled"):
        grognard.new("ocs/practice", {"HR-7": "half,fueled"}, seed=1)


def test_code_asks_only_for_options_that_exist() -> None:
    asked = set()
    for path in Path(DATA).parent.rglob("*.py"):
        asked |= set(re.findall(r'\.on\("([^"]+)"\)', path.read_text("utf-8")))
    assert asked <= {*OPTIONS, "air"}
    assert playing("21.9").on("21.9") and not playing().on("21.9")


def test_guide_lists_all_options() -> None:
    guide = (Path(__file__).parents[4] / "docs/begin-ocs.md").read_text("utf-8")
    for id_, option in OPTIONS.items():
        assert f"| `{id_}` | {option.title}. {option.summary} |\n" in guide, id_
