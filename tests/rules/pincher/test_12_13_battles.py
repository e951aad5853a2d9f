"""Chapters 12 and 13 where Pincher differs: polders, passes, neutrals, Javelins, prestige in Europe."""

from __future__ import annotations

import pytest

from grognard.core.contract.explanation import Line
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.sww3.combat import attack
from grognard.games.sww3.combat.strength import terrain_shift
from grognard.games.sww3.events import BattleFought
from grognard.games.sww3.model.scenario import ALLIED
from grognard.games.sww3.movement import moves
from tests.rules.sww3.field import Field, only, result
from tests.rules.sww3.wars import War
from tests.support import kinds

GAME = "pincher"


@rule("pincher", "12.14")
def test_polders_give_nothing_flooded_or_not() -> None:
    f = Field(GAME, t1="0707", u1="0708")
    assert not f.shifts("attack 0708 t1")
    f.state.flooded = True
    changed(f.state)
    assert not f.shifts("attack 0708 t1")
    assert ("polder", "0", "12.14") in {(x.label, x.value, x.rule) for x in f.odds("attack 0708 t1").lines}


@rule("pincher", "12.12")
def test_a_pass_counts_two_columns_in_place_of_its_ground() -> None:
    """[R-PIN-12]; a nuked pass is none [11.10]."""
    f = Field(GAME, t1="0902", u1="1002")
    assert f.shifts("attack 1002 t1") == {"R-PIN-12": -2}
    f.nuke("1002")
    assert f.shifts("attack 1002 t1") == {"12.12": -1}


BELOW_A_PASS = (
    *("2829", "2920", "2930", "3128", "3233", "4132", "4217", "4519"),
    *("4522", "4536", "4616", "4718", "4727", "4822", "5120"),
)
"""The clear hexes at the end of a pass on the map of Europe."""


@rule("pincher", "12.11")
def test_clear_ground_below_a_pass_gives_nothing() -> None:
    """Passes run through rough and mountain hexes [11.10]; a clear hex beside one stays clear [R-PIN-12]."""
    war = War(GAME, "soviet combat", turn=1, at={"su-6gm": "4117", "su-7gm": "4117", "us-28": "4217"})
    assert war.odds("attack 4217 su-6gm,su-7gm").total == "2:1"
    shifts = [terrain_shift(war.state, war.hex(label)) for label in BELOW_A_PASS]
    assert {(shift.columns, shift.rule) for shift in shifts} == {(0, "12.11")}


# -- neutrals and nations that stay at home --------------------------------------------------------------


def with_neutral_swiss(phase: str = "soviet combat", turn: int = 1, **at: str) -> Field:
    """A field on which Switzerland (1105 and south of it) is neutral."""
    f = Field(GAME, phase, turn)
    for id_, where in at.items():
        f.put(id_, where)
    f.state.neutral = f.scenario.theatres[0].countries["switzerland"]
    changed(f.state)
    return f


@rule("pincher", "3.2-neutral")
def test_attack_brings_neutral_country_into_war() -> None:
    """[R-PIN-05]"""
    f = with_neutral_swiss(t1="1006", sw="1106")
    f.air(ALLIED, "1106")  # it counts for the Swiss as soon as they are in the war, and the preview knows
    assert f.shifts("attack 1106 t1") == {"12.17": -1}
    assert f.odds("attack 1106 t1").lines[0] == Line("enters the war", "Switzerland", "3.2-neutral")
    assert f.state.neutral
    events = f.play("attack 1106 t1", 2)
    assert kinds(events)[:2] == ["joined", "battle"]
    assert only(events, BattleFought).odds == "1:2"
    assert not f.state.neutral


@rule("pincher", "11.21-swiss-neutral")
def test_neutral_units_do_not_fight() -> None:
    f = with_neutral_swiss("allied combat", t1="1006", sw="1106")
    f.refused("attack 1006 sw", "R-PIN-06")
    assert not f.fights()
    assert not attack.able(f.state, ALLIED)


@rule("pincher", "12.23-where")
def test_no_probe_next_to_neutral_units() -> None:
    """The only unit beside t1 is neutral, so it is not beside the enemy [R-SWW-17]."""
    f = with_neutral_swiss(t1="1006", sw="1106", u1="0806")
    assert not any(order.startswith("probe") for order in f.fights())
    f.refused("probe 0907 t1", "12.23-where")
    f.put("u2", "1007")
    assert "probe 0907 t1" in f.fights()


@rule("pincher", "12.20-DR-move")
def test_no_retreat_into_neutral_country() -> None:
    """[R-SWW-12]"""
    f = with_neutral_swiss(t1="1005", t2="1005", u1="1006")
    assert result(f.play("attack 1006 t1,t2", 2)) == "DR"
    f.refused("retreat 1107", "R-SWW-12")
    assert f.orders() == {"retreat 1007", "retreat 0907"}


@rule("pincher", "13.3")
def test_strikes_and_neutral_countries() -> None:
    """[R-PIN-05, R-PIN-06]"""
    f = with_neutral_swiss("allied movement", turn=2, sw="1106")
    f.refused("strike 1106", "R-PIN-06")
    f.go_to("soviet movement")
    assert Line("enters the war", "Switzerland", "3.2-neutral") in f.odds("strike 1106").lines
    assert kinds(f.play("strike 1106", 1, 1)) == ["joined", "struck"]
    assert not f.state.neutral


@rule("pincher", "11.21-italy")
def test_italians_fight_only_in_and_next_to_italy() -> None:
    """Own hex and target [R-PIN-26]; an advance too."""
    f = Field(GAME, "allied combat", it="1002", u1="1002", u2="1002", t1="0902", t2="1003", p1="1101")
    f.refused("attack 0902 it", "11.21-table")
    f.refused("probe 0903 it", "11.21-table")
    assert {o for o in f.fights() if " it" in o and o.startswith("attack")} >= {"attack 1003 it"}
    assert not any("0902" in o and "it" in o.split()[2].split(",") for o in f.fights())


@rule("pincher", "12.20-DR-move", "11.21-italy")
def test_italians_do_not_retreat_away_from_italy() -> None:
    f = Field(GAME, s26="1103", u1="1003", u2="1003")
    assert result(f.play("attack 1003 s26", 1)) == "DR"
    assert f.orders() == {"retreat 1004", "retreat 0904", "retreat 0903"}
    f = Field(GAME, s26="1103", u1="1003", u2="1003", it="1003")
    assert result(f.play("attack 1003 s26", 1)) == "DR"
    assert (f.where("it"), f.where("u1")) == ("1004", "1004")  # the only hex that is open to all


# -- atomic attacks --------------------------------------------------------------------------------------


@rule("pincher", "13.6-javelin")
def test_javelins_lose_steps_only_after_all_others() -> None:
    f = Field(GAME, "soviet movement", j1="0505", j2="0505", u3="0505", k2="0505")
    f.play("strike 0505", 3, 2)  # three steps of five
    assert f.orders() == {"lose u3", "lose k2"}
    f.refused("lose j1", "13.6-javelin")
    f.play("lose u3")  # k2 has to be next; then they choose between the Javelins
    assert (f.steps("u3", "k2", "j1", "j2"), f.orders()) == ([0, 0, 2, 1], {"lose j1", "lose j2"})
    f.play("lose j1")
    assert f.steps("j1", "j2") == [1, 1]


@rule("pincher", "13.8-cost")
def test_mountain_infantry_pays_two_for_a_nuked_city() -> None:
    """[R-SWW-22]"""
    f = Field(GAME, "soviet movement", mr="0502")
    f.nuke("0503")
    assert moves.costs(f.state, f.scenario.index["mr"])[f.hex("0503")] == 2


@rule("pincher", "13.9-city")
@pytest.mark.parametrize(
    ("where", "extra"),
    [("0503", 1), ("0802", 2), ("0909", 1), ("0702", 0), ("0505", 0)],
    ids=["West German city", "French capital", "French city", "city elsewhere", "country"],
)
def test_western_cities_cost_prestige(where: str, extra: int) -> None:
    f = Field(GAME, "allied movement", turn=2)
    f.play(f"strike {where}", 1, 1, 1)
    assert f.state.prestige == 99 - extra
