"""House rules about fuel."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.turn import sequence
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.chosen_options import playing
from tests.rules.ocs.order_helpers import at
from tests.rules.ocs.supply_board import Depot, even

ON_OFF = pytest.mark.parametrize("on", [True, False])
TANKS = ("g-pz1", "g-pz2", "g-moto")


def depot(*options: str, tokens: int = 2, **places: Any) -> Depot:
    """Units in 07.05 with a few tokens, on the even board."""
    field = Depot("movement", scenario=playing(*options, base=even()), **places)
    field.supply("07.05", tokens)
    return field


# -- HR-10 Minimal Fueling -------------------------------------------------------------------------


@rule("ocs", "HR-10.1")
def test_formation_is_fueled_for_two_tokens_at_a_quarter_of_its_ma() -> None:
    field = depot("HR-10", **at("07.05", *TANKS, "g-mech1", "g-tb"))
    before = {id_: field.left(id_) for id_ in (*TANKS, "g-mech1", "g-tb")}
    assert "fuel-minimal g-pz1" in field.offered("g-pz1", "fuel-minimal")
    field.give("fuel-minimal g-pz1")
    assert not field.tokens("07.05")
    for id_ in TANKS:
        assert field.left(id_) == before[id_] / 4
    assert field.left("g-mech1") == before["g-mech1"]  # by leg it needs no fuel
    assert field.left("g-tb") == before["g-tb"] and field.price("g-tb") is None  # not of the formation
    field.give("move g-pz1 07.05-08.05")
    assert field.refused("fuel-minimal g-pz2") == "12.5a.1"
    assert field.refused("move g-pz2 07.05-10.05") == "6.1b.1"


@rule("ocs", "HR-10.1")
def test_hq_fuels_independents_in_range_for_two_tokens() -> None:
    field = depot("HR-10", g_hq="07.05", g_tb="08.05", g_stug="07.05", g_pz1="07.05")
    before = field.left("g-tb")
    field.give("fuel-minimal g-hq")
    assert not field.tokens("07.05") and field.left("g-tb") == before / 4
    assert field.price("g-hq", "g-tb", "g-stug") == 0 and field.price("g-pz1") is None
    poor = depot("HR-10", tokens=1, g_hq="07.05")
    assert poor.refused("fuel-minimal g-hq") == "12.5.1"


@rule("ocs", "HR-10.1")
def test_minimal_fuel_is_for_hqs_and_formations() -> None:
    field = depot("HR-10", g_tb="07.05")
    assert field.refused("fuel-minimal g-tb") == "HR-10.1"
    both = depot("HR-10", "21.3", g_hq="07.05", **at("07.05", *TANKS))  # [R-OCS-281]
    assert both.refused("fuel-minimal g-hq") == "21.3.4"
    assert both.check("fuel-minimal g-pz1") is None


@rule("ocs", "HR-10.1")
def test_no_minimal_fuel_without_the_house_rule() -> None:
    field = depot(g_hq="07.05", **at("07.05", *TANKS))
    assert field.refused("fuel-minimal g-pz1") == "HR-10.1"
    assert not field.offered("g-hq", "fuel-minimal")


@rule("ocs", "HR-10.2")
def test_minimal_fuel_ends_with_the_phase() -> None:
    field = depot("HR-10", tokens=8, **at("07.05", *TANKS))
    field.give("fuel-minimal g-pz1")
    assert field.state.scant and field.price("g-pz1") == 0
    field.go_to("exploitation")
    sequence.begin(field.state, field.dice())
    assert not field.state.scant and field.price("g-pz1") == 1
    whole = depot("HR-10", tokens=8, **at("07.05", *TANKS))
    whole.give("fuel-formation g-pz1")  # at the full price it lasts
    whole.go_to("exploitation")
    sequence.begin(whole.state, whole.dice())
    assert whole.price("g-pz1") == 0


# -- HR-11 Internals for Fuel ----------------------------------------------------------------------


@rule("ocs", "HR-11")
@ON_OFF
def test_internal_stocks_pay_for_fuel(on: bool) -> None:
    field = Depot("movement", scenario=playing("HR-11", base=even()) if on else even(), g_tb="10.05")
    if not on:
        assert field.refused("move g-tb 10.05-11.05") == "12.5a.1"
        return
    field.give("move g-tb 10.05-11.05")
    assert field.marked("low") == {"g-tb"}
    field.state.primed = 0
    changed(field.state)
    field.give("fuel g-tb")
    assert field.marked("exhausted") == {"g-tb"}
    field.state.primed = 0
    changed(field.state)
    assert field.refused("move g-tb 11.05-12.05") == "12.5a.1"


@rule("ocs", "HR-11")
def test_units_that_move_together_use_their_stocks_each() -> None:
    field = Depot("movement", scenario=playing("HR-11", base=even()), g_tb="10.05", g_stug="10.05")
    field.give("move g-stug,g-tb 10.05-11.05")
    assert field.marked("low") == {"g-stug", "g-tb"}


@rule("ocs", "HR-11")
def test_supply_in_reach_pays_for_fuel_before_internal_stocks() -> None:
    field = depot("HR-11", tokens=1, g_tb="07.05", g_stug="07.05")
    field.give("move g-stug,g-tb 07.05-08.05")
    assert not field.tokens("07.05") and len(field.marked("low")) == 1


@rule("ocs", "HR-11")
def test_overrun_on_internal_stocks_uses_them_twice() -> None:
    field = Battlefield("movement", scenario=playing("HR-11"), g_tb="08.09", s_rgt1="09.10")
    field.give("overrun 09.10 g-tb")
    assert field.having("exhausted") == {"g-tb"}
    low = Battlefield("movement", scenario=playing("HR-11"), g_tb="08.09", s_rgt1="09.10")
    low.stocks("g-tb", low=True)
    assert low.refused("overrun 09.10 g-tb") == "12.10c.2"
