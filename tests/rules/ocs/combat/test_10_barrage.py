"""Chapters 10 and 13.4: barrages."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from grognard.core.contract.decisions import Question
from grognard.core.contract.state import ask
from grognard.core.dice import every_roll
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs import rules
from grognard.games.ocs.combat import barrage, barrage_table, results
from grognard.games.ocs.combat.barrage_table import (
    Shot,
    artillery,
    barrage_strength,
    column_of,
    column_shifts,
    density,
    final_column,
    roll_facility_barrage,
)
from grognard.games.ocs.model.charts import series_tables
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import GERMAN, SOVIET, practice
from tests.rules.ocs.supply_board import reprinted


def battery(phase: str = "barrage", tokens: int = 40, **at: Any) -> Battlefield:
    """An artillery regiment in 07.09 with supply, a spotter beside the target hex 09.10."""
    field = Battlefield(phase, g_art1="07.09", g_rgt1="08.09", **at)
    if tokens:
        field.supply("07.09", tokens)
    return field


def moved(field: Battlefield, target: str = "09.10") -> int:
    """Return the column shift of a German barrage."""
    shifts = column_shifts(field.state, GERMAN, field.hex(target), Shot("artillery", 0, 1))
    return sum(shift.columns for shift in shifts)


# -- who, when, at what ----------------------------------------------------------------------------


@rule("ocs", "10.0.1", "10.0e-F")
def test_only_artillery_fires_on_land() -> None:
    field = battery(s_rgt1="09.10")
    field.put("s-art1", "10.10")
    assert barrage.able(field.state, GERMAN) == field.bit("g-art1")
    assert field.refused("barrage 09.10 g-rgt1") == "10.0.1"
    assert field.refused("barrage 09.10 g-art1,g-rgt1") == "10.0.1"
    assert field.check("barrage 09.10 g-art1") is None


@rule("ocs", "10.0.2", "10.0e-C", "10.0e-D", "10.0e-E", "13.4a")
@pytest.mark.parametrize(
    ("phase", "released", "legal"),
    [
        ("movement", True, False),  # artillery does not fire in the Movement Phase
        ("barrage", False, True),
        ("combat", False, False),
        ("exploitation-barrage", True, True),
        ("exploitation-barrage", False, False),
        ("exploitation", True, False),
    ],
)
def test_the_segments_in_which_artillery_fires(phase: str, released: bool, legal: bool) -> None:
    field = battery(phase, s_rgt1="09.10")
    field.state.released = field.bit("g-art1") if released else 0
    assert (field.check("barrage 09.10 g-art1") is None) == legal


@rule("ocs", "10.0.2", "10.0e-E", "13.4a")
def test_released_artillery_fires_in_the_reaction_phase() -> None:
    field = Battlefield("reaction-barrage", s_art1="11.10", s_rgt1="10.10", g_rgt1="09.10")
    field.supply("11.10", 20, SOVIET)
    assert field.refused("barrage 09.10 s-art1") == "7.0a.1"
    field.state.released = field.bit("s-art1")
    assert field.check("barrage 09.10 s-art1") is None


@rule("ocs", "13.4a")
@pytest.mark.parametrize("mark", ["r", "ms"])
def test_artillery_in_reserve_or_strat_mode_does_not_fire(mark: str) -> None:
    field = battery(s_rgt1="09.10")
    field.put("g-art1", f"07.09 {mark}")
    assert field.refused("barrage 09.10 g-art1") == "13.4a"
    assert field.offered("g-art1") == set()


@rule("ocs", "13.4.1", "13.4.2")
def test_the_combat_side_has_the_larger_strength_and_artillery_fires_after_moving() -> None:
    field = battery(s_rgt1="09.10")
    gun = field.bit("g-art1")
    assert barrage_strength(field.state, gun) == 16
    field.state.turned |= gun
    changed(field.state)
    assert barrage_strength(field.state, gun) == 5
    field.state.spent[field.unit("g-art1")] = 16
    field.state.finished |= gun
    assert field.check("barrage 09.10 g-art1") is None


@rule("ocs", "10.0.3")
def test_any_number_of_units_fires_together() -> None:
    field = battery(g_art2="08.10", s_rgt1="09.10")
    field.supply("08.10", 1)
    assert field.offered("g-art2") == {"barrage 09.10 g-art2", "barrage 09.10 g-art1,g-art2"}
    field.give("barrage 09.10 g-art1,g-art2", 1, 1)
    assert field.having("fired") == {"g-art1", "g-art2"}


@rule("ocs", "10.0.5", "10.0e-B")
def test_firing_needs_barrage_points_and_dg_halves_them() -> None:
    field = battery(g_art2="07.09 md", s_rgt1="09.10")
    assert barrage_strength(field.state, field.bit("g-art2")) == 1  # half of 2
    field.put("g-art1", "07.09 d")
    assert barrage_strength(field.state, field.bit("g-art1", "g-art2")) == 9
    assert field.check("barrage 09.10 g-art1,g-art2") is None
    blunt = msgspec.structs.replace(field.scenario.faces[field.unit("g-art2")][1], barrage=0)
    unarmed = reprinted(practice(), {"g-art2": blunt})
    field = battery(scenario=unarmed, g_art2="07.09 md", s_rgt1="09.10")
    assert field.refused("barrage 09.10 g-art2") == "10.0.5"


@rule("ocs", "10.0e-B")
def test_a_unit_fires_once_a_phase() -> None:
    field = battery(s_rgt1="09.10", s_rgt2="08.08")
    field.give("barrage 09.10 g-art1", 1, 1)
    assert field.refused("barrage 08.08 g-art1") == "10.0e-B"
    field.go_to("exploitation-barrage")
    field.state.fired = field.state.barraged = 0
    field.state.released = field.bit("g-art1")
    assert field.check("barrage 08.08 g-art1") is None


@rule("ocs", "10.0e-A.1", "10.0d")
def test_hex_is_barraged_once_a_phase() -> None:
    field = Battlefield("barrage", 1, s_art1="10.04", s_art2="10.04", g_rgt1="10.02")
    field.put("g-port-1002", "10.02")
    field.supply("10.04", 20, SOVIET)
    field.give("barrage 10.02 s-art1 port", 6)
    assert field.refused("barrage 10.02 s-art2") == "10.0e-A.1"
    assert "s-art2" not in field.having("fired")


@rule("ocs", "10.1a")
def test_range_is_counted_in_hexes() -> None:
    field = battery(s_rgt1="10.10", s_rgt2="11.10")
    assert field.check("barrage 10.10 g-art1") is None  # three hexes
    assert field.refused("barrage 11.10 g-art1") == "10.1a"
    assert {text.split()[1] for text in field.offered("g-art1")} == {"10.10"}
    woods = Battlefield("barrage", g_art1="13.11", s_rgt1="13.09")  # over woods, in mud
    woods.supply("13.11", 20)
    woods.state.ground = woods.scenario.conditions.index("mud")
    assert woods.check("barrage 13.09 g-art1") is None


# -- targets ---------------------------------------------------------------------------------------


@rule("ocs", "10.0a.1", "10.0c.1", "10.0d")
def test_one_target_is_named_combat_units_or_a_facility() -> None:
    field = Battlefield("barrage", 1, s_art1="10.04", g_rgt1="10.02")
    field.put("g-port-1002", "10.02")
    field.supply("10.04", 20, SOVIET)
    assert field.offered("s-art1") == {"barrage 10.02 s-art1", "barrage 10.02 s-art1 port"}
    assert field.refused("barrage 10.02 s-art1 port air-base") == "10.0d"
    assert field.refused("barrage 10.02 s-art1 air-base") == "10.0c.1"
    units = field.copy()
    units.give("barrage 10.02 s-art1", 6, 4)
    assert "g-rgt1" in units.having("dg")
    assert units.state.level[units.unit("g-port-1002")] == 0
    port = field.copy()
    port.give("barrage 10.02 s-art1 port", 6)
    assert not port.state.dg
    assert port.state.level[port.unit("g-port-1002")] == 1


@rule("ocs", "10.0a.1")
def test_dumps_and_transports_cannot_be_barraged() -> None:
    field = battery()
    field.supply("09.10", 8, SOVIET)
    field.generic("trucks", "09.10", SOVIET)
    assert field.refused("barrage 09.10 g-art1") == "10.0a.1"
    assert field.offered("g-art1") == set()


# -- the table -------------------------------------------------------------------------------------


@rule("ocs", "10.0.4", "10.1b.1")
def test_strength_column_cost_shift_roll_result() -> None:
    field = battery(tokens=9, s_inf1="09.10", s_inf2="09.10", s_rgt1="09.10", s_rgt2="09.10")  # 8 RE
    assert column_of("barrage", 16) == 5
    assert moved(field) == 4
    field.give("barrage 09.10 g-art1", 3, 3, 3)  # a 6 four columns on is [1/2]; the third die spares them
    assert field.state.ledger[GERMAN] == 6  # 3T, as the column before the shift says
    assert field.having("dg") == {"s-inf1", "s-inf2", "s-rgt1", "s-rgt2"}
    assert not field.asked()


@rule("ocs", "10.0.4")
@pytest.mark.parametrize(
    ("faces", "dg", "steps"),
    [((1, 1), False, 0), ((4, 4), True, 0), ((5, 6, 3), True, 0), ((5, 6, 4), True, 1), ((6, 6), True, 1)],
)
def test_results_of_the_table(faces: tuple[int, ...], dg: bool, steps: int) -> None:
    field = battery(s_inf1="09.10")  # 3 RE in the open: no shift
    assert (
        final_column(field.state, GERMAN, field.hex("09.10"), artillery(field.state, field.bit("g-art1")))
        == 5
    )
    field.give("barrage 09.10 g-art1", *faces)
    assert (field.having("dg") == {"s-inf1"}, field.steps("s-inf1")) == (dg, steps)


@rule("ocs", "10.0a.2")
def test_the_owner_of_the_target_picks_the_terrain() -> None:
    assert moved(battery(s_inf1="09.10")) == 0
    village = Battlefield("barrage", g_art1="10.08", s_inf1="11.08")
    assert moved(village, "11.08") == -1  # village in the open
    swamp = Battlefield("barrage", g_art1="03.09", s_inf1="03.10")
    assert moved(swamp, "03.10") == -1
    city = Battlefield("barrage", g_art1="13.08", s_inf1="14.07")
    assert moved(city, "14.07") == -2


@rule("ocs", "10.0a.3", "9.11c.3")
def test_the_owner_of_the_target_picks_his_losses_freely() -> None:
    field = battery(s_inf1="09.10", s_rgt1="09.10", s_hq="09.10")
    field.give("barrage 09.10 g-art1", 6, 6)
    assert field.asks() == ("shell", SOVIET)
    assert field.answers() == {"lose s-inf1", "lose s-rgt1", "lose s-hq"}
    assert field.refused("lose g-art1") == "9.11a"
    field.give("lose s-rgt1")
    assert not field.at("s-rgt1")
    assert not field.asked()


@rule("ocs", "10.0a.4", "9.11d.3")
def test_density() -> None:
    sizes: dict[str, tuple[dict[str, Any], int]] = {
        "half": ({"s_zero": "09.10"}, -1),
        "one": ({"s_rgt1": "09.10"}, -1),
        "more": ({"s_rgt1": "09.10", "s_coy1": "09.10"}, 0),
        "three": ({"s_inf1": "09.10"}, 0),
        "four steps": ({"s_inf4": "09.10"}, 0),  # a division counts for three at most
        "reduced": ({"s_inf4": "09.10 ***"}, -1),
        "four": ({"s_inf1": "09.10", "s_rgt1": "09.10"}, 1),
        "five": ({"s_inf1": "09.10", "s_rgt1": "09.10", "s_rgt2": "09.10"}, 2),
        "six": ({"s_inf1": "09.10", "s_inf2": "09.10"}, 3),
        "seven": ({"s_inf1": "09.10", "s_inf2": "09.10", "s_rgt1": "09.10"}, 4),
    }
    for name, (at, columns) in sizes.items():
        assert moved(battery(**at)) == columns, name
    formation = battery(s_hqd="09.10", s_mech1="09.10", s_tk1="09.10", s_tk2="09.10", s_moto="09.10")
    units = formation.bit("s-hqd", "s-mech1", "s-tk1", "s-tk2", "s-moto")
    assert density(formation.state, units) == 12  # 3.5 RE of one formation
    formation.put("s-art1", "09.10")
    assert moved(formation) == 1


@rule("ocs", "10.0.4")
def test_hedgehogs_and_strat_mode_shift() -> None:
    field = battery(s_inf1="09.10")
    hog = field.generic("hedgehogs", "09.10", SOVIET)[0]
    for level in (1, 3):
        field.state.level[hog] = level
        assert moved(field) == -1
    assert moved(battery(s_inf1="09.10 ms")) == 3


@rule("ocs", "10.0b.1", "10.0b.2")
def test_no_spotter_shifts_three_columns_left() -> None:
    field = battery(s_inf1="10.10")
    assert moved(field, "10.10") == -3  # the regiment in 08.09 is not next to it
    field.put("g-hq", "09.11")  # any combat unit will do
    assert moved(field, "10.10") == 0
    truck = battery(s_inf1="10.10")
    truck.generic("trucks", "09.11")
    assert moved(truck, "10.10") == -3


@rule("ocs", "10.0.4")
def test_shifts_stop_at_the_ends_of_the_table() -> None:
    weak = Battlefield("barrage", g_art2="08.10 m", s_rgt1="10.10")  # 2 points, unseen, 1 RE
    target, gun = weak.hex("10.10"), weak.bit("g-art2")
    assert (column_of("barrage", 2), moved(weak, "10.10")) == (1, -4)
    assert final_column(weak.state, GERMAN, target, artillery(weak.state, gun)) == 0
    strong = battery(s_inf1="09.10 ms", s_inf2="09.10", s_inf3="09.10")  # 9 RE, one in Strat Mode
    assert moved(strong) == 7
    assert (
        final_column(strong.state, GERMAN, strong.hex("09.10"), artillery(strong.state, strong.bit("g-art1")))
        == 10
    )


@rule("ocs", "10.0b.2")
def test_brackets_mean_dg_without_a_spotter_or_in_a_strong_hedgehog() -> None:
    spotted = battery(s_inf1="09.10")
    spotted.give("barrage 09.10 g-art1", 4, 5, 6)  # [1/2] and a die for the step
    assert spotted.steps("s-inf1") == 1
    dug_in = battery(s_inf1="09.10", s_rgt1="09.10")
    dug_in.state.level[dug_in.generic("hedgehogs", "09.10", SOVIET)[0]] = 3
    events = dug_in.give("barrage 09.10 g-art1", 4, 5)
    assert [event.dice for event in events if event.kind == "barrage"] == [(4, 5)]  # no die for a step
    assert (dug_in.steps("s-inf1"), "s-inf1" in dug_in.having("dg")) == (0, True)
    unseen = battery(s_inf1="10.10", s_inf2="10.10")  # 3 left, 3 right
    events = unseen.give("barrage 10.10 g-art1", 4, 5)
    assert [event.dice for event in events if event.kind == "barrage"] == [(4, 5)]
    assert (unseen.steps("s-inf1"), "s-inf1" in unseen.having("dg")) == (0, True)


@rule("ocs", "5.10a-A", "5.10a.1")
def test_a_barrage_disorganizes_the_whole_hex() -> None:
    field = battery(s_inf1="09.10 r", s_hq="09.10", s_org1="09.10 r")
    field.give("barrage 09.10 g-art1", 4, 4)
    assert field.having("dg") == {"s-inf1", "s-hq"}
    assert not field.state.reserve


@rule("ocs", "16.0h")
def test_barrage_does_not_reduce_hedgehogs() -> None:
    field = battery(s_inf1="09.10")
    hog = field.generic("hedgehogs", "09.10", SOVIET)[0]
    field.state.level[hog] = 2
    field.give("barrage 09.10 g-art1", 6, 6, 6)
    assert field.state.level[hog] == 2


@rule("ocs", "9.11b.2", "10.0a.3")
def test_losses_beyond_all_steps_need_no_choice() -> None:
    field = battery(s_rgt1="09.10", s_rgt2="09.10")
    targets = (field.unit("s-rgt1"), field.unit("s-rgt2"))
    ask(field.state, Question("shell", SOVIET, targets, field.hex("09.10"), (3,)))
    results.settle(field.state, field.dice(), [])
    assert field.on_map("s-rgt1,s-rgt2") == set()
    assert not field.asked()


# -- facilities ------------------------------------------------------------------------------------


@rule("ocs", "10.0b.4", "10.0c.2", "10.0c-B.1", "10.0c-B.2")
def test_ports_are_hit_by_one_die_without_any_shift() -> None:
    field = Battlefield("barrage", 1, s_art1="10.05")
    field.supply("10.05", 40, SOVIET)
    port = field.put("g-port-1002", "10.02")
    column = column_of("facility", 16)
    for die, hits in ((1, 0), (3, 0), (4, 1), (6, 1)):
        field.state.level[port] = 0
        field.state.fired = field.state.barraged = 0
        assert roll_facility_barrage(column, field.dice(die))[0] == hits
        field.give("barrage 10.02 s-art1 port", die)  # nobody spots, it is a village in the open: all one
        assert field.state.level[port] == hits
    field.state.level[port] = 4
    field.state.fired = field.state.barraged = 0
    field.give("barrage 10.02 s-art1 port", 6)
    assert field.state.level[port] == 4


@rule("ocs", "10.1b.1")
def test_facility_barrages_have_their_own_costs() -> None:
    field = Battlefield("barrage", 1, s_art1="10.05", s_art2="10.04")
    field.supply("10.05", 10, SOVIET)
    field.put("g-port-1002", "10.02")
    field.give("barrage 10.02 s-art1 port", 1)
    assert field.state.ledger[SOVIET] == 8  # 11 to 20 points: 2T


# -- supply ----------------------------------------------------------------------------------------


@rule("ocs", "10.1b.2", "10.1b-C")
def test_barrage_needs_supply_other_than_internal_stocks() -> None:
    field = battery(tokens=2, s_rgt1="09.10")
    assert field.refused("barrage 09.10 g-art1") == "10.1b.2"
    assert field.offered("g-art1") == set()
    assert not field.state.fired | field.state.low
    field.supply("07.09", 1)
    assert field.check("barrage 09.10 g-art1") is None


@rule("ocs", "10.1b-A")
def test_one_dump_or_one_headquarters_pays_for_all() -> None:
    apart = Battlefield("barrage", g_art1="07.09", g_art2="10.12", g_rgt1="08.09", s_rgt1="09.10")
    apart.put("g-art2", "10.11")
    apart.supply("02.09", 2)  # six hexes from one, and each dump too small
    assert apart.refused("barrage 09.10 g-art1") == "10.1b.2"
    split = Battlefield("barrage", g_art1="07.09", g_rgt1="08.09", s_rgt1="09.10")
    split.supply("06.09", 2)
    split.supply("06.08", 2)
    assert split.refused("barrage 09.10 g-art1") == "10.1b.2"  # two dumps
    split.put("g-hq", "06.07")
    assert split.check("barrage 09.10 g-art1") is None  # which one HQ may draw together
    split.give("barrage 09.10 g-art1", 1, 1)
    assert split.state.ledger[GERMAN] == 1


@rule("ocs", "10.1b-B")
def test_artillery_out_of_supply_fires_with_full_strength() -> None:
    field = battery(s_rgt1="09.10")
    field.put("g-art1", "07.09 o")
    assert barrage_strength(field.state, field.bit("g-art1")) == 16
    assert field.check("barrage 09.10 g-art1") is None


@rule("ocs", "10.1b.1")
def test_preview_shows_cost_shifts_and_probabilities() -> None:
    field = battery(s_inf1="09.10", s_rgt1="09.10")
    shown = rules.preview(field.state, field.order("barrage 09.10 g-art1"))
    assert sum(shown.outcomes.values()) == pytest.approx(1)
    assert [line.value for line in shown.lines] == ["16", "3T from the dump in 07.09", "+1"]


@rule("ocs", "10.0a.2")
@pytest.mark.parametrize("soft", [False, True])
def test_no_column_is_better_for_the_target_than_the_one_to_its_left(soft: bool) -> None:
    """So the lowest terrain shift is always the best choice of the target's owner [R-OCS-160]."""
    last = len(series_tables()["barrage"]["column_min"])
    before = [0.0] * 7
    for column in range(last):
        rolls = every_roll(partial(barrage_table.roll_barrage, column, soft))
        shots = [(shot.result, shot.probability) for shot in rolls]
        worse = [sum(p for result, p in shots if result.dg)]
        worse += [sum(p for result, p in shots if result.steps >= steps) for steps in range(1, 7)]
        assert all(now >= then - 1e-9 for now, then in zip(worse, before, strict=True))
        before = worse
