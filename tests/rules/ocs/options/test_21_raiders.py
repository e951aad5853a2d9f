"""Case 21.10b: raiders shift off the railways behind enemy HQs."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.testing import rule
from grognard.games.ocs.movement.raiders import shift_hexes
from grognard.games.ocs.supply.trace import traceable
from grognard.games.ocs.terrain.zones import zoc
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.chosen_options import playing
from tests.rules.ocs.field import GERMAN, SOVIET

HQ = "10.11"
"""The hex of an HQ that draws trace supply from the railhead in 14.11; the source is in 20.12."""


def raid(raider: str = "17.12 m", *, on: bool = True, **at: Any) -> Battlefield:
    """The end of a German Exploitation Phase with a regiment on the Soviet railway."""
    scenario = playing("21.10b") if on else playing()
    return Battlefield("exploitation-combat", scenario=scenario, s_hq=HQ, g_rgt1=raider, g_inf1="08.07", **at)


def supplied(field: Battlefield) -> bool:
    return bool(traceable(field.state, SOVIET).hqs & field.bit("s-hq"))


@rule("ocs", "21.10b.1", "21.10b.2")
@pytest.mark.parametrize("on", [True, False])
def test_raider_shifts_off_the_railway(on: bool) -> None:
    field = raid(on=on)
    assert not supplied(field)
    field.give("end")
    if not on:
        assert field.asked() != "raid" and field.at("g-rgt1") == "17.12"
        return
    assert field.asks() == ("raid", GERMAN)
    track = {"20.12", "19.12", "18.11", "17.12", "16.11", "15.12", "14.11"}
    near = {
        field.scenario.label(h)
        for h in range(field.scenario.grid.size)
        if 0 < field.scenario.grid.distance(h, field.hex("17.12")) <= 2
    }
    offered = {text.split()[1] for text in field.answers()}
    assert offered and offered <= near - track
    assert field.refused("shift 16.11 g-rgt1") == "21.10b.2"
    assert field.refused("shift 08.08 g-inf1") == "21.10b.2"
    to = min(offered)
    field.give(f"shift {to} g-rgt1")
    assert field.at("g-rgt1") == to and supplied(field)
    assert field.asked() != "raid" and field.state.phase != "exploitation-combat"


@rule("ocs", "21.10b.2")
@pytest.mark.parametrize(("raider", "across"), [("g-rgt1", {"14.10", "15.10"}), ("g-tb", set())])
def test_raiders_shift_two_hexes_over_ground_that_they_can_enter(raider: str, across: set[str]) -> None:
    """A major river runs along the hexes east of 15.10 to 15.12; tanks cross it only by the railway."""
    field = raid("16.11 m", g_tb="16.11 m")
    near = {"16.09", "16.10", "16.12", "16.13", "17.10", "17.11", "17.13", "18.10", "18.12"}
    bank = {"14.12", "15.11", "15.13"}
    assert field.labels(shift_hexes(field.state, field.unit(raider))) == near | bank | across


@rule("ocs", "21.10b.2")
@pytest.mark.parametrize(("mode", "enters"), [("m", True), ("ms", False)])
def test_a_raider_in_strat_mode_does_not_shift_into_enemy_zones(mode: str, enters: bool) -> None:
    field = raid(f"17.12 {mode}", s_inf1="19.10")
    zone = zoc(field.state, SOVIET)
    assert {"18.10", "19.11"} <= field.labels(zone)
    assert bool(shift_hexes(field.state, field.unit("g-rgt1")) & zone) == enters


@rule("ocs", "21.10b.1")
def test_only_railways_just_blocked_count() -> None:
    before = raid()
    before.state.traced &= ~before.bit("s-hq")  # it had no trace supply in the first place
    before.give("end")
    assert before.asked() != "raid"
    near_source = raid(s_inf1="15.12")
    near_source.put("s-hq", "20.12")  # it draws from the source itself
    near_source.give("end")
    assert near_source.asked() != "raid"


@rule("ocs", "21.10b.2")
@pytest.mark.parametrize(
    ("raider", "asked"), [("17.12 m", True), ("17.12 ms", True), ("17.12", False), ("17.12 me", True)]
)
def test_combat_mode_units_need_not_shift(raider: str, asked: bool) -> None:
    field = raid(raider)
    assert not supplied(field)
    field.give("end")
    assert (field.asked() == "raid") == asked


@rule("ocs", "21.10b.2")
def test_all_raiders_that_make_a_difference_shift() -> None:
    field = raid(g_rgt2="15.12 m", g_pz1="02.02 m")
    field.give("end")
    for _ in range(2):
        assert field.asked() == "raid"
        field.give(min(field.answers()))
    assert supplied(field) and field.asked() != "raid"
    held = raid(g_rgt2="15.12")  # in Combat Mode it keeps the railway cut, so the other one can stay
    held.give("end")
    assert held.asked() != "raid"
