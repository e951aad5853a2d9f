"""Case 13.9: crippled formations are put together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.core.testing import rule
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import DEAD, remove
from grognard.games.ocs.units.modes import mode_word
from tests.rules.ocs.field import GERMAN
from tests.rules.ocs.order_helpers import Manoeuvre
from tests.rules.ocs.scenario_builder import authored

TANKS = """
[[counter]]
id = "{id}"
side = "german"
nation = "german"
kind = "armour"
title = "{title}"
size = "Bn"
category = "armor"
ar = 5
re = 0.5
combat = {{ strength = 8, ma = 9, mobility = "track" }}
move = {{ strength = 4, ma = 14, mobility = "track" }}
rebuild = "panzer-battalion"
"""
TRUCKS = """
[[counter]]
id = "g-org2"
side = "german"
nation = "german"
kind = "organic-truck"
title = "trucks of the second division"
move = { ma = 45, mobility = "truck" }
"""
OF_SECOND = 'formation = "g2"\n'
SECOND = (
    TANKS.format(id="g-pz1b", title="3. tank battalion") + OF_SECOND
    + TANKS.format(id="g-loose", title="independent tank battalion")
    + TRUCKS + OF_SECOND
)  # fmt: skip
"""A second German formation with units identical to the first, and an independent unit."""
FORMATION = '[[formation]]\nid = "g2"\ntitle = "second division"'
WHERE = "08.07"


@pytest.fixture(scope="module")
def two_divisions(tmp_path_factory: pytest.TempPathFactory) -> OcsScenario:
    folder: Path = tmp_path_factory.mktemp("consolidation")
    return authored(folder, more=FORMATION, units=SECOND)


def muster(scenario: OcsScenario | str = "practice", **at: Any) -> Manoeuvre:
    return Manoeuvre("reinforcement", scenario=scenario, **at)


def lost(field: Manoeuvre, id_: str) -> int:
    return field.state.lost[field.unit(id_)]


@rule("ocs", "13.9.1")
def test_consolidation_near_enemy_and_out_of_supply() -> None:
    field = muster(g_inf1=f"{WHERE} o*", g_inf2=f"{WHERE} o**", s_inf1="09.07")
    field.go_to("movement")
    assert field.check("consolidate g-inf1,g-inf2") is not None
    field.go_to("reinforcement")
    field.give("consolidate g-inf1,g-inf2")


@rule("ocs", "13.9-1.1")
def test_merge_two_divisions() -> None:
    field = muster(g_inf1=f"{WHERE} **", g_inf2=f"{WHERE} **", g_inf3="08.06 **")
    assert field.offered("g-inf1") == {"consolidate g-inf1,g-inf2"}
    assert field.refused("consolidate g-inf1,g-inf3") == "13.9-1.1"
    field.give("consolidate g-inf1,g-inf2")
    assert (lost(field, "g-inf1"), field.at("g-inf1")) == (1, WHERE)
    assert field.state.at[field.unit("g-inf2")] == DEAD


@rule("ocs", "13.9-1.2")
def test_merge_loses_excess_steps() -> None:
    field = muster(g_inf1=f"{WHERE} *", g_inf2=WHERE)
    field.give("consolidate g-inf1,g-inf2")
    assert lost(field, "g-inf1") == 0
    assert field.at("g-inf2") == ""


@rule("ocs", "13.9.2", "13.9-1.1")
def test_only_identical_counters_consolidate() -> None:
    field = muster(g_inf1=f"{WHERE} *", g_inf4=f"{WHERE} *", g_rgt1=WHERE, g_rgt2=WHERE)
    assert field.refused("consolidate g-inf1,g-inf4") == "13.9.2"
    assert field.refused("consolidate g-rgt1,g-rgt2") == "13.9-1.1"  # identical, but of one step


@rule("ocs", "13.9.2")
def test_different_back_prevents_consolidation(tmp_path: Path) -> None:
    other = SECOND.replace("move = { strength = 4, ma = 14", "move = { strength = 4, ma = 13", 1)
    field = muster(authored(tmp_path, more=FORMATION, units=other), g_pz1=WHERE)
    remove(field.state, field.unit("g-pz1b"))
    assert field.refused("consolidate g-pz1,g-pz1b") == "13.9.2"


@rule("ocs", "13.9.3")
@pytest.mark.parametrize("marker", ["low", "exhausted", "dg"])
@pytest.mark.parametrize("who", ["g-inf1", "g-inf2"])
def test_dg_or_low_units_cannot_consolidate(marker: str, who: str) -> None:
    field = muster(g_inf1=f"{WHERE} **", g_inf2=f"{WHERE} **")
    setattr(field.state, marker, field.bit(who))
    assert field.refused("consolidate g-inf1,g-inf2") == "13.9.3"
    assert not field.offered("g-inf1")


@rule("ocs", "13.9-2")
def test_unit_replaces_dead_unit_and_keeps_markers(
    two_divisions: OcsScenario,
) -> None:
    field = muster(two_divisions, g_pz1=f"{WHERE} mr", g_pz2=WHERE)
    assert field.refused("consolidate g-pz1,g-pz1b") == "13.9-2"  # it is not dead
    remove(field.state, field.unit("g-pz1b"))
    field.give("consolidate g-pz1,g-pz1b")
    assert field.at("g-pz1b") == WHERE
    assert mode_word(field.state, field.unit("g-pz1b")) == "reserve-move"
    assert field.state.at[field.unit("g-pz1")] == DEAD
    assert field.state.reserve == field.bit("g-pz1b")
    assert field.refused("consolidate g-pz1b,g-pz1") == "13.9-2"  # not there and back in one phase
    assert not field.offered("g-pz1b")
    remove(field.state, field.unit("g-pz2"))
    assert field.refused("consolidate g-pz1b,g-pz2") == "13.9.2"


@rule("ocs", "13.9-2")
def test_replaced_organic_truck_keeps_supply(two_divisions: OcsScenario) -> None:
    field = muster(two_divisions, g_org1=WHERE)
    field.load(field.unit("g-org1"), 3)
    remove(field.state, field.unit("g-org2"))
    field.give("consolidate g-org1,g-org2")
    assert (field.at("g-org2"), field.state.tokens[field.unit("g-org2")]) == (WHERE, 3)
    assert field.state.ledger[GERMAN] == 3


@rule("ocs", "13.9-3.1")
def test_independents_and_trucks_join_formation(two_divisions: OcsScenario) -> None:
    field = muster(two_divisions, g_loose=WHERE)
    (truck,) = field.generic("trucks", WHERE, loaded=2)
    remove(field.state, field.unit("g-pz1b"))
    remove(field.state, field.unit("g-org2"))
    field.give("consolidate g-loose,g-pz1b")
    assert field.at("g-pz1b") == WHERE
    field.give(f"consolidate {field.scenario.counter_ids[truck]},g-org2")
    assert field.state.tokens[field.unit("g-org2")] == 2


@rule("ocs", "13.9-3.2")
def test_units_cannot_leave_formation(two_divisions: OcsScenario) -> None:
    field = muster(two_divisions, g_pz1=WHERE, g_org1=WHERE)
    remove(field.state, field.unit("g-loose"))
    field.put("g-truck1", WHERE)
    remove(field.state, field.unit("g-truck1"))
    assert field.refused("consolidate g-pz1,g-loose") == "13.9-3.2"
    assert field.refused("consolidate g-org1,g-truck1") == "13.9-3.2"
    assert not field.offered("g-pz1")
