"""The practice board with air bases, a box, a sea in the south and some aircraft and ships of both sides."""

from __future__ import annotations

import shutil
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from grognard.core.facts import changed
from grognard.core.hexes.grid import bits
from grognard.games.ocs.air.bases import base_named
from grognard.games.ocs.model.charts import DATA
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import AWAY, empty, put, put_aboard
from grognard.games.ocs.turn.scenario_checks import checked
from grognard.games.ocs.turn.setup import deploy
from tests.rules.ocs.order_helpers import Manoeuvre
from tests.rules.ocs.scenario_builder import FILES

PLANES = {
    # id: nation, types, (air, paren, barrage, range, lift) of both sides
    "g-109": ("german", "F", (4, False, 2, 12, 0), (3, False, 1, 12, 0)),
    "g-109b": ("german", "F", (4, False, 2, 12, 0), (3, False, 1, 12, 0)),
    "g-87": ("german", "T", (1, True, 12, 11, 0), (0, True, 6, 11, 0)),
    "g-87b": ("german", "T", (1, True, 12, 11, 0), (0, True, 6, 11, 0)),
    "g-88": ("german", "T", (2, True, 15, 20, 0), (1, True, 8, 20, 0)),
    "g-200": ("german", "S", (3, True, 28, 40, 0), (2, True, 14, 40, 0)),
    "g-52": ("german", "Tpt", (1, True, 0, 14, 1), (0, True, 0, 14, 0.5)),
    "s-lagg": ("soviet", "F", (2, False, 3, 12, 0), (1, False, 1, 12, 0)),
    "s-yak": ("soviet", "F", (3, False, 2, 12, 0), (2, False, 1, 12, 0)),
    "s-il2": ("soviet", "T", (2, True, 9, 9, 0), (1, True, 4, 9, 0)),
    "s-pe2": ("soviet", "T", (2, True, 10, 14, 0), (1, True, 5, 14, 0)),
}


def _face(values: tuple[int, bool, int, int, float]) -> str:
    air, paren, barrage, far, lift = values
    word = str(paren).lower()
    return f"{{ air = {air}, paren = {word}, barrage = {barrage}, range = {far}, lift = {lift} }}"


ShipValues = tuple[int, int, int, int, bool]
"""Barrage, range, Flak, protection and whether it is slow."""


def ship_row(id_: str, side: str, kind: str, sound: ShipValues, damaged: ShipValues, planes: int) -> str:
    """Return the lines of a ship in a counter file."""
    full, less = (
        f"{{ barrage = {barrage}, range = {far}, flak = {flak}, protection = {armour},"
        f" slow = {str(slow).lower()} }}"
        for barrage, far, flak, armour, slow in (sound, damaged)
    )
    return (
        f'[[counter]]\nid = "{id_}"\nside = "{side}"\nnation = "{side}"\nkind = "{kind}"\n'
        f'title = "{id_}"\nsteps = 2\nship = {{ full = {full}, damaged = {less}, planes = {planes} }}\n'
    )


def _units() -> str:
    rows = []
    for id_, (side, type_, full, reduced) in PLANES.items():
        data = f'{{ types = ["{type_}"], full = {_face(full)}, reduced = {_face(reduced)} }}'
        rows.append(
            f'[[counter]]\nid = "{id_}"\nside = "{side}"\nnation = "{side}"\nkind = "plane"\n'
            f'title = "{id_}"\nsteps = 2\nplane = {data}\n'
        )
    sound, damaged = (9, 3, 2, 2, False), (4, 3, 1, 2, True)
    rows.append(ship_row("g-cru", "german", "ship", sound, damaged, 0))
    rows.append(ship_row("s-cv", "soviet", "carrier", sound, damaged, 2))
    return "\n".join(rows)


MORE = """
[[base]]
hex = "04.07"
side = "german"
level = 2

[[base]]
hex = "02.11"
side = "german"
level = 1

[[base]]
hex = "13.07"
side = "soviet"
level = 3

[[base]]
hex = "19.12"
side = "soviet"
level = 0

[[box]]
id = "RIGA"
side = "german"
column = -9
row = 7
refit = 2
active = 3

[[setup]]
hex = "04.07"
units = ["g-109", "g-87"]

[[setup]]
hex = "04.07"
units = ["g-52"]
inactive = true

[[setup]]
hex = "RIGA"
units = ["g-200"]
lost = 1

[[setup]]
hex = "13.07"
units = ["s-yak", "s-il2"]

[[setup]]
hex = "19.01"
units = ["s-cv"]

[[setup]]
hex = "s-cv"
units = ["s-lagg"]
"""
GIVEN = 'hip-shoot = ["german"]\nair-strips = true\ngliders = true\n'
"""What the German side can do, and the Soviet side cannot."""
SEA = """
[terrain.sea]
title = "Sea"
symbol = "="
colour = "#9fc5d8"
hexes = ["15.01", "16.01", "17.01", "18.01", "19.01", "20.01", "17.02", "18.02", "19.02", "20.02"]
"""


def written(
    folder: Path,
    more: str = MORE,
    units: str = "",
    words: dict[str, str] | None = None,
    landings: dict[str, str] | None = None,
) -> OcsScenario:
    """Write the files of the scenario into a folder and compile it."""
    (folder / "scenarios").mkdir(exist_ok=True)
    (folder / "charts").mkdir(exist_ok=True)
    for name in (*FILES, "charts/kharkov.toml"):
        shutil.copy(DATA / name, folder / name)
    _change(folder / "practice.toml", {"\n[terrain.light-woods]": f"{SEA}\n[terrain.light-woods]"})
    sea = '[terrain.sea]\ncategory = "open"\nsea = true\nmove = ["P", "P", "P"]\n\n'
    _change(folder / "charts/kharkov.toml", {"[terrain.light-woods]": f"{sea}[terrain.light-woods]"})
    for kind, row in (landings or {}).items():
        _change(
            folder / "charts/kharkov.toml", {f"[terrain.{kind}]\n": f'[terrain.{kind}]\nlanding = "{row}"\n'}
        )
    flak = 'weather = "normal"\nflak = { "13.07" = 1 }\n'
    _change(
        folder / "scenarios/practice.toml",
        {
            'weather = "normal"\n': flak,
            "generic = { dumps = 20,": f"{GIVEN}generic = {{ dumps = 20, bases = 2,",
            **(words or {}),
        },
    )
    with (folder / "scenarios/practice.toml").open("a", encoding="utf-8") as file:
        file.write(more)
    with (folder / "practice-units.toml").open("a", encoding="utf-8") as file:
        file.write(f"\n{_units()}\n{units}\n")
    return OcsScenario(folder, "practice", None)


def _change(path: Path, words: dict[str, str]) -> None:
    text = path.read_text("utf-8")
    for old, new in words.items():
        assert old in text, f"{path.name} does not say {old!r}"
        text = text.replace(old, new, 1)
    path.write_text(text, "utf-8")


@lru_cache
def flying() -> OcsScenario:
    """Return the scenario, compiled once."""
    return checked(written(Path(tempfile.mkdtemp())))


class Airfield(Manoeuvre):
    """A situation with aircraft: ``Airfield("movement", g_109="04.07", s_yak="13.07 i*")``.

    Planes are at the base in the hex, or at the box or carrier with that id: Active, or Inactive with ``i``,
    with a step lost for ``*``. All bases of the scenario are in place.
    """

    def __init__(self, phase: str = "movement", player: int = 0, scenario: Any = None, **at: str) -> None:
        scenario = scenario or flying()
        planes = {c.id.replace("-", "_") for c in scenario.counters if c.kind == "plane"}
        rest = {id_: place for id_, place in at.items() if id_ not in planes}
        super().__init__(phase, player, 1, scenario, **rest)
        state = self.state
        state.flight = 2
        for counter, hex_, level in _works(scenario):
            put(state, counter, hex_)
            state.level[counter] = level
        for id_, place in at.items():
            if id_ in planes:
                name, _, marks = place.partition(" ")
                plane = self.unit(id_.replace("_", "-"))
                put_aboard(state, plane, base_named(state, name, scenario.side_of[plane]))
                state.lost[plane] = marks.count("*")
                state.active |= 0 if "i" in marks else 1 << plane
        state.began = state.at[:]
        changed(state)


def _works(scenario: OcsScenario) -> list[tuple[int, int, int]]:
    """List the bases, ports and boxes of the scenario with where they are and their levels."""
    state = empty(scenario)
    deploy(state)
    works = bits(scenario.bases | scenario.ports | scenario.boxes)
    return [(c, state.at[c], state.level[c]) for c in works if state.at[c] != AWAY]
