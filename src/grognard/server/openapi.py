"""The OpenAPI description: the routes that Litestar describes, and the socket messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import msgspec
from litestar import Request
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from msgspec import UNSET

from grognard import __version__
from grognard.analysis import Analysis
from grognard.server import schema
from grognard.server.library.game_library import BoardEntry, Catalogue, RuleBook

_UNIONS = {
    "FromServer": schema.FromServer,
    "FromClient": schema.FromClient,
    "AnyQuestion": schema.AnyQuestion,
    "AnyAnswer": schema.AnyAnswer,
}


_ANSWERS = [
    Analysis, Catalogue, BoardEntry, RuleBook, schema.Account, schema.ChatLog, schema.ClaimedSeat,
    schema.Created, schema.Done, schema.Hint, schema.Moderation,
    schema.Health, schema.LinkedSeat, schema.Log, schema.NotifyAddresses, schema.Problem, schema.Text,
    schema.Address, schema.Lists, schema.Profile, schema.Rematch, schema.VacationState,
]  # fmt: skip


def described() -> OpenAPIConfig:
    """Return the configuration of the description."""
    return OpenAPIConfig(
        title="Grognard",
        version=__version__,
        description="Hex-and-counter wargames, with every rule enforced.",
        path="/api/schema",
        render_plugins=[_Complete(path="/openapi.json")],
        use_handler_docstrings=True,
        components=Components(
            security_schemes={
                "seat": SecurityScheme(type="http", scheme="bearer", description="a seat's secret")
            }
        ),
    )


class _Complete(JsonRenderPlugin):
    """Serves the completed description."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, object]) -> bytes:
        """Return the description as JSON."""
        return super().render(request, completed(openapi_schema))


def completed(document: dict[str, object]) -> dict[str, object]:
    """Add the socket messages to a description, and describe all types as msgspec encodes them."""
    structs = _structs([*_UNIONS.values(), *_ANSWERS, *_requests()])
    unions, components = msgspec.json.schema_components(
        [*_UNIONS.values(), *structs.values()], ref_template="#/components/schemas/{name}"
    )
    for name, kind in structs.items():
        if not issubclass(kind, schema.In) and not kind.__struct_config__.omit_defaults:
            components[name]["required"] = _always_sent(kind)
    named = {name: {"anyOf": union["anyOf"]} for name, union in zip(_UNIONS, unions, strict=False)}
    cast(dict[str, object], document["components"])["schemas"] = components | named
    return document


def _structs(roots: Iterable[Any]) -> dict[str, type[msgspec.Struct]]:
    """Return the structs that types consist of, by name."""
    found: dict[str, type[msgspec.Struct]] = {}
    waiting = list(msgspec.inspect.multi_type_info(roots))
    while waiting:
        info: Any = waiting.pop()
        if isinstance(info, msgspec.inspect.StructType):
            if info.cls.__name__ in found:
                continue
            found[info.cls.__name__] = info.cls
            waiting += [field.type for field in info.fields]
        for name in ("types", "item_types"):
            waiting += getattr(info, name, ())
        for name in ("type", "item_type", "key_type", "value_type"):
            if hasattr(info, name):
                waiting.append(getattr(info, name))
    return found


def _requests() -> list[type[schema.In]]:
    kinds = [kind for kind in vars(schema).values() if isinstance(kind, type)]
    return [
        kind for kind in kinds if issubclass(kind, schema.In) and kind not in (schema.In, schema.Question)
    ]


def _always_sent(kind: type[msgspec.Struct]) -> list[str]:
    """Return the fields of a struct that are always sent: all that cannot be unset."""
    tag = [kind.__struct_config__.tag_field] if kind.__struct_config__.tag_field else []
    return tag + [field.encode_name for field in msgspec.structs.fields(kind) if field.default is not UNSET]
