"""Chapters 9.14f, 10.0c and 14: the numbers at which a result of the air rules begins."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.contract.decisions import Question
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.air.bases import base_named
from grognard.games.ocs.air.capture import displace_planes
from grognard.games.ocs.air.losses import check_planes
from grognard.games.ocs.flights.unloading import drop
from grognard.games.ocs.model.air_events import CargoDropped, PlaneLoss, PlanesCaught, PlanesChecked
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.state import put_aboard
from tests.rules.ocs.airfield import Airfield
from tests.rules.ocs.field import GERMAN, SOVIET

BASE: dict[str, Any] = {"side": "soviet", "hexes": ("13.07",)}


@rule("ocs", "10.0c-A.1", "10.0c-A.2")
@pytest.mark.parametrize("least", [3, 4, 5, 6])
def test_a_plane_loses_a_step_from_the_number_of_the_result_on(least: int) -> None:
    field = Airfield(s_yak="13.07", s_il2="13.07 i")
    base, why = base_named(field.state, "13.07", SOVIET), "10.0c-A.1"
    checked, lost = check_planes(field.state, base, least, field.dice(least, least - 1))
    dice = (least, least - 1)
    assert checked == PlanesChecked(dice=dice, least=least, losses=1, rule=why, final=True, **BASE)
    assert lost == PlaneLoss(units=("s-yak",), eliminated=False, rule=why, **BASE)
    assert [field.state.lost[field.unit(id_)] for id_ in ("s-yak", "s-il2")] == [1, 0]
    assert check_planes(field.state, base, 0, field.dice()) == []  # the result says nothing of planes
    assert check_planes(field.state, base, least, field.dice(6, 6))[1:] == [
        PlaneLoss(units=("s-yak",), eliminated=True, rule=why, **BASE),
        PlaneLoss(units=("s-il2",), eliminated=False, rule=why, **BASE),
    ]


@rule("ocs", "9.14f.2", "9.14f.3", "14.10e-B.2")
@pytest.mark.parametrize(
    ("marks", "advance", "hit"),
    [("i", False, 6), ("", False, 4), ("i", True, 4), ("", True, 2)],
)
def test_a_plane_at_a_captured_base_is_hit_up_to_six(marks: str, advance: bool, hit: int) -> None:
    """Two more if it is Active, and two if the base is captured by an advance."""
    for total in range(2, 13):
        field = Airfield(s_yak=f"13.07 {marks}")
        state, plane = field.state, field.unit("s-yak")
        base = base_named(state, "13.07", SOVIET)
        state.gliders[base] = 2
        pair = (max(1, total - 6), min(6, total - 1))
        events = displace_planes(state, base, advance, field.dice(*pair))
        lost = int(total <= hit)
        assert events[0] == PlanesCaught(dice=pair, planes=1, losses=lost, rule="9.14f.2", final=True, **BASE)
        assert (state.lost[plane], state.active, state.gliders[base]) == (lost, 0, 0)
        assert state.questions == [Question("flee", SOVIET, (plane,), field.hex("13.07"), (2, -1))]


@rule("ocs", "14.11.2")
@pytest.mark.parametrize(("start", "active"), [("15.07", True), ("16.07", True), ("17.07", False)])
def test_a_fighter_stays_active_after_a_transfer_within_its_range(start: str, active: bool) -> None:
    field = Airfield()
    from_ = field.generic("bases", start)[0]
    field.state.level[from_] = 1
    put_aboard(field.state, field.unit("g-109"), from_)  # its range is 12; 16.07 is 12 hexes away
    field.state.active |= field.bit("g-109")
    changed(field.state)
    field.give("transfer g-109 04.07")
    assert field.state.active == (field.bit("g-109") if active else 0)


@rule("ocs", "14.10d.1", "14.10d.2")
@pytest.mark.parametrize(
    ("hex_", "enemy", "needed"),
    [("07.03", False, 5), ("14.10", False, 6), ("07.03", True, 6), ("14.10", True, 7), ("02.11", True, 6)],
)
def test_dropped_supply_lands_from_the_number_of_the_hex_on(hex_: str, enemy: bool, needed: int) -> None:
    """A village and an air base are clear, woods are not; an enemy hex is harder."""
    field = Airfield(g_52="04.07")
    field.supply("04.07", 4)
    field.state.second = 1 << field.hex(hex_) if enemy else 0
    plane, loaded = field.unit("g-52"), field.hex("04.07")
    mission = Mission("drop", GERMAN, field.hex(hex_), (plane,), tokens=2, loaded=loaded)
    dice = (3, needed - 3, 3, needed - 4)
    (event,) = drop(field.state, mission, field.dice(*dice))
    assert event == CargoDropped(
        side="german", hexes=(hex_,), dice=dice, needed=needed, landed=0, lost=0, tokens=1, lost_tokens=1,
        rule="14.10d.1", final=True,
    )  # fmt: skip
    assert field.state.ledger[GERMAN] == 3
    field.sound()
