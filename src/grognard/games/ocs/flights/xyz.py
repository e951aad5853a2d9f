"""Option 21.12a: Air Transport from base X to Y and on to Z, with cargo on both legs.

At Y the planes unload. Then, instead of returning empty, they can take cargo from Y on to another base, where
they stay. What they bring from X for Z is named when the mission is declared.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.ocs.air.bases import base_at
from grognard.games.ocs.air.planes import uppermost, values
from grognard.games.ocs.flights import airlift, cargo, returns
from grognard.games.ocs.logistics.hold_orders import check_leaves
from grognard.games.ocs.logistics.rail_transport import movable_supply
from grognard.games.ocs.model.air_events import MissionFlown, MissionForce
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.state import OcsState, put_aboard, units_at
from grognard.games.ocs.supply.tokens import can_pile
from grognard.games.ocs.terrain.zones import enemy_asset_hexes

VERB = "carry"


def _mission(state: OcsState) -> Mission:
    assert state.mission is not None, "the mission that unloaded is not over"
    return state.mission


def leg(state: OcsState, question: Question, order: Order) -> Mission:
    """Return the flight from Y to Z that an order declares [21.12a.1]."""
    scenario, before = state.scenario, _mission(state)
    named = [scenario.index[id_] for id_ in order.units]
    planes = tuple(c for c in named if scenario.planes >> c & 1)
    units = tuple(c for c in named if c not in planes)
    tokens = next((int(word) for word in order.words if word.isdecimal()), 0)
    target = scenario.hex(order.path[-1])
    rest = tuple(c for c in before.further if c not in units)
    return Mission(
        "airlift", before.side, target, planes, goal=base_at(state, target, before.side), cargo=units,
        tokens=tokens, double=0 if question.data[0] else mask_of(planes), stay=mask_of(planes),
        loaded=before.target, stage="intercept", via=before.goal, further=rest,
        further_tokens=max(before.further_tokens - tokens, 0),
    )  # fmt: skip


# -- what must fly on --------------------------------------------------------------------------------


def _load_left(state: OcsState, units: tuple[int, ...], tokens: int) -> Fraction:
    return sum((cargo.size(state, unit) for unit in units), Fraction(tokens))


def _lift_left(state: OcsState, gone: set[int]) -> Fraction:
    """Return the lift of the planes at Y that are not on their way yet."""
    total = Fraction(0)
    for question in state.questions:
        if question.kind == "home":
            twice = 1 if question.data[0] else 2
            left = (c for c in question.units if c not in gone)
            total += sum((Fraction(values(state, c).lift) * twice for c in left), Fraction(0))
    return total


def check_home(state: OcsState, order: Order) -> Illegal | None:
    """Refuse planes that return empty and leave cargo behind that was to fly on, or None [21.12a.1]."""
    mission = state.mission
    if mission is None:
        return None
    planes = tuple(state.scenario.index[id_] for id_ in order.units)
    return _check_rest(state, replace(mission, planes=planes))


def _check_rest(state: OcsState, flight: Mission) -> Illegal | None:
    """Refuse a flight if the planes left at Y cannot carry what was to fly on and is left there."""
    if not flight.further and not flight.further_tokens:
        return None
    if _load_left(state, flight.further, flight.further_tokens) <= _lift_left(state, set(flight.planes)):
        return None
    return Illegal("21.12a.1", "cargo that was to fly on would be left behind; carry it to another base")


# -- answers -----------------------------------------------------------------------------------------


def answers(state: OcsState, question: Question) -> list[Order]:
    """List the flights of each plane alone: with as much supply as it lifts, or a unit."""
    found = []
    for plane in question.units:
        if not cargo.can_fly_on(state, plane):
            continue
        for base in returns.bases_for(state, question, plane):
            if state.at[base] < 0 or not state.scenario.bases >> base & 1:
                continue
            found += [
                order for order in _flights(state, question, plane, base) if not check(state, question, order)
            ]
    return found


def _flights(state: OcsState, question: Question, plane: int, base: int) -> list[Order]:
    scenario, mission = state.scenario, _mission(state)
    id_, path = scenario.counter_ids[plane], (scenario.label(state.at[base]),)
    lift = int(Fraction(values(state, plane).lift) * (1 if question.data[0] else 2))
    there = mission.further_tokens + _others(state)
    most = min(lift, there)
    found = [Order(VERB, units=(id_,), path=path, words=(str(most),))] if most else []
    units = bits(units_at(state, mission.target, mission.side))
    return found + [Order(VERB, units=(id_, scenario.counter_ids[unit]), path=path) for unit in units]


def _others(state: OcsState) -> int:
    """Return the tokens at Y that can be loaded there, besides those that were to fly on."""
    mission = _mission(state)
    return movable_supply(state, mission.side, mission.target) - mission.further_tokens


def check(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Return why planes cannot fly cargo on to another base, or None: ``carry PLANE,UNIT HEX 1`` [21.12a]."""
    scenario = state.scenario
    if not order.units or not order.path or order.target:
        return Illegal("21.12a.1", "name the planes, the cargo and a base: carry PLANE,UNIT HEX")
    flight = leg(state, question, order)
    if not flight.planes or not (flight.cargo or flight.tokens):
        return Illegal("21.12a.1", "name planes, and units or tokens that fly on")
    if flight.goal < 0 or flight.goal == flight.via:
        return Illegal("14.9e.1", "you have no other air base in {hex}", hex=order.path[-1])
    if enemy_asset_hexes(state, flight.side) >> flight.target & 1:
        return Illegal("4.4c.1", "enemy landing craft are in {hex}", hex=order.path[-1])
    for plane in flight.planes:
        id_ = scenario.counter_ids[plane]
        if plane not in question.units or not cargo.flies_on(state):
            return Illegal("21.12a.1", "{unit} cannot fly on with cargo", unit=id_)
        if flight.goal not in returns.bases_for(state, question, plane):
            return Illegal("21.12a.2", "the base is out of range of {unit} on this leg", unit=id_)
    return _check_load(state, flight) or _check_rest(state, flight)


def _check_load(state: OcsState, flight: Mission) -> Illegal | None:
    scenario, before = state.scenario, _mission(state)
    for unit in flight.cargo:
        if unit in before.further:
            continue
        refusal = airlift.can_fly(state, flight.side, unit) or check_leaves(state, unit, flight.target)
        if refusal:
            return refusal
        if state.at[unit] != before.target:
            id_ = scenario.counter_ids[unit]
            return Illegal("14.9a.2", "{unit} is not at the base of the planes", unit=id_)
    if flight.tokens > movable_supply(state, flight.side, before.target):
        return Illegal("14.9d.2", "too little supply that has not moved is at the base of the Transports")
    load, lift = cargo.load(state, flight), cargo.lift(state, flight)
    if load > lift:
        reason = "the planes lift {lift:g}T, not {load:g}T"
        return Illegal("14.9a.1", reason, lift=float(lift), load=float(load))
    if flight.tokens and not can_pile(state, flight.target, flight.side):
        return Illegal("12.1c", "no dump counter is left for {hex}", hex=scenario.label(flight.target))
    return None


def answer(state: OcsState, question: Question, order: Order) -> list[Event]:
    """Fly on from Y: the planes take off there, and meet Interception and Flak at Z [21.12a.3]."""
    scenario, flight = state.scenario, leg(state, question, order)
    returns.leave_question(state, flight.planes)
    for plane in flight.planes:
        put_aboard(state, plane, flight.via)
    state.active |= mask_of(flight.planes)  # until they land
    state.mission = flight
    ask(state, Question("mission", flight.side))
    changed(state)
    name, hexes = scenario.sides[flight.side], (order.path[-1],)
    top = scenario.names[uppermost(scenario, flight.planes)]
    return [
        MissionFlown(
            side=name, units=top, hexes=hexes, mission="airlift", planes=len(flight.planes), rule="21.12a.3"
        ),
        MissionForce(side=name, units=order.units, hexes=hexes, rule="14.2f-B", only=(name,)),
    ]


def back_at(state: OcsState, flight: Mission) -> Mission:
    """Return the mission at Y as it goes on after a flight to Z, with the planes that are still there."""
    return replace(
        flight, target=state.at[flight.via], goal=flight.via, planes=(), cargo=(), tokens=0, double=0, stay=0,
        loaded=-1, spared=0, via=-1, stage="home",
    )  # fmt: skip
