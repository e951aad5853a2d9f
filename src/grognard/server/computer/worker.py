"""A worker process: it decides for a computer player, or tries out an uploaded record.

It communicates over standard input and output in frames: four bytes of length, then a pickled value. Only the
server that started it is at the other end. A computer player sees views, never states.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import struct
import sys
import traceback
from typing import Any, BinaryIO

import msgspec

from grognard.ai import player
from grognard.ai.fallback import plain_order
from grognard.core.contract.scenario import OptionValue
from grognard.core.contract.view import View
from grognard.games import definition_of
from grognard.server.computer.trial import TrialRequest, try_out

HEAD = struct.Struct(">I")
BACKGROUND = "background"
"""Argument of a worker that leaves the processors to others."""
_NICENESS = 10


class ThinkRequest(msgspec.Struct, frozen=True):
    """Request for an order for the side of a view."""

    scenario: str
    options: dict[str, OptionValue]
    view: View
    level: str
    seconds: float
    plan: tuple[str, ...] = ()
    """The plan of this side's player after its last order."""


class ThinkReply(msgspec.Struct, frozen=True):
    """A computer player's order and its plan."""

    order: str
    plan: tuple[str, ...] = ()


Request = ThinkRequest | TrialRequest
Answer = tuple[str, str, tuple[str, ...]]
"""Reply to the server: ``order`` and the plan, ``fault`` of a record, or ``failed`` with the traceback."""


def think(request: ThinkRequest) -> ThinkReply:
    """Return the decision of a computer player."""
    game, _, name = request.scenario.partition("/")
    definition = definition_of(game)
    scenario = definition.scenarios(name, request.options)
    who = player(request.level, seconds=request.seconds, plan=request.plan)
    return ThinkReply(str(who.choose(definition, scenario, request.view)), who.plan)


def think_plainly(request: ThinkRequest) -> ThinkReply:
    """Return a plain and sound order in place of a player that has failed."""
    game, _, name = request.scenario.partition("/")
    definition = definition_of(game)
    return ThinkReply(str(plain_order(definition, definition.scenarios(name, request.options), request.view)))


def answered(request: Request) -> Answer:
    """Return the answer to a request, in plain values: this module has a different name in the server."""
    try:
        if isinstance(request, TrialRequest):
            return "fault", try_out(request), ()
        reply = think(request)
    except Exception:
        return "failed", traceback.format_exc(), ()
    return "order", reply.order, reply.plan


def pack(value: Any) -> bytes:
    """Return a value as a frame."""
    body = pickle.dumps(value)
    return HEAD.pack(len(body)) + body


def main() -> None:
    """Answer requests until the input is closed."""
    source: BinaryIO = sys.stdin.buffer
    answers: BinaryIO = sys.stdout.buffer
    sys.stdout = sys.stderr  # printed text must not get between two frames
    if BACKGROUND in sys.argv:
        with contextlib.suppress(AttributeError, OSError):  # not on every system
            os.nice(_NICENESS)
    while head := source.read(HEAD.size):
        answers.write(pack(answered(pickle.loads(source.read(HEAD.unpack(head)[0])))))
        answers.flush()


if __name__ == "__main__":
    main()
