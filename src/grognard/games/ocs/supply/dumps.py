"""Blowing one's own dumps before the enemy has them [12.11a]."""

from __future__ import annotations

from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex
from grognard.games.ocs.model.scenario import MOVEMENT, OcsScenario
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.supply.payment import amount, holders
from grognard.games.ocs.supply.tokens import use


def lying(state: OcsState, side: int, hex_: Hex) -> int:
    """All tokens of a side in a hex, loaded or not [12.11a]."""
    return sum(state.tokens[holder] for holder in holders(state, side).get(hex_, ()))


def check_blow(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Why a dump cannot be blown: ``blow HEX TOKENS`` [12.11a]."""
    if state.phase not in MOVEMENT or state.side != side:
        return Illegal("12.11a.2", "dumps are blown in the Movement Segments of their owner")
    if not order.target or order.units or order.path or len(order.words) != 1 or not order.words[0].isdigit():
        return Illegal("notation", "name the hex and how many tokens: blow 07.03 12")
    hex_ = state.scenario.hex(order.target)
    where, there, wanted = state.scenario.place_name(hex_), lying(state, side, hex_), int(order.words[0])
    if not there:
        return Illegal("12.11a.1", f"you have no supply in {where}")
    if state.blown >> hex_ & 1:
        return Illegal("12.11a.3", f"the dump in {where} was blown in this phase already")
    if not 0 < wanted <= there:
        return Illegal("12.11a.3", f"the dump in {where} holds {amount(there)}: blow 1 to {there} tokens")
    return None


def blow_orders(state: OcsState, side: int) -> list[Order]:
    """Every dump that can be blown, as a whole; a part can be named too."""
    if state.phase not in MOVEMENT or state.side != side:
        return []
    return [
        Order("blow", target=state.scenario.label(hex_), words=(str(lying(state, side, hex_)),))
        for hex_ in holders(state, side)
        if not state.blown >> hex_ & 1
    ]


def destroyed(scenario: OcsScenario, tokens: int, roll: int) -> int:
    """How many of some tokens a die destroys, to the nearest one [12.11a, R-OCS-02]."""
    percent: int = scenario.tables["dump_blowing"]["percent"][roll - 1]
    return (tokens * percent + 50) // 100


def apply_blow(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """One die says how much of it is destroyed; transports are not [12.11a]."""
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
        Event(
            "blown",
            f"a dump is blown in {{hex}}: {amount(lost)} of {amount(wanted)} destroyed",
            side=scenario.sides[side],
            hexes=(scenario.label(hex_),),
            dice=(roll,),
            rule="12.11a.4",
            final=True,
        )
    ]
