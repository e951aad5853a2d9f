"""A worker process: it decides for a computer player, tries out an uploaded record, answers a question that
takes long, replays a game, or analyses one.

It communicates over standard input and output in frames: four bytes of length, then a pickled value. Only the
server that started it is at the other end. A computer player sees views, never states. Only games that are
over are analysed.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import struct
import sys
import time
import traceback
from typing import BinaryIO, NamedTuple

import msgspec

from grognard.ai import player
from grognard.ai.fallback import plain_order
from grognard.core.contract.scenario import OptionValue
from grognard.core.contract.view import View
from grognard.core.errors import GrognardError
from grognard.games import definition_of
from grognard.server.computer.analysing import AnalyseRequest, analysed
from grognard.server.computer.questions import VisitorRequest, done
from grognard.server.computer.trial import TrialRequest, limit_memory, try_out
from grognard.server.errors import ApiError, Refused

HEAD = struct.Struct(">I")
READY = ("ready", "")
"""The first frame of a worker."""
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
    why: str = ""


Request = ThinkRequest | TrialRequest | AnalyseRequest | VisitorRequest


class Answer(NamedTuple):
    """Reply to the server, sent as plain values: this module has a different name in the server."""

    kind: str
    """``order``, ``fault`` of a record, ``analysis`` in JSON, ``answer`` in `data`, ``refused`` with the
    refusal in JSON, ``error`` with a sentence, or ``failed`` with the traceback."""
    text: str
    plan: tuple[str, ...] = ()
    why: str = ""
    data: bytes = b""
    status: int = 0
    """The status of an error."""
    seconds: float = 0.0
    """Processor time that it took."""


def think(request: ThinkRequest) -> ThinkReply:
    """Return the decision of a computer player."""
    game, _, name = request.scenario.partition("/")
    definition = definition_of(game)
    scenario = definition.scenarios(name, request.options)
    who = player(request.level, seconds=request.seconds, plan=request.plan)
    order = who.choose(definition, scenario, request.view)
    return ThinkReply(str(order), who.plan, who.why)


def think_plainly(request: ThinkRequest, refused: str = "") -> ThinkReply:
    """Return a simple legal order for a player that has failed, other than one that was refused."""
    game, _, name = request.scenario.partition("/")
    definition = definition_of(game)
    scenario = definition.scenarios(name, request.options)
    return ThinkReply(str(plain_order(definition, scenario, request.view, refused)))


def answered(request: Request) -> Answer:
    """Return the answer to a request."""
    try:
        if isinstance(request, TrialRequest):
            return Answer("fault", try_out(request))
        if isinstance(request, AnalyseRequest):
            return Answer("analysis", analysed(request))
        if isinstance(request, VisitorRequest):
            return _answered_visitor(request)
        reply = think(request)
    except Exception:
        return Answer("failed", traceback.format_exc())
    return Answer("order", reply.order, reply.plan, reply.why)


def _answered_visitor(request: VisitorRequest) -> Answer:
    limit_memory()
    try:
        return Answer("answer", "", data=done(request))
    except Refused as refused:
        return Answer("refused", msgspec.json.encode(refused.refusal).decode())
    except GrognardError as error:
        return Answer("error", str(error), status=error.status if isinstance(error, ApiError) else 400)


def pack(value: object) -> bytes:
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
    answers.write(pack(READY))  # starting is charged to no client
    answers.flush()
    while head := source.read(HEAD.size):
        request = pickle.loads(source.read(HEAD.unpack(head)[0]))
        began = time.process_time()
        answer = answered(request)
        answers.write(pack(tuple(answer._replace(seconds=time.process_time() - began))))
        answers.flush()


if __name__ == "__main__":
    main()
