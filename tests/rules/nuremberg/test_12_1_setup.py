"""Case 12.1: the set-up, with the Pact's secret order and plan."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.contract.events import seen_by
from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.model.state import PLACES
from grognard.games.afcent.movement.stacking import overstacked
from grognard.games.nuremberg import setup
from grognard.games.nuremberg.events import AttackOrderReceived, DropPlanned
from tests.rules.nuremberg.campaign import Campaign

FREE: dict[str, Any] = {"setup": "free"}


def planned(war: Campaign) -> Campaign:
    """The Pact has drawn its order and planned the drop."""
    war.play("draw", 1)
    for order in ("arrive 5", "primary 2732", "secondary 1942"):
        war.play(order)
    return war


def pact_sets_up() -> Campaign:
    """A free set-up when NATO is done and the Pact has its order and plan."""
    war = Campaign(**FREE)
    war.play("fill")
    war.play("end")
    return planned(war)


# -- one after the other ---------------------------------------------------------------------------


@rule("nuremberg", "12.1")
def test_the_order_of_a_free_set_up() -> None:
    """[R-NUR-43]"""
    war = Campaign(**FREE)
    assert war.now[1] == "nato" and setup.setting_up(war.state) == (NATO, "place")
    war.refused("draw", "12.1")
    war.play("fill")
    war.play("end")
    assert setup.setting_up(war.state) == (PACT, "draw")
    planned(war)
    assert setup.setting_up(war.state) == (PACT, "place")
    war.refused("end", "12.1")
    war.play("fill")
    assert war.special() == {"end"}
    war.play("end")
    assert war.now == (1, "pact", "declare")


@rule("nuremberg", "12.1")
@pytest.mark.parametrize("scenario", ["campaign", "border-battle"])
def test_the_ready_made_set_up_obeys_the_rules(scenario: str) -> None:
    war = Campaign(scenario=scenario)
    where = setup.ready_made(war.scenario)
    for unit, hex_ in where.items():
        if hex_ >= 0:
            assert setup.area(war.scenario, unit) >> hex_ & 1, war.scenario.counter_ids[unit]
    assert not overstacked(war.state, PACT) and not overstacked(war.state, NATO)
    placed = {at for at in war.state.at if at < 0}
    assert PLACES["away"] not in placed and PLACES["ready"] not in placed


@rule("nuremberg", "12.1", "7.2-two", "7.3-three")
def test_stacking_limits_in_setup() -> None:
    war = Campaign(**FREE)
    war.play("place us-1a-1-35a,us-1a-2-37a,us-1a-2-81a 1920")
    war.refused("place us-1a-1-46 1920", "12.1")
    assert "place us-1a-1-46 1920" not in war.special("us-1a-1-46")
    war = pact_sets_up()
    war.refused("place su-39g-117,su-79gt-17t 4120", "12.1")
    war.refused("place su-39g-117,su-39g-120,su-39g-172 4120", "12.1")


def test_a_unit_can_be_taken_back() -> None:
    war = Campaign(**FREE)
    war.refused("lift us-2c-1", "12.1")
    war.play("place us-2c-1 3440")
    assert war.special("us-2c-1") == {"lift us-2c-1"}
    war.play("lift us-2c-1")
    assert war.where("us-2c-1") == "ready"
    war.refused("place su-119t 4120", "12.1")


def test_fill_sets_up_as_ready_made() -> None:
    free, ready = pact_sets_up(), Campaign()
    free.play("fill")
    assert free.state.at == ready.state.at


def test_the_heliborne_units_can_stay_at_home() -> None:
    """[R-NUR-26]"""
    war = Campaign(heliborne=False)
    assert not war.scenario.heliborne and "su-35h-1" not in war.scenario.index


# -- NATO ------------------------------------------------------------------------------------------


@rule("nuremberg", "12.1.3-start")
def test_nato_start_units_go_by_the_data_on_their_backs() -> None:
    war = Campaign(**FREE)
    starters = [
        c for c in bits(war.scenario.units_of[NATO]) if war.where(war.scenario.counter_ids[c]) == "ready"
    ]
    assert len(starters) == 53
    for unit in starters:
        assert war.special(war.scenario.counter_ids[unit])


def test_nato_stays_on_its_side_of_the_border() -> None:
    """[R-NUR-44]"""
    war = Campaign(**FREE)
    hexes = [order.split()[2] for order in war.special("wg-12p-352")]
    assert hexes and all(war.scenario.region("west-germany") >> war.hex(label) & 1 for label in hexes)


@rule("nuremberg", "12.1.3-reinf")
def test_four_us_and_eight_west_german_reinforcements() -> None:
    war = Campaign()
    coming = [id_ for id_ in war.scenario.counter_ids if war.where(id_) == "coming"]
    units = [id_ for id_ in coming if not war.scenario.counters[war.scenario.index[id_]].marker]
    assert sum(id_.startswith("us-") for id_ in units) == 4
    assert sorted(id_ for id_ in units if id_.startswith("wg-")) == [
        "wg-51v", "wg-52v", "wg-53v", "wg-54v", "wg-w5-551", "wg-w5-552", "wg-w5-553p", "wg-w5-554p",
    ]  # fmt: skip


@rule("nuremberg", "12.1.3-26l")
def test_the_brigade_26l_waits() -> None:
    war = Campaign()
    assert {war.where(f"wg-26l-26{n}") for n in (1, 2, 3)} == {"airborne"}


@rule("nuremberg", "12.1.2")
def test_no_markers_are_on_the_map_at_the_start() -> None:
    state = planned(Campaign()).state
    assert (state.turn, state.markers, state.refugees, any(state.ew)) == (1, 0, 0, False)


# -- the attack order ------------------------------------------------------------------------------


@rule("nuremberg", "12.1.4.1.a")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_one_of_three_orders_is_drawn(die: int) -> None:
    war = Campaign()
    assert war.special() == {"draw"}
    war.play("draw", die)
    assert war.state.order == die - 1


@rule("nuremberg", "12.1.4.1.b", "12.1.4.1.c")
def test_nato_learns_only_that_an_order_was_drawn() -> None:
    told = {die: seen_by(Campaign().play("draw", die), "nato") for die in (1, 2, 3)}
    assert told[1] == told[2] == told[3]
    assert told[1] == [AttackOrderReceived(side="pact", rule="12.1.4.1.a", final=True)]
    assert str(told[1][0]) == "pact player has received an attack order"
    own = seen_by(Campaign().play("draw", 2), "pact")
    assert [str(event) for event in own][1:] == ["your attack order: Southern Pincer"]


@rule("nuremberg", "12.1.4.1.a")
def test_by_option_the_pact_chooses() -> None:
    war = Campaign(attack_order="chosen")
    assert war.special() == {"choose northern", "choose southern", "choose block"}
    war.refused("draw", "12.1.4.1.a")
    events = war.play("choose block")
    assert war.state.order == 2
    assert seen_by(events, "nato") == [AttackOrderReceived(side="pact", rule="12.1.4.1.a")]


# -- units held back -------------------------------------------------------------------------------


@rule("nuremberg", "12.1.4.2")
def test_pact_chooses_units_that_start_on_the_map() -> None:
    war = pact_sets_up()
    orders = war.special("su-39g-117")
    assert {"withhold su-39g-117", "withhold-south su-39g-117", "place su-39g-117 4120"} <= orders
    war.play("withhold su-39g-117")
    assert war.where("su-39g-117") == "withheld"
    war.play("lift su-39g-117")
    war.play("place su-39g-117 4120")
    assert war.where("su-39g-117") == "4120"


@rule("nuremberg", "12.1.4.2.a")
def test_soviet_units_are_assigned_to_a_country_others_enter_from_their_own() -> None:
    war = pact_sets_up()
    war.play("withhold-south su-119t")
    assert war.where("su-119t") == "withheld-south"
    war.refused("withhold-south su-119t", "12.1")  # once named, it stays
    war.refused("withhold cz-9t-m", "12.1.4.2.a")
    war.refused("withhold-south eg-7t-16t", "12.1.4.2.a")
    assert "withhold-south cz-9t-m" in war.special("cz-9t-m")


@rule("nuremberg", "12.1.4.2")
def test_nato_cannot_withhold_units() -> None:
    Campaign(**FREE).refused("withhold us-2c-1", "12.1.4.2.a")


# -- the plan of the 103G --------------------------------------------------------------------------


def planning() -> Campaign:
    war = Campaign()
    war.play("draw", 1)
    return war


@rule("nuremberg", "12.1.4.3", "12.1.4.3.c")
def test_turn_and_two_hexes_are_written_down() -> None:
    war = planned(Campaign())
    assert war.state.plan == [5, war.hex("2732"), war.hex("1942")]
    assert war.where("su-103g") == "airborne"


@rule("nuremberg", "12.1.4.3")
def test_nato_does_not_see_what_is_written() -> None:
    war = planning()
    for order in ("arrive 5", "primary 2732"):
        assert seen_by(war.play(order), "nato") == []
    told = seen_by(war.play("secondary 1942"), "nato")
    assert told[0] == DropPlanned(side="pact", rule="12.1.4.3")
    assert not any("1942" in event.hexes or "1942" in str(event) for event in told)


@rule("nuremberg", "12.1.4.3.a")
def test_the_drop_may_be_planned_for_any_turn() -> None:
    war = planning()
    assert war.special() == {f"arrive {turn}" for turn in range(1, 13)}
    war.refused("arrive 13", "12.1.4.3.a")
    war.refused("arrive 0", "12.1.4.3.a")
    war.refused("primary 2732", "12.1.4.3")


@rule("nuremberg", "12.1.4.3.b")
def test_the_drop_hexes_may_be_anywhere() -> None:
    war = planning()
    war.play("arrive 1")
    assert len(war.special()) == war.scenario.land.bit_count()
    war.play("primary 1001")
    war.refused("secondary 1001", "12.1.4.3.c")
    assert len(war.special()) == war.scenario.land.bit_count() - 1


@rule("nuremberg", "12.1.4.3.d")
def test_what_is_written_stays() -> None:
    war = planning()
    war.play("arrive 3")
    war.refused("arrive 4", "12.1.4.3.d")


# -- where the Pact sets up ------------------------------------------------------------------------


def placing(war: Campaign, id_: str) -> set[str]:
    return {order.split()[2] for order in war.special(id_) if order.startswith("place")}


@rule("nuremberg", "12.1.4.4")
def test_czechoslovak_units_start_at_home_away_from_the_border() -> None:
    war = pact_sets_up()
    hexes = placing(war, "cz-20m-t")
    assert "3250" in hexes and "3249" not in hexes
    assert all(war.scenario.region("czechoslovakia") >> war.hex(label) & 1 for label in hexes)
    war.refused("place cz-20m-t 3249", "12.1.4.4")
    war.refused("place cz-20m-t 4120", "12.1.4.4")


@rule("nuremberg", "12.1.4.5")
def test_east_german_units_start_at_home_away_from_the_border() -> None:
    war = pact_sets_up()
    hexes = placing(war, "eg-4m-22")
    assert all(war.scenario.region("east-germany") >> war.hex(label) & 1 for label in hexes)
    border = {
        label for label in hexes if war.scenario.grid.spread(1 << war.hex(label)) & ~war.scenario.red_land
    }
    assert not border
    war.refused("place eg-4m-22 3250", "12.1.4.5")
    war.refused("place eg-4m-22 3541", "12.1.4.5")


@rule("nuremberg", "12.1.4.6")
def test_soviet_units_start_in_either_country() -> None:
    war = pact_sets_up()
    own = placing(war, "su-119t")
    assert own == placing(war, "eg-7t-16t") | placing(war, "cz-9t-m")
    war.refused("place su-119t 3541", "12.1.4.6")
    war.refused("place su-103g 4120", "12.1")
