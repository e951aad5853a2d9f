"""Chapters 14.2, 14.6 to 14.8 and 14.11: declaring air missions, which planes can fly them and where."""

from __future__ import annotations

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.dice import Roller
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, HexSet, bits, mask_of
from grognard.games.ocs.air.bases import active_over, can_host, hosts
from grognard.games.ocs.air.planes import open_rated, torpedo_bombers, uppermost, values
from grognard.games.ocs.air.ranges import between, reach, reaches
from grognard.games.ocs.combat.barrage import FACILITIES, facility_at, facility_named
from grognard.games.ocs.flights.returns import destination, order_to
from grognard.games.ocs.model.air_events import MissionFlown, MissionForce
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.mission import Mission, MissionKind
from grognard.games.ocs.model.scenario import MOVEMENT
from grognard.games.ocs.model.state import HOSTED, NO_COUNTER, OcsState
from grognard.games.ocs.terrain.weather import FLIGHT, missions_allowed
from grognard.games.ocs.units import active_stack

AIR_BARRAGE = ("movement-barrage", "reaction-barrage", "exploitation-barrage")
"""The Barrage Segments of phases with air missions; the Combat Phase has none [14.1g, 14.2e.3]."""
SEGMENTS: dict[MissionKind, tuple[str, ...]] = {
    "sweep": MOVEMENT,
    "hip-shoot": MOVEMENT,
    "airlift": MOVEMENT,
    "drop": MOVEMENT,
    "transfer": MOVEMENT,
    "barrage": AIR_BARRAGE,
    "trainbust": AIR_BARRAGE,
}
"""The segments in which each mission is flown [14.2e.3, R-OCS-30]."""


# -- planes ------------------------------------------------------------------------------------------


def able(state: OcsState, side: int) -> CounterSet:
    """Return the Active planes that have not flown in this phase [14.1a.1, 14.2e.1]."""
    if not state.active or state.side != side or state.mission or not missions_allowed(state, side):
        return 0
    return state.active & state.scenario.of_side[side] & ~state.flown


def _check_plane(state: OcsState, side: int, plane: int) -> Illegal | None:
    scenario, bit = state.scenario, 1 << plane
    id_ = scenario.counter_ids[plane]
    if not scenario.planes & scenario.of_side[side] & bit or state.at[plane] != HOSTED:
        return Illegal("14.1a.1", "{unit} is not one of your air units at a base", unit=id_)
    if not state.active & bit:
        return Illegal("14.1a.1", "{unit} is Inactive; it must be refitted first", unit=id_)
    if state.flown & bit:
        return Illegal("14.2e.1", "{unit} has already flown in this phase", unit=id_)
    return None


def check_common(state: OcsState, side: int, kind: MissionKind, order: Order) -> Illegal | None:
    """Check what is alike for all missions: segment, weather, number and state of the planes [14.2]."""
    if state.phase not in SEGMENTS[kind] or state.side != side:
        where = "Movement" if SEGMENTS[kind] is MOVEMENT else "Barrage"
        reason = "fly this mission in a {segment} Segment of your Movement, Reaction or Exploitation Phase"
        return Illegal("14.2e.3", reason, segment=where)
    if not missions_allowed(state, side):
        flight = FLIGHT[state.flight]
        return Illegal("14.1f.1", "no missions in this phase: flying weather is {flight}", flight=flight)
    if not order.units:
        return Illegal("notation", "name the planes: {verb} HEX PLANE,PLANE", verb=order.verb)
    if len(set(order.units)) != len(order.units):
        return Illegal("notation", "name each plane once")
    most: int = series_tables()["air_missions"]["most_aircraft"]
    if len(order.units) > most:
        return Illegal("14.2a.1", "at most {most} air units fly a mission together", most=most)
    for id_ in order.units:
        refusal = _check_plane(state, side, state.scenario.index[id_])
        if refusal:
            return refusal
    return None


def _check_range(state: OcsState, order: Order, hex_: Hex) -> Illegal | None:
    for id_ in order.units:
        if not reaches(state, state.scenario.index[id_], hex_):
            return Illegal("14.2d.1", "{hex} is out of range of {unit}", hex=order.target, unit=id_)
    return None


def _planes(state: OcsState, order: Order) -> tuple[int, ...]:
    return tuple(state.scenario.index[id_] for id_ in order.units)


# -- Fighter Sweep -----------------------------------------------------------------------------------


def check_sweep(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why planes cannot sweep a hex, or None [14.6, R-OCS-219, R-OCS-120]."""
    refusal = check_common(state, side, "sweep", order)
    if refusal or not order.target:
        return refusal or Illegal("notation", "name the hex and the planes: sweep 14.07 A,B")
    hex_ = state.scenario.hex(order.target)
    refusal = _check_range(state, order, hex_)
    if refusal:
        return refusal
    if not active_over(state, hex_, 1 - side):
        return Illegal("14.6.1", "no Active enemy planes are in {hex}", hex=order.target)
    if not open_rated(state, mask_of(_planes(state, order))):
        return Illegal("14.3a.1", "a Fighter Sweep needs a plane whose rating is not in parentheses")
    return None


def sweep_orders(state: OcsState, side: int, plane: int) -> list[Order]:
    """List a Fighter's sweeps, alone; others can come along if they are named."""
    if not able(state, side) & open_rated(state, 1 << plane):
        return []
    found = []
    for hex_ in bits(_enemy_planes(state, side) & reach(state, plane)):
        found.append(Order("sweep", state.scenario.label(hex_), state.scenario.names[plane]))
    return found


def _enemy_planes(state: OcsState, side: int) -> HexSet:
    """Return the hexes with Active enemy planes."""
    places = {state.at[host] for host in bits(hosts(state, 1 - side)) if state.at[host] >= 0}
    return mask_of(hex_ for hex_ in places if active_over(state, hex_, 1 - side))


# -- barrage ---------------------------------------------------------------------------------------


def check_air_barrage(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why planes cannot barrage a target, or None [14.7]."""
    refusal = check_common(state, side, "barrage", order) or check_target(state, side, order)
    if refusal:
        return refusal
    if state.barraged >> state.scenario.hex(order.target) & 1:
        return Illegal("14.7.2", "{hex} has already been barraged in this phase", hex=order.target)
    return None


def check_target(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Refuse unless the target is in range and one category: combat units, port or air base [10.0d]."""
    if not order.target or order.path:
        return Illegal("notation", "name the hex and the planes: {verb} 14.07 A,B", verb=order.verb)
    hex_ = state.scenario.hex(order.target)
    refusal = _check_range(state, order, hex_)
    if refusal:
        return refusal
    if len(order.words) > 1 or any(word not in FACILITIES for word in order.words):
        return Illegal("10.0d", "name one target: combat units, port or air-base")
    kind = facility_named(order)
    if kind and facility_at(state, hex_, 1 - side, kind) == NO_COUNTER:
        facility = kind.replace("-", " ")
        return Illegal("10.0c.1", "no enemy {facility} is in {hex}", facility=facility, hex=order.target)
    if not kind and not state.held[1 - side] >> hex_ & 1:
        return Illegal("10.0a.1", "no enemy combat units are in {hex}", hex=order.target)
    return _check_bombers(state, order)


def _check_bombers(state: OcsState, order: Order) -> Illegal | None:
    """Refuse planes without Barrage Strength, and Torpedo Bombers, which hit ships only [14.7.1, 18.3e]."""
    planes = _planes(state, order)
    if not any(values(state, plane).barrage for plane in planes):
        return Illegal("14.7.1", "none of these planes has a Barrage Strength")
    for plane in planes:
        if torpedo_bombers(state.scenario) >> plane & 1:
            id_ = state.scenario.counter_ids[plane]
            return Illegal("18.3e", "{unit} is a Torpedo Bomber, which can barrage ships only", unit=id_)
    return None


def can_bomb(state: OcsState, plane: int) -> bool:
    """Return whether a plane can barrage targets on land [14.7.1, 18.3e]."""
    return bool(values(state, plane).barrage) and not torpedo_bombers(state.scenario) >> plane & 1


def targets(state: OcsState, side: int, plane: int) -> list[tuple[Hex, tuple[str, ...]]]:
    """List the targets of a plane's barrages."""
    near, scenario = reach(state, plane), state.scenario
    found: list[tuple[Hex, tuple[str, ...]]] = [(hex_, ()) for hex_ in bits(near & state.held[1 - side])]
    for c in bits((scenario.ports | scenario.bases) & scenario.of_side[1 - side]):
        if state.at[c] >= 0 and near >> state.at[c] & 1:
            found.append((state.at[c], ("port" if scenario.ports >> c & 1 else "air-base",)))
    return found


def air_barrage_orders(state: OcsState, side: int, plane: int) -> list[Order]:
    """List a plane's barrages, alone; players can name other groups."""
    if state.phase not in AIR_BARRAGE or not able(state, side) >> plane & 1:
        return []
    if not can_bomb(state, plane):
        return []
    label, ids = state.scenario.label, state.scenario.names[plane]
    return [
        Order("barrage", label(hex_), ids, words=words)
        for hex_, words in targets(state, side, plane)
        if not state.barraged >> hex_ & 1
    ]


# -- Trainbusting ------------------------------------------------------------------------------------


def check_trainbust(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why planes cannot fly Trainbusting, or None [14.8, R-OCS-222]."""
    refusal = check_common(state, side, "trainbust", order)
    if refusal or not order.target:
        return refusal or Illegal("notation", "name the hex and the planes: trainbust 14.07 A,B")
    hex_ = state.scenario.hex(order.target)
    refusal = _check_range(state, order, hex_)
    if refusal:
        return refusal
    if not state.scenario.ground >> hex_ & 1:
        return Illegal("14.8a", "{hex} is a sea hex", hex=order.target)
    if state.barraged >> hex_ & 1:
        return Illegal("14.8.1", "{hex} has already been barraged in this phase", hex=order.target)
    if state.busted[side] >> hex_ & 1:
        return Illegal("14.8.1", "{hex} already has one of your Trainbusting markers", hex=order.target)
    return _check_bombers(state, order)


def trainbust_orders(state: OcsState, side: int, plane: int) -> list[Order]:
    """List a plane's Trainbusting missions to hexes with a railway or road, and next to enemy units."""
    if state.phase not in AIR_BARRAGE or not able(state, side) >> plane & 1:
        return []
    if not can_bomb(state, plane):
        return []
    scenario = state.scenario
    near = reach(state, plane) & scenario.ground & scenario.grid.spread(state.held[1 - side])
    hexes = near & ~(state.barraged | state.busted[side])
    return [Order("trainbust", scenario.label(hex_), scenario.names[plane]) for hex_ in bits(hexes)]


# -- Base Transfer -----------------------------------------------------------------------------------


def check_transfer(state: OcsState, side: int, order: Order) -> Illegal | None:
    """Return why planes cannot transfer to a base, or None [14.11]."""
    refusal = check_common(state, side, "transfer", order)
    if refusal:
        return refusal
    base = destination(state, side, order)
    if base == NO_COUNTER:
        return Illegal("14.11.1", "you have no air base there; name a hex with a base, a box or a carrier")
    times: int = series_tables()["air_missions"]["transfer_range_times"]
    for plane in _planes(state, order):
        id_ = state.scenario.counter_ids[plane]
        if state.host[plane] == base:
            return Illegal("14.11.1", "{unit} is already at this base", unit=id_)
        if between(state, state.host[plane], base) > times * values(state, plane).range:
            return Illegal("14.11.1", "the base is beyond twice the range of {unit}", unit=id_)
        if not can_host(state, base, plane):
            return Illegal("18.2a.2", "{unit} cannot use this carrier", unit=id_)
    return None


def transfer_orders(state: OcsState, side: int, plane: int) -> list[Order]:
    """List a plane's Base Transfers."""
    if state.phase not in MOVEMENT or not able(state, side) >> plane & 1:
        return []
    found = [order_to(state, "transfer", (plane,), base) for base in bits(hosts(state, side))]
    return [order for order in found if not check_transfer(state, side, order)]


def escort_of(state: OcsState, kind: MissionKind, planes: tuple[int, ...]) -> int:
    """Return the plane that only escorts a barrage, by house rule the last of four; -1 for none [HR-9]."""
    bombers: int = series_tables()["options"]["most_bombers"]
    limited = state.scenario.on("HR-9") and kind in ("barrage", "trainbust")
    return planes[-1] if limited and len(planes) > bombers else -1


# -- declaration -------------------------------------------------------------------------------------


def apply(state: OcsState, side: int, order: Order, dice: Roller) -> list[Event]:
    """Declare a mission and move its planes to its hex [14.2f-A, 14.2f-B]."""
    scenario = state.scenario
    kind: MissionKind = order.verb  # type: ignore[assignment]
    planes = _planes(state, order)
    goal = destination(state, side, order) if kind == "transfer" else -1
    target = scenario.hex(order.target) if order.target else state.at[goal]
    if kind in ("barrage", "trainbust") and facility_named(order) != "ship":  # [R-OCS-82]
        state.barraged |= 1 << target  # it was declared [R-OCS-201, R-OCS-222]
    active_stack.finish_move(state, state.moving)  # [6.1g.1]
    state.flown |= mask_of(planes)
    state.mission = Mission(
        kind, side, max(target, -1), planes, goal=goal, aim=facility_named(order),
        escort=escort_of(state, kind, planes),
    )  # fmt: skip
    ask(state, Question("mission", side))
    changed(state)
    name, top = scenario.sides[side], scenario.names[uppermost(scenario, planes)]
    where = (scenario.label(target),) if target >= 0 else ()
    return [
        MissionFlown(side=name, units=top, hexes=where, mission=kind, planes=len(planes), rule="14.2f-A"),
        MissionForce(side=name, units=order.units, hexes=where, rule="14.2f-B"),
    ]
