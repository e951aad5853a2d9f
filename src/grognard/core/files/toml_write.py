"""Write readable TOML: short lines, and unquoted keys where possible."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_WIDTH = 100


def toml_text(text: str) -> str:
    """Return a quoted string.

    >>> print(toml_text('say "no"'))
    "say \\"no\\""
    """
    # JSON escapes are valid TOML; only DEL, unescaped in JSON, is not allowed in TOML
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_key(key: str) -> str:
    """Return a key, quoted only if necessary."""
    return key if _BARE.fullmatch(key) else toml_text(key)


def toml_value(value: str | bool | int | Iterable[str]) -> str:
    """Return a string, a flag, a number, or a list of strings broken into short lines.

    >>> toml_value(["a", "b"]), toml_value(True), toml_value(3)
    ('["a", "b"]', 'true', '3')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return toml_text(value)
    items = [toml_text(item) for item in value]
    flat = ", ".join(items)
    if len(flat) <= _WIDTH - 12:
        return f"[{flat}]"
    lines, line = [], "   "
    for item in items:
        if len(line) + len(item) + 2 > _WIDTH and line.strip():
            lines.append(line)
            line = "   "
        line += f" {item},"
    return "[\n" + "\n".join([*lines, line]) + "\n]"
