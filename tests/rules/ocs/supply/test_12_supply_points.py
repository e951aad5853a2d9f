"""Chapter 12: supply points and tokens, whose they are, how they travel; combat supply [12.0-12.2, 12.4]."""

from __future__ import annotations

import msgspec

from grognard.core.errors import Illegal
from grognard.core.testing import rule
from grognard.games.ocs.combat import strength
from grognard.games.ocs.logistics import rail_transport
from grognard.games.ocs.model.scenario import EXTRA_DUMPS
from grognard.games.ocs.model.state import AWAY
from grognard.games.ocs.supply import combat_supply, payment
from grognard.games.ocs.supply.payment import Payment, amount
from grognard.games.ocs.supply.tokens import dump_at, pile
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import GERMAN, SOVIET, varied
from tests.rules.ocs.order_helpers import at
from tests.rules.ocs.supply_board import Depot, even


def attack(f: Depot, *ids: str) -> Payment | Illegal:
    """Return the payment for an attack of some units."""
    return combat_supply.attack_supply(f.state, [f.unit(id_) for id_ in ids])


# -- two kinds of supply --------------------------------------------------------------------------------


@rule("ocs", "12.0.1")
def test_supply_points_on_map_and_trace_in_supply_phase() -> None:
    f = Depot("movement", g_rgt1="04.05", g_tb="19.12")
    f.supply("03.05", 9)
    assert (amount(f.tokens("03.05")), f.traced()) == ("2 SP 1T", {"g-rgt1"})
    assert f.state.out == 0  # checked only in the Supply Phase
    f.give("end", 1, 1)
    assert f.marked("out") == {"g-tb"}


@rule("ocs", "12.0.2")
def test_supply_points_substitute_for_trace() -> None:
    f = Depot("supply", g_rgt1="15.05")
    f.supply("15.05", 1)
    assert f.traced() == set()
    f.feed()
    f.give("eat 15.05")
    assert (f.tokens("15.05"), f.marked("out")) == (0, set())
    near = Depot("movement", g_tb="03.07")  # beside its source, without a dump
    assert near.traced() == {"g-tb"}
    assert near.price("g-tb") is None  # trace supply does not pay for fuel


@rule("ocs", "12.0.3", "12.9a", "12.5a.4")
def test_noncombat_units_need_no_trace_or_fuel() -> None:
    f = Depot("movement", g_org1="19.02")
    f.generic("trucks", "19.03", count=2)
    f.give("move g-truck1 19.03-17.03")
    assert f.at("g-truck1") == "17.03"  # no dump anywhere
    f.go_to("supply")
    f.feed()
    assert f.marked("out") == set()


# -- points and tokens ----------------------------------------------------------------------------------


@rule("ocs", "12.1a")
def test_four_tokens_per_supply_point() -> None:
    f = Depot("movement", g_tb="04.05")
    f.supply("04.05", 8)
    f.give("fuel g-tb")
    assert amount(f.tokens("04.05")) == "1 SP 3T"
    pile(f.state, f.hex("04.05"), GERMAN, 1)
    assert amount(f.tokens("04.05")) == "2 SP"


@rule("ocs", "12.1b")
def test_loaded_supply_counts_as_dump() -> None:
    f = Depot("movement", g_tb="04.05")
    f.generic("trucks", "06.05", loaded=2)
    f.give("fuel g-tb")
    assert f.tokens("06.05") == 1


@rule("ocs", "12.1c")
def test_dump_size_is_unlimited_and_empty_dump_is_removed() -> None:
    f = Depot("movement", g_tb="04.05")
    dump = f.supply("04.05", 400)
    assert f.tokens("04.05") == 400
    payment.pay(f.state, Payment((payment.Draw(dump, 399),)), "test", "12.1c")
    f.give("fuel g-tb")
    assert dump_at(f.state, f.hex("04.05"), GERMAN) < 0
    assert f.state.at[dump] == AWAY
    f.sound()


@rule("ocs", "12.1c")
def test_moving_supply_without_free_dump_counter() -> None:
    f = Depot("movement", scenario=even(rail=True), g_sec="08.04")
    f.supply("04.02", 8)
    hexes = list(f.scenario.grid.names(f.scenario.ground))
    for hex_ in hexes[-19:]:
        f.supply(hex_, 1)  # all twenty of the file are on the map now
    assert f.check("freight 04.02-07.03 4") is None  # counters do not limit supply [R-OCS-153]
    for hex_ in hexes[-19 - EXTRA_DUMPS : -19]:
        f.supply(hex_, 1)
    assert f.refused("freight 04.02-07.03 4") == "12.1c"
    assert {"freight 04.02-07.03 8"} <= {
        str(order) for order in rail_transport.freight_orders(f.state, GERMAN)
    }
    f.give("freight 04.02-07.03 8")
    assert (f.tokens("04.02"), f.tokens("07.03")) == (0, 8)


@rule("ocs", "12.1d")
def test_supply_is_usable_only_by_owner() -> None:
    f = Depot("movement", g_tb="04.05", s_tb="05.05")
    f.supply("06.06", 4, SOVIET)
    assert f.reaches("g-tb") == set()
    assert f.reaches("s-tb") == {"06.06"}
    assert f.price("g-tb") is None


# -- moving supply --------------------------------------------------------------------------------------


@rule("ocs", "12.2.1")
def test_supply_moves_by_truck_rail_and_sea() -> None:
    f = Battlefield("movement", g_inf1="07.03", g_rgt1="10.02", g_port_1002="10.02", g_port_0202="02.02")
    f.supply("07.03", 8)
    f.supply("10.02", 8)
    f.generic("trucks", "07.03")
    f.give("load g-truck1 4")
    f.give("move g-truck1 07.03-07.04")
    f.give("freight 07.03-04.02 4")
    f.give("ship-supply 10.02-02.02 4")
    label = f.scenario.hex
    where = {f.scenario.label(h) for h in payment.holders(f.state, GERMAN)}
    assert where == {"07.04", "04.02", "10.02", "02.02"}
    assert payment.holders(f.state, GERMAN)[label("07.04")] == (f.unit("g-truck1"),)


@rule("ocs", "12.2a.1")
def test_railed_supply_cannot_move_again_this_phase() -> None:
    f = Battlefield("movement", g_inf1="07.03", g_port_1002="10.02", g_port_0202="02.02")
    f.supply("07.03", 4)
    f.generic("trucks", "02.02")
    f.give("freight 07.03-02.02 4")
    assert f.refused("ship-supply 02.02-10.02 4") == "12.2a.1"
    assert f.refused("freight 02.02-04.02 4") == "12.2a.1"
    assert f.refused("load g-truck1 4").startswith("12.2a")


@rule("ocs", "12.2a.1", "4.7d.1", "13.3e-1.2")
def test_load_moved_by_truck_cannot_go_on_by_rail() -> None:
    f = Battlefield("movement", g_inf1="07.03", g_rgt1="04.02")
    f.generic("trucks", "04.04", loaded=4)
    f.generic("trucks", "04.04")
    f.generic("trucks", "04.02", loaded=4)
    f.give("move g-truck1 04.04-04.02")
    assert f.refused("rail g-truck1 04.02-07.03") == "12.2a.1"
    assert not f.offered("g-truck1", "rail")
    f.give("unload g-truck1 4")
    assert f.check("rail g-truck1 04.02-07.03") is None  # empty it may
    f.give("rail g-truck3 04.02-07.03")  # with its load, which did not move before
    f.give("move g-truck2 04.04-04.02")
    f.supply("04.02", 4)
    f.give("load g-truck2 4")
    assert f.check("rail g-truck2 04.02-07.03") is None  # supply that was there can travel on the truck
    f.sound()


@rule("ocs", "12.2a.2")
def test_unloaded_supply_cannot_be_reloaded_this_phase() -> None:
    f = Battlefield("movement", g_inf1="07.03", g_rgt1="05.03")
    f.generic("trucks", "05.03", loaded=4)
    f.generic("trucks", "07.03")
    f.give("move g-truck1 05.03-07.03")
    f.give("unload g-truck1 4")
    assert f.refused("load g-truck2 4") == "12.2a.2"
    assert f.refused("freight 07.03-04.02 4") == "12.2a.1"


@rule("ocs", "12.2b")
def test_supply_usable_right_after_move() -> None:
    f = Battlefield("movement", g_inf1="07.03", g_tb="08.04")
    f.supply("04.02", 4)
    f.give("freight 04.02-07.03 4")
    f.give("fuel g-tb")
    assert f.state.tokens[dump_at(f.state, f.hex("07.03"), GERMAN)] == 3


@rule("ocs", "12.3.1")
def test_same_draw_rules_for_every_use() -> None:
    """One dump six hexes away pays for fuel, a hedgehog, combat, internal stocks and feeding."""
    f = Depot("movement", g_tb="14.05", g_eng="14.05", g_rgt1="14.05")
    f.supply("08.05", 40)
    f.give("fuel g-tb")
    f.give("dig 14.05 g-eng")
    assert f.tokens("08.05") == 31
    paid = attack(f, "g-rgt1")
    assert isinstance(paid, Payment) and paid.tokens == 1 and not paid.stocks
    f.mark("low", "g-rgt1")
    f.go_to("supply")
    f.feed()
    assert (f.tokens("08.05"), f.marked("low")) == (29, set())
    f.give("eat 14.05")  # 2.5 RE
    assert (f.tokens("08.05"), f.marked("out")) == (27, set())


# -- combat supply --------------------------------------------------------------------------------------


@rule("ocs", "12.4.1")
def test_attack_costs_one_token_per_step() -> None:
    f = Depot("combat", g_inf1="10.05", g_inf2="10.05 *", g_rgt1="10.05")
    f.supply("08.05", 40)
    paid = attack(f, "g-inf1", "g-inf2", "g-rgt1")
    assert isinstance(paid, Payment)
    assert paid.tokens == 3 + 2 + 1


@rule("ocs", "12.4.2")
def test_defence_costs_two_tokens_or_one() -> None:
    for ids, price in (
        (("s-inf1",), 2),
        (("s-rgt1", "s-zero"), 2),
        (("s-rgt1",), 1),
        (("s-zero", "s-coy1"), 1),
    ):
        f = Depot("combat", **at("10.05", *ids))
        f.supply("11.05", 40, SOVIET)
        paid = combat_supply.defence_supply(f.state, f.bit(*ids))
        assert (paid.tokens, paid.unpaid, paid.stocks) == (price, 0, 0)


@rule("ocs", "12.4.3")
def test_two_step_brigade_attacks_for_one_token_in_some_games() -> None:
    desert = varied(even(rulings=("12.4.3",)))
    f = Depot("combat", scenario=desert, g_tb="10.05")
    two = list(f.scenario.counters)
    brigade = f.unit("g-tb")
    two[brigade] = msgspec.structs.replace(two[brigade], steps=2)
    desert.counters, desert.steps = tuple(two), [counter.steps for counter in two]
    assert combat_supply.attack_price(f.state, brigade) == 1
    plain = varied(desert, rulings={})
    f.state.scenario = plain
    assert combat_supply.attack_price(f.state, brigade) == 2


@rule("ocs", "12.4.4", "12.10c.2")
def test_no_attack_without_full_combat_supply() -> None:
    f = Battlefield("combat", g_rgt1="08.09", g_inf1="08.09", s_rgt1="09.10")
    f.state.exhausted = f.bit("g-rgt1", "g-inf1")
    assert f.refused("attack 09.10 g-rgt1") == "12.10c.2"
    f.supply("08.09", 2)
    assert f.check("attack 09.10 g-rgt1") is None
    assert f.refused("attack 09.10 g-inf1") == "12.10c.2"  # two of three tokens are not enough
    f.supply("08.09", 1)
    assert f.check("attack 09.10 g-inf1") is None
    assert f.refused("attack 09.10 g-inf1,g-rgt1") == "12.10c.2"


@rule("ocs", "12.4.5")
def test_defender_may_withhold_supply() -> None:
    f = Battlefield("combat", g_rgt1="08.09", s_rgt1="09.10")
    f.supply("08.09", 4)
    f.supply("09.10", 4, SOVIET)
    with_, without = (
        f.calculated("attack 09.10 g-rgt1", d) for d in ("defend s-rgt1", "defend s-rgt1 unsupplied")
    )
    assert strength.total_strength(without.defence) * 2 == strength.total_strength(with_.defence)
    f.give("attack 09.10 g-rgt1")
    f.give("defend s-rgt1 unsupplied", *(3, 4, 3, 4))
    assert f.state.ledger[SOVIET] == 4
