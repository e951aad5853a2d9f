"""The same game told differently: copies of scenarios as packs, with mirrored, shifted or shuffled data."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

import grognard
from grognard.core.contract.orders import Order
from grognard.core.play.game import Game
from tests.referees.board import GAMES, read_toml

Rename = Callable[[str], str]
"""From the hex numbers in a text of the original to those of the copy."""


def same_numbers(text: str) -> str:
    """Keep the hex numbers."""
    return text


def data_of(game: str) -> Path:
    """Return the folder with the data of a game."""
    return GAMES / game.replace("-", "_") / "data"


def mirrored(board: str) -> str:
    """Return a board turned upside down under the same hex numbers.

    Rows that grew south grow north, and the columns that were half a hex lower are now half a hex higher, so
    every hex keeps its number and its neighbours; only north and south are exchanged.
    """
    turned = {'"south"': '"north"', '"north"': '"south"', '"even"': '"odd"', '"odd"': '"even"'}

    def swap(line: re.Match[str]) -> str:
        return line[1] + turned[line[2]]

    return re.sub(r'^((?:rows_grow|low_columns) *= *)("\w+")', swap, board, flags=re.MULTILINE)


def shuffled(counters: str, source: random.Random) -> str:
    """Return a file of counters that lists them in another order."""
    if "[[counter]]" in counters:
        head, *blocks = counters.split("[[counter]]")
        last, *tail = re.split(r"(?m)^(?=\[nation)", blocks[-1], maxsplit=1)
        blocks[-1] = last
        source.shuffle(blocks)
        return head + "".join("[[counter]]" + block for block in blocks) + "".join(tail)
    lines = counters.splitlines(keepends=True)
    places = [n for n, line in enumerate(lines) if line.startswith("    { id = ")]
    rows = [lines[n] for n in places]
    source.shuffle(rows)
    for n, row in zip(places, rows, strict=True):
        lines[n] = row
    return "".join(lines)


class Copy:
    """A pack with a changed copy of one scenario."""

    def __init__(self, scenario: str, folder: Path) -> None:
        self.game, self.name = scenario.split("/")
        self.folder = folder
        self.data = data_of(self.game)
        self.text = (self.data / "scenarios" / f"{self.name}.toml").read_text(encoding="utf-8")
        self.file: dict[str, Any] = read_toml(self.data / "scenarios" / f"{self.name}.toml")
        self._write("pack.toml", f'id = "copy"\ngame = "{self.game}"\ntitle = "Copy"\n')

    def _write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def change_board(self, change: Callable[[str], str]) -> None:
        """Use a changed copy of the board, or of each of its parts."""
        source = (self.data / (self.file.get("board", "board") + ".toml")).resolve()
        text = source.read_text(encoding="utf-8")
        for number, part in enumerate(read_toml(source).get("join", ())):
            inner = (source.parent / (part["board"] + ".toml")).resolve()
            self._write(f"part-{number}.toml", change(inner.read_text(encoding="utf-8")))
            text = text.replace(f'"{part["board"]}"', f'"part-{number}"')
        self._write("copied-board.toml", text if "[[join]]" in text else change(text))
        self.text = re.sub(r"(?m)^board = .*\n", "", self.text)
        self.text = 'board = "copied-board"\n' + self.text

    def change_counters(self, change: Callable[[str], str]) -> None:
        """Use changed copies of the counters."""
        forces = self.file.get("forces")
        names = [force["counters"] for force in forces] if forces else [self.file.get("counters", "counters")]
        for number, name in enumerate(names):
            path = (self.data / (name + ".toml")).resolve()
            self._write(f"copied-{number}.toml", change(path.read_text(encoding="utf-8")))
            self.text = self.text.replace(f'counters = "{name}"', f'counters = "copied-{number}"')
        if not forces and "counters" not in self.file:
            self.text = 'counters = "copied-0"\n' + self.text

    def use(self) -> str:
        """Write the scenario, take the pack into use, and return the name of the copy."""
        self._write(f"scenarios/{self.name}.toml", self.text)
        grognard.add_pack(self.folder)
        return f"{self.game}/copy:{self.name}"


def in_alphabetical_order(text: str) -> str:
    """Return an order with its units sorted, as in ``attack 0506 SA,SB``."""
    return re.sub(r"[\w.-]+(,[\w.-]+)+", lambda names: ",".join(sorted(names[0].split(","))), text)


def _by_its_ends(order: Order) -> Order:
    """Return an order with only the first and last hex of its path."""
    path = order.path
    return msgspec.structs.replace(order, path=(path[0], path[-1])) if len(path) > 2 else order


def answers(game: Game, actors: list[str], source: random.Random) -> dict[str, Any]:
    """Return what a game answers to everything that can be asked about it, for some of those who can act."""
    decision = game.choices()
    view = game.view(game.to_act or "")
    found: dict[str, Any] = {
        "to act": game.waiting_for,
        "turn and phase": (game.turn, game.phase),
        "units": {
            u.id: (u.at, frozenset(u.flags), u.steps, u.factors) for u in view.units if u.id and not u.marker
        },
        "standings": {repr(line) for line in view.standings},
        "objectives": {repr(line) for line in view.objectives},
        "losses": {repr(line) for line in view.losses},
        "zones": {side: set(game.zoc(side)) for side in game.sides},
        "supply": {side: set(game.supply(side) or ()) for side in game.sides},
    }
    if decision is None:
        return found
    found["kind"] = decision.kind
    found["actors"] = set(decision.actors())
    for actor in actors:
        listed = decision.orders(actor)
        # of several cheapest detours to an adjacent hex, any may be listed
        orders = sorted((str(o) for o in listed if len(o.path) <= 2), key=in_alphabetical_order)
        found[f"orders of {actor}"] = {in_alphabetical_order(str(_by_its_ends(order))) for order in listed}
        if actor in game.scenario.index:
            found[f"reach of {actor}"] = game.reach(actor)
        for order in source.sample(orders, min(len(orders), 2)):
            account = game.preview(order)
            on_the_way = bool(game.read(order).path)  # of several cheapest paths any may be explained
            lines = [] if on_the_way else sorted(map(repr, account.lines))
            found[f"preview of {in_alphabetical_order(order)}"] = (lines, account.total, account.outcomes)
    return found


def translated(value: Any, rename: Rename) -> Any:
    """Return an answer with the hex numbers of the copy."""
    if isinstance(value, str):
        return rename(value)
    if isinstance(value, dict):
        return {translated(k, rename): translated(v, rename) for k, v in value.items()}
    if isinstance(value, (set, frozenset)):
        return {translated(v, rename) for v in value}
    if isinstance(value, (list, tuple)):
        return type(value)(translated(v, rename) for v in value)
    return value
