"""Refusals cite the case that forbids an order, also for orders that no screen offers."""

from __future__ import annotations

import msgspec
import pytest

from grognard.core.contract.orders import Order
from grognard.core.contract.tables import VerbRule
from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.ocs.interface import legality
from grognard.games.ocs.interface.verbs import VERBS
from grognard.games.ocs.model.charts import SCALE
from grognard.games.ocs.model.state import OcsState, put, remove
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import GERMAN, SOVIET, practice, varied
from tests.rules.ocs.order_helpers import Manoeuvre, at
from tests.rules.ocs.supply_board import Depot, even, with_extenders

# -- incomplete orders -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "order", "cited"),
    [
        ("movement", "move g-rgt1", "6.1.1"),
        ("movement", "mode move", "5.4.1"),
        ("movement", "done", "4.5b.2"),
        ("movement", "detach", "20.0a"),
        ("movement", "overrun 09.10", "notation"),
        ("movement", "rail g-rgt1", "notation"),
        ("movement", "freight 04.02-07.03", "notation"),
        ("movement", "ship g-rgt1 10.02", "notation"),
        ("movement", "ship-supply 10.02-02.02", "notation"),
        ("movement", "ship-supply 10.02-10.02 4", "notation"),
        ("movement", "convert g-rail", "notation"),
        ("movement", "unload g-truck1", "13.2f.3"),
        ("movement", "leave", "I.F.3"),
        ("movement", "enter g-rgt1", "I.F.3"),
        ("movement", "dig g-rgt1", "13.8d.1"),
        ("movement", "dig 08.09", "13.8d.1"),
        ("movement", "wreck 10.02", "notation"),
        ("movement", "mend g-eng", "notation"),
        ("movement", "blow 08.09", "notation"),
        ("reinforcement", "consolidate g-rgt1", "13.9.1"),
        ("reinforcement", "rebuild", "13.5a.2"),
        ("reinforcement", "rebuild g-rgt1 07.03-07.04", "13.5a.2"),
        ("movement", "fuel g-tb nowhere", "notation"),
        ("reaction", "release", "5.7b.1"),
        ("exploitation", "release", "5.7b.1"),
        ("barrage", "barrage 09.10", "notation"),
        ("barrage", "barrage 09.10 g-art1 loudly", "notation"),
        ("combat", "attack 09.10", "notation"),
        ("combat", "attack 09.10 g-rgt1 loudly", "notation"),
        ("reinforcement", "arrive g-rgt1", "13.6.1"),
        ("reinforcement", "deliver 01.03", "2.1.6"),
        ("reinforcement", "deliver 01.03 0", "2.1.6"),
    ],
)
def test_incomplete_order_is_refused(phase: str, order: str, cited: str) -> None:
    field = Manoeuvre(phase, g_rgt1="08.09 e", g_tb="08.09", g_art1="08.09", s_rgt1="09.10 r")
    field.supply("08.09", 8)
    refusal = field.check(order)
    assert refusal is not None
    assert refusal.rule == cited


# -- units of somebody else, or of another kind ----------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "order", "cited"),
    [
        ("movement", "move s-rgt1 09.10-10.10", "6.3a"),
        ("movement", "move g-rgt2 09.10-10.10", "6.3a"),
        ("movement", "rail s-rgt1 09.10-07.03", "13.3a.1"),
        ("movement", "rail g-rgt2 07.03-04.02", "13.3a.1"),
        ("movement", "ship s-rgt1 10.02-02.02", "19.0f-D"),
        ("movement", "ship g-hog1 10.02-02.02", "19.0f-D"),
        ("movement", "dig 09.10 s-rgt1", "13.8d.1"),
        ("reinforcement", "consolidate s-rgt1,s-rgt2", "13.9.1"),
        ("reinforcement", "consolidate g-rgt2,g-rgt1", "13.9.1"),
        ("movement", "fuel s-tb", "12.1d"),
        ("movement", "fuel g-stug", "12.1d"),
        ("movement", "fuel g-truck1", "12.5a.4"),
        ("movement", "fuel-formation g-tb", "12.5c-A.1"),
        ("movement", "fuel-hq g-tb", "12.5c-B"),
        ("movement", "top s-rgt1", "4.8b-C"),
        ("movement", "top g-rgt2", "4.8b-C"),
        ("movement", "blow 09.10 1", "12.11a.1"),
        ("movement", "mend 08.09 g-rgt1", "19.0d"),
        ("movement", "wreck 08.09 g-rgt1", "19.0c"),
        ("barrage", "barrage 09.10 s-art1", "10.0.1"),
        ("barrage", "barrage 09.10 g-art2", "10.0.1"),
        ("barrage", "barrage 09.10 g-rgt1", "10.0.1"),
        ("combat", "attack 09.10 g-truck1", "9.0.5"),
        ("combat", "attack 09.10 s-rgt1", "9.1a"),
        ("breakout", "breakout s-rgt1", "12.8e.1"),
        ("breakout", "breakout g-rgt2", "12.8e.1"),
        ("reinforcement", "arrive g-rgt2 01.03", "13.6.1"),
    ],
)
def test_units_of_the_enemy_off_the_map_or_of_another_kind(phase: str, order: str, cited: str) -> None:
    field = Manoeuvre(phase, g_rgt1="08.09", g_tb="08.09", g_art1="08.09", s_rgt1="09.10", s_art1="09.10")
    field.put("s-tb", "14.07")
    field.put("g-sec", "18.05")
    field.generic("trucks", "08.09")
    field.generic("hedgehogs", "08.09")
    field.supply("08.09", 8)
    refusal = field.check(order)
    assert refusal is not None
    assert refusal.rule == cited


# -- orders in another phase -----------------------------------------------------------------------


def row_of(verb: str, phase: str) -> VerbRule[OcsState]:
    """Return what the table says of a verb."""
    return VERBS.row(phase, verb)


@pytest.mark.parametrize(
    ("order", "phase", "cited"),
    [
        ("attack 09.10 g-rgt1", "combat", "9.1a"),
        ("overrun 09.10 g-rgt1", "movement", "9.1a"),
        ("barrage 09.10 g-art1", "barrage", "10.0.2"),
        ("mode g-rgt1 move", "movement", "5.4.1"),
        ("move g-rgt1 08.09-07.09", "movement", "6.3a"),
        ("extend g-truck1,g-truck2", "movement", "12.7d.1"),
        ("blow 08.09 1", "movement", "12.11a.2"),
        ("convert g-rail 08.09-07.09", "movement", "13.3g-D.1"),
        ("rail g-rgt1 08.09-07.03", "movement", "13.3b.2"),
        ("freight 08.09-07.03 4", "movement", "13.3b.2"),
        ("ship g-rgt1 10.02-02.02", "movement", "19.0f-B"),
        ("ship-supply 10.02-02.02 4", "movement", "19.0f-B"),
        ("dig 08.09 g-rgt1", "movement", "2.1.13"),
        ("release g-rgt1", "reaction", "5.7b.2"),
    ],
)
@pytest.mark.parametrize("now", ["supply", "own phase of the enemy"])
def test_each_verb_keeps_to_its_phase_and_side(order: str, phase: str, cited: str, now: str) -> None:
    """The table of verbs says so too; programs may also ask the check of a verb itself."""
    field = Manoeuvre("supply", g_rgt1="08.09", g_art1="08.09", s_rgt1="09.10")
    field.supply("08.09", 8)
    if now != "supply":
        field.go_to(phase, GERMAN if phase == "reaction" else SOVIET)
        assert field.state.side == SOVIET
    parsed = field.order(order)
    refusal = row_of(parsed.verb, phase).check(field.state, GERMAN, parsed)
    assert refusal is not None
    assert refusal.rule == cited


# -- single refusals, by chapter -------------------------------------------------------------------


@rule("ocs", "5.3.1", "5.4.1", "5.4.5", "5.4.6")
@pytest.mark.parametrize(
    ("marks", "mode", "cited"),
    [
        ("", "flying", "5.3.1"),
        ("", "combat", "5.4.1"),
        ("m", "move", "5.4.1"),
        ("e", "move", "5.4.5"),
        ("d", "combat", "5.4.6"),
        ("md", "move", "5.4.6"),
        ("d", "reserve", "5.4.6"),
    ],
)
def test_refusals_of_mode_changes(marks: str, mode: str, cited: str) -> None:
    assert Manoeuvre(g_rgt1=f"08.09 {marks}").refused(f"mode g-rgt1 {mode}") == cited


@rule("ocs", "6.1g.1")
def test_no_unit_joins_a_stack_that_has_moved() -> None:
    field = Manoeuvre(g_rgt1="08.09 m", g_rgt2="08.09 m")
    field.give("move g-rgt1 08.09-08.10")
    field.give("move g-rgt1 08.10-08.09")
    assert field.refused("move g-rgt1,g-rgt2 08.09-08.10") == "6.1g.1"


@rule("ocs", "6.1e.1")
def test_stack_needs_one_path_for_all_its_units() -> None:
    """Trucks must go around the ZOC; the regiment has points for the straight way only."""
    field = Manoeuvre(g_rgt1="08.07 m", g_mech1="08.07 m", s_inf1="10.07").fuelled()
    field.state.spent[field.unit("g-rgt1")] = int(field.left("g-rgt1") - 4) * SCALE
    for id_ in ("g-rgt1", "g-mech1"):
        assert field.check(f"move {id_} 08.07-12.07") is None
    assert field.refused("move g-rgt1,g-mech1 08.07-12.07") == "6.1e.1"


@rule("ocs", "9.1f.1")
def test_no_overrun_of_a_hex_that_the_unit_cannot_enter() -> None:
    field = Battlefield("movement", g_tb="03.09", s_rgt1="03.10").fuelled()
    assert field.refused("overrun 03.10 g-tb") == "9.1f.1"


@rule("ocs", "9.14c.4")
def test_displaced_transports_need_a_destination() -> None:
    field = Battlefield("movement", g_moto="08.09").fuelled()
    field.generic("trucks", "09.10", SOVIET)
    field.give("move g-moto 08.09-09.10", 1)
    assert field.refused("displace s-truck1") == "notation"


@rule("ocs", "12.1c")
def test_no_part_of_a_dump_is_shipped_without_a_counter() -> None:
    field = Manoeuvre(g_port_1002="10.02", g_port_0202="02.02")
    field.supply("10.02", 4)
    own = field.scenario.dumps & field.scenario.of_side[GERMAN]
    for hex_ in list(field.scenario.grid.names(field.scenario.ground))[-(own.bit_count() - 1) :]:
        field.supply(hex_, 1)
    assert field.refused("ship-supply 10.02-02.02 1") == "12.1c"
    assert field.check("ship-supply 10.02-02.02 4") is None


@rule("ocs", "12.7.1", "12.7d.1", "9.14d.3")
def test_refusals_of_extenders() -> None:
    field = Depot("movement", scenario=with_extenders(even(rail=True), 4))
    field.generic("trucks", "12.03")
    field.generic("trucks", "12.04")
    assert field.refused("extend g-truck1,g-truck2") == "12.7.1"
    one, two = field.post("11.03")
    assert field.refused(f"collapse {one}") == "notation"
    field.state.spent[field.unit(two)] = 23 * 4
    assert field.refused(f"fold {one}") == "12.7d.1"


@rule("ocs", "12.5c-B", "12.3b-C")
def test_refusals_of_fuel_for_hqs() -> None:
    field = Depot("movement", g_hq="04.05", g_hq2="04.05 ms")
    field.supply("04.05", 12)
    assert field.refused("fuel-hq g-hq2") == "12.3b-C"
    field.give("fuel-hq g-hq")
    assert field.refused("fuel-hq g-hq") == "12.5c-B"


@rule("ocs", "12.6c.2", "12.10e.3")
def test_refusals_in_the_supply_phase() -> None:
    field = Depot("supply", **at("04.07", "g-rgt1", "g-inf1", "g-sec"))
    field.mark("low", "g-rgt1", "g-inf1")
    field.supply("04.07", 2)
    field.feed()
    assert field.refused("recover g-sec") == "12.10e.3"
    assert field.refused("recover") == "notation"
    assert field.refused("recover 04.07 g-rgt1") == "notation"
    hungry = Depot("supply", g_rgt1="15.05", g_rgt2="15.06")
    hungry.supply("15.05", 4)
    hungry.feed()
    assert hungry.refused("eat 15.05 g-rgt2") == "notation"


@rule("ocs", "13.3e.1", "13.3e-1.1", "13.3e-3", "13.3f.1")
def test_refusals_of_railways() -> None:
    field = Manoeuvre(g_rgt1="07.03 m", g_rgt2="08.09 m", g_sec="04.02", g_rail="05.03")
    assert field.refused("rail g-rgt1,g-rgt2 07.03-04.02") == "13.3e.1"
    assert field.refused("rail g-rgt2 08.09-04.02") == "13.3e-1.1"
    assert field.refused("rail g-rgt1 07.03-08.09") == "13.3e-3"
    assert field.refused("convert g-rail 05.03-04.02") == "13.3f.1"


@rule("ocs", "13.5a-1.1", "13.5b.3")
def test_refusals_of_rebuilding() -> None:
    field = Manoeuvre("reinforcement", g_hq="07.03", g_inf1="07.03 *")
    field.generic("pax", "07.03", count=4)
    field.generic("eq", "07.03", count=2)
    remove(field.state, field.unit("g-pz1"))
    assert field.refused("rebuild g-pz1") == "13.5a-1.1"
    assert field.refused("rebuild g-pz1 03.10") == "13.5a-1.1"  # a swamp
    assert field.refused("rebuild g-pz1 07.03 flying") == "13.5b.3"
    assert field.refused("rebuild g-inf1 07.03 move") == "13.5b.3"


@rule("ocs", "16.0b.1")
def test_no_hedgehog_without_a_counter() -> None:
    field = Manoeuvre(g_rgt1="08.09")
    field.supply("08.09", 8)
    own = field.scenario.hedgehogs & field.scenario.of_side[GERMAN]
    for counter in bits(own):
        put(field.state, counter, field.hex("02.02"))
    assert field.refused("dig 08.09 g-rgt1") == "16.0b.1"


@rule("ocs", "19.0f-C", "13.2f.4")
def test_truck_that_loaded_cannot_move_by_sea() -> None:
    """Loading costs MP, so it has moved although it is still where it began."""
    field = Manoeuvre(g_port_0202="02.02", g_port_1002="10.02", g_rgt1="10.02")
    field.generic("trucks", "10.02")
    field.supply("10.02", 4)
    assert field.check("ship g-truck1 10.02-02.02") is None
    field.give("load g-truck1 4")
    assert field.refused("ship g-truck1 10.02-02.02") == "19.0f-C"


def test_unknown_words_of_a_barrage() -> None:
    field = Manoeuvre("barrage", g_art1="08.09", s_rgt1="09.10")
    field.supply("08.09", 8)
    refusal = field.check("barrage 09.10 g-art1 loudly")
    assert refusal is not None
    assert refusal.reason == "cannot read 'loudly'; name port or air-base"


@rule("ocs", "19.0f.1", "19.0d")
def test_refusals_of_ports() -> None:
    field = Manoeuvre(g_rgt1="10.02 m", g_rgt2="02.02 m", g_eng="10.02")
    for id_, hex_ in (("g-port-0202", "02.02"), ("g-port-1002", "10.02")):
        field.put(id_, hex_)
    assert field.refused("ship g-rgt1,g-rgt2 10.02-02.02") == "19.0f.1"
    assert field.refused("ship g-rgt1 10.02-10.02") == "19.0f.1"
    field.supply("10.02", 8)
    assert field.refused("mend 10.02 g-eng") == "19.0d"


@rule("ocs", "20.0.4", "20.0g.1")
@pytest.mark.parametrize(("change", "cited"), [({"category": "armor"}, "20.0.4"), ({"pool": ""}, "20.0g.1")])
def test_divisions_that_make_no_breakdowns(change: dict[str, str], cited: str) -> None:
    scenario = varied(practice())
    scenario.counters = tuple(
        msgspec.structs.replace(counter, **change) if counter.id == "g-inf1" else counter
        for counter in scenario.counters
    )
    assert Manoeuvre(scenario=scenario, g_inf1="08.09 m").refused("detach g-inf1") == cited


@rule("ocs", "12.11a.1")
@pytest.mark.parametrize("order", ["blow", "blow 08.09", "blow 08.09 g-rgt1 4", "blow 08.09 4 4"])
def test_blowing_names_a_hex_and_tokens(order: str) -> None:
    field = Manoeuvre(g_rgt1="08.09")
    field.supply("08.09", 8)
    assert field.refused(order) == "notation"
    unplaced = legality.check(field.state, "german", Order("blow", words=("4",)))
    assert unplaced is not None and unplaced.rule == "notation"
