"""Case 10.10: refugees. What they do to NATO's movement and attacks stands with those chapters."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import HexSet
from grognard.games.afcent.markers.airpower import check_in_play
from grognard.games.afcent.model.scenario import NATO, PACT
from grognard.games.afcent.model.state import AfcentState
from grognard.games.kit.airpower import check_marker, covered, marker_orders
from grognard.games.kit.states import changed

NEAR = 2
"""Within so many hexes of NATO units refugee markers are offered; any other hex can be named."""


def are_about(state: AfcentState) -> bool:
    """Whether there are refugees in this turn's administrative phase [10.10-first]."""
    return bool(state.turn >= state.scenario.charts["refugees"]["first_turn"])


def roll_refugees(state: AfcentState, dice: Roller) -> list[Event]:
    """The markers of the last turn go, and as many as the dice say come [10.10-first, 10.10-again]."""
    scenario = state.scenario
    name = scenario.sides[PACT]
    rolls = tuple(dice.roll("refugees") for _ in range(scenario.charts["refugees"]["dice"]))
    state.refugees, state.rolled = 0, True
    state.to_place = min(sum(rolls), _allowed(state).bit_count())
    changed(state)
    rule = "10.10-again" if state.turn > scenario.charts["refugees"]["first_turn"] else "10.10-first"
    note = plural(state.to_place, "refugee marker")
    says = "refugees: {dice}, {note}"
    return [Event("refugees", says, side=name, dice=rolls, note=note, rule=rule, final=True)]


def _allowed(state: AfcentState) -> HexSet:
    """The hexes that may have a marker [R-NUR-12]."""
    scenario = state.scenario
    return scenario.land & ~scenario.red_land if scenario.on("refugees-west") else scenario.land


def refugee_orders(state: AfcentState) -> Sequence[Order]:
    """After the roll the hexes near NATO's units, where the markers hinder; others can be named."""
    if not state.rolled:
        return ()
    grid, free = state.scenario.grid, _allowed(state) & ~state.refugees
    return marker_orders("refugees", grid, covered(grid, state.held[NATO], NEAR) & free or free)


def check_refugees(state: AfcentState, order: Order) -> Illegal | None:
    """Any hex without a marker; all that were rolled are placed [10.10-first, R-NUR-12]."""
    if order.verb == "roll":
        return Illegal("10.10-first", "the dice are rolled: place the markers") if state.rolled else None
    if not state.rolled:
        return Illegal("10.10-first", "first roll for the refugees: roll")
    wrong = check_marker(order, state.scenario.grid, state.refugees, "a refugee marker", "10.10-first")
    wrong = wrong or check_in_play(state, order)
    if wrong is None and not _allowed(state) >> state.scenario.grid.hex(order.target) & 1:
        return Illegal("R-NUR-12", f"{order.target} is in a country of the Pact")
    return wrong


def place_refugees(state: AfcentState, order: Order) -> list[Event]:
    """Put a marker in a hex [10.10-first]."""
    state.refugees |= 1 << state.scenario.grid.hex(order.target)
    state.to_place -= 1
    changed(state)
    name = state.scenario.sides[PACT]
    says = "refugees crowd {hex}"
    return [Event("refugee-marker", says, side=name, hexes=(order.target,), rule="10.10-first")]
