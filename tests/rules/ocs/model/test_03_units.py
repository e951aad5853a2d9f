"""Chapter 3: units and markers, and how the state stores them."""

from __future__ import annotations

import pytest

from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.ocs.logistics import transports
from grognard.games.ocs.model.charts import LEG, TRACK, TRUCK
from grognard.games.ocs.model.state import DEAD, GONE, OcsState, face, from_plain, remove, steps_left
from grognard.games.ocs.supply.tokens import bring, dump_at, use
from grognard.games.ocs.terrain.zones import mobile
from grognard.games.ocs.units.modes import INVOLUNTARY, MARKED, VOLUNTARY, mode_of, set_mode
from tests.rules.ocs.field import GERMAN, Field, practice
from tests.rules.ocs.order_helpers import Manoeuvre

SCENARIO = practice()


def index(id_: str) -> int:
    return SCENARIO.index[id_]


def saved(state: OcsState) -> OcsState:
    """Return the state after saving and loading it."""
    return from_plain(state.scenario, state.plain())


# -- classes of units ----------------------------------------------------------------------------------


@rule("ocs", "3.1.1", "3.0.1", "3.3.1")
def test_every_counter_is_a_combat_unit_or_one_of_five_kinds_of_non_combat_units() -> None:
    kinds = (
        SCENARIO.combat_units,
        SCENARIO.transports,
        SCENARIO.dumps,
        SCENARIO.hedgehogs,
        SCENARIO.ports,
        SCENARIO.bases,
    )
    assert sum(kinds) == (1 << len(SCENARIO.counters)) - 1  # all of them, and none twice
    assert sum(mask.bit_count() for mask in kinds) == len(SCENARIO.counters)


@rule("ocs", "3.2.1", "3.2e")
@pytest.mark.parametrize(
    "id_", ["g-hq", "g-art1", "g-rail", "g-eng", "g-pax1", "g-eq1", "g-german-brk1", "g-sec", "g-zero"]
)
def test_hqs_guns_and_all_specialized_units_are_combat_units(id_: str) -> None:
    assert SCENARIO.combat_units >> index(id_) & 1


@rule("ocs", "3.1a.1")
@pytest.mark.parametrize(
    ("id_", "move_side", "mobility"),
    [
        ("g-rgt1", 1, LEG),
        ("g-hq", 1, TRUCK),
        ("g-pz1", 0, TRACK),
        ("g-truck1", 1, TRUCK),
        ("g-wagon1", 1, LEG),
    ],
)
def test_every_movement_allowance_has_a_mobility_type(id_: str, move_side: int, mobility: int) -> None:
    assert SCENARIO.mobility[index(id_)][move_side] == mobility


@rule("ocs", "3.1a.2", "3.2.2")
def test_the_two_sides_of_a_counter_differ() -> None:
    unit = index("g-mech1")
    assert SCENARIO.mobility[unit] == (LEG, TRUCK)
    combat, move = SCENARIO.faces[unit]
    assert (combat.strength, combat.ma) == (6, 6) and (move.strength, move.ma) == (3, 16)


@rule("ocs", "3.2.2", "5.2.4")
def test_the_side_that_is_up_gives_the_values() -> None:
    field = Field(g_mech1="08.07", g_pz1="08.07 m")
    assert (face(field.state, index("g-mech1")), face(field.state, index("g-pz1"))) == (0, 1)


@rule("ocs", "3.1c", "3.2f")
def test_formations_and_independent_units() -> None:
    field = Field()
    formation = SCENARIO.members[SCENARIO.formations.index("g1")]
    assert field.ids(formation) == {"g-hqd", "g-pz1", "g-pz2", "g-mech1", "g-moto", "g-org1"}
    independent = field.ids(SCENARIO.independent)
    assert {"g-rgt1", "g-stug", "g-hq", "g-art1"} <= independent
    assert not independent & {"g-pz1", "g-hqd", "g-inf1", "g-org1", "g-truck1"}


@rule("ocs", "3.1d", "13.5c")
def test_a_unit_with_the_yellow_dot_never_comes_back() -> None:
    field = Field(g_sec="07.03", g_rgt1="07.03")
    for id_ in ("g-sec", "g-rgt1"):
        remove(field.state, field.unit(id_))
    assert field.state.at[field.unit("g-sec")] == GONE
    assert field.state.at[field.unit("g-rgt1")] == DEAD


@rule("ocs", "3.2a")
@pytest.mark.parametrize(
    ("id_", "category"), [("g-pz1", "armor"), ("g-tb", "mech"), ("g-mech1", "mech"), ("g-inf1", "other")]
)
def test_colour_not_symbol_sets_the_category(id_: str, category: str) -> None:
    assert SCENARIO.counters[index(id_)].category == category
    assert SCENARIO.counters[index("g-tb")].kind == SCENARIO.counters[index("g-pz1")].kind == "armour"


@rule("ocs", "3.2c.1")
def test_printed_action_ratings_run_from_zero_to_five() -> None:
    ratings = {SCENARIO.ar[unit] for unit in bits(SCENARIO.combat_units)}
    assert min(ratings) == 0 and max(ratings) <= 5


@rule("ocs", "3.2c.2", "5.10b-B")
def test_disorganization_can_lower_a_rating_below_zero() -> None:
    from grognard.games.ocs.combat.strength import rating

    field = Field(g_zero="07.03 d", g_rgt1="07.03 d")
    assert SCENARIO.ar[index("g-zero")] == 0
    assert rating(field.state, index("g-zero")) == -1
    assert rating(field.state, index("g-rgt1")) == SCENARIO.ar[index("g-rgt1")] - 1


@rule("ocs", "3.2d", "4.6.1")
def test_the_number_of_a_multi_step_unit_is_its_size_and_its_steps() -> None:
    unit = index("g-inf4")
    assert (SCENARIO.size[unit], SCENARIO.steps[unit]) == (16, 4)


# -- non-combat units ----------------------------------------------------------------------------------


@rule("ocs", "3.3.2")
def test_non_combat_units_have_no_strength_and_are_never_listed_for_losses() -> None:
    things = SCENARIO.transports | SCENARIO.dumps | SCENARIO.hedgehogs | SCENARIO.ports | SCENARIO.bases
    assert all(not face_.strength for thing in bits(things) for face_ in SCENARIO.faces[thing])
    assert not things & SCENARIO.combat_units


@rule("ocs", "3.3a.1")
def test_supply_point_is_four_tokens_that_split_and_combine_freely() -> None:
    field = Field(g_rgt1="07.03")
    dump = field.supply("07.03", 4)
    use(field.state, dump, 1)
    assert bring(field.state, field.hex("07.03"), GERMAN, 2) == dump
    assert field.state.tokens[dump] == 5
    field.sound()


@rule("ocs", "3.3a.2", "3.3c.1", "6.1b.2")
def test_supply_and_facilities_never_move() -> None:
    field = Manoeuvre(g_rgt1="07.03")
    field.supply("07.03", 8)
    field.generic("hedgehogs", "07.03")
    field.put("g-port-1002", "10.02")
    for id_ in ("g-sp1", "g-hog1", "g-port-1002"):
        assert not mobile(field.scenario) & field.bit(id_)
        start = field.at(id_)
        goal = field.scenario.label(field.scenario.grid.adjacent[field.hex(start)][0])
        assert field.refused(f"move {id_} {start}-{goal}") == "6.1b.2"


@rule("ocs", "3.3a.3")
def test_supply_on_the_ground_or_on_trucks_makes_a_dump() -> None:
    from grognard.games.ocs.supply.payment import holders

    field = Field(g_rgt1="07.03")
    field.supply("07.03", 4)
    (truck,) = field.generic("trucks", "09.03", loaded=3)
    field.generic("trucks", "05.03")
    assert field.labels(sum(1 << hex_ for hex_ in holders(field.state, GERMAN))) == {"07.03", "09.03"}
    assert dump_at(field.state, field.hex("09.03"), GERMAN) == -1
    assert truck in holders(field.state, GERMAN)[field.hex("09.03")]


@rule("ocs", "3.3b.1", "13.2c.1")
def test_a_transport_point_carries_one_supply_point() -> None:
    field = Manoeuvre(g_rgt1="07.03")
    field.supply("07.03", 20)
    field.generic("trucks", "07.03")
    assert field.offered("g-truck1", "load") == {f"load g-truck1 {n}" for n in (1, 2, 3, 4)}
    assert field.refused("load g-truck1 5") == "13.2c.1"


@rule("ocs", "3.3b.2")
def test_a_transport_of_a_formation_is_an_organic_truck() -> None:
    assert SCENARIO.organic >> index("g-org1") & 1
    assert SCENARIO.members[SCENARIO.formation_of[index("g-org1")]] >> index("g-pz1") & 1
    assert not SCENARIO.organic >> index("g-truck1") & 1


@rule("ocs", "3.3c.5")
def test_a_printed_port_is_a_non_combat_unit_in_its_hex() -> None:
    assert {"10.02", "02.02"} == {port.hex for port in SCENARIO.file.port}
    for side in ("g", "s"):
        assert SCENARIO.ports >> index(f"{side}-port-1002") & 1
        assert not SCENARIO.combat_units >> index(f"{side}-port-1002") & 1


# -- markers -------------------------------------------------------------------------------------------


@rule("ocs", "3.6a")
def test_supply_markers_are_stored_in_the_state() -> None:
    field = Field(g_rgt1="07.03", g_hq="07.03")
    state = field.state
    state.out = state.low = field.bit("g-rgt1")
    state.exhausted, state.fueled = field.bit("g-hq"), field.bit("g-hq")
    twin = saved(state)
    assert (twin.out, twin.low, twin.exhausted, twin.fueled) == (
        state.out,
        state.low,
        state.exhausted,
        state.fueled,
    )


@rule("ocs", "3.6b", "5.3.1", "5.3.2")
def test_four_modes_have_markers() -> None:
    assert set(MARKED) == {"reserve", "strat", "dg", "exploit"}
    assert {mode.removesuffix("-move") for mode in VOLUNTARY} == {"combat", "move", "reserve", "strat"}
    assert set(INVOLUNTARY) == {"dg", "exploit"}
    field = Field(g_rgt1="07.03")
    for mode in MARKED:
        set_mode(field.state, field.bit("g-rgt1"), mode)
        assert mode_of(saved(field.state), field.unit("g-rgt1")) == mode


@rule("ocs", "3.6c", "3.6d")
def test_weather_turn_and_phase_are_stored_in_the_state() -> None:
    field = Field("combat", turn=3)
    field.state.ground, field.state.flight = 2, 1
    twin = saved(field.state)
    assert (twin.turn, twin.phase, twin.ground, twin.flight) == (3, "combat", 2, 1)


@rule("ocs", "3.6e", "4.8b-B")
def test_steps_lost_are_stored_for_each_unit() -> None:
    field = Field(g_inf1="07.03 **", g_inf2="07.03")
    twin = saved(field.state)
    assert [steps_left(twin, field.unit(id_)) for id_ in ("g-inf1", "g-inf2")] == [1, 3]


@rule("ocs", "4.7.2")
def test_transport_points_carry_supply_only_and_nothing_else_carries_it() -> None:
    field = Manoeuvre(g_rgt1="07.03")
    field.generic("trucks", "07.03")
    assert field.refused("load g-truck1 g-rgt1") == "13.2f.1"
    assert not field.offered("g-truck1", "load")  # a regiment is there, but no supply
    field.supply("07.03", 8)
    assert field.offered("g-truck1", "load") == {f"load g-truck1 {tokens}" for tokens in range(1, 5)}
    assert field.refused("load g-rgt1 1") == "4.7.2"
    assert not transports.load_orders(field.state, GERMAN, field.unit("g-rgt1"))
