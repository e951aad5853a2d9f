"""Hex-and-counter wargames, with every rule enforced.

Start a game with `new`, a saved one with `load` or `loads`, and any position with `position` or
`parse_position`. All of them return a `Game`, which lists the legal orders, carries them out, explains why
others are illegal, and shows what each side may see. `list_games` lists the games and their scenarios.

>>> import grognard
>>> g = grognard.new("strike-force-one/basic", seed=7)
>>> g.to_act, g.turn, g.phase
('soviet', 1, 'soviet movement')
>>> events = g.play("move SA 0801-0701")
>>> g.check("move SA 0701-0702").rule
'8-all-mp'
>>> g.unit("SA").at, [unit.id for unit in g.at("0701")]
('0701', ['SA'])
>>> g
<Game strike-force-one/basic: turn 1 of 4, soviet movement, soviet to act, 1 order>

Every error is a `GrognardError` with one line for the user: `Illegal` for an order that the rules forbid,
`Unreadable` for one that cannot be parsed, `BadFile` for a file, `BadArgument` for a wrong argument, and
`NeedDice` when a die must be rolled by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.core import packs
from grognard.core.errors import BadArgument, BadFile, GrognardError, Illegal, NeedDice, Unreadable
from grognard.core.files.files import bad_key
from grognard.core.packs import reporting_faults_of
from grognard.games import definition_of, game_file, game_id, game_ids, position_path

if TYPE_CHECKING:
    from grognard.core.contract.decisions import Decision
    from grognard.core.contract.events import Event
    from grognard.core.contract.explanation import Explanation
    from grognard.core.contract.orders import Order
    from grognard.core.contract.scenario import GameFile
    from grognard.core.contract.view import View
    from grognard.core.dice import Dice, Seed
    from grognard.core.packs import Pack
    from grognard.core.play.game import Game

__version__ = "0.2.0"

_ELSEWHERE = {
    "Decision": "contract.decisions",
    "Dice": "dice",
    "Explanation": "contract.explanation",
    "Event": "contract.events",
    "Game": "play.game",
    "Order": "contract.orders",
    "View": "contract.view",
}
"""Public names that are imported on first use, so that commands start quickly."""


def __getattr__(name: str) -> object:
    if name in _ELSEWHERE:
        return getattr(import_module(f"grognard.core.{_ELSEWHERE[name]}"), name)
    raise AttributeError(f"module 'grognard' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_ELSEWHERE})


def list_games() -> list[GameFile]:
    """Return all games with their scenarios and options.

    >>> [game.id for game in list_games()][:2]
    ['strike-force-one', 'pincher']
    """
    return [game_file(name) for name in game_ids()]


def _split(scenario: str) -> tuple[str, str]:
    if not isinstance(scenario, str):
        raise BadArgument(f'a scenario is named by text such as "strike-force-one/basic", not {scenario!r}')
    game, _, name = scenario.partition("/")
    id_ = game_id(game)
    if not name:
        known = ", ".join(f"{id_}/{n}" for n in game_file(id_).scenarios)
        raise GrognardError(f"which scenario of {id_}? {known}")
    return id_, name


def new(
    scenario: str,
    options: Mapping[str, object] | None = None,
    *,
    seed: Seed | None = None,
    by_hand: bool = False,
) -> Game:
    """Start a game, such as ``new("strike-force-one/basic", seed=7)``.

    The name of a position of a pack starts from that position. The seed of the dice is a whole number or one
    line of text; without one, the dice are random. With `by_hand`, players roll real dice (`Dice.script`).

    >>> new("strike-force-one/expert-standard", {"night": True}, seed="spring").options["night"]
    True
    """
    from grognard.core.play.game import Game

    game, name = _split(scenario)
    file = position_path(game, name)
    if file is None:
        return Game(definition_of(game), name, options, seed=seed, by_hand=by_hand)
    if options or by_hand:
        raise GrognardError(f"{scenario} is a position: its options and dice are fixed; leave them out")
    with reporting_faults_of(name):
        return position(file, seed=seed)


def add_pack(path: str | Path) -> Pack:
    """Use a pack of scenarios, boards, counters and positions: a folder or zip file.

    Its scenarios can then be played as ``"GAME/PACK:SCENARIO"``. `BadFile` says what is wrong with a pack.

    >>> add_pack("missing.zip")
    Traceback (most recent call last):
    ...
    grognard.core.errors.BadFile: missing.zip: there is no such folder or file
    """
    _check_path(path)
    pack = packs.open_pack(path)
    if pack.file.game not in game_ids():
        known = ", ".join(game_ids())
        with packs.naming(pack.path, pack.folder):
            reason = f"there is no game {pack.file.game!r}; there are: {known}"
            raise bad_key(pack.folder / packs.HEADER, ("game",), reason)
    return packs.add_pack(path)


def _check_path(path: object) -> None:
    if not isinstance(path, str | Path):
        raise BadArgument(f"a file is named by text or a Path, not {path!r}")


def _check_text(text: object, what: str) -> None:
    if not isinstance(text, str):
        raise BadArgument(f"{what} is given as text, not {type(text).__name__}")


def load(path: str | Path) -> Game:
    """Load a record by replaying it; `BadFile` names the line at fault.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     new("strike-force-one/basic", seed=7).save(f"{folder}/my.record")
    ...     load(f"{folder}/my.record")
    <Game strike-force-one/basic: turn 1 of 4, soviet movement, soviet to act, 0 orders>
    """
    _check_path(path)
    from grognard.core.files.files import read_text

    return loads(read_text(path), path)


def loads(text: str, path: str | Path = "record") -> Game:
    """Load a game from the text of its record; `path` is its name in messages.

    >>> from grognard.core.play.record import write_record
    >>> g = new("strike-force-one/basic", seed=7)
    >>> loads(write_record(g.record())) == g
    True
    """
    _check_text(text, "a record")
    from grognard.core.play.record import must_be_whole, read_record
    from grognard.core.play.replay import replay

    record = read_record(text, path)
    must_be_whole(record, text, path)
    try:
        game, _ = _split(record.scenario)
        return replay(definition_of(game), record, path)
    except BadFile:
        raise
    except GrognardError as error:
        raise BadFile(path, str(error)) from None


def position(path: str | Path, *, seed: Seed | None = None) -> Game:
    """Return a game that starts from a position file.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "start.toml"
    ...     _ = file.write_text(new("strike-force-one/basic").position(), encoding="utf-8")
    ...     position(file, seed=7).unit("SA").at
    '0801'
    """
    _check_path(path)
    from grognard.core.files.files import read_text

    return parse_position(read_text(path), path, seed=seed)


def parse_position(text: str, path: str | Path = "position", *, seed: Seed | None = None) -> Game:
    """Return a game that starts from the text of a position file; `path` is its name in messages.

    Counters and places are named as in orders.

    >>> g = parse_position('''
    ... scenario = "strike-force-one/basic"
    ... [at]
    ... sa = "0705"
    ... X = "Bergtheim"
    ... ''', seed=7)
    >>> g.unit("SA").at, g.unit("X").at
    ('0705', '0302')
    """
    _check_text(text, "a position")
    from grognard.core.contract.outside.position import parse_position as parse
    from grognard.core.files.files import BadKey, bad_key_in
    from grognard.core.play.positions import from_position

    place = parse(text, path)
    try:
        game, _ = _split(place.scenario)
    except GrognardError as error:
        raise bad_key_in(text, path, ("scenario",), str(error)) from None
    try:
        return from_position(definition_of(game), place, seed)
    except BadKey as error:
        raise bad_key_in(text, path, error.where, error.reason) from None


__all__ = [
    "BadArgument",
    "BadFile",
    "Decision",
    "Dice",
    "Event",
    "Explanation",
    "Game",
    "GrognardError",
    "Illegal",
    "NeedDice",
    "Order",
    "Unreadable",
    "View",
    "add_pack",
    "list_games",
    "load",
    "loads",
    "new",
    "parse_position",
    "position",
]
