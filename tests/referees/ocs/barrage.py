"""Barrages and their chances [10]."""

from __future__ import annotations

from fractions import Fraction

from tests.referees.ocs.combat import category, hedgehog, rounded
from tests.referees.ocs.position import TABLES, Position, face, is_combat, other, size, steps


def barrage_chances(p: Position, guns: list[str], target: str) -> dict[str, Fraction]:
    """Return the probability of every effect of a barrage on combat units [10.0, R-OCS-04, R-OCS-07]."""
    table = TABLES["barrage"]
    side = str(p.row(guns[0])["side"])
    foe = other(side)
    units = [u for u in p.stacks[target] if is_combat(p, u, foe)]
    total = sum(
        (Fraction(face(p, gun)["barrage"]) / (2 if p.has("dg", gun) else 1) for gun in guns), Fraction(0)
    )
    at = max(i for i, least in enumerate(table["column_min"]) if rounded(total) >= least)
    formations: dict[str, Fraction] = {}
    for unit in units:
        key = p.row(unit).get("formation") or unit
        formations[key] = formations.get(key, Fraction(0)) + size(p, unit)
    dense = sum(
        value if name in p.at and steps(p, name) == 1 else min(value, Fraction(3))
        for name, value in formations.items()
    )
    shifts = table["shifts"]
    at += next(
        s for most, s in zip(shifts["density_re_max"], shifts["density_shift"], strict=True) if dense <= most
    )
    hog = hedgehog(p, target, foe)
    at += shifts["hedgehog_any_level"] if hog else 0
    at += min(shifts[f"terrain_{category(p, t).replace('-', '_')}"] for t in p.theatre.symbols[target])
    own = {p.at[u] for u in p.units(side)}
    spotted = bool(own & set(p.theatre.board.neighbours[target]))
    at += 0 if spotted else shifts["no_correct_spotter"]
    at += shifts["target_unit_in_strat_mode"] if any(p.has("strat", u) for u in units) else 0
    at = max(0, min(len(table["column_min"]) - 1, at))
    found: dict[str, Fraction] = {}
    for one in range(1, 7):
        for two in range(1, 7):
            code = table["results"][one + two - 2][at]
            if code == "[1/2]":
                code = "1/2" if spotted and hog < 3 else "DG"
            for die in range(1, 7):
                lost = 0
                if code == "1/2":
                    lost = 1 if die >= table["half_result_loss_die_min"] else 0
                elif code.isdigit():
                    lost = int(code)
                effect = "no effect" if code == "-" else "disorganized"
                if lost:
                    effect = f"{code}, {lost} step{'s' if lost > 1 else ''} lost, disorganized"
                found[effect] = found.get(effect, Fraction(0)) + Fraction(1, 216)
    return found
