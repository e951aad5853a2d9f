"""Case 12.1: supply on the map, in tokens. Only these functions create, move and expend it."""

from __future__ import annotations

from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, bits
from grognard.games.ocs.model.state import AWAY, NO_COUNTER, OcsState, put, spare_counter


def dump_at(state: OcsState, hex_: Hex, side: int) -> int:
    """Return a side's dump on the ground of a hex, or -1."""
    scenario = state.scenario
    found = state.here.get(hex_, 0) & scenario.dumps & scenario.of_side[side]
    return found.bit_length() - 1


def can_pile(state: OcsState, hex_: Hex, side: int) -> bool:
    """Whether a side has a dump in a hex, or a counter left for one [12.1c]."""
    scenario = state.scenario
    return (
        dump_at(state, hex_, side) != NO_COUNTER
        or spare_counter(state, scenario.dumps & scenario.of_side[side]) != NO_COUNTER
    )


def pile(state: OcsState, hex_: Hex, side: int, tokens: int) -> int:
    """Put supply on the ground of a hex and return the dump; `bring` adds new supply.

    If all counters are on the map, the nearest dump of the side takes it [R-OCS-153].
    """
    scenario = state.scenario
    dump = dump_at(state, hex_, side)
    if dump == NO_COUNTER:
        own = scenario.dumps & scenario.of_side[side]
        dump = spare_counter(state, own)
        if dump != NO_COUNTER:
            put(state, dump, hex_)
        else:
            dump = min(bits(own), key=lambda other: scenario.grid.distance(hex_, state.at[other]))
    state.tokens[dump] += tokens
    changed(state)
    return dump


def bring(state: OcsState, hex_: Hex, side: int, tokens: int) -> int:
    """Add new supply in a hex: from the Supply Table, capture or reinforcements [2.1, 9.14b, 13.6]."""
    state.ledger[side] += tokens
    return pile(state, hex_, side, tokens)


def use(state: OcsState, holder: int, tokens: int) -> None:
    """Expend or destroy supply of a dump or transport; an empty dump counter returns to the pool."""
    if tokens > state.tokens[holder]:
        raise ValueError("not enough supply to expend")
    state.ledger[state.scenario.side_of[holder]] -= tokens
    drain(state, holder, tokens)


def drain(state: OcsState, holder: int, tokens: int) -> None:
    """Take supply from a dump or transport to put it elsewhere; `use` expends it."""
    state.tokens[holder] -= tokens
    state.fresh[holder] = min(state.fresh[holder], state.tokens[holder])
    if not state.tokens[holder] and state.scenario.dumps >> holder & 1:
        put(state, holder, AWAY)
    changed(state)
