"""Chapter 6: electronic warfare superiority and EW markers [6.1, 6.2, 6.5].

Their effects are in `movement` [6.3] and `combat` [6.4].
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import HexSet
from grognard.games.afcent.events import AirpowerRemoved, EwPlaced, EwSuperiority
from grognard.games.afcent.markers.airpower import Contest, uncontested
from grognard.games.afcent.model.scenario import NATO, NO_SIDE, PACT
from grognard.games.afcent.model.state import AfcentState, jam
from grognard.games.kit.airpower import marker_orders


def roll_ew(state: AfcentState, dice: Roller) -> list[Event]:
    """Roll for EW superiority and the number of EW markers; neither side has it after a tie.

    [6.1, R-NUR-06]
    """
    scenario, chart = state.scenario, state.scenario.charts["ew"]
    events: list[Event] = []
    winner = scenario.exclusive.superiority(state)
    if winner is not None:
        lead = uncontested(scenario, winner, chart["turn1_pact_dice"], "ew", dice, events)
    else:
        contest = Contest("ew", "6.1-roll", chart["dice"], chart["holder_dice"], chart["holder_divisor"])
        ahead = contest.lead(scenario, state.ether, dice, events)
        lead = abs(ahead)
        winner = PACT if ahead > 0 else NATO if ahead < 0 else NO_SIDE
    state.ether, state.rolled = winner, True
    state.to_place = min(lead, scenario.charts["limits"]["ew_markers"])
    changed(state)
    if winner == NO_SIDE:
        return [*events, EwSuperiority(rule="6.1-tie")]
    name = scenario.sides[winner]
    return [*events, EwSuperiority(side=name, markers=state.to_place, rule="6.1-markers")]


def jam_orders(state: AfcentState) -> Sequence[Order]:
    """List the enemy stacks that can be jammed after the roll [6.2]."""
    hexes = state.held[1 - state.ether] if state.rolled else 0
    return marker_orders("jam", state.scenario.grid, hexes)


def clear_orders(state: AfcentState) -> Sequence[Order]:
    """List the enemy airpower markers that can be removed after the roll [6.5]."""
    return marker_orders("clear", state.scenario.grid, _clearable(state) if state.rolled else 0)


def _clearable(state: AfcentState) -> HexSet:
    """Return the airpower markers of the side without EW superiority [6.5-remove]."""
    return state.markers if state.sky == 1 - state.ether else 0


def check_ew(state: AfcentState, order: Order) -> Illegal | None:
    """Return why an order of the EW phase is illegal [6.2, 6.5].

    EW markers go on enemy stacks, any number on each, or remove an enemy airpower marker.
    """
    if order.verb == "roll":
        return Illegal("6.1-markers", "already rolled; place your markers") if state.rolled else None
    if not state.rolled:
        return Illegal("6.1-roll", "roll for electronic warfare superiority first")
    if order.verb == "end":
        return None
    if not order.target or order != Order(order.verb, target=order.target):
        return Illegal("notation", "name a hex: {verb} HEX", verb=order.verb)
    hex_ = state.scenario.grid.hex(order.target)
    if order.verb == "jam" and not state.held[1 - state.ether] >> hex_ & 1:
        return Illegal("6.2-place", "there is no enemy unit in {hex}", hex=order.target)
    if order.verb == "clear" and not _clearable(state) >> hex_ & 1:
        return Illegal("6.5-remove", "there is no enemy airpower marker in {hex}", hex=order.target)
    return None


def place_ew(state: AfcentState, order: Order) -> list[Event]:
    """Place an EW marker on a stack, or spend it to remove an airpower marker [6.2, 6.5]."""
    hex_ = state.scenario.grid.hex(order.target)
    name = state.scenario.sides[state.ether]
    state.to_place -= 1
    if order.verb == "clear":
        state.markers &= ~(1 << hex_)
        changed(state)
        return [AirpowerRemoved(side=name, hexes=(order.target,), rule="6.5-remove")]
    jam(state, hex_, 1)
    units = state.scenario.ids(state.here[hex_])
    return [EwPlaced(side=name, units=units, hexes=(order.target,), rule="6.2-place")]
