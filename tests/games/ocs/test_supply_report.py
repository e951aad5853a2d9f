"""Supply reports, reminders and previews: what a player reads about units, dumps and orders."""

from __future__ import annotations

from typing import cast

import pytest

from grognard.core.contract.explanation import Explanation
from grognard.core.play.game import Game
from grognard.games import definition_of
from grognard.games.ocs import rules
from grognard.games.ocs.interface import map_layers, reminders
from grognard.games.ocs.interface import supply_report as help_
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import OcsState
from tests.rules.ocs.field import GERMAN, SOVIET
from tests.rules.ocs.order_helpers import at
from tests.rules.ocs.supply_board import Depot, even


def account(f: Depot, id_: str) -> dict[str, str]:
    """Return label and value of every line of a counter's report."""
    return {line.label: line.value for line in help_.supply_of(f.state, f.unit(id_)).lines}


def test_report_names_hq_source_dump_and_costs() -> None:
    f = Depot("movement", g_hq2="04.07", g_tb="14.07")
    f.supply("02.07", 9)
    lines = account(f, "g-tb")
    assert lines["Trace: german army HQ in 04.07 throws it from 01.07 (supply source)"] == "yes"
    assert lines["Dump in 02.07, thrown by german army HQ"] == "2 SP 1T"
    assert lines["To move: fuel 1T from the dump in 02.07 through german army HQ"] == "1T"
    assert lines["To attack: 1T from the dump in 02.07 through german army HQ"] == "1T"
    assert lines["To defend it: 1T from the dump in 02.07 through german army HQ"] == "1T"
    assert help_.supply_of(f.state, f.unit("g-tb")).total == "in trace supply; 2 SP 1T in reach"


def test_report_of_unit_without_supply_in_reach() -> None:
    f = Depot("movement", g_tb="14.07 o", g_rgt1="14.07")
    f.mark("exhausted", "g-tb")
    lines = account(f, "g-tb")
    assert lines["To move: needs fuel, not enough supply in reach"] == "no"
    assert lines["To attack: not enough supply in reach, internal stocks Exhausted"] == "no"
    assert lines["To defend: no combat supply, half strength"] == "no"
    assert lines["Internal stocks: Exhausted; to restore them in the Supply Phase"] == "1 SP"
    assert "NO trace supply, marked Out of Supply; no dump in reach" in str(
        help_.supply_of(f.state, f.unit("g-tb"))
    )
    assert account(f, "g-rgt1")["To attack: internal stocks of 1. infantry regiment"] == "0T"


def test_report_of_artillery_and_hq() -> None:
    f = Depot("movement", g_hq2="04.07", **at("10.07", "g-art1", "g-stug", "g-tb"))
    f.supply("06.07", 8)
    assert account(f, "g-art1")["To fire: 3T from the dump in 06.07"] == "3T"
    hq = account(f, "g-hq2")
    assert hq["To fuel itself and 3 independent units until Clean Up"] == "1 SP"


FRONT = {
    f"s_{id_}": f"08.{row:02}"
    for id_, row in zip(("rgt1", "rgt2", "inf1", "inf2", "inf3"), range(1, 14, 3), strict=True)
}
"""A line of enemies whose ZOCs leave no gap."""


@pytest.mark.parametrize(
    ("places", "why"),
    [
        ({}, "too far; the nearest source is 01.07 (supply source), 11 hexes away"),
        ({"g_hq2": "04.07", **FRONT}, "blocked by enemy ZOCs"),
        ({"s_rgt1": "01.07"}, "no source works"),
    ],
)
def test_report_of_missing_trace(places: dict[str, str], why: str) -> None:
    f = Depot("supply", g_rgt1="12.07")
    for id_, hex_ in places.items():
        f.put(id_.replace("_", "-"), hex_)
    assert why in help_.why_cut_off(f.state, f.unit("g-rgt1"))


def test_report_of_split_formation() -> None:
    f = Depot("supply", scenario=even(rail=True), g_pz1="02.02", g_mech1="02.03", g_moto="08.12")
    assert "formation" in help_.why_cut_off(f.state, f.unit("g-moto"))


def test_report_of_dump_users() -> None:
    f = Depot("movement", g_hq2="04.07", g_tb="14.07", g_rgt1="05.07")
    dump = f.supply("04.07", 4)
    said = str(help_.supply_of(f.state, dump))
    assert "1. infantry regiment draws directly" in said
    assert "german army HQ throws to tank brigade" in said


def test_units_without_trace_and_feeding_cost() -> None:
    f = Depot("supply", g_rgt1="15.05", g_inf1="15.05", g_sec="03.07")
    f.supply("15.05", 8)
    said = help_.units_without_trace(f.state, GERMAN)
    assert (said.total, said.lines[-1].value) == ("2 units", "2T")
    assert isinstance(said, Explanation)


def test_exposed_dumps() -> None:
    f = Depot("movement", g_sec="10.05", s_tb="16.05 m")  # fourteen points on tracks
    f.supply("10.05", 4)
    f.supply("06.05", 6)
    f.supply("01.05", 4)
    assert f.labels(reminders.exposed(f.state, GERMAN)) == {"06.05"}
    said = reminders.exposures(f.state, GERMAN)
    assert [(line.label, line.value) for line in said.lines] == [
        ("dump in 06.05: no garrison, enemy 10 hexes away", "1 SP 2T")
    ]
    f.put("g-rgt1", "06.05")
    assert reminders.exposures(f.state, GERMAN).total == "no exposed dumps"


def test_hidden_enemies_do_not_expose_dumps() -> None:
    f = Depot("movement", s_rgt1="16.05", s_tb="16.05 m")  # the regiment has a ZOC, so it shows
    f.supply("06.05", 6)
    assert not reminders.exposed(f.state, GERMAN)


def test_checklist_counts() -> None:
    f = Depot("movement", scenario=even(rail=True), g_tb="06.05", g_rgt1="19.01", s_tb="18.05 m")
    f.supply("09.05", 4)
    said = {line.label: line.value for line in reminders.checklist(f.state, GERMAN).lines}
    assert said["units that can still move"] == "2"
    assert said["of these, units that need fuel"] == "1"
    assert said["Rail Cap left"] == "4"
    assert said["Sea Cap left"] == "2"
    assert said["units without trace supply"] == "1"
    assert said["exposed dumps and Extenders"] == "1"
    f.go_to("combat")
    assert "units that can still move" not in str(reminders.checklist(f.state, SOVIET))


def test_game_declares_reports_areas_and_checklists() -> None:
    game = Game(definition_of("ocs"), "practice", seed=1)
    state = game.state
    assert isinstance(state, OcsState)
    file = game.scenario.game
    assert file.explains
    assert "trace supply" in str(rules.explain(state, "g-pz1"))
    assert set(map_layers.areas(state, "german")) == set(file.areas)
    known: set[str] = set()
    for name in ("practice", "gela"):
        scenario = definition_of("ocs").scenarios(name, {})
        phases = {step.phase.replace("-", " ") for step in cast(OcsScenario, scenario).sequence}
        known |= {f"{side} {phase}" for side in scenario.sides for phase in phases}
    assert set(file.checklists) <= known


# -- before an order is given ---------------------------------------------------------------------------


def preview(f: Depot, text: str) -> Explanation:
    """Return the preview of a legal order."""
    assert f.check(text) is None, f.check(text)
    return rules.preview(f.state, f.order(text))


def test_fuel_preview() -> None:
    f = Depot("movement", g_hq2="04.07", **at("14.07", "g-tb", "g-stug", "g-rgt1"))
    f.supply("02.07", 9)
    one, all_ = preview(f, "fuel g-tb"), preview(f, "fuel-hq g-hq2")
    assert one.lines[0].label == "from the dump in 02.07 through german army HQ"
    assert one.total == "1T, for this phase"
    assert all_.total == "1 SP, until your next Clean Up Phase"
    fueled = {line.label for line in all_.lines[1:]}
    assert fueled == {
        f"fuel for {name}" for name in ("german army HQ", "tank brigade", "assault gun battalion")
    }


def test_rail_preview() -> None:
    f = Depot("movement", scenario=even(rail=True), g_hq="04.11", g_inf1="04.11 m", g_sec="08.04")
    f.supply("04.02", 6)
    train = preview(f, "rail g-inf1 04.11-08.11")
    assert (train.total, [line.value for line in train.lines]) == ("1.5 Rail Cap", ["3", "half", "2.5"])
    assert preview(f, "freight 04.02-07.03 6").total == "1.5 Rail Cap"


def test_shipping_preview() -> None:
    f = Depot("movement", g_port_1002="10.02", g_port_0202="02.02", g_stug="10.02 m")
    assert preview(f, "ship g-stug 10.02-02.02").total == "0.5 Sea Cap"


def test_blow_and_breakout_previews() -> None:
    f = Depot("movement", g_rgt1="01.01")
    f.supply("10.05", 4)
    said = preview(f, "blow 10.05 4")
    assert said.outcomes == pytest.approx({"1T": 1 / 6, "2T": 1 / 3, "3T": 1 / 3, "1 SP": 1 / 6})
    away = Depot("breakout", g_rgt1="15.05")
    assert preview(away, "breakout g-rgt1").outcomes == pytest.approx({"breaks out": 0.5, "eliminated": 0.5})
    away.state.traced = 0
    away.put("g-sec", "04.07")
    assert preview(away, "breakout g-rgt1").outcomes == pytest.approx(
        {"breaks out": 1 / 3, "eliminated": 2 / 3}
    )


def test_supply_phase_previews() -> None:
    f = Depot("supply", g_inf1="15.05", g_rgt1="15.06")
    f.supply("15.05", 8)
    f.feed()
    assert preview(f, "eat 15.05").total == "2T more"
    f.give("eat 15.05")
    assert preview(f, "eat 15.06").total == "0T more"  # four equivalents for two tokens
    assert preview(f, "starve 15.06").total == "1 unit Out of Supply, subject to attrition"
    g = Depot("supply", **at("04.07", "g-rgt1", "g-inf1"))
    g.mark("low", "g-rgt1", "g-inf1")
    g.supply("04.07", 2)
    g.feed()
    said = preview(g, "recover g-inf1")  # too little for the division, so the regiment has it [12.10e-C]
    assert [line.value for line in said.lines] == ["2T", "0T of 1 SP 2T", "2T, full"]
    assert said.lines[0].label == "from the dump in 04.07"


def test_end_phase_preview() -> None:
    f = Depot("movement", g_tb="15.05", s_tb="18.05 m")
    f.supply("09.05", 4)
    said = str(preview(f, "end"))
    assert "units that can still move" in said
    assert "dump in 09.05: no garrison" in said
    assert "tank brigade in 15.05: too far" in said
