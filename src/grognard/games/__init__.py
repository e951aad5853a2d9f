"""The games by id: those that come with Grognard, and those of other installed packages.

A package offers a game in the entry point group ``grognard.games``. The entry point's name is the game's id,
its value says where the `GameDefinition` is, as in ``ocs = "grognard.games.ocs.definition:GAME"``. The game's
files are in a folder ``data`` beside that module, so games can be listed without importing their rules.

Scenarios of the packs in use (`grognard.core.packs`) are listed after a game's own.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, NamedTuple

from grognard.core.errors import GrognardError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from grognard.core.contract.definition import AnyGame
    from grognard.core.contract.scenario import GameFile, ScenarioFile, Side
    from grognard.core.rulebook import Rulebook

GROUP = "grognard.games"
BUILT_IN = {
    "strike-force-one": "grognard.games.strike_force_one.definition:GAME",
    "pincher": "grognard.games.pincher.definition:GAME",
    "sandown": "grognard.games.sandown.definition:GAME",
    "grand-campaign": "grognard.games.grand_campaign.definition:GAME",
    "nuremberg": "grognard.games.nuremberg.definition:GAME",
    "ocs": "grognard.games.ocs.definition:GAME",
}
"""Grognard's own entry points, in the order to show them. They are found without a search."""


class Offer(NamedTuple):
    """A game that a package offers."""

    value: str
    """Module and attribute of its definition, as in the entry point."""
    data: Path


class Offers(NamedTuple):
    """What the installed packages offer."""

    games: dict[str, Offer]
    """The games that can be listed, by id: Grognard's own, then the others by id."""
    problems: dict[str, str]
    """By entry point the reason why a game is left out."""


@cache
def offers() -> Offers:
    """Look for games in all installed packages."""
    from importlib.metadata import entry_points

    found = Offers({id_: _offer(value) for id_, value in BUILT_IN.items()}, {})
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        if BUILT_IN.get(entry.name) == entry.value:
            continue
        try:
            found.games[entry.name] = _checked(entry, found.games)
        except Exception as error:  # whatever is wrong with another package, the other games are there
            found.problems[_called(entry)] = str(error)
    return found


def _called(entry: EntryPoint) -> str:
    owner = f" of the package {entry.dist.name}" if entry.dist else ""
    return f"{entry.name} ({entry.value}{owner})"


@cache
def _offer(value: str) -> Offer:
    """Find the data of a game without importing the package that defines it."""
    module = value.partition(":")[0]
    package = module.rpartition(".")[0] or module
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise GrognardError(f"there is no package {package!r}")
    return Offer(value, Path(spec.submodule_search_locations[0]) / "data")


def _checked(entry: EntryPoint, known: dict[str, Offer]) -> Offer:
    """Read the headers of a game from another package: whatever is listed can be read."""
    from grognard.core.contract.scenario import load_game_file, load_scenario_file

    if entry.name in known:
        raise GrognardError(f"there is already a game {entry.name!r} ({known[entry.name].value})")
    offer = _offer(entry.value)
    file = load_game_file(offer.data)
    if file.id != entry.name:
        raise GrognardError(f"its game.toml has the id {file.id!r}")
    for name in file.scenarios:
        load_scenario_file(offer.data, name)
    return offer


def game_ids() -> tuple[str, ...]:
    """Return the ids of all games, in the order to show them."""
    return tuple(offers().games)


def game_id(name: str) -> str:
    """Return the id of a game by its id or its short name, as in ``sfo``."""
    if name in BUILT_IN:
        return name
    for id_, offer in offers().games.items():
        if name in (id_, _game_file(offer).catalogue):
            return id_
    reasons = "".join(f"; {what} was left out: {why}" for what, why in offers().problems.items())
    raise GrognardError(f"there is no game {name!r}; there are: {', '.join(game_ids())}{reasons}")


def _of(name: str) -> tuple[str, Offer]:
    id_ = game_id(name)
    return id_, _offer(BUILT_IN[id_]) if id_ in BUILT_IN else offers().games[id_]


@cache
def _defined(id_: str) -> AnyGame:
    from grognard.core.contract.definition import GameDefinition

    _, offer = _of(id_)
    try:
        found: object = resolve_name(offer.value)
    except Exception as error:
        raise GrognardError(f"{id_} cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(found, GameDefinition):
        raise GrognardError(f"{id_} cannot be loaded: {offer.value} is not a GameDefinition")
    if (found.id, found.data.resolve()) != (id_, offer.data.resolve()):
        raise GrognardError(f"{id_} cannot be loaded: {offer.value} defines {found.id} in {found.data}")
    return found


def definition_of(name: str) -> AnyGame:
    """Return a game by its id or short name (its rules are imported when first asked for)."""
    return _defined(game_id(name))


def refresh() -> None:
    """Forget what was found: packages have been installed or removed since."""
    for found in (offers, _offer, _defined):
        found.cache_clear()


def data_folder(name: str) -> Path:
    """Return where a game's data files are."""
    return _of(name)[1].data


def _game_file(offer: Offer) -> GameFile:
    from grognard.core.contract.scenario import load_game_file

    return load_game_file(offer.data)


def game_file(name: str) -> GameFile:
    """Return what all scenarios of a game share (cheap: no rules are imported)."""
    return _game_file(_of(name)[1])


class Listing(NamedTuple):
    """The scenarios that can be played."""

    files: dict[str, ScenarioFile]
    """What their files say that every game's do, by name."""
    problems: dict[str, str]
    """By name the reason why a scenario or position of a pack is left out."""


def scenario_listing(name: str) -> Listing:
    """Return the scenarios of a game and then those of its packs (cheap as well)."""
    from grognard.core.contract.scenario import load_scenario_file
    from grognard.core.packs import packs_in_use

    id_, offer = _of(name)
    files = {scenario: load_scenario_file(offer.data, scenario) for scenario in _game_file(offer).scenarios}
    found = Listing(files, {})
    for pack in packs_in_use().packs.values():
        for scenario in pack.names if pack.file.game == id_ else ():
            try:
                header = _position_header if is_position(id_, scenario) else load_scenario_file
                found.files[scenario] = header(offer.data, scenario)
            except GrognardError as error:
                found.problems[scenario] = str(error)
    return found


def scenario_files(name: str) -> dict[str, ScenarioFile]:
    """Return what the files of a game's scenarios say that every game's do, by name."""
    return scenario_listing(name).files


def sides_of(game: str, scenario: str) -> tuple[Side, ...]:
    """Return the sides of a scenario or of a position of a pack (cheap as well)."""
    from grognard.core.contract.scenario import load_scenario_file

    id_, offer = _of(game)
    header = _position_header if is_position(id_, scenario) else load_scenario_file
    return header(offer.data, scenario).sides_in(_game_file(offer))


def position_path(game: str, name: str) -> Path | None:
    """Return the file of a position of a pack by its name; None if that is a scenario."""
    from grognard.core.packs import name_in_pack, pack_of

    pack = pack_of(game, name)
    inside = name_in_pack(name)
    if pack is None or inside in pack.scenarios or inside not in pack.positions:
        return None
    return pack.folder / "positions" / f"{inside}.toml"


def is_position(game: str, name: str) -> bool:
    """Return whether a name is that of a position of a pack."""
    return position_path(game, name) is not None


def _position_header(folder: Path, name: str) -> ScenarioFile:
    """Return what is to be said of a position of a pack; its options are fixed."""
    from msgspec.structs import replace

    from grognard.core.contract.outside.position import read_position
    from grognard.core.contract.scenario import load_game_file, load_scenario_file
    from grognard.core.files.files import bad_key
    from grognard.core.packs import name_in_pack, reporting_faults_of

    game = load_game_file(folder).id
    path = position_path(game, name)
    assert path is not None, name
    with reporting_faults_of(name):
        position = read_position(path)
        its_game, _, scenario = position.scenario.partition("/")
        if its_game != game:
            raise bad_key(path, ("scenario",), f"must be a scenario of {game}, the game of the pack")
        return replace(
            load_scenario_file(folder, scenario),
            title=position.title or name_in_pack(name),
            summary=position.summary,
            first_turn=position.turn,
            options=(),
            lesson="",
            steps=(),
            briefing=None,
        )


def rulebook_of(name: str) -> Rulebook:
    """Return the rules of a game, case by case (no code of the game is imported)."""
    return game_file(name).rulebook(data_folder(name))
