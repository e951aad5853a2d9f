"""Chapters 13.6 and 18.4: landing craft that arrive loaded."""

from __future__ import annotations

from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.ocs.model.files import Convoy
from grognard.games.ocs.model.scenario import TOKENS, OcsScenario, tokens
from grognard.games.ocs.model.state import NO_COUNTER, OcsState, put, put_aboard, spare_counter
from grognard.games.ocs.sea.ships import room
from grognard.games.ocs.sea.waters import barred
from grognard.games.ocs.units.transport_size import lift

KINDS = {"landing-craft": "landing_craft", "lst": "lsts", "dukw": "dukws"}
"""The kinds of craft, and their points in a convoy."""


def due(state: OcsState, side: int) -> tuple[Convoy, ...]:
    """Return a side's convoys of this turn; those of the first are there from the start [13.6]."""
    file, name = state.scenario.file, state.scenario.sides[side]
    if state.turn <= file.first_turn:
        return ()
    return tuple(convoy for convoy in file.convoy if convoy.side == name and convoy.turn == state.turn)


def arrive(state: OcsState, convoys: tuple[Convoy, ...]) -> None:
    """Put convoys on the map: a counter for each kind of craft, with cargo as far as there is room."""
    for convoy in convoys:
        _arrive(state, convoy)
    changed(state)


def _arrive(state: OcsState, convoy: Convoy) -> None:
    scenario, side = state.scenario, state.scenario.side_index[convoy.side]
    craft, hex_ = [], _open_hex(state, side, scenario.hex(convoy.hex))
    for kind, field in KINDS.items():
        points = getattr(convoy, field)
        if points:
            counter = _spare(state, side, kind)
            put(state, counter, hex_)
            state.level[counter] = points
            state.craft_ledger[side] += points
            craft.append(counter)
    for id_ in convoy.units:
        unit = scenario.counter(id_)
        roomy = [c for c in craft if room(state, c) >= lift(state, unit)]
        if not roomy:
            raise scenario.fault(f"the convoy in {convoy.hex} has no room for {id_}", "convoy")
        put_aboard(state, unit, roomy[0])
    _load(state, side, craft, tokens(convoy.supply), convoy)


def _open_hex(state: OcsState, side: int, wanted: Hex) -> Hex:
    """Return the hex where a convoy arrives, or the nearest sea hex if the enemy is there [R-OCS-305]."""
    grid, shut = state.scenario.grid, barred(state, side)
    if not shut >> wanted & 1:
        return wanted
    return min(bits(state.scenario.sea & ~shut), key=lambda hex_: (grid.distance(wanted, hex_), hex_))


def _load(state: OcsState, side: int, craft: list[int], amount: int, convoy: Convoy) -> None:
    """Load supply as far as there is room."""
    state.ledger[side] += amount
    for counter in craft:
        part = min(amount, int(room(state, counter) * TOKENS))
        state.tokens[counter] += part
        amount -= part
    if amount:
        raise state.scenario.fault(f"the convoy in {convoy.hex} has no room for its supply", "convoy")


def _spare(state: OcsState, side: int, kind: str) -> int:
    scenario: OcsScenario = state.scenario
    own = scenario.craft & scenario.of_side[side]
    found = spare_counter(state, mask_of(c for c in bits(own) if scenario.counters[c].kind == kind))
    if found == NO_COUNTER:
        raise scenario.fault(f"not enough counters of {kind} for the convoys", "convoy")
    return found
