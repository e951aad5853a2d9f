"""Chapter 10: Turkish and US arrivals, paratroops, marines, carriers, second formation."""

from __future__ import annotations

import pytest

from grognard.core.testing import rule
from grognard.games.sww3 import rules
from grognard.games.sww3.arrivals import reinforcements, second_formation
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import put
from grognard.games.sww3.movement import moves, theatre_transfers
from grognard.games.sww3.movement.movement_limits import allowance
from grognard.games.sww3.support import supply
from tests.rules.sww3.wars import War
from tests.support import kinds

TURKS = ["trk-5", "trk-6", "trk-8", "trk-2c"]


def ending(turn: int, *dice: int, **at: str) -> War:
    """End the UN turn with these dice for arrivals; on turn 1 there is no fleet roll."""
    where = {id_.replace("_", "-"): place for id_, place in at.items()}
    war = War("sandown", "un combat", turn, at=where)
    war.play("end", *dice)
    return war


def landing(*ids: str, **more: str) -> War:
    """Units that have arrived, to be placed."""
    at = {id_.replace("_", "-"): where for id_, where in more.items()}
    return War("sandown", "un reinforcement", 3, at={**at, **dict.fromkeys(ids, "arriving")})


# -- Turkey ----------------------------------------------------------------------------------------


@rule("sandown", "10.4-roll")
@pytest.mark.parametrize(("die", "count"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_turkish_units_by_half_a_die(die: int, count: int) -> None:
    pool = {id_.replace("-", "_"): "mobilization" for id_ in TURKS}
    war = ending(1, die, *(1,) * count, 1, **pool)
    assert war.units(where="arriving") == TURKS[:count]


@rule("sandown", "10.4-roll")
def test_turkish_units_are_drawn_by_chance() -> None:
    pool = {id_.replace("-", "_"): "mobilization" for id_ in TURKS}
    war = ending(1, 4, 4, 2, 1, **pool)
    assert sorted(war.units(where="arriving")) == ["trk-2c", "trk-6"]


@rule("sandown", "10.4-place")
def test_turkish_units_arrive_in_cities_and_by_the_edge_one_a_hex() -> None:
    war = landing("trk-5", "trk-6")
    edge = [f"11{row}" for row in range(44, 52)]
    hexes = war.labels(reinforcements.landing_hexes(war.state, war.scenario.index["trk-5"]))
    assert set(hexes) == {*war.cities("turkey"), *edge}
    erzurum = war.city("Erzurum")
    war.play(f"land trk-5 {erzurum}")
    war.refused(f"land trk-6 {erzurum}", "10.4-place")
    war.refused(f"land trk-6 {war.plain('turkey')[0]}", "10.4-place")
    war.refused(f"land trk-6 {war.city('Aleppo')}", "10.4-place")
    trabzon = war.city("Trabzon")
    war.seize(SOVIET, [trabzon, "1144"])
    war.refused(f"land trk-6 {trabzon}", "10.4-place")
    war.refused("land trk-6 1144", "10.4-place")
    war.play("land trk-6 1145")
    assert not war.state.moved
    war = landing("trk-5", "us-r29")
    port = war.city("İskenderun")
    war.play(f"land us-r29 {port}")
    war.play(f"land trk-5 {port}")  # the limit is for Turkish arrivals alone


# -- the US Army -----------------------------------------------------------------------------------


@rule("sandown", "10.5-roll")
@pytest.mark.parametrize(("die", "count"), [(1, 0), (3, 1), (5, 2), (6, 3)])
def test_us_units_by_half_a_die(die: int, count: int) -> None:
    pool = dict.fromkeys(("us_r29", "us_r65", "us_r325", "us_r504"), "overseas")
    war = ending(1, 1, die, *(1,) * count, **pool)
    assert len(war.units(where="arriving")) == count


@rule("sandown", "10.5-place")
def test_us_units_arrive_at_sources_that_work() -> None:
    war = landing("us-r29", "us-r65")
    hexes = set(war.labels(reinforcements.landing_hexes(war.state, war.scenario.index["us-r29"])))
    closed = war.theatre.regions(("black-sea", "caspian-sea"))
    assert hexes == {*war.labels(war.theatre.ports & ~closed), "6988", "5788", "2776"}
    beirut = war.city("Beirut")
    war.nuke(beirut)
    war.refused(f"land us-r29 {beirut}", "10.5-place")
    war.nuke("2776")  # a road does not lose its use by a blast, only by enemy control
    war.seize(SOVIET, ["5788"])
    war.refused("land us-r29 5788", "10.5-place")
    war.refused(f"land us-r29 {war.city('Trabzon')}", "10.5-place")
    war.play("land us-r29 2776")
    war.play("land us-r65 2776")  # any number in a hex


@rule("sandown", "10.6-drop", "10.6-phase")
def test_us_paratroops_may_drop_as_they_arrive() -> None:
    war = landing("us-r325", "us-r504", "us-r29")
    war.sky(ALLIED)
    middle, near = war.open_ground("iraq")
    war.refused(f"drop {middle} us-r29", "10.2-any")
    war.play(f"drop {middle} us-r325")
    war.refused(f"drop {near[0]} us-r504", "10.2-one")
    war.play(f"drop {middle} us-r504")
    assert war.state.aerial_left == [0]
    assert supply.in_supply(war.state, war.scenario.index["us-r325"])
    war = landing("us-r325")
    war.sky(SOVIET)
    war.refused(f"drop {middle} us-r325", "6.5-drop")
    war = War("sandown", "un movement", 3, at={"us-r325": "overseas", "uk-1": "1374"})
    war.sky(ALLIED)
    war.refused(f"drop {middle} us-r325", "10.2-any")


@rule("sandown", "10.6-else")
def test_paratroops_that_do_not_drop_land() -> None:
    war = landing("us-r325")
    war.sky(ALLIED)
    war.refused("end", "10.6-else")
    war.play("land us-r325 2776")
    war.refused(f"drop {war.open_ground('iraq')[0]} us-r325", "10.2-any")


@rule("sandown", "10.6-israel")
def test_the_israeli_paratroops_do_not_drop() -> None:
    war = War("sandown", "un reinforcement", 3, at={"isrl-202": "2370", "us-r29": "arriving"})
    war.sky(ALLIED)
    war.refused(f"drop {war.open_ground('jordan')[0]} isrl-202", "10.6-israel")
    assert not war.scenario.paratroops & war.bit("isrl-202")


# -- marines and carriers --------------------------------------------------------------------------


@rule("sandown", "10.7-start")
def test_fleet_is_rolled_for_from_turn_two() -> None:
    war = ending(1, 1, 1, usmc_2="waiting")
    assert war.where("usmc-2") == "waiting"
    war = ending(2, 1, 1, 3, 3, usmc_2="waiting")
    assert war.where("usmc-2") == "waiting"
    assert not war.state.naval


@rule("sandown", "10.7-one", "10.7-two")
@pytest.mark.parametrize(
    ("dice", "marines", "naval"),
    [
        ((1, 3), True, False),
        ((1, 2), True, True),
        ((2, 1), False, True),
        ((2, 2), False, False),
        ((1, 1), True, True),
    ],
)
def test_fleet_arrives_on_1_and_on_2_after_the_other(
    dice: tuple[int, int], marines: bool, naval: bool
) -> None:
    war = ending(2, 1, 1, *dice, usmc_2="waiting")
    assert (war.where("usmc-2") == "arriving") is marines
    assert war.state.naval is naval


@rule("sandown", "10.7-one", "10.7-two")
@pytest.mark.parametrize(("die", "naval"), [(1, True), (2, False)])
def test_marines_that_are_not_in_the_scenario_have_not_come(die: int, naval: bool) -> None:
    """Tabriz and Erzurum has no marines, so the carriers come on a 1 only."""
    war = War("sandown", "un combat", 2, scenario="tabriz-and-erzurum")
    assert war.where("usmc-2") == "away"
    war.play("end", 1, 1, die)
    assert war.state.naval is naval


@rule("sandown", "10.7-two")
def test_marines_arrive_on_2_after_naval_airpower() -> None:
    war = War("sandown", "un combat", 4, at={"usmc-2": "waiting"})
    war.state.naval = True
    war.play("end", 1, 1, 2)
    assert war.where("usmc-2") == "arriving"


@rule("sandown", "10.7-marine")
def test_the_marines_land_on_any_open_coast() -> None:
    war = landing("usmc-2", su_4gt=War("sandown").labels(War("sandown").theatre.region("open-coast"))[5])
    coast = war.labels(war.theatre.region("open-coast") & war.scenario.land)
    hexes = war.labels(reinforcements.landing_hexes(war.state, war.scenario.index["usmc-2"]))
    assert set(hexes) == set(coast) - {war.where("su-4gt")}
    war.refused(f"land usmc-2 {war.city('Trabzon')}", "10.7-marine")
    war.refused(f"land usmc-2 {war.city('Rasht')}", "10.7-marine")
    war.seize(SOVIET, [coast[0]])
    war.nuke(coast[0])
    war.play(f"land usmc-2 {coast[0]}")
    assert war.held_by(coast[0]) == ALLIED  # [R-SAN-09]
    assert war.steps("usmc-2") == [2]


@rule("sandown", "10.7-marine")
def test_marines_that_do_not_land_are_rolled_for_again() -> None:
    war = landing("usmc-2")
    war.play("end")
    assert war.where("usmc-2") == "waiting"


@rule("sandown", "10.7-naval")
def test_naval_airpower_counts_only_for_air_dice() -> None:
    war = ending(2, 1, 1, 6, 1, usmc_2="waiting")
    assert war.state.naval
    assert not war.state.held[ALLIED]  # there is nothing on the map
    war.play("roll", 1, 1, 2, 2, 2)
    assert war.state.air == [ALLIED]


# -- all of them -----------------------------------------------------------------------------------


@rule("sandown", "10.8-return")
@pytest.mark.parametrize("nowhere", [False, True])
def test_unplaced_units_return_whether_or_not_they_could_land(nowhere: bool) -> None:
    """[R-PIN-18]"""
    war = landing("us-r29", "trk-5")
    war.state.red = war.scenario.grid.all if nowhere else war.state.red
    events = war.play("end")
    assert "returned" in kinds(events)
    assert (war.where("us-r29"), war.where("trk-5")) == ("overseas", "mobilization")


@rule("sandown", "10.8-full")
def test_arrivals_act_fully_from_next_phase() -> None:
    war = landing("us-r29")
    war.play("land us-r29 2776")
    war.play("end")
    war.pass_to("un movement")
    unit = war.scenario.index["us-r29"]
    assert moves.movable(war.state, ALLIED) >> unit & 1
    assert allowance(war.state, unit) == 6 * war.theatre.scale


# -- second formation ------------------------------------------------------------------------------


def calling(soviets: int = 30, turn: int = 5) -> War:
    """The start of a Soviet Movement Phase with a number of units on the map."""
    war = War("sandown", "soviet movement", turn)
    on_map = [id_ for id_ in war.units("SU") if war.where(id_)[0].isdigit()]
    for id_ in on_map[soviets:]:
        put(war.state, war.scenario.index[id_], -1)
    return war


@rule("sandown", "5.8-second", "10.9-once")
def test_second_formation_is_called_once_on_turn_five() -> None:
    for turn in (4, 6):
        war = calling(20, turn)
        war.refused("second 3", "10.9-once")
        assert not any(order.startswith("second") for order in war.orders())
    war = calling(20)
    war.go_to("soviet combat")
    war.refused("second 3", "5.2")
    war = calling(20)
    war.play(min(order for order in war.orders() if order.startswith("move")))
    war.refused("second 3", "10.9-once")
    war = calling(20)
    war.play("second 2", 1, 1)
    for _ in range(2):
        war.play(min(war.orders()))
    war.refused("second 1", "10.9-once")


@rule("sandown", "10.9-once")
def test_second_formation_cannot_be_held_back() -> None:
    war = calling(20)
    war.play("second 3", 1, 1, 1)
    assert war.asked == ("soviet", "arrive")
    for _ in range(3):
        assert all(order.startswith("land su-2f") for order in war.orders())
        war.play(min(war.orders()))
    assert war.asked == ("soviet", "movement")
    assert not war.units(where="arriving")


@rule("sandown", "10.9-limit")
def test_up_to_thirty_three_units_on_the_map() -> None:
    for soviets, most in ((28, 5), (20, 13)):
        war = calling(soviets)
        assert theatre_transfers.soviets_in(war.state, 0) == soviets
        assert second_formation.second_limit(war.state, 0) == most
        war.refused(f"second {most + 1}", "10.9-limit")
        assert {o for o in war.orders() if o.startswith("second")} == {
            f"second {n}" for n in range(1, most + 1)
        }


@rule("sandown", "10.9-limit", "10.9-place")
def test_no_more_are_called_than_can_be_placed(monkeypatch: pytest.MonkeyPatch) -> None:
    war = calling(20)
    entry = war.hex("5948")
    room = war.scenario.stack_steps - war.state.load.get(entry, 0)
    assert 0 < room < 13
    monkeypatch.setattr(second_formation, "second_hexes", lambda state, theatre: 1 << entry)
    assert second_formation.second_limit(war.state, 0) == room
    war.refused(f"second {room + 1}", "10.9-limit")


@rule("sandown", "10.9-vp")
def test_each_raises_the_target() -> None:
    war = calling(20)
    assert war.state.target == [65 + 6]  # with the six swaps of the ready-made force [R-SAN-21]
    war.play("second 4", 1, 1, 1, 1)
    assert war.state.target == [65 + 6 + 4]


@rule("sandown", "10.9-blind")
def test_second_formation_is_drawn_blindly() -> None:
    war = calling(20)
    war.play("second 2", 40, 5)
    assert sorted(war.units(where="arriving")) == ["su-2f40", "su-2f5"]
    assert all(war.state.face[war.scenario.index[id_]] == -1 for id_ in ("su-2f40", "su-2f5"))


@rule("sandown", "10.9-place")
def test_second_formation_enters_in_ussr_and_may_move() -> None:
    war = calling(20)
    war.play("second 2", 1, 1)
    hexes = set(war.labels(reinforcements.landing_hexes(war.state, war.scenario.index["su-2f1"])))
    edge = set(war.labels(war.theatre.region("ussr-edge") & war.scenario.land))
    assert hexes <= {*war.cities("ussr"), *edge}
    assert edge - hexes == {label for label in edge if war.state.load.get(war.hex(label), 0) >= 10}
    war.refused(f"land su-2f1 {war.city('Tabriz')}", "10.9-place")
    city = war.city("Yerevan")
    war.play(f"land su-2f1 {city}")
    assert war.state.face[war.scenario.index["su-2f1"]] == -1
    war.nuke(war.city("Batumi"))
    war.refused(f"land su-2f2 {war.city('Batumi')}", "10.9-place")
    war.play("land su-2f2 5948")
    assert rules.phase(war.state) == "soviet movement"
    assert moves.movable(war.state, SOVIET) & war.bit("su-2f1") or moves.movable(war.state, SOVIET)
