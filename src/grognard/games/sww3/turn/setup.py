"""Chapter 3: free setup within the areas of the rules.

The turn is 0 and `phase_index` counts the stages: on each map first the Allied side, then the Soviet.
"""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.english import plural
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import HexSet, bits
from grognard.games.kit.events import SetupEnded, TurnBegan
from grognard.games.kit.legality import one_unit
from grognard.games.sww3.events import (
    DivisionsDrawn,
    DivisionSwapped,
    SetupFilled,
    UnitHeldBack,
    UnitsPlaced,
    UnitTakenBack,
)
from grognard.games.sww3.model.blind_draws import draw
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import AIRBORNE, AWAY, BAG, READY, RESERVE, Sww3State, put, units_at
from grognard.games.sww3.movement import theatre_transfers
from grognard.games.sww3.turn.starting_areas import (
    SetupRule,
    first_setup_rule,
    ready_made,
    setup_rule,
    starting_control,
)

DRAW, FILL, END = Order("draw"), Order("fill"), Order("end")


def stage(state: Sww3State) -> tuple[int, int]:
    """Return which map is being set up, and by which side: the Allies first [3.2-3.8, 14.5]."""
    theatre, second = divmod(state.phase_index, 2)
    return theatre, SOVIET if second else ALLIED


def side_setting_up(state: Sww3State) -> int:
    """Return the side that sets up now."""
    return stage(state)[1]


def open_setup(state: Sww3State) -> None:
    """Make all units ready for setup, or put them in their pools [3.2-3.7]."""
    scenario = state.scenario
    bag = "bag" in scenario.file.deployment
    for unit in ready_made(scenario):
        waits = first_setup_rule(scenario, unit).place
        if bag and scenario.soviet_units >> unit & 1 and not scenario.second >> unit & 1:
            put(state, unit, BAG)  # the Soviets draw theirs [Sandown 3.4]
        else:
            put(state, unit, READY if waits is None else waits)


def to_draw(state: Sww3State) -> int:
    """Return how many divisions the Soviets must still draw [Sandown 3.4]."""
    theatre, side = stage(state)
    if side != SOVIET or "bag" not in state.scenario.file.deployment:
        return 0
    limit = state.scenario.theatres[theatre].charts["limits"].get("soviet_divisions", 0)
    drawn = (
        state.scenario.soviet_units & ~state.scenario.second & ~units_at(state, BAG) & ~units_at(state, AWAY)
    )
    return 0 if drawn else min(limit, units_at(state, BAG).bit_count())


def setup_units(state: Sww3State, side: int) -> CounterSet:
    """Return the units that are set up in this stage: ready, in reserve, or placed."""
    theatre, _ = stage(state)
    scenario, at = state.scenario, state.at
    here = scenario.theatres[theatre].hexes
    found = 0
    for unit in bits(scenario.units_of[side]):
        if at[unit] in (READY, RESERVE) or (at[unit] >= 0 and here >> at[unit] & 1):
            place = setup_rule(scenario, unit, theatre)
            if place is not None and place.place is None:
                found |= 1 << unit
    return found


def placeable(state: Sww3State, side: int) -> CounterSet:
    """Return the units with orders in this stage."""
    if to_draw(state):
        return 0
    return setup_units(state, side) | (_swappable(state) if side == SOVIET else 0)


def hexes_for(state: Sww3State, unit: int) -> HexSet:
    """Return the hexes in which a unit can be set up [3.1-stacking, 3.2-3.8]."""
    theatre, side = stage(state)
    place = setup_rule(state.scenario, unit, theatre)
    if place is None or place.place is not None:
        return 0
    free = ~(state.full_hexes[state.steps[unit] - 1] | state.held[1 - side])
    return (place.area | _open_beach(state, place, theatre)) & free


def _open_beach(state: Sww3State, place: SetupRule, theatre: int) -> HexSet:
    """Return the open Black Sea hexes: a few units in one of them [Sandown 3.5, R-SAN-16]."""
    taken = place.beach & state.held[SOVIET]
    if not taken:
        return place.beach & ~state.held[ALLIED]
    most = state.scenario.theatres[theatre].charts["limits"]["black_sea_units"]
    there = state.here[taken.bit_length() - 1]
    return taken if there.bit_count() < most else 0


def place_orders(state: Sww3State, unit: int) -> list[Order]:
    """Return the orders for one unit."""
    scenario = state.scenario
    name = scenario.names[unit]
    theatre, _ = stage(state)
    orders: list[Order] = []
    if state.at[unit] in (READY, RESERVE):
        place = setup_rule(scenario, unit, theatre)
        orders = [
            Order("place", units=name, path=(scenario.grid.label(h),)) for h in bits(hexes_for(state, unit))
        ]
        if state.at[unit] == READY and place is not None and place.may_hold:
            orders.append(Order("hold", units=name))
    if state.at[unit] >= 0 or state.at[unit] == RESERVE:
        orders.append(Order("lift", units=name))
    if _swappable(state) >> unit & 1:
        orders += [Order("swap", units=(*name, *scenario.names[c])) for c in bits(units_at(state, BAG))]
    return orders


def free_orders(state: Sww3State, side: int) -> list[Order]:
    """Return the orders without a unit."""
    return [order for order in (DRAW, FILL, END) if check_setup(state, side, order) is None]


def _swappable(state: Sww3State) -> CounterSet:
    """Return the divisions that may be exchanged for unassigned ones [Sandown 3.4]."""
    theatre, side = stage(state)
    most = state.scenario.theatres[theatre].charts["limits"].get("soviet_swaps", 0)
    if side != SOVIET or state.swaps >= most or not units_at(state, BAG):
        return 0
    off_map = units_at(state, READY) | units_at(state, RESERVE) | units_at(state, AIRBORNE)
    return off_map & state.scenario.soviet_units


def sentence(state: Sww3State) -> str:
    """Return the prompt during setup."""
    if to_draw(state):
        return f"Draw your {to_draw(state)} divisions."
    left = _unplaced(state).bit_count()
    return f"Set up your units: {left} left." if left else "All units are set up. End your setup."


def _unplaced(state: Sww3State) -> CounterSet:
    _, side = stage(state)
    return setup_units(state, side) & units_at(state, READY, side)


# -- orders ----------------------------------------------------------------------------------------


def check_setup(state: Sww3State, side: int, order: Order) -> Illegal | None:
    """Check an order of a free setup."""
    drawing = to_draw(state)
    if order.verb == "draw":
        return None if drawing else Illegal("3.4-draw", "no divisions are left to draw")
    if drawing:
        return Illegal("3.4-draw", "draw your {count} divisions first: draw", count=drawing)
    match order.verb:
        case "fill":
            return None if _to_fill(state) else Illegal("3.1-control", "all units are already set up")
        case "end":
            return _check_end(state)
        case "swap":
            return _check_swap(state, order)
        case "place":
            return _check_place(state, side, order)
        case _:
            return _check_one(state, side, order)


def _check_end(state: Sww3State) -> Illegal | None:
    theatre, side = stage(state)
    left = _unplaced(state)
    if side == SOVIET and theatre_transfers.may_send_on(state, theatre, left):
        return None
    if left:
        first, count = state.scenario.counter_ids[bits(left)[0]], plural(left.bit_count(), "unit")
        return Illegal("3.1-control", "{count} not set up yet, such as {unit}", count=count, unit=first)
    return None


def _check_swap(state: Sww3State, order: Order) -> Illegal | None:
    if len(order.units) != 2 or order != Order("swap", units=order.units):
        return Illegal("notation", "name the division to return and the one to take: swap OUT,IN")
    out, in_ = (state.scenario.index[id_] for id_ in order.units)
    theatre, _ = stage(state)
    most = state.scenario.theatres[theatre].charts["limits"].get("soviet_swaps", 0)
    if state.swaps >= most:
        return Illegal("3.4-swap", "at most {most} divisions can be exchanged", most=most)
    if not _swappable(state) >> out & 1:
        return Illegal("3.4-swap", "{unit} is not a drawn division off the map", unit=order.units[0])
    if state.at[in_] != BAG:
        return Illegal("3.4-swap", "{unit} is not an unassigned division", unit=order.units[1])
    return None


def _check_one(state: Sww3State, side: int, order: Order) -> Illegal | None:
    """Check holding or taking back one unit [3.7]."""
    unit = one_unit(order, state.scenario, f"name one unit: {order.verb} U", words=False)
    if isinstance(unit, Illegal):
        return unit
    id_ = order.units[0]
    theatre, _ = stage(state)
    place = setup_rule(state.scenario, unit, theatre)
    if not setup_units(state, side) >> unit & 1 or place is None:
        return Illegal("3.1-control", "you do not set up {unit} now", unit=id_)
    if order.verb == "hold":
        if not place.may_hold:
            return Illegal(_case(state, "hold"), "{unit} cannot be held in reserve", unit=id_)
        return (
            Illegal(_case(state, "hold"), "{unit} is already in reserve", unit=id_)
            if state.at[unit] == RESERVE
            else None
        )
    return Illegal("3.1-control", "{unit} is not set up yet", unit=id_) if state.at[unit] == READY else None


def _check_place(state: Sww3State, side: int, order: Order) -> Illegal | None:
    scenario = state.scenario
    if not order.units or len(order.path) != 1 or order != Order("place", units=order.units, path=order.path):
        return Illegal("notation", "name the units and one hex: place U HEX")
    theatre, _ = stage(state)
    hex_, label = scenario.grid.hex(order.path[0]), order.path[0]
    steps = 0
    for id_ in order.units:
        unit = scenario.index[id_]
        place = setup_rule(scenario, unit, theatre)
        if scenario.side_of[unit] != side:
            return Illegal("3.1-control", "{unit} is not one of your units", unit=id_)
        if place is None or not setup_units(state, side) >> unit & 1:
            return Illegal(
                place.rule if place else "14.5-onlysu", "{unit} is not set up on this map now", unit=id_
            )
        beach = place.beach >> hex_ & 1
        if not (place.area >> hex_ & 1 or beach):
            return Illegal(place.rule, "{unit} cannot be set up in {hex}", unit=id_, hex=label)
        if beach and (len(order.units) > 1 or not _open_beach(state, place, theatre) >> hex_ & 1):
            return Illegal(
                "3.5-blacksea",
                "{hex}: set up 1 to 3 units in one Black Sea hex, one at a time",
                hex=label,
            )
        if state.at[unit] != hex_:
            steps += state.steps[unit]
    if state.held[1 - side] >> hex_ & 1:
        return Illegal("7.1", "{hex} is enemy-occupied", hex=label)
    if state.load.get(hex_, 0) + steps > scenario.stack_steps:
        return Illegal(
            "3.1-stacking",
            "{hex} would exceed the stacking limit of {limit} steps",
            hex=label,
            limit=scenario.stack_steps,
        )
    return None


def _case(state: Sww3State, name: str) -> str:
    """Return a case that the two rulebooks number differently."""
    theatre, _ = stage(state)
    return str(state.scenario.theatres[theatre].charts["cases"][name])


def apply_setup(state: Sww3State, side: int, order: Order, dice: Roller) -> list[Event]:
    """Carry out an order of a free setup."""
    scenario = state.scenario
    name = scenario.sides[side]
    units = [scenario.index[id_] for id_ in order.units]
    match order.verb:
        case "draw":
            return _draw_divisions(state, dice)
        case "fill":
            return [SetupFilled(side=name, count=_fill(state))]
        case "end":
            return _end_stage(state, name)
        case "swap":
            return _swap(state, *units)
        case "place":
            for unit in units:
                _lift(state, unit)
                put(state, unit, scenario.grid.hex(order.path[0]))
            return [UnitsPlaced(side=name, units=order.units, hexes=order.path)]
        case "hold":
            _lift(state, units[0])
            put(state, units[0], RESERVE)
            return [UnitHeldBack(side=name, units=order.units, rule=_case(state, "hold"))]
        case _:
            _lift(state, units[0])
            return [UnitTakenBack(side=name, units=order.units)]


def _lift(state: Sww3State, unit: int) -> None:
    """Take a unit back; control of its hex reverts."""
    hex_ = state.at[unit]
    put(state, unit, READY)
    if hex_ >= 0 and not state.here.get(hex_):
        state.red = state.red & ~(1 << hex_) | starting_control(state.scenario) & 1 << hex_


def _draw_divisions(state: Sww3State, dice: Roller) -> list[Event]:
    """Draw the Soviet divisions blindly; airborne ones wait off the map [Sandown 3.4, 3.5-airborne]."""
    scenario = state.scenario
    drawn = draw(bits(units_at(state, BAG)), to_draw(state), dice, "Soviet division")
    for unit in drawn:
        put(state, unit, AIRBORNE if scenario.paratroops >> unit & 1 else READY)
    ids = tuple(scenario.counters[unit].id for unit in drawn)
    name = scenario.sides[SOVIET]
    return [DivisionsDrawn(side=name, units=ids, rule="3.4-draw", final=True)]


def _swap(state: Sww3State, out: int, in_: int) -> list[Event]:
    """Exchange a division; each raises the Soviet target by 1 VP [Sandown 3.4-swap, 4.4]."""
    scenario = state.scenario
    theatre, side = stage(state)
    put(state, out, BAG)
    put(state, in_, AIRBORNE if scenario.paratroops >> in_ & 1 else READY)
    state.swaps += 1
    state.target[theatre] += scenario.theatres[theatre].charts["victory"]["per_swapped_division"]
    ids = (scenario.counters[out].id, scenario.counters[in_].id)
    name = scenario.sides[side]
    return [DivisionSwapped(side=name, units=ids, target=state.target[theatre], rule="4.4")]


def _fill(state: Sww3State) -> int:
    """Set up all remaining units as in the ready-made setup, or else in the emptiest hexes."""
    scenario = state.scenario
    plan = ready_made(scenario)
    theatre, side = stage(state)
    usual = {h for unit, h in plan.items() if h >= 0 and scenario.side_of[unit] == side}
    count = 0
    for unit in bits(_to_fill(state)):
        place = setup_rule(scenario, unit, theatre)
        where = plan.get(unit, AWAY)
        if where == RESERVE and place is not None and place.may_hold:
            put(state, unit, RESERVE)
            count += 1
            continue
        open_ = hexes_for(state, unit) & (place.area if place else 0)
        if where < 0 or not open_ >> where & 1:
            if not open_:
                continue
            where = min(bits(open_), key=lambda h: (h not in usual, state.load.get(h, 0), h))
        put(state, unit, where)
        count += 1
    return count


def _to_fill(state: Sww3State) -> CounterSet:
    """Return the units still to set up, except those the ready-made setup has on the other map [14.5]."""
    theatre, _ = stage(state)
    here, plan = state.scenario.theatres[theatre].hexes, ready_made(state.scenario)
    left = bits(_unplaced(state))
    return sum(1 << c for c in left if plan.get(c, AWAY) < 0 or here >> plan[c] & 1)


def _end_stage(state: Sww3State, name: str) -> list[Event]:
    """End a side's setup; after the last stage turn 1 begins."""
    scenario = state.scenario
    events: list[Event] = [SetupEnded(side=name)]
    if state.phase_index + 1 < 2 * len(scenario.theatres):
        state.phase_index += 1
        return events
    state.turn, state.phase_index = scenario.file.first_turn, 0
    changed(state)
    for unit in bits(units_at(state, BAG)):
        put(state, unit, AWAY)
    return [*events, TurnBegan(turn=state.turn, rule="5.1-order")]
