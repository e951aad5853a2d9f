"""Chapters 3.5, 14 and 15: who flies, fights and carries, what is seen, what Trainbusting leaves alone."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.air import planes, ranges
from grognard.games.ocs.air.bases import active_at, base_named
from grognard.games.ocs.combat import retreats
from grognard.games.ocs.interface.imagine import imagine
from grognard.games.ocs.interface.views import view
from grognard.games.ocs.logistics.sea_transport import sea_left
from grognard.games.ocs.model.air_events import DogFight, FlakFired, MissionFlown, PlanesCaught
from grognard.games.ocs.model.battle import Fight
from grognard.games.ocs.model.combat_events import Barraged
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.sea_events import Salvo
from grognard.games.ocs.model.state import DEAD, HOSTED
from grognard.games.ocs.supply import supply_paths
from grognard.games.ocs.terrain import weather
from grognard.games.ocs.turn import sequence
from grognard.games.ocs.turn.sequence import setup
from tests.rules.ocs.airfield import Airfield, written
from tests.rules.ocs.chosen_options import set_up
from tests.rules.ocs.field import GERMAN, SOVIET, event_of
from tests.rules.ocs.husky import ALLIED, AXIS, Campaign
from tests.rules.ocs.seaside import Seaside
from tests.rules.ocs.supply_board import Depot

BASE, OTHER, ENEMY = "04.07", "02.11", "13.07"
COMBO = """
[[counter]]
id = "g-111"
side = "german"
nation = "german"
kind = "plane"
title = "g-111"
steps = 2

[counter.plane]
types = ["T", "Tpt"]
full = { air = 2, paren = true, barrage = 14, range = 20, lift = 1 }
reduced = { air = 1, paren = true, barrage = 7, range = 20, lift = 0.5 }

[[counter]]
id = "g-110"
side = "german"
nation = "german"
kind = "plane"
title = "g-110"
steps = 2

[counter.plane]
types = ["F", "T"]
full = { air = 3, barrage = 6, range = 12, lift = 0 }
reduced = { air = 2, barrage = 3, range = 12, lift = 0 }

[[counter]]
id = "g-light"
side = "german"
nation = "german"
kind = "infantry"
title = "g-light"
ar = 4
re = 0.25
combat = { strength = 2, ma = 4 }
move = { strength = 1, ma = 8, mobility = "leg" }
"""


@lru_cache
def combos() -> OcsScenario:
    """The scenario with aircraft of two types and a light unit."""
    return written(Path(tempfile.mkdtemp()), units=COMBO)


def field(phase: str = "movement", player: int = 0, **at: Any) -> Airfield:
    return Airfield(phase, player, scenario=combos(), **at)


def asked(some: Airfield) -> list[str]:
    return [question.kind for question in some.state.questions]


def mission_of(some: Airfield) -> Mission:
    assert some.state.mission is not None
    return some.state.mission


# -- values and modes ----------------------------------------------------------------------------------


@rule("ocs", "IV.E")
def test_all_aircraft_of_a_campaign_begin_active() -> None:
    scenario = set_up("kharkov", "air")
    state = setup(scenario, Airfield().dice())
    based = [c for c, where in enumerate(state.at) if where == HOSTED and scenario.planes >> c & 1]
    assert len(based) > 10 and all(state.active >> c & 1 for c in based)


@rule("ocs", "3.5.1", "3.5.2")
def test_the_sides_of_an_air_unit() -> None:
    some = Airfield(g_52=BASE, g_87=f"{BASE} *", g_88=BASE)
    plane = some.scenario.counters[some.unit("g-52")].plane
    assert plane is not None and plane.types == ("Tpt",)
    full = planes.values(some.state, some.unit("g-52"))
    assert (full.air, full.paren, full.barrage, full.range, full.lift) == (1, True, 0, 14, 1)
    reduced = planes.values(some.state, some.unit("g-87"))
    assert (reduced.air, reduced.barrage, reduced.range) == (0, 6, 11)
    for c in some.scenario.counters:
        if c.plane is not None:  # the same unit, one step weaker
            assert c.plane.reduced.barrage < c.plane.full.barrage or c.plane.reduced.lift < c.plane.full.lift
            assert c.plane.reduced.air < c.plane.full.air and c.plane.reduced.range == c.plane.full.range


@rule("ocs", "14.0.1")
@pytest.mark.parametrize(
    ("phase", "player", "legal"),
    [("movement", 0, True), ("reaction", 1, True), ("exploitation", 0, True), ("combat", 0, False)],
)
def test_active_planes_fly_in_three_phases_without_reserve_markers(
    phase: str, player: int, legal: bool
) -> None:
    some = Airfield(phase, player, g_109=BASE, s_yak=ENEMY)
    assert (some.check(f"sweep {ENEMY} g-109") is None) == legal
    assert not some.state.reserve | some.state.released


@rule("ocs", "14.0.2")
def test_planes_are_inactive_at_a_base_before_the_next_mission() -> None:
    some = Airfield(g_109=BASE, g_109b=BASE, s_yak=ENEMY, s_lagg=ENEMY)
    some.give(f"sweep {ENEMY} g-109")
    some.give("stay")
    some.give("engage s-yak", 1, 1, 1)
    assert asked(some) == ["mission", "home"]
    assert some.check(f"sweep {ENEMY} g-109b") is not None  # the first mission is not over
    some.give(f"home g-109 {BASE}")
    assert some.refused(f"sweep {ENEMY} g-109") == "14.1a.1"
    some.go_to("exploitation")
    some.state.flown = 0  # in a new phase
    assert some.refused(f"sweep {ENEMY} g-109") == "14.1a.1"


@rule("ocs", "14.1.2", "TERM.4", "14.3d-B")
def test_only_open_ratings_attack_and_nobody_aborts_during_the_combat() -> None:
    some = Airfield(g_109=BASE, g_109b=BASE, g_88=BASE, s_yak=ENEMY, s_lagg=ENEMY, s_il2=ENEMY)
    assert planes.open_rated(some.state, some.bit("g-109", "g-88", "s-il2")) == some.bit("g-109")
    some.give(f"sweep {ENEMY} g-109,g-88,g-109b")
    some.give("stay")
    some.give("stay")
    assert some.offered("g-109") == {"engage g-109"} and not some.offered("g-88")
    assert some.refused("engage g-88") == "14.3e-B"
    assert some.check("abort g-88") is not None
    some.give("engage g-109")
    some.give("engage s-il2", 6, 6, 1)
    assert asked(some) == ["mission", "duel"]  # the next round, without a chance to abort
    some.give("engage g-109")
    assert asked(some) == ["mission", "duel"] and some.state.questions[-1].side == SOVIET
    assert some.check("abort s-yak") is not None


@rule("ocs", "14.1.3", "14.2e.2")
def test_any_type_flies_along_but_only_transports_carry() -> None:
    some = Airfield(g_109=BASE, g_52=BASE, g_87=BASE, s_yak=ENEMY)
    some.supply(BASE, 4)
    assert some.refused(f"airlift {OTHER} g-109 1") == "14.9a.1"
    assert some.refused(f"airlift {OTHER} g-109,g-87 1") == "14.9a.1"
    assert some.check(f"airlift {OTHER} g-109,g-87,g-52 1") is None
    assert some.check(f"sweep {ENEMY} g-109,g-87,g-52") is None
    some.go_to("movement-barrage")
    assert some.check(f"barrage {ENEMY} g-109,g-87,g-52 air-base") is None
    assert some.check("trainbust 11.08 g-109,g-87,g-52") is None


@rule("ocs", "14.1.4")
def test_combos_count_as_either_type() -> None:
    some = field(g_111=BASE, g_110=OTHER)
    some.supply(BASE, 4)
    for type_ in ("T", "Tpt"):
        assert planes.of_type(some.scenario, type_) & some.bit("g-111")
    assert some.check(f"airlift {OTHER} g-111 1") is None
    assert ranges.patrolling(some.state, Mission("drop", SOVIET, some.hex("08.07"), ()))  # a Fighter as well
    some.put("s-inf1", "11.09")
    some.go_to("movement-barrage")
    assert some.check("barrage 11.09 g-111") is None


# -- missions --------------------------------------------------------------------------------------------


@rule("ocs", "14.2.1", "4.8c-C")
def test_planes_go_straight_to_a_hex_with_any_enemies() -> None:
    some = Airfield(
        "movement-barrage", g_88=BASE, s_inf1="08.09", s_inf2="11.10", s_tk1="19.12", s_yak="19.12"
    )
    order = some.order("barrage 19.12 g-88")
    assert some.check("barrage 19.12 g-88") is None and not order.path
    events = some.give("barrage 19.12 g-88", 6, 6, 1)  # enemy Fighters in the hex attack
    assert event_of(events, MissionFlown).hexes == ("19.12",)
    assert event_of(events, DogFight).hexes == ("19.12",)


@rule("ocs", "14.2e.6")
def test_trainbusting_is_flown_in_barrage_segments() -> None:
    for phase, player in (("movement", 0), ("reaction", 1), ("exploitation", 0)):
        some = Airfield(phase, player, g_88=BASE)
        assert some.refused("trainbust 11.08 g-88") == "2.1.3"
        some.go_to(f"{phase}-barrage", player)
        assert some.check("trainbust 11.08 g-88") is None


@rule("ocs", "14.2f.1")
def test_no_plane_joins_a_mission_under_way() -> None:
    late = ("barrage 11.09 g-109", "barrage 11.09 g-87,g-109", "trainbust 11.08 g-109", "sweep 11.09 g-109")
    some = Airfield("movement-barrage", g_87=BASE, g_109=BASE, s_inf1="11.09", s_yak=ENEMY)
    some.give("barrage 11.09 g-87")
    assert asked(some) == ["mission", "intercept"]
    assert [some.refused(order) for order in late] == ["2.1.3"] * len(late)
    some.give("intercept s-yak", 1, 1)  # the Fighter is driven off, and g-87 may turn back
    assert asked(some) == ["mission", "break-off"] and mission_of(some).planes == (some.unit("g-87"),)
    assert [some.refused(order) for order in late] == ["2.1.3"] * len(late)
    assert some.state.active & some.bit("g-109")


@rule("ocs", "14.3.3")
def test_inactive_planes_take_no_part_in_air_combat() -> None:
    some = Airfield(g_109=BASE, s_yak=ENEMY, s_lagg=f"{ENEMY} i", s_il2=ENEMY, s_pe2=f"{ENEMY} i")
    some.give(f"sweep {ENEMY} g-109")
    assert set(some.state.questions[-1].units) == {some.unit("s-yak"), some.unit("s-il2")}
    assert mission_of(some).foes == some.bit("s-yak", "s-il2")


@rule("ocs", "14.4d.2")
def test_bystanders_fight_an_interceptor() -> None:
    some = Airfield(g_52=BASE, g_109=OTHER, g_88=f"{OTHER} i", s_yak=ENEMY)
    some.state.at[some.state.host[some.unit("s-yak")]] = some.hex("10.10")  # an enemy base nearby
    changed(some.state)
    some.supply(BASE, 2)
    some.give(f"airlift {OTHER} g-52 1")
    assert asked(some) == ["mission", "intercept"]
    some.give("intercept s-yak")
    assert mission_of(some).extras == some.bit("g-109")
    some.give("stay")
    assert set(some.state.questions[-1].units) == {some.unit("g-52"), some.unit("g-109")}
    events = some.give("engage g-109", 1, 1, 6)  # 2 + 3 - 4: the interceptor aborts with a loss
    assert event_of(events, DogFight).defender == "g-109"
    assert some.state.lost[some.unit("s-yak")] == 1 and some.state.active & some.bit("g-109")


@rule("ocs", "14.4b")
def test_flak_needs_no_supply() -> None:
    some = Airfield("movement-barrage", g_87=BASE, s_hq="11.09 o", s_inf1="11.09 o")
    some.state.exhausted |= some.bit("s-hq", "s-inf1")
    assert some.state.ledger == [0, 0]
    events = some.give("barrage 11.09 g-87", 5, 5, 2, 2)
    flak = event_of(events, FlakFired)
    assert (flak.points, flak.hit) == (1, True)  # the HQ counts, and nothing is paid
    some = Airfield("movement-barrage", g_87=BASE, s_hq="11.09", s_inf1="11.09")
    some.supply("11.09", 4, SOVIET)
    some.give("barrage 11.09 g-87", 5, 5, 2, 2)
    assert some.state.ledger[SOVIET] == 4


@rule("ocs", "14.6.3")
def test_a_hex_is_swept_any_number_of_times() -> None:
    some = Airfield(g_109=BASE, g_109b=BASE, s_yak=ENEMY)
    some.give(f"sweep {ENEMY} g-109", 1, 1, 1)
    some.give(f"home g-109 {BASE}")
    some.give(f"sweep {ENEMY} g-109b", 6, 6, 1)
    assert not some.state.active & some.bit("s-yak")


@rule("ocs", "10.0e-A.2")
@pytest.mark.parametrize("stopped", ["interception", "flak"])
def test_a_barrage_that_is_stopped_still_uses_up_the_hex(stopped: str) -> None:
    some = Airfield("movement-barrage", g_87=f"{BASE} *", g_88=BASE, s_inf1="11.09", s_yak=ENEMY)
    some.give("barrage 11.09 g-87")
    if stopped == "interception":
        events = some.give("intercept s-yak", 4, 4, 1)
        some.give(f"home g-87 {BASE}")
    else:
        events = some.give("stay", 6, 6)  # the last step
        assert some.state.at[some.unit("g-87")] == DEAD
    assert not any(isinstance(event, Barraged) for event in events)
    assert some.refused("barrage 11.09 g-88") == "14.7.2"


@rule("ocs", "10.0b.3", "14.7d-D", "14.8.2")
def test_hip_shoots_hit_any_target_with_a_spotter_but_no_railways() -> None:
    some = Airfield(g_87=BASE, s_inf1=ENEMY, s_inf2="11.09")
    assert some.refused(f"hip-shoot {ENEMY} g-87") == "14.7d-C"
    assert some.refused(f"hip-shoot {ENEMY} g-87 air-base") == "14.7d-C"
    some.put("g-inf1", "12.07")
    assert some.check(f"hip-shoot {ENEMY} g-87") is None
    assert some.check(f"hip-shoot {ENEMY} g-87 air-base") is None
    assert some.refused("trainbust 11.09 g-87") == "2.1.3"
    assert not any("trainbust" in order for order in some.offered("g-87"))
    coast = Seaside(g_88=BASE, s_dd="18.02")
    assert coast.refused("hip-shoot 20.03 g-88 port") == "14.7d-C"
    assert coast.refused("hip-shoot 18.02 g-88 ship") == "14.7d-C"
    coast.put("g-inf1", "19.03")  # next to both
    assert coast.check("hip-shoot 20.03 g-88 port") is None
    assert "hip-shoot 18.02 g-88 ship" in coast.offered("g-88", "hip-shoot")


@rule("ocs", "14.7d-D", "18.3c.2", "18.3e", "14.1e-B")
def test_a_hip_shoot_at_a_ship_is_its_one_barrage_of_the_phase() -> None:
    some = Seaside(g_88=BASE, g_torp=BASE, g_200=BASE, g_inf1="19.03", s_dd="18.02", s_inf1="18.03")
    assert some.refused("hip-shoot 18.02 g-200 ship") == "14.1e-B"
    assert some.refused("hip-shoot 18.03 g-torp") == "18.3e"
    assert {order.split()[-1] for order in some.offered("g-torp", "hip-shoot")} == {"ship"}
    events = some.give("hip-shoot 18.02 g-torp ship", 1, 1, 3, 3)  # Flak without effect
    assert event_of(events, Salvo).target == "s-dd" and some.state.targeted == some.bit("s-dd")
    some.give(f"home g-torp {BASE}")
    assert some.refused("hip-shoot 18.02 g-88 ship") == "18.3c.2"
    some.go_to("movement-barrage")
    assert some.refused("barrage 18.02 g-88 ship") == "18.3c.2"
    fresh = Seaside("movement-barrage", g_torp=BASE, s_inf1="18.03")
    assert fresh.refused("trainbust 18.04 g-torp") == "18.3e"
    assert not fresh.offered("g-torp", "trainbust") and not fresh.offered("g-torp", "barrage")


# -- what the enemy sees ---------------------------------------------------------------------------------


@rule("ocs", "4.8b-E")
def test_a_fighter_lies_on_top_and_units_below_can_be_seen() -> None:
    some = field(g_87=BASE, g_110=BASE, g_88=BASE, g_inf1=BASE)
    some.generic("hedgehogs", BASE)
    assert some.unit("g-87") < some.unit("g-110")
    seen = {unit.id for unit in view(some.state, "soviet").units if unit.at == BASE}
    assert {"g-110", "g-inf1", "g-hog1"} <= seen and not {"g-87", "g-88"} & seen
    some.state.active &= ~some.bit("g-110")
    changed(some.state)
    seen = {unit.id for unit in view(some.state, "soviet").units if unit.at == BASE}
    assert "g-87" in seen and "g-110" not in seen


@rule("ocs", "4.8b-E")
def test_guesses_keep_the_top_plane() -> None:
    some = field(g_87=BASE, g_109=BASE, g_88=OTHER, s_yak=ENEMY)
    shown = view(some.state, "soviet")
    for seed in range(12):
        guess = imagine(shown, some.scenario, some.dice(*([seed % 2 + 1] * 60)))
        again = {unit.id for unit in view(guess, "soviet").units if unit.kind == "plane"}
        assert {"g-109", "g-88"} <= again and not {"g-87"} & again


@rule("ocs", "4.9d")
def test_air_combat_opens_all_planes_in_it() -> None:
    some = Airfield("movement-barrage", g_87=BASE, g_109=BASE, s_yak=ENEMY, s_il2=ENEMY)

    def seen(viewer: str) -> set[str]:
        return {unit.id for unit in view(some.state, viewer).units if unit.kind == "plane"}

    assert seen("soviet") & {"g-87", "g-109"} == {"g-109"}
    some.give(f"barrage {ENEMY} g-87,g-109 air-base")
    assert {"g-87", "g-109"} <= seen("soviet") and {"s-yak", "s-il2"} <= seen("german")
    some.give("stay")
    some.give("stay")
    events = some.give("engage s-il2", 3, 3, 1, 3, 3, 1)  # the only open rating attacks, twice
    fights = [event for event in events if isinstance(event, DogFight)]
    assert [(fight.attacker, fight.defender) for fight in fights] == [("g-109", "s-il2"), ("g-109", "s-yak")]
    assert not any(fight.only for fight in fights)


def test_before_an_air_combat_only_the_fighter_of_a_mission_shows() -> None:
    some = Airfield("movement-barrage", g_87=BASE, g_109=BASE, s_inf1="11.09", s_yak=ENEMY)
    events = some.give("barrage 11.09 g-87,g-109")
    assert event_of(events, MissionFlown).units == ("g-109",)
    seen = {unit.id for unit in view(some.state, "soviet").units if unit.kind == "plane"}
    assert seen & {"g-87", "g-109"} == {"g-109"}


# -- Air Transport ---------------------------------------------------------------------------------------


@rule("ocs", "7.0a.2", "11.0a.2")
@pytest.mark.parametrize(("phase", "player"), [("reaction", 1), ("exploitation", 0)])
def test_units_fly_without_being_reserves(phase: str, player: int) -> None:
    some = field(phase, player, g_111=BASE, g_light=f"{BASE} m")
    assert not some.offered("g-light", "move")
    assert some.refused(f"move g-light {BASE}-05.07") in ("7.0a.1", "11.0a.1")
    some.give(f"airlift {OTHER} g-111,g-light")
    some.give(f"home g-111 {BASE}")
    assert some.at("g-light") == OTHER and not some.offered("g-light", "move")


@rule("ocs", "4.7d.4")
def test_half_the_ma_around_a_flight() -> None:
    some = field(g_111=BASE, g_light="05.07 m")
    some.give("move g-light 05.07-04.07")
    before = 8 - some.left("g-light")
    assert 0 < before <= 4
    some.give(f"airlift {OTHER} g-111,g-light")
    some.give(f"home g-111 {BASE}")
    assert some.left("g-light") == 4 - before
    far = field(g_111=BASE, g_light="04.11 m")
    far.give("move g-light 04.11-04.07")
    assert 8 - far.left("g-light") == 4.5
    assert far.refused(f"airlift {OTHER} g-111,g-light") == "14.9d.1"


# -- bases -----------------------------------------------------------------------------------------------


@rule("ocs", "3.3c.3", "10.0c-A.3")
def test_bases_lose_levels_and_strips_do_not() -> None:
    some = Airfield("movement-barrage", g_200=BASE)
    some.give(f"barrage {ENEMY} g-200 air-base", 1, 1, 6)
    assert some.state.level[base_named(some.state, ENEMY, SOVIET)] < 3
    some.give(f"home g-200 {BASE}")
    strip = Airfield("movement-barrage", g_200=BASE, s_yak="19.12 i")
    host = base_named(strip.state, "19.12", SOVIET)
    strip.give("barrage 19.12 g-200 air-base", 1, 1, 6, 6)
    assert strip.state.level[host] == 0 and strip.state.at[host] == strip.hex("19.12")
    assert strip.state.lost[strip.unit("s-yak")] == 1  # the planes there are checked all the same


@rule("ocs", "3.3c.6")
def test_rules_for_air_bases_cover_strips_and_carriers() -> None:
    some = Airfield("movement", 1, s_yak="19.12", s_cv="19.01", s_lagg="s-cv", s_il2="s-cv i")
    for hex_, name in (("19.12", "19.12"), ("19.01", "s-cv")):
        mission = Mission("barrage", GERMAN, some.hex(hex_), ())
        assert ranges.patrolling(some.state, mission) == (base_named(some.state, name, SOVIET),)
    assert some.check("transfer s-lagg 19.12") is None
    caught = Airfield(s_yak="19.12", s_il2="13.07 i", g_pz1="18.11")
    caught.state.filled |= caught.bit("g-pz1")
    events = caught.give("move g-pz1 18.11-19.12", 6, 6)
    assert event_of(events, PlanesCaught).planes == 1


@rule("ocs", "15.0.1")
def test_only_attack_capable_units_enter_an_air_base() -> None:
    some = Airfield(g_hq="12.07 m", g_inf1="12.07 m").fuelled()
    assert some.refused("move g-hq 12.07-13.07") == "4.4c.1"
    assert some.check("move g-inf1 12.07-13.07") is None


@rule("ocs", "15.0d", "12.9c")
def test_bases_eat_nothing_and_pay_for_refit_only() -> None:
    some = Airfield("supply", s_yak="19.12", g_109=f"{OTHER} i")
    some.supply(OTHER, 2)  # nobody asks for it
    sequence._begin_phase(some.state, some.dice(), [])
    assert not some.state.out & some.scenario.bases and not some.state.questions
    refit = Airfield("refit", g_109=f"{OTHER} i", g_hq="06.11")
    assert refit.refused("refit g-109") == "15.1-B"
    refit.supply("09.11", 2)
    assert refit.check("refit g-109") is None  # thrown by the HQ
    refit.give("refit g-109")
    assert refit.state.ledger[GERMAN] == 1 and refit.state.active & refit.bit("g-109")
    refit.go_to("supply")
    sequence._begin_phase(refit.state, refit.dice(), [])
    assert refit.state.active & refit.bit("g-109") and refit.state.ledger[GERMAN] == 1


@rule("ocs", "9.14f.4")
def test_planes_without_a_base_in_twice_their_range_are_destroyed() -> None:
    some = Airfield(s_il2="13.07 i", g_pz1="12.07")
    some.state.filled |= some.bit("g-pz1")
    strip = base_named(some.state, "19.12", SOVIET)
    some.state.at[strip] = -1
    changed(some.state)
    some.give("move g-pz1 12.07-13.07", 6, 6)
    assert some.state.at[some.unit("s-il2")] == DEAD  # no loss by the dice, but no base


@rule("ocs", "14.10e-B.2")
def test_gliders_at_a_captured_base_are_destroyed() -> None:
    some = Airfield("movement", 1, s_tk1="05.07")
    base = base_named(some.state, BASE, GERMAN)
    some.state.gliders[base] = 3
    some.state.filled |= some.bit("s-tk1")
    changed(some.state)
    some.give("move s-tk1 05.07-04.07")
    assert not any(some.state.gliders) and base_named(some.state, BASE, SOVIET) >= 0


@rule("ocs", "17.0d")
def test_weather_leaves_planes_active_and_refit_open() -> None:
    some = Airfield("refit", g_109=BASE, g_87=f"{BASE} i")
    some.supply(BASE, 2)
    some.state.flight = 0
    changed(some.state)
    assert active_at(some.state, base_named(some.state, BASE, GERMAN)) == some.bit("g-109")
    some.give("refit g-87")
    assert some.state.active & some.bit("g-109", "g-87") == some.bit("g-109", "g-87")
    some.go_to("movement")
    assert not weather.missions_allowed(some.state, GERMAN)
    assert ranges.patrolling(some.state, Mission("drop", SOVIET, some.hex("05.07"), ()))


# -- Trainbusting Zones ----------------------------------------------------------------------------------


@rule("ocs", "2.1.15")
def test_clean_up_removes_the_markers_of_the_other_side() -> None:
    some = Airfield("clean-up", 0)
    some.state.busted = [1 << some.hex("11.08"), 1 << some.hex("08.08")]
    sequence._clean_up(some.state)
    assert some.labels(some.state.busted[GERMAN]) == {"11.08"} and not some.state.busted[SOVIET]


@rule("ocs", "14.8c.3")
def test_ships_planes_supply_and_retreats_ignore_trainbusting_zones() -> None:
    sea = Seaside(g_dd="17.01", g_88=BASE)
    before = sea.offered("g-dd", "sail"), ranges.reach(sea.state, sea.unit("g-88"))
    sea.state.busted[SOVIET] = sea.scenario.playable
    changed(sea.state)
    assert (sea.offered("g-dd", "sail"), ranges.reach(sea.state, sea.unit("g-88"))) == before
    depot = Depot("combat", g_rgt1="07.05", s_inf1="08.06", g_hq="06.05")
    state, unit = depot.state, depot.unit
    fight = Fight(
        SOVIET,
        depot.hex("07.05"),
        depot.bit("s-inf1"),
        unit("s-inf1"),
        depot.bit("g-rgt1"),
        1 << depot.hex("08.06"),
    )
    free = (
        supply_paths.drawn(state, unit("g-rgt1")),
        supply_paths.thrown(state, unit("g-hq")),
        retreats.retreat_paths(state, fight, depot.bit("g-rgt1"), 2),
    )
    state.busted[SOVIET] = depot.scenario.playable
    changed(state)
    assert free == (
        supply_paths.drawn(state, unit("g-rgt1")),
        supply_paths.thrown(state, unit("g-hq")),
        retreats.retreat_paths(state, fight, depot.bit("g-rgt1"), 2),
    )


@rule("ocs", "14.8c.3")
def test_sea_cap_ignores_trainbusting_zones() -> None:
    left = []
    for busted in (False, True):
        strait = Campaign("husky", "movement", AXIS, turn=2, g_29_rec="54.31 m")
        strait.state.busted[ALLIED] = strait.scenario.playable * busted
        changed(strait.state)
        strait.give("ship g-29-rec 54.31-53.31")
        left.append(sea_left(strait.state, AXIS))
    assert left[0] == left[1]
