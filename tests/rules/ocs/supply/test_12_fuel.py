"""Chapter 12: fuel [12.5]."""

from __future__ import annotations

import pytest

from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.model.state import READY, put, remove
from grognard.games.ocs.supply import fuel
from grognard.games.ocs.supply.tokens import dump_at
from grognard.games.ocs.turn import sequence
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import GERMAN, SOVIET
from tests.rules.ocs.order_helpers import Manoeuvre, at
from tests.rules.ocs.supply_board import Depot

GUNS = ("g-stug", "g-tb", "g-pak", "g-coy1", "g-coy2")
"""Independent units on tracks and wheels."""


# -- who needs it ---------------------------------------------------------------------------------------


@rule("ocs", "12.5.1")
def test_fuel_by_draw_or_throw() -> None:
    drawn = Depot("movement", g_tb="07.05")
    thrown = Depot("movement", g_hq2="04.05", g_tb="14.05")
    neither = Depot("movement", g_tb="08.05")
    for f in (drawn, thrown, neither):
        f.supply("01.05", 4)
    assert (drawn.price("g-tb"), thrown.price("g-tb"), neither.price("g-tb")) == (1, 1, None)


@rule("ocs", "12.5a.1")
@pytest.mark.parametrize(
    ("unit", "needs"),
    [("g-tb", True), ("g-pak", True), ("g-mech1", False), ("g-rgt1", False), ("g-hq", True)],
)
def test_truck_and_track_units_need_fuel(unit: str, needs: bool) -> None:
    f = Depot("movement", **at("10.05", unit))
    if needs:
        assert f.refused(f"move {unit} 10.05-11.05") == "12.5a.1"
    else:
        f.give(f"move {unit} 10.05-11.05")


@rule("ocs", "12.5a.1")
def test_fuel_need_depends_on_face_up() -> None:
    f = Depot("movement", g_mech1="10.05 m")
    assert f.refused("move g-mech1 10.05-11.05") == "12.5a.1"


@rule("ocs", "12.5a.2")
def test_moving_one_hex_costs_full_fuel() -> None:
    f = Depot("movement", g_tb="04.05", g_stug="04.05")
    f.supply("04.05", 4)
    f.give("move g-tb 04.05-05.05")
    assert f.tokens("04.05") == 3
    f.give("move g-stug 04.05-10.05")
    assert f.tokens("04.05") == 2


@rule("ocs", "12.5b.1")
def test_combat_needs_no_fuel() -> None:
    f = Battlefield("combat", g_inf1="08.09", g_tb="08.09", s_tb="09.10")
    f.supply("08.09", 4)
    f.supply("09.10", 1, SOVIET)
    f.fight("attack 09.10 g-inf1,g-tb", "AL1/Do1")
    while f.state.questions:
        (retreat_or_advance,) = sorted(f.offered("s-tb", "retreat") | f.offered("g-tb", "advance"))[:1] or (
            "stay",
        )
        f.give(retreat_or_advance)
    assert f.at("s-tb") not in ("", "09.10")
    assert f.at("g-tb") == "09.10"
    assert f.state.ledger == [0, 0]  # combat supply was all that was spent


@rule("ocs", "12.5b.2")
def test_overrun_of_adjacent_hex_needs_fuel() -> None:
    f = Battlefield("movement", g_tb="08.09", s_zero="09.10")
    assert f.refused("overrun 09.10 g-tb").startswith("12.5")
    f.supply("08.09", 2)
    assert f.check("overrun 09.10 g-tb") is None
    f.give("overrun 09.10 g-tb")
    assert f.state.primed >> f.unit("g-tb") & 1


@rule("ocs", "12.5c.1")
def test_fuel_paid_when_unit_starts_moving() -> None:
    f = Depot("exploitation", g_tb="04.05 e", g_stug="04.05 e")
    f.supply("04.05", 2)
    assert f.tokens("04.05") == 2
    f.give("move g-tb 04.05-05.05")
    assert f.tokens("04.05") == 1
    f.give("move g-tb 05.05-06.05")  # it keeps its fuel
    assert f.tokens("04.05") == 1


@rule("ocs", "12.5f")
def test_reinforcements_pay_fuel_from_first_hex() -> None:
    f = Manoeuvre("reinforcement")
    put(f.state, f.unit("g-tb"), READY)
    f.give("arrive g-tb 01.03")
    assert f.at("g-tb") == "01.03"  # without fuel
    f.go_to("movement")
    assert f.refused("move g-tb 01.03-02.03") == "12.5a.1"
    f.supply("01.03", 1)
    f.give("move g-tb 01.03-02.03")
    assert f.state.ledger[GERMAN] == 0


@rule("ocs", "12.5g", "12.10.1")
def test_internal_stocks_do_not_pay_fuel() -> None:
    f = Depot("movement", g_tb="10.05")
    assert not (f.state.low | f.state.exhausted) & f.bit("g-tb")
    assert f.price("g-tb") is None


def test_owner_names_dump_that_pays() -> None:
    f = Depot("movement", g_tb="04.05")
    f.supply("04.05", 8)
    f.supply("06.05", 2)
    f.supply("19.05", 2)
    small, far = (f.scenario.counter_ids[dump_at(f.state, f.hex(hex_), 0)] for hex_ in ("06.05", "19.05"))
    assert f.refused(f"fuel g-tb {far}") == "12.5.1"
    f.give(f"fuel g-tb {small}")
    assert (f.tokens("04.05"), f.tokens("06.05")) == (8, 1)


# -- single units and formations ------------------------------------------------------------------------


@rule("ocs", "12.5c-C")
def test_single_unit_fuel_lasts_one_phase() -> None:
    f = Depot("movement", g_tb="04.05", g_pz1="04.05", g_coy1="04.05")
    f.supply("04.05", 8)
    assert f.price("g-tb") == f.price("g-pz1") == f.price("g-coy1") == 1
    f.give("fuel g-tb")
    assert f.price("g-tb") == 0
    f.go_to("exploitation")
    fuel.begin_segment(f.state)
    assert f.price("g-tb") == 1


@rule("ocs", "12.5c-A.1", "13.7-D")
def test_formation_fuel_lasts_until_clean_up() -> None:
    f = Depot("movement", **at("04.05", "g-pz1", "g-pz2", "g-moto", "g-mech1"))
    f.supply("04.05", 8)
    f.give("fuel-formation g-pz1")
    assert f.tokens("04.05") == 4
    assert f.marked("filled") == {"g-pz1", "g-pz2", "g-moto", "g-mech1"}
    for phase in ("movement", "exploitation"):
        f.go_to(phase)
        fuel.begin_segment(f.state)
        assert f.price("g-pz1", "g-pz2", "g-moto") == 0
    fuel.clean_up(f.state, SOVIET)
    assert f.price("g-pz1") == 0
    fuel.clean_up(f.state, 0)
    assert f.price("g-pz1") == 1


@rule("ocs", "12.5c-A.2", "13.7a.1", "13.7a.3")
def test_formation_fuel_covers_units_sharing_a_source() -> None:
    f = Depot("movement", g_pz1="04.05", g_pz2="06.05", g_moto="18.05")
    f.supply("04.05", 8)
    f.supply("18.05", 4)
    f.give("fuel-formation g-pz1")
    assert f.marked("filled") == {"g-pz1", "g-pz2"}
    assert f.price("g-moto") == 1
    assert f.tokens("18.05") == 4


@rule("ocs", "12.5c-A.2", "13.7a.1")
def test_formation_fuel_through_shared_hq() -> None:
    f = Depot("movement", g_hq="08.05", g_pz1="02.05", g_pz2="18.05", g_moto="20.01")
    f.supply("08.05", 4)
    f.give("fuel-formation g-pz1")
    assert f.marked("filled") == {"g-pz1", "g-pz2", "g-moto"}


@rule("ocs", "3.6f", "13.7.1", "13.7-A")
def test_formation_named_by_any_of_its_units() -> None:
    """No markers are moved about: one unit named is the formation, and without units no fuel is shown."""
    units = ("g-pz1", "g-pz2", "g-moto")
    for named in units:
        f = Depot("movement", **at("04.05", *units))
        f.supply("04.05", 4)
        f.give(f"fuel-formation {named}")
        assert f.marked("filled") == set(units)
        for id_ in units:
            remove(f.state, f.unit(id_))
        assert f.marked("filled") == set()


def test_formation_split_between_dumps_is_not_fueled_as_one() -> None:
    f = Depot("movement", g_pz1="04.05", g_pz2="18.05")
    f.supply("04.05", 3)
    f.supply("18.05", 3)
    assert f.refused("fuel-formation g-pz1") == "12.5.1"  # no single dump has a point


@rule("ocs", "13.7a.1")
def test_cheapest_fuel_payment_is_proposed() -> None:
    f = Depot("movement", **at("04.05", "g-pz1", "g-pz2", "g-moto", "g-hqd"), g_mech1="04.05 m")
    f.supply("04.05", 8)
    few = fuel.propose(f.state, f.bit("g-pz1", "g-pz2", "g-moto"))
    all_ = fuel.propose(f.state, f.bit("g-pz1", "g-pz2", "g-moto", "g-mech1", "g-hqd"))
    assert isinstance(few, fuel.Fueling) and few.payment.tokens == 3 and not few.filled
    assert isinstance(all_, fuel.Fueling) and all_.payment.tokens == 4
    assert all_.filled.bit_count() == 5


@rule("ocs", "12.5c-A.1", "12.5c-C")
def test_formation_fuel_is_proposed_at_equal_cost() -> None:
    """It lasts longer than fuel for four single units."""
    f = Depot("movement", **at("04.05", "g-pz1", "g-pz2", "g-moto", "g-hqd"))
    f.supply("04.05", 8)
    plan = fuel.propose(f.state, f.bit("g-pz1", "g-pz2", "g-moto", "g-hqd"))
    assert isinstance(plan, fuel.Fueling) and plan.payment.tokens == 4
    assert f.ids(plan.filled) == {"g-pz1", "g-pz2", "g-moto", "g-hqd"} and not plan.primed


# -- HQs ------------------------------------------------------------------------------------------------


@rule("ocs", "12.5c-B", "12.5e.1")
def test_fueled_hq_fuels_independents_in_range() -> None:
    f = Depot("movement", g_hq2="04.05", **at("14.05", *GUNS, "g-pz1"), g_art1="20.05")
    f.supply("01.05", 5)
    f.give("fuel-hq g-hq2")
    assert f.tokens("01.05") == 1
    assert f.price("g-hq2") == 0
    assert f.price(*GUNS) == 0
    assert f.price("g-pz1") == 1  # of a formation
    assert f.price("g-art1") is None  # out of range: 5 hexes beyond, and no dump


@rule("ocs", "12.5c-B")
def test_hq_fuel_costs_one_sp() -> None:
    f = Depot("movement", g_hq2="04.05", g_stug="08.05")
    f.supply("01.05", 3)
    assert f.refused("fuel-hq g-hq2") == "12.5.1"
    assert f.refused("fuel-hq g-stug") == "12.5c-B"


@rule("ocs", "12.3b-D.1", "12.3b-D.2", "12.5c-B")
def test_hq_does_not_pass_on_fuel_thrown_to_it() -> None:
    """The HQ that fuels others draws the supply itself; thrown supply is for its own needs."""
    f = Depot("movement", g_hq="02.14", g_hq2="14.14", g_tb="19.14")
    dump = f.supply("02.14", 8)
    assert f.reaches("g-hq2") == {"02.14"} and f.reaches("g-tb") == set()
    assert f.refused("fuel-hq g-hq2") == "12.3b-D.1"
    assert f.refused(f"fuel-hq g-hq2 {f.scenario.counter_ids[dump]}") == "12.5.1"
    assert "fuel-hq g-hq2" not in f.offered("g-hq2")
    f.give("fuel g-hq2")  # for its own move
    assert f.tokens("02.14") == 7 and not f.marked("fueled")
    assert f.refused("move g-tb 19.14-20.14") == "12.5a.1"
    near = Depot("movement", g_hq="02.14", g_hq2="14.14", g_tb="19.14")
    near.supply("02.14", 8)
    near.supply("12.14", 4)
    near.give("fuel-hq g-hq2")
    assert (near.tokens("02.14"), near.tokens("12.14")) == (8, 0)
    near.give("move g-tb 19.14-20.14")
    split = Depot("movement", g_hq="02.14", g_hq2="14.14")
    split.supply("02.14", 8)
    split.supply("12.14", 3)  # not enough by itself, and the rest would be thrown twice
    assert split.refused("fuel-hq g-hq2") == "12.3b-D.1"


@rule("ocs", "12.5e.1")
def test_hq_fuel_range_counts_at_start_of_move() -> None:
    f = Depot("movement", g_hq2="04.05", g_stug="15.05", g_tb="16.05")
    f.supply("01.05", 4)
    f.give("fuel-hq g-hq2")
    f.give("move g-stug 15.05-20.05")  # it may leave the range
    assert f.price("g-tb") is None


@rule("ocs", "12.5e.2")
def test_hq_gives_fuel_from_first_or_last_hex() -> None:
    f = Depot("movement", g_hq2="04.05 m", g_stug="08.05", g_tb="17.05", g_pak="04.05")
    f.supply("01.05", 4)
    f.give("fuel-hq g-hq2")
    assert (f.price("g-stug"), f.price("g-tb")) == (0, None)  # five points in Move Mode
    f.give("move g-hq2 04.05-13.05")
    assert f.price("g-tb") is None  # it has not ended its move
    f.give("done g-hq2")
    assert f.price("g-tb") == 0
    assert f.price("g-pak") is None  # not from its first hex any more


@rule("ocs", "12.5e.2", "6.1g.1")
def test_moved_hq_fuels_the_next_unit_without_being_declared_done() -> None:
    """It has finished as soon as the unit starts to move [R-OCS-154]."""
    f = Depot("movement", g_hq2="04.05 m", g_tb="17.05", g_pak="04.05")
    f.supply("01.05", 4)
    f.give("fuel-hq g-hq2")
    f.give("move g-hq2 04.05-13.05")
    assert "18.05" in f.reach("g-tb") and "14.05" in f.reach("g-hq2")
    assert f.refused("fuel g-tb") == "12.5a.1"  # it needs none
    f.give("move g-tb 17.05-18.05")
    assert f.tokens("01.05") == 0 and f.refused("move g-hq2 13.05-14.05") == "6.1f.2"
    assert f.refused("move g-pak 04.05-05.05") == "12.5a.1"  # not from its first hex any more


@rule("ocs", "12.5e.2")
def test_hq_gives_fuel_from_one_hex_only() -> None:
    f = Depot("movement", g_hq2="04.05 m", g_stug="08.05", g_tb="17.05")
    f.supply("01.05", 4)
    f.give("fuel-hq g-hq2")
    f.give("move g-stug 08.05-09.05")
    assert f.marked("bound") == {"g-hq2"}
    f.give("move g-hq2 04.05-13.05")
    f.give("done g-hq2")
    assert f.price("g-tb") is None


@rule("ocs", "12.5d.1", "12.5d.2")
def test_reaction_fuel_lasts_until_owner_clean_up() -> None:
    f = Depot("reaction", player=0, g_rgt1="01.01")  # the German player goes first, the Soviet player reacts
    f.put("s-hq2", "16.05 r")
    f.put("s-tb", "12.05")
    f.supply("18.05", 8, SOVIET)
    f.give("release s-hq2")
    f.give("fuel-hq s-hq2")
    for phase, player in (("clean-up", 0), ("movement", 1), ("exploitation", 1)):
        f.go_to(phase, player)
        if phase == "clean-up":
            sequence._clean_up(f.state)
        else:
            fuel.begin_segment(f.state)
        assert f.price("s-tb") == 0, phase
    f.go_to("clean-up", 1)
    sequence._clean_up(f.state)
    assert f.marked("fueled") == set()
    assert f.price("s-tb") == 1


@rule("ocs", "12.9b", "13.1c.4")
def test_hq_draws_its_own_fuel() -> None:
    f = Depot("movement", g_hq="04.05 m")
    assert f.price("g-hq") is None
    f.supply("04.05", 1)
    assert f.price("g-hq") == 1


@rule("ocs", "13.2g-B")
def test_organic_truck_fuels_only_its_formation() -> None:
    f = Depot("movement", g_org1="04.05", g_pz1="04.05", g_tb="04.05")
    f.load(f.unit("g-org1"), 4)
    assert (f.price("g-pz1"), f.price("g-tb")) == (1, None)
    f.put("g-hq2", "05.05")
    changed(f.state)
    assert f.price("g-hq2") is None
    f.put("g-pz2", "15.05")  # an HQ throws it to the formation all the same
    assert f.price("g-pz2") == 1
