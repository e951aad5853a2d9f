"""Builds msgspec's type information on one thread, before any request is answered.

msgspec builds what it needs to know about a type when the type is first decoded, and does so unsafely if
several threads ask at once: the process may crash. So no type may be decoded for the first time by a request.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from grognard.core.contract.state import PlainState
from grognard.core.errors import GrognardError
from grognard.games import definition_of, game_ids
from grognard.server import schema

log = logging.getLogger("grognard.server")

_UNIONS: tuple[Any, ...] = (
    schema.FromClient,
    schema.FromServer,
    schema.AnyQuestion,
    schema.AnyAnswer,
    schema.AnyOrder,
    schema.MessageId,
    PlainState,
    dict[str, Any],
    int | str,
)
"""Types without a class of their own that are decoded."""


def build_types() -> set[type[msgspec.Struct]]:
    """Import every game, build all types that are loaded, and return the classes among them."""
    for id_ in game_ids():
        try:
            definition_of(id_)
        except GrognardError as error:
            log.warning("game left out: %s: %s", id_, error)
    found = set(_subclasses(msgspec.Struct))
    for kind in (*found, *_UNIONS):
        _build(kind)
    return found


def _subclasses(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for below in kind.__subclasses__():
        yield below
        yield from _subclasses(below)


def _build(kind: Any) -> None:
    """Build a type by decoding something that it cannot be."""
    try:
        msgspec.json.Decoder(kind)
        msgspec.convert(0.5, kind)
    except msgspec.ValidationError:
        pass
    except (TypeError, NameError) as error:  # it is never decoded, only encoded
        log.debug("type not built: %s: %s", kind, error)
    for part in get_args(kind):
        if isinstance(part, type) and issubclass(part, msgspec.Struct):
            _build(part)
