"""Operation Sandown: the rules of the family, bound to this game's data."""

from __future__ import annotations

from pathlib import Path

from grognard.core.catalogue import catalogue_in
from grognard.games.sww3.rules import *  # noqa: F403 - all that the contract asks, as the family answers it
from grognard.games.sww3.rules import scenarios_in

DATA = Path(__file__).parent / "data"
scenario = scenarios_in(DATA)
catalogue = catalogue_in(DATA, "sandown")
