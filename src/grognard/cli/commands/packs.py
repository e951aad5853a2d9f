"""``grognard pack new`` and ``grognard pack check``: your own scenarios in a folder or zip file."""

from __future__ import annotations

import os
import random
import re
from argparse import Namespace
from pathlib import Path

import grognard
from grognard.cli.commands.data_files import Findings, check_setups, kind_of
from grognard.cli.terminal.terminal import complain, say_json, this_terminal
from grognard.core import packs
from grognard.core.english import plural
from grognard.core.errors import BadFile, GrognardError
from grognard.core.files.files import read_text, write_text
from grognard.core.packs import HEADER, Pack

TRIAL_ORDERS = 150
"""Number of random orders played in every scenario and position, to see that its data can be played."""

_HEADER = """\
id = "{id}"
game = "{game}"
title = "{title}"
summary = "What your pack is about, in a sentence."
author = ""
version = "0.1"
licence = ""
"""
_README = """\
# {title}

A pack for Grognard. `scenarios/` holds its scenarios and `positions/` its positions. A board or counter file
that a scenario names is looked for here first, then among the files of the game.

```
grognard pack check {folder}
grognard play --pack {folder} {scenario}
grognard serve --pack {folder} --open
```
"""


def pack(args: Namespace) -> int:
    """Make or check a pack."""
    return _new(args) if args.action == "new" else _check(args)


# -- new -------------------------------------------------------------------------------------------


def _new(args: Namespace) -> int:
    """Write a pack with a copy of a scenario, ready to be changed."""
    folder = Path(args.folder)
    model = grognard.new(args.scenario, seed=0).scenario
    id_ = re.sub(r"[^a-z0-9]+", "-", folder.absolute().name.lower()).strip("-")[:40]
    if not id_:
        raise GrognardError(f"{args.folder}: name the folder with letters or digits, as the pack's id")
    if os.path.lexists(folder) and not (folder.is_dir() and not any(folder.iterdir())):
        raise BadFile(folder, "already exists; name a new folder")
    title = id_.replace("-", " ").capitalize()
    files = {
        HEADER: _HEADER.format(id=id_, game=model.game.id, title=title),
        f"scenarios/{model.name}.toml": read_text(model.path),
        "README.md": _README.format(
            title=title, folder=args.folder, scenario=f"{model.game.id}/{id_}:{model.name}"
        ),
    }
    for name, text in files.items():
        file = folder / name
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadFile(file, f"cannot write: {error.strerror}") from None
        write_text(file, text)
    term = this_terminal(False)
    term.say(f"{folder}: a pack with a copy of {model.id}")
    term.say(f"Edit {folder / 'scenarios' / f'{model.name}.toml'}, then: grognard pack check {folder}")
    return 0


# -- check -----------------------------------------------------------------------------------------


def _check(args: Namespace) -> int:
    about, faults = check_pack(Path(args.path))
    if args.json:
        say_json({"file": args.path, "kind": "pack", "ok": not faults, "about": about, "faults": faults})
        return 2 if faults else 0
    for fault in faults:
        complain(fault)
    if not faults:
        this_terminal(False).say(f"{args.path}: valid pack: {about}")
    return 2 if faults else 0


def check_pack(path: Path) -> Findings:
    """Check a whole pack: every file, every scenario with every option, every position, and some play."""
    try:
        pack = grognard.add_pack(path)
    except GrognardError as error:
        return "", [str(error)]
    faults = []
    for name in pack.scenarios:
        faults += _faults_of_scenario(pack, name)
    for name in pack.positions:
        faults += _faults_of_position(pack, name)
    faults += _faults_of_other_files(pack)
    if not pack.names:
        faults.append(f"{path}: there is nothing to play in it; put a scenario into scenarios/")
    counted = f"{plural(len(pack.scenarios), 'scenario')}, {plural(len(pack.positions), 'position')}"
    return f"{pack.file.title} for {pack.file.game}, {counted}, version {pack.hash[:12]}", faults


def _faults_of_scenario(pack: Pack, name: str) -> list[str]:
    id_ = f"{pack.id}{packs.SEPARATOR}{name}"
    file = pack.path / "scenarios" / f"{name}.toml"
    try:
        faults = [f"{file}: {fault}" for fault in check_setups(pack.file.game, id_)]
        return faults or _faults_in_play(file, f"{pack.file.game}/{id_}")
    except GrognardError as error:
        return [str(error)]


def _faults_of_position(pack: Pack, name: str) -> list[str]:
    file = pack.path / "positions" / f"{name}.toml"
    if name in pack.scenarios:
        return [f"{file}: there is a scenario of this name; rename one of them"]
    return _faults_in_play(file, f"{pack.file.game}/{pack.id}{packs.SEPARATOR}{name}")


def _faults_in_play(file: Path, scenario: str) -> list[str]:
    """Play some random orders: data can be read and set up and still lack what the rules ask for."""
    try:
        game = grognard.new(scenario, seed=0)
        if game.scenario.game.id != scenario.partition("/")[0]:
            return [f"{file}: scenario: must be of the game of the pack"]
        source = random.Random(0)
        faults = game.definition.violations(game.state)
        while not (faults or game.over) and len(game.history) < TRIAL_ORDERS:
            decision = game.choices()
            assert decision is not None
            game.play(decision.random_order(source), game.to_act)
            faults = game.definition.violations(game.state)
    except GrognardError as error:
        return [str(error)]
    except Exception as error:
        return [f"{file}: cannot be played ({type(error).__name__}: {error})"]
    return [f"{file}: after {plural(len(game.history), 'order')}: {fault}" for fault in faults]


def _faults_of_other_files(pack: Pack) -> list[str]:
    """Check boards, counters and charts, each as what it is."""
    faults: list[str] = []
    for file in sorted(pack.folder.rglob("*.toml")):
        place = file.relative_to(pack.folder)
        if place.parts[0] in ("scenarios", "positions") or place.name == HEADER:
            continue
        if any(part.startswith(".") for part in place.parts):
            continue
        try:
            _, look = kind_of(file)
            faults += look(file)[1]
        except GrognardError as error:
            faults.append(str(error))
    return [fault.replace(str(pack.folder), str(pack.path)) for fault in faults]
