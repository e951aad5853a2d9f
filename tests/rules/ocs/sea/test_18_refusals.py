"""Chapter 18: orders at sea that are refused, each by its rule."""

from __future__ import annotations

import pytest

from grognard.core.facts import changed
from grognard.core.testing import rule
from grognard.games.ocs.model.state import put
from tests.rules.ocs.field import GERMAN
from tests.rules.ocs.seaside import Seaside

PORT, BEACH, SEA = "16.02", "17.03", "17.02"


def spend(field: Seaside, *kinds: str) -> None:
    """Put all spare counters of some kinds on the map, so that none is left."""
    state, scenario = field.state, field.scenario
    for c, counter in enumerate(scenario.counters):
        if counter.kind in kinds and scenario.side_of[c] == GERMAN and state.at[c] < 0:
            put(state, c, field.hex("04.07"))
    changed(state)


def mark(field: Seaside, name: str, *ids: str) -> None:
    """Add counters to a set of the state."""
    setattr(field.state, name, getattr(field.state, name) | field.bit(*ids))
    changed(field.state)


@rule("ocs", "18.4c.1", "18.4c.2", "18.5c", "18.4a", "12.2a.1")
@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("embark g-rgt1", "notation"),
        ("embark g-lc1,g-lst1,g-rgt1", "notation"),
        ("embark g-lc1", "notation"),
        ("embark g-lc1,g-rgt1 1 2", "notation"),
        ("embark g-lc1 0", "notation"),
        ("embark g-lc3,g-rgt1", "18.1e"),
        ("embark g-lc2,g-rgt1", "18.4c.1"),
        ("embark g-lc1,g-rgt2", "18.4c.1"),
        ("embark g-lc1,s-rgt1", "18.4c.1"),
        ("embark g-lc1,g-port-1602", "18.4c.1"),
        ("embark g-lc1,g-dg", "18.5c"),
        ("embark g-lc1,g-inf4", "18.4a"),
        ("embark g-lc1 9", "12.2a.1"),
        ("embark g-lc1,g-rgt1 8", "18.4a"),
    ],
)
def test_what_cannot_go_aboard(text: str, cited: str) -> None:
    field = Seaside(
        g_lc1=f"{PORT} 2", g_lst1=f"{PORT} 2", g_lc2="17.02 2", g_rgt1=PORT, g_rgt2="15.03", g_inf4=PORT,
        g_inf1=f"{PORT} d", s_rgt1="20.05",
    )  # fmt: skip
    field.supply(PORT, 8)
    assert field.check("embark g-lc1,g-rgt1") is None
    assert field.refused(text.replace("g-dg", "g-inf1")) == cited


@rule("ocs", "18.4c.1", "18.4c.2", "18.4f-E", "19.0a.2")
def test_ports_and_units_that_are_not_ready() -> None:
    field = Seaside(g_lc1=f"{PORT} 2", g_rgt1=PORT, s_inf1="19.05")
    mark(field, "opening", "g-port-1602")
    assert field.refused("embark g-lc1,g-rgt1") == "18.4f-E"
    field.state.opening = 0
    changed(field.state)
    for name in ("finished", "shipped", "worked"):
        mark(field, name, "g-rgt1")
        assert field.refused("embark g-lc1,g-rgt1") == "18.4c.2"
        setattr(field.state, name, 0)
    mark(field, "extended", "g-rgt1")
    assert field.refused("embark g-lc1,g-rgt1") == "18.4c.1"
    mark(field, "finished", "g-lc1")
    assert field.refused("embark g-lc1,g-rgt1") == "18.5a"


@rule("ocs", "18.4c.2", "18.5g.1", "12.2a.1", "12.1c")
@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("disembark", "notation"),
        ("disembark g-lc1", "notation"),
        ("disembark g-rgt1 4", "notation"),
        ("disembark g-lc1,g-lst1 4", "notation"),
        ("disembark g-inf1", "18.5g.1"),
        ("disembark s-rgt1", "18.5g.1"),
        ("disembark g-rgt1,g-rgt2", "18.5g.1"),
        ("disembark g-rgt2", "18.5g.1"),
        ("disembark g-lc1 7", "12.2a.1"),
    ],
)
def test_what_cannot_be_unloaded(text: str, cited: str) -> None:
    field = Seaside(
        g_lc1=f"{PORT} 3 8T", g_lc2="17.02 3", g_lst1=f"{PORT} 1 4T", g_rgt1="g-lc1", g_rgt2="g-lc2",
        g_inf1=PORT, s_rgt1="20.05",
    )  # fmt: skip
    field.state.fresh[field.unit("g-lc1")] = 2
    assert field.check("disembark g-rgt1") is None and field.check("disembark g-lc1 6") is None
    assert field.refused(text) == cited


@rule("ocs", "18.4c.2", "12.1c")
def test_what_went_aboard_stays_and_supply_needs_a_counter() -> None:
    field = Seaside(g_lc1=f"{PORT} 3 8T", g_rgt1="g-lc1")
    mark(field, "shipped", "g-rgt1")
    assert field.refused("disembark g-rgt1") == "18.4c.2"
    assert field.check("disembark g-lc1 4") is None
    spend(field, "dump")
    assert field.refused("disembark g-lc1 4") == "12.1c"


@rule("ocs", "18.4d", "18.4a")
@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("split g-lc1", "notation"),
        ("split g-lc1 1 2 3", "notation"),
        ("split g-lc1 0", "18.4d"),
        ("split g-lc1 4", "18.4d"),
        ("split g-lc1,g-inf1 2", "18.4d"),
        ("split g-lc1 2 9", "18.4d"),
        ("split g-lc1,g-rgt1 1 8", "18.4a"),
        ("split g-lc1 3", "18.4a"),
        ("merge g-lc1", "notation"),
        ("merge g-lc1,g-lc1", "notation"),
        ("merge g-lc1,g-lst1", "18.4d"),
        ("merge g-lc1,g-lc3", "18.4d"),
    ],
)
def test_craft_that_are_not_split_or_merged(text: str, cited: str) -> None:
    field = Seaside(
        g_lc1=f"{SEA} 4 8T", g_lc2=f"{SEA} 2", g_lc3="17.01 2", g_lst1=f"{SEA} 2", g_rgt1="g-lc1", g_inf1=PORT
    )
    assert field.check("split g-lc1 1") is None and field.check("merge g-lc1,g-lc2") is None
    assert field.refused(text) == cited


@rule("ocs", "18.4d")
def test_nothing_is_split_without_a_counter() -> None:
    field = Seaside(g_lc1=f"{SEA} 4")
    for number in range(2, 6):
        put(field.state, field.unit(f"g-lc{number}"), field.hex("17.01"))
    changed(field.state)
    assert field.refused("split g-lc1 1") == "18.4d"
    assert not field.offered("g-lc1", "split")


@rule("ocs", "18.5.1", "18.5c", "18.5e.1", "18.4c.2")
def test_who_cannot_land() -> None:
    field = Seaside(g_lc1=f"{BEACH} 3", g_rgt1="g-lc1", g_rgt2="15.03", g_truck1="g-lc1", s_inf1="18.04")
    assert field.refused("land") == "notation"
    assert field.refused("land g-rgt2") == field.refused("land s-inf1") == "18.5.1"
    assert field.refused("land g-truck1") == "18.5e.1"
    mark(field, "shipped", "g-rgt1")
    assert field.refused("land g-rgt1") == "18.4c.2"
    field.state.shipped = 0
    put(field.state, field.unit("s-inf1"), field.hex(BEACH))
    changed(field.state)
    assert field.refused("land g-rgt1") == "18.5.1"  # enemies are there: an assault


@rule("ocs", "18.4f.1", "18.4f-F", "18.5c", "18.5e.1")
def test_who_cannot_become_a_port() -> None:
    field = Seaside(g_lst1=f"{BEACH} 2", g_lst2=f"{BEACH} 2", g_lc1=f"{BEACH} 2", g_rgt1="g-lst1")
    assert field.refused("deploy g-lst1,g-lst2") == "notation"
    assert field.refused("deploy g-lc1") == "18.4f.1"
    mark(field, "dg", "g-rgt1")
    assert field.refused("deploy g-lst1") == "18.5c"
    field.state.dg = 0
    mark(field, "shipped", "g-rgt1")
    assert field.refused("deploy g-lst1") == "18.5c"
    field.state.shipped = 0
    changed(field.state)
    field.give("deploy g-lst1")
    assert field.refused("deploy g-lst2") == "18.4f-F"
    spent = Seaside(g_lst1=f"{BEACH} 2")
    assert spent.check("deploy g-lst1") is None
    for c, counter in enumerate(spent.scenario.counters):
        if spent.scenario.lst_ports >> c & 1 and counter.side == "german":
            put(spent.state, c, spent.hex("04.07"))
    changed(spent.state)
    assert spent.refused("deploy g-lst1") == "18.4f.1"
    loaded = Seaside(g_lst1=f"{BEACH} 2 4T")
    assert loaded.refused("deploy g-lst1") == "18.5e.1"


@rule("ocs", "18.4e.1", "18.4e.2", "18.5c")
def test_dukws_that_stay_where_they_are() -> None:
    field = Seaside(g_dukw1=f"{BEACH} 2", g_dukw2=f"{BEACH} 1", g_lc1=f"{BEACH} 2", g_rgt1="g-dukw1")
    assert field.refused("wade") == field.refused("wade g-dukw1,g-dukw2") == "notation"
    assert field.refused("wade g-lc1") == "18.4e.1"
    mark(field, "dg", "g-rgt1")
    assert field.refused("wade g-dukw1") == "18.5c"
    field.state.dg = 0
    changed(field.state)
    trucks = [id_ for id_ in field.scenario.counter_ids if id_.startswith("g-dukw-truck")]
    for id_ in trucks[:-1]:
        put(field.state, field.unit(id_), field.hex(BEACH))
    changed(field.state)
    assert field.refused("wade g-dukw1") == "18.4e.1"  # too few counters for two points
    assert field.check("wade g-dukw2") is None
    assert field.refused(f"wade {trucks[0]}") == "18.4e.2"  # both counters for DUKWs at sea are in use
    ashore = Seaside()
    for id_, hex_ in zip(trucks, (BEACH, "17.04", BEACH), strict=False):
        put(ashore.state, ashore.unit(id_), ashore.hex(hex_))
    ashore.state.began = ashore.state.at[:]
    changed(ashore.state)
    assert ashore.refused(f"wade {trucks[0]},{trucks[1]}") == "18.4e.2"  # not in one hex
    assert ashore.refused(f"wade {trucks[1]}") == "18.4e.2"  # no coast
    mark(ashore, "finished", trucks[0])
    assert ashore.check(f"wade {trucks[0]}") is not None


@rule("ocs", "18.6a-A", "18.6a-G", "18.6.1", "4.4a", "9.1c.2")
def test_who_cannot_assault_a_beach() -> None:
    field = Seaside(
        "combat", g_lc1="18.02 6 8T", g_inf1="g-lc1", g_rgt1="g-lc1 m", g_lc2="17.02 3", g_rgt2="g-lc2",
        s_rgt1="18.03",
    )  # fmt: skip
    assert field.check("assault 18.03 g-inf1") is None
    assert field.refused("assault 18.03") == field.refused("assault g-inf1") == "notation"
    assert field.refused("assault 18.03 s-rgt1") == "18.6a-G"
    assert field.refused("assault 18.03 g-rgt1") == "18.6a-A"
    assert field.refused("assault 18.03 g-inf1,g-rgt2") == "18.6a-A"
    assert field.refused("assault 19.05 g-inf1") == "18.6.1"
    mark(field, "fought", "g-inf1")
    assert field.refused("assault 18.03 g-inf1") == "9.1c.2"


@rule("ocs", "18.6a-H")
def test_an_emptied_beach_is_landed_on_without_a_combat() -> None:
    field = Seaside("combat", g_lc1="18.02 6 8T", g_inf1="g-lc1", s_rgt1="19.05")
    field.state.barraged |= 1 << field.hex("18.03")
    changed(field.state)
    assert field.offered("g-inf1", "assault") == {"assault 18.03 g-inf1"}
    field.give("assault 18.03 g-inf1", 6, 6)
    assert field.at("g-inf1") == "18.03" and not field.state.questions
