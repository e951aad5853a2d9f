"""Chapters I, III and IV: the map, holding boxes, the layers of the rules, and setting up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.core.errors import BadFile
from grognard.core.hexes.grid import HexGrid, Numbering, Sheet
from grognard.core.testing import rule
from grognard.games.ocs.combat import attack
from grognard.games.ocs.model.charts import game_charts, series_tables
from grognard.games.ocs.model.files import Placed
from grognard.games.ocs.model.state import DEAD, REAR, put
from grognard.games.ocs.movement import moves
from grognard.games.ocs.turn import sequence, setup
from grognard.games.ocs.turn.scenario_checks import checked
from grognard.games.ocs.units.modes import mode_word
from tests.rules.ocs.field import GERMAN, SOVIET, Field, practice, varied
from tests.rules.ocs.order_helpers import Manoeuvre, at
from tests.rules.ocs.scenario_builder import authored

# -- the map -------------------------------------------------------------------------------------------


@rule("ocs", "I.A.1")
def test_a_hex_is_column_point_row_counted_from_the_west_and_from_the_south() -> None:
    grid, centre = practice().grid, practice().grid.centre
    corner, east, north = map(grid.hex, ("01.01", "03.01", "01.02"))
    assert centre(east)[0] > centre(corner)[0]
    assert centre(east)[1] == centre(corner)[1]
    assert centre(north)[1] < centre(corner)[1]  # further up the page
    assert grid.label(grid.hex("10.07")) == "10.07"


@rule("ocs", "I.A.2")
def test_hexes_of_several_maps_begin_with_the_letter_of_the_map() -> None:
    sheets = (Sheet((1, 12), (1, 12), "A"), Sheet((1, 12), (1, 12), "B", west=12))
    grid = HexGrid(Numbering(sheets, rows_grow="north", separator="."))
    assert grid.hex("A10.10") != grid.hex("B10.10")
    assert grid.find("10.10") is None


@rule("ocs", "I.B")
def test_only_hexes_of_the_board_in_play_exist_for_the_rules() -> None:
    grid = HexGrid(Numbering((Sheet((1, 4), (1, 4)),), separator=".", missing=("04.04",)))
    assert grid.find("04.04") is None  # less than half of it shows
    scenario = practice()
    land = scenario.part(("05.10", "12.03"))
    assert land >> scenario.hex("05.03") & 1
    assert not land >> scenario.hex("04.05") & 1


@rule("ocs", "I.C.1")
def test_units_cannot_leave_the_map() -> None:
    field = Manoeuvre("movement", g_inf1="01.08 m")
    reach = moves.destinations(field.state, field.unit("g-inf1"))
    assert reach and not reach & ~field.scenario.ground
    assert field.check("leave g-inf1") is not None


@rule("ocs", "I.C.1")
def test_the_edge_of_the_part_in_play_is_the_edge_of_the_map(tmp_path: Path) -> None:
    words = {"turns = 4\n": 'turns = 4\nhexes = ["05.12", "20.05"]\n'}
    scenario = authored(tmp_path, words)
    field = Manoeuvre("movement", scenario=scenario, g_inf1="05.08 m")
    assert {label[:2] for label in field.reach("g-inf1")} >= {"05", "06"}
    assert not {label for label in field.reach("g-inf1") if label < "05"}
    assert field.refused("move g-inf1 05.08-04.08") == "I.C.1"
    assert field.refused("dig 04.08 g-inf1") == "I.C.1"


@rule("ocs", "I.C.2", "I.C.1")
def test_unit_that_could_only_retreat_off_the_map_is_eliminated() -> None:
    for where, ways in (("05.05", {"retreat g-rgt1 01.01-01.02"}), ("01.02", set())):
        field = Manoeuvre("combat", player=1, g_rgt1="01.01", s_rgt1="02.01", s_rgt2="02.01", s_inf2=where)
        field.supply("02.01", 20, SOVIET)
        field.supply("01.01", 8)
        field.give("attack 01.01 s-rgt1,s-rgt2")
        field.give("defend g-rgt1", 3, 4, 3, 3)  # the corner: it loses its step or goes one hex
        if ways:
            assert field.offered("g-rgt1", "retreat") == ways
        else:
            assert field.state.at[field.unit("g-rgt1")] == DEAD


# -- holding boxes -------------------------------------------------------------------------------------


def with_box(**places: Any) -> Manoeuvre:
    """The Germans have an off-map box beyond the western edge; the Soviets have none."""
    data = practice().file.sides
    sides = {**data, "german": msgspec.structs.replace(data["german"], rear=("01.03",))}
    return Manoeuvre("movement", scenario=varied(practice(), sides=sides), **places)


@rule("ocs", "I.F.1")
def test_all_counters_of_a_hex_are_in_it_however_many_there_are() -> None:
    field = Manoeuvre("movement", **at("08.07", "g-inf1", "g-inf2", "g-rgt1", "g-hq", "g-pz1"))
    field.generic("trucks", "08.07", count=8)
    field.generic("wagons", "08.07", count=6)
    assert field.state.here[field.hex("08.07")].bit_count() == 19
    assert all(field.state.at[c] == field.hex("08.07") for c in field.generic("pax", "08.07", count=6))


@rule("ocs", "I.F.3")
def test_leaving_the_map_takes_the_whole_phase_and_no_load() -> None:
    field = with_box(g_rgt1="02.02 m")
    field.generic("trucks", "01.03", loaded=1)
    field.put("g-rgt2", "01.03")
    assert field.offered("g-rgt2", "leave") == {"leave g-rgt2"}
    assert not field.offered("g-truck1", "leave")
    assert field.refused("leave g-truck1") == "I.F.3"
    field.give("move g-rgt1 02.02-01.03")
    assert field.refused("leave g-rgt1") == "I.F.3"


@rule("ocs", "I.F.2", "I.F.3")
def test_any_number_of_units_can_use_their_holding_box() -> None:
    field = with_box(**at("01.03", "g-inf1", "g-inf2", "g-inf3"), g_inf4="05.05", s_inf1="01.12")
    assert field.refused("leave g-inf4") == "I.C.1"
    field.give("leave g-inf1,g-inf2,g-inf3")
    for id_ in ("g-inf4", "g-rgt1", "g-art1"):
        field.put(id_, "01.03")
        field.give(f"leave {id_}")
    assert sum(at == REAR for at in field.state.at) == 6
    assert field.refused("enter g-inf1 01.03") == "I.F.3"  # it has only just left
    field.go_to("movement", 1)
    assert field.refused("leave s-inf1") == "I.C.1"  # not the Soviets' box
    field.go_to("movement", 0)
    field.state.finished = 0
    assert field.refused("enter g-inf1 05.05") == "I.F.3"
    field.give("enter g-inf1 01.03")
    assert field.at("g-inf1") == "01.03"
    assert field.check("move g-inf1 01.03-02.02") is not None


@rule("ocs", "I.F.4")
def test_no_combat_in_a_holding_box() -> None:
    field = with_box(g_inf1="01.03", s_inf1="02.03")
    field.give("leave g-inf1")
    assert not field.state.held[GERMAN]
    field.go_to("combat", 1)
    assert not attack.able(field.state, SOVIET)
    field.go_to("combat", 0)
    assert not attack.able(field.state, GERMAN)


# -- layers --------------------------------------------------------------------------------------------


@rule("ocs", "III.1")
def test_the_series_holds_for_all_games_and_each_adds_charts_and_scenarios() -> None:
    other = varied(practice())
    other.charts = msgspec.structs.replace(game_charts(practice().charts_path), terrain={})
    assert other.tables == practice().tables == series_tables()
    assert practice().charts is game_charts(practice().charts_path)
    assert "combat" in series_tables() and "terrain" not in series_tables()


# -- setting up ----------------------------------------------------------------------------------------


def set_up(*lines: Placed, side: int = GERMAN) -> Manoeuvre:
    """A game with this setup."""
    field = Manoeuvre(scenario=varied(practice(), setup=lines))
    field.state = sequence.setup(field.scenario, field.dice())
    assert field.state.turn == 0
    assert field.state.side == side
    return field


@rule("ocs", "IV.A.1")
def test_within_x_is_the_hex_itself_or_any_up_to_x_hexes_away() -> None:
    field = set_up(Placed("08.07", ("g-inf1",), within=2))
    offered = {order.split()[2] for order in field.offered("g-inf1", "place")}
    near = field.labels(field.scenario.grid.within(field.hex("08.07"), 2))
    assert offered == near
    field.give("place g-inf1 08.09")
    assert field.refused("place g-inf1 08.10") == "IV.A.1"
    fixed = set_up(Placed("08.07", ("g-inf1",), within=1), Placed("05.05", ("g-inf2",)))
    assert fixed.refused("place g-inf2 05.06") == "IV.A.1"


@rule("ocs", "IV.A.2")
def test_a_stack_may_spread_out() -> None:
    field = set_up(Placed("08.07", ("g-inf1", "g-inf2"), within=1))
    assert field.at("g-inf1") == field.at("g-inf2") == "08.07"
    field.give("place g-inf2 08.08")
    assert (field.at("g-inf1"), field.at("g-inf2")) == ("08.07", "08.08")


@rule("ocs", "IV.A.3")
def test_divisions_may_begin_with_regiments_detached() -> None:
    field = set_up(Placed("08.07", ("g-inf1",), within=1), Placed("05.05", ("g-inf2",)))
    assert field.refused("detach g-inf2") == "IV.A.3"
    field.give("detach g-inf1")
    assert field.at("g-german-brk1") == "08.07"
    assert field.state.lost[field.unit("g-inf1")] == 1
    field.give("place g-german-brk1 08.08")
    assert field.refused("place g-german-brk1 08.09") == "IV.A.1"


@rule("ocs", "IV.B.1")
@pytest.mark.parametrize("mode", ["combat", "move", "reserve", "reserve-move", "strat"])
def test_units_begin_in_any_mode_they_can_be_in(mode: str) -> None:
    field = set_up(Placed("08.07", ("g-inf1",), within=1))
    field.give(f"place g-inf1 08.08 {mode}")
    assert mode_word(field.state, field.unit("g-inf1")) == mode
    given = set_up(Placed("08.07", ("g-inf1",), within=1), Placed("05.05", ("g-inf2",), mode=mode))
    assert mode_word(given.state, given.unit("g-inf2")) == mode


@rule("ocs", "IV.B.1")
def test_trucks_are_never_in_combat_mode_or_strat() -> None:
    field = set_up(Placed("08.07", side="german", trucks=1, within=1))
    assert field.refused("place g-truck1 08.08 combat") == "IV.B.2"
    assert field.refused("place g-truck1 08.08 strat") == "IV.B.2"


@rule("ocs", "IV.B.2")
def test_no_setup_in_reserve_or_strat_adjacent_to_attack_capable_enemies() -> None:
    field = set_up(Placed("08.07", ("g-inf1",), within=2), Placed("10.07", ("s-inf1",), mode="move"))
    for mode in ("reserve", "reserve-move", "strat"):
        assert field.refused(f"place g-inf1 09.07 {mode}") == "IV.B.2"
        field.give(f"place g-inf1 08.07 {mode}")
    field.give("place g-inf1 09.07 move")
    harmless = set_up(Placed("08.07", ("g-inf1",), within=2), Placed("10.07", ("s-pak",)))
    harmless.give("place g-inf1 09.07 strat")
    with pytest.raises(BadFile, match=r"IV\.B"):
        checked(
            varied(
                practice(), setup=(Placed("08.07", ("g-inf1",), mode="strat"), Placed("08.08", ("s-inf1",)))
            )
        )


@rule("ocs", "IV.A.1", "IV.C.1")
def test_refusals_of_the_setup() -> None:
    field = set_up(Placed("08.07", ("g-org1", "g-inf1"), side="german", supply=3, within=1))
    assert field.refused("place g-inf1") == "IV.A.1"
    assert field.refused("load") == field.refused("unload") == "IV.C.1"
    assert field.refused("unload g-org1") == "IV.C.1"  # it carries nothing
    field.give("load g-org1")
    assert field.refused("load g-org1") == "IV.C.1"


@rule("ocs", "IV.C.1", "IV.D.2")
def test_transports_stacked_with_supply_set_up_loaded_or_empty() -> None:
    field = set_up(Placed("08.07", ("g-org1", "g-inf1"), side="german", supply=3, trucks=1, within=1))
    for id_ in ("g-truck1", "g-org1"):
        field.give(f"load {id_}")
        assert field.state.tokens[field.unit(id_)] == 4
    assert field.state.ledger[GERMAN] == 12  # out of the supply that is there
    field.give("unload g-truck1")
    assert field.state.tokens[field.unit("g-truck1")] == 0
    field.sound()


@rule("ocs", "IV.C.1")
def test_transports_load_in_the_first_hex_of_the_board() -> None:
    first = practice().label(0)
    field = set_up(Placed(first, ("g-org1",), side="german", supply=3, within=1))
    field.give("load g-org1")
    assert field.state.tokens[field.unit("g-org1")] == 4


@rule("ocs", "IV.C.2", "IV.D.1")
def test_transports_without_supply_set_up_empty() -> None:
    lines = (
        Placed("08.07", ("g-org1", "g-inf1"), side="german", trucks=1, within=1),
        Placed("05.05", side="german", trucks=1, loaded=1),
    )
    field = set_up(*lines)
    tokens = [field.state.tokens[field.unit(id_)] for id_ in ("g-org1", "g-truck1", "g-truck2")]
    assert tokens == [0, 0, 4]
    assert field.refused("load g-truck1") == "IV.C.2"
    assert field.refused("load g-org1") == "IV.C.2"


@rule("ocs", "IV.F")
def test_no_overstacked_setup() -> None:
    field = set_up(
        Placed("08.07", ("g-inf1", "g-inf2", "g-inf3"), within=1), Placed("08.08", ("g-inf4",), within=1)
    )
    assert field.refused("place g-inf4 08.07") == "IV.F"  # 3 + 3 + 3 + 4 RE
    crowd = set_up(Placed("08.07", ("g-inf1", "g-inf2", "g-inf3", "g-inf4"), within=1))
    assert not setup.check_end(crowd.state)  # the last one stands beside the full hex
    assert crowd.at("g-inf4") != "08.07"
    put(crowd.state, crowd.unit("g-inf4"), crowd.hex("08.07"))
    assert crowd.refused("end") == "IV.F"
    with pytest.raises(BadFile, match=r"IV\.F"):
        checked(varied(practice(), setup=(Placed("08.07", ("g-inf1", "g-inf2", "g-inf3", "g-inf4")),)))


@rule("ocs", "IV.G")
def test_units_begin_at_full_strength_unless_the_scenario_lists_losses() -> None:
    field = set_up(Placed("08.07", ("g-inf1",), within=1), Placed("05.05", ("g-inf2", "g-inf3"), lost=2))
    assert [field.state.lost[field.unit(f"g-inf{n}")] for n in (1, 2, 3)] == [0, 2, 2]


@rule("ocs", "IV.H")
@pytest.mark.parametrize("inclusive", [True, False])
def test_a_boundary_that_is_inclusive_belongs_to_the_zone(inclusive: bool) -> None:
    line = Placed(
        "08.07",
        ("g-inf1",),
        zone=("08.07", "08.08", "08.09"),
        boundary=("08.09", "08.10"),
        inclusive=inclusive,
    )
    field = set_up(line)
    offered = {order.split()[2] for order in field.offered("g-inf1", "place")}
    assert offered == {"08.07", "08.08"} | ({"08.09", "08.10"} if inclusive else set())


@rule("ocs", "IV.I")
def test_no_setup_where_a_unit_could_not_move() -> None:
    field = set_up(Placed("04.09", ("g-eng", "g-inf1", "g-tb"), within=2))
    assert "03.10" in {order.split()[2] for order in field.offered("g-inf1", "place")}
    assert "03.10" not in {order.split()[2] for order in field.offered("g-tb", "place")}  # a swamp
    assert field.refused("place g-tb 03.10") == "IV.I"
    with pytest.raises(BadFile, match=r"IV\.I"):
        checked(varied(practice(), setup=(Placed("03.10", ("g-tb",)),)))


@rule("ocs", "IV.J")
def test_units_set_up_unfueled() -> None:
    state = sequence.setup(practice(), Field().dice())
    assert not state.fueled | state.filled | state.primed


def test_second_side_sets_up_then_the_game_begins() -> None:
    field = set_up(Placed("08.07", ("g-inf1",), within=1), Placed("14.07", ("s-inf1",), within=1))
    field.give("end")
    assert (field.state.turn, field.state.side) == (0, SOVIET)
    assert field.refused("place g-inf1 08.08") == "IV.A.1"
    field.give("end", 3, 3, 1, 1)
    assert field.state.turn == 1
    only = set_up(Placed("08.07", ("g-inf1",)), Placed("14.07", ("s-inf1",), within=1), side=SOVIET)
    assert only.state.at[only.unit("g-inf1")] != DEAD


@rule("ocs", "TERM.1")
def test_divisional_units_are_divisions_and_parts_of_formations() -> None:
    field = Field()
    independent = field.scenario.independent
    assert not independent & field.bit("g-inf1", "g-pz1", "g-hqd")
    assert independent & field.bit("g-rgt1") and independent & field.bit("g-hq")
