"""The definition of a study: scenario, players, number of games and options."""

from __future__ import annotations

import hashlib
import itertools
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

import grognard
from grognard.core.contract.scenario import GameFile, Option, OptionValue, Side
from grognard.core.errors import GrognardError
from grognard.core.packs import version_of
from grognard.core.play.game import Game
from grognard.games import game_file, game_id, sides_of
from grognard.sim.bots import BOTS
from grognard.sim.own_players import MINE

N = TypeVar("N", int, float)
UNTIMED = frozenset({"random", "greedy", "planner", "planner-1", *BOTS})
"""Players that use neither a clock nor a number of iterations."""
DEFAULT_SECONDS = 0.2
"""Default time budget per order."""
_PLAYER = re.compile(r"(?P<kind>[A-Za-z][\w-]*)(?:@(?P<iterations>\d+)|:(?P<seconds>\d+(?:\.\d+)?|\.\d+))?")
_OWN_PLAYER = re.compile(rf"{MINE}[^\W\d]\w*(?:\.[^\W\d]\w*)+")
_ON = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def derive(seed: int, *path: object) -> int:
    """Return a separate seed for one part of a batch, the same on every machine.

    >>> derive(1, 0) == derive(1, 0), derive(1, 0) == derive(1, 1)
    (True, False)
    """
    text = " ".join(map(str, ("grognard study", seed, *path)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6])


class PlayerSpec(msgspec.Struct, frozen=True):
    """A computer player and its budget.

    >>> PlayerSpec.parse("search@200").iterations, PlayerSpec.parse("search:0.2").seconds
    (200, 0.2)
    """

    kind: str
    seconds: float | None = None
    """Seconds per order."""
    iterations: int | None = None
    """Playouts per order instead of a time, for the same play on every machine."""

    def __str__(self) -> str:
        if self.iterations is not None:
            return f"{self.kind}@{self.iterations}"
        return self.kind if self.seconds is None else f"{self.kind}:{self.seconds:g}"

    @property
    def timed(self) -> bool:
        """Whether its play depends on the speed and load of the machine."""
        return self.kind not in UNTIMED and not self.own and self.iterations is None

    @property
    def own(self) -> bool:
        """Whether it is a class of the user's: ``mine:module.Class``."""
        return self.kind.startswith(MINE)

    @classmethod
    def parse(cls, text: str, seconds: float | None = None, iterations: int | None = None) -> PlayerSpec:
        """Parse ``search``, ``search:0.2`` (seconds), ``search@200`` (iterations) or ``mine:module.Class``.

        `seconds` and `iterations` are the defaults; iterations take precedence over seconds.
        """
        if _OWN_PLAYER.fullmatch(text.strip()):
            return cls(text.strip())
        found = _PLAYER.fullmatch(text.strip())
        if not found:
            problem = (
                f"{text!r} is not a player; write search, search:0.2 (seconds), search@200 (iterations) "
                f"or {MINE}module.Class for your own"
            )
            raise GrognardError(problem)
        kind, own_iterations, own_seconds = found["kind"], found["iterations"], found["seconds"]
        if kind in UNTIMED:
            if own_iterations or own_seconds:
                raise GrognardError(f"{text!r}: {kind} takes no budget")
            return cls(kind)
        if own_iterations:
            return cls(kind, iterations=_positive(text, int(own_iterations)))
        if own_seconds:
            return cls(kind, seconds=_positive(text, float(own_seconds)))
        if iterations is not None:
            return cls(kind, iterations=_positive("iterations", iterations))
        return cls(kind, seconds=None if seconds is None else _positive("seconds", seconds))


def _positive(what: str, amount: N) -> N:
    if not 0 < amount < math.inf:
        raise GrognardError(f"{what}: a player's budget must be positive, not {amount}")
    return amount


class Match(msgspec.Struct, frozen=True):
    """One game of a study to be played."""

    index: int
    seed: int
    options: dict[str, OptionValue]
    players: dict[str, PlayerSpec]
    """Players by side."""


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A batch of games to play.

    `games` is the number of games per cell: each combination of the values in `vary` and, with `both`, each
    seating. Red is the first side of the game, blue the second.

    >>> study = Study("strike-force-one/basic", "search@50", "greedy", games=10, both=True)
    >>> study.total
    20
    >>> {side: str(player) for side, player in study.match(1).players.items()}
    {'soviet': 'greedy', 'us': 'search@50'}
    """

    scenario: str
    red: str = "search"
    blue: str = "greedy"
    games: int = 100
    seed: int = 1
    options: dict[str, OptionValue] = {}
    vary: dict[str, tuple[OptionValue, ...]] = {}
    """Options to vary, with their values."""
    both: bool = False
    """Whether to play every pairing with the sides swapped as well."""
    seconds: float | None = None
    iterations: int | None = None
    most_orders: int = 5000
    """Maximum number of orders in a game; a longer game counts as a failure."""
    position: str = ""
    """The text of a position file to start from; empty to start from the setup of the scenario."""
    pack: str = ""
    """The hash of the scenario's pack; set by `settled`."""

    @property
    def game(self) -> GameFile:
        """The game of its scenario."""
        return game_file(self.scenario.partition("/")[0])

    @property
    def belligerents(self) -> tuple[Side, ...]:
        """The sides of its scenario, red first."""
        return sides_of(*self.scenario.split("/", 1))

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of the sides, red first."""
        return tuple(side.id for side in self.belligerents)

    @property
    def players(self) -> tuple[PlayerSpec, PlayerSpec]:
        """The players of red and blue in the first seating."""
        seconds = DEFAULT_SECONDS if self.seconds is None else self.seconds
        red, blue = (PlayerSpec.parse(text, seconds, self.iterations) for text in (self.red, self.blue))
        return red, blue

    @property
    def cells(self) -> list[tuple[dict[str, OptionValue], bool]]:
        """Every combination of varied options and seating (whether the sides are swapped)."""
        red, blue = self.players
        seatings = (False, True) if self.both and red != blue else (False,)
        values = itertools.product(*self.vary.values())
        return [
            ({**self.options, **dict(zip(self.vary, chosen, strict=True))}, changed)
            for chosen in values
            for changed in seatings
        ]

    @property
    def total(self) -> int:
        """Total number of games."""
        return self.games * len(self.cells)

    @property
    def timed(self) -> bool:
        """Whether its results depend on the machine, because a player has a time budget."""
        return any(player.timed for player in self.players)

    def match(self, index: int) -> Match:
        """Return game number `index`; cells alternate, so that a study can be extended later."""
        cells = self.cells
        options, changed = cells[index % len(cells)]
        pair = self.players[::-1] if changed else self.players
        return Match(index, derive(self.seed, index), options, dict(zip(self.sides, pair, strict=True)))

    def settled(self) -> Study:
        """Return the study with full names, checked; raise `GrognardError` if it is invalid."""
        game, _, name = self.scenario.partition("/")
        known = game_file(game_id(game))
        red, blue = self.players
        study = msgspec.structs.replace(
            self, scenario=f"{known.id}/{name}", red=str(red), blue=str(blue), seconds=None, iterations=None
        )
        if len(known.sides) != 2:
            raise GrognardError(f"{known.id} has {len(known.sides)} sides; a study needs two")
        if study.games < 1 or study.most_orders < 1:
            raise GrognardError("a study needs at least one game and one order")
        for option, values in study.vary.items():
            if not values or len(set(values)) < len(values):
                raise GrognardError(f"--vary {option}: give at least one value, each only once")
        for options, _ in study.cells:
            study.begin(options, seed=0)
        return msgspec.structs.replace(study, pack=version_of(name))

    def begin(self, options: Mapping[str, object], seed: int) -> Game:
        """Return a game of the study before its first order."""
        if not self.position:
            return grognard.new(self.scenario, options, seed=seed)
        if options:
            raise GrognardError("a position file fixes the options; leave them out")
        return grognard.parse_position(self.position, seed=seed)


def study_from_words(
    scenario: str,
    *,
    option: Sequence[str] = (),
    vary: Sequence[str] = (),
    **fields: Any,
) -> Study:
    """Return a checked study from command-line arguments.

    >>> study = study_from_words("sfo/expert-standard", option=["night=on"], vary=["guards"], games=5)
    >>> study.scenario, study.options, study.vary
    ('strike-force-one/expert-standard', {'night': True}, {'guards': (False, True)})
    """
    offered = game_file(game_id(scenario.partition("/")[0])).options
    options: dict[str, OptionValue] = {}
    for words in option:
        name, values = _read_values(words, offered)
        if len(values) != 1 or "=" not in words:
            raise GrognardError(f"--option {words}: give one value, such as night=on")
        options[name] = values[0]
    varied = dict(_read_values(words, offered) for words in vary)
    doubled = sorted(set(options) & set(varied))
    if doubled:
        raise GrognardError(f"option {doubled[0]} is both set and varied")
    return Study(scenario, options=options, vary=varied, **fields).settled()


def every_value(option: Option) -> tuple[OptionValue, ...]:
    """Return all values of an option."""
    return option.choices or (False, True)


def _read_values(words: str, offered: Mapping[str, Option]) -> tuple[str, tuple[OptionValue, ...]]:
    name, given, text = words.partition("=")
    name = name.strip()
    if name not in offered:
        raise GrognardError(f"there is no option {name!r}; options: {', '.join(offered) or 'none'}")
    if not given:
        return name, every_value(offered[name])
    values = [value.strip() for value in text.split(",")]
    if offered[name].choices:
        return name, tuple(values)
    unknown = [value for value in values if value.lower() not in _ON]
    if unknown:
        raise GrognardError(f"option {name} is on or off, not {unknown[0]!r}")
    return name, tuple(_ON[value.lower()] for value in values)
