"""Chapters 6.0, 6.1 and 6.3: stacks, allowances, the minimum move and fuel."""

from __future__ import annotations

from itertools import pairwise

import pytest

import grognard
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.model.combat_events import MovementCutShort
from grognard.games.ocs.movement import moves, reach
from grognard.games.ocs.terrain.step_costs import enterable_steps, step_costs
from grognard.games.ocs.terrain.zones import zoc
from grognard.games.ocs.units.active_stack import begin_segment, format_mp, mp_left
from tests.rules.ocs.field import GERMAN, SOVIET
from tests.rules.ocs.order_helpers import Manoeuvre, at

# -- who -----------------------------------------------------------------------------------------------


@rule("ocs", "6.0.1")
def test_player_moves_any_number_of_units() -> None:
    field = Manoeuvre(g_rgt1="07.06 m", g_rgt2="07.06 m", g_inf1="05.03 m")
    field.give("move g-rgt1 07.06-07.07")
    field.give("move g-rgt2 07.06-07.07")
    field.give("end")
    assert field.at("g-inf1") == "05.03"


@rule("ocs", "6.0.2", "6.3a")
@pytest.mark.parametrize(
    ("phase", "player", "mover"),
    [
        ("movement", 0, GERMAN),
        ("movement", 1, SOVIET),
        ("reaction", 0, SOVIET),
        ("exploitation", 0, GERMAN),
        ("combat", 0, None),
        ("reinforcement", 0, None),
        ("supply", 0, None),
    ],
)
def test_units_move_in_the_movement_segments_of_their_side(
    phase: str, player: int, mover: int | None
) -> None:
    field = Manoeuvre(phase, player=player, g_rgt1="08.07 m", s_rgt1="13.08 m")
    field.state.released = field.bit("g-rgt1", "s-rgt1")
    changed(field.state)
    for side, id_ in enumerate(("g-rgt1", "s-rgt1")):
        assert bool(moves.movable(field.state, side) & field.bit(id_)) is (side == mover)
        assert bool(moves.destinations(field.state, field.unit(id_))) is (side == mover)


@rule("ocs", "6.3a")
def test_enemy_units_cannot_be_moved() -> None:
    field = Manoeuvre(g_rgt1="08.07 m", s_rgt1="13.08 m")
    assert field.refused("move s-rgt1 13.08-13.09") == "6.3a"


# -- how -----------------------------------------------------------------------------------------------


@rule("ocs", "6.1.1")
def test_paths_go_from_hex_to_adjacent_hex() -> None:
    field = Manoeuvre(g_rgt1="07.06 m")
    assert field.check("move g-rgt1 07.06-07.07-08.07-08.06-07.06-07.05") is None
    assert field.refused("move g-rgt1 07.06-07.07-07.09") == "6.1.1"
    assert field.refused("move g-rgt1 07.05-07.04") == "6.1.1"
    assert field.refused("move g-rgt1 07.06") == "6.1.1"  # it is there
    assert field.check("move g-rgt1 07.08") is None


@rule("ocs", "6.1.1")
def test_completed_path_is_adjacent_hexes() -> None:
    field = Manoeuvre(g_rgt1="07.06 m")
    order = moves.complete_move(field.state, field.order("move g-rgt1 07.06-11.06"))
    grid = field.scenario.grid
    assert all(grid.distance(field.hex(a), field.hex(b)) == 1 for a, b in pairwise(order.path))
    assert field.check(str(order)) is None


@rule("ocs", "6.1.2", "6.1g.1")
def test_a_unit_finishes_its_move_before_another_begins() -> None:
    field = Manoeuvre(g_rgt1="07.06 m", g_rgt2="05.03 m")
    field.give("move g-rgt1 07.06-07.07")
    field.give("move g-rgt1 07.07-07.08")  # it goes on
    field.give("move g-rgt2 05.03-05.04")
    assert field.left("g-rgt1") == 6
    assert field.refused("move g-rgt1 07.08-07.09") == "6.1f.2"
    assert not field.reach("g-rgt1")


@rule("ocs", "6.1.3")
def test_there_are_no_attacks_while_units_move() -> None:
    field = Manoeuvre(g_rgt1="09.07", s_rgt1="10.07")
    field.supply("09.07", 20)
    assert field.refused("attack 10.07 g-rgt1") == "2.1.3"
    assert field.check("overrun 10.07 g-rgt1") is None


@rule("ocs", "6.1a", "6.2b.1")
def test_every_hex_and_hexside_costs_mp() -> None:
    field = Manoeuvre(g_rgt1="08.03 m")
    field.give("move g-rgt1 08.03-08.04-08.05")  # a minor river first, 2 on foot
    assert field.left("g-rgt1") == 8 - 3 - 1
    field.give("move g-rgt1 08.05-08.06")
    assert field.left("g-rgt1") == 3


@rule("ocs", "6.1b.1", "6.2.1")
def test_allowance_limits_mp_per_phase() -> None:
    field = Manoeuvre(g_rgt1="07.06 m")
    assert field.left("g-rgt1") == 8
    field.give("move g-rgt1 07.06-07.05-07.04-08.03-09.03")
    assert field.left("g-rgt1") == 4
    assert field.refused("move g-rgt1 09.03-09.04-08.04-08.05") == "6.1b.1"  # 3, 1 and 1
    assert field.check("move g-rgt1 09.03-09.04-08.04") is None


@rule("ocs", "6.1b.1")
def test_unspent_mp_are_lost() -> None:
    field = Manoeuvre(g_rgt1="07.06 m")
    field.give("move g-rgt1 07.06-07.07")
    begin_segment(field.state)
    assert mp_left(field.state, field.unit("g-rgt1")) == 8 * 4


@rule("ocs", "6.1b.2", "6.1c.3")
def test_a_unit_without_an_allowance_does_not_move() -> None:
    field = Manoeuvre(g_fort="07.06")
    assert field.left("g-fort") == 0
    assert not field.reach("g-fort")
    assert field.check("move g-fort 07.06-07.07") is not None
    field.give("mode g-fort move")
    assert field.left("g-fort") == 4
    assert "07.07" in field.reach("g-fort")


# -- the minimum move ----------------------------------------------------------------------------------


@rule("ocs", "6.1c.1", "6.2.1")
def test_minimum_move_is_one_hex() -> None:
    field = Manoeuvre(g_stug="06.05 r").fuelled()  # 2 points; the woods take 3
    assert field.left("g-stug") == 2
    assert field.check("move g-stug 06.05-06.06") is None
    field.give("move g-stug 06.05-06.06")
    assert field.left("g-stug") == 0
    assert field.refused("move g-stug 06.06-06.07") == "6.1f.2"


@rule("ocs", "6.1c.1")
def test_the_minimum_move_is_the_first_and_only_one() -> None:
    field = Manoeuvre(g_stug="06.04 r").fuelled()
    field.give("move g-stug 06.04-06.05")  # light woods, 1 point
    assert field.left("g-stug") == 1
    assert field.refused("move g-stug 06.05-06.06") == "6.2.1"


@rule("ocs", "6.1c.2")
def test_no_minimum_move_into_prohibited_terrain() -> None:
    field = Manoeuvre(g_hq="03.09 m", g_stug="15.11 r").fuelled()
    assert "03.10" not in field.reach("g-hq")  # a swamp
    assert "16.10" not in field.reach("g-stug")  # over a major river


@rule("ocs", "6.1c.2")
def test_the_minimum_move_breaks_no_restriction_of_a_mode() -> None:
    field = Manoeuvre(g_art2="03.03 ms", g_sec="04.02", s_inf1="03.05")
    assert field.refused("move g-art2 03.03-03.04") == "4.5a-J.2"


@rule("ocs", "6.1c.2", "8.1a.3")
def test_no_overrun_by_minimum_move() -> None:
    field = Manoeuvre("reaction", player=1, g_rgt1="09.07 r", s_sec="10.07 m")
    field.supply("09.07", 20)
    field.give("release g-rgt1")
    assert field.left("g-rgt1") == 2
    assert field.refused("overrun 10.07 g-rgt1") == "8.1a.3"


@rule("ocs", "6.1c.1", "12.5a.1")
def test_a_minimum_move_needs_fuel_too() -> None:
    field = Manoeuvre(g_stug="06.05 r")
    assert field.check("move g-stug 06.05-06.06") is not None
    field.supply("06.05", 4)
    assert field.check("move g-stug 06.05-06.06") is None


# -- there and back ------------------------------------------------------------------------------------


@rule("ocs", "6.1d.1")
def test_steps_must_be_reversible() -> None:
    field = Manoeuvre()
    scenario, grid = field.scenario, field.scenario.grid
    for mobility in range(3):
        for roads in (True, False):
            possible = enterable_steps(scenario, mobility, 0, roads)
            for way, hexes in enumerate(possible):
                for hex_ in scenario.grid.hexes():
                    back = grid.neighbours[hex_][(way + 3) % 6]
                    if hexes >> hex_ & 1:
                        assert possible[(way + 3) % 6] >> back & 1


@rule("ocs", "6.1d.1")
def test_unit_cannot_leave_a_hex_it_could_not_enter() -> None:
    field = Manoeuvre(g_hq="03.10 m").fuelled()
    assert not field.reach("g-hq")


@rule("ocs", "6.1d.2", "8.1c")
def test_roads_do_not_count_for_overruns() -> None:
    field = Manoeuvre()
    river = field.scenario.grid.direction(field.hex("10.04"), field.hex("10.03"))
    assert river is not None
    by_road, without = (step_costs(field.scenario, 2, 0, roads=roads) for roads in (True, False))
    price = [
        next(w.price for w in ways if w.entered[river] >> field.hex("10.03") & 1)
        for ways in (by_road, without)
    ]
    assert price == [2, 4 + 16]  # half a point by road, else 1 and the 4 of the river


# -- stacks --------------------------------------------------------------------------------------------


@rule("ocs", "6.1e.1", "6.2.2")
def test_units_of_a_stack_pay_their_own_costs() -> None:
    field = Manoeuvre(g_rgt1="06.05 m", g_stug="06.05 m").fuelled()
    field.give("move g-rgt1,g-stug 06.05-06.06")
    assert (field.left("g-rgt1"), field.left("g-stug")) == (8 - 2, 12 - 3)


@rule("ocs", "6.1e.1")
def test_a_stack_can_take_a_path_that_is_the_cheapest_for_none_of_its_units() -> None:
    game = grognard.new("ocs/drill-8-battle", seed=1)
    stack = "g-e48", "g-truck2"  # leg and truck
    assert [game.reach(unit)["32.15"] for unit in stack] == [3.5, 5.0]
    assert game.reach(*stack)["32.15"] == 6.0
    game.play("move g-e48,g-truck2 35.12-32.15")
    assert {unit.at for unit in game.view("german").units if unit.id in stack} == {"32.15"}


@rule("ocs", "6.1e.1", "4.5a-A.1", "4.8c.1")
def test_common_paths_avoid_enemies_and_end_in_zocs() -> None:
    field = Manoeuvre(g_rgt1="08.07 m", g_mech1="08.07 m", s_inf1="10.07", s_rgt1="09.09").fuelled()
    units = field.unit("g-rgt1"), field.unit("g-mech1")
    found = reach._shared_paths(field.state, units, True)
    enemies = {field.hex("10.07"), field.hex("09.09")}
    zone = zoc(field.state, SOVIET)
    assert len(found) > 100
    for goal, path in found.items():
        assert path[0] == field.hex("08.07") and path[-1] == goal
        assert not enemies & set(path)
        assert not any(zone >> hex_ & 1 for hex_ in path[1:-1])
        for unit in units:
            assert reach.can_follow(field.state, unit, list(path), True, 0) or len(path) == 1


@rule("ocs", "6.1c.1", "6.2c.1")
@pytest.mark.parametrize(("start", "goal", "able"), [("15.12", "16.11", True), ("15.10", "16.10", False)])
def test_minimum_move_crosses_a_major_river_by_rail_only(start: str, goal: str, able: bool) -> None:
    field = Manoeuvre(g_tb=f"{start} r").fuelled()
    limits = reach.move_limits(field.state, field.unit("g-tb"), True)
    assert (goal in field.labels(reach.minimum_move_hexes(field.state, limits))) == able


@rule("ocs", "6.1e.2")
def test_mp_cannot_be_transferred() -> None:
    field = Manoeuvre(g_inf1="07.06", g_stug="07.06 m").fuelled()
    assert (field.left("g-inf1"), field.left("g-stug")) == (3, 12)
    assert field.check("move g-inf1,g-stug 07.06-07.03") is None
    assert field.refused("move g-inf1,g-stug 07.06-07.02") == "6.1b.1"


@rule("ocs", "6.1f.1", "6.1f.2")
def test_stack_can_drop_units_which_then_stay() -> None:
    field = Manoeuvre(**at("07.06 m", "g-rgt1", "g-rgt2", "g-inf1"))
    field.give("move g-rgt1,g-rgt2,g-inf1 07.06-07.05")
    field.give("move g-rgt1,g-rgt2 07.05-07.04")
    assert field.refused("move g-inf1 07.05-07.06") == "6.1f.2"
    field.give("move g-rgt1 07.04-07.03")
    assert field.refused("move g-rgt2 07.04-07.05") == "6.1f.2"
    assert [field.at(id_) for id_ in ("g-rgt1", "g-rgt2", "g-inf1")] == ["07.03", "07.04", "07.05"]


@rule("ocs", "6.1f.1")
def test_units_left_at_the_start_can_still_move() -> None:
    field = Manoeuvre(**at("07.06 m", "g-rgt1", "g-rgt2"))
    field.give("move g-rgt1 07.06-07.05")
    field.give("move g-rgt2 07.06-07.07")


@rule("ocs", "6.1g.1", "6.1f.1")
def test_units_cannot_join_a_moving_stack() -> None:
    field = Manoeuvre(g_rgt1="07.06 m", g_rgt2="07.05 m")
    field.give("move g-rgt1 07.06-07.05")
    assert field.refused("move g-rgt1,g-rgt2 07.05-07.04") == "6.1f.1"
    assert field.refused("move g-rgt1,g-inf1 07.05-07.04") == "6.3a"


@rule("ocs", "6.1g.1")
def test_owner_learns_that_a_move_ends_because_another_begins() -> None:
    field = Manoeuvre(g_rgt1="07.06 m", g_rgt2="07.05 m")
    field.give("move g-rgt1 07.06-07.07")
    left = mp_left(field.state, field.unit("g-rgt1"))
    first, *_ = field.give("mode g-rgt2 combat")
    assert isinstance(first, MovementCutShort) and first.units == ("g-rgt1",) and first.only == ("german",)
    assert first.left == format_mp(left)
    assert not any(isinstance(event, MovementCutShort) for event in field.give("end"))


@rule("ocs", "6.1g.1", "6.1.2")
def test_units_in_different_hexes_cannot_move_together() -> None:
    field = Manoeuvre(g_rgt1="07.06 m", g_rgt2="07.05 m")
    assert field.refused("move g-rgt1,g-rgt2 07.06-07.04") == "6.1.1"


@rule("ocs", "6.1g.2", "13.2a.1", "13.2a.2")
def test_transport_can_fuel_others_and_continue_moving() -> None:
    field = Manoeuvre(g_pz1="08.07", g_rgt1="12.02 m")
    field.generic("trucks", "05.08", loaded=4)
    field.give("move g-truck1 05.08-08.07")
    field.give("fuel g-pz1")
    assert field.state.tokens[field.unit("g-truck1")] == 3
    field.give("move g-truck1 08.07-05.08")
    field.give("move g-rgt1 12.02-12.03")
    assert field.refused("move g-truck1 05.08-05.09") == "6.1f.2"


@rule("ocs", "6.1h")
@pytest.mark.parametrize(
    ("marks", "points"), [("", 9), ("m", 14), ("r", 2.25), ("mr", 3.5), ("ms", 28), ("d", 4.5), ("md", 7)]
)
def test_modes_double_halve_or_quarter_the_allowance_exactly(marks: str, points: float) -> None:
    assert Manoeuvre(g_pz1=f"08.07 {marks}").left("g-pz1") == points


@rule("ocs", "6.1h", "6.2a.1")
def test_fractions_of_points_are_spent() -> None:
    field = Manoeuvre(g_pz1="08.07 r").fuelled()  # 2.25 points
    assert field.check("move g-pz1 08.07-09.08-10.07-11.08-12.07") is None  # half a point each
    assert field.refused("move g-pz1 08.07-09.08-10.07-11.08-12.07-13.08") == "6.1b.1"


# -- fuel ----------------------------------------------------------------------------------------------


@rule("ocs", "12.5a.1")
def test_fuel_is_paid_as_a_unit_begins_to_move() -> None:
    field = Manoeuvre(g_stug="07.03 m", g_rgt1="07.03 m")
    assert field.check("move g-stug 07.03-07.04") is not None
    assert not field.reach("g-stug")
    dump = field.supply("07.03", 4)
    field.give("move g-stug 07.03-07.04")
    assert field.state.tokens[dump] == 3
    field.give("move g-stug 07.04-07.05")  # once for the phase
    field.give("move g-rgt1 07.03-07.04")
    assert field.state.tokens[dump] == 3


@rule("ocs", "6.1a", "12.5c-C")
def test_move_preview_shows_mp_and_fuel() -> None:
    field = Manoeuvre(g_stug="07.03 m")
    field.supply("07.03", 4)
    account = moves.explain_move(field.state, field.order("move g-stug 07.03-08.03-08.04"))
    assert account.total == "6 MP"  # 1 and 1, and the 4 of the river
    assert any(
        line.label == "fuel" and line.value.startswith("1T from the dump in 07.03") for line in account.lines
    )


def test_moving_units_take_control_of_all_hexes_they_pass() -> None:
    field = Manoeuvre(g_rgt1="08.09 m")
    way = ("08.10", "08.11")
    field.state.second |= sum(1 << field.hex(label) for label in way)
    changed(field.state)
    field.give("move g-rgt1 08.09-08.10-08.11")
    assert not field.labels(field.state.second) & set(way)
