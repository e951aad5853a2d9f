"""Chapter 14: what a player sees before a mission, stage by stage, with exact chances.

Whether the enemy intercepts is his choice, not a chance: the chances are those of the mission let through,
and a line says what a Fighter would do to it. What the enemy hides is never guessed: HQs and units under a
stack, and his Fighters. Such numbers are shown as a range, and the chances at both ends of it [4.9].
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import combinations

from msgspec.structs import replace

from grognard.core.contract.explanation import Explanation, Line, Outcome
from grognard.core.contract.orders import Order
from grognard.core.dice import every_roll
from grognard.core.english import plural
from grognard.core.hexes.grid import Hex, bits, mask_of
from grognard.games.ocs.air.bases import active_over
from grognard.games.ocs.air.combat import rating
from grognard.games.ocs.air.flak import Point, faces_flak, flak_points, flak_units, is_late_war, victims
from grognard.games.ocs.air.planes import fighters, open_rated, values
from grognard.games.ocs.air.ranges import in_enemy_patrol
from grognard.games.ocs.combat.barrage import AIR_BASE, facility_named
from grognard.games.ocs.combat.barrage_table import (
    Shift,
    Shot,
    brackets_mean_dg,
    column_of,
    column_shifts,
    density,
    effect_in_words,
    plane_loss_chance,
    roll_barrage,
    roll_facility_barrage,
)
from grognard.games.ocs.flights import airlift, cargo, unloading
from grognard.games.ocs.flights.orders import escort_of
from grognard.games.ocs.missions.air_odds import Craft, air_combat, craft, none_left, round_chances
from grognard.games.ocs.missions.resolution import air_shot
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.counters import QUARTERS
from grognard.games.ocs.model.mission import Mission, MissionKind
from grognard.games.ocs.model.state import OcsState, units_at

FACES = 6
Results = dict[str, Fraction]
"""The chance of each result, in words."""
OFF, BOTH_OFF, TURNED, DRAWN = "enemy driven off", "all abort", "all yours abort", "nobody can attack"
"""How an Air Combat can end."""
MOST_FOES = 3
"""The largest number of enemy Fighters for which a sweep shows its chances."""


# -- ranges ------------------------------------------------------------------------------------------


def percent(low: Fraction, high: Fraction) -> str:
    """Return a chance, or the two ends of a range.

    >>> percent(Fraction(1, 12), Fraction(1, 12)), percent(Fraction(1, 12), Fraction(1, 6))
    ('8.3%', '8.3% to 16.7%')
    """
    low, high = min(low, high), max(low, high)
    return f"{float(low):.1%}" if low == high else f"{float(low):.1%} to {float(high):.1%}"


def _known(state: OcsState, side: int, hex_: Hex) -> int:
    """Return the enemy units in a hex that everybody sees: the top one, where it is known."""
    return units_at(state, hex_, 1 - side) & state.shown


def flak_range(state: OcsState, mission: Mission) -> tuple[list[Point], int]:
    """Return the Flak Points that are certain, and how many more hidden units may add [14.4e, 4.9a]."""
    points = flak_points(state, mission)
    hex_ = mission.target
    if hex_ < 0 or not units_at(state, hex_, 1 - mission.side):
        return points, 0
    known, hidden = _known(state, mission.side, hex_), 0
    if not known & state.scenario.hqs:
        points = [point for point in points if point.label != "HQ"]
        hidden += int(series_tables()["flak"]["modifiers"]["one_or_more_hq_in_hex"])
    flak = flak_units(state.scenario) & state.scenario.of_side[1 - mission.side]
    if is_late_war(state) and flak and not known & flak:
        points = [point for point in points if point.rule != "HR-14.5"]
        hidden += int(series_tables()["options"]["flak_unit_points"])
    return points, hidden


def size_shifts(state: OcsState, side: int, hex_: Hex) -> tuple[Shift, Shift]:
    """Return the shifts for the fewest and most RE that may be in an enemy hex [10.0a.4, 4.9a]."""
    table = series_tables()["barrage"]["shifts"]
    fewest = max(density(state, _known(state, side, hex_)), 1)
    most = max(fewest, series_tables()["stacking"]["max_re"] * QUARTERS)

    def shift(size: int) -> Shift:
        place = next(n for n, limit in enumerate(table["density_re_max"]) if size <= limit * QUARTERS)
        return Shift(f"{size / QUARTERS:g} RE in the hex", table["density_shift"][place], "10.0a.4")

    return shift(fewest), shift(most)


# -- Flak --------------------------------------------------------------------------------------------


def flak_chance(points: int) -> Fraction:
    """Return the chance that Flak costs the mission a step [14.4e].

    >>> [str(flak_chance(points)) for points in (0, 2, 6)]
    ['1/12', '5/18', '5/6']
    """
    return _chance_of(series_tables()["flak"]["loss_min"] - points)


def abort_chance(points: int) -> Fraction:
    """Return the chance that the Flak of the late war aborts a plane [HR-14.2].

    >>> [str(abort_chance(points)) for points in (0, 2)]
    ['5/18', '7/12']
    """
    return _chance_of(series_tables()["options"]["late_flak_abort_min"][0] - points)


def _chance_of(least: int) -> Fraction:
    """Return the chance of a roll of at least a number with two dice."""
    dice = range(1, FACES + 1)
    return Fraction(sum(a + b >= least for a in dice for b in dice), FACES * FACES)


Going = list[tuple[Fraction, OcsState, Mission]]
"""The missions that go on after Flak, with their chances."""


def after_flak(state: OcsState, mission: Mission, points: int) -> Going:
    """Return the missions that go on after Flak, with their chances, by the plane that is hit [14.4f]."""
    if not mission.bombers:
        return [(Fraction(1), state, mission)]
    if is_late_war(state):
        return _after_late_flak(state, mission, points)
    hit = flak_chance(points)
    found: Going = [(1 - hit, state, mission)]
    for die in range(1, FACES + 1):
        plane = victims(state, mission, die)[0]  # equally strong ones leave the same strength
        trial = state.copy()
        going_on = mission
        if trial.lost[plane]:
            going_on = replace(mission, planes=tuple(c for c in mission.planes if c != plane))
        else:
            trial.lost[plane] += 1
        found.append((hit / FACES, trial, going_on))
    return found


def _after_late_flak(state: OcsState, mission: Mission, points: int) -> Going:
    """Return the missions that go on after the Flak of the late war: planes abort at random [HR-14]."""
    chances = [_chance_of(least - points) for least in series_tables()["options"]["late_flak_abort_min"]]
    found: Going = [(1 - chances[0], state, mission)]
    for number, more in enumerate((*chances[1:], Fraction(0))):
        groups = list(combinations(mission.bombers, min(number + 1, len(mission.bombers))))
        for group in groups:
            left = tuple(c for c in mission.planes if c not in group)
            share = (chances[number] - more) / len(groups)
            found.append((share, state, replace(mission, planes=left)))
    return found


# -- results -----------------------------------------------------------------------------------------


def _table_results(shot: Shot, column: int, soft: bool) -> Results:
    found: Results = {}
    for rolled in every_roll(partial(roll_barrage, column, soft)):
        key = effect_in_words(rolled.result.code, rolled.result.steps, rolled.result.dg)
        found[key] = found.get(key, Fraction(0)) + Fraction(rolled.probability).limit_denominator(46656)
    return found


def _facility_results(points: int, words: Callable[[str], str]) -> Results:
    """Return the results on the Facility Table, a face of the die each [10.0c]."""
    rolls = every_roll(partial(roll_facility_barrage, column_of("facility", points)))
    found: Results = {}
    for rolled in rolls:
        key = words(rolled.result[1])
        found[key] = found.get(key, Fraction(0)) + Fraction(1, FACES)
    return found


def _hits(code: str) -> str:
    return plural(series_tables()["facility"]["codes"][code]["hits"], "hit")


def _marker(code: str) -> str:
    return "marker" if series_tables()["facility"]["codes"][code]["star"] else "no effect"


def results(state: OcsState, mission: Mission, points: int, size: Shift | None = None) -> Results:
    """Return the chances of a mission's results after Flak; `size` is the shift for the target's RE."""
    found: Results = {}
    for chance, trial, going_on in after_flak(state, mission, points):
        for key, further in _outcome(trial, going_on, size).items():
            found[key] = found.get(key, Fraction(0)) + chance * further
    return {key: chance for key, chance in found.items() if chance}


def plane_losses(state: OcsState, mission: Mission, points: int) -> Fraction:
    """Return the chance that each plane at a base that is bombed loses a step, after Flak [10.0c-A.1]."""
    total = Fraction(0)
    for chance, trial, going_on in after_flak(state, mission, points):
        if going_on.bombers:
            total += chance * plane_loss_chance(air_shot(trial, going_on).points)
    return total


def _outcome(state: OcsState, mission: Mission, size: Shift | None) -> Results:
    if not mission.bombers:
        return {"no effect": Fraction(1)}
    shot, side, hex_ = air_shot(state, mission), mission.side, mission.target
    if mission.kind == "trainbust":
        return _facility_results(shot.points, _marker)
    if mission.aim:
        return _facility_results(shot.points, _hits)
    shifts = [shift for shift in column_shifts(state, side, hex_, shot) if shift.rule != "10.0a.4"]
    moved = sum(shift.columns for shift in shifts) + (size.columns if size else 0)
    last = len(series_tables()["barrage"]["column_min"]) - 1
    column = min(max(column_of("barrage", shot.points) + moved, 0), last)
    return _table_results(shot, column, brackets_mean_dg(state, side, hex_, shot))


# -- what the player reads ---------------------------------------------------------------------------


def explain_mission(state: OcsState, side: int, order: Order) -> Explanation:
    """Explain a mission: the Air Combat it may meet, Flak, and its result."""
    kind: MissionKind = order.verb  # type: ignore[assignment]
    planes = tuple(state.scenario.index[id_] for id_ in order.units)
    mission = Mission(
        kind, side, state.scenario.hex(order.target), planes, aim=facility_named(order),
        escort=escort_of(state, kind, planes),
    )  # fmt: skip
    title = f"{'air barrage' if kind == 'barrage' else kind} of {order.target}"
    if kind == "sweep":
        title, whole = f"sweep of {order.target}", "against one Fighter, all rounds"
        return Explanation(title, tuple(_duel_lines(state, mission)), whole, combat_ends(state, mission))
    lines = [Line(state.scenario.called[c], str(values(state, c).barrage), "14.7.1") for c in planes]
    low, high, more = _way_there(state, mission)
    lines += more
    if kind == "trainbust" or mission.aim:
        ends = results(state, mission, low), results(state, mission, high)
        if mission.aim == AIR_BASE:
            losses = plane_losses(state, mission, low), plane_losses(state, mission, high)
            lines.append(Line("step loss of each plane at the base", percent(*losses), "10.0c-A.1"))
    else:
        few, many = size_shifts(state, side, mission.target)
        lines.append(_size_line(few, many))
        shot = air_shot(state, mission)
        lines += [
            Line(shift.label, f"{shift.columns:+d}", shift.rule)
            for shift in column_shifts(state, side, mission.target, shot)
            if shift.rule != "10.0a.4"
        ]
        ends = results(state, mission, low, many), results(state, mission, high, few)
    total = plural(air_shot(state, mission).points, "point")
    return Explanation(title, tuple(lines), f"{total}, if no plane is lost on the way", ranged(*ends))


def ranged(best: Results, worst: Results) -> tuple[Outcome, ...]:
    """Return the results with their chances, or with both ends of a range."""
    nothing, found = Fraction(0), []
    for key in dict.fromkeys((*best, *worst)):
        low, high = sorted((best.get(key, nothing), worst.get(key, nothing)))
        found.append(Outcome(key, float(low), at_most=None if low == high else float(high)))
    return tuple(found)


def _size_line(few: Shift, many: Shift) -> Line:
    shown = f"{few.columns:+d}" if few == many else f"{few.columns:+d} to {many.columns:+d}"
    return Line("RE in the hex", shown, "10.0a.4")


def _way_there(state: OcsState, mission: Mission) -> tuple[int, int, list[Line]]:
    """Return the fewest and most Flak Points, and the lines on the way to the target."""
    lines: list[Line] = []
    if in_enemy_patrol(state, mission):
        lines += _intercepted(state, mission)
    if not faces_flak(state, mission):
        return 0, 0, lines
    points, hidden = flak_range(state, mission)
    lines += [Line(f"Flak: {point.label}", f"+{point.points}", point.rule) for point in points]
    if hidden:
        label = "Flak: HQ and flak units" if hidden > 1 else "Flak: HQ"
        lines.append(Line(label, "+0 or +1" if hidden == 1 else f"+0 to +{hidden}", "14.4e"))
    sure = sum(point.points for point in points)
    if is_late_war(state):
        aborts = percent(abort_chance(sure), abort_chance(sure + hidden))
        lines.append(Line("chance that Flak aborts a plane", aborts, "HR-14.2"))
    losses = percent(flak_chance(sure), flak_chance(sure + hidden))
    lines.append(Line("chance of a step loss by Flak", losses, "14.4e"))
    return sure, sure + hidden, lines


def enemy_fighters(state: OcsState, side: int) -> tuple[Craft, Craft] | None:
    """Return the worst and best Fighter that the enemy has in the game; which are where is hidden."""
    own = fighters(state.scenario) & state.scenario.of_side[1 - side]
    faces = [
        face
        for c in bits(own)
        if (data := state.scenario.counters[c].plane)
        for face in (data.full, data.reduced)
        if not face.paren
    ]
    far = series_tables()["options"]["long_range_rating"] if state.scenario.on("21.4") else 0
    ratings = [rated for face in faces for rated in (face.air, face.air - far)]  # [21.4-B]
    return (Craft(min(ratings), False), Craft(max(ratings), False)) if ratings else None


def turned_back(state: OcsState, mission: Mission, foe: Craft) -> Fraction:
    """Return the chance that an interceptor turns all mission planes back, bystanders helping [14.4d.2]."""
    there = active_over(state, mission.target, mission.side) if mission.target >= 0 else 0
    ours = [craft(state, c, mission) for c in mission.planes]
    ours += [craft(state, c, mission)._replace(worth=0) for c in bits(there & ~mask_of(mission.planes))]
    return none_left(air_combat(tuple(ours), (foe,), False), (1 << len(mission.planes)) - 1)


def _intercepted(state: OcsState, mission: Mission) -> list[Line]:
    """Say what an enemy Fighter would do to a mission in its Patrol Zone [14.5.2]."""
    found = enemy_fighters(state, mission.side)
    if found is None:
        return []
    ends = [turned_back(state, mission, foe) for foe in found]
    worst, best = (foe.rating for foe in found)
    rated = str(best) if worst == best else f"{worst} to {best}"
    return [Line(f"all turn back if a Fighter rated {rated} intercepts", percent(*ends), "14.5.2")]


def _whole_combat(state: OcsState, mission: Mission, foe: Craft, count: int) -> Results:
    """Return how an Air Combat over the target with some like Fighters ends, after all rounds [14.3e-D]."""
    ours = tuple(craft(state, c, mission)._replace(worth=1) for c in mission.planes)
    found: Results = {}
    for (left, right), chance in air_combat(ours, (foe,) * count, True).items():
        key = (OFF if left else BOTH_OFF) if not right else TURNED if not left else DRAWN
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def combat_ends(state: OcsState, mission: Mission) -> tuple[Outcome, ...]:
    """Return how an Air Combat with one enemy Fighter over the target ends, after all rounds [14.3e-D]."""
    found = enemy_fighters(state, mission.side)
    return ranged(*(_whole_combat(state, mission, foe, 1) for foe in found)) if found else ()


def _duel_lines(state: OcsState, mission: Mission) -> list[Line]:
    """Say how the first round and the whole combat go, against the worst and best Fighters.

    How many Active planes are at the base is hidden but for the top one, so several numbers are shown.
    """
    found, lines = enemy_fighters(state, mission.side), list[Line]()
    for plane in mission.planes:
        if found is None or not open_rated(state, 1 << plane):
            continue
        own = rating(state, plane, mission)
        wins = [round_chances(own - foe.rating)["defender"] for foe in found]
        turned = [round_chances(own - foe.rating)["attacker"] for foe in found]
        name = state.scenario.called[plane]
        rated = f"{found[0].rating} to {found[1].rating}"
        lines.append(Line(f"first round: {name} beats a Fighter rated {rated}", percent(*wins), "14.3e-C.1"))
        lines.append(Line(f"first round: {name} aborts", percent(*turned), "14.3e-C.1"))
    if found and open_rated(state, mask_of(mission.planes)):
        for count in range(1, MOST_FOES + 1):
            ends = [_whole_combat(state, mission, foe, count) for foe in found]
            cleared = [end.get(OFF, Fraction(0)) + end.get(BOTH_OFF, Fraction(0)) for end in ends]
            label = f"all rounds: no Fighter of {count} is left"
            lines.append(Line(label, percent(*cleared), "14.3e-D"))
    loss = Fraction(FACES + 1 - series_tables()["air_combat"]["loss_min"], FACES)
    lines.append(Line("step loss of those who abort", percent(loss, loss), "14.3e-C.2"))
    if state.scenario.on("HR-13"):
        less = Fraction(FACES + 1 - series_tables()["options"]["loss_over_base_min"], FACES)
        lines.append(Line("step loss of enemies who abort over their base", percent(less, less), "HR-13"))
    return lines


def explain_cargo(state: OcsState, order: Order) -> Explanation:
    """Explain Air Transport or an Air Drop: lift, Flak, and the chance of each unit and token to land."""
    side = state.side
    mission = airlift.read(state, side, order)
    lines = [Line("lift", f"{float(cargo.lift(state, mission)):g}T", "14.9a.1")]
    lines.append(Line("load", f"{float(cargo.load(state, mission)):g}T", "14.9c.1"))
    lines += _way_there(state, mission)[2]
    if mission.kind == "drop":
        lines += [
            Line(label, percent(chance, chance), "14.10d.1") for label, chance in drop_chances(state, mission)
        ]
    return Explanation(f"{order.verb} to {order.target}", tuple(lines), "if the planes get through")


def drop_chances(state: OcsState, mission: Mission) -> list[tuple[str, Fraction]]:
    """List the units and tokens of an Air Drop with the chance that each lands [14.10d.1]."""
    least = unloading.needed(state, mission.side, mission.target)
    by_glider, glided = cargo.on_gliders(state, mission)
    found = []
    for unit in mission.cargo:
        nation = state.scenario.counters[unit].nation
        chance = drop_chance(state, least, nation, unit in by_glider, mission.target)
        found.append((state.scenario.called[unit], chance))
    nation = state.scenario.counters[mission.planes[0]].nation
    for tokens, glider in ((glided, True), (mission.tokens - glided, False)):
        if tokens:
            chance = drop_chance(state, least, nation, glider, mission.target)
            found.append((f"each of {plural(tokens, 'token')}", chance))
    return found


def drop_chance(state: OcsState, least: int, nation: str, glider: bool, hex_: Hex = -1) -> Fraction:
    """Return the chance that a unit or token lands with the roll needed in a hex [14.10d.1, 14.10e-E]."""
    dice, more = range(1, FACES + 1), unloading.modifier(state, nation, glider, hex_)
    return Fraction(sum(a + b + more >= least for a in dice for b in dice), FACES * FACES)
