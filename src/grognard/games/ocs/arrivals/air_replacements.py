"""Cases 13.5f and 14.10e-A: aircraft steps and gliders, from the replacement table or for Eq.

Where a side's table gives air steps, those are used. Otherwise an Eq near an HQ buys two steps. The second
one waits in `owed_air` until the phase ends, when it is lost [R-OCS-241].
"""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line
from grognard.core.contract.orders import Order
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.ocs.air.bases import can_host, hosts
from grognard.games.ocs.air.planes import fighters
from grognard.games.ocs.arrivals import replacements
from grognard.games.ocs.arrivals.air_arrivals import (
    appear,
    are_planes,
    event_hexes,
    named_base,
    order_at,
)
from grognard.games.ocs.model.air_events import GlidersBuilt
from grognard.games.ocs.model.charts import ReplRow, series_tables
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import DEAD, HOSTED, NO_COUNTER, OcsState, remove
from grognard.games.ocs.model.supply_events import Rebuilt


@lru_cache(maxsize=64)
def from_table(scenario: OcsScenario, side: int) -> bool:
    """Return whether a side's replacement table gives air steps [13.5f.1]."""
    rows = scenario.charts.replacements.get(scenario.sides[side], ())
    return any(row.fighter or row.other_air for row in rows)


def receive(state: OcsState, side: int, row: ReplRow) -> None:
    """Note the air steps of a replacement roll, in games with aircraft [13.5f.1]."""
    if state.scenario.planes & state.scenario.of_side[side]:
        state.owed_fighter[side], state.owed_air[side] = row.fighter, row.other_air
        changed(state)


def forfeit(state: OcsState, side: int) -> None:
    """Lose air steps that were not used in the phase [13.5f.4, R-OCS-241]."""
    state.owed_fighter[side] = state.owed_air[side] = 0
    changed(state)


def _owed(state: OcsState, side: int, plane: int) -> list[int]:
    """Return the column of steps that a plane can use: of Fighters, or of all other types."""
    by_type = from_table(state.scenario, side) and fighters(state.scenario) >> plane & 1
    return state.owed_fighter if by_type else state.owed_air


def usable_eq(state: OcsState, side: int) -> CounterSet:
    """Return the Eq that can be spent on aircraft: in Move Mode near an HQ [13.5f.2, 13.5a]."""
    found = 0
    for hex_ in bits(replacements.repl_hexes(state, side)):
        found |= replacements.repls_at(state, side, hex_)[1]
    return found


def _affordable(state: OcsState, side: int, plane: int) -> bool:
    if _owed(state, side, plane)[side]:
        return True
    return not from_table(state.scenario, side) and bool(usable_eq(state, side))


# -- planes ------------------------------------------------------------------------------------------


def rebuildable(state: OcsState, side: int) -> CounterSet:
    """Return the planes that lost steps: reduced ones at bases, and those in the Dead Pile."""
    scenario = state.scenario
    own = bits(scenario.planes & scenario.of_side[side])
    return mask_of(
        c
        for c in own
        if (state.at[c] == HOSTED and state.lost[c])
        or (state.at[c] == DEAD and not scenario.counters[c].no_rebuild)
    )


def able(state: OcsState, side: int) -> CounterSet:
    """Return the units and planes that a side can rebuild now."""
    planes = (c for c in bits(rebuildable(state, side)) if _affordable(state, side, c))
    return replacements.able(state, side) | mask_of(planes)


def _bases(state: OcsState, side: int, plane: int) -> list[int]:
    return [host for host in bits(hosts(state, side)) if can_host(state, host, plane)]


def rebuild_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List every way to rebuild a unit or plane."""
    if not state.scenario.planes >> unit & 1:
        return replacements.rebuild_orders(state, side, unit)
    if not rebuildable(state, side) >> unit & 1 or not _affordable(state, side, unit):
        return []
    ids = state.scenario.names[unit]
    if state.at[unit] == HOSTED:
        return [Order("rebuild", units=ids)]
    return [order_at(state, "rebuild", ids, base) for base in _bases(state, side, unit)]


def check_rebuild(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why a unit or a step of a plane cannot be rebuilt, or None [13.5f]."""
    if not are_planes(state, order):
        return replacements.check_rebuild(state, side, order)
    if len(order.units) != 1:
        return Illegal("13.5f.3", "rebuild planes one step at a time")
    plane, id_ = state.scenario.index[order.units[0]], order.units[0]
    if not rebuildable(state, side) >> plane & 1:
        return Illegal("13.5f.3", "{unit} is not one of your planes that lost a step", unit=id_)
    if not _affordable(state, side, plane):
        if from_table(state.scenario, side):
            return Illegal("13.5f.1", "you have no air step for {unit} this turn", unit=id_)
        return Illegal("13.5f.2", "no Eq in Move Mode is near an HQ and out of enemy ZOCs")
    refusal = _check_eq(state, side, order)
    if refusal:
        return refusal
    if state.at[plane] == HOSTED:
        return Illegal("13.5f.3", "{unit} stays at its base", unit=id_) if order.path else None
    if named_base(state, side, order) not in _bases(state, side, plane):
        return Illegal("13.5f.3", "name one of your air bases: rebuild PLANE HEX")
    return None


def _check_eq(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why a named Eq cannot be spent, or None."""
    named = [state.scenario.index[word] for word in order.words if word in state.scenario.index]
    eq = [c for c in named if state.scenario.eq >> c & 1]
    if any(not usable_eq(state, side) >> c & 1 for c in eq):
        return Illegal("13.5f.2", "the Eq must be in Move Mode near an HQ and out of enemy ZOCs")
    return None


def _spend_eq(state: OcsState, side: int, order: Order) -> None:
    """Spend the Eq that an order names, else the first that can be used."""
    named = [state.scenario.index[word] for word in order.words if word in state.scenario.index]
    usable = usable_eq(state, side)
    remove(state, next((c for c in named if usable >> c & 1), bits(usable)[0]))


def apply_rebuild(state: OcsState, side: int, order: Order) -> list[Event]:
    """Rebuild units, or a step of a plane: from the Dead Pile it returns Active [13.5f.3]."""
    if not are_planes(state, order):
        return replacements.apply_rebuild(state, side, order)
    plane = state.scenario.index[order.units[0]]
    owed, eq = _owed(state, side, plane), 0
    if not owed[side]:
        _spend_eq(state, side, order)
        owed[side] += int(series_tables()["replacements"]["air_steps_per_eq"])
        eq = 1
    owed[side] -= 1
    if state.at[plane] == HOSTED:
        state.lost[plane] -= 1
        base = state.host[plane]
    else:
        base = named_base(state, side, order)
        appear(state, plane, base)
        state.lost[plane] = state.scenario.steps[plane] - 1
    changed(state)
    name, where = state.scenario.sides[side], event_hexes(state, base)
    return [Rebuilt(eq=eq, side=name, units=order.units, hexes=where, rule="13.5f.3", only=(name,))]


def explain_rebuild(state: OcsState, order: Order) -> Explanation:
    """Explain what rebuilding costs."""
    if not are_planes(state, order):
        return replacements.explain_rebuild(state, order)
    plane = state.scenario.index[order.units[0]]
    side = state.scenario.side_of[plane]
    steps = _owed(state, side, plane)[side]
    lines = (Line("air steps left", str(steps), "13.5f.1"),)
    cost = plural(1, "air step") if steps else "1 Eq, for two air steps in this phase"
    return Explanation(f"Rebuild {state.scenario.called[plane]}", lines, cost)


# -- gliders -----------------------------------------------------------------------------------------


def check_gliders(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why gliders cannot be built at a base, or None [14.10e-A.1]."""
    if not state.scenario.side_data[side].gliders:
        return Illegal("14.10e-A.1", "you have no gliders in this game")
    if _glider_base(state, side, order) == NO_COUNTER:
        return Illegal("14.10e-A.1", "name one of your air bases: gliders HEX")
    if not usable_eq(state, side):
        return Illegal("14.10e-A.1", "no Eq in Move Mode is near an HQ and out of enemy ZOCs")
    return _check_eq(state, side, order)


def _glider_base(state: OcsState, side: int, order: Order) -> int:
    if order.target:
        return named_base(state, side, Order(order.verb, path=(order.target,)))
    return named_base(state, side, order)


def glider_orders(state: OcsState, side: int) -> list[Order]:
    """List the bases at which gliders can be built."""
    if not state.scenario.side_data[side].gliders or not usable_eq(state, side):
        return []
    found = [order_at(state, "gliders", (), base) for base in bits(hosts(state, side))]
    return [Order("gliders", order.path[0]) if order.path else order for order in found]


def apply_gliders(state: OcsState, side: int, order: Order) -> list[Event]:
    """Spend an Eq on Glider Points at a base [14.10e-A.1]."""
    base = _glider_base(state, side, order)
    _spend_eq(state, side, order)
    points = int(series_tables()["replacements"]["glider_points_per_eq"])
    state.gliders[base] += points
    changed(state)
    name = state.scenario.sides[side]
    where = event_hexes(state, base)
    return [GlidersBuilt(side=name, hexes=where, points=points, rule="14.10e-A.1", only=(name,))]
