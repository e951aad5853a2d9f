"""What a side, or a spectator, sees of a game: pure functions, for threads and for holders of the lock."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from grognard.core.contract.decisions import NO_ACTOR
from grognard.core.play.game import Game
from grognard.server import schema
from grognard.server.storage.matches import Match


class Seen(NamedTuple):
    """What a side sees of a game: the parts of a snapshot that are expensive to compute."""

    view: msgspec.Raw
    """As JSON, the same for all who see it."""
    decision: schema.OpenDecision | None
    can_undo: bool


def match_state(match: Match) -> schema.MatchState:
    """Return a match as sent to clients."""
    passed = time.time() - match.since
    left = {side: round(time_ - passed * (side in match.running), 1) for side, time_ in match.left.items()}
    return schema.MatchState(
        open=match.open,
        listed=match.listed,
        rated=match.rated,
        clock=match.clock,
        left=left,
        running=match.running,
        draw=match.draw,
        ended=match.ended,
        rematch=match.rematch,
    )


def see(game: Game, side: str) -> Seen:
    """Return what a side sees of a game."""
    return Seen(encoded_view(game, side), open_decision(game, side), can_undo(game, side))


def encoded_view(game: Game, side: str) -> msgspec.Raw:
    """Return the view of a side as JSON."""
    return msgspec.Raw(msgspec.json.encode(schema.public_view(game.view(side))))


def see_all(game: Game, sides: Iterable[str]) -> dict[str, Seen]:
    """Return what each side sees."""
    return {side: see(game, side) for side in sides}


def can_undo(game: Game, side: str) -> bool:
    """Return whether a side can undo the last order."""
    return bool(game.history) and game.history[-1].side == side and game.can_undo and not game.over


def played_order(game: Game, number: int, side: str) -> schema.PlayedOrder:
    """Return an order as far as a side may know it; when the game is over, everything."""
    step = game.visible_step(number, side)
    events = [schema.event_message(event, game.scenario.titles) for event in step.events]
    return schema.PlayedOrder(number, step.side, step.order, events, step.turn, step.phase)


def played_since(game: Game, since: int, side: str) -> list[schema.PlayedOrder]:
    """Return the orders after the first `since`, as far as a side may know them."""
    return [played_order(game, number, side) for number in range(since + 1, len(game.history) + 1)]


def nothing_is_secret(game: Game) -> bool:
    """Return whether all sides and spectators know everything."""
    if game.over:
        return True
    if any(event.only for step in game.history for event in step.events):
        return False
    known = game.state.plain()
    return all(game.view(side).known == known for side in ("", *game.sides))


def open_decision(game: Game, side: str) -> schema.OpenDecision | None:
    """Return what a side must or may decide now."""
    decision = game.choices(side) if side and not game.over else None
    if decision is None:
        return None
    actors = decision.actors()
    free = decision.orders(NO_ACTOR) if NO_ACTOR in actors else []
    sentence = decision.sentence()
    return schema.OpenDecision(
        side=side,
        kind=decision.kind,
        sentence=sentence.spoken(game.scenario.titles),
        parts=sentence.parts,
        hexes=decision.hexes,
        units=decision.units,
        must=side in game.waiting_for,
        actors=[actor for actor in actors if actor != NO_ACTOR],
        free=[schema.offer(order) for order in free],
    )
