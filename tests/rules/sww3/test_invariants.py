"""What holds in every state: each invariant is broken in turn, and each column is put out of bounds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grognard.core.contract.decisions import Question
from grognard.core.contract.outside.bounds import out_of_bounds
from grognard.core.contract.state import Result
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.sww3.interface.invariants import bounds, violations
from grognard.games.sww3.model.state import AWAY, LOST, PLACES, lose_step, zone
from grognard.games.sww3.support import supply
from tests.rules.sww3.field import BOTH, Field
from tests.rules.sww3.parade import Parade
from tests.rules.sww3.wars import War


def sound(game: str = "pincher") -> Parade:
    """A position without faults: a unit of each side, one of them reduced, and one eliminated."""
    p = Parade(game, t1="0905", t2="0905*", u1="0605", u3="0605")
    lose_step(p.state, p.scenario.index["u3"])
    return p


@BOTH
def test_a_sound_position_has_no_violations(game: str) -> None:
    assert violations(sound(game).state) == []


# -- hexes -----------------------------------------------------------------------------------------


@rule("pincher", "7.1")
@rule("sandown", "7.1")
def test_both_sides_in_a_hex() -> None:
    p = sound()
    p.put("u2", "0905")
    assert violations(p.state)[0] == "units of both sides in ['0905']"


@rule("pincher", "11.13")
@rule("sandown", "11.13")
@pytest.mark.parametrize("unit", ["t3", "u2"])
def test_unit_at_sea(unit: str) -> None:
    p = sound()
    p.put(unit, "0105")
    assert "units in 0105, which is not a land hex in play" in violations(p.state)


@rule("pincher", "7.3")
@rule("sandown", "7.3")
def test_stack_above_the_limit() -> None:
    p = sound()
    for unit in ("m1", "m2", "m3"):
        p.put(unit, "0905")
    assert violations(p.state) == []  # nine steps
    p.put("g1", "0905")
    assert violations(p.state) == []  # ten
    p.put("p1", "0905")
    assert violations(p.state) == ["0905 holds 11 steps [7.3]"]


@rule("pincher", "3.10-switch")
@pytest.mark.parametrize(("side", "where"), [(1, "0905"), (0, "0605")])
def test_occupied_hex_under_enemy_control(side: int, where: str) -> None:
    p = sound()
    p.hold(side, where)
    assert "a side does not control a hex its units are in [3.10]" in violations(p.state)


def test_soviet_unit_in_a_neutral_country() -> None:
    """[R-PIN-05]"""
    p = sound()
    p.put("t3", "0506")
    assert violations(p.state) == ["a Soviet unit in a country that is still neutral [R-PIN-05]"]
    p = sound()
    p.put("s1", "0506")
    assert violations(p.state) == []


@pytest.mark.parametrize("name", ["markers", "aerial", "nuked"])
def test_marker_off_the_board(name: str) -> None:
    p = sound()
    setattr(p.state, name, p.scenario.grid.all)
    assert violations(p.state) == []
    setattr(p.state, name, 1 << p.scenario.grid.size)
    assert violations(p.state) == ["a marker off the board"]


# -- counters --------------------------------------------------------------------------------------


def test_unit_without_a_place() -> None:
    p = sound()
    for place in set(PLACES.values()) - {LOST}:
        p.state.at[p.scenario.index["m1"]] = place
        assert not any("place" in fault for fault in violations(p.state))
    p.state.at[p.scenario.index["m1"]] = min(PLACES.values()) - 1
    assert "m1 has no place" in violations(p.state)


@rule("pincher", "2.11-dead")
@rule("sandown", "2.11-dead")
@pytest.mark.parametrize(
    ("unit", "steps"), [("t1", 3), ("t1", 0), ("t1", -1), ("u3", 1), ("m1", 0), ("g1", 2)]
)
def test_impossible_number_of_steps(unit: str, steps: int) -> None:
    p = sound()
    p.state.steps[p.scenario.index[unit]] = steps
    assert f"{unit} has {steps} steps" in violations(p.state)


@rule("pincher", "11.21-table")
def test_unit_beyond_its_national_limits() -> None:
    p = sound()
    p.put("y1", "0605")
    assert violations(p.state) == ["y1 is beyond its nation's limits in 0605 [11.21]"]


@rule("pincher", "10.4-blind")
def test_untried_units_share_the_values_of_their_mix() -> None:
    f = Field("pincher", w1="0505", w2="0505")
    one, two, other = (f.scenario.index[id_] for id_ in ("w1", "w2", "n1"))
    mixed = "untried units have values that are not in their mix"
    f.state.face[one], f.state.face[two] = two, one
    assert violations(f.state) == []
    f.state.face[two] = two  # the same values twice
    assert violations(f.state) == [mixed]
    f.state.face[two] = other
    assert violations(f.state) == [mixed]


def test_committed_units_are_off_the_map_or_have_come() -> None:
    """[R-PIN-31]"""
    p = sound()
    p.put("m1", "reserve")
    p.state.committed = p.bit("m1")
    assert violations(p.state) == []
    p.state.committed = p.bit("m1", "t1")
    wrong = "units on the map are declared to enter it [R-PIN-31]"
    assert violations(p.state) == [wrong]
    p.state.moved = p.bit("t1")
    assert violations(p.state) == []
    p.state.moved, p.state.dropped = 0, p.bit("t1")
    assert violations(p.state) == []


@pytest.mark.parametrize("name", ["disrupted", "dropped"])
def test_only_units_on_the_map_are_disrupted_or_dropped(name: str) -> None:
    p = sound()
    setattr(p.state, name, p.bit("t1"))
    changed(p.state)
    assert violations(p.state) == []
    setattr(p.state, name, p.bit("t1", "m1"))
    assert violations(p.state) == [f"units off the map are {name}"]


# -- tracks ----------------------------------------------------------------------------------------


@rule("pincher", "13.9-table")
@rule("sandown", "13.9-table")
@BOTH
def test_prestige_never_rises(game: str) -> None:
    p = sound(game)
    start = p.scenario.theatres[0].charts["prestige"]["start"]
    p.state.prestige = start
    assert violations(p.state) == []
    p.state.prestige = start + 1
    assert violations(p.state) == [f"prestige has risen to {start + 1} [13.9]"]


@rule("pincher", "13.2-red")
@rule("sandown", "13.2-red")
@BOTH
def test_one_soviet_atomic_attack_a_turn(game: str) -> None:
    p = sound(game)
    p.state.strikes = [1, 9]
    assert violations(p.state) == []
    p.state.strikes = [2, 0]
    assert violations(p.state) == ["2 Soviet atomic attacks in a turn [13.2]"]


def test_markers_left_are_not_negative() -> None:
    p = sound()
    p.state.to_place, p.state.aerial_left = 0, [0]
    assert violations(p.state) == []
    p.state.to_place = -1
    assert violations(p.state) == ["a negative number of markers is left"]
    p.state.to_place, p.state.aerial_left = 0, [-1]
    assert violations(p.state) == ["a negative number of markers is left"]


@rule("pincher", "11.19-one")
def test_sea_move_has_a_start_and_an_end() -> None:
    p = sound()
    p.state.sea_from, p.state.sea_to = 0, 0
    assert violations(p.state) == []
    for start, end in ((0, -1), (-1, 0)):
        p.state.sea_from, p.state.sea_to = start, end
        assert violations(p.state) == ["a sea move without its start or its end [11.19]"]


def test_the_war_is_over_once_it_is_over_on_every_map() -> None:
    """[R-GC-01]"""
    war = War("grand", turn=2)
    for closed in (0b01, 0b10):
        war.state.closed = closed
        assert violations(war.state) == []
    war.state.closed = 0b11
    assert violations(war.state) == ["play has ended in every theatre, but there is no result [R-GC-01]"]
    war.state.result = Result("allied", "Allied victory", "", "14.2")
    assert violations(war.state) == []


def test_questions_are_about_units_of_the_side_that_is_asked() -> None:
    p = sound()
    t1, u1 = p.scenario.index["t1"], p.scenario.index["u1"]
    p.state.questions = [Question("halt", 1), Question("lose", 0, (t1,), p.hex("0905"), (1,))]
    assert violations(p.state) == []
    p.state.questions = [Question("lose", 0, (u1,), p.hex("0605"), (1,))]
    assert violations(p.state) == ["the question 'lose' is not about units of its side"]


# -- derived columns -------------------------------------------------------------------------------


def _spoil(p: Parade, key: str) -> None:
    p.state.kept[key] = p.state.kept[key][0], 0
    p.state.cache.clear()


def _zone(p: Parade) -> None:
    zone(p.state, 0)
    _spoil(p, "zone of side 0")


def _allied_zone(p: Parade) -> None:
    zone(p.state, 1)
    _spoil(p, "zone of side 1")


def _supply(p: Parade) -> None:
    supply.supplied(p.state, 0)
    _spoil(p, "supplied of side 0")


def _allied_supply(p: Parade) -> None:
    supply.supplied(p.state, 1)
    _spoil(p, "supplied of side 1")


def _here(p: Parade) -> None:
    p.state.here[p.hex("0905")] = p.bit("t1")


def _load(p: Parade) -> None:
    p.state.load[p.hex("0905")] = 1


def _held(p: Parade) -> None:
    p.state.held[0] = 0


def _full_hexes(p: Parade) -> None:
    p.state.full_hexes[1] = 1


def _gathered(p: Parade) -> None:
    p.state.gathered[AWAY] = 0


WRONG = {
    "here": _here, "load": _load, "held": _held, "full_hexes": _full_hexes, "gathered": _gathered,
}  # fmt: skip
CACHED = [("zones", _zone), ("zones", _allied_zone), ("supply", _supply), ("supply", _allied_supply)]


@pytest.mark.parametrize("name", WRONG)
def test_derived_column_that_does_not_follow_is_reported(name: str) -> None:
    p = sound()
    WRONG[name](p)
    assert f"internal error: the column {name!r} does not follow from the others" in violations(p.state)


@pytest.mark.parametrize(("name", "spoil"), CACHED)
def test_cached_result_that_is_out_of_date_is_reported(name: str, spoil: Callable[[Parade], None]) -> None:
    p = sound()
    spoil(p)
    assert violations(p.state) == [f"internal error: the column {name!r} does not follow from the others"]


# -- bounds ----------------------------------------------------------------------------------------


HEX_SETS = ("red", "neutral", "nuked", "markers", "aerial", "landed")


def at_the_limits(war: War) -> dict[str, list[object]]:
    """The lowest and highest value of every column with bounds; sets at their fullest."""
    scenario = war.scenario
    count, size, maps = len(scenario.counters), scenario.grid.size, len(scenario.theatres)
    units, hexes = (1 << count) - 1, scenario.grid.all
    limits: dict[str, list[object]] = {
        "turn": [0, 10],
        "step": [0, len(scenario.sequence) - 1],
        "at": [[-12] * count, [size - 1] * count],
        "steps": [[0] * count, [2] * count],
        "face": [[-1] * count, [count - 1] * count],
        "air": [[-1] * maps, [1] * maps],
        "operations": [0, 1_000_000],
        "prestige": [-1000, 1000],
        "target": [[-1000] * maps, [1000] * maps],
        "closed": [0, (1 << maps) - 1],
    }
    for name in ("moved", "mixed", "committed", "fought", "attacked", "disrupted", "dropped", "sailed"):
        limits[name] = [0, units]
    for name in HEX_SETS:
        limits[name] = [0, hexes]
    for name in ("to_place", "sea_moves", "swaps"):
        limits[name] = [0, 100]
    limits["aerial_left"] = [[0] * maps, [100] * maps]
    limits["strikes"] = [[0, 0], [100, 100]]
    for name in ("drop_hex", "sea_from", "sea_to"):
        limits[name] = [-1, size - 1]
    for name in ("struck_at", "asked_at"):
        limits[name] = [-1, 1_000_000]
    return limits


def beyond(value: object, by: int) -> object:
    """A value, or every value of a list, lowered or raised."""
    if isinstance(value, list):
        return [number + by for number in value]
    assert isinstance(value, int)
    return value + by


@pytest.mark.parametrize("game", ["pincher", "sandown", "grand"])
def test_every_column_of_numbers_is_bounded(game: str) -> None:
    war = War(game)
    plain, limits, known = war.state.plain(), at_the_limits(war), bounds(war.scenario)
    assert out_of_bounds(plain, known) == ""
    truths = {"under_way", "flooded", "fight_first", "first_use", "standing", "second_called", "naval"}
    assert known.keys() == limits.keys() | {"stack", "result"}
    assert plain.keys() <= known.keys() | truths
    for name, (low, high) in limits.items():
        for value in (low, high):
            assert out_of_bounds({**plain, name: value}, known) == "", name
        above = 1 << war.scenario.grid.size if name in HEX_SETS else beyond(high, 1)
        for value in (beyond(low, -1), above):
            assert out_of_bounds({**plain, name: value}, known).startswith(name), name


@pytest.mark.parametrize("game", ["pincher", "sandown", "grand"])
def test_questions_have_a_known_kind(game: str) -> None:
    war = War(game)
    plain, known = war.state.plain(), bounds(war.scenario)
    kinds = (
        "lose", "escalate", "answer", "retreat", "advance", "burn", "halt", "pending", "arrive",
    )  # fmt: skip
    for kind in kinds:
        assert out_of_bounds({**plain, "stack": [{"kind": kind, "side": 0}]}, known) == ""
    assert out_of_bounds({**plain, "stack": [{"kind": "lunch", "side": 0}]}, known) != ""
