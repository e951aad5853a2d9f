"""Case 13.1: HQs; their use of supply is tested with supply."""

from __future__ import annotations

import msgspec

from grognard.core.testing import rule
from grognard.games.ocs.combat.strength import printed_strength, rating
from grognard.games.ocs.model.state import size_now
from grognard.games.ocs.supply import sources
from grognard.games.ocs.supply.supply_paths import serves
from grognard.games.ocs.terrain.engineers import bridged_hexes, engineer_capable
from grognard.games.ocs.terrain.zones import attack_capable
from tests.rules.ocs.battlefield import Battlefield
from tests.rules.ocs.field import GERMAN, SOVIET, practice, varied
from tests.rules.ocs.order_helpers import Manoeuvre
from tests.rules.ocs.supply_board import Depot, even

HQS = ("g-hq", "g-hq2", "g-hqd")
"""Of a corps, an army and a division."""


@rule("ocs", "13.1.1")
def test_hq_size_is_one_re() -> None:
    f = Depot(g_hq="10.05", g_hq2="10.05", g_hqd="10.05")
    assert [size_now(f.state, f.unit(id_)) for id_ in HQS] == [4, 4, 4]


@rule("ocs", "13.1b.2")
def test_hq_rebuilds_units() -> None:
    f = Manoeuvre("reinforcement", g_hq="07.03", g_inf1="07.03 *")
    f.generic("pax", "07.03", count=2)
    assert f.offered("g-inf1", "rebuild")
    away = Manoeuvre("reinforcement", g_inf1="07.03 *")
    away.generic("pax", "07.03", count=2)
    assert not away.offered("g-inf1", "rebuild")


@rule("ocs", "13.1b.3")
def test_engineer_capable_hq_functions() -> None:
    rail = even(rail=True)
    f = Depot("movement", scenario=rail, g_hq="05.03", g_hq2="06.02 m", g_hqd="03.03 d")
    assert f.ids(engineer_capable(f.state, GERMAN) & f.scenario.hqs) == {"g-hq", "g-hqd"}
    stations = sources.sources(f.state, GERMAN).stations
    assert stations >> f.hex("05.03") & stations >> f.hex("03.03") & 1
    assert not stations >> f.hex("06.02") & 1
    f.supply("05.03", 16)
    assert f.offered("g-hq", "dig")
    assert not f.offered("g-hq2", "dig")
    river = Manoeuvre(g_hq="10.03", g_hq2="09.03 m")
    assert river.labels(bridged_hexes(river.state, GERMAN)) == {"10.03"}


@rule("ocs", "13.1c.1")
def test_hq_has_no_action_rating() -> None:
    f = Depot("combat", g_hq="10.05", g_hq2="10.05 m")
    assert [rating(f.state, f.unit(id_)) for id_ in ("g-hq", "g-hq2")] == [0, 0]


@rule("ocs", "13.1c.2")
def test_hq_defence_strength_and_no_attack() -> None:
    f = Depot("combat", g_hq="10.05", g_hq2="10.05 m")
    assert [printed_strength(f.state, f.unit(id_)) for id_ in ("g-hq", "g-hq2")] == [5, 1]
    assert not attack_capable(f.state) & f.bit("g-hq", "g-hq2")
    g = Battlefield("combat", g_rgt1="08.09", s_hq="09.10")
    g.supply("08.09", 4)
    g.supply("09.10", 4, SOVIET)
    assert g.calculated("attack 09.10 g-rgt1").totals[1] == 5


@rule("ocs", "13.1c.3")
def test_retreating_hq_changes_to_move_mode() -> None:
    f = Battlefield("combat", g_inf1="08.09", g_rgt1="08.09", s_hq="09.10", s_rgt1="09.10")
    f.supply("08.09", 4)
    f.supply("09.10", 4, SOVIET)
    f.fight("attack 09.10 g-inf1,g-rgt1", "AL1/Do1")
    while f.state.questions and f.state.questions[-1].side == GERMAN:
        f.give(sorted(f.offered("g-inf1", "lose"))[0])
    orders = sorted(o for o in f.offered("s-hq", "retreat") | f.offered("s-rgt1", "retreat") if "s-hq" in o)
    f.give(orders[0])
    assert f.at("s-hq") not in ("", "09.10")
    assert f.state.turned >> f.unit("s-hq") & 1


@rule("ocs", "13.1d.2")
def test_divisional_hq_serves_independents_of_its_nation_only() -> None:
    base = practice()
    foreign = varied(base)
    foreign.counters = tuple(
        msgspec.structs.replace(counter, nation="soviet") if counter.id in ("g-tb", "g-pz1") else counter
        for counter in base.counters
    )
    for scenario, served in ((base, True), (foreign, False)):
        hqd = scenario.index["g-hqd"]
        assert bool(serves(scenario, hqd, 1 << scenario.index["g-tb"])) == served
        assert serves(scenario, hqd, 1 << scenario.index["g-pz1"])  # of its own division in any case
        assert serves(scenario, hqd, 1 << scenario.index["g-stug"])
        assert not serves(scenario, hqd, 1 << scenario.index["g-inf1"])  # a division of its own
        assert serves(scenario, scenario.index["g-hq"], 1 << scenario.index["g-tb"])
