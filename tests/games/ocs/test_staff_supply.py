"""The advisor knows that HQs serve only the units of their own army [SR-4]."""

from __future__ import annotations

from grognard.core.facts import changed
from grognard.games.ocs.advice.staff.logistics import Logistics
from grognard.games.ocs.advice.staff.plan import Plan
from grognard.games.ocs.advice.staff.situation import Situation
from grognard.games.ocs.model.state import AWAY, put
from tests.rules.ocs.husky import ALLIED, AXIS, Campaign


def two_armies() -> Campaign:
    """An American HQ at the port of Syracuse, with a British and an American unit inland."""
    field = Campaign("husky", turn=2, u_hq_7="49.11 m", b_152="44.11", u_16="43.12")
    for unit in field.scenario.ids(field.scenario.of_side[AXIS] & field.scenario.combat_units):
        if field.at(unit) and field.at(unit)[:2] >= "30":
            field.take(unit)
    put(field.state, field.unit("ax-port-4911"), AWAY)
    field.put("al-port-4911", "49.11")
    changed(field.state)
    return field


def test_hexes_in_supply_depend_on_the_army() -> None:
    field = two_armies()
    situation = Situation(field.state, ALLIED)
    inland = field.hex("44.11")
    assert situation.trace >> inland & 1 and situation.trace_of(field.unit("u-16")) >> inland & 1
    assert not situation.trace_of(field.unit("b-152")) >> inland & 1
    assert field.ids(situation.untraced) == {"b-152"}


def test_hqs_come_only_to_units_that_they_serve() -> None:
    field = two_armies()
    field.put("b-hq-xiii", "49.11 m")
    field.put("u-hq-7", "30.12 m")
    field.state.began = field.state.at[:]
    changed(field.state)
    called = dict[str, bool]()
    for unit in ("u-16", "b-152"):
        service = Logistics(Plan(field.state, ALLIED))
        service.untraced = field.bit(unit)
        moved = list[int]()
        service._follow = lambda hq, *_, seen=moved: seen.append(hq)  # type: ignore[method-assign]
        service.situation.enemy_distance = [4] * len(service.situation.enemy_distance)
        service.headquarters()
        called[unit] = field.unit("b-hq-xiii") in moved
    assert called == {"u-16": False, "b-152": True}
