"""Chapter 4: the sequence of play, day and night, attrition of support."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.afcent.markers import marker_attrition
from grognard.games.afcent.model.scenario import NATO, NO_SIDE, PACT
from grognard.games.afcent.turn import sequence
from tests.rules.nuremberg.campaign import Campaign

US = ["us-1a-1-35a", "us-1a-2-37a", "us-1a-2-81a", "us-1a-1-13a", "us-1a-1-46", "us-1a-1-6"]
SU = ["su-39g-117", "su-39g-120", "su-39g-172"]


def through_a_turn(war: Campaign) -> list[tuple[int, str, str]]:
    """Everybody does as little as can be done until the next turn; what was asked on the way."""
    asked, turn = [war.now], war.state.turn
    scripts: dict[str, tuple[str, tuple[int, ...]]] = {
        "declare": ("declare move", ()),
        "air": ("roll", (6, 6, 6, 1, 1, 1, 1) if turn > 1 else (1,)),
        "ew": ("roll", (6, 6, 1, 1, 1) if turn > 1 else (1,)),
        "refugees": ("roll", (1, 1)),
    }
    while war.state.turn == turn and war.state.result is None:
        kind = war.now[2]
        if kind in scripts and not war.state.rolled:
            war.play(scripts[kind][0], *scripts[kind][1])
        elif kind == "refugees":
            war.play(f"refugees {1010 + war.state.to_place}")
        elif kind == "arrivals":
            unit = bits(sequence_actors(war))[0]
            war.play(sorted(war.special(war.scenario.counter_ids[unit]))[0])
        else:
            war.play("end")
        if war.now != asked[-1]:
            asked.append(war.now)
    return asked[:-1]


def sequence_actors(war: Campaign) -> int:
    return war.scenario.exclusive.arriving(war.state)


def ready(**options: Any) -> Campaign:
    """The campaign at the start of turn 1."""
    war = Campaign(**options)
    for order, dice in (("draw", (1,)), ("arrive 12", ()), ("primary 2732", ()), ("secondary 1942", ())):
        war.play(order, *dice)
    return war


# -- phases ----------------------------------------------------------------------------------------


@rule("nuremberg", "4.0-order", "4.2", "4.1-declare")
def test_the_phases_of_a_turn() -> None:
    war = ready()
    assert [step[1:] for step in through_a_turn(war)] == [
        ("pact", "declare"), ("nato", "declare"),
        ("pact", "air"), ("pact", "ew"),
        ("pact", "movement"), ("pact", "combat"), ("nato", "movement"), ("nato", "combat"),
        ("nato", "arrivals"),
    ]  # fmt: skip
    assert war.now == (2, "pact", "declare")


@rule("nuremberg", "4.3", "4.2-V")
def test_the_turn_ends_with_administration() -> None:
    war = Campaign("nato combat", 2, at={"su-119t": "3541"})
    war.state.markers, war.state.sky, war.state.ether = 1 << war.hex("3541"), PACT, PACT
    war.state.ew[war.scenario.index["su-119t"]] = 2
    war.state.fight_first = [True, False]
    war.play("end")
    assert war.now == (3, "pact", "declare")
    assert not war.state.markers and not any(war.state.ew)
    assert war.state.fight_first == [False, False]
    assert (war.state.sky, war.state.ether) == (PACT, PACT)  # for the bonus of the turn to come


@rule("nuremberg", "4.0-twelve")
def test_twelve_turns_at_most() -> None:
    war = Campaign("refugees", 12)
    war.play("roll", 1, 1)
    war.play("refugees 1010")
    war.play("refugees 1011")
    assert war.state.result is not None and war.state.turn == 12
    assert war.scenario.turns == war.scenario.charts["limits"]["turns"] == 12


@rule("nuremberg", "4.0-noback")
def test_an_action_belongs_to_its_phase() -> None:
    war = Campaign("air", 2)
    war.refused("air 2424", "5.0-day")
    war.play("roll", 3, 3, 3, 1, 1, 1)
    war.refused("roll", "5.0-now")
    war.play("end")
    assert war.now[2] == "ew"
    war.refused("jam 2424", "6.1-roll")


@rule("nuremberg", "4.1-once", "4.1-both", "4.1-full")
@pytest.mark.parametrize("first", ["move", "fight"])
def test_one_declaration_and_one_phase_of_each_kind(first: str) -> None:
    war = Campaign("pact declare", 2)
    war.play(f"declare {first}")
    assert war.now == (2, "nato", "declare")
    war.play("declare move")
    war.play("roll", 3, 3, 3, 1, 1, 1)
    war.play("end")
    war.play("roll", 1, 1, 1, 1)
    kinds = ["movement", "combat"] if first == "move" else ["combat", "movement"]
    for side, pair in (("pact", kinds), ("nato", ["movement", "combat"])):
        for kind in pair:
            assert war.now == (2, side, kind)
            war.play("end")
    assert war.now == (3, "pact", "declare")


@rule("nuremberg", "4.1-declare")
def test_a_declaration_is_move_or_fight() -> None:
    war = Campaign("pact declare", 2)
    assert war.plain() >= {"declare move", "declare fight"}
    war.refused("declare rest", "4.1-declare")


@rule("nuremberg", "4.4", "5.0-turn1", "12.3-air", "12.3-ew")
def test_the_pact_has_sky_and_ether_on_turn_one() -> None:
    war = Campaign("air", 1, at={"us-2c-1": "3440"})
    war.play("roll", 4)
    assert (war.state.sky, war.state.to_place) == (PACT, 4)
    war.play("end")
    war.play("roll", 6)
    assert (war.state.ether, war.state.to_place) == (PACT, 6)


# -- day and night ---------------------------------------------------------------------------------


@rule("nuremberg", "4.6-day")
def test_every_third_turn_is_night() -> None:
    scenario = Campaign().scenario
    assert [turn for turn in range(1, 13) if scenario.is_night(turn)] == [3, 6, 9, 12]


# -- artillery attrition ---------------------------------------------------------------------------


def after(war: Campaign, *dice: int) -> None:
    """The administrative phase of the turn."""
    war.enter("admin", *dice)


def guns(war: Campaign, nation: str, place: str) -> int:
    return war.count(place, f"{nation}-a")


def with_support(turn: int = 2, **options: Any) -> Campaign:
    """A turn of the campaign with all support markers where they are at its end."""
    war = Campaign("nato combat", turn, **options)
    for id_, entry in zip(war.scenario.counter_ids, war.scenario.entry_turn, strict=True):
        if war.scenario.counters[war.scenario.index[id_]].marker:
            war.put(id_, "coming" if entry > turn else "available")
    return war


@rule("nuremberg", "4.7-count", "4.7-pact", "4.7-table")
def test_three_lost_pact_units_of_a_nation_cost_a_marker() -> None:
    war = with_support()
    for id_ in (*SU, "cz-20m-t", "eg-4m-22"):
        war.put(id_, "lost")
    after(war)
    assert [guns(war, nation, "lost") for nation in ("su", "cz", "eg")] == [1, 0, 0]
    assert guns(war, "su", "available") == 11


@rule("nuremberg", "4.7-nato", "4.7-carry")
def test_six_lost_us_units_cost_one_marker_and_two_are_left_over() -> None:
    war = with_support()
    for id_ in US:
        war.put(id_, "lost")
    after(war)
    assert guns(war, "us", "lost") == 1
    after(war)
    assert guns(war, "us", "lost") == 1  # the four are counted once
    war.put("us-2c-1", "lost")
    war.put("us-2c-2", "lost")
    after(war)
    assert guns(war, "us", "lost") == 2  # two left over and two more


@rule("nuremberg", "4.7-a", "4.7-b")
@pytest.mark.parametrize(("nation", "count"), [("BE", 3), ("DN", 1), ("UK", 4), ("WG", 4)])
def test_what_other_nations_of_the_series_lose(nation: str, count: int) -> None:
    war = Campaign("admin")
    scenario = war.scenario
    unit = scenario.index["us-2c-1"]
    was, scenario.nation[unit] = scenario.nation[unit], nation
    try:
        assert marker_attrition.units_per_marker(scenario, unit) == count
    finally:
        scenario.nation[unit] = was


@rule("nuremberg", "4.7-exempt", "12.4.2-wg.e")
def test_static_units_and_the_home_guard_are_not_counted() -> None:
    war = with_support()
    spared = [
        "wg-51v", "wg-52v", "wg-53v", "wg-w5-551", "wg-w5-552", "wg-w5-553p", "wg-w5-554p", "wg-g-hof",
    ]  # fmt: skip
    for id_ in (*spared, "wg-12p-352"):
        war.put(id_, "lost")
    after(war)
    assert guns(war, "wg", "lost") == 0
    for id_ in ("wg-12p-rec", "wg-26l-261", "wg-4pg-102"):
        war.put(id_, "lost")
    after(war)
    assert guns(war, "wg", "lost") == 1


@rule("nuremberg", "4.7-priority", "4.7-heli")
def test_available_artillery_goes_first_then_the_earliest_to_come() -> None:
    war = with_support(turn=1)
    for id_ in ("wg-a1", "wg-a2"):
        war.put(id_, "lost")
    lost = [id_ for id_ in war.scenario.counter_ids if id_.startswith("wg-4pg")][:8]
    for id_ in lost:
        war.put(id_, "lost")
    after(war)
    assert [war.where(f"wg-a{n}") for n in (3, 4, 5, 6, 7)] == ["lost", "lost", "coming", "coming", "coming"]
    assert war.count("lost", "wg-h") == 0


@rule("nuremberg", "4.7-final")
def test_markers_taken_by_attrition_never_return() -> None:
    war = with_support()
    for id_ in SU:
        war.put(id_, "lost")
    after(war)
    war.enter("pact movement")
    war.enter("admin")
    assert guns(war, "su", "lost") == 1


@rule("nuremberg", "11.4-once")
def test_used_markers_are_ready_again_next_turn() -> None:
    war = with_support()
    for id_ in ("su-a1", "us-h1"):
        war.put(id_, "used")
    after(war)
    assert war.where("su-a1") == war.where("us-h1") == "available"


# -- optional rules --------------------------------------------------------------------------------


@rule("nuremberg", "4.7.1")
def test_helicopters_used_are_lost_on_a_six() -> None:
    war = with_support(helicopter_attrition=True)
    for id_ in ("su-h1", "su-h2", "us-h1"):
        war.put(id_, "used")
    after(war)
    assert war.now == (2, "pact", "admin") and war.plain() == {"roll"}
    war.play("roll", 6, 5, 6)
    assert [war.where(id_) for id_ in ("su-h1", "su-h2", "us-h1")] == ["lost", "available", "lost"]
    assert war.now == (3, "pact", "declare")


@rule("nuremberg", "4.7.1")
def test_without_the_option_helicopters_are_safe() -> None:
    war = with_support()
    war.put("su-h1", "used")
    after(war)
    assert war.where("su-h1") == "available" and war.state.turn == 3


@rule("nuremberg", "4.8-roll", "4.8-nato", "4.8-return")
def test_artillery_returns_after_the_rolled_number_of_turns() -> None:
    war = with_support(ammunition=True)
    for id_ in ("su-a1", "eg-a1", "us-a1"):
        war.put(id_, "used")
    after(war)
    war.play("roll", 3, 3)
    due = {id_: war.state.due[war.scenario.index[id_]] for id_ in ("su-a1", "eg-a1", "us-a1")}
    assert due == {"su-a1": 5, "eg-a1": 5, "us-a1": 4}  # NATO halves, rounding up
    assert war.where("us-a1") == "coming"
    war.enter("admin")
    assert war.state.turn == 4
    assert war.where("us-a1") == "available" and war.where("su-a1") == "coming"
    war.enter("admin")
    assert war.where("su-a1") == "available"


@rule("nuremberg", "4.8-roll")
def test_a_side_that_used_no_artillery_does_not_roll() -> None:
    war = with_support(ammunition=True)
    war.put("us-a1", "used")
    after(war)
    war.play("roll", 1)
    assert war.state.due[war.scenario.index["us-a1"]] == 3
    assert war.where("us-a1") == "available"  # turn 3 has begun


@rule("nuremberg", "4.8-late")
def test_artillery_due_after_the_last_turn_is_lost() -> None:
    war = with_support(turn=10, ammunition=True)
    war.put("su-a1", "used")
    war.put("us-a1", "used")
    after(war)
    war.play("roll", 3, 4)
    assert war.where("su-a1") == "lost"
    assert war.where("us-a1") == "coming"  # turn 12


@rule("nuremberg", "4.7-priority", "4.8-roll")
def test_attrition_comes_before_resupply() -> None:
    """[R-NUR-42]"""
    war = with_support(ammunition=True)
    for n in range(2, 13):
        war.put(f"su-a{n}", "lost")
    war.put("su-a1", "used")
    for id_ in SU:
        war.put(id_, "lost")
    after(war)
    war.play("roll")  # the only marker is lost before anybody rolls for it
    assert war.where("su-a1") == "lost"


# -- support that arrives --------------------------------------------------------------------------


@rule("nuremberg", "9.0-markers", "12.1.1-turn", "12.1.1-start")
def test_later_markers_join_with_their_owners_player_turn() -> None:
    war = ready()
    assert guns(war, "us", "available") == 4 and guns(war, "us", "coming") == 6
    war.state.turn = 2
    war.enter("pact movement")
    assert guns(war, "us", "available") == 4
    war.enter("nato movement")
    assert guns(war, "us", "available") == 7 and war.count("available", "wg-h") == 3
    assert guns(war, "us", "coming") == 3


@rule("nuremberg", "12.5.1-concede")
@pytest.mark.parametrize(("side", "winner"), [(PACT, "nato"), (NATO, "pact")])
def test_a_player_may_concede(side: int, winner: str) -> None:
    war = Campaign("pact combat")
    sequence.concede(war.state, side)
    assert war.state.result is not None and war.state.result.winner == winner


def test_a_draw_has_no_winner() -> None:
    assert sequence.won(Campaign("admin").state, NO_SIDE, "", "").winner == ""


@rule("nuremberg", "7.1-nato", "7.1-excess")
def test_an_overstack_that_cannot_part_costs_a_unit() -> None:
    stack = ["us-1a-1-35a", "us-1a-2-37a", "us-1a-2-81a", "us-1a-1-46"]
    war = Campaign("nato movement", at=dict.fromkeys(stack, "1920"))
    war.enter("nato movement")
    war.refused("end", "7.1-nato")
    war.state.stopped = war.bit(*stack)
    war.state.cache = {}
    war.play("end")
    assert war.now == (2, "nato", "lose") and war.state.questions[-1].hex == war.hex("1920")
