"""Chapter 18.6: Beach Assaults."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from grognard.core.contract.orders import Order
from grognard.core.testing import rule
from grognard.games.ocs.combat.combat_table import decode
from grognard.games.ocs.combat.strength import BEACH, attack_terrains
from grognard.games.ocs.fleet.assaults import preview_assault
from grognard.games.ocs.interface.invariants import violations
from grognard.games.ocs.interface.views import view
from grognard.games.ocs.model.charts import Landing
from grognard.games.ocs.model.combat_events import CombatOdds, CombatResult
from grognard.games.ocs.model.sea_events import BeachLost, LandingRolled
from grognard.games.ocs.model.state import DEAD, from_plain
from grognard.games.ocs.rules import preview
from tests.rules.ocs.field import GERMAN, event_of, varied
from tests.rules.ocs.seaside import Seaside


def assault(phase: str = "combat", **more: str) -> Seaside:
    """Return three regiments off a defended coast."""
    at = {"g_lc1": "18.02 6 8T", "g_rgt1": "g-lc1", "g_rgt2": "g-lc1", "s_rgt1": "18.03"}
    return Seaside(phase, GERMAN, **{**at, **more})


@rule("ocs", "18.6.1", "18.6a.1", "18.6a-A", "18.6a-G")
def test_who_can_assault() -> None:
    field = assault(g_inf1="g-lc1", g_sec="g-lc1 m", g_pz1="17.03", g_lc2="17.02 1", g_zero="g-lc2")
    assert field.refused("assault 18.03 g-pz1") == "18.6a-G"
    assert field.refused("assault 18.03 g-inf1,g-rgt1") == "18.6a-A"  # 4 RE
    assert field.refused("assault 18.03 g-sec") == "18.6a-A"  # Move Mode
    assert field.refused("assault 18.03 g-rgt1,g-zero") in ("18.6a-A", "4.4a")  # two hexes
    assert field.refused("assault 19.03 g-rgt1") == "18.6.1"  # nobody there
    assert field.check("assault 18.03 g-rgt1,g-rgt2") is None
    for phase in ("movement", "exploitation-combat"):
        late = assault(phase)
        assert late.refused("assault 18.03 g-rgt1") in ("18.6a.1", "2.1.3")


@rule("ocs", "18.6a-B")
def test_supply_comes_from_craft_or_stocks_only() -> None:
    field = assault(g_lc1="18.02 6", g_hq="17.04")
    field.supply("17.03", 20)
    field.state.exhausted |= field.bit("g-rgt1", "g-rgt2")
    assert field.refused("assault 18.03 g-rgt1") == "12.10c.2"
    near = assault(g_lc1="18.02 6", g_lc2="19.02 2 8T")
    near.state.exhausted |= near.bit("g-rgt1", "g-rgt2")
    assert near.check("assault 18.03 g-rgt1") is None


@rule("ocs", "18.6b.1")
def test_the_defender_is_asked_before_anything_is_shown_or_paid() -> None:
    field = assault()
    field.give("assault 18.03 g-rgt1,g-rgt2")
    assert field.state.questions[-1].kind == "beach"
    assert field.state.tokens[field.unit("g-lc1")] == 8
    other = assault(g_mech1="g-lc1")
    other.give("assault 18.03 g-rgt1,g-mech1")
    assert view(field.state, "soviet").units == view(other.state, "soviet").units
    assert field.offered("", "fight") | field.offered("", "yield-beach") == {"fight", "yield-beach"}


@rule("ocs", "18.6a-F")
def test_all_attackers_are_halved() -> None:
    field = assault()
    field.give("assault 18.03 g-rgt1,g-rgt2")
    events = field.give("fight")
    if field.state.questions:
        question = field.state.questions[-1]
        assert question.kind == "defend"
        assert BEACH in attack_terrains(field.state, field.hex("18.02"), field.hex("18.03"))
        events = field.give("defend s-rgt1", 3, 4, 3, 4)
    odds = event_of(events, CombatOdds)
    full = sum(field.scenario.faces[field.unit(id_)][0].strength for id_ in ("g-rgt1", "g-rgt2"))
    assert Fraction(str(odds.attack)) == Fraction(full, 2)
    shown = preview_assault(assault().state, Order("assault", "18.03", ("g-rgt1", "g-rgt2")))
    assert any("beach" in line.label for line in shown.lines)


@rule("ocs", "18.6a-E", "18.6a-C")
def test_a_failed_assault_costs_everything() -> None:
    field = assault(s_inf1="18.03")
    field.give("assault 18.03 g-rgt1,g-rgt2")
    field.give("fight")
    events = field.give("defend s-inf1", 3, 4, 1, 1)
    while field.state.questions and not any(isinstance(e, BeachLost) for e in events):
        question = field.state.questions[-1]
        verbs = {order.verb for id_ in ("g-rgt1", "g-rgt2") for order in _orders(field, id_)}
        assert question.kind in ("lose", "option") and verbs == {"lose"}  # no retreat
        events = field.give("lose g-rgt1" if field.state.at[field.unit("g-rgt1")] != DEAD else "lose g-rgt2")
    event_of(events, BeachLost)
    assert field.state.at[field.unit("g-rgt1")] == field.state.at[field.unit("g-rgt2")] == DEAD
    assert field.points("g-lc1") == 0 and not field.state.assaulting
    assert field.state.ledger[GERMAN] == 0


@rule("ocs", "18.6a-C")
def test_attacker_options_are_taken_as_step_losses() -> None:
    field = assault(s_inf1="18.03 *", g_mech1="g-lc1")
    field.give("assault 18.03 g-rgt1,g-rgt2,g-mech1")
    field.give("fight")
    field.give("defend s-inf1", 3, 4, 3, 3)
    assert field.state.questions[-1].kind == "option"
    offered = {order.verb for id_ in ("g-rgt1", "g-rgt2", "g-mech1") for order in _orders(field, id_)}
    assert offered == {"lose"}


def _orders(field: Seaside, id_: str) -> list[Order]:
    return [field.order(text) for text in field.offered(id_)]


@rule("ocs", "18.6a-D", "4.7d.2")
def test_a_successful_assault_lands_and_keeps_exploitation() -> None:
    field = assault(s_rgt1="18.03 d")
    field.give("assault 18.03 g-rgt1,g-rgt2")
    field.give("fight")
    events = field.give("defend s-rgt1 unsupplied", 6, 6, 6, 6, 6)
    result = decode(event_of(events, CombatResult).result)
    for _ in range(6):
        if not field.state.questions:
            break
        kind = field.state.questions[-1].kind
        offered = sorted(field.offered("g-rgt1") | field.offered("s-rgt1"))
        assert offered, kind
        field.give(offered[0])
    assert "18.03" in (field.at("g-rgt1"), field.at("g-rgt2"))
    assert field.points("g-lc1") == 6
    assert 0 < result.exploit_ar <= field.scenario.ar[field.unit("g-rgt1")]
    assert field.state.exploit & field.bit("g-rgt1", "g-rgt2")


@rule("ocs", "18.6b.2", "18.6b.1")
def test_the_defender_chooses_the_landing_table() -> None:
    field = assault()
    field.give("assault 18.03 g-rgt1,g-rgt2")
    events = field.give("yield-beach", 3, 4)
    event_of(events, LandingRolled)
    assert field.state.at[field.unit("s-rgt1")] == DEAD
    assert field.at("g-rgt1") == field.at("g-rgt2") == "18.03"
    assert field.state.tokens[field.unit("g-lc1")] == 8


@rule("ocs", "18.6b.2", "18.5f.1")
def test_coastal_guns_that_yield_count_for_the_roll() -> None:
    """The preview and the roll agree; the guns are destroyed all the same [R-OCS-356]."""
    field = assault()
    field.put("s-coast", "18.03")
    field.give("assault 18.03 g-rgt1,g-rgt2")
    told = preview(field.state, field.order("yield-beach")).total
    rolled = event_of(field.give("yield-beach", 6, 6), LandingRolled)
    assert (told, rolled.modifier) == ("-1", -1)
    assert field.state.at[field.unit("s-coast")] == DEAD and field.at("g-rgt1") == "18.03"


@rule("ocs", "18.6b.2", "18.5f.1")
def test_marines_count_for_the_roll_if_the_beach_is_yielded() -> None:
    """By the later table marines alone add 1, and a ZOC there takes 1 away [R-OCS-320]."""
    for marine, modifier in ((True, 1), (False, 0)):
        field = assault()
        scenario = varied(field.scenario)
        scenario.charts = msgspec.structs.replace(scenario.charts, landing=Landing(later=True))
        scenario.counters = tuple(msgspec.structs.replace(c, marine=marine) for c in scenario.counters)
        field.state.scenario = field.scenario = scenario
        field.give("assault 18.03 g-rgt1,g-rgt2")
        assert event_of(field.give("yield-beach", 6, 6), LandingRolled).modifier == modifier


@rule("ocs", "18.6a-H")
def test_an_emptied_beach_is_landed_on() -> None:
    field = Seaside("combat", g_lc1="18.02 6 8T", g_rgt1="g-lc1")
    assert field.refused("assault 18.03 g-rgt1") == "18.6.1"
    field.state.barraged |= 1 << field.hex("18.03")
    events = field.give("assault 18.03 g-rgt1", 3, 4)
    event_of(events, LandingRolled)
    assert field.at("g-rgt1") == "18.03" and field.state.tokens[field.unit("g-lc1")] == 8


def test_saving_in_the_middle_of_an_assault() -> None:
    field = assault(s_inf1="18.03")
    field.give("assault 18.03 g-rgt1,g-rgt2")
    again = from_plain(field.scenario, field.state.plain())
    assert again.digest == field.state.digest
    field.give("fight")
    again = from_plain(field.scenario, field.state.plain())
    assert again.digest == field.state.digest and violations(again) == []
