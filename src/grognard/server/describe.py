"""Print the OpenAPI description, from which the client's types are generated."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import msgspec

from grognard.server.app import create_app
from grognard.server.openapi import completed
from grognard.server.settings import Settings


def document() -> bytes:
    """Return the description as formatted JSON."""
    with tempfile.TemporaryDirectory() as data:
        app = create_app(Settings(data=Path(data)))
    whole = completed(app.openapi_schema.to_schema())
    return msgspec.json.format(msgspec.json.encode(whole)) + b"\n"


if __name__ == "__main__":
    sys.stdout.buffer.write(document())
