"""Chapters 10 and 13.4: which artillery can barrage which target, who pays, and the results."""

from __future__ import annotations

from functools import partial

from grognard.core.contract.battles import Effect, Odds
from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.dice import Roller, every_roll
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.core.text import Text
from grognard.games.kit.outcomes import outcomes
from grognard.games.ocs.air.losses import check_planes
from grognard.games.ocs.combat import results
from grognard.games.ocs.combat.barrage_table import (
    Shot,
    artillery,
    barrage_points,
    barrage_strength,
    brackets_mean_dg,
    column_heading,
    column_of,
    column_shifts,
    effect_in_words,
    final_column,
    plane_loss_chance,
    roll_barrage,
    roll_facility_barrage,
)
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.combat_events import Barraged, BarrageForce, FacilityBarraged
from grognard.games.ocs.model.options import cheaper_barrages
from grognard.games.ocs.model.scenario import BARRAGE
from grognard.games.ocs.model.state import NO_COUNTER, OcsState, assets_at, units_at
from grognard.games.ocs.supply import fuel, payment
from grognard.games.ocs.supply.payment import FREE, Payment
from grognard.games.ocs.units.modes import disorganize, marked

AIR_BASE = "air-base"
FACILITIES = ("port", AIR_BASE)
"""Words that name a target other than combat units [10.0c, 10.0d]."""
HALF = "half"
"""The word for artillery that fires at half strength: all of it, or one unit as in ``half:g-art1`` [HR-7]."""


# -- artillery and targets -------------------------------------------------------------------------


def able(state: OcsState, side: int) -> CounterSet:
    """Return the artillery that can still fire in this segment [10.0e, 13.4a]."""
    if state.phase not in BARRAGE or state.side != side:
        return 0
    found = state.scenario.guns & state.scenario.of_side[side] & ~(state.reserve | state.strat | state.fired)
    if state.phase != "barrage":  # Reaction and Exploitation [7.0a, 11.0a]
        found &= state.released | state.exploit | reactive(state)
    return mask_of(c for c in bits(found) if state.at[c] >= 0 and barrage_points(state, c))


def reactive(state: OcsState) -> CounterSet:
    """Return the artillery that by option can fire in the Reaction Phase: in Combat or Move Mode [21.9]."""
    if state.phase != "reaction-barrage" or not state.scenario.on("21.9"):
        return 0
    return state.scenario.guns & ~marked(state)


def in_range(state: OcsState, gun: int) -> HexSet:
    """Return the hexes in a unit's range; terrain between does not matter [10.1a]."""
    scenario = state.scenario
    at = state.at[gun]
    return scenario.grid.within(at, scenario.counters[gun].range) & scenario.playable & ~(1 << at)


def facility_at(state: OcsState, hex_: Hex, side: int, kind: str) -> int:
    """Return a side's port or air base in a hex; -1 for none. LST ports are no target [18.4f-A]."""
    scenario = state.scenario
    kinds = scenario.ports & ~scenario.lst_ports if kind == "port" else scenario.bases
    return (assets_at(state, hex_, side) & kinds).bit_length() - 1


# -- orders ----------------------------------------------------------------------------------------


def barrage_orders(state: OcsState, side: int, gun: int) -> list[Order]:
    """List a unit's barrages: alone, and with all artillery in range. Players can name other groups."""
    ready = able(state, side)
    if not ready >> gun & 1:
        return []
    scenario, found = state.scenario, []
    reach = in_range(state, gun) & ~state.barraged
    facilities = 0
    for c in bits((scenario.ports | scenario.bases) & ~scenario.lst_ports & scenario.of_side[1 - side]):
        if state.at[c] >= 0:
            facilities |= 1 << state.at[c]
    for target in bits(reach & (state.held[1 - side] | facilities)):
        joining = mask_of(c for c in bits(ready) if in_range(state, c) >> target & 1)
        kinds: list[tuple[str, ...]] = [()] if state.held[1 - side] >> target & 1 else []
        kinds += [(kind,) for kind in FACILITIES if facility_at(state, target, 1 - side, kind) != NO_COUNTER]
        if cheaper_barrages(scenario) == "half":
            kinds += [(*words, HALF) for words in kinds]
        for words in kinds:
            for group in dict.fromkeys((1 << gun, joining)):
                order = Order("barrage", scenario.label(target), scenario.ids(group), words=words)
                if barrage_payment(state, order) is not None:
                    found.append(order)
    return found


def check_barrage(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why these units cannot barrage that target together, or None if they can."""
    if not order.target or not order.units or order.path:
        return Illegal("notation", "name the hex and the artillery: barrage 14.07 A,B")
    if state.phase not in BARRAGE or state.side != side:
        return Illegal("10.0.2", "only the active player can barrage, and only in a Barrage Segment")
    target = state.scenario.hex(order.target)
    for id_ in order.units:
        refusal = _check_gun(state, side, state.scenario.index[id_], target)
        if refusal:
            return refusal
    if state.barraged >> target & 1:
        return Illegal("10.0e-A.1", "{hex} has already been barraged in this phase", hex=order.target)
    refusal = _check_target(state, side, target, order)
    if refusal:
        return refusal
    guns = bits(_guns(state, order))
    refusal = _check_half(state, order) or payment.check_payers(state, guns, _payers(order))
    if refusal:
        return refusal
    if barrage_payment(state, order) is None:
        reason = "one HQ or one dump must supply {cost}T for all of them, and none can"
        return Illegal("10.1b.2", reason, cost=cost_of(state, order))
    return None


def _check_gun(state: OcsState, side: int, gun: int, target: Hex) -> Illegal | None:
    scenario, bit = state.scenario, 1 << gun
    id_ = scenario.counter_ids[gun]
    if not scenario.of_side[side] & bit or state.at[gun] < 0:
        return Illegal("10.0.1", "{unit} is not one of your units on the map", unit=id_)
    if not scenario.guns & bit:
        return Illegal("10.0.1", "{unit} is not artillery", unit=id_)
    if (state.reserve | state.strat) & bit:
        return Illegal("13.4a", "{unit} cannot fire in Reserve or Strat Mode", unit=id_)
    if state.fired & bit:
        return Illegal("10.0e-B", "{unit} has already fired in this phase", unit=id_)
    if not barrage_points(state, gun):
        return Illegal("10.0.5", "{unit} has no Barrage Points on this side", unit=id_)
    if not able(state, side) & bit:
        return Illegal("7.0a.1", "{unit} cannot fire in this phase: it is not a released Reserve", unit=id_)
    if not in_range(state, gun) >> target & 1:
        far = scenario.counters[gun].range
        return Illegal(
            "10.1a",
            "{hex} is out of range: {unit} fires at 1–{range} hexes",
            hex=scenario.label(target),
            unit=id_,
            range=far,
        )
    return None


def _check_target(state: OcsState, side: int, target: Hex, order: Order) -> Illegal | None:
    """Refuse unless the target is one category: combat units, port or air base [10.0d, R-OCS-79]."""
    kinds = [word for word in order.words if word in FACILITIES]
    if len(kinds) > 1:
        return Illegal("10.0d", "name one target: combat units, port or air-base")
    strange = [word for word in _payers(order) if word not in state.scenario.index]
    if strange:
        return Illegal("notation", "cannot read {word!r}; name port or air-base", word=strange[0])
    if kinds and facility_at(state, target, 1 - side, kinds[0]) == NO_COUNTER:
        facility = kinds[0].replace("-", " ")
        return Illegal("10.0c.1", "no enemy {facility} is in {hex}", facility=facility, hex=order.target)
    if not kinds and not state.held[1 - side] >> target & 1:
        return Illegal("10.0a.1", "no enemy combat units are in {hex}", hex=order.target)
    return None


def facility_named(order: Order) -> str:
    """Return the facility that an order names, or `ship`; empty for combat units."""
    return next((word for word in order.words if word in (*FACILITIES, "ship")), "")


# -- columns and supply ----------------------------------------------------------------------------


def _guns(state: OcsState, order: Order) -> CounterSet:
    return mask_of(state.scenario.index[id_] for id_ in order.units)


def _payers(order: Order) -> list[str]:
    """Return the words of an order that name dumps and HQs to pay from."""
    return [word for word in order.words if word not in FACILITIES and word.partition(":")[0] != HALF]


def firing_half(state: OcsState, order: Order) -> CounterSet:
    """Return the units that fire at half strength [HR-7]."""
    if HALF in order.words:
        return _guns(state, order)
    index = state.scenario.index
    named = (word.partition(":") for word in order.words)
    return mask_of(index[id_] for word, colon, id_ in named if word == HALF and id_ in index)


def _check_half(state: OcsState, order: Order) -> Illegal | None:
    """Refuse half barrages unless they were chosen, and for units that do not fire [HR-7]."""
    named = [word for word in order.words if word.partition(":")[0] == HALF]
    if not named:
        return None
    if cheaper_barrages(state.scenario) != "half":
        return Illegal("HR-7.1", "firing at half strength is an option that was not chosen for this game")
    for word in named:
        _, colon, id_ = word.partition(":")
        if colon and id_ not in order.units:
            return Illegal("HR-7.1", "{word!r} does not fire in this barrage", word=id_)
    return None


def all_fueled(state: OcsState, guns: CounterSet) -> bool:
    """Return whether all artillery is fueled with its formation or by an HQ [HR-7.2, 12.5c]."""
    fueled = state.filled | state.fueled
    for hq in bits(state.fueled & ~state.strat):
        fueled |= fuel.free_around(state, hq) if state.at[hq] >= 0 else 0
    return not guns & ~fueled


def cost_of(state: OcsState, order: Order) -> int:
    """Return the cost of a barrage in tokens, by its column before shifts [10.1b]; less for some [HR-7]."""
    table, guns = "facility" if facility_named(order) else "barrage", _guns(state, order)
    strength = barrage_strength(state, guns, firing_half(state, order))
    cost: int = series_tables()[table]["cost_tokens"][column_of(table, strength)]
    if cheaper_barrages(state.scenario) == "fueled" and all_fueled(state, guns):
        cost -= series_tables()["options"]["fueled_barrage_tokens"]
    return max(cost, 0)


def barrage_payment(state: OcsState, order: Order) -> Payment | None:
    """Return what pays: one HQ or one dump for all, never internal stocks [10.1b-A, 10.1b-C]."""
    prefer = [state.scenario.index[word] for word in _payers(order)]
    cost = cost_of(state, order)
    if not cost:
        return FREE
    return payment.propose_from_one(state, bits(_guns(state, order)), cost, prefer=prefer)


# -- fire ------------------------------------------------------------------------------------------


def apply_barrage(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Pay, shift and roll; then the target's owner chooses his losses [10.0.4]."""
    scenario, guns = state.scenario, _guns(state, order)
    target = scenario.hex(order.target)
    supply = barrage_payment(state, order)
    assert supply is not None, "legal barrages can be paid for"
    events = payment.pay(state, supply, "barrage", "10.1b.1")
    state.fired |= guns
    state.barraged |= 1 << target
    name = scenario.sides[side]
    events.append(BarrageForce(side=name, units=order.units, hexes=(order.target,), rule="10.0.4"))
    fire(
        state,
        side,
        target,
        artillery(state, guns, firing_half(state, order)),
        facility_named(order),
        dice,
        events,
    )
    return events


def fire(
    state: OcsState, side: int, target: Hex, shot: Shot, facility: str, dice: Roller, events: list[Event]
) -> None:
    """Resolve a barrage of any arm on combat units, or on a facility if one is named [10.0a, 10.0c]."""
    if facility:
        events += _hit_facility(state, side, target, facility, shot.points, dice)
        return
    column = final_column(state, side, target, shot)
    moved = tuple((shift.label, shift.columns) for shift in column_shifts(state, side, target, shot))
    soft = brackets_mean_dg(state, side, target, shot)
    result = roll_barrage(column, soft, dice, naval=shot.arm == "naval")
    events.append(  # both players learn all of it [4.9c]
        Barraged(
            side=state.scenario.sides[side],
            hexes=(state.scenario.label(target),),
            dice=result.dice,
            points=shot.points,
            shifts=moved,
            column=column_heading(column),
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


def _hit_facility(
    state: OcsState, side: int, target: Hex, kind: str, total: int, dice: Roller
) -> list[Event]:
    """Barrage a port, up to its maximum hits, or an air base, down to its lowest level [10.0c]."""
    scenario, table = state.scenario, series_tables()["facility"]
    hits, code, die = roll_facility_barrage(column_of("facility", total), dice)
    thing = facility_at(state, target, 1 - side, kind)
    if kind == "port":
        state.level[thing] = min(state.level[thing] + hits, table["port_max_hits"])
    elif state.level[thing] > table["air_base_min_level"]:
        state.level[thing] = max(state.level[thing] - hits, table["air_base_min_level"])
    event = FacilityBarraged(
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
    return [
        event,
        *(check_planes(state, thing, table["codes"][code]["check"], dice) if kind != "port" else []),
    ]


# -- preview ---------------------------------------------------------------------------------------


def plane_loss_line(total: int) -> Line:
    """Return the line of a preview with the chance that each plane at a barraged base loses a step."""
    chance = f"{float(plane_loss_chance(total)):.1%}"
    return Line("step loss of each plane at the base", chance, "10.0c-A.1")


def preview_barrage(state: OcsState, side: int, order: Order) -> Explanation:
    """Explain a barrage: every number with its rule, the cost and the exact probabilities."""
    scenario, guns, half = state.scenario, _guns(state, order), firing_half(state, order)
    target, total = scenario.hex(order.target), barrage_strength(state, guns, half)
    points = {c: barrage_points(state, c, half) for c in bits(guns)}
    lines = [Line(scenario.called[c], f"{float(p):g}", "13.4.1") for c, p in points.items()]
    supply = barrage_payment(state, order)
    assert supply is not None, "legal barrages can be paid for"
    lines.append(Line("combat supply", payment.described(state, supply), "10.1b.1"))
    if facility_named(order) == AIR_BASE:
        lines.append(plane_loss_line(total))
    found: dict[str, float] = {}
    effects: dict[str, tuple[Effect, ...]] = {}
    if facility_named(order):
        column = column_of("facility", total)
        for chance in every_roll(partial(roll_facility_barrage, column)):
            key = plural(chance.result[0], "hit")
            effects[key] = (Effect(kind="damage", count=chance.result[0]),) if chance.result[0] else ()
            found[key] = found.get(key, 0.0) + chance.probability
        title = f"barrage of the {facility_named(order).replace('-', ' ')} in {order.target}"
    else:
        volley = artillery(state, guns, half)
        column = final_column(state, side, target, volley)
        moved = column_shifts(state, side, target, volley)
        lines += [Line(shift.label, f"{shift.columns:+d}", shift.rule) for shift in moved]
        for shot in every_roll(partial(roll_barrage, column, brackets_mean_dg(state, side, target, volley))):
            key = effect_in_words(shot.result.code, shot.result.steps, shot.result.dg)
            effects[key] = _effects(state, target, shot.result.steps, shot.result.dg)
            found[key] = found.get(key, 0.0) + shot.probability
        title = f"barrage of {order.target}"
    table = "facility" if facility_named(order) else "barrage"
    start = column_of(table, total)
    shown = f"{plural(total, 'point')}, column {series_tables()[table]['column_min'][start]} or more"
    return Explanation(
        title,
        tuple(lines),
        shown,
        outcomes(found, lambda key: "", lambda key: effects[key]),
        odds=Odds(ratio=plural(total, "point"), attack=total),
        cost=Text(f"combat supply: {payment.described(state, supply)}").parts,
    )


def _effects(state: OcsState, target: Hex, steps: int, dg: bool) -> tuple[Effect, ...]:
    """Return what a barrage does to the combat units in a hex [10.0a]."""
    units = state.scenario.ids(state.here.get(target, 0) & state.scenario.combat_units)
    lost = (Effect(kind="step-loss", units=units, count=steps),) if steps else ()
    return (*lost, *((Effect(kind="disorganized", units=units),) if dg else ()))
