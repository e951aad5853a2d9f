"""Cases 4.7, 12.2a and 13.2: Transport Points, loading and unloading, Organic Trucks."""

from __future__ import annotations

import pytest

from grognard.core.testing import rule
from grognard.games.ocs.logistics import transports
from grognard.games.ocs.model.state import put
from grognard.games.ocs.supply import fuel
from grognard.games.ocs.supply.payment import available, reachable
from grognard.games.ocs.supply.tokens import dump_at
from grognard.games.ocs.units import active_stack
from grognard.games.ocs.units.modes import mode_of
from tests.rules.ocs.field import GERMAN, SOVIET, practice
from tests.rules.ocs.order_helpers import Manoeuvre, at

SCENARIO = practice()


def trucks(
    count: int = 1, loaded: int = 0, where: str = "07.03", kind: str = "trucks", **places: str
) -> Manoeuvre:
    """Transports in a hex."""
    field = Manoeuvre(**places)  # type: ignore[arg-type]
    field.generic(kind, where, count=count, loaded=loaded)
    return field


# -- what they need ------------------------------------------------------------------------------------


@rule("ocs", "13.2b")
def test_transports_need_no_fuel() -> None:
    field = trucks()
    assert not fuel.must_pay(field.state, field.bit("g-truck1"))
    assert field.reach("g-truck1")
    assert not field.offered("g-truck1", "fuel")


@rule("ocs", "13.2b", "12.9a")
def test_transports_are_never_out_of_supply() -> None:
    from grognard.games.ocs.supply.supply_phase import begin

    field = trucks(where="18.03", g_org1="18.03")
    field.go_to("supply")
    begin(field.state, field.dice())
    assert not field.state.questions and not field.state.out


@rule("ocs", "13.2d", "5.10c.1")
def test_transports_are_always_in_move_mode() -> None:
    field = trucks(g_rgt1="07.03")
    assert mode_of(field.state, field.unit("g-truck1")) == "move"
    assert not field.offered("g-truck1", "mode")
    for to in ("combat", "reserve-move", "strat"):
        assert field.check(f"mode g-truck1 {to}") is not None


# -- combining and dividing ----------------------------------------------------------------------------


@rule("ocs", "13.2c.2", "13.2c.3", "6.1f.2")
def test_transport_points_move_together_or_separately() -> None:
    field = trucks(count=3)
    field.give("move g-truck1,g-truck2 07.03-07.05")
    field.give("move g-truck1 07.05-07.06")
    assert field.refused("move g-truck2 07.05-07.06") == "6.1f.2"
    field.give("move g-truck3 07.03-05.03")  # split before moving


@rule("ocs", "13.2c.2")
def test_transports_move_only_in_movement_phase() -> None:
    for phase, player in (("reaction", 1), ("exploitation", 0)):
        field = Manoeuvre(phase, player=player, g_rgt1="07.03 me")
        field.generic("trucks", "07.03")
        assert not field.reach("g-truck1")


@rule("ocs", "13.2c.4", "12.7d.2")
def test_transport_types_are_not_exchanged() -> None:
    field = trucks(g_org1="07.03")
    field.generic("wagons", "07.03")
    kinds = {SCENARIO.counters[field.unit(id_)].kind for id_ in ("g-truck1", "g-wagon1", "g-org1")}
    assert kinds == {"truck", "wagon", "organic-truck"}
    assert field.refused("extend g-truck1,g-wagon1") == "12.7d.2"
    assert (field.left("g-truck1"), field.left("g-wagon1")) == (45, 10)


@rule("ocs", "13.2c.5", "13.2c.4")
def test_trucks_cannot_become_organic() -> None:
    field = trucks(g_org1="07.03", g_pz1="07.03")
    assert {order.split()[0] for order in field.offered("g-truck1")} <= {
        "move",
        "rail",
        "load",
        "unload",
        "extend",
    }


# -- loading -------------------------------------------------------------------------------------------


@rule("ocs", "13.2f.1", "3.3a.2")
def test_load_only_in_hex_of_dump() -> None:
    field = trucks()
    field.supply("08.03", 8)
    assert field.refused("load g-truck1 4") == "13.2f.1"
    field.give("move g-truck1 07.03-08.03")
    field.give("load g-truck1 4")
    assert field.state.tokens[field.unit("g-truck1")] == 4
    assert field.state.tokens[dump_at(field.state, field.hex("08.03"), GERMAN)] == 4


@rule("ocs", "13.2f.2")
def test_load_in_any_hex_of_the_move() -> None:
    field = trucks(where="09.05")
    field.supply("09.05", 3)
    assert field.check("load g-truck1 3") is None  # no other unit is there
    field.give("load g-truck1 3")
    assert dump_at(field.state, field.hex("09.05"), GERMAN) == -1


@rule("ocs", "13.2c.1", "3.3b.1")
def test_transport_capacity() -> None:
    field = trucks(loaded=3)
    field.supply("07.03", 8)
    assert field.refused("load g-truck1 2") == "13.2c.1"
    assert field.offered("g-truck1", "load") == {"load g-truck1 1"}


@rule("ocs", "13.2f.4")
@pytest.mark.parametrize(("kind", "id_", "points"), [("trucks", "g-truck1", 5), ("wagons", "g-wagon1", 1)])
def test_loading_and_unloading_cost_a_tenth_of_printed_ma(kind: str, id_: str, points: int) -> None:
    field = trucks(kind=kind, g_rgt1="07.03")
    whole = field.left(id_)
    field.supply("07.03", 8)
    field.give(f"load {id_} 2")
    assert field.left(id_) == whole - points
    field.give(f"unload {id_} 1")
    assert field.left(id_) == whole - 2 * points


@rule("ocs", "13.2f.4")
def test_loading_needs_enough_mp() -> None:
    field = trucks(g_rgt1="08.03")
    field.supply("07.03", 8)
    active_stack.spend(field.state, field.bit("g-truck1"), 41 * 4)
    assert field.refused("load g-truck1 2") == "13.2f.4"
    assert not field.offered("g-truck1", "load")


@rule("ocs", "13.2f.3", "12.1c")
def test_supply_is_unloaded_onto_a_dump_without_a_spare_counter() -> None:
    field = trucks(loaded=4)
    field.supply("07.03", 1)
    own = field.scenario.dumps & field.scenario.of_side[GERMAN]
    for hex_ in list(field.scenario.grid.names(field.scenario.ground))[-(own.bit_count() - 1) :]:
        field.supply(hex_, 1)
    assert field.check("unload g-truck1 4") is None
    bare = trucks(loaded=4, where="09.03", g_rgt1="09.03")
    for hex_ in list(bare.scenario.grid.names(bare.scenario.ground))[-own.bit_count() :]:
        bare.supply(hex_, 1)
    assert bare.refused("unload g-truck1 4") == "13.2f.3"


@rule("ocs", "12.2a.2")
def test_unloaded_supply_cannot_be_reloaded_this_phase() -> None:
    field = trucks(count=2, g_rgt1="09.03")
    field.supply("07.03", 4)
    field.supply("09.03", 1)
    field.give("load g-truck1 4")
    field.give("move g-truck1 07.03-09.03")
    field.give("unload g-truck1 3")
    field.give("move g-truck2 07.03-09.03")
    assert field.refused("load g-truck2 2") == "12.2a.2"
    assert field.offered("g-truck2", "load") == {"load g-truck2 1"}  # what was there before
    active_stack.begin_segment(field.state)
    assert field.check("load g-truck2 4") is None


@rule("ocs", "13.2f.3")
@pytest.mark.parametrize("thing", ["unit", "port", "dump", "nothing"])
def test_unload_where_unit_port_base_or_dump_is(thing: str) -> None:
    field = trucks(loaded=4, where="09.03")
    if thing == "unit":
        field.put("g-rgt1", "09.03 mr")
    elif thing == "port":
        field.put("g-port-1002", "09.03")
    elif thing == "dump":
        field.supply("09.03", 1)
    if thing == "nothing":
        field.generic("hedgehogs", "09.03")
        assert field.refused("unload g-truck1 4") == "13.2f.3"
        assert not field.offered("g-truck1", "unload")
    else:
        field.give("unload g-truck1 4")
        assert dump_at(field.state, field.hex("09.03"), GERMAN) >= 0


@rule("ocs", "13.2f.3")
def test_cannot_unload_more_than_loaded() -> None:
    field = trucks(loaded=2, g_rgt1="07.03")
    assert field.refused("unload g-truck1 3") == "13.2f.3"
    assert field.offered("g-truck1", "unload") == {"unload g-truck1 1", "unload g-truck1 2"}


@rule("ocs", "13.2f.5", "13.2a.1", "12.3a.1")
def test_units_draw_from_loaded_transport() -> None:
    field = trucks(loaded=4, where="09.03", g_stug="08.02 m")
    assert available(field.state, [field.unit("g-stug")]) == 4
    field.give("move g-stug 08.02-08.01")
    assert field.state.tokens[field.unit("g-truck1")] == 3


@rule("ocs", "13.2a.3")
def test_load_in_transit_pays_only_where_it_is() -> None:
    field = trucks(loaded=4, where="09.07", g_rgt1="09.07", s_rgt1="10.07")
    assert not {order.split()[0] for order in field.offered("g-truck1")} & {"attack", "barrage"}
    field.give("move g-truck1 09.07-05.02")
    field.go_to("combat")
    assert available(field.state, [field.unit("g-rgt1")]) == 0


@rule("ocs", "13.2e.1", "4.7c.2", "4.7.1")
def test_transports_move_by_rail_loaded_or_empty() -> None:
    field = trucks(count=2, g_sec="04.02")
    field.load(field.unit("g-truck1"), 4)
    assert field.check("rail g-truck1,g-truck2 07.03-04.02") is None
    field.give("rail g-truck1,g-truck2 07.03-04.02")
    assert field.state.rail_used[GERMAN] == 2 * 16
    assert field.state.tokens[field.unit("g-truck1")] == 4


@rule("ocs", "13.2i")
def test_captured_transports_may_move_in_movement_phase() -> None:
    field = trucks()
    put(field.state, field.unit("g-truck2"), field.hex("08.03"))  # captured just now
    field.state.began[field.unit("g-truck2")] = field.hex("08.03")
    assert field.reach("g-truck2")
    later = Manoeuvre("exploitation", g_pz1="07.03 e")
    later.generic("trucks", "07.03")
    assert later.refused("move g-truck1 07.03-07.04") == "11.0a.1"


@rule("ocs", "13.2h", "13.2c.1")
def test_transport_load_counted_in_tokens() -> None:
    field = trucks(count=2)
    field.load(field.unit("g-truck1"), 4)
    field.load(field.unit("g-truck2"), 1)
    assert [field.state.tokens[field.unit(id_)] for id_ in ("g-truck1", "g-truck2")] == [4, 1]


# -- Organic Trucks ------------------------------------------------------------------------------------


@rule("ocs", "13.2g-A")
def test_organic_trucks_cannot_unload() -> None:
    field = Manoeuvre(**at("07.03", "g-org1", "g-pz1"))
    field.supply("07.03", 4)
    field.give("load g-org1 4")
    assert field.refused("unload g-org1 4") == "13.2g-A"
    assert not field.offered("g-org1", "unload")


@rule("ocs", "13.2g-B")
def test_only_own_formation_draws_from_organic_truck() -> None:
    field = Manoeuvre(**at("07.03 m", "g-org1", "g-pz1", "g-stug"))
    field.load(field.unit("g-org1"), 4)
    assert reachable(field.state, field.unit("g-pz1"))
    assert not reachable(field.state, field.unit("g-stug"))
    assert field.check("move g-pz1 07.03-07.04") is None
    assert field.check("move g-stug 07.03-07.04") is not None


@rule("ocs", "13.2g.1", "12.3b.1")
def test_hq_throws_organic_truck_supply_to_its_formation() -> None:
    field = Manoeuvre(g_org1="07.03", g_hq="07.03", g_pz1="15.04", g_stug="15.04")
    field.load(field.unit("g-org1"), 4)
    assert available(field.state, [field.unit("g-pz1")]) == 4
    assert available(field.state, [field.unit("g-stug")]) == 0
    field.put("g-hq", "01.14")
    assert available(field.state, [field.unit("g-pz1")]) == 0


@rule("ocs", "13.2g-C", "12.7.3")
def test_organic_trucks_cannot_form_extender() -> None:
    field = trucks(where="04.02", g_org1="04.02", g_sec="04.02")
    assert field.refused("extend g-truck1,g-org1") == "12.7.3"
    assert not field.offered("g-org1", "extend")


@rule("ocs", "13.2g-E", "9.12d.1")
def test_organic_truck_cannot_retreat_alone() -> None:
    field = Manoeuvre("combat", s_org1="10.07", s_rgt1="10.07", **at("09.07", "g-inf1", "g-inf2"))
    field.supply("09.07", 40)
    field.supply("11.08", 20, SOVIET)
    field.give("attack 10.07 g-inf1,g-inf2")
    field.give("defend s-rgt1", 3, 4, 1, 1)
    assert field.state.questions[-1].kind in ("option", "retreat")
    assert all("s-rgt1" in order for order in field.offered("s-org1", "retreat"))
    assert any("s-org1" in order for order in field.offered("s-rgt1", "retreat"))


@rule("ocs", "13.2g-F", "9.14c.1")
def test_captured_organic_truck_becomes_regular() -> None:
    field = Manoeuvre(g_rgt1="09.07 m", s_org1="10.07")
    field.load(field.unit("s-org1"), 4)
    field.give("move g-rgt1 09.07-10.07", 6)
    captured = field.state.here[field.hex("10.07")] & SCENARIO.transports
    assert field.ids(captured) == {"g-truck1"}
    assert field.at("s-org1") == ""


@rule("ocs", "13.2g-G")
def test_organic_truck_supply_withheld_from_combat() -> None:
    field = Manoeuvre("combat", g_org1="07.03", g_pz1="07.03", g_stug="07.03")
    field.load(field.unit("g-org1"), 4)
    assert available(field.state, [field.unit("g-pz1")]) == 4
    assert available(field.state, [field.unit("g-pz1")], organic=False) == 0


@rule("ocs", "4.7d.1", "4.7d.3")
def test_no_movement_after_rail_move() -> None:
    field = Manoeuvre(g_rgt1="07.03 m", g_sec="04.02")
    field.give("rail g-rgt1 07.03-04.02")
    assert not field.reach("g-rgt1")
    assert field.refused("move g-rgt1 04.02-04.03") == "4.7d.3"
    assert field.refused("rail g-rgt1 04.02-07.03") == "4.7d.1"


@rule("ocs", "4.7d.1", "19.0f-C")
def test_one_kind_of_transport_in_a_phase() -> None:
    field = Manoeuvre(g_rgt1="07.03 m", g_rgt2="10.02 m", g_sec="02.02")
    for id_, hex_ in (("g-port-0202", "02.02"), ("g-port-1002", "10.02")):
        field.put(id_, hex_)
    field.give("rail g-rgt1 07.03-02.02")
    assert field.refused("ship g-rgt1 02.02-10.02") == "19.0f-C"
    field.give("ship g-rgt2 10.02-02.02")
    assert field.refused("rail g-rgt2 02.02-04.02") == "4.7d.1"


@rule("ocs", "4.7d.3")
def test_half_ma_may_be_spent_before_entraining() -> None:
    near = Manoeuvre(g_rgt1="07.07 m", g_sec="04.02")
    near.give("move g-rgt1 07.07-07.06-07.05-07.04-07.03")
    assert near.check("rail g-rgt1 07.03-04.02") is None
    far = Manoeuvre(g_rgt1="07.08 m", g_sec="04.02")
    far.give("move g-rgt1 07.08-07.07-07.06-07.05-07.04-07.03")
    assert far.refused("rail g-rgt1 07.03-04.02") == "13.3e-1.2"


@rule("ocs", "4.7.1")
def test_what_can_move_by_rail() -> None:
    field = trucks(g_rgt1="07.03 m", g_sec="04.02")
    field.supply("07.03", 8)
    field.generic("hedgehogs", "07.03")
    assert field.check("rail g-rgt1 07.03-04.02") is None
    assert field.check("rail g-truck1 07.03-04.02") is None
    assert field.check("freight 07.03-04.02 4") is None
    assert field.check("rail g-hog1 07.03-04.02") is not None


def test_loading_cost_is_rounded() -> None:
    assert transports.handling(SCENARIO, SCENARIO.index["g-truck1"]) == 5 * 4
