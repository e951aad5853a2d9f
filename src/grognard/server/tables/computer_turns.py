"""Computer turns: while a computer player must decide, a worker process finds its orders."""

from __future__ import annotations

import asyncio
import logging
import time

from sqlalchemy.exc import SQLAlchemyError

from grognard.ai.commander import briefing_of
from grognard.core.errors import GrognardError
from grognard.server import schema
from grognard.server.computer.pool import NoAnswer, Urgency
from grognard.server.computer.worker import ThinkReply, ThinkRequest, think_plainly
from grognard.server.errors import ApiError, Refused, Stale
from grognard.server.storage import games as stored_games
from grognard.server.storage.games import Seat
from grognard.server.tables import chat
from grognard.server.tables.commands import place_order
from grognard.server.tables.registry import Tables
from grognard.server.tables.rules_threads import TooSlow
from grognard.server.tables.table import Table

log = logging.getLogger("grognard.server")
RETRY_DELAY = 1.0
"""Seconds before the next try if an order could not be stored."""
LONGEST = 2_000
"""Maximum length of what a computer player says."""


def wake(tables: Tables, table: Table) -> None:
    """Let the computer players of a table play, if one of them must decide."""
    if table.thinking_task is None and table.computer_to_move() is not None:
        table.thinking_task = tables.spawn(_play_turns(tables, table))


def tell_plans(tables: Tables, table: Table) -> None:
    """When a game is over, post the plans of its computer players in the chat."""
    if table.briefings:
        told, table.briefings = table.briefings, {}
        tables.spawn(_tell_plans(tables, table, told))


async def _tell_plans(tables: Tables, table: Table, told: dict[str, dict[int, str]]) -> None:
    """Post the plans of computer players, which were secret until now."""
    for side, turns in told.items():
        lines = [f"Turn {turn}. {says}" for turn, says in sorted(turns.items())]
        text = "My plans were: " + " ".join(lines)
        try:
            await chat.post(tables, table.id, table.seats[side], schema.PostChat(text[:LONGEST]))
        except (SQLAlchemyError, ApiError) as error:
            log.error("plans not told game=%s reason=%s", table.id, type(error).__name__)


async def _play_turns(tables: Tables, table: Table) -> None:
    """Place orders for the computer players of a table until none must decide."""
    table.users += 1
    try:
        while await play_one_order(tables, table):
            pass
    except GrognardError as error:
        log.error("computer stopped game=%s reason=%s", table.id, error)
    finally:
        table.users -= 1
        table.thinking, table.thinking_task = "", None


async def play_one_order(tables: Tables, table: Table, urgency: Urgency | None = None) -> bool:
    """Place one order; return False if no computer player must decide."""
    async with tables.locked(table.id):
        seat = table.computer_to_move()
        if seat is None:
            return False
        side, number, undone = seat.side, table.number, table.stored.undone
        if table.thinking != side:
            table.thinking = side
            table.send_all(schema.ThinkingMessage(side, time.time()))
        request = ThinkRequest(
            table.game.scenario.id,
            table.game.options,
            await table.query(lambda game: game.view(side)),
            seat.level,
            tables.settings.seconds,
            seat.plan,
        )
    if urgency is None:
        urgency = _urgency(table)
    reply = await _reply(tables, table, seat, request, urgency)
    says = briefing_of(reply.plan)
    if says:
        table.briefings.setdefault(side, {})[request.view.turn] = says
    await tables.run_to_completion(_place(tables, table, seat, request, reply, number, undone))
    return True


async def _reply(
    tables: Tables, table: Table, seat: Seat, request: ThinkRequest, urgency: Urgency
) -> ThinkReply:
    """Return a player's decision; if it fails, a simple order, so that the game continues."""
    try:
        return await tables.workers.think(request, urgency, table.client)
    except NoAnswer as error:
        log.error("computer failed game=%s level=%s reason=%s", table.id, request.level, error)
        await _tell_of_failure(tables, table, seat, "could not decide")
        return await table.run(think_plainly, request)


async def _tell_of_failure(tables: Tables, table: Table, seat: Seat, what: str) -> None:
    """Say in the chat that an order is not the computer player's own; it stays there for absent players."""
    text = f"The computer player {seat.level} {what}. This is a simple order instead; please report it."
    try:
        await chat.post(tables, table.id, seat, schema.PostChat(text))
    except SQLAlchemyError as error:
        log.error("failure not told game=%s reason=%s", table.id, type(error).__name__)


def _urgency(table: Table) -> Urgency:
    """Return how urgent a decision is, by who waits for it."""
    people = {seat.side for seat in table.seats.values() if not seat.is_computer}
    if people & table.sides_connected():
        return Urgency.PLAYER_PRESENT
    return Urgency.PLAYER_AWAY if people else Urgency.NOBODY


async def _place(
    tables: Tables,
    table: Table,
    seat: Seat,
    request: ThinkRequest,
    reply: ThinkReply,
    number: int,
    undone: int,
) -> None:
    """Place an order, and keep the plan with it."""
    plan = stored_games.put_plan(table.id, seat.side, reply.plan) if reply.plan != seat.plan else []
    try:
        await place_order(tables, table.id, seat, schema.PlaceOrder(reply.order, number, undone), plan)
        seat.plan = reply.plan
    except Stale:
        return  # another order came first; the caller tries again
    except Refused as refused:
        log.error("computer refused game=%s order=%s reason=%s", table.id, reply.order, refused)
        await _tell_of_failure(tables, table, seat, "chose an illegal order")
        order = (await table.run(think_plainly, request, reply.order)).order
        await place_order(tables, table.id, seat, schema.PlaceOrder(order, number, undone))
    except ApiError as error:
        if error.status != 503 or isinstance(error, TooSlow):
            raise
        await asyncio.sleep(RETRY_DELAY)
