"""Case 13.5: replacements and rebuilding."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.core.testing import rule
from grognard.games.ocs import rules
from grognard.games.ocs.arrivals import replacements
from grognard.games.ocs.model.state import AWAY, DEAD, GONE, READY, put, remove
from grognard.games.ocs.terrain.zones import attack_capable
from grognard.games.ocs.turn import sequence
from grognard.games.ocs.units.modes import check_change, mode_word
from tests.rules.ocs.field import GERMAN, SOVIET, practice, varied
from tests.rules.ocs.order_helpers import Manoeuvre
from tests.rules.ocs.scenario_builder import authored


def depot(pax: int = 4, eq: int = 2, where: str = "07.03", hq: str = "07.03", **at: Any) -> Manoeuvre:
    """A German Reinforcement Phase with replacements in a hex near an HQ."""
    field = Manoeuvre("reinforcement", g_hq=hq, **at)
    field.generic("pax", where, count=pax)
    field.generic("eq", where, count=eq)
    return field


def kill(field: Manoeuvre, *ids: str) -> None:
    for id_ in ids:
        remove(field.state, field.unit(id_))


def repls(field: Manoeuvre) -> tuple[int, int]:
    """Pax and Eq on the map."""
    own = field.scenario.of_side[GERMAN]
    return tuple(
        sum(field.state.at[c] >= 0 for c in range(field.scenario.unit_count) if kind & own & 1 << c)
        for kind in (field.scenario.pax, field.scenario.eq)
    )  # type: ignore[return-value]


# -- replacements ------------------------------------------------------------------------------------


@rule("ocs", "13.5.1", "13.5.2")
@pytest.mark.parametrize(
    ("dice", "pax", "eq"), [((1, 3), 0, 0), ((2, 3), 1, 0), ((4, 4), 1, 1), ((5, 6), 2, 2)]
)
def test_roll_for_replacements_each_reinforcement_phase(dice: tuple[int, int], pax: int, eq: int) -> None:
    field = Manoeuvre("reinforcement", g_rgt1="08.07")
    sequence.begin(field.state, field.dice(1, 1, *dice))
    ready = [field.scenario.counters[c].kind for c, at in enumerate(field.state.at) if at == READY]
    assert (ready.count("pax"), ready.count("eq")) == (pax, eq)


@rule("ocs", "13.5.2")
def test_replacements_may_be_saved() -> None:
    field = Manoeuvre("reinforcement", g_hq="01.03")
    kill(field, "g-eng")
    sequence.begin(field.state, field.dice(1, 1, 2, 3))
    field.give("arrive g-pax1 01.03")
    at_once = field.state.copy()
    field.give("rebuild g-eng 01.03")
    field.state = at_once
    field.give("arrive")
    field.give("end")
    field.go_to("reinforcement")
    sequence.begin(field.state, field.dice(1, 1, 1, 1))
    field.give("rebuild g-eng 01.03")


@rule("ocs", "13.5.3")
def test_replacements_not_limited_by_counters() -> None:
    field = depot(pax=6)  # all there are
    kill(field, "g-eng")
    sequence.begin(field.state, field.dice(1, 1, 5, 5))
    assert field.state.owed_pax[GERMAN] == 2
    field.give("rebuild g-eng 07.03")
    field.give("arrive")
    field.give("end")
    field.go_to("reinforcement")
    sequence.begin(field.state, field.dice(1, 1, 1, 1))
    assert field.state.owed_pax[GERMAN] == 1  # one counter was free, so one of them comes now
    assert sum(field.state.at[c] == READY for c in range(field.scenario.unit_count)) == 1


@rule("ocs", "13.5.4", "5.5c")
def test_replacement_modes() -> None:
    field = Manoeuvre("movement")
    (pax,) = field.generic("pax", "07.03")
    assert mode_word(field.state, pax) == "move"
    assert check_change(field.state, pax, "combat") is not None
    assert all(check_change(field.state, pax, mode) is None for mode in ("reserve-move", "strat"))


@rule("ocs", "13.5.5")
def test_replacements_are_small_independent_units() -> None:
    field = Manoeuvre("movement")
    pax, eq = field.generic("pax", "07.03")[0], field.generic("eq", "07.03")[0]
    scenario = field.scenario
    for repl in (pax, eq):
        assert scenario.size[repl] == 1  # a quarter of a regimental equivalent
        assert scenario.independent >> repl & 1
        assert scenario.combat_units >> repl & 1
        assert attack_capable(field.state) >> repl & 1
    field.put("g-pz1", "07.03")
    assert scenario.mobility[eq][1] == scenario.mobility[field.unit("g-mech1")][1]  # trucks: they need fuel
    remove(field.state, pax)
    assert field.state.at[pax] == AWAY  # a loss like any other, back to the pool


# -- rebuilding --------------------------------------------------------------------------------------


@rule("ocs", "13.5a-1.1", "13.5a.2")
def test_dead_unit_is_rebuilt_with_replacements() -> None:
    field = depot(hq="05.03")  # two hexes away
    kill(field, "g-pz1", "g-inf1")
    field.give("rebuild g-pz1 07.03")
    assert (field.at("g-pz1"), repls(field)) == ("07.03", (4, 0))
    assert field.refused("rebuild g-mech1 07.03") == "13.5b.4"  # it has lost nothing
    field.give("rebuild g-inf1 07.03")
    assert (field.at("g-inf1"), repls(field)) == ("07.03", (2, 0))


def test_rebuild_preview() -> None:
    field = depot()
    kill(field, "g-mech1")
    shown = rules.preview(field.state, field.order("rebuild g-mech1 07.03"))
    assert shown.total == "1 Pax and 1 Eq"
    assert [line.value for line in shown.lines] == ["4", "2"]


@rule("ocs", "13.5a-1.1")
def test_rebuild_needs_hq_within_two_hexes() -> None:
    field = depot(hq="04.03")
    kill(field, "g-pz1")
    assert field.refused("rebuild g-pz1 07.03") == "13.5a-1.1"
    assert not field.offered("g-pz1")


@rule("ocs", "13.5a-1.1", "13.5a.2")
def test_rebuild_needs_all_replacements_in_one_hex() -> None:
    field = depot(pax=0, eq=1)
    kill(field, "g-pz1")
    field.generic("eq", "07.04", count=1)
    field.generic("pax", "07.03", count=4)  # of another kind
    assert field.refused("rebuild g-pz1 07.03") == "13.5a.2"
    field.generic("eq", "07.03", count=1)
    field.give("rebuild g-pz1 07.03")
    assert repls(field) == (4, 1)


@rule("ocs", "13.5a-1.2")
@pytest.mark.parametrize(
    ("mode", "works"), [("", True), ("d", True), ("m", False), ("md", False), ("r", False), ("e", False)]
)
def test_rebuilding_hq_needs_combat_mode_or_dg_combat_side(mode: str, works: bool) -> None:
    field = depot(hq=f"07.03 {mode}")
    kill(field, "g-pz1")
    refusal = field.check("rebuild g-pz1 07.03")
    assert (refusal is None) == works
    assert refusal is None or refusal.rule == "13.5a-1.1"


@rule("ocs", "13.5a-1.3", "4.5a-K")
def test_no_rebuild_in_enemy_zoc() -> None:
    field = depot(hq="06.04", s_inf1="08.03", g_inf2="07.03")
    kill(field, "g-pz1")
    assert field.refused("rebuild g-pz1 07.03") == "13.5a-1.3"
    assert not field.offered("g-pz1")
    field = depot(hq="08.04", s_inf1="09.04")  # the HQ may be in one
    kill(field, "g-pz1")
    field.give("rebuild g-pz1 07.03")


@rule("ocs", "13.5a.1")
@pytest.mark.parametrize("marker", ["reserve", "strat", "dg"])
def test_only_move_mode_replacements_are_used(marker: str) -> None:
    field = depot(pax=0, eq=2)
    kill(field, "g-pz1")
    setattr(field.state, marker, field.bit("g-eq1"))
    assert field.refused("rebuild g-pz1 07.03") == "13.5a.2"


@rule("ocs", "13.5a.3")
def test_rebuild_only_in_reinforcement_phase() -> None:
    field = depot()
    kill(field, "g-pz1")
    assert field.check("rebuild g-pz1 07.03") is None
    field.go_to("movement")
    assert field.check("rebuild g-pz1 07.03") is not None


@rule("ocs", "13.5a-2")
def test_rebuild_step_of_unit_stacked_with_replacements() -> None:
    field = depot(g_inf1="07.04 **")
    assert field.refused("rebuild g-inf1 07.03") == "13.5a-2"
    put(field.state, field.unit("g-inf1"), field.hex("07.03"))
    field.give("rebuild g-inf1 07.03")
    assert field.state.lost[field.unit("g-inf1")] == 1
    assert repls(field) == (2, 2)


@rule("ocs", "13.5b.1")
def test_any_number_of_steps_per_turn() -> None:
    field = depot(pax=6)
    kill(field, "g-inf1")
    for steps in (1, 2, 3):
        field.give("rebuild g-inf1 07.03")
        assert 3 - field.state.lost[field.unit("g-inf1")] == steps
    assert field.refused("rebuild g-inf1 07.03") == "13.5b.4"


@rule("ocs", "13.5b.2")
@pytest.mark.parametrize("marks", ["d", "o", "m", "s", "r"])
def test_rebuild_regardless_of_supply_and_mode(marks: str) -> None:
    field = depot(g_inf1=f"07.03 {marks}*")
    field.state.exhausted = field.bit("g-inf1")
    field.give("rebuild g-inf1 07.03")
    assert field.state.lost[field.unit("g-inf1")] == 0


@rule("ocs", "13.5b.3")
@pytest.mark.parametrize("mode", ["combat", "move", "reserve", "reserve-move", "strat"])
def test_rebuilt_unit_enters_in_any_voluntary_mode(mode: str) -> None:
    field = depot()
    kill(field, "g-pz1")
    assert f"rebuild g-pz1 07.03{'' if mode == 'combat' else f' {mode}'}" in field.offered("g-pz1")
    field.give(f"rebuild g-pz1 07.03 {mode}")
    unit = field.unit("g-pz1")
    assert mode_word(field.state, unit) == mode
    assert field.state.spent[unit] == 0
    field.give("end")
    assert field.state.phase == "movement"
    assert not field.state.finished >> unit & 1


@rule("ocs", "13.5b.4")
def test_generic_units_return_to_pool() -> None:
    field = depot()
    field.put("g-german-brk1", "07.03")
    kill(field, "g-german-brk1")
    assert field.state.at[field.unit("g-german-brk1")] == AWAY
    assert field.refused("rebuild g-german-brk1 07.03") == "13.5b.4"


@rule("ocs", "13.5c", "3.1d")
def test_yellow_dot_units_cannot_be_rebuilt() -> None:
    field = depot(g_sec="07.03")
    kill(field, "g-sec")
    assert field.state.at[field.unit("g-sec")] == GONE
    assert field.refused("rebuild g-sec 07.03") == "13.5c"
    assert not replacements.rebuildable(field.state, GERMAN)


@rule("ocs", "13.5c")
def test_yellow_dot_steps_cannot_be_rebuilt(tmp_path: Path) -> None:
    guards = """
[[counter]]
id = "g-guard"
side = "german"
nation = "german"
kind = "infantry"
steps = 3
re = 3
combat = { strength = 9, ma = 3 }
move = { strength = 3, ma = 8 }
rebuild = "infantry-division-step"
no-rebuild = true
"""
    field = depot(scenario=authored(tmp_path, units=guards), g_guard="07.03 *")
    assert field.refused("rebuild g-guard 07.03") == "13.5c"
    assert not field.offered("g-guard")


@rule("ocs", "13.5d.1")
def test_two_very_small_units_for_one_replacement() -> None:
    field = depot(eq=1)
    kill(field, "g-coy1", "g-coy2")
    pairs = {order.split()[1] for order in field.offered("g-coy1")}
    assert pairs == {"g-coy1", "g-coy1,g-coy2"}
    assert "rebuild g-coy1,g-coy2 07.03" in field.offered("g-coy1")
    field.give("rebuild g-coy1,g-coy2 07.03")
    assert (field.at("g-coy1"), field.at("g-coy2"), repls(field)) == ("07.03", "07.03", (4, 0))
    field = depot()
    kill(field, "g-pz1", "g-pz2")
    assert field.refused("rebuild g-pz1,g-pz2 07.03") == "13.5d.1"


@rule("ocs", "13.5d.2")
def test_one_very_small_unit_costs_one_replacement() -> None:
    field = depot(eq=1)
    kill(field, "g-coy1")
    field.give("rebuild g-coy1 07.03")
    assert repls(field) == (4, 0)


@rule("ocs", "13.5e.1")
@pytest.mark.parametrize("id_", ["g-org1", "g-truck1", "g-truck11"])  # the last is beyond the counter mix
def test_truck_costs_one_eq(id_: str) -> None:
    field = depot(eq=1)
    field.put(id_, "08.07")
    kill(field, id_)
    assert field.state.at[field.unit(id_)] == DEAD
    field.give(f"rebuild {id_} 07.03")
    assert (field.at(id_), repls(field)) == ("07.03", (4, 0))


@rule("ocs", "13.5e.2")
def test_truck_limit_of_scenario() -> None:
    field = depot(eq=4)
    kill(field, *(f"g-truck{n}" for n in range(1, 4)))
    field.put("g-org1", "08.07")
    for n in range(4, 10):
        field.put(f"g-truck{n}", "08.07")  # seven of eight
    field.give("rebuild g-truck1 07.03")
    assert field.refused("rebuild g-truck2 07.03") == "13.5e.2"
    assert field.refused("rebuild g-truck10 07.03") == "13.5b.4"  # never lost, so never rebuilt
    assert not replacements.rebuildable(field.state, GERMAN)


@rule("ocs", "13.5e.2")
def test_default_truck_limit() -> None:
    sides = practice().file.sides
    unlimited = {name: msgspec.structs.replace(data, truck_limit=0) for name, data in sides.items()}
    scenario = varied(practice(), sides=unlimited)
    assert replacements.truck_limit(scenario, GERMAN) == 3 + 1  # three with the set-up, one of a division
    assert replacements.truck_limit(scenario, SOVIET) == 3


@rule("ocs", "13.5e.3")
def test_wagons_cannot_be_rebuilt() -> None:
    field = depot()
    field.put("g-wagon1", "08.07")
    kill(field, "g-wagon1")
    assert field.refused("rebuild g-wagon1 07.03") == "13.5e.3"


@rule("ocs", "13.5e.3", "13.5b.4")
def test_no_wagon_is_rebuilt_and_no_other_counter_is_called_one() -> None:
    field = Manoeuvre("reinforcement", g_hq="07.03")
    scenario = field.scenario
    for id_, counter in scenario.index.items():
        refusal = field.check(f"rebuild {id_} 07.03") if scenario.side_of[counter] == GERMAN else None
        if scenario.wagons & field.bit(id_) & scenario.of_side[GERMAN]:
            assert refusal is not None and refusal.rule == "13.5e.3"
        elif refusal is not None:
            assert refusal.rule != "13.5e.3", id_
