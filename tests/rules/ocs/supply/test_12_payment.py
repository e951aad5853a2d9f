"""Case 12.3: which dump pays by default, on the boards of the campaign and on an even one [R-OCS-140]."""

from __future__ import annotations

import pytest

from grognard.core.contract.orders import Order
from grognard.core.dice import Dice
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.ocs import rules
from grognard.games.ocs.combat.attack import attack_payment
from grognard.games.ocs.interface import legality
from grognard.games.ocs.model.state import OcsState, put
from grognard.games.ocs.model.supply_events import SupplyPaid
from grognard.games.ocs.supply import combat_supply, fuel, payment, supply_phase
from grognard.games.ocs.supply.payment import Payment
from grognard.games.ocs.turn.sequence import setup
from tests.rules.ocs.field import GERMAN, event_of, practice
from tests.rules.ocs.order_helpers import at
from tests.rules.ocs.supply_board import Depot, even


def paid_from(state: OcsState, paid: Payment | None) -> dict[str, int]:
    """Return the tokens of a payment by hex."""
    assert paid is not None
    found: dict[str, int] = {}
    for draw in paid.draws:
        hex_ = state.scenario.label(state.at[draw.holder])
        found[hex_] = found.get(hex_, 0) + draw.tokens
    return found


# -- real positions -------------------------------------------------------------------------------------


@rule("ocs", "12.5c.1")
@pytest.mark.parametrize("text", ["fuel g-wik-pz", "fuel-formation g-wik-pz", "move g-wik-pz 29.11-29.12"])
def test_wiking_fuels_from_its_own_hex(text: str) -> None:
    state = setup(practice("drill-8-battle"), Dice(1))
    scenario = state.scenario
    assert state.tokens[(state.here[scenario.hex("29.11")] & scenario.dumps).bit_length() - 1] == 20
    order = scenario.notation.parse(text)
    if order.verb == "move":
        state.turned |= 1 << scenario.index["g-wik-pz"]
        changed(state)
    assert legality.check(state, "german", order) is None
    shown = " ".join(f"{line.label} {line.value}" for line in rules.preview(state, order).lines)
    assert "from the dump in 29.11" in shown
    assert "35.12" not in shown
    events = rules.apply(state, "german", legality.complete(state, "german", order), Dice(1))
    assert event_of(events, SupplyPaid).hexes == ("29.11",)


@rule("ocs", "10.1b-A", "12.3a.1")
def test_guns_in_16_08_pay_from_the_nearest_dump() -> None:
    state = setup(practice("counterstroke"), Dice(1))
    scenario = state.scenario
    gun = scenario.index["g-6pz-art"]
    put(state, gun, scenario.hex("16.08"))
    changed(state)
    reach = {scenario.label(state.at[holder]) for holder in payment.reachable(state, gun)}
    assert {"06.10", "20.06"} <= reach
    assert "31.07" not in reach  # nor does any HQ throw that far along the road
    assert paid_from(state, payment.propose_from_one(state, [gun], 3)) == {"20.06": 3}


@pytest.mark.parametrize("name", ["kharkov", "counterstroke", "drill-8-battle"])
def test_no_unit_pays_from_afar_with_a_nearer_dump_in_reach(name: str) -> None:
    state = setup(practice(name), Dice(1))
    scenario = state.scenario
    distance = scenario.grid.distance
    for unit in bits(scenario.combat_units):
        reach = [h for h in payment.reachable(state, unit) if not scenario.organic >> h & 1]
        if state.at[unit] < 0 or not reach:
            continue
        nearest = min(distance(state.at[unit], state.at[h]) for h in reach)
        one = payment.propose(state, [unit], 1)
        alone = combat_supply.attack_supply(state, [unit])
        assert one is not None
        assert isinstance(alone, Payment)
        for paid in (one, payment.propose_from_one(state, [unit], 1), alone):
            assert paid is not None
            assert distance(state.at[unit], state.at[paid.draws[0].holder]) == nearest


# -- the order of dumps ---------------------------------------------------------------------------------


@rule("ocs", "12.3a.2")
def test_own_hex_then_nearest_even_through_an_hq() -> None:
    f = Depot("movement", g_hq2="12.07", **at("10.07", "g-tb", "g-stug"))
    f.supply("06.07", 40)
    f.supply("12.07", 3)
    f.supply("10.07", 1)
    paid = payment.propose(f.state, [f.unit("g-tb")], 6)
    assert list(paid_from(f.state, paid).items()) == [("10.07", 1), ("12.07", 3), ("06.07", 2)]


def test_dependants_in_the_first_hex_of_the_board_count() -> None:
    f = Depot("movement", g_tb="10.07", g_rgt1=even().label(0))
    f.supply("08.07", 40)
    f.supply("12.07", 4)
    assert paid_from(f.state, payment.propose(f.state, [f.unit("g-tb")], 1)) == {"12.07": 1}


def test_of_two_dumps_as_near_the_one_that_fewer_others_need_pays() -> None:
    f = Depot("movement", g_tb="10.07", g_rgt1="07.07", g_rgt2="06.07")
    f.supply("08.07", 40)  # fuller, but the regiments depend on it
    f.supply("12.07", 4)
    assert paid_from(f.state, payment.propose(f.state, [f.unit("g-tb")], 1)) == {"12.07": 1}
    f.put("g-rgt1", "13.07")
    f.put("g-rgt2", "14.07")
    assert paid_from(f.state, payment.propose(f.state, [f.unit("g-tb")], 1)) == {"08.07": 1}


@rule("ocs", "12.1b")
def test_ground_before_loads_in_a_hex_and_organic_trucks_last() -> None:
    f = Depot("combat", **at("10.07", "g-pz1"))
    organic = bits(f.scenario.organic & f.scenario.members[f.scenario.formation_of[f.unit("g-pz1")]])[0]
    f.put(f.scenario.counter_ids[organic], "10.07")
    f.load(organic, 4)
    f.generic("trucks", "10.07", loaded=4)
    ground = f.supply("10.07", 2)
    far = f.supply("08.07", 2)
    paid = payment.propose(f.state, [f.unit("g-pz1")], 9)
    assert paid is not None
    order = [draw.holder for draw in paid.draws]
    assert (order[0], order[2], order[3]) == (ground, far, organic)


@rule("ocs", "12.4.1")
def test_each_attacker_pays_from_the_dump_near_it() -> None:
    f = Depot("combat", g_rgt1="10.06", g_rgt2="10.09", s_rgt1="11.08")
    f.supply("09.06", 3)
    f.supply("09.09", 9)
    paid = attack_payment(f.state, Order("attack", "11.08", ("g-rgt1", "g-rgt2")))
    assert isinstance(paid, Payment)
    assert paid_from(f.state, paid) == {"09.06": 1, "09.09": 1}


@rule("ocs", "12.5c-A.1")
def test_formation_fuels_from_the_nearest_of_the_sources_that_all_share() -> None:
    f = Depot("movement", **at("10.07", "g-pz1", "g-pz2"))
    far, near = f.supply("06.07", 40), f.supply("09.07", 4)
    plan = fuel.formation_fuel(f.state, f.unit("g-pz1"))
    assert plan is not None
    assert [(draw.holder, draw.tokens) for draw in plan.payment.draws] == [(near, 4)]
    named = fuel.formation_fuel(f.state, f.unit("g-pz1"), prefer=[far])
    assert named is not None
    assert [(draw.holder, draw.tokens) for draw in named.payment.draws] == [(far, 4)]


@rule("ocs", "12.6c.1")
def test_units_eat_in_their_own_hex_unless_that_costs_more() -> None:
    f = Depot("supply", g_rgt1="15.05", g_rgt2="15.05", g_inf1="15.08")
    f.supply("15.05", 1)
    f.supply("15.08", 9)
    both = f.bit("g-rgt1", "g-rgt2", "g-inf1")
    assert paid_from(f.state, supply_phase.feeding_cost(f.state, both)) == {"15.05": 1, "15.08": 2}
    one = f.bit("g-rgt1", "g-inf1")  # 4 RE for 2T from one dump, 3T from two
    assert paid_from(f.state, supply_phase.feeding_cost(f.state, one)) == {"15.08": 2}


# -- dumps that the player names ------------------------------------------------------------------------


@rule("ocs", "12.3a.1", "12.3.1")
def test_player_can_name_another_dump_but_not_one_out_of_reach() -> None:
    f = Depot("movement", g_tb="10.07", s_rgt1="11.08")
    f.supply("10.07", 8)
    other, far = (f.scenario.counter_ids[f.supply(hex_, 8)] for hex_ in ("08.07", "01.01"))
    for text in ("move g-tb 10.07-10.06", "overrun 11.08 g-tb", "fuel g-tb"):
        assert f.check(text) is None
        assert "08.07" in str(rules.preview(f.state, f.order(f"{text} {other}")))
        assert f.check(f"{text} {far}") is not None
    f.give(f"move g-tb 10.07-10.06 {other}")
    assert (f.tokens("10.07"), f.tokens("08.07")) == (8, 7)


@rule("ocs", "10.1b.1", "12.3.1")
def test_barrage_shows_its_dump_and_takes_another() -> None:
    f = Depot("barrage", g_art1="10.07", s_rgt1="11.08")
    f.supply("10.07", 8)
    other, far = (f.scenario.counter_ids[f.supply(hex_, 8)] for hex_ in ("08.07", "01.01"))
    shown = rules.preview(f.state, f.order("barrage 11.08 g-art1"))
    assert ("combat supply", "3T from the dump in 10.07") in [
        (line.label, line.value) for line in shown.lines
    ]
    assert "3T from the dump in 08.07" in str(
        rules.preview(f.state, f.order(f"barrage 11.08 g-art1 {other}"))
    )
    assert f.refused(f"barrage 11.08 g-art1 {far}") == "12.3.1"


@rule("ocs", "12.6c.1", "12.10e-B.1", "12.10e-C.1")
def test_eating_and_recovery_take_a_named_dump() -> None:
    f = Depot("supply", g_rgt1="15.05", g_rgt2="15.08")
    f.supply("15.05", 4)
    other = f.scenario.counter_ids[f.supply("15.07", 4)]
    f.feed()
    assert f.refused("eat 15.05 g-rgt1 s-inf1") == "12.3.1"
    assert "15.07" in str(rules.preview(f.state, f.order(f"eat 15.05 g-rgt1 {other}")))
    f.give(f"eat 15.05 g-rgt1 {other}")
    f.give("eat 15.08")
    assert (f.tokens("15.05"), f.tokens("15.07")) == (4, 3)  # 2 RE from one dump
    g = Depot("supply", **at("04.07", "g-rgt1", "g-inf1"))
    g.mark("low", "g-rgt1", "g-inf1")
    g.supply("04.07", 2)
    spare = g.scenario.counter_ids[g.supply("05.07", 2)]
    g.feed()
    lines = rules.preview(g.state, g.order("recover g-rgt1")).lines
    assert [(line.label, line.value) for line in lines[:2]] == [
        ("from the dump in 04.07", "2T"),
        ("from the dump in 05.07", "2T"),
    ]
    g.give(f"recover g-rgt1 {spare}")
    assert (g.state.ledger[GERMAN], g.marked("low")) == (0, {"g-inf1"})


@rule("ocs", "12.5b.2", "12.4.1")
def test_overrun_preview_pays_fuel_before_combat_supply() -> None:
    f = Depot("movement", g_tb="10.07", s_rgt1="11.08")
    f.supply("10.07", 1)
    f.supply("09.07", 1)
    lines = {line.label: line.value for line in rules.preview(f.state, f.order("overrun 11.08 g-tb")).lines}
    assert (lines["fuel"], lines["combat supply"]) == (
        "1T from the dump in 10.07",
        "1T from the dump in 09.07",
    )


@rule("ocs", "19.0d")
def test_port_repair_shows_its_dump() -> None:
    f = Depot("movement", g_port_1002="10.02", g_eng="10.02")
    f.state.level[f.unit("g-port-1002")] = 1
    f.supply("10.02", 4)
    other = f.scenario.counter_ids[f.supply("10.03", 4)]
    shown = rules.preview(f.state, f.order("mend 10.02 g-eng"))
    assert (shown.lines[0].label, shown.total) == ("from the dump in 10.02", "1 SP")
    f.give(f"mend 10.02 g-eng {other}")
    assert (f.tokens("10.02", GERMAN), f.tokens("10.03", GERMAN)) == (4, 0)
