"""The stack in motion: who may move in a segment, one stack after the other, and what it has spent [6.1].

Other chapters let units spend points or take up a stack by `spend` and `take_up`.
"""

from __future__ import annotations

from collections.abc import Iterable

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.kit.legality import FlagRule, flag_refusal
from grognard.games.kit.states import changed
from grognard.games.ocs.model.charts import SCALE
from grognard.games.ocs.model.combat_events import MovementFinished
from grognard.games.ocs.model.scenario import MOVEMENT
from grognard.games.ocs.model.state import OcsState
from grognard.games.ocs.terrain.zones import mobile, unfinished
from grognard.games.ocs.units.modes import allowance

# -- who may move ----------------------------------------------------------------------------------------


def eligible(state: OcsState, side: int) -> CounterSet:
    """Counters of a side that this segment lets move and that are not done with it [6.0, 6.3a, 7.0a, 11.0a].

    Reserves have to be released first [5.7b]; Extenders do not move [12.7].
    """
    if state.phase not in MOVEMENT or state.side != side:
        return 0
    found = unfinished(state) & mobile(state.scenario) & state.scenario.of_side[side] & ~state.extended
    return found if state.phase == "movement" else found & ~state.reserve


def present(state: OcsState) -> CounterSet:
    """All counters on the map."""
    found: CounterSet | None = state.cache.get("present")
    if found is None:
        found = 0
        for there in state.here.values():
            found |= there
        state.cache["present"] = found
    return found


def left(state: OcsState, unit: int) -> int:
    """What a unit may still spend in this phase, in quarters of a point [6.1b]."""
    return max(allowance(state, unit) - state.spent[unit], 0)


def fresh(state: OcsState, unit: int) -> bool:
    """Whether a unit has yet to leave its hex or spend anything in this phase."""
    return not state.spent[unit] and state.at[unit] == state.began[unit]


STILL = (
    FlagRule("extended", "12.7.2", "{unit} is part of an Extender: fold it first"),
    FlagRule("shipped", "4.7d.3", "{unit} was transported in this phase and does not move after that"),
    FlagRule("worked", "13.8d.3", "{unit} builds this turn and does not move"),
    FlagRule("finished", "6.1f.2", "{unit} is done with moving in this phase"),
)
"""What keeps a counter from moving."""


def why_still(state: OcsState, side: int, unit: int) -> Illegal | None:
    """Why a counter may not move (any more) in this segment."""
    scenario, id_, bit = state.scenario, state.scenario.counter_ids[unit], 1 << unit
    if state.phase not in MOVEMENT or state.side != side:
        return Illegal("6.3a", "it is not your Movement Segment")
    if not scenario.of_side[side] & bit or state.at[unit] < 0:
        return Illegal("6.3a", f"{id_} is not a unit of yours on the map")
    if not mobile(scenario) & bit:
        return Illegal("6.1b.2", f"{id_} has no Movement Allowance: it never moves")
    if refusal := flag_refusal(state, unit, STILL):
        return refusal
    if not eligible(state, side) & bit:
        if state.phase == "reaction":
            return Illegal("7.0a.1", f"{id_} is no released Reserve: only these move in the Reaction Phase")
        return Illegal("11.0a.1", f"{id_} is neither in Exploitation Mode nor a released Reserve")
    return None


# -- one stack after the other ---------------------------------------------------------------------------


def joins(state: OcsState, units: CounterSet) -> bool:
    """Whether units may still set out with the stack in motion: all are where they began [6.1f]."""
    both = bits(state.moving | units)
    return all(fresh(state, unit) for unit in both) and len({state.at[unit] for unit in both}) == 1


def check_stack(state: OcsState, side: int, units: Iterable[int]) -> Illegal | None:
    """Whether units may set out, or go on, together [6.1, 6.1f, 6.1g, R-OCS-58]."""
    for unit in units:
        refusal = why_still(state, side, unit)
        if refusal:
            return refusal
    together = tuple(units)
    ids = state.scenario.counter_ids
    if len({state.at[unit] for unit in together}) != 1:
        return Illegal("6.1.1", "they are not in one hex: move each stack by itself")
    if len({state.began[unit] for unit in together}) != 1:
        apart = next(unit for unit in together if state.began[unit] != state.began[together[0]])
        return Illegal(
            "6.1f.1", f"{ids[apart]} did not begin the phase in the same hex as {ids[together[0]]}"
        )
    moved = mask_of(together) & state.moving
    if moved and moved != mask_of(together) and not joins(state, mask_of(together)):
        return Illegal("6.1g.1", f"{ids[moved.bit_length() - 1]} is on the way already: nobody joins it now")
    return None


def take_up(state: OcsState, units: CounterSet, *, join: bool = False) -> None:
    """Units set out or go on: the stack before, or what is left behind of this one, is done [6.1f, 6.1g].

    Units that only prepare to set out may `join` others of their hex that do.
    """
    others = state.moving & ~units
    if not (join and joins(state, units)):
        halt(state, others)
    state.moving |= units


def halt(state: OcsState, units: CounterSet) -> None:
    """Units end their movement for the phase [6.1f, 8.1f]."""
    if units:
        state.finished |= units
        state.moving &= ~units
        changed(state)  # they negate enemy zones now [4.5b]


def spend(state: OcsState, units: CounterSet, quarters: int) -> None:
    """Units spend movement points on something else than steps, as in an overrun [8.1a]."""
    take_up(state, units)
    for unit in bits(units):
        state.spent[unit] += quarters
    changed(state)


# -- promises --------------------------------------------------------------------------------------------


def check_done(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Whether units can promise not to move any more [4.5b, R-OCS-50]."""
    if not order.units:
        return Illegal("4.5b.2", "say who will not move any more")
    refusals = (why_still(state, side, state.scenario.index[id_]) for id_ in order.units)
    return next((refusal for refusal in refusals if refusal), None)


def done_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """A combat unit that may still move can promise not to; nobody else negates anything [4.5b]."""
    scenario = state.scenario
    if not eligible(state, side) & scenario.combat_units & 1 << unit or state.at[unit] < 0:
        return []
    return [Order("done", units=scenario.names[unit])]


def apply_done(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Units will not move any more in this phase, so they negate enemy zones [R-OCS-50]."""
    halt(state, mask_of(state.scenario.index[id_] for id_ in order.units))
    return [MovementFinished(side=state.scenario.sides[side], units=order.units, rule="4.5b.2")]


# -- segments --------------------------------------------------------------------------------------------


def begin_segment(state: OcsState) -> None:
    """A Movement Segment begins: everybody is where it starts, and nothing is spent [6.1]."""
    state.began = state.at[:]
    state.spent = [0] * len(state.spent)
    state.fresh = [0] * len(state.fresh)
    state.moving = state.finished = state.switched = state.bridging = state.shipped = state.released = 0
    changed(state)


def points(quarters: int) -> str:
    """Movement points as people read them.

    >>> points(14)
    '3.5'
    """
    return f"{quarters / SCALE:g}"
