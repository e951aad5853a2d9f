"""Chapters 14.9, 14.10e and 14.4g: how much a mission's planes and gliders lift, and cargo that is lost.

Cargo stays in its hex while the mission flies, as planes keep their base. It moves when it lands. All
amounts are in tokens. Planes at one base pool their lift; cargo is loaded in the hex of that base.
"""

from __future__ import annotations

import math
from fractions import Fraction

from msgspec.structs import replace

from grognard.core.contract.decisions import Question
from grognard.core.contract.events import Event
from grognard.core.contract.orders import Order
from grognard.core.contract.state import ask
from grognard.core.errors import Illegal
from grognard.core.facts import changed
from grognard.core.hexes.grid import Hex
from grognard.core.text import Text
from grognard.games.ocs.air.losses import lose_step
from grognard.games.ocs.air.planes import values
from grognard.games.ocs.logistics.rail_transport import drain_old, movable_supply
from grognard.games.ocs.model.air_events import CargoLost
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.scenario import TOKENS
from grognard.games.ocs.model.state import NO_COUNTER, OcsState, remove, units_at, where
from grognard.games.ocs.units import transport_size

CARRIES = ("airlift", "drop")


# -- lift --------------------------------------------------------------------------------------------


def size(state: OcsState, unit: int) -> Fraction:
    """Return the lift that a unit needs, in tokens [4.7, 14.9c]."""
    return transport_size.lift(state, unit) * TOKENS


def load(state: OcsState, mission: Mission) -> Fraction:
    """Return the load of a mission."""
    return sum((size(state, unit) for unit in mission.cargo), Fraction(mission.tokens))


def towed(state: OcsState, mission: Mission) -> dict[int, int]:
    """Return how many Glider Points each Transport tows: one, or two at half range [14.10e-C]."""
    left, found = mission.gliders, dict[int, int]()
    for plane in mission.planes:
        if values(state, plane).lift and left:
            found[plane] = min(left, 2 if mission.double >> plane & 1 else 1)
            left -= found[plane]
    return found


def plane_lift(state: OcsState, mission: Mission, plane: int) -> Fraction:
    """Return what a plane carries: its printed lift, twice that at half range, or 2T on each glider.

    At half range with one glider it also carries its printed lift [14.10e-C.2]. A tow that lost a step
    carries 1T in all, 2T at half range [14.10e-F, R-OCS-234].
    """
    table, printed = series_tables()["air_transport"], Fraction(values(state, plane).lift)
    twice = mission.double >> plane & 1
    points = towed(state, mission).get(plane, 0)
    if not points:
        return printed * (2 if twice else 1)
    if state.lost[plane]:
        return Fraction(table["reduced_tow_tokens"] * (2 if twice else 1))
    return Fraction(points * table["glider_tokens"]) + (printed if twice and points == 1 else 0)


def lift(state: OcsState, mission: Mission) -> Fraction:
    """Return what the planes of a mission carry together [14.9a, 14.9b]."""
    return sum((plane_lift(state, mission, plane) for plane in mission.planes), Fraction(0))


def glider_lift(state: OcsState, mission: Mission) -> int:
    """Return the tokens that fly on gliders, of the tows still there [14.10e-C]."""
    each: int = series_tables()["air_transport"]["glider_tokens"]
    return sum(
        points * each if not state.lost[plane] else math.floor(plane_lift(state, mission, plane))
        for plane, points in towed(state, mission).items()
    )


def on_gliders(state: OcsState, mission: Mission) -> tuple[tuple[int, ...], int]:
    """Return the units and tokens that land by glider: units that cannot jump first, then as named."""
    room, units = Fraction(glider_lift(state, mission)), list[int]()
    counters = state.scenario.counters
    for unit in sorted(mission.cargo, key=lambda c: counters[c].para):
        if size(state, unit) <= room:
            units.append(unit)
            room -= size(state, unit)
    return tuple(units), min(mission.tokens, math.floor(room))


def loading_place(state: OcsState, counter: int) -> int:
    """Return where a plane or its cargo loads: a hex, or a negative number for each box [R-OCS-228]."""
    hex_ = where(state, counter)
    return hex_ if hex_ >= 0 else -2 - state.host[counter]


def from_hex(state: OcsState, mission: Mission) -> Hex:
    """Return the hex where the supply of a mission is loaded: the base of its first Transport [R-OCS-228]."""
    carriers = [c for c in mission.planes if values(state, c).lift]
    return where(state, (carriers or mission.planes)[0])


def lose_mission_step(state: OcsState, plane: int, rule: str) -> list[Event]:
    """Take a step from a plane; the gliders of a Transport that dies are lost [14.1b, 14.10e-G]."""
    mission, base = state.mission, state.host[plane]
    points = towed(state, mission).get(plane, 0) if mission is not None else 0
    events = lose_step(state, plane, rule)
    if points and state.host[plane] == NO_COUNTER:
        state.gliders[base] -= points
        _tow_less(state, points)
    return events


def abort_cargo(state: OcsState, planes: tuple[int, ...]) -> None:
    """Note the lift of mission planes that abort now; their gliders return unused [R-OCS-217, R-OCS-233]."""
    mission = state.mission
    if mission is None or mission.kind not in CARRIES:
        return
    tows = towed(state, mission)
    lifted = sum((plane_lift(state, mission, c) for c in planes if c in mission.planes), Fraction(0))
    state.mission = replace(mission, spared=mission.spared + math.floor(lifted * TOKENS))
    _tow_less(state, sum(tows.get(c, 0) for c in planes))


def _tow_less(state: OcsState, points: int) -> None:
    assert state.mission is not None, "a mission is being flown"
    state.mission = replace(state.mission, gliders=state.mission.gliders - points)
    changed(state)


# -- cargo that flies on -----------------------------------------------------------------------------


def flies_on(state: OcsState) -> bool:
    """Return whether planes that have unloaded can take cargo on to another base, by option [21.12a]."""
    mission = state.mission
    if mission is None or mission.kind != "airlift" or not state.scenario.on("21.12a"):
        return False
    return mission.stage == "home" and mission.goal >= 0 and mission.target >= 0 and not mission.planes


def can_fly_on(state: OcsState, plane: int) -> bool:
    """Return whether a plane could take cargo on from the mission hex [21.12a.1]."""
    mission = state.mission
    if mission is None or not flies_on(state) or not values(state, plane).lift:
        return False
    units = units_at(state, mission.target, mission.side)
    return bool(units or movable_supply(state, mission.side, mission.target))


def counted_load(state: OcsState, mission: Mission) -> Fraction:
    """Return the load that is unloaded at the mission hex: not what flies on [21.12a.1]."""
    if mission.via != NO_COUNTER:
        return load(state, mission)
    onward = sum((size(state, unit) for unit in mission.further), Fraction(mission.further_tokens))
    return load(state, mission) - onward


# -- cargo that no longer fits -----------------------------------------------------------------------


def capacity_left(state: OcsState, mission: Mission) -> Fraction:
    """Return the lift now; planes that aborted over their destination still land there [R-OCS-216]."""
    landed = Fraction(mission.spared, TOKENS) if mission.kind == "airlift" else Fraction(0)
    return lift(state, mission) + landed


def too_heavy(state: OcsState, mission: Mission) -> bool:
    """Return whether cargo must be left behind; fractions of a token count as whole [14.4g.2]."""
    return load(state, mission) > math.ceil(capacity_left(state, mission))


def lighten(state: OcsState, events: list[Event]) -> bool:
    """Take away cargo that the planes no longer carry; ask if there is a choice; return whether done.

    With one kind of cargo there is none [14.4g.1].
    """
    mission = state.mission
    assert mission is not None, "a mission is being flown"
    while too_heavy(state, mission):
        if mission.cargo and (len(mission.cargo) > 1 or mission.tokens):
            ask(state, Question("jettison", mission.side, mission.cargo, mission.target, (mission.tokens,)))
            return False
        events += leave_behind(state, mission.cargo[0] if mission.cargo else -1)
        mission = state.mission
        assert mission is not None, "the mission goes on"
    return True


def leave_behind(state: OcsState, unit: int) -> list[Event]:
    """Take a unit, or a token for -1, out of the mission: it returns with aborted planes, or is lost.

    What returns is limited by the lift of the planes that aborted [R-OCS-217].
    """
    mission, scenario = state.mission, state.scenario
    assert mission is not None, "a mission is being flown"
    part = math.ceil((size(state, unit) if unit >= 0 else 1) * TOKENS)
    returns = mission.kind != "airlift" and part <= mission.spared
    origin = mission.loaded
    tokens = mission.tokens - (unit < 0)
    waiting = mission.further_tokens  # on the second leg it waits at the first base [21.12a]
    state.mission = replace(
        mission,
        cargo=tuple(c for c in mission.cargo if c != unit),
        tokens=tokens,
        further=tuple(c for c in mission.further if c != unit),
        further_tokens=waiting if mission.via != NO_COUNTER else min(waiting, tokens),
        spared=mission.spared - part if returns else mission.spared,
    )
    changed(state)
    if returns:
        return []
    side = scenario.sides[mission.side]
    if unit < 0:
        drain_old(state, mission.side, origin, 1)
        state.ledger[mission.side] -= 1
        return [CargoLost(side=side, tokens=1, rule="14.4g.1")]
    remove(state, unit)
    return [CargoLost(side=side, units=scenario.names[unit], rule="14.4g.1")]


# -- the question ------------------------------------------------------------------------------------


def answers(state: OcsState, question: Question) -> list[Order]:
    """List what can be left behind: each unit, or a token."""
    found = [Order("jettison", units=state.scenario.names[unit]) for unit in question.units]
    return [*found, Order("jettison", words=("token",))] if question.data[0] else found


def check(state: OcsState, question: Question, order: Order) -> Illegal | None:
    """Return why cargo cannot be left behind, or None."""
    if order in answers(state, question):
        return None
    return Illegal("14.4g.1", "name one unit of the cargo, or a token: jettison UNIT")


def answer(state: OcsState, question: Question, order: Order) -> list[Event]:
    """Leave a unit or token behind."""
    state.questions.pop()
    return leave_behind(state, state.scenario.index[order.units[0]] if order.units else -1)


def sentence(state: OcsState, question: Question) -> Text:
    """Return the prompt."""
    return Text("The planes carry less now: choose cargo to leave behind.")
