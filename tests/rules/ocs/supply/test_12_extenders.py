"""Cases 12.7 and 9.14d: Extenders made, folded and collapsed, and their effect."""

from __future__ import annotations

import msgspec

from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.model.files import Extender
from grognard.games.ocs.supply import extenders
from grognard.games.ocs.supply.payment import available
from grognard.games.ocs.supply.sources import could_link, sources
from grognard.games.ocs.supply.trace import trace_hexes
from tests.rules.ocs.field import GERMAN, SOVIET, Field, varied
from tests.rules.ocs.order_helpers import Manoeuvre
from tests.rules.ocs.supply_board import Depot, even, with_extenders


def pair(where: str = "09.05", loaded: int = 0, kind: str = "trucks") -> Manoeuvre:
    """Two transports in a hex: in practice an Extender takes two."""
    field = Manoeuvre(g_sec="04.02")
    field.generic(kind, where, count=2, loaded=loaded)
    return field


def posted(where: str = "09.05") -> Manoeuvre:
    """An Extender in a hex."""
    field = pair(where)
    field.state.extended = field.bit("g-truck1", "g-truck2")
    changed(field.state)
    return field


def reshape(field: Field, extender: Extender | None) -> None:
    """Give the German side other Extenders, or none."""
    sides = dict(field.scenario.file.sides)
    sides["german"] = msgspec.structs.replace(sides["german"], extender=extender)
    field.scenario = field.state.scenario = varied(field.scenario, sides=sides)
    changed(field.state)


def posts(field: Field) -> set[str]:
    return field.labels(sources(field.state, GERMAN).extenders)


# -- making --------------------------------------------------------------------------------------------


@rule("ocs", "12.7.1", "12.7d.1")
def test_transports_become_extender_for_half_ma() -> None:
    field = pair()
    assert field.offered("g-truck1", "extend") == {"extend g-truck1,g-truck2"}
    field.give("extend g-truck1,g-truck2")
    assert field.ids(field.state.extended) == {"g-truck1", "g-truck2"}
    assert field.left("g-truck1") == 22.5
    assert posts(field) == {"09.05"}


@rule("ocs", "12.7.1")
def test_extender_needs_all_its_transport_points() -> None:
    assert Extender().points == 5  # the series; the practice ground uses two
    field = pair()
    assert field.refused("extend g-truck1") == "12.7.1"
    field.generic("trucks", "09.05")
    assert field.refused("extend g-truck1,g-truck2,g-truck3") == "12.7.1"
    assert pair("09.05").refused("extend g-truck1,g-truck3") == "12.7.1"  # it is not there


@rule("ocs", "12.7.3", "13.2g-C")
def test_organic_trucks_cannot_be_part_of_extender() -> None:
    field = pair()
    field.put("g-org1", "09.05")
    assert field.refused("extend g-truck1,g-org1") == "12.7.3"


@rule("ocs", "12.7.4")
def test_side_without_extender_counters() -> None:
    field = pair()
    reshape(field, None)
    assert field.refused("extend g-truck1,g-truck2") == "12.7.4"
    assert not field.offered("g-truck1", "extend")


@rule("ocs", "12.7d.1")
def test_extender_needs_half_ma_left() -> None:
    field = pair()
    field.state.spent[field.unit("g-truck2")] = 23 * 4
    assert field.refused("extend g-truck1,g-truck2") == "12.7d.1"
    field.state.spent[field.unit("g-truck2")] = 22 * 4
    assert field.check("extend g-truck1,g-truck2") is None


@rule("ocs", "12.7d.2")
def test_extender_of_one_transport_type() -> None:
    field = pair()
    field.generic("wagons", "09.05")
    assert field.refused("extend g-truck1,g-wagon1") == "12.7d.2"


@rule("ocs", "12.7d.2", "12.7d.3", "12.7.3")
def test_offered_extenders_are_of_one_type_and_unloaded() -> None:
    field = pair()
    field.load(field.unit("g-truck1"), 1)
    field.generic("wagons", "09.05", count=2)
    field.put("g-org1", "09.05")
    assert not field.offered("g-truck2", "extend")  # one truck is loaded, the others are of other types
    field.generic("trucks", "09.05")
    assert field.offered("g-truck2", "extend") == {"extend g-truck2,g-truck3"}
    assert field.offered("g-truck1", "extend") == set()
    for id_ in ("g-wagon1", "g-wagon2"):
        assert field.offered(id_, "extend") == {"extend g-wagon1,g-wagon2"}


@rule("ocs", "12.7d.3")
def test_loaded_transports_cannot_become_extender() -> None:
    field = pair(loaded=1)
    field.put("g-rgt1", "09.05")
    assert field.refused("extend g-truck1,g-truck2") == "12.7d.3"
    field.give("unload g-truck1 1")
    field.give("unload g-truck2 1")
    assert field.check("extend g-truck1,g-truck2") is None


@rule("ocs", "12.7d.4", "12.7b.1")
def test_extender_must_connect_to_source() -> None:
    assert pair("12.03").check("extend g-truck1,g-truck2") is None
    cut = pair("12.03")
    for hex_ in ("01.03", "01.12"):  # the sources are gone
        cut.put("s-inf1" if hex_ == "01.03" else "s-inf2", hex_)
    assert cut.refused("extend g-truck1,g-truck2") == "12.7d.4"
    assert not cut.offered("g-truck1", "extend")


@rule("ocs", "12.7b.1", "12.7g")
def test_extender_range_limits_link() -> None:
    def linked(range_: int) -> list[int]:
        field = Manoeuvre(g_sec="04.02")
        reshape(field, Extender(points=2, range=range_))
        return [c for c in range(8, 21) if could_link(field.state, GERMAN, field.hex(f"{c:02}.02"))]

    assert linked(3) == [8, 9, 10, 11]  # three points from the station in 07.03, or from a hex beside it
    assert linked(30) == list(range(8, 21))


@rule("ocs", "12.7e")
def test_extender_points_from_different_hexes_keep_half_ma() -> None:
    field = Manoeuvre(g_sec="04.02")
    field.generic("trucks", "07.03")
    field.generic("trucks", "05.08")
    field.give("move g-truck1 07.03-07.06")
    field.give("move g-truck2 05.08-07.06")
    assert field.check("extend g-truck1,g-truck2") is None  # although the first has finished moving
    before = field.left("g-truck1"), field.left("g-truck2")
    field.give("extend g-truck1,g-truck2")
    assert posts(field) == {"07.06"}
    assert (field.left("g-truck1"), field.left("g-truck2")) == (before[0] - 22.5, before[1] - 22.5)


# -- being one -----------------------------------------------------------------------------------------


@rule("ocs", "12.7.2", "12.7a.1")
def test_extender_cannot_move_or_carry() -> None:
    field = posted()
    field.put("g-rgt1", "09.05")
    field.supply("09.05", 8)
    assert field.refused("move g-truck1 09.05-09.06") == "12.7.2"
    assert field.refused("load g-truck1 4") == "12.7.2"
    assert field.check("rail g-truck1 09.05-07.03") is not None
    assert {order.split()[0] for order in field.offered("g-truck1")} <= {"fold", "collapse"}


@rule("ocs", "12.7a-A", "12.7b.2")
def test_linked_extender_is_source_of_trace() -> None:
    without, with_ = Manoeuvre(g_sec="04.02"), posted("16.03")
    assert "17.03" not in without.labels(trace_hexes(without.state, GERMAN))
    assert "17.03" in with_.labels(trace_hexes(with_.state, GERMAN))
    assert posts(with_) == {"16.03"}


@rule("ocs", "12.7a.1")
def test_extender_lengthens_no_draw() -> None:
    """A unit beside the Extender is in trace supply, but does not reach the dump at its other end."""
    field = posted("16.03")
    field.put("g-stug", "17.03")
    field.supply("07.03", 20)
    assert "17.03" in field.labels(trace_hexes(field.state, GERMAN))
    assert available(field.state, [field.unit("g-stug")]) == 0


@rule("ocs", "12.7d.5")
def test_unlinked_extender_stays_without_effect() -> None:
    field = posted("12.03")
    assert posts(field) == {"12.03"}
    for id_, hex_ in (("s-inf1", "01.03"), ("s-inf2", "01.12")):
        field.put(id_, hex_)
    assert posts(field) == set()
    assert field.ids(field.state.extended) == {"g-truck1", "g-truck2"}


@rule("ocs", "12.7c")
def test_extenders_link_to_each_other() -> None:
    field = posted("12.03")
    field.generic("trucks", "18.03", count=2)
    field.state.extended |= field.bit("g-truck3", "g-truck4")
    reshape(field, Extender(points=2, range=5))
    assert posts(field) == {"12.03", "18.03"}
    field.state.extended &= ~field.bit("g-truck1", "g-truck2")
    changed(field.state)
    assert posts(field) == set()


@rule("ocs", "12.7.1")
def test_several_extenders_in_one_hex() -> None:
    field = posted()
    field.generic("trucks", "09.05", count=2)
    field.state.extended |= field.bit("g-truck3", "g-truck4")
    assert field.ids(extenders.whole(field.state, field.unit("g-truck2"))) == {"g-truck1", "g-truck2"}
    assert field.ids(extenders.whole(field.state, field.unit("g-truck3"))) == {"g-truck3", "g-truck4"}
    assert field.refused("fold g-truck1,g-truck3") == "12.7.2"


# -- folding -------------------------------------------------------------------------------------------


@rule("ocs", "12.7d.1", "12.7f")
def test_folding_extender_costs_half_ma_and_frees_its_points() -> None:
    field = posted()
    field.give("fold g-truck2")
    assert not field.state.extended
    assert field.left("g-truck1") == 22.5
    field.give("move g-truck1 09.05-07.06")
    field.give("move g-truck2 09.05-11.06")
    assert (field.at("g-truck1"), field.at("g-truck2")) == ("07.06", "11.06")


@rule("ocs", "12.7d.1")
def test_fold_only_own_extender_in_own_movement_phase() -> None:
    field = posted()
    assert pair().refused("fold g-truck1") == "12.7.2"
    field.go_to("movement", player=1)
    refusal = extenders.check_fold(field.state, GERMAN, field.order("fold g-truck1"))
    assert refusal is not None and refusal.rule == "12.7d.1"


# -- collapse ------------------------------------------------------------------------------------------


@rule("ocs", "12.7h", "9.14d.2", "9.14d.3")
def test_extender_collapses_to_hex_in_trace_supply() -> None:
    field = posted("16.03")
    hexes = field.labels(extenders.collapse_hexes(field.state, field.hex("16.03"), GERMAN))
    assert hexes <= field.labels(trace_hexes(field.state, GERMAN))
    assert "07.03" in hexes
    assert field.refused("collapse 20.14 g-truck1") == "9.14d.3"
    assert "collapse 07.03 g-truck1" in field.offered("g-truck1", "collapse")
    field.give("collapse 07.03 g-truck1")
    assert (field.at("g-truck1"), field.at("g-truck2")) == ("07.03", "07.03")
    assert not field.state.extended
    assert field.refused("move g-truck1 07.03-07.04") == "6.1f.2"  # in place of its movement


@rule("ocs", "12.7h", "9.14d.1")
def test_enemy_entry_collapses_extender() -> None:
    field = posted("12.03")
    field.put("s-rgt1", "13.03 m")
    field.go_to("movement", player=1)
    field.give("move s-rgt1 13.03-12.03")
    assert field.state.questions[-1].kind == "collapse" and field.state.questions[-1].side == GERMAN
    field.give("collapse 07.03 g-truck1,g-truck2")
    assert (field.at("g-truck1"), field.at("g-truck2")) == ("07.03", "07.03")
    assert not field.state.extended


@rule("ocs", "12.7h")
def test_collapse_replaces_all_movement() -> None:
    field = posted()
    field.state.spent[field.unit("g-truck1")] = 4
    assert field.refused("collapse 07.03 g-truck1") == "9.14d.2"


def test_enemy_extender_cannot_be_used() -> None:
    field = posted()
    field.go_to("movement", player=1)
    assert field.state.side == SOVIET
    assert field.refused("fold g-truck1") == "12.7.2"


@rule("ocs", "9.14d.3", "12.7d.1")
def test_extenders_are_told_apart_by_hex_whatever_their_numbers() -> None:
    field = Depot("movement", scenario=with_extenders(even(rail=True), 4))
    for hex_ in ("11.03", "07.03", "11.03", "07.03", "11.03"):
        field.generic("trucks", hex_)
    field.mark("extended", "g-truck1", "g-truck2", "g-truck4", "g-truck5")  # g-truck3 is a mere truck
    assert field.ids(extenders.whole(field.state, field.unit("g-truck1"))) == {"g-truck1", "g-truck5"}
    assert field.ids(extenders.whole(field.state, field.unit("g-truck4"))) == {"g-truck2", "g-truck4"}
    assert not extenders.whole(field.state, field.unit("g-truck3"))
    for hex_, id_ in (("11.03", "g-truck1"), ("07.03", "g-truck2")):
        parts = extenders.whole(field.state, field.unit(id_))
        allowed = field.labels(extenders.collapse_hexes(field.state, field.hex(hex_), GERMAN))
        order = ",".join(field.scenario.ids(parts))
        for label in ("11.03", "07.03", "12.03", "04.03"):
            assert (field.check(f"collapse {label} {order}") is None) == (label in allowed)
