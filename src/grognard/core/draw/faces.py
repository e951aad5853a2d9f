"""The counters of a view as faces to draw. Knows no game."""

from __future__ import annotations

from grognard.core.contract.counters import Nation
from grognard.core.contract.scenario import Scenario
from grognard.core.contract.view import UnitView, View
from grognard.core.draw.counter_face import CounterFace
from grognard.core.hexes.grid import Hex, HexGrid


def faces(scenario: Scenario, view: View, grid: HexGrid | None = None) -> dict[Hex, list[CounterFace]]:
    """Return the counters on the map by hex of the grid (by default the board's), units before markers."""
    stacks: dict[Hex, list[CounterFace]] = {}
    grid = grid or scenario.board.grid
    for unit in sorted(view.units, key=lambda unit: unit.marker):
        hex_ = grid.find(unit.at)
        if hex_ is not None:
            stacks.setdefault(hex_, []).append(face(scenario, unit))
    return stacks


def face(scenario: Scenario, unit: UnitView) -> CounterFace:
    """Return the face of a counter, in the colours of its nation or else of its side."""
    of_side = {side.id: Nation(side.title, side.colour, side.ink) for side in scenario.belligerents}
    look = scenario.nations.get(unit.nation) or of_side.get(unit.side)
    colours = {"ground": look.colour, "ink": look.ink, "symbol": look.symbol} if look else {}
    return CounterFace(
        unit.id, unit.label, unit.side, unit.kind, unit.size, unit.factors, unit.flags,
        marker=unit.marker, **colours,
    )  # fmt: skip
