"""Makes slips of the pen in every shipped file and says which of them are not reported as they should.

Run as a program: it clears every cache again and again, which would disturb other tests.
"""

from __future__ import annotations

import functools
import gc
import json
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import grognard
from grognard.core.errors import BadFile
from grognard.core.rulebook import load_rulebook
from grognard.games import BUILT_IN, data_folder, definition_of, game_file

ROOT = Path(grognard.__file__).parent / "games"
FILES = sorted(path.relative_to(ROOT) for path in ROOT.rglob("*.toml"))
KINDS = ("misspell", "remove", "retype", "reword")
"""What can happen to a key; each is tried once in each file."""


def users(path: Path) -> list[str]:
    """Scenarios that read a file, the quickest to set up of each game."""
    folder = path.parent.parent if path.parent.name in ("scenarios", "charts", "values") else path.parent
    own = [game for game in BUILT_IN if data_folder(game) == folder]
    shared = {"sww3": ["pincher", "sandown", "grand-campaign"], "afcent": ["nuremberg"]}
    games = own or shared[folder.parent.name]
    if path.parent.name == "scenarios":
        return [f"{own[0]}/{path.stem}"]
    found = [f"{game}/{name}" for game in games for name in game_file(game).scenarios]
    return [id_ for id_ in found if path.stem in _mentioned(id_)] or found[:1]


def _mentioned(scenario: str) -> str:
    """The files that a scenario names, roughly."""
    game, name = scenario.split("/")
    folder = data_folder(game)
    text = (folder / "scenarios" / f"{name}.toml").read_text("utf-8")
    names = [line for line in text.splitlines() if any(w in line for w in ("board", "counters", "charts"))]
    return " ".join([*names, "board counters tables game"])


def load(path: Path, scenario: str) -> None:
    """Read a file as the program does, and set up a scenario that uses it."""
    if path.name in ("rules.toml", "rulings.toml"):
        load_rulebook(path, "")
        return
    game, name = scenario.split("/")
    definition_of(game).scenarios(name, {})
    grognard.new(scenario, seed=0).view()


# -- slips -----------------------------------------------------------------------------------------


def keys(value: Any, where: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """All keys of tables in a file, and all items of lists."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield (*where, key)
            yield from keys(item, (*where, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield (*where, number)
            yield from keys(item, (*where, number))


def slip(plain: Any, where: tuple[Any, ...], kind: str) -> None:
    """Misspell, remove or retype a key, or give it another value."""
    for key in where[:-1]:
        plain = plain[key]
    key = where[-1]
    if kind == "remove":
        del plain[key]
    elif kind == "reword":
        plain[key] = {str: "nonsense", int: 999, float: -1.5, list: []}.get(type(plain[key]), plain[key])
    elif kind == "misspell" and isinstance(plain, dict):
        items = [(f"{k}x" if k == key else k, v) for k, v in plain.items()]
        plain.clear()
        plain.update(items)
    else:
        plain[key] = "seven" if type(plain[key]) in (int, float) else 7


def dumped(plain: dict[str, Any]) -> str:
    """A file as TOML again, a line for each item of the lists and tables at its top."""
    rows: list[str] = []
    for key, value in sorted(plain.items(), key=lambda item: isinstance(item[1], dict)):
        if isinstance(value, list):
            rows += [f"{json.dumps(key)} = [", *(f"  {inline(item)}," for item in value), "]"]
        elif isinstance(value, dict):
            rows += [f"[{json.dumps(key)}]", *(f"{json.dumps(k)} = {inline(v)}" for k, v in value.items())]
        else:
            rows.append(f"{json.dumps(key)} = {inline(value)}")
    return "\n".join(rows) + "\n"


def inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(k)} = {inline(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return json.dumps(value)


def is_in_file(error: BadFile, path: Path, text: str) -> bool:
    """Whether an error names a file that is there, and one of its lines."""
    named = Path(error.path)
    if error.line is None or not named.is_file():
        return False
    shown = text if named.resolve() == path else named.read_text("utf-8")
    return 1 <= error.line <= len(shown.splitlines())


def missed(file: Path, caches: list[Any]) -> list[str]:
    """Slips in a file that make trouble: another exception than `BadFile`, or one without a line."""
    path, found = ROOT / file, []
    original = path.read_text("utf-8")
    source, scenario = random.Random(str(file)), users(path)[0]
    every = list(keys(tomllib.loads(original)))
    really = Path.read_text
    for kind in KINDS:
        where = source.choice(every)
        plain = tomllib.loads(original)
        slip(plain, where, kind)
        text = dumped(plain)
        assert tomllib.loads(text) == plain

        def read(self: Path, *args: Any, slipped: str = text, **more: Any) -> str:
            return slipped if self.resolve() == path else really(self, *args, **more)

        for cache in caches:
            cache.cache_clear()
        try:
            with patch.object(Path, "read_text", read):
                load(path, scenario)
        except BadFile as error:
            if not is_in_file(error, path, text):
                found.append(f"{kind} {where}: {error}")
        except Exception as error:
            found.append(f"{kind} {where}: {type(error).__name__}: {error}")
    return found


def main() -> None:
    """Print the slips that were missed, by file, as JSON."""
    for game in BUILT_IN:
        definition_of(game)
    every = [o for o in gc.get_objects() if isinstance(o, functools._lru_cache_wrapper)]
    caches = [cache for cache in every if str(getattr(cache, "__module__", "")).startswith("grognard")]
    print(json.dumps({str(file): missed(file, caches) for file in FILES}))


if __name__ == "__main__":
    main()
