"""The practice board with a sea in the south, ports, warships, landing craft and coastal guns."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path

from grognard.core.facts import changed
from grognard.games.ocs.interface.invariants import violations
from grognard.games.ocs.model.scenario import OcsScenario
from grognard.games.ocs.model.state import HOSTED, put, put_aboard
from grognard.games.ocs.turn.scenario_checks import checked
from tests.rules.ocs.airfield import MORE, Airfield, ship_row, written

PORTS = """
[[port]]
hex = "16.02"
capacity = 3
owner = "german"

[[port]]
hex = "20.03"
capacity = 1
owner = "soviet"
"""
FACES = {
    # id: side, kind, sound (barrage, range, flak, protection, slow), damaged, planes
    "g-bb": ("german", "ship", (40, 6, 3, 5, False), (20, 6, 1, 5, True), 0),
    "g-dd": ("german", "ship", (6, 2, 1, 1, False), (3, 2, 1, 1, False), 0),
    "g-old": ("german", "ship", (10, 3, 0, 2, True), (5, 3, 0, 2, True), 0),
    "s-dd": ("soviet", "ship", (6, 2, 1, 1, False), (3, 2, 1, 1, False), 0),
    "s-cv2": ("soviet", "carrier", (0, 0, 2, 2, False), (0, 0, 1, 2, True), 0),
    "s-ca": ("soviet", "ship", (12, 3, 2, 2, False), (6, 3, 1, 2, True), 0),
}
GUN = """
[[counter]]
id = "s-coast"
side = "soviet"
nation = "soviet"
kind = "artillery"
title = "coastal battery"
coastal = true
re = 0.25
range = 3
combat = { barrage = 12, ma = 0 }
move = { barrage = 0, ma = 2 }

[[counter]]
id = "g-torp"
side = "german"
nation = "german"
kind = "plane"
title = "g-torp"
steps = 2

[counter.plane]
types = ["T"]
torpedo = true
full = { air = 1, paren = true, barrage = 10, range = 30, lift = 0 }
reduced = { air = 0, paren = true, barrage = 5, range = 30, lift = 0 }

[[counter]]
id = "s-own"
side = "soviet"
nation = "soviet"
kind = "plane"
title = "s-own"
steps = 2

[counter.plane]
types = ["F"]
carrier = "s-cv2"
full = { air = 2, barrage = 2, range = 12, lift = 0 }
reduced = { air = 1, barrage = 1, range = 12, lift = 0 }
"""
CRAFT = "generic = { landing-craft = 5, lsts = 3, dukws = 2, dumps = 20, bases = 2,"
LANDINGS = {
    "open": "open_or_village",
    "village": "open_or_village",
    "light-woods": "low_hills",
    "hills": "hills",
    "swamp": "rough",
}


def _ships() -> str:
    return "\n".join(ship_row(id_, *values) for id_, values in FACES.items())


@lru_cache
def coast() -> OcsScenario:
    """Return the scenario, compiled once."""
    return coastal_files(Path(tempfile.mkdtemp()), "")


class Seaside(Airfield):
    """A situation with ships: ``Seaside("movement", g_lc1="17.01 3 4T", g_inf1="g-lc1")``.

    Landing craft have points and tokens after the hex; a unit at the id of landing craft is aboard.
    """

    def __init__(
        self, phase: str = "movement", player: int = 0, scenario: OcsScenario | None = None, /, **at: str
    ) -> None:
        scenario = scenario or coast()
        aboard = {id_: place for id_, place in at.items() if place.split()[0] in scenario.index}
        planes = {c.id.replace("-", "_") for c in scenario.counters if c.kind == "plane"}
        riders = {id_: place for id_, place in aboard.items() if id_ not in planes}
        craft = {id_: place for id_, place in at.items() if _is_craft(scenario, id_)}
        rest = {id_: place for id_, place in at.items() if id_ not in riders and id_ not in craft}
        super().__init__(phase, player, scenario, **rest)
        state = self.state
        for id_, place in craft.items():
            hex_, points, *tokens = place.split()
            counter = self.unit(id_.replace("_", "-"))
            put(state, counter, self.hex(hex_))
            state.level[counter] = int(points)
            state.craft_ledger[scenario.side_of[counter]] += int(points)
            if tokens:
                self.load(counter, int(tokens[0].rstrip("T")))
        for id_, place in riders.items():
            host, _, marks = place.partition(" ")
            unit = self.unit(id_.replace("_", "-"))
            put_aboard(state, unit, self.unit(host))
            if "m" in marks:
                state.turned |= 1 << unit
            state.lost[unit] = marks.count("*")
        state.began = state.at[:]
        changed(state)

    def aboard(self, id_: str) -> str:
        """Return the craft a unit is aboard; empty for none."""
        unit = self.unit(id_)
        return self.scenario.counter_ids[self.state.host[unit]] if self.state.at[unit] == HOSTED else ""

    def points(self, id_: str) -> int:
        """Return the points of landing craft."""
        return self.state.level[self.unit(id_)]

    def sound(self) -> None:
        """Assert that all invariants hold."""
        assert violations(self.state) == []


def _is_craft(scenario: OcsScenario, id_: str) -> bool:
    return bool(scenario.craft >> scenario.index[id_.replace("_", "-")] & 1)


FLEET = """
[[setup]]
hex = "17.01"
units = ["g-bb", "g-dd"]

[[setup]]
hex = "18.01"
units = ["g-cru"]

[[setup]]
hex = "20.01"
units = ["s-dd", "s-ca"]

[[convoy]]
hex = "17.02"
side = "german"
turn = 1
landing-craft = 4
lsts = 2
units = ["g-tb", "g-stug"]
supply = 2
"""


def coastal_files(folder: Path, more: str) -> OcsScenario:
    """Return the scenario with more in its file."""
    words = {"generic = { dumps = 20, bases = 2,": CRAFT}
    return checked(written(folder, MORE + PORTS + more, _ships() + GUN, words, LANDINGS))
