"""Barrages: which artillery may fire at what, who pays, and what comes of it [10, 13.4]."""

from __future__ import annotations

from functools import partial

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line, Outcome
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.dice import Roller, every_roll
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.ocs.combat import results
from grognard.games.ocs.combat.barrage_table import (
    column_of,
    effect_in_words,
    final_column,
    points,
    shell,
    shell_facility,
    shifts,
    shown_column,
    soft_brackets,
    strength,
)
from grognard.games.ocs.model.charts import series
from grognard.games.ocs.model.combat_events import Barraged, BarrageForce, FacilityBarraged
from grognard.games.ocs.model.scenario import BARRAGE
from grognard.games.ocs.model.state import OcsState, things_at, units_at
from grognard.games.ocs.supply import payment
from grognard.games.ocs.supply.payment import Payment
from grognard.games.ocs.units.modes import disorganize

FACILITIES = ("port", "air-base")
"""Words that name another target than combat units [10.0c, 10.0d]."""


# -- who may fire ----------------------------------------------------------------------------------


def able(state: OcsState, side: int) -> CounterSet:
    """Artillery that may still fire in this segment [10.0e, 13.4a]."""
    if state.phase not in BARRAGE or state.side != side:
        return 0
    found = state.scenario.guns & state.scenario.of_side[side] & ~(state.reserve | state.strat | state.fired)
    if state.phase != "barrage":  # Reaction and Exploitation [7.0a, 11.0a]
        found &= state.released | state.exploit
    return mask_of(c for c in bits(found) if state.at[c] >= 0 and points(state, c))


def in_range(state: OcsState, gun: int) -> HexSet:
    """The hexes a unit can fire at: from one hex to its range, whatever lies between [10.1a]."""
    scenario = state.scenario
    at = state.at[gun]
    return scenario.grid.within(at, scenario.counters[gun].range) & scenario.land & ~(1 << at)


def facility_at(state: OcsState, hex_: Hex, side: int, kind: str) -> int:
    """A side's port or air base in a hex; -1 for none."""
    kinds = state.scenario.ports if kind == "port" else state.scenario.bases
    return (things_at(state, hex_, side) & kinds).bit_length() - 1


# -- orders ----------------------------------------------------------------------------------------


def barrage_orders(state: OcsState, side: int, gun: int) -> list[Order]:
    """Barrages of a unit: alone, and with all that reach the target. Others can be named."""
    ready = able(state, side)
    if not ready >> gun & 1:
        return []
    scenario, found = state.scenario, []
    reach = in_range(state, gun) & ~state.barraged
    facilities = 0
    for c in bits((scenario.ports | scenario.bases) & scenario.of_side[1 - side]):
        if state.at[c] >= 0:
            facilities |= 1 << state.at[c]
    for target in bits(reach & (state.held[1 - side] | facilities)):
        joining = mask_of(c for c in bits(ready) if in_range(state, c) >> target & 1)
        kinds: list[tuple[str, ...]] = [()] if state.held[1 - side] >> target & 1 else []
        kinds += [(kind,) for kind in FACILITIES if facility_at(state, target, 1 - side, kind) >= 0]
        for words in kinds:
            for group in dict.fromkeys((1 << gun, joining)):
                order = Order("barrage", scenario.label(target), scenario.ids(group), words=words)
                if barrage_payment(state, order) is not None:
                    found.append(order)
    return found


def check_barrage(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Whether these units may fire at that target together."""
    if not order.target or not order.units or order.path:
        return Illegal("notation", "say the hex and the artillery, as in: barrage 14.07 A,B")
    if state.phase not in BARRAGE or state.side != side:
        return Illegal("10.0.2", "barrages are fired in Barrage Segments, by the side that acts in them")
    target = state.scenario.hex(order.target)
    for id_ in order.units:
        refusal = _check_gun(state, side, state.scenario.index[id_], target)
        if refusal:
            return refusal
    if state.barraged >> target & 1:
        return Illegal("10.0e-A.1", f"{order.target} has been barraged in this phase")
    refusal = _check_aim(state, side, target, order)
    if refusal:
        return refusal
    if barrage_payment(state, order) is None:
        cost = cost_of(state, order)
        return Illegal("10.1b.2", f"{cost}T for all of them must come through one HQ, or from one dump")
    return None


def _check_gun(state: OcsState, side: int, gun: int, target: Hex) -> Illegal | None:
    scenario, bit = state.scenario, 1 << gun
    id_ = scenario.counter_ids[gun]
    if not scenario.of_side[side] & bit or state.at[gun] < 0:
        return Illegal("10.0.1", f"{id_} is not a unit of yours on the map")
    if not scenario.guns & bit:
        return Illegal("10.0.1", f"{id_} is no artillery")
    if (state.reserve | state.strat) & bit:
        return Illegal("13.4a", f"{id_} cannot fire in Reserve or Strat Mode")
    if state.fired & bit:
        return Illegal("10.0e-B", f"{id_} has fired in this phase")
    if not points(state, gun):
        return Illegal("10.0.5", f"{id_} has no Barrage Points on this side")
    if not able(state, side) & bit:
        return Illegal("7.0a.1", f"{id_} is no released Reserve: only these fire in this phase")
    if not in_range(state, gun) >> target & 1:
        far = scenario.counters[gun].range
        return Illegal(
            "10.1a", f"{id_} fires from 1 to {far} hexes; {scenario.label(target)} is not in range"
        )
    return None


def _check_aim(state: OcsState, side: int, target: Hex, order: Order) -> Illegal | None:
    """One target category: combat units, the port or the air base [10.0d, R-OCS-79]."""
    kinds = [word for word in order.words if word in FACILITIES]
    if len(kinds) > 1:
        return Illegal("10.0d", "name one target: combat units, port or air-base")
    strange = [w for w in order.words if w not in FACILITIES and w not in state.scenario.index]
    if strange:
        return Illegal("notation", f"{strange[0]!r} is not understood; a facility is port or air-base")
    if kinds and facility_at(state, target, 1 - side, kinds[0]) < 0:
        return Illegal("10.0c.1", f"there is no enemy {kinds[0].replace('-', ' ')} in {order.target}")
    if not kinds and not state.held[1 - side] >> target & 1:
        return Illegal("10.0a.1", f"there are no enemy combat units in {order.target}")
    return None


def aim(order: Order) -> str:
    """The facility that an order names; empty for combat units."""
    return next((word for word in order.words if word in FACILITIES), "")


# -- columns and supply ----------------------------------------------------------------------------


def _guns(state: OcsState, order: Order) -> CounterSet:
    return mask_of(state.scenario.index[id_] for id_ in order.units)


def cost_of(state: OcsState, order: Order) -> int:
    """What a barrage costs in tokens: by its column before shifts [10.1b]."""
    table = "facility" if aim(order) else "barrage"
    cost: int = series()[table]["cost_tokens"][column_of(table, strength(state, _guns(state, order)))]
    return cost


def barrage_payment(state: OcsState, order: Order) -> Payment | None:
    """Who pays: one HQ or one dump for all; internal stocks never do [10.1b-A, 10.1b-C]."""
    scenario = state.scenario
    prefer = [scenario.index[word] for word in order.words if word not in FACILITIES]
    guns = bits(_guns(state, order))
    return payment.propose_from_one(state, guns, cost_of(state, order), prefer=prefer)


# -- fire ------------------------------------------------------------------------------------------


def apply_barrage(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Pay, shift, roll, and let the target's owner choose his losses [10.0.4]."""
    scenario, guns = state.scenario, _guns(state, order)
    target = scenario.hex(order.target)
    supply = barrage_payment(state, order)
    assert supply is not None, "only barrages that can be paid for are fired"
    events = payment.pay(state, supply, "barrage", "10.1b.1")
    state.fired |= guns
    state.barraged |= 1 << target
    name = scenario.sides[side]
    total = strength(state, guns)
    events.append(
        BarrageForce(side=name, units=order.units, hexes=(order.target,), rule="10.0.4", only=(name,))
    )
    if aim(order):
        return [*events, _hit_facility(state, side, target, aim(order), total, dice)]
    column = final_column(state, side, target, guns)
    moved = tuple((shift.label, shift.columns) for shift in shifts(state, side, target))
    result = shell(column, soft_brackets(state, side, target), dice)
    events.append(  # both players learn all of it [4.9c]
        Barraged(
            side=name,
            hexes=(order.target,),
            dice=result.dice,
            points=total,
            shifts=moved,
            column=shown_column(column),
            result=result.code,
            steps=result.steps,
            disorganized=result.dg,
            rule="10.0a.1",
            final=True,
        )
    )
    if result.dg:
        events += disorganize(state, target, 1 - side)
    if result.steps:
        units = bits(units_at(state, target, 1 - side))
        ask(state, Question("shell", 1 - side, units, target, (result.steps,)))
        results.settle(state, dice, events)
    return events


def _hit_facility(state: OcsState, side: int, target: Hex, kind: str, total: int, dice: Roller) -> Event:
    """Hits on a port, up to its most; levels of an air base, down to its least [10.0c]."""
    scenario, table = state.scenario, series()["facility"]
    hits, code, die = shell_facility(column_of("facility", total), dice)
    thing = facility_at(state, target, 1 - side, kind)
    if kind == "port":
        state.level[thing] = min(state.level[thing] + hits, table["port_max_hits"])
    elif state.level[thing] > table["air_base_min_level"]:
        state.level[thing] = max(state.level[thing] - hits, table["air_base_min_level"])
    return FacilityBarraged(
        side=scenario.sides[side],
        hexes=(scenario.label(target),),
        dice=(die,),
        facility=kind,
        points=total,
        result=code,
        hits=hits,
        rule="10.0c-B.1" if kind == "port" else "10.0c-A.2",
        final=True,
    )


# -- preview ---------------------------------------------------------------------------------------


def preview_barrage(state: OcsState, side: int, order: Order) -> Explanation:
    """Every number of a barrage with its case, what it costs, and the exact chances."""
    scenario, guns = state.scenario, _guns(state, order)
    target, total = scenario.hex(order.target), strength(state, guns)
    lines = [Line(scenario.called[c], f"{float(points(state, c)):g}", "13.4.1") for c in bits(guns)]
    lines.append(Line("supply", payment.amount(cost_of(state, order)), "10.1b.1"))
    found: dict[str, float] = {}
    if aim(order):
        column = column_of("facility", total)
        for chance in every_roll(partial(shell_facility, column)):
            key = f"{chance.result[0]} hits"
            found[key] = found.get(key, 0.0) + chance.probability
        title = f"barrage of the {aim(order).replace('-', ' ')} in {order.target}"
    else:
        column = final_column(state, side, target, guns)
        moved = shifts(state, side, target)
        lines += [Line(shift.label, f"{shift.columns:+d}", shift.rule) for shift in moved]
        for shot in every_roll(partial(shell, column, soft_brackets(state, side, target))):
            key = effect_in_words(shot.result.code, shot.result.steps, shot.result.dg)
            found[key] = found.get(key, 0.0) + shot.probability
        title = f"barrage of {order.target}"
    table = "facility" if aim(order) else "barrage"
    start = column_of(table, total)
    shown = f"{total} points, column {series()[table]['column_min'][start]} and more"
    return Explanation(title, tuple(lines), shown, tuple(Outcome(key, p) for key, p in found.items()))
