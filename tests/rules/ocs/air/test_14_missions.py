"""Chapters 14.2 to 14.8, 14.11 and 15.1: air missions step by step, refit, and planes at captured bases."""

from __future__ import annotations

import pytest

from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.air.bases import active_at, base_named
from grognard.games.ocs.air.combat import fight_round, outcome_of
from grognard.games.ocs.air.flak import flak_points, victims
from grognard.games.ocs.combat.barrage_table import Shot, column_shifts, roll_barrage
from grognard.games.ocs.interface.invariants import violations
from grognard.games.ocs.interface.positions import from_position, to_position
from grognard.games.ocs.model.air_events import DogFight, FlakFired, PlanesChecked
from grognard.games.ocs.model.combat_events import Barraged
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.state import DEAD, from_plain, put_aboard
from grognard.games.ocs.turn import sequence
from tests.rules.ocs.airfield import Airfield
from tests.rules.ocs.field import GERMAN, SOVIET, event_of


def asked(field: Airfield) -> list[str]:
    """Return the kinds of the open questions, the first to be answered last."""
    return [question.kind for question in field.state.questions]


def base_of(field: Airfield, id_: str) -> str:
    """Return the hex of a plane's base."""
    return field.scenario.label(field.state.at[field.state.host[field.unit(id_)]])


def is_active(field: Airfield, id_: str) -> bool:
    return bool(field.state.active & field.bit(id_))


# -- declaring a mission -----------------------------------------------------------------------------


@rule("ocs", "14.1a.1", "14.2e.1", "14.2d.1", "14.2a.1", "14.1f.1", "14.2e.3", "14.6.1", "14.3a.1")
def test_who_can_fly_where_and_when() -> None:
    field = Airfield(g_109="04.07", g_87="04.07 i", g_88="04.07", s_yak="13.07", s_pe2="19.12 i")
    assert field.refused("sweep 13.07 g-87") == "14.1a.1"
    assert field.refused("sweep 13.07 g-88") == "14.3a.1"
    assert field.refused("sweep 19.12 g-109") == "14.2d.1"
    assert field.refused("sweep 12.07 g-109") == "14.6.1"
    assert field.refused("trainbust 12.07 g-88") == "2.1.3"  # not a Movement Segment's mission
    five = "g-109,g-88,g-109b,g-87b,g-200"
    for id_ in ("g-109b", "g-87b", "g-200"):
        put_aboard(field.state, field.unit(id_), field.state.host[field.unit("g-109")])
    field.state.active |= field.bit("g-109b", "g-87b", "g-200")
    assert field.refused(f"sweep 13.07 {five}") == "14.2a.1"
    field.state.flight = 0
    assert field.refused("sweep 13.07 g-109") == "14.1f.1"
    field.state.flight = 2
    field.state.flown |= field.bit("g-109")
    assert field.refused("sweep 13.07 g-109") == "14.2e.1"


@rule("ocs", "14.1f.1", "14.1g")
def test_limited_flying_weather_allows_missions_in_the_movement_phase_only() -> None:
    for phase, player, legal in (("movement", 0, True), ("exploitation", 0, False), ("reaction", 1, False)):
        field = Airfield(phase, player, g_109="04.07", s_yak="13.07")
        field.state.flight = 1
        assert (field.check("sweep 13.07 g-109") is None) == legal, phase


# -- Air Combat --------------------------------------------------------------------------------------


@rule("ocs", "14.3e-C.1", "14.3b")
@pytest.mark.parametrize(
    ("dice", "outcome"), [((2, 2, 1), "attacker"), ((3, 2, 1), "both"), ((3, 3, 1), "defender")]
)
def test_air_combat_adds_the_ratings_to_two_dice(dice: tuple[int, ...], outcome: str) -> None:
    field = Airfield()
    result = fight_round(4, 2, field.dice(*dice))
    assert (result.outcome, result.loss) == (outcome, False)
    assert result.modified == sum(dice[:2]) + 2


@rule("ocs", "14.3e-C.1")
def test_ways_of_the_air_combat_table() -> None:
    pairs = [a + b for a in range(1, 7) for b in range(1, 7)]
    for gap, ways in {-2: (26, 4, 6), 0: (15, 6, 15), 1: (10, 5, 21), 3: (3, 3, 30)}.items():
        found = [outcome_of(total + gap) for total in pairs]
        assert tuple(found.count(who) for who in ("attacker", "both", "defender")) == ways


@rule("ocs", "14.6.1", "14.6.2", "14.3e-C.2", "14.1c.1", "14.2f-C", "14.3.1", "14.4a.3", "14.2e.1")
def test_a_sweep_is_one_air_combat_and_the_fighter_returns_inactive() -> None:
    field = Airfield(g_109="04.07", s_yak="13.07", s_lagg="13.07 i")
    events = field.give("sweep 13.07 g-109", 4, 4, 5)
    assert event_of(events, DogFight).outcome == "defender"
    assert not is_active(field, "s-yak") and field.state.lost[field.unit("s-yak")] == 1
    assert asked(field) == ["mission", "home"]  # two bases are in range; neither Flak nor Interception
    field.give("home g-109 02.11")
    assert (base_of(field, "g-109"), is_active(field, "g-109")) == ("02.11", False)
    assert field.state.mission is None and not field.state.questions and not violations(field.state)


@rule("ocs", "14.3.2", "14.3c.1", "14.3c.2", "14.3d-A", "14.3e-A", "14.3e-B", "14.3a.2", "14.2b", "14.3e-D")
def test_example_of_air_combat_over_a_base() -> None:
    """EX-OCS-41: a 2 and a (2) meet a 4 and two (1): both Fighters abort, the others ignore each other."""
    field = Airfield(
        "movement-barrage", 1, s_lagg="13.07", s_il2="13.07", g_109="04.07", g_87="04.07", g_87b="04.07"
    )
    field.state.first = 0
    field.give("barrage 04.07 s-il2,s-lagg air-base")
    assert asked(field) == ["mission", "break-off", "break-off"]
    assert field.state.questions[-1].side == SOVIET  # the attacker first
    assert field.refused("abort s-il2,s-lagg") == "14.3d-A"
    field.give("stay")
    field.give("stay")
    # the only open rating attacks without a question; the defender chooses
    assert asked(field) == ["mission", "duel"] and field.state.questions[-1].side == GERMAN
    events = field.give("engage g-109", 5, 4, 1)
    assert (event_of(events, DogFight).modified, event_of(events, DogFight).outcome) == (7, "both")
    assert not is_active(field, "g-109") and base_of(field, "g-109") == "04.07"
    mission = field.state.mission
    assert mission is not None and [field.scenario.counter_ids[c] for c in mission.planes] == ["s-il2"]


@rule("ocs", "14.3d-C")
def test_the_mission_player_may_abort_after_the_combat() -> None:
    field = Airfield("movement-barrage", g_109="04.07", g_87="04.07", s_yak="13.07")
    field.give("barrage 13.07 g-87,g-109 air-base")
    field.give("stay", 6, 6, 1)  # one open rating against one plane: no choice of planes
    assert asked(field) == ["mission", "break-off"] and field.state.questions[-1].data == (0,)
    field.give("abort g-109,g-87")
    assert asked(field) == ["mission", "home"]


# -- Interception ------------------------------------------------------------------------------------


@rule("ocs", "14.5.1", "14.5.2", "14.5.5", "14.2f-D", "14.1c.2", "14.2e.1", "14.1.1", "14.5.3")
def test_a_winning_interceptor_stays_active_and_has_flown() -> None:
    field = Airfield("movement-barrage", g_87="04.07", s_inf1="11.09", s_yak="13.07", s_il2="13.07")
    field.state.flight = 1  # a limit of the phasing side's missions, not of Interception
    field.give("barrage 11.09 g-87")
    assert asked(field) == ["mission", "intercept"]
    assert field.offered("s-yak") == {"intercept s-yak"} and not field.offered("s-il2")
    field.give("intercept s-yak", 4, 4, 2)
    assert asked(field) == ["mission", "home"] and not is_active(field, "g-87")
    field.give("home g-87 04.07")
    assert is_active(field, "s-yak") and field.state.flown & field.bit("s-yak")
    assert base_of(field, "s-yak") == "13.07" and not field.state.dg


@rule("ocs", "14.5.4", "14.4.1", "14.7b", "14.2f-E", "14.2f-F", "14.4a.1", "10.2a.3", "10.2a.2")
def test_a_losing_interceptor_is_inactive_at_its_base_and_the_mission_goes_on() -> None:
    field = Airfield("movement-barrage", g_109="04.07", g_87="04.07", s_inf1="11.09", s_yak="13.07")
    field.give("barrage 11.09 g-109,g-87")
    field.give("intercept s-yak")
    field.give("stay")  # nobody aborts first
    field.give("engage g-109", 1, 1, 1)  # the interceptor attacks: 2 + 3 - 4
    assert not is_active(field, "s-yak") and base_of(field, "s-yak") == "13.07"
    field.give("stay", 1, 1, 5, 5)  # Flak without effect, then the barrage
    assert asked(field)[-1] == "home"
    field.give("home g-109,g-87 04.07")
    assert not is_active(field, "g-87") and field.state.mission is None


@rule("ocs", "14.2e.1", "14.5.5")
def test_a_fighter_intercepts_once_a_phase() -> None:
    field = Airfield("movement-barrage", g_87="04.07", s_inf1="11.09", s_yak="13.07")
    field.state.flown |= field.bit("s-yak")
    events = field.give("barrage 11.09 g-87", 1, 1, 4, 4)
    assert event_of(events, FlakFired).points == 2  # it still has a Patrol Zone


@rule("ocs", "14.5.2")
def test_the_enemy_may_let_a_mission_through() -> None:
    field = Airfield("movement-barrage", g_87="04.07", s_inf1="11.09", s_yak="13.07")
    field.give("barrage 11.09 g-87")
    events = field.give("stay", 3, 3, 4, 4)
    assert event_of(events, FlakFired).points == 2
    assert event_of(events, Barraged).points == 12


# -- Flak --------------------------------------------------------------------------------------------


@rule("ocs", "14.4e", "14.4c.2", "15.0b-B", "15.2-F")
def test_flak_points() -> None:
    field = Airfield(g_109="04.07", g_87="04.07", g_88="04.07", s_yak="13.07", s_hq="13.07")
    state, unit = field.state, field.unit
    state.second |= 1 << field.hex("13.07")
    target = field.hex("13.07")

    def total(kind: str, *ids: str, hex_: int = target) -> int:
        mission = Mission(kind, GERMAN, hex_, tuple(unit(id_) for id_ in ids))  # type: ignore[arg-type]
        return sum(point.points for point in flak_points(state, mission))

    assert total("barrage", "g-87") == 1 + 3 + 1 + 2  # HQ, level 3, printed, Patrol Zone
    assert total("barrage", "g-87", "g-109") == 6  # with a Fighter the zone counts 1
    assert total("trainbust", "g-87") == 8
    assert total("barrage", "g-87", "g-88", "g-109") == 7  # three aircraft
    state.active = 0
    assert total("barrage", "g-87") == 5
    assert total("barrage", "g-87", hex_=field.hex("19.12")) == 0  # an air strip


@rule("ocs", "14.4e", "14.4f.1", "14.4f.2", "14.4d.1")
def test_flak_of_eleven_costs_a_step_and_the_plane_goes_on_reduced() -> None:
    field = Airfield("movement-barrage", g_87="04.07", g_88="04.07", s_inf1="11.09")
    events = field.give("barrage 11.09 g-87,g-88", 5, 6, 3, 3, 3)  # 11; 1 to 3 hit the first plane
    assert field.state.lost[field.unit("g-87")] == 1
    assert event_of(events, Barraged).points == 6 + 15


@rule("ocs", "14.4f.1")
def test_mission_loss_table_for_four_planes() -> None:
    field = Airfield(g_109="04.07", g_87="04.07", g_87b="04.07", g_88="04.07")
    planes = tuple(field.unit(id_) for id_ in ("g-109", "g-87", "g-87b", "g-88"))
    mission = Mission("barrage", GERMAN, field.hex("11.09"), planes)
    hit = [victims(field.state, mission, die) for die in range(1, 7)]
    assert hit == [(planes[0],), (planes[1],), (planes[2],), (planes[3],), (planes[0],), (planes[3],)]


# -- barrage -----------------------------------------------------------------------------------------


@rule("ocs", "14.7c", "10.2b.1", "10.2b.2", "14.1e-A", "14.1e-C")
def test_short_range_shift_and_strategic_bombers() -> None:
    field = Airfield("movement-barrage", s_inf1="11.09", g_inf1="10.09")
    target = field.hex("11.09")

    def moved(**values: object) -> dict[str, int]:
        shot = Shot("air", 0, 12, **values)  # type: ignore[arg-type]
        return {shift.rule: shift.columns for shift in column_shifts(field.state, GERMAN, target, shot)}

    assert moved(range=10)["14.7c"] == 1
    assert "14.7c" not in moved(range=11)
    high = moved(range=5, high=True)
    assert "14.7c" not in high and high["10.0b.2"] == -3


@rule("ocs", "14.7a.1", "14.7.2", "10.2.1", "14.7a.2", "10.2c")
def test_air_barrages_are_free_apart_and_once_a_hex() -> None:
    field = Airfield("reaction-barrage", 1, g_87="04.07", g_88="04.07", g_art1="10.08", s_inf1="11.09")
    field.state.released |= field.bit("g-art1")
    assert field.refused("barrage 11.09 g-87,g-art1") == "14.7a.1"
    field.give("barrage 11.09 g-87", 1, 1, 2, 2)
    field.give("home g-87 04.07")
    assert field.state.ledger[GERMAN] == 0
    assert field.refused("barrage 11.09 g-88") == "14.7.2"


@rule("ocs", "10.0c-A.1", "10.0c-A.2")
def test_a_barrage_of_a_base_checks_every_plane_there() -> None:
    field = Airfield("movement-barrage", g_88="04.07", s_yak="13.07 i", s_il2="13.07 i*")
    events = field.give("barrage 13.07 g-88 air-base", 1, 1, 6, 6, 1)
    assert event_of(events, PlanesChecked).losses == 1
    assert field.state.lost[field.unit("s-yak")] == 1
    assert field.state.level[base_named(field.state, "13.07", SOVIET)] < 3


@rule("ocs", "14.1b")
def test_a_second_loss_sends_a_plane_to_the_dead_pile() -> None:
    field = Airfield("movement-barrage", g_88="04.07", s_il2="13.07 i*")
    field.give("barrage 13.07 g-88 air-base", 1, 1, 6, 6)
    assert field.state.at[field.unit("s-il2")] == DEAD and not violations(field.state)


@rule("ocs", "18.3b.1")
def test_naval_results_against_ground_units_are_reduced() -> None:
    field = Airfield()
    codes = set()
    for column in range(11):
        plain = roll_barrage(column, True, field.dice(6, 6, 6)).code
        naval = roll_barrage(column, True, field.dice(6, 6, 6), naval=True).code
        codes.add((plain, naval))
    reduced = {("DG", "DG"), ("1/2", "DG"), ("1", "1/2"), ("2", "1"), ("3", "2")}  # by the chart
    assert codes <= reduced and ("1", "1/2") in codes


# -- Hip Shoots, Trainbusting, transfers -------------------------------------------------------------


@rule("ocs", "14.7d-A", "14.7d-B.1", "14.7d-B.2", "14.7d-C", "14.2e.4", "14.1e-B", "10.2a.1", "14.2e.5")
def test_hip_shoots() -> None:
    field = Airfield(
        g_87="04.07", g_87b="04.07", g_200="04.07", g_inf1="10.09", s_inf1="11.09", s_inf2="08.12"
    )
    assert field.refused("hip-shoot 11.09 g-87,g-87b") == "14.7d-B.1"
    assert field.refused("hip-shoot 08.12 g-87") == "14.7d-C"
    assert field.refused("hip-shoot 11.09 g-200") == "14.1e-B"
    field.give("hip-shoot 11.09 g-87", 1, 1, 2, 2)
    field.give("home g-87 04.07")
    assert not field.state.barraged
    assert field.check("hip-shoot 11.09 g-87b") is None
    soviet = Airfield("movement", 1, s_il2="13.07", s_inf1="11.09", g_inf1="10.09")
    assert soviet.refused("hip-shoot 10.09 s-il2") == "14.7d-B.2"


@rule("ocs", "14.8a", "10.0c-C.1", "14.8.1", "14.8d.1", "14.8d.2", "10.0c-C.2")
def test_trainbusting_places_a_marker_until_the_enemys_clean_up() -> None:
    field = Airfield("movement-barrage", g_88="04.07", g_87="04.07", s_inf1="11.09")
    field.give("trainbust 11.08 g-88", 1, 1, 6)
    field.give("home g-88 04.07")
    assert field.labels(field.state.busted[GERMAN]) == {"11.08"}
    assert field.refused("trainbust 11.08 g-87") == "14.8.1"
    field.go_to("clean-up", 0)
    sequence._clean_up(field.state)
    assert field.state.busted[GERMAN]
    field.go_to("clean-up", 1)
    sequence._clean_up(field.state)
    assert not field.state.busted[GERMAN]


@rule("ocs", "14.11.1", "14.11.2", "14.1c.2", "14.2c")
def test_base_transfers() -> None:
    field = Airfield(g_109="04.07", g_87="04.07", g_109b="RIGA")
    field.give("transfer g-109 02.11")
    assert (base_of(field, "g-109"), is_active(field, "g-109")) == ("02.11", True)
    assert field.refused("transfer g-109 04.07") == "14.2e.1"
    field.give("transfer g-87 RIGA")
    assert not is_active(field, "g-87")
    field.give("transfer g-109b 04.07")  # 13 hexes: beyond its range of 12
    assert (base_of(field, "g-109b"), is_active(field, "g-109b")) == ("04.07", False)


# -- refit -------------------------------------------------------------------------------------------


@rule("ocs", "15.1-A", "15.1-B", "15.0b-A", "14.1d", "2.1.5", "15.1-D", "14.1f.2")
def test_refit_costs_a_token_and_makes_two_planes_a_level_active() -> None:
    field = Airfield(
        "refit", g_109="04.07 i", g_87="04.07 i", g_88="04.07 i", g_52="02.11 i", g_200="02.11 i"
    )
    field.state.flight = 0
    assert field.refused("refit g-109") == "15.1-B"  # no supply
    field.supply("04.07", 4)
    assert field.refused("refit g-109,g-52") == "15.1-A"
    field.give("refit g-109,g-87,g-88")
    assert field.state.active == field.bit("g-109", "g-87", "g-88") and field.state.ledger[GERMAN] == 3
    assert field.refused("refit g-88") == "14.1d"
    put_aboard(field.state, field.unit("g-87b"), field.state.host[field.unit("g-109")])
    changed(field.state)
    assert field.refused("refit g-87b") == "15.1-A"


@rule("ocs", "15.1-C", "4.5a-H")
def test_no_refit_in_an_enemy_zoc() -> None:
    field = Airfield("refit", g_109="04.07 i", s_inf1="05.07")
    field.supply("04.07", 4)
    assert field.refused("refit g-109") == "15.1-C"
    field.put("g-inf1", "04.07")
    assert field.check("refit g-109") is None


@rule("ocs", "15.2-B", "18.2b.1")
def test_refit_at_strips_boxes_and_carriers() -> None:
    field = Airfield("refit", 1, s_yak="19.12 i", s_il2="19.12 i", s_lagg="s-cv i", s_cv="19.01")
    field.supply("19.12", 1, SOVIET)
    assert field.refused("refit s-yak,s-il2") == "15.1-B"
    field.give("refit s-lagg")
    assert field.state.ledger[SOVIET] == 1
    field.give("refit s-yak")
    assert field.state.ledger[SOVIET] == 0


# -- captured bases, saving --------------------------------------------------------------------------


@rule("ocs", "9.14f.1", "9.14f.2", "9.14f.3")
def test_planes_at_a_captured_base_are_checked_and_flee_inactive() -> None:
    field = Airfield(s_yak="13.07", s_il2="13.07 i", g_pz1="12.07")
    field.state.filled |= field.bit("g-pz1")
    field.give("move g-pz1 12.07-13.07", 2, 3, 2, 3)  # 5: the Inactive plane is hit; 7 with Active +2
    assert (field.state.lost[field.unit("s-yak")], field.state.lost[field.unit("s-il2")]) == (0, 1)
    assert base_named(field.state, "13.07", GERMAN) >= 0
    assert base_of(field, "s-yak") == "19.12" and not active_at(
        field.state, base_named(field.state, "19.12", SOVIET)
    )
    assert not violations(field.state)


def test_a_mission_can_be_saved_at_every_question() -> None:
    field = Airfield("movement-barrage", g_109="04.07", g_87="04.07", s_inf1="11.09", s_yak="13.07")
    for order, dice in (
        ("barrage 11.09 g-109,g-87", ()),
        ("intercept s-yak", ()),
        ("stay", ()),
        ("engage g-109", (1, 1, 1)),
        ("stay", (1, 1, 5, 5)),
        ("home g-109,g-87 04.07", ()),
    ):
        field.give(order, *dice)
        again = from_plain(field.scenario, field.state.plain())
        assert again == field.state and again.digest == field.state.digest
        assert not violations(field.state)
    position = to_position(field.state)
    assert from_position(field.scenario, position).host == field.state.host


# -- Trainbusting Zones ------------------------------------------------------------------------------


@rule("ocs", "14.8b.1", "14.8b.2", "14.8c.1", "14.8c.4")
def test_trainbusting_zones_cost_one_mp_a_hex() -> None:
    field = Airfield(g_pz1="08.07", g_inf1="08.07")
    field.state.filled |= field.bit("g-pz1")
    track, leg = field.cost("g-pz1", "09.08"), field.cost("g-inf1", "09.08")
    far = field.cost("g-pz1", "07.08")
    field.state.busted[SOVIET] = 1 << field.hex("10.08") | 1 << field.hex("10.07")
    changed(field.state)
    assert field.cost("g-pz1", "09.08") == track + 1  # next to both markers, paid once
    assert field.cost("g-inf1", "09.08") == leg  # for Leg MP only the marker's own hex
    assert field.cost("g-pz1", "07.08") == far
    field.state.busted[SOVIET] = 1 << field.hex("09.08")
    changed(field.state)
    assert field.cost("g-inf1", "09.08") == leg + 1
    field.state.busted = [field.state.busted[SOVIET], 0]  # one's own markers cost nothing
    changed(field.state)
    assert field.cost("g-inf1", "09.08") == leg
