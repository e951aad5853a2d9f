"""The advisor and Sea Cap in Husky: reinforcements come ashore, and the Germans leave in the end."""

from __future__ import annotations

import contextlib

from grognard.core.facts import changed
from grognard.core.hexes.grid import bits
from grognard.games.ocs.advice.staff.air_and_sea.crossings import Crossings
from grognard.games.ocs.advice.staff.errands import Errands
from grognard.games.ocs.advice.staff.plan import Plan, PlanEnded
from grognard.games.ocs.advice.staff.situation import FAR, distances
from grognard.games.ocs.definition import GAME
from grognard.games.ocs.logistics.off_map_boxes import enter_box
from grognard.games.ocs.model.counters import QUARTERS
from grognard.games.ocs.model.state import OcsState, empty, put
from grognard.games.ocs.turn.setup import deploy

ALLIED, AXIS = 0, 1


def husky(turn: int, side: int) -> OcsState:
    """Return the setup of Husky in the Movement Phase of a side on a turn."""
    state = empty(GAME.scenarios("husky", {}))
    deploy(state)
    state.turn, state.first = turn, ALLIED
    steps = state.scenario.sequence
    state.phase_index = next(
        n for n, step in enumerate(steps) if step.phase == "movement" and step.player == side
    )
    changed(state)
    return state


def planned(state: OcsState, side: int) -> tuple[Crossings, list[str]]:
    state.began = state.at[:]
    plan = Plan(state, side)
    crossings = Crossings(plan)
    with contextlib.suppress(PlanEnded):
        crossings.run()
    return crossings, [str(order) for order in plan.orders]


def test_units_in_boxes_go_to_a_port_near_the_front() -> None:
    state = husky(4, ALLIED)
    scenario = state.scenario
    unit, box = scenario.index["u-39"], scenario.index["TUNISIA"]
    enter_box(state, unit, box)
    port = scenario.index[scenario.facility_id("port", "allied", "27.12")]
    for c in bits(state.here[scenario.hex("27.12")]):
        put(state, c, -1)
    put(state, port, scenario.hex("27.12"))
    changed(state)
    _, orders = planned(state, ALLIED)
    assert "ship u-39 27.12" in orders


def test_germans_hold_until_they_may_leave_and_then_fall_back_to_messina() -> None:
    crossings, _ = planned(husky(4, AXIS), AXIS)
    assert not crossings.leaving
    early, waiting = planned(husky(5, AXIS), AXIS)  # they hold until turn 7
    assert early.leaving and not any(order.startswith("ship g-") for order in waiting)
    crossings, orders = planned(husky(9, AXIS), AXIS)
    scenario = crossings.scenario
    leaving = [scenario.counters[c].nation for c in bits(crossings.leaving)]
    assert leaving and set(leaving) == {"german"}
    assert any(order.startswith("move g-") for order in orders)
    last, _ = planned(husky(12, AXIS), AXIS)
    inside = scenario.hexes(("sicily",))
    germans = [
        c
        for c in bits(scenario.combat_units & scenario.of_side[AXIS])
        if scenario.counters[c].nation == "german" and last.plan.state.at[c] >= 0
    ]
    assert last.leaving.bit_count() == sum(inside >> last.situation.state.at[c] & 1 for c in germans)


def test_germans_in_messina_cross_the_strait() -> None:
    state = husky(9, AXIS)
    unit, messina = state.scenario.index["g-hg-pg1"], state.scenario.hex("53.31")
    put(state, unit, messina)
    changed(state)
    _, orders = planned(state, AXIS)
    assert any(order.startswith("ship g-hg-pg1 53.31-") for order in orders)


def test_the_strait_is_not_crossed_on_foot_and_reinforcements_take_ships() -> None:
    state = husky(4, AXIS)
    scenario = state.scenario
    villa, messina = scenario.hex("54.31"), scenario.hex("53.31")
    assert distances(scenario, 1 << messina)[villa] == FAR
    put(state, scenario.index["u-16"], scenario.hex("32.11"))
    put(state, scenario.index["g-29-pg15"], villa)
    changed(state)
    _, orders = planned(state, AXIS)
    assert "ship g-29-pg15 54.31-53.31" in orders


def test_units_do_not_wait_at_a_port_if_no_port_beyond_the_sea_is_theirs() -> None:
    """They would all go to Catania, and most of them would be lost there to overstacking [4.8a]."""
    state = husky(9, ALLIED)
    scenario = state.scenario
    abroad = scenario.hex("54.31")
    for c in bits(scenario.of_side[AXIS] & scenario.combat_units):
        if state.at[c] >= 0 and state.at[c] != abroad:
            put(state, c, -1)
    for c in bits(state.here.get(scenario.hex("46.18"), 0)):
        put(state, c, -1)
    put(state, scenario.index[scenario.facility_id("port", "allied", "46.18")], scenario.hex("46.18"))
    for n, name in enumerate(("b-13", "b-15", "b-17", "b-69", "b-151", "b-152")):
        put(state, scenario.index[name], scenario.hex(("45.17", "44.18")[n % 2]))
    changed(state)
    crossings, orders = planned(state, ALLIED)
    assert crossings.situation.enemy and not crossings.busy
    assert not [order for order in orders if order.startswith("move")]


def test_errands_do_not_overstack_a_hex() -> None:
    """Ten brigades of 1 RE fill a hex, so the eleventh stays beside it [4.8a]."""
    state = husky(9, ALLIED)
    scenario = state.scenario
    goal, near = scenario.hex("45.17"), scenario.hex("45.16")
    for c in bits(scenario.of_side[AXIS] & scenario.combat_units):
        if state.at[c] >= 0:
            put(state, c, -1)
    own = scenario.of_side[ALLIED] & scenario.combat_units & ~scenario.hqs
    brigades = [c for c in bits(own) if scenario.size[c] == QUARTERS][:11]
    for n, unit in enumerate(brigades):
        put(state, unit, goal if n < 10 else near)
    state.lost = [0] * len(state.lost)
    changed(state)
    for room in (False, True):
        state.began = state.at[:]
        plan = Plan(state, ALLIED)
        Errands(plan).go(brigades[10], 1 << goal)
        assert (plan.state.at[brigades[10]] == goal) == room
        put(state, brigades[0], -1)
        changed(state)
