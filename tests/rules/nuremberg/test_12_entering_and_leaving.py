"""Cases 12.1.4.2, 12.3, 12.4.2 and 12.5.2: coming onto the map by its edge, over the border, and off it."""

from __future__ import annotations

import pytest

from grognard.core.hexes.grid import OFF
from grognard.core.testing import rule
from grognard.games.afcent.model.scenario import NATO
from grognard.games.nuremberg import entry as entry_rules
from grognard.games.nuremberg import exit as exit_rules
from tests.rules.nuremberg.order_helpers import DAY, NIGHT, Manoeuvre, campaign

EAST, CZECH = ("4240", "4250"), ("1954", "3154")
"""The autobahn hexes of the edge in East Germany and Czechoslovakia."""


def march_on(side: str = "pact", turn: int = DAY, **at: str) -> Manoeuvre:
    return Manoeuvre(side, turn, campaign(), None, **at)


def entries(field: Manoeuvre, id_: str) -> set[str]:
    """The entries a unit is offered; each must be legal."""
    orders = entry_rules.enter_orders(field.state, field.scenario.index[id_])
    for order in orders:
        assert field.check(order) is None, order
    return {f"{order.verb} {order.path[0]}" for order in orders}


# -- withheld units [12.1.4.2] ---------------------------------------------------------------------


@rule("nuremberg", "12.1.4.2.b")
def test_withheld_units_enter_by_the_autobahn_hexes_of_their_country() -> None:
    field = march_on(su_39g_117="withheld", cz_9t_m="withheld-south")
    assert entries(field, "su-39g-117") == {f"{verb} {h}" for verb in ("enter", "enter-column") for h in EAST}
    assert entries(field, "cz-9t-m") == {f"{verb} {h}" for verb in ("enter", "enter-column") for h in CZECH}
    field.refused("enter su-39g-117 3154", "12.1.4.2.b")
    field.refused("enter su-39g-117 4241", "12.1.4.2.b")
    field.play("enter su-39g-117 4240")
    assert field.where("su-39g-117") == "4240"
    assert entries(field, "su-39g-117") == set(), "it is on the map now"


@rule("nuremberg", "12.1.4.2.c")
def test_withheld_units_have_no_entries_in_the_enemy_phase() -> None:
    assert entries(march_on("nato", su_39g_117="withheld"), "su-39g-117") == set()


@rule("nuremberg", "12.1.4.2.b", "10.7-autobahn-entry")
def test_each_later_stack_pays_half_a_point_more() -> None:
    """[R-NUR-36]"""
    field = march_on(
        su_39g_117="withheld", su_39g_120="withheld", su_39g_172="withheld", su_39g_15t="withheld"
    )
    field.play("enter su-39g-117,su-39g-120 4240")
    assert field.points("su-39g-117", "su-39g-120") == 6 - 0.5
    field.play("move su-39g-117,su-39g-120 4140")
    field.play("enter su-39g-172 4240")
    assert field.points("su-39g-172") == 6 - 1.0
    field.play("enter su-39g-15t 4250")
    assert field.points("su-39g-15t") == 6 - 0.5, "another autobahn has its own queue"


@rule("nuremberg", "12.1.4.2.c")
@pytest.mark.parametrize("turn", [1, 2, 12])
def test_withheld_units_enter_in_any_turn(turn: int) -> None:
    field = march_on("pact", turn, su_39g_117="withheld")
    assert entry_rules.waiting(field.state) == field.bit("su-39g-117")
    field.play("enter su-39g-117 4240")


@rule("nuremberg", "12.1.4.2.b", "12.1.4.2.c", "10.6-unlimited")
def test_withheld_heliborne_units_fly_in() -> None:
    """They pay nothing, take no place in the queue and may fly on in the same phase [R-NUR-53]."""
    field = march_on(su_900h="withheld", su_39g_117="withheld")
    assert field.bit("su-900h") & entry_rules.waiting(field.state)
    assert entries(field, "su-900h") == {f"enter {h}" for h in EAST}
    field.refused("enter-column su-900h 4240", "10.6-nobonus")
    field.play("enter su-900h 4240")
    field.play("fly su-900h 4230")
    assert field.where("su-900h") == "4230"
    field.refused("fly su-900h 4240", "10.4-end")
    field.play("enter su-39g-117 4240")
    assert field.points("su-39g-117") == 6 - 0.5
    field = march_on(su_900h="withheld", su_39g_117="withheld")
    field.refused("enter su-900h,su-39g-117 4240", "10.6.1-pact")


@rule("nuremberg", "10.6-barred", "10.6.1-when.a", "10.6.1-drm")
def test_flying_in_keeps_to_the_rules_of_flights() -> None:
    field = march_on(su_900h="withheld", us_2c_1="4239")
    field.play("enter su-900h 4240", 4)  # 4 + 1 for the ZOC
    assert field.where("su-900h") == "4240"
    field = march_on(su_900h="withheld", us_2c_1="4239")
    field.play("enter su-900h 4240", 5)
    assert field.where("su-900h") == "lost"
    field = march_on(su_900h="withheld")
    field.air("nato", "4240")
    field.refused("enter su-900h 4240", "5.3-nocolumn")
    assert entries(field, "su-900h") == {"enter 4250"}


@rule("nuremberg", "9.0-phase")
def test_reinforcements_enter_in_their_own_movement_phase_within_the_stacking_limits() -> None:
    field = march_on("nato", su_39g_117="withheld")
    field.refused("enter su-39g-117 4240", "9.0-phase")
    field = march_on(su_39g_117="withheld", cz_9t_m="4240")
    field.refused("enter su-39g-117 4240", "7.2-two")
    field = march_on(su_39g_117="withheld", us_2c_1="4240")
    field.refused("enter su-39g-117 4240", "10.2-enemy")


@rule("nuremberg", "10.3", "10.4-end")
def test_entered_stack_may_move_until_another_one_does() -> None:
    field = march_on(su_39g_117="withheld", su_39g_120="withheld", su_39g_172="withheld")
    field.play("enter su-39g-117,su-39g-120 4240")
    field.play("move su-39g-117,su-39g-120 4140")
    field.play("move su-39g-120 4040")
    field.play("enter su-39g-172 4240")
    field.refused("move su-39g-117 4040", "10.4-end")


@rule("nuremberg", "8.1-enter", "8.1-nonrecon-stop")
def test_a_stack_that_enters_a_zoc_pays_and_stops() -> None:
    field = march_on(su_39g_117="withheld", us_2c_1="4140")
    field.refused("enter-column su-39g-117 4240", "10.9-zoc")
    field.play("enter su-39g-117 4240")
    assert field.state.spent[field.scenario.index["su-39g-117"]] == 3  # 0.5 + 1 in half points
    field.refused("move su-39g-117 4241", "8.1-nonrecon-stop")


@rule("nuremberg", "10.9-double")
def test_a_stack_enters_in_column() -> None:
    field = march_on(su_39g_117="withheld")
    field.play("enter-column su-39g-117 4240")
    assert field.points("su-39g-117") == 12 - 0.5
    field.refused("move su-39g-117 4140", "10.9-declare")
    field.play("column su-39g-117 4140")


# -- American reinforcements [12.4.2] ----------------------------------------------------------------


@rule("nuremberg", "12.4.2-us.a")
def test_three_american_units_enter_on_the_west_edge() -> None:
    west = {f"{row}01" for row in range(38, 49)}
    for id_ in ("us-3i-4-64a", "us-3i-1-4", "us-3i-1-7"):
        field = march_on("nato", 6)
        field.put(id_, "coming")
        assert {entry.split()[1] for entry in entries(field, id_)} == west
        field.refused(f"enter {id_} 3701", "12.4.2-us.a")


@rule("nuremberg", "12.4.2-us.b")
def test_one_american_unit_enters_on_the_south_edge() -> None:
    field = march_on("nato", 6, us_1a_1_51="coming")
    south = {f"10{column:02}" for column in range(1, 24)}
    assert {entry.split()[1] for entry in entries(field, "us-1a-1-51")} == south
    field.refused("enter us-1a-1-51 1024", "12.4.2-us.b")
    field.refused("enter us-1a-1-51 3801", "12.4.2-us.b")


@rule("nuremberg", "12.4.2-us.c")
def test_they_enter_only_when_nato_moves_first() -> None:
    field = march_on("nato", 6, us_1a_1_51="coming")
    field.state.fight_first[NATO] = True
    field.state.phase_index = field.scenario.sequence.index((NATO, "second"))
    assert field.state.phase == "movement" and not entry_rules.waiting(field.state)
    field.refused("enter us-1a-1-51 1010", "12.4.2-us.c")


@rule("nuremberg", "12.4.2-us.d", "9.0-delay")
@pytest.mark.parametrize(("turn", "open_"), [(5, False), (6, True), (11, True)])
def test_they_enter_from_turn_six_on(turn: int, open_: bool) -> None:
    field = march_on("nato", turn, us_1a_1_51="coming")
    assert bool(entry_rules.waiting(field.state)) is open_
    if not open_:
        field.refused("enter us-1a-1-51 1010", "12.4.2-us.d")


@rule("nuremberg", "12.4.2-us.e")
def test_they_may_enter_into_a_zoc() -> None:
    field = march_on("nato", 6, us_1a_1_51="coming", su_39g_117="1110")
    field.play("enter us-1a-1-51 1010")
    assert field.where("us-1a-1-51") == "1010" and not field.points("us-1a-1-51")


@rule("nuremberg", "12.4.2-us.f")
@pytest.mark.parametrize(("hex_", "cost"), [("1010", 1), ("1017", 2), ("1004", 0.5)])
def test_they_pay_for_the_first_hex_and_may_come_in_column(hex_: str, cost: float) -> None:
    """1010 is clear, 1017 woods, and an autobahn enters at 1004."""
    field = march_on("nato", 6, us_1a_1_51="coming")
    field.play(f"enter us-1a-1-51 {hex_}")
    assert field.points("us-1a-1-51") == 6 - cost
    column = march_on("nato", 6, us_1a_1_51="coming")
    column.play(f"enter-column us-1a-1-51 {hex_}")
    assert column.points("us-1a-1-51") == 12 - cost


@rule("nuremberg", "12.4.2-us.g")
def test_they_move_on_at_once() -> None:
    field = march_on("nato", 6, us_1a_1_51="coming")
    field.play("enter us-1a-1-51 1010")
    field.play("move us-1a-1-51 1110")
    assert field.where("us-1a-1-51") == "1110"


# -- over the border [12.3] --------------------------------------------------------------------------


@rule("nuremberg", "12.3-border")
def test_on_turn_one_the_border_costs_the_pact_a_point_more() -> None:
    """[R-NUR-35]"""
    scenario = campaign()
    grid, board = scenario.grid, scenario.board
    east, west = next(
        (a, b)
        for a, direction in sorted(board.hexsides["border"])
        if (b := grid.neighbours[a][direction]) != OFF
        and scenario.region("east-germany") >> a & scenario.region("west-germany") >> b & 1
        and not board.has_side("river", a, b)
    )
    start, goal = grid.label(east), grid.label(west)
    ground = {"clear": 1, "forest": 2, "rough": 3, "marsh": 3, "city": 1}[board.terrain_at(west).id]
    for verb in ("move", "column"):
        first, second = (march_on("pact", turn, su_39g_117=start) for turn in (1, 2))
        assert first.cost(f"{verb} su-39g-117 {start}-{goal}") == ground + 1
        assert second.cost(f"{verb} su-39g-117 {start}-{goal}") == ground
    assert march_on("nato", 1, us_2c_1=start).cost(f"move us-2c-1 {start}-{goal}") == ground


# -- off the map [12.5.2] ----------------------------------------------------------------------------


def exits(field: Manoeuvre, *ids: str) -> set[str]:
    """Which units are offered to leave; each must be allowed to."""
    found = set()
    for id_ in ids:
        for order in exit_rules.exit_orders(field.state, field.scenario.index[id_]):
            assert order.verb == "exit" and field.check(order) is None
            found.add(id_)
    return found


@rule("nuremberg", "12.5.2-exit")
def test_leaving_the_map_costs_half_a_point() -> None:
    field = march_on(su_39g_117="2901")
    field.refused("exit su-39g-117", "12.5.2-exit")
    field.play("move su-39g-117 2801")
    before = field.points("su-39g-117")
    assert exit_rules.toll(field.state, field.scenario.index["su-39g-117"]) == 1  # in half points
    assert exits(field, "su-39g-117") == {"su-39g-117"}
    field.play("exit su-39g-117")
    assert field.where("su-39g-117") == "exited" and before >= 0.5
    assert dict(zip(("1901", "2801"), field.state.exits, strict=False)) == {"1901": 0, "2801": 1}


@rule("nuremberg", "12.5.2-exit")
def test_exit_needs_half_a_point() -> None:
    field = march_on(su_39g_117="2801")
    field.state.spent[field.scenario.index["su-39g-117"]] = 12
    assert exits(field, "su-39g-117") == set()
    field.refused("exit su-39g-117", "12.5.2-exit")
    field.state.spent[field.scenario.index["su-39g-117"]] = 11
    field.play("exit su-39g-117")


@rule("nuremberg", "12.5.2-exit")
def test_stacks_and_columns_leave_only_the_pact_and_only_at_the_exits() -> None:
    field = march_on(su_39g_117="2801", su_39g_120="2801", us_2c_1="1023", su_900h="1901")
    field.refused("exit us-2c-1", "12.5.2-exit")
    field.refused("exit su-900h", "12.5.2-exit")
    field.play("exit su-39g-117,su-39g-120")
    assert sum(field.state.exits) == 2
    column = march_on(su_39g_117="2803")
    column.play("column su-39g-117 2801")
    column.play("exit su-39g-117")


@rule("nuremberg", "12.5.2-exit", "8.1-nonrecon-day", "8.1-nonrecon-night")
def test_no_exit_from_enemy_zoc_by_day() -> None:
    day = march_on("pact", DAY, su_39g_117="2801", us_2c_1="2901")
    day.refused("exit su-39g-117", "8.1-nonrecon-day")
    assert exits(day, "su-39g-117") == set()
    night = march_on("pact", NIGHT, su_39g_117="2801", us_2c_1="2901")
    assert exit_rules.toll(night.state, night.scenario.index["su-39g-117"]) == 3
    night.play("exit su-39g-117")


@rule("nuremberg", "12.5.2-gone")
def test_exited_units_do_not_return() -> None:
    field = march_on(su_39g_117="exited")
    assert not entry_rules.waiting(field.state)
    field.refused("enter su-39g-117 4240", "9.0-phase")


@rule("nuremberg", "12.4.2-us.e", "12.4.2-us.f", "10.7-autobahn-entry", "12.1.4.2.b", "8.1-enter", "5.3-cost")
def test_costs_of_entering_are_listed_with_their_rules() -> None:
    def paid(field: Manoeuvre, id_: str, label: str) -> list[tuple[float, str, str]]:
        tolls = entry_rules.costs_to_enter(field.state, (field.scenario.index[id_],), field.hex(label))
        assert {toll.hex for toll in tolls} == {field.hex(label)}
        return [(toll.price / 2, toll.what, toll.rule) for toll in tolls]

    field = march_on(su_39g_117="withheld", us_2c_1="4239")
    field.air("nato", "4240")
    assert paid(field, "su-39g-117", "4240") == [
        (0.5, "autobahn", "12.1.4.2.b"),
        (1, "enemy airpower", "5.3-cost"),
        (1, "entering enemy ZOC", "8.1-enter"),
    ]
    field = march_on(su_39g_117="withheld", su_39g_120="withheld")
    field.play("enter su-39g-117 4240")
    assert paid(field, "su-39g-120", "4240") == [(1.0, "autobahn queue", "12.1.4.2.b")]
    field = march_on("nato", 6, us_3i_1_4="coming")
    assert paid(field, "us-3i-1-4", "4801") == [(0.5, "autobahn", "10.7-autobahn-entry")]
    (ground,) = paid(field, "us-3i-1-4", "4501")
    assert ground == (2, "forest", "10.7-a")


@rule("nuremberg", "3.0-switch", "8.1-recon-go", "8.1-nonrecon-stop")
def test_entering_takes_the_hex_and_stops_in_a_zoc() -> None:
    field = march_on(su_39g_117="withheld", su_39g_rec="withheld", us_2c_1="4239")
    field.play("enter su-39g-117 4240")
    assert field.state.stopped == field.bit("su-39g-117")
    field = march_on(su_39g_rec="withheld", us_2c_1="4239")
    field.play("enter su-39g-rec 4240")
    assert not field.state.stopped and field.state.moving == field.bit("su-39g-rec")
