"""Chapters 14.9 and 14.10: Air Transport, Air Drops, Drop Plans and gliders; 12.6h, 14.4g."""

from __future__ import annotations

import random
import tempfile
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from grognard.core.dice import LooseDice
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.air.bases import base_named
from grognard.games.ocs.flights import cargo, drop_plans
from grognard.games.ocs.flights.unloading import is_clear, modifier, needed
from grognard.games.ocs.interface.invariants import violations
from grognard.games.ocs.interface.views import view
from grognard.games.ocs.model.air_events import CargoDropped, CargoLost
from grognard.games.ocs.model.combat_events import Eliminated
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import DEAD
from grognard.games.ocs.supply import supply_phase
from grognard.games.ocs.supply.tokens import dump_at
from grognard.games.ocs.turn import sequence
from grognard.games.ocs.units.modes import allowance
from tests.rules.ocs.airfield import Airfield, written
from tests.rules.ocs.field import GERMAN, SOVIET, event_of


def _unit(id_: str, side: str, more: str, ma: int = 8, re: float = 0.25) -> str:
    return (
        f'[[counter]]\nid = "{id_}"\nside = "{side}"\nnation = "{side}"\nkind = "infantry"\n'
        f'title = "{id_}"\nar = 4\nre = {re}\n{more}\n'
        f'combat = {{ strength = 2, ma = 4 }}\nmove = {{ strength = 1, ma = {ma}, mobility = "leg" }}\n'
    )


def _transport(id_: str, lift: float, more: str = "") -> str:
    face = "air = 1, paren = true, range = 14"
    return (
        f'[[counter]]\nid = "{id_}"\nside = "german"\nnation = "german"\nkind = "plane"\ntitle = "{id_}"\n'
        f'steps = 2\nplane = {{ types = ["Tpt"], full = {{ {face}, lift = {lift} }}, '
        f"reduced = {{ {face}, lift = {lift / 2} }}{more} }}\n"
    )


UNITS = "\n".join(
    (
        _unit("g-para", "german", "para = true"),
        _unit("g-para2", "german", "para = true"),
        _unit("g-light", "german", ""),
        _unit("g-slow", "german", "", ma=6),
        _unit("g-heavy", "german", "", ma=11),
        _transport("g-53", 1),
        _transport("g-half", 0.5),
        _transport("g-321", 2, ", gliders = true"),
    )
)
BASE, OTHER = "04.07", "02.11"


@lru_cache
def lifting() -> OcsScenario:
    """The scenario with light and Para units and more Transports."""
    return written(Path(tempfile.mkdtemp()), units=UNITS)


def field(phase: str = "movement", player: int = 0, supply: int = 8, **at: Any) -> Airfield:
    """A situation with supply at the base."""
    some = Airfield(phase, player, scenario=lifting(), **at)
    if supply:
        some.supply(BASE, supply)
    return some


def tokens_at(some: Airfield, where: str) -> int:
    dump = dump_at(some.state, some.hex(where), GERMAN)
    return some.state.tokens[dump] if dump >= 0 else 0


# -- capacity and range --------------------------------------------------------------------------------


@rule("ocs", "14.9.1", "14.9a.1", "14.9e.1", "14.9e-B", "14.9d.2", "14.9c.1", "15.0b-C.2")
def test_supply_is_flown_to_a_base_and_stays_there() -> None:
    some = field(g_52=BASE)
    assert some.refused(f"airlift {OTHER} g-52 2") == "14.9a.1"
    assert some.refused("airlift 08.07 g-52 1") == "14.9e.1"
    assert some.refused(f"airlift {OTHER} g-52") == "14.9c.1"
    some.give(f"airlift {OTHER} g-52 1")
    assert (tokens_at(some, BASE), tokens_at(some, OTHER)) == (7, 1)
    dump = dump_at(some.state, some.hex(OTHER), GERMAN)
    assert some.state.fresh[dump] == 1  # it has moved for this phase
    assert some.state.questions[-1].kind == "home"
    some.give(f"home g-52 {BASE}")
    assert some.state.mission is None and not violations(some.state)
    reaction = Airfield("barrage", 0, scenario=lifting(), g_52=BASE)
    assert reaction.check(f"airlift {OTHER} g-52 1") is not None


@rule("ocs", "14.9e-C", "14.9b")
def test_a_transport_doubles_its_load_at_half_range_and_returns_within_it() -> None:
    some = field(g_52=BASE, g_half=BASE)
    assert some.refused(f"airlift {OTHER} g-half 1") == "14.9a.1"  # 1/2T is not rounded up
    assert some.check(f"airlift {OTHER} g-half 1 double:g-half") is None
    assert f"airlift {OTHER} g-52 2 double:g-52" in some.offered("g-52", "airlift")
    some.give(f"airlift {OTHER} g-52 2 double:g-52")
    assert tokens_at(some, OTHER) == 2
    question = some.state.questions[-1]
    assert (question.kind, question.data[0]) == ("home", 0)
    assert some.refused("home g-52 RIGA") == "14.2d.1"  # 13 hexes, beyond 7
    some.give(f"home g-52 {OTHER}")


@rule("ocs", "14.9a.2")
def test_transports_of_a_base_pool_their_lift() -> None:
    some = field(g_half=BASE, g_52=OTHER, g_53=BASE, g_slow=f"{BASE} m", g_para=f"{BASE} m")
    assert some.refused(f"airlift {OTHER} g-half,g-para") == "14.9a.1"
    assert some.refused(f"airlift {OTHER} g-half,g-52,g-para") == "14.9a.1"  # another base's pool
    assert some.check(f"airlift {OTHER} g-half,g-53,g-para,g-slow") is None  # 1 1/2T
    assert some.check(f"airlift {OTHER} g-half,g-slow") is None  # slow Leg units count half


@rule("ocs", "14.9e-A")
def test_twice_the_range_for_planes_that_stay() -> None:
    some = field(g_52=BASE)
    far = some.generic("bases", "20.10")[0]
    some.state.level[far] = 1
    changed(some.state)
    some.give("airlift 20.10 g-52 1")
    assert some.state.host[some.unit("g-52")] == far and not some.state.active & some.bit("g-52")
    assert not some.state.questions and tokens_at(some, "20.10") == 1


@rule("ocs", "14.9f.1", "14.9f.2", "15.0b-C.1", "15.2-C")
def test_a_base_unloads_two_tokens_a_level_unless_planes_stay() -> None:
    some = field(g_52=BASE, g_53=BASE, g_half=BASE)
    double = "double:g-52 double:g-53"
    assert some.refused(f"airlift {OTHER} g-52,g-53 4 {double}") == "14.9f.1"  # level 1: 2T
    some.give(f"airlift {OTHER} g-52 2 double:g-52")
    some.give(f"home g-52 {BASE}")
    assert some.refused(f"airlift {OTHER} g-53 1") == "14.9f.1"
    some.give(f"airlift {OTHER} g-53 1 stay:g-53")
    assert some.state.host[some.unit("g-53")] == base_named(some.state, OTHER, GERMAN)
    assert tokens_at(some, OTHER) == 3


@rule("ocs", "14.10f.1", "14.10f.2")
def test_integral_gliders_ignore_the_unloading_limit_and_never_drop() -> None:
    some = field(g_321=BASE)
    some.state.unloaded[base_named(some.state, OTHER, GERMAN)] = 8  # 2T: the limit
    assert some.check(f"airlift {OTHER} g-321 2") is None
    assert some.refused("drop 08.07 g-321 2") == "14.10f.2"


# -- units ---------------------------------------------------------------------------------------------


@rule("ocs", "14.9c.1", "14.9d.3")
def test_only_light_units_in_move_mode_fly() -> None:
    some = field(g_52=BASE, g_para=f"{BASE} m", g_light=BASE, g_heavy=f"{BASE} m", g_slow=f"{BASE} mr")
    assert some.refused(f"airlift {OTHER} g-52,g-heavy") == "14.9c.1"
    assert some.refused(f"airlift {OTHER} g-52,g-light") == "14.9c.1"  # Combat Mode
    assert some.refused(f"airlift {OTHER} g-52,g-slow") == "14.9c.1"  # Reserve
    assert some.check(f"airlift {OTHER} g-52,g-para") is None
    some.give("mode g-light move")
    assert some.check(f"airlift {OTHER} g-52,g-light") is None


@rule("ocs", "14.9c.1")
def test_only_combat_units_and_supply_fly() -> None:
    """Transport Points do not, whatever their MA; a wagon has 10 Leg MP."""
    some = field(g_52=BASE, g_53=BASE, g_wagon1=BASE)
    assert some.refused(f"airlift {OTHER} g-52,g-53,g-wagon1") == "14.9c.1"


@rule("ocs", "14.9d.1")
def test_a_flown_unit_moves_half_its_ma_before_and_after() -> None:
    some = field(g_52=BASE, g_para=f"{BASE} m")
    full = allowance(some.state, some.unit("g-para"))
    some.state.spent[some.unit("g-para")] = full // 2 + 1
    assert some.refused(f"airlift {OTHER} g-52,g-para") == "14.9d.1"
    some.state.spent[some.unit("g-para")] = full // 2 - 4
    changed(some.state)
    some.give(f"airlift {OTHER} g-52,g-para")
    some.give(f"home g-52 {BASE}")
    assert some.state.at[some.unit("g-para")] == some.hex(OTHER)
    assert some.left("g-para") == 1 and some.reach("g-para")


@rule("ocs", "14.9d.4")
def test_units_flown_in_reaction_move_only_if_released() -> None:
    some = field("reaction", 1, g_52=BASE, g_para=f"{BASE} m", g_slow=f"{BASE} m")
    some.state.released |= some.bit("g-slow")
    full = allowance(some.state, some.unit("g-slow"))
    some.give(f"airlift {OTHER} g-52,g-slow")
    some.give(f"home g-52 {BASE}")
    assert allowance(some.state, some.unit("g-slow")) == full // 2
    some.state.flown = 0
    some.state.active |= some.bit("g-52")
    some.give(f"airlift {OTHER} g-52,g-para")
    some.give(f"home g-52 {BASE}")
    assert not some.offered("g-para", "move")


# -- losses on the way ---------------------------------------------------------------------------------


@rule("ocs", "14.4a.2", "14.4g.1", "14.4g.2", "14.9b")
def test_flak_costs_cargo_that_no_longer_fits() -> None:
    some = field(g_52=BASE, g_53=BASE, g_para=f"{BASE} m", s_yak="13.07")
    base = some.generic("bases", "08.07")[0]
    some.state.level[base] = 3
    changed(some.state)
    some.give("airlift 08.07 g-52,g-53,g-para 1")
    some.give("stay", 6, 6, 1)  # Flak hits the first plane: 1 1/2T left for 2T, which rounds up
    assert some.state.at[some.unit("g-para")] == some.hex("08.07") and tokens_at(some, "08.07") == 1


@rule("ocs", "14.4g.1")
def test_the_owner_chooses_what_is_lost() -> None:
    some = field(g_52=f"{BASE} *", g_53=BASE, g_half=BASE, g_para=f"{BASE} m", s_yak="13.07")
    base = some.generic("bases", "08.07")[0]
    some.state.level[base] = 3
    changed(some.state)
    before = some.state.ledger[GERMAN]
    some.give("airlift 08.07 g-53,g-52,g-half,g-para 1")
    some.give("stay", 6, 6, 4)  # 1/2T less and the plane dies: 1 1/2T of 2T, rounded up
    assert not some.state.questions or some.state.questions[-1].kind in ("home", "mission")
    mission = Mission("airlift", GERMAN, some.hex("08.07"), (some.unit("g-half"),), goal=base, tokens=1,
                      cargo=(some.unit("g-slow"), some.unit("g-para2")), loaded=some.hex(BASE))  # fmt: skip
    some = field(g_half=BASE, g_para2=f"{BASE} m", g_slow=f"{BASE} m")
    some.state.mission = mission
    changed(some.state)
    assert not cargo.lighten(some.state, [])  # 2 1/2T on a lift of 1/2T
    question = some.state.questions[-1]
    assert [str(order) for order in cargo.answers(some.state, question)] == [
        "jettison g-slow", "jettison g-para2", "jettison token",
    ]  # fmt: skip
    events = cargo.answer(some.state, question, some.order("jettison g-para2"))
    assert event_of(events, CargoLost).units == ("g-para2",)
    assert some.state.at[some.unit("g-para2")] == DEAD
    assert not cargo.lighten(some.state, [])
    question = some.state.questions[-1]
    cargo.answer(some.state, question, some.order("jettison token"))
    assert some.state.ledger[GERMAN] == before - 1 and cargo.lighten(some.state, [])


@rule("ocs", "14.1c.3")
def test_cargo_of_planes_that_abort_over_their_base_arrives() -> None:
    some = field(g_52=BASE, s_yak="13.07")
    base = some.generic("bases", "08.07")[0]
    some.state.level[base] = 1
    changed(some.state)
    some.give("airlift 08.07 g-52 1")
    some.give("intercept s-yak", 6, 6, 1)
    assert tokens_at(some, "08.07") == 1 and some.state.host[some.unit("g-52")] == base
    assert some.state.mission is None and not violations(some.state)


def test_cargo_of_a_drop_that_aborts_returns() -> None:
    some = field(g_52=BASE, s_yak="13.07", g_inf1="08.07")
    some.give("drop 08.07 g-52 1")
    some.give("intercept s-yak", 6, 6, 1)
    assert tokens_at(some, BASE) == 8
    some.give(f"home g-52 {BASE}")
    assert some.state.mission is None and not violations(some.state)


@rule("ocs", "14.1b")
def test_cargo_dies_with_its_plane() -> None:
    some = field(g_52=f"{BASE} *", s_yak="13.07", g_inf1="08.07")
    assert some.refused("drop 08.07 g-52 1") == "14.9a.1"  # 1/2T
    some = field(g_53=BASE, s_yak="13.07", g_inf1="08.07")
    some.give("drop 08.07 g-53 1")
    some.state.lost[some.unit("g-53")] = 1
    events = some.give("intercept s-yak", 6, 6, 6)
    assert event_of(events, CargoLost).tokens == 1 and tokens_at(some, BASE) == 7
    assert some.state.mission is None and not violations(some.state)


# -- drops ---------------------------------------------------------------------------------------------


@rule("ocs", "14.10d.1", "14.10d.2", "14.10b.4", "14.10.1")
@pytest.mark.parametrize(("dice", "landed"), [((2, 3), 1), ((1, 3), 0)])
def test_supply_is_dropped_without_a_plan(dice: tuple[int, ...], landed: int) -> None:
    for phase, player in (("movement", 0), ("exploitation", 0), ("reaction", 1)):
        some = field(phase, player, g_52=BASE, g_inf1="06.07")
        assert is_clear(some.state, some.hex("06.07"))
        events = some.give("drop 06.07 g-52 1", *dice)
        assert event_of(events, CargoDropped).tokens == landed
        assert (tokens_at(some, BASE), tokens_at(some, "06.07")) == (7, landed)


@rule("ocs", "14.10d.1", "14.10e-E")
def test_what_a_drop_needs() -> None:
    some = field()
    clear, wood = some.hex("06.07"), next(
        h for h in range(some.scenario.grid.size) if some.scenario.symbols["woods"] >> h & 1
    )  # fmt: skip
    some.state.second = 0
    assert (needed(some.state, 0, clear), needed(some.state, 0, wood)) == (5, 6)
    assert (needed(some.state, 1, clear), needed(some.state, 1, wood)) == (6, 7)
    assert modifier(some.state, "german", True, wood) == 1
    assert modifier(some.state, "soviet", False, wood) == -1


@rule("ocs", "14.10a", "14.10b.1", "14.10b.2", "14.10d.2")
def test_units_drop_as_planned() -> None:
    some = field(g_52=BASE, g_para=f"{BASE} m", g_light=f"{BASE} m")
    assert some.refused("drop 18.07 g-52,g-para") == "14.10b.2"
    para = some.unit("g-para")
    some.state.drop_hex[para], some.state.drop_turn[para] = some.hex("18.07"), 1
    light = some.unit("g-light")
    some.state.drop_hex[light], some.state.drop_turn[light] = some.hex("18.07"), 1
    assert some.refused("drop 18.07 g-52,g-light") == "14.10a"
    assert "drop 18.07 g-52,g-para" in some.offered("g-52", "drop")
    some.give("drop 18.07 g-52,g-para", 6, 6)
    assert some.state.at[para] == some.hex("18.07") and not some.offered("g-para", "move")
    assert not some.state.drop_turn[para]
    late = field("reaction", 1, g_52=BASE, g_para=f"{BASE} m")
    assert late.refused("drop 08.07 g-52,g-para") == "14.10b.1"


@rule("ocs", "12.6h")
@pytest.mark.parametrize("supply", [0, 4])
def test_a_dropped_unit_needs_no_trace_on_its_turn(supply: int) -> None:
    """Beside it a unit that was not dropped is Out of Supply, or can be fed."""
    some = field("supply", supply=0, g_para="18.07 m", g_slow="18.07 m")
    if supply:
        some.supply("18.07", supply)
    some.state.dropped |= some.bit("g-para")
    changed(some.state)
    if supply:
        assert supply_phase.needs_feeding(some.state, GERMAN) == some.bit("g-slow")
        return
    supply_phase.begin(some.state, LooseDice(random.Random(1)))
    assert some.state.out == some.bit("g-slow") or some.state.at[some.unit("g-slow")] == DEAD
    assert some.state.at[some.unit("g-para")] == some.hex("18.07")


@rule("ocs", "14.10d.2", "14.10d.3")
def test_cargo_is_destroyed_by_a_bad_roll_or_on_enemy_units() -> None:
    for enemy, dice in (("", (1, 1)), ("18.07", (6, 6))):
        some = field(g_52=BASE, g_para=f"{BASE} m")
        if enemy:
            some.put("s-inf1", enemy)
        para = some.unit("g-para")
        some.state.drop_hex[para], some.state.drop_turn[para] = some.hex("18.07"), 1
        events = some.give("drop 18.07 g-52,g-para", *dice)
        assert some.state.at[para] == DEAD
        lost = event_of(events, Eliminated)  # only the owner learns which unit it was
        assert (lost.units, lost.only, lost.hexes) == (("g-para",), ("german",), ("18.07",))


@rule("ocs", "14.10d.4")
def test_landing_on_soft_enemies_captures_them() -> None:
    some = field(g_52=BASE, g_para=f"{BASE} m", s_yak="13.07")
    para = some.unit("g-para")
    some.state.active = some.bit("g-52")
    some.state.drop_hex[para], some.state.drop_turn[para] = some.hex("13.07"), 1
    some.give("drop 13.07 g-52,g-para", 6, 6, 6, 6)
    assert base_named(some.state, "13.07", GERMAN) >= 0


# -- plans ---------------------------------------------------------------------------------------------


@rule("ocs", "14.10b.2", "14.10b.3", "14.10a", "14.10c.1", "14.10c.2")
def test_drop_plans() -> None:
    some = field("refit", g_52=BASE, g_para=f"{BASE} m", g_para2=BASE, g_light=BASE)
    assert some.refused("plan 18.07 g-para 2") == "14.10b.2"
    assert some.refused("plan 18.07 g-light 3") == "14.10a"
    (listed,) = some.offered("g-para", "plan")
    assert listed.endswith(" g-para 3") and not some.offered("g-light", "plan")
    some.give("plan 18.07 g-para,g-para2 3")
    assert some.refused("plan 17.07 g-para 4") == "14.10b.3"
    some.give("delay g-para")
    assert some.state.drop_turn[some.unit("g-para")] == 4
    assert some.refused("delay g-para") == "14.10c.1"
    some.give("cancel g-para2")
    assert not some.state.drop_turn[some.unit("g-para2")]
    assert some.refused("cancel g-para2") == "14.10c.1"
    assert some.refused("plan 18.07 g-para2 2") == "14.10b.2"  # from scratch
    some.state.turn = 4
    sequence._clean_up(some.state)
    assert not some.state.drop_turn[some.unit("g-para")]  # not flown: it lapses


@rule("ocs", "14.10b.2")
def test_the_enemy_does_not_see_plans_or_cargo() -> None:
    some, other = (field("refit", g_52=BASE, g_para=f"{BASE} m") for _ in range(2))
    some.give("plan 18.07 g-para 3")
    assert view(some.state, "soviet").known == view(other.state, "soviet").known
    one, two = (field(g_53=BASE, g_inf1="08.07", s_yak="13.07", g_para=f"{BASE} m") for _ in range(2))
    base = one.generic("bases", "08.07")[0], two.generic("bases", "08.07")[0]
    one.state.level[base[0]] = two.state.level[base[1]] = 1
    for some, load in ((one, "g-53 1"), (two, "g-53,g-para")):
        changed(some.state)
        some.give(f"airlift 08.07 {load}")
    assert view(one.state, "soviet").known == view(two.state, "soviet").known


# -- gliders -------------------------------------------------------------------------------------------


@rule("ocs", "14.10e-C.1", "14.10e-C.2", "14.10e-A.2", "14.10e-B.1", "14.10e-D", "14.10e.1")
def test_gliders_carry_two_tokens_outside_the_unloading_limit_and_are_used_once() -> None:
    some = field(g_half=BASE, g_52=f"{BASE} *")
    base = base_named(some.state, BASE, GERMAN)
    assert some.refused(f"airlift {OTHER} g-half 2 glider:1") == "14.10e-B.1"
    some.state.gliders[base] = 3
    some.state.unloaded[base_named(some.state, OTHER, GERMAN)] = 8
    assert some.refused(f"airlift {OTHER} g-52 2 glider:1") == "14.10e-C.1"  # reduced
    assert some.refused(f"airlift {OTHER} g-half 4 glider:2") == "14.10e-C.1"
    assert some.refused(f"airlift {OTHER} g-half 3 glider:1") == "14.9a.1"
    assert some.check(f"airlift {OTHER} g-half 4 glider:2 double:g-half") is None
    some.give(f"airlift {OTHER} g-half 2 glider:1")
    assert some.state.gliders[base] == 2 and tokens_at(some, OTHER) == 2


@rule("ocs", "14.10e-C.2", "14.10e-F")
def test_lift_of_tows() -> None:
    some = field(g_53=BASE)
    plane = some.unit("g-53")
    mission = Mission("drop", GERMAN, some.hex("08.07"), (plane,), gliders=1, double=1 << plane)
    assert cargo.lift(some.state, mission) == Fraction(3)  # 2T by glider and 1T by parachute
    some.state.lost[plane] = 1
    assert cargo.lift(some.state, mission) == 2
    assert cargo.lift(some.state, Mission("drop", GERMAN, 0, (plane,), gliders=1)) == 1


@rule("ocs", "14.10a", "14.10e-E")
def test_light_units_land_by_glider() -> None:
    some = field(g_53=BASE, g_light=f"{BASE} m")
    some.state.gliders[base_named(some.state, BASE, GERMAN)] = 1
    light = some.unit("g-light")
    some.state.drop_hex[light], some.state.drop_turn[light] = some.hex("18.07"), 1
    some.state.second |= 1 << some.hex("18.07")
    least = needed(some.state, GERMAN, some.hex("18.07"))
    some.give("drop 18.07 g-53,g-light glider:1", 1, least - 2)  # one less, and 1 for the glider
    assert some.state.at[light] == some.hex("18.07")


@rule("ocs", "14.10e-G")
def test_gliders_of_a_dead_tow_are_lost_and_of_an_aborted_one_return() -> None:
    for loss, left in ((6, 0), (1, 1)):
        some = field(g_53=BASE, s_yak="13.07", g_inf1="08.07")
        base = base_named(some.state, BASE, GERMAN)
        some.state.gliders[base] = 1
        some.give("drop 08.07 g-53 2 glider:1")
        some.state.lost[some.unit("g-53")] = 1
        some.give("intercept s-yak", 6, 6, loss)
        assert some.state.gliders[base] == left, loss


def test_drop_plans_of_a_side_without_planes_are_not_offered() -> None:
    some = field("refit", g_para=BASE)
    assert drop_plans.plannable(some.state, GERMAN) & some.bit("g-para")


@rule("ocs", "14.10a")
def test_light_units_are_planned_with_gliders_of_their_own_side() -> None:
    some = field("refit", g_light=f"{BASE} m", g_53=BASE)
    light, others = some.bit("g-light"), base_named(some.state, "13.07", SOVIET)
    some.state.gliders[others] = 2
    assert not drop_plans.plannable(some.state, GERMAN) & light
    some.state.gliders[base_named(some.state, BASE, GERMAN)] = 1
    assert drop_plans.plannable(some.state, GERMAN) & light
