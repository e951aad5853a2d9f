"""Errors of msgspec in this program's own words: the key, and what is expected there."""

from __future__ import annotations

import re

from grognard.core.files.toml_lines import Where
from grognard.core.files.toml_shape import Fault

_PLACE = re.compile(r" - at (?:`key` in )?`\$([^`]*)`\Z")
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")
_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}
_SIZES = {"str": "characters", "array": "values", "object": "keys"}
_LIMITS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
_MAX_NAME = 60
UNKNOWN = "cannot be used here"
"""The reason if the message is not one that is known here."""


def reworded(error: Exception) -> Fault:
    """Return the key and the reason of an error that msgspec raised.

    >>> reworded(ValueError("Expected `int | null`, got `str` - at `$.seats[2].number`"))
    Fault(where=('seats', 2, 'number'), reason='must be a whole number or nothing, not text')
    """
    message = str(error)
    place = _PLACE.search(message)
    where: Where = ()
    if place:
        message = message[: place.start()]
        where = tuple(int(item) if item else name for name, item in _STEP.findall(place[1]))
    extra, reason = _reason(message)
    return Fault((*where, *extra), reason)


def _reason(message: str) -> tuple[Where, str]:
    """Return the key that a message names, if any, and the reason."""
    if found := re.fullmatch(r"Object missing required field `(.*)`", message, re.DOTALL):
        return (_short(found[1]),), "missing"
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", message, re.DOTALL):
        return (_short(found[1]),), "unknown key"
    if found := re.fullmatch(r"Invalid (?:enum )?value (.*)", message, re.DOTALL):
        return (), f"{_short(found[1])} is not one of the allowed values"
    if found := re.fullmatch(r"Expected `([^`]*)`, got `([^`]*)`", message):
        return (), f"must be {_kinds(found[1])}, not {_kinds(found[2])}"
    if found := re.fullmatch(r"Expected `(\w+)` of length (?:(>=|<=) )?(\d+).*", message):
        size = f"{_LIMITS.get(found[2], 'exactly')} {found[3]} {_SIZES.get(found[1], 'values')}"
        return (), f"must have {size}"
    if found := re.fullmatch(r"Expected `(\w+)` (>=|<=|>|<) (.+)", message):
        return (), f"must be {_kinds(found[1])}, {_LIMITS[found[2]]} {found[3]}"
    if "out of range" in message:
        return (), "the number is too large"
    if "truncated" in message:
        return (), "it ends too early"
    if "malformed" in message:
        return (), "not valid JSON"
    if "matching regex" in message:
        return (), "has characters that are not allowed"
    return (), UNKNOWN


def _kinds(names: str) -> str:
    return " or ".join(_TYPES.get(name, "another value") for name in names.split(" | "))


def _short(name: str) -> str:
    return name if len(name) <= _MAX_NAME else f"{name[: _MAX_NAME - 1]}…"
