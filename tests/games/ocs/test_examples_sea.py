"""Worked examples of the series: ships, DUKWs and ports, and the options, restated as situations."""

from __future__ import annotations

import msgspec
import pytest

from grognard.core.testing import rule
from grognard.games.ocs.arrivals import replacements
from grognard.games.ocs.model.charts import Rebuild
from grognard.games.ocs.model.combat_events import FacilityBarraged
from grognard.games.ocs.model.state import put
from grognard.games.ocs.sea.losses import strike
from grognard.games.ocs.supply.tokens import dump_at
from grognard.games.ocs.terrain.ports import capacity
from tests.games.ocs.test_examples_combat import Changed
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.chosen_options import playing
from tests.rules.ocs.field import GERMAN, SOVIET, event_of, varied
from tests.rules.ocs.seaside import Seaside
from tests.rules.ocs.supply_board import Depot, even


@rule("ocs", "18.3a-B", "18.3a-A")
def test_ex_49_ground_fire_once_a_turn() -> None:
    """A ship that hit an air base in Reaction fires at no ground target in its own phases, but at ships."""
    field = Seaside("reaction-barrage", 1, g_bb="17.01", s_inf1="18.03", s_dd="19.01", g_dd="16.01")
    put(field.state, field.unit("s-air-base-1307"), field.hex("18.04"))
    events = field.give("barrage 18.04 g-bb air-base", 6)
    assert event_of(events, FacilityBarraged).facility == "air-base"
    for phase, player in (("movement-barrage", 0), ("exploitation-barrage", 0)):
        field.go_to(phase, player)
        field.state.fired = field.state.barraged = 0
        assert field.refused("barrage 18.03 g-bb") == "18.3a-B"
        assert field.refused("barrage 18.04 g-bb air-base") == "18.3a-B"
        assert field.check("barrage 19.01 g-bb ship") is None


@rule("ocs", "18.3d-B.1", "18.3d.2", "18.4d")
@pytest.mark.parametrize(("drawn", "regiment", "tokens"), [(16, "", 4), (17, "g-dukw1", 0)])
def test_ex_51_loss_aboard_a_dukw(drawn: int, regiment: str, tokens: int) -> None:
    """Two points with a regiment of 1 RE and 1 SP: one hit costs a point, and the regiment or the supply."""
    field = Seaside("movement-barrage", g_dukw1="17.01 2 4T", g_rgt1="g-dukw1")
    strike(field.state, field.unit("g-dukw1"), 1, False, field.dice(drawn))
    assert field.points("g-dukw1") == 1
    assert (field.aboard("g-rgt1"), field.state.tokens[field.unit("g-dukw1")]) == (regiment, tokens)


@rule("ocs", "18.4e.1", "18.4e.2", "18.4e-C", "13.2f.4")
def test_ex_52_a_dukw_with_three_hexes_left() -> None:
    """5 of 8 hexes at sea leave 9 MP ashore; to unload costs 2.4 MP, rounded to 2."""
    field = Seaside("movement", g_dukw1="20.01 1 4T")
    field.give("sail g-dukw1 20.01-19.01-18.01-17.01-16.01-16.02")
    field.give("wade g-dukw1", 6, 6)
    assert field.left("g-dukw-truck1") == 9
    field.give("unload g-dukw-truck1 4")
    assert field.left("g-dukw-truck1") == 7
    assert field.state.tokens[dump_at(field.state, field.hex("16.02"), GERMAN)] == 4


# -- options -----------------------------------------------------------------------------------------


@rule("ocs", "21.2")
def test_ex_54_proportional_strength() -> None:
    field = Changed("combat", scenario=playing("21.2"), g_inf1="08.09 *", s_rgt1="09.10")
    field.prints("g-inf1", strength=11)
    assert field.strengths(field.calculated("attack 09.10 g-inf1").attack) == {"g-inf1": 7}  # 11 x 2/3


@rule("ocs", "21.7.3")
@pytest.mark.parametrize(
    ("printed", "price"),
    [
        (Rebuild(pax=1), Rebuild(pax=1)),
        (Rebuild(pax=2), Rebuild(pax=1)),
        (Rebuild(pax=3), Rebuild(pax=1)),
        (Rebuild(pax=1, eq=1), Rebuild(eq=1)),  # its Move side has Track MP
    ],
)
def test_ex_55_one_repl_for_a_step(printed: Rebuild, price: Rebuild) -> None:
    base = playing("21.7")
    scenario = varied(base)
    rows = {**base.charts.rebuild, "panzer-battalion": printed}
    scenario.charts = msgspec.structs.replace(base.charts, rebuild=rows)
    assert replacements.price(scenario, scenario.index["g-pz1"]) == price


@rule("ocs", "21.11b")
def test_ex_56_a_port_damaged_to_two_tokens_costs_two_to_repair() -> None:
    scenario = playing("21.11b", base=even())
    field = Depot("movement", scenario=scenario, g_port_0202="02.02", g_eng="02.02")
    port = field.unit("g-port-0202")
    field.state.level[port] = 2
    assert capacity(field.state, port) == 2
    field.supply("02.02", 2)
    field.give("mend 02.02 g-eng")
    assert not field.state.ledger[GERMAN] and field.state.level[port] == 1


@rule("ocs", "HR-6", "9.11d.2")
@pytest.mark.parametrize(("options", "attack"), [((), 10), (("HR-6",), 5)])
def test_ex_57_the_last_of_four_steps(options: tuple[str, ...], attack: int) -> None:
    scenario = playing(*options)
    field = Battlefield("combat", scenario=scenario, g_inf4="08.09 ***", s_inf4="09.10 ***")
    field.supply("09.10", 20, SOVIET)
    sums = field.calculated("attack 09.10 g-inf4")
    assert field.strengths(sums.attack) == {"g-inf4": attack}
    assert field.strengths(sums.defence) == {"s-inf4": 10}
