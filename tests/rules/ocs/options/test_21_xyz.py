"""Option 21.12a: Air Transport from X by Y to Z, with cargo on both legs."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.core.dice import LooseDice
from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs import rules
from grognard.games.ocs.air.bases import base_named
from grognard.games.ocs.interface import legality
from grognard.games.ocs.interface.choices import choices, to_act
from grognard.games.ocs.interface.invariants import violations
from grognard.games.ocs.interface.views import view
from grognard.games.ocs.model.air_events import FlakFired
from grognard.games.ocs.model.state import from_plain, put
from grognard.games.ocs.supply.tokens import dump_at
from tests.rules.ocs.air.test_14_transport import lifting
from tests.rules.ocs.airfield import Airfield
from tests.rules.ocs.chosen_options import playing
from tests.rules.ocs.field import GERMAN

X, Y, Z = "04.07", "02.11", "08.10"


def field(option: str = "21.12a", **at: Any) -> Airfield:
    """A situation with a third base."""
    some = Airfield("movement", scenario=playing(option, base=lifting()), **at)
    base = some.generic("bases", Z)[0]
    some.state.level[base] = 1
    changed(some.state)
    return some


def tokens_at(some: Airfield, where: str) -> int:
    dump = dump_at(some.state, some.hex(where), GERMAN)
    return some.state.tokens[dump] if dump >= 0 else 0


def patrol(some: Airfield, where: str) -> None:
    """Move the enemy base with its Fighter."""
    put(some.state, some.state.host[some.unit("s-yak")], some.hex(where))
    changed(some.state)


def asked(some: Airfield) -> list[str]:
    return [question.kind for question in some.state.questions]


@rule("ocs", "21.12a.1")
def test_planes_load_at_both_bases_and_unload_at_both() -> None:
    some = field(g_52=X)
    some.supply(X, 2)
    some.supply(Y, 2)
    some.give(f"airlift {Y} g-52 1")
    assert asked(some) == ["mission", "home"]
    assert f"carry g-52 {Z} 1" in some.offered("g-52", "carry")
    assert some.refused(f"carry g-52 {Z} 2") == "14.9a.1"
    some.give(f"carry g-52 {Z} 1")
    assert (tokens_at(some, X), tokens_at(some, Y), tokens_at(some, Z)) == (1, 2, 1)
    assert some.state.host[some.unit("g-52")] == base_named(some.state, Z, GERMAN)
    assert not some.state.active & some.bit("g-52") and some.state.mission is None
    assert not some.state.questions and not violations(some.state)
    plain = field("21.9", g_52=X)
    plain.supply(X, 2)
    plain.supply(Y, 2)
    assert plain.refused(f"airlift {Y} g-52") == "14.9c.1"
    plain.give(f"airlift {Y} g-52 1")
    assert plain.refused(f"carry g-52 {Z} 1") == "21.12a.1" and not plain.offered("g-52", "carry")


@rule("ocs", "21.12a.1")
def test_units_are_picked_up_on_the_way() -> None:
    some = field(g_52=X, g_53=X, g_para=f"{Y} m", g_heavy=f"{Y} m")
    some.give(f"airlift {Y} g-52,g-53")  # empty, to load at Y
    assert some.refused(f"carry g-52,g-heavy {Z}") == "14.9c.1"
    some.give(f"carry g-52,g-para {Z}")
    assert some.at("g-para") == Z and asked(some) == ["mission", "home"]
    some.give(f"home g-53 {X}")  # another Z, empty
    assert some.state.host[some.unit("g-53")] == base_named(some.state, X, GERMAN)
    assert not some.state.questions and not violations(some.state)


@rule("ocs", "21.12a.1")
def test_cargo_flies_through_and_must_not_be_left() -> None:
    some = field(g_52=X, g_53=X, g_para=f"{X} m")
    some.supply(X, 4)
    assert some.refused(f"airlift {Y} g-52,g-53,g-para 1 further:g-light") == "21.12a.1"
    some.state.unloaded[base_named(some.state, Y, GERMAN)] = 8  # Y has unloaded its 2T
    assert some.refused(f"airlift {Y} g-52,g-53,g-para 1") == "14.9f.1"
    some.give(f"airlift {Y} g-52,g-53,g-para 1 further:g-para further-tokens:1")
    assert some.refused(f"home g-52,g-53 {X}") == "21.12a.1"
    assert some.refused(f"home g-52 {X}") == "21.12a.1"
    some.give(f"carry g-52,g-para {Z}")
    assert some.refused(f"home g-53 {X}") == "21.12a.1"
    some.give(f"carry g-53 {Z} 1")
    assert (tokens_at(some, Y), tokens_at(some, Z), some.at("g-para")) == (0, 1, Z)
    assert not violations(some.state)


@rule("ocs", "21.12a.2")
def test_the_longer_leg_counts_for_range_and_double_loads() -> None:
    some = field(g_52=X)
    some.supply(X, 4)
    some.supply(Y, 4)
    far = some.generic("bases", "18.10")[0]  # 16 hexes from Y, beyond 14
    some.state.level[far] = 1
    changed(some.state)
    some.give(f"airlift {Y} g-52 2 double:g-52")  # half range, twice the load
    assert some.refused("carry g-52 18.10 1") == "21.12a.2"
    assert some.refused(f"carry g-52 {Z} 3") == "14.9a.1"
    some.give(f"carry g-52 {Z} 2")  # 6 hexes: half range again
    assert tokens_at(some, Z) == 2
    longer = field(g_52=X)
    longer.supply(X, 4)
    longer.supply(Y, 4)
    base = longer.generic("bases", "11.10")[0]  # 9 hexes from Y
    longer.state.level[base] = 1
    changed(longer.state)
    longer.give(f"airlift {Y} g-52 2 double:g-52")
    assert longer.refused("carry g-52 11.10 1") == "21.12a.2"  # beyond half range: no double load
    plain = field(g_52=X)
    plain.supply(X, 4)
    plain.supply(Y, 4)
    base = plain.generic("bases", "11.10")[0]
    plain.state.level[base] = 1
    changed(plain.state)
    plain.give(f"airlift {Y} g-52 1")
    assert plain.check("carry g-52 11.10 1") is None


@rule("ocs", "21.12a.3")
def test_interception_and_flak_at_both_bases_if_cargo_is_handled() -> None:
    some = field(g_52=X, s_yak="13.07")
    patrol(some, "11.10")  # its Patrol Zone covers Y and Z
    some.supply(X, 2)
    some.supply(Y, 2)
    some.give(f"airlift {Y} g-52 1")
    assert asked(some) == ["mission", "intercept"]
    first = some.give("stay", 1, 1)
    assert [type(event) for event in first].count(FlakFired) == 1
    some.give(f"carry g-52 {Z} 1")
    assert asked(some) == ["mission", "mission", "intercept"]
    again = from_plain(some.scenario, some.state.plain())
    assert again == some.state and again.digest == some.state.digest
    second = some.give("stay", 6, 6)
    assert [event.hit for event in second if isinstance(event, FlakFired)] == [True]
    assert some.state.lost[some.unit("g-52")] == 1 and tokens_at(some, Z) == 1  # rounded in favour of cargo
    empty = field(g_52=X, s_yak="13.07")
    patrol(empty, "11.10")
    empty.supply(X, 2)
    empty.give(f"airlift {Y} g-52 1")
    empty.give("stay", 1, 1)
    assert (
        not empty.give(
            f"home g-52 {Z}",
        )[1:]
        and empty.state.mission is None
    )


@rule("ocs", "21.12a.3")
def test_planes_beaten_at_z_land_there_with_their_cargo() -> None:
    some = field(g_52=X, s_yak="13.07")
    patrol(some, "18.10")  # reaches Z only
    some.supply(X, 2)
    some.supply(Y, 2)
    some.give(f"airlift {Y} g-52 1")
    some.give(f"carry g-52 {Z} 1")
    some.give("intercept s-yak", 4, 4, 1)
    assert some.state.host[some.unit("g-52")] == base_named(some.state, Z, GERMAN)
    assert tokens_at(some, Z) == 1 and some.state.mission is None and not violations(some.state)


def test_the_enemy_does_not_see_what_flies_on() -> None:
    views = []
    for words in ("1 further-tokens:1", "1"):
        some = field(g_52=X)
        some.supply(X, 2)
        some.supply(Y, 2)
        some.give(f"airlift {Y} g-52 {words}")
        views.append(view(some.state, "soviet"))
    assert views[0] == views[1]


@pytest.mark.parametrize("seed", range(20))
def test_random_answers_on_xyz_missions_end(seed: int) -> None:
    some = field(g_52=X, g_53=X, g_para=f"{Y} m", s_yak="13.07")
    patrol(some, "11.10")
    some.supply(X, 4)
    some.supply(Y, 4)
    some.give(f"airlift {Y} g-52,g-53 2 further-tokens:1")
    chance, dice = random.Random(seed), LooseDice(random.Random(seed))
    for _ in range(40):
        if not some.state.questions:
            break
        side = to_act(some.state)[0]
        decision = choices(some.state, side)
        assert decision is not None
        orders = [order for actor in decision.actors() for order in decision.orders(actor)]
        assert orders and not any(legality.check(some.state, side, order) for order in orders)
        rules.apply(some.state, side, chance.choice(orders), dice)
        assert not violations(some.state)
    assert some.state.mission is None
