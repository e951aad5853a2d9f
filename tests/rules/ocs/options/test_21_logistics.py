"""Chapter 21: optional rules about tempo, rebuilding, construction and transport."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.core.dice import Dice
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.arrivals import replacements
from grognard.games.ocs.arrivals.reinforcements import places, ready
from grognard.games.ocs.logistics import construction, rail_transport, sea_transport
from grognard.games.ocs.model.charts import Rebuild
from grognard.games.ocs.model.files import Arrival, Hedgehog
from grognard.games.ocs.model.scenario import TOKENS, OcsScenario
from grognard.games.ocs.model.state import OcsState, remove
from grognard.games.ocs.supply.tokens import dump_at
from grognard.games.ocs.supply.trace import in_trace, trace_hexes
from grognard.games.ocs.terrain.ports import capacity, trace_capacity
from grognard.games.ocs.turn import sequence
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.chosen_options import playing, set_up
from tests.rules.ocs.field import GERMAN, SOVIET, varied
from tests.rules.ocs.order_helpers import Manoeuvre, at
from tests.rules.ocs.supply_board import Depot, even

BIG, SMALL = "10.02", "02.02"
ON_OFF = pytest.mark.parametrize("on", [True, False])


def start(*options: str, name: str = "kharkov") -> OcsState:
    """Return the setup of a scenario with options."""
    return sequence.setup(set_up(name, *options), Dice(1))


def on_ground(state: OcsState, side: int) -> int:
    dumps = state.scenario.dumps & state.scenario.of_side[side]
    return sum(tokens for c, tokens in enumerate(state.tokens) if dumps >> c & 1)


def loaded(state: OcsState, kinds: int) -> int:
    return sum(tokens for c, tokens in enumerate(state.tokens) if kinds >> c & 1)


def count(state: OcsState, counters: int) -> int:
    return sum(where >= 0 for c, where in enumerate(state.at) if counters >> c & 1)


# -- 21.6 Convention Tempo -------------------------------------------------------------------------


@rule("ocs", "21.6a")
@pytest.mark.parametrize("name", ["kharkov", "practice"])
def test_tempo_doubles_supply_at_start_but_not_organic_loads(name: str) -> None:
    plain, fast = start(name=name), start("21.6", name=name)
    for side in (GERMAN, SOVIET):
        assert on_ground(fast, side) == 2 * on_ground(plain, side) > 0
    assert loaded(fast, fast.scenario.organic) == loaded(plain, plain.scenario.organic)
    other = fast.scenario.transports & ~fast.scenario.organic
    assert loaded(fast, other) == 2 * loaded(plain, plain.scenario.transports & ~plain.scenario.organic)


@rule("ocs", "21.6b")
def test_tempo_doubles_rail_capacity_and_transports_at_start() -> None:
    plain, fast = start(), start("21.6")
    for side in (GERMAN, SOVIET):
        numbers = []
        for state in (plain, fast):
            scenario = state.scenario
            other = scenario.transports & ~scenario.organic & scenario.of_side[side]
            numbers.append((count(state, other), count(state, state.extended & other)))
        assert numbers[1] == (2 * numbers[0][0], numbers[0][1])  # no more Extenders [R-OCS-292]
        plain.turn = fast.turn = 1
        assert rail_transport.rail_left(fast, side) == 2 * rail_transport.rail_left(plain, side) > 0
        limits = [replacements.truck_limit(state.scenario, side) for state in (plain, fast)]
        assert limits[0] < limits[1] or plain.scenario.side_data[side].truck_limit


@rule("ocs", "21.6c")
@ON_OFF
def test_tempo_adds_half_to_new_supply_and_sea_capacity(on: bool) -> None:
    base = playing("21.6") if on else playing()
    line = Arrival(1, ("01.03",), side="german", supply=2.75)
    field = Manoeuvre("reinforcement", scenario=varied(base, arrival=(line,)), g_rgt1="08.07")
    sequence.begin(field.state, field.dice(3, 4, *((1, 3, 1, 3) if on else (1, 3))))
    assert field.state.tokens[dump_at(field.state, field.hex("01.03"), GERMAN)] == (17 if on else 11)
    plain = Manoeuvre("reinforcement", g_rgt1="08.07")
    sequence.begin(plain.state, plain.dice(3, 4, 1, 3))
    new = plain.state.incoming[GERMAN]
    assert field.state.incoming[GERMAN] == (int(1.5 * new + 0.5) if on else new)
    assert sea_transport.sea_left(field.state, GERMAN) == (48 if on else 32)


@rule("ocs", "21.6d")
@ON_OFF
def test_tempo_rolls_twice_for_replacements(on: bool) -> None:
    field = Manoeuvre("reinforcement", scenario=playing("21.6") if on else "practice", g_rgt1="08.07")
    sequence.begin(field.state, field.dice(1, 1, 4, 4, *((5, 6) if on else ())))
    kinds = [
        field.scenario.counters[c].kind
        for c in range(field.scenario.unit_count)
        if ready(field.state, GERMAN) >> c & 1
    ]
    assert (kinds.count("pax"), kinds.count("eq")) == ((3, 3) if on else (1, 1))


# -- 21.7 Revised Rebuilds -------------------------------------------------------------------------


def received(pax: int, eq: int, on: bool = True, **at: Any) -> Manoeuvre:
    """A Reinforcement Phase in which Repls have just arrived with an HQ in 01.03."""
    scenario = playing("21.7") if on else "practice"
    field = Manoeuvre("reinforcement", scenario=scenario, g_hq="01.03", **at)
    new = [*field.generic("pax", "01.03", count=pax), *field.generic("eq", "01.03", count=eq)]
    field.state.arrived = sum(1 << c for c in new)
    return field


def repls(field: Manoeuvre) -> tuple[int, int]:
    own = field.scenario.of_side[GERMAN]
    return count(field.state, field.scenario.pax & own), count(field.state, field.scenario.eq & own)


@rule("ocs", "21.7.1")
@pytest.mark.parametrize(
    ("pax", "eq", "rebuilt", "on", "left"),
    [
        (4, 3, (), True, (2, 1)),  # at most half of each can be saved
        (4, 3, (), False, (4, 3)),
        (1, 1, (), True, (0, 0)),
        (4, 0, ("g-eng",), True, (2, 0)),
        (4, 0, ("g-eng", "g-rgt1", "g-rgt2"), True, (1, 0)),
    ],
)
def test_half_of_the_repls_must_be_used(
    pax: int, eq: int, rebuilt: tuple[str, ...], on: bool, left: tuple[int, int]
) -> None:
    field = received(pax, eq, on)
    for id_ in rebuilt:
        remove(field.state, field.unit(id_))
        field.give(f"rebuild {id_} 01.03")
    field.give("end")
    assert repls(field) == left


@rule("ocs", "21.7.1")
def test_repls_of_earlier_turns_may_be_kept() -> None:
    field = received(2, 0)
    (old,) = field.generic("pax", "01.03")
    remove(field.state, field.unit("g-eng"))
    field.give("rebuild g-eng 01.03")  # with one of the new ones
    assert field.state.at[old] >= 0
    field.give("end")
    assert repls(field) == (2, 0)


@rule("ocs", "21.7.2")
@ON_OFF
def test_repls_arrive_with_an_hq_in_trace_supply(on: bool) -> None:
    scenario = playing("21.7") if on else "practice"
    field = Manoeuvre("reinforcement", turn=2, scenario=scenario, g_hq="07.03", g_hq2="20.01")
    field.put("s-inf1", "19.03")
    field.put("s-inf2", "18.01")  # all around the second HQ
    sequence.begin(field.state, field.dice(1, 1, 4, 4))
    assert in_trace(field.state, GERMAN) & field.bit("g-hq", "g-hq2") == field.bit("g-hq")
    hexes = {field.scenario.label(hex_) for hex_ in places(field.state, field.unit("g-pax1"))}
    assert ("07.03" in hexes) == on and "20.01" not in hexes and "01.03" in hexes
    if on:
        field.give("arrive g-pax1 07.03")
        assert field.at("g-pax1") == "07.03"


@rule("ocs", "21.7.2")
def test_only_repls_arrive_with_an_hq() -> None:
    line = Arrival(2, ("G-WEST",), units=("g-rgt1",))
    field = Manoeuvre(
        "reinforcement", turn=2, scenario=varied(playing("21.7"), arrival=(line,)), g_hq="07.03"
    )
    assert replacements.hq_entries(field.state, field.unit("g-pax1"))
    assert not replacements.hq_entries(field.state, field.unit("g-rgt1"))


@rule("ocs", "21.7.3")
@pytest.mark.parametrize(
    ("unit", "usual", "easier"),
    [
        ("g-inf1", (2, 0), (1, 0)),
        ("g-pz1", (0, 2), (0, 1)),
        ("g-mech1", (1, 1), (1, 0)),  # no Track MP
        ("g-tb", (0, 1), (0, 1)),
        ("g-hq", (2, 1), (1, 0)),
        ("g-eng", (1, 0), (1, 0)),
    ],
)
def test_a_step_costs_one_repl(unit: str, usual: tuple[int, int], easier: tuple[int, int]) -> None:
    for scenario, cost in ((playing("21.7"), easier), (playing(), usual)):
        found = replacements.price(scenario, scenario.index[unit])
        assert found is not None and (found.pax, found.eq) == cost


@rule("ocs", "21.7.3")
def test_a_mix_costs_one_eq_for_units_with_track_mp() -> None:
    base = playing("21.7")
    mixed = {"panzer-battalion": Rebuild(pax=1, eq=2), "assault-gun-company": Rebuild(pax=1, eq=1, units=2)}
    scenario = varied(base)
    scenario.charts = msgspec.structs.replace(base.charts, rebuild={**base.charts.rebuild, **mixed})
    assert replacements.price(scenario, scenario.index["g-pz1"]) == Rebuild(eq=1)
    assert replacements.price(scenario, scenario.index["g-coy1"]) == Rebuild(eq=1, units=2)


@rule("ocs", "21.7.4")
def test_units_that_cannot_be_rebuilt_still_cannot() -> None:
    scenario = playing("21.7")
    assert replacements.price(scenario, scenario.index["g-sec"]) is None  # no rebuild
    assert replacements.price(scenario, scenario.index["g-wagon1"]) is None  # no cost
    field = received(2, 0)
    remove(field.state, field.unit("g-sec"))
    assert field.refused("rebuild g-sec 01.03") == "13.5c"


# -- 21.11 Enhanced Construction -------------------------------------------------------------------


def site(*options: str, level: int = 0, tokens: int = 40, **at: Any) -> Manoeuvre:
    """A German Movement Phase with supply in 08.07, and a hedgehog of some level."""
    field = Manoeuvre("movement", scenario=playing(*options), **at)
    field.supply("08.07", tokens)
    if level:
        field.state.level[field.generic("hedgehogs", "08.07")[0]] = level
    return field


@rule("ocs", "21.11a.1")
@ON_OFF
def test_only_engineers_improve_hedgehogs(on: bool) -> None:
    options = ("21.11a",) if on else ()
    field = site(*options, level=1, g_rgt1="08.07", g_rgt2="09.06", g_eng="08.07")
    if on:
        assert field.refused("dig 08.07 g-rgt1") == "21.11a.1"
        assert not field.offered("g-rgt1", "dig")
    else:
        assert field.check("dig 08.07 g-rgt1") is None
        assert "dig 08.07 g-rgt1" in field.offered("g-rgt1", "dig")
    assert field.check("dig 08.07 g-eng") is None
    assert "dig 08.07 g-eng" in field.offered("g-eng", "dig")
    fresh = site(*options, g_rgt1="08.07")
    assert fresh.check("dig 08.07 g-rgt1") is None


@rule("ocs", "21.11a.2")
@pytest.mark.parametrize(
    ("on", "level", "points"),
    [(True, 0, 2), (True, 1, 3), (True, 2, 4), (True, 3, 5), (False, 1, 2), (False, 3, 2)],
)
def test_price_of_big_hogs(on: bool, level: int, points: int) -> None:
    options = ("21.11a",) if on else ()
    short = site(*options, level=level, tokens=TOKENS * points - 1, g_eng="08.07")
    assert short.refused("dig 08.07 g-eng") == "16.0b.2"
    field = site(*options, level=level, tokens=TOKENS * points, g_eng="08.07")
    assert "dig 08.07 g-eng" in field.offered("g-eng", "dig")
    field.give("dig 08.07 g-eng")
    assert dump_at(field.state, field.hex("08.07"), GERMAN) < 0  # all of it is used
    hog = construction.hedgehog_at(field.state, field.hex("08.07"))
    assert field.state.level[hog] == level + 1


def coast(*options: str, **at: Any) -> Depot:
    """The even board with both ports in German hands."""
    scenario = playing(*options, base=even())
    return Depot("movement", scenario=scenario, g_port_1002=BIG, g_port_0202=SMALL, **at)


@rule("ocs", "21.11b")
@pytest.mark.parametrize(("on", "hits", "price"), [(True, 1, 3), (True, 4, 1), (False, 1, 4), (False, 4, 4)])
def test_small_ports_are_cheaper_to_repair(on: bool, hits: int, price: int) -> None:
    field = coast(*(("21.11b",) if on else ()), g_eng=SMALL)
    port = field.unit("g-port-0202")
    field.state.level[port] = hits
    assert capacity(field.state, port) == {1: 3, 4: 1}[hits]  # a port of 1 SP
    field.supply(SMALL, price - 1) if price > 1 else None
    assert field.refused(f"mend {SMALL} g-eng") == "19.0d"
    field.supply(SMALL, 1)
    field.give(f"mend {SMALL} g-eng")
    assert field.state.level[port] == hits - 1 and not field.tokens(SMALL)


@rule("ocs", "21.11b")
def test_ports_above_one_point_cost_the_same() -> None:
    field = coast("21.11b", g_eng=BIG)
    field.state.level[field.unit("g-port-1002")] = 1
    field.supply(BIG, 3)
    assert field.refused(f"mend {BIG} g-eng") == "19.0d"


def captured_level(scenario: OcsScenario, level: int) -> int:
    """Return the level of a Soviet hedgehog in 09.10 after a German regiment has entered."""
    field = Battlefield("movement", scenario=scenario, g_rgt1="08.09", g_pz1="08.09").fuelled()
    field.state.level[field.generic("hedgehogs", "09.10", SOVIET)[0]] = level
    changed(field.state)
    field.give("move g-rgt1 08.09-09.10")
    hog = construction.hedgehog_at(field.state, field.hex("09.10"))
    assert hog < 0 or field.scenario.side_of[hog] == GERMAN
    return field.state.level[hog] if hog >= 0 else 0


@rule("ocs", "21.11c")
@pytest.mark.parametrize(("option", "level", "left"), [("21.11c", 3, 2), ("21.11c", 1, 0), ("21.11b", 3, 3)])
def test_captured_hedgehog_loses_a_level(option: str, level: int, left: int) -> None:
    assert captured_level(playing(option), level) == left


@rule("ocs", "21.11c")
def test_printed_hedgehogs_keep_their_level() -> None:
    base = playing("21.11c")
    scenario = varied(base, hedgehog=(Hedgehog(hex="09.10", side="soviet", level=3, printed=True),))
    scenario._compile_ground()
    assert captured_level(scenario, 3) == 3


# -- 21.12 Enhanced Transport ----------------------------------------------------------------------


@rule("ocs", "21.12b")
@ON_OFF
def test_ports_in_enemy_zoc_ship_at_four_times_the_cost(on: bool) -> None:
    field = coast(*(("21.12b",) if on else ()), g_coy1=f"{SMALL} m", s_inf1="11.03", g_rgt1=f"{SMALL} m")
    field.supply(SMALL, 4)
    if not on:
        assert field.refused(f"ship g-coy1 {SMALL}-{BIG}") == "19.0f-F"
        assert not field.offered("g-coy1", "ship")
        return
    assert field.refused(f"ship g-rgt1 {SMALL}-{BIG}") == "19.0f-E"
    field.give(f"ship g-coy1 {SMALL}-{BIG}")
    assert field.state.sea_used[GERMAN] == 4 * 4  # a quarter of a point, four times
    field.give(f"ship-supply {SMALL}-{BIG} 1")
    assert field.state.sea_used[GERMAN] == 2 * 16
    assert field.refused(f"ship-supply {SMALL}-{BIG} 1") == "19.0f-E"


@rule("ocs", "21.12b")
def test_cloak_of_night_is_for_sea_cap_only() -> None:
    field = coast("21.12b", s_inf1="11.03")
    assert not trace_capacity(field.state, field.unit("g-port-1002"))
    free = coast("21.12b", g_coy1=f"{SMALL} m")
    free.give(f"ship g-coy1 {SMALL}-{BIG}")
    assert free.state.sea_used[GERMAN] == 4  # the normal cost without an enemy ZOC


@rule("ocs", "21.12c.1")
@ON_OFF
def test_at_most_three_re_in_strat_mode_end_a_segment_in_a_hex(on: bool) -> None:
    scenario = playing("21.12c") if on else "practice"
    ids = ("g-rgt1", "g-rgt2", "g-tb")
    field = Battlefield("movement", scenario=scenario, **at("05.03 ms", *ids))
    field.put("g-eng", "05.03")
    field.copy().give("end")
    assert not field.copy().state.questions
    field.put("g-coy1", "05.03 ms")  # 3.25 RE
    field.give("end")
    if not on:
        assert not field.state.questions and field.at("g-coy1")
        return
    assert field.asks() == ("column", GERMAN)
    assert field.answers() == {"lose g-coy1", "lose g-rgt1", "lose g-rgt2", "lose g-tb"}
    assert field.refused("lose g-eng") == "21.12c.1"
    field.give("lose g-coy1")
    assert not field.at("g-coy1") and field.at("g-tb") and field.asked() != "column"


@rule("ocs", "21.12c.1", "4.8a.2")
def test_one_loss_can_settle_both_limits() -> None:
    """Of 11 RE, 4 in Strat Mode, a column of 1 RE goes: 10 RE are left, 3 of them in Strat Mode."""
    field = Battlefield("movement", scenario=playing("21.12c"), **at("05.03 ms", "g-rgt1", "g-inf1"))
    for id_ in ("g-inf2", "g-inf4"):
        field.put(id_, "05.03")
    field.give("end")
    assert [question.kind for question in field.state.questions] == ["column", "overstacked"]
    field.give("lose g-rgt1")
    assert field.asked() not in ("column", "overstacked") and field.at("g-inf1")


@rule("ocs", "21.12c.2")
@pytest.mark.parametrize(
    ("ids", "crowded"),
    [
        (("g-inf4",), False),  # one division of 4 RE
        (("g-inf4", "g-coy1"), True),
        (("g-pz1", "g-pz2", "g-mech1", "g-moto", "g-hqd"), False),  # one formation
        (("g-pz1", "g-pz2", "g-mech1", "g-moto", "g-rgt1"), True),
        (("g-inf1",), False),
    ],
)
def test_one_division_or_formation_may_be_larger(ids: tuple[str, ...], crowded: bool) -> None:
    field = Battlefield("movement", scenario=playing("21.12c"), **at("05.03 ms", *ids))
    field.give("end")
    assert (field.asked() == "column") == crowded


@rule("ocs", "21.12d")
@ON_OFF
def test_strat_units_end_movement_in_direct_draw(on: bool) -> None:
    field = Depot(
        "movement",
        scenario=playing("21.12d", base=even()) if on else even(),
        g_hq2="05.07",
        g_rgt1="05.07 ms",
    )
    thrown_only = "14.07"
    assert trace_hexes(field.state, GERMAN) >> field.hex(thrown_only) & 1
    assert (thrown_only in field.reach("g-rgt1")) != on
    assert "06.07" in field.reach("g-rgt1")
    if on:
        assert field.refused(f"move g-rgt1 05.07-{thrown_only}") == "21.12d"
    field.put("g-rgt2", thrown_only)
    field.give("mode g-rgt2 strat")
    field.give("end")  # it stays
    assert bool(field.state.strat & field.bit("g-rgt2")) != on
