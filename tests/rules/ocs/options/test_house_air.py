"""House rules about aircraft and landings: HR-3, HR-9 and HR-13 to HR-17."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.core.dice import LooseDice
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.air.bases import base_at, base_named
from grognard.games.ocs.air.flak import flak_points, is_late_war
from grognard.games.ocs.flights.unloading import modifier
from grognard.games.ocs.interface import views
from grognard.games.ocs.interface.imagine import imagine
from grognard.games.ocs.missions.chances import after_flak, drop_chance, explain_mission
from grognard.games.ocs.missions.refit import capacity
from grognard.games.ocs.model.air_events import CargoDropped, DogFight, FlakFired, PlanesAborted
from grognard.games.ocs.model.combat_events import Barraged
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.sea_events import LandingRolled
from grognard.games.ocs.model.state import put
from grognard.games.ocs.turn.sequence import setup
from tests.rules.ocs.airfield import MORE, Airfield, flying, written
from tests.rules.ocs.chosen_options import playing
from tests.rules.ocs.field import GERMAN, SOVIET, event_of, varied
from tests.rules.ocs.seaside import Seaside, coast

BASE, OTHER, ENEMY = "04.07", "02.11", "13.07"
FLAK_UNIT = """
[[counter]]
id = "s-flak"
side = "soviet"
nation = "soviet"
kind = "artillery"
title = "s-flak"
flak = true
re = 0.25
range = 1
combat = { barrage = 2, ma = 0 }
move = { barrage = 0, ma = 2 }
"""


def field(option: str, phase: str = "movement", player: int = 0, **at: Any) -> Airfield:
    return Airfield(phase, player, scenario=playing(option, base=flying()), **at)


def asked(some: Airfield) -> str:
    return some.state.questions[-1].kind if some.state.questions else ""


# -- HR-9 Three bombers ----------------------------------------------------------------------------------


@rule("ocs", "HR-9")
def test_the_last_of_four_planes_only_escorts() -> None:
    ids = ("g-87", "g-87b", "g-88", "g-109")
    at: dict[str, Any] = {id_.replace("-", "_"): BASE for id_ in ids}
    some = field("HR-9", "movement-barrage", s_inf1="11.09", **at)
    order = f"barrage 11.09 {','.join(ids)}"
    for die, victim in enumerate(("g-87", "g-87", "g-87b", "g-87b", "g-88", "g-88"), 1):  # never the escort
        one = field("HR-9", "movement-barrage", s_inf1="11.09", **at)
        one.give(order, 6, 6, die, 3, 3)
        assert one.state.lost[one.unit(victim)] == 1
    shown = explain_mission(some.state, GERMAN, some.order(order))
    assert shown.total.startswith("39 points")
    event = event_of(some.give(order, 1, 1, 3, 3), Barraged)
    assert event.points == 12 + 12 + 15
    plain = Airfield("movement-barrage", s_inf1="11.09", **at)
    assert event_of(plain.give(order, 1, 1, 3, 3), Barraged).points == 41


@rule("ocs", "HR-9")
def test_an_escort_alone_goes_home_without_flak() -> None:
    ids = ("g-87", "g-87b", "g-88", "g-109")
    at: dict[str, Any] = {id_.replace("-", "_"): BASE for id_ in ids}
    some = field("HR-9", "movement-barrage", s_yak=ENEMY, **at)
    some.give(f"barrage {ENEMY} {','.join(ids)} air-base")
    some.give("abort g-87,g-87b,g-88")
    some.give(f"home g-87,g-87b,g-88 {BASE}", 4, 4, 1)  # the escort beats the enemy Fighter
    assert asked(some) == "break-off"
    events = some.give("stay")
    assert not any(isinstance(event, FlakFired) for event in events) and asked(some) == "home"


# -- HR-13 Losses over bases -----------------------------------------------------------------------------


@rule("ocs", "HR-13")
@pytest.mark.parametrize(("option", "die", "lost"), [("HR-13", 5, 0), ("HR-13", 6, 1), ("HR-9", 5, 1)])
def test_planes_over_their_base_lose_a_step_on_a_six_only(option: str, die: int, lost: int) -> None:
    some = field(option, g_109=BASE, s_yak=ENEMY)
    events = some.give(f"sweep {ENEMY} g-109", 4, 4, die)
    assert some.state.lost[some.unit("s-yak")] == lost
    assert event_of(events, DogFight).loss == bool(lost)
    away = field(option, g_109=BASE, s_yak=ENEMY)
    away.give(f"sweep {ENEMY} g-109", 1, 1, die)
    assert away.state.lost[away.unit("g-109")] == 1  # not over its own base


@rule("ocs", "HR-13")
def test_one_loss_die_counts_for_each_plane_by_itself() -> None:
    some = field("HR-13", g_109=BASE, s_yak=ENEMY)
    some.give(f"sweep {ENEMY} g-109", 3, 3, 5)  # 6 + 4 - 3: both abort
    assert (some.state.lost[some.unit("g-109")], some.state.lost[some.unit("s-yak")]) == (1, 0)


@rule("ocs", "HR-13")
def test_a_box_is_a_base_of_its_owner_only() -> None:
    """An interceptor over an enemy box loses a step on a 5, and a plane that arrives there does not."""
    for dice, lost in (((1, 1, 5), (0, 1)), ((6, 6, 5), (0, 0))):
        some = field("HR-13", g_88=BASE, s_yak=ENEMY)
        put(some.state, base_at(some.state, some.hex(ENEMY), SOVIET), some.hex("01.07"))
        changed(some.state)
        some.give("transfer g-88 RIGA")
        some.give("intercept s-yak", *dice)
        assert tuple(some.state.lost[some.unit(id_)] for id_ in ("g-88", "s-yak")) == lost


# -- HR-14 Late-war Flak ---------------------------------------------------------------------------------


@lru_cache
def late(since: int = 1) -> OcsScenario:
    """The scenario in the late war from a turn on, with a flak unit."""
    base = written(Path(tempfile.mkdtemp()), units=FLAK_UNIT)
    return playing("HR-14", base=varied(base, late_war=since))


@rule("ocs", "HR-14.1")
def test_late_war_flak_begins_in_june_1943() -> None:
    for since, late_war in ((0, False), (1, True), (2, False)):
        some = Airfield("movement-barrage", scenario=late(since), g_87=BASE, s_inf1="11.09")
        assert is_late_war(some.state) == late_war
        events = (
            some.give("barrage 11.09 g-87", 4, 5) if late_war else some.give("barrage 11.09 g-87", 4, 5, 3, 3)
        )
        assert event_of(events, FlakFired).aborted == int(late_war)
        some.state.turn = 2
        assert is_late_war(some.state) == bool(since)
    without = Airfield("movement-barrage", scenario=varied(late(1)), g_87=BASE)
    without.scenario.options = {}
    assert not is_late_war(without.state)


@rule("ocs", "HR-14.2", "HR-14.3")
@pytest.mark.parametrize(("dice", "aborted", "lost"), [((4, 4), 0, 0), ((4, 5), 1, 0), ((5, 6), 1, 1)])
def test_nine_aborts_a_random_plane_and_eleven_costs_it_a_step(
    dice: tuple[int, int], aborted: int, lost: int
) -> None:
    some = Airfield("movement-barrage", scenario=late(), g_87=BASE, g_88=BASE, s_inf1="11.09")
    drawn = (2,) * aborted
    events = some.give("barrage 11.09 g-87,g-88", *dice, *drawn)[:]
    assert event_of(events, FlakFired).aborted == aborted
    assert some.state.lost[some.unit("g-88")] == lost and not some.state.lost[some.unit("g-87")]
    if aborted:
        assert event_of(events, PlanesAborted).units == ("g-88",)
        assert asked(some) == "home" and some.state.questions[-1].units == (some.unit("g-88"),)
        event = event_of(some.give(f"home g-88 {BASE}", 3, 3), Barraged)
        assert event.points == 12  # the other plane goes on


@rule("ocs", "HR-14.4")
def test_thirteen_aborts_a_second_plane() -> None:
    some = Airfield(
        "movement-barrage", scenario=late(), g_87=BASE, g_87b=BASE, g_88=BASE, s_inf1="11.09", s_hq="11.09"
    )
    events = some.give("barrage 11.09 g-87,g-87b,g-88", 6, 5, 3, 1)  # 11, HQ and three aircraft
    flak = event_of(events, FlakFired)
    assert (flak.points, flak.aborted, flak.hit) == (2, 2, True)
    assert event_of(events, PlanesAborted).units == ("g-88", "g-87")
    assert (some.state.lost[some.unit("g-88")], some.state.lost[some.unit("g-87")]) == (1, 0)


@rule("ocs", "HR-14.5")
def test_a_flak_unit_adds_a_point() -> None:
    some = Airfield("movement-barrage", scenario=late(), g_87=BASE, s_inf1="11.09")
    mission = Mission("barrage", GERMAN, some.hex("11.09"), (some.unit("g-87"),))
    assert not flak_points(some.state, mission)
    some.put("s-flak", "11.09")
    assert [(point.points, point.rule) for point in flak_points(some.state, mission)] == [(1, "HR-14.5")]
    early = Airfield("movement-barrage", scenario=late(5), g_87=BASE, s_flak="11.09")
    assert not flak_points(early.state, mission)


@rule("ocs", "HR-14.2")
def test_chances_of_late_war_flak_are_exact() -> None:
    some = Airfield("movement-barrage", scenario=late(), g_87=BASE, g_88=BASE, s_inf1="11.09")
    mission = Mission("barrage", GERMAN, some.hex("11.09"), (some.unit("g-87"), some.unit("g-88")))
    found = [(float(chance), going.planes) for chance, _, going in after_flak(some.state, mission, 1)]
    assert sum(chance for chance, _ in found) == pytest.approx(1)
    assert sum(chance for chance, planes in found if not planes) == pytest.approx(1 / 36)  # 12 + 1
    assert sum(chance for chance, planes in found if len(planes) == 2) == pytest.approx(21 / 36)
    shown = {
        line.rule: line.value
        for line in explain_mission(some.state, GERMAN, some.order("barrage 11.09 g-87")).lines
    }
    assert "HR-14.2" in shown


# -- HR-15 Drops -----------------------------------------------------------------------------------------


@rule("ocs", "HR-15")
def test_drops_in_rough_terrain_are_less_sure() -> None:
    some = field("HR-15", g_52=BASE)
    hexes = {"06.07": 0, "03.10": -1, "08.07": -1, "14.07": -2}
    assert {hex_: modifier(some.state, "german", False, some.hex(hex_)) for hex_ in hexes} == hexes
    assert float(drop_chance(some.state, 6, "german", False, some.hex("14.07"))) == pytest.approx(15 / 36)
    some.supply(BASE, 2)
    events = some.give("drop 08.07 g-52 1", 3, 3)  # needs 6 in the own city
    assert event_of(events, CargoDropped).tokens == 0
    plain = Airfield(g_52=BASE)
    plain.supply(BASE, 2)
    assert event_of(plain.give("drop 08.07 g-52 1", 3, 3), CargoDropped).tokens == 1


# -- HR-16 Rough bases -----------------------------------------------------------------------------------


@rule("ocs", "HR-16.1")
def test_bases_in_rough_terrain_refit_half_as_many() -> None:
    for hex_, level, most in (("08.07", 2, 2), ("14.07", 3, 3), ("06.07", 2, 4), ("08.07", 0, 1)):
        some = field("HR-16", "refit")
        base = some.generic("bases", hex_)[0]
        some.state.level[base] = level
        changed(some.state)
        assert capacity(some.state, base) == most
    plain = Airfield("refit")
    base = plain.generic("bases", "08.07")[0]
    plain.state.level[base] = 2
    assert capacity(plain.state, base) == 4


@rule("ocs", "HR-16.2")
def test_bases_in_rough_terrain_can_start_in_an_adjacent_hex() -> None:
    more = MORE + '\n[[base]]\nhex = "08.07"\nside = "german"\nlevel = 1\n'
    more += '\n[[base]]\nhex = "14.07"\nside = "soviet"\nlevel = 1\n'
    more += '\n[[setup]]\nhex = "08.07"\nunits = ["g-88"]\n'
    scenario = written(Path(tempfile.mkdtemp()), more)
    some = Airfield(scenario=playing("HR-16", base=scenario))
    some.state = setup(some.scenario, some.dice())
    assert some.state.phase == "setup" and "relocate 08.07-08.08" in some.offered("")
    assert some.refused("relocate 04.07-04.08") == "HR-16.2"  # not rough
    assert some.refused("relocate 08.07-08.09") == "HR-16.2"  # not adjacent
    some.give("relocate 08.07-08.08")
    base = base_at(some.state, some.hex("08.08"), GERMAN)
    assert base >= 0 and some.state.host[some.unit("g-88")] == base
    assert some.refused("relocate 08.08-08.09") == "HR-16.2"
    some.give("end")
    assert (some.state.turn, some.state.side) == (0, SOVIET)
    some.give("relocate 14.07-14.08")
    some.give("end")
    assert some.state.turn == 1
    plain = setup(playing(base=scenario), some.dice())
    assert base_named(plain, "08.07", GERMAN) >= 0 and not base_named(plain, "13.07", SOVIET) < 0


# -- HR-17 Landings --------------------------------------------------------------------------------------


@rule("ocs", "HR-17")
@pytest.mark.parametrize(("dice", "dg"), [((3, 3), False), ((1, 2), True), ((1, 1), True)])
def test_units_landed_with_losses_are_disorganized(dice: tuple[int, int], dg: bool) -> None:
    some = Seaside(g_lc1="17.03 4", g_inf4="g-lc1", g_lc2="15.02 1")
    some.scenario = some.state.scenario = playing("HR-17", base=coast())
    some.give("land g-inf4")
    outcome = event_of(some.give("ashore", *dice), LandingRolled).outcome
    assert (outcome != "success") == dg
    assert bool(some.state.dg & some.bit("g-inf4")) == dg
    plain = Seaside(g_lc1="17.03 4", g_inf4="g-lc1")
    plain.give("land g-inf4")
    plain.give("ashore", *dice)
    assert not plain.state.dg


@rule("ocs", "HR-3")
@pytest.mark.parametrize("on", [False, True])
def test_planes_at_a_base_are_laid_out(on: bool) -> None:
    scenario = playing("HR-3", base=flying()) if on else flying()
    field = Airfield("movement", GERMAN, scenario, s_yak="13.07", s_il2="13.07 i*", g_109="04.07")
    seen = {unit.id: unit for unit in views.view(field.state, "german").units if unit.side == "soviet"}
    assert "s-yak" in seen and ("s-il2" in seen) == on
    twin = imagine(views.view(field.state, "german"), scenario, LooseDice(Random(1)))
    il2, yak = field.unit("s-il2"), field.unit("s-yak")
    if on:
        assert (
            twin.host[il2] == field.state.host[il2] and twin.active >> yak & 1 and not twin.active >> il2 & 1
        )
        assert not twin.lost[il2]  # steps stay hidden
