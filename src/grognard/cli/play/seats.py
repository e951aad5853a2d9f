"""The players of each side, human or computer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from grognard.cli.game_files import log_failure
from grognard.core.contract.orders import Order
from grognard.core.errors import GrognardError, Illegal
from grognard.core.play.game import Game

if TYPE_CHECKING:
    from grognard.ai import Player

HUMAN = "human"
_TAG = "player "


def kinds() -> tuple[str, ...]:
    """Return the kinds of players to choose from: a human, or the computer at a level."""
    from grognard.ai import LEVELS

    return (HUMAN, *(level.id for level in LEVELS))


def default_level() -> str:
    """Return the level of the computer if none is chosen."""
    from grognard.ai import DEFAULT

    return DEFAULT


def _is_known(kind: str) -> bool:
    from grognard.ai.players import is_player

    return kind == HUMAN or is_player(kind)


def named(words: Sequence[str], sides: Sequence[str]) -> dict[str, str]:
    """Parse seats from the command line: ``us=veteran``."""
    seats: dict[str, str] = {}
    for word in words:
        side, _, kind = word.partition("=")
        if side not in sides:
            raise GrognardError(f"this game has no side {side!r}; sides: {', '.join(sides)}")
        if not _is_known(kind):
            raise GrognardError(f"{side}: unknown player {kind!r}; choose one of: {', '.join(kinds())}")
        seats[side] = kind
    return seats


def seated(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """Return all seats: as given, or as in the record, or else a human against the computer."""
    noted = {side: game.tags.get(_TAG + side, "") for side in game.sides}
    seats = {side: given.get(side) or (noted[side] if _is_known(noted[side]) else "") for side in game.sides}
    if not any(seats.values()):
        seats[game.to_act or game.sides[0]] = HUMAN
    empty = default_level() if HUMAN in seats.values() else HUMAN
    return {side: kind or empty for side, kind in seats.items()}


class Seats:
    """The players of one game."""

    def __init__(
        self, seats: Mapping[str, str], *, seconds: float | None = None, seed: str | None = None
    ) -> None:
        self.kinds = dict(seats)
        self._seconds = seconds
        self._seed = seed
        self._players: dict[str, Player] = {}
        self.briefings: list[str] = []
        """The plans of computer players for their turns so far, for after the game."""
        self.failure = ""
        """What went wrong when a computer player chose its last order, for the players to see."""

    def note(self, game: Game) -> None:
        """Store the players in the game's record."""
        for side, kind in self.kinds.items():
            game.tags[_TAG + side] = kind

    def is_human(self, side: str) -> bool:
        """Return whether a human plays a side."""
        return self.kinds.get(side) == HUMAN

    @property
    def humans(self) -> list[str]:
        """The sides played by humans."""
        return [side for side in self.kinds if self.is_human(side)]

    def next(self, waiting: Sequence[str]) -> str:
        """Return the side to ask first if several must decide: computer players before humans."""
        return next((side for side in waiting if not self.is_human(side)), waiting[0])

    def choose(self, game: Game, side: str, kind: str | None = None) -> tuple[Order, str]:
        """Return a computer player's order from its view, and the reason in one line."""
        kind = kind or self.kinds[side]
        name = f"{side} {kind}"
        if name not in self._players:
            from grognard.ai import player

            seed = None if self._seed is None else f"{self._seed} {name}"
            self._players[name] = player(kind, seconds=self._seconds, seed=seed)
        chooser = self._players[name]
        self.failure = ""
        try:
            order = chooser.choose(game.definition, game.scenario, game.view(side))
        except Exception as error:  # the game goes on, and the player is told
            del self._players[name]
            log = log_failure(f"{kind} as {side} in {game.scenario.id}, order {len(game.history) + 1}")
            reason = f"{type(error).__name__}: {error}".replace("\n", " ")
            self.failure = f"{kind} failed ({reason}); it gives a simple order instead. Details: {log}"
            return self._plain(game, side), "a simple order, because the computer player failed"
        refused = game.check(order, side)
        if refused is None:
            self._note_briefing(game, side, chooser)
            return order, chooser.why
        return self._plain(game, side, str(order)), f"{order} was illegal ({_short(refused)})"

    def briefing(self, side: str, kind: str) -> str:
        """Return the plan of a computer player for its turn; empty if it has none."""
        return str(getattr(self._players.get(f"{side} {kind}"), "briefing", ""))

    def _note_briefing(self, game: Game, side: str, chooser: Player) -> None:
        """Keep the plan of a computer player; it is shown when the game is over."""
        says = str(getattr(chooser, "briefing", ""))
        line = f"Turn {game.turn}, {game.scenario.titles[side]}: {says}"
        if says and not self.is_human(side) and line not in self.briefings:
            self.briefings.append(line)

    def _plain(self, game: Game, side: str, refused: str = "") -> Order:
        from grognard.ai.fallback import plain_order

        return plain_order(game.definition, game.scenario, game.view(side), refused)


def _short(refused: Illegal) -> str:
    return f"{refused.reason} [{refused.rule}]"
