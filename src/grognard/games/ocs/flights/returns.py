"""Chapters 14.1c, 14.2d and 9.14f: the way home of planes after a mission, an abort or a capture.

A question `home` or `flee` holds the planes that still need a base. They keep their old one until then.
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.core.contract.counters import CounterSet
from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex, bits
from grognard.games.ocs.air.bases import base_named, can_host, hosts, name_of
from grognard.games.ocs.air.planes import values
from grognard.games.ocs.air.ranges import between, distance
from grognard.games.ocs.flights.cargo import can_fly_on
from grognard.games.ocs.model.air_events import PlaneLoss, PlanesReturned
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import NO_COUNTER, OcsState, put_aboard, remove


def land(state: OcsState, planes: Sequence[int], base: int, active: bool = False) -> list[Event]:
    """Land planes at a base, Inactive unless they stay Active [14.1c]."""
    scenario, mask = state.scenario, sum(1 << c for c in planes)
    for plane in planes:
        put_aboard(state, plane, base)
    state.active = state.active | mask if active else state.active & ~mask
    changed(state)
    side = scenario.sides[scenario.side_of[base]]
    where = (scenario.label(state.at[base]),) if state.at[base] >= 0 else ()
    name = name_of(state, base)
    ids = tuple(scenario.counter_ids[c] for c in planes)
    return [PlanesReturned(side=side, units=ids, hexes=where, base=name, active=active, rule="14.1c.1")]


def bases_for(state: OcsState, question: Question, plane: int) -> tuple[int, ...]:
    """Return the bases a plane can go to: in range, by the side now up; twice range to flee [R-OCS-215].

    A Transport that doubled its load returns within half its range [14.9e-C].
    """
    times = question.data[0] if question.data else 1
    far = values(state, plane).range * times if times else values(state, plane).range // 2
    found = []
    for host in bits(hosts(state, question.side)):
        gap = distance(state, host, question.hex) if question.hex >= 0 else _from_box(state, question, host)
        if gap <= far and can_host(state, host, plane):
            found.append(host)
    return tuple(found)


def _from_box(state: OcsState, question: Question, host: int) -> int:
    """Return the distance to a base from the box that a mission flew to."""
    return between(state, question.data[1], host)


def send_home(state: OcsState, planes: Sequence[int], hex_: Hex, box: int, times: int = 1) -> None:
    """Ask the owner where planes return; they are Inactive from now on [14.1c].

    `times` their range, or half of it for 0.
    """
    if not planes:
        return
    mask: CounterSet = sum(1 << c for c in planes)
    state.active &= ~mask
    changed(state)
    side = state.scenario.side_of[planes[0]]
    ask(state, Question("home", side, tuple(planes), hex_, (times, box)))


def settle(state: OcsState, question: Question, events: list[Event]) -> bool:
    """Send planes without a choice of bases home, and destroy those without any base [R-OCS-118, 9.14f.4]."""
    for plane in question.units:
        bases = bases_for(state, question, plane)
        if len(bases) > 1 or (bases and question.kind == "home" and can_fly_on(state, plane)):
            continue
        leave_question(state, (plane,))
        events += land(state, (plane,), bases[0]) if bases else _lost(state, plane)
        return True
    return False


def _lost(state: OcsState, plane: int) -> list[Event]:
    """Remove a plane that has no base in range [R-OCS-118, 9.14f.4]."""
    scenario = state.scenario
    side = scenario.sides[scenario.side_of[plane]]
    remove(state, plane)
    return [PlaneLoss(side=side, units=scenario.names[plane], eliminated=True, rule="9.14f.4")]


def leave_question(state: OcsState, planes: Sequence[int]) -> None:
    """Take planes out of the top question; remove it when none is left."""
    question = state.questions.pop()
    left = tuple(c for c in question.units if c not in planes)
    if left:
        ask(state, Question(question.kind, question.side, left, question.hex, question.data))


# -- answers -----------------------------------------------------------------------------------------


def answers(state: OcsState, question: Question) -> list[Order]:
    """List the returns: of each plane alone, and of all together."""
    common = set(hosts_of_all(state, question))
    found = [order_to(state, question.kind, question.units, base) for base in sorted(common)]
    if len(question.units) > 1:
        for plane in question.units:
            found += [
                order_to(state, question.kind, (plane,), base) for base in bases_for(state, question, plane)
            ]
    return found


def hosts_of_all(state: OcsState, question: Question) -> tuple[int, ...]:
    """Return the bases that all planes of a question can reach and that can hold them."""
    common = [set(bases_for(state, question, plane)) for plane in question.units]
    together = set.intersection(*common) if common else set()
    carriers = state.scenario.carriers
    many = len(question.units) > 1
    return tuple(sorted(host for host in together if not (many and carriers >> host & 1)))


def order_to(state: OcsState, verb: str, planes: Sequence[int], base: int) -> Order:
    """Return an order that names planes and a base: a hex, or the id of a box or carrier."""
    ids = tuple(state.scenario.counter_ids[c] for c in planes)
    name = name_of(state, base)
    if state.scenario.bases >> base & 1:
        return Order(verb, units=ids, path=(name,))
    return Order(verb, units=ids, words=(name,))


def destination(state: OcsState, side: int, order: Order) -> int:
    """Return the base that an order names: a hex, or a box or carrier as a word; -1 for none."""
    name = order.path[-1] if order.path else order.words[0] if order.words else ""
    if not name or (not order.path and name not in state.scenario.index):
        return -1
    return base_named(state, name, side)


def check(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Return why planes cannot return to a base, or None if they can."""
    scenario: OcsScenario = state.scenario
    if not order.units:
        return Illegal("14.1c.1", "name the planes and a base: {verb} PLANE HEX", verb=order.verb)
    base = destination(state, question.side, order)
    if base == NO_COUNTER:
        return Illegal("14.1c.1", "you have no air base there; name a hex with a base, a box or a carrier")
    for id_ in order.units:
        plane = scenario.index[id_]
        if plane not in question.units:
            return Illegal("14.1c.1", "{unit} is not one of the planes that return now", unit=id_)
        if base not in bases_for(state, question, plane):
            return Illegal("14.2d.1", "the base is out of range of {unit}, or has no room for it", unit=id_)
    if len(order.units) > 1 and scenario.carriers >> base & 1:
        return Illegal("18.2a.2", "send planes to a carrier one at a time")
    return None


def answer(state: OcsState, question: Question, order: Order) -> list[Event]:
    """Land the planes at the base that their owner chose."""
    planes = [state.scenario.index[id_] for id_ in order.units]
    base = destination(state, question.side, order)
    leave_question(state, planes)
    return land(state, planes, base)


def sentence(state: OcsState, question: Question) -> str:
    """Return the prompt."""
    return "Choose a base for your planes."
