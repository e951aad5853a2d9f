"""Invariants of aircraft, ships, landing craft and missions: each violation is found, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grognard.core.contract.decisions import Question
from grognard.core.contract.state import ask
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.air.bases import active_limit
from grognard.games.ocs.interface.invariants import violations
from grognard.games.ocs.model.state import DEAD, HOSTED, put, put_aboard
from grognard.games.ocs.supply import attrition
from tests.rules.ocs.field import GERMAN, SOVIET, Field
from tests.rules.ocs.order_helpers import Places
from tests.rules.ocs.seaside import Seaside

Change = Callable[[Seaside], None]


def sound_sea() -> Seaside:
    """Return ships, landing craft with a passenger and supply, and aircraft of both sides at bases."""
    return Seaside(
        g_bb="17.01",
        g_lc1="17.02 3 4T",
        g_rgt1="g-lc1",
        g_lst1="16.02 2",
        g_109="04.07",
        g_87="04.07 i",
        s_yak="13.07",
        s_dd="20.01",
    )


def hosted_by(id_: str, host: str) -> Change:
    """Return a change that puts a counter on another."""
    return lambda field: put_aboard(field.state, field.unit(id_), field.unit(host))


def moved_to(id_: str, hex_: str) -> Change:
    """Return a change that puts a counter into a hex."""
    return lambda field: put(field.state, field.unit(id_), field.hex(hex_))


def placed(id_: str, place: int) -> Change:
    """Return a change of the place of a counter that leaves its host as it is."""

    def change(field: Seaside) -> None:
        field.state.at[field.unit(id_)] = place

    return change


def value(name: str, id_: str, number: int) -> Change:
    """Return a change of a number of a counter."""

    def change(field: Seaside) -> None:
        getattr(field.state, name)[field.unit(id_)] = number

    return change


def ledger(side: int, more: int) -> Change:
    """Return a change of the ledger of landing craft."""

    def change(field: Seaside) -> None:
        field.state.craft_ledger[side] += more

    return change


def marked(name: str, *ids: str) -> Change:
    """Return a change that adds counters to a set."""

    def change(field: Seaside) -> None:
        setattr(field.state, name, getattr(field.state, name) | field.bit(*ids))

    return change


def asked(kind: str) -> Change:
    """Return a change that adds a question."""
    return lambda field: ask(field.state, Question(kind, GERMAN))


def test_a_sound_position_has_no_faults() -> None:
    assert violations(sound_sea().state) == []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (hosted_by("g-109", "g-bb"), "g-109 is on g-bb, which cannot carry it"),
        (hosted_by("g-rgt1", "g-bb"), "g-rgt1 is on g-bb, which cannot carry it"),
        (hosted_by("g-inf1", "g-rgt1"), "g-inf1 is on g-rgt1, which cannot carry it"),
        (hosted_by("s-rgt1", "g-lc1"), "s-rgt1 is on an enemy counter"),
        (hosted_by("g-rgt1", "g-lc2"), "g-rgt1 is on g-lc2, which is not in play"),
        (value("host", "g-inf1", 0), "g-inf1 is aboard but not hosted"),
        (value("host", "g-rgt1", -1), "g-rgt1 is hosted by nothing"),
        (placed("g-rgt1", DEAD), "g-rgt1 is aboard but not hosted"),
        (placed("g-inf1", HOSTED), "g-inf1 is hosted by nothing"),
        (marked("active", "g-rgt1"), "g-rgt1, g-109, s-yak: not all are air units at a base [14.1a]"),
        (moved_to("g-87", "08.07"), "g-87: air units are at bases [14.1a]"),
        (moved_to("g-bb", "08.07"), "g-bb on land [18.1c]"),
        (moved_to("g-bb", "17.03"), "g-bb on land [18.1c]"),
        (moved_to("g-lc1", "08.07"), "g-lc1 on land [18.1c]"),
        (asked("mission"), "a mission without its question, or a question without its mission [14.2f]"),
        (value("level", "g-lc1", 0), "g-lc1 has 0 points on the map [18.4d]"),
        (value("level", "g-lc2", 1), "g-lc2 has 1 points off the map [18.4d]"),
        (value("level", "g-lc1", 1), "g-lc1 carries more than its 1 points [18.4a]"),
        (value("level", "g-lc1", 4), "german has 6 craft points instead of 5 [18.4d]"),
        (ledger(GERMAN, 1), "german has 5 craft points instead of 6 [18.4d]"),
        (ledger(SOVIET, -1), "soviet has 0 craft points instead of -1 [18.4d]"),
        (marked("assaulting", "g-lc1"), "landing craft are in a Beach Assault without a combat [18.6]"),
        (value("level", "g-port-1602", 5), "g-port-1602 has 5 hits [19.0b]"),
        (value("tokens", "g-lc1", 5), "german has 5 tokens instead of 4"),
        (value("tokens", "g-rgt1", 1), "g-rgt1 holds 1 tokens [12.1]"),
    ],
)
def test_each_violation_is_found(change: Change, told: str) -> None:
    field = sound_sea()
    change(field)
    changed(field.state)
    assert told in violations(field.state)


@rule("ocs", "19.0b.2")
def test_a_port_has_at_most_four_hits() -> None:
    field = sound_sea()
    value("level", "g-port-1602", 4)(field)
    changed(field.state)
    assert violations(field.state) == []


def test_ships_in_port_and_craft_on_coasts_are_sound() -> None:
    field = Seaside(g_bb="16.02", g_lc1="17.03 2", g_dukw1="16.02 1", s_dd="20.03")
    assert violations(field.state) == []
    moved_to("g-bb", "17.03")(field)
    assert violations(field.state) == ["g-bb on land [18.1c]"]


@rule("ocs", "14.2a.2")
def test_a_base_with_too_many_active_planes_is_found() -> None:
    planes: Places = {f"g_{id_}": "02.11" for id_ in ("109", "87", "109b", "88", "52")}
    field = Seaside(**planes)
    base, state = field.state.host[field.unit("g-109")], field.state
    state.level[base] = 0
    changed(state)
    limit = active_limit(state, base)
    state.active = field.bit(*("g-109", "g-87", "g-109b", "g-88", "g-52")[:limit])
    changed(state)
    assert limit == 4 and violations(state) == []  # 4 and its level
    state.active = field.bit("g-109", "g-87", "g-109b", "g-88", "g-52")
    changed(state)
    assert violations(state) == [f"too many Active planes on {field.scenario.counter_ids[base]} [14.2a]"]


@rule("ocs", "14.1a.1")
def test_inactive_planes_fly_no_missions() -> None:
    field = Seaside("movement-barrage", g_87="04.07", s_inf1="09.08", s_yak="13.07")
    field.give("barrage 09.08 g-87")
    assert field.state.mission is not None and violations(field.state) == []
    field.state.active = 0
    changed(field.state)
    assert violations(field.state) == ["g-87 fly Inactive [14.1a]"]
    field.state.questions.clear()
    missing = "a mission without its question, or a question without its mission [14.2f]"
    assert missing in violations(field.state)


@rule("ocs", "14.2f-F")
def test_planes_on_their_way_home_need_no_base() -> None:
    field = sound_sea()
    put(field.state, field.unit("g-87"), HOSTED)
    field.state.host[field.unit("g-87")] = -1
    assert violations(field.state) == ["g-87 is hosted by nothing"]
    for kind in ("home", "flee"):
        field.state.questions.clear()
        ask(field.state, Question(kind, GERMAN, (field.unit("g-87"),)))
        assert violations(field.state) == []


@rule("ocs", "12.8b.3")
@pytest.mark.parametrize(
    ("units", "lost", "told"),
    [
        (("g-inf1", "g-rgt1"), 2, []),
        (("g-inf1", "g-rgt1"), 3, []),
        (("g-inf1", "g-rgt1"), 4, ["attrition that leaves no choice [12.8b]"]),
        (("g-inf1", "g-rgt1"), 0, ["attrition that leaves no choice [12.8b]"]),
        (("g-inf1", "g-inf1"), 1, ["attrition of units that are not in the hex [12.8b]"]),
        (("g-inf1", "g-rgt2"), 1, ["attrition of units that are not in the hex [12.8b]"]),
    ],
)
def test_attrition_is_of_units_in_the_hex_and_a_choice(
    units: tuple[str, ...], lost: int, told: list[str]
) -> None:
    field = Field("supply", g_inf1="08.07", g_rgt1="08.07", g_rgt2="08.08", s_inf1="14.07")
    for kind in attrition.QUESTIONS:
        field.state.questions.clear()
        counters = tuple(field.unit(id_) for id_ in units)
        ask(field.state, Question(kind, GERMAN, counters, field.hex("08.07"), (lost,)))
        assert violations(field.state) == told


@rule("ocs", "12.1b")
def test_a_side_has_one_dump_in_a_hex() -> None:
    field = Field(g_inf1="08.07", s_inf1="10.07")
    field.supply("08.07", 4)
    put(field.state, field.unit("g-sp2"), field.hex("08.07"))
    field.state.tokens[field.unit("g-sp2")] = 2
    field.state.ledger[GERMAN] += 2
    changed(field.state)
    assert violations(field.state) == ["two dumps of a side in 08.07 [12.1b]"]


def test_derived_columns_are_compared_with_a_rebuilt_state() -> None:
    field = sound_sea()
    field.state.held = [field.state.held[0] | 1 << field.hex("08.07"), field.state.held[1]]
    assert "internal error: column 'held' was not updated" in violations(field.state)
    twin = sound_sea()
    twin.state.here = {**twin.state.here, twin.hex("08.07"): 1 << twin.unit("g-inf1")}
    assert "internal error: column 'here' was not updated" in violations(twin.state)


def test_the_combat_of_a_beach_assault_is_no_fault() -> None:
    field = Seaside("combat", g_lc2="18.02 6 8T", g_inf1="g-lc2", s_rgt1="18.03")
    field.give("assault 18.03 g-inf1")
    assert [question.kind for question in field.state.questions] == ["beach"]
    assert violations(field.state) == []
