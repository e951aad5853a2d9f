"""Observations: what a side may see, as one array of numbers, made from its View and never from the State.

An observation has three parts, which `Encoder.parts` returns: a row for every counter, a row for every hex,
and the situation. Counters and hexes are in the order of the actions. Knows no game.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grognard.core.contract.scenario import Scenario
from grognard.core.contract.view import View
from grognard.gym.actions import ActionCatalogue, OrderChain

Numbers = NDArray[np.float32]

FACTORS = 4
"""Number of printed factors that are observed."""
LIMIT = 9999.0
"""Largest absolute value of a number in an observation."""
UNIT_COLUMNS = (
    "known", "mine", "on map", "column", "row", "box", "steps", "marker", "chosen",
    *(f"factor {n + 1}" for n in range(FACTORS)),
)  # fmt: skip
"""Columns of a counter, before its flags. `mine` is 1, -1 for the enemy; `box` is a place in `BOX_ROLES`."""
BOX_ROLES = ("", "off-map", "waiting", "withdrawn", "eliminated")
HEX_COLUMNS = ("terrain", "objective", "held", "mine", "theirs", "others", "chosen")
"""Columns of a hex. `held` is 1, -1 or 0; `mine` and `theirs` count units, `others` all other counters."""
SITUATION = (
    "turn", "turns", "phase", "side", "my decision", "verb",
    "my points", "their points", "my losses", "their losses",
)  # fmt: skip
"""Numbers of the situation. `verb` is the one chosen so far, from 1, or 0."""

_UNIT = {name: n for n, name in enumerate(UNIT_COLUMNS)}
_HEX = {name: n for n, name in enumerate(HEX_COLUMNS)}
_PART = {name: n for n, name in enumerate(SITUATION)}


class Parts(NamedTuple):
    """The parts of an observation."""

    units: Numbers
    """A row for every counter of the scenario; its columns are `Encoder.unit_columns`."""
    hexes: Numbers
    """A row for every hex of the board; its columns are `HEX_COLUMNS`."""
    situation: Numbers
    """The numbers of `SITUATION`."""


class Encoder:
    """Turns the views of a scenario into arrays.

    >>> import grognard
    >>> game = grognard.new("strike-force-one/basic", seed=7)
    >>> encoder = Encoder(game.scenario)
    >>> units, hexes, situation = encoder.parts(encoder.encode(game.view("us")))
    >>> units.shape[0] == len(game.scenario.counters), int(situation[SITUATION.index("turns")])
    (True, 4)
    """

    def __init__(self, scenario: Scenario, actions: ActionCatalogue | None = None) -> None:
        self.scenario = scenario
        self.actions = actions or ActionCatalogue(scenario)
        self.unit_columns = (*UNIT_COLUMNS, *scenario.game.flags)
        """Names of the columns of a counter: `UNIT_COLUMNS`, then the flags that ``game.toml`` lists."""
        grid = scenario.board.grid
        self._places = {
            grid.label(hex_): (row, grid.column(hex_), grid.row(hex_))
            for row, hex_ in enumerate(grid.hexes())
        }
        self._flags = {flag: len(UNIT_COLUMNS) + n for n, flag in enumerate(scenario.game.flags)}
        self._units = (len(scenario.counters), len(self.unit_columns))
        self._hexes = (len(self._places), len(HEX_COLUMNS))
        self._ends = np.cumsum([np.prod(self._units), np.prod(self._hexes), len(SITUATION)]).tolist()
        self.size = int(self._ends[-1])
        """Length of an observation."""
        self._blank = np.zeros(self.size, np.float32)
        terrain = [scenario.board.terrain[hex_] for hex_ in grid.hexes()]
        self.parts(self._blank).hexes[:, _HEX["terrain"]] = terrain

    def parts(self, observation: Numbers) -> Parts:
        """Return the parts of an observation; they share its memory."""
        first, second, _ = self._ends
        return Parts(
            observation[:first].reshape(self._units),
            observation[first:second].reshape(self._hexes),
            observation[second:],
        )

    def encode(self, view: View) -> Numbers:
        """Return what a side sees; `choose` adds what it has chosen so far."""
        found = self._blank.copy()
        units, hexes, situation = self.parts(found)
        self._write_units(view, units, hexes)
        for objective in view.objectives:
            if place := self._places.get(objective.hex):
                hexes[place[0], _HEX["objective"]] = 1
                hexes[place[0], _HEX["held"]] = _whose(objective.held_by, view.side)
        self._write_situation(view, situation)
        return np.clip(found, -LIMIT, LIMIT, out=found)

    def _write_units(self, view: View, units: Numbers, hexes: Numbers) -> None:
        index, places, flags = self.scenario.index, self._places, self._flags
        roles = {unit: BOX_ROLES.index(box.role) for box in view.boxes for unit in box.units}
        for unit in view.units:
            place = places.get(unit.at)
            whose = _whose(unit.side, view.side)
            c = index.get(unit.id)
            if place is not None:
                column = "others" if unit.marker or c is None else "mine" if whose > 0 else "theirs"
                hexes[place[0], _HEX[column]] += 1
            if c is None:
                continue
            row = [
                1.0,
                whose,
                place is not None,
                0,
                0,
                0,
                unit.steps,
                unit.marker,
                0,
                *_factors(unit.values),
            ]
            if place is not None:
                row[3:5] = place[1:]
            else:
                row[5] = roles.get(unit.id, 1)
            units[c, : len(row)] = row
            for flag in unit.flags:
                if (column_ := flags.get(flag)) is not None:
                    units[c, column_] = 1

    def _write_situation(self, view: View, situation: Numbers) -> None:
        situation[_PART["turn"]] = view.turn
        situation[_PART["turns"]] = view.turns
        situation[_PART["phase"]] = view.phases.index(view.phase) + 1 if view.phase in view.phases else 0
        situation[_PART["side"]] = self.scenario.side_index.get(view.side, -1)
        situation[_PART["my decision"]] = view.side in view.to_act
        for standing in view.standings:
            if standing.kind == "points" and standing.value is not None:
                whose = "my points" if standing.side == view.side else "their points"
                situation[_PART[whose]] += standing.value
        for losses in view.losses:
            situation[_PART["my losses" if losses.side == view.side else "their losses"]] += losses.units

    def choose(self, observation: Numbers, chain: OrderChain) -> Numbers:
        """Return an observation with the actions that a chain has taken marked in it."""
        marked = observation.copy()
        units, hexes, situation = self.parts(marked)
        first_verb, first_hex = (
            next(iter(self.actions.verbs.values())),
            next(iter(self.actions.hexes.values())),
        )
        for action in chain.taken:
            match self.actions.meaning(action)[0]:
                case "counter":
                    units[action, _UNIT["chosen"]] = 1
                case "hex":
                    hexes[action - first_hex, _HEX["chosen"]] = 1
                case "verb":
                    situation[_PART["verb"]] = action - first_verb + 1
        return marked


def _whose(side: str, viewer: str) -> float:
    return 0.0 if not side else 1.0 if side == viewer else -1.0


def _factors(values: tuple[int, ...]) -> tuple[int, ...]:
    """Return as many factors of a counter as there are columns, with zeros for those that it lacks."""
    return (*values[:FACTORS], *(0,) * (FACTORS - len(values)))
