"""The browser client: built files from one folder, compressed, with caching headers."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from grognard.server.errors import not_found

_COMPRESSIBLE = (".css", ".html", ".js", ".json", ".map", ".mjs", ".svg", ".txt", ".webmanifest")
_FOREVER = "public, max-age=31536000, immutable"
_NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Grognard</title>
<h1>Server running; browser client not built</h1>
<p>To build the client in a source checkout:</p>
<pre>cd web
npm ci
npm run build</pre>
<p>The API works without it: <a href="/api/schema/openapi.json">its description</a>.</p>
</html>
"""


class _File:
    """A file and its compressed form."""

    def __init__(self, path: Path) -> None:
        self.body = path.read_bytes()
        compressed = gzip.compress(self.body, 9) if path.suffix in _COMPRESSIBLE else self.body
        self.compressed = compressed if len(compressed) < len(self.body) else None
        self.etag = f'"{hashlib.sha256(self.body).hexdigest()[:20]}"'
        self.kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"


@lru_cache(maxsize=512)
def _file(path: Path, changed: int) -> _File:
    return _File(path)


def _find(root: Path, name: str) -> Path | None:
    """Return a file below the folder, or None; never a file outside it."""
    try:
        path = (root / name.lstrip("/")).resolve()
        return path if path.is_relative_to(root.resolve()) and path.is_file() else None
    except (OSError, ValueError):  # too long for a file name, or with a NUL
        return None


def answer(root: Path, name: str, headers: Mapping[str, str]) -> Response[bytes]:
    """Return a file of the client; for the address of a page, ``index.html``."""
    path = _find(root, name)
    if path is None:
        last = name.rpartition("/")[2]
        if name.startswith("/assets/") or "." in last:
            raise not_found("file")
        path = _find(root, "index.html")
    if path is None:
        return Response(_NOT_BUILT.encode(), media_type="text/html; charset=utf-8", status_code=200)
    file = _file(path, path.stat().st_mtime_ns)
    keep = _FOREVER if path.parent.name == "assets" else "no-cache"
    sent = {"etag": file.etag, "cache-control": keep, "vary": "accept-encoding"}
    if file.etag in headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=sent)
    body = file.body
    if file.compressed is not None and "gzip" in headers.get("accept-encoding", ""):
        body = file.compressed
        sent["content-encoding"] = "gzip"
    return Response(body, media_type=file.kind, headers=sent)


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False, opt={"squeezed": True})
def client(request: Request[Any, Any, Any], path: FromPath[str] = "/") -> Response[bytes]:
    """Serve the browser client."""
    if path.startswith("/api/"):
        raise not_found("route")
    return answer(request.app.state.settings.static, path, request.headers)
