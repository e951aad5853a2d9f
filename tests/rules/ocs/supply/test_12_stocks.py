"""Chapter 12: internal stocks [12.10]; blowing and capturing dumps [12.11]."""

from __future__ import annotations

import pytest

from grognard.core.errors import Illegal
from grognard.core.testing import rule
from grognard.games.ocs.supply import combat_supply, payment
from grognard.games.ocs.supply.dumps import check_blow
from grognard.games.ocs.supply.payment import Payment
from grognard.games.ocs.supply.tokens import dump_at
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import GERMAN, SOVIET
from tests.rules.ocs.order_helpers import at
from tests.rules.ocs.supply_board import Depot


def attack(f: Depot, *ids: str, organic: bool = True) -> Payment:
    """Return the payment for an attack of some units."""
    paid = combat_supply.attack_supply(f.state, [f.unit(id_) for id_ in ids], organic=organic)
    assert isinstance(paid, Payment)
    return paid


def defence(f: Depot, *ids: str) -> Payment:
    """Return the payment for their defence."""
    return combat_supply.defence_supply(f.state, f.bit(*ids))


# -- using them -----------------------------------------------------------------------------------------


@rule("ocs", "12.10.1")
def test_internal_stocks_pay_only_for_combat() -> None:
    f = Battlefield("combat", g_rgt1="08.09", s_rgt1="09.10")
    f.give("attack 09.10 g-rgt1")
    assert f.state.low == f.bit("g-rgt1")
    gun = Battlefield("barrage", g_art1="08.09", g_rgt1="08.10", s_rgt1="09.10")
    assert gun.refused("barrage 09.10 g-art1").startswith("10.1b")
    hungry = Depot("supply", g_rgt1="15.05")
    hungry.feed(1, 1)
    assert hungry.marked("out") == {"g-rgt1"}  # and they do not replace feeding


@rule("ocs", "12.10.2")
def test_internal_stocks_keep_full_strength() -> None:
    f = Battlefield("combat", g_rgt1="08.09", s_rgt1="09.10")
    by_stocks = f.calculated("attack 09.10 g-rgt1").totals
    f.supply("08.09", 4)
    f.supply("09.10", 4, SOVIET)
    assert f.calculated("attack 09.10 g-rgt1").totals == by_stocks


@rule("ocs", "12.10.3", "12.10d")
def test_internal_stocks_are_per_unit() -> None:
    f = Depot("combat", g_rgt1="10.05", g_rgt2="10.05")
    paid = attack(f, "g-rgt1")
    payment.pay(f.state, paid, "attack", "12.4")
    assert f.marked("low") == {"g-rgt1"}
    f.state.low, f.state.exhausted = 0, f.bit("g-rgt1")
    refused = combat_supply.attack_supply(f.state, [f.unit("g-rgt1"), f.unit("g-rgt2")])
    assert isinstance(refused, Illegal) and refused.rule == "12.10c.2"  # the other's do not help


@rule("ocs", "12.10a.1")
def test_internal_stocks_only_without_supply_in_reach() -> None:
    f = Depot("combat", g_rgt1="10.05")
    f.supply("08.05", 1)
    assert (attack(f, "g-rgt1").tokens, attack(f, "g-rgt1").stocks) == (1, 0)
    far = Depot("combat", g_rgt1="15.05")
    far.supply("08.05", 1)
    assert (attack(far, "g-rgt1").tokens, attack(far, "g-rgt1").stocks) == (0, far.bit("g-rgt1"))


@rule("ocs", "12.10a.2", "13.2g-G")
def test_organic_truck_supply_may_be_withheld() -> None:
    f = Depot("combat", g_pz1="10.05", g_org1="10.05")
    f.load(f.unit("g-org1"), 4)
    assert attack(f, "g-pz1").tokens == 1
    kept = attack(f, "g-pz1", organic=False)
    assert (kept.tokens, kept.stocks) == (0, f.bit("g-pz1"))
    f.supply("09.05", 1)
    assert attack(f, "g-pz1", organic=False).tokens == 1  # a dump on the ground must be used


@rule("ocs", "12.10b")
def test_stocks_become_low_then_exhausted() -> None:
    f = Depot("combat", g_rgt1="15.05")
    for low, exhausted in (({"g-rgt1"}, set[str]()), (set[str](), {"g-rgt1"})):
        payment.pay(f.state, attack(f, "g-rgt1"), "attack", "12.4")
        assert (f.marked("low"), f.marked("exhausted")) == (low, exhausted)


@rule("ocs", "12.10c.1")
def test_low_units_use_dumps_normally() -> None:
    f = Depot("combat", g_rgt1="10.05", g_rgt2="10.05")
    f.mark("low", "g-rgt1")
    f.mark("exhausted", "g-rgt2")
    f.supply("10.05", 2)
    paid = attack(f, "g-rgt1", "g-rgt2")
    assert (paid.tokens, paid.stocks) == (2, 0)


@rule("ocs", "12.10c.2")
def test_exhausted_unit_without_dump_defends_at_half() -> None:
    f = Battlefield("combat", g_rgt1="08.09", s_rgt1="09.10")
    usual = f.calculated("attack 09.10 g-rgt1", "defend s-rgt1").totals[1]
    f.state.exhausted = f.bit("s-rgt1")
    f.give("attack 09.10 g-rgt1")
    assert f.calculated_answer("defend s-rgt1 unsupplied").totals[1] * 2 == usual
    assert combat_supply.defence_supply(f.state, f.bit("s-rgt1")).unpaid == f.bit("s-rgt1")


@rule("ocs", "12.10g.1")
def test_attack_paid_from_dumps_and_stocks() -> None:
    f = Depot("combat", **at("10.05", "g-rgt1", "g-rgt2", "g-stug"))
    f.supply("10.05", 1)
    paid = attack(f, "g-rgt1", "g-rgt2", "g-stug")
    assert (paid.tokens, paid.stocks.bit_count(), paid.wasted) == (1, 2, 0)


@rule("ocs", "12.10g.1")
def test_exhausted_units_draw_supply_first() -> None:
    f = Depot("combat", **at("10.05", "g-rgt1", "g-rgt2"))
    f.mark("exhausted", "g-rgt2")
    f.supply("10.05", 1)
    assert attack(f, "g-rgt1", "g-rgt2").stocks == f.bit("g-rgt1")


@rule("ocs", "12.10g.2", "12.10h")
def test_too_little_supply_for_a_unit_is_wasted() -> None:
    f = Depot("combat", g_inf1="10.05")
    f.supply("10.05", 2)
    paid = attack(f, "g-inf1")
    assert (paid.stocks, paid.tokens, paid.wasted) == (f.bit("g-inf1"), 2, 2)
    payment.pay(f.state, paid, "attack", "12.4")
    assert (f.tokens("10.05"), f.marked("low")) == (0, {"g-inf1"})


def test_tokens_are_reallocated_to_supply_more_units() -> None:
    """One unit reaches both dumps, the other only one: each gets a token in either order."""
    f = Depot("combat", g_rgt1="10.05", g_rgt2="16.05")
    f.supply("10.04", 1)
    f.supply("05.05", 1)
    assert (f.reaches("g-rgt1"), f.reaches("g-rgt2")) == ({"10.04", "05.05"}, {"10.04"})
    for ids in (("g-rgt1", "g-rgt2"), ("g-rgt2", "g-rgt1")):
        paid = attack(f, *ids)
        assert (paid.tokens, paid.stocks) == (2, 0)


@pytest.mark.parametrize(
    ("tokens", "units", "spent", "in_stock", "without"),
    [
        (2, ("s-inf1", "s-rgt1"), 2, (), ()),  # two tokens for the whole hex
        (1, ("s-inf1", "s-rgt1"), 1, ("s-inf1",), ()),  # one token covers one RE [R-OCS-61]
        (0, ("s-inf1", "s-rgt1"), 0, ("s-inf1", "s-rgt1"), ()),
        (1, ("s-rgt1",), 1, (), ()),
        (1, ("s-inf1",), 1, ("s-inf1",), ()),  # too little for a division, and wasted
    ],
)
def test_defence_supply_covers_hex_or_one_re(
    tokens: int, units: tuple[str, ...], spent: int, in_stock: tuple[str, ...], without: tuple[str, ...]
) -> None:
    f = Depot("combat", **at("10.05", *units))
    if tokens:
        f.supply("10.05", tokens, SOVIET)
    paid = defence(f, *units)
    assert (paid.tokens, f.ids(paid.stocks), f.ids(paid.unpaid)) == (spent, set(in_stock), set(without))


# -- recovery -------------------------------------------------------------------------------------------


@rule("ocs", "12.10e.1", "12.10e.3")
def test_low_recovery_costs_two_tokens_per_unit_or_re() -> None:
    f = Depot("supply", g_rgt1="04.07", g_inf1="14.05 *", g_hq2="04.07")
    f.mark("low", "g-rgt1", "g-inf1")
    f.supply("05.07", 20)
    f.feed()
    assert f.tokens("05.07") == 20 - 2 - 4  # a regiment, and a division of two equivalents by the HQ
    assert f.marked("low") == set()


@rule("ocs", "12.10e.2")
def test_exhausted_recovery_costs_double() -> None:
    f = Depot("supply", g_rgt1="04.07", g_inf1="04.07")
    f.mark("exhausted", "g-rgt1", "g-inf1")
    f.supply("05.07", 20)
    f.feed()
    assert f.tokens("05.07") == 20 - 4 - 12
    assert f.marked("exhausted") | f.marked("low") == set()


@rule("ocs", "12.10e.3")
def test_stocks_recover_only_in_own_supply_phase() -> None:
    f = Depot("supply", player=1, g_rgt1="04.07")
    f.mark("low", "g-rgt1")
    f.supply("05.07", 20)
    f.feed()
    assert (f.tokens("05.07"), f.marked("low")) == (20, {"g-rgt1"})


@rule("ocs", "12.10e-A.1", "12.10e-A.2")
def test_recovery_is_mandatory_and_precedes_feeding() -> None:
    f = Depot("supply", g_rgt1="15.05")
    f.mark("low", "g-rgt1")
    f.supply("15.05", 2)
    f.feed(1, 1)  # no question: the two tokens restore stocks, none are left for feeding
    assert (f.tokens("15.05"), f.marked("low"), f.marked("out")) == (0, set(), {"g-rgt1"})


@rule("ocs", "12.10e-B.1")
def test_recovery_uses_every_dump_in_reach() -> None:
    f = Depot("supply", g_inf1="10.05", g_hq2="10.05")
    f.mark("low", "g-inf1")
    f.supply("05.05", 2)
    f.supply("10.05", 2)
    f.generic("trucks", "12.05", loaded=2)
    f.feed(1, 1)
    assert f.state.ledger[GERMAN] == 0
    assert f.marked("low") == set()


@rule("ocs", "12.10e-B.2")
def test_recovery_spares_organic_trucks() -> None:
    f = Depot("supply", g_pz1="04.07", g_org1="04.07")
    f.mark("low", "g-pz1")
    f.load(f.unit("g-org1"), 4)
    f.feed()
    assert (f.state.tokens[f.unit("g-org1")], f.marked("low")) == (4, {"g-pz1"})


@rule("ocs", "12.10e-B.2", "12.10e-C.1")
def test_recovery_spares_organic_trucks_beside_a_small_dump() -> None:
    """The dump is spent although it is too little; the load does not make up the rest."""
    f = Depot("supply", g_pz1="04.07", g_org1="04.07")
    f.mark("low", "g-pz1")
    f.load(f.unit("g-org1"), 4)
    f.supply("04.07", 1)
    f.feed()
    assert (f.state.tokens[f.unit("g-org1")], f.state.ledger[GERMAN], f.marked("low")) == (4, 4, {"g-pz1"})


@rule("ocs", "12.10e-C.1", "12.10e-C.2")
@pytest.mark.parametrize(
    ("tokens", "unit", "mark", "then"),
    [
        (1, "g-rgt1", "low", "low"),
        (2, "g-rgt1", "low", ""),
        (2, "g-rgt1", "exhausted", "low"),
        (3, "g-rgt1", "exhausted", "low"),  # the third is wasted
        (4, "g-rgt1", "exhausted", ""),
        (2, "g-inf1", "low", "low"),
        (5, "g-inf1", "low", "low"),
        (6, "g-inf1", "low", ""),
        (6, "g-inf1", "exhausted", "low"),
    ],
)
def test_insufficient_recovery_supply_is_spent(tokens: int, unit: str, mark: str, then: str) -> None:
    f = Depot("supply", **at("04.07", unit))
    f.mark(mark, unit)
    f.supply("04.07", tokens)
    f.feed()
    assert f.tokens("04.07") == 0
    assert [name for name in ("low", "exhausted") if f.marked(name)] == ([then] if then else [])


@rule("ocs", "12.10e-C.2")
def test_owner_chooses_order_of_recovery() -> None:
    f = Depot("supply", **at("04.07", "g-rgt1", "g-rgt2", "g-inf1"))
    f.mark("low", "g-rgt1", "g-rgt2", "g-inf1")
    f.supply("04.07", 2)
    f.feed()
    assert f.state.questions[-1].kind == "recover"
    assert f.offered("g-rgt2") == {"recover g-rgt2"}
    f.give("recover g-rgt2")
    assert (f.marked("low"), f.tokens("04.07")) == ({"g-rgt1", "g-inf1"}, 0)


def test_leftover_supply_is_spent_up_to_need() -> None:
    f = Depot("supply", **at("04.07", "g-rgt1", "g-inf1"))
    f.mark("low", "g-rgt1", "g-inf1")
    f.supply("04.07", 7)
    f.feed()
    f.give("recover g-rgt1")
    assert (f.marked("low"), f.tokens("04.07")) == ({"g-inf1"}, 0)  # five of six tokens are wasted


# -- dumps ----------------------------------------------------------------------------------------------


@rule("ocs", "12.11a.1", "12.11a.5")
def test_blow_all_supply_in_hex_but_no_transports() -> None:
    f = Depot("movement", g_rgt1="01.01")
    f.supply("10.05", 3)
    f.generic("trucks", "10.05", loaded=4)
    f.give("blow 10.05 7", 6)
    assert (f.tokens("10.05"), f.at("g-truck1")) == (0, "10.05")
    assert dump_at(f.state, f.hex("10.05"), GERMAN) < 0


@rule("ocs", "12.11a.2")
@pytest.mark.parametrize(
    ("phase", "allowed"),
    [("movement", True), ("reaction", False), ("exploitation", True), ("combat", False), ("barrage", False)],
)
def test_blow_dumps_in_own_movement_segments(phase: str, allowed: bool) -> None:
    f = Depot(phase, g_rgt1="01.01")
    f.supply("10.05", 3)
    f.supply("12.05", 3, SOVIET)
    order = f.order("blow 10.05 3")
    assert (check_blow(f.state, GERMAN, order) is None) == allowed
    if phase == "reaction":
        assert f.check("blow 12.05 3") is None  # it is the other side's segment


@rule("ocs", "12.11a.3")
def test_dump_is_blown_once_per_phase() -> None:
    f = Depot("movement", g_rgt1="01.01")
    f.supply("10.05", 16)
    assert f.refused("blow 10.05 17") == "12.11a.3"
    f.give("blow 10.05 4", 6)
    assert f.tokens("10.05") == 12
    assert f.refused("blow 10.05 4") == "12.11a.3"


@rule("ocs", "12.11a.4")
@pytest.mark.parametrize(("roll", "left"), [(1, 7), (2, 4), (3, 4), (4, 2), (5, 2), (6, 0)])
def test_share_of_dump_destroyed_by_die(roll: int, left: int) -> None:
    f = Depot("movement", g_rgt1="01.01")
    f.supply("10.05", 9)
    f.give("blow 10.05 9", roll)
    assert f.tokens("10.05") == left  # rounded to the nearest token: 2.25, 4.5, 6.75
    f.sound()


@rule("ocs", "12.11b")
def test_entering_hex_captures_dump() -> None:
    f = Depot("movement", g_rgt1="10.05", s_rgt1="12.05")
    f.supply("11.05", 8, SOVIET)
    f.supply("12.05", 8, SOVIET)
    f.give("move g-rgt1 10.05-11.05", 4)
    assert (f.tokens("11.05"), f.tokens("11.05", SOVIET)) == (4, 0)
    assert f.state.ledger == [4, 8]
    assert f.refused("move g-rgt1 11.05-12.05") == "4.8c.1"  # its garrison must leave first
