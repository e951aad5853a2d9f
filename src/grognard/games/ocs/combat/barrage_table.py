"""Chapters 10.0a to 10.0c: barrage strength, columns, shifts and the two tables.

Nothing here changes a state. Previews run the same functions over all dice.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from grognard.core.contract.counters import CounterSet
from grognard.core.dice import Roller
from grognard.core.english import plural
from grognard.core.hexes.grid import Hex, bits
from grognard.games.ocs.combat.strength import hedgehog_at, rounded, terrain_category, terrains_in
from grognard.games.ocs.model.charts import series_tables
from grognard.games.ocs.model.counters import QUARTERS
from grognard.games.ocs.model.state import OcsState, face, size_now, units_at


class Shift(NamedTuple):
    """A column shift, to the right or (negative) to the left."""

    label: str
    columns: int
    rule: str


FireArm = Literal["artillery", "air", "naval"]
"""What fires a barrage: artillery, aircraft or ships, which never combine [14.7a]."""


class Shot(NamedTuple):
    """A barrage before its target is looked at: who fires, with how many points."""

    arm: FireArm
    firers: CounterSet
    points: int
    range: int = 0
    """How far the farthest plane is from its base [14.7c]."""
    high: bool = False
    """Whether Strategic Bombers take part: always unspotted, never at short range [14.1e]."""
    long: bool = False
    """Whether a plane is beyond half its range, by option [21.4-A]."""


class BarrageResult(NamedTuple):
    """A result of the Barrage Table."""

    code: str
    """The code with brackets resolved [R-OCS-04]."""
    steps: int
    dg: bool
    dice: tuple[int, ...]


# -- strength and columns --------------------------------------------------------------------------


def barrage_points(state: OcsState, gun: int, half: CounterSet = 0) -> Fraction:
    """Return a unit's Barrage Strength: half if DG, full if Out of Supply [5.10b, 10.1b-B].

    By house rule the units in `half` fire half of it [HR-7].
    """
    points = Fraction(state.scenario.faces[gun][face(state, gun)].barrage)
    if state.dg >> gun & 1:
        points *= Fraction(series_tables()["combat"]["strength"]["disorganized"])
    return points * Fraction(series_tables()["options"]["half_barrage"]) if half >> gun & 1 else points


def barrage_strength(state: OcsState, guns: CounterSet, half: CounterSet = 0) -> int:
    """Return the strength of a barrage: the exact sum, rounded once [R-OCS-07]."""
    return rounded(sum((barrage_points(state, c, half) for c in bits(guns)), Fraction(0)))


def artillery(state: OcsState, guns: CounterSet, half: CounterSet = 0) -> Shot:
    """Return the barrage of some guns, those in `half` at half strength [10.1, HR-7]."""
    return Shot("artillery", guns, barrage_strength(state, guns, half))


def column_of(table: str, total: int) -> int:
    """Return the column of a strength, before shifts [10.0.4].

    >>> column_of("barrage", 16), column_of("barrage", 1), column_of("facility", 41)
    (5, 0, 6)
    """
    least: list[int] = series_tables()[table]["column_min"]
    return sum(total >= low for low in least) - 1


# -- shifts ----------------------------------------------------------------------------------------


def density(state: OcsState, units: CounterSet) -> int:
    """Return the density of a target in quarters of an RE; a division counts at most 3 [10.0a, R-OCS-81]."""
    scenario = state.scenario
    most = series_tables()["barrage"]["shifts"]["density_max_re_per_division"] * QUARTERS
    sizes: dict[tuple[str, int], int] = {}
    for c in bits(units):
        whole = scenario.formation_of[c]
        key = ("formation", whole) if whole >= 0 else ("unit", c)
        sizes[key] = sizes.get(key, 0) + size_now(state, c)
    single = ~scenario.multistep
    return sum(
        size if what == "unit" and single >> which & 1 else min(size, most)
        for (what, which), size in sizes.items()
    )


def has_spotter(state: OcsState, side: int, target: Hex) -> bool:
    """Return whether a combat unit of the firing side is adjacent to the target [10.0b]."""
    return bool(state.scenario.grid.around[target] & state.held[side])


def is_spotted(state: OcsState, side: int, target: Hex, shot: Shot) -> bool:
    """Return whether a barrage has a correct spotter; Strategic Bombers never have one [10.0b, 14.1e-A]."""
    return has_spotter(state, side, target) and not shot.high


def is_short_range(shot: Shot) -> bool:
    """Return whether all planes are near enough to their bases for a shift right [14.7c, 14.1e-C]."""
    near: int = series_tables()["barrage"]["shifts"]["short_range_hexes"]
    return shot.arm == "air" and not shot.high and shot.range <= near


def column_shifts(state: OcsState, side: int, target: Hex, shot: Shot) -> list[Shift]:
    """List the column shifts of a barrage on combat units [10.0a, 10.0b]."""
    table, enemy = series_tables()["barrage"]["shifts"], 1 - side
    units = units_at(state, target, enemy)
    size = density(state, units)
    place = next(i for i, most in enumerate(table["density_re_max"]) if size <= most * QUARTERS)
    found = [Shift(f"{size / QUARTERS:g} RE in the hex", table["density_shift"][place], "10.0a.4")]
    if hedgehog_at(state, target, enemy):
        found.append(Shift("hedgehog", table["hedgehog_any_level"], "10.0.4"))
    # the target's owner chooses the terrain [10.0a.2]
    ground = min(terrains_in(state.scenario, target), key=lambda t: _terrain_shift(state, t))
    found.append(Shift(ground.replace("-", " "), _terrain_shift(state, ground), "10.0a.2"))
    if not is_spotted(state, side, target, shot):
        found.append(Shift("no spotter", table["no_correct_spotter"], "10.0b.2"))
    if units & state.strat:
        found.append(Shift("Strat Mode in the hex", table["target_unit_in_strat_mode"], "10.0.4"))
    if is_short_range(shot):
        near = table["all_aircraft_within_10_hexes_of_base"]
        found.append(Shift("all aircraft near their bases", near, "14.7c"))
    if shot.long:
        found.append(Shift("aircraft beyond half their range", long_range_shift(), "21.4-A"))
    return [shift for shift in found if shift.columns]


def long_range_shift() -> int:
    """Return the shift for aircraft beyond half their range, by option [21.4-A]."""
    columns: int = series_tables()["options"]["long_range_shift"]
    return columns


def _terrain_shift(state: OcsState, terrain: str) -> int:
    line = terrain_category(state, terrain).replace("-", "_")
    columns: int = series_tables()["barrage"]["shifts"][f"terrain_{line}"]
    return columns


def final_column(state: OcsState, side: int, target: Hex, shot: Shot) -> int:
    """Return the column after all shifts, at most at either end of the table [R-OCS-83]."""
    column = column_of("barrage", shot.points)
    column += sum(shift.columns for shift in column_shifts(state, side, target, shot))
    return min(max(column, 0), len(series_tables()["barrage"]["column_min"]) - 1)


# -- dice ------------------------------------------------------------------------------------------


def brackets_mean_dg(state: OcsState, side: int, target: Hex, shot: Shot) -> bool:
    """Return whether a bracketed result is DG only [R-OCS-04].

    So it is without a spotter, against a strong hedgehog, and from aircraft and ships.
    """
    table = series_tables()["barrage"]["bracketed"]
    least = table["read_as_dg_if_hedgehog_level_min"]
    if shot.arm != "artillery" and table[f"read_as_dg_if_{shot.arm}_barrage"]:
        return True
    return not has_spotter(state, side, target) or hedgehog_at(state, target, 1 - side) >= least


def roll_barrage(column: int, soft: bool, dice: Roller, naval: bool = False) -> BarrageResult:
    """Roll on the Barrage Table; every result but a dash also disorganizes [10.0a, R-OCS-80].

    Results of ships against ground units are reduced [18.3b].
    """
    table = series_tables()["barrage"]
    rolled = dice.roll("barrage"), dice.roll("barrage")
    code: str = table["results"][sum(rolled) - 2][column]
    if code.startswith("["):
        code = "DG" if soft else code.strip("[]")
    if naval:
        code = table["ship_vs_ground"][code]
    if code == "1/2":
        die = dice.roll("half a step")
        return BarrageResult(code, int(die >= table["half_result_loss_die_min"]), True, (*rolled, die))
    return BarrageResult(code, int(code) if code.isdigit() else 0, code != "-", rolled)


def roll_facility_barrage(column: int, dice: Roller) -> tuple[int, str, int]:
    """Roll on the Facility Table, without shifts; return hits, code and die [10.0c]."""
    table = series_tables()["facility"]
    die = dice.roll("barrage on a facility")
    code: str = table["results"][die - 1][column]
    return table["codes"][code]["hits"], code, die


def plane_loss_chance(total: int) -> Fraction:
    """Return the chance that a barrage of an air base costs each plane there a step [10.0c-A.1].

    >>> str(plane_loss_chance(41))
    '1/2'
    """
    table, faces = series_tables()["facility"], range(1, 7)
    column = column_of("facility", total)
    checks = [table["codes"][table["results"][die - 1][column]]["check"] for die in faces]
    hits = sum(die >= least for least in checks if least for die in faces)
    return Fraction(hits, len(faces) ** 2)


def column_heading(column: int) -> str:
    """Return the heading of a column of the Barrage Table."""
    table = series_tables()["barrage"]
    low, high = table["column_min"][column], table["column_max"][column]
    if not column:
        return f"column {high} or less"
    if column == len(table["column_min"]) - 1:
        return f"column {low} or more"
    return f"column {low}" if low == high else f"column {low}–{high}"


def effect_in_words(code: str, steps: int, disorganized: bool) -> str:
    """Return what a result does, for players.

    >>> effect_in_words("1/2", 1, True)
    '1/2, 1 step lost, disorganized'
    """
    if not disorganized:
        return "no effect"
    lost = f"{code}, {plural(steps, 'step')} lost, " if steps else ""
    return f"{lost}disorganized"
