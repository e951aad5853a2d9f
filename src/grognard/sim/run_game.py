"""Play one game of a study and summarise it, even if it fails."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from grognard.ai.players import Chooser, chosen_orders, player
from grognard.core.contract.scenario import OptionValue
from grognard.core.contract.view import Standing
from grognard.core.play.game import Game
from grognard.core.play.record import write_record
from grognard.sim.bots import BOTS
from grognard.sim.own_players import own_player
from grognard.sim.pool import stopping
from grognard.sim.study import Match, PlayerSpec, Study, derive

MakePlayer = Callable[[PlayerSpec, int], Chooser]
"""Makes the player of one side for one game, given its specification and a seed."""


class Points(msgspec.Struct, frozen=True, omit_defaults=True):
    """Victory points of a side at the end of a game."""

    side: str
    value: int
    part: str = ""
    """The part of the game that is scored separately, such as one of two maps; otherwise empty."""


class GameSummary(msgspec.Struct, frozen=True, omit_defaults=True):
    """Summary of one game of a study."""

    index: int
    """Index of the game in the study, from 0."""
    scenario: str
    options: dict[str, OptionValue]
    seed: int
    """The dice seed: ``grognard.new(scenario, options, seed=seed)`` rolls the same dice."""
    players: dict[str, str]
    """Players by side."""
    winner: str
    """The side that won; empty for a draw or a failure."""
    result: str
    """The degree of victory in words."""
    turns: int
    orders: int
    losses: dict[str, int]
    """Number of eliminated units by side."""
    points: tuple[Points, ...]
    """Victory points, if the game has any."""
    seconds: float
    failure: str = ""
    """What went wrong; a failed game is left out of the statistics."""
    record: str = ""
    """Record of a failed game up to the failure."""


class Stopped(Exception):
    """Raised when the batch is being stopped; the current game is dropped."""


def computer_player(spec: PlayerSpec, seed: int) -> Chooser:
    """Return one of Grognard's computer players, a bot to measure them on, or one of the user's own."""
    if spec.kind in BOTS:
        return BOTS[spec.kind](seed)
    if spec.own:
        return own_player(spec.kind, seed)
    budget: dict[str, Any] = {"seconds": spec.seconds, "iterations": spec.iterations}
    return player(
        spec.kind, seed=seed, **{name: amount for name, amount in budget.items() if amount is not None}
    )


def play_block(study: Study, make: MakePlayer, indexes: Sequence[int]) -> list[GameSummary]:
    """Play games of a study one after the other; return early if the batch is being stopped."""
    done = []
    for index in indexes:
        try:
            done.append(play_one(study, index, make))
        except Stopped:
            break
    return done


def play_one(study: Study, index: int, make: MakePlayer = computer_player) -> GameSummary:
    """Play game number `index` of a study."""
    match = study.match(index)
    started = time.perf_counter()
    game: Game | None = None
    failure, doing = "", "setup"
    try:
        game = study.begin(match.options, match.seed)
        players = {side: make(spec, derive(match.seed, side)) for side, spec in match.players.items()}
        doing = _choosing(game)
        for side, order in chosen_orders(game, players):
            doing = f"order {len(game.history) + 1}, {side} {order}"
            game.play(order, side)
            if stopping():
                raise Stopped
            if not game.over and len(game.history) >= study.most_orders:
                failure = f"the game did not end within {study.most_orders} orders"
                break
            doing = _choosing(game)
        assert failure or game.over, "no side is to act, but the game is not over"
    except Stopped:
        raise
    except Exception as error:
        failure = f"{doing}: {describe(error)}"
    return summarise(study, match, game, time.perf_counter() - started, failure)


def _choosing(game: Game) -> str:
    """Describe what a game is waiting for: the next order of the side to act."""
    return f"order {len(game.history) + 1}, {game.to_act} choosing"


def summarise(study: Study, match: Match, game: Game | None, seconds: float, failure: str) -> GameSummary:
    """Summarise a game, finished or failed."""
    summary = GameSummary(
        index=match.index,
        scenario=study.scenario,
        options=dict(match.options),
        seed=match.seed,
        players={side: str(spec) for side, spec in match.players.items()},
        winner="",
        result="",
        turns=game.turn if game else 0,
        orders=len(game.history) if game else 0,
        losses={},
        points=(),
        seconds=round(seconds, 4),
        failure=failure,
        record=record_text(game) if failure and game else "",
    )
    if failure or game is None or game.result is None:
        return summary
    try:
        view = game.view()
    except Exception as error:
        return msgspec.structs.replace(summary, failure=describe(error), record=record_text(game))
    return msgspec.structs.replace(
        summary,
        winner=game.result.winner,
        result=game.result.title,
        losses={lost.side: lost.units for lost in view.losses},
        points=tuple(points_of(view.standings)),
    )


def points_of(standings: Sequence[Standing]) -> Iterator[Points]:
    """Yield the victory points among the standings."""
    for line in standings:
        if line.kind == "points" and line.value is not None:
            yield Points(line.side, line.value, line.part)


def describe(error: BaseException) -> str:
    """Return an exception in one line, with the place where it was raised."""
    text = " ".join(str(error).split())
    name = type(error).__name__
    frames = traceback.extract_tb(error.__traceback__)
    where = ""
    if frames:
        file = frames[-1].filename.replace("\\", "/").rpartition("/")[2]
        where = f" ({file}:{frames[-1].lineno} in {frames[-1].name})"
    return f"{name}: {text}{where}" if text else f"{name}{where}"


def record_text(game: Game) -> str:
    """Return a game's record as text; empty if that fails too."""
    try:
        return write_record(game.record())
    except Exception:
        return ""
