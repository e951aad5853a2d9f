"""Combat: strengths, odds, and who can attack or overrun [8, 9]."""

from __future__ import annotations

from fractions import Fraction

from tests.referees.ocs.movement import allowance, can_move, is_fueled_by_hq, needs_fuel, once_moving
from tests.referees.ocs.position import (
    CLASSES,
    PROHIBITED,
    TABLES,
    Position,
    attack_capable,
    face,
    is_combat,
    kind_of,
    mobility,
    other,
    size,
    steps,
)
from tests.referees.ocs.steps import step, trainbusted
from tests.referees.ocs.supply import dumps_in_reach
from tests.referees.ocs.zones import enemy_units


def rating(p: Position, unit: str) -> int:
    """Return the Action Rating in combat [9.6a]."""
    if p.has("strat", unit):
        return 0
    return int(p.row(unit).get("ar", 0)) - (1 if p.has("dg", unit) else 0)


def printed(p: Position, unit: str) -> int:
    """Return the strength on the side that is up; HQs and artillery have theirs by rule [13.1c, 13.4b]."""
    if kind_of(p, unit) == "hq":
        return 1 if p.has("turned", unit) else 5
    if kind_of(p, unit) in ("artillery", "rocket-artillery"):
        return 1
    return int(face(p, unit).get("strength", 0))


def own_strength(p: Position, unit: str, attacking: bool) -> Fraction:
    """Return a unit's strength by mode, steps lost and trace supply [5.7, 5.8, 5.10b, 9.5a, 9.11d]."""
    value = Fraction(printed(p, unit))
    if p.has("strat", unit):
        return Fraction(0)
    if p.has("dg", unit):
        value /= 2
    if p.has("reserve", unit) and not attacking:
        value /= 2
    lost, all_ = p.lost[unit], steps(p, unit)
    if all_ > 1 and lost and (attacking or lost * 2 >= all_):
        value /= 2
    if p.has("out", unit):
        value /= 2
    return value


def is_tank(p: Position, unit: str) -> bool:
    """Return whether a counter has the tank symbol."""
    return kind_of(p, unit) == "armour" or "tank-symbol" in p.row(unit).get("tags", [])


def anti_tank(p: Position, unit: str) -> int:
    """Return the anti-tank effects that a unit gives: 2 heavy, 1 light, 0 none [9.4e]."""
    category = p.row(unit).get("category", "other")
    if category == "armor" or (category == "mech" and is_tank(p, unit)):
        return 2
    if kind_of(p, unit) == "anti-tank" or "anti-aircraft" in p.row(unit).get("tags", []):
        return 2
    return 1 if category == "mech" else 0


def hedgehog(p: Position, hex_: str, side: str) -> int:
    """Return the level of a side's hedgehog in a hex [16.0d]."""
    for counter in p.stacks.get(hex_, []):
        if kind_of(p, counter) == "hedgehog" and p.row(counter)["side"] == side:
            return p.level[counter]
    return 0


def times(p: Position, unit: str, terrain: str, attacking: bool) -> Fraction:
    """Return what a terrain makes of a unit's strength [9.4]."""
    place = CLASSES.index(p.row(unit).get("category", "other"))
    weather = p.theatre.charts["weather"]["conditions"][p.condition]
    frozen = set(weather.get("frozen", []))
    if mobility(p, unit) == "leg":
        frozen |= set(weather.get("leg-only", []))
    if terrain in p.theatre.charts["hexside"]:
        chart = p.theatre.charts["hexside"][terrain]
        ice = chart.get("freezes-with") in frozen and "frozen-attack" in chart
        return Fraction(chart["frozen-attack" if ice else "attack"][place])
    return Fraction(
        p.theatre.charts["terrain"][terrain].get("attack" if attacking else "defend", ["1"] * 3)[place]
    )


def attack_value(p: Position, unit: str, terrain: str, level: int) -> Fraction:
    """Return a unit's attack strength against a terrain and a level of anti-tank effects [9.4e, R-OCS-64]."""
    factor = times(p, unit, terrain, attacking=True)
    category = p.row(unit).get("category", "other")
    if factor == 2 and category != "other" and level >= anti_tank(p, unit):
        factor = Fraction(3, 2)
    return own_strength(p, unit, attacking=True) * factor


def attack_total(p: Position, units: list[str], target: str) -> Fraction:
    """Return the total attack strength, against each stack in the worst terrain [9.4b, R-OCS-65]."""
    foe = other(str(p.row(units[0])["side"]))
    defenders = [u for u in p.stacks[target] if is_combat(p, u, foe)]
    level = max(anti_tank(p, u) for u in defenders)
    if hedgehog(p, target, foe):
        level = 2
    total = Fraction(0)
    for hex_ in {p.at[u] for u in units}:
        there = [u for u in units if p.at[u] == hex_]
        sides = [s for s in p.theatre.board.side_names(hex_, target) if s in p.theatre.charts["hexside"]]
        terrains = [*p.theatre.symbols[target], *sides]
        total += min(sum((attack_value(p, u, t, level) for u in there), Fraction(0)) for t in terrains)
    return total


def defence_total(p: Position, units: list[str], terrain: str, supplied: set[str]) -> Fraction:
    """Return the total defence strength in a terrain [9.4c, 9.5]."""
    total = Fraction(0)
    for unit in units:
        value = own_strength(p, unit, attacking=False) * times(p, unit, terrain, attacking=False)
        total += value if unit in supplied else value / 2
    return total


def supplied_defenders(p: Position, units: list[str]) -> set[str] | None:
    """Return the defenders with combat supply; None if there is some but too little [12.4, R-OCS-61]."""
    dumps = {d for u in units for d in dumps_in_reach(p, u)}
    there = sum(p.tokens[d] for d in dumps)
    price = 1 if sum(size(p, u) for u in units) <= 1 else 2
    if there >= price:
        return set(units)
    return None if there else {u for u in units if not p.has("exhausted", u)}


def rounded(value: Fraction) -> int:
    """Round to the nearest whole number, halves up [4.1]."""
    return int(value + Fraction(1, 2))


def column(line: str, attack: Fraction, defence: Fraction) -> int:
    """Return the column of the Combat Table before shifts [9.7, 9.14a, R-OCS-66, R-OCS-67]."""
    headings = [
        Fraction(int(text.split(":")[0]), int(text.split(":")[1]))
        for text in TABLES["combat"]["columns"][line.replace("-", "_")]
    ]
    if attack and not defence:
        return len(headings) - 1
    if defence and not attack:
        return 0
    if not attack:
        ratio = Fraction(1)
    elif attack >= defence:
        ratio = Fraction(rounded(attack / defence))
    else:
        ratio = Fraction(1, rounded(defence / attack))
    return max([i for i, heading in enumerate(headings) if heading <= ratio], default=0)


def lines(p: Position, units: list[str], target: str, supplied: set[str]) -> tuple[int, set[str]]:
    """Return the lowest column that a terrain of the defender's hex gives, and the odds it may be called."""
    foe = other(str(p.row(units[0])["side"]))
    defenders = [u for u in p.stacks[target] if is_combat(p, u, foe)]
    attack = attack_total(p, units, target)
    found = []
    for terrain in p.theatre.symbols[target]:
        line = category(p, terrain)
        at = column(line, attack, defence_total(p, defenders, terrain, supplied))
        found.append((at, str(TABLES["combat"]["columns"][line.replace("-", "_")][at])))
    least = min(at for at, _ in found)
    return least, {heading for at, heading in found if at == least}


def chances(start: int, drm: int, hog: int, overrun: bool) -> dict[str, Fraction]:
    """Return the probability of every result [9.8, 9.9]."""
    surprise = TABLES["surprise"]["overrun" if overrun else "regular"]
    rows, last = TABLES["combat"]["results"], len(TABLES["combat"]["results"][0]) - 1
    two = [Fraction(sum(1 for a in range(1, 7) for b in range(1, 7) if a + b == n), 36) for n in range(13)]
    columns: dict[int, Fraction] = {}
    for roll in range(2, 13):
        modified = roll + drm - (1 if hog else 0)
        way = -1 if modified <= surprise["defender_max"] else 1 if modified >= surprise["attacker_min"] else 0
        for die in range(1, 7):
            at = max(0, min(last, start + way * die))
            columns[at] = columns.get(at, Fraction(0)) + two[roll] / 6
    found: dict[str, Fraction] = {}
    for at, share in columns.items():
        for roll in range(2, 13):
            row = max(1, min(15, roll + drm - hog))
            result = rows[row - 1][at]
            found[result] = found.get(result, Fraction(0)) + share * two[roll]
    return found


def can_attack(p: Position, unit: str, target: str) -> bool:
    """Return whether a unit may attack an adjacent hex in this Combat Segment, supply aside [9.1, 11.0a]."""
    side = str(p.row(unit)["side"])
    if side != p.side or target in p.attacked or p.has("fought", unit) or not attack_capable(p, unit):
        return False
    if p.phase == "exploitation-combat" and not (p.has("exploit", unit) or p.has("released", unit)):
        return False
    if target not in p.theatre.board.neighbours[p.at[unit]] or target not in enemy_units(p, side):
        return False
    return step(p, side, mobility(p, unit), p.at[unit], target) < PROHIBITED


def can_pay_attack(p: Position, unit: str) -> bool:
    """Return whether a unit alone can get combat supply to attack [9.5, 12.4, 12.10]."""
    price = max(1, steps(p, unit) - p.lost[unit])
    there = sum(p.tokens[d] for d in dumps_in_reach(p, unit))
    return there >= price or not p.has("exhausted", unit)


def can_overrun(p: Position, unit: str, target: str) -> bool:
    """Return whether a unit alone can overrun an adjacent hex now [8.0, 8.1, 12.5b, R-OCS-57]."""
    p = once_moving(p, [unit])
    side = str(p.row(unit)["side"])
    if not can_move(p, unit) or not attack_capable(p, unit) or p.has("dg", unit):
        return False
    if target not in p.theatre.board.neighbours[p.at[unit]] or target not in enemy_units(p, side):
        return False
    if allowance(p, unit) - p.spent[unit] < TABLES["other_costs"]["overrun_mp"]:
        return False
    price = step(p, side, mobility(p, unit), p.at[unit], target, roads=False)
    price += target in trainbusted(p, side, mobility(p, unit))  # [14.8c]
    if price > TABLES["other_costs"]["overrun_max_hex_mp"]:
        return False
    here = [u for u in p.stacks[p.at[unit]] if is_combat(p, u, side)]
    if sum(size(p, u) for u in here) > TABLES["stacking"]["max_re"]:
        return False
    there = sum(p.tokens[d] for d in dumps_in_reach(p, unit))
    if needs_fuel(p, unit) and not is_fueled_by_hq(p, unit):
        there -= TABLES["fuel"]["single_unit_tokens"]
    if there < 0:
        return False
    return there >= max(1, steps(p, unit) - p.lost[unit]) or not p.has("exhausted", unit)


def category(p: Position, terrain: str) -> str:
    """Return the terrain category of a terrain in this weather [9.3]."""
    chart = p.theatre.charts["terrain"][terrain]
    frozen = p.theatre.charts["weather"]["conditions"][p.condition].get("frozen", [])
    found = chart["category"]
    return str(chart.get("frozen-category", found) if chart.get("freezes-with") in frozen else found)
