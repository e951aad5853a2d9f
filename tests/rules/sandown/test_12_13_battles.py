"""Chapters 12 and 13 where Sandown differs: marshes, roads, Turks, prestige in the Mid-East."""

from __future__ import annotations

import pytest

from grognard.core.testing import rule
from grognard.games.sww3.movement import moves
from tests.rules.sww3.field import Field, result

GAME = "sandown"


@rule("sandown", "12.14")
def test_marshes_give_nothing() -> None:
    f = Field(GAME, t1="0907", u1="0908")
    assert not f.shifts("attack 0908 t1")
    assert ("marsh", "0", "12.14") in {(x.label, x.value, x.rule) for x in f.odds("attack 0908 t1").lines}


@rule("sandown", "12.15-road")
def test_a_road_over_the_river_does_not_help_the_attack() -> None:
    f = Field(GAME, t1="0904", u1="0905")
    assert f.scenario.board.has_line("road", f.hex("0904"), f.hex("0905"))
    account = f.odds("attack 0905 t1")
    assert ("total attack", "4") in {(line.label, line.value) for line in account.lines}


@rule("sandown", "12.12")
def test_no_passes_in_the_mid_east() -> None:
    f = Field(GAME, t1="0902", u1="1002")
    assert f.shifts("attack 1002 t1") == {"12.12": -1}


@rule("sandown", "11.20-turkey")
def test_turks_attack_only_in_and_next_to_turkey_and_the_ussr() -> None:
    """The USSR is columns 06 and 07, so 05 and 08 are the furthest [R-SAN-17]."""
    f = Field(GAME, "allied combat", tk="0505", u1="0505", t1="0405", t2="0605")
    f.refused("attack 0405 tk", "11.20-table")
    f.refused("probe 0404 tk", "11.20-table")
    assert "attack 0605 tk" in f.fights()
    assert "attack 0405 u1" in f.fights()
    assert not any("0405" in order and "tk" in order for order in f.fights())


@rule("sandown", "11.20-includes", "12.20-DR-move")
def test_the_limits_bind_retreats() -> None:
    f = Field(GAME, s26="0605", u1="0505", u3="0505")
    assert result(f.play("attack 0505 s26", 2)) == "DR"  # 26 to 10: 2:1
    assert f.orders() == {"retreat 0504", "retreat 0405", "retreat 0404"}
    f = Field(GAME, s26="0605", u1="0505", tk="0505")
    assert result(f.play("attack 0505 s26", 2)) == "DR"
    assert (f.where("tk"), f.where("u1")) == ("0504", "0504")  # the only hex that is open to all


@rule("sandown", "13.7-road")
def test_blast_destroys_road_permanently() -> None:
    """In the hex and over its sides: half a point each before, then a whole one."""
    f = Field(GAME, "soviet movement", t1="0902")
    f.put("t1", "0903")
    t1 = f.scenario.index["t1"]
    assert moves.costs(f.state, t1)[f.hex("0904")] == 0.5
    assert moves.costs(f.state, t1)[f.hex("0905")] == 1
    f.nuke("0904")
    assert moves.costs(f.state, t1)[f.hex("0904")] == 1
    assert moves.costs(f.state, t1)[f.hex("0905")] == 3  # and the river counts again


@rule("sandown", "13.9-city")
@pytest.mark.parametrize(
    ("where", "extra"),
    [("0503", 1), ("0909", 2), ("0802", 3), ("1009", 3), ("0702", 0), ("0505", 0)],
    ids=["city", "oil city", "capital", "capital with oil", "Soviet city", "country"],
)
def test_cities_outside_the_ussr_cost_prestige(where: str, extra: int) -> None:
    """A capital that is an oil city too costs what a capital does [R-SAN-12]."""
    f = Field(GAME, "allied movement", turn=2)
    f.play(f"strike {where}", 1, 1, 1)
    assert f.state.prestige == 33 - extra
