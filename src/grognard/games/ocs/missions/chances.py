"""Chapters 14.4 and 14.7: what a player sees before an air barrage, stage by stage.

Chances are those of the mission let through: whether the enemy intercepts is his choice, not a chance.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from grognard.core.contract.explanation import Explanation, Line, Outcome
from grognard.core.contract.orders import Order
from grognard.core.dice import every_roll
from grognard.core.english import plural
from grognard.games.ocs.air.flak import flak_points
from grognard.games.ocs.air.planes import values
from grognard.games.ocs.air.ranges import interceptors
from grognard.games.ocs.combat.barrage import facility_named
from grognard.games.ocs.combat.barrage_table import (
    brackets_mean_dg,
    column_of,
    column_shifts,
    effect_in_words,
    final_column,
    roll_barrage,
    roll_facility_barrage,
)
from grognard.games.ocs.missions.resolution import air_shot
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.mission import Mission
from grognard.games.ocs.model.state import OcsState

FACES = 6


def flak_chance(points: int) -> Fraction:
    """Return the chance that Flak costs the mission a step [14.4e].

    >>> [str(flak_chance(points)) for points in (0, 2, 6)]
    ['1/12', '5/18', '5/6']
    """
    least: int = series_tables()["flak"]["loss_min"]
    dice = range(1, FACES + 1)
    hits = sum(a + b + points >= least for a in dice for b in dice)
    return Fraction(hits, FACES * FACES)


def preview_air_barrage(state: OcsState, side: int, order: Order) -> Explanation:
    """Explain an air barrage: interceptors in reach, Flak, and the result with all planes over the target."""
    scenario = state.scenario
    planes = tuple(scenario.index[id_] for id_ in order.units)
    aim = facility_named(order)
    mission = Mission("barrage", side, scenario.hex(order.target), planes, aim=aim)
    lines = [Line(scenario.called[c], str(values(state, c).barrage), "14.7.1") for c in planes]
    ready = interceptors(state, mission)
    lines.append(Line("Fighters that could intercept", str(len(ready)), "14.5.2"))
    points = flak_points(state, mission)
    lines += [Line(f"Flak: {point.label}", f"+{point.points}", point.rule) for point in points]
    hit = float(flak_chance(sum(point.points for point in points)))
    lines.append(Line("chance of a step loss by Flak", f"{hit:.1%}", "14.4e"))
    shot, found = air_shot(state, mission), dict[str, float]()
    if aim:
        for chance in every_roll(partial(roll_facility_barrage, column_of("facility", shot.points))):
            key = plural(chance.result[0], "hit")
            found[key] = found.get(key, 0.0) + chance.probability
    else:
        column = final_column(state, side, mission.target, shot)
        moved = column_shifts(state, side, mission.target, shot)
        lines += [Line(shift.label, f"{shift.columns:+d}", shift.rule) for shift in moved]
        soft = brackets_mean_dg(state, side, mission.target, shot)
        for rolled in every_roll(partial(roll_barrage, column, soft)):
            key = effect_in_words(rolled.result.code, rolled.result.steps, rolled.result.dg)
            found[key] = found.get(key, 0.0) + rolled.probability
    shown = f"{plural(shot.points, 'point')}, if no plane is lost on the way"
    outcomes = tuple(Outcome(key, chance) for key, chance in found.items())
    return Explanation(f"air barrage of {order.target}", tuple(lines), shown, outcomes)
