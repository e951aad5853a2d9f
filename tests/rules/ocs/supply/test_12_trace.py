"""Chapter 12: trace supply, its sources, formations, Extenders [12.6, 12.7, 13.7a]."""

from __future__ import annotations

import random

import msgspec
import pytest

from grognard.core.facts import changed
from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.ocs import rules
from grognard.games.ocs.model.counters import Mobility
from grognard.games.ocs.model.files import Source
from grognard.games.ocs.supply import payment, sources, supply_paths, supply_phase, trace
from tests.rules.ocs.field import GERMAN, SOVIET, Field, varied
from tests.rules.ocs.order_helpers import at
from tests.rules.ocs.supply_board import EAST, WEST, Depot, even, with_extenders

RAIL = even(rail=True)
"""The even board with its railways: German stations 04.02, 07.03 and 08.11, Soviet ones 17.12, 14.11."""
SHORT = with_extenders(RAIL, 4)
"""The same with Extenders that reach four points back."""


def stations(f: Depot, side: int = GERMAN) -> set[str]:
    """The detrainable hexes of a side, for trace."""
    return f.labels(sources.sources(f.state, side).stations)


@pytest.mark.parametrize("seed", range(4))
def test_trace_of_all_units_agrees_with_each(seed: int) -> None:
    """One flood for all units agrees with the paths of each unit."""
    source = random.Random(seed)
    f = Field("supply")
    land = source.sample(bits(f.scenario.ground), 60)
    units = [u for u in bits(f.scenario.combat_units) if "brk" not in f.scenario.counter_ids[u]]
    for unit in source.sample(units, 40):
        side = f.scenario.side_of[unit]
        f.put(f.scenario.counter_ids[unit], f.scenario.label(source.choice(land[side::2])))
    for side in (GERMAN, SOVIET):
        origin = sources.sources(f.state, side).all
        own = bits(f.scenario.combat_units & f.scenario.of_side[side])
        drawers = {u for u in own if supply_paths.drawn(f.state, u) & origin}
        hqs = drawers & set(bits(f.scenario.hqs))
        placed = [u for u in bits(f.scenario.independent & f.scenario.of_side[side]) if f.state.at[u] >= 0]
        thrown = {u for u in placed if hqs & set(payment.throwers(f.state, u))}
        found = trace.in_trace(f.state, side)
        assert {u for u in placed if found >> u & 1} == (drawers | thrown) & set(placed)


# -- when and how ---------------------------------------------------------------------------------------


@rule("ocs", "12.6.1")
def test_trace_checked_in_own_supply_phase() -> None:
    f = Depot("supply", g_rgt1="04.07", g_rgt2="18.01", s_rgt1="03.13")
    f.feed(1, 1)
    assert f.marked("out") == {"g-rgt2"}  # the Soviet, cut off as well, waits for his own phase
    f.go_to("supply", 1)
    f.feed(1, 1)
    assert f.marked("out") == {"g-rgt2", "s-rgt1"}


@rule("ocs", "12.6.2", "12.3.1")
def test_trace_by_draw_or_throw() -> None:
    f = Depot(g_rgt1="07.07", g_rgt2="08.07")
    assert f.traced() == {"g-rgt1"}
    f.put("g-hq2", "04.07")
    assert f.traced() == {"g-rgt1", "g-rgt2", "g-hq2"}
    f.put("g-sec", "15.07")
    f.put("g-zero", "16.07")
    assert "g-sec" in f.traced() and "g-zero" not in f.traced()  # ten points and the next hex


@rule("ocs", "12.6.2")
def test_hq_without_trace_throws_none() -> None:
    f = Depot(g_hq2="04.07", g_hq="14.07", g_rgt1="19.07")
    assert f.traced() == {"g-hq2", "g-hq"}  # thrown to the second HQ, which throws nothing on


@rule("ocs", "12.6.3")
def test_trace_is_rechecked_for_breakout() -> None:
    f = Depot("breakout", g_rgt1="04.07", g_rgt2="18.01")
    f.state.out = 0  # no marker yet
    assert f.offered("g-rgt2") == {"breakout g-rgt2"}
    assert f.refused("breakout g-rgt1") == "12.8e.1"


# -- sources --------------------------------------------------------------------------------------------


@rule("ocs", "12.6a-1")
def test_listed_sources_by_turn() -> None:
    later = Source(id="N", side="german", hex="10.14", rail=False, turns=(3, 4))
    scenario = varied(even(), source=(*even().file.source, later))
    f = Depot(scenario=scenario, g_rgt1="12.12")
    assert f.traced() == set()
    for turn, there in ((2, False), (3, True), (4, True), (5, False)):
        f.state.turn = turn
        changed(f.state)
        assert (f.traced() == {"g-rgt1"}) == there
    assert f.labels(sources.listed(f.state, SOVIET)) == {EAST}


@rule("ocs", "12.6a-1")
def test_rail_connection_of_source_by_turn() -> None:
    late = msgspec.structs.replace(RAIL.file.source[0], turns=(1, 4), rail_from=3)  # at 01.03
    f = Depot(scenario=varied(RAIL, source=(late,)))
    for turn, works in ((2, False), (3, True), (4, True), (5, False)):
        f.state.turn = turn
        changed(f.state)
        assert ("07.03" in stations(f)) == works
        assert bool(sources.listed(f.state, GERMAN)) == (turn < 5)
    f.state.turn = 3
    f.state.scenario = varied(RAIL, source=(msgspec.structs.replace(late, rail=False),))
    changed(f.state)
    assert stations(f) == set()


@rule("ocs", "12.6a-2", "13.3c.1")
def test_detrainable_hexes_are_sources() -> None:
    f = Depot(scenario=RAIL, g_rgt1="13.03", g_rgt2="14.03")
    assert {"04.02", "07.03", "08.11"} <= stations(f)
    assert f.traced() == {"g-rgt1"}  # six hexes from 07.03
    assert "05.03" not in stations(f)  # a railway, but nothing to unload at


@rule("ocs", "12.6a-3", "12.7a-A")
def test_linked_extender_is_source() -> None:
    f = Depot(scenario=SHORT, g_rgt1="17.03")
    assert f.traced() == set()
    f.post("12.03")  # 07.03 is five hexes away: four points and the next hex
    assert f.labels(sources.sources(f.state, GERMAN).extenders) == {"12.03"}
    assert f.traced() == {"g-rgt1"}


@rule("ocs", "12.6b")
def test_enemy_zoc_closes_source_unless_negated() -> None:
    f = Depot(g_rgt1="05.07", s_rgt1="02.07")
    assert f.traced() == set()
    f.put("g-sec", WEST)
    assert f.traced() == {"g-rgt1", "g-sec"}


@rule("ocs", "12.6b", "4.5a-D", "13.3c.3", "13.3c.5")
def test_enemy_zoc_cuts_railway_unless_negated() -> None:
    f = Depot(scenario=RAIL, s_rgt1="05.05")
    f.put("s-rgt2", "05.04")  # its ZOC lies on 05.03 and 04.03
    assert stations(f) == {"02.02", "04.02", "08.11"}
    f.put("g-sec", "05.03")
    f.put("g-zero", "06.03")
    assert stations(f) == {"02.02", "04.02", "07.03", "08.11"}


def test_enemy_held_source_does_not_work() -> None:
    f = Depot(g_rgt1="03.07", s_hq=WEST)  # no ZOC, but a combat unit
    assert f.traced() == set()


# -- eating ---------------------------------------------------------------------------------------------


@rule("ocs", "12.6c.1")
def test_feeding_costs_one_token_per_two_re() -> None:
    f = Depot(g_inf1="15.05", g_rgt1="15.06", g_zero="15.05")  # 4.5 RE
    f.supply("14.05", 4)
    f.feed()
    f.give("eat 15.05")
    f.give("eat 15.06")
    assert f.tokens("14.05") == 1
    assert f.marked("out") == set()


@rule("ocs", "12.6c.1")
def test_feeding_by_throw() -> None:
    f = Depot(g_hq2="12.05", g_rgt1="20.01")
    f.supply("10.05", 4)
    f.feed()
    f.give("eat 20.01")
    f.give("eat 12.05")
    assert f.tokens("10.05") == 3  # both at one pool: 2 RE


@rule("ocs", "12.6c.2")
def test_units_with_trace_cannot_be_fed() -> None:
    f = Depot(g_rgt1="04.07", g_rgt2="15.05")
    f.supply("09.06", 4)
    f.feed()
    assert f.refused("eat 04.07") == "12.6c.2"
    assert f.refused("eat 04.07 g-rgt1") == "12.6c.2"
    f.give("eat 15.05")
    assert f.tokens("09.06") == 3


@rule("ocs", "12.6d.1", "12.8a.1")
def test_unfed_units_without_trace_are_out_of_supply() -> None:
    f = Depot(g_rgt1="15.05", g_rgt2="04.07")
    events = f.feed(6, 6)
    assert [event.dice for event in events if event.kind == "attrition"] == [(6, 6)]
    assert f.at("g-rgt1") == ""  # AR 2: a roll of 12 takes all steps
    assert f.at("g-rgt2") == "04.07"


@rule("ocs", "12.6d.2")
def test_feeding_is_optional() -> None:
    f = Depot(g_rgt1="15.05")
    f.supply("14.05", 4)
    f.feed()
    f.give("starve 15.05", 1, 1)
    assert f.tokens("14.05") == 4
    assert f.marked("out") == {"g-rgt1"}


def test_feeding_part_of_a_hex() -> None:
    f = Depot(g_inf1="15.05", g_rgt1="15.05")
    f.supply("14.05", 1)
    f.feed()
    assert f.refused("eat 15.05") == "12.6c.1"
    assert f.offered("g-rgt1") == {"eat 15.05 g-rgt1"}
    f.give("eat 15.05 g-rgt1", 1, 1)  # nothing is left for the division
    assert f.marked("out") == {"g-inf1"}


@rule("ocs", "12.6e")
def test_strat_mode_units_cannot_be_fed() -> None:
    f = Depot(g_inf1="15.05 ms")
    f.supply("15.05", 4)
    f.feed(1, 1)
    assert (f.marked("out"), f.tokens("15.05")) == ({"g-inf1"}, 4)


@rule("ocs", "12.6e", "12.3b-C")
def test_strat_mode_hq_throws_no_trace() -> None:
    f = Depot(g_hq2="04.07 ms", g_hqd="05.07 ms", g_rgt1="08.07", **at("08.08", "g-pz1", "g-pz2"))
    assert f.traced() == {"g-hq2", "g-hqd"}


@rule("ocs", "12.6c.1", "12.1d")
def test_the_first_unit_of_a_side_eats_the_supply_of_that_side() -> None:
    f = Depot("supply", 1, s_hq="07.05")
    f.supply("07.05", 1, SOVIET)
    f.feed()
    f.give("eat 07.05")
    assert (f.tokens("07.05", SOVIET), f.marked("out")) == (0, set())


@rule("ocs", "12.6e")
def test_strat_mode_units_must_end_in_trace() -> None:
    f = Depot("movement", g_rgt1="06.07 ms").fuelled()
    assert f.refused("move g-rgt1 06.07-08.07") == "5.8b.2"
    f.give("move g-rgt1 06.07-07.07")


# -- formations -----------------------------------------------------------------------------------------


@rule("ocs", "12.6f.1", "13.7a.1")
def test_formation_traces_to_one_hq_or_source() -> None:
    f = Depot(g_hq2="04.07", **at("14.07", "g-pz1", "g-pz2"), g_moto="13.02")
    assert f.traced() == {"g-hq2", "g-pz1", "g-pz2", "g-moto"}  # all in reach of the HQ
    near = Depot(g_pz1="04.07", g_pz2="05.07", g_moto="06.07")
    assert near.traced() == {"g-pz1", "g-pz2", "g-moto"}  # all draw from one source


@rule("ocs", "12.6f.2", "13.7a.2")
def test_one_part_of_split_formation_traces() -> None:
    other = Source(id="N", side="german", hex="20.14", rail=False)
    scenario = varied(even(), source=(*even().file.source, other))
    f = Depot(scenario=scenario, g_pz1="04.07", g_mech1="05.07", g_moto="19.13", g_rgt1="19.13")
    assert f.traced() == {"g-pz1", "g-mech1", "g-rgt1"}  # 1.5 RE here, half an RE there
    f.supply("19.12", 1)
    f.feed()
    f.give("trace g-pz1,g-mech1")
    f.give("eat 19.13")
    assert (f.tokens("19.12"), f.marked("out")) == (0, set())
    starving = Depot(scenario=scenario, g_pz1="04.07", g_mech1="05.07", g_moto="19.13")
    starving.feed()
    starving.give("trace g-pz1,g-mech1", 1, 1)
    assert starving.marked("out") == {"g-moto"}


@rule("ocs", "12.6f.2", "13.7a.2")
def test_the_part_of_an_hq_traces_if_it_is_larger_than_that_of_a_source() -> None:
    other = Source(id="N", side="german", hex="20.14", rail=False)
    scenario = varied(even(), source=(*even().file.source, other))
    f = Depot(scenario=scenario, g_hq2="04.07", g_pz1="14.07", g_pz2="13.07", g_moto="19.13")
    assert f.traced() == {"g-hq2", "g-pz1", "g-pz2"}


@rule("ocs", "12.6f.2", "13.7a.2")
def test_owner_chooses_the_part_of_a_split_formation_that_traces() -> None:
    other = Source(id="N", side="german", hex="20.14", rail=False)
    scenario = varied(even(), source=(*even().file.source, other))
    f = Depot(scenario=scenario, g_pz1="04.07", g_mech1="05.07", g_moto="19.13")
    f.supply("05.07", 4)  # feeds the larger part, and nothing feeds the smaller one
    f.feed()
    question = f.state.questions[-1]
    assert list(map(str, supply_phase.answers(f.state, question))) == ["trace g-pz1,g-mech1", "trace g-moto"]
    assert f.refused("trace g-pz1") == "12.6f.2"
    said = rules.preview(f.state, f.order("trace g-moto"))
    assert [line.value for line in said.lines].count("traces") == 1
    f.give("trace g-moto")
    assert f.state.questions[-1].kind == "eat"
    f.give("eat")
    assert (f.tokens("05.07"), f.marked("out")) == (3, set())
    assert not f.state.favoured
    assert f.traced() == {"g-pz1", "g-mech1"}  # at other times the largest part


def test_independent_units_trace_separately() -> None:
    other = Source(id="N", side="german", hex="20.14", rail=False)
    f = Depot(scenario=varied(even(), source=(*even().file.source, other)), g_tb="04.07", g_stug="19.13")
    assert f.traced() == {"g-tb", "g-stug"}


@rule("ocs", "13.7-B", "13.7-C")
def test_formation_units_in_one_hex_are_separate_units() -> None:
    f = Depot("movement", g_pz1="04.07", g_pz2="04.07 m", g_moto="04.07 r")
    f.supply("04.07", 4)
    f.mark("low", "g-pz1")
    f.give("move g-pz2 04.07-06.07")
    assert (f.at("g-pz1"), f.at("g-pz2"), f.at("g-moto")) == ("04.07", "06.07", "04.07")
    assert (f.marked("low"), f.marked("reserve")) == ({"g-pz1"}, {"g-moto"})


# -- Extenders ------------------------------------------------------------------------------------------


@rule("ocs", "12.7a.1", "12.7.2")
def test_extenders_help_only_trace() -> None:
    f = Depot("movement", scenario=SHORT, g_inf1="12.03")
    one, two = f.post("12.03")
    dump = f.supply("12.03", 4)
    assert f.refused(f"move {one} 12.03-13.03") == "12.7.2"
    assert f.refused(f"load {one} 4")  # it carries nothing
    assert f.state.tokens[dump] == 4
    far = f.put("g-tb", "19.03")  # seven hexes from the dump: out of draw range
    assert not payment.reachable(f.state, far)
    assert not trace.cargo_track(f.state, GERMAN) >> f.hex("12.03") & 1
    assert two


@rule("ocs", "12.7a-B", "13.3c.4")
def test_extender_joins_two_railways() -> None:
    """The Soviet railway, regauged, is joined to the German one by an Extender adjacent to 08.11."""
    joined = with_extenders(RAIL, 5)
    f = Depot("movement", scenario=joined, g_rgt1="17.10", g_sec="14.11")
    f.state.wide = 0
    changed(f.state)
    assert "17.12" not in stations(f)
    f.post("14.11")  # 08.11 is six hexes back: five points and the next hex
    assert {"14.11", "17.12"} <= stations(f)
    assert f.traced() == {"g-rgt1", "g-sec"}
    cargo = f.labels(trace.cargo_stations(f.state, GERMAN))
    assert "17.12" not in cargo  # cargo cannot use an Extender


@rule("ocs", "12.7a-B")
def test_extender_link_ends_at_any_rail_hex() -> None:
    """05.03, the last hex behind the gap, is no station [R-OCS-137]."""
    f = Depot(scenario=with_extenders(RAIL, 1), g_rgt1="11.03")
    f.state.wide |= 1 << f.hex("06.02")
    changed(f.state)
    assert (stations(f), f.traced()) == ({"02.02", "04.02", "08.11"}, set())
    f.post("07.03")
    assert "07.03" in stations(f)
    assert f.traced() == {"g-rgt1"}
    off_rail = Depot(scenario=with_extenders(RAIL, 1), g_rgt1="11.03")
    off_rail.state.wide |= 1 << f.hex("06.02")
    off_rail.post("07.04")  # beside the forward line: it joins nothing, and reaches no station
    assert off_rail.traced() == set()


@rule("ocs", "12.7a-C")
def test_extender_joins_railway_to_source() -> None:
    road = Source(id="N", side="german", hex="14.06", rail=False)
    scenario = with_extenders(varied(RAIL, source=(road,)), 4)
    f = Depot(scenario=scenario, g_rgt1="18.09")
    f.state.wide = 0
    changed(f.state)
    assert stations(f) == set()
    f.post("14.11")
    assert {"14.11", "17.12"} <= stations(f)
    assert f.traced() == {"g-rgt1"}


@rule("ocs", "12.7b.1", "12.7g")
def test_extender_range_to_adjacent_hex() -> None:
    f, g = Depot(scenario=SHORT), Depot(scenario=SHORT)
    f.post("12.03")  # four points to 08.03, next to 07.03
    g.post("13.03")
    assert sources.sources(f.state, GERMAN).extenders
    assert not sources.sources(g.state, GERMAN).extenders


@rule("ocs", "12.7b.1")
def test_zocs_stop_truck_extenders_but_not_leg() -> None:
    cases: tuple[tuple[Mobility, bool], ...] = (("truck", False), ("leg", True))
    for mobility, linked in cases:
        f = Depot(scenario=with_extenders(RAIL, 4, mobility), s_rgt1="10.04", s_rgt2="10.02")
        f.post("12.03")
        assert bool(sources.sources(f.state, GERMAN).extenders) == linked


@rule("ocs", "12.7b.2")
def test_extender_is_source_in_its_hex() -> None:
    f = Depot(scenario=SHORT, g_rgt1="14.03")
    f.post("07.03")  # beside the source, nothing is gained
    assert f.traced() == set()
    g = Depot(scenario=SHORT, g_rgt1="14.03")
    g.post("12.03")
    assert g.traced() == {"g-rgt1"}


@rule("ocs", "12.7c")
def test_chains_of_extenders() -> None:
    f = Depot(scenario=SHORT, g_rgt1="20.03")
    f.post("17.03")
    assert f.traced() == set()
    f.post("12.03")
    assert f.labels(sources.sources(f.state, GERMAN).extenders) == {"12.03", "17.03"}
    assert f.traced() == {"g-rgt1"}


@rule("ocs", "12.7d.4")
def test_extender_only_where_linked() -> None:
    f = Depot("movement", scenario=SHORT)
    f.generic("trucks", "13.03", count=2)
    assert f.refused("extend g-truck1,g-truck2") == "12.7d.4"
    g = Depot("movement", scenario=SHORT)
    g.generic("trucks", "12.03", count=2)
    g.give("extend g-truck1,g-truck2")
    assert sources.sources(g.state, GERMAN).extenders


@rule("ocs", "12.7d.5")
def test_unlinked_extender_has_no_effect() -> None:
    f = Depot(scenario=SHORT, g_rgt1="14.03")
    ids = f.post("12.03")
    assert f.traced() == {"g-rgt1"}
    f.put("s-rgt1", "05.03")  # on the railway
    f.put("s-rgt2", "02.10")
    assert f.traced() == set()
    assert f.marked("extended") == set(ids)
    f.put("s-rgt1", "20.10")
    assert f.traced() == {"g-rgt1"}


@rule("ocs", "12.7.4")
def test_side_without_extenders() -> None:
    sides = {id_: msgspec.structs.replace(s, extender=None) for id_, s in RAIL.file.sides.items()}
    f = Depot("movement", scenario=varied(RAIL, sides=sides))
    f.generic("trucks", "12.03", count=2)
    assert f.refused("extend g-truck1,g-truck2") == "12.7.4"
    assert not f.offered("g-truck1", "extend")
