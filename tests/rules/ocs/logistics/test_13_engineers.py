"""Cases 13.8 and 16.0: engineers, bridges, construction, hedgehogs."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.core.testing import rule
from grognard.games.ocs import rules
from grognard.games.ocs.combat import battle_report
from grognard.games.ocs.logistics import construction
from grognard.games.ocs.model.charts import TRACK
from grognard.games.ocs.model.state import AWAY, remove
from grognard.games.ocs.movement import moves
from grognard.games.ocs.supply import trace
from grognard.games.ocs.terrain import step_costs
from grognard.games.ocs.terrain.engineers import bridged_hexes, engineer_capable
from grognard.games.ocs.turn import sequence
from grognard.games.ocs.units.modes import set_mode
from grognard.games.ocs.units.stacking import size_of
from tests.rules.ocs.field import GERMAN, Field, practice, varied
from tests.rules.ocs.order_helpers import Manoeuvre, at

SITE = "08.07"


def works(*, supply: int = 40, phase: str = "movement", **at: Any) -> Manoeuvre:
    """A German Movement Phase with plenty of supply in the city."""
    field = Manoeuvre(phase, **at)
    if supply:
        field.supply(SITE, supply)
    return field


def level(field: Field, where: str = SITE) -> int:
    hog = construction.hedgehog_at(field.state, field.hex(where))
    return field.state.level[hog] if hog >= 0 else 0


def fortified(field: Manoeuvre, height: int = 1, where: str = SITE) -> Manoeuvre:
    (hog,) = field.generic("hedgehogs", where)
    field.state.level[hog] = height
    return field


# -- who -----------------------------------------------------------------------------------------------


@rule("ocs", "13.8.1", "13.8.2")
def test_only_hqs_and_engineers_are_engineer_capable() -> None:
    field = works(g_hq=SITE, g_eng=SITE, g_rail=SITE, g_inf1=SITE)
    assert field.ids(engineer_capable(field.state, GERMAN)) >= {"g-hq", "g-eng"}
    assert not engineer_capable(field.state, GERMAN) & field.bit("g-rail", "g-inf1")
    assert field.refused("dig 08.06 g-rail") == "16.0b.1"
    field.give("dig 08.06 g-eng")


@rule("ocs", "13.8a", "TERM.3")
@pytest.mark.parametrize(
    ("marks", "able"),
    [("", True), ("d", True), ("m", False), ("md", False), ("r", False), ("ms", False), ("e", False)],
)
def test_engineers_need_combat_mode_or_dg_combat_side(marks: str, able: bool) -> None:
    field = works(g_hq=f"{SITE} {marks}")
    assert bool(engineer_capable(field.state, GERMAN) & field.bit("g-hq")) == able
    assert (field.check("dig 08.06 g-hq") is None) == able


# -- bridges -------------------------------------------------------------------------------------------


def crossing(way: str, *, ground: str = "normal", mobility: int = TRACK, **at: Any) -> float | None:
    """Return the German MP cost of a step, or None if it is prohibited."""
    field = Field("movement", **at)
    scenario, (from_, to) = field.scenario, map(field.hex, way.split("-"))
    direction = scenario.grid.direction(from_, to)
    assert direction is not None
    prices = step_costs.step_costs(
        scenario, mobility, scenario.conditions.index(ground), bridged=bridged_hexes(field.state, GERMAN)
    )
    return next((way.price / 4 for way in prices if way.entered[direction] >> to & 1), None)


@rule("ocs", "13.8b.1")
def test_bridge_reduces_major_river_to_minor() -> None:
    river, minor = "15.10-16.10", "09.03-09.04"
    assert crossing(river) is None
    plain = crossing(minor)
    assert plain == 5  # open ground and a minor river
    assert crossing(river, g_eng="15.10") == plain
    assert crossing(river, g_hq="16.10") == plain
    assert crossing(river, s_eng="16.09") is None  # enemy engineers do not help


@rule("ocs", "13.8b.2")
def test_bridge_removes_minor_river_cost() -> None:
    assert crossing("09.03-09.04", g_eng="09.04") == 1


@rule("ocs", "13.8b.3")
def test_bridge_covers_own_hex_and_is_free() -> None:
    assert crossing("08.03-09.04") == crossing("08.03-09.04", g_eng="08.04") == 5
    assert crossing("08.03-08.04", g_eng="08.04") == 1
    field = Manoeuvre("movement", g_eng="09.04")
    assert field.labels(bridged_hexes(field.state, GERMAN)) == {"09.04"}
    assert not field.state.ledger[GERMAN]


@rule("ocs", "13.8b.6")
@pytest.mark.parametrize("mode", ["move", "reserve", "strat"])
def test_bridge_ends_with_engineer_capability(mode: str) -> None:
    field = Manoeuvre("movement", g_eng="09.04")
    assert bridged_hexes(field.state, GERMAN)
    set_mode(field.state, field.bit("g-eng"), mode)
    assert not bridged_hexes(field.state, GERMAN)


@rule("ocs", "13.8b.6")
def test_engineer_crosses_own_bridge_once_after_mode_change() -> None:
    field = Manoeuvre("movement", g_eng="09.04", g_hq="05.03")
    field.supply("09.04", 8)
    field.give("mode g-eng move")
    assert field.cost("g-eng", "09.03") == 1
    field.give("move g-eng 09.04-09.03")
    assert field.cost("g-eng", "09.04") > 1  # once
    field = Manoeuvre("movement", g_eng="09.04 m", g_hq="05.03")
    field.supply("09.04", 8)
    assert field.cost("g-eng", "09.03") > 1  # it had built no bridge


@rule("ocs", "13.8b.4")
def test_no_overrun_over_bridge() -> None:
    for target, way in (("09.04", "8.1b"), ("09.02", "")):  # over the minor river, and on this side of it
        field = Manoeuvre("movement", g_tb="09.03", g_eng="09.03", s_zero=f"{target} m")
        field.supply("09.03", 40)
        refusal = field.check(f"overrun {target} g-tb")
        assert (refusal.rule if refusal else "")[:4] == way


@rule("ocs", "13.8b.5")
def test_bridge_allows_attack_without_changing_odds() -> None:
    def tried(**more: Any) -> Manoeuvre:
        field = Manoeuvre("combat", g_tb="15.10", s_rgt1="16.10", **more)
        field.supply("15.10", 40)
        return field

    without = tried()
    assert without.check("attack 16.10 g-tb") is not None
    bridged = tried(g_eng="15.10")
    assert bridged.check("attack 16.10 g-tb") is None
    preview = battle_report.preview_attack(bridged.state, bridged.order("attack 16.10 g-tb"))
    assert "1/3" in str(preview)  # what a major river makes of an attack by tanks


@rule("ocs", "13.8b.7")
def test_bridges_over_frozen_rivers() -> None:
    assert crossing("15.10-16.10", ground="frost") == 5
    assert crossing("15.10-16.10", ground="frost", g_eng="15.10") == 2
    assert crossing("09.03-09.04", ground="frost") == 2
    assert crossing("09.03-09.04", ground="frost", g_eng="09.04") == 1


# -- detrainable hexes ---------------------------------------------------------------------------------


@rule("ocs", "13.8c.1")
def test_engineer_capable_hq_makes_rail_hex_detrainable() -> None:
    field = Field("movement", g_hq="05.03", g_eng="03.03")
    assert "05.03" in detrainable(field)
    assert "03.03" not in detrainable(field)  # other engineers do not
    assert not field.state.ledger[GERMAN]


def detrainable(field: Field) -> set[str]:
    return field.labels(trace.cargo_stations(field.state, GERMAN))


@rule("ocs", "13.8c.2")
def test_hq_station_ends_with_mode_change_but_hq_may_entrain() -> None:
    field = Manoeuvre("movement", g_hq="05.03")
    assert field.check("rail g-hq 05.03-07.03") is None
    field.give("mode g-hq move")
    assert "05.03" not in detrainable(field)
    assert field.refused("rail g-hq 05.03-07.03") == "13.3e-1.1"


# -- construction --------------------------------------------------------------------------------------


@rule("ocs", "13.8d.1")
def test_engineers_work_within_two_leg_hexes_ignoring_zocs() -> None:
    field = works(g_hq=SITE, s_inf1="10.07", g_rgt1="09.07")
    assert field.labels(construction.sites(field.state, field.unit("g-hq"))) >= {
        SITE,
        "09.07",
        "08.09",
        "06.06",
    }
    assert "08.10" not in field.labels(construction.sites(field.state, field.unit("g-hq")))
    field.give("dig 09.07 g-hq")  # in the ZOC of the Soviet division
    field = works(g_hq=SITE)
    assert field.refused("dig 11.08 g-hq") == "13.8d.1"


@rule("ocs", "13.8d.1")
def test_prohibited_leg_terrain_stops_engineers() -> None:
    field = works(g_eng="16.06")
    near = field.labels(construction.sites(field.state, field.unit("g-eng")))
    assert {"16.05", "16.04", "17.05"} <= near  # hills in 16.05 and 16.04
    scenario = varied(field.scenario)
    terrain = scenario.charts.terrain
    cliffs = msgspec.structs.replace(terrain["hills"], move=("P", "P", "P"))
    scenario.charts = msgspec.structs.replace(scenario.charts, terrain={**terrain, "hills": cliffs})
    field.state.scenario = scenario
    reach = field.labels(construction.sites(field.state, field.unit("g-eng")))
    assert near - reach == {"16.05", "16.04"}


@rule("ocs", "13.8d.2", "16.0b.1")
def test_construction_tasks() -> None:
    field = works(g_hq="10.02", g_inf1="10.02", supply=0)
    field.put("g-port-1002", "10.02")
    field.state.level[field.unit("g-port-1002")] = 1
    field.supply("10.02", 40)
    verbs = {order.split()[0] for order in field.offered("g-hq")}
    assert {"dig", "mend", "wreck"} <= verbs
    fortified(field, where="10.02")
    assert "raze" in {order.split()[0] for order in field.offered("g-hq")}


@rule("ocs", "13.8d.3")
def test_no_construction_and_movement_in_same_phase() -> None:
    field = works(g_hq=SITE, g_eng="07.08")
    field.give("fuel g-hq")
    field.give("move g-hq 08.07-08.06")
    assert field.refused("dig 08.06 g-hq") == "13.8d.3"
    field.give("dig 08.07 g-eng")
    assert field.refused("move g-eng 07.08-07.09").startswith("13.8d")
    assert not moves.movable(field.state, GERMAN) & field.bit("g-eng")


@rule("ocs", "13.8d.3")
def test_builder_may_move_in_exploitation_phase() -> None:
    field = works(g_rgt1=SITE, s_rgt1="14.07")
    field.give("dig 08.07 g-rgt1")
    field.state.exploit = field.bit("g-rgt1")
    field.go_to("exploitation")
    sequence.begin(field.state, field.dice())
    assert moves.movable(field.state, GERMAN) & field.bit("g-rgt1")


@rule("ocs", "13.8d.4")
def test_engineer_works_once_per_turn() -> None:
    field = fortified(works(g_hq=SITE), 2, "08.06")
    field.give("dig 08.07 g-hq")
    assert field.refused("dig 08.08 g-hq") == "13.8d.4"
    assert field.refused("raze 08.06 g-hq") == "13.8d.4"
    field.give("end")
    field.state.turn = 2
    field.go_to("reinforcement")
    sequence.begin(field.state, field.dice(1, 1, 1, 1))
    sequence.end_phase(field.state, field.dice())
    assert field.state.phase == "movement"
    field.give("dig 08.08 g-hq")


@rule("ocs", "13.8d.5", "16.0b.2", "16.0c.1")
def test_construction_costs_supply_but_damage_is_free() -> None:
    field = works(g_hq=SITE, g_hq2=SITE)
    field.give("dig 08.06 g-hq")
    assert field.state.ledger[GERMAN] == 40 - 8
    field.state.dug = 0
    field.give("raze 08.06 g-hq2")
    assert field.state.ledger[GERMAN] == 32
    poor = works(g_hq=SITE, supply=7)
    assert poor.refused("dig 08.06 g-hq") == "16.0b.2"
    assert not poor.offered("g-hq", "dig")


def test_construction_preview_and_choice_of_dump() -> None:
    field = works(g_hq=SITE)
    other = field.supply("08.06", 40)
    name = field.scenario.counter_ids[other]
    shown = str(rules.preview(field.state, field.order(f"dig 08.07 g-hq {name}")))
    assert "the dump in 08.06" in shown
    assert "2 SP" in shown
    field.give(f"dig 08.07 g-hq {name}")
    assert field.state.tokens[other] == 32
    assert works(g_hq=SITE).refused("dig 08.07 g-hq nowhere") == "notation"


@rule("ocs", "13.8d.6")
def test_construction_takes_effect_at_once() -> None:
    field = works(g_inf1=SITE, g_rgt1=SITE)
    field.give("mode g-rgt1 reserve")
    field.give("dig 08.07 g-inf1")
    assert level(field) == 1
    field.give("end")
    assert not field.state.reserve  # no Reserve stays in a hedgehog


# -- hedgehogs -----------------------------------------------------------------------------------------


@rule("ocs", "16.0.1")
def test_hedgehogs_never_move_or_need_supply() -> None:
    field = fortified(works(g_rgt1=SITE))
    hog = field.state.here[field.hex(SITE)] & field.scenario.hedgehogs
    assert hog
    assert not moves.movable(field.state, GERMAN) & hog
    assert not field.scenario.combat_units & hog  # no trace check
    field.give("end")
    assert level(field) == 1


@rule("ocs", "16.0.2", "4.4c.1")
def test_only_attack_capable_enemies_enter_a_hedgehog() -> None:
    field = Manoeuvre("movement", g_pak="08.07 m", g_inf1="08.07 m")
    hog = field.generic("hedgehogs", "09.07", side=1)[0]
    field.state.level[hog] = 1
    field.state.primed = field.bit("g-pak")
    assert "09.07" not in field.reach("g-pak")
    assert "09.07" in field.reach("g-inf1")


@rule("ocs", "16.0a")
def test_hedgehogs_have_four_levels() -> None:
    field = fortified(works(g_inf1=SITE), 3)
    field.give("dig 08.07 g-inf1")
    assert level(field) == 4
    field = fortified(works(g_inf1=SITE), 4)
    assert field.refused("dig 08.07 g-inf1") == "16.0a"
    assert not field.offered("g-inf1", "dig")


@rule("ocs", "16.0b.1")
def test_one_re_in_combat_mode_builds_in_own_hex() -> None:
    field = works(g_inf1=SITE)
    assert field.offered("g-inf1", "dig") == {"dig 08.07 g-inf1"}
    assert field.refused("dig 08.06 g-inf1") == "16.0b.1"
    field.give("dig 08.07 g-inf1")
    small = works(g_pz1=SITE, g_moto=SITE, g_coy1=SITE)
    assert small.refused("dig 08.07 g-pz1") == "16.0b.1"
    assert small.refused("dig 08.07 g-pz1,g-coy1") == "16.0b.1"
    small.give("dig 08.07 g-pz1,g-moto")
    for marks in ("m", "r", "d", "ms", "e"):
        assert works(g_inf1=f"{SITE} {marks}").refused("dig 08.07 g-inf1") == "16.0b.1"


@rule("ocs", "16.0b.1", "2.1.13")
@pytest.mark.parametrize("phase", ["exploitation", "combat"])
def test_hedgehogs_built_only_in_movement_phase(phase: str) -> None:
    assert works(g_inf1=SITE, phase=phase).check("dig 08.07 g-inf1") is not None


@rule("ocs", "16.0b.1")
def test_builders_cannot_move() -> None:
    field = works(g_rgt1="08.06")
    field.give("move g-rgt1 08.06-08.07")
    assert field.refused("dig 08.07 g-rgt1") == "13.8d.3"
    field = works(g_rgt1="08.06", g_rgt2="08.06")
    field.give("move g-rgt1 08.06-08.07")
    field.give("move g-rgt2 08.06-08.07")  # the first one has finished
    assert field.refused("dig 08.07 g-rgt1") == "13.8d.3"
    field = works(g_inf1=f"{SITE} m")
    field.give("mode g-inf1 combat")  # this counts as moving
    assert field.refused("dig 08.07 g-inf1") == "13.8d.3"
    field = works(g_inf1=SITE)
    field.give("dig 08.07 g-inf1")
    assert field.check("move g-inf1 08.07-08.06") is not None


@rule("ocs", "16.0b.3")
def test_one_hedgehog_level_per_turn() -> None:
    field = works(g_inf1=SITE, g_inf2=SITE, g_hq="08.06")
    field.give("dig 08.07 g-inf1")
    assert field.refused("dig 08.07 g-inf2") == "16.0b.3"
    assert field.refused("dig 08.07 g-hq") == "16.0b.3"
    assert level(field) == 1


@rule("ocs", "16.0c.1")
def test_lower_one_hedgehog_level_per_turn() -> None:
    field = fortified(works(g_inf1=SITE, g_inf2=SITE, g_hq="08.06"), 3)
    assert field.check("raze 08.07 g-hq") is None
    field.give("raze 08.07 g-inf1")
    assert level(field) == 2
    assert field.refused("raze 08.07 g-inf2") == "16.0c.1"
    assert fortified(works(g_inf1=f"{SITE} m"), 3).refused("raze 08.07 g-inf1") == "16.0b.1"
    assert works(g_inf1=SITE).refused("raze 08.07 g-inf1") == "16.0c.1"


@rule("ocs", "16.0c.2")
def test_hedgehog_below_level_one_is_removed() -> None:
    field = fortified(works(g_inf1=SITE))
    hog = construction.hedgehog_at(field.state, field.hex(SITE))
    field.give("raze 08.07 g-inf1")
    assert field.state.at[hog] == AWAY
    assert level(field) == 0


@rule("ocs", "16.0f", "5.7g")
def test_reserves_cannot_end_phase_in_hedgehog() -> None:
    field = fortified(works(g_inf1="08.06"))
    field.give("mode g-inf1 reserve")
    field.give("move g-inf1 08.06-08.07")
    assert field.state.reserve
    field.give("end")
    assert not field.state.reserve


@rule("ocs", "16.0g")
def test_one_hedgehog_per_hex() -> None:
    field = fortified(works(g_inf1=SITE))
    field.give("dig 08.07 g-inf1")
    there = field.state.here[field.hex(SITE)] & field.scenario.hedgehogs
    assert there.bit_count() == 1
    assert level(field) == 2
    enemy = works(g_hq="08.06")
    foreign = enemy.generic("hedgehogs", SITE, side=1)[0]
    enemy.state.level[foreign] = 1
    assert enemy.refused("dig 08.07 g-hq") == "16.0b.1"
    remove(enemy.state, foreign, AWAY)


@rule("ocs", "16.0b.1")
def test_small_units_work_together_until_they_are_one_regiment() -> None:
    small = [
        id_
        for id_, c in practice().index.items()
        if practice().side_of[c] == GERMAN and practice().combat_units >> c & 1 and 0 < practice().size[c] < 4
    ][:4]
    field = Manoeuvre(**at("08.09", *small))
    field.supply("08.09", 8)
    crew = construction.labourers(field.state, GERMAN, field.hex("08.09"))
    assert crew.bit_count() > 1 and size_of(field.state, crew) >= 4
