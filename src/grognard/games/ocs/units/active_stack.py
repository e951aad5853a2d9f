"""Chapter 6.1: the moving stack: which units can move, one stack after the other, and the MP they spent.

Other chapters spend MP or start a stack by `spend` and `start_move`.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.kit.legality import FlagRule, flag_refusal
from grognard.games.ocs.model.charts import SCALE
from grognard.games.ocs.model.combat_events import MovementCutShort, MovementFinished
from grognard.games.ocs.model.scenario import MOVEMENT
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.terrain.zones import can_still_move, mobile, zoc
from grognard.games.ocs.units.modes import allowance

# -- units that can move ---------------------------------------------------------------------------


def eligible(state: OcsState, side: int) -> CounterSet:
    """Return the counters of a side that can still move in this segment [6.0, 6.3a, 7.0a, 11.0a].

    Reserves must be released first [5.7b]; Extenders do not move [12.7].
    """
    if state.phase not in MOVEMENT or state.side != side:
        return 0
    found = can_still_move(state) & mobile(state.scenario) & state.scenario.of_side[side] & ~state.extended
    return found if state.phase == "movement" else found & ~state.reserve


def mp_left(state: OcsState, unit: int) -> int:
    """Return the MP a unit has left in this phase, in quarters [6.1b]."""
    return max(allowance(state, unit) - state.spent[unit], 0)


def unmoved(state: OcsState, units: CounterSet) -> CounterSet:
    """Return those of some counters that have neither moved nor spent MP in this phase."""
    at, began, spent = state.at, state.began, state.spent
    return mask_of(c for c in bits(units & ~state.returned) if at[c] == began[c] and not spent[c])


def has_not_moved(state: OcsState, unit: int) -> bool:
    """Return whether a unit has neither moved nor spent MP in this phase."""
    return not state.spent[unit] and not has_left(state, unit)


def has_left(state: OcsState, unit: int) -> bool:
    """Return whether a unit has left the hex where it began the phase, even if it came back."""
    return state.at[unit] != state.began[unit] or bool(state.returned >> unit & 1)


CANNOT_MOVE = (
    FlagRule("extended", "12.7.2", "{unit} is part of an Extender; fold it first"),
    FlagRule("shipped", "4.7d.3", "{unit} was transported in this phase and cannot move after it"),
    FlagRule("worked", "13.8d.3", "{unit} is building this turn and cannot move"),
    FlagRule("finished", "6.1f.2", "{unit} has finished moving in this phase"),
)
"""Reasons why a counter cannot move."""


def check_can_move(state: OcsState, side: int, unit: int) -> Illegal | None:
    """Return why a counter cannot move in this segment, or None if it can."""
    scenario, id_, bit = state.scenario, state.scenario.counter_ids[unit], 1 << unit
    if state.phase not in MOVEMENT or state.side != side:
        return Illegal("6.3a", "this is not your Movement Segment")
    if not scenario.of_side[side] & bit or state.at[unit] < 0:
        return Illegal("6.3a", "{unit} is not one of your units on the map", unit=id_)
    if not mobile(scenario) & bit:
        return Illegal("6.1b.2", "{unit} has no Movement Allowance and cannot move", unit=id_)
    if refusal := flag_refusal(state, unit, CANNOT_MOVE):
        return refusal
    if not eligible(state, side) & bit:
        if state.phase == "reaction":
            reason = "{unit} is not a released Reserve and cannot move in the Reaction Phase"
            return Illegal("7.0a.1", reason, unit=id_)
        return Illegal("11.0a.1", "{unit} is neither in Exploitation Mode nor a released Reserve", unit=id_)
    return None


# -- one stack after the other ---------------------------------------------------------------------


def can_join(state: OcsState, units: CounterSet) -> bool:
    """Return whether units can still join the moving stack: none has left its hex [6.1f]."""
    both = bits(state.moving | units)
    return all(has_not_moved(state, unit) for unit in both) and len({state.at[unit] for unit in both}) == 1


def check_stack(state: OcsState, side: int, units: Iterable[int]) -> Illegal | None:
    """Return why units cannot move together, or None if they can [6.1, 6.1f, 6.1g, R-OCS-58]."""
    for unit in units:
        refusal = check_can_move(state, side, unit)
        if refusal:
            return refusal
    together = tuple(units)
    ids = state.scenario.counter_ids
    if len({state.at[unit] for unit in together}) != 1:
        return Illegal("6.1.1", "these units are in different hexes; move each stack separately")
    if len({state.began[unit] for unit in together}) != 1:
        apart = next(unit for unit in together if state.began[unit] != state.began[together[0]])
        return Illegal(
            "6.1f.1",
            "{unit} did not begin the phase in the same hex as {unit_other}",
            unit=ids[apart],
            unit_other=ids[together[0]],
        )
    moved = mask_of(together) & state.moving
    if moved and moved != mask_of(together) and not can_join(state, mask_of(together)):
        moving = ids[moved.bit_length() - 1]
        return Illegal("6.1g.1", "{unit} has already moved; other units cannot join it now", unit=moving)
    return None


def start_move(state: OcsState, units: CounterSet, *, join: bool = False) -> None:
    """Start or continue the move of units; any other moving stack is finished [6.1f, 6.1g].

    With `join`, units that only prepare to move join others in their hex that do so too.
    """
    others = state.moving & ~units
    if not (join and can_join(state, units)):
        finish_move(state, others)
    state.moving |= units


def once_moving(state: OcsState, units: CounterSet, *, join: bool = False) -> OcsState:
    """Return the state in which units start or continue to move: others have finished [6.1g, R-OCS-154].

    What they can do depends on it: a finished unit negates ZOCs, and a finished HQ gives fuel from its hex.
    Where there is no ZOC to negate and no such HQ, the state as it is will do.
    """
    others = state.moving & ~units
    if not others or (join and can_join(state, units)) or not _matters(state, others):
        return state
    key = ("once moving", others)
    found: OcsState | None = state.cache.get(key)
    if found is None:
        found = state.copy()
        finish_move(found, others)
        state.cache[key] = found
    return found


def _matters(state: OcsState, units: CounterSet) -> bool:
    """Return whether anything else depends on units being finished: their ZOC or their fuel [4.5b, 12.5e]."""
    if units & state.fueled:
        return True
    zone, at = zoc(state, 1 - state.side), state.at
    return any(zone >> at[unit] & 1 for unit in bits(units) if at[unit] >= 0)


def finish_move(state: OcsState, units: CounterSet) -> None:
    """Finish the movement of units for the phase [6.1f, 8.1f]."""
    if units:
        state.finished |= units
        state.moving &= ~units
        changed(state)  # they now negate enemy ZOCs [4.5b]


def cut_short(state: OcsState, side: int, order: Order, moving: CounterSet) -> list[Event]:
    """Tell the owner of units that were moving before an order and are finished, as others move now [6.1g].

    Units that named themselves, or have no MP left to lose, are not mentioned.
    """
    named = mask_of(state.scenario.index[id_] for id_ in order.units)
    ended = [
        unit
        for unit in bits(moving & state.finished & ~named)
        if order.units and state.moving and mp_left(state, unit) >= SCALE
    ]
    if not ended:
        return []
    ids, owner = state.scenario.counter_ids, state.scenario.sides[side]
    left = format_mp(max(mp_left(state, unit) for unit in ended))
    return [
        MovementCutShort(
            units=tuple(ids[unit] for unit in ended), side=owner, only=(owner,), left=left, rule="6.1g.1"
        )
    ]


def spend(state: OcsState, units: CounterSet, quarters: int) -> None:
    """Spend MP of units on something other than steps, such as an overrun [8.1a]."""
    start_move(state, units)
    for unit in bits(units):
        state.spent[unit] += quarters
    changed(state)


# -- finishing movement ----------------------------------------------------------------------------


def check_done(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why units cannot finish their movement, or None if they can [4.5b, R-OCS-50]."""
    if not order.units:
        return Illegal("4.5b.2", "name the units that finish their movement: done U")
    refusals = (_check_can_finish(state, side, state.scenario.index[id_]) for id_ in order.units)
    return next((refusal for refusal in refusals if refusal), None)


def _check_can_finish(state: OcsState, side: int, unit: int) -> Illegal | None:
    """Refuse units that could not move anyway; Reserves could, if they were released [R-OCS-154]."""
    unreleased = _unreleased(state, side)
    return None if unreleased >> unit & 1 else check_can_move(state, side, unit)


def _unreleased(state: OcsState, side: int) -> CounterSet:
    """Return the Reserves on the map that could be released and move in this Movement Segment [5.7b]."""
    if state.phase not in MOVEMENT or state.side != side:
        return 0
    return can_still_move(state) & state.reserve & state.scenario.of_side[side] & state.present


def able_done(state: OcsState, side: int) -> CounterSet:
    """Return the combat units whose movement can be finished; other units negate no ZOC [4.5b].

    Of the Reserves that have not been released, only those in an enemy ZOC.
    """
    ready = eligible(state, side)
    for unit in bits(_unreleased(state, side)):
        ready |= (zoc(state, 1 - side) >> state.at[unit] & 1) << unit
    return ready & state.scenario.combat_units & state.present


def done_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the order to finish the movement of a combat unit."""
    if not able_done(state, side) >> unit & 1:
        return []
    return [Order("done", units=state.scenario.names[unit])]


def apply_done(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Finish the movement of units for the phase, so that they negate enemy ZOCs [R-OCS-50]."""
    finish_move(state, mask_of(state.scenario.index[id_] for id_ in order.units))
    return [MovementFinished(side=state.scenario.sides[side], units=order.units, rule="4.5b.2")]


# -- segments --------------------------------------------------------------------------------------


def begin_segment(state: OcsState) -> None:
    """Begin a Movement Segment: note where all units are, with no MP spent [6.1]."""
    state.began = state.at[:]
    state.spent = [0] * len(state.spent)
    state.fresh = [0] * len(state.fresh)
    state.moving = state.finished = state.switched = state.bridging = state.shipped = state.released = 0
    state.returned = 0
    changed(state)


def format_mp(quarters: int) -> str:
    """Format quarters of an MP as MP.

    >>> format_mp(14)
    '3.5'
    """
    return f"{quarters / SCALE:g}"
