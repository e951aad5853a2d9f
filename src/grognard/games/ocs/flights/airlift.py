"""Chapters 14.9 and 14.10: declaring Air Transport and Air Drop missions: planes, cargo, gliders, range."""

from __future__ import annotations

import math
from fractions import Fraction

from msgspec.structs import replace

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.ocs.air.bases import base_at, hosts, is_strip
from grognard.games.ocs.air.planes import uppermost, values
from grognard.games.ocs.air.ranges import distance
from grognard.games.ocs.flights import cargo
from grognard.games.ocs.flights.orders import able, check_common
from grognard.games.ocs.logistics.hold_orders import check_leaves
from grognard.games.ocs.logistics.off_map_boxes import box_of, land_forces
from grognard.games.ocs.logistics.rail_transport import movable_supply
from grognard.games.ocs.model.air_events import MissionFlown, MissionForce
from grognard.games.ocs.model.charts import LEG, MOBILITIES, series_tables
from grognard.games.ocs.model.mission import Mission, MissionKind
from grognard.games.ocs.model.scenario import TOKENS
from grognard.games.ocs.model.state import AWAY, NO_COUNTER, OcsState, units_at, where
from grognard.games.ocs.supply.tokens import can_pile
from grognard.games.ocs.terrain.zones import enemy_asset_hexes
from grognard.games.ocs.units import active_stack
from grognard.games.ocs.units.modes import allowance, marked

STAY, DOUBLE, GLIDER = "stay:", "double:", "glider:"
"""Prefixes of words: planes that stay, planes at half range with twice their lift, Glider Points."""
FURTHER, FURTHER_TOKENS = "further:", "further-tokens:"
"""Prefixes of words: units and tokens that fly on from the base, by option [21.12a]."""


# -- reading an order --------------------------------------------------------------------------------


def planes_of(state: OcsState, order: Order) -> tuple[int, ...]:
    """Return the planes that an order names."""
    index = state.scenario.index
    return tuple(index[id_] for id_ in order.units if state.scenario.planes >> index[id_] & 1)


def _passengers(state: OcsState, order: Order) -> tuple[int, ...]:
    index = state.scenario.index
    return tuple(index[id_] for id_ in order.units if not state.scenario.planes >> index[id_] & 1)


def _named(state: OcsState, order: Order, prefix: str) -> CounterSet:
    names = (word.removeprefix(prefix) for word in order.words if word.startswith(prefix))
    return mask_of(state.scenario.index[name] for name in names if name in state.scenario.index)


def _amount(order: Order, prefix: str = "") -> int:
    words = (word.removeprefix(prefix) for word in order.words if word.startswith(prefix))
    return next((int(word) for word in words if word.isdecimal()), 0)


def read(state: OcsState, side: int, order: Order) -> Mission:
    """Return the mission that an order declares; planes beyond their range stay at the base [14.9e-A]."""
    planes, hex_ = planes_of(state, order), state.scenario.hex(order.target)
    far = mask_of(c for c in planes if distance(state, state.host[c], hex_) > values(state, c).range)
    airlift = order.verb == "airlift"
    mission = Mission(
        "airlift" if airlift else "drop",
        side,
        hex_,
        planes,
        goal=base_at(state, hex_, side) if airlift else -1,
        cargo=_passengers(state, order),
        tokens=_amount(order),
        gliders=_amount(order, GLIDER),
        double=_named(state, order, DOUBLE),
        stay=far | _named(state, order, STAY) if airlift else 0,
        further=bits(_named(state, order, FURTHER)),
        further_tokens=_amount(order, FURTHER_TOKENS),
    )
    return mission


# -- checks ------------------------------------------------------------------------------------------


def check(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why planes cannot fly this cargo to a base or drop it, or None [14.9, 14.10]."""
    if not order.target or order.path:
        return Illegal("notation", "name the hex, planes and cargo: {verb} 14.07 P,UNIT", verb=order.verb)
    flying = tuple(state.scenario.counter_ids[c] for c in planes_of(state, order))
    kind: MissionKind = "airlift" if order.verb == "airlift" else "drop"
    refusal = check_common(state, side, kind, Order(order.verb, order.target, flying))
    if refusal:
        return refusal
    mission = read(state, side, order)
    loads_there = state.scenario.on("21.12a") and kind == "airlift"
    if not mission.cargo and not mission.tokens and not loads_there:
        return Illegal("14.9c.1", "name units or tokens to carry")
    refusal = _check_goal(state, mission) or _check_ranges(state, mission)
    refusal = refusal or _check_gliders(state, mission) or _check_cargo(state, mission)
    refusal = refusal or _check_further(state, mission)
    return refusal or _check_lift(state, mission) or _check_unloading(state, mission)


def _check_further(state: OcsState, mission: Mission) -> Illegal | None:
    """Check cargo that flies on from the base: by option, on planes that do not stay [21.12a.1]."""
    if not mission.further and not mission.further_tokens:
        return None
    if not state.scenario.on("21.12a") or mission.kind != "airlift":
        return Illegal("21.12a.1", "cargo flies on from a base by option 21.12a only")
    if set(mission.further) - set(mission.cargo) or mission.further_tokens > mission.tokens:
        return Illegal("21.12a.1", "name only cargo of the mission after further: and further-tokens:")
    going = [c for c in mission.planes if not mission.stay >> c & 1]
    lift = sum((cargo.plane_lift(state, mission, c) for c in going), Fraction(0))
    if cargo.load(state, mission) - cargo.counted_load(state, mission) > lift:
        return Illegal("21.12a.1", "the planes that do not stay cannot carry so much further")
    return None


def _check_goal(state: OcsState, mission: Mission) -> Illegal | None:
    where_ = state.scenario.label(mission.target)
    if mission.kind == "airlift" and mission.goal < 0:
        return Illegal("14.9e.1", "you have no air base in {hex}", hex=where_)
    if not state.scenario.ground >> mission.target & 1:
        return Illegal("14.10.1", "{hex} is a sea hex", hex=where_)
    if mission.kind == "airlift" and enemy_asset_hexes(state, mission.side) >> mission.target & 1:
        return Illegal("4.4c.1", "enemy landing craft are in {hex}", hex=where_)
    if mission.tokens and not can_pile(state, mission.target, mission.side):
        return Illegal("12.1c", "no dump counter is left for {hex}", hex=where_)
    return None


def _check_ranges(state: OcsState, mission: Mission) -> Illegal | None:
    """Judge each plane by itself: twice range if it stays, range, or half range [14.9e]."""
    table = series_tables()["air_transport"]
    for plane in mission.planes:
        id_, far = state.scenario.counter_ids[plane], distance(state, state.host[plane], mission.target)
        reach, twice = values(state, plane).range, mission.double >> plane & 1
        if twice and far > int(reach * table["half_range_fraction"]):
            return Illegal("14.9e-C", "{unit} doubles its lift only at half its range", unit=id_)
        if twice and mission.stay >> plane & 1:
            return Illegal("14.9e-C", "{unit} returns to a base at half its range", unit=id_)
        if far > reach * (table["stay_range_times"] if mission.kind == "airlift" else 1):
            return Illegal("14.2d.1", "the mission hex is out of range of {unit}", unit=id_)
        data = state.scenario.counters[plane].plane
        if mission.kind == "drop" and data is not None and data.gliders:
            return Illegal("14.10f.2", "{unit} with its integral gliders cannot fly Air Drops", unit=id_)
    if (mission.double | mission.stay) & ~mask_of(mission.planes):
        return Illegal("notation", "name only planes of the mission after stay: and double:")
    return None


def _check_gliders(state: OcsState, mission: Mission) -> Illegal | None:
    """Check that full-strength Transports tow gliders of their base [14.10e-C]."""
    if not mission.gliders:
        return None
    if any(state.lost[c] for c in mission.planes if values(state, c).lift):
        return Illegal("14.10e-C.1", "only full-strength Transports tow gliders")
    tows = cargo.towed(state, mission)
    if sum(tows.values()) < mission.gliders:
        return Illegal("14.10e-C.1", "a Transport tows one Glider Point, or two at half range")
    for base in {state.host[c] for c in tows}:
        needed = sum(n for c, n in tows.items() if state.host[c] == base)
        if needed > state.gliders[base]:
            return Illegal("14.10e-B.1", "the base has {count} Glider Points", count=state.gliders[base])
    return None


def _check_cargo(state: OcsState, mission: Mission) -> Illegal | None:
    start = cargo.from_hex(state, mission)
    if mission.tokens and (start < 0 or movable_supply(state, mission.side, start) < mission.tokens):
        return Illegal("14.9d.2", "too little supply that has not moved is at the base of the Transports")
    for unit in mission.cargo:
        refusal = _check_passenger(state, mission, unit)
        if refusal:
            return refusal
    return None


def can_fly(state: OcsState, side: int, unit: int) -> Illegal | None:
    """Return why a unit cannot be flown, or None: in Move Mode, Leg with MA 10 at most [14.9c, R-OCS-225]."""
    scenario, id_ = state.scenario, state.scenario.counter_ids[unit]
    present = state.at[unit] >= 0 or box_of(state, unit) != NO_COUNTER
    if not (scenario.combat_units & scenario.of_side[side]) >> unit & 1 or not present:
        return Illegal("14.9c.1", "{unit} is not one of your combat units on the map", unit=id_)
    move = scenario.faces[unit][1]
    most: int = series_tables()["air_transport"]["most_leg_ma"]
    if MOBILITIES.index(move.mobility) != LEG or move.ma > most:
        return Illegal("14.9c.1", "{unit} is too heavy to fly; its MA must be {most} Leg MP at most",
                       unit=id_, most=most)  # fmt: skip
    if not state.turned >> unit & 1 or marked(state) >> unit & 1:
        return Illegal("14.9c.1", "{unit} must be in Move Mode to fly", unit=id_)
    if (state.shipped | state.worked | state.airlifted | state.finished) >> unit & 1:
        return Illegal("4.7d.3", "{unit} has finished moving or was already transported", unit=id_)
    if 2 * state.spent[unit] > allowance(state, unit):
        return Illegal("14.9d.1", "{unit} has spent more than half its MA", unit=id_)
    return None


def _check_passenger(state: OcsState, mission: Mission, unit: int) -> Illegal | None:
    scenario, id_ = state.scenario, state.scenario.counter_ids[unit]
    refusal = can_fly(state, mission.side, unit)
    if refusal:
        return refusal
    bases = {cargo.loading_place(state, c) for c in mission.planes}
    if cargo.loading_place(state, unit) not in bases:
        return Illegal("14.9a.2", "{unit} is not at the base of a mission plane", unit=id_)
    if mission.kind == "airlift":
        return check_leaves(state, unit, mission.target)
    if state.phase != "movement":
        return Illegal("14.10b.1", "combat units drop in the Movement Phase only")
    if state.drop_hex[unit] != mission.target or state.drop_turn[unit] != state.turn:
        return Illegal("14.10b.2", "{unit} has no Drop Plan for this hex and turn", unit=id_)
    if not scenario.counters[unit].para and unit not in cargo.on_gliders(state, mission)[0]:
        return Illegal("14.10a", "{unit} is not a Para unit and lands by glider only", unit=id_)
    return None


def _check_lift(state: OcsState, mission: Mission) -> Illegal | None:
    """Check the load at each base against the lift of its planes [14.9a, 14.9b, R-OCS-224]."""
    start, place = cargo.from_hex(state, mission), cargo.loading_place
    for base in {place(state, c) for c in mission.planes}:
        planes = [c for c in mission.planes if place(state, c) == base]
        lift = sum((cargo.plane_lift(state, mission, c) for c in planes), Fraction(0))
        units = (cargo.size(state, u) for u in mission.cargo if place(state, u) == base)
        load = sum(units, Fraction(mission.tokens if base == start else 0))
        if load > lift:
            return Illegal(
                "14.9a.1", "the planes lift {lift:g}T, not {load:g}T", lift=float(lift), load=float(load)
            )
    return None


def limit(state: OcsState, base: int) -> int:
    """Return the tokens that a base can still unload in this segment [14.9f.1, 15.2-C]."""
    costs = series_tables()["other_costs"]
    each: int = costs["air_unload_tokens_per_level"]
    most: int = costs["air_strip_unload_tokens"] if is_strip(state, base) else each * state.level[base]
    return most - math.ceil(Fraction(state.unloaded[base], TOKENS))


def counted(state: OcsState, mission: Mission) -> Fraction:
    """Return the load that counts against the limit: not of planes that stay, nor on gliders [14.9f.2]."""
    free = Fraction(cargo.glider_lift(state, mission)) + Fraction(mission.spared, TOKENS)
    for plane in mission.planes:
        data = state.scenario.counters[plane].plane
        integral = data is not None and data.gliders  # [14.10f.1]
        if plane not in cargo.towed(state, mission) and (integral or mission.stay >> plane & 1):
            free += cargo.plane_lift(state, mission, plane)
    return max(cargo.counted_load(state, mission) - free, Fraction(0))


def _check_unloading(state: OcsState, mission: Mission) -> Illegal | None:
    if mission.kind == "airlift" and counted(state, mission) > limit(state, mission.goal):
        reason = "the base unloads only {left}T more; let planes stay there with stay:PLANE"
        return Illegal("14.9f.1", reason, left=max(limit(state, mission.goal), 0))
    return None


# -- orders ------------------------------------------------------------------------------------------


def airlift_orders(state: OcsState, side: int, plane: int) -> list[Order]:
    """List a Transport's flights alone: to each base with as much supply, or a unit, as it lifts."""
    goals = [state.at[base] for base in bits(hosts(state, side)) if state.at[base] >= 0]
    found = [order for hex_ in goals for order in _flights(state, side, plane, "airlift", hex_)]
    return [order for order in found if not check(state, side, order)]


def drop_orders(state: OcsState, side: int, plane: int) -> list[Order]:
    """List a Transport's drops alone: supply to its own units in range, and units as planned."""
    if not able(state, side) >> plane & 1 or not values(state, plane).lift:
        return []
    near = state.scenario.grid.within
    base, far = where(state, plane), values(state, plane).range
    hexes = near(base, far) & state.held[side] if base >= 0 else 0
    planned = {state.drop_hex[u] for u in bits(beside(state, side, plane)) if state.drop_hex[u] >= 0}
    found = [o for hex_ in {*bits(hexes), *planned} for o in _flights(state, side, plane, "drop", hex_)]
    return [order for order in found if not check(state, side, order)]


def _flights(state: OcsState, side: int, plane: int, verb: str, hex_: Hex) -> list[Order]:
    scenario, start, printed = state.scenario, where(state, plane), values(state, plane).lift
    if not printed or not able(state, side) >> plane & 1 or start == hex_:
        return []
    half = int(values(state, plane).range * series_tables()["air_transport"]["half_range_fraction"])
    twice = distance(state, state.host[plane], hex_) <= half
    words = (f"{DOUBLE}{scenario.counter_ids[plane]}",) if twice else ()
    label, id_ = scenario.label(hex_), scenario.counter_ids[plane]
    there = movable_supply(state, side, start) if start >= 0 else 0
    most = min(int(printed * (2 if twice else 1)), there)
    found = [Order(verb, label, (id_,), words=(str(most), *words))] if most else []
    for unit in bits(beside(state, side, plane)):
        if not can_fly(state, side, unit):
            found.append(Order(verb, label, (id_, scenario.counter_ids[unit]), words=words))
            needed = math.ceil(cargo.size(state, unit) / series_tables()["air_transport"]["glider_tokens"])
            if needed <= state.gliders[state.host[plane]]:
                found.append(
                    Order(verb, label, (id_, scenario.counter_ids[unit]), words=(*words, f"{GLIDER}{needed}"))
                )
    return found


def beside(state: OcsState, side: int, plane: int) -> CounterSet:
    """Return the combat units at a plane's base: in its hex, or in the same box."""
    if where(state, plane) >= 0:
        return units_at(state, where(state, plane), side)
    host = state.host[plane]
    return mask_of(c for c in bits(land_forces(state, side)) if state.host[c] == host)


# -- declaration -------------------------------------------------------------------------------------


def apply(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Declare a mission with cargo; its own cargo stays in motion [14.2f-A, 6.1g.1]."""
    scenario, mission = state.scenario, read(state, side, order)
    active_stack.finish_move(state, state.moving & ~mask_of(mission.cargo))
    state.flown |= mask_of(mission.planes)
    state.mission = replace(mission, loaded=max(cargo.from_hex(state, mission), AWAY))
    ask(state, Question("mission", side))
    changed(state)
    name, hexes = scenario.sides[side], (order.target,)
    top, size = scenario.names[uppermost(scenario, mission.planes)], len(mission.planes)
    return [
        MissionFlown(side=name, units=top, hexes=hexes, mission=mission.kind, planes=size, rule="14.2f-A"),
        MissionForce(side=name, units=order.units, hexes=hexes, rule="14.2f-B", only=(name,)),
    ]
