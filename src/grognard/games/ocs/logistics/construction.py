"""Cases 13.8d, 16.0a–16.0c and 16.0g: construction by engineers and other units; hedgehogs."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.ocs.model.charts import LEG
from grognard.games.ocs.model.scenario import TOKENS, OcsScenario
from grognard.games.ocs.model.state import NO_COUNTER, OcsState, put, remove, spare_counter, units_at
from grognard.games.ocs.model.supply_events import HedgehogChanged
from grognard.games.ocs.supply.payment import Payment, amount, available, check_payers, pay, place_of, propose
from grognard.games.ocs.terrain import step_costs
from grognard.games.ocs.terrain.engineers import engineer_capable
from grognard.games.ocs.terrain.weather import ground_of
from grognard.games.ocs.units.active_stack import unmoved
from grognard.games.ocs.units.modes import in_combat_mode
from grognard.games.ocs.units.stacking import size_of

# -- construction crews --------------------------------------------------------------------------------


def idle(state: OcsState, unit: int) -> bool:
    """Whether a unit has neither moved, worked nor changed mode this turn [13.8d, R-OCS-110]."""
    return bool(_idle(state, 1 << unit))


def _idle(state: OcsState, units: CounterSet) -> CounterSet:
    """Return those of some units that are on the map and have neither moved, worked nor changed mode."""
    busy = state.worked | state.switched | state.shipped | state.moving
    return unmoved(state, units & state.present & ~busy)


def builders(state: OcsState, side: int) -> CounterSet:
    """Return a side's Engineer-Capable units that can still work this turn [13.8d]."""
    return _idle(state, engineer_capable(state, side))


def labourers(state: OcsState, side: int, hex_: Hex) -> CounterSet:
    """Return units that can together do construction in their hex: 1 RE in Combat Mode [16.0b, R-OCS-110].

    As few and as small units as possible; none if all of them are too few.
    """
    needed = int(state.scenario.tables["construction"]["worker_re"] * 4)
    some = [u for u in bits(units_at(state, hex_, side)) if in_combat_mode(state, u) and idle(state, u)]
    single = [u for u in some if size_of(state, 1 << u) >= needed]
    if single:
        return 1 << min(single, key=lambda u: (size_of(state, 1 << u), u))
    crew = 0
    for unit in sorted(some, key=lambda u: (-size_of(state, 1 << u), u)):
        crew |= 1 << unit
        if size_of(state, crew) >= needed:
            return crew
    return 0


def sites(state: OcsState, unit: int) -> HexSet:
    """Return the hexes in which an engineer can work: within 2 by leg mobility, ignoring ZOCs [13.8d]."""
    reach = int(state.scenario.tables["construction"]["engineer_hexes"])
    return _around(state.scenario, state.at[unit], reach, ground_of(state, state.scenario.side_of[unit]))


@lru_cache(maxsize=4096)
def _around(scenario: OcsScenario, hex_: Hex, reach: int, ground: int) -> HexSet:
    steps = step_costs.enterable_steps(scenario, LEG, ground)
    found = edge = 1 << hex_
    for _ in range(reach):
        edge = mask_of(
            other
            for here in bits(edge)
            for way, other in enumerate(scenario.grid.neighbours[here])
            if other >= 0 and steps[way] >> other & 1 and not found >> other & 1
        )
        found |= edge
    return found


def check_crew(state: OcsState, side: int, hex_: Hex, units: CounterSet) -> Illegal | None:
    """Return why units cannot do construction in a hex, or None: an engineer, or 1 RE of units there.

    Shared by all kinds of construction [13.8d, 16.0b, 19.0c].
    """
    scenario = state.scenario
    if state.phase != "movement" or state.side != side:
        return Illegal("2.1.13", "you can do construction only in your Movement Phase")
    if not units or units & ~scenario.of_side[side]:
        return Illegal("13.8d.1", "name your units that do the work")
    for unit in bits(units):
        if not idle(state, unit):
            rule = "13.8d.4" if state.worked >> unit & 1 else "13.8d.3"
            return Illegal(rule, "{unit} has already moved or worked", unit=scenario.counter_ids[unit])
    where = scenario.label(hex_)
    engineer = units & engineer_capable(state, side)
    if units.bit_count() == 1 and engineer:
        if sites(state, units.bit_length() - 1) >> hex_ & 1:
            return None
        return Illegal("13.8d.1", "{hex} is not within 2 hexes by leg mobility", hex=where)
    there = units_at(state, hex_, side)
    if units & ~there or not all(in_combat_mode(state, unit) for unit in bits(units)):
        return Illegal("16.0b.1", "the work takes an engineer, or units in {hex} in Combat Mode", hex=where)
    if size_of(state, units) < state.scenario.tables["construction"]["worker_re"] * 4:
        return Illegal("16.0b.1", "the work takes 1 RE of units in Combat Mode")
    return None


def mark_worked(state: OcsState, units: CounterSet) -> None:
    """Mark units that have worked: they cannot move this phase or do anything else this turn [13.8d]."""
    state.worked |= units
    state.finished |= units
    changed(state)


# -- hedgehogs -----------------------------------------------------------------------------------------


def hedgehog_at(state: OcsState, hex_: Hex) -> int:
    """Return the hedgehog in a hex, of either side, or -1 [16.0g]."""
    return (state.here.get(hex_, 0) & state.scenario.hedgehogs).bit_length() - 1


def _price(state: OcsState, hex_: Hex) -> int:
    """Return the tokens that the next level in a hex costs, by option more for high ones [16.0b, 21.11a]."""
    scenario, hog = state.scenario, hedgehog_at(state, hex_)
    points = int(scenario.tables["other_costs"]["hedgehog_level_sp"])
    if hog != NO_COUNTER and scenario.on("21.11a"):
        points = state.level[hog] + 1 + int(scenario.tables["options"]["big_hog_sp_above_level"])
    return points * TOKENS


def _highest(scenario: OcsScenario) -> int:
    return int(scenario.tables["other_costs"]["hedgehog_max_level"])


def _payment(state: OcsState, hex_: Hex, units: CounterSet, words: tuple[str, ...] = ()) -> Payment | None:
    """Return the payment for a level, preferring the dumps that an order names."""
    prefer = [state.scenario.index[word] for word in words]
    return propose(state, bits(units), _price(state, hex_), prefer=prefer)


def _has_enemy(state: OcsState, side: int, hex_: Hex) -> bool:
    """Whether the enemy has any counter in a hex."""
    return bool(state.here.get(hex_, 0) & state.scenario.of_side[1 - side])


def check_dig(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why a hedgehog cannot be built or improved, or None [16.0a, 16.0b]."""
    hex_, units, refusal = _read(state, side, order)
    refusal = refusal or _check_dig_at(state, side, hex_) or _check_big_hog(state, side, hex_, units)
    return refusal or check_payers(state, bits(units), order.words) or _check_paid(state, hex_, units)


def _check_dig_at(state: OcsState, side: int, hex_: Hex) -> Illegal | None:
    scenario = state.scenario
    where = scenario.label(hex_)
    if _has_enemy(state, side, hex_):
        return Illegal("16.0b.1", "{hex} contains enemy counters", hex=where)
    if state.dug >> hex_ & 1:
        return Illegal("16.0b.3", "the hedgehog in {hex} was already changed this turn", hex=where)
    hog = hedgehog_at(state, hex_)
    if hog != NO_COUNTER and state.level[hog] >= _highest(scenario):
        return Illegal("16.0a", "the hedgehog in {hex} already has the highest level", hex=where)
    if hog == NO_COUNTER and spare_counter(state, scenario.hedgehogs & scenario.of_side[side]) == NO_COUNTER:
        return Illegal("16.0b.1", "no hedgehog counter is left")
    return None


def _check_big_hog(state: OcsState, side: int, hex_: Hex, units: CounterSet) -> Illegal | None:
    """Refuse by option other units than engineers to improve a hedgehog [21.11a]."""
    engineer = units.bit_count() == 1 and units & engineer_capable(state, side)
    if engineer or hedgehog_at(state, hex_) == NO_COUNTER or not state.scenario.on("21.11a"):
        return None
    return Illegal("21.11a.1", "improving a hedgehog takes one Engineer-Capable unit")


def _check_paid(state: OcsState, hex_: Hex, units: CounterSet) -> Illegal | None:
    if _payment(state, hex_, units) is None:
        cost = amount(_price(state, hex_))
        return Illegal("16.0b.2", "a level costs {cost}, which is not in reach", cost=cost)
    return None


def check_raze(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why a hedgehog cannot be lowered, or None [16.0c]."""
    hex_, _, refusal = _read(state, side, order)
    return refusal or _check_raze_at(state, side, hex_)


def _check_raze_at(state: OcsState, side: int, hex_: Hex) -> Illegal | None:
    where = state.scenario.label(hex_)
    if hedgehog_at(state, hex_) == NO_COUNTER or _has_enemy(state, side, hex_):
        return Illegal("16.0c.1", "you have no hedgehog in {hex}", hex=where)
    if state.dug >> hex_ & 1:
        return Illegal("16.0c.1", "the hedgehog in {hex} was already changed this turn", hex=where)
    return None


def _read(state: OcsState, side: int, order: Order) -> tuple[Hex, CounterSet, Illegal | None]:
    scenario = state.scenario
    if not order.target:
        return -1, 0, Illegal("13.8d.1", "name the hex and the units: {verb} HEX UNIT", verb=order.verb)
    hex_ = scenario.grid.hex(order.target)
    units = mask_of(scenario.index[id_] for id_ in order.units)
    return hex_, units, check_crew(state, side, hex_, units)


def workers(state: OcsState, side: int) -> CounterSet:
    """Return units that might do construction: a quick upper bound [13.8d, 16.0b]."""
    if state.phase != "movement" or state.side != side:
        return 0
    key = ("workers", side)
    found: CounterSet | None = state.cache.get(key)
    if found is None:
        scenario = state.scenario
        own = scenario.combat_units & scenario.of_side[side]
        found = state.cache[key] = _idle(state, own & ~(state.turned | state.reserve | state.strat))
    return found


def crews(state: OcsState, side: int, unit: int) -> list[tuple[Hex, CounterSet]]:
    """List the hexes in which a unit can work, each with its crew, under the first unit of a crew."""
    if builders(state, side) >> unit & 1:
        return [(hex_, 1 << unit) for hex_ in bits(sites(state, unit))]
    crew = labourers(state, side, state.at[unit])
    return [(state.at[unit], crew)] if crew and bits(crew)[0] == unit else []


def dig_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the hexes in which a unit can build or improve a hedgehog, if supply is in reach."""
    label, jobs = state.scenario.label, crews(state, side, unit)
    if not jobs or not _within_means(state, jobs):
        return []
    return [
        Order("dig", target=label(hex_), units=state.scenario.ids(crew))
        for hex_, crew in jobs
        if not _check_dig_at(state, side, hex_)
        and not _check_big_hog(state, side, hex_, crew)
        and (not state.scenario.on("21.11a") or not _check_paid(state, hex_, crew))
    ]


def _within_means(state: OcsState, jobs: list[tuple[Hex, CounterSet]]) -> bool:
    """Whether a crew can pay for a level; all cost the same, except by option [16.0b, 21.11a]."""
    hex_, crew = jobs[0]
    return state.scenario.on("21.11a") or available(state, bits(crew)) >= _price(state, hex_)


def raze_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """List the hexes in which a unit can lower a hedgehog."""
    if not state.present & state.scenario.hedgehogs:
        return []
    return [
        Order("raze", target=state.scenario.label(hex_), units=state.scenario.ids(crew))
        for hex_, crew in crews(state, side, unit)
        if not _check_raze_at(state, side, hex_)
    ]


def apply_dig(state: OcsState, side: int, order: Order) -> list[Event]:
    """Build a level, which is usable in the same phase [13.8d, 16.0b]."""
    scenario = state.scenario
    hex_, units, _ = _read(state, side, order)
    payment = _payment(state, hex_, units, order.words)
    assert payment is not None
    events = pay(state, payment, "hedgehog", "16.0b.2")
    hog = hedgehog_at(state, hex_)
    if hog == NO_COUNTER:
        hog = spare_counter(state, scenario.hedgehogs & scenario.of_side[side])
        state.level[hog] = 0
        put(state, hog, hex_)
    state.level[hog] += 1
    return [*events, _changed_to(state, side, hex_, units, state.level[hog], "16.0b.1")]


def explain_dig(state: OcsState, order: Order) -> Explanation:
    """Explain what a level costs and which dump pays."""
    scenario = state.scenario
    units = mask_of(scenario.index[id_] for id_ in order.units)
    hex_ = scenario.hex(order.target)
    payment = _payment(state, hex_, units, order.words)
    lines = [
        Line(f"from {place_of(state, draw)}", amount(draw.tokens), "12.3.1")
        for draw in (payment.draws if payment else ())
    ]
    title = f"Hedgehog level in {scenario.place_name(hex_)}"
    return Explanation(title, tuple(lines), amount(_price(state, hex_)))


def apply_raze(state: OcsState, side: int, order: Order) -> list[Event]:
    """Lower a hedgehog by a level; below level 1 it is removed [16.0c]."""
    hex_, units, _ = _read(state, side, order)
    hog = hedgehog_at(state, hex_)
    state.level[hog] -= 1
    if not state.level[hog]:
        remove(state, hog)
        return [_changed_to(state, side, hex_, units, 0, "16.0c.1")]
    return [_changed_to(state, side, hex_, units, state.level[hog], "16.0c.1")]


def _changed_to(state: OcsState, side: int, hex_: Hex, units: CounterSet, level: int, rule: str) -> Event:
    """Finish the work; both sides see hedgehogs [4.9a]."""
    scenario = state.scenario
    mark_worked(state, units)
    state.dug |= 1 << hex_
    name, where = scenario.sides[side], (scenario.label(hex_),)
    return HedgehogChanged(level=level, side=name, hexes=where, rule=rule)
