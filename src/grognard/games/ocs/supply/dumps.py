"""Case 12.11a: blowing your own dumps before the enemy captures them."""

from __future__ import annotations

from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex
from grognard.games.ocs.model.scenario import MOVEMENT, OcsScenario
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.model.supply_events import DumpBlown
from grognard.games.ocs.supply.payment import amount, holders
from grognard.games.ocs.supply.tokens import use


def tokens_in_hex(state: OcsState, side: int, hex_: Hex) -> int:
    """Return all tokens of a side in a hex, loaded or not [12.11a]."""
    return sum(state.tokens[holder] for holder in holders(state, side).get(hex_, ()))


def check_blow(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why a dump cannot be blown, or None: ``blow HEX TOKENS`` [12.11a]."""
    if state.phase not in MOVEMENT or state.side != side:
        return Illegal("12.11a.2", "you can blow dumps only in your own Movement Segments")
    if not order.target or order.units or order.path or len(order.words) != 1 or not order.words[0].isdigit():
        return Illegal("notation", "name the hex and the number of tokens: blow 07.03 12")
    hex_, label, wanted = state.scenario.hex(order.target), order.target, int(order.words[0])
    there = tokens_in_hex(state, side, hex_)
    if not there:
        return Illegal("12.11a.1", "you have no supply in {hex}", hex=label)
    if state.blown >> hex_ & 1:
        return Illegal("12.11a.3", "the dump in {hex} was already blown this phase", hex=label)
    if not 0 < wanted <= there:
        return Illegal(
            "12.11a.3",
            "the dump in {hex} holds {supply}; blow 1 to {there} tokens",
            hex=label,
            supply=amount(there),
            there=there,
        )
    return None


def blow_orders(state: OcsState, side: int) -> list[Order]:
    """List every dump that can be blown, each as a whole; an order may also name a part."""
    if state.phase not in MOVEMENT or state.side != side:
        return []
    return [
        Order("blow", target=state.scenario.label(hex_), words=(str(tokens_in_hex(state, side, hex_)),))
        for hex_ in holders(state, side)
        if not state.blown >> hex_ & 1
    ]


def destroyed(scenario: OcsScenario, tokens: int, roll: int) -> int:
    """Return how many of some tokens a die roll destroys, rounded to the nearest [12.11a, R-OCS-02]."""
    percent: int = scenario.tables["dump_blowing"]["percent"][roll - 1]
    return (tokens * percent + 50) // 100


def apply_blow(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Roll for the part of the supply that is destroyed; transports are not [12.11a]."""
    scenario = state.scenario
    hex_, wanted = scenario.hex(order.target), int(order.words[0])
    roll = dice.roll("blowing a dump")
    lost = due = destroyed(scenario, wanted, roll)
    state.blown |= 1 << hex_
    for holder in sorted(holders(state, side)[hex_], key=lambda one: (scenario.transports >> one & 1, one)):
        part = min(due, state.tokens[holder])
        if part:
            use(state, holder, part)
            due -= part
    return [
        DumpBlown(
            destroyed=lost,
            ordered=wanted,
            side=scenario.sides[side],
            hexes=(scenario.label(hex_),),
            dice=(roll,),
            rule="12.11a.4",
            final=True,
        )
    ]
