"""Chapters 9.8 and 9.9: Surprise and the Combat Table, from a column and a DRM to a result. Knows no state.

Previews run the same functions over all dice.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Literal, NamedTuple

from grognard.core.dice import Roller, every_roll
from grognard.games.ocs.model.charts import series_tables


class Result(NamedTuple):
    """A decoded result of the Combat Table [9.10]."""

    a_loss: int
    a_option: int
    exploit_ar: int
    """The least Action Rating of attackers that can exploit; 0 for none [9.13]."""
    d_loss: int
    d_option: int
    d_dg: bool

    @property
    def for_defender(self) -> bool:
        """Return whether the defender suffers any result, even one he can ignore [5.7d, R-OCS-145]."""
        return bool(self.d_loss or self.d_option or self.d_dg)


class Shift(NamedTuple):
    """A column shift by Surprise."""

    surprise: Literal["", "attacker", "defender"]
    """The side that has Surprise; empty for neither."""
    columns: int
    """To the right, or to the left when negative [9.8]."""
    dice: tuple[int, ...]


class Outcome(NamedTuple):
    """The rolls of a combat and their result."""

    code: str
    column: int
    shift: Shift
    dice: tuple[int, int]


@lru_cache
def decode(code: str) -> Result:
    """Decode a result of the table.

    >>> decode("Ao1e4/DL1o2")
    Result(a_loss=0, a_option=1, exploit_ar=4, d_loss=1, d_option=2, d_dg=False)
    """
    return Result(**series_tables()["combat"]["codes"][code])


def last_column() -> int:
    """Return the rightmost column of the table [9.1g]."""
    return len(series_tables()["combat"]["results"][0]) - 1


def roll_surprise(drm: int, hedgehog: int, overrun: bool, dice: Roller) -> Shift:
    """Roll for Surprise, with the rating DRM and -1 for any hedgehog [9.8, 16.0d]."""
    table = series_tables()["surprise"]
    bounds = table["overrun" if overrun else "regular"]
    rolled = dice.roll("surprise"), dice.roll("surprise")
    total = sum(rolled) + drm + (table["hedgehog_drm"] if hedgehog else 0)
    if bounds["defender_max"] < total < bounds["attacker_min"]:
        return Shift("", 0, rolled)
    by = dice.roll("surprise shift")
    if total >= bounds["attacker_min"]:
        return Shift("attacker", by, (*rolled, by))
    return Shift("defender", -by, (*rolled, by))


def shift_column(column: int, by: int) -> int:
    """Shift a column, at most to either end of the table [9.1g].

    >>> shift_column(0, 6), shift_column(7, -9), shift_column(11, 4)
    (6, 0, 12)
    """
    return min(max(column + by, 0), last_column())


def roll_combat(column: int, drm: int, hedgehog: int, dice: Roller) -> tuple[str, tuple[int, int]]:
    """Roll on the Combat Table with the rating DRM less the hedgehog's level [9.9, 16.0d]."""
    table = series_tables()["combat"]
    rolled = dice.roll("combat"), dice.roll("combat")
    row = min(max(sum(rolled) + drm - hedgehog, table["roll_min"]), table["roll_max"])
    code: str = table["results"][row - table["roll_min"]][column]
    return code, rolled


def resolve(column: int, drm: int, hedgehog: int, overrun: bool, dice: Roller) -> Outcome:
    """Roll for Surprise, then for combat [9.2-6, 9.2-7, R-OCS-31]."""
    shift = roll_surprise(drm, hedgehog, overrun, dice)
    final = shift_column(column, shift.columns)
    code, rolled = roll_combat(final, drm, hedgehog, dice)
    return Outcome(code, final, shift, rolled)


@lru_cache(maxsize=2048)
def result_probabilities(column: int, drm: int, hedgehog: int, overrun: bool) -> dict[str, float]:
    """Return the exact probability of every result, over all dice of Surprise and combat."""
    found: dict[str, float] = {}
    for by, likely in _shift_probabilities(drm, hedgehog, overrun).items():
        for code, share in _roll_probabilities(shift_column(column, by), drm, hedgehog).items():
            found[code] = found.get(code, 0.0) + likely * share
    return {code: found[code] for code in series_tables()["combat"]["codes"] if code in found}


@lru_cache(maxsize=512)
def _shift_probabilities(drm: int, hedgehog: int, overrun: bool) -> dict[int, float]:
    found: dict[int, float] = {}
    for chance in every_roll(partial(roll_surprise, drm, hedgehog, overrun)):
        by = chance.result.columns
        found[by] = found.get(by, 0.0) + chance.probability
    return found


@lru_cache(maxsize=2048)
def _roll_probabilities(column: int, drm: int, hedgehog: int) -> dict[str, float]:
    found: dict[str, float] = {}
    for chance in every_roll(partial(roll_combat, column, drm, hedgehog)):
        code = chance.result[0]
        found[code] = found.get(code, 0.0) + chance.probability
    return found
