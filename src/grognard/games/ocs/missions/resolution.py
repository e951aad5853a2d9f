"""Step F of 14.2f: what a mission does, by its kind."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.contract.events import Event
from grognard.core.dice import Roller
from grognard.core.facts import changed
from grognard.core.hexes.grid import mask_of
from grognard.games.ocs.air.bases import active_at, active_limit, base_at, rebase
from grognard.games.ocs.air.planes import fighters, strategic, strength, values
from grognard.games.ocs.air.ranges import between, distance, is_beyond_half, is_long_range
from grognard.games.ocs.combat.barrage import fire
from grognard.games.ocs.combat.barrage_table import Shot, column_of, roll_facility_barrage
from grognard.games.ocs.fleet import gunnery
from grognard.games.ocs.flights import unloading
from grognard.games.ocs.flights.returns import land
from grognard.games.ocs.model.air_events import Trainbusted
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.state import OcsState


def resolve(state: OcsState, mission: Mission, dice: Roller, events: list[Event]) -> None:
    """Resolve a mission; a Fighter Sweep has nothing left to do [14.6.2]."""
    if mission.kind in ("barrage", "hip-shoot", "trainbust") and not mission.bombers:
        return
    if mission.aim == "ship":
        gunnery.announce(state, mission.side, mission.target, list(mission.bombers), "ship", dice, events)
    elif mission.kind in ("barrage", "hip-shoot"):
        fire(state, mission.side, mission.target, air_shot(state, mission), mission.aim, dice, events)
    elif mission.kind == "trainbust":
        events += _trainbust(state, mission, dice)
    elif mission.kind == "transfer":
        _transfer(state, mission, events)
    elif mission.kind == "airlift" and (mission.cargo or mission.tokens):
        events += unloading.unload(state, mission)
    elif mission.kind == "drop" and (mission.cargo or mission.tokens):
        events += unloading.drop(state, mission, dice)


def own_base(state: OcsState, mission: Mission) -> int:
    """Return the mission side's base in the mission hex, or the box it flies to; -1 for none [14.1c.3]."""
    if mission.target < 0:
        return mission.goal
    return base_at(state, mission.target, mission.side)


# -- barrage -----------------------------------------------------------------------------------------


def air_shot(state: OcsState, mission: Mission) -> Shot:
    """Return the barrage of the mission planes, by the sides now up [14.7, 14.7c, 14.1e]."""
    planes = mask_of(mission.bombers)
    far = max(distance(state, state.host[c], mission.target) for c in mission.bombers)
    high = bool(planes & strategic(state.scenario))
    long = any(is_long_range(state, c, mission) for c in mission.bombers)
    return Shot("air", planes, strength(state, planes), far, high, long)


# -- Trainbusting ------------------------------------------------------------------------------------


def _trainbust(state: OcsState, mission: Mission, dice: Roller) -> list[Event]:
    """Roll on the Facility Table; an asterisk places a Trainbusting marker [14.8a, 10.0c-C.1]."""
    points = strength(state, mask_of(mission.bombers))
    _, code, die = roll_facility_barrage(column_of("facility", points), dice)
    placed: bool = series_tables()["facility"]["codes"][code]["star"]
    if placed:
        state.busted[mission.side] |= 1 << mission.target
        changed(state)
    return [
        Trainbusted(
            side=state.scenario.sides[mission.side],
            hexes=(state.scenario.label(mission.target),),
            dice=(die,),
            points=points,
            result=code,
            placed=placed,
            rule="14.8a",
            final=True,
        )
    ]


# -- Base Transfer -----------------------------------------------------------------------------------


def _transfer(state: OcsState, mission: Mission, events: list[Event]) -> None:
    """Land the planes at their new base; Fighters within normal range stay Active [14.11.2]."""
    active = fighters(state.scenario)
    for plane in mission.planes:
        far = between(state, state.host[plane], mission.goal)
        near = far <= values(state, plane).range
        if state.scenario.on("21.4") and is_beyond_half(state, plane, far):
            near = False  # [21.4-C]
        room = active_at(state, mission.goal).bit_count() < active_limit(state, mission.goal)
        stays = bool(active >> plane & 1) and near and room and rebase(state, mission.goal)
        assert state.mission is not None, "the mission is being flown"
        state.mission = replace(state.mission, planes=tuple(c for c in state.mission.planes if c != plane))
        events += land(state, (plane,), mission.goal, active=stays)
