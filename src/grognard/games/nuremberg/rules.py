"""Objective Nuremberg: the rules of the series, bound to this game's data and exclusive rules."""

from __future__ import annotations

from pathlib import Path

from grognard.core.catalogue import catalogue_in
from grognard.games.afcent.rules import *  # noqa: F403 - all that the contract asks, as the family answers it
from grognard.games.afcent.rules import scenarios_in
from grognard.games.nuremberg import exclusive

DATA = Path(__file__).parent / "data"
scenario = scenarios_in(DATA, exclusive)
catalogue = catalogue_in(DATA, "nuremberg")
