"""Chapters 10.4–10.8 and 14.6: Allied reinforcements: rolls and draws, placement, returns."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.files.toml_shape import Chart
from grognard.core.hexes.grid import HexSet, bits, mask_of
from grognard.games.kit.legality import one_unit
from grognard.games.sww3.arrivals.second_formation import second_hexes
from grognard.games.sww3.events import (
    FleetRolled,
    ReinforcementPlaced,
    ReinforcementsDrawn,
    ReinforcementsReturned,
    UnitDiverted,
)
from grognard.games.sww3.model.blind_draws import draw
from grognard.games.sww3.model.scenario import ALLIED, SOVIET
from grognard.games.sww3.model.state import (
    ARRIVING,
    AWAY,
    DIVERTED,
    MOBILIZATION,
    OVERSEAS,
    WAITING,
    Sww3State,
    cities,
    controlled,
    put,
    units_at,
)
from grognard.games.sww3.movement import theatre_transfers
from grognard.games.sww3.support import supply

END = Order("end")

# -- dice and draws --------------------------------------------------------------------------------


def arrive(state: Sww3State, dice: Roller, events: list[Event]) -> bool:
    """Roll for and draw this phase's reinforcements; return whether there are any to place."""
    if state.phase == "mobilization":
        for nation in _chart(state)["mobilization"]:
            _mobilize(state, nation, dice, events)
    else:
        _roll_for_turkish(state, dice, events)
        _roll_for_overseas(state, dice, events)
        _roll_for_fleet(state, dice, events)
    return bool(units_at(state, ARRIVING, ALLIED))


def _chart(state: Sww3State) -> Chart:
    chart: Chart = state.scenario.theatres[state.now.theatre].charts["arrivals"]
    return chart


def _mobilize(state: Sww3State, nation: str, dice: Roller, events: list[Event]) -> None:
    """Draw as many groupements of a nation as half a die, rounded down [Pincher 10.4]."""
    cup = [c for c in bits(units_at(state, MOBILIZATION)) if state.scenario.nation[c] == nation]
    die = dice.roll(f"{nation} mobilization")
    looks = state.scenario.nations.get(nation)
    _draw_reinforcements(
        state,
        cup,
        (die,),
        die // _chart(state)["mobilization_divisor"],
        dice,
        events,
        f"{looks.title if looks else nation} groupements",
        "10.4-roll",
    )


def _roll_for_turkish(state: Sww3State, dice: Roller, events: list[Event]) -> None:
    """Draw Turkish units from their pool [Sandown 10.4]."""
    chart = _chart(state)
    if not chart.get("reserve_dice"):
        return
    rolls = tuple(dice.roll("Turkish arrivals") for _ in range(chart["reserve_dice"]))
    count = sum(rolls) // chart["reserve_divisor"]
    _draw_reinforcements(
        state, bits(_pool(state, MOBILIZATION)), rolls, count, dice, events, "Turkish units", "10.4-roll"
    )


def _roll_for_overseas(state: Sww3State, dice: Roller, events: list[Event]) -> None:
    """Draw units from overseas [Pincher 10.5; Sandown 10.5] and bring on diverted ones [14.6]."""
    for unit in bits(units_at(state, DIVERTED)):
        put(state, unit, ARRIVING)
    roll = theatre_transfers.overseas_roll(state.scenario, state.now.theatre)
    if not roll.dice:
        return
    rolls = tuple(dice.roll("overseas arrivals") for _ in range(roll.dice))
    count = max(0, sum(rolls) + roll.modifier) // roll.divisor
    _draw_reinforcements(
        state, bits(_pool(state, OVERSEAS)), rolls, count, dice, events, "units from overseas", "10.5-roll"
    )


def _pool(state: Sww3State, place: int) -> CounterSet:
    """Return the units in a pool that may serve on the current map."""
    theatre = state.now.theatre
    return sum(
        1 << c for c in bits(units_at(state, place)) if theatre_transfers.serves(state.scenario, c, theatre)
    )


def _draw_reinforcements(
    state: Sww3State,
    cup: Sequence[int],
    rolls: tuple[int, ...],
    count: int,
    dice: Roller,
    events: list[Event],
    what: str,
    rule: str,
) -> None:
    drawn = draw(cup, count, dice, what)
    for unit in drawn:
        put(state, unit, ARRIVING)
    scenario = state.scenario
    ids = tuple(scenario.counters[unit].id for unit in drawn)
    name = scenario.sides[ALLIED]
    events.append(ReinforcementsDrawn(side=name, pool=what, units=ids, dice=rolls, rule=rule, final=True))


def _roll_for_fleet(state: Sww3State, dice: Roller, events: list[Event]) -> None:
    """Roll for marines and naval airpower from turn 2, each likelier after the other [Sandown 10.7]."""
    scenario = state.scenario
    chart = _chart(state)
    if state.turn < chart.get("fleet_from_turn", scenario.turns + 1):
        return
    name = scenario.sides[ALLIED]
    marines = bits(units_at(state, WAITING, ALLIED))
    for unit in marines:
        die = dice.roll("marines")
        if die <= (chart["fleet_on_second"] if state.naval else chart["fleet_on"]):
            put(state, unit, ARRIVING)
        events.append(
            FleetRolled(
                side=name,
                units=scenario.names[unit],
                dice=(die,),
                arrived=state.at[unit] == ARRIVING,
                rule="10.7-one",
                final=True,
            )
        )
    if not state.naval:
        die = dice.roll("naval airpower")
        state.naval = die <= (chart["fleet_on_second"] if _marines_have_come(state) else chart["fleet_on"])
        events.append(FleetRolled(side=name, dice=(die,), arrived=state.naval, rule="10.7-one", final=True))


def _marines_have_come(state: Sww3State) -> bool:
    """Return whether the marine division has arrived; it has not in a scenario without it [10.7-two]."""
    counters = state.scenario.counters[: state.scenario.unit_count]
    marines = (c for c, counter in enumerate(counters) if counter.kind == "marine")
    return any(state.at[c] not in (WAITING, AWAY) for c in marines)


def return_unplaced(state: Sww3State, events: list[Event]) -> None:
    """Return reinforcements that were not placed to their pools [10.8-return, R-PIN-18]."""
    scenario = state.scenario
    left = units_at(state, ARRIVING, ALLIED)
    for unit in bits(left):
        put(state, unit, _origin(state, unit))
    if left:
        events.append(ReinforcementsReturned(units=scenario.ids(left), rule="10.8-return"))


def _origin(state: Sww3State, unit: int) -> int:
    """Return the pool an arriving unit came from."""
    counter = state.scenario.counters[unit]
    if counter.kind == "marine":
        return WAITING
    return OVERSEAS if "overseas" in counter.tags else MOBILIZATION


# -- placing ---------------------------------------------------------------------------------------


def landing_hexes(state: Sww3State, unit: int) -> HexSet:
    """Return the hexes for an arriving unit [Pincher 10.4, 10.5; Sandown 10.4, 10.5, 10.7, 10.9]."""
    scenario = state.scenario
    theatre, counter = state.now.theatre, scenario.counters[unit]
    if scenario.second >> unit & 1:
        found = second_hexes(state, theatre)
    elif counter.kind == "marine":
        found = supply.supply_sources(scenario, theatre).allied_coast & ~state.held[SOVIET]  # [R-SAN-09]
    elif "overseas" in counter.tags:
        found = supply.sources(state, ALLIED, theatre)
    else:
        found = _home_arrival_hexes(state, unit) & ~state.landed
    return found & ~state.full_hexes[state.steps[unit] - 1]


def _home_arrival_hexes(state: Sww3State, unit: int) -> HexSet:
    """Return the friendly un-nuked cities of a unit's country, and its entry edge [10.4-place]."""
    map_ = state.scenario.theatres[state.now.theatre]
    edge = map_.region(map_.charts["arrivals"].get("reserve_edge", ""))
    home = map_.regions(map_.charts["home"][state.scenario.nation[unit]])
    return (map_.cities & cities(state) & home | edge) & state.scenario.land & controlled(state, ALLIED)


def land_orders(state: Sww3State, unit: int) -> list[Order]:
    """Return an order for each hex where an arriving unit can be placed."""
    if state.at[unit] != ARRIVING:
        return []
    label, name = state.scenario.grid.label, state.scenario.names[unit]
    return [Order("land", units=name, path=(label(h),)) for h in bits(landing_hexes(state, unit))]


def able_to_land(state: Sww3State, side: int) -> CounterSet:
    """Return the arriving units that can be placed."""
    return mask_of(c for c in bits(units_at(state, ARRIVING, side)) if landing_hexes(state, c))


def check_land(state: Sww3State, side: int, order: Order) -> Illegal | None:
    """Check the placement of an arriving unit."""
    scenario = state.scenario
    if len(order.units) != 1 or len(order.path) != 1 or order.target or order.words:
        return Illegal("notation", "name one unit and one hex: land U HEX")
    unit, id_, label = scenario.index[order.units[0]], order.units[0], order.path[0]
    if state.at[unit] != ARRIVING or scenario.side_of[unit] != side:
        return Illegal("10.1", "{unit} is not an arriving reinforcement", unit=id_)
    hex_ = scenario.grid.hex(label)
    if landing_hexes(state, unit) >> hex_ & 1:
        return None
    if state.full_hexes[state.steps[unit] - 1] >> hex_ & 1:
        return Illegal("7.3", "{unit} would exceed the stacking limit in {hex}", unit=id_, hex=label)
    rule = _landing_rule(state, unit)
    if rule == "10.4-place" and state.landed >> hex_ & 1:
        return Illegal(rule, "a unit has already arrived in {hex} in this phase", hex=label)
    return Illegal(rule, "{unit} cannot arrive in {hex}", unit=id_, hex=label)


def _landing_rule(state: Sww3State, unit: int) -> str:
    counter = state.scenario.counters[unit]
    if state.scenario.second >> unit & 1:
        return "10.9-place"
    if counter.kind == "marine":
        return "10.7-marine"
    return "10.5-place" if "overseas" in counter.tags else "10.4-place"


def apply_land(state: Sww3State, order: Order) -> list[Event]:
    """Place an arriving unit; it costs no movement [10.5-place]."""
    scenario = state.scenario
    unit, hex_ = scenario.index[order.units[0]], scenario.grid.hex(order.path[0])
    rule = _landing_rule(state, unit)
    put(state, unit, hex_)
    if rule == "10.4-place":
        state.landed |= 1 << hex_
    if state.questions and not units_at(state, ARRIVING, SOVIET):
        state.questions.pop()
    name = scenario.sides[scenario.side_of[unit]]
    return [ReinforcementPlaced(side=name, units=order.units, hexes=order.path, rule=rule)]


def check_divert(state: Sww3State, side: int, order: Order) -> Illegal | None:
    """Check a diversion: only US Army units just drawn for Europe [14.6-divert, 14.6-oneway]."""
    scenario = state.scenario
    unit = one_unit(order, scenario, "name one unit: divert U", words=False)
    if isinstance(unit, Illegal):
        return unit
    if not theatre_transfers.is_grand(scenario) or state.now.theatre or state.closed >> 1 & 1:
        return Illegal("14.6-divert", "units can be diverted only from Europe to the Mid-East")
    if state.at[unit] != ARRIVING or state.phase != "reinforcement":
        return Illegal("14.6-divert", "{unit} is not an arriving reinforcement", unit=order.units[0])
    if scenario.nation[unit] != "US":
        return Illegal("14.6-divert", "{unit} is not a US Army unit", unit=order.units[0])
    return None


def divert_orders(state: Sww3State, side: int, unit: int) -> list[Order]:
    """Return the order to send an arriving unit to the Mid-East, if legal."""
    divert = Order("divert", units=state.scenario.names[unit])
    return [divert] if check_divert(state, side, divert) is None else []


def divertible(state: Sww3State, side: int) -> CounterSet:
    """Return the arriving units that can be sent to the Mid-East."""
    return mask_of(c for c in bits(units_at(state, ARRIVING, side)) if divert_orders(state, side, c))


def apply_divert(state: Sww3State, order: Order) -> list[Event]:
    """Send a unit to the Mid-East, where it arrives this turn [14.6-divert, R-GC-05]."""
    scenario = state.scenario
    put(state, scenario.index[order.units[0]], DIVERTED)
    name = scenario.sides[ALLIED]
    return [UnitDiverted(side=name, units=order.units, rule="14.6-divert")]


def free_orders(state: Sww3State, side: int) -> list[Order]:
    """Return the orders without a unit."""
    return [END] if check_end(state, side) is None else []


def check_end(state: Sww3State, side: int) -> Illegal | None:
    """Check that paratroops that did not drop are placed; other units may be declined [R-PIN-18].

    Paratroops land as other units do [Pincher 10.7, Sandown 10.6].
    """
    for unit in bits(units_at(state, ARRIVING, side) & state.scenario.paratroops):
        if landing_hexes(state, unit):
            rule = state.scenario.theatres[state.now.theatre].charts["cases"]["allied_no_drop"]
            reason = "{unit} has arrived and must drop or be placed"
            return Illegal(rule, reason, unit=state.scenario.counter_ids[unit])
    return None
