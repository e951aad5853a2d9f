"""The games, by id. A plain table: which package holds the rules of which game."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from grognard.core.errors import GrognardError

if TYPE_CHECKING:
    from grognard.core.contract import Rules
    from grognard.core.scenario import GameFile, ScenarioFile

GAMES = {
    "strike-force-one": "strike_force_one",
    "pincher": "pincher",
    "sandown": "sandown",
    "grand-campaign": "grand_campaign",
    "nuremberg": "nuremberg",
    "ocs": "ocs",
}
SHORT = {"sfo": "strike-force-one", "grand": "grand-campaign"}
"""Short names that catalogues and people use."""


def game_id(name: str) -> str:
    """The id of a game by id or short name."""
    name = SHORT.get(name, name)
    if name not in GAMES:
        raise GrognardError(f"there is no game {name!r}; there are: {', '.join(GAMES)}")
    return name


def rules_of(name: str) -> Rules:
    """The rules of a game (imported when first asked for)."""
    module = import_module(f"grognard.games.{GAMES[game_id(name)]}.rules")
    return cast("Rules", module)


def data_folder(name: str) -> Path:
    """Where a game's data files are."""
    return Path(__file__).parent / GAMES[game_id(name)] / "data"


def game_file(name: str) -> GameFile:
    """What all scenarios of a game share (cheap: no rules are imported)."""
    from grognard.core.scenario import load_game_file

    return load_game_file(data_folder(name))


def scenario_files(name: str) -> dict[str, ScenarioFile]:
    """What a game's scenario files say that every game's do, by name (cheap as well)."""
    from grognard.core.scenario import load_scenario_file

    return {
        scenario: load_scenario_file(data_folder(name), scenario) for scenario in game_file(name).scenarios
    }
