"""Fitted values of positions as data: weights, the quality of their fit, and a calibration table."""

from __future__ import annotations

import msgspec


class Moment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights for positions of one turn after the turn of one side, and how well they fit."""

    turn: int
    moved: str
    """The side that has just moved."""
    weights: tuple[float, ...]
    positions: int
    """Number of positions that were held out to judge the fit."""
    auc: float
    """Probability that a won position gets a higher value than a lost one (AUC)."""
    brier: float
    """Mean squared error of the chance (Brier score)."""
    score_auc: float
    """The same for the game's own score."""
    score_brier: float


class Bin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the calibration table: held-out positions with similar chances."""

    says: float
    wins: float
    positions: int


class Values(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fitted values of a scenario, for its first side."""

    scenario: str
    games: int
    seed: int
    moment: tuple[Moment, ...]
    calibration: tuple[Bin, ...] = ()
