"""Chapters 18.3d and 18.4: what landing craft carry when they arrive, and what is lost with their points."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.errors import BadFile
from grognard.core.testing import rule
from grognard.games.ocs.fleet.convoys import arrive
from grognard.games.ocs.model.combat_events import Eliminated, Loss
from grognard.games.ocs.model.counters import Face
from grognard.games.ocs.model.files import Convoy
from grognard.games.ocs.model.sea_events import CargoLost, ShipDisorganized, ShipHit
from grognard.games.ocs.model.state import AWAY, DEAD
from grognard.games.ocs.sea.losses import lose_point, share, sink, strike
from tests.rules.ocs.field import GERMAN
from tests.rules.ocs.seaside import Seaside, coast
from tests.rules.ocs.supply_board import reprinted

AT: dict[str, Any] = {"side": "german", "hexes": ("16.01",)}


def hit(id_: str, *, lost: bool = False, points: int = 1, rule: str = "18.3d-B.1") -> ShipHit:
    return ShipHit(units=(id_,), lost=lost, points=points, rule=rule, **AT)


def dead(id_: str, rule: str = "18.3d-B.1") -> list[Any]:
    return [
        Loss(whole_unit=True, rule=rule, **AT),
        Eliminated(units=(id_,), rule=rule, only=("german",), **AT),
    ]


# -- losses --------------------------------------------------------------------------------------------


@rule("ocs", "18.3d.2", "18.3d-B.1")
@pytest.mark.parametrize(("die", "id_"), [(1, "g-lc1"), (2, "g-lc1"), (3, "g-lc2"), (5, "g-lc2")])
def test_each_point_of_the_landing_craft_in_a_hex_is_as_likely_to_be_lost(die: int, id_: str) -> None:
    field = Seaside(g_lc1="16.01 2", g_lc2="16.01 3", g_lc3="17.01 4")
    assert strike(field.state, field.unit("g-lc2"), 1, False, field.dice(die)) == [hit(id_)]
    assert field.points(id_) == {"g-lc1": 1, "g-lc2": 2}[id_]
    assert (field.state.craft_ledger[GERMAN], field.state.craft_lost[GERMAN]) == (8, 1)
    field.sound()


@rule("ocs", "18.3d.2", "18.4a")
@pytest.mark.parametrize(("die", "unit"), [(1, True), (16, True), (17, False), (32, False)])
def test_cargo_that_no_longer_fits_is_drawn_by_its_size(die: int, unit: bool) -> None:
    """A regiment and an SP, of a point each: the first half of the draw takes the regiment."""
    field = Seaside(g_lc1="16.01 2 4T", g_rgt1="g-lc1")
    events = lose_point(field.state, field.unit("g-lc1"), field.dice(die), "18.3d-B.1")
    supply = [CargoLost(tokens=4, rule="18.3d-B.1", only=("german",), **AT)]
    assert events == [hit("g-lc1"), *(dead("g-rgt1") if unit else supply)]
    assert (field.aboard("g-rgt1"), field.state.tokens[field.unit("g-lc1")]) == (
        ("", 4) if unit else ("g-lc1", 0)
    )
    field.sound()


@rule("ocs", "18.3d.2")
@pytest.mark.parametrize(("tokens", "left"), [(4, 4), (5, 4), (8, 4)])
def test_of_supply_alone_only_what_does_not_fit_is_lost(tokens: int, left: int) -> None:
    field = Seaside(g_lc1=f"16.01 2 {tokens}T")
    events = lose_point(field.state, field.unit("g-lc1"), field.dice(), "18.3d-B.1")  # nothing to draw
    lost = (
        [CargoLost(tokens=tokens - left, rule="18.3d-B.1", only=("german",), **AT)] if tokens > left else []
    )
    assert events == [hit("g-lc1"), *lost]
    assert field.state.tokens[field.unit("g-lc1")] == field.state.ledger[GERMAN] == left


@rule("ocs", "18.3d.2")
def test_a_unit_alone_aboard_is_lost_without_a_draw() -> None:
    field = Seaside(g_lc1="16.01 3", g_inf1="g-lc1")
    events = lose_point(field.state, field.unit("g-lc1"), field.dice(), "18.3d-B.1")
    assert events == [hit("g-lc1"), *dead("g-inf1")]


@rule("ocs", "18.3d-B.1", "18.2c.2")
def test_with_the_last_point_all_aboard_is_lost() -> None:
    field = Seaside(g_lc1="16.01 2 4T", g_rgt1="g-lc1")
    events = sink(field.state, field.unit("g-lc1"), "9.14g")
    lost = CargoLost(tokens=4, rule="9.14g", only=("german",), **AT)
    assert events == [hit("g-lc1", lost=True, points=2, rule="9.14g"), *dead("g-rgt1", "9.14g"), lost]
    assert (field.state.craft_ledger[GERMAN], field.state.craft_lost[GERMAN]) == (0, 2)
    one = Seaside(g_lc1="16.01 1")
    assert strike(one.state, one.unit("g-lc1"), 2, True, one.dice()) == [hit("g-lc1", lost=True)]
    assert one.state.at[one.unit("g-lc1")] == AWAY and not one.state.dg


@rule("ocs", "18.3d-B.2")
def test_an_lst_that_is_hit_becomes_landing_craft_with_all_that_it_has() -> None:
    field = Seaside(g_lst1="16.01 3 4T", g_rgt1="g-lst1")
    lst, craft = field.unit("g-lst1"), field.unit("g-lc1")
    state = field.state
    state.spent[lst], state.began[lst], state.fresh[lst] = 8, field.hex("17.01"), 3
    state.dg = state.finished = state.moving = field.bit("g-lst1")
    assert strike(state, lst, 1, False, field.dice()) == [hit("g-lc1")]
    assert (field.points("g-lc1"), state.tokens[craft], state.fresh[craft]) == (2, 4, 3)
    assert (state.spent[craft], state.began[craft], field.at("g-lc1")) == (8, field.hex("17.01"), "16.01")
    assert state.dg == state.finished == state.moving == field.bit("g-lc1")
    assert field.aboard("g-rgt1") == "g-lc1" and state.at[lst] == AWAY
    assert (state.level[lst], state.tokens[lst], state.fresh[lst]) == (0, 0, 0)


@rule("ocs", "18.3d-C.1", "18.3d-C.2", "18.3c-D")
def test_landing_craft_are_disorganized_together_and_named_by_the_first() -> None:
    field = Seaside(g_lc1="16.01 2", g_lc2="16.01 3", g_lc3="17.01 4")
    state, second = field.state, field.unit("g-lc2")
    named = ShipDisorganized(units=("g-lc1",), rule="18.3d-C.1", **AT)
    assert strike(state, second, 0, False, field.dice()) == []
    assert strike(state, second, 0, True, field.dice()) == [named]
    assert state.dg == field.bit("g-lc1", "g-lc2")
    assert strike(state, second, 0, True, field.dice(5)) == [hit("g-lc2"), named]  # DG again is a hit, too
    assert state.dg == field.bit("g-lc1", "g-lc2") and field.points("g-lc2") == 2


@rule("ocs", "4.1")
@pytest.mark.parametrize(
    ("points", "part", "lost"),
    [(1, 0.5, 1), (2, 0.5, 1), (3, 0.5, 2), (1, 0.25, 0), (2, 0.25, 1), (5, 0.25, 1)],
)
def test_shares_of_points_are_rounded(points: int, part: float, lost: int) -> None:
    assert share(points, part) == lost


# -- convoys -------------------------------------------------------------------------------------------

LST = Convoy("17.02", "german", lsts=1)


@rule("ocs", "18.4a", "13.6.1")
@pytest.mark.parametrize(
    ("convoys", "reason"),
    [
        ((LST,) * 4, "not enough counters of lst for the convoys"),
        ((Convoy("17.02", "german", units=("g-tb",)),), "the convoy in 17.02 has no room for g-tb"),
        ((Convoy("17.02", "german", lsts=1, supply=1.25),), "the convoy in 17.02 has no room for its supply"),
    ],
)
def test_a_convoy_that_cannot_be_is_refused(convoys: tuple[Convoy, ...], reason: str) -> None:
    with pytest.raises(BadFile, match=rf"convoy: {reason}"):
        arrive(Seaside().state, convoys)


@rule("ocs", "18.4a", "13.6.1")
def test_a_convoy_fills_its_craft_one_after_the_other() -> None:
    field = Seaside()
    state = field.state
    craft = {"landing_craft": 1, "lsts": 2, "dukws": 1}
    arrive(state, (Convoy("17.02", "german", units=("g-rgt1",), supply=2.5, **craft),))
    afloat = [field.unit(id_) for id_ in ("g-lc1", "g-lst1", "g-dukw1")]
    assert [state.level[c] for c in afloat] == [1, 2, 1] and state.craft_ledger[GERMAN] == 4
    assert field.aboard("g-rgt1") == "g-lc1"  # it fills the first
    assert [state.tokens[c] for c in afloat] == [0, 8, 2] and state.ledger[GERMAN] == 10
    assert state.at[field.unit("g-inf1")] != DEAD
    field.sound()


# -- going aboard --------------------------------------------------------------------------------------


@rule("ocs", "12.6g")
def test_units_aboard_are_no_longer_out_of_supply() -> None:
    field = Seaside(g_lc1="16.02 3", g_rgt1="16.02 m", g_rgt2="15.05")
    field.state.out = field.bit("g-rgt1", "g-rgt2")
    field.give("embark g-lc1,g-rgt1")
    assert field.state.out == field.bit("g-rgt2")


@rule("ocs", "18.4e-B")
@pytest.mark.parametrize(("ma", "cited"), [(10, ""), (11, "18.4e-B")])
def test_dukws_take_units_with_up_to_ten_leg_mp(ma: int, cited: str) -> None:
    scenario = reprinted(coast(), {"g-rgt1": Face(strength=5, ma=ma)})
    field = Seaside("movement", 0, scenario, g_dukw1="16.02 3", g_rgt1="16.02 m")
    refusal = field.check("embark g-dukw1,g-rgt1")
    assert (refusal.rule if refusal else "") == cited
