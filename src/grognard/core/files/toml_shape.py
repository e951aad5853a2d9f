"""Check plain values against a type: every error names the key, the reason and the allowed values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, NotRequired, TypeAlias, TypedDict

from msgspec import inspect

from grognard.core.files.toml_lines import Where

TypeForm: TypeAlias = Any
"""A type that msgspec knows, such as ``dict[str, int]``; there is no static type for such expressions."""
Chart: TypeAlias = Mapping[str, Any]
"""Plain values from a file, which were checked against a shape; mypy does not follow them further."""
_SHOWN = 40
"""Maximum length of a wrong value in a message."""


class Fault(NamedTuple):
    """An invalid value."""

    where: Where
    reason: str


def faults(value: object, kind: TypeForm, where: Where = ()) -> Iterator[Fault]:
    """Yield the errors in plain values that should have a type known to msgspec.

    A `TypedDict` forbids unknown keys; a struct does so only if declared with `forbid_unknown_fields`.

    >>> [*faults({"a": 1, "b": ["x"]}, dict[str, int])]
    [Fault(where=('b',), reason='must be a whole number, not ["x"]')]
    """
    yield from _faults(value, _type_info(kind), where)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Suggest the nearest known name, or list all names if none is near.

    >>> did_you_mean("pionts", ("towns", "points")), did_you_mean("x", ("towns", "points"))
    ('did you mean "points"?', 'known: towns, points')
    """
    known = list(known)
    near = get_close_matches(name, known, n=1)
    if near:
        return f'did you mean "{near[0]}"?'
    return f"known: {', '.join(known)}" if known else "there are none"


def shown(value: object) -> str:
    """Return a value as quoted in a message: on one line and shortened."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except ValueError:  # a number with thousands of digits
        return "such a number"
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


@lru_cache(maxsize=256)
def _type_info(kind: TypeForm) -> inspect.Type:
    return inspect.type_info(kind)


def _faults(value: object, info: inspect.Type, where: Where) -> Iterator[Fault]:
    match info:
        case inspect.StructType():
            fields = {f.encode_name: (f.type, f.required) for f in info.fields}
            yield from _in_table(value, fields, where, info.forbid_unknown_fields)
        case inspect.TypedDictType():
            yield from _in_table(value, {f.name: (f.type, f.required) for f in info.fields}, where, True)
        case inspect.DictType():
            yield from _in_dict(value, info, where)
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            yield from _in_list(value, info.item_type, where, info.min_length or 0, info.max_length)
        case inspect.TupleType():
            yield from _in_tuple(value, info.item_types, where)
        case inspect.UnionType():
            yield from _in_union(value, info.types, where)
        case inspect.LiteralType():
            if value not in info.values:
                yield Fault(where, _not_among(value, info.values))
        case inspect.EnumType():
            allowed = [member.value for member in info.cls]
            if value not in allowed:
                yield Fault(where, _not_among(value, allowed))
        case _:
            if not _fits(value, info):
                yield Fault(where, f"must be {_expected(info)}, not {shown(value)}")


def _in_table(
    value: object, fields: dict[str, tuple[inspect.Type, bool]], where: Where, forbid: bool
) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield Fault(where, f"must be a table, not {shown(value)}")
        return
    for key in value:
        if forbid and key not in fields:
            missing = [name for name in fields if name not in value]
            near = get_close_matches(key, fields, n=1)
            yield Fault((*where, key), f"unknown key; {did_you_mean(key, near or missing or fields)}")
    for name, (type_, required) in fields.items():
        if name in value:
            yield from _faults(value[name], type_, (*where, name))
        elif required:
            yield Fault((*where, name), "missing")


def _in_dict(value: object, info: inspect.DictType, where: Where) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield Fault(where, f"must be a table, not {shown(value)}")
        return
    for key, item in value.items():
        if isinstance(info.key_type, inspect.LiteralType) and key not in info.key_type.values:
            yield Fault((*where, key), f"unknown key; {did_you_mean(key, map(str, info.key_type.values))}")
        yield from _faults(item, info.value_type, (*where, key))


def _in_list(
    value: object, item: inspect.Type, where: Where, least: int, most: int | None
) -> Iterator[Fault]:
    if not isinstance(value, list | tuple):
        yield Fault(where, f"must be a list, not {shown(value)}")
        return
    if len(value) < least:
        yield Fault(where, f"must be a list of at least {least}")
    if most is not None and len(value) > most:
        yield Fault(where, f"must be a list of at most {most}")
    for number, each in enumerate(value):
        yield from _faults(each, item, (*where, number))


def _in_tuple(value: object, items: tuple[inspect.Type, ...], where: Where) -> Iterator[Fault]:
    if not isinstance(value, list) or len(value) != len(items):
        yield Fault(where, f"must be a list of {len(items)} values, not {shown(value)}")
        return
    for number, (each, item) in enumerate(zip(value, items, strict=True)):
        yield from _faults(each, item, (*where, number))


def _in_union(value: object, types: tuple[inspect.Type, ...], where: Where) -> Iterator[Fault]:
    """Yield the errors for the only plausible type of a value, or else one error that lists all types."""
    tried = [list(_faults(value, type_, where)) for type_ in types]
    if not all(tried):
        return
    something = [n for n, type_ in enumerate(types) if not isinstance(type_, inspect.NoneType)]
    if len(something) == 1:
        yield from tried[something[0]]
        return
    meant = [faults for faults in tried if faults[0].where != where or isinstance(value, str)]
    literal = [type_ for type_ in types if isinstance(type_, inspect.LiteralType)]
    if isinstance(value, str) and literal:
        yield Fault(where, _not_among(value, [v for type_ in literal for v in type_.values]))
    elif len(meant) == 1 and not isinstance(value, str):
        yield from meant[0]
    else:
        allowed = [_expected(type_) for type_ in types if not isinstance(type_, inspect.NoneType)]
        yield Fault(where, f"must be {' or '.join(allowed)}, not {shown(value)}")


def _not_among(value: object, allowed: Iterable[object]) -> str:
    names = list(map(str, allowed))
    near = get_close_matches(value, names, n=1) if isinstance(value, str) else []
    hint = f'; did you mean "{near[0]}"?' if near else ""
    return f"must be one of {', '.join(names)}, not {shown(value)}{hint}"


def _fits(value: object, info: inspect.Type) -> bool:
    match info:
        case inspect.StrType():
            return isinstance(value, str) and _has_length(value, info) and _matches(value, info)
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool) and _within(value, info)
        case inspect.FloatType():
            return isinstance(value, (int, float)) and not isinstance(value, bool) and _within(value, info)
        case inspect.NoneType():
            return value is None
        case inspect.CustomType() if info.cls is Path:
            return isinstance(value, str | Path)
    return True


def _within(value: float, info: inspect.IntType | inspect.FloatType) -> bool:
    return (
        (info.ge is None or value >= info.ge)
        and (info.le is None or value <= info.le)
        and (info.gt is None or value > info.gt)
        and (info.lt is None or value < info.lt)
        and not (info.multiple_of and value % info.multiple_of)
    )


def _has_length(value: str, info: inspect.StrType) -> bool:
    return len(value) >= (info.min_length or 0) and (info.max_length is None or len(value) <= info.max_length)


def _matches(value: str, info: inspect.StrType) -> bool:
    return info.pattern is None or re.search(info.pattern, value) is not None


def _expected(info: inspect.Type) -> str:
    match info:
        case inspect.StrType():
            return _expected_text(info)
        case inspect.CustomType() if info.cls is Path:
            return "a path in quotes"
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType() | inspect.FloatType():
            return _expected_number(info)
        case inspect.LiteralType():
            return f"one of {', '.join(map(str, info.values))}"
        case inspect.ListType() | inspect.VarTupleType() | inspect.TupleType():
            return "a list"
        case inspect.StructType() | inspect.DictType() | inspect.TypedDictType():
            return "a table"
    return "another value"


def _expected_text(info: inspect.StrType) -> str:
    limits = [f"at least {info.min_length}"] if info.min_length else []
    limits += [f"at most {info.max_length}"] if info.max_length is not None else []
    length = f" of {' and '.join(limits)} characters" if limits else ""
    return f"text in quotes{length}{f' that matches {info.pattern}' if info.pattern else ''}"


def _expected_number(info: inspect.IntType | inspect.FloatType) -> str:
    number = "a whole number" if isinstance(info, inspect.IntType) else "a number"
    if info.multiple_of:
        number += f" divisible by {info.multiple_of}"
    if info.ge is not None and info.le is not None:
        return f"{number} from {info.ge} to {info.le}"
    limits = {"of at least": info.ge, "of at most": info.le, "greater than": info.gt, "less than": info.lt}
    words = [f"{word} {limit}" for word, limit in limits.items() if limit is not None]
    return " ".join([number, " and ".join(words)]) if words else number


# -- shapes of charts ------------------------------------------------------------------------------


def closed(*parts: Mapping[str, TypeForm], maybe: Mapping[str, TypeForm] | None = None) -> TypeForm:
    """Return the shape of a table with exactly these keys, plus the optional keys of `maybe`.

    >>> [*faults({"a": 1, "c": True}, closed(each(int, "a b")))][0].reason
    'unknown key; known: b'
    """
    fields: dict[str, TypeForm] = {}
    for part in parts:
        fields.update(part)
    for key, kind in (maybe or {}).items():
        fields[key] = NotRequired[kind]
    return TypedDict("Table", fields)  # type: ignore[operator]


def each(kind: TypeForm, names: str) -> dict[str, TypeForm]:
    """Return keys that all have one type.

    >>> each(int, "low high")
    {'low': <class 'int'>, 'high': <class 'int'>}
    """
    return dict.fromkeys(names.split(), kind)


def many(kind: TypeForm) -> TypeForm:
    """Return the shape of a list."""
    return list[kind]


def named(kind: TypeForm) -> TypeForm:
    """Return the shape of a table with arbitrary keys."""
    return dict[str, kind]
