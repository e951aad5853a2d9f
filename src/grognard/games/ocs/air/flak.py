"""Chapter 14.4: Flak against a mission, and the plane that takes the loss."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.dice import Roller
from grognard.core.hexes.grid import bits, mask_of
from grognard.games.ocs.air.bases import base_at
from grognard.games.ocs.air.planes import fighters, values
from grognard.games.ocs.air.ranges import in_enemy_patrol
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import NO_COUNTER, OcsState, assets_at, units_at

ALWAYS = ("barrage", "hip-shoot", "trainbust")
"""Missions that always face Flak [14.4a.1]."""
IN_PATROL_ZONE = ("airlift", "drop", "transfer")
"""Missions that face Flak in an enemy Patrol Zone only [14.4a.2]. Sweeps never do [14.4a.3]."""


class Point(NamedTuple):
    """A line of the Flak chart."""

    label: str
    points: int
    rule: str


def faces_flak(state: OcsState, mission: Mission) -> bool:
    """Return whether a mission is subject to Flak [14.4a]; the Patrol Zone as it is now [R-OCS-114]."""
    if mission.kind in ALWAYS:
        return True
    return mission.kind in IN_PATROL_ZONE and in_enemy_patrol(state, mission)


def flak_points(state: OcsState, mission: Mission) -> list[Point]:
    """List the Flak Points against a mission [14.4e], of the other side only [R-OCS-210]."""
    chart, scenario, enemy = series_tables()["flak"]["modifiers"], state.scenario, 1 - mission.side
    found: list[Point] = []
    if len(mission.bombers) >= series_tables()["air_missions"]["large_mission_aircraft"]:
        found.append(Point("3 or more aircraft", chart["three_or_more_aircraft"], "14.4e"))
    hex_ = mission.target
    if hex_ >= 0:
        if units_at(state, hex_, enemy) & scenario.hqs:
            found.append(Point("HQ", chart["one_or_more_hq_in_hex"], "14.4e"))
        if is_late_war(state) and units_at(state, hex_, enemy) & flak_units(scenario):
            found.append(Point("flak unit", series_tables()["options"]["flak_unit_points"], "HR-14.5"))
        base = base_at(state, hex_, enemy)
        if base != NO_COUNTER:
            each = chart["air_base_per_level"]
            found.append(Point("air base", each * state.level[base] or chart["air_strip"], "15.0b-B"))
        if hex_ in scenario.flak and (state.second >> hex_ & 1) == enemy:
            found.append(Point("printed Flak", scenario.flak[hex_], "14.4e"))
        if mission.kind in ("barrage", "hip-shoot"):  # [R-OCS-211]
            found.append(Point("ships", _ship_flak(state, hex_, enemy), "18.3f"))
    if in_enemy_patrol(state, mission):
        escorted = mask_of(mission.planes) & fighters(scenario)
        line = "patrol_zone_with_mission_fighter" if escorted else "patrol_zone_without_mission_fighter"
        found.append(Point("Patrol Zone", chart[line], "14.4c.2"))
        if mission.kind == "trainbust":
            found.append(Point("Trainbusting", chart["patrol_zone_trainbusting"], "14.4e"))
    return [point for point in found if point.points]


def _ship_flak(state: OcsState, hex_: int, side: int) -> int:
    """Return the Flak of a side's ships in a hex [18.3f]."""
    scenario, total = state.scenario, 0
    for c in bits(assets_at(state, hex_, side) & scenario.ships):
        ship = scenario.counters[c].ship
        assert ship is not None, "ships have values"
        total += (ship.damaged if state.lost[c] else ship.full).flak
    return total


@lru_cache(maxsize=64)
def flak_units(scenario: OcsScenario) -> CounterSet:
    """Return the combat units with a flak symbol, for the house rule [HR-14.5]."""
    return scenario.those(lambda c: c.flak)


def is_late_war(state: OcsState) -> bool:
    """Return whether the late-war Flak of the house rule applies: from June 1943 on [HR-14.1, R-OCS-290]."""
    since = state.scenario.file.late_war
    return state.scenario.on("HR-14") and 0 < since <= state.turn


def aborts_by(state: OcsState, total: int) -> int:
    """Return how many planes a modified Flak roll aborts, in the late war only [HR-14.2, HR-14.4]."""
    least: list[int] = series_tables()["options"]["late_flak_abort_min"]
    return sum(total >= low for low in least) if is_late_war(state) else 0


def roll_flak(points: int, dice: Roller) -> tuple[tuple[int, int], bool]:
    """Roll Flak; return the dice and whether the mission loses a step [14.4e]."""
    least: int = series_tables()["flak"]["loss_min"]
    rolled = dice.roll("Flak"), dice.roll("Flak")
    return rolled, sum(rolled) + points >= least


def victims(state: OcsState, mission: Mission, die: int) -> tuple[int, ...]:
    """Return the planes of which one takes a Flak loss by the Mission Loss Table [14.4f].

    Numbers follow the order named. Among equally weak or strong planes the owner chooses [R-OCS-213].
    """
    planes = mission.bombers
    found: str = series_tables()["mission_loss"][f"size_{len(planes)}"][die - 1]
    if found.isdigit():
        return (planes[int(found) - 1],)
    by_strength = [values(state, c).barrage for c in planes]
    wanted = min(by_strength) if found == "weakest" else max(by_strength)
    return tuple(c for c, points in zip(planes, by_strength, strict=True) if points == wanted)
