"""Case 10.10: refugee markers. Their effects are in `step_costs` and in `combat`."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import HexSet
from grognard.games.afcent.events import RefugeesPlaced, RefugeesRolled
from grognard.games.afcent.markers.airpower import check_in_play
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.model.state import AfcentState
from grognard.games.kit.airpower import check_marker, covered, marker_orders

NEAR = 2
"""Refugee markers are offered within this distance of NATO units; players may name other hexes."""


def refugees_in_play(state: AfcentState) -> bool:
    """Return whether refugee markers are placed this turn [10.10-first]."""
    return bool(state.turn >= state.scenario.charts["refugees"]["first_turn"])


def roll_refugees(state: AfcentState, dice: Roller) -> list[Event]:
    """Remove last turn's markers and roll the number of new ones [10.10-first, 10.10-again]."""
    scenario = state.scenario
    name = scenario.sides[PACT]
    rolls = tuple(dice.roll("refugees") for _ in range(scenario.charts["refugees"]["dice"]))
    state.refugees, state.rolled = 0, True
    state.to_place = min(sum(rolls), _allowed(state).bit_count())
    changed(state)
    rule = "10.10-again" if state.turn > scenario.charts["refugees"]["first_turn"] else "10.10-first"
    return [RefugeesRolled(side=name, dice=rolls, markers=state.to_place, rule=rule, final=True)]


def _allowed(state: AfcentState) -> HexSet:
    """Return the hexes that can have a marker [R-NUR-12]."""
    scenario = state.scenario
    return scenario.land & ~scenario.red_land if scenario.on("refugees-west") else scenario.land


def refugee_orders(state: AfcentState) -> Sequence[Order]:
    """List the hexes near NATO units after the roll; players may name others."""
    if not state.rolled:
        return ()
    grid, free = state.scenario.grid, _allowed(state) & ~state.refugees
    return marker_orders("refugees", grid, covered(grid, state.held[NATO], NEAR) & free or free)


def check_refugees(state: AfcentState, order: Order) -> Illegal | None:
    """Return why an order of the refugee phase is illegal [10.10-first, R-NUR-12]."""
    if order.verb == "roll":
        return Illegal("10.10-first", "already rolled; place the markers") if state.rolled else None
    if not state.rolled:
        return Illegal("10.10-first", "roll for refugees first")
    wrong = check_marker(order, state.scenario.grid, state.refugees, "a refugee marker", "10.10-first")
    wrong = wrong or check_in_play(state, order)
    if wrong is None and not _allowed(state) >> state.scenario.grid.hex(order.target) & 1:
        return Illegal("R-NUR-12", "{hex} is in a Pact country", hex=order.target)
    return wrong


def place_refugees(state: AfcentState, order: Order) -> list[Event]:
    """Place a refugee marker [10.10-first]."""
    state.refugees |= 1 << state.scenario.grid.hex(order.target)
    state.to_place -= 1
    changed(state)
    name = state.scenario.sides[PACT]
    return [RefugeesPlaced(side=name, hexes=(order.target,), rule="10.10-first")]
