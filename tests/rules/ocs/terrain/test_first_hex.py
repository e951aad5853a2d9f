"""The first hex of the board and the first counter, both number 0, are like any other."""

from __future__ import annotations

from typing import Any

from grognard.core.testing import rule
from grognard.games.ocs import rules
from grognard.games.ocs.interface.invariants import violations
from grognard.games.ocs.interface.reminders import enemy_reach
from grognard.games.ocs.supply import breakout
from grognard.games.ocs.terrain.zones import zoc
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import GERMAN, SOVIET
from tests.rules.ocs.order_helpers import Manoeuvre
from tests.rules.ocs.supply_board import Depot, even

FIRST = even().label(0)
NEXT = "01.13"


def fight_at_the_first_hex(player: int, **at: Any) -> Battlefield:
    """A combat on the even board."""
    return Battlefield("combat", player, scenario=even(), **at)


def test_numbers_of_the_first_hex_and_counter() -> None:
    assert (FIRST, even().index["g-hq"]) == ("01.14", 0)


@rule("ocs", "4.5.1", "4.5b.1")
def test_unit_in_the_first_hex_exerts_and_negates_zocs() -> None:
    field = Depot("supply", g_rgt1=FIRST, s_rgt1=NEXT)
    assert NEXT in field.labels(zoc(field.state, GERMAN))
    assert FIRST in field.labels(zoc(field.state, SOVIET))


@rule("ocs", "9.0.2", "9.12.1")
def test_combat_from_and_against_the_first_hex() -> None:
    field = fight_at_the_first_hex(SOVIET, g_hq=FIRST, s_inf1=NEXT)
    field.fight(f"attack {FIRST} s-inf1", "AL1/Do1")
    assert field.ends()
    end = sorted(field.ends())[0]
    field.give(f"retreat g-hq {FIRST}-{end}")
    assert field.at("g-hq") == end
    field.give("advance s-inf1")
    assert field.at("s-inf1") == FIRST
    back = fight_at_the_first_hex(GERMAN, g_inf1="01.12", s_rgt1=NEXT)
    back.fight(f"attack {NEXT} g-inf1", "AL1/Do1")
    assert FIRST in back.ends()
    back.give(f"retreat s-rgt1 {NEXT}-{FIRST}")
    assert back.at("s-rgt1") == FIRST
    assert violations(back.state) == []


@rule("ocs", "9.6.2", "9.11c.1")
def test_first_counter_leads_a_defence_and_takes_the_first_loss() -> None:
    field = fight_at_the_first_hex(SOVIET, g_hq="09.10", g_rgt1="09.10", s_inf1="08.09")
    field.fight("attack 09.10 s-inf1", "Ae4/DL1o2", "defend g-hq")
    assert (field.at("g-hq"), field.at("g-rgt1")) == ("", "09.10")


@rule("ocs", "12.3a.1", "12.5c-C", "12.11a.4")
def test_supply_in_the_first_hex() -> None:
    field = Depot("movement", g_tb=FIRST, g_hq="03.13")
    field.generic("trucks", FIRST)
    dump = field.supply(FIRST, 9)
    assert field.reaches("g-hq") == field.reaches("g-tb") == {FIRST}
    field.give("load g-truck1 4")
    field.give(f"move g-tb {FIRST}-{NEXT}")
    assert (field.at("g-tb"), field.state.tokens[dump]) == (NEXT, 4)
    field.give("fuel-hq g-hq")
    assert field.tokens(FIRST) == 4  # the load; the dump paid
    field.supply(FIRST, 2)
    field.give(f"blow {FIRST} 6", 6)
    assert field.tokens(FIRST) == 0
    field.put("g-rgt1", "02.14")
    field.give(f"move g-rgt1 02.14-{FIRST}")
    assert field.at("g-rgt1") == FIRST


@rule("ocs", "9.14b.1", "9.14c.1")
def test_captures_in_the_first_hex() -> None:
    field = Depot("movement", g_rgt1=f"{NEXT} m")
    field.supply(FIRST, 8, SOVIET)
    field.generic("trucks", FIRST, SOVIET)
    field.state.level[field.generic("hedgehogs", FIRST, SOVIET)[0]] = 1
    field.give(f"move g-rgt1 {NEXT}-{FIRST}", 6, 6)
    assert field.state.ledger == [6, 0]
    assert field.at("g-truck1") == field.at("g-hog1") == FIRST


@rule("ocs", "10.0.1", "12.6c.1", "12.8e.1", "12.10e.1")
def test_barrage_feeding_recovery_and_breakout_in_the_first_hex() -> None:
    guns = Battlefield("barrage", scenario=even(), g_art1=FIRST, s_rgt1=NEXT)
    guns.supply(FIRST, 8)
    guns.give(f"barrage {NEXT} g-art1", 6, 6)
    assert not guns.at("s-rgt1")
    cut_off = Depot("supply", player=1, s_rgt1=FIRST, s_hq=FIRST)
    cut_off.mark("low", "s-rgt1")
    cut_off.supply(FIRST, 4, SOVIET)
    cut_off.feed()
    assert (cut_off.marked("low"), cut_off.tokens(FIRST, SOVIET)) == (set(), 2)
    cut_off.give(f"eat {FIRST}")
    assert (cut_off.tokens(FIRST, SOVIET), cut_off.marked("out")) == (1, set())
    cut_off.go_to("breakout", 1)
    assert cut_off.ids(breakout.able(cut_off.state, SOVIET)) == set()
    starved = Depot("supply", player=1, s_rgt1=FIRST)
    starved.feed(1, 1)
    assert starved.marked("out") == {"s-rgt1"}


@rule("ocs", "4.9a.1")
def test_first_hex_and_counter_in_views() -> None:
    field = Depot("movement", g_hq=FIRST)
    for side in ("german", "soviet", ""):
        assert [(unit.id, unit.at) for unit in rules.view(field.state, side).units] == [("g-hq", FIRST)]
    assert rules.explain(field.state, "g-hq").title == f"Supply of german corps HQ in {FIRST}"


@rule("ocs", "13.5a-2")
def test_step_is_rebuilt_in_the_first_hex() -> None:
    field = Depot("reinforcement", g_hq=FIRST, g_inf1=f"{FIRST} **")
    field.generic("pax", FIRST, count=4)
    field.generic("eq", FIRST, count=4)
    field.give(f"rebuild g-inf1 {FIRST}")
    assert (field.at("g-inf1"), field.state.lost[field.unit("g-inf1")]) == (FIRST, 1)


def test_no_hex_is_in_reach_of_enemies_who_are_not_there() -> None:
    assert enemy_reach(Manoeuvre(g_rgt1="08.09").state, GERMAN) == 0
    assert enemy_reach(Manoeuvre(s_rgt1="08.09").state, SOVIET) == 0
