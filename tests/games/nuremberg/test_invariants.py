"""Invariants of the AFCENT series: every fault is found, and every saved column has its bounds."""

from __future__ import annotations

import pytest

from grognard.core.contract.decisions import Question
from grognard.core.contract.state import PlainState
from grognard.core.facts import changed
from grognard.core.hexes.grid import HexSet
from grognard.core.testing import rule
from grognard.games.afcent.interface.invariants import bounds, violations
from grognard.games.afcent.model.scenario import NATO
from grognard.games.afcent.model.state import AfcentState, put, zone
from grognard.games.nuremberg.definition import GAME
from tests.rules.nuremberg.campaign import Campaign

AT = {
    "su-79gt-17t": "3440", "su-79gt-45t": "3440", "us-2c-1": "3237", "wg-4pg-101": "1942",
    "su-119t": "withheld", "su-39g-117": "lost", "su-a1": "available", "su-a2": "used", "us-a5": "coming",
    "su-a3": "lost",
}  # fmt: skip


def sound(phase: str = "pact movement", scenario: str = "campaign") -> Campaign:
    """A moment without faults."""
    war = Campaign(phase, 2, at=AT if scenario == "campaign" else {}, scenario=scenario)
    assert violations(war.state) == []
    return war


def labels(war: Campaign, *hexes: str) -> HexSet:
    return war.scenario.grid.mask(hexes)


def bad(state: AfcentState) -> str:
    """Return the only fault of a state."""
    changed(state)
    (found,) = violations(state)
    return found


# -- hexes -----------------------------------------------------------------------------------------


@rule("nuremberg", "7.0")
def test_units_of_both_sides_in_one_hex() -> None:
    war = sound()
    put(war.state, war.scenario.index["us-2c-1"], war.hex("3440"))
    assert "units of both sides in ['3440'] [7.0]" in violations(war.state)


@rule("nuremberg", "2.1-partial")
def test_units_outside_the_part_in_play() -> None:
    war = sound(scenario="border-battle")
    war.put("us-2c-1", "2204")
    assert "units in ['2204'], not in play [2.1-partial]" in violations(war.state)
    war = sound(scenario="border-battle")
    war.put("su-79gt-17t", "2204")
    assert "units in ['2204'], not in play [2.1-partial]" in violations(war.state)


@rule("nuremberg", "3.0-switch")
@pytest.mark.parametrize(("label", "red"), [("3440", False), ("3237", True)])
def test_units_in_hexes_they_do_not_control(label: str, red: bool) -> None:
    war = sound()
    hex_ = 1 << war.hex(label)
    war.state.red = war.state.red | hex_ if red else war.state.red & ~hex_
    war.state.taken |= hex_
    assert bad(war.state) == "a side does not control a hex its units are in [3.0-switch]"


@rule("nuremberg", "12.4.2-26l.c")
def test_controlled_hex_was_once_captured() -> None:
    war = sound()
    war.state.taken &= ~labels(war, "3440")
    assert bad(war.state) == "the Pact controls a hex that it never captured [12.4.2-26l.c]"


@pytest.mark.parametrize("column", ["markers", "refugees"])
def test_markers_outside_the_part_in_play(column: str) -> None:
    war = sound(scenario="border-battle")
    setattr(war.state, column, labels(war, "2204"))
    assert bad(war.state) == "a marker off the map"
    setattr(war.state, column, labels(war, "2732"))
    assert violations(war.state) == []


@rule("nuremberg", "7.1-pact")
def test_pact_stacks_are_checked_at_all_times() -> None:
    war = sound("nato movement")
    war.put("su-119t", "3440")
    assert bad(war.state) == "Pact stacking violated in ['3440'] [7.1-pact]"


@rule("nuremberg", "7.1-nato")
@pytest.mark.parametrize(
    ("phase", "turn", "faulty"),
    [
        ("nato movement", 2, False),
        ("pact movement", 2, True),
        ("nato combat", 2, True),
        ("nato movement", 0, False),
        ("pact movement", 0, False),
    ],
)
def test_nato_stacks_are_checked_except_in_its_movement_and_in_setup(
    phase: str, turn: int, faulty: bool
) -> None:
    war = sound(phase)
    war.put("wg-4pg-101", "3237")
    war.state.turn = turn
    changed(war.state)
    assert violations(war.state) == (["NATO stacking violated in ['3237'] [7.1-nato]"] if faulty else [])


# -- counters --------------------------------------------------------------------------------------


def test_counters_are_at_known_places() -> None:
    war = sound()
    put(war.state, war.scenario.index["su-119t"], -99)
    put(war.state, war.scenario.index["su-a1"], -99)
    assert violations(war.state) == ["su-119t is at an unknown place", "su-a1 is at an unknown place"]


@pytest.mark.parametrize("place", ["ready", "withheld", "exited", "airborne", "recalled", "3237"])
def test_support_markers_are_not_units(place: str) -> None:
    war = sound()
    war.put("su-a1", place)
    assert violations(war.state) == ["support marker su-a1 is not among the support markers [11.4]"]


@rule("nuremberg", "6.2-place")
def test_ew_markers_are_on_stacks_on_the_map() -> None:
    war = sound()
    war.state.ew[war.scenario.index["su-119t"]] = 1
    assert bad(war.state) == "an EW marker on su-119t, which is off the map [6.2]"


@rule("nuremberg", "6.2-stack")
@pytest.mark.parametrize("label", ["3440", "4801"])
def test_ew_markers_are_the_same_for_a_stack(label: str) -> None:
    """Also in the first hex of the map."""
    war = sound()
    for id_ in ("su-79gt-17t", "su-79gt-45t"):
        war.put(id_, label)
    war.state.ew[war.scenario.index["su-79gt-17t"]] = 1
    assert bad(war.state) == f"the units in {label} have different numbers of EW markers [6.2]"


@pytest.mark.parametrize("name", ["disrupted", "landed"])
def test_units_off_the_map_are_neither_disrupted_nor_landed(name: str) -> None:
    war = sound()
    setattr(war.state, name, war.bit("su-119t"))
    assert bad(war.state) == f"units off the map are {name}"
    setattr(war.state, name, war.bit("su-79gt-17t"))
    assert violations(war.state) == []
    war.put("su-79gt-17t", "4801")
    assert violations(war.state) == []


# -- tracks and questions --------------------------------------------------------------------------


@rule("nuremberg", "5.0-markers", "11.4-secret")
def test_tracks() -> None:
    war = sound()
    war.state.to_place = -1
    assert bad(war.state) == "the number of markers to place is negative"
    war = sound()
    most = war.scenario.charts["limits"]["airpower_markers"]
    hexes = war.scenario.grid.names(war.scenario.land)
    war.state.markers = labels(war, *hexes[:most])
    assert violations(war.state) == []
    war.state.markers = labels(war, *hexes[: most + 1])
    assert bad(war.state) == f"{most + 1} airpower markers [5.0-markers]"
    war = sound()
    war.state.pledged[NATO] = 0
    assert bad(war.state) == "support pledged without a battle [11.4-secret]"


def test_pledges_belong_to_a_question_of_support() -> None:
    war = sound("pact combat")
    index = war.scenario.index
    data = (0, index["us-2c-1"])
    war.state.questions.append(Question("commit", 0, (index["su-79gt-17t"],), war.hex("3237"), data))
    war.state.pledged[NATO] = 0
    assert violations(war.state) == []
    war.state.questions[-1] = Question("momentum", 0, (index["su-79gt-17t"],), war.hex("3440"))
    assert bad(war.state) == "support pledged without a battle [11.4-secret]"


@pytest.mark.parametrize("kind", ["commit", "momentum", "lose", "retreat", "advance", "drop"])
def test_questions_are_about_units_of_the_side_that_is_asked(kind: str) -> None:
    war = sound()
    index = war.scenario.index
    war.state.questions.append(Question(kind, NATO, (index["us-2c-1"],), war.hex("3237"), (1,)))
    assert violations(war.state) == []
    war.state.questions[-1] = Question(kind, NATO, (index["su-119t"],), war.hex("3237"), (1,))
    assert bad(war.state) == f"the question {kind!r} is not about units of its side"


@pytest.mark.parametrize("column", ["here", "held", "shared", "zones"])
def test_derived_columns_follow_from_the_others(column: str) -> None:
    war = sound()
    if column == "here":
        war.state.here[war.hex("3237")] |= war.bit("us-1a-1-6")
    elif column == "shared":
        war.state.shared ^= labels(war, "2222")
    elif column == "zones":
        zone(war.state, NATO)
        war.state.kept["zone of side 1"] = war.state.stamps[NATO], labels(war, "2222")
    else:
        getattr(war.state, column)[NATO] = labels(war, "2222")
    assert f"internal error: the column {column!r} does not follow from the others" in violations(war.state)


# -- bounds ----------------------------------------------------------------------------------------


def within(column: str, value: object) -> bool:
    return not bounds(Campaign("pact movement").scenario)[column].fault(value)


def limits() -> dict[str, tuple[int, int]]:
    """Return the lowest and highest number that each column can have."""
    scenario = Campaign("pact movement").scenario
    size, counters = scenario.grid.size, len(scenario.counters)
    count = (0, 10_000)
    return {
        "turn": (0, 12),
        "step": (0, 10),
        "at": (-11, size - 1),
        "order": (-1, 2),
        "plan": (-1, size),
        "sky": (-1, 1),
        "ether": (-1, 1),
        **dict.fromkeys(("ew", "to_place", "spent", "flying", "entered", "due", "exits"), count),
        "parent": (-1000 - counters, size - 1),
        "began": (-1000 - counters, size - 1),
        "pledged": (-1, (1 << counters) - 1),
    }


@pytest.mark.parametrize("column", limits())
def test_bounds_of_numbers(column: str) -> None:
    low, high = limits()[column]
    assert within(column, low) and within(column, high) and within(column, [low, high])
    assert not within(column, low - 1)
    assert not within(column, high + 1)


@pytest.mark.parametrize("column", ["markers", "refugees", "red", "taken"])
def test_bounds_of_sets_of_hexes(column: str) -> None:
    grid = Campaign("pact movement").scenario.grid
    assert within(column, grid.all)
    assert not within(column, 1 << grid.size)


@pytest.mark.parametrize(
    "column",
    [
        "moving",
        "stopped",
        "column",
        "fought",
        "probed",
        "surged",
        "attacked",
        "disrupted",
        "landed",
        "counted",
    ],
)
def test_bounds_of_sets_of_units(column: str) -> None:
    units = Campaign("pact movement").scenario.unit_count
    assert within(column, (1 << units) - 1)
    assert not within(column, 1 << units)  # the first support marker


def test_plan_has_three_lines_at_most() -> None:
    assert within("plan", [5, 1, 2])
    assert not within("plan", [5, 1, 2, 3])


def test_questions_of_a_game_have_bounds() -> None:
    def question(kind: str) -> PlainState:
        return {"kind": kind, "side": 0, "units": [], "hex": -1, "data": []}

    for kind in ("commit", "momentum", "lose", "retreat", "advance", "drop"):
        assert within("stack", [question(kind)]), kind
    assert not within("stack", [question("lunch")])


def test_every_saved_column_has_bounds() -> None:
    """Apart from those that are true or false."""
    war = sound()
    plain, known = war.state.plain(), bounds(war.scenario)
    switches = {"recalled", "fight_first", "rolled"}
    assert set(plain) - set(known) <= switches
    assert GAME.bounds(war.scenario) == known
