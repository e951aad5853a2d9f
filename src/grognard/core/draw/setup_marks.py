"""The setup of a scenario as marks on the map, in place of the marks that are printed on the board."""

from __future__ import annotations

from grognard.core.board.board import Board
from grognard.core.contract.view import View
from grognard.core.hexes.grid import Hex


def setup_marks(board: Board, start: View) -> dict[str, dict[str, Hex]]:
    """Return where units start, by side and id, for the sides whose setup the board prints.

    The marks printed on a board are those of one scenario; another one sets up differently.
    """
    marks: dict[str, dict[str, Hex]] = {side: {} for side in board.marks}
    for unit in start.units:
        hex_ = board.grid.find(unit.at)
        if hex_ is not None and not unit.marker and unit.side in marks:
            marks[unit.side][unit.id] = hex_
    return {side: at for side, at in marks.items() if at}
