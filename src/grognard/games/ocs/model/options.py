"""Chapter 21 and the house rules: numbers that options change. The options themselves are in ``game.toml``.

Ask `scenario.on("21.9")` whether an option is on. Rules that an option replaces ask in their own modules.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from grognard.games.ocs.model.scenario import OcsScenario

TEMPO = "21.6"
Barrages = Literal["off", "half", "fueled"]
"""The values of HR-7, of which only one can be chosen [HR-7.3]."""


def start_times(scenario: OcsScenario) -> int:
    """Return the factor for supply and Transport Points at the start [21.6a, 21.6b]."""
    return _tempo(scenario, "tempo_start_times")


def rail_times(scenario: OcsScenario) -> int:
    """Return how many times the Rail Cap of the file a side has [21.6b]."""
    return _tempo(scenario, "tempo_rail_times")


def replacement_rolls(scenario: OcsScenario) -> int:
    """Return how often a side rolls on its Variable Reinforcement Table [21.6d]."""
    return _tempo(scenario, "tempo_replacement_rolls")


def arriving(scenario: OcsScenario, number: int) -> int:
    """Return tokens of new supply, or parts of Sea Cap: by option half as many again [21.6c, 4.1]."""
    if not scenario.on(TEMPO):
        return number
    return int(number * Fraction(scenario.tables["options"]["tempo_arrival_times"]) + Fraction(1, 2))


def _tempo(scenario: OcsScenario, key: str) -> int:
    return int(scenario.tables["options"][key]) if scenario.on(TEMPO) else 1


def cheaper_barrages(scenario: OcsScenario) -> Barrages:
    """Return which house rule for cheaper barrages is in force [HR-7]."""
    match scenario.options.get("HR-7"):
        case "half":
            return "half"
        case "fueled":
            return "fueled"
    return "off"
