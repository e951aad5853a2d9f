"""Invariants of states, bounds of states from outside, and position files."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from grognard.core.contract.decisions import Question
from grognard.core.contract.outside.bounds import Parts
from grognard.core.contract.outside.position import Position
from grognard.core.contract.state import ask
from grognard.core.facts import changed
from grognard.core.files.files import BadKey
from grognard.core.testing import rule
from grognard.games.ocs.interface.invariants import MAX_COUNT, bounds, violations
from grognard.games.ocs.interface.positions import from_position, to_position
from grognard.games.ocs.model.battle import Fight
from grognard.games.ocs.model.state import AWAY, COMING, DEAD, PLACES, READY, OcsState, put
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import GERMAN, SOVIET, Field, practice
from tests.rules.ocs.order_helpers import Manoeuvre

SCENARIO = practice()
LAST = len(SCENARIO.counters) - 1
SIZE = SCENARIO.grid.size
FARTHEST = min(PLACES.values())
LAST_HEX = SCENARIO.grid.all.bit_length() - 1
COUNTER_SETS = (
    "reserve strat dg exploit turned released low exhausted out traced extended fueled filled primed bound "
    "moving finished switched bridging shipped worked fought fired arrived swapped shown favoured returned "
    "captured"
)
COUNTS = (
    "lost tokens fresh level ledger spent rail_used sea_used laid reached incoming landed owed_pax owed_eq "
    "owed_trucks owed_wagons"
)
HEX_SETS = "relaid dug repaired blown attacked barraged wide second"


# -- bounds ----------------------------------------------------------------------------------------


def limits() -> dict[str, tuple[tuple[int, int], tuple[int, int]]]:
    """Return by column the lowest and highest value, and the values next to them that are refused."""
    found = dict.fromkeys(COUNTER_SETS.split(), ((0, 1 << LAST), (-1, 1 << LAST + 1)))
    found |= dict.fromkeys(HEX_SETS.split(), ((0, 1 << LAST_HEX), (-1, 1 << SIZE)))
    found |= dict.fromkeys(COUNTS.split(), ((0, MAX_COUNT), (-1, MAX_COUNT + 1)))
    conditions = len(SCENARIO.conditions)
    return found | {
        "first": ((0, 1), (-1, 2)),
        "ground": ((0, conditions - 1), (-1, conditions)),
        "flight": ((0, 9), (-1, 10)),
        "due": ((-1, MAX_COUNT), (-2, MAX_COUNT + 1)),
        "began": ((FARTHEST, SIZE - 1), (FARTHEST - 1, SIZE)),
        "met": ((0, (1 << 64) - 1), (-1, 1 << 64)),
    }


def test_every_column_of_the_state_has_bounds() -> None:
    own = limits().keys() | {"fight"}
    assert own <= bounds(SCENARIO).keys()
    saved = {name for name in OcsState.__struct_fields__ if name not in OcsState.derived}
    assert saved - bounds(SCENARIO).keys() <= {"ending", "phase_index", "questions"}


@pytest.mark.parametrize("name", sorted(limits()))
def test_bounds_of_columns(name: str) -> None:
    bound = bounds(SCENARIO)[name]
    good, bad = limits()[name]
    assert [bound.fault(value) for value in good] == ["", ""]
    assert all(bound.fault(value) for value in bad)


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("side", (0, 1), (-1, 2)),
        ("target", (0, SIZE - 1), (-1, SIZE)),
        ("attackers", (0, 1 << LAST), (-1, 1 << LAST + 1)),
        ("defenders", (0, 1 << LAST), (-1, 1 << LAST + 1)),
        ("supplied", (0, 1 << LAST), (-1, 1 << LAST + 1)),
        ("lead", (-1, LAST), (-2, LAST + 1)),
        ("guard", (-1, LAST), (-2, LAST + 1)),
        ("origin", (0, 1 << LAST_HEX), (-1, 1 << SIZE)),
        ("ground", ("", "woods"), ("x" * 501,)),
        ("result", ("", "AL1/Do1"), ("XX", "al1/do1")),
        ("against", ([], [[-1, ""]], [[SIZE - 1, "woods"]] * 6), ([[SIZE, ""]], [[0, ""]] * 7)),
        ("hits", ([], [0, LAST]), ([-1], [LAST + 1], [0] * (LAST + 2))),
    ],
)
def test_bounds_of_a_combat(name: str, good: tuple[object, ...], bad: tuple[object, ...]) -> None:
    fight = bounds(SCENARIO)["fight"]
    assert isinstance(fight, Parts)
    assert [fight.fault({name: value}) for value in good] == [""] * len(good)
    assert all(fight.fault({name: value}) for value in bad)


def test_states_of_a_combat_are_within_bounds() -> None:
    field = Battlefield("combat", g_inf1="08.09", g_rgt1="08.10", s_inf1="09.10")
    for text, dice in (("attack 09.10 g-inf1,g-rgt1", ()), ("defend s-inf1", (3, 4, 3, 4))):
        field.give(text, *dice)
        plain = msgspec.json.decode(msgspec.json.encode(field.state.plain()))
        wrong = {name: bound.fault(plain.get(name)) for name, bound in bounds(SCENARIO).items()}
        assert not any(wrong.values()), wrong


# -- invariants ------------------------------------------------------------------------------------


def spoil(name: str, *ids: str) -> Callable[[Field], None]:
    """Return a function that adds counters to a set of the state."""

    def change(field: Field) -> None:
        setattr(field.state, name, getattr(field.state, name) | field.bit(*ids))
        changed(field.state)

    return change


def sound_field() -> Field:
    """Return a position with units, a loaded truck, a dump and a hedgehog of both sides."""
    field = Field(g_inf1="08.07", g_rgt1="08.08 r", s_inf1="10.07", g_hq="07.03 ms")
    for side, hex_ in ((GERMAN, "08.07"), (SOVIET, "10.07")):
        field.supply(hex_, 5, side)
        field.generic("trucks", hex_, side, loaded=4)
        field.state.level[field.generic("hedgehogs", hex_, side)[0]] = 1
    return field


def test_sound_position_has_no_faults() -> None:
    assert violations(sound_field().state) == []


def number(name: str, id_: str, value: int) -> Callable[[Field], None]:
    """Return a function that sets a number of a counter."""

    def change(field: Field) -> None:
        getattr(field.state, name)[field.unit(id_)] = value

    return change


def ledger(side: int, change: int) -> Callable[[Field], None]:
    """Return a function that falsifies the ledger of a side."""

    def falsify(field: Field) -> None:
        field.state.ledger[side] += change

    return falsify


def off_map(id_: str, where: int, name: str = "") -> Callable[[Field], None]:
    """Return a function that takes a counter off the map, with a marker."""

    def change(field: Field) -> None:
        put(field.state, field.unit(id_), where)
        if name:
            spoil(name, id_)(field)

    return change


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (spoil("dg", "g-rgt1"), "g-rgt1 in two modes [5.2]"),
        (spoil("exploit", "g-rgt1"), "g-rgt1 in two modes [5.2]"),
        (spoil("strat", "g-rgt1"), "g-rgt1 in two modes [5.2]"),
        (spoil("strat", "g-inf1"), "g-inf1 in Strat Mode, Combat side up [5.8]"),
        (spoil("dg", "g-truck1"), "a transport with a mode marker [5.8c, 5.10c]"),
        (spoil("exploit", "g-truck1"), "a transport with a mode marker [5.8c, 5.10c]"),
        (spoil("strat", "g-truck1"), "a transport with a mode marker [5.8c, 5.10c]"),
        (spoil("extended", "g-inf1"), "g-inf1: an Extender without transports [12.7]"),
        (number("lost", "g-inf1", 3), "g-inf1 has lost 3 of 3 steps [9.11]"),
        (number("lost", "g-inf1", -1), "g-inf1 has lost -1 of 3 steps [9.11]"),
        (number("tokens", "g-inf1", 1), "g-inf1 holds 1 tokens [12.1]"),
        (number("tokens", "g-sp1", 0), "g-sp1 is an empty dump [12.1b]"),
        (number("tokens", "g-sp1", -1), "g-sp1 holds -1 tokens [12.1]"),
        (number("tokens", "g-truck1", 5), "g-truck1 carries 5 tokens [3.3b]"),
        (number("tokens", "g-truck2", 1), "g-truck2 is off the map with 1 tokens"),
        (number("fresh", "g-sp1", 6), "g-sp1: 6 of 5 tokens were moved [12.2a]"),
        (number("fresh", "g-sp1", -1), "g-sp1: -1 of 5 tokens were moved [12.2a]"),
        (ledger(GERMAN, 1), "german has 9 tokens instead of 10"),
        (ledger(SOVIET, -1), "soviet has 9 tokens instead of 8"),
        (number("at", "g-rgt2", -99), "g-rgt2 is nowhere"),
        (off_map("g-tb", DEAD, "dg"), "g-tb off the map: dg"),
        (off_map("g-tb", DEAD, "reserve"), "g-tb off the map: reserve"),
        (off_map("g-tb", DEAD, "exploit"), "g-tb off the map: exploit"),
        (off_map("g-tb", DEAD, "low"), "g-tb off the map: low"),
        (off_map("g-tb", DEAD, "exhausted"), "g-tb off the map: exhausted"),
        (off_map("g-tb", DEAD, "out"), "g-tb off the map: out"),
        (off_map("g-truck2", AWAY, "extended"), "g-truck2 off the map: extended"),
    ],
)
def test_each_violation_is_found(change: Callable[[Field], None], told: str) -> None:
    field = sound_field()
    change(field)
    assert told in violations(field.state)


def test_values_at_the_limit_are_no_violations() -> None:
    field = sound_field()
    for change in (
        number("lost", "g-inf1", 2),
        number("fresh", "g-sp1", 5),
        spoil("low", "g-inf1"),
        spoil("exhausted", "s-inf1"),
        off_map("g-tb", READY, "reserve"),
        off_map("g-stug", COMING, "dg"),
        spoil("extended", "g-truck1"),
    ):
        change(field)
    assert violations(field.state) == []


@rule("ocs", "12.10b")
def test_no_unit_is_both_low_and_exhausted() -> None:
    field = sound_field()
    spoil("low", "g-inf1")(field)
    spoil("exhausted", "g-inf1")(field)
    assert violations(field.state) == ["g-inf1 both Low and Exhausted [12.10]"]


@rule("ocs", "5.5c")
def test_no_unit_without_a_combat_side_is_in_combat_mode() -> None:
    field = sound_field()
    field.state.turned &= ~field.bit("g-truck1")
    assert violations(field.state) == ["g-truck1 in Combat Mode [5.5c]"]


@rule("ocs", "4.8c.1", "4.8.3")
def test_violations_of_hexes() -> None:
    field = sound_field()
    put(field.state, field.unit("s-rgt1"), field.hex("08.07"))
    found = violations(field.state)
    assert any("units of both sides" in fault for fault in found)
    assert any("under enemy units in 08.07 [9.14]" in fault for fault in found)
    double = sound_field()
    double.generic("hedgehogs", "08.07")
    assert violations(double.state) == ["two hedgehogs in 08.07 [4.8]"]
    control = sound_field()
    control.state.second ^= 1 << control.hex("10.07")
    assert any("does not control" in fault for fault in violations(control.state))


@rule("ocs", "9.2-8")
def test_violations_of_a_combat() -> None:
    field = Battlefield("combat", g_inf1="08.09", s_inf1="09.10")
    field.give("attack 09.10 g-inf1")
    assert violations(field.state) == []
    fight = field.state.fight
    assert isinstance(fight, Fight)
    wrong = {
        "units of the wrong side in a combat": {"attackers": field.bit("g-inf1", "s-rgt1")},
        "the Action Rating of a unit that is not in the combat [9.6]": {"lead": field.unit("g-rgt1")},
    }
    for told, change in wrong.items():
        field.state.fight = msgspec.structs.replace(fight, **change)
        assert violations(field.state) == [told]
    field.state.fight = msgspec.structs.replace(fight, defenders=field.bit("s-inf1", "g-rgt1"))
    assert violations(field.state) == ["units of the wrong side in a combat"]
    field.state.fight = msgspec.structs.replace(fight, guard=field.unit("s-rgt1"))
    assert violations(field.state) == ["the Action Rating of a unit that is not in the combat [9.6]"]
    field.state.fight = msgspec.structs.replace(fight, guard=field.unit("s-inf1"))
    assert violations(field.state) == []
    field.state.fight = None
    assert violations(field.state) == ["a question of a combat without the combat"]
    field.state.fight = fight
    for kind in ("lose", "option", "retreat", "defender", "advance"):
        field.state.questions.clear()
        ask(field.state, Question(kind, SOVIET, hex=field.hex("09.10")))
        assert violations(field.state) == ["a combat without its result is followed up"], kind
    field.state.fight = msgspec.structs.replace(fight, result="AL1/Do1", guard=field.unit("s-inf1"))
    assert violations(field.state) == []


# -- position files --------------------------------------------------------------------------------


def test_position_file_of_a_state() -> None:
    field = Manoeuvre("movement", 1, turn=2, g_inf1="08.07 d*", s_inf1="10.07 r", s_rgt1="12.07")
    field.supply("08.07", 5)
    put(field.state, field.unit("g-tb"), DEAD)
    field.state.began = field.state.at[:]
    field.state.dug = 1 << field.hex("08.07")
    field.state.began[field.unit("s-rgt1")] = field.hex("12.08")
    field.state.incoming[SOVIET] = 8
    position = to_position(field.state)
    assert (position.turn, position.phase) == (2, "soviet movement")
    assert dict(position.at) == {
        "g-inf1": "08.07",
        "s-inf1": "10.07",
        "s-rgt1": "12.07",
        "g-sp1": "08.07",
        "g-tb": "dead",
    }
    facts = dict(position.state)
    assert facts["g-inf1"] == {"dg": True, "lost": 1}
    assert facts["s-inf1"] == {"reserve": True}
    assert facts["s-rgt1"] == {"began": "12.08"}
    assert facts["g-sp1"] == {"tokens": 5}
    assert facts["dug"] == ["08.07"]
    assert facts["incoming"] == [0, 8]
    again = from_position(field.scenario, position)
    assert again.plain() == field.state.plain()


@pytest.mark.parametrize(
    ("changes", "key", "told"),
    [
        ({"phase": "tea"}, ("phase",), "there is no phase 'tea'"),
        ({"at": {"g-inf9": "08.07"}}, ("at", "g-inf9"), ""),
        ({"at": {"g-inf1": "99.99"}}, ("at", "g-inf1"), ""),
        ({"state": {"g-inf1": {"beggan": "08.08"}}}, ("state", "g-inf1", "beggan"), "began"),
        ({"state": {"g-inf1": {"began": "99.99"}}}, ("state", "g-inf1", "began"), ""),
        ({"turn": 99}, ("turn",), ""),
    ],
)
def test_refused_position_files(changes: dict[str, object], key: tuple[str, ...], told: str) -> None:
    position = to_position(Manoeuvre(g_inf1="08.07", s_inf1="10.07").state)
    assert from_position(SCENARIO, position).at[SCENARIO.index["g-inf1"]] == SCENARIO.hex("08.07")
    with pytest.raises(BadKey) as refused:
        from_position(SCENARIO, msgspec.structs.replace(position, **changes))
    assert refused.value.where == key
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("turn", "phase", "told"),
    [
        (1, "", "german movement"),
        (1, "soviet combat", "soviet combat"),
        (2, "german barrage", "german barrage"),
    ],
)
def test_phase_of_a_position_file(turn: int, phase: str, told: str) -> None:
    base = to_position(Manoeuvre(g_inf1="08.07", s_inf1="10.07", g_art1="08.07").state)
    assert isinstance(base, Position)
    state = from_position(SCENARIO, msgspec.structs.replace(base, turn=turn, phase=phase))
    assert (state.turn, to_position(state).phase) == (turn, told)
