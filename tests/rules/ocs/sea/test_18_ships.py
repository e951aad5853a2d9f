"""Chapters 18.1 to 18.4: ships and landing craft sail, carry cargo, fire, are hit and captured."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.core.contract.decisions import Question
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.air.bases import can_host
from grognard.games.ocs.fleet.gunnery import column_at, points_at, salvo_orders, targets
from grognard.games.ocs.interface.fog_of_war import seen_of
from grognard.games.ocs.interface.positions import from_position, to_position
from grognard.games.ocs.interface.views import view
from grognard.games.ocs.logistics import schedule
from grognard.games.ocs.missions.refit import capacity
from grognard.games.ocs.model.air_events import PlaneLoss
from grognard.games.ocs.model.combat_events import Barraged, FacilityBarraged
from grognard.games.ocs.model.files import Withdrawal
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.sea_events import CargoLost, NoGunsFound, Salvo, ShipHit
from grognard.games.ocs.model.state import AWAY, DEAD, GONE, HOSTED, from_plain, where
from grognard.games.ocs.rules import preview
from grognard.games.ocs.sea.losses import strike
from grognard.games.ocs.sea.ships import speed, values
from grognard.games.ocs.supply.payment import propose, reachable
from grognard.games.ocs.turn import sequence
from tests.rules.ocs.field import GERMAN, SOVIET, event_of, varied
from tests.rules.ocs.seaside import Seaside

# -- sailing -----------------------------------------------------------------------------------------


@rule("ocs", "18.1c.1", "18.1c.2", "18.1c.3", "18.1b.2")
def test_ships_keep_to_the_sea_and_craft_to_the_coast() -> None:
    field = Seaside(g_cru="16.01", g_lc1="16.01 2", s_dd="19.01", s_inf1="18.03")
    assert field.refused("sail g-cru 16.01-16.02") == "18.1c.1"
    assert field.check("sail g-lc1 16.01-16.02") is None
    assert field.refused("sail g-lc1 16.01-16.03") == "18.1c.1"  # inland
    assert field.refused("sail g-lc1 16.01-18.03") == "18.1c.1"  # enemy combat units
    assert field.refused("sail g-cru 16.01-19.01") == "18.1c.1"  # an enemy ship
    field.give("sail g-cru 16.01-17.01")
    assert field.at("g-cru") == "17.01"


@rule("ocs", "18.1b.1", "18.1b.2", "4.8c-B")
def test_ships_stack_with_each_other_and_with_enemy_supply() -> None:
    field = Seaside(g_lc1="16.01 1", g_lc2="16.02 1", g_lc3="16.02 1", g_lc4="16.02 1", g_lc5="16.02 1")
    field.give("sail g-lc1 16.01-16.02")
    field = Seaside(g_lc1="18.02 1")
    field.supply("18.03", 4, SOVIET)
    field.give("sail g-lc1 18.02-18.03")
    assert field.at("g-lc1") == "18.03"


@rule("ocs", "18.1f.1", "18.1f.2", "18.1f.3", "18.4b.1", "18.4b.2", "3.4.1", "3.4.2", "3.4.4", "18.4.1")
def test_speed_by_kind_and_damage() -> None:
    field = Seaside(g_bb="16.01", g_dd="16.01 *", g_old="16.01", g_lc1="16.01 1", g_dukw1="16.01 1")
    ids = ("g-bb", "g-dd", "g-old", "g-lc1", "g-dukw1")
    assert [speed(field.state, field.unit(id_)) for id_ in ids] == [20, 20, 10, 10, 8]
    assert values(field.state, field.unit("g-bb")).barrage == 40
    field.state.lost[field.unit("g-bb")] = 1
    assert speed(field.state, field.unit("g-bb")) == 10  # a single ship
    assert values(field.state, field.unit("g-bb")).barrage == 20
    field.state.spent[field.unit("g-dukw1")] = 4 * 7
    assert field.refused("sail g-dukw1 16.01-18.01") in ("18.1f.1", "18.1c.1")
    field.give("sail g-dukw1 16.01-17.01")
    assert not field.offered("g-dukw1", "sail")


@rule("ocs", "18.1e", "7.0c", "11.0d", "2.1.7", "2.1.9")
@pytest.mark.parametrize(("phase", "player"), [("movement", 0), ("reaction", 1), ("exploitation", 0)])
def test_ships_sail_in_all_three_movement_segments(phase: str, player: int) -> None:
    field = Seaside(phase, player, g_cru="16.01")
    assert field.state.side == GERMAN
    field.give("sail g-cru 16.01-18.01")
    assert field.at("g-cru") == "18.01"


@rule("ocs", "18.2c.2")
def test_a_carrier_takes_its_planes_along() -> None:
    field = Seaside("movement", 1, s_cv="19.01", s_lagg="s-cv")
    field.give("sail s-cv 19.01-16.01")
    assert field.scenario.label(where(field.state, field.unit("s-lagg"))) == "16.01"
    strike(field.state, field.unit("s-cv"), 2, True, field.dice())
    assert field.state.at[field.unit("s-lagg")] == DEAD


# -- landing craft -----------------------------------------------------------------------------------


@rule("ocs", "18.4d", "18.4a", "3.4.3")
def test_craft_split_and_combine_with_their_cargo() -> None:
    field = Seaside(g_lc1="16.01 5 4T", g_inf1="g-lc1", g_rgt1="g-lc1")
    assert field.refused("split g-lc1,g-inf1 2") == "18.4a"
    assert field.refused("split g-lc1 5") == "18.4d"
    field.give("split g-lc1,g-rgt1 2 4")
    assert (field.points("g-lc1"), field.points("g-lc2")) == (3, 2)
    assert (field.aboard("g-rgt1"), field.aboard("g-inf1")) == ("g-lc2", "g-lc1")
    assert field.state.tokens[field.unit("g-lc2")] == 4
    field.give("merge g-lc1,g-lc2")
    assert field.points("g-lc1") == 5 and field.state.at[field.unit("g-lc2")] == AWAY
    assert field.aboard("g-rgt1") == "g-lc1"


@rule("ocs", "18.4c.1", "18.4c.2", "18.4a", "19.0a.2", "12.2.1", "4.7.1", "4.7c.2", "3.3a.2")
def test_craft_load_in_ports() -> None:
    field = Seaside(g_lc1="16.02 3", g_lc2="16.01 3", g_rgt1="16.02 m", g_inf4="16.02 m")
    field.supply("16.02", 8)
    truck = field.scenario.counter_ids[field.generic("trucks", "16.02")[0]]
    assert field.refused("embark g-lc2,g-rgt1") == "18.4c.1"  # not in a port
    assert field.refused("embark g-lc1,g-inf4") == "18.4a"  # 4 RE on 3 points
    field.give("embark g-lc1,g-rgt1")
    assert field.aboard("g-rgt1") == "g-lc1"
    assert field.state.reached[field.scenario.index["g-port-1602"]] == 4
    field.give(f"embark g-lc1,{truck}")
    field.give("embark g-lc1 4")
    assert field.state.tokens[field.unit("g-lc1")] == 4
    assert field.refused("embark g-lc1 1") == "18.4a"  # full, and so is the port
    moved = Seaside(g_lc1="16.02 3", g_rgt1="16.02 m")
    moved.state.spent[moved.unit("g-rgt1")] = 4
    assert moved.refused("embark g-lc1,g-rgt1") == "18.4c.2"


@rule("ocs", "18.4c.1", "19.0a.3")
def test_a_large_unit_uses_a_whole_port() -> None:
    field = Seaside(g_lc1="16.02 5", g_inf4="16.02 m", g_rgt1="16.02 m")
    field.give("embark g-lc1,g-inf4")
    assert field.refused("embark g-lc1,g-rgt1") == "19.0a.2"


@rule("ocs", "18.4e-B")
def test_dukws_take_what_could_fly() -> None:
    field = Seaside(g_dukw1="16.02 3", g_rgt1="16.02 m", g_pz1="16.02 m")
    assert field.refused("embark g-dukw1,g-pz1") == "18.4e-B"
    field.give("embark g-dukw1,g-rgt1")


@rule("ocs", "18.5g.1", "18.5g.3", "18.5h.3", "18.5d.2", "18.5a", "4.7d.5")
@pytest.mark.parametrize("phase", ["movement", "reaction", "exploitation"])
def test_cargo_unloads_in_ports_without_a_roll(phase: str) -> None:
    player = 1 if phase == "reaction" else 0
    field = Seaside(phase, player, g_lc1="16.01 3 4T", g_rgt1="g-lc1 m")
    assert field.refused("disembark g-rgt1") == "18.5g.1"
    field.give("sail g-lc1 16.01-16.02")
    field.give("disembark g-rgt1")
    assert field.at("g-rgt1") == "16.02"
    assert field.refused("sail g-lc1 16.02-16.01") == "18.5a"
    assert not field.offered("g-rgt1", "move")
    other = Seaside(phase, player, g_lc1="16.02 3 4T")
    other.give("disembark g-lc1 4")
    assert other.state.tokens[other.unit("g-lc1")] == 0


@rule("ocs", "18.5e.2")
def test_supply_aboard_pays_even_if_there_is_no_dump() -> None:
    field = Seaside(g_lc1="17.02 2 4T", g_lc2="18.02 2 4T", g_inf1="17.03", g_inf2="18.03")
    payment = propose(field.state, (field.unit("g-inf1"),), 1)
    assert payment is not None and payment.tokens == 1


@rule("ocs", "12.3c.2", "18.5e.2", "12.6g", "12.9d", "18.1a", "12.5a.4", "12.0.3")
def test_supply_afloat_serves_the_same_and_adjacent_hexes() -> None:
    field = Seaside(g_lc1="17.02 3 8T", g_rgt1="17.03", g_rgt2="17.04", g_pz1="g-lc1")
    craft = field.unit("g-lc1")
    assert craft in reachable(field.state, field.unit("g-rgt1"))
    assert craft not in reachable(field.state, field.unit("g-rgt2"))
    assert craft in reachable(field.state, field.unit("g-pz1"))
    field.put("g-hq", "17.04")  # an HQ next to the unit cannot throw it
    changed(field.state)
    assert craft not in reachable(field.state, field.unit("g-rgt2"))


@rule("ocs", "9.14g", "4.8c-A", "8.0.2")
def test_units_that_enter_destroy_ships_with_all_aboard() -> None:
    field = Seaside("movement", 1, g_lc1="18.03 3 4T", g_rgt1="g-lc1", s_inf1="18.04 m")
    field.fuelled()
    events = field.give("move s-inf1 18.04-18.03")
    assert event_of(events, ShipHit).lost
    assert field.state.at[field.unit("g-rgt1")] == DEAD
    assert field.state.ledger[GERMAN] == 0


# -- gunfire -----------------------------------------------------------------------------------------


@rule("ocs", "18.3b.1", "18.3b.3", "18.3a-B", "10.3", "10.0e-C", "10.0.3", "18.3a.1", "2.2.2")
def test_ships_shell_the_ground_once_a_turn() -> None:
    field = Seaside("movement-barrage", g_cru="17.01", g_dd="18.02", s_inf1="18.03")
    events = field.give("barrage 18.03 g-cru,g-dd", 6, 6)
    shot = event_of(events, Barraged)
    assert shot.points == 15
    assert field.refused("barrage 18.03 g-cru") == "18.3a.1"
    field.go_to("exploitation-barrage")
    field.state.fired = field.state.barraged = 0
    assert field.refused("barrage 18.03 g-cru") == "18.3a-B"
    field.state.shelled = 0
    assert field.check("barrage 18.03 g-cru") is None
    field.go_to("barrage")
    assert field.refused("barrage 18.03 g-cru") == "18.3a.1"  # none in the Combat Phase


@rule("ocs", "18.3b.2")
def test_ships_hit_facilities_in_full() -> None:
    field = Seaside("movement-barrage", g_bb="19.01")
    port = field.scenario.index["s-port-2003"]
    events = field.give("barrage 20.03 g-bb port", 6)
    hit = event_of(events, FacilityBarraged)
    assert hit.points == 40 and hit.hits == field.state.level[port] > 0


@rule("ocs", "10.0.1", "10.0e-F", "18.3g.1", "18.3c.1")
def test_arms_do_not_combine_and_only_coastal_guns_hit_ships() -> None:
    field = Seaside("reaction-barrage", 0, s_coast="18.03", s_art1="18.03", s_ca="17.02", g_cru="18.01")
    assert field.state.side == SOVIET
    field.state.released |= field.bit("s-art1")
    assert field.refused("barrage 18.01 s-art1 ship") == "18.3g.1"
    assert field.refused("barrage 18.01 s-ca,s-coast ship") == "10.0.1"
    field.give("barrage 18.01 s-coast ship", 2, 1)


@rule("ocs", "18.3g-A", "18.3g-B")
def test_coastal_guns_fire_at_ships_free_or_at_the_ground_for_supply() -> None:
    field = Seaside("movement-barrage", 1, s_coast="18.03", g_cru="18.01", g_inf1="17.05")
    field.give("barrage 18.01 s-coast ship", 2, 1)
    assert not field.offered("s-coast", "barrage")
    ground = Seaside("barrage", 1, s_coast="18.03", g_cru="18.01", g_inf1="17.05")
    assert ground.refused("barrage 18.01 s-coast ship") == "18.3a.1"
    assert ground.refused("barrage 17.05 s-coast") == "10.1b.2"  # no supply
    ground.supply("18.03", 20, SOVIET)
    assert ground.check("barrage 17.05 s-coast") is None


@rule("ocs", "18.3c.2", "18.3c-A", "18.3c-B", "18.3c-C")
def test_points_at_ships_are_divided_by_protection() -> None:
    """EX-OCS-50: planes count double."""
    field = Seaside("movement-barrage", g_87="02.11", s_ca="19.01", s_dd="19.01", g_cru="18.01")
    plane, ca = field.bit("g-87"), field.unit("s-ca")
    assert points_at(field.state, plane, ca) == 12  # 12 x 2 / 2
    assert points_at(field.state, field.bit("g-cru"), ca) == 5  # 9 / 2
    assert points_at(field.state, field.bit("g-cru"), field.unit("s-dd")) == 9
    far = column_at(field.state, plane, ca)
    near = Seaside("movement-barrage", g_87="02.11", s_ca="05.11")
    assert column_at(near.state, plane, ca) == far + 1


@rule("ocs", "18.3c.3", "18.3c.2", "18.3a-A")
def test_the_firer_sees_the_ships_and_chooses() -> None:
    field = Seaside("movement-barrage", g_cru="18.01", g_bb="17.01", s_ca="19.01", s_dd="19.01")
    shown = {u.id for u in view(field.state, "german").units}
    assert len({"s-ca", "s-dd"} & shown) == 1
    field.give("barrage 19.01 g-cru,g-bb ship")
    assert {"s-ca", "s-dd"} <= {u.id for u in view(field.state, "german").units}
    events = field.give("aim g-cru s-dd", 2, 1, 2, 1)
    fired = [event.target for event in events if isinstance(event, Salvo)]
    assert fired == ["s-dd", "s-ca"]  # with one ship left the other fires without asking
    assert field.state.targeted == field.bit("s-dd", "s-ca") and not field.state.questions


@rule("ocs", "18.2d.1", "18.2d.2")
def test_other_ships_screen_a_carrier() -> None:
    field = Seaside("movement-barrage", g_cru="18.01", s_cv="19.01", s_dd="19.02")
    assert field.refused("barrage 19.01 g-cru ship") == "18.2d.1"
    field.give("barrage 19.02 g-cru ship", 2, 1)
    alone = Seaside("movement-barrage", g_cru="18.01", s_cv="19.01")
    assert alone.check("barrage 19.01 g-cru ship") is None
    assert targets(field.state, GERMAN, field.hex("19.01"), 0) == [field.unit("s-cv")]  # coastal guns


@rule("ocs", "18.3d-A", "18.3d-C.1", "18.3d-C.2", "18.3d.1", "18.1d.1", "18.1d.2", "5.1.3")
def test_hits_and_dg_on_ships() -> None:
    field = Seaside(s_ca="19.01", s_dd="19.01")
    ca, state = field.unit("s-ca"), field.state
    strike(state, ca, 0, True, field.dice())
    assert state.dg == field.bit("s-ca") and not state.lost[ca]  # the target alone
    assert values(state, ca).barrage == 12
    strike(state, ca, 0, True, field.dice())
    assert state.lost[ca] == 1
    strike(state, field.unit("s-dd"), 1, True, field.dice())
    assert state.lost[field.unit("s-dd")] == 1 and state.dg & field.bit("s-dd")
    strike(state, field.unit("s-dd"), 1, True, field.dice())
    assert state.at[field.unit("s-dd")] == DEAD
    field.go_to("clean-up", 0)
    sequence._clean_up(state)
    assert state.dg & field.bit("s-ca")
    field.go_to("clean-up", 1)
    sequence._clean_up(state)
    assert not state.dg
    assert state.lost[ca] == 1  # no repair


@rule("ocs", "18.3c-D", "18.3d-B.1", "18.3d-B.2", "18.3d.2")
def test_landing_craft_are_one_target_and_lose_points_at_random() -> None:
    field = Seaside(g_lc1="16.01 2 4T", g_rgt1="g-lc1", g_lst1="16.01 3")
    state = field.state
    assert len(targets(state, SOVIET, field.hex("16.01"), 0)) == 1
    strike(state, field.unit("g-lc1"), 1, True, field.dice(4))  # the fourth point is of the LST
    assert state.at[field.unit("g-lst1")] == AWAY and field.points("g-lc2") == 2
    assert state.dg == field.bit("g-lc1", "g-lc2")
    events = strike(state, field.unit("g-lc1"), 0, True, field.dice(1, 20))  # a token, then what fits
    assert field.points("g-lc1") == 1
    assert any(isinstance(event, CargoLost) for event in events)


@rule("ocs", "18.3g-C.1", "18.3g-C.2")
@pytest.mark.parametrize(("dice", "dead"), [((6, 6), True), ((3, 2), False)])
def test_ships_fire_at_coastal_guns(dice: tuple[int, int], dead: bool) -> None:
    field = Seaside("movement-barrage", g_bb="17.01", s_coast="18.03", s_inf1="18.03")
    events = field.give("barrage 18.03 g-bb guns", *dice)
    assert event_of(events, Salvo).disorganized
    assert (field.state.at[field.unit("s-coast")] == DEAD) == dead
    assert not field.state.dg and not field.state.shelled
    assert field.refused("barrage 18.03 g-bb guns") == "18.3a.1"


@rule("ocs", "18.3g-C.1", "4.9a.1")
def test_fire_at_guns_does_not_tell_where_they_are() -> None:
    """Guns below another unit, no guns and other units are offered alike [R-OCS-357]."""
    field = Seaside("movement-barrage", g_bb="17.01", s_coast="18.03", s_inf1="18.03", s_inf2="17.03")
    offers = [str(o) for o in salvo_orders(field.state, 0, field.unit("g-bb")) if o.words == ("guns",)]
    assert offers == ["barrage 17.03 g-bb guns", "barrage 18.03 g-bb guns"]
    assert field.refused("barrage 18.01 g-bb guns") == "18.3g-C.1"  # nobody there
    events = field.give("barrage 17.03 g-bb guns")
    assert event_of(events, NoGunsFound).hexes == ("17.03",) and not field.state.questions
    assert field.refused("barrage 18.03 g-bb guns") == "18.3a.1"  # it has fired


@rule("ocs", "18.3g-C.1", "18.3c.2", "18.3c.3")
def test_guns_are_seen_only_while_ships_aim_at_them() -> None:
    """They show while the firer chooses, and neither before nor after [R-OCS-357]."""
    field = Seaside("movement-barrage", g_bb="17.01", g_dd="18.02", s_coast="18.03", s_inf1="18.03")
    state, gun = field.state, field.bit("s-coast")
    assert not seen_of(state, SOVIET) & gun
    aim = Question("aim", GERMAN, (field.unit("g-bb"), field.unit("g-dd")), field.hex("18.03"), (1,))
    state.questions.append(aim)
    assert seen_of(state, SOVIET) & gun
    state.questions[-1] = replace(aim, data=(0,))  # at ships
    assert not seen_of(state, SOVIET) & gun
    state.questions.clear()
    field.give("barrage 18.03 g-bb guns", 3, 2)
    assert not state.questions and not seen_of(state, SOVIET) & gun
    assert field.refused("barrage 18.03 g-dd guns") == "18.3c.2"


@rule("ocs", "18.3e", "14.1e-B", "14.7.1", "18.3f")
def test_planes_attack_ships() -> None:
    field = Seaside("movement-barrage", g_torp="02.11", g_200="02.11", s_ca="19.01", s_inf1="12.05")
    assert field.refused("barrage 12.05 g-torp") == "18.3e"
    assert field.refused("barrage 19.01 g-200 ship") == "14.1e-B"
    shown = preview(field.state, field.order("barrage 19.01 g-torp ship"))
    assert set(shown.outcomes) <= {"no effect", "DG", "damaged, DG", "sunk"}
    field.give("barrage 19.01 g-torp ship", 2, 1, 6, 6)
    assert field.state.targeted == field.bit("s-ca") and not field.state.barraged
    assert field.state.dg & field.bit("s-ca")


@rule("ocs", "18.2a.1", "18.2b.2")
def test_carriers_for_their_own_planes_and_damaged_carriers() -> None:
    field = Seaside("refit", 1, s_cv2="18.01", s_cv="19.01 *", s_own="s-cv2 i", s_lagg="s-cv i")
    named, other = field.unit("s-cv2"), field.unit("s-cv")
    assert can_host(field.state, named, field.unit("s-own"))
    assert not can_host(field.state, named, field.unit("s-yak"))
    assert not can_host(field.state, other, field.unit("s-own"))
    assert capacity(field.state, other) == 2 and capacity(field.state, named) == 1


def test_passengers_and_cargo_survive_saving() -> None:
    field = Seaside(g_lc1="16.01 3 4T", g_rgt1="g-lc1", s_ca="19.01 *")
    again = from_plain(field.scenario, field.state.plain())
    assert again.at[field.unit("g-rgt1")] == HOSTED and again.digest == field.state.digest
    twin = from_position(field.scenario, to_position(field.state))
    assert twin.host[field.unit("g-rgt1")] == field.unit("g-lc1")


@rule("ocs", "18.2c.2", "13.6.1")
def test_planes_leave_with_a_carrier_that_is_withdrawn() -> None:
    """The carrier and all it carries go; other planes and supply ashore stay [R-OCS-355]."""
    field = Seaside("reinforcement", 1, s_cv="19.01", s_lagg="s-cv", s_yak="13.07", s_truck1="12.12")
    field.load(field.unit("s-truck1"), 3)
    state = field.state
    units = ("s-cv", "s-truck1")
    field.scenario = state.scenario = varied(field.scenario, withdrawal=(Withdrawal(state.turn, units),))
    events = schedule.withdraw(state, 1)
    gone = {id_: state.at[field.unit(id_)] == GONE for id_ in ("s-cv", "s-lagg", "s-yak", "s-truck1")}
    assert gone == {"s-cv": True, "s-lagg": True, "s-yak": False, "s-truck1": True}
    assert [event.units for event in events] == [("s-cv",), ("s-lagg",), ("s-truck1",)]
    dump = state.here[field.hex("12.12")] & state.scenario.dumps
    assert state.tokens[dump.bit_length() - 1] == 3
    field.sound()


@rule("ocs", "18.2c.2")
def test_planes_lost_with_a_sunk_carrier_are_reported() -> None:
    field = Seaside("movement-barrage", s_cv="19.01", s_lagg="s-cv", s_yak="13.07")
    events = strike(field.state, field.unit("s-cv"), 2, False, field.dice())
    losses = [(event.units, event.eliminated) for event in events if isinstance(event, PlaneLoss)]
    assert losses == [(("s-lagg",), True)]
    assert field.state.at[field.unit("s-lagg")] == DEAD
    field.sound()


@rule("ocs", "4.9d", "18.2c.1")
def test_a_carrier_below_other_ships_is_seen_while_its_planes_fight() -> None:
    field = Seaside(g_109="04.07", s_ca="19.01", s_cv2="19.01", s_own="s-cv2")
    field.state.shown = field.bit("s-ca")
    assert "s-cv2" not in {unit.id for unit in view(field.state, "german").units}
    mission = Mission("sweep", GERMAN, field.hex("19.01"), (field.unit("g-109"),), stage="combat")
    field.state.mission = replace(mission, foes=field.bit("s-own"))
    shown = {unit.id: unit.at for unit in view(field.state, "german").units}
    assert shown["s-cv2"] == shown["s-own"] == "19.01"


@rule("ocs", "18.5e.2", "12.5c-A.1")
def test_a_formation_is_fueled_from_supply_afloat() -> None:
    field = Seaside(g_pz1="17.03", g_pz2="17.03", g_lc1="17.02 1 4T")
    assert "fuel-formation g-pz1" in field.offered("g-pz1", "fuel-formation")
    field.give("fuel-formation g-pz1")
    assert field.state.filled & field.bit("g-pz1", "g-pz2") == field.bit("g-pz1", "g-pz2")
    assert field.state.tokens[field.unit("g-lc1")] == 0
    far = Seaside(g_pz1="17.05", g_pz2="17.05", g_lc1="17.02 1 4T")
    assert not far.offered("g-pz1", "fuel-formation")


@rule("ocs", "18.3d-A")
def test_two_hits_sink_a_ship_with_all_aboard_and_each_says_why() -> None:
    field = Seaside(s_cv2="20.01", s_own="s-cv2")
    hit, sunk, lost = strike(field.state, field.unit("s-cv2"), 2, False, field.dice())
    at: dict[str, Any] = {"side": "soviet", "units": ("s-cv2",), "hexes": ("20.01",), "rule": "18.3d-A"}
    assert [hit, sunk] == [ShipHit(lost=False, **at), ShipHit(lost=True, **at)]
    assert lost == PlaneLoss(
        side="soviet", units=("s-own",), hexes=("20.01",), eliminated=True, rule="18.2c.2"
    )
    assert field.state.at[field.unit("s-cv2")] == field.state.at[field.unit("s-own")] == DEAD
