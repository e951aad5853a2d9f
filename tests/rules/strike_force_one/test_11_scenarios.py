"""Chapters 11 to 13: the three Expert scenarios."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.errors import GrognardError
from grognard.core.play.game import Game
from grognard.core.testing import rule
from tests.rules.strike_force_one.events import event_title
from tests.rules.strike_force_one.scenes import At, new, on_map
from tests.support import refused, situation, texts, where

STANDARD, ENGAGEMENT, COUNTER = "expert-standard", "expert-engagement", "expert-counter-offensive"
SCHEDULED = (ENGAGEMENT, COUNTER)


def at_edge(g: Game) -> set[str]:
    return {unit.id for unit in g.view().units if unit.at == "edge"}


def uneventful(g: Game) -> Game:
    """Play one phase in which everything goes as planned and nobody does anything."""
    if g.view().phase_name == "events":
        g.dice.script([1, 6])
        g.play("roll")
    else:
        g.play("end")
    return g


def arrivals(g: Game) -> dict[int, set[str]]:
    """Which units come to the map edge in which turn of an uneventful game."""
    found: dict[int, set[str]] = {}
    seen: set[str] = set()
    while not g.over:
        if fresh := at_edge(g) - seen:
            found.setdefault(g.turn, set()).update(fresh)
            seen |= fresh
        uneventful(g)
    return found


def length(g: Game) -> int:
    """How many turns an uneventful game lasts."""
    while not g.over:
        uneventful(g)
    return g.turn


# -- 11 Standard ---------------------------------------------------------------------------------------


@rule("sfo", "11-expert-setup")
def test_standard_starts_from_the_lettered_hexes() -> None:
    assert on_map(new(STANDARD)) == {
        **{"W": "0207", "X": "0302", "Y": "0405", "Z": "0406"},
        **{"SA": "0801", "SB": "0806", "SV": "0901", "SG": "0902", "SD": "0907", "SE": "0908"},
    }


@rule("sfo", "11-expert-reinf")
def test_standard_has_no_scheduled_reinforcements() -> None:
    assert arrivals(new(STANDARD, {"six-turns": True})) == {}


@rule("sfo", "11-expert-reinf")
def test_in_standard_reinforcements_come_by_events() -> None:
    g = new(STANDARD)
    g.dice.script([1, 1])
    g.play("roll")
    assert at_edge(g) == {"SZ"}


@rule("sfo", "11-expert-turns")
@pytest.mark.parametrize(("options", "turns"), [({}, 4), ({"six-turns": True}, 6)])
def test_standard_lasts_four_turns_or_six(options: dict[str, bool], turns: int) -> None:
    assert length(new(STANDARD, options)) == turns


@rule("sfo", "11-expert-first")
def test_the_soviets_go_first_in_standard() -> None:
    g = new(STANDARD)
    assert (g.to_act, g.phase) == ("soviet", "soviet events")


@rule("sfo", "11-expert-victory")
@pytest.mark.parametrize(("towns", "winner"), [(("0107", "0302"), "soviet"), (("0107",), "us")])
def test_standard_is_decided_by_towns(towns: tuple[str, ...], winner: str) -> None:
    """[R-SFO-29] The points, all of them US, do not matter."""
    at: At = dict(zip(("SA", "SB"), towns, strict=False))
    g = situation(STANDARD, "us combat", turn=4, SZ="lost", Y="0405", **at)
    g.play("end")
    assert g.result is not None
    assert g.result.winner == winner


@rule("sfo", "11-expert-optvp")
def test_standard_is_decided_by_points_under_the_option() -> None:
    """Two Soviet towns without points against Essleben."""
    at: At = {"SA": "0107", "SB": "0302", "Y": "0405"}
    g = situation(STANDARD, "us combat", turn=4, options={"victory-points": True}, **at)
    g.play("end")
    assert g.result is not None
    assert (g.result.winner, g.result.title) == ("us", "US marginal victory")


# -- 12 Engagement -------------------------------------------------------------------------------------


@rule("sfo", "12-expert-setup")
def test_engagement_starts_with_three_units() -> None:
    assert on_map(new(ENGAGEMENT)) == {"Y": "0405", "SG": "0506", "SB": "0901"}


@rule("sfo", "12-expert-reinf")
def test_engagement_arrivals() -> None:
    """[R-SFO-12] Z where the list has Y a second time."""
    assert arrivals(new(ENGAGEMENT)) == {1: {"W"}, 2: {"SA", "SD", "X", "Z"}, 3: {"SV", "SE"}}


@rule("sfo", "12-expert-reinf")
def test_engagement_arrivals_come_in_their_own_half_of_the_turn_and_enter_from_their_own_edge() -> None:
    g = situation(ENGAGEMENT, "us combat", turn=1, dice=[1, 6, 1, 6])
    g.play("end")
    assert (g.phase, at_edge(g)) == ("soviet events", {"SA", "SD"})
    g.play("roll")
    refused(g, "enter SA 0101", "8.4-advexp-soviet")
    g.play("enter SA 0905")
    for order in ("end", "end", "roll"):
        g.play(order)
    assert at_edge(g) == {"SD", "X", "Z"}
    refused(g, "enter X 0901", "8.4-advexp-us")
    g.play("enter X 0105")
    assert (where(g, "SA"), where(g, "X")) == ("0905", "0105")


@rule("sfo", "12-expert-turns")
def test_engagement_lasts_six_turns() -> None:
    assert length(new(ENGAGEMENT)) == 6


@rule("sfo", "12-expert-first")
def test_the_soviets_go_first_in_engagement() -> None:
    g = new(ENGAGEMENT)
    assert (g.to_act, g.phase) == ("soviet", "soviet events")


def decided(scenario: str, last: str, **at: Any) -> tuple[str, str]:
    g = situation(scenario, last, turn=6, **at)
    g.play("end")
    assert g.result is not None
    return g.result.winner, g.result.title


@rule("sfo", "12-expert-victory")
def test_engagement_is_decided_by_points() -> None:
    """[R-SFO-29] Towns are nothing, Essleben and forests are points."""
    assert decided(ENGAGEMENT, "us combat", SA="0107", SB="0302", Y="0405") == ("us", "US marginal victory")
    assert decided(ENGAGEMENT, "us combat", SA="0603") == ("soviet", "Soviet tactical victory")


# -- 13 US counter offensive ---------------------------------------------------------------------------


@rule("sfo", "13-expert-setup")
def test_counter_offensive_starts_with_three_soviet_units() -> None:
    assert on_map(new(COUNTER)) == {"SA": "0303", "SG": "0405", "SE": "0107"}


@rule("sfo", "13-expert-reinf")
def test_counter_offensive_arrivals() -> None:
    assert arrivals(new(COUNTER)) == {1: {"T", "W", "X", "Y", "Z", "SB"}, 2: {"SV"}, 3: {"SD"}}


@rule("sfo", "13-expert-reinf")
def test_counter_offensive_arrivals_enter_us_from_the_west_and_soviets_from_the_east() -> None:
    """[R-SFO-32]"""
    g = new(COUNTER)
    assert at_edge(g) == {"T", "W", "X", "Y", "Z"}
    uneventful(g)
    refused(g, "enter T 0901", "8.4-advexp-us")
    g.play("enter T 0101")
    for _ in range(3):
        uneventful(g)
    assert (g.phase, at_edge(g)) == ("soviet movement", {"W", "X", "Y", "Z", "SB"})
    refused(g, "enter SB 0102", "8.4-advexp-soviet")
    g.play("enter SB 0901")


def test_in_counter_offensive_t_does_not_come_again_by_event() -> None:
    """[R-SFO-32] The box of T in the US table is empty from the start."""
    g = new(COUNTER)
    g.dice.script([1, 1])
    (event, planned) = g.play("roll")
    assert event_title(event) == "Armoured reinforcement T"
    assert planned.kind == "as planned"


def test_in_counter_offensive_the_chit_of_t_is_not_in_the_bag() -> None:
    """[R-SFO-32, R-SFO-35] Eleven of the twelve chits are left."""
    g = new(COUNTER, {"event-draw": "chits"})
    g.play("roll")
    assert [roll.sides for roll in g.dice.log] == [11]


@rule("sfo", "13-expert-turns")
def test_counter_offensive_lasts_six_turns() -> None:
    assert length(new(COUNTER)) == 6


@rule("sfo", "13-expert-first")
def test_the_us_goes_first_in_counter_offensive() -> None:
    g = new(COUNTER)
    assert (g.to_act, g.phase) == ("us", "us events")
    sides = []
    while g.turn == 1:
        sides.append(g.view().phase_side)
        uneventful(g)
    assert sides == ["us"] * 3 + ["soviet"] * 3


@rule("sfo", "13-expert-victory")
def test_counter_offensive_is_decided_by_points() -> None:
    """[R-SFO-29]"""
    assert decided(COUNTER, "soviet combat", SA="0107", SB="0302", Y="0405") == ("us", "US marginal victory")
    assert decided(COUNTER, "soviet combat", SA="0405", W="lost") == ("soviet", "Soviet decisive victory")


@rule("sfo", "13-expert-hardened")
def test_hardened_nato_forces_roll_two_events_and_choose_one() -> None:
    """Column 1 row 4 is air support, column 4 row 5 artillery support."""
    g = new(COUNTER, {"hardened-nato": True})
    g.dice.script([1, 4, 4, 5])
    g.play("roll")
    assert not g.dice.scripted
    assert texts(g) == {"choose air", "choose artillery"}
    g.play("choose artillery")
    assert (where(g, "ART"), where(g, "AIR")) == ("edge", "away")


@rule("sfo", "13-expert-hardened")
def test_hardened_nato_forces_give_the_soviets_nothing_and_are_an_option() -> None:
    g = situation(COUNTER, "soviet events", options={"hardened-nato": True}, dice=[1, 4, 4, 5])
    g.play("roll")
    assert (g.phase, where(g, "SART")) == ("soviet movement", "edge")
    g = new(COUNTER)
    g.dice.script([1, 4, 4, 5])
    g.play("roll")
    assert (g.phase, where(g, "AIR")) == ("us movement", "edge")


@rule("sfo", "13-expert-hardened")
@pytest.mark.parametrize("scenario", [STANDARD, ENGAGEMENT])
def test_hardened_nato_forces_belong_to_the_counter_offensive_only(scenario: str) -> None:
    with pytest.raises(GrognardError):
        new(scenario, {"hardened-nato": True})


@pytest.mark.parametrize("scenario", SCHEDULED)
def test_scenarios_with_points_have_no_points_option_and_no_other_length(scenario: str) -> None:
    """[R-SFO-13, R-SFO-29]"""
    for option in ("victory-points", "six-turns"):
        with pytest.raises(GrognardError):
            new(scenario, {option: True})
