"""The advisor and Sea Cap in Husky: reinforcements come ashore, and the Germans leave in the end."""

from __future__ import annotations

import contextlib

from grognard.core.hexes.grid import bits
from grognard.games.kit.states import changed
from grognard.games.ocs.advice.staff.crossings import Crossings
from grognard.games.ocs.advice.staff.plan import Plan, PlanEnded
from grognard.games.ocs.advice.staff.situation import FAR, distances
from grognard.games.ocs.definition import GAME
from grognard.games.ocs.logistics.off_map_boxes import enter_box
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
    crossings, _ = planned(husky(3, AXIS), AXIS)
    assert not crossings.leaving
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
