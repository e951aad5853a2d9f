"""Chapter 21: optional rules about long range, re-basing, paratroops and formation markers."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.testing import rule
from grognard.games.ocs.air.bases import base_named
from grognard.games.ocs.air.combat import rating
from grognard.games.ocs.arrivals import air_arrivals
from grognard.games.ocs.combat.barrage_table import column_shifts
from grognard.games.ocs.fleet.gunnery import column_at
from grognard.games.ocs.interface.views import view
from grognard.games.ocs.missions.chances import explain_mission
from grognard.games.ocs.missions.resolution import air_shot
from grognard.games.ocs.model.air_events import DogFight
from grognard.games.ocs.model.combat_events import Barraged
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.state import READY, put
from grognard.games.ocs.turn import sequence
from tests.rules.ocs.airfield import Airfield, flying
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.chosen_options import playing
from tests.rules.ocs.field import GERMAN, SOVIET, Field, event_of
from tests.rules.ocs.seaside import coast

BASE, OTHER, ENEMY = "04.07", "02.11", "13.07"


def field(option: str, phase: str = "movement", player: int = 0, **at: Any) -> Airfield:
    return Airfield(phase, player, scenario=playing(option, base=flying()), **at)


# -- 21.4 Long Range Air Effects -----------------------------------------------------------------------


@rule("ocs", "21.4-A")
def test_barrages_beyond_half_range_shift_left() -> None:
    some = field("21.4", "movement-barrage", g_88=BASE, g_87=BASE, s_inf1="11.09", s_inf2="14.07")

    def shifts(hex_: str, *ids: str) -> dict[str, int]:
        mission = Mission("barrage", GERMAN, some.hex(hex_), tuple(map(some.unit, ids)))
        found = column_shifts(some.state, GERMAN, mission.target, air_shot(some.state, mission))
        return {shift.rule: shift.columns for shift in found}

    assert "21.4-A" not in shifts("14.07", "g-88")  # exactly half of 20
    assert shifts("11.09", "g-87")["21.4-A"] == -1  # 7 of 11 hexes
    assert shifts("11.09", "g-87", "g-88")["21.4-A"] == -1  # one is enough
    event = event_of(some.give("barrage 11.09 g-87", 1, 1, 4, 4), Barraged)
    plain = Airfield("movement-barrage", g_87=BASE, s_inf1="11.09")
    usual = event_of(plain.give("barrage 11.09 g-87", 1, 1, 4, 4), Barraged)
    assert event.points == usual.points and event.column != usual.column
    shown = explain_mission(plain.state, GERMAN, plain.order("barrage 11.09 g-87"))
    assert "21.4-A" not in {line.rule for line in shown.lines}


@rule("ocs", "21.4-A")
def test_barrages_of_ships_beyond_half_range_shift_left() -> None:
    scenario = playing("21.4", base=coast())
    plain = Airfield("movement-barrage", scenario=coast(), g_torp=BASE, s_dd="20.02")
    far = Airfield("movement-barrage", scenario=scenario, g_torp=BASE, s_dd="20.02")
    planes, target = far.bit("g-torp"), far.unit("s-dd")
    assert column_at(far.state, planes, target) == column_at(plain.state, planes, target) - 1  # 16 of 30


@rule("ocs", "21.4-B")
def test_ratings_fall_beyond_half_range() -> None:
    some = field("21.4", g_109=BASE, s_yak=ENEMY, s_lagg=f"{ENEMY} i")
    mission = Mission("sweep", GERMAN, some.hex(ENEMY), (some.unit("g-109"),))
    assert rating(some.state, some.unit("g-109"), mission) == 3  # 9 of 12 hexes
    assert rating(some.state, some.unit("s-yak"), mission) == 3  # at its base
    events = some.give(f"sweep {ENEMY} g-109", 3, 4, 1)
    assert event_of(events, DogFight).modified == 7 + 3 - 3
    near = Mission("sweep", GERMAN, some.hex("10.07"), (some.unit("g-109"),))
    assert rating(some.state, some.unit("g-109"), near) == 4  # 6 hexes
    plain = Airfield(g_109=BASE, s_yak=ENEMY)
    assert event_of(plain.give(f"sweep {ENEMY} g-109", 3, 4, 1), DogFight).modified == 8


@rule("ocs", "21.4-B")
def test_an_interceptor_beyond_half_range_is_weaker() -> None:
    some = field("21.4", "movement-barrage", g_87=BASE, s_inf1="05.09", s_yak=ENEMY)
    some.give("barrage 05.09 g-87")
    events = some.give("intercept s-yak", 4, 4, 1)
    assert event_of(events, DogFight).modified == 8 + 2 - 1  # 8 hexes of 12; the bomber is near its base


@rule("ocs", "21.4-C")
def test_fighters_do_not_stay_active_after_long_transfers() -> None:
    some = field("21.4", g_109=BASE, g_109b=OTHER)
    far = some.generic("bases", "11.07")[0]
    some.state.level[far] = 1
    some.give("transfer g-109 11.07")  # 7 of 12 hexes
    assert not some.state.active & some.bit("g-109")
    some.give(f"transfer g-109b {BASE}")
    assert some.state.active & some.bit("g-109b")


# -- 21.5 Re-Basing Limits -----------------------------------------------------------------------------


@rule("ocs", "21.5")
def test_one_plane_a_level_stays_active_by_transfer() -> None:
    some = field("21.5", g_109=BASE, g_109b=BASE)
    some.give(f"transfer g-109 {OTHER}")  # level 1
    some.give(f"transfer g-109b {OTHER}")
    assert some.state.active == some.bit("g-109")
    sequence._next_turn(some.state, [])
    assert not any(some.state.rebased)
    together = field("21.5", g_109=OTHER, g_109b=OTHER)
    together.give(f"transfer g-109,g-109b {BASE}")  # level 2
    assert together.state.active == together.bit("g-109", "g-109b")
    plain = Airfield(g_109=BASE, g_109b=BASE)
    plain.give(f"transfer g-109,g-109b {OTHER}")
    assert plain.state.active == plain.bit("g-109", "g-109b")


@rule("ocs", "21.5")
def test_arrivals_and_transfers_share_the_limit_and_a_strip_counts_one() -> None:
    some = field("21.5", "reinforcement", 1)
    for id_ in ("s-yak", "s-lagg"):
        put(some.state, some.unit(id_), READY)
    strip = base_named(some.state, "19.12", SOVIET)
    air_arrivals.apply_arrive(some.state, SOVIET, some.order("arrive s-yak,s-lagg 19.12"))
    assert some.state.active == some.bit("s-yak") and some.state.rebased[strip] == 1


# -- 21.8c Paratroops attack empties -------------------------------------------------------------------


@rule("ocs", "21.8c")
def test_dropped_units_attack_an_empty_hex_free() -> None:
    some = Battlefield("combat", scenario=playing("21.8"), g_rgt1="08.09", g_rgt2="08.09")
    some.state.exhausted |= some.bit("g-rgt1", "g-rgt2")
    assert some.check("attack 09.10 g-rgt1") is not None  # nothing to pay with
    some.state.dropped |= some.bit("g-rgt1")
    assert "attack 09.10 g-rgt1" in some.offered("g-rgt1", "attack")
    assert some.check("attack 09.10 g-rgt1,g-rgt2") is not None  # the other one pays
    some.give("attack 09.10 g-rgt1")
    some.give("advance g-rgt1")
    assert some.at("g-rgt1") == "09.10"
    enemies = Battlefield("combat", scenario=playing("21.8"), g_rgt1="08.09", s_rgt1="09.10")
    enemies.state.exhausted |= enemies.bit("g-rgt1")
    enemies.state.dropped |= enemies.bit("g-rgt1")
    assert enemies.check("attack 09.10 g-rgt1") is not None  # not empty


# -- 13.7b hidden formations ---------------------------------------------------------------------------


@rule("ocs", "13.7b")
@pytest.mark.parametrize(("marks", "seen"), [("", "g-inf1"), (" m", "g-pz1")])
def test_a_formation_hides_under_other_units_with_a_zoc(marks: str, seen: str) -> None:
    some = Field("movement", g_pz1="08.09", g_pz2="08.09", g_inf1=f"08.09{marks}")
    formation = some.scenario.formation_of[some.unit("g-pz1")]
    assert formation >= 0 and some.scenario.members[formation] & some.bit("g-pz2")
    some.state.shown |= some.bit("g-inf1")
    shown = {unit.id for unit in view(some.state, "soviet").units if unit.at == "08.09"}
    assert shown == {seen}  # the formation is on top if only its units have a ZOC
