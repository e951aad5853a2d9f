"""Construction: who may work where, and hedgehogs built and torn down [13.8d, 16.0a-16.0c, 16.0g]."""

from __future__ import annotations

from functools import lru_cache

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.explanation import Explanation, Line
from grognard.core.contract.orders import Order
from grognard.core.errors import Illegal
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.kit.states import changed
from grognard.games.ocs.model.charts import LEG
from grognard.games.ocs.model.scenario import TOKENS, OcsScenario
from grognard.games.ocs.model.state import AWAY, OcsState, put, remove, spare_counter, units_at
from grognard.games.ocs.supply.payment import Payment, amount, pay, place_of, propose
from grognard.games.ocs.terrain import step_costs
from grognard.games.ocs.terrain.engineers import engineer_capable
from grognard.games.ocs.units.active_stack import has_not_moved, present
from grognard.games.ocs.units.modes import in_combat_mode
from grognard.games.ocs.units.stacking import size_of

# -- who works, and where ------------------------------------------------------------------------------


def idle(state: OcsState, unit: int) -> bool:
    """Whether a unit has neither moved nor worked this turn, nor gone about its mode [13.8d, R-OCS-110]."""
    busy = state.worked | state.switched | state.shipped | state.moving
    return state.at[unit] >= 0 and has_not_moved(state, unit) and not busy >> unit & 1


def builders(state: OcsState, side: int) -> CounterSet:
    """Engineer-Capable units of a side that can still work this turn [13.8d]."""
    return mask_of(unit for unit in bits(engineer_capable(state, side)) if idle(state, unit))


def labourers(state: OcsState, side: int, hex_: Hex) -> CounterSet:
    """Units that can together do the work in their own hex: 1 RE in Combat Mode [16.0b, R-OCS-110].

    The fewest that are enough, the smallest first; none when all of them are too few.
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
    """The hexes within an engineer's reach: two hexes on foot, whatever zones there are [13.8d]."""
    reach = int(state.scenario.tables["construction"]["engineer_hexes"])
    return _around(state.scenario, state.at[unit], reach, state.ground)


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
    """Whether some units can do a construction job in a hex: an engineer, or 1 RE of units there.

    Shared by all kinds of construction [13.8d, 16.0b, 19.0c].
    """
    scenario = state.scenario
    if state.phase != "movement" or state.side != side:
        return Illegal("2.1.13", "things are built and torn down in one's Movement Phase only")
    if not units or units & ~scenario.of_side[side]:
        return Illegal("13.8d.1", "say who does the work")
    for unit in bits(units):
        if not idle(state, unit):
            rule = "13.8d.4" if state.worked >> unit & 1 else "13.8d.3"
            return Illegal(rule, f"{scenario.called[unit]} has moved or worked already")
    where = scenario.place_name(hex_)
    engineer = units & engineer_capable(state, side)
    if units.bit_count() == 1 and engineer:
        if sites(state, units.bit_length() - 1) >> hex_ & 1:
            return None
        return Illegal("13.8d.1", f"{where} is not within two hexes on foot")
    there = units_at(state, hex_, side)
    if units & ~there or not all(in_combat_mode(state, unit) for unit in bits(units)):
        return Illegal("16.0b.1", f"an engineer works there, or units in {where} that are in Combat Mode")
    if size_of(state, units) < state.scenario.tables["construction"]["worker_re"] * 4:
        return Illegal("16.0b.1", "that takes 1 RE of units in Combat Mode")
    return None


def occupy(state: OcsState, units: CounterSet) -> None:
    """Units have worked: they do not move this phase and do nothing else this turn [13.8d]."""
    state.worked |= units
    state.finished |= units
    changed(state)


# -- hedgehogs -----------------------------------------------------------------------------------------


def hedgehog_at(state: OcsState, hex_: Hex) -> int:
    """The hedgehog in a hex, whoever owns it; -1 when there is none [16.0g]."""
    return (state.here.get(hex_, 0) & state.scenario.hedgehogs).bit_length() - 1


def _price(scenario: OcsScenario) -> int:
    return int(scenario.tables["other_costs"]["hedgehog_level_sp"]) * TOKENS


def _highest(scenario: OcsScenario) -> int:
    return int(scenario.tables["other_costs"]["hedgehog_max_level"])


def _payment(state: OcsState, units: CounterSet, words: tuple[str, ...] = ()) -> Payment | None:
    """What a level is paid with: from the dumps that an order names, or the cheapest way."""
    prefer = [state.scenario.index[word] for word in words]
    return propose(state, bits(units), _price(state.scenario), prefer=prefer)


def _foreign(state: OcsState, side: int, hex_: Hex) -> bool:
    """Whether the enemy has anything in a hex."""
    return bool(state.here.get(hex_, 0) & state.scenario.of_side[1 - side])


def check_dig(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Why a hedgehog cannot be built or improved [16.0a, 16.0b]."""
    hex_, units, refusal = _read(state, side, order)
    for word in order.words:
        if word not in state.scenario.index:
            return Illegal("notation", f"there is no dump {word}")
    return refusal or _check_dig_at(state, side, hex_) or _check_paid(state, units)


def _check_dig_at(state: OcsState, side: int, hex_: Hex) -> Illegal | None:
    scenario = state.scenario
    where = scenario.place_name(hex_)
    if _foreign(state, side, hex_):
        return Illegal("16.0b.1", f"{where} is not yours to fortify")
    if state.dug >> hex_ & 1:
        return Illegal("16.0b.3", f"the hedgehog in {where} has been changed this turn")
    hog = hedgehog_at(state, hex_)
    if hog >= 0 and state.level[hog] >= _highest(scenario):
        return Illegal("16.0a", f"the hedgehog in {where} has the highest level")
    if hog < 0 and spare_counter(state, scenario.hedgehogs & scenario.of_side[side]) < 0:
        return Illegal("16.0b.1", "no hedgehog counter is left")
    return None


def _check_paid(state: OcsState, units: CounterSet) -> Illegal | None:
    if _payment(state, units) is None:
        cost = amount(_price(state.scenario))
        return Illegal("16.0b.2", f"a level costs {cost}, and there is not so much within reach")
    return None


def check_raze(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Why a hedgehog cannot be lowered [16.0c]."""
    hex_, _, refusal = _read(state, side, order)
    return refusal or _check_raze_at(state, side, hex_)


def _check_raze_at(state: OcsState, side: int, hex_: Hex) -> Illegal | None:
    where = state.scenario.place_name(hex_)
    if hedgehog_at(state, hex_) < 0 or _foreign(state, side, hex_):
        return Illegal("16.0c.1", f"there is no hedgehog of yours in {where}")
    if state.dug >> hex_ & 1:
        return Illegal("16.0c.1", f"the hedgehog in {where} has been changed this turn")
    return None


def _read(state: OcsState, side: int, order: Order) -> tuple[Hex, CounterSet, Illegal | None]:
    scenario = state.scenario
    if not order.target:
        return -1, 0, Illegal("13.8d.1", f"say where and who: {order.verb} HEX UNIT")
    hex_ = scenario.grid.hex(order.target)
    units = mask_of(scenario.index[id_] for id_ in order.units)
    return hex_, units, check_crew(state, side, hex_, units)


def workers(state: OcsState, side: int) -> CounterSet:
    """Units that may have construction to do, at a glance [13.8d, 16.0b]."""
    if state.phase != "movement" or state.side != side:
        return 0
    scenario = state.scenario
    busy = state.worked | state.switched | state.shipped | state.moving | state.reserve | state.strat
    return present(state) & scenario.combat_units & scenario.of_side[side] & ~(busy | state.turned)


def crews(state: OcsState, side: int, unit: int) -> list[tuple[Hex, CounterSet]]:
    """Where a unit can work, and with whom: the same everywhere. A crew is named by its first unit."""
    if builders(state, side) >> unit & 1:
        return [(hex_, 1 << unit) for hex_ in bits(sites(state, unit))]
    crew = labourers(state, side, state.at[unit])
    return [(state.at[unit], crew)] if crew and bits(crew)[0] == unit else []


def dig_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """Where a unit can build or improve a hedgehog, if there is supply for it."""
    label, jobs = state.scenario.label, crews(state, side, unit)
    if not jobs or _payment(state, jobs[0][1]) is None:
        return []
    return [
        Order("dig", target=label(hex_), units=state.scenario.ids(crew))
        for hex_, crew in jobs
        if not _check_dig_at(state, side, hex_)
    ]


def raze_orders(state: OcsState, side: int, unit: int) -> list[Order]:
    """Where a unit can lower a hedgehog."""
    return [
        Order("raze", target=state.scenario.label(hex_), units=state.scenario.ids(crew))
        for hex_, crew in crews(state, side, unit)
        if not _check_raze_at(state, side, hex_)
    ]


def apply_dig(state: OcsState, side: int, order: Order) -> list[Event]:
    """A level is built at once and can be used in the same phase [13.8d, 16.0b]."""
    scenario = state.scenario
    hex_, units, _ = _read(state, side, order)
    payment = _payment(state, units, order.words)
    assert payment is not None
    events = pay(state, payment, "hedgehog", "16.0b.2")
    hog = hedgehog_at(state, hex_)
    if hog < 0:
        hog = spare_counter(state, scenario.hedgehogs & scenario.of_side[side])
        state.level[hog] = 0
        put(state, hog, hex_)
    state.level[hog] += 1
    return [*events, _worked(state, side, hex_, units, f"a hedgehog of level {state.level[hog]}")]


def explain_dig(state: OcsState, order: Order) -> Explanation:
    """What a level costs, and which dump pays it."""
    scenario = state.scenario
    units = mask_of(scenario.index[id_] for id_ in order.units)
    payment = _payment(state, units, order.words)
    lines = [
        Line(f"from {place_of(state, draw)}", amount(draw.tokens), "12.3.1")
        for draw in (payment.draws if payment else ())
    ]
    title = f"A level of hedgehog in {scenario.place_name(scenario.hex(order.target))}"
    return Explanation(title, tuple(lines), amount(_price(scenario)))


def apply_raze(state: OcsState, side: int, order: Order) -> list[Event]:
    """A level is torn down; below the first there is no hedgehog any more [16.0c]."""
    hex_, units, _ = _read(state, side, order)
    hog = hedgehog_at(state, hex_)
    state.level[hog] -= 1
    if not state.level[hog]:
        remove(state, hog, AWAY)
        return [_worked(state, side, hex_, units, "no hedgehog any more")]
    return [_worked(state, side, hex_, units, f"a hedgehog of level {state.level[hog]}")]


def _worked(state: OcsState, side: int, hex_: Hex, units: CounterSet, result: str) -> Event:
    """The job is done; hedgehogs are for everybody to see [4.9a]."""
    scenario = state.scenario
    occupy(state, units)
    state.dug |= 1 << hex_
    name, where = scenario.sides[side], (scenario.place_name(hex_),)
    return Event("works", "in {hex} there is now {note}", side=name, hexes=where, note=result, rule="13.8d.6")
