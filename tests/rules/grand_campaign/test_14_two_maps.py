"""Chapter 14: Pincher and Sandown as one game."""

from __future__ import annotations

import pytest

from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.sww3 import rules
from grognard.games.sww3.arrivals import reinforcements
from grognard.games.sww3.interface import invariants
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import cities
from grognard.games.sww3.movement import moves, theatre_transfers
from grognard.games.sww3.movement.movement_limits import allowance
from grognard.games.sww3.support import airpower, supply
from tests.rules.sww3.wars import War

EUROPE, MID_EAST = 0, 1


def at(war: War, theatre: int, side: str, what: str) -> War:
    """Go to a phase of one map."""
    wanted = {"movement": "first", "combat": "second"}.get(what, what)
    number = SOVIET if side == "soviet" else ALLIED
    steps = war.scenario.sequence
    war.state.phase_index = next(
        n for n, s in enumerate(steps) if (s.theatre, s.side, s.phase) == (theatre, number, wanted)
    )
    return war


def grand_war(theatre: int, side: str, what: str, **where: str) -> War:
    """Both maps on turn 2, empty but for these units."""
    units = {id_.replace("_", "-"): place for id_, place in where.items()}
    return at(War("grand", turn=2, at=units), theatre, side, what)


# -- rules and maps --------------------------------------------------------------------------------


@rule("grand", "14.1")
def test_each_map_has_its_own_rules() -> None:
    war = War("grand")
    europe, mid_east = war.scenario.theatres
    assert europe.charts["limits"]["allied_aerial_supply"] == 2
    assert mid_east.charts["limits"]["allied_aerial_supply"] == 1
    assert europe.hexes | mid_east.hexes == war.scenario.grid.all
    assert not europe.hexes & mid_east.hexes
    assert not war.scenario.grid.spread(europe.hexes) & mid_east.hexes
    assert war.city("Berlin") == "E5414"
    assert war.city("Jerusalem") == "M2471"
    assert cities(war.state) == europe.cities | mid_east.cities
    assert not invariants.violations(war.state)


@rule("grand", "14.2")
def test_a_soviet_win_on_either_map_wins_the_war() -> None:
    for theatre in (EUROPE, MID_EAST):
        war = War("grand", turn=4, at={})
        war.state.neutral = 0
        war.state.red |= war.scenario.theatres[theatre].capitals
        war.judge()
        assert war.winner == "soviet"
    war = War("grand", turn=10)
    war.judge()
    assert war.winner == "allied"


@rule("grand", "14.2")
def test_the_un_cannot_win_by_the_mid_east_alone() -> None:
    war = War("grand", turn=4)
    war.seize(ALLIED, ["M5245", "M5948"])
    assert war.judge() == ""
    assert war.state.closed == 1 << MID_EAST  # play stops there and goes on in Europe [R-GC-01]
    at(war, EUROPE, "allied", "combat")
    seen = set()
    while war.state.turn < 6:
        seen.add(rules.phase(war.state))
        war.do_little()
    assert not any("Mid-East" in phase for phase in seen)
    war.state.turn = 10
    war.judge()
    assert war.winner == "allied"


@rule("grand", "14.3")
def test_both_maps_finish_a_player_turn_before_the_next() -> None:
    war = War("grand")
    order: list[tuple[int, str, int]] = []
    while war.state.turn == 1:
        here = (war.state.now.side, war.state.now.phase, war.state.now.theatre)
        if here[1] in ("first", "second") and here not in order:
            order.append(here)
        war.do_little()
    assert order == [
        (side, phase, theatre)
        for side in (SOVIET, ALLIED)
        for theatre in (EUROPE, MID_EAST)
        for phase in ("first", "second")
    ]
    assert [step.theatre for step in war.scenario.sequence if step.phase == "victory"] == [EUROPE, MID_EAST]


@rule("grand", "14.3")
def test_the_order_of_phases_is_declared_for_each_map() -> None:
    war = at(War("grand"), EUROPE, "soviet", "declare")
    war.play("declare fight")
    assert rules.phase(war.state) == "soviet combat, Europe"
    war.pass_to("soviet declaration, the Mid-East")
    war.play("declare move")
    assert rules.phase(war.state) == "soviet movement, the Mid-East"


# -- forces ----------------------------------------------------------------------------------------


@rule("grand", "14.5-aside", "14.6-aside")
def test_mid_east_soviet_and_us_army_units_are_not_used() -> None:
    grand_ids = {counter.id for counter in War("grand").scenario.counters}
    europe = {counter.id for counter in War("pincher").scenario.counters}
    mid_east = {counter.id: counter for counter in War("sandown").scenario.counters}
    added = grand_ids - europe
    assert {mid_east[id_].nation for id_ in added} == {
        "UK", "US", "Trk", "Isrl", "Egypt", "Iran", "Iraq", "Jrdn", "Kwt", "Lbn", "Syria",
    }  # fmt: skip
    assert {id_ for id_ in added if mid_east[id_].nation == "US"} == {"usmc-2"}
    war = at(War("grand"), MID_EAST, "allied", "reinforcement")
    assert theatre_transfers.overseas_roll(war.scenario, MID_EAST).dice == 0


@rule("grand", "14.5-assign")
def test_up_to_thirty_three_divisions_go_to_the_mid_east() -> None:
    ready = War("grand")
    assert 0 < theatre_transfers.soviets_in(ready.state, MID_EAST) <= 33
    war = War("grand", options={"setup": "free"})
    war.play("fill")
    war.play("end")
    assert war.asked == ("soviet", "setup")
    war.refused("end", "3.1-control")  # all of them at once are too many
    war.play("fill")
    left = [id_ for id_ in war.units("SU") if war.where(id_) == "ready"]
    assert 0 < len(left) <= 33
    war.play("end")
    war.play("fill")
    war.play("end")  # the Allies in the Mid-East
    for id_ in left:
        assert {h.path[0][0] for h in war.choices("soviet").orders(id_) if h.verb == "place"} == {"M"}
    assert war.state.target == [60, 65]  # nothing is drawn and nothing exchanged [R-GC-04]


@rule("grand", "14.5-assign")
def test_divisions_may_all_stay_in_europe() -> None:
    war = War("grand", options={"setup": "free"})
    war.play("fill")
    war.play("end")
    war.play("fill")
    for id_ in [id_ for id_ in war.units("SU") if war.where(id_) == "ready"]:
        war.play(f"hold {id_}")
    war.play("end")
    war.play("fill")
    war.play("end")
    war.play("end")
    assert theatre_transfers.soviets_in(war.state, MID_EAST) == 0
    assert rules.phase(war.state) == "air superiority, Europe"


@rule("grand", "14.5-onlysu")
def test_satellites_and_marked_divisions_stay_in_europe() -> None:
    war = War("grand", options={"setup": "free"})
    for verb in ("fill", "end", "fill", "end", "fill", "end"):
        war.play(verb)
    for id_ in ("ppa-2c", "hpa-3", "su-2gm", "su-13gm"):
        war.refused(f"place {id_} M5949", "14.5-onlysu")
        assert not theatre_transfers.serves(war.scenario, war.scenario.index[id_], MID_EAST)
    ready = War("grand")
    assert ready.theatre.region("hungary") >> ready.hex(ready.where("su-2gm")) & 1
    assert ready.theatre.region("soviet-zone") >> ready.hex(ready.where("su-13gm")) & 1


@rule("grand", "14.5-pool")
def test_the_reserve_serves_both_maps() -> None:
    pool = {"su_4gt": "reserve", "su_7gp": "airborne"}
    for theatre, letter in ((EUROPE, "E"), (MID_EAST, "M")):
        war = grand_war(theatre, "soviet", "movement", **pool)
        war.sky(SOVIET, theatre=theatre)
        entries = {order.split()[2][0] for order in war.orders() if order.startswith("enter su-4gt")}
        drops = {order.split()[1][0] for order in war.orders() if order.startswith("drop")}
        assert entries == drops == {letter}
        war.play(min(order for order in war.orders() if order.startswith("enter su-4gt")))
        assert war.where("su-4gt")[0] == letter


@rule("grand", "14.5-assign", "14.5-pool")
def test_the_reserve_respects_the_thirty_three() -> None:
    war = at(War("grand", turn=2), MID_EAST, "soviet", "movement")
    spare = [id_ for id_ in war.units("SU") if war.where(id_)[0] == "E" and "dot" not in str(tags(war, id_))]
    room = theatre_transfers.room_for_soviets(war.state, MID_EAST)
    for id_ in spare[: room + 1]:
        war.put(id_, "reserve")
    for id_ in spare[:room]:
        war.play(min(order for order in war.orders() if order.startswith(f"enter {id_} ")))
    assert theatre_transfers.soviets_in(war.state, MID_EAST) == 33
    assert not any(order.startswith("enter") for order in war.orders())
    edge = war.labels(supply.sources(war.state, SOVIET, MID_EAST))[0]
    war.refused(f"enter {spare[room]} {edge}", "14.5-assign")


def tags(war: War, id_: str) -> tuple[str, ...]:
    """The tags of a counter."""
    return war.scenario.counters[war.scenario.index[id_]].tags


# -- arrivals --------------------------------------------------------------------------------------


@rule("grand", "14.6-roll")
@pytest.mark.parametrize(("dice", "count"), [((1, 1), 2), ((3, 4), 7), ((6, 6), 12)])
def test_nothing_is_subtracted_from_the_overseas_roll(dice: tuple[int, int], count: int) -> None:
    war = at(War("grand", turn=2), EUROPE, "allied", "combat")
    war.play("end", 1, 1, *dice, *(1,) * count)
    assert len(war.units(where="arriving")) == count


@rule("grand", "14.6-divert")
def test_us_army_units_may_be_diverted_and_arrive_the_same_turn() -> None:
    arriving = dict.fromkeys(("us_r29", "us_r325", "uk_1b"), "arriving")
    war = grand_war(EUROPE, "allied", "reinforcement", **arriving)
    assert {o for o in war.orders() if o.startswith("divert")} == {"divert us-r29", "divert us-r325"}
    war.refused("divert uk-1b", "14.6-divert")
    war.play("divert us-r29")
    war.play("divert us-r325")
    war.play(f"land uk-1b {war.city('Le Havre')}")
    war.play("end")
    war.pass_to("allied combat, the Mid-East")
    war.play("end", 1, 6)  # no Turks, no carriers
    assert rules.phase(war.state) == "allied reinforcement, the Mid-East"
    assert sorted(war.units(where="arriving")) == ["us-r29", "us-r325"]
    war.play("land us-r29 M2776")
    war.sky(ALLIED, theatre=MID_EAST)
    middle, _ = war.open_ground("iraq")
    war.play(f"drop {middle} us-r325")  # [R-GC-05]
    assert war.state.turn == 2


@rule("grand", "14.6-oneway")
def test_nothing_goes_from_the_mid_east_to_europe() -> None:
    war = grand_war(MID_EAST, "allied", "reinforcement", us_r29="arriving", trk_5="arriving")
    assert not any(order.startswith("divert") for order in war.orders())
    war.refused("divert us-r29", "14.6-divert")
    hexes = war.labels(reinforcements.landing_hexes(war.state, war.scenario.index["us-r29"]))
    assert {label[0] for label in hexes} == {"M"}
    war = grand_war(MID_EAST, "allied", "movement", uk_1="M1374")
    assert {order.split("-")[-1][0] for order in war.orders() if order.startswith(("move uk", "sea"))} == {
        "M"
    }


@rule("grand", "14.6-others")
def test_turks_marines_and_naval_airpower_arrive_as_usual() -> None:
    where = {"trk_5": "mobilization", "usmc_2": "waiting", "fr_g1": "mobilization"}
    war = grand_war(MID_EAST, "allied", "combat", **where)
    war.play("end", 2, 1, 1, 2)
    assert sorted(war.units(where="arriving")) == ["trk-5", "usmc-2"]
    assert war.state.naval
    assert war.where("fr-g1") == "mobilization"  # groupements are for Europe


# -- air, atoms and movement -----------------------------------------------------------------------


@rule("grand", "14.7")
def test_air_superiority_is_rolled_for_each_map() -> None:
    war = War("grand", turn=2)
    war.play("roll", 6, 5)
    assert (war.state.air, war.state.to_place) == ([SOVIET, -1], 1)
    war.refused("air M5949", "14.7")
    war.play("air E0101")
    assert rules.phase(war.state) == "air superiority, the Mid-East"
    war.play("roll", 1, 1, 2, 1)
    assert war.state.air == [SOVIET, ALLIED]
    war.refused("air E5414", "14.7")
    war.play("air M5949")
    assert {label[0] for label in war.labels(airpower.air_range(war.state, MID_EAST))} == {"M"}
    assert war.state.aerial_left == [1, 1]


@rule("grand", "14.8-soviet")
def test_one_soviet_atomic_attack_over_both_maps() -> None:
    war = grand_war(EUROPE, "soviet", "movement", su_4gt="E5720")
    war.play("strike E4016", 1, 1)
    war = at(war, MID_EAST, "soviet", "movement")
    war.refused("strike M4951", "13.2-red")


@rule("grand", "14.8-prestige")
def test_one_prestige_and_one_count_of_strikes() -> None:
    war = grand_war(EUROPE, "allied", "movement", us_1="E4016", uk_1="M1374")
    assert war.state.prestige == 99
    target = war.plain("east-germany")[0]
    war.play(f"strike {target}", 1, 1, 5)  # the first: 5/2 rounded down
    assert war.state.prestige == 97
    war = at(war, MID_EAST, "allied", "movement")
    target = war.plain("ussr")[0]
    war.play(f"strike {target}", 1, 1, 5)  # the second of the turn: 5/2 rounded up
    assert war.state.prestige == 94


@rule("grand", "14.8-collapse")
@pytest.mark.parametrize("theatre", [EUROPE, MID_EAST])
def test_the_collapse_of_prestige_loses_both_maps(theatre: int) -> None:
    war = grand_war(theatre, "allied", "movement", us_1="E4016", uk_1="M1374")
    war.state.prestige = 2
    target = war.plain("east-germany" if theatre == EUROPE else "ussr")[0]
    war.play(f"strike {target}", 1, 1, 4)
    assert war.winner == "soviet"


@rule("grand", "14.9")
def test_columns_in_europe_and_roads_in_the_mid_east() -> None:
    war = grand_war(EUROPE, "soviet", "movement", su_4gt="E5720")
    assert any(order.startswith("column su-4gt") for order in war.orders())
    unit = war.scenario.index["su-4gt"]
    assert allowance(war.state, unit) == 7
    war = grand_war(MID_EAST, "soviet", "movement", su_4gt="M5948")
    assert not any(order.startswith("column") for order in war.orders())
    assert allowance(war.state, unit) == 14  # half points
    steps = moves.reached(war.state, unit)
    assert steps[1] & ~steps[0]  # along a road for half a point


# -- second formation ------------------------------------------------------------------------------


def calling(turn: int = 5) -> War:
    """The start of the Soviet movement phase in Europe."""
    return at(War("grand", turn=turn), EUROPE, "soviet", "movement")


@rule("grand", "14.10-when")
def test_second_formation_on_turn_five() -> None:
    calling(4).refused("second 3 2", "14.10-when")
    war = calling()
    war.play("second 3 2", 1, 1, 1, 1, 1)
    war.refused("second 1 0", "14.10-when")
    assert len(war.units(where="second")) == 35


@rule("grand", "14.10-split", "14.10-entry")
def test_second_formation_is_split_between_maps() -> None:
    war = calling()
    room = theatre_transfers.room_for_soviets(war.state, MID_EAST)
    war.refused(f"second 0 {room + 1}", "14.10-split")
    war.refused("second 40 1", "14.10-split")
    war.play("second 3 2", 40, 39, 38, 1, 1)
    assert sorted(war.units(where="reserve")) == ["su-2f38", "su-2f39", "su-2f40"]
    assert sorted(war.units(where="arriving")) == ["su-2f1", "su-2f2"]
    entries = {order.split()[2][:3] for order in war.orders() if order.startswith("enter su-2f40")}
    assert all(entry[0] == "E" for entry in entries)
    war.play(min(order for order in war.orders() if order.startswith("enter su-2f40")))
    war.pass_to("soviet movement, the Mid-East")
    assert war.asked == ("soviet", "arrive")
    war.play(f"land su-2f1 {war.city('Yerevan')}")
    war.play("land su-2f2 M5948")
    assert war.asked == ("soviet", "movement")
    edge = war.labels(supply.sources(war.state, SOVIET, MID_EAST))[0]
    war.refused(f"enter su-2f38 {edge}", "14.10-split")


@rule("grand", "14.10-entry")
def test_divisions_called_for_europe_may_wait() -> None:
    """They are paid for when they are called, and enter by Pincher 10.3 in any later turn [R-GC-10]."""
    war = calling()
    war.play("second 1 0", 40)
    assert war.state.target[EUROPE] == 61
    war = at(war, EUROPE, "soviet", "movement")
    war.state.turn = 6
    changed(war.state)
    war.play(min(order for order in war.orders() if order.startswith("enter su-2f40")))
    assert war.where("su-2f40").startswith("E")


@rule("grand", "14.10-vp")
def test_each_raises_the_target_of_its_map() -> None:
    war = calling()
    war.play("second 3 2", 1, 1, 1, 1, 1)
    assert war.state.target == [63, 67]


@rule("grand", "14.5-assign", "14.5-onlysu")
def test_exactly_thirty_three_divisions_may_be_left_for_the_mid_east() -> None:
    war = War("grand", at={})
    army = [
        id_ for id_ in war.units("SU") if theatre_transfers.serves(war.scenario, war.scenario.index[id_], 1)
    ]
    assert theatre_transfers.may_send_on(war.state, EUROPE, war.bit(*army[:33]))
    assert not theatre_transfers.may_send_on(war.state, EUROPE, war.bit(*army[:34]))
    assert theatre_transfers.may_send_on(war.state, EUROPE, war.bit(army[0]))
    assert not theatre_transfers.may_send_on(war.state, EUROPE, war.bit(army[0], "hpa-3"))
    assert not theatre_transfers.may_send_on(war.state, EUROPE, 0)
    assert not theatre_transfers.may_send_on(war.state, MID_EAST, war.bit(army[0]))
