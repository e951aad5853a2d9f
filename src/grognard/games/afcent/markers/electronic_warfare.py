"""Chapter 6: who has electronic warfare superiority, and where the markers go [6.1, 6.2, 6.5].

What the markers do to movement [6.3] and to battles [6.4] stands with those chapters.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import HexSet
from grognard.games.afcent.markers.airpower import Contest, uncontested
from grognard.games.afcent.model.scenario import NATO, NO_SIDE, PACT
from grognard.games.afcent.model.state import AfcentState, jam
from grognard.games.kit.airpower import marker_orders
from grognard.games.kit.states import changed


def roll_ew(state: AfcentState, dice: Roller) -> list[Event]:
    """Who rules the ether, and with how many markers; a tie leaves it to nobody [6.1, R-NUR-06]."""
    scenario, chart = state.scenario, state.scenario.charts["ew"]
    events: list[Event] = []
    winner = scenario.exclusive.superiority(state)
    if winner is not None:
        lead = uncontested(scenario, winner, chart["turn1_pact_dice"], "electronic warfare", dice, events)
    else:
        contest = Contest(
            "electronic warfare", "6.1-roll", chart["dice"], chart["holder_dice"], chart["holder_divisor"]
        )
        ahead = contest.fought(scenario, state.ether, dice, events)
        lead = abs(ahead)
        winner = PACT if ahead > 0 else NATO if ahead < 0 else NO_SIDE
    state.ether, state.rolled = winner, True
    state.to_place = min(lead, scenario.charts["limits"]["ew_markers"])
    changed(state)
    if winner == NO_SIDE:
        return [*events, Event("ew", "a tie: nobody has electronic warfare superiority", rule="6.1-tie")]
    name = scenario.sides[winner]
    note = plural(state.to_place, "marker")
    says = f"{scenario.titles[name]} has electronic warfare superiority: {{note}}"
    return [*events, Event("ew", says, side=name, note=note, rule="6.1-markers")]


def jam_orders(state: AfcentState) -> Sequence[Order]:
    """After the roll the enemy stacks to jam [6.2]."""
    hexes = state.held[1 - state.ether] if state.rolled else 0
    return marker_orders("jam", state.scenario.grid, hexes)


def clear_orders(state: AfcentState) -> Sequence[Order]:
    """After the roll the enemy airpower markers to clear away [6.5]."""
    return marker_orders("clear", state.scenario.grid, _clearable(state) if state.rolled else 0)


def _clearable(state: AfcentState) -> HexSet:
    """The airpower markers of the side that does not have EW superiority [6.5-remove]."""
    return state.markers if state.sky == 1 - state.ether else 0


def check_ew(state: AfcentState, order: Order) -> Illegal | None:
    """EW markers go on enemy units, any number on a stack; or one for an enemy airpower marker [6.2, 6.5]."""
    if order.verb == "roll":
        return Illegal("6.1-markers", "the dice are rolled: place your markers") if state.rolled else None
    if not state.rolled:
        return Illegal("6.1-roll", "first roll for electronic warfare: roll")
    if order.verb == "end":
        return None
    if not order.target or order != Order(order.verb, target=order.target):
        return Illegal("notation", f"name a hex: {order.verb} HEX")
    hex_ = state.scenario.grid.hex(order.target)
    if order.verb == "jam" and not state.held[1 - state.ether] >> hex_ & 1:
        return Illegal("6.2-place", f"there is no enemy unit in {order.target}")
    if order.verb == "clear" and not _clearable(state) >> hex_ & 1:
        return Illegal("6.5-remove", f"there is no enemy airpower marker in {order.target}")
    return None


def place_ew(state: AfcentState, order: Order) -> list[Event]:
    """Jam a stack, or clear an airpower marker away [6.2, 6.5]."""
    hex_ = state.scenario.grid.hex(order.target)
    name = state.scenario.sides[state.ether]
    state.to_place -= 1
    if order.verb == "clear":
        state.markers &= ~(1 << hex_)
        changed(state)
        says, rule = "the airpower marker over {hex} is cleared away", "6.5-remove"
        return [Event("air-cleared", says, side=name, hexes=(order.target,), rule=rule)]
    jam(state, hex_, 1)
    units = state.scenario.ids(state.here[hex_])
    says = "an EW marker on the stack in {hex}"
    return [Event("jammed", says, side=name, units=units, hexes=(order.target,), rule="6.2-place")]
