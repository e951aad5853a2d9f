"""Cases 4.8b and 4.9: what a side sees of enemy stacks, on the map and in events."""

from __future__ import annotations

import random

import msgspec
import pytest

from grognard.core.contract.decisions import Question
from grognard.core.contract.events import seen_by
from grognard.core.contract.state import ask
from grognard.core.contract.view import UnitView, View
from grognard.core.dice import LooseDice
from grognard.core.facts import changed
from grognard.core.testing import assert_no_leak, rule
from grognard.games.ocs import rules
from grognard.games.ocs.interface import fog_of_war, imagine, invariants
from grognard.games.ocs.model.combat_events import Barraged
from grognard.games.ocs.model.state import DEAD, OcsState, put
from tests.rules.ocs.chosen_options import playing
from tests.rules.ocs.field import GERMAN, SOVIET, Field, event_of
from tests.rules.ocs.order_helpers import Manoeuvre

HERE = "14.07"


def stack(**more: str) -> Field:
    """A Soviet stack in a city without adjacent enemies: an infantry division, a tank brigade and an HQ."""
    field = Field(s_inf1=HERE, s_tb=HERE, s_hq=HERE)
    for id_, where in more.items():
        field.put(id_.replace("_", "-"), where)
    return field


def seen(field: Field, side: str = "german") -> View:
    return rules.view(field.state, side)


def enemies(view: View) -> dict[str, UnitView]:
    """Return the visible Soviet counters on the map."""
    return {unit.id: unit for unit in view.units if unit.side == "soviet" and "." in unit.at}


def give(field: Field, text: str, side: int = SOVIET) -> None:
    """Carry out an order to show another unit, which must be legal."""
    order = field.order(text)
    assert fog_of_war.check_top(field.state, side, order) is None
    fog_of_war.apply_top(field.state, side, order)


# -- what shows ------------------------------------------------------------------------------------


@rule("ocs", "4.9a.1", "4.9a.2")
def test_one_unit_of_enemy_stack_is_visible() -> None:
    field = stack()
    assert list(enemies(seen(field))) == ["s-inf1"]
    assert {unit.id for unit in seen(field, "soviet").units} == {"s-inf1", "s-tb", "s-hq"}
    assert list(enemies(seen(field, ""))) == ["s-inf1"], "a spectator sees no more than the enemy"


@rule("ocs", "4.8b-C", "4.9a.2")
@pytest.mark.parametrize("mark", ["m", "d", "ms", "r", "o"])
def test_unit_with_zoc_is_on_top(mark: str) -> None:
    field = Field(s_inf1=f"{HERE} {mark}", s_tb=HERE)
    assert list(enemies(seen(field))) == ["s-tb"]
    refusal = fog_of_war.check_top(field.state, SOVIET, field.order("top s-inf1"))
    assert refusal is not None and refusal.rule == "4.8b-C"


@rule("ocs", "4.9a.2")
def test_owner_chooses_top_unit_without_zoc() -> None:
    field = Field(s_inf1=f"{HERE} m", s_tb=f"{HERE} m", s_art1=HERE)
    for id_ in ("s-tb", "s-art1", "s-inf1"):
        give(field, f"top {id_}")
        assert list(enemies(seen(field))) == [id_]


@rule("ocs", "4.8b-D")
def test_hq_on_top_without_adjacent_enemy_shows_zoc() -> None:
    field = stack()
    give(field, "top s-hq")
    shown = enemies(seen(field))
    assert list(shown) == ["s-hq"] and "zone" in shown["s-hq"].flags
    field.put("g-pz1", "13.08")
    assert list(enemies(seen(field))) == ["s-inf1"]
    alone = Field(s_hq=HERE)
    assert "zone" not in enemies(seen(alone))["s-hq"].flags


@rule("ocs", "4.8b-F", "4.9a.2")
def test_hedgehog_level_is_visible_with_top_unit() -> None:
    field = stack()
    (hog,) = field.generic("hedgehogs", HERE, SOVIET)
    field.state.level[hog] = 2
    shown = enemies(seen(field))
    assert sorted(shown) == sorted(["s-inf1", field.scenario.counter_ids[hog]])
    assert shown[field.scenario.counter_ids[hog]].label.endswith(" 2")


@rule("ocs", "4.9a.3")
@pytest.mark.parametrize(
    ("mark", "flag"), [("d", "disorganized"), ("ms", "strat"), ("o", "out of supply"), ("r", "reserve")]
)
def test_mode_and_supply_of_top_unit_are_visible(mark: str, flag: str) -> None:
    assert flag in enemies(seen(Field(s_inf1=f"{HERE} {mark}")))["s-inf1"].flags
    assert flag not in enemies(seen(Field(s_inf1=HERE)))["s-inf1"].flags


@rule("ocs", "4.9a.4", "4.8b-B")
def test_step_losses_and_internal_stocks_are_hidden() -> None:
    fresh, worn = Field(s_inf1=HERE), Field(s_inf1=f"{HERE} **")
    for name in ("low", "exhausted"):
        state = worn.state.copy()
        setattr(state, name, worn.bit("s-inf1"))
        assert_no_leak(rules, fresh.state, state, "german")
        flags = next(unit for unit in rules.view(state, "soviet").units if unit.id == "s-inf1").flags
        assert name in flags, "its owner knows"
    assert seen(worn, "soviet").units[0].steps == worn.scenario.steps[worn.unit("s-inf1")] - 2


# -- supply and transports -------------------------------------------------------------------------


@rule("ocs", "4.9a.1")
def test_supply_under_stack_is_hidden() -> None:
    bare, rich = stack(), stack()
    rich.supply(HERE, 40, SOVIET)
    rich.generic("trucks", HERE, SOVIET, 2, loaded=4)
    assert_no_leak(rules, bare.state, rich.state, "german")


@rule("ocs", "4.9a.1")
def test_supply_alone_is_visible_without_amount() -> None:
    fields = [Field(), Field(), Field()]
    fields[0].supply(HERE, 4, SOVIET)
    fields[1].supply(HERE, 44, SOVIET)
    fields[2].generic("trucks", HERE, SOVIET, 3, loaded=1)
    for field in fields:
        (marker,) = enemies(seen(field)).values()
        assert marker.at == HERE and marker.marker
        assert_no_leak(rules, fields[0].state, field.state, "german")


def test_dead_pile_is_public_and_other_boxes_are_hidden() -> None:
    field = Field()
    field.state.at[field.unit("s-inf1")] = -2
    field.state.at[field.unit("s-inf2")] = -4
    boxes = {box.id: box.units for box in seen(field).boxes}
    assert boxes == {"soviet dead": ("s-inf1",)}
    own = {box.id: box.units for box in seen(field, "soviet").boxes}
    assert own == {"soviet dead": ("s-inf1",), "soviet coming": ("s-inf2",)}


# -- the whole of it -------------------------------------------------------------------------------


def test_visibility_of_every_state_field_is_defined() -> None:
    classes = (
        fog_of_war.MODES, fog_of_war.SECRET_SETS, fog_of_war.SECRET_NUMBERS, fog_of_war.SECRET_TOTALS,
        fog_of_war.SPECIAL, fog_of_war.OPEN,
    )  # fmt: skip
    known = [name for names in classes for name in names]
    fields = [name for name in OcsState.__struct_fields__ if name not in OcsState.derived]
    assert sorted(known) == sorted(fields), "a field that was added must say who may know it"


def test_everything_is_visible_after_the_game() -> None:
    field = stack()
    rules.apply(field.state, "german", field.order("concede"), field.dice())
    assert seen(field).known == field.state.plain()
    assert set(enemies(seen(field))) == {"s-inf1", "s-tb", "s-hq"}


@rule("ocs", "4.9a.1")
def test_imagined_state_has_the_same_view() -> None:
    """With an HQ on top of a stack that exerts a ZOC, supply alone in a hex, and works."""
    field = stack(s_inf2="17.12 m", s_rgt1="11.08 d", g_pz1="08.07", g_inf1="07.03 r")
    give(field, "top s-hq")
    field.supply("20.12", 12, SOVIET)
    field.generic("trucks", "19.12", SOVIET, 2)
    field.state.lost[field.unit("s-inf1")] = 1
    changed(field.state)
    for side in ("german", "soviet"):
        view = seen(field, side)
        for seed in range(5):
            source = random.Random(seed)
            twin = imagine.imagine(view, field.scenario, LooseDice(source))
            assert invariants.violations(twin) == []
            assert msgspec.json.encode(rules.view(twin, side)) == msgspec.json.encode(view)


@rule("ocs", "4.9a.1")
@pytest.mark.parametrize(
    ("trucks", "dice", "kind"), [(2, 4, "displace"), (1, 1, "displace"), (1, 4, "yield")]
)
def test_imagined_state_with_transports_to_be_displaced(trucks: int, dice: int, kind: str) -> None:
    field = Manoeuvre(g_moto="08.09").fuelled()
    field.generic("trucks", "09.10", SOVIET, trucks, loaded=2)
    if kind == "yield":
        field.put("s-org1", "09.10")
    field.give("move g-moto 08.09-09.10", dice)
    assert field.state.questions[-1].kind == kind
    for side in ("german", "soviet"):
        view = seen(field, side)
        twin = imagine.imagine(view, field.scenario, LooseDice(random.Random(1)))
        assert invariants.violations(twin) == []
        assert all(twin.at[c] == field.hex("09.10") for c in twin.questions[-1].units)
        assert msgspec.json.encode(rules.view(twin, side)) == msgspec.json.encode(view)


@rule("ocs", "4.9c")
def test_barrage_event_hides_firing_units() -> None:
    field = Field("barrage", g_art1="12.07", s_inf1="14.07", s_tb="14.07")
    field.supply("12.07", 20)
    field.state.fired = 0
    events = rules.apply(field.state, "german", field.order("barrage 14.07 g-art1"), field.dice(3, 4, 5, 6))
    for side in ("soviet", "german", ""):
        barrage = event_of(seen_by(events, side), Barraged)
        assert (barrage.side, barrage.hexes, barrage.points) == ("german", ("14.07",), 16)
        assert barrage.shifts == (("4 RE in the hex", 1), ("major city", -2), ("no spotter", -3))
        assert ("g-art1" in " ".join(map(str, seen_by(events, side)))) == (side == "german")


@rule("ocs", "4.9a.1")
def test_imagined_transports_of_two_captures_are_in_their_own_hexes() -> None:
    field = Manoeuvre()
    for hex_ in ("09.10", "14.08"):
        trucks = field.generic("trucks", hex_, SOVIET, 2)
        ask(field.state, Question("displace", SOVIET, tuple(trucks), field.hex(hex_), (0,)))
    twin = imagine.imagine(seen(field), field.scenario, LooseDice(random.Random(1)))
    for question in twin.questions:
        assert question.units and all(twin.at[c] == question.hex for c in question.units)


# -- HR-2 ------------------------------------------------------------------------------------------


def covered(on: bool = True, marks: str = "d", beside: str = "") -> Field:
    """A Soviet stack under a marker, and perhaps an adjacent German unit."""
    scenario = playing("HR-2") if on else playing()
    field = Field(scenario=scenario, s_rgt1=f"{HERE} {marks}", s_inf1=f"{HERE} {marks}")
    if beside:
        field.put(beside, "13.08")
    return field


@rule("ocs", "HR-2")
@pytest.mark.parametrize(
    ("marks", "flag"),
    [("d", "disorganized"), ("r", "reserve"), ("ms", "strat"), ("e", "exploit"), ("mo", "out of supply")],
)
def test_a_marker_hides_the_top_unit(marks: str, flag: str) -> None:
    (hidden,) = enemies(seen(covered(marks=marks))).values()
    assert hidden.id == f"soviet-veiled-{HERE}" and hidden.label == "?"
    assert flag in hidden.flags and not hidden.factors
    assert set(enemies(seen(covered(on=False, marks=marks)))) & {"s-inf1", "s-rgt1"}
    assert set(enemies(seen(covered(marks="")))) & {"s-inf1", "s-rgt1"}  # no marker
    assert set(enemies(seen(covered(marks=marks), "soviet"))) == {"s-inf1", "s-rgt1"}


@rule("ocs", "HR-2")
@pytest.mark.parametrize(
    ("adjacent", "peeks"), [("g-rgt1", True), ("g-sec", False), ("g-art1", False), ("g-hq", False)]
)
def test_only_attack_capable_units_look_under_a_marker(adjacent: str, peeks: bool) -> None:
    field = covered(beside=adjacent)
    assert bool(set(enemies(seen(field))) & {"s-inf1", "s-rgt1"}) == peeks


@rule("ocs", "HR-2")
@pytest.mark.parametrize("marks", ["d", "r", "ms", "e", "mo"])
def test_imagined_stacks_under_markers_look_the_same(marks: str) -> None:
    field = covered(marks=marks)
    view = seen(field)
    for seed in range(5):
        twin = imagine.imagine(view, field.scenario, LooseDice(random.Random(seed)))
        assert invariants.violations(twin) == []
        assert twin.held[SOVIET] == field.state.held[SOVIET]
        assert_no_leak(rules, field.state, twin, "german")


@rule("ocs", "4.9a.2")
def test_a_question_shows_the_top_unit_of_a_hex_and_no_transports_alone() -> None:
    field = Manoeuvre(g_inf1="08.07", g_rgt1="08.07", g_rgt2="07.07", s_rgt1="11.07")
    (truck,) = field.generic("trucks", "06.06")
    (escorted,) = field.generic("trucks", "08.07")
    there = field.bit("g-inf1", "g-rgt1")
    asked_about = (field.unit("g-rgt2"), field.unit("g-rgt1"), field.unit("g-inf1"), truck, escorted)
    question = Question("lose", GERMAN, asked_about, field.hex("08.07"))
    first, second, *more = fog_of_war.visible_question(field.state, question, GERMAN).units
    assert first == field.unit("g-rgt2") and 1 << second & there and not more
    assert (
        fog_of_war.visible_question(field.state, question, SOVIET) == question
    )  # of the other side: in full
    put(field.state, field.unit("g-rgt2"), DEAD)
    dead = Question("lose", GERMAN, (field.unit("g-rgt2"),), field.hex("08.07"))
    assert fog_of_war.visible_question(field.state, dead, GERMAN).units == (field.unit("g-rgt2"),)
