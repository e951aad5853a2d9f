"""Case 13.6: reinforcements, new supply, and where units that broke out come back."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.hexes.grid import bits
from grognard.core.testing import rule
from grognard.games.ocs import rules
from grognard.games.ocs.arrivals import reinforcements
from grognard.games.ocs.arrivals.entry_hexes import open_places
from grognard.games.ocs.logistics import rail_transport, schedule
from grognard.games.ocs.model.files import Arrival, Port, Source, Withdrawal
from grognard.games.ocs.model.state import AWAY, COMING, GONE, READY, OcsState, put
from grognard.games.ocs.turn import sequence
from grognard.games.ocs.units.modes import mode_word
from tests.rules.ocs.field import GERMAN, practice, varied
from tests.rules.ocs.order_helpers import Manoeuvre

NO_NEWS = (1, 1, 1, 1)
"""Dice that bring 4 points of supply and no replacements."""


def expecting(
    *lines: Arrival, withdrawal: tuple[Withdrawal, ...] = (), source: tuple[Source, ...] = (), **at: Any
) -> Manoeuvre:
    """A German Reinforcement Phase of turn 2 is about to begin, with this schedule."""
    field = Manoeuvre("reinforcement", turn=2, **at)
    file = field.scenario.file
    twin = varied(field.scenario, arrival=lines, withdrawal=withdrawal, source=source or file.source)
    field.scenario = field.state.scenario = twin
    schedule.expect(field.state)
    return field


def opened(field: Manoeuvre, *dice: int) -> Manoeuvre:
    """The phase begins; without dice nothing but supply comes."""
    sequence.begin(field.state, field.dice(*(dice or NO_NEWS)))
    return field


def waiting(state: OcsState) -> set[str]:
    return set(state.scenario.ids(reinforcements.ready(state, GERMAN)))


# -- units -------------------------------------------------------------------------------------------


@rule("ocs", "13.6.1")
def test_scheduled_units_enter_in_reinforcement_phase() -> None:
    field = opened(expecting(Arrival(2, ("G-WEST", "05.05"), units=("g-inf1", "g-rgt1"))))
    assert waiting(field.state) == {"g-inf1", "g-rgt1"}
    assert field.refused("arrive g-inf1 06.06") == "13.6.1"
    assert field.offered("g-inf1", "arrive") >= {"arrive g-inf1 01.03", "arrive g-inf1 05.05 move"}
    field.give("arrive g-inf1,g-rgt1 05.05")
    assert (field.at("g-inf1"), field.at("g-rgt1")) == ("05.05", "05.05")
    assert not waiting(field.state)


@rule("ocs", "13.6.1")
def test_units_enter_only_on_their_turn_and_phase() -> None:
    field = opened(
        expecting(Arrival(3, ("G-WEST",), units=("g-inf1",)), Arrival(2, ("S-EAST",), units=("s-inf1",)))
    )
    assert not waiting(field.state)
    assert field.state.at[field.unit("s-inf1")] == COMING
    field.go_to("reinforcement", 1)
    opened(field)
    assert field.state.at[field.unit("s-inf1")] == READY
    field.state.turn = 3
    field.go_to("reinforcement", 0)
    opened(field)
    assert waiting(field.state) == {"g-inf1"}


@rule("ocs", "13.6.2")
def test_entry_cannot_be_delayed() -> None:
    field = opened(
        expecting(
            Arrival(2, ("G-WEST",), units=("g-inf1",)),
            Arrival(2, ("08.07",), units=("g-rgt1",)),
            s_inf1="08.07",
        )
    )
    assert not field.offered("g-rgt1")
    assert "end" not in field.offered("")
    assert field.refused("end") == "13.6.2"  # nothing enters by itself, and nothing is forgotten
    assert not field.at("g-inf1")
    field.give("arrive g-inf1 01.03 move")
    field.give("arrive")  # the supply of the turn
    field.give("end")
    assert field.at("g-inf1") == "01.03"
    assert field.state.at[field.unit("g-rgt1")] == GONE


@rule("ocs", "13.6.1", "13.6.2")
def test_all_that_are_left_enter_by_one_order_whose_preview_shows_where() -> None:
    field = opened(expecting(Arrival(2, ("G-WEST",), units=("g-inf1", "g-rgt1"))), 3, 4, 1, 1)
    field.give("arrive g-rgt1 01.03 move")
    assert "arrive" in field.offered("")
    said = rules.preview(field.state, field.order("arrive"))
    lines = [(line.label, line.value) for line in said.lines]
    assert any("infantry division" in label.lower() and value.startswith("01.03") for label, value in lines)
    assert [value for label, value in lines if label == "new supply"] == [
        "3 SP 2T in 01.03",
        "3 SP 2T in 01.12",
    ]
    assert field.state.at[field.unit("g-inf1")] == READY  # a preview changes nothing
    field.give("arrive")
    assert field.at("g-inf1") == "01.03"
    assert field.refused("arrive") == "13.6.1"
    field.give("end")


@rule("ocs", "13.6b.1")
def test_units_enter_in_any_voluntary_mode() -> None:
    field = opened(expecting(Arrival(2, ("G-WEST",), units=("g-inf1",))))
    orders = field.offered("g-inf1", "arrive")
    assert orders == {f"arrive g-inf1 01.03{m}" for m in ("", " move", " reserve", " reserve-move", " strat")}
    field.give("arrive g-inf1 01.03 reserve-move")
    assert mode_word(field.state, field.unit("g-inf1")) == "reserve-move"


@rule("ocs", "13.6b.2", "5.7c.1")
def test_entry_in_enemy_zoc_but_not_in_reserve() -> None:
    field = opened(expecting(Arrival(2, ("G-WEST",), units=("g-inf1",)), s_inf1="02.03"))
    assert field.offered("g-inf1", "arrive") == {"arrive g-inf1 01.03", "arrive g-inf1 01.03 move"}
    assert field.refused("arrive g-inf1 01.03 strat") == "13.6b.1"
    field.give("arrive g-inf1 01.03")


@rule("ocs", "13.6a.3", "4.8a.3")
def test_entry_may_overstack() -> None:
    field = opened(
        expecting(Arrival(2, ("G-WEST",), units=("g-inf1", "g-inf2")), g_inf3="01.03", g_inf4="01.03")
    )
    field.give("arrive g-inf1,g-inf2 01.03")
    field.give("arrive")
    field.give("end")
    assert not field.state.questions
    assert field.state.phase == "movement"
    assert field.at("g-inf1") == field.at("g-inf4") == "01.03"


@rule("ocs", "13.6b.4")
def test_blocked_entry_hex_is_replaced_by_nearest_free() -> None:
    field = expecting(Arrival(2, ("G-WEST",), units=("g-inf1",)), s_inf1="01.03", s_inf2="01.04")
    opened(field)
    assert {order.split()[2] for order in field.offered("g-inf1", "arrive")} == {"01.02"}
    inland = open_places(field.state, GERMAN, ("08.07",))
    field.put("s-rgt1", "08.07")
    assert [field.scenario.label(h) for h in inland] == ["08.07"]
    assert not open_places(field.state, GERMAN, ("08.07",))


@rule("ocs", "13.6b.3", "13.3e-1.1")
def test_reinforcements_may_move_by_rail_at_once() -> None:
    field = opened(expecting(Arrival(2, ("05.03",), units=("g-inf1",)), g_inf2="05.03 m"))
    field.give("arrive g-inf1 05.03 move")
    field.give("arrive")
    field.give("end")
    assert field.state.phase == "movement"
    assert field.state.arrived == field.bit("g-inf1")
    assert rail_transport.check_rail(field.state, GERMAN, field.order("rail g-inf1 05.03-07.03")) is None
    refusal = rail_transport.check_rail(field.state, GERMAN, field.order("rail g-inf2 05.03-07.03"))
    assert refusal is not None
    assert refusal.rule.startswith("13.3")


def test_withdrawn_transports_leave_their_supply() -> None:
    field = expecting(withdrawal=(Withdrawal(2, ("g-org1", "g-inf1")),), g_org1="08.07", g_inf1="08.07")
    field.load(field.unit("g-org1"), 4)
    opened(field)
    assert field.state.at[field.unit("g-inf1")] == field.state.at[field.unit("g-org1")] == GONE
    field.sound()
    assert field.state.ledger[GERMAN] == 4


# -- ports -------------------------------------------------------------------------------------------


def at_port(capacity: float = 2, units: tuple[str, ...] = ("g-rgt1", "g-rgt2"), **at: Any) -> Manoeuvre:
    """German reinforcements for the port of 10.02."""
    field = expecting(Arrival(2, ("10.02",), units=units), **at)
    field.scenario = field.state.scenario = varied(
        field.scenario, port=(Port("10.02", capacity, "german"), field.scenario.file.port[1])
    )
    put(field.state, field.unit("g-port-1002"), field.hex("10.02"))
    return opened(field)


@rule("ocs", "13.6a.1")
def test_port_capacity_limits_reinforcements() -> None:
    field = at_port(1.5)
    assert field.refused("arrive g-rgt1,g-rgt2 10.02") == "13.6a.1"
    field.give("arrive g-rgt1 10.02")
    assert not field.offered("g-rgt2")
    assert field.refused("arrive g-rgt2 10.02") == "13.6a.1"
    field = at_port(2)
    field.give("arrive g-rgt1,g-rgt2 10.02")


@rule("ocs", "13.6a.1")
def test_damaged_port_takes_less() -> None:
    field = at_port(2)
    field.state.level[field.unit("g-port-1002")] = 2  # three fifths of 2 SP: 5 tokens
    assert field.refused("arrive g-rgt1,g-rgt2 10.02") == "13.6a.1"
    field.give("arrive g-rgt1 10.02")


@rule("ocs", "13.6a.2")
def test_no_reinforcements_at_port_in_enemy_zoc() -> None:
    field = at_port(2, s_inf1="10.03")
    assert not field.offered("g-rgt1")
    assert field.refused("arrive g-rgt1 10.02") == "13.6a.2"
    field = at_port(2, s_inf1="10.03", g_inf1="10.02")  # and no unit of one's own negates it
    assert field.refused("arrive g-rgt1 10.02") == "13.6a.2"


# -- trucks and supply -------------------------------------------------------------------------------


@rule("ocs", "13.6c.1")
def test_organic_trucks_arrive_loaded() -> None:
    field = opened(expecting(Arrival(2, ("08.07",), units=("g-org1",))))
    field.give("arrive g-org1 08.07")
    assert field.state.tokens[field.unit("g-org1")] == 4


@rule("ocs", "13.6c.2")
@pytest.mark.parametrize(("supply", "loads"), [(0, [0, 0]), (1, [4, 0]), (3, [4, 4])])
def test_transports_arrive_loaded_with_supply_arriving_there(supply: float, loads: list[int]) -> None:
    field = expecting(Arrival(2, ("08.07",), side="german", trucks=2, supply=supply))
    field.supply("08.07", 40)  # what is there already does not count
    opened(field)
    field.give("arrive")
    field.give("end")
    trucks = [field.unit("g-truck1"), field.unit("g-truck2")]
    assert [field.state.tokens[truck] for truck in trucks] == loads
    field.sound()


@rule("ocs", "13.6.1")
@pytest.mark.parametrize("all_counters", [False, True])
def test_transports_of_schedule_are_not_lost_for_want_of_counters(all_counters: bool) -> None:
    """Those beyond the last counter enter as soon as one is free [R-OCS-153]."""
    field = expecting(Arrival(2, ("08.07",), side="german", trucks=2, wagons=1, supply=3))
    scenario, own = field.scenario, field.scenario.of_side[GERMAN]
    pools = (scenario.trucks & ~scenario.organic & own, scenario.wagons & own, scenario.dumps & own)
    for pool in pools:
        used = bits(pool if all_counters else pool & ~scenario.extra)
        for c, hex_ in zip(used, bits(scenario.ground), strict=False):
            put(field.state, c, hex_)
            field.load(c, 1)
    before = field.state.ledger[GERMAN]
    opened(field)
    assert field.state.ledger[GERMAN] == before + 12
    there = field.state.here.get(field.hex("08.07"), 0)
    counts = [(there & pool).bit_count() for pool in pools[:2]]
    assert counts == ([0, 0] if all_counters else [2, 1])
    owed = [field.state.owed_trucks[GERMAN], field.state.owed_wagons[GERMAN]]
    assert owed == ([2, 1] if all_counters else [0, 0])
    if all_counters:
        freed = [*bits(pools[0])[:3], bits(pools[1])[0]]
        for c in freed:
            field.load(c, -1)
            put(field.state, c, AWAY)
        field.state.turn = 3
        opened(field)
        assert field.state.owed_trucks == field.state.owed_wagons == [0, 0]
        ready = reinforcements.ready(field.state, GERMAN)
        assert [(ready & pool).bit_count() for pool in pools[:2]] == [2, 1]


@rule("ocs", "2.1.6")
def test_new_supply_placed_at_own_sources() -> None:
    field = opened(expecting(g_rgt1="08.07"), 3, 4, 1, 1)  # 7 points
    assert field.state.incoming[GERMAN] == 28
    assert field.refused("deliver 08.07 4") == "2.1.6"
    assert field.refused("deliver 01.03 15") == "2.1.6"  # no source takes more than its share
    field.give("deliver 01.03 14")
    field.give("deliver 01.12 9")
    assert field.refused("end") == "13.6.2"  # 5T are left
    field.give("arrive")
    field.give("end")
    assert field.state.incoming[GERMAN] == 0
    assert field.state.ledger[GERMAN] == 28


@rule("ocs", "2.1.6")
def test_unplaced_supply_is_spread_over_sources() -> None:
    field = opened(expecting(g_rgt1="08.07"), 3, 4, 1, 1)
    field.give("arrive")
    spread = [field.state.tokens[c] for h in ("01.03", "01.12") for c in _dumps(field, h)]
    assert spread == [14, 14]
    west, north, *rest = practice().file.source
    closed = Source(north.id, north.side, north.hex, turns=(5, 9))
    field = opened(expecting(source=(west, closed, *rest), g_rgt1="08.07"), 3, 4, 1, 1)
    field.give("deliver 01.03 28")


def _dumps(field: Manoeuvre, label: str) -> list[int]:
    there = field.state.here.get(field.hex(label), 0) & field.scenario.dumps
    return [c for c in range(len(field.scenario.counters)) if there >> c & 1]


# -- back from Breakout ------------------------------------------------------------------------------


@rule("ocs", "V41.1", "12.8e.8")
def test_breakout_units_return_in_scenario_hexes() -> None:
    field = expecting(Arrival(1, ("G-NORTH",), units=("g-inf1",)))
    unit = field.unit("g-inf1")
    field.state.due[unit] = 2  # it came in turn 1, broke out, and is due again
    field.state.lost[unit] = 1
    opened(field)
    assert waiting(field.state) == {"g-inf1"}
    assert {order.split()[2] for order in field.offered("g-inf1", "arrive")} == {"01.03"}
    field.give("arrive g-inf1 01.03")
    assert field.state.lost[unit] == 1


def test_replacements_enter_where_supply_does() -> None:
    field = opened(expecting(g_rgt1="08.07"), 1, 1, 6, 6)  # 3 Pax, 2 Eq, 1 truck
    assert waiting(field.state) == {"g-pax1", "g-pax2", "g-pax3", "g-eq1", "g-eq2", "g-truck1"}
    field.give("arrive g-pax1,g-eq1 01.12")
    assert field.refused("arrive g-pax2 08.07") == "13.6.1"
    field.give("arrive")
    field.give("end")
    assert field.at("g-pax1") == "01.12"
    assert field.at("g-pax2") == "01.03"
